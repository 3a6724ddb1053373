/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instructions from objdump (objdump.h). */
#include "prelude.h"

#include "symbol/objdump.h"

#include <inttypes.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/num.h"
#include "input/helper.h"
#include "symbol/sandbox.h"

#define XCODE "/Applications/Xcode.app/Contents/Developer"
#define COMMAND_LINE_TOOLS "/Library/Developer/CommandLineTools/usr/bin/objdump"

enum {
	OUTPUT_MOST = 32 << 20, /* bytes of output per run */
	VERSION_MOST = 64 << 10,
	SECONDS = 20, /* time limit per run */
#ifdef __APPLE__
	LLVM_LEAST = 11,
#else
	LLVM_LEAST = 8,
#endif
};

void
code_free(struct code *c)
{
	arena_free(&c->text);
	vec_free(&c->instruction);
}

/* ---- Parsing, by pprof's regular expressions ---- */

/* The most recent function, file and line in the output. */
struct heading {
	struct str function, file;
	uint64_t line;
};

static bool
is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r' && c != '\v');
}

static size_t
count_hex(struct str s)
{
	size_t n = 0;

	while (n < s.n && ascii_hex(s.p[n]) >= 0)
		n++;
	return n;
}

/* Parse "1190: test %edi,%edi". */
static bool
parse_instruction(struct str s, struct instruction *out)
{
	size_t n = count_hex(s), at = n + 1;
	uint64_t v = 0;

	if (n == 0 || at >= s.n || s.p[n] != ':' || !is_blank(s.p[at]))
		return false;
	for (size_t i = 0; i < n; i++) {
		if (v >> 60 != 0)
			return false;
		v = v << 4 | (uint64_t)ascii_hex(s.p[i]);
	}
	out->address = v;
	while (at < s.n && is_blank(s.p[at]))
		at++;
	out->text = str_skip(s, at);
	return true;
}

/* Parse "/srv/sym/leaf.c:30" or "; /srv/sym/leaf.c:30". */
static bool
parse_place(struct str s, struct heading *h)
{
	struct str digits, rest;
	uint64_t line = 0;
	size_t colon = s.n;

	for (size_t i = 0; i + 1 < s.n; i++)
		if (s.p[i] == ':' && ascii_is_digit(s.p[i + 1]))
			colon = i;
	if (colon == s.n)
		return false;
	rest = str_skip(s, colon + 1);
	digits = str_cut_digits(&rest);
	for (size_t i = 0; i < digits.n && line <= UINT32_MAX; i++)
		line = 10 * line + (uint64_t)(digits.p[i] - '0');
	if (line > UINT32_MAX)
		return true;
	s = str_sub(s, 0, colon);
	if (s.n > 0 && s.p[0] == ';')
		s = str_skip(s, 1);
	if (s.n > 0 && is_blank(s.p[0]))
		s = str_skip(s, 1);
	h->file = s;
	h->line = line;
	return true;
}

/* Parse "work():" or "; work():". */
static bool
parse_function(struct str s, struct heading *h)
{
	ptrdiff_t end = str_rfind(s, STR("():"));
	size_t start[] = { 0, 0, 0 };

	if (s.n > 0 && s.p[0] == ';') {
		start[1] = 1;
		start[0] = s.n > 1 && is_blank(s.p[1]) ? 2 : 1;
	}
	for (size_t i = 0; i < COUNT_OF(start); i++)
		if (end > (ptrdiff_t)start[i] && !is_blank(s.p[start[i]])) {
			h->function = str_sub(s, start[i], (size_t)end);
			return true;
		}
	return false;
}

/* Parse "0000000000001190 <work>:", or any other line with a colon. */
static bool
parse_symbol(struct str s, struct heading *h)
{
	size_t from = count_hex(s);
	ptrdiff_t end = str_rchr(s, ':');

	if (end < 0)
		return false;
	if (from < s.n && is_blank(s.p[from]))
		from++;
	h->function = str_sub(s, from, (size_t)end);
	return true;
}

