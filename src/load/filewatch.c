/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live reload of files. */
#include "prelude.h"

#include "load/filewatch.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/xalloc.h"
#include "input/expand.h"
#include "load/compare.h"
#include "load/load.h"

/* Milliseconds between two looks, and between header updates. */
enum { TICK = 500, TELL = 1000 };

int
follow_begin(struct follow *f, const struct load_spec *spec, size_t max_memory,
	struct err *err)
{
	for (size_t i = 0; i < spec->n_sources; i++) {
		if (!str_is(spec->source[i], "-") || isatty(STDIN_FILENO))
			continue;
		f->growing = growing_new(STDIN_FILENO, max_memory, err);
		return f->growing != NULL ? 0 : -1;
	}
	return 0;
}

void
follow_fini(struct follow *f)
{
	growing_free(f->growing);
	vec_free(&f->loaded);
	vec_free(&f->seen);
	*f = (struct follow){ .growing = NULL };
}

/* Return a file's stamp, all zeros for a file that is missing, perhaps because
   it is being replaced. */
static struct file_stamp
file_stamp_of(const struct follow *f, struct str name)
{
	struct file_stamp s = { .size = 0 };
	struct stat st;
	bool ended, there;
	char *path;

	s.may_be_empty = str_is(name, "-");
	if (s.may_be_empty) {
		if (f->growing != NULL)
			s.size = (off_t)growing_size(f->growing, &ended);
		return s;
	}
	path = xstrndup(name.p, name.n);
	there = stat(path, &st) == 0;
	free(path);
	if (!there)
		return s;
	s.dev = st.st_dev;
	s.ino = st.st_ino;
	s.size = st.st_size;
	s.changed.tv_sec = st.st_mtim.tv_sec;
	s.changed.tv_nsec = st.st_mtim.tv_nsec;
	return s;
}

static void
add_stamps(const struct follow *f, struct stamps *out, const struct str *name,
	size_t n)
{
	struct arena arena = ARENA_INIT;
	struct names files = { NULL, 0, 0 };

	for (size_t i = 0; i < n; i++) {
		bool many;

		files.n = 0;
		many = expand_name(name[i], &arena, &files);
		for (size_t k = 0; k < files.n; k++) {
			struct file_stamp s = file_stamp_of(f, files.p[k]);

			s.may_be_empty = s.may_be_empty || many;
			vec_push(out, s);
		}
	}
	vec_free(&files);
	arena_free(&arena);
}

/* Add the stamps of the files in `diff`, and return their number. */
static size_t
add_diff_stamps(const struct follow *f, struct stamps *out)
{
	struct arena arena = ARENA_INIT;
	struct err ignored = ERR_INIT;
	struct diffspec v;
	size_t n = 0;

	if (diffspec_parse(f->diff, &v, &arena, &ignored) == 0 &&
		v.kind == DIFF_FILES)
		add_stamps(f, out, v.word, n = v.n);
	arena_free(&arena);
	return n;
}

static void
stamps_now(const struct follow *f, const struct load_spec *spec,
	struct stamps *out)
{
	add_stamps(f, out, spec->source, spec->n_sources);
	add_stamps(f, out, spec->base, spec->n_bases);
	(void)add_diff_stamps(f, out);
}

static bool
stamps_same(const struct stamps *a, const struct stamps *b)
{
	bool same = a->n == b->n;

	for (size_t i = 0; i < a->n && same; i++) {
		const struct file_stamp *x = &a->p[i], *y = &b->p[i];

		same = x->dev == y->dev && x->ino == y->ino &&
			x->size == y->size &&
			x->changed.tv_sec == y->changed.tv_sec &&
			x->changed.tv_nsec == y->changed.tv_nsec;
	}
	return same;
}

static void
stamps_copy(struct stamps *to, const struct stamps *from)
{
	to->n = 0;
	for (size_t i = 0; i < from->n; i++)
		vec_push(to, from->p[i]);
}

void
follow_loaded(struct follow *f, const struct load_spec *spec, struct str diff)
{
	/* A new `diff` changes the set of files. */
	if (!str_eq(diff, f->diff))
		f->seen.n = 0;
	f->diff = diff;
	/* Keep the stamps of the load's beginning, if there are any, so that
	   the next look sees a change made since then. */
	if (f->seen.n == 0)
		stamps_now(f, spec, &f->seen);
	stamps_copy(&f->loaded, &f->seen);
	f->since = 0;
}

/* Mark the change as read. This holds even if reading fails, since only another
   change is worth a retry. */
static bool
catch_up(struct follow *f)
{
	f->since = 0;
	stamps_copy(&f->loaded, &f->seen);
	return true;
}

bool
follow_look(struct follow *f, const struct load_spec *spec)
{
	struct stamps now = { NULL, 0, 0 };
	int64_t clock = clock_ms();
	bool settled, changed, ready;

	if (clock < f->next)
		return false;
	f->next = clock + TICK;
	f->over = follow_ended(f, spec);
	stamps_now(f, spec, &now);
	settled = stamps_same(&now, &f->seen) || f->growing != NULL;
	stamps_copy(&f->seen, &now);
	changed = !stamps_same(&now, &f->loaded);
	if (changed && f->since == 0)
		f->since = clock;
	ready = changed && settled && !f->paused;
	/* Wait until all files exist and have content. */
	for (size_t i = 0; i < now.n; i++)
		ready = ready && (now.p[i].size != 0 || now.p[i].may_be_empty);
	vec_free(&now);
	return ready && catch_up(f);
}

int
follow_timeout(const struct follow *f, const struct load_spec *spec, bool looks)
{
	int64_t left;

	if (f->over && follow_ended(f, spec))
		return -1;
	/* While paused, only the header changes. */
	if (f->paused && f->since != 0)
		return TELL;
	if (!looks)
		return -1;
	left = f->next - clock_ms();
	return left > 0 ? (int)left : 0;
}

bool
follow_pause(struct follow *f, bool pause)
{
	f->paused = pause;
	return !pause && f->since != 0 && catch_up(f);
}

int64_t
follow_waiting(const struct follow *f)
{
	return f->paused && f->since != 0 ? clock_ms() - f->since : -1;
}

bool
follow_ended(const struct follow *f, const struct load_spec *spec)
{
	struct stamps bases = { NULL, 0, 0 };
	bool ended;
	size_t n;

	if (f->growing == NULL || spec->n_sources + spec->n_bases > 1)
		return false;
	n = add_diff_stamps(f, &bases);
	vec_free(&bases);
	if (n > 0)
		return false;
	n = growing_size(f->growing, &ended);
	return ended && f->loaded.n == 1 && f->loaded.p[0].size == (off_t)n;
}
