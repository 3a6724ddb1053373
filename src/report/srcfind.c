/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds source files in more places than pprof. */
#include "prelude.h"

#include "report/srcfind.h"

#include <errno.h>
#include <fcntl.h>
#include <glob.h>
#include <limits.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/file.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "engine/path.h"
#include "report/srcfile.h"
#include "report/srctree.h"

enum { TRIED_MAX = 100, GLOB_MAX = 64, SMALL_FILE = 4 << 20 };

struct finder {
	struct arena *arena;
	const struct source_rules *rules;
	struct source *source;
	struct str cwd, home, tree; /* tree: the work tree, or empty */
	VEC(struct str) roots;      /* links resolved */
	VEC(struct source_tried) tried;
};

/* ---- Names ---- */

static struct str
joined(const struct finder *f, struct str dir, const char *between,
	struct str name)
{
	struct strbuf path = STRBUF_INIT;
	struct str text;

	strbuf_add(&path, dir);
	strbuf_add3(&path, between, name, "");
	text = arena_str(f->arena, strbuf_str(&path));
	strbuf_free(&path);
	return text;
}

static struct str
variable(const struct finder *f, const char *name)
{
	const char *value = getenv(name);

	return value != NULL ? arena_str(f->arena, str_c(value)) : STR_EMPTY;
}

/* Return the text after the first `part` in a name; p is NULL if none. */
static struct str
behind(struct str name, struct str part)
{
	ptrdiff_t at = str_find(name, part, 0);

	return at < 0 ? STR_EMPTY : str_skip(name, (size_t)at + part.n);
}

/* Return a path with links resolved, or "" with errno set. */
static struct str
resolved(const struct finder *f, struct str path)
{
	char *real;
	struct str text;

	if (path.n == 0 || path.n >= PATH_MAX ||
		memchr(path.p, '\0', path.n) != NULL) {
		errno = path.n >= PATH_MAX ? ENAMETOOLONG : EINVAL;
		return STR_EMPTY;
	}
	real = realpath(arena_copy(f->arena, path.p, path.n), NULL);
	if (real == NULL)
		return STR_EMPTY;
	text = arena_str(f->arena, str_c(real));
	free(real);
	return text;
}

static bool
is_in_folder(struct str path, struct str root)
{
	return path.n > root.n + 1 && str_starts(path, root) &&
		path.p[root.n] == '/';
}

static bool
is_inside(const struct finder *f, struct str path)
{
	for (size_t i = 0; i < f->roots.n; i++) {
		struct str root = f->roots.p[i];

		if (is_in_folder(path, root)) {
			struct str tail = str_skip(path, root.n);
			bool has_hidden = false;

			while (tail.n > 0) {
				struct str part = str_cut(&tail, '/');

				if (part.n > 0 && part.p[0] == '.') {
					has_hidden = true;
					break;
				}
			}
			if (!has_hidden)
				return true;
		}
	}
	return false;
}

static void
add_root(struct finder *f, struct str path)
{
	struct str real = resolved(f, path);

	if (real.n > 1 && !str_eq(real, f->home))
		vec_push(&f->roots, real);
}

/* ---- Reading ---- */

static int64_t
modified_at(const struct stat *info)
{
	return info->st_mtim.tv_sec * INT64_C(1000000000) +
		info->st_mtim.tv_nsec;
}

/* Return the modification time of a regular file; 0: there is none. */
static int64_t
modified(const struct finder *f, struct str path)
{
	struct stat info;

	if (!str_starts(path, STR("/")) ||
		stat(arena_copy(f->arena, path.p, path.n), &info) != 0 ||
		!S_ISREG(info.st_mode))
		return 0;
	return modified_at(&info);
}

