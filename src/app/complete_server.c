/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completion with names from a server. */
#include "prelude.h"

#include "app/complete_server.h"

#include "app/app.h"
#include "app/job.h"
#include "base/ascii.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"

/* ---- The worker's part ---- */

static int
compare_texts(const void *a, const void *b)
{
	const struct str *x = a, *y = b;

	return str_cmp(*x, *y);
}

struct offers *
offers_new(const struct load_spec *files, struct str order,
	struct progress *progress)
{
	struct offers *o = xcalloc(1, sizeof(*o));
	struct str address = order, label = str_cut(&address, '\n');
	struct str what = str_cut(&label, ' ');
	struct server_call call;
	int rc = server_begin(&call,
		files->fetch != NULL ? files->fetch : &fetch_defaults, address,
		progress, &o->err);
	size_t n = 0;

	if (rc == 0 && (str_is(what, "services") || str_is(what, "types"))) {
		bool services = str_is(what, "services");
		struct server_apps apps = { { NULL, 0, 0 } };

		/* Services, or the types of one service. */
		rc = server_find_apps(&call, &apps);
		for (size_t i = 0; rc == 0 && i < apps.app.n; i++) {
			struct str text = services ? apps.app.p[i].service
						   : apps.app.p[i].type;

			if (text.n > 0)
				vec_push(&o->all.name,
					arena_str(&o->arena, text));
		}
		vec_free(&apps.app);
	} else if (rc == 0) {
		const struct server_wanted w = {
			.arena = &o->arena,
			.label = label,
			.names = &o->all,
		};

		/* Label names, or one label's values. */
		rc = server_find_list(&call, &w);
	}
	server_end(&call);
	if (o->all.name.n > 0)
		qsort(o->all.name.p, o->all.name.n, sizeof(*o->all.name.p),
			compare_texts);
	for (size_t i = 0; i < o->all.name.n; i++)
		if (n == 0 || !str_eq(o->all.name.p[i], o->all.name.p[n - 1]))
			o->all.name.p[n++] = o->all.name.p[i];
	o->all.name.n = n;
	if (rc != 0 && progress_stopped(progress)) {
		offers_free(o);
		return NULL;
	}
	return o;
}

void
offers_free(struct offers *o)
{
	if (o == NULL)
		return;
	vec_free(&o->all.name);
	arena_free(&o->arena);
	free(o);
}

/* ---- A partly typed selector ---- */

/* The cursor's place in a selector. */
struct typed {
	bool in_value;
	struct str label; /* if in_value: label of the value, unquoted */
	size_t from;      /* start of the name or value at the cursor */
	size_t whole;     /* end of the last complete matcher, or of '{' */
};

static size_t
past_blanks(struct str s, size_t i)
{
	while (i < s.n && (s.p[i] == ' ' || s.p[i] == '\t'))
		i++;
	return i;
}

/* Return the index after the closing quote; more than s.n without one. */
static size_t
past_quoted(struct str s, size_t i)
{
	for (i++; i < s.n && s.p[i] != '"'; i++)
		if (s.p[i] == '\\')
			i++;
	return i + 1;
}

/* Find the place of the cursor, the end of s. False: nothing to complete. */
static bool
read_selector(struct str s, struct typed *t)
{
	size_t i = past_blanks(s, 0);

	*t = (struct typed){ .from = i };
	if (i == s.n || s.p[i] != '{')
		return i == s.n;
	for (t->whole = ++i;;) {
		size_t name = past_blanks(s, i), end = name;

		*t = (struct typed){ .from = name, .whole = t->whole };
		if (end < s.n && s.p[end] == '"')
			end = past_quoted(s, end);
		while (end < s.n &&
			(ascii_is_letter(s.p[end]) ||
				ascii_is_digit(s.p[end]) || s.p[end] == '_'))
			end++;
		if (end >= s.n)
			return true;
		t->label = str_sub(s, name, end);
		if (str_starts(t->label, STR("\"")))
			t->label = str_sub(s, name + 1, end - 1);
		end = past_blanks(s, end);
		while (end < s.n && strchr("=!~", s.p[end]) != NULL)
			end++;
		end = past_blanks(s, end);
		if (end == s.n || s.p[end] != '"')
			return false;
		t->from = end + 1;
		t->in_value = true;
		end = past_quoted(s, end);
		if (end > s.n)
			return true;
		t->whole = end;
		i = past_blanks(s, end);
		if (i == s.n || s.p[i++] != ',')
			return false;
	}
}

