/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads events of a trace and their threads (trace.h). */
#include "prelude.h"

#include "read/trace/trace.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/decimal.h"
#include "base/num.h"

/* ---- Members ---- */

#define MEMBER(text) \
	{ \
		text, sizeof(text) - 1 \
	}

static const struct str member_names[TRACE_MEMBERS] = {
	[TRACE_PH] = MEMBER("ph"),
	[TRACE_NAME] = MEMBER("name"),
	[TRACE_CAT] = MEMBER("cat"),
	[TRACE_TS] = MEMBER("ts"),
	[TRACE_DUR] = MEMBER("dur"),
	[TRACE_TDUR] = MEMBER("tdur"),
	[TRACE_PID] = MEMBER("pid"),
	[TRACE_TID] = MEMBER("tid"),
	[TRACE_ID] = MEMBER("id"),
	[TRACE_ARGS] = MEMBER("args"),
	[TRACE_SF] = MEMBER("sf"),
};

/* Read these members of an object. Others, which may be large, are skipped. */
static int
members_read(struct trace_file *t, const struct str *name, size_t n,
	struct str *value)
{
	struct str key, text;
	size_t count = 0;
	int more;

	if (jwalk_object(&t->w) != 0)
		return -1;
	while ((more = jwalk_key(&t->w, &count, &key)) > 0) {
		if (jwalk_span(&t->w, &text) != 0)
			return -1;
		for (size_t i = 0; i < n; i++)
			if (str_eq(key, name[i]))
				value[i] = text;
	}
	return more;
}

int
trace_raw_read(struct trace_file *t, struct trace_raw *r)
{
	bool is_object = jwalk_peek(&t->w) == '{';

	*r = (struct trace_raw){ .at = t->w.at };
	if (!is_object)
		return jwalk_skip(&t->w);
	return members_read(t, member_names, TRACE_MEMBERS, r->value) == 0 ? 1
									   : -1;
}

/* Read members of the text `object`; if it is not an object, it has none. */
static void
inner_read(struct trace_file *t, struct str object, const struct str *name,
	size_t n, struct str *value)
{
	struct jwalk kept = t->w;

	for (size_t i = 0; i < n; i++)
		value[i] = STR_EMPTY;
	if (object.n == 0 || object.p[0] != '{')
		return;
	jwalk_to(&t->w, (size_t)(object.p - t->w.text.p));
	/* Its end is known, so damage within it can be ignored. */
	if (members_read(t, name, n, value) != 0)
		*t->err = (struct err)ERR_INIT;
	t->w = kept;
}

static bool
is_json_text(struct str value)
{
	return value.n > 1 && value.p[0] == '"';
}

/* Return a text without its quotes, a number as written, or "" for others. */
static struct str
plain(struct str value)
{
	if (is_json_text(value))
		return str_sub(value, 1, value.n - 1);
	return value.n > 0 && (value.p[0] == '-' || ascii_is_digit(value.p[0]))
		? value
		: STR_EMPTY;
}

/* Return the id of a string; 0 if the builder failed, which is checked
   later. */
static str_id
keep_string(struct trace_file *t, struct str text)
{
	str_id id = builder_string(t->b, text);

	return id != NONE ? id : 0;
}

str_id
trace_string(struct trace_file *t, struct str value)
{
	struct jwalk kept = t->w;
	struct jval *v;
	struct str text = STR_EMPTY;
	str_id id = 0;

	if (!is_json_text(value))
		return 0;
	if (str_chr(value, '\\') < 0)
		return keep_string(t, plain(value));
	jwalk_to(&t->w, (size_t)(value.p - t->w.text.p));
	v = jval_read(&t->w);
	if (jval_text(v, &text))
		id = keep_string(t, text);
	if (v == NULL)
		*t->err = (struct err)ERR_INIT;
	jval_free(v);
	t->w = kept;
	return id;
}

/* Limit of times, in ns, so that differences and small sums do not overflow. */
#define TIME_MAX (INT64_C(1) << 61)

int64_t
trace_cut(struct trace_file *t, int64_t nanos)
{
	if (nanos <= TIME_MAX && nanos >= -TIME_MAX)
		return nanos;
	t->clipped = true;
	return nanos < 0 ? -TIME_MAX : TIME_MAX;
}

int
trace_nanos(struct trace_file *t, struct str value, int64_t *out)
{
	enum { NANOS = 3 };
	int64_t nanos;

	if (value.n == 0 || str_is(value, "null"))
		return 0;
	if (!decimal_read(plain(value), NANOS, &nanos, &t->clipped))
		return -1;
	*out = trace_cut(t, nanos);
	return 1;
}

/* ---- Threads ---- */

/* Make a label and a text from a number or a text. A text of digits counts as a
   number. */
static void
put_id(struct trace_file *t, struct str value, const char *key,
	struct label *label, struct strbuf *text)
{
	struct str s = plain(value);
	str_id id;