void
code_parse(struct code *c, struct str output)
{
	struct str rest = arena_str(&c->text, output);
	struct heading h = { .line = 0 };

	while (rest.n > 0) {
		struct str s = str_cut(&rest, '\n');
		struct instruction i = {
			.function = h.function, .file = h.file, .line = h.line
		};

		while (s.n > 0 && (is_blank(s.p[0]) || s.p[0] == '\v'))
			s = str_skip(s, 1);
		while (s.n > 0 &&
			(is_blank(s.p[s.n - 1]) || s.p[s.n - 1] == '\v'))
			s.n--;
		if (parse_instruction(s, &i))
			vec_push(&c->instruction, i);
		else if (!parse_place(s, &h) && !parse_function(s, &h) &&
			!parse_symbol(s, &h))
			h = (struct heading){ .line = 0 };
	}
}

/* ---- Running objdump ---- */

/* Run objdump. Return its wait status, as from waitpid(), or -1 and err. */
static int
run_objdump(const char *const argv[], size_t most, struct strbuf *out,
	struct progress *progress, struct err *err)
{
	struct helper h;
	char buf[1 << 14];
	ssize_t n;
	int status;

	if (helper_start(&h, argv, -1, HELPER_OWN_GROUP, err) != 0)
		return -1;
	helper_limit_memory(&h, (uint64_t)CONFINE_GIGABYTES << 30);
	h.until = clock_ms() + SECONDS * INT64_C(1000);
	while ((n = helper_read(&h, buf, sizeof(buf), progress, err)) > 0 &&
		out->n <= most)
		strbuf_add(out, str_from(buf, (size_t)n));
	status = helper_end(&h);
	strbuf_free(&h.said);
	if (n > 0)
		return err_set(err, ERR_LIMIT, "%s prints more than %zu bytes",
			argv[0], most);
	return n < 0 ? -1 : status;
}

/* Search the folders in `tools`: with `own`, the entries "objdump:FOLDER", else
   the entries for all tools, which have no prefix. */
static bool
find_among(struct str tools, bool own, const char *name, struct strbuf *out)
{
	struct str rest = tools;
	bool found = false;

	do {
		struct str word = str_cut(&rest, ',');
		ptrdiff_t colon = str_chr(word, ':');
		struct str tool = str_sub(word, 0, (size_t)(colon + 1));

		if (own ? str_is(tool, "objdump:") : colon < 0) {
			struct str folder = str_skip(word, tool.n);
			struct str path = str_c(getenv("PATH"));
			bool in_path = folder.n == 0;

			/* Search the folder, or PATH if the folder is "". */
			found = false;
			while (!in_path || path.n > 0) {
				struct str dir =
					in_path ? str_cut(&path, ':') : folder;
				struct stat st;

				strbuf_reset(out);
				strbuf_add(out, dir.n > 0 ? dir : STR("."));
				if (out->p[out->n - 1] != '/')
					strbuf_addch(out, '/');
				strbuf_addstr(out, name);
				if (stat(out->p, &st) == 0 &&
					S_ISREG(st.st_mode) &&
					access(out->p, X_OK) == 0) {
					found = true;
					break;
				}
				if (!in_path) {
					found = false;
					break;
				}
			}
		}
	} while (!found && rest.p != NULL);
	return found;
}

int
objdump_find(struct objdump *o, struct str tools, struct progress *progress,
	struct err *err)
{
	static const char *const names[] = {
		"llvm-objdump",
		"objdump",
#ifdef __APPLE__
		"gobjdump",
#endif
	};
	struct strbuf version = STRBUF_INIT;
	struct err ignored = ERR_INIT;
	bool good = false;

