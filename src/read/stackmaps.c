/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What bpftrace and DTrace print has in common: stacks of plain symbols with
 * a number, leaf first, of one or more maps, each of which is a sample type.
 */
#include "config.h"

#include "base/ascii.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/strbuf.h"
#include "read/lines.h"
#include "read/perfline.h"
#include "read/read.h"
#include "read/rows.h"

#include "base/banned.h"

/* ---- Stacks of plain symbols ---- */

struct stack_row {
	node_id leaf;
	lset_id labels;
	uint32_t type;
	int64_t value;
};

struct stack_map {
	struct builder *b;
	struct arena arena;
	struct intern seen; /* (mapping, symbol, address) */
	VEC(loc_id) loc;    /* [seen], without text 0 */
	struct map64 func_of, map_of;
	VEC(str_id) type;
	VEC(struct stack_row) row;
	/* The sample that is being collected. */
	VEC(loc_id) stack; /* leaf first */
	VEC(struct label) label;
};

static void
stack_map_fini(struct stack_map *m)
{
	intern_fini(&m->seen);
	arena_free(&m->arena);
	vec_free(&m->loc);
	map64_free(&m->func_of);
	map64_free(&m->map_of);
	vec_free(&m->type);
	vec_free(&m->row);
	vec_free(&m->stack);
	vec_free(&m->label);
}

/* Add a frame; the first of these reserves a mapping for the program, of which
   nothing is known. mapping "": that one's. */
static void
stack_map_frame(struct stack_map *m, struct str map, struct str symbol,
	uint64_t address)
{
	str_id file = builder_string(m->b, map);
	struct builder_function f = { .name = builder_string(m->b, symbol) };
	const uint64_t key[] = { (uint64_t)file << 32 | f.name, address };
	struct builder_line line = { .func = 0 };
	struct builder_location row = {
		.address = address, .line = &line, .nlines = 1
	};
	uint32_t seen;

	f.system = f.name;
	seen = intern_copy(&m->seen, str_from((const char *)key, sizeof(key))) -
		1;
	if (seen < m->loc.n) {
		vec_push(&m->stack, m->loc.p[seen]);
		return;
	}
	row.map = loctable_mapping(&m->map_of, m->b, 0, 0);
	if (file != 0)
		row.map =
			loctable_mapping(&m->map_of, m->b, file, MAP_FUNCTIONS);
	line.func = loctable_function(&m->func_of, f.name, m->b, &f);
	vec_push(&m->loc, builder_location(m->b, &row));
	vec_push(&m->stack, m->loc.p[seen]);
}

/* A label of the sample: key1, key2, ... */
static void
stack_map_key(struct stack_map *m, struct str value)
{
	struct strbuf key = STRBUF_INIT;
	struct label l = { .str = builder_string(m->b, value) };

	strbuf_addf(&key, "key%zu", m->label.n + 1);
	l.key = builder_string(m->b, strbuf_str(&key));
	strbuf_free(&key);
	vec_push(&m->label, l);
}

/* The sample is complete; it was of this map. */
static void
stack_map_sample(struct stack_map *m, struct str type, int64_t value)
{
	struct stack_row row = { .value = value };
	str_id name = builder_string(m->b, type);

	while (row.type < m->type.n && m->type.p[row.type] != name)
		row.type++;
	if (row.type == m->type.n)
		vec_push(&m->type, name);
	row.leaf = builder_stack(m->b, m->stack.p, m->stack.n);
	row.labels = builder_labels(m->b, m->label.p, m->label.n);
	vec_push(&m->row, row);
	m->stack.n = m->label.n = 0;
}

/* All samples go to the builder. -1 when there are none, or at a limit, which
   the builder knows. */
