/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Threads of dumps -> samples (dump.h). */
#include "prelude.h"

#include "base/ascii.h"
#include "profile/timetext.h"
#include "read/dump/dump.h"

#include <inttypes.h>

#define ELIDED "[frames elided]"

/* ---- The thread being read ---- */

void
dump_add(struct dump_thread *t, const struct dump_frame *frame)
{
	t->nframes++;
	t->root = frame->name;
	if (!t->counts)
		vec_push(&t->frame, *frame);
}

void
dump_elided(struct dump_thread *t)
{
	/* The frame into which the last one is inlined was not printed. */
	if (t->frame.n > 0)
		t->frame.p[t->frame.n - 1].inner = false;
	t->elided = true;
	dump_add(t, &(struct dump_frame){ .name = STR(ELIDED) });
}

void
dump_text(struct dump_thread *t, const char *key, struct str text)
{
	struct dump_label label = { .key = key, .text = text };

	if (text.n > 0 && !t->counts)
		vec_push(&t->label, label);
}

void
dump_number(struct dump_thread *t, const char *key, int64_t number)
{
	struct dump_label label = {
		.key = key, .number = number, .is_number = true
	};

	if (!t->counts)
		vec_push(&t->label, label);
}

void
dump_thread_reset(struct dump_thread *t)
{
	struct dump_thread old = *t;

	arena_reset(&old.arena);
	*t = (struct dump_thread){
		.counts = old.counts, .arena = old.arena, .pid = old.pid
	};
	t->frame.p = old.frame.p;
	t->frame.cap = old.frame.cap;
	t->label.p = old.label.p;
	t->label.cap = old.label.cap;
}

void
dump_thread_fini(struct dump_thread *t)
{
	arena_free(&t->arena);
	vec_free(&t->frame);
	vec_free(&t->label);
}

/* ---- Text ---- */

bool
dump_cut(struct str *s, const char *text)
{
	if (!str_starts(*s, str_c(text)))
		return false;
	*s = str_skip(*s, strlen(text));
	return true;
}

bool
dump_digits(struct str *s, int64_t *out)
{
	struct str rest = *s, digits = str_cut_digits(&rest);

	if (digits.n == 0 || !str_to_i64(digits, out))
		return false;
	*s = rest;
	return true;
}

bool
dump_hex(struct str *s, uint64_t *out)
{
	struct str rest = *s;
	size_t n;

	if (!dump_cut(&rest, "0x"))
		return false;
	n = str_cut_hex(&rest, out);
	*s = rest;
	return n > 0 && n <= 16;
}

bool
dump_place(struct str s, struct dump_frame *f)
{
	ptrdiff_t colon = str_rchr(s, ':');

	if (colon <= 0 || !str_to_i64(str_skip(s, (size_t)colon + 1), &f->line))
		return false;
	f->file = str_sub(s, 0, (size_t)colon);
	return true;
}

/* Cut off `digits` digits and, unless sep is "", one of its bytes. */
static bool
cut_part(struct str *s, size_t digits, const char *sep, int *out)
{
	struct str part = str_sub(*s, 0, digits), rest = part;
	int64_t n;

	if (part.n != digits || str_cut_digits(&rest).n != digits ||
		!str_to_i64(part, &n))
		return false;
	*out = (int)n;
	*s = str_skip(*s, digits);
	if (*sep == 0)
		return true;
	if (s->n == 0 || strchr(sep, s->p[0]) == NULL)
		return false;
	*s = str_skip(*s, 1);
	return true;
}

