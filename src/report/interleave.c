/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines and their instructions (interleave.h). */
#include "prelude.h"

#include "report/interleave.h"

#include "base/bits.h"
#include "base/hash.h"
#include "base/intern.h"
#include "base/num.h"
#include "engine/path.h"
#include "engine/regexp.h"
#include "engine/weights.h"
#include "profile/demangle.h"

/* Limits and distances, as in pprof. */
enum {
	BESIDE = 500,       /* bytes of code around a sampled address */
	RANGES_MOST = 25,   /* maximum ranges of code that are read */
	NEIGHBOURHOOD = 32, /* code without a line, at most this many bytes
			       after code with one, gets that line */
	LINES_APART = 20,   /* fewer lines than this between two lines of a
			       function are shown as well */
	LINES_AROUND = 5,
};

/* A sampled address. */
struct sampled {
	uint64_t at;
	loc_id loc;
	int64_t self, total;
	size_t seen; /* 1 + index of the last sample that was counted */
	bool wanted; /* the location has a line of interest */
	bool woven;  /* its samples were added to an instruction */
};

struct range {
	uint64_t from, to;
	map_id map;
	size_t first, n; /* range in weaver.wanted */
	int64_t self;
};

struct weaver {
	struct interleave *w;
	const struct interleave_order *o;
	struct progress *progress;
	VEC(struct sampled) sampled;
	struct map64 at;      /* address -> index into sampled */
	VEC(uint32_t) wanted; /* indices into sampled, by address */
	VEC(struct range) range;
	struct intern interest; /* names of the functions of interest */
	struct intern files;
	struct intern why;
	/* The calls at the last instruction that had a line, and its
	   address. */
	struct code_chain last;
	uint64_t last_at;
};

/* ---- Sampled addresses ---- */

/* Return a location's address; if the profile has none, a unique large
   number. */
static uint64_t
sampled_address(const struct profile *p, loc_id l)
{
	return p->loc.address[l] != 0 ? p->loc.address[l] : UINT64_MAX - l;
}

static struct sampled *
sampled_at(struct weaver *w, loc_id l)
{
	uint64_t at = sampled_address(w->o->p, l);
	uint32_t *i = map64_at(&w->at, at);

	if (*i == NONE) {
		*i = (uint32_t)w->sampled.n;
		vec_push(&w->sampled, ((struct sampled){ .at = at, .loc = l }));
	}
	return &w->sampled.p[*i];
}

static void
add_interest(struct weaver *w, func_id f)
{
	const struct profile *p = w->o->p;
	struct str system = profile_str(p, p->func.system[f]);
	struct strbuf readable = STRBUF_INIT;

	(void)intern_borrowed(&w->interest, profile_str(p, p->func.name[f]));
	(void)intern_borrowed(&w->interest, system);
	/* Names from the binary are demangled, those from the profile may not
	   be. */
	demangle_name(&readable, system, DEMANGLE_DEFAULT);
	(void)intern_copy(&w->interest, strbuf_str(&readable));
	strbuf_free(&readable);
	w->w->matched = true;
}

static bool
line_matches(const struct weaver *w, func_id f)
{
	const struct profile *p = w->o->p;

	return regexp_str(w->o->match, profile_str(p, p->func.name[f])) ||
		regexp_str(w->o->match, profile_str(p, p->func.system[f])) ||
		regexp_str(w->o->match, profile_str(p, p->func.file[f]));
}

/* Find out whether a location's functions are of interest. */
static void
look_at(struct weaver *w, struct sampled *s)
{
	const struct profile *p = w->o->p;
	uint32_t from = p->loc.line0[s->loc], end = p->loc.line0[s->loc + 1];
	map_id m = p->loc.map[s->loc];
	bool by_file;

	if (w->o->by_address && s->at == w->o->address) {
		if (end > from && p->line.func[end - 1] != NONE) {
			add_interest(w, p->line.func[end - 1]);
			s->wanted = true;
		}
		return;
	}
	by_file = m != NONE &&
		regexp_str(w->o->match, profile_str(p, p->map.file[m]));
	for (uint32_t i = from; i < end; i++) {
		func_id f = p->line.func[i];

		if (f == NONE ||
			(!(i == from && by_file) && !line_matches(w, f)))
			continue;
		add_interest(w, f);
		s->wanted = true;
	}
}

