/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -pgo: a CPU profile for Go's compiler (go build -pgo=FILE).
 *
 *     stack, root first            call that the compiler sees
 *     main.main > main.sum > add   main.sum -> add, line of the call less the
 *                                  first line of main.sum
 *
 * The compiler takes a call from the last two locations of a sample, with the
 * calls inlined there. It inlines the heaviest calls, until they have 99% of
 * the total weight. So no weight may be rounded to zero, and the result is read
 * as the compiler reads it.
 */
#include "prelude.h"

#include <inttypes.h>
#include <math.h>
#include <sys/stat.h>

#include "report/report.h"

#include "base/hash.h"
#include "base/intern.h"
#include "base/jsonout.h"
#include "base/num.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "input/source.h"
#include "present/number.h"
#include "profile/merge.h"
#include "profile/rewrite.h"

/* ---- Which values a profile counts ---- */

enum pgo_kind { PGO_TIME, PGO_EVENTS, PGO_SAMPLES, PGO_NOTHING };

struct pgo_counts {
	enum pgo_kind kind; /* the best one available */
	uint32_t column[PGO_NOTHING];
};

static struct pgo_counts
counts_of(const struct profile *p)
{
	static const char *const event[] = { "cycles", "cpu-cycles",
		"cpu-clock", "task-clock" };
	struct pgo_counts c = { PGO_NOTHING, { NONE, NONE, NONE } };

	for (uint32_t t = p->types.n; t-- > 0;) {
		struct str type = profile_str(p, p->types.type[t]);
		struct str unit = profile_str(p, p->types.unit[t]);

		if (str_is(type, "cpu") && str_is(unit, "nanoseconds"))
			c.column[PGO_TIME] = t;
		else if (str_is(type, "samples") && str_is(unit, "count"))
			c.column[PGO_SAMPLES] = t;
		for (size_t i = 0; i < COUNT_OF(event); i++)
			if (str_starts(type, str_c(event[i])))
				c.column[PGO_EVENTS] = t;
	}
	for (int k = PGO_NOTHING; k-- > 0;)
		if (c.column[k] != NONE)
			c.kind = (enum pgo_kind)k;
	return c;
}

static struct str
pgo_counted(const struct profile *p, const struct pgo_counts *c)
{
	if (c->kind == PGO_EVENTS)
		return profile_str(p, p->types.type[c->column[PGO_EVENTS]]);
	return c->kind == PGO_TIME ? STR("nanoseconds") : STR("samples");
}

/* Choose a unit that all profiles have: time, one event, or samples. -1 and
   err. */
static int
choose_kind(const struct merge_part *part, size_t n, enum pgo_kind *kind,
	struct err *err)
{
	struct pgo_counts first = { .kind = PGO_NOTHING };
	bool samples = true;

	for (size_t i = 0; i < n; i++) {
		const struct profile *p = part[i].profile;
		struct pgo_counts c = counts_of(p);
		struct strbuf types = STRBUF_INIT;

		for (uint32_t t = 0; t < p->types.n; t++)
			strbuf_add3(&types, t > 0 ? ", " : "",
				profile_str(p, p->types.type[t]), "");
		if (c.kind == PGO_NOTHING)
			err_set(err, ERR_NO_MATCH,
				"%.*s%snot a CPU profile: it has %s; the "
				"compiler takes samples/count or "
				"cpu/nanoseconds",
				STR_ARG(part[i].name),
				part[i].name.n > 0 ? ": " : "",
				strbuf_c(&types));
		strbuf_free(&types);
		if (c.kind == PGO_NOTHING)
			return -1;
		samples = samples && c.column[PGO_SAMPLES] != NONE &&
			c.kind != PGO_EVENTS;
		if (i == 0)
			first = c;
		if (str_eq(pgo_counted(part[0].profile, &first),
			    pgo_counted(p, &c)))
			continue;
		if (!samples)
			return err_set(err, ERR_FORMAT,
				"%.*s counts %.*s, %.*s %.*s: they cannot be "
				"added",
				STR_ARG(part[0].name),
				STR_ARG(pgo_counted(part[0].profile, &first)),
				STR_ARG(part[i].name),
				STR_ARG(pgo_counted(p, &c)));
		first.kind = PGO_SAMPLES;
	}
	*kind = first.kind;
	return 0;
}