/* Read a file. Return NULL, or the reason it cannot be shown. */
static const char *
read_source(struct finder *f, struct str path)
{
	const char *name = arena_copy(f->arena, path.p, path.n);
	struct strbuf text = STRBUF_INIT;
	struct stat info;
	const char *why = NULL;
	int error;
	int fd = open(name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);

	if (fd < 0)
		return strerror(errno);
	error = fstat(fd, &info) != 0 ? errno : 0;
	if (error == 0 && !S_ISREG(info.st_mode))
		why = "no file";
	if (error == 0 && why == NULL) {
		size_t max = SOURCE_BYTES_MAX + 1;
		char block[1 << 14];
		ssize_t n = 1;

		/* Read up to `max` bytes of an open regular file; `error`
		   becomes errno, or 0. */
		while (n > 0 && text.n < max) {
			size_t want = max - text.n;

			n = read(fd, block,
				want < sizeof(block) ? want : sizeof(block));
			if (n > 0)
				strbuf_add(&text, str_from(block, (size_t)n));
			else if (n < 0 && errno == EINTR)
				n = 1;
		}
		error = n < 0 ? errno : 0;
	}
	fd_close(&fd);
	if (error != 0)
		why = strerror(error);
	if (why == NULL && text.n > 0 && memchr(text.p, '\0', text.n) != NULL)
		why = "binary";
	if (why == NULL) {
		struct source *s;
		struct str lines_text;
		struct arena *arena;
		VEC(struct str) line = { NULL, 0, 0 };

		f->source->part = text.n > SOURCE_BYTES_MAX;
		if (f->source->part)
			strbuf_cut(&text, SOURCE_BYTES_MAX);
		f->source->mtime = modified_at(&info);
		s = f->source;
		lines_text = arena_str(f->arena, strbuf_str(&text));
		arena = f->arena;
		while (lines_text.n > 0 && line.n < SOURCE_LINES_MAX) {
			struct str one = str_cut(&lines_text, '\n');

			if (one.n > 0 && one.p[one.n - 1] == '\r')
				one.n--;
			if (one.n > SOURCE_LINE_MAX) {
				struct strbuf cut = STRBUF_INIT;

				strbuf_add(
					&cut, str_sub(one, 0, SOURCE_LINE_MAX));
				strbuf_addstr(&cut, " [...]");
				one = arena_str(arena, strbuf_str(&cut));
				strbuf_free(&cut);
			}
			vec_push(&line, one);
		}
		s->part = s->part || lines_text.n > 0;
		s->n = line.n;
		s->line = arena_dup(arena, line.p, line.n, sizeof(*line.p));
		vec_free(&line);
	}
	strbuf_free(&text);
	return why;
}

static bool
is_allowed(const struct finder *f, struct str path)
{
	struct str rest = f->rules->allowed;

	while (rest.n > 0)
		if (str_eq(str_cut(&rest, '\n'), path))
			return true;
	return false;
}

static void
note_tried(struct finder *f, struct str path, const char *why)
{
	for (size_t i = 0; i < f->tried.n; i++)
		if (str_eq(f->tried.p[i].path, path))
			return;
	if (f->tried.n < TRIED_MAX)
		vec_push(&f->tried,
			((struct source_tried){
				path, arena_str(f->arena, str_c(why)) }));
}

/* Try one file. It must be below `root`, unless that is empty. */
static bool
try_file(struct finder *f, struct str path, struct str root, const char *rule)
{
	struct str clean = path_clean(path, f->arena);
	struct str real = resolved(f, clean);
	struct source *s = f->source;
	const char *why;
	struct stat info;

	if (real.n == 0) {
		note_tried(f, clean, strerror(errno));
		return false;
	}
	if (root.n > 0 && !is_in_folder(real, resolved(f, root))) {
		note_tried(f, clean, "a link that leads elsewhere");
		return false;
	}
	/* Opening a device may have effects, and opening a pipe may block. */
	if (stat(arena_copy(f->arena, real.p, real.n), &info) != 0)
		why = strerror(errno);
	else
		why = S_ISREG(info.st_mode)     ? NULL
			: S_ISDIR(info.st_mode) ? "a directory"
						: "no file";
	s->outside = why == NULL && !is_inside(f, real) && !is_allowed(f, real);
	if (why == NULL && !s->outside)
		why = read_source(f, real);
	if (why != NULL) {
		note_tried(f, clean, why);
		s->outside = false;
		return false;
	}
	s->path = s->outside ? real : clean;
	s->rule = rule != NULL ? str_c(rule) : STR_EMPTY;
	return true;
}

static bool
try_below(struct finder *f, struct str root, struct str tail, const char *rule)
{
	while (str_starts(tail, STR("/")))
		tail = str_skip(tail, 1);
	return root.n > 0 && tail.n > 0 &&
		try_file(f, joined(f, root, "/", tail), root, rule);
}

/* Try all folders that match a pattern. */
static bool
try_glob(
	struct finder *f, struct str pattern, struct str tail, const char *rule)
{
	const char *words = arena_copy(f->arena, pattern.p, pattern.n);
	glob_t found;
	bool done = false;