/* Sum the samples by address; each counts once for an address. */
static void
sum_samples(struct weaver *w)
{
	const struct profile *p = w->o->p;

	for (size_t i = 0; i < p->sample.n && !progress_stopped(w->progress);
		i++) {
		int64_t value = p->sample.value[w->o->column][i];
		node_id leaf = p->sample.leaf[i];

		if (w->o->mean)
			value = weight_div(value, p->sample.value[0][i]);
		for (node_id n = leaf; n != 0; n = p->trie.parent[n]) {
			struct sampled *s = sampled_at(w, p->trie.loc[n]);

			if (n == leaf)
				s->self = i64_wrap_add(s->self, value);
			if (s->seen == i + 1)
				continue;
			s->seen = i + 1;
			s->total = i64_wrap_add(s->total, value);
		}
	}
	for (size_t i = 0; i < w->sampled.n && !progress_stopped(w->progress);
		i++)
		look_at(w, &w->sampled.p[i]);
}

/* ---- Ranges of code ---- */

static int
by_sampled_address(const void *a, const void *b)
{
	const struct sampled *x = a, *y = b;

	return x->at < y->at ? -1 : x->at > y->at;
}

static int
by_range_weight(const void *a, const void *b)
{
	const struct range *x = a, *y = b;

	if (x->self != y->self)
		return x->self > y->self ? -1 : 1;
	return x->from < y->from ? -1 : x->from > y->from;
}

static map_id
code_map(const struct weaver *w, const struct sampled *s)
{
	const struct profile *p = w->o->p;
	map_id m = p->loc.map[s->loc];

	return m != NONE && p->map.file[m] != 0 && p->loc.address[s->loc] != 0
		? m
		: NONE;
}

/* Join the wanted addresses that are near each other, with the code around
   them. */
static void
find_ranges(struct weaver *w)
{
	const struct profile *p = w->o->p;

	qsort(w->sampled.p, w->sampled.n, sizeof(*w->sampled.p),
		by_sampled_address);
	for (uint32_t i = 0; i < w->sampled.n; i++) {
		map64_put(&w->at, w->sampled.p[i].at, i);
		if (w->sampled.p[i].wanted)
			vec_push(&w->wanted, i);
	}
	for (size_t i = 0; i < w->wanted.n;) {
		const struct sampled *s = &w->sampled.p[w->wanted.p[i]];
		struct range r = { s->at, s->at, code_map(w, s), i, 0, 0 };
		uint64_t limit, room;

		if (r.map == NONE) {
			i++;
			continue;
		}
		limit = p->map.limit[r.map] != 0 ? p->map.limit[r.map]
						 : UINT64_MAX;
		for (; i < w->wanted.n; i++) {
			s = &w->sampled.p[w->wanted.p[i]];
			if (s->at - r.to > 2 * BESIDE || s->at >= limit ||
				code_map(w, s) == NONE)
				break;
			r.to = s->at;
			r.self = i64_wrap_add(r.self, s->self);
		}
		if (i == r.first) /* the first address is outside its mapping */
			i++;
		r.n = i - r.first;
		room = r.from > p->map.start[r.map]
			? r.from - p->map.start[r.map]
			: 0;
		r.from -= room < BESIDE ? room : BESIDE;
		room = limit > r.to ? limit - r.to : 1;
		r.to += room < BESIDE ? room : BESIDE;
		vec_push(&w->range, r);
	}
	if (w->range.n > 0)
		qsort(w->range.p, w->range.n, sizeof(*w->range.p),
			by_range_weight);
	w->w->n_ranges = (uint32_t)w->range.n;
	w->w->ranges_read =
		w->range.n < RANGES_MOST ? (uint32_t)w->range.n : RANGES_MOST;
}

