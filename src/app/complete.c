/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Candidates for the text at the cursor. */
#include "prelude.h"

#include "app/complete.h"

#include <dirent.h>
#include <sys/stat.h>

#include "app/complete_server.h"
#include "base/num.h"
#include "base/strbuf.h"
#include "conf/options.h"
#include "engine/regexp.h"
#include "fetch/url.h"
#include "input/shell.h"
#include "present/number.h"
#include "present/picker.h"
#include "report/report.h"

void
completion_fini(struct completion *c)
{
	vec_free(&c->item);
	arena_free(&c->arena);
	*c = (struct completion){ .from = 0 };
}

static void
add_candidate(struct completion *c, struct str text, struct str note)
{
	struct candidate item;

	if (c->item.n == CANDIDATES_MAX)
		return;
	item.text = arena_str(&c->arena, text);
	item.note = arena_str(&c->arena, note);
	vec_push(&c->item, item);
}

void
complete_offer(struct completion *c, struct str text, struct str note,
	struct str begun)
{
	if (str_starts(text, begun))
		add_candidate(c, text, note);
}

struct str
completion_common(const struct completion *c)
{
	struct str common;

	if (c->item.n == 0)
		return STR_EMPTY;
	common = c->item.p[0].text;
	for (size_t i = 1; i < c->item.n; i++) {
		struct str other = c->item.p[i].text;
		size_t n = 0;

		while (n < common.n && n < other.n && common.p[n] == other.p[n])
			n++;
		common.n = n;
	}
	/* Do not cut a UTF-8 character. */
	while (common.n > 0 && common.n < c->item.p[0].text.n &&
		((unsigned char)common.p[common.n] & 0xc0) == 0x80)
		common.n--;
	return common;
}

/* Append the text that a literal pattern matches; false if it has operators. */
static bool
unquote_pattern(struct strbuf *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++) {
		char ch = s.p[i];

		if (ch == '\\' && i + 1 < s.n &&
			strchr(MATCH_SPECIAL, s.p[i + 1]) != NULL)
			ch = s.p[++i];
		else if (ch != '.' && strchr(MATCH_SPECIAL, ch) != NULL)
			return false;
		strbuf_addch(out, ch);
	}
	return true;
}

/* Return where the name contains the text, ignoring case: 0: nowhere, 1:
   anywhere, 2: at the start of a part, 3: at the very start. */
static int
name_likeness(struct str name, struct str text)
{
	int best = 0;

	for (size_t i = 0; i + text.n <= name.n; i++) {
		char before = i > 0 ? name.p[i - 1] : '\0';
		int here = i == 0 ? 3 : strchr("./(*:", before) != NULL ? 2 : 1;

		if (here > best &&
			str_eq_letters(str_sub(name, i, i + text.n), text))
			best = here;
	}
	return best;
}

struct complete_ranked {
	frame_id frame;
	int like;
	int64_t weight;
};

static int
name_by_rank(const void *a, const void *b)
{
	const struct complete_ranked *x = a, *y = b;

	if (x->like != y->like)
		return x->like > y->like ? -1 : 1;
	if (x->weight != y->weight)
		return x->weight > y->weight ? -1 : 1;
	return x->frame < y->frame ? -1 : 1;
}

static struct str
frame_name(const struct view *v, frame_id f)
{
	const struct frame *frame = &v->frames->frame[f];

	return frame->name.n > 0 ? frame->name : frame->text;
}

