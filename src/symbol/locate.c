/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finding binaries (locate.h). */
#include "prelude.h"

#include "symbol/locate.h"

#include <dirent.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/arena.h"
#include "base/vec.h"

enum { FILES_MOST = 1000 };

/* The search for a mapping's binary. */
struct search {
	const struct wanted *w;
	struct str folder; /* folder of w->file */
	struct warnings *warnings;
	struct strbuf *found;
	struct strbuf *tried; /* paths tried, one per line; or NULL */
};

/* Join parts as Go does, which resolves empty, "." and ".." components. */
static void
join_path(struct strbuf *out, const struct str *part, size_t n)
{
	bool rooted = false, begun = false;

	strbuf_reset(out);
	for (size_t i = 0; i < n; i++) {
		struct str rest = part[i];

		if (!begun && rest.n > 0) {
			rooted = rest.p[0] == '/';
			begun = true;
			strbuf_addstr(out, rooted ? "/" : "");
		}
		while (rest.n > 0) {
			struct str word = str_cut(&rest, '/');
			ptrdiff_t slash = str_rchr(strbuf_str(out), '/');

			if (word.n == 0 || str_is(word, "."))
				continue;
			if (str_is(word, "..") && (rooted || out->n > 0)) {
				strbuf_cut(out,
					slash > 0 ? (size_t)slash : rooted);
				continue;
			}
			if (out->n > (size_t)rooted)
				strbuf_addch(out, '/');
			strbuf_add(out, word);
		}
	}
}

/* True if `path` is the wanted binary. No warning for unreadable files. */
static bool
try_path(const struct search *s, struct str path)
{
	struct err err = ERR_INIT;
	struct object o;
	struct stext stext;
	char *name = xstrndup(path.p, path.n);
	bool good = object_open(&o, name, &err) == 0;

	if (s->tried != NULL)
		strbuf_add3(s->tried, "", path, "\n");
	if (good &&
		base_check(&o, name, s->w->relocation, &s->w->place, &stext,
			&err) != 0) {
		object_close(&o);
		good = false;
	}
	if (good && s->w->build_id.n > 0 &&
		!object_has_id(&o, s->w->build_id)) {
		warnings_add(s->warnings,
			"Ignoring local file %s: build-id mismatch (%.*s != "
			"%s)",
			name, STR_ARG(s->w->build_id), o.build_id);
		object_close(&o);
		good = false;
	}
	if (good) {
		strbuf_reset(s->found);
		strbuf_add(s->found, path);
		object_close(&o);
	}
	free(name);
	return good;
}

static bool
try_parts(const struct search *s, const struct str *part, size_t n)
{
	struct strbuf path = STRBUF_INIT;
	bool good;

	join_path(&path, part, n);
	good = path.n > 0 && try_path(s, strbuf_str(&path));
	strbuf_free(&path);
	return good;
}
#define TRY(s, ...) \
	try_parts(s, (const struct str[]){ __VA_ARGS__ }, \
		sizeof((const struct str[]){ __VA_ARGS__ }) / \
			sizeof(struct str))

/* Try all files in `dir`/BUILD_ID/, in the order of their names. */
static bool
try_folder(const struct search *s, struct str dir)
{
	const struct str part[] = { dir, s->w->build_id };
	struct arena arena = ARENA_INIT;
	VEC(struct str) name = { 0 };
	struct strbuf path = STRBUF_INIT;
	struct dirent *e;
	bool good = false;
	DIR *d;

	join_path(&path, part, 2);
	d = opendir(strbuf_c(&path));
	while (d != NULL && name.n < FILES_MOST && (e = readdir(d)) != NULL)
		if (!str_is(str_c(e->d_name), ".") &&
			!str_is(str_c(e->d_name), ".."))
			vec_push(&name, arena_str(&arena, str_c(e->d_name)));
	if (d != NULL)
		(void)closedir(d);
	if (name.n > 0)
		qsort(name.p, name.n, sizeof(*name.p), str_compare);
	for (size_t i = 0; i < name.n && !good; i++)
		good = TRY(s, dir, s->w->build_id, name.p[i]);
	vec_free(&name);
	strbuf_free(&path);
	arena_free(&arena);
	return good;
}

