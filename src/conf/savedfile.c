/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Saved views as text: see views.h. */
#include "config.h"

#include "conf/savedfile.h"

#include "base/utf8.h"
#include "conf/configfile.h"

#include "base/banned.h"

void
savedfile_fini(struct savedfile *v)
{
	strbuf_free(&v->text);
	vec_free(&v->section);
}

static size_t
offset(const struct savedfile *v, struct str s)
{
	return (size_t)(s.p - v->text.p);
}

/* "[name]" on a line: its section; the lines below are to follow. */
static bool
begin_section(struct savedfile *v, struct str line, size_t number, size_t next)
{
	struct savedfile_section s = { .from = offset(v, line),
		.body = next,
		.to = next,
		.line = number + 1 };
	struct str name;

	if (line.p[line.n - 1] != ']')
		return false;
	name = str_trim(str_sub(line, 1, line.n - 1));
	if (name.n == 0)
		return false;
	s.name = offset(v, name);
	s.name_end = s.name + name.n;
	vec_push(&v->section, s);
	return true;
}

void
savedfile_scan(struct savedfile *v, struct warnings *damage)
{
	struct str rest = strbuf_str(&v->text), line;
	size_t number = 0;
	bool is_inside = false, is_lost = false;

	v->section.n = 0;
	while (configfile_next(&rest, &line, &number)) {
		size_t next = v->text.n - rest.n;

		if (line.p[0] == '[') {
			is_inside = begin_section(v, line, number, next);
			is_lost = !is_inside;
			if (is_lost)
				warnings_add(damage,
					"%zu: a view's name belongs in "
					"brackets: [name]",
					number);
		} else if (is_inside) {
			v->section.p[v->section.n - 1].to = next;
		} else if (!is_lost) {
			warnings_add(damage,
				"%zu: outside of any view; a view begins with "
				"[name]",
				number);
			is_lost = true;
		}
	}
}

struct str
savedfile_name(const struct savedfile *v, size_t i)
{
	const struct savedfile_section *s = &v->section.p[i];

	return str_sub(strbuf_str(&v->text), s->name, s->name_end);
}

struct str
savedfile_body(const struct savedfile *v, size_t i)
{
	const struct savedfile_section *s = &v->section.p[i];

	return str_sub(strbuf_str(&v->text), s->body, s->to);
}

size_t
savedfile_find(const struct savedfile *v, struct str name)
{
	for (size_t i = 0; i < v->section.n; i++)
		if (str_eq(savedfile_name(v, i), name))
			return i;
	return SIZE_MAX;
}

int
savedfile_check_name(struct str name, struct err *err)
{
	if (name.n == 0 || str_trim(name).n != name.n)
		return err_set(err, ERR_USAGE,
			"a name cannot be empty or begin or end with a blank");
	while (name.n > 0) {
		uint32_t c;
		size_t n = utf8_decode(name, &c);

		if (c == UTF8_BAD || c < ' ' || (c >= 0x7f && c < 0xa0))
			return err_set(err, ERR_USAGE,
				"a name cannot contain control characters");
		name = str_skip(name, n);
	}
	return 0;
}

void
savedfile_put(struct savedfile *v, struct str name, struct str body)
{
	size_t i = savedfile_find(v, name);

	if (i != SIZE_MAX) {
		const struct savedfile_section *s = &v->section.p[i];

		strbuf_remove(&v->text, s->body, s->to - s->body);
		strbuf_insert(&v->text, s->body, body);
		/* The name was on a last line without an end. */
		if (s->body > 0 && v->text.p[s->body - 1] != '\n')
			strbuf_insert(&v->text, s->body, STR("\n"));
	} else {
		if (v->text.n > 0 && v->text.p[v->text.n - 1] != '\n')
			strbuf_addch(&v->text, '\n');
		strbuf_addf(&v->text, "%s[%.*s]\n", v->text.n > 0 ? "\n" : "",
			STR_ARG(name));
		strbuf_add(&v->text, body);
	}
	savedfile_scan(v, NULL);
}

void
savedfile_remove(struct savedfile *v, size_t i)
{
	struct savedfile_section s = v->section.p[i];

	/* With one of the empty lines around it. */
	if (s.to < v->text.n && v->text.p[s.to] == '\n')
		s.to++;
	else if (s.from > 1 && v->text.p[s.from - 1] == '\n' &&
		v->text.p[s.from - 2] == '\n')
		s.from--;
	strbuf_remove(&v->text, s.from, s.to - s.from);
	savedfile_scan(v, NULL);
}

void
savedfile_rename(struct savedfile *v, size_t i, struct str name)
{
	const struct savedfile_section *s = &v->section.p[i];

	strbuf_remove(&v->text, s->name, s->name_end - s->name);
	strbuf_insert(&v->text, s->name, name);
	savedfile_scan(v, NULL);
}

/* `last` is the option of the line before: the lines of a list follow one
   another. */
static int
savedfile_apply_line(struct str line, struct options_target t,
	const struct option **last, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	const struct option *o;
	struct str value;
	int status = configfile_line(line, &o, &value, &text, err);

	if (status == 0 && !o->saved)
		status = err_set(err, ERR_USAGE, "%s cannot be part of a view",
			o->doc.name);
	if (status == 0 && o == *last)
		status = option_append(o, t, value, err);
	else if (status == 0)
		status = option_set(o, t, value, err);
	*last = o;
	strbuf_free(&text);
	return status;
}

void
savedfile_apply(struct str body, size_t line, struct options_target t,
	struct warnings *damage)
{
	const struct option *last = NULL;
	struct str one;

	while (configfile_next(&body, &one, &line)) {
		struct err err = ERR_INIT;

		if (savedfile_apply_line(one, t, &last, &err) != 0)
			warnings_add(damage, "%zu: %s", line - 1, err.msg);
	}
}
