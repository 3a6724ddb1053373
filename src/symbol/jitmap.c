/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Maps of JIT-compiled code (jitmap.h). */
#include "prelude.h"

#include "symbol/jitmap.h"

#include <dirent.h>

void
jitmaps_free(struct jitmaps *j)
{
	strbuf_free(&j->only);
	for (int i = 0; i < JIT_PLACES; i++)
		strbuf_free(&j->last[i].path);
	addrmap_free(&j->map);
}

struct str
jitmap_pid(struct str file)
{
	struct str name = str_basename(file), digits;

	if (!str_starts(name, STR("perf-")))
		return STR_EMPTY;
	name = str_skip(name, 5);
	digits = str_cut_digits(&name);
	return str_is(name, ".map") ? digits : STR_EMPTY;
}

/* Find the only map in the folder, whose path ends in '/'. */
static void
find_only(struct jitmaps *j, struct str folder)
{
	struct strbuf path = STRBUF_INIT;
	struct dirent *e;
	size_t n = 0;
	DIR *d;

	j->searched = true;
	j->searches++;
	strbuf_add(&path, folder.n > 0 ? folder : STR("."));
	d = opendir(strbuf_c(&path));
	while (d != NULL && n < 2 && (e = readdir(d)) != NULL) {
		struct str name = str_c(e->d_name);

		if (!str_starts(name, STR("perf-")) ||
			!str_ends(name, STR(".map")))
			continue;
		strbuf_reset(&j->only);
		if (n++ == 0)
			strbuf_add3(&j->only, "", folder, e->d_name);
	}
	if (d != NULL)
		(void)closedir(d);
	strbuf_free(&path);
}

static void
path_at(struct jitmaps *j, enum jit_place place, struct str file,
	struct str pid, struct strbuf *path)
{
	ptrdiff_t slash = str_rchr(j->profile, '/');
	struct str folder = str_sub(j->profile, 0, (size_t)(slash + 1));

	strbuf_reset(path);
	switch (place) {
	case JIT_BESIDE:
		/* If the pid is unknown, take the only map. */
		if (j->profile.n > 0 && pid.n > 0) {
			strbuf_add3(path, "", folder, "perf-");
			strbuf_add3(path, "", pid, ".map");
		} else if (j->profile.n > 0) {
			if (!j->searched)
				find_only(j, folder);
			strbuf_add(path, strbuf_str(&j->only));
		}
		break;
	case JIT_TMP:
		if (pid.n > 0)
			strbuf_addf(path, "%s/tmp/perf-%.*s.map", j->root,
				STR_ARG(pid));
		break;
	case JIT_ITSELF:
		if (jitmap_pid(file).n > 0)
			strbuf_add(path, file);
		break;
	case JIT_PLACES:
		break;
	}
}

int
jitmap_read(struct jitmaps *j, enum jit_place place, struct str file,
	struct str pid, struct strbuf *path, struct err *err)
{
	struct addrmap map;

	path_at(j, place, file, pid, path);
	if (path->n == 0)
		return 1;
	if (str_eq(strbuf_str(path), strbuf_str(&j->last[place].path))) {
		if (j->last[place].rc < 0)
			*err = j->last[place].err;
		return j->last[place].rc;
	}
	strbuf_reset(&j->last[place].path);
	strbuf_add(&j->last[place].path, strbuf_str(path));
	j->reads++;
	j->last[place].err = (struct err)ERR_INIT;
	j->last[place].rc = addrmap_read(
		&map, strbuf_c(path), ADDRMAP_PERF, &j->last[place].err);
	if (j->last[place].rc < 0)
		*err = j->last[place].err;
	if (j->last[place].rc != 0)
		return j->last[place].rc;
	/* Keep one map: they can be large. */
	addrmap_free(&j->map);
	j->map = map;
	for (int i = 0; i < JIT_PLACES; i++)
		if (i != (int)place && j->last[i].rc == 0)
			strbuf_reset(&j->last[i].path);
	return 0;
}
