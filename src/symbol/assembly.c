/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Disassembly of one function (assembly.h). */
#include "prelude.h"

#include "symbol/assembly.h"

#include <inttypes.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/intern.h"
#include "profile/demangle.h"
#include "symbol/addr2line.h"
#include "symbol/ask.h"
#include "symbol/elfdefs.h"
#include "symbol/kernel.h"
#include "symbol/locate.h"
#include "symbol/symtab.h"
#include "symbol/unwind.h"

enum {
	BEHIND = 16,          /* bytes read after the highest sampled address */
	GUESS_MOST = 1 << 16, /* maximum bytes of a function without a symbol */
	PARTS_MOST = 16,
};

#if defined(__x86_64__)
#define OUR_MACHINE EM_X86_64
#elif defined(__aarch64__)
#define OUR_MACHINE EM_AARCH64
#else
#define OUR_MACHINE EM_NONE
#endif

/* ---- Orders as text ---- */

/* Append the strings, each ending in a NUL, then the numbers. */
void
assembly_order_put(struct strbuf *out, const struct assembly_order *o)
{
	const struct str text[] = { o->path, o->build_id, o->program,
		o->tools };
	const uint64_t number[] = { o->intel, o->exact, o->place.start,
		o->place.limit, o->place.offset, o->address, o->low, o->high };

	for (size_t i = 0; i < COUNT_OF(text); i++) {
		struct str rest = text[i];

		strbuf_add(out, str_cut(&rest, '\0'));
		strbuf_addch(out, '\0');
	}
	strbuf_add(out, str_from((const char *)number, sizeof(number)));
}

static bool
read_order(struct str rest, struct assembly_order *o)
{
	struct str *const text[] = { &o->path, &o->build_id, &o->program,
		&o->tools };
	uint64_t number[8];

	for (size_t i = 0; i < COUNT_OF(text); i++)
		*text[i] = str_cut(&rest, '\0');
	if (rest.n != sizeof(number))
		return false;
	memcpy(number, rest.p, sizeof(number));
	o->intel = number[0] != 0;
	o->exact = number[1] != 0;
	o->place = (struct place){ number[2], number[3], number[4] };
	o->address = number[5];
	o->low = number[6];
	o->high = number[7];
	return true;
}

/* ---- Finding the code ---- */

static void
assembly_part(struct assembly *a, struct str symbol, uint64_t from, uint64_t to)
{
	struct strbuf name = STRBUF_INIT;
	struct code_part part = { .from = from, .to = to };

	if (symbol.n > 0)
		demangle_name(&name, symbol, DEMANGLE_DEFAULT);
	part.name = arena_str(&a->arena, strbuf_str(&name));
	strbuf_free(&name);
	vec_push(&a->part, part);
}

static void
assembly_range(struct assembly *a, const struct assembly_order *order,
	const struct object *o)
{
	struct symtab *t = symtab_new(o, SYMTAB_LLVM);
	uint64_t address = order->address - a->base;
	struct str symbol = STR_EMPTY;

	/* Without symbols, try Go's table first: in Go programs the unwind
	   table has only the C functions. */

	if (!symtab_range(t, address, &symbol, &a->from, &a->to)) {
		struct gotable *go = gotable_new(o);
		bool found = go != NULL &&
			gotable_range(go, address, &a->from, &a->to);

		gotable_free(go);
		if ((!found && !unwind_range(o, address, &a->from, &a->to))) {
			a->from = order->low - a->base;
			a->to = order->high - a->base + BEHIND;
		}
	}
	if (symbol.n == 0 && a->to - a->from > GUESS_MOST)
		a->to = a->from + GUESS_MOST;
	assembly_part(a, symbol, a->from, a->to);
	a->symbol = a->part.p[0].name;
	if (symbol.n > 0) {
		struct strbuf cold = STRBUF_INIT;

		/* Add the cold parts: "work.cold" belongs to "work". */
		strbuf_add3(&cold, "", symbol, ".cold");
		for (size_t i = 0; i < symtab_size(t) && a->part.n < PARTS_MOST;
			i++) {
			uint64_t value, size, from, to;
			struct str name = symtab_at(t, i, &value, &size), found;

			if (str_starts(name, strbuf_str(&cold)) &&
				value != a->from &&
				(name.n == cold.n || name.p[cold.n] == '.') &&
				symtab_range(t, value, &found, &from, &to) &&
				from == value)
				assembly_part(a, name, from, to);
		}
		strbuf_free(&cold);
	}
	a->is_placed = true;
	symtab_free(t);
}

/* Take the code in the order's range [low, high), not a whole function. */
static void
assembly_exact(struct assembly *a, const struct assembly_order *order)
{
	a->from = order->low - a->base;
	a->to = order->high - a->base;
	assembly_part(a, STR_EMPTY, a->from, a->to);
	a->is_placed = true;
}

