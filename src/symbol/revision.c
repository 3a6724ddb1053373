/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "symbol/revision.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "base/xalloc.h"
#include "symbol/ask.h"
#include "symbol/locate.h"

enum { PROGRAMS_MOST = 16 };

/* ---- Orders as text ---- */

static void
put_field(struct strbuf *out, struct str field)
{
	strbuf_add(out, str_cut(&field, '\0'));
	strbuf_addch(out, '\0');
}

/* True if the location is in a Go function. */
static bool
is_go(const struct profile *p, loc_id loc)
{
	line_id line = p->loc.line0[loc];
	func_id func;

	if (line >= p->loc.line0[loc + 1])
		return false;
	func = p->line.func[line];
	return func != NONE &&
		str_ends(profile_str(p, p->func.file[func]), STR(".go"));
}

static void
put_program(struct strbuf *out, const struct profile *p, map_id map)
{
	put_field(out, profile_str(p, p->map.file[map]));
	put_field(out, profile_str(p, p->map.build_id[map]));
}

void
revision_order_put(struct strbuf *out, const struct profile *p, struct str self)
{
	map_id program[PROGRAMS_MOST];
	size_t n = 0;

	put_field(out, self);
	strbuf_addf(out, "%" PRId64, p->header.time_nanos);
	strbuf_addch(out, '\0');
	for (loc_id loc = 0; loc < p->loc.n && n < PROGRAMS_MOST; loc++) {
		map_id map = p->loc.map[loc];
		bool again = map == NONE;

		/* A program has several mappings. */
		for (size_t i = 0; i < n && !again; i++)
			again = p->map.file[program[i]] == p->map.file[map] &&
				p->map.build_id[program[i]] ==
					p->map.build_id[map];
		if (again || !is_go(p, loc))
			continue;
		program[n++] = map;
		put_program(out, p, map);
	}
}

/* ---- One program ---- */

static void PRINTF_LIKE(2, 3)
	revision_say(struct revision *r, const char *fmt, ...)
{
	struct strbuf text = STRBUF_INIT;
	va_list ap;

	/* Keep the reason for the first program, the most important one. */
	if (r->why.n > 0)
		return;
	va_start(ap, fmt);
	strbuf_vaddf(&text, fmt, ap);
	va_end(ap);
	r->why = arena_str(&r->arena, strbuf_str(&text));
	strbuf_free(&text);
}

/* True if a program without a build id can be the profiled one. */
static bool
fits_by_time(struct revision *r, const char *path, int64_t profile_time)
{
	struct stat st;

	if (profile_time <= 0)
		revision_say(r, "%s has no build id", path);
	else if (stat(path, &st) != 0 ||
		(int64_t)st.st_mtim.tv_sec > profile_time / 1000000000)
		revision_say(r,
			"%s has no build id and is newer than the profile",
			path);
	else
		return true;
	return false;
}

/* Handle an answer: "3f2504e0 modified". False if the revision differs from
   that of an earlier program. */
static bool
agree(struct revision *r, const char *path, struct str answer)
{
	struct str text = str_cut(&answer, ' ');

	if (text.n == 0) {
		revision_say(r, "%s was built without its revision", path);
		return true;
	}
	if (r->text.n > 0 && !str_eq(r->text, text)) {
		r->why = STR_EMPTY;
		revision_say(r,
			"the programs have two revisions, %.*s and %.*s",
			STR_ARG(str_sub(r->text, 0, 12)),
			STR_ARG(str_sub(text, 0, 12)));
		return false;
	}
	r->text = arena_str(&r->arena, text);
	r->modified = r->modified || answer.n > 0;
	return true;
}

/* Ask a child about a program. False if there is no need to ask about the other
   programs. */
static bool
ask_program(struct revision *r, const char *self, const struct wanted *want,
	int64_t time, struct progress *progress)
{
	struct strbuf path = STRBUF_INIT;
	struct known known = { .text = ARENA_INIT };
	struct reply reply = REPLY_INIT;
	struct ask_question q = { .program = self,
		.revision = true,
		.most = ASK_MOST,
		.place = want->place };
	struct err err = ERR_INIT;
	struct stat st;
	const char *name;
	bool more = true;

	if (!locate_binary(want, NULL, &path))
		locate_recorded(want, &path);
	name = strbuf_c(&path);
	q.text[CHILD_PATH] = strbuf_str(&path);
	q.text[CHILD_ID] = want->build_id;
	if (stat(name, &st) != 0)
		revision_say(r, "%s is not here", name);
	else if (ask_child(&q, &known, &reply, progress, 0, &err) != 0)
		revision_say(r, "%s", err.msg);
	else if (!reply.has_head)
		revision_say(r, "%s cannot be read", name);
	else if (reply.kind == CHILD_OTHER_BUILD)
		revision_say(
			r, "%s is another build than the profiled one", name);
	else if (reply.kind == CHILD_FAILED)
		revision_say(r, "%s", strbuf_c(&reply.text));
	else if ((want->build_id.n > 0 && known.build_id.n > 0) ||
		fits_by_time(r, name, time))
		more = agree(r, name, strbuf_str(&reply.text));
	reply_free(&reply);
	known_clear(&known);
	strbuf_free(&path);
	return more;
}

struct revision *
revision_new(struct str order, struct progress *progress)
{
	struct revision *r = xcalloc(1, sizeof(*r));
	struct str rest, self, time_text;
	int64_t time;
	char *program;
	bool any = false, more = true;

	r->order = arena_str(&r->arena, order);
	rest = r->order;
	self = str_cut(&rest, '\0');
	time_text = str_cut(&rest, '\0');
	if (!str_to_i64(time_text, &time))
		time = 0;
	program = xstrndup(self.p, self.n);
	while (more && rest.n > 0 && !progress_stopped(progress)) {
		struct wanted want = { .file = str_cut(&rest, '\0'),
			.place = { .limit = UINT64_MAX } };

		want.build_id = str_cut(&rest, '\0');
		any = true;
		more = ask_program(r, program, &want, time, progress);
	}
	if (!any)
		revision_say(r, "the revision is unknown");
	if (!more)
		r->text = STR_EMPTY;
	free(program);
	if (!progress_stopped(progress))
		return r;
	revision_free(r);
	return NULL;
}

void
revision_free(struct revision *r)
{
	if (r == NULL)
		return;
	arena_free(&r->arena);
	free(r);
}
