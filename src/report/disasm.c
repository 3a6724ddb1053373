/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -disasm: the instructions of the matching functions, with their weights.
 *
 * ROUTINE ======================== work
 *      36ms       36ms (flat, cum) 17.6% of Total
 *         .          .       1190: test   %edi,%edi          ;work leaf.c:30
 *      36ms       36ms       1192: je     1268 <work+0xd8>
 *
 * Functions come from the symbol tables of the profile's binaries, not from the
 * profile. pprof converts all addresses by the first mapping it happens to look
 * at; here each address uses its own mapping.
 */
#include "prelude.h"

#include <inttypes.h>

#include "analysis/graph.h"
#include "base/arena.h"
#include "base/bits.h"
#include "base/num.h"
#include "base/utf8.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/regexp.h"
#include "profile/demangle.h"
#include "profile/unit.h"
#include "report/json.h"
#include "report/report.h"
#include "symbol/kernel.h"
#include "symbol/loadbias.h"
#include "symbol/objdump.h"
#include "symbol/symtab.h"

/* Columns before an instruction's file and line. */
enum { TEXT_COLUMNS = 40, PLACE_COLUMN = 74 };

/* A node at its address in the file. */
struct disasm_spot {
	uint64_t address;
	const struct graph_node *node;
};
struct spots {
	struct disasm_spot *p;
	size_t n, cap;
};

/* A routine: the symbols at one address, and its samples. */
struct disasm_routine {
	const char *path;
	uint64_t from, last; /* last: address of the last byte */
	struct str *name;
	size_t n_names;
	struct disasm_spot *spot;
	size_t n_spots;
};

struct disassembly {
	const struct report_job *job;
	const struct profile *p;
	const struct graph *g;
	struct report_scale n;
	struct arena arena;
	bool by_address; /* the pattern can also be read as an address */
	uint64_t address;
	size_t found; /* matching routines, even without samples */
	VEC(struct disasm_routine) routine; /* matching routines with samples */
};

/* ---- Routines ---- */

static map_id
node_map(const struct disassembly *d, const struct graph_node *node)
{
	loc_id l = d->g->frames->frame[node->frame].first_loc;

	return l != NONE ? d->p->loc.map[l] : NONE;
}

static int
by_spot(const void *a, const void *b)
{
	const struct disasm_spot *x = a, *y = b;

	return x->address < y->address ? -1 : x->address > y->address;
}

/* Collect the nodes of a mapping, sorted by their addresses in its file. Nodes
   outside of the mapping's address range are left out. */
static void
find_spots(const struct disassembly *d, map_id m, const struct object *o,
	struct stext stext, struct spots *out)
{
	const struct profile *p = d->p;
	const struct place place = { p->map.start[m], p->map.limit[m],
		p->map.offset[m] };
	struct err ignored = ERR_INIT;
	uint64_t base = 0;

	for (uint32_t i = 0; i < d->g->n; i++) {
		const struct graph_node *node = &d->g->node[i];
		const struct frame *f = &d->g->frames->frame[node->frame];
		struct disasm_spot s = { f->address, node };

		if (node_map(d, node) != m)
			continue;
		if (place.start < place.limit &&
			(s.address < place.start || s.address >= place.limit))
			continue;
		if (out->n == 0 &&
			base_find(o, &place, stext, s.address, &base,
				&ignored) != 0)
			return;
		s.address -= base;
		vec_push(out, s);
	}
	if (out->n > 0)
		qsort(out->p, out->n, sizeof(*out->p), by_spot);
}

static size_t
first_spot(const struct spots *s, uint64_t address)
{
	size_t low = 0, high = s->n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (s->p[mid].address < address)
			low = mid + 1;
		else
			high = mid;
	}
	return low;
}

