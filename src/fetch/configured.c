/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Reads the servers in the configuration (configured.h). */
#include "prelude.h"

#include "fetch/configured.h"

#include <pthread.h>
#include <sys/stat.h>
#include <sys/wait.h>

#include "base/ascii.h"
#include "base/clock.h"
#include "base/file.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "fetch/fetch.h"
#include "fetch/secret.h"
#include "fetch/server.h"
#include "input/helper.h"
#include "input/shell.h"

enum {
	SECRET_MAX = 64 * 1024,
	PATIENCE_MS = 120 * 1000, /* the user may have to type a password */
};

/* A [server] section. Its strings are in the arena of named_servers. */
struct named_server {
	struct str name;
	size_t line; /* line number of its heading */
	struct str url, tenant, user, password_command, token_file;
	struct http_tls tls;
	/* Address of its requests: `url` as used on the wire. */
	struct url wire;
	struct str socket;
	/* Password or token from the command, owned, or NULL. */
	char *secret;
};

struct named_servers {
	struct arena arena;
	pthread_mutex_t lock;              /* protects the secrets */
	VEC(struct named_server *) server; /* owned */
};

static const struct {
	const char *name;
	size_t field; /* offset of a string in struct named_server */
	bool is_path;
} keys[] = {
	{ "url", offsetof(struct named_server, url), false },
	{ "tenant", offsetof(struct named_server, tenant), false },
	{ "user", offsetof(struct named_server, user), false },
	{ "password_command", offsetof(struct named_server, password_command),
		false },
	{ "token_file", offsetof(struct named_server, token_file), true },
	{ "tls_cert", offsetof(struct named_server, tls.cert), true },
	{ "tls_key", offsetof(struct named_server, tls.key), true },
	{ "tls_ca", offsetof(struct named_server, tls.ca), true },
};

struct named_servers *
named_new(void)
{
	struct named_servers *all = xcalloc(1, sizeof(*all));

	pthread_mutex_init(&all->lock, NULL);
	return all;
}

static void
server_free(struct named_server *s)
{
	if (s->secret != NULL)
		secret_wipe(s->secret, strlen(s->secret));
	free(s->secret);
	free(s);
}

void
named_free(struct named_servers *all)
{
	if (all == NULL)
		return;
	for (size_t i = 0; i < all->server.n; i++)
		server_free(all->server.p[i]);
	vec_free(&all->server);
	pthread_mutex_destroy(&all->lock);
	arena_free(&all->arena);
	free(all);
}

/* ---- Reading ---- */

bool
named_begins(struct str line)
{
	return str_starts(line, STR("["));
}

static struct named_server *
find_name(const struct named_servers *all, struct str name)
{
	for (size_t i = 0; all != NULL && i < all->server.n; i++)
		if (str_eq(all->server.p[i]->name, name))
			return all->server.p[i];
	return NULL;
}

/* Add "[server prod]" as a new server. NULL if its lines must be skipped. */
static struct named_server *
read_heading(struct named_servers *all, struct str line, size_t number,
	struct warnings *damage)
{
	struct named_server *s;
	struct str name = STR_EMPTY;
	bool good;

	if (str_starts(line, STR("[server ")) && str_ends(line, STR("]")))
		name = str_trim(str_sub(line, strlen("[server "), line.n - 1));
	/* Allow only what may precede the colon of an address. */
	good = name.n > 0;
	for (size_t i = 0; i < name.n; i++)
		good = good &&
			(ascii_is_letter(name.p[i]) ||
				ascii_is_digit(name.p[i]) ||
				(name.p[i] != '\0' &&
					strchr("-_.", name.p[i]) != NULL));
	if (!good) {
		warnings_add(damage,
			"%zu: expected [server NAME] with a name of letters, "
			"digits, '-', '_' and '.'",
			number);
		return NULL;
	}
	if (find_name(all, name) != NULL) {
		warnings_add(damage, "%zu: the server %.*s is defined twice",
			number, STR_ARG(name));
		return NULL;
	}
	s = xcalloc(1, sizeof(*s));
	s->name = arena_str(&all->arena, name);
	s->line = number;
	vec_push(&all->server, s);
	return s;
}

