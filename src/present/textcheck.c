/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Looks for a function's declaration in a text. */
#include "prelude.h"

#include "present/textcheck.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/num.h"
#include "engine/sides.h"
#include "profile/name.h"
#include "profile/place.h"
#include "present/number.h"

enum {
	NEAR = 2,        /* lines searched before and after the start */
	DECORATORS = 50, /* maximum lines from a Python function's first
			    decorator to its "def" */
	SIGNS = 4,
};

/* ---- Languages ---- */

enum text_language {
	OTHER,
	GO,
	C,
	RUST,
	PYTHON,
	JS,
	JAVA,
	DOTNET,
	RUBY,
	PHP,
	COMPILED, /* names in the profile differ from the text */
};

static const struct {
	const char *ending;
	uint8_t language;
} endings[] = {
	{ ".go", GO },
	{ ".s", GO },
	{ ".c", C },
	{ ".h", C },
	{ ".cc", C },
	{ ".cpp", C },
	{ ".cxx", C },
	{ ".hh", C },
	{ ".hpp", C },
	{ ".hxx", C },
	{ ".C", C },
	{ ".cu", C },
	{ ".inl", C },
	{ ".ipp", C },
	{ ".tcc", C },
	{ ".rs", RUST },
	{ ".py", PYTHON },
	{ ".js", JS },
	{ ".cjs", JS },
	{ ".mjs", JS },
	{ ".jsx", JS },
	{ ".ts", JS },
	{ ".mts", JS },
	{ ".cts", JS },
	{ ".tsx", JS },
	{ ".java", JAVA },
	{ ".kt", JAVA },
	{ ".scala", JAVA },
	{ ".cs", DOTNET },
	{ ".rb", RUBY },
	{ ".php", PHP },
	{ ".S", COMPILED },
	{ ".d", COMPILED },
	{ ".f", COMPILED },
	{ ".f90", COMPILED },
	{ ".hs", COMPILED },
	{ ".ml", COMPILED },
	{ ".nim", COMPILED },
	{ ".swift", COMPILED },
	{ ".zig", COMPILED },
};

static enum text_language
language_of(struct str file)
{
	for (size_t i = 0; i < COUNT_OF(endings); i++)
		if (str_ends(file, str_c(endings[i].ending)))
			return endings[i].language;
	return OTHER;
}

bool
textcheck_is_compiled(struct str file)
{
	enum text_language l = language_of(file);

	return l == GO || l == C || l == RUST || l == COMPILED;
}

bool
textcheck_is_comment(struct str line, struct str file, bool *inside)
{
	static const struct {
		const char *ending, *sign;
	} signs[] = { { ".py", "#" }, { ".rb", "#" }, { ".pl", "#" },
		{ ".sh", "#" }, { ".php", "#" }, { ".jl", "#" }, { ".ex", "#" },
		{ ".hs", "--" }, { ".lua", "--" }, { ".sql", "--" } };
	bool was_inside = *inside;

	line = str_trim(line);
	if (was_inside || str_starts(line, STR("/*"))) {
		ptrdiff_t end = str_find(line, STR("*/"), 0);

		*inside = end < 0;
		return end < 0 || (size_t)end + 2 == line.n;
	}
	if (line.n == 0 || str_starts(line, STR("//")))
		return true;
	for (size_t i = 0; i < COUNT_OF(signs); i++)
		if (str_ends(file, str_c(signs[i].ending)))
			return str_starts(line, str_c(signs[i].sign));
	return false;
}

/* ---- What a declaration contains ---- */

/* A declaration contains one of these texts. All are empty if nothing is known
   about it. */
struct declared {
	struct str word;
	const char *sign[SIGNS]; /* up to NULL */
};

static bool
is_of_word(char c)
{
	return ascii_is_letter(c) || ascii_is_digit(c) || c == '_';
}