static int
stack_map_end(struct stack_map *m)
{
	int64_t *value = xcalloc(m->type.n + 1, sizeof(*value));
	str_id count = builder_string(m->b, STR("count"));

	for (size_t i = 0; i < m->type.n; i++)
		builder_type(m->b, m->type.p[i], count);
	for (size_t i = 0; i < m->row.n && builder_err(m->b) == NULL; i++) {
		const struct stack_row *row = &m->row.p[i];

		value[row->type] = row->value;
		(void)builder_sample(m->b, row->leaf, row->labels, value);
		value[row->type] = 0;
	}
	if (m->type.n > 0)
		builder_header(m->b)->default_type = m->type.p[0];
	free(value);
	return m->row.n > 0 && builder_err(m->b) == NULL ? 0 : -1;
}

/* "main+0x1a", "main+26" -> "main" */
static struct str
stack_map_symbol(struct str s)
{
	ptrdiff_t plus = str_rchr(s, '+');
	struct str tail = plus > 0 ? str_skip(s, (size_t)plus + 1) : STR_EMPTY;

	if (str_starts(tail, STR("0x")))
		tail = str_skip(tail, 2);
	if (tail.n == 0)
		return s;
	for (size_t i = 0; i < tail.n; i++)
		if (ascii_low_hex(tail.p[i]) < 0)
			return s;
	return str_sub(s, 0, (size_t)plus);
}

/* ---- bpftrace ---- */

/* Maps of stacks as bpftrace prints them at its end:

       @wait[                    a map with a name; one without is @[
	   read+25               frames, leaf first
	   main+168
       ,                         the next part of the key: another stack
	   vfs_read+33
	   entry_SYSCALL_64+118
       , work, 42]: 17           parts that are not stacks; the value

   Each map is a sample type; other parts of keys are labels key1, key2.
   Of two stacks the kernel's is called by the other. */

enum { STACKS = 2 };

struct stack {
	VEC(struct perf_frame) frame; /* symbols and addresses; leaf first */
	bool is_kernel;
};

struct bpftrace {
	struct read_job *job;
	struct lines lines;
	struct stack_map map;
	struct str name; /* of the map that is open */
	bool is_open, in_stack;
	size_t begun; /* line in which the entry begins */
	struct stack stack[STACKS];
	size_t stacks;
	size_t plain, first_plain; /* entries without stacks */
	size_t bad, first_bad;     /* values that are not numbers */
	bool histogram;            /* one of these is one */
};

/* Where stacks of the kernel begin, or what is on nearly all of them. */
static const char *const kernel_names[] = { "entry_SYSCALL", "asm_",
	"do_syscall_", "ret_from_fork", "common_startup", "secondary_startup",
	"start_kernel", "x86_64_start", "cpu_startup_entry", "kthread", "el0t_",
	"el1h_", "el0_svc", "__x64_sys_", "__arm64_sys_", "handle_mm_fault",
	"do_idle", "irq_exit", "do_softirq" };

static bool
is_kernel(const struct perf_frame *f)
{
	if (f->symbol.n == 0 && f->address >> 63 != 0)
		return true;
	for (size_t i = 0; i < COUNT_OF(kernel_names); i++)
		if (str_starts(f->symbol, str_c(kernel_names[i])))
			return true;
	return false;
}

static void
frame_line(struct bpftrace *b, struct str line)
{
	struct stack *s = &b->stack[b->stacks - 1];
	struct perf_frame f;
	struct str hex;

	line = str_trim(line);
	if (line.n == 0)
		return;
	hex = str_skip(line, str_starts(line, STR("0x")) ? 2 : 0);
	if (perf_frame_line(line, &f) && f.dso.n > 0)
		/* ustack(perf): "7f10 main+168 (/opt/app)" */
		f.symbol = stack_map_symbol(f.symbol);
	else if (hex.n >= 6 && perf_frame_line(hex, &f) && f.symbol.n == 0)
		/* "0x7f10508d44a3", "7f10508d44a3" */
		f = (struct perf_frame){ .address = f.address };
	else
		f = (struct perf_frame){ .symbol = stack_map_symbol(line) };
	s->is_kernel |= is_kernel(&f);
	vec_push(&s->frame, f);
}

static void
begin_stack(struct bpftrace *b)
{
	/* More than two are not distinguished. */
	if (b->stacks < STACKS)
		b->stacks++;
	b->in_stack = true;
}