/* Try `dir`/`below`/ab/cdef`end`, where abcdef is the build id. */
static bool
try_split_id(const struct search *s, struct str dir, struct str below,
	const char *end)
{
	struct str id = s->w->build_id;
	struct strbuf rest = STRBUF_INIT;
	bool good;

	if (id.n < 2)
		return false;
	strbuf_add3(&rest, "", str_skip(id, 2), end);
	good = TRY(s, dir, below, str_sub(id, 0, 2), strbuf_str(&rest));
	strbuf_free(&rest);
	return good;
}

static bool
try_name(const struct search *s, struct str dir)
{
	struct str file = s->w->file, base = str_basename(file);
	struct strbuf debug = STRBUF_INIT, whole = STRBUF_INIT;
	bool good;

	strbuf_add3(&debug, "", base, ".debug");
	strbuf_add3(&whole, "", file, ".debug");
	good = TRY(s, dir, base) || TRY(s, dir, file) ||
		TRY(s, dir, strbuf_str(&whole)) ||
		TRY(s, dir, s->folder, STR(".debug"), strbuf_str(&debug)) ||
		TRY(s, dir, STR("usr/lib/debug"), s->folder,
			strbuf_str(&debug));
	strbuf_free(&debug);
	strbuf_free(&whole);
	return good;
}

/* Return a path below the home folder, or "" if HOME is unset. */
static struct str
at_home(struct strbuf *path, const char *rest)
{
	const char *home = getenv("HOME");

	if (home != NULL && home[0] != '\0')
		strbuf_addf(path, "%s/%s", home, rest);
	return strbuf_str(path);
}

static bool
try_all_dirs(struct search *s)
{
	struct str file = s->w->file;
	ptrdiff_t slash = str_rchr(file, '/');
	struct strbuf home = STRBUF_INIT;
	struct str dirs = str_c(getenv("PPROF_BINARY_PATH"));
	bool good = false;

	if (slash >= 0)
		s->folder = str_sub(file, 0, (size_t)slash + 1);
	if (dirs.n == 0)
		dirs = at_home(&home, "pprof/binaries");
	while (!good && dirs.n > 0) {
		struct str dir = str_cut(&dirs, ':');
		char *name = xstrndup(dir.p, dir.n);

		/* Skip the many lookups if there is no such folder. */
		if (dir.n == 0 || access(name, F_OK) == 0) {
			const struct wanted *w = s->w;

			if (w->build_id.n > 0 &&
				(TRY(s, dir, w->build_id,
					 w->file.n > 0 ? str_basename(w->file)
						       : STR_EMPTY) ||
					try_folder(s, dir) ||
					TRY(s, dir, w->file, w->build_id) ||
					try_split_id(
						s, dir, STR_EMPTY, ".debug")))
				good = true;
			else if (w->file.n > 0 && try_name(s, dir))
				good = true;
			else
				good = try_split_id(s, dir, STR(".build-id"),
					       "/elf") ||
					try_split_id(s, dir, STR(".build-id"),
						".debug");
		} else if (s->tried != NULL)
			strbuf_add3(s->tried, "", dir, ", a folder\n");
		free(name);
	}
	strbuf_free(&home);
	return good;
}

bool
locate_binary(
	const struct wanted *w, struct warnings *warnings, struct strbuf *found)
{
	struct search s = { .w = w, .warnings = warnings, .found = found };

	return try_all_dirs(&s);
}

/* Try other places than s->w->file, which may be deleted or in a container. */
static bool
try_elsewhere(const struct search *s)
{
	static const struct str gone = { " (deleted)", 10 };
	const struct wanted *w = s->w;
	struct strbuf home = STRBUF_INIT;
	bool there = false;

	if (str_ends(w->file, gone))
		there = try_path(s, str_sub(w->file, 0, w->file.n - gone.n));
	if (!there && w->build_id.n > 0)
		there = try_split_id(
			s, at_home(&home, ".debug"), STR(".build-id"), "/elf");
	if (!there && w->build_id.n > 0 && w->pid.n > 0)
		there = TRY(s, STR("/proc"), w->pid, STR("root"), w->file);
	strbuf_free(&home);
	return there;
}

