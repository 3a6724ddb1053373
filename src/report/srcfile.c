/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads source files. */
#include "prelude.h"

#include "report/srcfile.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/xalloc.h"
#include "engine/path.h"

/* pprof's limit for a line, including its end. */
enum { LINE_MAX_BYTES = 65536 };

static struct str
srcfile_join(struct str dir, struct str name, struct arena *arena)
{
	struct strbuf path = STRBUF_INIT;
	struct str clean;

	strbuf_add(&path, dir);
	if (dir.n > 0)
		strbuf_addch(&path, '/');
	strbuf_add(&path, name);
	clean = arena_str(arena, strbuf_str(&path));
	strbuf_free(&path);
	return path_clean(clean, arena);
}

/* Try in `dir` and each directory above it. The one above "a" is ".". */
static bool
try_upwards(struct arena *arena, struct str dir, struct str name,
	bool (*try)(void *arg, struct str path), void *arg)
{
	for (;;) {
		size_t n = (size_t)(str_rchr(dir, '/') + 1);
		struct str up = path_clean(str_sub(dir, 0, n), arena);

		if (try(arg, srcfile_join(dir, name, arena)))
			return true;
		if (str_eq(up, dir))
			return false;
		dir = up;
	}
}

bool
srcfile_try(struct arena *arena, struct str name, struct str source_path,
	bool (*try)(void *arg, struct str path), void *arg)
{
	if (str_starts(name, STR("/")))
		return try(arg, name);
	while (source_path.p != NULL)
		if (try_upwards(
			    arena, str_cut(&source_path, ':'), name, try, arg))
			return true;
	return false;
}

struct opening {
	struct srcfile *f;
	int fd; /* -1: no regular file */
	int error;
};

static bool
try_to_open(void *arg, struct str path)
{
	struct opening *o = arg;
	const char *name = arena_copy(&o->f->arena, path.p, path.n);
	struct stat info;

	o->error = EINVAL;
	if (memchr(name, '\0', path.n) != NULL)
		return false;
	o->error = 0;
	if (stat(name, &info) != 0) {
		o->error = errno;
	} else if (S_ISREG(info.st_mode)) {
		/* The file may have been replaced by a pipe. */
		o->fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (o->fd < 0)
			o->error = errno;
		else if (fstat(o->fd, &info) != 0 || !S_ISREG(info.st_mode))
			fd_close(&o->fd);
	}
	if (o->error == 0)
		o->f->path = str_from(name, path.n);
	return o->error == 0;
}

/* Open a source; *fd is -1 if it is not a regular file. -1 and f->why: "open
   /src/x.c: no such file or directory", in lower case as in Go. */
static int
open_source(struct srcfile *f, struct str name, struct str trim_path,
	struct str source_path, int *fd)
{
	struct strbuf why = STRBUF_INIT;
	struct opening o = { .f = f, .fd = -1 };

	if (source_path.n == 0)
		source_path = str_c(
			getcwd(arena_alloc(&f->arena, PATH_MAX), PATH_MAX));
	name = path_trim(name, trim_path, source_path);
	if (srcfile_try(&f->arena, name, source_path, try_to_open, &o)) {
		*fd = o.fd;
		return 0;
	}
	if (str_starts(name, STR("/"))) {
		size_t at = strlen("open ") + name.n + strlen(": ");

		strbuf_add3(&why, "open ", name, ": ");
		strbuf_addstr(&why, strerror(o.error));
		why.p[at] = (char)tolower((unsigned char)why.p[at]);
	} else {
		strbuf_add3(&why, "could not find file ", name, " on path ");
		strbuf_add(&why, source_path);
	}
	f->why = arena_str(&f->arena, strbuf_str(&why));
	strbuf_free(&why);
	return -1;
}

/* Find the ends of lines in the text from offset *at on. False: no more lines
   are wanted, or one is too long. */
static bool
find_lines(struct srcfile *f, size_t *at, int64_t want)
{
	while (*at < f->text.n) {
		const char *from = f->text.p + *at;
		size_t left = f->text.n - *at;
		const char *end = memchr(from, '\n', left);

		*at += end != NULL ? (size_t)(end - from) + 1 : left;
		/* A line end that was not read yet does not count. */
		if (*at - f->start.p[f->start.n - 1] - (end != NULL) >=
			LINE_MAX_BYTES)
			return false;
		if (end == NULL)
			return true;
		vec_push(&f->start, (uint32_t)*at);
		if ((int64_t)f->start.n > want)
			return false;
	}
	return true;
}

/* Read the first `want` lines of an open file. */
static void
read_lines(struct srcfile *f, int fd, int64_t want)
{
	enum { BLOCK = 1 << 16 };
	char *block = xmalloc(BLOCK);
	ssize_t n = 1;
	size_t at = 0;
	bool more = true;

	vec_push(&f->start, 0);
	while (n > 0 && more && f->text.n < SRCFILE_BYTES_MAX) {
		n = read(fd, block, BLOCK);
		if (n > 0)
			strbuf_add(&f->text, str_from(block, (size_t)n));
		else if (n < 0 && errno == EINTR)
			n = 1;
		more = find_lines(f, &at, want);
	}
	free(block);
	/* The last line may lack an end. */
	if (more && n <= 0 && at > f->start.p[f->start.n - 1])
		vec_push(&f->start, (uint32_t)at);
	f->is_cut = more && n > 0;
	f->n = f->start.n - 1;
}

int
srcfile_read(struct srcfile *f, struct str name, struct str trim_path,
	struct str source_path, int64_t want)
{
	int fd = -1;

	*f = (struct srcfile){ .arena = ARENA_INIT };
	if (open_source(f, name, trim_path, source_path, &fd) != 0)
		return -1;
	if (fd >= 0 && want > 0)
		read_lines(f, fd, want);
	fd_close(&fd);
	return 0;
}

struct str
srcfile_line(const struct srcfile *f, size_t i)
{
	size_t from = f->start.p[i], to = f->start.p[i + 1];

	to -= to > from && f->text.p[to - 1] == '\n';
	to -= to > from && f->text.p[to - 1] == '\r';
	return str_sub(strbuf_str(&f->text), from, to);
}

void
srcfile_fini(struct srcfile *f)
{
	vec_free(&f->start);
	strbuf_free(&f->text);
	arena_free(&f->arena);
}