static void
add_frames(struct bpftrace *b, const struct stack *s, struct str mapping)
{
	for (size_t i = 0; i < s->frame.n; i++) {
		const struct perf_frame *f = &s->frame.p[i];

		stack_map_frame(&b->map,
			f->dso.n > 0 && mapping.n == 0 ? f->dso : mapping,
			f->symbol.n > 0 ? f->symbol : STR("[unknown]"),
			f->address);
	}
}

/* The kernel's stack first: it is the leaf's side. */
static void
add_stacks(struct bpftrace *b)
{
	struct stack *first = &b->stack[0], *second = &b->stack[1];

	if (b->stacks > 1 && second->frame.n > 0 &&
		(second->is_kernel || !first->is_kernel)) {
		add_frames(b, second, STR("[kernel]"));
		add_frames(b, first, STR_EMPTY);
		return;
	}
	add_frames(b, first, first->is_kernel ? STR("[kernel]") : STR_EMPTY);
	if (b->stacks > 1)
		add_frames(b, second, STR_EMPTY);
}

static void
reset_entry(struct bpftrace *b)
{
	for (int i = 0; i < STACKS; i++) {
		b->stack[i].frame.n = 0;
		b->stack[i].is_kernel = false;
	}
	b->stacks = 0;
	b->is_open = b->in_stack = false;
	b->map.label.n = b->map.stack.n = 0;
}

/* "]: 17" is there. */
static void
end_entry(struct bpftrace *b, struct str value)
{
	int64_t n;

	value = str_trim(value);
	if (b->stacks == 0) {
		if (b->plain++ == 0)
			b->first_plain = b->begun;
	} else if (!str_to_i64(value, &n)) {
		b->histogram |= value.n == 0;
		if (b->bad++ == 0)
			b->first_bad = b->lines.number;
	} else {
		add_stacks(b);
		stack_map_sample(
			&b->map, b->name.n > 0 ? b->name : STR("samples"), n);
	}
	reset_entry(b);
}

/* Parts of the key in the line: "work, 42", up to "]: 17" or a stack. */
static void
key_parts(struct bpftrace *b, struct str s)
{
	ptrdiff_t end = str_rfind(s, STR("]:"));
	struct str value = STR_EMPTY;

	if (end >= 0) {
		value = str_skip(s, (size_t)end + 2);
		s = str_sub(s, 0, (size_t)end);
		/* "@[42, ]: 7": a stack is empty. */
		if (str_ends(s, STR(", ")))
			begin_stack(b);
	}
	while (s.n > 0) {
		ptrdiff_t comma = str_find(s, STR(", "), 0);
		struct str part = comma < 0 ? s : str_sub(s, 0, (size_t)comma);

		s = comma < 0 ? STR_EMPTY : str_skip(s, (size_t)comma + 2);
		part = str_trim(part);
		if (part.n > 0)
			stack_map_key(&b->map, part);
	}
	if (end >= 0)
		end_entry(b, value);
	else
		b->in_stack = false;
}

/* "@name[": what is between; false when it is another line. */
static bool
map_name(struct str line, struct str *name, struct str *rest)
{
	ptrdiff_t at = line.n > 0 && line.p[0] == '@' ? str_chr(line, '[') : -1;

	if (at < 0)
		return false;
	*name = str_sub(line, 1, (size_t)at);
	*rest = str_skip(line, (size_t)at + 1);
	for (size_t i = 0; i < name->n; i++) {
		char c = name->p[i];

		if (!ascii_is_letter(c) && !ascii_is_digit(c) && c != '_')
			return false;
	}
	return true;
}