	if (glob(words, GLOB_NOSORT, NULL, &found) != 0)
		return false;
	for (size_t i = 0; i < found.gl_pathc && i < GLOB_MAX && !done; i++)
		done = try_below(f,
			arena_str(f->arena, str_c(found.gl_pathv[i])), tail,
			rule);
	globfree(&found);
	return done;
}

/* ---- The rules ---- */

static bool
try_as_pprof(void *arg, struct str path)
{
	return try_file(arg, path, STR_EMPTY, NULL);
}

static bool
find_as_pprof(struct finder *f)
{
	const struct source_rules *r = f->rules;
	struct str dirs = r->source_path.n > 0 ? r->source_path : f->cwd;
	struct str name = path_trim(f->source->name, r->trim_path, dirs);

	return name.n > 0 && srcfile_try(f->arena, name, dirs, try_as_pprof, f);
}

/* Try source_map, the longest FROM first. */
static bool
find_mapped(struct finder *f)
{
	struct str raw = f->source->raw;

	for (size_t below = SIZE_MAX; below > 0;) {
		struct str to = STR_EMPTY;

		below = path_map(f->rules->map, raw, below, &to);
		if (below > 0 &&
			try_below(f, to, str_skip(raw, below), "source_map"))
			return true;
	}
	return false;
}

/* Try Go's standard library. The first part of its names has no dot; in
   absolute names that part follows "/src/". */
static bool
find_in_go(struct finder *f)
{
	static const char rule[] = "Go's own sources";
	struct str raw = f->source->raw, tail = raw, first;
	struct str goroot = variable(f, "GOROOT");

	if (!str_ends(raw, STR(".go")) && !str_ends(raw, STR(".s")))
		return false;
	if (str_starts(raw, STR("$GOROOT/")))
		tail = str_skip(raw, strlen("$GOROOT/"));
	else if (str_starts(raw, STR("/")))
		tail = behind(raw, STR("/src/"));
	if (str_starts(tail, STR("src/")))
		tail = str_skip(tail, strlen("src/"));
	first = tail;
	first = str_cut(&first, '/');
	if (first.n == 0 || first.n == tail.n || str_chr(first, '.') >= 0)
		return false;
	return (goroot.n > 0 &&
		       try_below(f, joined(f, goroot, "/", STR("src")), tail,
			       rule)) ||
		try_below(f, STR("/usr/local/go/src"), tail, rule) ||
		try_glob(f, STR("/usr/share/go-*/src"), tail, rule) ||
		try_glob(f, STR("/usr/lib/go-*/src"), tail, rule);
}

/* Convert "github.com/Azure/x" to its folder, "github.com/!azure/x". */
static struct str
module_folder(const struct finder *f, struct str name)
{
	struct strbuf out = STRBUF_INIT;
	struct str text;

	for (size_t i = 0; i < name.n; i++) {
		if (name.p[i] >= 'A' && name.p[i] <= 'Z')
			strbuf_addch(&out, '!');
		strbuf_addch(&out, ascii_lower(name.p[i]));
	}
	text = arena_str(f->arena, strbuf_str(&out));
	strbuf_free(&out);
	return text;
}

static bool
try_module_caches(struct finder *f, struct str tail)
{
	static const char rule[] = "Go's module cache";
	struct str cache = variable(f, "GOMODCACHE");
	struct str paths = variable(f, "GOPATH");

	if (try_below(f, cache, tail, rule))
		return true;
	while (paths.n > 0) {
		struct str path = str_cut(&paths, ':');

		if (path.n > 0 &&
			try_below(f, joined(f, path, "/", STR("pkg/mod")), tail,
				rule))
			return true;
	}
	return f->home.n > 0 &&
		try_below(f, joined(f, f->home, "/", STR("go/pkg/mod")), tail,
			rule);
}

/* Try module@version/file, wherever the module cache was. */
static bool
find_module(struct finder *f)
{
	struct str tail = f->source->raw, module, file, version;
	struct str cached = behind(tail, STR("/pkg/mod/"));

	tail = cached.p != NULL ? cached : tail;
	if (str_starts(tail, STR("/")) || str_chr(tail, '@') < 0)
		return false;
	version = tail;
	module = str_cut(&version, '@');
	file = version;
	version = str_cut(&file, '/');
	if (try_module_caches(f, tail) ||
		try_module_caches(f,
			joined(f,
				joined(f, module_folder(f, module), "@",
					version),
				"/", file)))
		return true;
	for (struct str dir = f->cwd; dir.n > 1;
		dir = str_sub(dir, 0, (size_t)(str_rchr(dir, '/') + 1) - 1))
		if (try_below(f, joined(f, dir, "/", STR("vendor")),
			    joined(f, module, "/", file), "vendor"))
			return true;
	return false;
}

