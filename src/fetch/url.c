/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses and builds addresses (url.h). */
#include "prelude.h"

#include "fetch/url.h"

#include <sys/stat.h>

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "fetch/server.h"

/* ---- Parsing ---- */

static bool
url_is_port(struct str port)
{
	for (size_t i = 0; i < port.n; i++)
		if (!ascii_is_digit(port.p[i]))
			return false;
	return true;
}

/* True if the host has no character that Go rejects. A '%' is accepted, for the
   socket of http+unix. */
static bool
url_is_host(struct str host)
{
	for (size_t i = 0; i < host.n; i++) {
		char c = host.p[i];

		if ((unsigned char)c <= ' ' || c == 0x7f ||
			(c != '\0' && strchr("<>\"\\^`{|}/?#@", c) != NULL))
			return false;
	}
	return true;
}

/* Split "host:port" or "[::1]:port". */
static bool
url_split_host(struct str text, struct url *out)
{
	ptrdiff_t colon = str_rchr(text, ':');
	ptrdiff_t bracket = str_rchr(text, ']');

	out->host = text;
	if (text.n > 0 && text.p[0] == '[' && bracket < 0)
		return false;
	if (colon > bracket) {
		out->host = str_sub(text, 0, (size_t)colon);
		out->port = str_skip(text, (size_t)colon + 1);
	} else if (bracket >= 0 && (size_t)bracket + 1 < text.n) {
		return false;
	}
	if (bracket < 0 && str_chr(out->host, ':') >= 0)
		return false;
	return url_is_host(out->host) && url_is_port(out->port);
}

struct str
url_cut_before(struct str *rest, const char *ends)
{
	size_t n = 0;
	struct str head;

	while (n < rest->n &&
		(rest->p[n] == '\0' || strchr(ends, rest->p[n]) == NULL))
		n++;
	head = str_sub(*rest, 0, n);
	*rest = str_skip(*rest, n);
	return head;
}

bool
url_parse(struct str text, struct url *out)
{
	size_t scheme = str_scheme(text);
	struct str rest = str_skip(text, scheme), authority, user;
	ptrdiff_t at;

	*out = (struct url){ .scheme = str_sub(text, 0, scheme) };
	if (scheme == 0 || !str_starts(rest, STR("://")))
		return false;
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.p[i] < ' ' || text.p[i] == 0x7f)
			return false;
	rest = str_skip(rest, 3);
	authority = url_cut_before(&rest, "/?#");
	at = str_rchr(authority, '@');
	if (at >= 0) {
		user = str_sub(authority, 0, (size_t)at);
		out->user = str_cut(&user, ':');
		out->password = user;
		authority = str_skip(authority, (size_t)at + 1);
	}
	out->path = url_cut_before(&rest, "?#");
	if (rest.n > 0 && rest.p[0] == '?') {
		rest = str_skip(rest, 1);
		out->query = url_cut_before(&rest, "#");
	}
	out->fragment = str_skip(rest, 1);
	return url_split_host(authority, out) && out->host.n > 0;
}

/* If an address has a password with an unescaped '/', '?' or '#', return the
   offset of the '@' after it; else 0. Then the text before the first of these
   is "user:something", and unlike in "host:port" the part after the colon is
   not a number. */
static size_t
raw_secret(struct str name)
{
	size_t scheme = str_scheme(name);
	struct str rest = str_skip(name, scheme), authority, port;
	ptrdiff_t at = str_rchr(name, '@'), colon;

	if (scheme == 0 || !str_starts(rest, STR("://")))
		return 0;
	rest = authority = str_skip(rest, 3);
	authority = url_cut_before(&rest, "/?#");
	colon = str_rchr(authority, ':');
	if (at < 0 || (size_t)at < name.n - rest.n || colon < 0 ||
		str_chr(authority, '@') >= 0 || str_chr(authority, '[') == 0)
		return 0;
	port = str_skip(authority, (size_t)colon + 1);
	return port.n > 0 && url_is_port(port) ? 0 : (size_t)at;
}

const struct server *
server_find(struct str scheme)
{
	static const struct server *const all[] = { &server_pyroscope,
		&server_parca };
	static const char *const tails[] = { "", "+https", "+http", "+unix",
		"+https+insecure" };
	struct strbuf name = STRBUF_INIT;
	const struct server *found = NULL;

	for (size_t i = 0; i < COUNT_OF(all) * COUNT_OF(tails); i++) {
		const struct server *s = all[i / COUNT_OF(tails)];
		const char *tail = tails[i % COUNT_OF(tails)];

		strbuf_reset(&name);
		strbuf_addf(&name, "%s%s", s->name, tail);
		if (str_eq_letters(scheme, strbuf_str(&name)))
			found = s;
		/* http+pyroscope is also valid. */
		strbuf_reset(&name);
		if (tail[0] != '\0')
			strbuf_addf(&name, "%s+%s", tail + 1, s->name);
		if (str_eq_letters(scheme, strbuf_str(&name)))
			found = s;
	}
	strbuf_free(&name);
	return found;
}