/* ---- Instructions and lines ---- */

/* Record an instruction below each line of interest among its calls. */
static void
weave_in(struct weaver *w, uint32_t instruction, struct code_chain calls)
{
	for (uint32_t i = 0; i < calls.n; i++) {
		const struct code_call *c = &calls.call[i];
		struct woven_use use = { .line = c->line,
			.instruction = instruction,
			.function = c->name,
			.n_calls = i,
			.call = calls.call,
			.order = (uint32_t)w->w->use.n };
		struct str name = c->file;
		struct strbuf key = STRBUF_INIT;

		if (c->name.n == 0 ||
			intern_find(&w->interest, c->name) == NONE)
			continue;
		name = path_trim(name, STR_EMPTY, STR_EMPTY);
		if (name.n > 0)
			name = path_clean(name, &w->w->arena);
		/* Functions without a file stay apart. */
		strbuf_add3(&key, "", name.n > 0 ? STR_EMPTY : c->name, "\n");
		strbuf_add(&key, name);
		use.file = intern_copy(&w->files, strbuf_str(&key)) - 1;
		strbuf_free(&key);
		if (use.file == w->w->file.n)
			vec_push(&w->w->file,
				((struct woven_file){
					.name = arena_str(
						&w->w->arena, name) }));
		vec_push(&w->w->use, use);
	}
}

/* Return a location's calls as recorded in the profile. */
static struct code_chain
profile_calls(struct weaver *w, const struct sampled *s)
{
	const struct profile *p = w->o->p;
	uint32_t from = p->loc.line0[s->loc], end = p->loc.line0[s->loc + 1];
	struct code_call *call =
		ARENA_ZARRAY(&w->w->arena, struct code_call, end - from + 1);
	uint32_t n = 0;

	for (uint32_t i = from; i < end; i++) {
		func_id f = p->line.func[i];

		if (f != NONE)
			call[n++] = (struct code_call){
				profile_str(p, p->func.name[f]),
				profile_str(p, p->func.file[f]), p->line.line[i]
			};
	}
	return (struct code_chain){ n, call };
}

/* Return the calls at an instruction: those of the binary or, if it has no
   lines, those of the profile. */
static struct code_chain
calls_at(struct weaver *w, const struct assembly *a, size_t i, uint64_t at)
{
	struct code_chain calls = a->chains.p[a->chain[i]];
	uint32_t sampled = map64_get(&w->at, at);

	if ((calls.n == 0 || calls.call[0].file.n == 0) && sampled != NONE) {
		struct code_chain known =
			profile_calls(w, &w->sampled.p[sampled]);

		if (known.n > 0)
			return known;
	}
	return calls;
}

/* Return the calls whose lines an instruction belongs to: its own or, without
   a line, those of the instruction before. */
static struct code_chain
calls_near(struct weaver *w, struct code_chain calls, uint64_t at)
{
	if (calls.n > 0 && calls.call[0].line != 0) {
		w->last = calls;
		w->last_at = at;
	} else if (w->last.n > 0 && at - w->last_at <= NEIGHBOURHOOD) {
		return w->last;
	}
	return calls;
}

/* Move the samples in [at, at + length) to the instruction. */
static void
take_samples(struct weaver *w, struct woven_instruction *x)
{
	size_t low = 0, high = w->sampled.n;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (w->sampled.p[mid].at < x->at)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < w->sampled.n && w->sampled.p[low].at - x->at < x->length;
		low++) {
		struct sampled *s = &w->sampled.p[low];

		s->woven = true;
		x->self = i64_wrap_add(x->self, s->self);
		x->total = i64_wrap_add(x->total, s->total);
	}
}