/* Return where a text is in a line, as a whole word if it is one; or -1. */
static ptrdiff_t
find_word(struct str line, struct str word)
{
	bool first = word.n > 0 && is_of_word(word.p[0]);
	bool last = word.n > 0 && is_of_word(word.p[word.n - 1]);
	ptrdiff_t at = word.n > 0 ? str_find(line, word, 0) : -1;

	for (; at >= 0; at = str_find(line, word, (size_t)at + 1)) {
		size_t end = (size_t)at + word.n;

		if ((!first || at == 0 || !is_of_word(line.p[at - 1])) &&
			(!last || end == line.n || !is_of_word(line.p[end])))
			return at;
	}
	return -1;
}

/* Return the identifier at the beginning of a text. */
static struct str
first_identifier(struct str s)
{
	size_t n = 0;

	while (n < s.n && (is_of_word(s.p[n]) || ((uint8_t)s.p[n] & 0x80) != 0))
		n++;
	return str_sub(s, 0, n);
}

static struct str
behind_last(struct str s, char c)
{
	return str_skip(s, (size_t)(str_rchr(s, c) + 1));
}

/* True if a text is `stem` and a number. */
static bool
is_numbered(struct str s, const char *stem)
{
	if (!str_starts(s, str_c(stem)))
		return false;
	s = str_skip(s, strlen(stem));
	return str_cut_digits(&s).n > 0 && s.n == 0;
}

static struct declared
declared_in_go(struct str name)
{
	struct declared d = { STR_EMPTY, { NULL } };
	struct str last;

	if (str_ends(name, STR(".abi0")))
		name.n -= strlen(".abi0");
	/* Map[...] -> Map */
	if (str_ends(name, STR("]"))) {
		int depth = 0;

		do {
			name.n--;
			depth += name.p[name.n] == ']';
			depth -= name.p[name.n] == '[';
		} while (name.n > 0 && depth > 0);
	}
	last = behind_last(name, '.');
	if (is_numbered(last, "") &&
		str_ends(str_sub(name, 0, name.n - last.n), STR(".map.init.")))
		return d; /* written by the compiler */
	if (is_numbered(last, "") &&
		str_ends(str_sub(name, 0, name.n - last.n), STR(".init.")))
		d.word = STR("init");
	else if (str_find(last, STR("-range"), 0) >= 0)
		d.sign[0] = "for";
	else if (is_numbered(last, "func") || is_numbered(last, ""))
		d.sign[0] = "func";
	else if (is_numbered(last, "gowrap") || is_numbered(last, "deferwrap"))
		d = (struct declared){ STR_EMPTY, { "go", "defer" } };
	else if (!str_is(last, "init") && !str_ends(last, STR("-fm")))
		d.word = first_identifier(last);
	return d;
}

/* `last` is the last form of the name (name.h). */
static struct declared
declared_in_c(struct str name, struct str last)
{
	ptrdiff_t at = str_find(last, STR("operator"), 0);

	if (str_starts(name, STR("_GLOBAL__")) ||
		str_starts(name, STR("__static_init")))
		return (struct declared){ STR_EMPTY, { NULL } };
	if (str_find(last, STR("lambda"), 0) >= 0 || str_chr(last, '$') >= 0)
		return (struct declared){ STR_EMPTY, { "[" } };
	/* An operator without a class may be a lambda's. An implicit operator
	   has the line of its class. */
	if (at >= 0)
		return (struct declared){ STR_EMPTY,
			{ "operator", "[", "struct", "class" } };
	if (str_starts(last, STR("~")))
		last = str_skip(last, 1);
	return (struct declared){ first_identifier(last), { NULL } };
}

static struct declared
declared_in_java(struct str name)
{
	struct str last = behind_last(name, '.');

	if (str_starts(last, STR("lambda$")))
		return (struct declared){ STR_EMPTY, { "->", "::" } };
	if (str_starts(last, STR("<init>"))) {
		/* a.Outer$Inner.<init> -> Inner */
		name = str_sub(name, 0, (size_t)(last.p - name.p));
		if (name.n > 0)
			name.n--;
		last = behind_last(
			behind_last(behind_last(name, '.'), '/'), '$');
	}
	if (str_chr(last, '$') >= 0)
		last = STR_EMPTY; /* written by the compiler */
	return (struct declared){ first_identifier(last), { NULL } };
}