static void
bpftrace_line(struct bpftrace *b, struct str line)
{
	struct str name, rest;

	if (map_name(line, &name, &rest)) {
		if (b->is_open && b->bad++ == 0)
			b->first_bad = b->begun;
		reset_entry(b);
		b->is_open = true;
		b->name = name;
		b->begun = b->lines.number;
		/* "@[, work]: 9" has an empty stack. */
		if (str_starts(rest, STR(",")))
			begin_stack(b);
		key_parts(b, rest);
		return;
	}
	if (!b->is_open)
		return;
	if (line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t')) {
		if (!b->in_stack)
			begin_stack(b);
		frame_line(b, line);
	} else if (line.n > 0 && line.p[0] == ',') {
		/* Another stack follows, maybe an empty one. */
		if (str_trim(str_skip(line, 1)).n == 0 && !b->in_stack)
			begin_stack(b);
		key_parts(b, str_skip(line, 1));
	} else if (line.n > 0 && line.p[0] == ']') {
		key_parts(b, line);
	}
}

static void
bpftrace_warnings(const struct bpftrace *b)
{
	struct warnings *warnings = b->job->warnings;

	if (b->is_open)
		warnings_add(warnings,
			"bpftrace: the last entry, at line %zu, is truncated "
			"and left out",
			b->begun);
	else if (!str_ends(b->job->bytes, STR("\n")))
		warnings_add(warnings,
			"No newline at the end: the last value may be "
			"truncated, entries may be missing");
	if (b->bad > 0)
		warnings_add(warnings,
			"bpftrace: %zu entries without a number for a value "
			"were left out, the first at line %zu",
			b->bad, b->first_bad);
	if (b->plain > 0)
		warnings_add(warnings,
			"bpftrace: %zu entries without a stack were left out, "
			"the first at line %zu",
			b->plain, b->first_plain);
}

static int
bpftrace_end(struct bpftrace *b, struct err *err)
{
	const char *why = b->histogram ? " is a histogram"
		: b->bad > 0           ? "'s values are not numbers"
				       : " has no stacks";

	if (stack_map_end(&b->map) == 0) {
		bpftrace_warnings(b);
		return 0;
	}
	if (read_check(b->job->builder, err) != 0)
		return -1;
	if (b->bad == 0 && b->plain == 0)
		return err_set(err, ERR_FORMAT,
			"no map with stacks in %zu lines of bpftrace",
			b->lines.number);
	return err_set(err, ERR_FORMAT,
		"the map%s: use @[ustack] = count() (line %zu)", why,
		b->bad > 0 ? b->first_bad : b->first_plain);
}

static int
bpftrace_read(struct read_job *job, struct err *err)
{
	struct bpftrace b = { .job = job, .map.b = job->builder };
	struct str line;
	int rc = -1;

	intern_init(&b.map.seen, &b.map.arena);
	lines_init(&b.lines, job->bytes, job);
	while (lines_next(&b.lines, &line))
		bpftrace_line(&b, line);
	if (lines_end(&b.lines, err) == 0)
		rc = bpftrace_end(&b, err);
	stack_map_fini(&b.map);
	for (int i = 0; i < STACKS; i++)
		vec_free(&b.stack[i].frame);
	return rc;
}

static int
bpftrace_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	bool map = false;

	lines_sniff(&lines, bytes);
	while (lines_next(&lines, &line)) {
		struct str name, rest, next = lines.rest;

		if (!map_name(line, &name, &rest))
			continue;
		map = true;
		next = str_cut(&next, '\n');
		if (str_starts(next, STR("    ")) ||
			str_starts(next, STR("\t")))
			return SNIFF_YES;
	}
	if (!map)
		return SNIFF_NO;
	strbuf_addc(why, "maps without stacks: use @[ustack] = count()");
	return SNIFF_NEAR;
}

const struct reader reader_bpftrace = { "bpftrace", "maps of bpftrace",
	bpftrace_read, .sniff = bpftrace_sniff };

/* ---- DTrace ---- */

/* Aggregations of stacks as DTrace prints them at its end, in blocks with
   blank lines between:

	 httpd                        parts of the key that are not stacks
		 libc.so.1`read+0xa   frames, leaf first
		 httpd`main+0x1b
		  17                  the value

   What is before the backtick is the mapping; parts are labels key1, key2. */

struct dtrace {
	struct read_job *job;
	struct lines lines;
	struct stack_map map;
	size_t frames; /* of the block so far */
	size_t begun;  /* its first line; 0: none */
	size_t bad, first_bad;
};

