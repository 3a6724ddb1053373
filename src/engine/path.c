/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source file names, trimmed and cleaned. */
#include "prelude.h"

#include "engine/path.h"

/* Find the text after the first "/name/" in path; false if there is none. */
static bool
after_element(struct str path, struct str name, struct str *rest)
{
	for (ptrdiff_t at = str_find(path, name, 0); at >= 0;
		at = str_find(path, name, (size_t)at + 1)) {
		size_t end = (size_t)at + name.n;

		if (at > 0 && path.p[at - 1] == '/' && end < path.n &&
			path.p[end] == '/') {
			*rest = str_skip(path, end + 1);
			return true;
		}
	}
	return false;
}

/* Find the text after `prefix` and a slash; prefix may end in a slash. */
static bool
without_prefix(struct str path, struct str prefix, struct str *rest)
{
	bool slash = prefix.n > 0 && prefix.p[prefix.n - 1] == '/';
	size_t n = prefix.n + (slash ? 0 : 1);

	if (path.n < n || !str_starts(path, prefix) || path.p[n - 1] != '/')
		return false;
	*rest = str_skip(path, n);
	return true;
}

struct str
path_trim(struct str path, struct str trim_path, struct str source_path)
{
	struct str rest;

	if (trim_path.n == 0 && source_path.n > 0) {
		while (source_path.p != NULL) {
			struct str dir = str_cut(&source_path, ':');

			if (after_element(path, str_basename(dir), &rest))
				return rest;
		}
	}
	if (trim_path.n > 0) {
		while (trim_path.p != NULL) {
			struct str prefix = str_cut(&trim_path, ':');

			if (without_prefix(path, prefix, &rest))
				return rest;
		}
	}
	if (without_prefix(path, STR("/proc/self/cwd/./"), &rest) ||
		without_prefix(path, STR("/proc/self/cwd/"), &rest))
		return rest;
	return path;
}

size_t
path_map(struct str map, struct str path, size_t below, struct str *to)
{
	size_t longest = 0;

	while (map.n > 0) {
		struct str target = str_cut(&map, '\n');
		struct str from = str_cut(&target, '=');

		if (from.n > longest && from.n < below &&
			str_starts(path, from)) {
			longest = from.n;
			*to = target;
		}
	}
	return longest;
}

struct str
path_clean(struct str path, struct arena *arena)
{
	bool rooted = path.n > 0 && path.p[0] == '/';
	struct str given = path;
	size_t n = 0, floor; /* ".." does not go above floor */
	char *out;

	if (path.n == 0)
		return STR(".");
	out = arena_alloc(arena, path.n + 1);
	if (rooted)
		out[n++] = '/';
	floor = n;
	while (path.p != NULL) {
		struct str element = str_cut(&path, '/');

		if (element.n == 0 || str_is(element, "."))
			continue;
		if (str_is(element, "..") && n > floor) {
			while (n > floor && out[n - 1] != '/')
				n--;
			if (n > floor)
				n--;
			continue;
		}
		if (str_is(element, "..") && rooted)
			continue;
		if (n > (rooted ? 1u : 0u))
			out[n++] = '/';
		memcpy(out + n, element.p, element.n);
		n += element.n;
		if (str_is(element, ".."))
			floor = n;
	}
	if (str_eq(str_from(out, n), given))
		return given;
	return n > 0 ? str_from(out, n) : STR(".");
}