static struct declared
declared_in_python(struct str name)
{
	static const char *const comprehensions[] = { "<listcomp>", "<setcomp>",
		"<dictcomp>", "<genexpr>" };
	struct str last = behind_last(name, '.');

	if (str_is(last, "<lambda>"))
		return (struct declared){ STR_EMPTY, { "lambda" } };
	for (size_t i = 0; i < COUNT_OF(comprehensions); i++)
		if (str_is(last, comprehensions[i]))
			return (struct declared){ STR_EMPTY,
				{ "for", "[", "{", "(" } };
	return (struct declared){ first_identifier(last), { NULL } };
}

/* Return the texts to find in the first line of a function. */
static struct declared
declared_by(enum text_language language, struct str name, struct arena *arena)
{
	struct declared d = { STR_EMPTY, { NULL } };
	struct name_forms forms;
	struct str last;

	if (language == GO)
		return declared_in_go(name);
	if (str_starts(name, STR("py::"))) {
		name = str_skip(name, strlen("py::"));
		name = str_cut(&name, ':');
	}
	name = place_without_copy(name);
	name_forms(&forms, name, arena);
	last = forms.form[forms.n - 1];
	switch (language) {
	case C:
		return declared_in_c(name, last);
	case RUST:
		if (str_find(last, STR("{closure"), 0) >= 0 ||
			str_find(last, STR("{async"), 0) >= 0)
			return (struct declared){ STR_EMPTY, { "|", "async" } };
		/* Macros paste names together. */
		return (struct declared){ first_identifier(last),
			{ "$", "derive" } };
	case PYTHON:
		return declared_in_python(name);
	case JS:
		last = behind_last(behind_last(name, '.'), ' ');
		d.word = first_identifier(last);
		d.sign[0] = d.word.n > 0 ? "constructor" : NULL;
		return d;
	case JAVA:
		return declared_in_java(name);
	case RUBY:
		if (str_starts(name, STR("block ")))
			return (struct declared){ STR_EMPTY,
				{ "do", "{", "->" } };
		last = behind_last(behind_last(name, '#'), '.');
		/* Templates of code paste names together. */
		return (struct declared){ first_identifier(last),
			{ "#{", "define_method" } };
	case PHP:
		if (str_find(last, STR("{closure"), 0) >= 0)
			return (struct declared){ STR_EMPTY,
				{ "function", "fn" } };
		d.word = first_identifier(last);
		return d;
	case DOTNET:
		if (str_ends(name, STR("ctor")) || str_chr(name, '<') >= 0)
			return d;
		d.word = first_identifier(last);
		return d;
	default:
		return d;
	}
}

/* ---- Where it is ---- */

/* True if a line begins with the use of a macro: TEST(Suite, Name) */
static bool
is_macro(struct str line)
{
	size_t n = 0;

	line = str_trim(line);
	while (n < line.n &&
		(ascii_is_upper(line.p[n]) || ascii_is_digit(line.p[n]) ||
			line.p[n] == '_'))
		n++;
	return n > 2 && n < line.n && line.p[n] == '(';
}

static bool
line_declares(
	const struct declared *d, enum text_language language, struct str line)
{
	if (find_word(line, d->word) >= 0)
		return true;
	/* Go's linker renames functions: sync.runtime_canSpin is that line's
	   sync_runtime_canSpin. */
	if (language == GO && d->word.n > 0) {
		ptrdiff_t at = str_find(line, d->word, 0);

		if (at > 0 && line.p[at - 1] == '_')
			return true;
	}
	for (size_t i = 0; i < SIGNS && d->sign[i] != NULL; i++)
		if (find_word(line, str_c(d->sign[i])) >= 0)
			return true;
	return language == C && is_macro(line);
}