const char *
url_wrong(struct str name)
{
	static const char *const schemes[] = { "http", "https",
		"https+insecure", "http+unix" };
	size_t scheme = str_scheme(name);
	struct str text = str_sub(name, 0, scheme), rest, authority;
	bool ours = server_find(text) != NULL;
	size_t secret = raw_secret(name);
	ptrdiff_t colon;
	struct url u;

	for (size_t i = 0; i < COUNT_OF(schemes); i++)
		ours = ours || str_eq_letters(text, str_c(schemes[i]));
	if (!ours || !str_starts(str_skip(name, scheme), STR(":")) ||
		(secret == 0 && url_parse(name, &u)))
		return NULL;
	rest = str_skip(name, scheme + 1);
	if (!str_starts(rest, STR("//"))) {
		/* Such a text may also be a host and a port, as in
		   http:8080. */
		authority = url_cut_before(&rest, "/?#");
		return authority.n > 0 && url_is_port(authority)
			? NULL
			: "expected two slashes and a host after the colon";
	}
	rest = str_skip(rest, 2);
	authority = url_cut_before(&rest, "/?#");
	if (secret > 0)
		return "in a password / is written %2F, ? %3F and # %23";
	authority = str_skip(authority, (size_t)(str_rchr(authority, '@') + 1));
	colon = str_rchr(authority, ':');
	if (authority.n == 0 || colon == 0)
		return "it has no host";
	if (authority.p[0] != '[' && str_chr(authority, ':') != colon)
		return "a host with colons is written in brackets, as in "
		       "http://[::1]:6060";
	if (colon > 0 && !url_is_port(str_skip(authority, (size_t)colon + 1)))
		return "a port is a number";
	return "it contains characters that an address cannot have";
}

bool
url_is_address(struct str name, struct arena *arena, struct str *full)
{
	struct strbuf http = STRBUF_INIT;
	struct str head = name;
	ptrdiff_t colon = str_chr(name, ':');
	struct stat st;
	struct url u;

	if (stat(arena_copy(arena, name.p, name.n), &st) == 0)
		return false;
	*full = name;
	if (url_parse(name, &u) || url_wrong(name) != NULL)
		return true;
	/* As in Go, text with a colon before its first slash is not a path. */
	(void)url_cut_before(&head, "/?#");
	if (colon < 0 || (size_t)colon > name.n - head.n ||
		str_starts(name, STR("file:")))
		return false;
	strbuf_add3(&http, "http://", name, "");
	*full = arena_str(arena, strbuf_str(&http));
	strbuf_free(&http);
	return url_parse(*full, &u);
}

/* ---- Building ---- */

void
url_put_origin(struct strbuf *out, const struct url *u)
{
	strbuf_add3(out, "", u->scheme, "://");
	strbuf_add(out, u->host);
	if (u->port.n > 0)
		strbuf_add3(out, ":", u->port, "");
}

void
url_put(struct strbuf *out, const struct url *u)
{
	url_put_origin(out, u);
	strbuf_add(out, u->path);
	if (u->query.n > 0)
		strbuf_add3(out, "?", u->query, "");
}

bool
url_same_origin(const struct url *a, const struct url *b)
{
	return str_eq_letters(a->scheme, b->scheme) &&
		str_eq_letters(a->host, b->host) &&
		str_eq(a->port.n > 0 ? a->port
				     : (str_eq_letters(a->scheme, STR("https"))
						       ? STR("443")
						       : STR("80")),
			b->port.n > 0 ? b->port
				      : (str_eq_letters(b->scheme, STR("https"))
							? STR("443")
							: STR("80")));
}

bool
url_is_loopback(const struct url *u)
{
	if (str_eq_letters(u->host, STR("localhost")) ||
		str_is(u->host, "[::1]"))
		return true;
	for (size_t i = 0; i < u->host.n; i++)
		if (u->host.p[i] != '.' && !ascii_is_digit(u->host.p[i]))
			return false;
	return str_starts(u->host, STR("127."));
}

/* ---- Parameters ---- */

/* Decode %XX and, if `plus`, '+'. False if Go would reject the text. */
static bool
url_unescape(struct strbuf *out, struct str text, bool plus)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (c == ';')
			return false;
		if (c == '%') {
			if (i + 2 >= text.n || ascii_hex(text.p[i + 1]) < 0 ||
				ascii_hex(text.p[i + 2]) < 0)
				return false;
			c = (char)(ascii_hex(text.p[i + 1]) * 16 +
				ascii_hex(text.p[i + 2]));
			i += 2;
		} else if (c == '+' && plus) {
			c = ' ';
		}
		strbuf_addch(out, c);
	}
	return true;
}

/* Cut the next parameter off a query. */
static bool
next_param(struct str *query, bool plus, struct arena *arena, struct str *name,
	struct str *value)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	bool found = false;

	while (query->n > 0 && !found) {
		struct str pair = str_cut(query, '&');
		struct str key = str_cut(&pair, '=');

		strbuf_reset(&a);
		strbuf_reset(&b);
		found = (key.n > 0 || pair.p != NULL) &&
			url_unescape(&a, key, plus) &&
			url_unescape(&b, pair, plus);
	}
	if (found) {
		*name = arena_str(arena, strbuf_str(&a));
		*value = arena_str(arena, strbuf_str(&b));
	}
	strbuf_free(&a);
	strbuf_free(&b);
	return found;
}

