/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads the maps of stacks that bpftrace and DTrace print.
 */
#include "prelude.h"

#include "base/ascii.h"
#include "base/json.h"
#include "base/strbuf.h"
#include "read/lines.h"
#include "read/perf/perf.h"
#include "read/reader.h"
#include "read/stackmap.h"

/* ---- bpftrace ---- */

/* Maps of stacks as bpftrace prints them on exit:

       @wait[                    start of an entry of the map "wait"
	   read+25               frames, leaf first
	   main+168
       ,                         the next part of the key: another stack
	   vfs_read+33
	   entry_SYSCALL_64+118
       , work, 42]: 17           parts that are not stacks; the value

   Each map is a sample type, and may have no name. Parts of keys that are not
   stacks are labels key1, key2. Of two stacks, the kernel's is the callee. With
   -f json each line is an object, whose keys are turned back into text:

       {"type": "map", "data": {"@wait": {"\n read+25\n,work,42": 17}}} */

enum { STACKS = 2 };

struct stack {
	VEC(struct perf_frame) frame; /* leaf first */
	bool is_kernel;
};

struct bpftrace {
	struct read_job *job;
	struct lines lines;
	struct stack_map map;
	struct str name; /* name of the map of the open entry */
	bool is_open, in_stack;
	size_t begun; /* line where the entry begins */
	struct stack stack[STACKS];
	size_t stacks;
	size_t plain, first_plain; /* entries without stacks */
	size_t bad, first_bad;     /* values that are not numbers */
	bool histogram;            /* a value is a histogram */
};

/* Functions where kernel stacks begin, or that are on nearly all of them. */
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
begin_stack(struct bpftrace *b)
{
	/* Later stacks are added to the second one. */
	if (b->stacks < STACKS)
		b->stacks++;
	b->in_stack = true;
}

static void
add_frames(struct stack_map *map, const struct stack *s, struct str mapping)
{
	for (size_t i = 0; i < s->frame.n; i++) {
		const struct perf_frame *f = &s->frame.p[i];

		stack_map_frame(map,
			f->dso.n > 0 && mapping.n == 0 ? f->dso : mapping,
			f->symbol.n > 0 ? f->symbol : STR("[unknown]"),
			f->address);
	}
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
	stack_map_forget(&b->map);
}

/* Read parts of the key in a line: "work, 42". "]: 17" ends the entry. */
static void
key_parts(struct bpftrace *b, struct str s)
{
	ptrdiff_t end = str_rfind(s, STR("]:"));
	struct str value = STR_EMPTY;

	if (end >= 0) {
		value = str_skip(s, (size_t)end + 2);
		s = str_sub(s, 0, (size_t)end);
		/* "@[42, ]: 7" has an empty stack. */
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
	if (end >= 0) {
		int64_t n;

		/* The entry ends: add its sample. */
		value = str_trim(value);
		if (b->stacks == 0) {
			if (b->plain++ == 0)
				b->first_plain = b->begun;
		} else if (!stack_map_number(value, &n, &b->map.clipped)) {
			b->histogram |= value.n == 0;
			if (b->bad++ == 0)
				b->first_bad = b->lines.number;
		} else {
			struct stack *first = &b->stack[0],
				     *second = &b->stack[1];

			/* The kernel's stack comes first, at the leaf. */
			if (b->stacks > 1 && second->frame.n > 0 &&
				(second->is_kernel || !first->is_kernel)) {
				add_frames(&b->map, second, STR("[kernel]"));
				add_frames(&b->map, first, STR_EMPTY);
			} else {
				add_frames(&b->map, first,
					first->is_kernel ? STR("[kernel]")
							 : STR_EMPTY);
				if (b->stacks > 1)
					add_frames(&b->map, second, STR_EMPTY);
			}
			stack_map_sample(&b->map,
				b->name.n > 0 ? b->name : STR("samples"), n);
		}
		reset_entry(b);
	} else
		b->in_stack = false;
}

/* Split "@name[" off a line. False if the line does not begin like this. */
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
		struct stack *s;
		struct perf_frame f;
		struct str hex;

		if (!b->in_stack)
			begin_stack(b);
		s = &b->stack[b->stacks - 1];
		line = str_trim(line);
		if (line.n == 0)
			return;
		hex = str_skip(line, str_starts(line, STR("0x")) ? 2 : 0);
		if (perf_frame_line(line, &f) && f.dso.n > 0)
			/* ustack(perf): "7f10 main+168 (/opt/app)" */
			f.symbol = stack_map_symbol(f.symbol);
		else if (hex.n >= 6 && perf_frame_line(hex, &f) &&
			f.symbol.n == 0)
			/* "0x7f10508d44a3", "7f10508d44a3" */
			f = (struct perf_frame){ .address = f.address };
		else
			f = (struct perf_frame){ .symbol = stack_map_symbol(
							 line) };
		s->is_kernel |= is_kernel(&f);
		vec_push(&s->frame, f);
	} else if (line.n > 0 && line.p[0] == ',') {
		/* Another stack follows, maybe an empty one. */
		if (str_trim(str_skip(line, 1)).n == 0 && !b->in_stack)
			begin_stack(b);
		key_parts(b, str_skip(line, 1));
	} else if (line.n > 0 && line.p[0] == ']') {
		key_parts(b, line);
	}
}