/* Python's functions begin at their first decorator. */
static bool
is_decorated(
	const struct text_facts *t, const struct declared *d, int64_t start)
{
	size_t i = (size_t)start - 1;

	if (!str_starts(str_trim(t->line[i]), STR("@")))
		return false;
	for (size_t k = i; k < t->n && k - i < DECORATORS; k++) {
		struct str line = str_trim(t->line[k]);

		if (str_starts(line, STR("def ")) ||
			str_starts(line, STR("async def ")) ||
			str_starts(line, STR("class ")))
			return line_declares(d, PYTHON, line);
	}
	return false;
}

static bool
is_near(const struct text_facts *t, enum text_language language,
	const struct declared *d, int64_t start)
{
	int64_t to = start > INT64_MAX - NEAR ? INT64_MAX : start + NEAR;

	for (int64_t i = start > NEAR ? start - NEAR : 1;
		i <= to && i <= (int64_t)t->n; i++)
		if (line_declares(d, language, t->line[i - 1]))
			return true;
	return language == PYTHON && start <= (int64_t)t->n &&
		is_decorated(t, d, start);
}

/* Return how much a line looks like the declaration of a word; 2: it may be. */
static int
likeness(struct str line, struct str word)
{
	static const char *const keys[] = { "func", "def", "fn", "function",
		"class", "struct", "sub", "fun" };
	ptrdiff_t at = find_word(line, word);
	struct str trimmed = str_trim(line), before, rest;
	int score = 0;

	if (at < 0)
		return 0;
	before = str_sub(line, 0, (size_t)at);
	rest = str_trim(str_skip(line, (size_t)at + word.n));
	score += rest.n > 0 && strchr("([<", rest.p[0]) != NULL;
	/* After a brace comes the body of another function. */
	if (str_chr(before, '{') >= 0)
		return 0;
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (find_word(before, str_c(keys[i])) >= 0) {
			score += 2;
			break;
		}
	score += line.p[0] != ' ' && line.p[0] != '\t';
	if (str_ends(trimmed, STR(";")) || str_starts(trimmed, STR("//")) ||
		str_starts(trimmed, STR("*")) || str_starts(trimmed, STR("#")))
		score -= 2;
	return score;
}

/* Return the line that most looks like a declaration; 0: none does. */
static int64_t
find_declaration(const struct text_facts *t, struct str word, int64_t start)
{
	int64_t best = 0;
	int most = 1;

	for (size_t i = 0; i < t->n; i++) {
		int64_t line = (int64_t)i + 1;
		int is = likeness(t->line[i], word);

		if (is > most ||
			(is == most && best > 0 &&
				u64_abs(line - start) <
					u64_abs(best - start))) {
			most = is;
			best = line;
		}
	}
	return best;
}

struct textcheck
textcheck_age(const struct text_facts *t, struct str file)
{
	if (t->program_mtime == 0 || t->mtime <= t->program_mtime ||
		!textcheck_is_compiled(file))
		return (struct textcheck){ .doubt = TEXT_FITS };
	return (struct textcheck){ .doubt = TEXT_NEWER,
		.here = i64_wrap_sub(t->mtime, t->program_mtime),
		.program = t->program };
}

struct textcheck
textcheck_function(const struct text_facts *t, struct str file, struct str name,
	int64_t start, struct arena *arena)
{
	enum text_language language = language_of(file);
	struct declared d = declared_by(language, name, arena);
	struct textcheck c = { .doubt = TEXT_FITS };
	struct name_forms forms;

	if ((d.word.n == 0 && d.sign[0] == NULL) || start <= 0 ||
		(t->part && start > (int64_t)t->n) ||
		is_near(t, language, &d, start))
		return c;
	name_forms(&forms, name, arena);
	c.doubt = TEXT_MOVED;
	c.name = d.word.n > 0 ? d.word : forms.form[forms.n - 1];
	c.name = arena_str(arena, c.name);
	c.here = d.word.n > 0 ? find_declaration(t, d.word, start) : 0;
	c.there = start;
	return c;
}

