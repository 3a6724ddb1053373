/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Completes addresses of servers (discover.h). */
#include "prelude.h"

#include "fetch/discover.h"
#include "profile/timetext.h"

enum { TYPE_PARTS = 5, NAMED_MAX = 12, LABELS_MAX = 100 };

/* ---- Types ---- */

/* Return part i of "process_cpu:cpu:nanoseconds:cpu:nanoseconds". */
static struct str
type_part(struct str type, int i)
{
	struct str part = STR_EMPTY;

	for (; i >= 0; i--)
		part = str_cut(&type, ':');
	return part;
}

static bool
is_type_id(struct str type)
{
	size_t colons = 0;

	for (size_t i = 0; i < type.n; i++)
		colons += type.p[i] == ':';
	return colons >= TYPE_PARTS - 1;
}

/* True if `name` is parts of a type, from part `at` on: "delay",
   "mutex:delay". */
static bool
type_has(struct str type, int at, struct str name)
{
	while (at-- > 0)
		(void)str_cut(&type, ':');
	return str_starts(type, name) &&
		(type.n == name.n || type.p[name.n] == ':');
}

/* Find the types that a name such as "cpu", "process_cpu" or "mutex:delay" may
   mean, at most NAMED_MAX. A sample type goes before a profile's name. */
static size_t
find_types(const struct server_apps *apps, struct str name, struct str *out)
{
	bool several = str_chr(name, ':') >= 0;
	static const int parts[] = { 1, 0, 2, 3 };
	size_t found = 0;

	for (size_t k = 0; k < (several ? COUNT_OF(parts) : 2) && found == 0;
		k++)
		for (size_t i = 0; i < apps->app.n && found < NAMED_MAX; i++) {
			struct str type = apps->app.p[i].type;
			size_t j = 0;

			if (!type_has(type, parts[k], name))
				continue;
			while (j < found && !str_eq(out[j], type))
				j++;
			if (j == found)
				out[found++] = type;
		}
	return found;
}

/* Return the shortest name by which a type can be selected. */
static struct str
type_name(const struct server_apps *apps, struct str type)
{
	struct str short_name = type_part(type, 1), family = type_part(type, 0);
	struct str found[NAMED_MAX];

	if (find_types(apps, short_name, found) == 1 && str_eq(found[0], type))
		return short_name;
	short_name = str_sub(type, 0, family.n + 1 + short_name.n);
	return find_types(apps, short_name, found) == 1 ? short_name : type;
}

/* Return a rank that sorts CPU first, then memory, then other types. */
static int
type_rank(struct str type)
{
	struct str name = type_part(type, 0);

	return str_is(name, "process_cpu") ? 0 : str_is(name, "memory") ? 1 : 2;
}

static int
compare_apps(const void *a, const void *b)
{
	const struct server_app *x = a, *y = b;
	int order = str_cmp(x->service, y->service);

	if (order == 0)
		order = type_rank(x->type) - type_rank(y->type);
	return order != 0 ? order : str_cmp(x->type, y->type);
}

/* ---- Errors ---- */

/* Append the time of the newest profile, which shows whether any arrive. */
static void
put_newest(struct strbuf *out, struct server_call *c)
{
	const struct server *server = c->q.server;
	struct server_ask a = { .type = "" };
	struct http_answer answer;
	struct err why = *c->err;
	int64_t newest = 0;
	int rc;

	if (server->ask_newest == NULL)
		return;
	server->ask_newest(&a);
	rc = server_list(c, &a, &answer);
	if (rc == 0)
		rc = server->read_newest(
			bytes_str(&answer.body), &newest, c->err);
	http_answer_fini(&answer);
	/* The request may be forbidden, so its failure is not an error. */
	server_forgive(c, &why);
	if (rc == 0 && newest > 0) {
		strbuf_addstr(out, "; the newest profile is from ");
		instant_put_utc(out, newest);
	} else if (rc == 0) {
		strbuf_addstr(out, "; there are none at any time");
	}
}

/* If the requested type of a Parca only lacks ":delta", append the type's full
   id. Parca answers such a request with no data, not with an error. */
static void
put_delta(struct strbuf *out, struct server_call *c)
{
	struct server_apps apps = { { NULL, 0, 0 } };
	struct err why = *c->err;

	if (c->q.server->is_pyroscope || str_ends(c->q.type, STR(":delta")))
		return;
	(void)server_find_apps(c, &apps);
	server_forgive(c, &why);
	for (size_t i = 0; i < apps.app.n && out->n == 0; i++)
		if (apps.app.p[i].type.n > c->q.type.n &&
			type_has(apps.app.p[i].type, 0, c->q.type))
			strbuf_add3(out, "that type ends in :delta here: type=",
				apps.app.p[i].type, "");
	vec_free(&apps.app);
}