/* Set out to the content of a JSON string, with escapes decoded. */
static void
json_text(struct str raw, struct strbuf *out)
{
	struct strbuf quoted = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct jwalk w;
	struct jval *v;
	struct str text;

	strbuf_reset(out);
	strbuf_add3(&quoted, "\"", raw, "\"");
	jwalk_init(&w, strbuf_str(&quoted), &err);
	v = jval_read(&w);
	if (v != NULL && jval_text(v, &text))
		strbuf_add(out, text);
	jval_free(v);
	strbuf_free(&quoted);
}

/* Read a map: {"key": value, ...}, or one value. */
static int
json_map(struct bpftrace *b, struct jwalk *w, struct str name)
{
	struct strbuf text = STRBUF_INIT;
	struct str key, value;
	size_t n = 0;
	int more;

	b->begun = b->lines.number;
	if (jwalk_peek(w) != '{') {
		if (b->plain++ == 0)
			b->first_plain = b->begun;
		return jwalk_skip(w);
	}
	if (jwalk_object(w) != 0)
		return -1;
	while ((more = jwalk_key(w, &n, &key)) > 0) {
		struct str entry_key;
		struct str entry_value;
		struct strbuf entry_text = STRBUF_INIT;
		bool is_frame = false;

		if (jwalk_span(w, &value) != 0) {
			more = -1;
			break;
		}
		/* A number may be quoted. */
		if (str_starts(value, STR("\"")))
			value = str_sub(value, 1, value.n - 1);
		json_text(key, &text);
		/* Write the entry as bpftrace's text, "@name[key]: value", with
		   a blank between parts. A histogram gets no value. */
		entry_key = strbuf_str(&text);
		entry_value = str_starts(value, STR("[")) ||
				str_starts(value, STR("{"))
			? STR_EMPTY
			: value;
		strbuf_add3(&entry_text, "", name, "[");
		for (size_t i = 0; i < entry_key.n; i++) {
			char c = entry_key.p[i];

			if (i == 0 || entry_key.p[i - 1] == '\n')
				is_frame = c == ' ' || c == '\t';
			strbuf_addch(&entry_text, c);
			if (c == ',' && !is_frame)
				strbuf_addch(&entry_text, ' ');
		}
		strbuf_add3(&entry_text, "]: ", entry_value, "");
		entry_key = strbuf_str(&entry_text);
		while (entry_key.n > 0)
			bpftrace_line(b, str_cut(&entry_key, '\n'));
		strbuf_free(&entry_text);
	}
	strbuf_free(&text);
	return more;
}

/* Read a line of -f json. */
static void
json_line(struct bpftrace *b, struct str line)
{
	static const char *const names[] = { "type", "data" };
	struct err err = ERR_INIT;
	struct str type, name;
	struct jwalk w;
	size_t at[2], n = 0;
	int more = -1;

	if (str_trim(line).n == 0)
		return;
	jwalk_init(&w, line, &err);
	if (jwalk_members(&w, names, 2, at) == 0 && at[0] != 0 && at[1] != 0) {
		jwalk_to(&w, at[0]);
		if (jwalk_span(&w, &type) == 0 && !str_is(type, "\"map\""))
			return;
		jwalk_to(&w, at[1]);
		if (jwalk_peek(&w) == '{' && jwalk_object(&w) == 0)
			while ((more = jwalk_key(&w, &n, &name)) > 0)
				if (json_map(b, &w, name) < 0)
					break;
	}
	if (more != 0 && b->bad++ == 0)
		b->first_bad = b->lines.number;
}

static bool
is_json_of_bpftrace(struct str bytes)
{
	struct str s = str_trim(str_sub(bytes, 0, 4096));

	return str_starts(s, STR("{\"type\": \"attached_probes\"")) ||
		str_starts(s, STR("{\"type\": \"map\", \"data\": {\"@"));
}