/* Add a routine at from..last with all its symbols, if it matches. */
static void
disasm_add(struct disassembly *d, const char *path, const struct spots *s,
	const struct str *name, size_t n, uint64_t from, uint64_t last)
{
	size_t at = first_spot(s, from);
	size_t end = last < UINT64_MAX ? first_spot(s, last + 1) : s->n;
	struct disasm_routine r = { .path = path, .from = from, .last = last };

	if (at >= end && !d->by_address)
		return;
	if (d->by_address && d->address != 0 && d->address >= from &&
		d->address <= last) {
		r.n_names = n;
		r.name = ARENA_ARRAY(&d->arena, struct str, n);
		for (size_t i = 0; i < n; i++)
			r.name[i] = arena_str(&d->arena, name[i]);
	} else {
		struct str form = STR_EMPTY;

		for (size_t i = 0; i < n && r.n_names == 0; i++) {
			struct str forms_name = name[i];
			struct str *forms_form = &form;
			static const enum demangle_mode modes[] = {
				DEMANGLE_FULL, DEMANGLE_TEMPLATES,
				DEMANGLE_DEFAULT
			};
			struct strbuf text = STRBUF_INIT;
			bool good = regexp_str(d->job->match, forms_name);

			/* Find the form of the name that matches, raw or
			   demangled, in the arena. */
			*forms_form = forms_name;
			for (size_t j = 0; j < COUNT_OF(modes) && !good; j++) {
				strbuf_reset(&text);
				if (!demangle_encoded(
					    &text, forms_name, modes[j]) ||
					!regexp_str(d->job->match,
						strbuf_str(&text)))
					continue;
				good = true;
				*forms_form = strbuf_str(&text);
			}
			if (good)
				*forms_form = arena_str(&d->arena, *forms_form);
			strbuf_free(&text);
			r.n_names = good;
		}
		r.name = arena_dup(&d->arena, &form, 1, sizeof(form));
	}
	if (r.n_names == 0)
		return;
	d->found++;
	if (at >= end)
		return;
	r.n_spots = end - at;
	r.spot = arena_dup(&d->arena, s->p + at, r.n_spots, sizeof(*r.spot));
	vec_push(&d->routine, r);
}

/* Print an error about an unreadable file above the report, as pprof does. */
static void
disasm_complain(const struct disassembly *d, const struct err *err)
{
	if (d->job->json != NULL)
		warnings_add(d->job->warnings, "%s", err->msg);
	else
		strbuf_addf(d->job->out, "%s\n", err->msg);
}

static void
look_into(struct disassembly *d, map_id m)
{
	const struct profile *p = d->p;
	const struct place place = { p->map.start[m], p->map.limit[m],
		p->map.offset[m] };
	struct str file = profile_str(p, p->map.file[m]);
	const char *path = arena_copy(&d->arena, file.p, file.n);
	struct err err = ERR_INIT;
	struct spots spots = { 0 };
	struct stext stext;
	struct object o;

	if (object_open(&o, path, &err) != 0) {
		disasm_complain(d, &err);
		return;
	}
	if (base_check(&o, path, kernel_relocation(file), &place, &stext,
		    &err) != 0) {
		disasm_complain(d, &err);
	} else {
		struct symtab *t;
		size_t n, next;
		VEC(struct str) name = { 0 };

		find_spots(d, m, &o, stext, &spots);
		t = symtab_new(&o, SYMTAB_LIST);
		n = symtab_size(t);
		for (size_t i = 0; i < n && !progress_stopped(d->job->progress);
			i = next) {
			uint64_t from = 0, after = 0, size;

			name.n = 0;
			for (next = i; next < n; next++) {
				struct str text =
					symtab_at(t, next, &after, &size);

				if (next == i)
					from = after;
				if (after != from)
					break;
				vec_push(&name, text);
			}
			disasm_add(d, path, &spots, name.p, name.n, from,
				next < n ? after - 1 : UINT64_MAX);
		}
		vec_free(&name);
		symtab_free(t);
	}
	vec_free(&spots);
	object_close(&o);
}

static int
by_name(const void *a, const void *b)
{
	const struct disasm_routine *x = a, *y = b;
	int order = str_cmp(x->name[0], y->name[0]);

	return order != 0 ? order : x->from < y->from ? -1 : x->from > y->from;
}

/* ---- Printing ---- */

struct disasm_sums {
	int64_t flat, cum, flat_div, cum_div;
};

static void
add_sums(struct disasm_sums *s, const struct graph_node *n)
{
	s->flat = i64_wrap_add(s->flat, n->self);
	s->cum = i64_wrap_add(s->cum, n->total);
	s->flat_div = i64_wrap_add(s->flat_div, n->self_div);
	s->cum_div = i64_wrap_add(s->cum_div, n->total_div);
}

static int
count_characters(struct str s)
{
	uint32_t cp;
	int n = 0;

	for (; s.n > 0; n++)
		s = str_skip(s, utf8_decode(s, &cp));
	return n;
}

