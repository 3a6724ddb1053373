/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Links to source lines. */
#include "prelude.h"

#include "engine/link.h"

#include <inttypes.h>

#include "engine/path.h"
#include "fetch/url.h"

/* ---- Templates ---- */

/* Cut the text up to the next field, and the field without its braces; a
   template without a further field gives *field with p NULL. */
static struct str
cut_field(struct str *rest, struct str *field)
{
	struct str text = str_cut(rest, '{');

	*field = rest->p != NULL ? str_cut(rest, '}') : (struct str){ NULL, 0 };
	return text;
}

int
link_check(struct str source_url, struct err *err)
{
	struct str rest = source_url, field, host;
	size_t scheme = str_starts(source_url, STR("https://")) ? 8 : 7;

	if (source_url.n == 0)
		return 0;
	if (scheme == 7 && !str_starts(source_url, STR("http://")))
		return err_set(err, ERR_USAGE,
			"source_url: must begin with https:// or http://");
	for (size_t i = 0; i < source_url.n; i++)
		if (source_url.p[i] < 0x21 || source_url.p[i] > 0x7e)
			return err_set(err, ERR_USAGE,
				"source_url: byte %zu is a blank or not ASCII",
				i + 1);
	host = str_skip(cut_field(&rest, &field), scheme);
	if (str_chr(host, '/') <= 0)
		return err_set(err, ERR_USAGE,
			"source_url: the server and a / must come before the "
			"first field");
	for (; field.p != NULL; (void)cut_field(&rest, &field)) {
		if (rest.p == NULL)
			return err_set(
				err, ERR_USAGE, "source_url: { without }");
		if (!str_is(field, "file") && !str_is(field, "line") &&
			!str_is(field, "line:+") &&
			!str_is(field, "revision") && !str_is(field, "name"))
			return err_set(err, ERR_USAGE,
				"source_url: unknown field {%.*s}; fields are "
				"{file}, {line}, {line:+}, {revision}, {name}",
				STR_ARG(field));
	}
	return 0;
}

/* Append a path, escaped between its slashes. */
static void
put_path(struct strbuf *out, struct str path)
{
	while (path.p != NULL) {
		url_escape(out, str_cut(&path, '/'));
		strbuf_addstr(out, path.p != NULL ? "/" : "");
	}
}

/* ---- Files ---- */

/* Append the file by source_map, the longest FROM first; false if none fits. */
static bool
put_mapped(struct strbuf *out, struct str map, struct str file)
{
	struct str to = STR_EMPTY, rest;
	size_t longest = path_map(map, file, SIZE_MAX, &to);

	if (longest == 0)
		return false;
	rest = str_skip(file, longest);
	while (str_starts(rest, STR("/")))
		rest = str_skip(rest, 1);
	strbuf_add(out, to);
	if (to.n > 0 && !str_ends(to, STR("/")))
		strbuf_addch(out, '/');
	strbuf_add(out, rest);
	return true;
}

static bool
has_parent(struct str path)
{
	while (path.p != NULL)
		if (str_is(str_cut(&path, '/'), ".."))
			return true;
	return false;
}

/* Append the file's name below the root of its repository. -1 and err if there
   is none: files of other modules and of Go are in other repositories. */
static int
put_relative(struct strbuf *out, const struct link_rules *rules,
	struct str file, struct err *err)
{
	const struct running *run = &rules->running;
	struct str rest, root;