static void PRINTF_LIKE(2, 3)
	assembly_say(struct assembly *a, const char *fmt, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&text, fmt, ap);
	va_end(ap);
	a->why = arena_str(&a->arena, strbuf_str(&text));
	strbuf_free(&text);
}

/* Find the ranges of the code. False, with a->why set, if that fails. */
static bool
find_code(struct assembly *a, const struct assembly_order *order,
	const char *path, bool *foreign)
{
	struct err err = ERR_INIT;
	struct stext stext;
	struct object o;

	if (order->path.n == 0) {
		assembly_say(a, "the profile does not name the binary");
		return false;
	}
	if (object_open(&o, path, &err) != 0) {
		if (access(path, F_OK) != 0)
			(void)err_set(&err, ERR_IO, "%s not found", path);
		assembly_say(a,
			"%s; set PPROF_BINARY_PATH to the folder with this "
			"binary",
			err.msg);
		return false;
	}
	*foreign = OUR_MACHINE != EM_NONE && o.machine != OUR_MACHINE;
	if (object_is_other(&o, order->build_id))
		assembly_say(a,
			"another build: the profile is from %.*s, %s is %s",
			STR_ARG(order->build_id), path, o.build_id);
	else if (base_check(&o, path, kernel_relocation(order->path),
			 &order->place, &stext, &err) != 0 ||
		base_find(&o, &order->place, stext, order->address, &a->base,
			&err) != 0)
		assembly_say(a, "%s", err.msg);
	else if (order->exact)
		assembly_exact(a, order);
	else
		assembly_range(a, order, &o);
	object_close(&o);
	return a->is_placed;
}

/* ---- Instructions ---- */

static void
read_code(struct assembly *a, const struct assembly_order *order,
	const char *path, bool foreign, struct progress *progress)
{
	struct err err = ERR_INIT;
	struct objdump objdump;
	int rc = 0;

	if (objdump_find(&objdump, order->tools, progress, &err) != 0) {
		assembly_say(a, "objdump not found; install binutils");
		return;
	}
	for (size_t i = 0; i < a->part.n && rc == 0; i++) {
		struct code_part *part = &a->part.p[i];
		const struct objdump_range range = { .path = path,
			.from = part->from,
			.to = part->to,
			.intel = order->intel };

		part->first = (uint32_t)a->code.instruction.n;
		rc = objdump_run(&objdump, &range, &a->code, progress, &err);
		part->n = (uint32_t)a->code.instruction.n - part->first;
	}
	if (rc != 0 || a->code.instruction.n == 0) {
		if (foreign)
			assembly_say(a,
				"this objdump does not know the binary's "
				"processor; install binutils-multiarch");
		else if (err.code != ERR_NONE)
			assembly_say(a, "%s", err.msg);
		else
			assembly_say(a, "objdump finds no instructions there");
	}
	objdump_free(&objdump);
}

/* ---- Inlined calls ---- */

static int
by_code_address(const void *a, const void *b)
{
	const uint64_t *x = a, *y = b;

	return *x < *y ? -1 : *x > *y;
}

/* Add lines and inlined calls to the instructions. Errors are ignored, since
   the instructions are useful without them. */
static void
find_chains(struct assembly *a, const struct assembly_order *order,
	struct str path, struct progress *progress)
{
	size_t n = a->code.instruction.n;
	uint64_t *address = xcalloc(n + 1, sizeof(*address));
	char *program = xstrndup(order->program.p, order->program.n);
	struct known known = { .text = ARENA_INIT };
	struct reply reply = REPLY_INIT;
	struct err ignored = ERR_INIT;
	struct ask_question q = { .program = program,
		.most = ASK_MOST,
		.place = { .limit = UINT64_MAX },
		.text = { [CHILD_PATH] = path },
		.address = address };
	struct arena arena = ARENA_INIT;
	struct intern seen;
	struct str record;

	for (size_t i = 0; i < n; i++)
		address[i] = a->code.instruction.p[i].address;
	qsort(address, n, sizeof(*address), by_code_address);
	for (size_t i = 0; i < n; i++)
		if (q.n == 0 || address[i] > address[q.n - 1])
			address[q.n++] = address[i];
	q.first = n > 0 ? address[0] : 0;
	a->chain = ARENA_ZARRAY(&a->arena, uint32_t, n + 1);
	if (program[0] != '\0' && n > 0)
		(void)ask_child(&q, &known, &reply, progress, 0, &ignored);
	/* Instructions with equal records share a chain. */
	intern_init(&seen, &arena);
	vec_push(&a->chains, ((struct code_chain){ .n = 0 }));
	for (size_t i = 0; i < a->code.instruction.n; i++) {
		if (!known_find(
			    &known, a->code.instruction.p[i].address, &record))
			continue;
		a->chain[i] = intern_copy(&seen, record);
		if (a->chain[i] == a->chains.n) {
			VEC(struct code_call) call = { NULL, 0, 0 };
			struct strbuf text = STRBUF_INIT;
			struct code_chain chain;
			struct call_reader r;
			struct callsite c;

			record_begin(&r, record);
			while (record_next(&r, &c)) {
				strbuf_reset(&text);
				demangle_name(&text, c.name, DEMANGLE_DEFAULT);
				vec_push(&call,
					((struct code_call){
						.name = arena_str(&a->arena,
							strbuf_str(&text)),
						.file = arena_str(
							&a->arena, c.file),
						.line = c.line <= INT64_MAX
							? (int64_t)c.line
							: 0 }));
			}
			chain = (struct code_chain){ (uint32_t)call.n,
				arena_dup(&a->arena, call.p, call.n,
					sizeof(*call.p)) };
			vec_free(&call);
			strbuf_free(&text);
			vec_push(&a->chains, chain);
		}
	}
	intern_fini(&seen);
	arena_free(&arena);
	reply_free(&reply);
	known_clear(&known);
	free(program);
	free(address);
}

