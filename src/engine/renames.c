/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names changed by rules. */
#include "prelude.h"

#include "engine/renames.h"

#include "base/compiler.h"
#include "base/hash.h"
#include "base/vec.h"
#include "engine/regexp.h"

/* ---- The built-in rules ---- */

#define HEX "[0-9a-fA-F]+"
#define COPY "isra|part|constprop|clone|lto_priv|llvm|__uniq|cold"

static const struct builtin {
	const char *pattern, *to;
	bool native; /* not for source files of other languages */
} builtins[] = {
	/* Java: lambdas, hidden classes, accessors, proxies, generated classes.
	 */
	{ "\\$\\$Lambda(?:\\$\\d+)?(?:[/.]0x" HEX "|/\\d+)?(?![\\w$])",
		"$$Lambda", false },
	{ "(LambdaForm\\$\\w+)(?:[/.]0x" HEX "|/\\d+)", "\\1", false },
	{ "([\\w$])[/.]0x" HEX "(?=\\.)", "\\1", false },
	{ "(Generated(?:Method|Constructor|SerializationConstructor)Accessor)"
	  "\\d+",
		"\\1", false },
	{ "(\\$Proxy|\\bjdk[./]proxy)\\d+", "\\1", false },
	{ "(\\$\\$(?:EnhancerBySpringCGLIB|FastClassBySpringCGLIB))"
	  "\\$\\$" HEX,
		"\\1", false },
	{ "(\\$\\$SpringCGLIB)\\$\\$\\d+", "\\1", false },
	{ "(\\$(?:ByteBuddy|HibernateProxy))\\$[0-9A-Za-z]{8}(?!\\w)", "\\1",
		false },
	/* C and C++: copies of functions, mangled and not. */
	{ "(?:\\.(?:" COPY ")\\.\\d+|\\.cold)+$", "", true },
	{ "(?: \\[clone \\.(?:" COPY ")[.\\d]*\\])+$", "", true },
	/* Rust: hashes of functions and of crates. */
	{ "::h[0-9a-f]{16}$", "", false },
	{ "(\\w)\\[[0-9a-f]{5,16}\\](?=::)", "\\1", false },
	/* .NET, Python, PHP. */
	{ "(dynamicClass\\.lambda_method)\\d+", "\\1", false },
	{ " at 0x" HEX ">", ">", false },
	{ "(class@anonymous)[^$]*\\$" HEX, "\\1", false },
};

/* ---- Applying rules ---- */

struct rename {
	struct regexp *match;
	struct str to;
	bool native;
};

struct renamer {
	VEC(struct rename) rule;
	struct regexp
		*any; /* matches if one of the rules does; NULL: unknown */
	struct strbuf text[2];
};

/* Cut a line at its last '=' that no '\' precedes. False if there is none. */
static bool
cut_line(struct str line, struct str *pattern, struct str *to)
{
	for (size_t i = line.n; i-- > 1;)
		if (line.p[i] == '=' && line.p[i - 1] != '\\') {
			*pattern = str_sub(line, 0, i);
			*to = str_skip(line, i + 1);
			return true;
		}
	return false;
}

int
renames_check(struct str line, struct err *err)
{
	struct str pattern, to;
	struct regexp *match;

	if (!cut_line(line, &pattern, &to))
		return err_set(err, ERR_USAGE,
			"rename: expected regexp=text, not \"%.*s\"",
			STR_ARG(line));
	match = regexp_option("rename", pattern, err);
	regexp_free(match);
	return match != NULL ? 0 : -1;
}

static void
add_rule(struct renamer *r, struct str pattern, struct str to, bool native)
{
	struct err ignored = ERR_INIT;
	struct regexp *match = regexp_new(pattern, NULL, &ignored);

	if (match != NULL)
		vec_push(&r->rule, ((struct rename){ match, to, native }));
}

static void
renamer_of_lines(struct renamer *r, struct str lines)
{
	struct str pattern, to;

	*r = (struct renamer){ .any = NULL };
	while (lines.n > 0)
		if (cut_line(str_cut(&lines, '\n'), &pattern, &to))
			add_rule(r, pattern, to, false);
}