	if (str_find(file, STR("pkg/mod/"), 0) >= 0 ||
		(run->goroot.n > 0 && str_starts(file, run->goroot)))
		return err_set(err, ERR_USAGE,
			"no link: %.*s is not in your repository",
			STR_ARG(file));
	rest = path_trim(file, rules->trim_path, STR_EMPTY);
	if (rest.n < file.n) {
		strbuf_add(out, rest);
	} else if (put_mapped(out, rules->map, file)) {
		;
	} else if (run->is_go && run->goroot.p != NULL && run->goroot.n == 0 &&
		!str_starts(file, STR("/"))) {
		/* Built with -trimpath: below the path of its module. */
		root = run->module;
		if (root.n == 0 || file.n <= root.n ||
			!str_starts(file, root) || file.p[root.n] != '/')
			return err_set(err, ERR_USAGE,
				"no link: %.*s is not in the main module; if "
				"it is yours, set trim_path",
				STR_ARG(file));
		strbuf_add(out, str_skip(file, root.n + 1));
	} else {
		strbuf_add(out, file);
	}
	rest = strbuf_str(out);
	while (str_starts(rest, STR("./")))
		rest = str_skip(rest, 2);
	/* "C:\src\x.c", "node:fs", "<string>" */
	if (rest.n == 0 || rest.p[0] == '/' || rest.p[0] == '<' ||
		str_chr(rest, ':') >= 0 || str_chr(rest, '\\') >= 0 ||
		has_parent(rest))
		return err_set(err, ERR_USAGE,
			"no link: %.*s is below no known root; set trim_path",
			STR_ARG(file));
	strbuf_remove(out, 0, out->n - rest.n);
	return 0;
}

/* ---- Links ---- */

void
link_scan(struct link_rules *rules, const struct profile *p)
{
	struct str package = STR_EMPTY;

	rules->running = (struct running){ .how = NULL };
	if (rules->source_url.n > 0)
		running_scan(&rules->running, p, &package);
}

bool
link_wants_revision(const struct link_rules *rules)
{
	return rules->revision.n == 0 &&
		str_find(rules->source_url, STR("{revision}"), 0) >= 0;
}

struct revision *
link_revision(struct link_rules *rules, const struct profile *p,
	const char *self, struct progress *progress)
{
	struct strbuf order = STRBUF_INIT;
	struct revision *r;

	if (!link_wants_revision(rules))
		return NULL;
	revision_order_put(&order, p, str_c(self));
	r = revision_new(strbuf_str(&order), progress);
	strbuf_free(&order);
	if (r != NULL) {
		rules->revision = r->text;
		rules->why = r->why;
	}
	return r;
}

int
link_put(struct strbuf *out, const struct link_rules *rules,
	const struct link_place *place, struct err *err)
{
	const struct str unknown = STR("the revision is unknown");
	struct strbuf file = STRBUF_INIT;
	struct str rest = rules->source_url, field;
	size_t start = out->n;
	int rc = 0;

	if (rest.n == 0)
		return err_set(err, ERR_USAGE, "no link: set source_url");
	if (place->file.n == 0)
		return err_set(err, ERR_USAGE,
			"no link: the profile has no source file for %.*s",
			STR_ARG(place->name));
	rc = put_relative(&file, rules, place->file, err);
	while (rc == 0 && rest.p != NULL) {
		strbuf_add(out, cut_field(&rest, &field));
		if (str_is(field, "file")) {
			put_path(out, strbuf_str(&file));
		} else if (str_is(field, "name")) {
			url_escape(out, place->name);
		} else if (str_is(field, "revision")) {
			if (rules->revision.n == 0)
				rc = err_set(err, ERR_USAGE,
					"no link: %.*s; set revision",
					STR_ARG(rules->why.n > 0 ? rules->why
								 : unknown));
			put_path(out, rules->revision);
		} else if (field.p != NULL && place->line > 0) {
			strbuf_addf(out, "%" PRId64, place->line);
		} else if (str_is(field, "line:+")) {
			break;
		} else if (field.p != NULL) {
			strbuf_addch(out, '1');
		}
	}
	if (rc == 0 && out->n - start > LINK_MAX)
		rc = err_set(err, ERR_USAGE,
			"no link: it has more than %d bytes", LINK_MAX);
	if (rc != 0)
		strbuf_cut(out, start);
	strbuf_free(&file);
	return rc;
}
