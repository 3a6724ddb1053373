/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that a profile is of (running.h). */
#include "prelude.h"

#include "engine/running.h"

#include "base/ascii.h"
#include "base/num.h"

enum { JAVA_PARTS = 3 };

/* Set *at to the end of the last `mark` in s; false if there is none. */
static bool
find_last(struct str s, const char *mark, size_t *at)
{
	struct str m = str_c(mark);
	bool any = false;

	for (ptrdiff_t i = str_find(s, m, 0); i >= 0;
		i = str_find(s, m, (size_t)i + 1)) {
		*at = (size_t)i + m.n;
		any = true;
	}
	return any;
}

/* Return s up to and with the n-th '/' from `from` on; all of s if that has no
   '/', as for a module of one file. */
static struct str
up_to_slash(struct str s, size_t from, int n)
{
	for (; n > 0; n--) {
		ptrdiff_t slash = str_find(s, STR("/"), from);

		if (slash < 0)
			return s;
		from = (size_t)slash + 1;
	}
	return str_sub(s, 0, from);
}

struct str
running_folder(struct str file)
{
	/* Libraries are in folders below these. */
	static const struct {
		const char *mark;
		int parts;
	} places[] = { { "/node_modules/", 1 }, { "/site-packages/", 1 },
		{ "/dist-packages/", 1 }, { "/.cargo/registry/src/", 2 },
		{ "/.cargo/git/checkouts/", 2 } };
	size_t at;

	for (size_t i = 0; i < COUNT_OF(places); i++)
		if (find_last(file, places[i].mark, &at)) {
			/* npm has packages of two parts: @scope/name. */
			bool scoped = at < file.n && file.p[at] == '@';

			return up_to_slash(
				file, at, places[i].parts + (scoped ? 1 : 0));
		}
	/* Go: x.org/tool@v1.2/cmd/tool/main.go */
	if (str_ends(file, STR(".go")) && find_last(file, "@v", &at) &&
		str_find(file, STR("/toolchain@v"), 0) < 0)
		return up_to_slash(file, at, 1);
	return STR_EMPTY;
}

struct str
running_package(struct str name)
{
	static const char *const jdk[] = { "java", "javax", "jdk", "sun" };
	size_t at = 0, end = 0;
	int parts = 0;
	bool is_class = false;

	/* com.acme.shop.Cart.total: lower-case parts, then a class. */
	while (at < name.n && !is_class) {
		size_t to = at;

		while (to < name.n && name.p[to] != '.' && name.p[to] != '/')
			to++;
		is_class = name.p[at] >= 'A' && name.p[at] <= 'Z';
		if (is_class || to == name.n ||
			!(ascii_is_lower(name.p[at]) || name.p[at] == '_'))
			break;
		for (size_t i = at; i < to; i++)
			if (!ascii_is_lower(name.p[i]) &&
				!ascii_is_digit(name.p[i]) && name.p[i] != '_')
				return STR_EMPTY;
		if (++parts <= JAVA_PARTS)
			end = to;
		at = to + 1;
	}
	if (!is_class || parts == 0)
		return STR_EMPTY;
	for (size_t i = 0; i < COUNT_OF(jdk); i++)
		if (running_owns_name(str_c(jdk[i]), name))
			return STR_EMPTY;
	if (running_owns_name(STR("com.sun"), name))
		return STR_EMPTY;
	return str_sub(name, 0, end);
}

bool
running_owns_name(struct str package, struct str name)
{
	if (package.n == 0 || name.n <= package.n)
		return false;
	for (size_t i = 0; i < package.n; i++)
		if (name.p[i] != package.p[i] &&
			!(name.p[i] == '/' && package.p[i] == '.') &&
			!(name.p[i] == '.' && package.p[i] == '/'))
			return false;
	return name.p[package.n] == '.' || name.p[package.n] == '/';
}

bool
running_owns_file(struct str folder, struct str file)
{
	static const char *const inner[] = { "node_modules/", "vendor/",
		"site-packages/", "_vendor/", "third_party/" };
	struct str rest;

	if (folder.n == 0 || !str_starts(file, folder))
		return false;
	rest = str_skip(file, folder.n);
	for (size_t i = 0; i < COUNT_OF(inner); i++)
		if (str_find(rest, str_c(inner[i]), 0) >= 0)
			return false;
	return true;
}

/* Take what main.main tells: its folder or the one above cmd/, because cmd/x is
   only one program of its module. */
static void
scan_go_main(struct running *r, struct str file)
{
	ptrdiff_t cmd = str_find(file, STR("/cmd/"), 0);
	ptrdiff_t slash = cmd > 0 ? cmd : str_rchr(file, '/');
	size_t at;

	r->folder = running_folder(file);
	/* The programs of Go itself: go, compile, link. */
	if (r->folder.n == 0 && find_last(file, "/src/cmd/", &at))
		r->folder = str_sub(file, 0, at);
	if (r->folder.n > 0) {
		r->how = "main.main";
		slash = 0;
	}
	r->module = str_sub(file, 0, slash > 0 ? (size_t)slash : 0);
}

void
running_scan(struct running *r, const struct profile *p, struct str *package)
{
	const struct str arguments = STR("arguments: ");

	for (func_id f = 0; f < p->func.n; f++) {
		struct str name = profile_str(p, p->func.name[f]);
		struct str file = profile_str(p, p->func.file[f]);

		if (str_ends(file, STR(".go")) ||
			str_is(name, "runtime.goexit") ||
			str_is(name, "runtime.mcall") ||
			str_is(name, "runtime.main"))
			r->is_go = true;
		if (str_starts(file, STR("node:")))
			r->is_js = true;
		/* Functions of the engine have a name. */
		if (file.n == 0 && str_is(name, "(anonymous)"))
			r->is_js_unplaced = true;
		if (str_starts(name, STR("java.")) ||
			str_starts(name, STR("java/")))
			r->is_java = true;
		if (str_ends(file, STR(".py")) ||
			str_starts(file, STR("<frozen ")))
			r->is_python = true;
		/* /usr/local/go/src/runtime/proc.go: Go's own sources. */
		if (r->goroot.p == NULL && str_starts(name, STR("runtime.")) &&
			str_ends(file, STR(".go"))) {
			ptrdiff_t at = str_find(file, STR("/src/runtime/"), 0);

			if (at >= 0)
				r->goroot = str_sub(file, 0, (size_t)at + 5);
			else if (str_starts(file, STR("runtime/")))
				r->goroot = str_sub(file, 0, 0);
		}
		if (str_is(name, "main.main"))
			scan_go_main(r, file);
		if (str_ends(name, STR("::main")) &&
			str_find(file, STR("/.cargo/"), 0) >= 0) {
			r->folder = running_folder(file);
			r->how = "main";
		}
		if (package->n == 0 && str_ends(name, STR(".main")))
			*package = running_package(name);
	}
	/* A recording of Java has its command line: "arguments: CLASS ...". */
	for (uint32_t i = 0; i < p->header.ncomments; i++) {
		struct str text = profile_str(p, p->header.comment[i]);

		if (str_starts(text, arguments)) {
			text = str_skip(text, arguments.n);
			text = str_cut(&text, ' ');
			if (running_package(text).n > 0)
				*package = running_package(text);
		}
	}
}
