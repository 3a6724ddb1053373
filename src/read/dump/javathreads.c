/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Threads of a JVM as JSON, from jcmd Thread.dump_to_file:
 *
 *     {"threadDump": {"time": "...", "threadContainers": [
 *       {"container": "<root>", "threads": [
 *         {"tid": "19", "name": "transfer-1", "state": "BLOCKED",
 *          "blockedOn": "java.lang.Object@1499d82e",
 *          "stack": ["Hung.ab(Hung.java:15)", ...],
 *          "monitorsOwned": [{"depth": 0, "locks": ["Object@e340134"]}]}]}]}}
 *
 * All members but "stack" may be missing. Names are as in dump.h.
 */
#include "prelude.h"

#include "base/json.h"
#include "read/dump/dump.h"

static void
java_text(struct dump_thread *t, const char *key, const struct jval *v)
{
	struct str text;

	if (jval_text(v, &text))
		dump_text(t, key, text);
}

/* Set the lock of a thread, "Class@hash". */
static void
java_waits(struct dump_thread *t, const struct jval *v, enum dump_wants wants)
{
	struct str text;
	ptrdiff_t at;

	if (t->lock.n > 0 || !jval_text(v, &text))
		return;
	at = str_rchr(text, '@');
	t->lock = text;
	t->wants = wants;
	dump_text(t, "lock", text);
	if (at > 0)
		dump_text(t, "lock_class", str_sub(text, 0, (size_t)at));
}

static void
java_thread(struct dump_thread *t, const struct jval *v, struct str container)
{
	const struct jval *stack = jval_get(v, "stack");
	const struct jval *park = jval_get(v, "parkBlocker");
	const struct jval *owned = jval_get(v, "monitorsOwned");
	struct strbuf number = STRBUF_INIT;
	struct str name = STR_EMPTY, text;
	int64_t id = 0;
	bool clipped = false;

	dump_thread_reset(t);
	t->format = &dump_java;
	t->hides_initialization = true;
	if (jval_decimal(jval_get(v, "tid"), 0, &id, &clipped))
		t->id = (uint64_t)id + 1;
	(void)jval_text(jval_get(v, "name"), &name);
	strbuf_addf(&number, "#%lld", (long long)id);
	dump_text(t, "thread",
		name.n > 0 ? name : arena_str(&t->arena, strbuf_str(&number)));
	java_text(t, "state", jval_get(v, "state"));
	strbuf_reset(&number);
	jval_print(jval_get(v, "virtual"), &number);
	if (str_is(strbuf_str(&number), "true"))
		dump_text(t, "virtual", STR("true"));
	strbuf_free(&number);
	if (!str_is(container, "<root>"))
		dump_text(t, "container", container);
	java_waits(t, jval_get(v, "blockedOn"), WANTS_LOCK);
	java_waits(t, jval_get(v, "waitingOn"), WANTS_NOTICE);
	java_waits(t, jval_get(park, "object"), WANTS_PARK);
	java_waits(t, park, WANTS_PARK);
	if (jval_decimal(jval_get(park, "owner"), 0, &id, &clipped))
		t->owner = (uint64_t)id + 1;
	for (size_t i = 0; i < jval_count(owned); i++) {
		const struct jval *locks = jval_get(jval_at(owned, i), "locks");

		for (size_t k = 0; k < jval_count(locks); k++)
			if (jval_text(jval_at(locks, k), &text) &&
				!str_eq(text, t->lock))
				dump_text(t, "holds", text);
	}
	for (size_t i = 0; i < jval_count(stack); i++) {
		struct dump_frame f;

		if (!jval_text(jval_at(stack, i), &text))
			continue;
		if (!dump_java_frame(text, &f))
			f = (struct dump_frame){ .name = text };
		dump_java_add(t, &f);
	}
}

/* Read the threads of one container. */
static int
java_container(struct jwalk *w, struct dump_rows *rows, struct dump_thread *t,
	int64_t time)
{
	static const char *const names[] = { "container", "threads" };
	struct jval *name = NULL, *v;
	struct str container = STR("<root>");
	size_t where[2], n = 0;
	struct jwalk in;
	int rc = -1, more = 0;

	if (jwalk_members(w, names, 2, where) != 0)
		return -1;
	if (where[1] == 0)
		return 0;
	in = *w;
	if (where[0] != 0) {
		jwalk_to(&in, where[0]);
		name = jval_read(&in);
		if (name == NULL)
			return -1;
		(void)jval_text(name, &container);
	}
	if (jwalk_array_at(&in, where[1]) == 0) {
		while ((more = jwalk_next(&in, &n)) > 0) {
			v = jval_read(&in);
			if (v == NULL)
				break;
			java_thread(t, v, container);
			t->time = time;
			dump_rows_add(rows, t);
			jval_free(v);
			if (read_check(rows->job->builder, w->err) != 0)
				break;
		}
		rc = more == 0 ? 0 : -1;
	}
	jval_free(name);
	return rc;
}

/* Make one pass over all threads. */
static int
java_pass(struct read_job *job, struct dump_rows *rows, struct err *err)
{
	static const char *const names[] = { "time", "threadContainers" };
	static const char *const outer[] = { "threadDump" };
	struct dump_thread t = { .counts = rows->counts };
	struct jwalk w;
	struct jval *v;
	struct str text;
	size_t dump, where[2], n = 0;
	int64_t time = 0;
	int rc = -1, more;

	if (jwalk_start(&w, job->bytes, job->progress, err) != 0)
		return -1;
	if (jwalk_members(&w, outer, 1, &dump) != 0 || jwalk_end(&w) != 0)
		return -1;
	if (dump == 0)
		return err_set(err, ERR_FORMAT, "no \"threadDump\"");
	jwalk_to(&w, dump);
	if (jwalk_members(&w, names, 2, where) != 0)
		return -1;
	if (where[1] == 0)
		return err_set(err, ERR_FORMAT, "no \"threadContainers\"");
	if (where[0] != 0) {
		jwalk_to(&w, where[0]);
		v = jval_read(&w);
		if (v == NULL)
			return -1;
		if (jval_text(v, &text))
			(void)dump_time(text, &time);
		jval_free(v);
	}
	if (jwalk_array_at(&w, where[1]) == 0) {
		while ((more = jwalk_next(&w, &n)) > 0)
			if (java_container(&w, rows, &t, time) != 0)
				break;
		rc = more == 0 ? 0 : -1;
	}
	dump_thread_fini(&t);
	return rc;
}

static int
javathreads_read(struct read_job *job, struct err *err)
{
	struct dump_rows rows;
	int rc = -1;

	dump_rows_init(&rows, job);
	if (java_pass(job, &rows, err) == 0 &&
		dump_rows_second(&rows, err) == 0 &&
		java_pass(job, &rows, err) == 0)
		rc = dump_rows_end(&rows, err);
	dump_rows_fini(&rows);
	return rc;
}

const struct reader reader_javathreads = { "javathreads",
	"threads of Java, JSON", javathreads_read, .family = JF_JAVATHREADS };
