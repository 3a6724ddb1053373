/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -callgrind: the call graph as kcachegrind reads it, by instruction.
 *
 *     fn=(1) inl                  names are written once, then (1)
 *     0x1200 52 500               address, line, cost
 *     cfn=(2) work                a call: the callee,
 *     calls=0 +16 14              its address (here relative) and line,
 *     * * 200                     and its cost
 */
#include "prelude.h"

#include <inttypes.h>

#include "analysis/graph.h"
#include "base/intern.h"
#include "base/xalloc.h"
#include "report/report.h"

/* A function's number among those with its name and file, and their count. */
struct twin {
	uint32_t at, of;
};

struct callgrind_writer {
	const struct graph *g;
	const struct report_job *job;
	struct report_scale n;
	struct strbuf *out;
	struct arena arena;
	struct intern objects, files, names; /* ids as in the output */
	struct twin *twin;                   /* [n_vertices] */
	const struct frame *before;          /* frame that was written last,
						or NULL */
};

static const struct frame *
callgrind_frame_of(const struct callgrind_writer *c, uint32_t vertex)
{
	return &c->g->frames->frame[graph_frame(c->g, vertex)];
}

static void
callgrind_key_add(struct strbuf *key, const void *p, size_t n)
{
	strbuf_add(key, str_from((const char *)&n, sizeof(n)));
	strbuf_add(key, str_from(p, n));
}

/* Append a name in one line. pprof writes line ends as they are, so its output
   cannot be read back. */
static void
callgrind_put_text(struct strbuf *out, struct str name)
{
	if (str_chr(name, '\n') < 0 && str_chr(name, '\r') < 0) {
		strbuf_add(out, name);
		return;
	}
	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] == '\n')
			strbuf_addstr(out, "\\n");
		else if (name.p[i] == '\r')
			strbuf_addstr(out, "\\r");
		else
			strbuf_addch(out, name.p[i]);
	}
}

static void
callgrind_put_name(struct callgrind_writer *c, const char *what,
	struct intern *known, struct str name)
{
	size_t before = known->n;
	uint32_t id = intern_copy(known, name);

	strbuf_addstr(c->out, what);
	if (name.n > 0)
		strbuf_addf(c->out, "(%" PRIu32 ")", id);
	if (known->n > before) {
		strbuf_addch(c->out, ' ');
		callgrind_put_text(c->out, name);
	}
	strbuf_addch(c->out, '\n');
}

/* Append an address, relative to the previous node if that is shorter. */
static void
put_address(struct callgrind_writer *c, uint64_t address)
{
	char whole[32], step[32];
	uint64_t from;
	int m;
	int n = snprintf(whole, sizeof(whole), "0x%" PRIx64, address);

	if (c->before == NULL) {
		strbuf_addstr(c->out, whole);
		return;
	}
	from = c->before->address;
	m = snprintf(
		step, sizeof(step), "%+" PRId64, (int64_t)(address - from));
	if (from == address)
		strbuf_addch(c->out, '*');
	else
		strbuf_addstr(c->out, m < n ? step : whole);
}