bool
dump_time(struct str s, int64_t *out)
{
	struct tm tm = { 0 };
	int64_t nanos = 0, unit;
	int zh = 0, zm = 0;
	bool west;

	if (!cut_part(&s, 4, "-/", &tm.tm_year) ||
		!cut_part(&s, 2, "-/", &tm.tm_mon) ||
		!cut_part(&s, 2, "T ", &tm.tm_mday) ||
		!cut_part(&s, 2, ":", &tm.tm_hour) ||
		!cut_part(&s, 2, ":", &tm.tm_min) ||
		!cut_part(&s, 2, "", &tm.tm_sec))
		return false;
	if (tm.tm_year < 1970 || tm.tm_year > 2200 || tm.tm_mon < 1 ||
		tm.tm_mon > 12 || tm.tm_mday < 1 || tm.tm_mday > 31 ||
		tm.tm_hour > 23 || tm.tm_min > 59 || tm.tm_sec > 60)
		return false;
	tm.tm_year -= 1900;
	tm.tm_mon--;
	if (s.n > 1 && (s.p[0] == '.' || s.p[0] == ',')) {
		s = str_skip(s, 1);
		for (unit = 100000000;
			s.n > 0 && s.p[0] >= '0' && s.p[0] <= '9';
			unit /= 10, s = str_skip(s, 1))
			nanos += (s.p[0] - '0') * unit;
	}
	west = s.n > 0 && s.p[0] == '-';
	if (west || (s.n > 0 && s.p[0] == '+')) {
		s = str_skip(s, 1);
		if (cut_part(&s, 2, "", &zh)) {
			(void)dump_cut(&s, ":");
			(void)cut_part(&s, 2, "", &zm);
		}
	}
	zm = (zh * 60 + zm) * (west ? 1 : -1);
	*out = (civil_ms(&tm) / 1000 + zm * 60) * 1000000000 + nanos;
	return *out > 0;
}

/* ---- Samples ---- */

void
dump_rows_init(struct dump_rows *r, struct read_job *job)
{
	*r = (struct dump_rows){ .job = job,
		.counts = true,
		.ids = MAP64_INIT,
		.map_of = MAP64_INIT,
		.build_id = MAP64_INIT };
}

void
dump_rows_fini(struct dump_rows *r)
{
	if (!r->counts) {
		rows_fini(&r->rows);
		intern_fini(&r->seen);
		dump_hang_end(r->hang, false, NULL);
	}
	functable_fini(&r->funcs);
	map64_free(&r->ids);
	map64_free(&r->map_of);
	map64_free(&r->build_id);
	arena_free(&r->arena);
	strbuf_free(&r->key);
	vec_free(&r->time);
	vec_free(&r->size);
	vec_free(&r->loc);
	vec_free(&r->label);
	vec_free(&r->stack);
}

int
dump_rows_second(struct dump_rows *r, struct err *err)
{
	struct builder *b = r->job->builder;
	struct strbuf comment = STRBUF_INIT;

	if (r->format == NULL)
		return err_set(err, ERR_FORMAT,
			"no stacks of threads (looked for: Go, Java, gdb, "
			"eu-stack, py-spy, faulthandler, pystack, "
			"profiling.sampling, dotnet-stack)");
	r->times = r->time.n > 1;
	for (size_t i = 0; i < r->time.n; i++)
		r->times = r->times && r->time.p[i] > 0 &&
			(i == 0 || r->time.p[i] > r->time.p[i - 1]);
	r->counts = false;
	r->fresh = 0;
	r->next_asleep = false;
	r->at = r->truncated = r->left_out = 0;
	read_type(b, str_c(r->format->type), STR("count"));
	if (r->waits)
		read_type(b, STR("wait"), STR("nanoseconds"));
	builder_header(b)->default_type =
		builder_string(b, str_c(r->format->type));
	if (str_is(str_c(r->format->type), "goroutine")) {
		/* Like Go's own goroutine profile, so that the two can be
		   compared. */
		builder_header(b)->period_type =
			builder_string(b, STR("goroutine"));
		builder_header(b)->period_unit =
			builder_string(b, STR("count"));
		builder_header(b)->period = 1;
	}
	builder_header(b)->time_nanos = r->time.p[0];
	if (r->times)
		builder_header(b)->duration_nanos =
			r->time.p[r->time.n - 1] - r->time.p[0];
	strbuf_addf(&comment, COMMENT_DUMP "%s", r->format->name);
	read_comment(b, strbuf_str(&comment));
	strbuf_free(&comment);
	rows_init(&r->rows, b, r->waits ? 2 : 1, r->times);
	intern_init(&r->seen, &r->arena);
	vec_push(&r->loc, NONE); /* id 0 is "", which is not a key */
	r->hang = dump_hang_new(r->format);
	return 0;
}

