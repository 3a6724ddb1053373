/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program that was profiled (running.h). */
#include "prelude.h"

#include "engine/running.h"

#include <math.h>

#include "base/bits.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "engine/origin.h"
#include "profile/package.h"
#include "profile/unit.h"

enum { JAVA_PARTS = 3 };

/* Set *at to the end of the last `mark` in s; false if there is none. */
static bool
find_last(struct str s, const char *mark, size_t *at)
{
	ptrdiff_t i = str_rfind(s, str_c(mark));

	if (i >= 0)
		*at = (size_t)i + strlen(mark);
	return i >= 0;
}

/* Return s up to and including the n-th '/' from `from` on; all of s if there
   are fewer, as for a module of one file. */
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
	static const char *const jdk[] = { "java", "javax", "jdk", "sun",
		"com.sun" };
	struct str package = package_of_class(name);
	size_t end = 0;

	if (package.n == 0)
		package = package_of_class_name(name);
	for (size_t i = 0; i < COUNT_OF(jdk); i++)
		if (running_owns_name(str_c(jdk[i]), name))
			return STR_EMPTY;
	for (int parts = 0; end < package.n; end++)
		if ((package.p[end] == '.' || package.p[end] == '/') &&
			++parts == JAVA_PARTS)
			break;
	return str_sub(package, 0, end);
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

/* Set r->module from the file of main.main: its folder or, below cmd/, the
   folder above cmd/, because cmd/x is only one program of its module. If the
   file is in an installed module, also set r->folder. */
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
	bool times = false; /* values of some type are times */

	for (uint32_t i = 0; i < p->types.n; i++)
		times = times || unit_is_time(profile_str(p, p->types.unit[i]));
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
		/* V8's CPU profiles give a line to all functions of scripts,
		   its heap profiles not always. */
		if (file.n == 0 && str_is(name, "(anonymous)") &&
			(p->func.start_line[f] != 0 || !times))
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

/* ---- Installed programs ---- */

enum {
	LOOK_AT = 1 << 20, /* maximum nodes and samples examined */
	MOST_PLACES = 64,
	TENTH = 10
};

/* An installed package, as a candidate for the program that is run. */
struct install {
	struct str folder, package; /* as in struct running; one is empty */
	bool is_script;             /* the first script is in it */
	double weight;              /* sum of the stacks that begin in it */
};

struct installs {
	struct install at[MOST_PLACES];
	size_t n;
	double user, all; /* weight of the stacks with user code, and of all */
};

/* True if the frame only leads to the program: the runtime, a standard library,
   a launcher. */
static bool
is_launcher(
	struct origins *o, const struct profile *p, func_id func, map_id map)
{
	struct origin is = origin_of(o, func, map);
	struct str file;

	if (is.kind == ORIGIN_SYSTEM || func == NONE)
		return true;
	file = profile_str(p, p->func.file[func]);
	if (is.kind == ORIGIN_LIBRARY)
		return str_ends(str_c(is.why), STR("standard library"));
	if (file.n == 0 || str_is(file, "<string>"))
		return true;
	/* A script that pip made: one <module> without functions. */
	return str_is(profile_str(p, p->func.name[func]), "<module>") &&
		!str_ends(file, STR(".py")) &&
		(str_find(file, STR("/bin/"), 0) >= 0 ||
			str_find(file, STR("\\Scripts\\"), 0) >= 0);
}

/* True if Node.js or Python calls the function as the first script. */
static bool
is_first_script(const struct profile *p, func_id func, node_id parent)
{
	struct str name = profile_str(p, p->func.name[func]);
	struct str above = STR_EMPTY;
	loc_id loc = p->trie.loc[parent];

	if (parent != 0 && p->loc.line0[loc] < p->loc.line0[loc + 1])
		above = profile_str(
			p, p->func.file[p->line.func[p->loc.line0[loc]]]);
	return str_is(name, "<module>") ||
		str_find(above, STR("internal/modules/"), 0) >= 0 ||
		str_find(above, STR("/bin/"), 0) >= 0;
}