void
complete_name(struct completion *c, const struct view *v, struct str text,
	size_t cursor)
{
	struct str part = str_sub(text, 0, cursor);
	struct strbuf literal = STRBUF_INIT;
	bool anchored;
	size_t from = 0;

	if (v == NULL)
		return;
	/* Find where the last alternative begins. */
	for (size_t i = 0; i < part.n; i++) {
		if (part.p[i] == '\\')
			i++;
		else if (part.p[i] == '|' || part.p[i] == '(')
			from = i + 1;
	}
	c->from = from < part.n ? from : part.n;
	if (str_starts(part, STR("(?i)")) && c->from < 4)
		c->from = 4;
	c->to = cursor;
	part = str_skip(part, c->from);
	anchored = part.n > 0 && part.p[0] == '^';
	if (anchored) {
		c->from++;
		part = str_skip(part, 1);
	}
	if (unquote_pattern(&literal, part)) {
		struct str names_text = strbuf_str(&literal);
		VEC(struct complete_ranked) found = { NULL, 0, 0 };
		struct strbuf quoted = STRBUF_INIT;
		struct strbuf percent = STRBUF_INIT;

		for (frame_id f = 0; f < v->frames->n; f++) {
			struct complete_ranked r = { .frame = f,
				.weight = i64_abs(v->w.total.value[f]) };

			if (v->nodes[f] == 0)
				continue;
			r.like = name_likeness(frame_name(v, f), names_text);
			if (r.like == 3 || (r.like > 0 && !anchored))
				vec_push(&found, r);
		}
		if (found.n > 0)
			qsort(found.p, found.n, sizeof(found.p[0]),
				name_by_rank);
		for (size_t i = 0; i < found.n && i < CANDIDATES_MAX; i++) {
			frame_id f = found.p[i].frame;

			strbuf_reset(&quoted);
			regexp_escape(&quoted, frame_name(v, f));
			strbuf_reset(&percent);
			(void)percent_put(
				&percent, v->w.total.value[f], view_whole(v));
			add_candidate(
				c, strbuf_str(&quoted), strbuf_str(&percent));
		}
		strbuf_free(&percent);
		strbuf_free(&quoted);
		vec_free(&found);
	}
	strbuf_free(&literal);
}

void
complete_tags(struct completion *c, const struct tags *tags, struct str text,
	size_t cursor)
{
	struct str part = str_sub(text, 0, cursor);

	c->to = cursor;
	if (tags == NULL)
		c->wants_tags = true;
	else if (str_chr(part, '=') >= 0) {
		ptrdiff_t eq = str_chr(part, '='), comma = str_rchr(part, ',');
		struct str key = str_sub(part, 0, (size_t)eq);
		struct str begun =
			str_skip(part, (size_t)(comma > eq ? comma : eq) + 1);

		c->from += part.n - begun.n;
		for (size_t k = 0; k < tags->n; k++) {
			const struct tag_key *tk = &tags->key[k];

			if (!str_eq(tk->key, key))
				continue;
			for (size_t i = 0; i < tk->n; i++)
				if (begun.n == 0 ||
					name_likeness(tk->value[i].text,
						begun) == 3) {
					int64_t total = tags->total;
					struct strbuf values_text = STRBUF_INIT,
						      percent = STRBUF_INIT;

					/* A text becomes a pattern, a number a
					   range. A comma would end the pattern,
					   so '.' replaces it. */
					if (tk->value[i].numeric)
						strbuf_add(&values_text,
							tk->value[i].text);
					else
						regexp_escape(&values_text,
							tk->value[i].text);
					for (size_t j = 0; j < values_text.n;
						j++)
						if (values_text.p[j] == ',')
							values_text.p[j] = '.';
					(void)percent_put(&percent,
						tk->value[i].weight, total);
					add_candidate(c,
						strbuf_str(&values_text),
						strbuf_str(&percent));
					strbuf_free(&values_text);
					strbuf_free(&percent);
				}
		}
	} else {
		struct strbuf keys_text = STRBUF_INIT, note = STRBUF_INIT;

		for (size_t k = 0; k < tags->n; k++) {
			const struct tag_key *tk = &tags->key[k];

			if (part.n > 0 && name_likeness(tk->key, part) != 3)
				continue;
			strbuf_reset(&keys_text);
			strbuf_reset(&note);
			strbuf_add3(&keys_text, "", tk->key, "=");
			(void)percent_put(&note, tk->weight, tags->total);
			strbuf_addf(
				&note, "  %zu value%s", tk->n, plural(tk->n));
			add_candidate(
				c, strbuf_str(&keys_text), strbuf_str(&note));
		}
		strbuf_free(&keys_text);
		strbuf_free(&note);
	}
}