void
dump_rows_module(struct dump_rows *r, struct str line)
{
	enum { SHORTEST = 8 }; /* digits */
	struct builder *b = r->job != NULL ? r->job->builder : NULL;
	str_id id = r->module;
	size_t n = 0;

	r->module = 0;
	if (b == NULL || r->counts)
		return;
	if (str_starts(line, STR("[")) && str_ends(line, STR("]"))) {
		line = str_sub(line, 1, line.n - 1);
		while (n < line.n && ascii_low_hex(line.p[n]) >= 0)
			n++;
		if (n == line.n && n >= SHORTEST)
			r->module = builder_string(b, line);
	} else if (id != 0 && str_starts(line, STR("/"))) {
		map64_put(&r->build_id, builder_string(b, line), id);
	}
}

static map_id
dump_mapping(struct dump_rows *r, str_id file)
{
	struct builder_mapping row = { .file = file, .has = MAP_ALL };
	map_id map = map64_get(&r->map_of, file);
	str_id id = map64_get(&r->build_id, file);

	if (map != NONE)
		return map;
	/* The first mapping is the main binary, which is unknown. */
	(void)loctable_mapping(&r->map_of, r->job->builder, 0, 0);
	row.build_id = id != NONE ? id : 0;
	map = builder_mapping(r->job->builder, &row);
	if (map != NONE)
		map64_put(&r->map_of, file, map);
	return map;
}

/* Return the location of frames [from, to): all but the last are inlined. */
static loc_id
dump_location(struct dump_rows *r, const struct dump_frame *f, size_t n)
{
	struct builder *b = r->job->builder;
	struct builder_location loc = { .map = NONE };
	VEC(struct builder_line) line = { 0 };
	uint32_t id;

	strbuf_reset(&r->key);
	for (size_t i = 0; i < n; i++) {
		struct builder_function func = {
			.name = builder_string(b, f[i].name),
			.file = builder_string(b, f[i].file),
		};
		struct builder_line one = { .line = f[i].line };
		str_id map = builder_string(b, f[i].map);

		one.func = functable_at(&r->funcs, b, &func);
		vec_push(&line, one);
		strbuf_add(&r->key, str_from((const char *)&one, sizeof(one)));
		if (loc.address == 0 && map != 0)
			loc.address = f[i].address;
		if (map != 0 && loc.map == NONE)
			loc.map = dump_mapping(r, map);
	}
	strbuf_add(&r->key,
		str_from((const char *)&loc.address, sizeof(loc.address)));
	strbuf_add(&r->key, str_from((const char *)&loc.map, sizeof(loc.map)));
	id = intern_copy(&r->seen, strbuf_str(&r->key));
	if (id >= r->loc.n) {
		loc.line = line.p;
		loc.nlines = line.n;
		vec_push(&r->loc, builder_location(b, &loc));
	}
	vec_free(&line);
	return r->loc.p[id];
}

/* Name frames without a name by their address. */
static void
dump_name(struct dump_thread *t)
{
	for (size_t i = 0; i < t->frame.n; i++) {
		char hex[20];

		if (t->frame.p[i].name.n > 0)
			continue;
		(void)snprintf(hex, sizeof(hex), "0x%016" PRIx64,
			t->frame.p[i].address);
		t->frame.p[i].name = arena_str(&t->arena, str_c(hex));
	}
}

/* Rename a label of ours whose key the program uses for its own. */
static void
dump_own_keys(struct dump_thread *t)
{
	bool any = false;

	/* Only Go prints labels of the program. It has few of ours, but Java
	   may have many. */
	for (size_t i = 0; i < t->label.n; i++)
		any |= t->label.p[i].own.n > 0;
	for (size_t i = 0; any && i < t->label.n; i++) {
		struct dump_label *ours = &t->label.p[i];
		struct strbuf key = STRBUF_INIT;

		for (size_t k = 0; ours->own.n == 0 && k < t->label.n; k++) {
			if (!str_is(t->label.p[k].own, ours->key))
				continue;
			strbuf_addf(&key, "go.%s", ours->key);
			ours->own = arena_str(&t->arena, strbuf_str(&key));
		}
		strbuf_free(&key);
	}
}