/* Print the instructions, each with the samples up to the next one. */
static void
put_code(const struct disassembly *d, const struct disasm_routine *r,
	const struct code *code)
{
	struct instruction last = { .line = 0 };
	struct strbuf place = STRBUF_INIT;
	size_t at = 0;

	for (size_t i = 0; i < code->instruction.n; i++) {
		struct instruction now = code->instruction.p[i];
		uint64_t next = i + 1 < code->instruction.n
			? code->instruction.p[i + 1].address
			: UINT64_MAX;
		struct disasm_sums s = { .flat = 0 };

		if (now.file.n > 0)
			now.file = str_basename(now.file);
		for (; at < r->n_spots && r->spot[at].address < next; at++) {
			const struct graph_node *n = r->spot[at].node;
			const struct frame *f;

			add_sums(&s, n);
			/* Fill in the file, line and function that objdump did
			   not give. */
			f = &d->g->frames->frame[n->frame];
			if (now.file.n == 0 && f->file.n > 0)
				now.file = str_basename(f->file);
			if (now.line == 0 && f->line != 0)
				now.line = (uint64_t)f->line;
			if (now.function.n == 0)
				now.function = f->name;
		}
		strbuf_reset(&place);
		if (now.line != last.line || !str_eq(now.file, last.file) ||
			!str_eq(now.function, last.function)) {
			/* "work leaf.c:30" */
			if (now.function.n > 0)
				strbuf_add3(&place, "", now.function, " ");
			strbuf_add(&place, now.file);
			if (now.file.n > 0 && now.line != 0)
				strbuf_addf(
					&place, ":%" PRId64, (int64_t)now.line);
		}
		if (d->job->json != NULL) {
			struct jsonout *j = d->job->json;

			/* In JSON, each instruction has its position. */
			jsonout_object(j, NULL);
			jsonout_address(j, "address", now.address);
			jsonout_text(j, "text", now.text);
			jsondoc_value(j, "flat", &d->n,
				weight_div(s.flat, s.flat_div));
			jsondoc_value(
				j, "cum", &d->n, weight_div(s.cum, s.cum_div));
			jsonout_some_text(j, "function", now.function);
			jsonout_some_text(j, "file", now.file);
			if (now.line != 0)
				jsonout_int(j, "line", (int64_t)now.line);
			jsonout_close(j);
		} else {
			struct str instruction_place = strbuf_str(&place);
			struct strbuf *out = d->job->out;
			bool beside = instruction_place.n > 0 &&
				now.text.n < TEXT_COLUMNS;
			int width = beside ? count_characters(now.text)
					   : TEXT_COLUMNS;
			uint64_t address;

			if (instruction_place.n > 0 && !beside) {
				strbuf_addn(out, ' ', PLACE_COLUMN);
				strbuf_add3(out, ";", instruction_place, "\n");
			}
			address = now.address;
			scale_put_cell(
				&d->n, weight_div(s.flat, s.flat_div), out);
			scale_put_cell(
				&d->n, weight_div(s.cum, s.cum_div), out);
			strbuf_addf(out, "%10" PRIx64 ": ", address);
			strbuf_add(out, now.text);
			if (beside) {
				strbuf_addn(out, ' ',
					(size_t)(TEXT_COLUMNS - width));
				strbuf_add3(out, ";", instruction_place, "");
			}
			strbuf_addch(out, '\n');
		}
		last = now;
	}
	strbuf_free(&place);
}

static struct disasm_sums
routine_sums(const struct disasm_routine *r)
{
	struct disasm_sums s = { .flat = 0 };

	for (size_t i = 0; i < r->n_spots; i++)
		add_sums(&s, r->spot[i].node);
	return s;
}