/* Expand "~/x" to a path in the user's home folder. */
static struct str
path_of(struct str value, struct arena *arena)
{
	const char *home = getenv("HOME");
	struct strbuf path = STRBUF_INIT;
	struct str text = value;

	if (home != NULL && str_starts(value, STR("~/"))) {
		strbuf_add3(&path, home, str_skip(value, 1), "");
		text = strbuf_str(&path);
	}
	text = arena_str(arena, text);
	strbuf_free(&path);
	return text;
}

/* Read a "name = value" line. Warnings omit the value: it may be a secret. */
static void
read_line(struct named_servers *all, struct named_server *s, struct str line,
	size_t number, struct warnings *damage)
{
	ptrdiff_t equals = str_chr(line, '=');
	struct str name, value;

	if (equals < 0) {
		warnings_add(damage, "%zu: expected name = value", number);
		return;
	}
	name = str_trim(str_sub(line, 0, (size_t)equals));
	value = str_trim(str_skip(line, (size_t)equals + 1));
	for (size_t i = 0; i < COUNT_OF(keys); i++)
		if (str_is(name, keys[i].name)) {
			*(struct str *)(void *)((char *)s + keys[i].field) =
				keys[i].is_path ? path_of(value, &all->arena)
						: arena_str(&all->arena, value);
			return;
		}
	warnings_add(damage,
		"%zu: unknown name %.*s; use url, tenant, user, "
		"password_command, token_file, tls_cert, tls_key, tls_ca",
		number, STR_ARG(name));
}

/* Set s->wire and s->socket from s->url, or fail. */
static int
settle(struct named_servers *all, struct named_server *s, struct err *err)
{
	struct strbuf shown = STRBUF_INIT;
	struct http_request r = { .posts = false };
	struct server_query q;
	struct url u;
	bool secret = url_shown(&shown, s->url);

	strbuf_free(&shown);
	if (s->url.n == 0)
		return err_set(err, ERR_USAGE, "no url is set");
	if (secret)
		return err_set(err, ERR_USAGE,
			"the url must not contain a password; use "
			"password_command or token_file");
	if (url_parse(s->url, &u) && server_find(u.scheme) != NULL) {
		if (server_parse(s->url, s->url, clock_now(), &all->arena, &q,
			    err) != 0)
			return -1;
		s->wire = q.url;
		s->socket = q.socket;
		return 0;
	}
	if (s->tenant.n > 0)
		return err_set(err, ERR_USAGE,
			"tenant applies only to pyroscope:// and parca://");
	if (fetch_settle(&fetch_defaults, s->url, &all->arena, &s->wire, &r,
		    err) != 0)
		return -1;
	s->socket = r.socket;
	return 0;
}

void
named_read(struct named_servers *all, struct str text, struct warnings *damage)
{
	struct named_server *s = NULL;
	bool inside = false;
	size_t number = 0, n = 0;

	while (text.n > 0) {
		struct str line = str_trim(str_cut(&text, '\n'));

		number++;
		if (line.n == 0 || line.p[0] == '#')
			continue;
		if (named_begins(line)) {
			s = read_heading(all, line, number, damage);
			inside = true;
		} else if (s != NULL) {
			read_line(all, s, line, number, damage);
		} else if (inside) {
			continue;
		}
	}
	for (size_t i = 0; i < all->server.n; i++) {
		struct err err = ERR_INIT;

		s = all->server.p[i];
		if (settle(all, s, &err) == 0) {
			all->server.p[n++] = s;
			continue;
		}
		warnings_add(damage, "%zu: server %.*s: %s", s->line,
			STR_ARG(s->name), err.msg);
		server_free(s);
	}
	all->server.n = n;
}

/* ---- Names ---- */

struct str
named_at(const struct named_servers *all, size_t i)
{
	return all != NULL && i < all->server.n ? all->server.p[i]->name
						: STR_EMPTY;
}

