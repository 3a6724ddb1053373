/* SPDX-License-Identifier: GPL-3.0-or-later */
#include "prelude.h"

#include "load/nearby.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/clock.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "input/inflate.h"
#include "input/zstd.h"
#include "read/readers.h"

enum {
	DEPTH = 5,       /* folders below each other */
	ENTRIES = 20000, /* entries examined */
	READ_FILES = 400,
	READ_MS = 150,
	BEGINNING = 16 * 1024, /* bytes examined of a file */
};

struct folder {
	struct str path; /* with a '/' at its end; "": the current folder */
	int depth;
};

struct nearing {
	struct nearby *out;
	struct arena *arena;
	VEC(struct folder) folder; /* found, in the order in which to look */
	size_t entries, files;
	int64_t end;
};

/* ---- Names ---- */

/* Endings of names, before .gz or another compression. */
static const char *const endings[] = { ".pb", ".pprof", ".prof", ".profile",
	".jfr", ".folded", ".collapsed", ".stacks", ".cpuprofile",
	".heapprofile", ".json", ".data", ".pstats", ".austin", ".perf", ".out",
	".heaptrack", ".txt", ".sample", ".dump", ".tdump", ".pgo", ".log" };
static const char *const beginnings[] = { "callgrind.out", "massif.out",
	"dhat.out", "perf.data", "heaptrack.", "profile" };
static const char *const packed[] = { ".gz", ".zst" };

static struct str
unpacked_name(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(packed); i++)
		if (str_ends(name, str_c(packed[i])))
			name.n -= strlen(packed[i]);
	return name;
}

static bool
is_named_like_one(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_ends(name, str_c(endings[i])) &&
			name.n > strlen(endings[i]))
			return true;
	for (size_t i = 0; i < COUNT_OF(beginnings); i++)
		if (str_starts(name, str_c(beginnings[i])))
			return true;
	return false;
}

/* True if the name of a compressed file, without .gz or the like, is surely
   that of a profile. Text and JSON may be anything. */
static bool
is_surely_named(struct str name)
{
	static const char *const vague[] = { ".json", ".txt", ".data", ".out",
		".dump", ".tdump", ".log" };

	for (size_t i = 0; i < COUNT_OF(vague); i++)
		if (str_ends(name, str_c(vague[i])))
			return str_starts(name, STR("heaptrack.")) ||
				str_starts(name, STR("callgrind.out"));
	return true;
}

/* ---- Beginnings ---- */

static bool
begins_like_one(struct str bytes, struct str name, bool is_packed)
{
	struct strbuf why = STRBUF_INIT;
	enum jfamily family;
	const struct reader *r;
	bool is = false;

	if (inflate_is_gzip(bytes) || zstd_is_packed(bytes))
		return !is_packed || is_surely_named(name);
	if (is_packed)
		return false;
	family = jfamily_of(bytes);
	for (size_t i = 0; (r = reader_at(i)) != NULL && !is; i++)
		/* Log lines resemble many formats. */
		is = (!str_ends(name, STR(".log")) ||
			     strcmp(r->name, "stackdump") == 0) &&
			reader_sniff(r, bytes, family, &why) >= SNIFF_YES;
	strbuf_free(&why);
	return is;
}

static bool
is_profile(struct nearing *s, int folder, const char *entry)
{
	struct str name = unpacked_name(str_c(entry));
	bool is = false;
	char *bytes;
	ssize_t n;
	int fd;

	if (!is_named_like_one(name))
		return false;
	if (s->files++ >= READ_FILES) {
		s->out->stopped = true;
		return false;
	}
	fd = openat(folder, entry, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
	if (fd < 0)
		return false;
	bytes = xmalloc(BEGINNING);
	n = read(fd, bytes, BEGINNING);
	if (n > 0)
		is = begins_like_one(str_from(bytes, (size_t)n), name,
			name.n < strlen(entry));
	free(bytes);
	fd_close(&fd);
	return is;
}

/* ---- Folders ---- */

static void
nearby_entry(struct nearing *s, struct folder in, int folder, const char *entry)
{
	struct strbuf path = STRBUF_INIT;
	struct stat st, linked;

	if (entry[0] == '.' || fstatat(folder, entry, &st, 0) != 0)
		return;
	strbuf_add3(&path, "", in.path, entry);
	if (S_ISDIR(st.st_mode)) {
		struct folder below = { .depth = in.depth + 1 };

		if (in.depth >= DEPTH) {
			s->out->stopped = true;
		} else if (fstatat(folder, entry, &linked,
				   AT_SYMLINK_NOFOLLOW) == 0 &&
			S_ISDIR(linked.st_mode)) {
			strbuf_addch(&path, '/');
			below.path = arena_str(s->arena, strbuf_str(&path));
			vec_push(&s->folder, below);
		}
	} else if (S_ISREG(st.st_mode) && st.st_size > 0 &&
		is_profile(s, folder, entry)) {
		struct nearby_file file = { .bytes = (uint64_t)st.st_size,
			.time = (int64_t)st.st_mtime * 1000 };

		file.path = arena_str(s->arena, strbuf_str(&path));
		vec_push(s->out, file);
	}
	strbuf_free(&path);
}

static void
nearby_folder(struct nearing *s, struct folder in)
{
	struct strbuf path = STRBUF_INIT;
	struct dirent *e;
	DIR *dir;

	strbuf_add3(&path, "", in.path, ".");
	dir = opendir(strbuf_c(&path));
	while (dir != NULL && !s->out->stopped && (e = readdir(dir)) != NULL) {
		s->out->stopped = ++s->entries > ENTRIES || clock_ms() > s->end;
		nearby_entry(s, in, dirfd(dir), e->d_name);
	}
	if (dir != NULL)
		(void)closedir(dir);
	strbuf_free(&path);
}

static int
newest_first(const void *a, const void *b)
{
	const struct nearby_file *x = a, *y = b;

	if (x->time != y->time)
		return x->time < y->time ? 1 : -1;
	return str_cmp(x->path, y->path);
}

void
nearby_find(struct nearby *out, struct arena *arena)
{
	struct nearing s = {
		.out = out, .arena = arena, .end = clock_ms() + READ_MS
	};
	struct folder here = { .depth = 0 };

	vec_push(&s.folder, here);
	for (size_t i = 0; i < s.folder.n && !out->stopped; i++)
		nearby_folder(&s, s.folder.p[i]);
	vec_free(&s.folder);
	if (out->n > 0)
		qsort(out->p, out->n, sizeof(*out->p), newest_first);
	if (out->n > NEARBY_MAX) {
		out->n = NEARBY_MAX;
		out->stopped = true;
	}
}