/* Return the name in a line of a go.mod: "module example.com/shop // mine". */
static struct str
module_of_line(struct str line)
{
	struct str word = STR("module"), name;
	ptrdiff_t comment = str_find(line, STR("//"), 0);

	if (comment >= 0)
		line = str_sub(line, 0, (size_t)comment);
	line = str_trim(line);
	name = str_trim(str_skip(line, word.n));
	if (!str_starts(line, word) || line.n < word.n + 1 ||
		(line.p[word.n] != ' ' && line.p[word.n] != '\t'))
		return STR_EMPTY;
	if (name.n > 2 && (name.p[0] == '"' || name.p[0] == '`') &&
		name.p[name.n - 1] == name.p[0])
		name = str_sub(name, 1, name.n - 1);
	return name;
}

/* Return the name of the module in a folder, or "". */
static struct str
module_name(const struct finder *f, struct str dir)
{
	struct strbuf text = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	struct str file = joined(f, dir, "/", STR("go.mod"));
	struct str rest, name = STR_EMPTY;

	if (file_read(arena_copy(f->arena, file.p, file.n), SMALL_FILE, &text,
		    &ignored) == 0) {
		rest = strbuf_str(&text);
		while (rest.n > 0 && name.n == 0)
			name = module_of_line(str_cut(&rest, '\n'));
		name = arena_str(f->arena, name);
	}
	strbuf_free(&text);
	return name;
}

/* Return the part of a file's name after its module and, if it was built
   elsewhere, the module's version; "" if it belongs to another module. */
static struct str
tail_in_module(struct str raw, struct str name)
{
	struct str tail = str_skip(raw, name.n);

	if (name.n == 0 || !str_starts(raw, name) || tail.n == 0)
		return STR_EMPTY;
	if (tail.p[0] == '@')
		(void)str_cut(&tail, '/');
	else if (tail.p[0] != '/')
		return STR_EMPTY;
	return tail;
}

/* Try a file of the module in a folder. */
static bool
try_module(struct finder *f, struct str dir)
{
	static const char rule[] = "the main module";
	struct str tail = tail_in_module(f->source->raw, module_name(f, dir));
	struct str file = str_basename(tail), folder;

	if (tail.n == 0)
		return false;
	add_root(f, dir);
	if (try_below(f, dir, tail, rule))
		return true;
	/* A package of tests, such as price_test, has no folder of its own: it
	   is in the folder of price. */
	folder = str_sub(tail, 0, tail.n - file.n);
	return str_ends(folder, STR("_test/")) &&
		try_below(f, dir,
			joined(f, str_sub(folder, 0, folder.n - 6), "/", file),
			rule);
}

/* Try the modules at or above a folder, the nearest first. */
static bool
try_modules_above(struct finder *f, struct str dir)
{
	for (; dir.n > 1;
		dir = str_sub(dir, 0, (size_t)(str_rchr(dir, '/') + 1) - 1))
		if (try_module(f, dir))
			return true;
	return false;
}

static bool
find_in_main_module(struct finder *f)
{
	struct str dirs = f->rules->source_path;

	while (dirs.n > 0)
		if (try_modules_above(f, resolved(f, str_cut(&dirs, ':'))))
			return true;
	return try_modules_above(f, f->cwd);
}

