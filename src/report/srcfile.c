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

#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/path.h"

/* Bytes of a line, with its end; the limit is pprof's. */
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
	FILE *file;
	int error;
};

static bool
try_to_open(void *arg, struct str path)
{
	struct opening *o = arg;
	struct str name = path;
	const char *name_path = arena_copy(&o->f->arena, name.p, name.n);
	int fd;

	if (memchr(name_path, '\0', name.n) != NULL) {
		errno = EINVAL;
		o->file = NULL;
	} else {
		/* Opening a pipe must not block the report. */
		fd = open(name_path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
		if (fd < 0) {
			o->file = NULL;
		} else {
			o->f->path = str_from(name_path, name.n);
			o->file = fdopen(fd, "r");
		}
	}
	o->error = errno;
	return o->file != NULL;
}

/* Open a source. NULL and f->why: "open /src/x.c: no such file or directory",
   in lower case as in Go. */
static FILE *
open_source(struct srcfile *f, struct str name, struct str trim_path,
	struct str source_path)
{
	struct strbuf why = STRBUF_INIT;
	struct opening o = { .f = f };

	if (source_path.n == 0)
		source_path = str_c(
			getcwd(arena_alloc(&f->arena, PATH_MAX), PATH_MAX));
	name = path_trim(name, trim_path, source_path);
	if (srcfile_try(&f->arena, name, source_path, try_to_open, &o))
		return o.file;
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
	return NULL;
}

/* Read a line without its end. False at the end of the file, or at pprof's
   limit. */
static bool
next_line(FILE *file, struct strbuf *line)
{
	int c;

	strbuf_reset(line);
	while ((c = getc(file)) != EOF && c != '\n') {
		strbuf_addch(line, (char)c);
		if (line->n == LINE_MAX_BYTES)
			return false;
	}
	if (c == EOF && line->n == 0)
		return false;
	if (line->n > 0 && line->p[line->n - 1] == '\r')
		strbuf_cut(line, line->n - 1);
	return true;
}

int
srcfile_read(struct srcfile *f, struct str name, struct str trim_path,
	struct str source_path, int64_t want)
{
	VEC(struct str) lines = { NULL, 0, 0 };
	struct strbuf line = STRBUF_INIT;
	struct stat info;
	FILE *file;

	*f = (struct srcfile){ .arena = ARENA_INIT };
	file = open_source(f, name, trim_path, source_path);
	if (file == NULL)
		return -1;
	if (fstat(fileno(file), &info) == 0 && S_ISREG(info.st_mode))
		while ((int64_t)lines.n < want && next_line(file, &line))
			vec_push(&lines,
				arena_str(&f->arena, strbuf_str(&line)));
	(void)fclose(file);
	f->n = lines.n;
	f->line = arena_dup(&f->arena, lines.p, lines.n, sizeof(*lines.p));
	strbuf_free(&line);
	vec_free(&lines);
	return 0;
}

void
srcfile_fini(struct srcfile *f)
{
	arena_free(&f->arena);
}