static int
bpftrace_read(struct read_job *job, struct err *err)
{
	struct bpftrace b = { .job = job };
	bool is_json = is_json_of_bpftrace(job->bytes);
	struct str line;
	int rc = -1;

	stack_map_init(&b.map, job->builder);
	lines_init(&b.lines, job->bytes, job);
	while (lines_next(&b.lines, &line))
		if (is_json)
			json_line(&b, line);
		else
			bpftrace_line(&b, line);
	if (lines_end(&b.lines, err) == 0) {
		const char *why = b.histogram ? " is a histogram"
			: b.bad > 0           ? "'s values are not numbers"
					      : " has no stacks";

		if (stack_map_end(&b.map) == 0) {
			struct warnings *warnings = b.job->warnings;

			if (b.map.clipped)
				read_warn_clipped(b.job);
			if (b.is_open)
				warnings_add(warnings,
					"bpftrace: the last entry, at line "
					"%zu, is truncated "
					"and left out",
					b.begun);
			else if (!str_ends(b.job->bytes, STR("\n")))
				warnings_add(warnings,
					"no newline at the end: the last value "
					"may be truncated, entries may be "
					"missing");
			if (b.bad > 0)
				warnings_add(warnings,
					"bpftrace: %zu entries without a "
					"number for a value "
					"were left out, the first at line %zu",
					b.bad, b.first_bad);
			if (b.plain > 0)
				warnings_add(warnings,
					"bpftrace: %zu entries without a stack "
					"were left out, "
					"the first at line %zu",
					b.plain, b.first_plain);
			rc = 0;
		} else if (read_check(b.job->builder, err) != 0)
			rc = -1;
		else if (b.bad == 0 && b.plain == 0)
			rc = err_set(err, ERR_FORMAT,
				"no map with stacks in %zu lines of bpftrace "
				"output",
				b.lines.number);
		else
			rc = err_set(err, ERR_FORMAT,
				"the map%s: use @[ustack] = count() (line %zu)",
				why, b.bad > 0 ? b.first_bad : b.first_plain);
	}
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

	if (is_json_of_bpftrace(bytes))
		return SNIFF_YES;
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
	strbuf_addstr(why, "maps without stacks: use @[ustack] = count()");
	return SNIFF_NEAR;
}

const struct reader reader_bpftrace = { "bpftrace", "maps of bpftrace",
	bpftrace_read, .sniff = bpftrace_sniff };

/* ---- DTrace ---- */

/* Aggregations of stacks as DTrace prints them on exit:

	 httpd                        parts of the key that are not stacks
		 genunix`read+0x1a    frames, leaf first

		 libc.so.1`read+0xa   another stack of the key
		 httpd`main+0x1b
		  17                  the value

   The mapping is before the backtick; other parts are labels key1, key2. Of two
   stacks, the kernel's is the callee. Either may be empty. */

