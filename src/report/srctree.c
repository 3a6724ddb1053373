/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds a git work tree, and reads git's index. */
#include "prelude.h"

#include "report/srctree.h"

#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"

enum { INDEX_MAX = 128 << 20, LINK_MAX_BYTES = 8192 };

static void
git_path(struct strbuf *out, struct str top, const char *name)
{
	strbuf_reset(out);
	strbuf_add(out, top);
	strbuf_addstr(out, "/.git");
	strbuf_addstr(out, name);
}

struct str
srctree_top(struct str path)
{
	struct strbuf git = STRBUF_INIT;
	struct str top = STR_EMPTY;

	while (path.n > 1 && top.n == 0) {
		git_path(&git, path, "");
		if (access(strbuf_c(&git), F_OK) == 0)
			top = path;
		path = str_sub(path, 0, (size_t)(str_rchr(path, '/') + 1) - 1);
	}
	strbuf_free(&git);
	return top;
}

/* ---- The index ---- */

/* An entry has 40 bytes of file state, a hash of 20, flags of 2 (2 more with
   EXTENDED), and a name. Before version 4, NULs after the name pad the entry to
   a multiple of 8. In version 4, a number comes before the name: how many bytes
   at the end of the previous name are replaced. One NUL ends it. */
enum {
	HEADER = 12,
	FLAGS_AT = 60,
	NAME_AT = 62,
	EXTENDED = 0x4000,
};

struct index {
	struct str rest;
	uint32_t version;
	struct strbuf name;
};

static uint32_t
big_endian(struct str s, size_t at, int bytes)
{
	uint32_t v = 0;

	for (int i = 0; i < bytes; i++)
		v = v << 8 | (unsigned char)s.p[at + (size_t)i];
	return v;
}

static bool
next_name(struct index *x)
{
	struct str at = x->rest, name;
	uint64_t cut;
	ptrdiff_t end;
	size_t used;

	if (at.n < NAME_AT + 1)
		return false;
	used = NAME_AT;
	if (x->version >= 3 && (big_endian(at, FLAGS_AT, 2) & EXTENDED) != 0)
		used += 2;
	name = str_skip(at, used);
	if (x->version < 4) {
		strbuf_reset(&x->name);
	} else {
		uint64_t v = 0;
		unsigned char c = 0x80;

		/* Decode git's numbers: seven bits per byte, and each byte
		   before the last adds one. */
		for (int i = 0; (c & 0x80) != 0; i++) {
			if (name.n == 0 || i == 5)
				return false;
			c = (unsigned char)name.p[0];
			name = str_skip(name, 1);
			v = (v << 7) + (c & 0x7f) + ((c & 0x80) != 0);
		}
		cut = v;
		if (cut > x->name.n)
			return false;
		strbuf_cut(&x->name, x->name.n - (size_t)cut);
	}
	end = str_chr(name, '\0');
	if (end < 0)
		return false;
	strbuf_add(&x->name, str_sub(name, 0, (size_t)end));
	used = at.n - name.n + (size_t)end + 1;
	if (x->version < 4)
		used = (used + 7) & ~(size_t)7;
	x->rest = str_skip(at, used);
	return true;
}

bool
srctree_index_tail(struct str index, struct str name, struct strbuf *out)
{
	struct index x = { .name = STRBUF_INIT };
	unsigned most = 1;
	uint32_t n;
	bool found = false;

	if (index.n < HEADER || !str_starts(index, STR("DIRC")))
		return false;
	x.version = big_endian(index, 4, 4);
	n = big_endian(index, 8, 4);
	x.rest = str_skip(index, HEADER);
	if (x.version < 2 || x.version > 4)
		return false;
	for (uint32_t i = 0; i < n && next_name(&x); i++) {
		unsigned parts;
		struct str a;
		struct str b;

		/* Count the parts at the end that two names share. */
		a = strbuf_str(&x.name);
		b = name;
		parts = 0;
		while (a.n > 0 && b.n > 0) {
			ptrdiff_t j = str_rchr(a, '/'), k = str_rchr(b, '/');

			if (!str_eq(str_skip(a, (size_t)(j + 1)),
				    str_skip(b, (size_t)(k + 1))))
				break;
			parts++;
			a.n = j < 0 ? 0 : (size_t)j;
			b.n = k < 0 ? 0 : (size_t)k;
		}

		if (parts <= most)
			continue;
		most = parts;
		found = true;
		strbuf_reset(out);
		strbuf_add(out, strbuf_str(&x.name));
	}
	strbuf_free(&x.name);
	return found;
}

bool
srctree_longest_tail(struct str top, struct str name, struct strbuf *out)
{
	struct strbuf path = STRBUF_INIT, index = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	bool found;
	struct strbuf link = STRBUF_INIT;
	struct err path_ignored = ERR_INIT;
	struct stat info;
	struct str to;

	/* If .git is a file, it names git's folder: "gitdir: PATH". */
	git_path(&path, top, "");
	if (stat(strbuf_c(&path), &info) == 0 && S_ISREG(info.st_mode) &&
		file_read(strbuf_c(&path), LINK_MAX_BYTES, &link,
			&path_ignored) == 0) {
		to = str_trim(strbuf_str(&link));
		if (str_starts(to, STR("gitdir: "))) {
			to = str_trim(str_skip(to, 8));
			strbuf_reset(&path);
			if (!str_starts(to, STR("/"))) {
				strbuf_add(&path, top);
				strbuf_addch(&path, '/');
			}
			strbuf_add(&path, to);
		}
	}
	strbuf_addstr(&path, "/index");
	strbuf_free(&link);
	found = file_read(strbuf_c(&path), INDEX_MAX, &index, &ignored) == 0 &&
		srctree_index_tail(strbuf_str(&index), name, out);
	strbuf_free(&path);
	strbuf_free(&index);
	return found;
}