int
browse_nothing(struct server_call *c)
{
	const struct server_query *q = &c->q;
	struct strbuf from = STRBUF_INIT, until = STRBUF_INIT;
	struct strbuf newest = STRBUF_INIT, delta = STRBUF_INIT;

	put_delta(&delta, c);
	instant_put_utc(&from, q->from);
	instant_put_utc(&until, q->until);
	put_newest(&newest, c);
	if (c->err->code != ERR_CANCELLED)
		(void)err_set(c->err, ERR_IO,
			"no profiles of %.*s%.*s between %s and %s%s: %s",
			STR_ARG(q->type), STR_ARG(q->selector), strbuf_c(&from),
			strbuf_c(&until), strbuf_c(&newest),
			delta.n > 0 ? strbuf_c(&delta)
				    : "try another range (from=, until=), or "
				      "leave a label out");
	strbuf_free(&delta);
	strbuf_free(&from);
	strbuf_free(&until);
	strbuf_free(&newest);
	return -1;
}

static int
say_apps(struct server_call *c, const struct server_apps *apps,
	const struct str *type, size_t found)
{
	struct strbuf all = STRBUF_INIT;

	if (apps->app.n == 0) {
		struct strbuf newest = STRBUF_INIT, from = STRBUF_INIT;

		put_newest(&newest, c);
		instant_put_utc(&from, c->q.from);
		if (c->err->code != ERR_CANCELLED)
			(void)err_set(c->err, ERR_IO,
				"%s has no profiles%s%.*s since %s%s: try "
				"from=now-24h",
				c->q.server->called,
				c->q.selector.n > 0 ? " of " : "",
				STR_ARG(c->q.selector), strbuf_c(&from),
				strbuf_c(&newest));
		strbuf_free(&newest);
		strbuf_free(&from);
		return -1;
	}
	if (found == 0) {
		bool open = false;

		/* List "shop (cpu, samples), tagged (cpu)". */
		for (size_t i = 0; i < apps->app.n && i < NAMED_MAX; i++) {
			const struct server_app *a = &apps->app.p[i];
			bool first =
				i == 0 || !str_eq(a->service, a[-1].service);

			if (first && open)
				strbuf_addch(&all, ')');
			strbuf_addstr(&all, i > 0 ? ", " : "");
			if (first && a->service.n > 0)
				strbuf_add3(&all, "", a->service, " (");
			open = a->service.n > 0;
			strbuf_add(&all, type_name(apps, a->type));
		}
		strbuf_addstr(&all, open ? ")" : "");
		if (apps->app.n > NAMED_MAX)
			strbuf_addf(
				&all, " and %zu more", apps->app.n - NAMED_MAX);
	}
	/* List what several matching types are called. */
	for (size_t i = 0; i < found; i++)
		strbuf_add3(
			&all, i > 0 ? ", " : "", type_name(apps, type[i]), "");
	if (c->q.type.n > 0 && !is_type_id(c->q.type))
		(void)err_set(c->err, ERR_IO,
			"type=%.*s matches %s; available: %s",
			STR_ARG(c->q.type),
			found == 0 ? "nothing there" : "several types",
			strbuf_c(&all));
	else
		(void)err_set(c->err, ERR_IO,
			"choose a type (type=)%s; available: %s",
			c->q.server->is_pyroscope ? " and service (service=)"
						  : "",
			strbuf_c(&all));
	strbuf_free(&all);
	return -1;
}

/* ---- Lists ---- */

static struct choice *
offer_row(const struct server_call *c, struct choices *out, struct str text,
	const struct server_param *param, size_t n)
{
	struct strbuf address = STRBUF_INIT;
	struct choice *row;

	server_put_with(&address, c->q.name, param, n);
	row = choices_add(out, text, strbuf_str(&address));
	strbuf_free(&address);
	return row;
}

/* Add a row with a different selector and no type. */
static struct choice *
offer_selector(const struct server_call *c, struct choices *out,
	struct str text, struct str selector)
{
	const struct server_param param[] = { { "query", selector },
		{ "service", STR_EMPTY }, { "type", STR_EMPTY },
		{ "ask", STR_EMPTY } };

	return offer_row(c, out, text, param, COUNT_OF(param));
}

static struct choices *
new_list(const struct server_call *c, const char *what, struct str of)
{
	struct strbuf title = STRBUF_INIT, length = STRBUF_INIT;
	struct choices *out;

	strbuf_add3(&title, what, of, "");
	if (c->q.selector.n > 0)
		strbuf_add3(&title, "  ", c->q.selector, "");
	instant_put_duration(&length, c->q.until - c->q.from);
	strbuf_add3(&title, "  ", strbuf_str(&length), "");
	out = choices_new(strbuf_str(&title));
	strbuf_free(&title);
	strbuf_free(&length);
	return out;
}