struct str
textcheck_line(const struct text_facts *t, struct str file, struct str name,
	int64_t start, int64_t line)
{
	struct arena arena = ARENA_INIT;
	enum text_language language = language_of(file);
	struct declared d = declared_by(language, name, &arena);
	bool fits = line > 0 && line <= (int64_t)t->n &&
		textcheck_age(t, file).doubt == TEXT_FITS &&
		((d.word.n == 0 && d.sign[0] == NULL) || start <= 0 ||
			is_near(t, language, &d, start));

	arena_free(&arena);
	return fits ? t->line[line - 1] : STR_EMPTY;
}

/* True if all lines with samples are blank or comments, and there are some. */
static bool
is_empty(const struct text_facts *t, const struct routine *r)
{
	bool inside = false, any = false;
	uint32_t k = 0;

	while (k < r->n && r->line[k].line <= 0)
		k++;
	for (size_t i = 0; i < t->n && k < r->n; i++) {
		bool comment =
			textcheck_is_comment(t->line[i], r->file, &inside);

		if (r->line[k].line != (int64_t)i + 1)
			continue;
		if (!comment)
			return false;
		any = true;
		k++;
	}
	return any;
}

struct textcheck
textcheck_routine(const struct text_facts *t, const struct routine *r,
	const struct view *v, struct arena *arena)
{
	struct textcheck c, base = { .doubt = TEXT_FITS };
	const struct frame *before = NULL;
	int64_t last = r->n > 0 ? r->line[r->n - 1].line : 0;

	for (uint32_t i = 0; i < r->n; i++) {
		const struct frame *f = &v->frames->frame[r->line[i].frame];

		if (r->line[i].line <= 0 || f->start_line <= 0 ||
			(before != NULL &&
				before->start_line == f->start_line &&
				str_eq(before->name, f->name)))
			continue;
		before = f;
		c = textcheck_function(
			t, r->file, f->name, f->start_line, arena);
		if (c.doubt == TEXT_FITS)
			continue;
		c.of_base = v->is_diff && sides_of(&r->line[i].total).new == 0;
		if (!c.of_base)
			return c;
		base = c;
	}
	if (base.doubt != TEXT_FITS)
		return base;
	if (!t->part && last > (int64_t)t->n)
		return (struct textcheck){ .doubt = TEXT_SHORT,
			.here = (int64_t)t->n,
			.there = last };
	if (is_empty(t, r))
		return (struct textcheck){ .doubt = TEXT_EMPTY };
	return textcheck_age(t, r->file);
}

void
textcheck_put(struct strbuf *out, const struct textcheck *c, bool brief)
{
	strbuf_addstr(out,
		brief                ? "another text: "
			: c->of_base ? "not the text of the base: "
				     : "not the text that was profiled: ");
	switch (c->doubt) {
	case TEXT_FITS:
		break;
	case TEXT_MOVED:
		if (brief && c->here > 0)
			strbuf_addf(out, "%.*s at %" PRId64 ", was %" PRId64,
				STR_ARG(c->name), c->here, c->there);
		else if (brief)
			strbuf_addf(out, "no %.*s at %" PRId64,
				STR_ARG(c->name), c->there);
		else if (c->here > 0)
			strbuf_addf(out,
				"%.*s is at %" PRId64 " here, %" PRId64
				" in the profile",
				STR_ARG(c->name), c->here, c->there);
		else
			strbuf_addf(out,
				"%.*s is at %" PRId64
				" in the profile, not here",
				STR_ARG(c->name), c->there);
		break;
	case TEXT_SHORT:
		strbuf_addf(out,
			brief ? "ends at %" PRId64 ", not %" PRId64
			      : "the file ends at line %" PRId64
				", samples go up to %" PRId64,
			c->here, c->there);
		break;
	case TEXT_EMPTY:
		strbuf_addstr(out,
			brief ? "no code at its lines"
			      : "its lines with samples are blank or comments");
		break;
	case TEXT_NEWER:
		strbuf_addstr(out, "newer than ");
		if (brief) {
			strbuf_addstr(out, "the program");
			break;
		}
		strbuf_addf(out, "%.*s by ", STR_ARG(str_basename(c->program)));
		amount_put(out, c->here, STR("ns"));
		break;
	}
}