bool
url_next_param(struct str *query, struct arena *arena, struct str *name,
	struct str *value)
{
	return next_param(query, true, arena, name, value);
}

bool
url_next_field(struct str *query, struct arena *arena, struct str *name,
	struct str *value)
{
	return next_param(query, false, arena, name, value);
}

struct str
url_decoded(struct arena *arena, struct str text)
{
	char *out = ARENA_ARRAY(arena, char, text.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		int high = text.p[i] == '%' && i + 2 < text.n
			? ascii_hex(text.p[i + 1])
			: -1;
		int low = high >= 0 ? ascii_hex(text.p[i + 2]) : -1;

		if (low >= 0)
			i += 2;
		out[n++] = low >= 0 ? (char)(high * 16 + low) : text.p[i];
	}
	return str_from(out, n);
}

static void
escape_to(struct strbuf *out, struct str text, bool plus)
{
	for (size_t i = 0; i < text.n; i++) {
		char c = text.p[i];

		if (ascii_is_letter(c) || ascii_is_digit(c) ||
			(c != '\0' && strchr("-_.~", c) != NULL))
			strbuf_addch(out, c);
		else if (c == ' ' && plus)
			strbuf_addch(out, '+');
		else
			strbuf_addf(out, "%%%02X", (unsigned char)c);
	}
}

void
url_escape(struct strbuf *out, struct str text)
{
	escape_to(out, text, false);
}

struct url_param {
	struct str name, value;
	size_t at; /* position, which orders equal names */
};

static int
compare_params(const void *a, const void *b)
{
	const struct url_param *p = a, *q = b;
	int order = str_cmp(p->name, q->name);

	return order != 0 ? order : p->at < q->at ? -1 : p->at > q->at;
}

void
url_put_query(
	struct strbuf *out, struct str query, struct str name, struct str value)
{
	VEC(struct url_param) all = { NULL, 0, 0 };
	struct arena arena = ARENA_INIT;
	struct url_param p;

	while (url_next_param(&query, &arena, &p.name, &p.value)) {
		p.at = all.n;
		if (name.n == 0 || !str_eq(p.name, name))
			vec_push(&all, p);
	}
	if (name.n > 0) {
		p = (struct url_param){ name, value, all.n };
		vec_push(&all, p);
	}
	if (all.n > 0)
		qsort(all.p, all.n, sizeof(*all.p), compare_params);
	for (size_t i = 0; i < all.n; i++) {
		strbuf_addstr(out, i > 0 ? "&" : "");
		escape_to(out, all.p[i].name, true);
		strbuf_addch(out, '=');
		escape_to(out, all.p[i].value, true);
	}
	vec_free(&all);
	arena_free(&arena);
}

/* ---- Secrets ---- */

/* True for names such as "api_key", "X-Token" or "sig". */
static bool
is_secret_name(struct str name)
{
	static const char *const words[] = { "token", "key", "password",
		"secret", "sig" };
	bool found = false;

	for (size_t i = 0; i < COUNT_OF(words); i++)
		for (size_t at = 0; at < name.n; at++)
			found = found ||
				str_eq_letters(str_sub(name, at,
						       at + strlen(words[i])),
					str_c(words[i]));
	return found;
}

bool
url_shown(struct strbuf *out, struct str name)
{
	struct str rest = name, pair, key;
	ptrdiff_t mark = str_chr(name, '?');
	size_t scheme = str_scheme(name), from = 0, secret = raw_secret(name);
	bool hid = false;
	struct str authority;
	ptrdiff_t at, colon;

	if (scheme > 0 && str_starts(str_skip(name, scheme), STR("://")))
		from = scheme + 3;
	authority = str_skip(name, from);
	authority = url_cut_before(&authority, "/?#");
	at = str_rchr(authority, '@');
	colon = str_chr(authority, ':');
	if (secret > 0)
		at = (ptrdiff_t)(secret - from);
	if (at > 0 && colon >= 0 && colon < at) {
		hid = at > colon + 1;
		strbuf_add(out, str_sub(name, 0, from + (size_t)colon + 1));
		strbuf_addstr(out, "…");
		rest = str_skip(name, from + (size_t)at);
		mark = str_chr(rest, '?');
	}
	if (mark < 0) {
		strbuf_add(out, rest);
		return hid;
	}
	strbuf_add(out, str_sub(rest, 0, (size_t)mark + 1));
	rest = str_skip(rest, (size_t)mark + 1);
	while (rest.p != NULL) {
		pair = str_cut(&rest, '&');
		key = str_cut(&pair, '=');
		strbuf_add(out, key);
		if (pair.p != NULL && is_secret_name(key)) {
			strbuf_addstr(out, "=…");
			hid = hid || pair.n > 0;
		} else if (pair.p != NULL) {
			strbuf_add3(out, "=", pair, "");
		}
		strbuf_addstr(out, rest.p != NULL ? "&" : "");
	}
	return hid;
}