	if (tools.n == 0)
		tools = str_c(getenv("PPROF_TOOLS"));
	*o = (struct objdump){ .is_llvm = false };
	for (size_t i = 0; i < COUNT_OF(names) && !good; i++) {
		const char *argv[] = { NULL, "--version", NULL };
		struct str llvm_version;
		static const struct str mark = { "LLVM version ", 13 };
		ptrdiff_t at;
		struct str rest, line, digits;
		int64_t major = 0;

		if (!find_among(tools, true, names[i], &o->program) &&
			!find_among(tools, false, names[i], &o->program))
			continue;
		argv[0] = strbuf_c(&o->program);
		strbuf_reset(&version);
#ifdef __APPLE__
		/* Without developer tools, the stub in /usr/bin opens a window
		   that offers to install them. */
		if (str_starts(strbuf_str(&o->program), STR("/usr/bin/")) &&
			getenv("DEVELOPER_DIR") == NULL &&
			access("/var/db/xcode_select_link", F_OK) != 0 &&
			access(XCODE, F_OK) != 0 &&
			access(COMMAND_LINE_TOOLS, F_OK) != 0)
			continue;
#endif
		if (run_objdump(argv, VERSION_MOST, &version, progress,
			    &ignored) != 0)
			continue;
		/* Reject LLVM that is too old: "LLVM version 7.0.1". */
		llvm_version = strbuf_str(&version);
		at = str_find(llvm_version, mark, 0);
		if (at < 0) {
			o->is_llvm = false;
		} else {
			rest = str_skip(llvm_version, (size_t)at + mark.n);
			line = str_cut(&rest, '\n');
			digits = str_cut_digits(&line);
			o->is_llvm = str_find(line, STR("trunk"), 0) >= 0 ||
				(str_to_i64(digits, &major) &&
					major >= LLVM_LEAST);
		}
		good = o->is_llvm ||
			str_find(strbuf_str(&version), STR("GNU objdump"), 0) >=
				0;
	}
	strbuf_free(&version);
	if (good)
		return 0;
	objdump_free(o);
	return err_set(err, ERR_IO, "cannot disasm: no objdump tool available");
}

void
objdump_free(struct objdump *o)
{
	strbuf_free(&o->program);
}

/* Set the error "[objdump --disassemble ... a.out]: exit status 1". */
static int
say_failure(const char *const argv[], int status, struct err *err)
{
	struct strbuf words = STRBUF_INIT;

	for (size_t i = 0; argv[i] != NULL; i++)
		strbuf_addf(&words, "%s%s", i > 0 ? " " : "", argv[i]);
	if (WIFSIGNALED(status))
		err_set(err, ERR_IO, "[%s]: signal %d", strbuf_c(&words),
			WTERMSIG(status));
	else
		err_set(err, ERR_IO, "[%s]: exit status %d", strbuf_c(&words),
			WEXITSTATUS(status));
	strbuf_free(&words);
	return -1;
}

int
objdump_run(const struct objdump *o, const struct objdump_range *range,
	struct code *out, struct progress *progress, struct err *err)
{
	struct strbuf from = STRBUF_INIT, to = STRBUF_INIT, text = STRBUF_INIT;
	struct strbuf path = STRBUF_INIT;
	const char *argv[12];
	size_t n = 0;
	int status;

	strbuf_addf(&from, "--start-address=0x%" PRIx64, range->from);
	strbuf_addf(&to, "--stop-address=0x%" PRIx64, range->to);
	/* LLVM's objdump would read options from a file for "@x". */
	strbuf_addf(&path, "%s%s",
		range->path[0] == '-' || range->path[0] == '@' ? "./" : "",
		range->path);
	argv[n++] = strbuf_c(&o->program);
	argv[n++] = "--disassemble";
	argv[n++] = "--demangle";
	argv[n++] = "--no-show-raw-insn";
	if (range->lines)
		argv[n++] = "--line-numbers";
	argv[n++] = strbuf_c(&from);
	argv[n++] = strbuf_c(&to);
	if (range->intel && !o->is_llvm)
		argv[n++] = "-M";
	if (range->intel)
		argv[n++] = o->is_llvm ? "--x86-asm-syntax=intel" : "intel";
	argv[n++] = strbuf_c(&path);
	argv[n] = NULL;
	status = run_objdump(argv, OUTPUT_MOST, &text, progress, err);
	if (status == 0)
		code_parse(out, strbuf_str(&text));
	else if (status != -1)
		say_failure(argv, status, err);
	strbuf_free(&from);
	strbuf_free(&to);
	strbuf_free(&text);
	strbuf_free(&path);
	return status == 0 ? 0 : -1;
}