static void
offer_app(const struct server_call *c, struct choices *out,
	const struct server_app *app)
{
	struct strbuf text = STRBUF_INIT;
	const struct server_param param[] = { { "service", app->service },
		{ "type", app->type }, { "ask", STR_EMPTY } };
	/* A server without services keeps its selector. */
	size_t skip = app->service.n == 0;

	strbuf_addstr(&text, "  ");
	strbuf_add(&text, type_part(app->type, 1));
	strbuf_add3(&text, "\t", type_part(app->type, 0), "\t");
	strbuf_add(&text, type_part(app->type, 2));
	(void)offer_row(c, out, strbuf_str(&text), param + skip, 3 - skip);
	strbuf_free(&text);
}

/* Cut the next condition off a selector without braces. */
static struct str
cut_condition(struct str *rest)
{
	bool quoted = false;
	struct str one;
	size_t i;

	for (i = 0; i < rest->n && (quoted || rest->p[i] != ','); i++) {
		if (rest->p[i] == '"')
			quoted = !quoted;
		else if (quoted && rest->p[i] == '\\')
			i++;
	}
	i = i < rest->n ? i : rest->n;
	one = str_trim(str_sub(*rest, 0, i));
	*rest = str_skip(*rest, i < rest->n ? i + 1 : i);
	return one;
}

/* Add a row for each condition that can be removed. */
static void
offer_fewer(const struct server_call *c, struct choices *out)
{
	struct str all = str_trim(c->q.selector), rest, gone;

	if (str_starts(all, STR("{")) && str_ends(all, STR("}")))
		all = str_sub(all, 1, all.n - 1);
	rest = all;
	for (size_t at = 0; rest.n > 0; at++) {
		struct strbuf text = STRBUF_INIT, fewer = STRBUF_INIT;
		struct str others = all;

		gone = cut_condition(&rest);
		for (size_t i = 0; others.n > 0; i++) {
			struct str one = cut_condition(&others);

			if (i != at && one.n > 0)
				strbuf_add3(&fewer, fewer.n > 0 ? "," : "{",
					one, "");
		}
		strbuf_addstr(&fewer, fewer.n > 0 ? "}" : "");
		strbuf_add3(&text, "  also without ", gone, "");
		(void)offer_selector(
			c, out, strbuf_str(&text), strbuf_str(&fewer));
		strbuf_free(&text);
		strbuf_free(&fewer);
	}
}

/* List services with their types, then labels and ranges. */
static struct choices *
list_apps(struct server_call *c, const struct server_apps *apps)
{
	struct choices *out = new_list(c, "Services and types", STR_EMPTY);
	struct err ignored = ERR_INIT;
	int64_t ms;
	static const char *const ranges[] = { "5m", "15m", "30m", "1h", "3h",
		"6h", "12h", "1d", "7d" };

	for (size_t i = 0; i < apps->app.n; i++) {
		const struct server_app *app = &apps->app.p[i];

		if (app->service.n > 0 &&
			(i == 0 || !str_eq(app->service, app[-1].service)))
			(void)choices_add(out, app->service, STR_EMPTY);
		offer_app(c, out, app);
	}
	if (apps->app.n == 0)
		(void)choices_add(out,
			STR("nothing in this range; choose another"),
			STR_EMPTY);
	else {
		struct server_names names = { { NULL, 0, 0 } };
		struct err why = *c->err;

		/* Labels, each leading to a list of its values. On an error
		   they are left out. */
		(void)server_find_names(c, &c->arena, &names);
		server_forgive(c, &why);
		if (names.name.n > 0)
			(void)choices_add(out,
				STR("only profiles with a label"), STR_EMPTY);
		for (size_t i = 0; i < names.name.n && i < LABELS_MAX; i++) {
			const struct server_param ask = { "ask",
				names.name.p[i] };
			struct strbuf text = STRBUF_INIT;

			strbuf_add3(&text, "  ", names.name.p[i], "");
			/* The services are already listed above. */
			if (!str_is(names.name.p[i], c->q.server->service) ||
				!c->q.server->is_pyroscope)
				(void)offer_row(
					c, out, strbuf_str(&text), &ask, 1);
			strbuf_free(&text);
		}
		vec_free(&names.name);
	}
	if (c->q.selector.n > 0) {
		(void)choices_add(out, STR("more"), STR_EMPTY);
		offer_fewer(c, out);
		(void)offer_selector(
			c, out, STR("  the whole server"), STR_EMPTY);
	}
	(void)choices_add(out, STR("other ranges"), STR_EMPTY);
	for (size_t i = 0; i < COUNT_OF(ranges); i++) {
		struct strbuf from = STRBUF_INIT, text = STRBUF_INIT;
		struct server_param param[] = { { "from", STR_EMPTY },
			{ "until", STR_EMPTY } };

		(void)instant_parse_duration(str_c(ranges[i]), &ms, &ignored);
		if (ms == c->q.until - c->q.from)
			continue;
		strbuf_addf(&from, "now-%s", ranges[i]);
		strbuf_addf(&text, "  the last %s", ranges[i]);
		param[0].value = strbuf_str(&from);
		(void)offer_row(c, out, strbuf_str(&text), param, 2);
		strbuf_free(&from);
		strbuf_free(&text);
	}
	return out;
}

