/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Requests to a child and its answers (ask.h). */
#include "prelude.h"

#include "symbol/ask.h"

#include <sys/wait.h>
#include <unistd.h>

#include "base/file.h"
#include "input/helper.h"

/* The state of reading a child's output. */
struct arrival {
	const struct ask_question *q;
	struct known *known;
	struct reply *reply;
	struct strbuf bytes; /* not yet parsed */
	size_t all;          /* total of received bytes */
	size_t answered;     /* addresses answered so far */
	bool is_bad;
};

/* ---- Records ---- */

/* Move n bytes from the front of `rest` to `out`. False if fewer are left. */
static bool
get(struct str *rest, void *out, size_t n)
{
	if (rest->n < n)
		return false;
	memcpy(out, rest->p, n);
	*rest = str_skip(*rest, n);
	return true;
}

ptrdiff_t
record_length(struct str bytes)
{
	struct str rest = bytes;
	uint32_t n;

	if (!get(&rest, &n, sizeof(n)))
		return 0;
	if (n > CHILD_CALLS_MOST)
		return -1;
	for (uint32_t i = 0; i < n; i++) {
		struct child_call c;
		size_t text;

		if (!get(&rest, &c, sizeof(c)))
			return 0;
		if (c.name > CHILD_NAME_MOST || c.file > CHILD_NAME_MOST)
			return -1;
		text = (size_t)c.name + c.file;
		if (rest.n < text)
			return 0;
		rest = str_skip(rest, text);
	}
	return (ptrdiff_t)(bytes.n - rest.n);
}

void
record_begin(struct call_reader *r, struct str record)
{
	*r = (struct call_reader){ .rest = record };
	if (!get(&r->rest, &r->left, sizeof(r->left)))
		r->left = 0;
}

bool
record_next(struct call_reader *r, struct callsite *out)
{
	struct child_call c;

	if (r->left == 0 || !get(&r->rest, &c, sizeof(c)))
		return false;
	r->left--;
	*out = (struct callsite){ .line = c.line,
		.column = c.column,
		.start = c.start,
		.name = str_sub(r->rest, 0, c.name) };
	r->rest = str_skip(r->rest, c.name);
	out->file = str_sub(r->rest, 0, c.file);
	r->rest = str_skip(r->rest, c.file);
	return true;
}

/* ---- Receiving ---- */

/* Parse the head. False if it is incomplete or invalid. */
static bool
take_head(struct arrival *a)
{
	struct str rest = strbuf_str(&a->bytes), id, text;
	struct child_head h;

	if (!get(&rest, &h, sizeof(h)))
		return false;
	a->is_bad = h.id > CHILD_TEXT_MOST || h.text > CHILD_TEXT_MOST ||
		h.kind > CHILD_OTHER_BUILD;
	if (a->is_bad || rest.n < (size_t)h.id + h.text)
		return false;
	id = str_sub(rest, 0, h.id);
	text = str_sub(rest, h.id, (size_t)h.id + h.text);
	a->reply->has_head = true;
	a->reply->kind = (enum child_kind)h.kind;
	a->reply->left = h.left;
	strbuf_add(&a->reply->text, text);
	a->known->build_id = arena_str(&a->known->text, id);
	a->known->words = arena_str(&a->known->text, text);
	a->known->has_lines = h.has_lines != 0;
	strbuf_remove(&a->bytes, 0, sizeof(h) + h.id + h.text);
	return true;
}

/* ---- The child ---- */

static ssize_t
read_answers(struct arrival *a, struct helper *h, struct progress *progress,
	uint64_t done, struct err *err)
{
	char buf[1 << 14];
	ssize_t n;

	while (!a->is_bad && a->all < a->q->most &&
		(n = helper_read(h, buf, sizeof(buf), progress, err)) != 0) {
		struct str rest;
		size_t taken = 0;

		if (n < 0)
			return n;
		a->all += (size_t)n;
		strbuf_add(&a->bytes, str_from(buf, (size_t)n));
		if (a->reply->has_head || take_head(a)) {
			rest = strbuf_str(&a->bytes);
			while (a->answered < a->q->n) {
				ptrdiff_t count =
					record_length(str_skip(rest, taken));

				a->is_bad = count < 0;
				if (count <= 0)
					break;
				known_add(a->known,
					a->q->address[a->answered++],
					str_sub(rest, taken,
						taken + (size_t)count));
				taken += (size_t)count;
			}
			strbuf_remove(&a->bytes, 0, taken);
		}
		progress_done(progress, done + a->answered);
	}
	return 0;
}

int
ask_child(const struct ask_question *q, struct known *known,
	struct reply *reply, struct progress *progress, uint64_t done,
	struct err *err)
{
	const char *const argv[] = { q->program, CHILD_WORD, NULL };
	struct arrival a = { .q = q, .known = known, .reply = reply };
	struct strbuf request = STRBUF_INIT;
	struct helper h = { .pid = -1 };
	int in, status, rc = -1;
	struct child_request r = { .place = q->place,
		.fast = q->fast,
		.make_up = q->make_up,
		.revision = q->revision,
		.memory = q->memory,
		.first = q->first,
		.addresses = q->n };

	for (int i = 0; i < CHILD_TEXTS; i++)
		r.text[i] = q->text[i].n;
	strbuf_add(&request, str_from((const char *)&r, sizeof(r)));
	for (int i = 0; i < CHILD_TEXTS; i++)
		strbuf_add(&request, q->text[i]);
	strbuf_add(&request,
		str_from((const char *)q->address, q->n * sizeof(*q->address)));
	in = helper_input(strbuf_str(&request), "symbols", err);
	strbuf_free(&request);
	if (in < 0)
		return -1;
	if (helper_start(&h, argv, in, HELPER_OUR_GROUP, err) == 0) {
		rc = (int)read_answers(&a, &h, progress, done, err);
		status = helper_end(&h);
		strbuf_free(&h.said);
		if (rc == 0) {
			if (a.all >= q->most)
				strbuf_addstr(&reply->end,
					"its names need more than the memory "
					"limit (see --max-memory)");
			else if (a.is_bad)
				strbuf_addstr(&reply->end,
					"symbols unreadable (invalid answer)");
			else if (WIFSIGNALED(status))
				strbuf_addf(&reply->end,
					"symbols unreadable (killed by signal "
					"%d)",
					WTERMSIG(status));
			else if (WEXITSTATUS(status) != 0)
				strbuf_addf(&reply->end,
					"symbols unreadable (exit status %d)",
					WEXITSTATUS(status));
		}
	}
	strbuf_free(&a.bytes);
	fd_close(&in);
	reply->bytes = a.all;
	return rc;
}

void
reply_free(struct reply *reply)
{
	strbuf_free(&reply->text);
	strbuf_free(&reply->end);
}