static void
renamer_builtin(struct renamer *r)
{
	struct strbuf all = STRBUF_INIT;
	struct err ignored = ERR_INIT;

	*r = (struct renamer){ .any = NULL };
	for (size_t i = 0; i < COUNT_OF(builtins); i++) {
		const struct builtin *b = &builtins[i];

		add_rule(r, str_c(b->pattern), str_c(b->to), b->native);
		strbuf_addf(&all, "%s%s", i > 0 ? "|" : "", b->pattern);
	}
	r->any = regexp_new(strbuf_str(&all), NULL, &ignored);
	strbuf_free(&all);
}

static void
renamer_fini(struct renamer *r)
{
	for (size_t i = 0; i < r->rule.n; i++)
		regexp_free(r->rule.p[i].match);
	vec_free(&r->rule);
	regexp_free(r->any);
	strbuf_free(&r->text[0]);
	strbuf_free(&r->text[1]);
}

/* Append the text of a rule, whose pattern matched in s. */
static void
put_replacement(struct strbuf *out, const struct rename *rule, struct str s)
{
	struct str to = rule->to;

	for (size_t i = 0; i < to.n; i++) {
		struct str group;

		if (to.p[i] != '\\' || i + 1 == to.n) {
			strbuf_addch(out, to.p[i]);
			continue;
		}
		i++;
		if (to.p[i] < '1' || to.p[i] > '9')
			strbuf_addch(out, to.p[i]);
		else if (regexp_group(rule->match, s, to.p[i] - '0', &group))
			strbuf_add(out, group);
	}
}

/* Set `out` to a name after one rule. False if it does not match, or the result
   would be too long. */
static bool
apply_rule(const struct rename *rule, struct str name, struct strbuf *out)
{
	size_t from, to = 0, done = 0;
	bool any = false;

	strbuf_reset(out);
	while (regexp_next(rule->match, name, &from, &to)) {
		if (out->n > RENAMED_MAX)
			return false;
		any = true;
		strbuf_add(out, str_sub(name, done, from));
		put_replacement(out, rule, name);
		done = to;
		/* After an empty match, skip a character. */
		if (from == to && to < name.n) {
			do
				to++;
			while (to < name.n &&
				((unsigned char)name.p[to] & 0xc0) == 0x80);
			strbuf_add(out, str_sub(name, done, to));
			done = to;
		} else if (from == to) {
			break;
		}
	}
	strbuf_add(out, str_skip(name, done));
	return any && (out->n <= RENAMED_MAX || out->n <= name.n);
}

/* Return a name after all rules, in r's memory or the name itself. An empty
   result keeps the name. */
static struct str
renamer_apply(struct renamer *r, struct str name, bool native)
{
	struct str now = name;
	int k = 0;

	if (r->any != NULL && !regexp_str(r->any, name) &&
		!regexp_stopped(r->any))
		return name;
	for (size_t i = 0; i < r->rule.n; i++) {
		if (r->rule.p[i].native && !native)
			continue;
		if (!apply_rule(&r->rule.p[i], now, &r->text[k]) ||
			r->text[k].n == 0)
			continue;
		now = strbuf_str(&r->text[k]);
		k = !k;
	}
	return now;
}

/* True unless a file is of a language that is not compiled by gcc or LLVM. */
static bool
is_native(struct str file)
{
	static const char *const other[] = { ".go", ".java", ".kt", ".scala",
		".py", ".js", ".ts", ".rb", ".php", ".cs" };

	for (size_t i = 0; i < COUNT_OF(other); i++)
		if (str_ends(file, str_c(other[i])))
			return false;
	return true;
}

bool
name_rules_equal(const struct name_rules *a, const struct name_rules *b)
{
	return a->ids == b->ids && str_eq(a->rename, b->rename);
}

struct name_rules
name_rules_comparing(const struct name_rules *rules, enum volatile_mode how)
{
	struct name_rules r = *rules;

	if (r.ids == VOLATILE_AUTO)
		r.ids = how;
	return r;
}

void
renames_text(
	struct strbuf *out, struct str name, const struct name_rules *rules)
{
	struct renamer asked, ids;

	renamer_of_lines(&asked, rules->rename);
	name = renamer_apply(&asked, name, true);
	if (rules->ids == VOLATILE_JOIN) {
		renamer_builtin(&ids);
		strbuf_add(out, renamer_apply(&ids, name, true));
		renamer_fini(&ids);
	} else {
		strbuf_add(out, name);
	}
	renamer_fini(&asked);
}