static uint64_t
hex_address(struct str s)
{
	uint64_t n = 0;

	for (size_t i = 2; i < s.n && i < 18; i++) {
		int digit = ascii_low_hex(s.p[i]);

		if (digit < 0)
			break;
		n = n << 4 | (uint64_t)digit;
	}
	return n;
}

static void
add_frame(struct dtrace *d, struct str s)
{
	ptrdiff_t at = str_chr(s, '`');
	struct str mapping = at > 0 ? str_sub(s, 0, (size_t)at) : STR_EMPTY;
	struct str symbol = at > 0 ? str_skip(s, (size_t)at + 1) : s;
	bool bare = str_starts(symbol, STR("0x"));

	stack_map_frame(&d->map, mapping,
		bare ? STR("[unknown]") : stack_map_symbol(symbol),
		bare ? hex_address(symbol) : 0);
	d->frames++;
}

static void
drop_block(struct dtrace *d)
{
	if (d->frames > 0 && d->bad++ == 0)
		d->first_bad = d->begun;
	d->map.stack.n = d->map.label.n = 0;
	d->frames = d->begun = 0;
}

static void
dtrace_line(struct dtrace *d, struct str line)
{
	struct str s = str_trim(line);
	int64_t value;

	if (s.n == 0) {
		/* A value was not there. */
		drop_block(d);
		return;
	}
	if (d->begun == 0)
		d->begun = d->lines.number;
	if (d->frames > 0 && str_to_i64(s, &value)) {
		stack_map_sample(&d->map, STR("samples"), value);
		d->frames = d->begun = 0;
	} else if (d->frames > 0 || str_chr(s, '`') > 0 ||
		str_starts(s, STR("0x"))) {
		/* "libc.so.1`read+0xa", "0x7fff5fc0"; below such ones any */
		add_frame(d, s);
	} else if (line.p[0] == ' ' || line.p[0] == '\t') {
		stack_map_key(&d->map, s);
	}
}

static int
dtrace_end(struct dtrace *d, struct err *err)
{
	drop_block(d);
	if (stack_map_end(&d->map) != 0) {
		if (read_check(d->job->builder, err) != 0)
			return -1;
		return err_set(err, ERR_FORMAT,
			"no stacks with a number below them in %zu lines of "
			"DTrace",
			d->lines.number);
	}
	if (!str_ends(d->job->bytes, STR("\n")))
		warnings_add(d->job->warnings,
			"No newline at the end: stacks may be missing");
	if (d->bad > 0)
		warnings_add(d->job->warnings,
			"DTrace: %zu stacks without a number below them were "
			"left out, the first at line %zu",
			d->bad, d->first_bad);
	return 0;
}

static int
dtrace_read(struct read_job *job, struct err *err)
{
	struct dtrace d = { .job = job, .map.b = job->builder };
	struct str line;
	int rc = -1;

	intern_init(&d.map.seen, &d.map.arena);
	lines_init(&d.lines, job->bytes, job);
	while (lines_next(&d.lines, &line))
		dtrace_line(&d, line);
	if (lines_end(&d.lines, err) == 0)
		rc = dtrace_end(&d, err);
	stack_map_fini(&d.map);
	return rc;
}

/* An indented frame with a backtick, and an indented number below it. */
static int
dtrace_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	bool frame = false, ever = false;
	int64_t value;

	lines_sniff(&lines, bytes);
	while (lines_next(&lines, &line)) {
		struct str s = str_trim(line);

		if (s.n == 0 || (line.p[0] != ' ' && line.p[0] != '\t')) {
			frame = false;
			continue;
		}
		if (frame && str_to_i64(s, &value))
			return SNIFF_YES;
		frame |= str_chr(s, '`') > 0;
		ever |= frame;
	}
	if (!ever)
		return SNIFF_NO;
	strbuf_addc(why, "stacks without a number below them");
	return SNIFF_NEAR;
}

const struct reader reader_dtrace = { "dtrace", "stacks of DTrace", dtrace_read,
	.sniff = dtrace_sniff };