/* ---- The `:` line's part ---- */

/* The quoting of a candidate, and the text added after it. */
enum written { AS_IT_IS, AS_NAME, AS_VALUE };

/* Offer the server's names, or request them if they have not been
	   fetched yet. */
static void
offer_or_order(struct completion *c, const struct app *app, const char *what,
	struct str label, struct str address, struct str begun,
	enum written how)
{
	struct strbuf order = STRBUF_INIT;
	const struct offers *o;
	struct str offers_order;
	const struct result_slot *d;

	strbuf_addstr(&order, what);
	strbuf_add3(&order, label.n > 0 ? " " : "", label, "\n");
	strbuf_add(&order, address);
	offers_order = strbuf_str(&order);
	d = &app->product[PRODUCT_OFFERS];
	o = d->it != NULL && str_eq(d->made_of, offers_order) ? d->it : NULL;
	if (o == NULL)
		c->order = arena_str(&c->arena, strbuf_str(&order));
	else if (o->err.code != ERR_NONE)
		c->err = o->err;
	else {
		struct strbuf raw = STRBUF_INIT, text = STRBUF_INIT;

		for (size_t i = 0; i < o->all.name.n; i++) {
			struct str name = o->all.name.p[i];
			struct str param_text;

			/* Servers reserve these names. */
			if (how == AS_NAME && str_starts(name, STR("__")))
				continue;
			strbuf_reset(&raw);
			strbuf_reset(&text);
			if (how == AS_VALUE) {
				/* Escape as in a selector's quotes. */
				for (size_t k = 0; k < name.n; k++) {
					if (name.p[k] == '"' ||
						name.p[k] == '\\')
						strbuf_addch(&raw, '\\');
					strbuf_addch(&raw,
						name.p[k] == '\n' ? 'n'
								  : name.p[k]);
				}
			} else
				strbuf_add(&raw, name);
			/* Escape as in an address, so that the text stays one
			   parameter. */
			param_text = strbuf_str(&raw);
			for (size_t j = 0; j < param_text.n; j++)
				if (strchr("%+&;#\n", param_text.p[j]) != NULL)
					strbuf_addf(&text, "%%%02X",
						(unsigned char)param_text.p[j]);
				else
					strbuf_addch(&text, param_text.p[j]);
			strbuf_addstr(&text,
				how == AS_NAME            ? "=\""
					: how == AS_VALUE ? "\""
							  : "");
			complete_offer(c, strbuf_str(&text), STR_EMPTY, begun);
		}
		strbuf_free(&raw);
		strbuf_free(&text);
	}
	strbuf_free(&order);
}

static void
complete_selector(struct completion *c, const struct app *app,
	struct str address, struct str begun)
{
	struct typed t;
	struct strbuf selector = STRBUF_INIT, narrowed = STRBUF_INIT;
	struct server_param param = { .name = "query" };

	if (!read_selector(begun, &t))
		return;
	c->from += t.from;
	if (begun.n == t.from && t.whole == 0) {
		complete_offer(c, STR("{"), STR_EMPTY, STR_EMPTY);
		return;
	}
	if (t.whole > 1) {
		strbuf_add(&selector, str_sub(begun, 0, t.whole));
		strbuf_addch(&selector, '}');
		param.value = url_decoded(&c->arena, strbuf_str(&selector));
	}
	server_put_with(&narrowed, address, &param, 1);
	offer_or_order(c, app, t.in_value ? "values" : "labels",
		url_decoded(&c->arena, t.label), strbuf_str(&narrowed),
		str_skip(begun, t.from), t.in_value ? AS_VALUE : AS_NAME);
	strbuf_free(&selector);
	strbuf_free(&narrowed);
}