static struct install *
install_find(struct installs *all, const struct profile *p, func_id func)
{
	struct str file = profile_str(p, p->func.file[func]);
	struct install is = { .folder = running_folder(file) };

	if (is.folder.n == 0 &&
		(file.n == 0 || str_ends(file, STR(".java")) ||
			str_ends(file, STR(".kt")) ||
			str_ends(file, STR(".scala"))))
		is.package =
			running_package(profile_str(p, p->func.name[func]));
	if (is.folder.n + is.package.n == 0)
		return NULL;
	for (size_t i = 0; i < all->n; i++)
		if (str_eq(all->at[i].folder, is.folder) &&
			str_eq(all->at[i].package, is.package))
			return &all->at[i];
	if (all->n == MOST_PLACES)
		return NULL;
	all->at[all->n] = is;
	return &all->at[all->n++];
}

/* Find the packages in which stacks begin, below the runtime and launchers. */
static void
find_places(struct origins *o, const struct profile *p, struct installs *all)
{
	size_t n = p->trie.n < LOOK_AT ? p->trie.n : LOOK_AT;
	/* begins[i]: 0: only launchers so far; 1: in no package; 2 + i: in the
	   package at[i]. */
	uint8_t *begins = xcalloc(n + 1, sizeof(*begins));
	struct bits user = bits_new(n + 1);
	uint32_t column = p->types.n - 1;

	for (node_id i = 1; i < n; i++) {
		loc_id loc = p->trie.loc[i];
		map_id map = p->loc.map[loc];
		node_id parent = p->trie.parent[i];

		begins[i] = begins[parent];
		if (bits_get(&user, parent))
			bits_set(&user, i);
		for (line_id k = p->loc.line0[loc + 1];
			k-- > p->loc.line0[loc];) {
			func_id func = p->line.func[k];
			struct install *place;

			if (is_launcher(o, p, func, map))
				continue;
			if (origin_of(o, func, map).kind == ORIGIN_USER)
				bits_set(&user, i);
			if (begins[i] != 0)
				continue;
			place = install_find(all, p, func);
			begins[i] = 1;
			if (place == NULL)
				continue;
			begins[i] = (uint8_t)(2 + (place - all->at));
			place->is_script |= place->folder.n > 0 &&
				is_first_script(p, func, parent);
		}
	}
	for (size_t s = 0; p->types.n > 0 && s < p->sample.n && s < LOOK_AT;
		s++) {
		node_id leaf = p->sample.leaf[s];
		double v = fabs((double)p->sample.value[column][s]);

		if (leaf >= n)
			continue;
		all->all += v;
		all->user += bits_get(&user, leaf) ? v : 0;
		if (begins[leaf] >= 2)
			all->at[begins[leaf] - 2].weight += v;
	}
	free(user.word);
	free(begins);
}

bool
running_find_installed(struct running *r, struct origins *o,
	const struct profile *p, struct str main_package)
{
	struct installs all = { .n = 0 };
	const struct install *best = NULL;
	bool any_user = false, any_place = false;

	if (r->how != NULL)
		return false;
	for (func_id f = 0; f < p->func.n && !any_place; f++)
		any_place =
			running_folder(profile_str(p, p->func.file[f])).n > 0;
	if (!any_place && !r->is_java)
		return false;
	/* Most Java programs: the main class is the user's, or some class is.
	 */
	for (func_id f = 0; f < p->func.n && !any_user && !any_place; f++)
		if (main_package.n == 0 ||
			running_owns_name(
				main_package, profile_str(p, p->func.name[f])))
			any_user = origin_of(o, f, NONE).kind == ORIGIN_USER;
	if (any_user)
		return false;
	find_places(o, p, &all);
	if (all.user * (double)TENTH >= all.all && all.user > 0)
		return false;
	for (size_t i = 0; i < all.n; i++)
		if (best == NULL || all.at[i].is_script > best->is_script ||
			(all.at[i].is_script == best->is_script &&
				all.at[i].weight > best->weight))
			best = &all.at[i];
	if (main_package.n > 0) {
		r->package = main_package;
		r->how = "main class";
	} else if (best != NULL && (best->is_script || all.user <= 0)) {
		r->folder = best->folder;
		r->package = best->package;
		r->how = best->is_script ? "first script"
					 : "outermost, no own code found";
	}
	return r->how != NULL;
}