const struct named_server *
named_called(const struct named_servers *all, struct str text)
{
	struct str rest = text, name = str_cut(&rest, ':');

	/* A path, parameters or nothing may follow the colon, but no port. */
	if (rest.p == NULL || str_starts(rest, STR("//")) ||
		(rest.n > 0 && rest.p[0] != '/' && rest.p[0] != '?'))
		return NULL;
	return find_name(all, name);
}

struct str
named_expand(
	const struct named_servers *all, struct str text, struct arena *arena)
{
	const struct named_server *s = named_called(all, text);
	struct strbuf full = STRBUF_INIT;
	struct str rest = text, query;
	const char *before = "?";
	struct stat st;
	size_t scheme;
	bool has;
	size_t from;
	struct str user_rest, base;
	struct url u;

	if (s == NULL || stat(arena_copy(arena, text.p, text.n), &st) == 0)
		return text;
	(void)str_cut(&rest, ':');
	/* Insert the user name: scheme://user@host. */
	scheme = str_scheme(s->url);
	has = str_starts(str_skip(s->url, scheme), STR("://"));
	from = has ? scheme + strlen("://") : 0;
	user_rest = str_skip(s->url, from);
	base = str_cut(&user_rest, '?');
	strbuf_add(&full, str_sub(s->url, 0, from));
	if (s->user.n > 0 && !(url_parse(s->url, &u) && u.user.n > 0)) {
		url_escape(&full, s->user);
		strbuf_addch(&full, '@');
	}
	strbuf_add(&full, base);
	if (rest.n > 0 && rest.p[0] == '/') {
		while (full.p[full.n - 1] == '/')
			strbuf_cut(&full, full.n - 1);
	}
	strbuf_add(&full, str_cut(&rest, '?'));
	/* The given parameters come last, so that they take precedence. */
	query = s->url;
	(void)str_cut(&query, '?');
	if (query.n > 0) {
		strbuf_add3(&full, before, query, "");
		before = "&";
	}
	if (s->tenant.n > 0) {
		strbuf_add3(&full, before, STR("tenant="), "");
		url_escape(&full, s->tenant);
		before = "&";
	}
	if (rest.n > 0)
		strbuf_add3(&full, before, rest, "");
	text = arena_str(arena, strbuf_str(&full));
	strbuf_free(&full);
	return text;
}

/* ---- Credentials ---- */

/* True if path is top, or below it. */
static bool
path_is_below(struct str path, struct str top)
{
	while (top.n > 0 && top.p[top.n - 1] == '/')
		top.n--;
	return str_starts(path, top) &&
		(path.n == top.n || path.p[top.n] == '/');
}

const struct named_server *
named_find(
	const struct named_servers *all, const struct url *u, struct str socket)
{
	for (size_t i = 0; all != NULL && i < all->server.n; i++) {
		const struct named_server *s = all->server.p[i];
		struct arena arena = ARENA_INIT;
		bool good = url_same_origin(&s->wire, u) &&
			str_eq(s->socket, socket) &&
			path_is_below(u->path, s->wire.path) &&
			(u->user.n == 0 ||
				str_eq(url_decoded(&arena, u->user),
					named_user(s)));

		arena_free(&arena);
		if (good)
			return s;
	}
	return NULL;
}

struct str
named_user(const struct named_server *s)
{
	return s->user.n > 0 ? s->user : s->wire.user;
}

const struct http_tls *
named_tls(const struct named_server *s)
{
	bool any = s->tls.cert.n + s->tls.key.n + s->tls.ca.n > 0;

	return any ? &s->tls : NULL;
}

/* Take the first line of text. -1 and err if it is empty. */
static int
take_first_line(struct strbuf *text, struct str *out, struct err *err)
{
	struct str rest = strbuf_str(text);

	*out = str_trim(str_cut(&rest, '\n'));
	return out->n > 0 ? 0 : err_set(err, ERR_IO, "its first line is empty");
}