void
locate_tried(const struct wanted *w, struct strbuf *tried)
{
	struct strbuf found = STRBUF_INIT;
	struct search s = { .w = w, .found = &found, .tried = tried };

	strbuf_add3(tried, "", w->file, "\n");
	(void)try_all_dirs(&s);
	(void)try_elsewhere(&s);
	strbuf_free(&found);
}

void
locate_recorded(const struct wanted *w, struct strbuf *found)
{
	struct search s = { .w = w, .found = found };

	strbuf_reset(found);
	strbuf_add(found, w->file);
	if (access(strbuf_c(found), F_OK) != 0)
		(void)try_elsewhere(&s);
}

/* ---- Separate debug information ---- */

/* True if the CRC-32 of the file is `want`, which is from .gnu_debuglink. */
static bool
has_checksum(const struct object *o, uint32_t want)
{
	enum { PIECE = 1 << 20 };
	struct strbuf piece = STRBUF_INIT;
	uint32_t table[256], crc = UINT32_MAX;
	bool good = true;

	for (uint32_t i = 0; i < 256; i++) {
		table[i] = i;
		for (int bit = 0; bit < 8; bit++)
			table[i] = table[i] >> 1 ^
				((table[i] & 1) != 0 ? 0xedb88320 : 0);
	}
	for (uint64_t at = 0; good && at < o->size; at += piece.n) {
		uint64_t n = o->size - at;

		strbuf_reset(&piece);
		good = object_read(o, at, n < PIECE ? n : PIECE, &piece);
		for (size_t i = 0; i < piece.n; i++)
			crc = crc >> 8 ^
				table[(crc ^ (unsigned char)piece.p[i]) & 255];
	}
	strbuf_free(&piece);
	return good && ~crc == want;
}

/* Open a debug file if its checksum matches or, if `checksum` is NULL, its
   build id. */
static int
open_debug(const struct object *of, const char *path, const uint32_t *checksum)
{
	struct err err = ERR_INIT;
	struct object o;
	int fd = -1;

	if (object_open(&o, path, &err) != 0)
		return -1;
	if (checksum != NULL ? has_checksum(&o, *checksum)
			     : str_is(str_c(of->build_id), o.build_id))
		fd = dup(o.fd);
	object_close(&o);
	return fd;
}

static int
by_link(const struct object *o, struct str path, struct strbuf *found)
{
	const struct section *s = object_section(o, ".gnu_debuglink");
	ptrdiff_t slash = str_rchr(path, '/');
	struct str dir = str_sub(path, 0, (size_t)(slash + 1)), name, rest;
	struct strbuf link = STRBUF_INIT;
	uint32_t checksum;
	int fd = -1;

	if (s == NULL || s->size > 4096 ||
		!object_read(o, s->offset, s->size, &link) || link.n < 8) {
		strbuf_free(&link);
		return -1;
	}
	rest = strbuf_str(&link);
	name = str_cut(&rest, '\0');
	checksum = (uint32_t)object_number(o, link.p + link.n - 4, 4);
	for (int i = 0; i < 3 && fd < 0 && str_chr(name, '/') < 0; i++) {
		static const char *const below[] = { "", ".debug/",
			"/usr/lib/debug" };

		strbuf_reset(found);
		if (i == 2)
			strbuf_addstr(found, below[i]);
		strbuf_add(found, dir);
		if (i < 2)
			strbuf_addstr(found, below[i]);
		strbuf_add(found, name);
		fd = open_debug(o, strbuf_c(found), &checksum);
	}
	strbuf_free(&link);
	return fd;
}

int
locate_debug(const struct object *o, struct str path, struct str fetched,
	struct strbuf *found)
{
	int fd;
	struct str id = str_c(o->build_id);

	if (id.n < 3) {
		fd = -1;
	} else {
		strbuf_reset(found);
		strbuf_addf(found, "/usr/lib/debug/.build-id/%.2s/%s.debug",
			id.p, id.p + 2);
		fd = open_debug(o, strbuf_c(found), NULL);
	}

	if (fd < 0)
		fd = by_link(o, path, found);
	if (fd < 0 && fetched.n > 0) {
		strbuf_reset(found);
		strbuf_add(found, fetched);
		fd = open_debug(o, strbuf_c(found), NULL);
	}
	return fd;
}