/* Try Rust's toolchains, the one that built the binary first. */
static bool
find_in_rust(struct finder *f)
{
	static const char rule[] = "Rust's own sources";
	struct str tail = behind(f->source->raw, STR("/rustc/")), hash, pattern;
	struct str rustup = variable(f, "RUSTUP_HOME");
	const char *words;
	glob_t found;
	bool done = false;

	if (tail.p == NULL)
		return false;
	hash = str_cut(&tail, '/');
	if (rustup.n == 0)
		rustup = joined(f, f->home, "/", STR(".rustup"));
	pattern = joined(f, rustup, "/", STR("toolchains/*"));
	words = arena_copy(f->arena, pattern.p, pattern.n);
	if (hash.n == 0 || glob(words, 0, NULL, &found) != 0)
		return false;
	for (int own = 1; own >= 0 && !done; own--) {
		for (size_t i = 0; i < found.gl_pathc && i < GLOB_MAX && !done;
			i++) {
			struct str dir =
				arena_str(f->arena, str_c(found.gl_pathv[i]));
			struct str src = joined(f, dir, "/",
				str_starts(tail, STR("compiler/"))
					? STR("lib/rustlib/rustc-src/rust")
					: STR("lib/rustlib/src/rust"));
			struct str path = joined(f, dir, "/",
				STR("lib/rustlib/"
				    "multirust-channel-manifest.toml"));
			struct strbuf text = STRBUF_INIT;
			struct err ignored = ERR_INIT;
			bool is =
				file_read(arena_copy(f->arena, path.p, path.n),
					SMALL_FILE, &text, &ignored) == 0 &&
				str_find(strbuf_str(&text), hash, 0) >= 0;

			/* The first round tries the toolchains of the binary's
			   commit, the second round all others. */
			strbuf_free(&text);
			if (is == (own > 0))
				done = try_below(f, src, tail, rule);
		}
	}
	globfree(&found);
	if (!done)
		note_tried(f, joined(f, rustup, "/", STR("toolchains")),
			"not installed; run rustup component add rust-src");
	return done;
}

static bool
find_crate(struct finder *f)
{
	struct str tail = behind(f->source->raw, STR("/registry/src/"));
	struct str cargo = variable(f, "CARGO_HOME");

	if (tail.p == NULL)
		return false;
	if (cargo.n == 0)
		cargo = joined(f, f->home, "/", STR(".cargo"));
	/* Drop the name of the registry index, which may differ here. */
	(void)str_cut(&tail, '/');
	return try_glob(f, joined(f, cargo, "/", STR("registry/src/*")), tail,
		"cargo's registry");
}

/* Try the name without the folder in which a package was built. */
static bool
find_unpacked(struct finder *f)
{
	static const struct {
		const char *prefix;
		bool folder; /* the next folder also belongs to the prefix */
	} places[] = { { "/proc/self/cwd/", false }, { "./", false },
		{ "/build/", true }, { "/usr/src/debug/", true } };
	static const char rule[] = "without the folder it was built in";

	for (size_t i = 0; i < COUNT_OF(places); i++) {
		struct str tail = f->source->raw, dirs = f->rules->source_path;

		if (!str_starts(tail, str_c(places[i].prefix)))
			continue;
		tail = str_skip(tail, strlen(places[i].prefix));
		if (places[i].folder)
			(void)str_cut(&tail, '/');
		while (dirs.n > 0)
			if (try_below(f, str_cut(&dirs, ':'), tail, rule))
				return true;
		if (try_below(f, f->cwd, tail, rule))
			return true;
	}
	return false;
}

static bool
find_in_tree(struct finder *f)
{
	struct strbuf tail = STRBUF_INIT;
	bool found = false;

	if (f->tree.n > 0 &&
		srctree_longest_tail(f->tree, f->source->raw, &tail))
		found = try_below(f, f->tree,
			arena_str(f->arena, strbuf_str(&tail)),
			"the same path ending in the work tree");
	strbuf_free(&tail);
	return found;
}

/* ---- One file ---- */

static void
add_root_below(struct finder *f, struct str dir, const char *tail)
{
	if (dir.n > 0)
		add_root(f, joined(f, dir, "/", str_c(tail)));
}

static void
find_source(struct finder *f)
{
	static bool (*const rules[])(struct finder *) = { find_as_pprof,
		find_mapped, find_in_go, find_module, find_in_main_module,
		find_in_rust, find_crate, find_unpacked, find_in_tree };
	struct source *s = f->source;
	struct source outside = { .outside = false };

	f->tried.n = 0;
	/* If a rule finds a file outside the roots, later rules may find a
	   better one. */
	for (size_t i = 0; i < COUNT_OF(rules) && s->path.n == 0; i++) {
		if (!rules[i](f) || !s->outside)
			continue;
		if (!outside.outside)
			outside = *s;
		s->path = s->rule = STR_EMPTY;
		s->outside = false;
	}
	if (s->path.n == 0 && outside.outside)
		*s = outside;
	s->n_tried = f->tried.n;
	s->tried = arena_dup(
		f->arena, f->tried.p, f->tried.n, sizeof(*f->tried.p));
}