struct dtrace {
	struct read_job *job;
	struct lines lines;
	struct stack_map map;
	struct stack stack[STACKS];
	size_t stacks;   /* begun in this key */
	bool after_line; /* after a blank line below frames */
	size_t begun;    /* line where the key begins; 0: no key */
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

/* End the key, with its value or without. */
static void
dtrace_end(struct dtrace *d, const int64_t *value)
{
	bool last = d->stacks > 1 && d->stack[1].is_kernel &&
		!d->stack[0].is_kernel;

	if (value != NULL) {
		add_frames(&d->map, &d->stack[last], STR_EMPTY);
		add_frames(&d->map, &d->stack[!last], STR_EMPTY);
		stack_map_sample(&d->map, STR("samples"), *value);
	} else if (d->stacks > 0 && d->bad++ == 0) {
		d->first_bad = d->begun;
	}
	stack_map_forget(&d->map);
	for (int i = 0; i < STACKS; i++) {
		d->stack[i].frame.n = 0;
		d->stack[i].is_kernel = false;
	}
	d->stacks = d->begun = 0;
	d->after_line = false;
}

/* True for the offset of "->" in "f->g", which is g inlined into f. */
static bool
is_inlined(struct str s, ptrdiff_t at)
{
	struct str outer = str_sub(s, 0, at > 0 ? (size_t)at : 0);

	return outer.n > 0 && (size_t)at + 2 < s.n && s.p[at + 2] != ' ' &&
		!str_ends(outer, STR("operator")) && str_chr(outer, ' ') < 0 &&
		str_chr(outer, '(') < 0 && str_chr(outer, '<') < 0;
}

/* Add a frame: "libc.so.1`read+0xa", "0x7fff5fc0" or, below the first frame,
   any text. */
static void
dtrace_frame(struct dtrace *d, struct str s)
{
	static const char *const kernels[] = { "unix", "genunix", "kernel",
		"mach_kernel" };
	ptrdiff_t at = str_chr(s, '`');
	struct perf_frame f = { .symbol = str_skip(s, (size_t)(at + 1)),
		.dso = str_sub(s, 0, at > 0 ? (size_t)at : 0) };
	struct stack *stack;

	if (d->stacks == 0 || (d->after_line && d->stacks < STACKS))
		d->stacks++;
	d->after_line = false;
	stack = &d->stack[d->stacks - 1];
	for (size_t i = 0; i < COUNT_OF(kernels); i++)
		stack->is_kernel |= str_is(f.dso, kernels[i]);
	if (str_starts(f.symbol, STR("0x"))) {
		f.address = hex_address(f.symbol);
		f.symbol = STR_EMPTY;
	}
	f.symbol = stack_map_symbol(f.symbol);
	/* The innermost comes last in the name, and first in the stack. */
	while (is_inlined(f.symbol, at = str_rfind(f.symbol, STR("->")))) {
		struct perf_frame inner = f;

		inner.symbol = str_skip(f.symbol, (size_t)at + 2);
		vec_push(&stack->frame, inner);
		f.symbol.n = (size_t)at;
	}
	vec_push(&stack->frame, f);
}

static void
dtrace_line(struct dtrace *d, struct str line)
{
	struct str s = str_trim(line);
	bool is_frame = str_chr(s, '`') > 0 || str_starts(s, STR("0x"));
	int64_t value;

	if (s.n == 0) {
		/* A second blank line, or one before any stack, ends a key. */
		if (d->stacks == 0 || d->after_line)
			dtrace_end(d, NULL);
		else
			d->after_line = true;
		return;
	}
	if (d->stacks > 0 && stack_map_number(s, &value, &d->map.clipped)) {
		dtrace_end(d, &value);
		return;
	}
	/* A histogram or the next key: the stacks before have no value. */
	if (d->after_line && !is_frame)
		dtrace_end(d, NULL);
	if (d->begun == 0)
		d->begun = d->lines.number;
	if (d->stacks > 0 || is_frame)
		dtrace_frame(d, s);
	else if (line.p[0] == ' ' || line.p[0] == '\t')
		stack_map_key(&d->map, s);
}

static int
dtrace_read(struct read_job *job, struct err *err)
{
	struct dtrace d = { .job = job };
	struct str line;
	int rc = -1;

	stack_map_init(&d.map, job->builder);
	lines_init(&d.lines, job->bytes, job);
	while (lines_next(&d.lines, &line))
		dtrace_line(&d, line);
	if (lines_end(&d.lines, err) == 0) {
		dtrace_end(&d, NULL);
		if (stack_map_end(&d.map) != 0) {
			if (read_check(d.job->builder, err) != 0)
				rc = -1;
			else
				rc = err_set(err, ERR_FORMAT,
					"no stacks with a number below them in "
					"%zu lines of "
					"DTrace",
					d.lines.number);
		} else {
			if (!str_ends(d.job->bytes, STR("\n")))
				warnings_add(d.job->warnings,
					"no newline at the end: stacks may be "
					"missing");
			if (d.map.clipped)
				read_warn_clipped(d.job);
			if (d.bad > 0)
				warnings_add(d.job->warnings,
					"DTrace: %zu stacks without a number "
					"below them were "
					"left out, the first at line %zu",
					d.bad, d.first_bad);
			rc = 0;
		}
	}
	stack_map_fini(&d.map);
	for (int i = 0; i < STACKS; i++)
		vec_free(&d.stack[i].frame);
	return rc;
}

/* Look for an indented frame with a backtick, and a number below it, maybe
   after a blank line. */
static int
dtrace_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line;
	bool frame = false, ever = false, clipped = false;
	int64_t value;

	lines_sniff(&lines, bytes);
	while (lines_next(&lines, &line)) {
		struct str s = str_trim(line);

		if (s.n == 0)
			continue;
		if (line.p[0] != ' ' && line.p[0] != '\t') {
			frame = false;
			continue;
		}
		if (frame && stack_map_number(s, &value, &clipped))
			return SNIFF_YES;
		frame |= str_chr(s, '`') > 0;
		ever |= frame;
	}
	if (!ever)
		return SNIFF_NO;
	strbuf_addstr(why, "stacks without a number below them");
	return SNIFF_NEAR;
}

const struct reader reader_dtrace = { "dtrace", "stacks of DTrace", dtrace_read,
	.sniff = dtrace_sniff };