static void
callgrind_put_graph(struct callgrind_writer *c, const struct view *v)
{
	const struct profile *p = v->profile;
	struct arena *arena = &c->arena;
	const struct graph *g;
	struct arena twins_arena = ARENA_INIT;
	struct strbuf key = STRBUF_INIT;
	struct intern kinds, functions;
	uint32_t *kind;
	uint32_t *seen;
	uint32_t *number;

	scale_init(&c->n, v);
	scale_choose_unit(&c->n, c->g, true);
	strbuf_addstr(c->out, "positions: instr line\nevents: ");
	strbuf_addstr(c->out, v->query.mean ? "mean_" : "");
	callgrind_put_text(c->out, profile_str(p, p->types.type[v->w.column]));
	strbuf_addch(c->out, '(');
	callgrind_put_text(c->out, c->n.to);
	strbuf_addstr(c->out, ")\n");
	intern_init(&c->objects, arena);
	intern_init(&c->files, arena);
	intern_init(&c->names, arena);
	c->twin =
		ARENA_ZARRAY(arena, struct twin, (size_t)c->g->n_vertices + 1);
	/* Number the functions of each name and file, in the order of the
	   nodes. */
	g = c->g;
	kind = xcalloc((size_t)g->n + 1, sizeof(*kind));
	seen = xcalloc((size_t)g->n + 1, sizeof(*seen));
	number = xcalloc((size_t)g->n + 1, sizeof(*number));
	intern_init(&kinds, &twins_arena);
	intern_init(&functions, &twins_arena);
	for (uint32_t i = 0; i < g->n; i++) {
		const struct frame *f =
			callgrind_frame_of(c, g->node[i].vertex);
		uint32_t before = (uint32_t)functions.n, id;
		bool is_tree;
		uint32_t caller;
		bool is_function;
		int64_t column;

		strbuf_reset(&key);
		callgrind_key_add(&key, f->file.p, f->file.n);
		callgrind_key_add(&key, f->name.p, f->name.n);
		kind[i] = intern_copy(&kinds, strbuf_str(&key));
		/* Make a key that separates functions of the same name and
		   file. In a call tree they are also separated by caller. */
		is_tree = g->frame_of != NULL;
		caller = is_tree && g->node[i].n_in > 0 ? g->node[i].in[0]->from
							: NONE;
		is_function = f->address == 0 && f->line == 0;
		column = is_function ? f->column : 0;
		callgrind_key_add(&key, f->object.p, f->object.n);
		callgrind_key_add(&key, &f->start_line, sizeof(f->start_line));
		callgrind_key_add(&key, &column, sizeof(column));
		callgrind_key_add(&key, &caller, sizeof(caller));
		id = intern_copy(&functions, strbuf_str(&key));
		if (id == before)
			number[id - 1] = ++seen[kind[i] - 1];
		c->twin[g->node[i].vertex].at = number[id - 1];
	}
	for (uint32_t i = 0; i < g->n; i++)
		c->twin[g->node[i].vertex].of = seen[kind[i] - 1];
	intern_fini(&kinds);
	intern_fini(&functions);
	strbuf_free(&key);
	arena_free(&twins_arena);
	free(kind);
	free(seen);
	free(number);
	for (uint32_t i = 0; i < c->g->n && report_goes_on(c->job); i++) {
		const struct frame *f = callgrind_frame_of(
					   c, c->g->node[i].vertex),
				   *before = c->before;

		if (before == NULL || !str_eq(f->object, before->object) ||
			!str_eq(f->file, before->file) ||
			!str_eq(f->name, before->name)) {
			callgrind_put_name(c, "\nob=", &c->objects, f->object);
			callgrind_put_name(c, "fl=", &c->files, f->file);
			callgrind_put_name(c, "fn=", &c->names, f->name);
		}
		put_address(c, f->address);
		strbuf_addf(c->out, " %" PRId64 " %" PRId64 "\n", f->line,
			scale_whole(&c->n, graph_self(&c->g->node[i])));
		for (uint32_t j = 0; j < c->g->node[i].n_out; j++) {
			const struct graph_edge *e = c->g->node[i].out[j];
			const struct frame *to = callgrind_frame_of(c, e->to);
			const struct twin *twin = &c->twin[e->to];
			struct strbuf name = STRBUF_INIT;

			callgrind_put_name(c, "cfl=", &c->files, to->file);
			/* A callee whose values cancelled out is not a node and
			   has no name. */
			if (twin->of > 0)
				strbuf_add(&name, to->name);
			if (twin->of > 1)
				strbuf_addf(&name, " [%" PRIu32 "/%" PRIu32 "]",
					twin->at, twin->of);
			callgrind_put_name(
				c, "cfn=", &c->names, strbuf_str(&name));
			strbuf_addstr(c->out, "calls=0 ");
			put_address(c, to->address);
			strbuf_addf(c->out, " %" PRId64 "\n* * %" PRId64 "\n",
				to->line, scale_whole(&c->n, e->weight));
			strbuf_free(&name);
		}
		c->before = f;
	}
	intern_fini(&c->objects);
	intern_fini(&c->files);
	intern_fini(&c->names);
	arena_free(arena);
}

static void
by_address(struct query *query)
{
	query->granularity = GRAN_ADDRESSES;
}

static int
callgrind_run(const struct report_job *job, struct err *err)
{
	struct graph_options options;
	struct callgrind_writer c = {
		.job = job, .out = job->out, .arena = ARENA_INIT
	};
	struct graph *g;

	(void)err;
	graph_options_init(&options, &job->view->query);
	options.call_tree = job->view->query.call_tree;
	c.g = g = graph_trimmed(job->view, &options);
	callgrind_put_graph(&c, job->view);
	graph_free(g);
	return 0;
}

const struct report report_callgrind = {
	REPORT_DOC(.name = "callgrind", .alias = "kcachegrind",
		.only_help_all = true,
		.help = "Write the call graph for kcachegrind"),
	.suffix = "callgraph.out",
	.partial_prefix = "# ",
	.adapt = by_address,
	.frames = FRAMES_OBJECTS,
	.reads = READ_STACKS,
	.keeps_contexts = true,
	.run = callgrind_run,
};