/* List the names of labels, or the values of the label c->q.ask. */
static int
list_labels(struct server_call *c, struct choices **out)
{
	bool names = str_is(c->q.ask, "labels");
	struct server_names list = { { NULL, 0, 0 } };
	const struct server_wanted w = { .arena = &c->arena,
		.label = names ? STR_EMPTY : c->q.ask,
		.names = &list };
	int rc = server_find_list(c, &w);

	if (rc >= 0)
		*out = names ? new_list(c, "Labels", STR_EMPTY)
			     : new_list(c, "Values of ", c->q.ask);
	for (size_t i = 0; rc >= 0 && i < list.name.n; i++) {
		const struct server_param ask = { "ask", list.name.p[i] };

		if (!names) {
			struct choices *value_out = *out;
			struct str value = list.name.p[i];
			struct strbuf selector = STRBUF_INIT,
				      others = STRBUF_INIT;
			struct strbuf address = STRBUF_INIT;
			struct server_param param[] = { { "query", STR_EMPTY },
				{ "service", STR_EMPTY }, { "type", STR_EMPTY },
				{ "ask", STR_EMPTY } };
			struct choice *row;

			/* Make selectors with and without this value. */
			strbuf_add(&selector, c->q.selector);
			strbuf_add(&others, c->q.selector);
			server_join(&selector, c->q.ask, "=", value);
			server_join(&others, c->q.ask, "!=", value);
			row = offer_selector(
				c, value_out, value, strbuf_str(&selector));
			param[0].value = strbuf_str(&others);
			server_put_with(
				&address, c->q.name, param, COUNT_OF(param));
			row->others = arena_str(
				&value_out->arena, strbuf_str(&address));
			strbuf_free(&selector);
			strbuf_free(&others);
			strbuf_free(&address);
		} else if (!str_starts(list.name.p[i], STR("__")))
			(void)offer_row(c, *out, list.name.p[i], &ask, 1);
	}
	if (rc >= 0 && !names && list.name.n > 0)
		(*out)->footer = STR("Space only these  ! all but these");
	if (rc >= 0 && (*out)->row.n == 0)
		(void)choices_add(*out, STR("none in this range"), STR_EMPTY);
	vec_free(&list.name);
	return rc < 0 ? -1 : 0;
}

/* True if a type has the name that the address gives. */
static bool
is_named(const struct server_call *c, const struct server_wanted *w)
{
	struct str type[NAMED_MAX];

	return find_types(w->apps, c->q.type, type) == 1;
}

int
browse(struct server_call *c, struct choices **out)
{
	bool asks = c->o->asks && out != NULL, some;
	struct server_apps apps = { { NULL, 0, 0 } };
	struct str type[NAMED_MAX];
	struct server_wanted wanted;
	size_t found = 0;
	int rc;
	size_t n = 0;

	if (asks && c->q.ask.n > 0)
		return list_labels(c, out);
	some = c->q.selector.n > 0 || !c->q.server->is_pyroscope ||
		c->q.profile.n > 0 || c->q.trace.n > 0;
	if (is_type_id(c->q.type) && some)
		return 0;
	/* Sort the services and types, and remove duplicates. */
	wanted = (struct server_wanted){ .arena = &c->arena,
		.apps = &apps,
		.is_enough = c->q.type.n > 0 && some ? is_named : NULL };
	if (server_find_list(c, &wanted) != 0) {
		rc = -1;
	} else {
		if (apps.app.n > 0)
			qsort(apps.app.p, apps.app.n, sizeof(*apps.app.p),
				compare_apps);
		for (size_t i = 0; i < apps.app.n; i++)
			if (i == 0 ||
				compare_apps(&apps.app.p[i],
					&apps.app.p[n - 1]) != 0)
				apps.app.p[n++] = apps.app.p[i];
		apps.app.n = n;
		rc = 0;
	}
	if (rc == 0 && c->q.type.n > 0 && some)
		found = find_types(&apps, c->q.type, type);
	if (found == 1)
		c->q.type = type[0];
	if (rc == 0 && found != 1 && asks)
		*out = list_apps(c, &apps);
	else if (rc == 0 && found != 1)
		rc = say_apps(c, &apps, type, found);
	vec_free(&apps.app);
	return rc;
}
