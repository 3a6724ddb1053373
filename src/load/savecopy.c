/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saving copies of fetched profiles. */
#include "prelude.h"

#include "load/load_internal.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/compiler.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "write/write.h"

enum { COPIES_MAX = 9999, STEM_MAX = 200 };

/* Put the folder into `out`. False, with a warning, if none can be made. */
static bool
find_dir(struct strbuf *out, struct warnings *warnings)
{
	static const char *const names[] = { "PPROF_TMPDIR", "HOME", "TMPDIR" };

	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *value = getenv(names[i]);
		int error;
		struct str path;
		struct strbuf part = STRBUF_INIT;
		struct stat st;

		strbuf_reset(out);
		if (value != NULL && value[0] != '\0')
			strbuf_addstr(out, value);
		else if (i == 2)
			strbuf_addstr(out, "/tmp");
		else
			continue;
		if (i == 1)
			strbuf_addstr(out, "/pprof");
		/* Create it with its parents. */
		path = strbuf_str(out);
		error = 0;
		for (size_t j = 1; j <= path.n && error == 0; j++) {
			if (j < path.n && path.p[j] != '/')
				continue;
			strbuf_reset(&part);
			strbuf_add(&part, str_sub(path, 0, j));
			if (mkdir(strbuf_c(&part), 0700) != 0 &&
				errno != EEXIST)
				error = errno;
		}
		if (error == 0 && stat(strbuf_c(&part), &st) == 0 &&
			!S_ISDIR(st.st_mode))
			error = ENOTDIR;
		strbuf_free(&part);
		if (error == 0)
			return true;
		warnings_add(warnings,
			"Could not use temp dir %s: mkdir %s: %s",
			strbuf_c(out), strbuf_c(out), strerror(error));
	}
	warnings_add(warnings, "failed to identify temp dir");
	return false;
}

/* Append a part of a file name, with '_' for '/' and control characters. */
static void
put_stem_part(struct strbuf *out, struct str text)
{
	text = str_sub(text, 0, STEM_MAX / 2);
	for (size_t i = 0; i < text.n; i++)
		strbuf_addch(out,
			text.p[i] == '/' || (unsigned char)text.p[i] < ' '
				? '_'
				: text.p[i]);
	strbuf_addch(out, '.');
}

/* Rename a written file to the first free name that begins with the stem in
   *path. 0, with the name in *path; or an errno. */
static int
name_unused(const char *written, struct strbuf *path)
{
	size_t stem = path->n;

	for (int i = 1; i <= COPIES_MAX; i++) {
		strbuf_cut(path, stem);
		strbuf_addf(path, "%03d.pb.gz", i);
		if (link(written, strbuf_c(path)) == 0)
			return 0;
		if (errno == EEXIST)
			continue;
		/* The file system may have no hard links: rename the file. */
		if (whole_exists(strbuf_str(path)))
			continue;
		return rename(written, strbuf_c(path)) == 0 ? 0 : errno;
	}
	return EEXIST;
}

/* Write a copy under another name first, so that an incomplete copy is never
   seen under the final name. */
static int
save_unused(struct strbuf *path, struct str bytes)
{
	enum { TRIES = 100 };
	struct strbuf part = STRBUF_INIT;
	int fd = -1, error = EEXIST;

	/* A killed process with this pid may have left such a file; another
	   one, in a container, may be writing it. */
	for (int i = 0; i < TRIES && fd < 0 && error == EEXIST; i++) {
		strbuf_reset(&part);
		strbuf_addf(&part, "%s%ld.%d.part", strbuf_c(path),
			(long)getpid(), i);
		fd = open(strbuf_c(&part),
			O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
		error = fd < 0 ? errno : fd_write(fd, bytes);
	}
	if (fd >= 0 && close(fd) != 0 && error == 0)
		error = errno;
	if (fd >= 0 && error == 0)
		error = name_unused(strbuf_c(&part), path);
	if (fd >= 0)
		(void)unlink(strbuf_c(&part));
	strbuf_free(&part);
	return error;
}

void
savecopy_write(const struct profile *p, struct warnings *warnings,
	struct progress *progress)
{
	struct strbuf path = STRBUF_INIT, proto = STRBUF_INIT;
	struct strbuf packed = STRBUF_INIT;
	struct err err = ERR_INIT;
	int error;

	if (find_dir(&path, warnings)) {
		struct str file = STR_EMPTY;
		size_t before;

		strbuf_addch(&path, '/');
		before = path.n;
		strbuf_addstr(&path, "pprof.");
		if (p->map.n > 0)
			file = profile_str(p, p->map.file[0]);
		if (file.n > 0)
			put_stem_part(&path, str_basename(file));
		for (uint32_t i = 0;
			i < p->types.n && path.n - before < STEM_MAX; i++)
			put_stem_part(&path, profile_str(p, p->types.type[i]));
		pprof_encode(p, &proto);
		error = 0;
		if (gzip_append(&packed, strbuf_str(&proto), &err) == 0) {
			if (!progress_hold(progress))
				goto out;
			error = save_unused(&path, strbuf_str(&packed));
			progress_release(progress);
		}
		if (err.code != ERR_NONE || error != 0)
			warnings_add(warnings, "Could not save profile: %s",
				err.code != ERR_NONE ? err.msg
						     : strerror(error));
		else
			warnings_add(warnings, "Saved profile in %s",
				strbuf_c(&path));
	}
out:
	strbuf_free(&path);
	strbuf_free(&proto);
	strbuf_free(&packed);
}