/* ---- One column, weighted ---- */

static double
pgo_sum(const struct profile *p, enum pgo_kind kind)
{
	const int64_t *value = p->sample.value[counts_of(p).column[kind]];
	double sum = 0;

	for (size_t i = 0; i < p->sample.n; i++)
		sum += value[i] > 0 ? (double)value[i] : 0;
	return sum;
}

/* Return a power of ten by which to divide, so that a sum fits. */
static double
divisor_of(double sum)
{
	const double largest = 0x1p62;
	double d = 1;

	while (sum / d > largest)
		d *= 10;
	return d;
}

/* Return a copy with one column, times a factor, nothing rounded to zero. */
static struct profile *
weighted(const struct profile *p, enum pgo_kind kind, double factor,
	struct err *err)
{
	uint32_t column = counts_of(p).column[kind];
	struct builder *b = rewrite_select(p, &column, 1, STR_EMPTY, 0);
	bool is_time = kind == PGO_TIME, one = !(factor < 1 || factor > 1);
	str_id type = builder_string(b, is_time ? STR("cpu") : STR("samples"));
	str_id unit =
		builder_string(b, is_time ? STR("nanoseconds") : STR("count"));
	struct profile *q = builder_seal(b, err);

	if (q == NULL)
		return NULL;
	q->types.type[0] = type;
	q->types.unit[0] = unit;
	for (size_t i = 0; i < q->sample.n; i++) {
		int64_t *v = &q->sample.value[0][i];
		double w = round((double)*v * factor);

		if (*v <= 0)
			*v = 0;
		else if (!one)
			*v = w < 1            ? 1
				: w >= 0x1p62 ? INT64_MAX / 2
					      : (int64_t)w;
	}
	return q;
}

/* Scale the profiles before they are merged, and report their shares. */
static int
pgo_weigh(const struct merge_weighed *m, struct err *err)
{
	enum pgo_kind kind;
	double *share, sum = 0, divisor;
	struct strbuf text = STRBUF_INIT;

	if (choose_kind(m->part, m->n, &kind, err) != 0)
		return -1;
	share = xcalloc(m->names, sizeof(*share));
	for (size_t i = 0; i < m->n; i++)
		share[m->of[i]] +=
			pgo_sum(m->part[i].profile, kind) * m->weight[m->of[i]];
	for (size_t k = 0; k < m->names; k++)
		sum += share[k];
	divisor = divisor_of(sum);
	for (size_t i = 0; i < m->n; i++) {
		struct profile *p = weighted(m->part[i].profile, kind,
			m->weight[m->of[i]] / divisor, err);

		if (p == NULL)
			break;
		profile_unref(m->part[i].profile);
		m->part[i].profile = p;
	}
	for (size_t k = 0; k < m->names; k++) {
		strbuf_add3(&text, k > 0 ? ", " : "", m->name[k], " ");
		strbuf_addf(
			&text, "%.0f%%", sum > 0 ? 100 * share[k] / sum : 0);
	}
	if (m->names > 1)
		warnings_add(m->warnings, "%s of the weight", strbuf_c(&text));
	strbuf_free(&text);
	free(share);
	return err->code == ERR_NONE ? 0 : -1;
}

/* ---- The calls, as the compiler reads them ---- */

struct pgo_call {
	struct str caller, callee; /* borrowed from the profile */
	int64_t offset;            /* line of the call less the first line */
	int64_t weight;
};

struct pgo_calls {
	VEC(struct pgo_call) call; /* the heaviest first */
	size_t hot;                /* hot calls, by the compiler's rule */
	int64_t total, unplaced;
	bool has_starts; /* some function has its first line */
};

/* A node of the compiler's graph. No padding: it is a key. */
struct pgo_node {
	uint64_t address;
	int64_t line, start;
	uint64_t name;
};

/* A call between two nodes. */
struct pgo_pair {
	uint32_t from, to;
	int64_t weight;
	size_t last; /* last sample counted, from 1 */
};