/* ---- Orders: NUL-terminated strings ---- */

static void
order_add(struct strbuf *out, struct str text)
{
	strbuf_add(out, text);
	strbuf_addch(out, '\0');
}

void
source_order_wishes(
	struct strbuf *out, const struct source_wish *wish, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		order_add(out, wish[i].name);
		order_add(out, wish[i].raw);
		order_add(out, wish[i].program);
	}
}

void
source_order(struct strbuf *out, const struct source_rules *rules,
	const struct source_wish *wish, size_t n)
{
	order_add(out, rules->trim_path);
	order_add(out, rules->source_path);
	order_add(out, rules->map);
	order_add(out, rules->allowed);
	source_order_wishes(out, wish, n);
}

struct sources *
sources_new(struct str order, struct progress *progress)
{
	struct sources *all = xcalloc(1, sizeof(*all));
	struct source_rules rules;
	struct finder f = { .arena = &all->arena, .rules = &rules };
	VEC(struct source) found = { NULL, 0, 0 };
	char *cwd = xmalloc(PATH_MAX);
	struct str dirs, map;
	struct str paths;
	static const char *const below_home[] = { "go/pkg/mod",
		".rustup/toolchains", ".cargo/registry/src" };
	static const char *const patterns[] = { "/usr/share/go-*/src",
		"/usr/lib/go-*/src" };
	glob_t roots_found;

	all->order = arena_str(&all->arena, order);
	order = all->order;
	rules.trim_path = str_cut(&order, '\0');
	rules.source_path = str_cut(&order, '\0');
	rules.map = str_cut(&order, '\0');
	rules.allowed = str_cut(&order, '\0');
	if (getcwd(cwd, PATH_MAX) != NULL)
		f.cwd = arena_str(&all->arena, str_c(cwd));
	free(cwd);
	f.home = resolved(&f, variable(&f, "HOME"));
	f.tree = srctree_top(f.cwd);
	dirs = f.rules->source_path;
	map = f.rules->map;
	paths = variable(&f, "GOPATH");
	if (dirs.n == 0)
		add_root(&f, f.cwd);
	while (dirs.n > 0)
		add_root(&f, str_cut(&dirs, ':'));
	add_root(&f, f.tree);
	while (map.n > 0) {
		struct str to = str_cut(&map, '\n');

		(void)str_cut(&to, '=');
		add_root(&f, to);
	}
	add_root(&f, STR("/usr/include"));
	add_root_below(&f, variable(&f, "GOROOT"), "src");
	add_root(&f, STR("/usr/local/go/src"));
	for (size_t i = 0; i < COUNT_OF(patterns); i++) {
		if (glob(patterns[i], 0, NULL, &roots_found) != 0)
			continue;
		for (size_t k = 0; k < roots_found.gl_pathc && k < GLOB_MAX;
			k++)
			add_root(&f, str_c(roots_found.gl_pathv[k]));
		globfree(&roots_found);
	}
	add_root(&f, variable(&f, "GOMODCACHE"));
	while (paths.n > 0)
		add_root_below(&f, str_cut(&paths, ':'), "pkg/mod");
	for (size_t i = 0; i < COUNT_OF(below_home); i++)
		add_root_below(&f, f.home, below_home[i]);
	add_root_below(&f, variable(&f, "RUSTUP_HOME"), "toolchains");
	add_root_below(&f, variable(&f, "CARGO_HOME"), "registry/src");
	while (order.n > 0 && !progress_stopped(progress)) {
		struct source s = { .name = str_cut(&order, '\0') };

		s.raw = str_cut(&order, '\0');
		s.program = str_cut(&order, '\0');
		f.source = &s;
		find_source(&f);
		if (s.program.n > 0 && s.path.n > 0)
			s.program_mtime = modified(&f, s.program);
		vec_push(&found, s);
	}
	all->n = found.n;
	all->source =
		arena_dup(&all->arena, found.p, found.n, sizeof(*found.p));
	vec_free(&found);
	vec_free(&f.roots);
	vec_free(&f.tried);
	if (!progress_stopped(progress))
		return all;
	sources_free(all);
	return NULL;
}

void
sources_free(struct sources *s)
{
	if (s == NULL)
		return;
	arena_free(&s->arena);
	free(s);
}