static int
read_token(const struct named_server *s, struct arena *arena, struct str *out,
	struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int rc = file_read(arena_copy(arena, s->token_file.p, s->token_file.n),
		SECRET_MAX, &text, err);

	if (rc == 1)
		rc = err_set(err, ERR_IO, "%.*s: no such file",
			STR_ARG(s->token_file));
	if (rc == 0 && take_first_line(&text, out, err) != 0)
		rc = err_wrap(err, "%.*s", STR_ARG(s->token_file));
	if (rc == 0)
		*out = arena_str(arena, *out);
	if (text.p != NULL)
		secret_wipe(text.p, text.n);
	strbuf_free(&text);
	return rc;
}

/* Get the output of password_command, run once: it may ask the user. */
static int
ask_command(struct named_server *s, bool apart, struct arena *arena,
	struct str *out, struct progress *progress, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	int rc = 0;

	if (s->secret == NULL) {
		struct str command = s->password_command;
		VEC(const char *) argv = { NULL, 0, 0 };
		struct arena secret_arena = ARENA_INIT;
		struct strbuf word = STRBUF_INIT;
		struct helper h;
		int status;

		while ((rc = shell_next(&command, &word, err)) > 0)
			vec_push(&argv,
				arena_copy(&secret_arena, strbuf_c(&word),
					word.n));
		vec_push(&argv, NULL);
		if (rc == 0 && argv.p[0] == NULL)
			rc = err_set(err, ERR_USAGE, "it is empty");
		if (rc == 0 &&
			helper_start(&h, argv.p, -1,
				apart ? HELPER_OWN_GROUP : HELPER_OUR_GROUP,
				err) != 0)
			rc = -1;
		else if (rc == 0) {
			char buf[4096];
			ssize_t n;

			h.until = clock_ms() + PATIENCE_MS;
			/* Read all output of the command. */
			while ((n = helper_read(&h, buf, sizeof(buf), progress,
					err)) > 0)
				if (text.n < SECRET_MAX)
					strbuf_add(&text,
						str_from(buf, (size_t)n));
			secret_wipe(buf, sizeof(buf));
			rc = n < 0 ? -1 : 0;
			status = helper_end(&h);
			if (rc == 0 && status != 0) {
				struct str said = str_trim(strbuf_str(&h.said));
				ptrdiff_t last = str_rchr(said, '\n');

				said = str_skip(said, (size_t)(last + 1));
				rc = err_set(err, ERR_IO, "%s failed%s%.*s",
					argv.p[0], said.n > 0 ? ": " : "",
					STR_ARG(said));
			}
			strbuf_free(&h.said);
		}
		vec_free(&argv);
		strbuf_free(&word);
		arena_free(&secret_arena);
		if (rc == 0)
			rc = take_first_line(&text, out, err);
		if (rc == 0)
			s->secret = xstrndup(out->p, out->n);
		else if (err->code != ERR_CANCELLED)
			(void)err_wrap(err, "password_command");
	}
	if (text.p != NULL)
		secret_wipe(text.p, text.n);
	strbuf_free(&text);
	*out = rc == 0 ? arena_str(arena, str_c(s->secret)) : STR_EMPTY;
	return rc;
}

int
named_secret(struct named_servers *all, const struct named_server *s,
	bool apart, struct arena *arena, struct str *out,
	struct progress *progress, struct err *err)
{
	struct named_server *own = find_name(all, s->name);
	int rc = 0;

	*out = STR_EMPTY;
	if (s->password_command.n + s->token_file.n == 0)
		return 0;
	secret_keep_in();
	pthread_mutex_lock(&all->lock);
	rc = s->password_command.n > 0
		? ask_command(own, apart, arena, out, progress, err)
		: read_token(s, arena, out, err);
	pthread_mutex_unlock(&all->lock);
	if (rc != 0 && err->code != ERR_CANCELLED)
		(void)err_wrap(err, "server %.*s", STR_ARG(s->name));
	return rc;
}