static void
add_code(struct weaver *w, const struct assembly *a)
{
	uint64_t highest = 0;

	w->last = (struct code_chain){ .n = 0 };
	for (size_t i = 0; i < a->code.instruction.n; i++) {
		const struct instruction *from = &a->code.instruction.p[i];
		struct woven_instruction x = { .at = from->address + a->base,
			.address = from->address,
			.length = 1,
			.text = from->text };
		struct code_chain calls;

		if (x.at <= highest) /* objdump printed it twice */
			continue;
		highest = x.at;
		if (i + 1 < a->code.instruction.n &&
			from[1].address > from->address)
			x.length = from[1].address - from->address;
		calls = calls_at(w, a, i, x.at);
		if (calls.n > 0) {
			x.file = calls.call[0].file;
			x.line = calls.call[0].line;
		}
		take_samples(w, &x);
		vec_push(&w->w->instruction, x);
		weave_in(w, (uint32_t)w->w->instruction.n - 1,
			calls_near(w, calls, x.at));
	}
}

static void
read_code_range(struct weaver *w, const struct range *r)
{
	const struct profile *p = w->o->p;
	const struct assembly_order order = { .path = profile_str(
						      p, p->map.file[r->map]),
		.build_id = profile_str(p, p->map.build_id[r->map]),
		.program = str_c(w->o->program),
		.tools = w->o->tools,
		.intel = w->o->intel,
		.exact = true,
		.place = { p->map.start[r->map], p->map.limit[r->map],
			p->map.offset[r->map] },
		.address = w->sampled.p[w->wanted.p[r->first]].at,
		.low = r->from,
		.high = r->to };
	struct strbuf text = STRBUF_INIT;
	struct assembly *a;

	assembly_order_put(&text, &order);
	a = assembly_new(strbuf_str(&text), w->progress);
	strbuf_free(&text);
	if (a == NULL)
		return;
	vec_push(&w->w->assembly, a);
	if (a->code.instruction.n > 0)
		add_code(w, a);
	else if (intern_copy(&w->why, a->why) == w->w->why.n)
		vec_push(&w->w->why, a->why);
}

/* Add the wanted addresses without code, with the profile's own lines. */
static void
add_rest(struct weaver *w)
{
	for (size_t i = 0; i < w->wanted.n; i++) {
		const struct sampled *s = &w->sampled.p[w->wanted.p[i]];
		struct code_chain calls;

		if (s->woven)
			continue;
		calls = profile_calls(w, s);
		vec_push(&w->w->instruction,
			((struct woven_instruction){ .at = s->at,
				.address = s->at,
				.length = 1,
				.self = s->self,
				.total = s->total }));
		weave_in(w, (uint32_t)w->w->instruction.n - 1, calls);
	}
}

/* ---- Files and functions ---- */

static int
by_used_line(const void *a, const void *b)
{
	const struct woven_use *x = a, *y = b;

	if (x->file != y->file)
		return x->file < y->file ? -1 : 1;
	if (x->line != y->line)
		return x->line < y->line ? -1 : 1;
	return x->order < y->order ? -1 : x->order > y->order;
}

/* Divide a file's lines among functions. */
static void
find_functions(struct interleave *w, size_t first, size_t end)
{
	size_t functions = w->function.n;
	struct bits seen = bits_new(w->instruction.n);
	struct woven_file *file = &w->file.p[w->use.p[first].file];

	for (size_t i = first; i < end; i++) {
		const struct woven_use *u = &w->use.p[i];
		const struct woven_instruction *x =
			&w->instruction.p[u->instruction];
		struct woven_function *f = w->function.n > functions
			? &w->function.p[w->function.n - 1]
			: NULL;
		/* A line belongs to its first function. */
		bool same_line = i > first && u[-1].line == u->line;

		if (f == NULL ||
			(!same_line &&
				(u->line - f->end >= LINES_APART ||
					!str_eq(f->name, u->function)))) {
			vec_push(&w->function,
				((struct woven_function){ .name = u->function,
					.file = u->file,
					.begin = u->line,
					.first = (uint32_t)i }));
			f = &w->function.p[w->function.n - 1];
		}
		f->n++;
		f->end = u->line + 1;
		f->self = i64_wrap_add(f->self, x->self);
		f->total = i64_wrap_add(f->total, x->total);
		if (bits_get(&seen, u->instruction))
			continue;
		bits_set(&seen, u->instruction);
		file->self = i64_wrap_add(file->self, x->self);
		file->total = i64_wrap_add(file->total, x->total);
	}
	free(seen.word);
	for (size_t i = functions; i < w->function.n; i++) {
		struct woven_function *f = &w->function.p[i];

		if (i == functions) {
			/* Line 0 means unknown lines. */
			f->begin = f->begin > LINES_AROUND
				? f->begin - LINES_AROUND
				: f->begin > 1 ? 1
					       : f->begin;
		} else {
			int64_t half = (f->begin - f[-1].end) / 2;

			half = half < LINES_AROUND ? half : LINES_AROUND;
			f[-1].end += half;
			f->begin -= half;
		}
	}
	w->function.p[w->function.n - 1].end += LINES_AROUND;
}