/* The command line. */

static void
add_if(struct completion *c, const char *name, struct str begun,
	const char *note)
{
	complete_offer(c, str_c(name), str_c(note), begun);
}

static int
candidate_by_text(const void *a, const void *b)
{
	const struct candidate *x = a, *y = b;

	return str_cmp(x->text, y->text);
}

static void
completion_sort(struct completion *c)
{
	if (c->item.n > 0)
		qsort(c->item.p, c->item.n, sizeof(c->item.p[0]),
			candidate_by_text);
}

static void
add_option_names(struct completion *c, struct str begun, bool choices)
{
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < n; i++) {
		const char *choice;

		add_if(c, o[i].doc.name, begun, o[i].doc.help);
		for (size_t k = 0; choices && o[i].doc.shorthand &&
			(choice = o[i].doc.choices[k]) != NULL;
			k++)
			add_if(c, choice, begun, o[i].doc.name);
	}
}

static void
first_words(struct completion *c, const struct commands *cs, struct str begun)
{
	const struct command *row;
	const struct report *r;

	for (size_t i = 0; (row = commands_at(cs, i)) != NULL; i++)
		add_if(c, row->name, begun, row->help);
	for (size_t i = 0; (r = report_at(i)) != NULL; i++)
		if (commands_find(cs, str_c(r->doc.name)) == NULL)
			add_if(c, r->doc.name, begun, r->doc.help);
	add_option_names(c, begun, true);
	add_if(c, "set", begun, "set an option: set NAME VALUE");
	completion_sort(c);
}

/* Complete an option's value, which begins at c->from. */
static void
option_values(struct completion *c, const struct option *o,
	const struct commands *cs, const struct view *v,
	const struct tags *tags, struct str text)
{
	const struct profile *p =
		cs->app->session != NULL ? cs->app->session->profile : NULL;
	struct str begun = str_skip(text, c->from);
	size_t start = c->from;
	const char *choice;

	switch (o->type) {
	case OPT_BOOL:
		add_if(c, "true", begun, "");
		add_if(c, "false", begun, "");
		return;
	case OPT_ENUM:
		for (size_t i = 0; (choice = o->doc.choices[i]) != NULL; i++)
			add_if(c, choice, begun, "");
		return;
	case OPT_REGEX:
		complete_name(c, v, begun, begun.n);
		break;
	case OPT_TAGFILTER:
	case OPT_LIST:
		c->from = 0;
		complete_tags(c, tags, begun, begun.n);
		break;
	case OPT_INT:
	case OPT_SIZE:
	case OPT_FLOAT:
	case OPT_DIVISOR:
	case OPT_STRING:
	case OPT_RENAME:
	case OPT_URL:
	case OPT_MAP:
		if (p == NULL || !o->names_type)
			return;
		for (uint32_t i = 0; i < p->types.n; i++)
			complete_offer(c, profile_str(p, p->types.type[i]),
				profile_str(p, p->types.unit[i]), begun);
		return;
	}
	c->from += start;
	c->to = text.n;
}