	*label = (struct label){ .str = NONE };
	label->key = builder_string(t->b, str_c(key));
	if (str_to_i64(s, &label->num)) {
		strbuf_addf(text, "%" PRId64, label->num);
		return;
	}
	id = is_json_text(value) ? trace_string(t, value) : keep_string(t, s);
	if (is_json_text(value) || s.n > 0) {
		label->str = id;
		strbuf_addch(text, '"');
		strbuf_add(text, builder_str(t->b, id));
	}
}

uint32_t
trace_id(struct trace_file *t, struct str text)
{
	uint32_t id = intern_copy(&t->ids, text);

	while (t->thread_of.n <= id) {
		vec_push(&t->thread_of, NONE);
		vec_push(&t->process, 0);
	}
	return id;
}

uint32_t
trace_thread(struct trace_file *t, const struct trace_raw *r)
{
	struct str pid = r->value[TRACE_PID], tid = r->value[TRACE_TID];
	struct trace_thread thread = { .name = 0 };
	uint32_t id;

	if (t->recent.thread != NONE && str_eq(pid, t->recent.pid) &&
		str_eq(tid, t->recent.tid))
		return t->recent.thread;
	strbuf_reset(&t->text);
	put_id(t, pid, "pid", &thread.pid, &t->text);
	thread.process = trace_id(t, strbuf_str(&t->text));
	strbuf_addch(&t->text, '/');
	put_id(t, tid, "tid", &thread.tid, &t->text);
	id = trace_id(t, strbuf_str(&t->text));
	if (t->thread_of.p[id] == NONE) {
		t->thread_of.p[id] = (uint32_t)t->thread.n;
		vec_push(&t->thread, thread);
	}
	t->recent.pid = pid;
	t->recent.tid = tid;
	return t->recent.thread = t->thread_of.p[id];
}

static void
put_thread_label(struct trace_file *t, struct label *label, size_t *n,
	const char *key, str_id value)
{
	if (value == 0)
		return;
	label[*n] = (struct label){ .str = value };
	label[(*n)++].key = builder_string(t->b, str_c(key));
}

lset_id
trace_label_set(struct trace_file *t, uint32_t thread, str_id profile)
{
	const struct trace_thread *th = &t->thread.p[thread];
	struct label label[5] = { th->pid, th->tid };
	size_t n = 2;

	put_thread_label(t, label, &n, "thread_comm", th->name);
	put_thread_label(t, label, &n, "comm", t->process.p[th->process]);
	put_thread_label(t, label, &n, "profile", profile);
	return builder_labels(t->b, label, n);
}

/* ---- Details ---- */

/* Details from an event's args: the header or template (clang), the function
   and script (Chrome), the target (Bazel). They become part of the name, not
   labels: events below have their own details, and labels would hide the total
   of, say, a header.

       Source {"detail":"a.h"}    ->    Source a.h

   Also read are members that only clang's totals have. */
enum { DETAIL, TARGET, DATA, COUNT, AVERAGE, ARGS };
enum { FUNCTION_NAME, URL, DATA_PARTS };

static const struct str arg_names[ARGS] = {
	[DETAIL] = MEMBER("detail"),
	[TARGET] = MEMBER("target"),
	[DATA] = MEMBER("data"),
	[COUNT] = MEMBER("count"),
	[AVERAGE] = MEMBER("avg ms"),
};
static const struct str data_names[DATA_PARTS] = {
	[FUNCTION_NAME] = MEMBER("functionName"),
	[URL] = MEMBER("url"),
};

static void
read_details(struct trace_file *t, const struct trace_raw *r,
	struct trace_late *late, bool *is_sum)
{
	struct str arg[ARGS], data[DATA_PARTS];
	str_id part[4];

	*late = (struct trace_late){ .cat = trace_string(
					     t, r->value[TRACE_CAT]) };
	*is_sum = false;
	if (r->value[TRACE_ARGS].n == 0)
		return;
	inner_read(t, r->value[TRACE_ARGS], arg_names, ARGS, arg);
	inner_read(t, arg[DATA], data_names, DATA_PARTS, data);
	*is_sum = arg[COUNT].n > 0 && arg[AVERAGE].n > 0;
	part[0] = trace_string(t, arg[DETAIL]);
	part[1] = trace_string(t, data[FUNCTION_NAME]);
	part[2] = late->url = trace_string(t, data[URL]);
	part[3] = trace_string(t, arg[TARGET]);
	strbuf_reset(&t->text);
	for (size_t i = 0; i < COUNT_OF(part); i++) {
		if (part[i] == 0)
			continue;
		if (t->text.n > 0)
			strbuf_addch(&t->text, ' ');
		strbuf_add(&t->text, builder_str(t->b, part[i]));
	}
	if (t->text.n > 0)
		late->detail = keep_string(t, strbuf_str(&t->text));
}