/* Begin a dump if this thread is the first one of a dump. */
static void
dump_rows_dump(struct dump_rows *r, const struct dump_thread *t)
{
	bool fresh = t->head >= r->fresh;

	if (!fresh && r->at > 0 &&
		(t->id == 0 || map64_get(&r->ids, t->id) == NONE))
		return;
	map64_free(&r->ids);
	r->ids = (struct map64)MAP64_INIT;
	r->asleep = fresh && r->next_asleep && t->format == &dump_go;
	if (fresh) {
		r->next_asleep = false;
		r->fresh = SIZE_MAX;
	}
	r->at++;
	if (!r->counts)
		return;
	vec_push(&r->time, t->time);
	vec_push(&r->size, 0);
}

void
dump_rows_add(struct dump_rows *r, struct dump_thread *t)
{
	struct builder *b = r->job->builder;
	int64_t value[2] = { 1, t->wait };
	size_t from = 0;

	if (t->left_out) {
		r->left_out++;
		return;
	}
	if (r->format == NULL)
		r->format = t->format;
	dump_rows_dump(r, t);
	if (t->id != 0)
		map64_put(&r->ids, t->id, 0);
	r->truncated += t->elided;
	if (r->counts) {
		r->size.p[r->at - 1]++;
		r->waits |= t->wait > 0;
		return;
	}
	if (t->frame.n == 0)
		dump_add(t, &(struct dump_frame){ .name = STR("[no frames]") });
	dump_name(t);
	for (size_t i = 0; t->hides_initialization && i < t->frame.n; i++)
		r->hides_initialization |=
			str_ends(t->frame.p[i].name, STR(".<clinit>"));
	if (t->format->root_first)
		vec_reverse(struct dump_frame, &t->frame);
	r->stack.n = r->label.n = 0;
	for (size_t i = 0; i < t->frame.n; i++) {
		if (t->frame.p[i].inner && i + 1 < t->frame.n)
			continue;
		vec_push(&r->stack,
			dump_location(r, &t->frame.p[from], i + 1 - from));
		from = i + 1;
	}
	if (r->at == r->time.n)
		dump_hang_add(r->hang, t);
	if (r->time.n > 1)
		dump_number(t, "dump", (int64_t)r->at);
	dump_own_keys(t);
	for (size_t i = 0; i < t->label.n; i++) {
		const struct dump_label *l = &t->label.p[i];

		vec_push(&r->label,
			((struct label){
				.key = builder_string(b,
					l->own.n > 0 ? l->own : str_c(l->key)),
				.str = l->is_number
					? NONE
					: builder_string(b, l->text),
				.num = l->number }));
	}
	if (builder_err(b) == NULL)
		rows_add(&r->rows, builder_stack(b, r->stack.p, r->stack.n),
			builder_labels(b, r->label.p, r->label.n), value,
			r->times ? r->time.p[r->at - 1] : 0);
}

int
dump_rows_end(struct dump_rows *r, struct err *err)
{
	struct warnings *warnings = r->job->warnings;
	struct strbuf sizes = STRBUF_INIT;

	if (r->left_out > 0 && r->format->left_out != NULL)
		warnings_add(warnings, "%zu %s%s %s %s left out", r->left_out,
			r->format->thread, plural(r->left_out),
			r->format->left_out, r->left_out == 1 ? "was" : "were");
	if (r->truncated > 0)
		warnings_add(warnings,
			"%zu stack%s truncated: frames of %s were not printed",
			r->truncated, r->truncated == 1 ? " is" : "s are",
			r->truncated == 1 ? "it" : "them");
	if (r->hides_initialization)
		warnings_add(warnings,
			"a class is being initialized, and threads that wait "
			"for it look RUNNABLE here; jcmd PID Thread.print "
			"tells them apart");
	for (size_t i = 0; r->size.n > 1 && i < r->size.n; i++) {
		if (i >= 8) {
			strbuf_addf(&sizes, ", ...");
			break;
		}
		strbuf_addf(&sizes, "%s%zu",
			i == 0                      ? ""
				: i + 1 < r->size.n ? ", "
						    : " and ",
			r->size.p[i]);
	}
	if (r->size.n > 1)
		warnings_add(warnings,
			"%zu dumps are added up (%s %ss); the label dump "
			"tells them apart",
			r->size.n, strbuf_c(&sizes), r->format->thread);
	strbuf_free(&sizes);
	dump_hang_end(r->hang, r->asleep, r->job->builder);
	r->hang = NULL;
	return rows_end(&r->rows, err);
}