struct ranked_function {
	struct woven_function f;
	const struct woven_file *file;
};

static int
by_file_weight(const void *a, const void *b)
{
	const struct ranked_function *x = a, *y = b;
	int order = 0;

	if (x->file != y->file) {
		if (x->file->self != y->file->self)
			return x->file->self > y->file->self ? -1 : 1;
		order = str_cmp(x->file->name, y->file->name);
	}
	return order != 0                 ? order
		: x->f.first < y->f.first ? -1
					  : x->f.first > y->f.first;
}

static void
weave(struct weaver *w)
{
	struct interleave *out = w->w;
	VEC(struct ranked_function) ranked = { 0 };
	size_t end;

	if (out->use.n > 0)
		qsort(out->use.p, out->use.n, sizeof(*out->use.p),
			by_used_line);
	for (size_t i = 0; i < out->use.n; i = end) {
		for (end = i; end < out->use.n &&
			out->use.p[end].file == out->use.p[i].file;)
			end++;
		find_functions(out, i, end);
	}
	for (size_t i = 0; i < out->function.n; i++)
		vec_push(&ranked,
			((struct ranked_function){ out->function.p[i],
				&out->file.p[out->function.p[i].file] }));
	if (ranked.n > 0)
		qsort(ranked.p, ranked.n, sizeof(*ranked.p), by_file_weight);
	out->function.n = 0;
	for (size_t i = 0; i < ranked.n; i++)
		if (ranked.p[i].f.total != 0)
			vec_push(&out->function, ranked.p[i].f);
	vec_free(&ranked);
}

struct interleave *
interleave_new(const struct interleave_order *order, struct progress *progress)
{
	struct weaver w = { .w = xcalloc(1, sizeof(*w.w)),
		.o = order,
		.progress = progress,
		.at = MAP64_INIT };
	struct interleave *out = w.w;

	intern_init(&w.interest, &out->arena);
	intern_init(&w.files, &out->arena);
	intern_init(&w.why, &out->arena);
	vec_push(&out->why, STR_EMPTY); /* for id 0, the empty string */
	sum_samples(&w);
	find_ranges(&w);
	for (size_t i = 0; i < out->ranges_read && !progress_stopped(progress);
		i++)
		read_code_range(&w, &w.range.p[i]);
	add_rest(&w);
	weave(&w);
	intern_fini(&w.interest);
	intern_fini(&w.files);
	intern_fini(&w.why);
	map64_free(&w.at);
	vec_free(&w.sampled);
	vec_free(&w.wanted);
	vec_free(&w.range);
	if (!progress_stopped(progress))
		return out;
	interleave_free(out);
	return NULL;
}

void
interleave_free(struct interleave *w)
{
	if (w == NULL)
		return;
	for (size_t i = 0; i < w->assembly.n; i++)
		assembly_free(w->assembly.p[i]);
	vec_free(&w->assembly);
	vec_free(&w->instruction);
	vec_free(&w->use);
	vec_free(&w->file);
	vec_free(&w->function);
	vec_free(&w->why);
	arena_free(&w->arena);
	free(w);
}
