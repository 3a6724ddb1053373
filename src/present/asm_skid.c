/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Costs that belong to the instruction before (asm.h). */
#include "prelude.h"

#include "present/asm.h"

#include "base/num.h"
#include "profile/sampletype.h"

enum { PART_LEAST = 20 }; /* a 20th of the function */

/* Prefixes of x86 and ARM mnemonics; one that ends in a blank is a whole
   mnemonic. */
static const char *const cheap[] = { "mov", "lea", "add", "sub", "and", "or",
	"xor", "not", "neg", "inc", "dec", "cmp", "test", "sh", "sa", "ro",
	"nop", "j", "set", "cltq", "cdq", "cqto", "bt", "eor", "orr", "ls",
	"tst", "b.", "b ", "cb", "tb", "cs", NULL };
static const char *const slow[] = { "div", "idiv", "fdiv", "vdiv", "sdiv",
	"udiv", "sqrt", "fsqrt", "vsqrt", "lock ", "xchg", "cpuid", "rdtsc",
	"mfence", "pause", "dmb", "ldr", "ldp", "ldar", "gather", NULL };
static const char *const ends[] = { "ret", "jmp", "ud2", "hlt", "b ", "br",
	NULL };

static bool
begins_with(struct str text, const char *const *word)
{
	for (size_t i = 0; word[i] != NULL; i++)
		if (str_starts(text, str_c(word[i])))
			return true;
	return false;
}

/* Return the offset of a memory operand: "(" in AT&T syntax, else "["; or -1.
 */
static ptrdiff_t
memory_at(struct str text)
{
	ptrdiff_t at = str_chr(text, '(');

	return at >= 0 ? at : str_chr(text, '[');
}

/* True if an instruction only writes to memory. */
static bool
is_store(struct str text)
{
	ptrdiff_t at = memory_at(text);

	if (str_starts(text, STR("st")))
		return true;
	if (at < 0 || !str_starts(text, STR("mov")))
		return false;
	/* The target is the last operand, or in Intel syntax the first. */
	return text.p[at] == '('
		? str_chr(str_skip(text, (size_t)at), ')') ==
			(ptrdiff_t)(text.n - (size_t)at) - 1
		: str_chr(str_sub(text, 0, (size_t)at), ',') < 0;
}

static bool
is_slow_code(struct str text)
{
	if (begins_with(text, slow))
		return true;
	return memory_at(text) >= 0 && !is_store(text) &&
		!str_starts(text, STR("lea")) && !str_starts(text, STR("nop"));
}

static bool
is_cheap_code(struct str text)
{
	return begins_with(text, cheap) && !is_slow_code(text) &&
		!is_store(text);
}

bool
asm_is_skid(const struct asm_pane *ap, uint32_t i)
{
	const struct view *v = ap->view;
	uint64_t self, before;

	if (!ap->has_code || i == 0 || v->is_diff ||
		asm_pane_part(ap, i) != asm_pane_part(ap, i - 1) ||
		kind_of_column(v->profile, v->w.column)->group != GROUP_CPU)
		return false;
	self = u64_abs(row_sum_value(&ap->in[i].self));
	before = u64_abs(row_sum_value(&ap->in[i - 1].self));
	return self > before &&
		self >= u64_abs(row_sum_value(&ap->self)) / PART_LEAST &&
		is_cheap_code(ap->in[i].code->text) &&
		!begins_with(ap->in[i - 1].code->text, ends) &&
		is_slow_code(ap->in[i - 1].code->text);
}

struct str
asm_mnemonic(const struct asm_pane *ap, uint32_t i)
{
	struct str text = ap->in[i].code->text;

	return str_cut(&text, ' ');
}