void
complete_line(struct completion *c, const struct commands *cs,
	const struct view *v, const struct tags *tags, struct str text,
	size_t cursor)
{
	struct str line = str_sub(text, 0, cursor), word, digits;
	size_t start = 0;
	ptrdiff_t eq, blank;
	const struct command *row;
	const struct report *r;
	const struct option *o;

	c->to = cursor;
	if (str_starts(line, STR("set ")))
		start = 4;
	eq = str_chr(str_skip(line, start), '=');
	blank = str_chr(str_skip(line, start), ' ');
	if (eq < 0 || (blank >= 0 && blank < eq && start == 0))
		eq = blank;
	if (eq < 0) {
		c->from = start;
		if (start > 0)
			add_option_names(c, str_skip(line, start), false);
		else
			first_words(c, cs, line);
		return;
	}
	word = str_sub(line, start, start + (size_t)eq);
	c->from = start + (size_t)eq + 1;
	o = option_find(word, NULL);
	row = commands_find(cs, word);
	if (row != NULL && blank == eq) {
		struct str begun = str_skip(line, c->from);
		struct str arg = str_c(row->arg != NULL ? row->arg : "");
		const struct word_kind *kind = NULL;
		struct str rest, arguments_word;
		ptrdiff_t arguments_blank = str_chr(begun, ' ');
		bool has_file, has_option;

		if (arg.n > 1 && arg.p[0] == '[')
			arg = str_sub(arg, 1, arg.n - 1);
		rest = arg;
		arguments_word = str_cut(&rest, ' ');
		for (size_t i = 0; i < cs->n_kinds && kind == NULL; i++)
			if (str_is(arguments_word, cs->kind[i].word))
				kind = &cs->kind[i];
		has_file = str_find(arg, STR("FILE"), 0) >= 0;
		has_option = str_find(arg, STR("OPTION"), 0) >= 0;
		if (strcmp(row->name, "help") == 0)
			first_words(c, cs, begun);
		else if (str_chr(arg, '|') >= 0 && !has_file)
			while (arg.n > 0) /* "name|stack" */
				complete_offer(c, str_cut(&arg, '|'), STR_EMPTY,
					begun);
		else if (kind != NULL &&
			(arguments_blank < 0 || str_chr(arg, ' ') < 0))
			kind->offer(cs->kind_on, c, begun);
		else if (kind != NULL)
			c->from += (size_t)arguments_blank + 1;
		if (has_file && (kind == NULL || arguments_blank >= 0) &&
			!complete_address(c, cs->app, line, c->from, line.n))
			complete_path(c, line, line.n);
		if (str_is(arg, "PARAMETERS"))
			complete_params(c, cs->app, line, c->from, line.n);
		if (has_option) {
			add_option_names(c, begun, false);
			completion_sort(c);
		}
	} else if (blank == eq &&
		(r = report_line_names(word, &digits)) != NULL && v != NULL) {
		/* A report's words are patterns; "-" before one means ignore.
		   The first may be a number. */
		start = (size_t)(str_rchr(line, ' ') + 1);
		if (r->takes == TAKES_COUNT && digits.n == 0 &&
			start == c->from)
			return;
		if (start < line.n && line.p[start] == '-')
			start++;
		complete_name(c, v, str_skip(line, start), line.n - start);
		c->from += start;
		c->to = line.n;
	} else if (o != NULL) {
		option_values(c, o, cs, v, tags, line);
	}
}

/* ---- Names by letters in order ---- */

struct ranked {
	const char *text, *note;
	size_t place; /* in the order of the tables */
	int score;    /* INT_MAX: it begins with the text */
};

struct ranking {
	struct str typed;
	VEC(struct ranked) row;
};

static void
rank(struct ranking *r, const char *text, const char *note)
{
	struct ranked row = { text, note, r->row.n, INT_MAX };

	if (!str_starts(str_c(text), r->typed))
		row.score = fuzzy_score(r->typed, str_c(text));
	if (row.score > 0)
		vec_push(&r->row, row);
}

static int
better_first(const void *a, const void *b)
{
	const struct ranked *x = a, *y = b;

	if (x->score != y->score)
		return x->score < y->score ? 1 : -1;
	return x->place < y->place ? -1 : x->place > y->place;
}