struct pgo_graph {
	struct arena arena;
	struct intern node; /* [id] bytes of a struct pgo_node */
	struct map64 index; /* (from, to) -> pair */
	VEC(struct pgo_pair) pair;
};

/* Add the nodes of a location, if any, below node *at. */
static void
add_location(struct pgo_graph *g, const struct profile *p, loc_id loc,
	size_t sample, int64_t weight, uint32_t *at)
{
	line_id from = p->loc.line0[loc], end = p->loc.line0[loc + 1];

	for (line_id k = end > from ? end : from + 1; k-- > from;) {
		struct pgo_node node = { .address = p->loc.address[loc] };
		uint32_t id, *index;

		if (end > from) {
			func_id f = p->line.func[k];

			node.line = p->line.line[k];
			node.name = p->func.name[f];
			node.start = p->func.start_line[f];
		}
		id = intern_copy(&g->node,
			(struct str){ (const char *)&node, sizeof(node) });
		if (*at != NONE && *at != id) {
			index = map64_at(&g->index, (uint64_t)*at << 32 | id);
			if (*index == NONE) {
				*index = (uint32_t)g->pair.n;
				vec_push(&g->pair,
					((struct pgo_pair){
						.from = *at, .to = id }));
			}
			if (g->pair.p[*index].last != sample)
				i64_sum(&g->pair.p[*index].weight, weight);
			g->pair.p[*index].last = sample;
		}
		*at = id;
	}
}

static int
heavier_first(const void *pa, const void *pb)
{
	const struct pgo_call *a = pa, *b = pb;
	int c;

	if (a->weight != b->weight)
		return a->weight > b->weight ? -1 : 1;
	c = str_cmp(a->caller, b->caller);
	c = c != 0 ? c : str_cmp(a->callee, b->callee);
	return c != 0 ? c : (a->offset > b->offset) - (a->offset < b->offset);
}

/* The compiler does not find "f[...]": linkers write all type arguments. */
static bool
is_shortened(struct str name)
{
	return str_find(name, STR("[...]"), 0) >= 0;
}

static void
calls_make(struct pgo_calls *c, const struct profile *p, uint32_t column)
{
	struct pgo_graph g = { .arena = ARENA_INIT };
	struct intern named; /* keys of c->call, by index + 1 */
	int64_t sum = 0;

	*c = (struct pgo_calls){ .hot = 0 };
	intern_init(&g.node, &g.arena);
	intern_init(&named, &g.arena);
	for (size_t i = 0; i < p->sample.n; i++) {
		int64_t weight = p->sample.value[column][i];
		loc_id loc[2];
		size_t n = profile_stack(p, p->sample.leaf[i], loc, 2);
		uint32_t at = NONE;

		if (weight == 0)
			continue;
		for (size_t k = n < 2 ? n : 2; k-- > 0;)
			add_location(&g, p, loc[k], i + 1, weight, &at);
	}
	/* Node 0 is the empty string. */
	for (size_t i = 1; i < g.node.n; i++) {
		struct pgo_node node;

		memcpy(&node, g.node.str[i].p, sizeof(node));
		c->has_starts = c->has_starts || node.start != 0;
	}
	for (size_t i = 0; i < g.pair.n; i++) {
		const struct pgo_pair *pair = &g.pair.p[i];
		struct pgo_node from, to;
		uint64_t key[3];
		struct pgo_call call;
		uint32_t at;

		memcpy(&from, g.node.str[pair->from].p, sizeof(from));
		memcpy(&to, g.node.str[pair->to].p, sizeof(to));
		key[0] = from.name;
		key[1] = to.name;
		key[2] = (uint64_t)from.line - (uint64_t)from.start;
		call.caller = profile_str(p, (str_id)from.name);
		call.callee = profile_str(p, (str_id)to.name);
		call.offset = (int64_t)key[2];
		call.weight = 0;
		at = intern_copy(
			&named, (struct str){ (const char *)key, sizeof(key) });
		if (at > c->call.n)
			vec_push(&c->call, call);
		i64_sum(&c->call.p[at - 1].weight, pair->weight);
		i64_sum(&c->total, pair->weight);
		if (from.start == 0 || is_shortened(call.caller) ||
			is_shortened(call.callee))
			i64_sum(&c->unplaced, pair->weight);
	}
	if (c->call.n > 0)
		qsort(c->call.p, c->call.n, sizeof(*c->call.p), heavier_first);
	while (c->hot < c->call.n &&
		!((double)sum / (double)c->total * 100 > 99))
		i64_sum(&sum, c->call.p[c->hot++].weight);
	vec_free(&g.pair);
	map64_free(&g.index);
	intern_fini(&named);
	intern_fini(&g.node);
	arena_free(&g.arena);
}