/* ---- A profile ---- */

/* If a function got the name and file of another one, also give it that one's
   first line. */
static void
join_starts(struct profile *q, const struct profile *p)
{
	struct map64 first = MAP64_INIT;
	int64_t *start = ARENA_ARRAY(&q->arena, int64_t, p->func.n);

	for (func_id f = 0; f < p->func.n; f++) {
		uint32_t *at = map64_at(&first,
			(uint64_t)q->func.name[f] << 32 | q->func.file[f]);

		if (*at == NONE)
			*at = f;
		start[f] = p->func.start_line[f];
		if (p->func.name[*at] != p->func.name[f])
			start[f] = start[*at];
	}
	map64_free(&first);
	q->func.start_line = start;
}

/* Apply one set of rules. *joined: number of names that became equal to
   another; with pairs_only only these change. */
static struct profile *
apply_to_profile(struct renamer *r, const struct profile *p, bool pairs_only,
	uint32_t *joined, const struct progress *progress)
{
	struct map64 known = MAP64_INIT; /* name and language -> new name */
	struct profile *q = NULL;
	uint32_t *count;

	*joined = 0;
	for (func_id f = 0; f < p->func.n; f++) {
		bool native = is_native(profile_str(p, p->func.file[f]));
		str_id id = p->func.name[f];
		uint32_t *to;

		if (progress_stops_at(progress, f))
			break;
		to = map64_at(&known, (uint64_t)id << 1 | native);
		if (*to == NONE) {
			struct str name = profile_str(p, id);
			struct str now = renamer_apply(r, name, native);

			*to = id;
			if (!str_eq(now, name)) {
				if (q == NULL)
					q = profile_overlay(p);
				*to = intern_copy(&q->strings, now);
			}
		}
		if (*to != id)
			q->func.name[f] = *to;
	}
	map64_free(&known);
	if (q == NULL)
		return profile_ref(p);
	/* Count the distinct old names of each new name. */
	known = (struct map64)MAP64_INIT;
	count = xcalloc(q->strings.n, sizeof(*count));
	for (int pass = 0; pass < 2; pass++)
		for (func_id f = 0; f < p->func.n; f++) {
			uint32_t *seen = map64_at(&known,
				(uint64_t)p->func.name[f] << 32 |
					q->func.name[f]);

			if (*seen == (uint32_t)pass)
				continue;
			if (pass == 0)
				count[q->func.name[f]]++;
			else
				*joined += count[q->func.name[f]] > 1;
			*seen = (uint32_t)pass;
		}
	for (func_id f = 0; pairs_only && f < p->func.n; f++)
		if (count[q->func.name[f]] < 2)
			q->func.name[f] = p->func.name[f];
	free(count);
	map64_free(&known);
	if (!pairs_only || *joined > 0) {
		join_starts(q, p);
		return q;
	}
	profile_unref(q);
	return profile_ref(p);
}

struct profile *
renames_apply(const struct profile *p, const struct name_rules *rules,
	struct warnings *warnings, const struct progress *progress)
{
	struct renamer r;
	struct profile *q = profile_ref(p), *made;
	uint32_t joined;

	if (rules->rename.n > 0) {
		renamer_of_lines(&r, rules->rename);
		made = apply_to_profile(&r, q, false, &joined, progress);
		for (size_t i = 0; i < r.rule.n; i++)
			if (regexp_stopped(r.rule.p[i].match))
				warnings_add(warnings,
					"rename: the pattern is too complex "
					"for a name");
		renamer_fini(&r);
		profile_unref(q);
		q = made;
	}
	if (rules->ids == VOLATILE_JOIN || rules->ids == VOLATILE_PAIRS) {
		renamer_builtin(&r);
		made = apply_to_profile(
			&r, q, rules->ids == VOLATILE_PAIRS, &joined, progress);
		renamer_fini(&r);
		if (joined > 0) {
			made->header.joined = joined;
			warnings_add(warnings,
				"%u names joined: they differ only in ids that "
				"change from run to run (-volatile=keep tells "
				"them apart)",
				joined);
		}
		profile_unref(q);
		q = made;
	}
	return q;
}