static void
rank_first_words(struct ranking *r, const struct commands *cs)
{
	const struct command *row;
	const struct report *report;
	size_t n;
	const struct option *o = options_all(&n);

	for (size_t i = 0; i < cs->general; i++)
		rank(r, commands_at(cs, i)->name, commands_at(cs, i)->help);
	for (size_t i = 0; i < n; i++)
		rank(r, o[i].doc.name, o[i].doc.help);
	for (size_t i = 0; (report = report_at(i)) != NULL; i++)
		if (commands_find(cs, str_c(report->doc.name)) == NULL)
			rank(r, report->doc.name, report->doc.help);
	for (size_t i = cs->general; (row = commands_at(cs, i)) != NULL; i++)
		rank(r, row->name, row->help);
}

/* Rank the choices of the option whose value is typed. */
static void
rank_choices(struct ranking *r, const struct option *o)
{
	if (o != NULL && o->type == OPT_BOOL) {
		rank(r, "true", "");
		rank(r, "false", "");
	}
	for (size_t i = 0;
		o != NULL && o->type == OPT_ENUM && o->doc.choices[i] != NULL;
		i++)
		rank(r, o->doc.choices[i], "");
}

void
complete_typed(struct completion *c, const struct commands *cs, struct str text,
	size_t cursor)
{
	struct str line = str_sub(text, 0, cursor), rest, word;
	struct ranking r = { .row = { NULL, 0, 0 } };

	c->from = str_starts(line, STR("set ")) ? 4 : 0;
	c->to = cursor;
	rest = r.typed = str_skip(line, c->from);
	word = url_cut_before(&rest, " =");
	if (rest.n > 0) {
		c->from += word.n + 1;
		r.typed = str_skip(line, c->from);
		if (commands_find(cs, word) == NULL || rest.p[0] == '=')
			rank_choices(&r, option_find(word, NULL));
	} else if (line.n > 0) {
		rank_first_words(&r, cs);
	}
	if (r.row.n > 0)
		qsort(r.row.p, r.row.n, sizeof(*r.row.p), better_first);
	for (size_t i = 0; i < r.row.n; i++)
		add_candidate(
			c, str_c(r.row.p[i].text), str_c(r.row.p[i].note));
	vec_free(&r.row);
}

/* ---- Names of files ---- */

void
complete_path(struct completion *c, struct str text, size_t cursor)
{
	/* "@" before a name means a list of files. */
	bool list = str_starts(str_sub(text, c->from, cursor), STR("@"));
	struct str typed = str_sub(text, c->from + list, cursor);
	ptrdiff_t slash = str_rchr(typed, '/');
	struct strbuf path = STRBUF_INIT, begun = STRBUF_INIT;
	DIR *dir;

	c->from += list;
	shell_typed(&path, str_sub(typed, 0, (size_t)(slash + 1)));
	shell_typed(&begun, str_skip(typed, (size_t)(slash + 1)));
	dir = opendir(path.n > 0 ? strbuf_c(&path) : ".");
	c->from += (size_t)(slash + 1);
	c->to = cursor;
	if (dir != NULL) {
		struct str entries_begun = strbuf_str(&begun);
		struct dirent *e;

		/* Offer hidden files only once a dot has been typed. */
		while ((e = readdir(dir)) != NULL &&
			c->item.n < CANDIDATES_MAX) {
			struct str name = str_c(e->d_name);
			struct strbuf entries_text = STRBUF_INIT;
			struct stat st;

			if (!str_starts(name, entries_begun) ||
				str_is(name, ".") || str_is(name, "..") ||
				(entries_begun.n == 0 && e->d_name[0] == '.'))
				continue;
			shell_to_type(&entries_text, name);
			if (fstatat(dirfd(dir), e->d_name, &st, 0) == 0 &&
				S_ISDIR(st.st_mode))
				strbuf_addch(&entries_text, '/');
			add_candidate(c, strbuf_str(&entries_text), STR(""));
			strbuf_free(&entries_text);
		}
		(void)closedir(dir);
	}
	completion_sort(c);
	strbuf_free(&path);
	strbuf_free(&begun);
}