struct assembly *
assembly_new(struct str text, struct progress *progress)
{
	struct assembly *a = xcalloc(1, sizeof(*a));
	struct assembly_order order;
	struct strbuf path = STRBUF_INIT;
	bool foreign = false;

	a->order = arena_str(&a->arena, text);
	if (read_order(a->order, &order)) {
		const struct wanted want = { .file = order.path,
			.build_id = order.build_id,
			.place = order.place };

		locate_recorded(&want, &path);
		a->path = arena_str(&a->arena, strbuf_str(&path));
		if (find_code(a, &order, strbuf_c(&path), &foreign))
			read_code(
				a, &order, strbuf_c(&path), foreign, progress);
		find_chains(a, &order, a->path, progress);
	}
	strbuf_free(&path);
	if (!progress_stopped(progress))
		return a;
	assembly_free(a);
	return NULL;
}

void
assembly_free(struct assembly *a)
{
	if (a == NULL)
		return;
	code_free(&a->code);
	vec_free(&a->part);
	vec_free(&a->chains);
	arena_free(&a->arena);
	free(a);
}

/* Cut off and return the last component of a path. */
static struct str
cut_last(struct str *path)
{
	ptrdiff_t slash = str_rchr(*path, '/');
	struct str last = str_skip(*path, (size_t)(slash + 1));

	*path = str_sub(*path, 0, slash > 0 ? (size_t)slash : 0);
	return last;
}

bool
code_same_file(struct str a, struct str b)
{
	struct str x, y;

	if (str_eq(a, b))
		return true;
	if (a.n == 0 || b.n == 0 || !str_eq(cut_last(&a), cut_last(&b)))
		return false;
	/* Compare folders too: in Rust many files are called mod.rs. */
	x = cut_last(&a);
	y = cut_last(&b);
	return x.n == 0 || y.n == 0 || str_eq(x, y);
}

/* ---- The flow of control ---- */

/* Parse the target address, such as 11c0 in "jne 11c0 <work+0x20>". */
static bool
find_target(struct str text, uint64_t *target)
{
	struct str digits;
	size_t end, from;

	if (text.n == 0 || text.p[text.n - 1] != '>' || str_chr(text, '#') >= 0)
		return false;
	for (end = 0; end + 1 < text.n; end++)
		if (text.p[end] == ' ' && text.p[end + 1] == '<')
			break;
	for (from = end; from > 0 && ascii_hex(text.p[from - 1]) >= 0; from--)
		continue;
	digits = str_sub(text, from, end);
	(void)str_cut_hex(&digits, target);
	return end > from && end - from <= 16;
}

enum flow
instruction_flow(const struct instruction *i, uint64_t *target)
{
	static const char *const calls[] = { "call", "callq", "bl", "blx",
		"jal", "jalr", "bal" };
	struct str word;
	struct str text;
	static const char *const prefixes[] = { "bnd", "notrack", "lock", "rep",
		"repz", "repnz", "data16" };
	bool again = true;

	/* Find the mnemonic, which follows the prefixes. */
	text = i->text;
	word = STR_EMPTY;
	while (again && text.n > 0) {
		size_t n = 0;

		text = str_trim(text);
		while (n < text.n && text.p[n] != ' ' && text.p[n] != '\t')
			n++;
		word = str_sub(text, 0, n);
		text = str_skip(text, n);
		again = false;
		for (size_t j = 0; j < COUNT_OF(prefixes); j++)
			again = again || str_is(word, prefixes[j]);
	}

	if (word.n == 0 || !find_target(i->text, target))
		return FLOW_NONE;
	for (size_t k = 0; k < COUNT_OF(calls); k++)
		if (str_is(word, calls[k]))
			return FLOW_CALL;
	if (word.p[0] == 'j' || word.p[0] == 'b' ||
		str_starts(word, STR("loop")) || str_starts(word, STR("cb")) ||
		str_starts(word, STR("tb")))
		return FLOW_JUMP;
	return FLOW_NONE;
}