loc_id
trace_location(struct trace_file *t, str_id name, const struct trace_late *more)
{
	struct loctable_row row = { .name = builder_str(t->b, name),
		.file = builder_str(t->b, more->url),
		.map = builder_str(t->b, more->cat) };

	if (name == 0)
		row.name = STR("(no name)");
	if (more->detail != 0) {
		strbuf_reset(&t->text);
		strbuf_add(&t->text, row.name);
		strbuf_addch(&t->text, ' ');
		strbuf_add(&t->text, builder_str(t->b, more->detail));
		row.name = strbuf_str(&t->text);
	}
	return loctable_at(&t->locs, &row);
}

/* ---- Reading events ---- */

/* Get the length of an X, 0 if missing or negative. False if unreadable. */
static bool
read_length(struct trace_file *t, const struct trace_raw *r, int64_t *dur)
{
	int found = trace_nanos(t, r->value[TRACE_DUR], dur);

	/* Without a duration, use the CPU time. */
	if (found == 0)
		found = trace_nanos(t, r->value[TRACE_TDUR], dur);
	if (*dur < 0) {
		t->odd++;
		*dur = 0;
	}
	return found >= 0;
}

/* Add a chunk of a CPU profile. Chunks of a process belong together if they
   have the same id or, without ids, come from the same thread. */
static void
read_piece(struct trace_file *t, const struct trace_raw *r, bool is_first)
{
	struct trace_piece p = { .at = r->at, .is_first = is_first };
	struct label label;

	if (trace_nanos(t, r->value[TRACE_TS], &p.ts) <= 0) {
		t->damaged++;
		return;
	}
	p.thread = trace_thread(t, r);
	strbuf_reset(&t->text);
	put_id(t, r->value[TRACE_PID], "pid", &label, &t->text);
	strbuf_addch(&t->text, ' ');
	if (is_json_text(r->value[TRACE_ID]))
		strbuf_add(&t->text, plain(r->value[TRACE_ID]));
	else
		put_id(t, r->value[TRACE_TID], "tid", &label, &t->text);
	p.group = trace_id(t, strbuf_str(&t->text));
	vec_push(&t->piece, p);
}

int
trace_event_read(struct trace_file *t)
{
	struct trace_raw r;
	int found = trace_raw_read(t, &r);
	struct str ph, name;
	str_id id;

	if (found <= 0) {
		t->damaged += found == 0;
		return found;
	}
	id = trace_string(t, r.value[TRACE_NAME]);
	if (read_check(t->b, t->err) != 0)
		return -1;
	ph = plain(r.value[TRACE_PH]);
	name = builder_str(t->b, id);
	if (str_is(name, "ProfileChunk") || str_is(name, "CpuProfile"))
		read_piece(t, &r, false);
	else if (str_is(name, "Profile"))
		read_piece(t, &r, true);
	else if (str_is(ph, "X") || str_is(ph, "B") || str_is(ph, "E")) {
		char timed_ph = ph.p[0];
		struct trace_event e = { .ph = timed_ph,
			.seq = (uint32_t)t->event.n,
			.name = id,
			.loc = NONE };
		struct trace_late late;
		bool is_sum;

		if (trace_nanos(t, r.value[TRACE_TS], &e.ts) <= 0 ||
			(timed_ph == 'X' && !read_length(t, &r, &e.dur))) {
			t->damaged++;
		} else {
			e.thread = trace_thread(t, &r);
			read_details(t, &r, &late, &is_sum);
			e.has_detail = late.detail != 0;
			if (timed_ph != 'E') {
				e.loc = trace_location(t, id, &late);
			} else if (e.has_detail) {
				e.loc = (uint32_t)t->late.n;
				vec_push(&t->late, late);
			}
			e.is_total = is_sum && timed_ph == 'X' && e.ts == 0 &&
				str_starts(
					builder_str(t->b, id), STR("Total "));
			vec_push(&t->event, e);
		}
	} else if (str_is(ph, "M")) {
		uint32_t at = trace_thread(t, &r);
		struct trace_thread *thread = &t->thread.p[at];
		struct str value;
		str_id text;

		/* {"ph":"M","name":"thread_name","args":{"name":"main"}} */
		inner_read(t, r.value[TRACE_ARGS], &member_names[TRACE_NAME], 1,
			&value);
		text = trace_string(t, value);
		if (text != 0) {
			if (str_is(name, "thread_name"))
				thread->name = text;
			else if (str_is(name, "process_name"))
				t->process.p[thread->process] = text;
		}
	} else
		t->left_out[ph.n == 1 ? (unsigned char)ph.p[0] : '?']++;
	return read_check(t->b, t->err);
}

void
trace_weighs(struct trace_file *t, int64_t from, int64_t to)
{
	t->first = from < t->first ? from : t->first;
	t->last = to > t->last ? to : t->last;
}