static void
put_key(struct strbuf *out, const struct pgo_call *c)
{
	strbuf_reset(out);
	strbuf_add(out, c->caller);
	strbuf_addch(out, '\0');
	strbuf_add(out, c->callee);
	strbuf_addf(out, "%c%" PRId64, 0, c->offset);
}

/* Return how many hot calls of b are not hot in a. */
static size_t
only_in(const struct pgo_calls *a, const struct pgo_calls *b)
{
	struct arena arena = ARENA_INIT;
	struct intern keys;
	struct strbuf key = STRBUF_INIT;
	size_t n = 0;

	intern_init(&keys, &arena);
	for (size_t i = 0; i < a->hot; i++) {
		put_key(&key, &a->call.p[i]);
		(void)intern_copy(&keys, strbuf_str(&key));
	}
	for (size_t i = 0; i < b->hot; i++) {
		put_key(&key, &b->call.p[i]);
		n += intern_find(&keys, strbuf_str(&key)) == NONE;
	}
	strbuf_free(&key);
	intern_fini(&keys);
	arena_free(&arena);
	return n;
}

/* Report how many hot calls differ from the file that is replaced. */
static void
compare_old(const struct report_job *job, const struct pgo_calls *new)
{
	enum { LARGEST = 256 << 20 };
	struct bytes file = { 0 };
	struct read_spec spec = { .name = job->output };
	struct err ignored = ERR_INIT;
	struct profile *p = NULL;
	struct stat st;
	struct pgo_calls old;
	size_t come, gone;

	if (source_stat(job->output, &st) && S_ISREG(st.st_mode) &&
		source_read(job->output, LARGEST, &file, NULL, &ignored) == 0) {
		spec.bytes = bytes_str(&file);
		p = read_profile(&spec, job->progress, NULL, &ignored);
	}
	if (p != NULL && counts_of(p).kind != PGO_NOTHING) {
		struct pgo_counts c = counts_of(p);

		calls_make(&old, p, c.column[c.kind]);
		come = only_in(&old, new);
		gone = only_in(new, &old);
		if (come + gone > 0)
			warnings_add(job->warnings,
				"%s hot edge%s new, %s %s gone since the old "
				"%.*s",
				grouped(come).text, come == 1 ? " is" : "s are",
				grouped(gone).text, gone == 1 ? "is" : "are",
				STR_ARG(job->output));
		vec_free(&old.call);
	}
	profile_unref(p);
	bytes_free(&file);
}

/* ---- The report ---- */

/* Refuse options that would change calls or lose weight. -1 and err. */
static int
check_query(const struct report_job *job, struct err *err)
{
	const struct query *q = &job->view->query;
	const struct {
		bool on;
		const char *name, *why;
	} row[] = {
		{ q->hide.n > 0, "-hide", "it changes the calls" },
		{ q->show.n > 0, "-show", "it changes the calls" },
		{ q->noinlines, "-noinlines", "it changes the calls" },
		{ q->granularity != GRAN_FUNCTIONS, "a granularity",
			"the compiler needs functions and lines" },
		{ q->tagroot.n > 0, "-tagroot", "it changes the calls" },
		{ q->tagleaf.n > 0, "-tagleaf", "it changes the calls" },
		{ q->divide_by < 1 || q->divide_by > 1, "-divide_by",
			"only shares matter to the compiler" },
		{ job->profile->header.has_base, "a base",
			"differences are not weights" },
	};

	for (size_t i = 0; i < COUNT_OF(row); i++)
		if (row[i].on)
			return err_set(err, ERR_NO_MATCH,
				"%s does not go with -pgo: %s", row[i].name,
				row[i].why);
	return 0;
}