static int
disasm_put(const struct disassembly *d, struct err *err)
{
	const struct query *q = &d->job->view->query;
	struct bits kept = { .word = NULL };
	struct objdump objdump;
	int rc = objdump_find(&objdump, q->tools, d->job->progress, err);

	if (rc != 0)
		return -1;
	if (d->job->json != NULL) {
		jsonout_array(d->job->json, "code");
		if (report_most(d->job) < d->routine.n) {
			int64_t *cum = xcalloc(d->routine.n, sizeof(*cum));

			for (size_t i = 0; i < d->routine.n; i++)
				cum[i] = routine_sums(&d->routine.p[i]).cum;
			kept = report_heaviest(d->job, cum, d->routine.n);
			free(cum);
		}
	} else {
		strbuf_addstr(d->job->out, "Total: ");
		scale_put(&d->n, d->n.total, 0, d->job->out);
		strbuf_addch(d->job->out, '\n');
	}
	for (size_t i = 0;
		i < d->routine.n && rc == 0 && report_goes_on(d->job); i++) {
		const struct disasm_routine *r = &d->routine.p[i];
		const struct objdump_range range = { .path = r->path,
			.from = r->from,
			.to = r->last < UINT64_MAX ? r->last + 1 : UINT64_MAX,
			.intel = q->intel_syntax,
			.lines = true };
		struct code code = CODE_INIT;

		if (kept.word != NULL && !bits_get(&kept, i))
			continue;
		rc = objdump_run(
			&objdump, &range, &code, d->job->progress, err);
		if (rc == 0 && d->job->json != NULL) {
			struct jsonout *j = d->job->json;
			struct disasm_sums s = routine_sums(r);

			jsonout_object(j, NULL);
			jsonout_text(j, "name", r->name[0]);
			jsonout_array(j, "aliases");
			for (size_t k = 1; k < r->n_names; k++)
				jsonout_text(j, NULL, r->name[k]);
			jsonout_close(j);
			jsonout_text(j, "object", str_c(r->path));
			jsondoc_value(j, "flat", &d->n, s.flat);
			jsondoc_value(j, "cum", &d->n, s.cum);
			jsonout_array(j, "instructions");
			put_code(d, r, &code);
			jsonout_close(j);
			jsonout_close(j);
		} else if (rc == 0) {
			struct strbuf *out = d->job->out;
			char percent[UNIT_TEXT_MAX];
			struct disasm_sums s = routine_sums(r);

			strbuf_add3(out,
				"ROUTINE ======================== ", r->name[0],
				"\n");
			for (size_t j = 1; j < r->n_names; j++)
				strbuf_add3(out,
					"    AKA ======================== ",
					r->name[j], "\n");
			scale_put(&d->n, s.flat, 10, out);
			strbuf_addch(out, ' ');
			scale_put(&d->n, s.cum, 10, out);
			unit_percentage(s.cum, d->n.total, percent);
			strbuf_addf(out, " (flat, cum) %s of Total\n", percent);
			put_code(d, r, &code);
		}
		code_free(&code);
	}
	if (d->job->json != NULL)
		jsonout_close(d->job->json);
	free(kept.word);
	objdump_free(&objdump);
	return rc;
}

static int
disasm_run(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	struct disassembly d = { .job = job, .p = v->profile };
	struct graph_options options;
	struct graph *g;
	int rc;
	bool *wanted;
	const struct profile *p;
	struct bits files;

	graph_options_init(&options, &v->query);
	g = graph_full(v, &options);
	d.g = g;
	scale_init(&d.n, v);
	d.by_address = report_parse_address(job->arg, &d.address);
	/* Mark mappings that match: by the address, or by a frame. */
	p = d.p;
	wanted = xcalloc((size_t)p->map.n + 1, sizeof(*wanted));
	files = bits_new(p->strings.n);
	for (uint32_t i = 0; i < d.g->n; i++) {
		const struct graph_node *node = &d.g->node[i];
		map_id m = node_map(&d, node);

		if (m != NONE && p->map.file[m] != 0 &&
			!bits_get(&files, p->map.file[m]) &&
			regexp_str(d.job->match,
				d.g->frames->frame[node->frame].name))
			bits_set(&files, p->map.file[m]);
	}
	for (map_id m = 0; m < p->map.n; m++)
		wanted[m] = bits_get(&files, p->map.file[m]) ||
			(d.by_address && d.address >= p->map.start[m] &&
				d.address <= p->map.limit[m]);
	free(files.word);
	for (map_id m = 0; m < d.p->map.n; m++)
		if (wanted[m] && !progress_stopped(d.job->progress))
			look_into(&d, m);
	free(wanted);
	if (d.routine.n > 0) {
		qsort(d.routine.p, d.routine.n, sizeof(*d.routine.p), by_name);
		rc = 0;
	} else {
		if (d.job->json == NULL)
			warnings_add_lines(
				d.job->warnings, strbuf_str(d.job->out));
		if (!d.by_address)
			rc = err_set(err, ERR_NO_MATCH,
				"no matches found for regexp %.*s",
				STR_ARG(d.job->arg));
		else if (d.found == 0)
			rc = err_set(err, ERR_NO_MATCH,
				"no matches found for address 0x%" PRIx64,
				d.address);
		else
			rc = err_set(err, ERR_NO_MATCH,
				"address 0x%" PRIx64
				" found in binary, but the corresponding "
				"symbols do not have samples in the profile",
				d.address);
	}
	if (rc == 0)
		rc = disasm_put(&d, err);
	vec_free(&d.routine);
	arena_free(&d.arena);
	graph_free(g);
	return rc;
}

/* Make one node per address, as inlined calls would be counted twice. */
static void
by_instruction(struct query *query)
{
	query->granularity = GRAN_ADDRESSES;
	query->noinlines = true;
}

const struct report report_disasm = {
	REPORT_DOC(.name = "disasm", .only_help_all = true,
		.help = "Print instructions of matching functions"),
	REPORT_TAKES_PATTERN,
	.partial_prefix = "",
	.adapt = by_instruction,
	.frames = FRAMES_OBJECTS,
	.reads = READ_STACKS,
	.run = disasm_run,
	.json = disasm_run,
};