static void
complete_names_of_params(struct completion *c, struct str begun)
{
	static const struct {
		const char *name, *note;
	} params[] = { { "service=", "of which service" },
		{ "type=", "cpu, inuse_space, ..." },
		{ "query=", "labels: {name=\"value\"}" },
		{ "from=", "now-1h, 14:05, ..." },
		{ "until=", "now, 14:05, ..." }, { "tenant=", "whose data" },
		{ "trace=", "only its samples" },
		{ "span=", "only its samples" } };

	for (size_t i = 0; i < COUNT_OF(params); i++)
		complete_offer(
			c, str_c(params[i].name), str_c(params[i].note), begun);
}

/* Complete the last of `params`, the text after the '?' of the address `base`,
   which begins at c->from. */
static void
complete_last_param(struct completion *c, const struct app *app,
	struct str base, struct str params)
{
	struct strbuf address = STRBUF_INIT;
	ptrdiff_t last = str_rchr(params, '&');
	struct str before = str_sub(params, 0, last < 0 ? 0 : (size_t)last);
	struct str begun = str_skip(params, (size_t)(last + 1)), name, left;
	struct server_param param[16] = { { .name = "" } };
	size_t n = 0;

	c->from += (size_t)(last + 1);
	if (str_chr(begun, '=') < 0) {
		complete_names_of_params(c, begun);
		return;
	}
	left = before;
	while (n < COUNT_OF(param) && left.n > 0) {
		struct str key;

		if (!url_next_field(&left, &c->arena, &key, &param[n].value))
			break;
		param[n++].name = arena_copy(&c->arena, key.p, key.n);
	}
	server_put_with(&address, base, param, n);
	name = str_cut(&begun, '=');
	c->from += name.n + 1;
	if (str_is(name, "service"))
		offer_or_order(c, app, "services", STR_EMPTY,
			strbuf_str(&address), begun, AS_IT_IS);
	else if (str_is(name, "type"))
		offer_or_order(c, app, "types", STR_EMPTY, strbuf_str(&address),
			begun, AS_IT_IS);
	else if (str_is(name, "query"))
		complete_selector(c, app, strbuf_str(&address), begun);
	else if (str_is(name, "from") || str_is(name, "until")) {
		static const char *const words[] = { "now", "now-5m", "now-15m",
			"now-30m", "now-1h", "now-3h", "now-6h", "now-12h",
			"now-1d", "now-7d" };

		for (size_t i = 0; i < COUNT_OF(words); i++)
			complete_offer(c, str_c(words[i]), STR_EMPTY, begun);
	}
	strbuf_free(&address);
}

bool
complete_address(struct completion *c, const struct app *app, struct str text,
	size_t from, size_t cursor)
{
	const struct named_servers *named =
		app->spec.fetch != NULL ? app->spec.fetch->named : NULL;
	struct str typed = str_sub(text, from, cursor), params = typed;
	struct str base = str_cut(&params, '?'), name;

	c->from = from;
	c->to = cursor;
	if (params.p != NULL) {
		c->from += base.n + 1;
		base = named_expand(named, base, &c->arena);
		if (server_length(base, 0) < 0) {
			c->from = from;
			return false;
		}
		complete_last_param(c, app, base, params);
		return true;
	}
	for (size_t i = 0; (name = named_at(named, i)).n > 0; i++) {
		struct strbuf whole = STRBUF_INIT;

		strbuf_add3(&whole, "", name, ":");
		complete_offer(c, strbuf_str(&whole), STR("a server"), typed);
		strbuf_free(&whole);
	}
	return false;
}

void
complete_params(struct completion *c, const struct app *app, struct str text,
	size_t from, size_t cursor)
{
	c->from = from;
	c->to = cursor;
	if (app->spec.n_sources == 1 &&
		server_length(app->spec.source[0], 0) >= 0)
		complete_last_param(c, app, app->spec.source[0],
			str_sub(text, from, cursor));
}