/* Return the profile, without labels, and its calls. NULL and err. */
static struct profile *
pgo_make(const struct report_job *job, struct pgo_calls *c, struct err *err)
{
	const struct merge_part part = { .profile = job->filtered };
	enum pgo_kind kind;
	struct profile *p;

	if (check_query(job, err) != 0 ||
		choose_kind(&part, 1, &kind, err) != 0)
		return NULL;
	p = weighted(job->filtered, kind,
		1 / divisor_of(pgo_sum(job->filtered, kind)), err);
	if (p == NULL)
		return NULL;
	memset(p->sample.labels, 0, p->sample.n * sizeof(*p->sample.labels));
	calls_make(c, p, 0);
	if (c->has_starts && (c->total == 0 || c->unplaced < c->total))
		return p;
	if (p->sample.n == 0)
		err_set(err, ERR_NO_MATCH, "no samples are left");
	else if (!c->has_starts)
		err_set(err, ERR_NO_MATCH,
			"no function has a start line; give the binary: "
			"-symbolize=force BINARY PROFILE");
	else
		err_set(err, ERR_NO_MATCH,
			"the compiler can place no call: callers lack a start "
			"line or have shortened names");
	vec_free(&c->call);
	profile_unref(p);
	return NULL;
}

static int
pgo_run(const struct report_job *job, struct err *err)
{
	struct strbuf total = STRBUF_INIT;
	struct pgo_calls c;
	struct profile *p = pgo_make(job, &c, err);
	bool is_time;
	int rc;

	if (p == NULL)
		return -1;
	is_time = str_is(profile_str(p, p->types.unit[0]), "nanoseconds");
	amount_put(&total, c.total, profile_str(p, p->types.unit[0]));
	warnings_add(job->warnings, "%.*s%s%s edge%s, %s hot (99%% of %s%s)",
		STR_ARG(job->output), job->output.n > 0 ? ": " : "",
		grouped(c.call.n).text, c.call.n == 1 ? "" : "s",
		grouped(c.hot).text, strbuf_c(&total),
		is_time ? "" : " samples");
	if (c.unplaced > 0)
		warnings_add(job->warnings,
			"%.2g%% of the weight is in calls from functions "
			"without a start line: the compiler cannot place them",
			100 * (double)c.unplaced / (double)c.total);
	compare_old(job, &c);
	rc = report_put_proto(job, p, err);
	strbuf_free(&total);
	vec_free(&c.call);
	profile_unref(p);
	return rc;
}

static int
pgo_json(const struct report_job *job, struct err *err)
{
	struct jsonout *j = job->json;
	struct pgo_calls c;
	struct profile *p = pgo_make(job, &c, err);

	if (p == NULL)
		return -1;
	jsonout_array(j, "edges");
	for (size_t i = 0; i < c.call.n; i++) {
		const struct pgo_call *call = &c.call.p[i];

		jsonout_object(j, NULL);
		jsonout_text(j, "caller", call->caller);
		jsonout_text(j, "callee", call->callee);
		jsonout_int(j, "offset", call->offset);
		jsonout_int(j, "weight", call->weight);
		jsonout_bool(j, "hot", i < c.hot);
		jsonout_close(j);
	}
	jsonout_close(j);
	jsonout_int(j, "total", c.total);
	jsonout_int(j, "without_start_line", c.unplaced);
	vec_free(&c.call);
	profile_unref(p);
	return 0;
}

const struct report report_pgo = {
	REPORT_DOC(.name = "pgo", .only_help_all = true,
		.help = "Write a CPU profile for go build -pgo"),
	.suffix = "pgo",
	.file = "default.pgo",
	.wants_filtered = true,
	.only_rows = true,
	.weigh = pgo_weigh,
	.clamps = true,
	.run = pgo_run,
	.json = pgo_json,
};
