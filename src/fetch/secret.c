/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hides secrets in addresses (secret.h). */
#include "prelude.h"

#include "fetch/secret.h"

#ifdef HAVE_SYS_PRCTL_H
#include <sys/prctl.h>
#else
#include <sys/resource.h>
#endif

#include "base/compiler.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "fetch/url.h"

struct secret {
	char *shown, *real; /* owned */
};

/* Variables of flametop and of Pyroscope's profilecli. */
static const char *const variables[] = { "FLAMETOP_PASSWORD", "FLAMETOP_TOKEN",
	"FLAMETOP_USER", "PROFILECLI_PASSWORD", "PROFILECLI_TOKEN",
	"PROFILECLI_USERNAME" };

struct secrets {
	VEC(struct secret) secret;
	char *variable[COUNT_OF(variables)]; /* values, owned; NULL: not set */
	char **argv; /* returned by secrets_hide(), owned */
};

struct secrets *
secrets_new(void)
{
	return xcalloc(1, sizeof(struct secrets));
}

void
secret_keep_in(void)
{
#ifdef HAVE_SYS_PRCTL_H
	(void)prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
	struct rlimit core;

	if (getrlimit(RLIMIT_CORE, &core) == 0) {
		core.rlim_cur = 0;
		(void)setrlimit(RLIMIT_CORE, &core);
	}
#endif
}

void
secret_wipe(char *text, size_t n)
{
	volatile char *at = text;

	while (n-- > 0)
		*at++ = '\0';
}

static void
wipe(char *text)
{
	secret_wipe(text, strlen(text));
}

void
secrets_free(struct secrets *s)
{
	if (s == NULL)
		return;
	for (size_t i = 0; i < s->secret.n; i++) {
		struct secret *x = &s->secret.p[i];

		wipe(x->real);
		wipe(x->shown);
		free(x->real);
		free(x->shown);
	}
	for (size_t i = 0; i < COUNT_OF(variables); i++) {
		if (s->variable[i] != NULL)
			wipe(s->variable[i]);
		free(s->variable[i]);
	}
	vec_free(&s->secret);
	free(s->argv);
	free(s);
}

bool
secrets_in(struct str line)
{
	struct strbuf shown = STRBUF_INIT;
	bool found = false;
	size_t from = 0;

	/* Check words and their values: "diff='http://u:p@h/x'". */
	for (size_t i = 0; i <= line.n && !found; i++) {
		struct str word;

		if (i < line.n && strchr(" \t'\"=", line.p[i]) == NULL)
			continue;
		word = str_sub(line, from, line.n);
		word = url_cut_before(&word, " \t'\"");
		strbuf_reset(&shown);
		found = str_find(word, STR("://"), 0) > 0 &&
			url_shown(&shown, word);
		from = i + 1;
	}
	strbuf_free(&shown);
	return found;
}

/* Return the value in "-flag=value", or the whole word. */
static char *
word_value(char *word)
{
	char *equals = word[0] == '-' ? strchr(word, '=') : NULL;

	return equals != NULL ? equals + 1 : word;
}

/* True if a value looks like an address. Only addresses contain secrets: other
   values, such as patterns, may also contain '@'. */
static bool
may_be_address(const char *value)
{
	struct str text = str_c(value);
	size_t scheme = str_scheme(text);
	ptrdiff_t at = str_chr(text, '@'), colon = str_chr(text, ':');

	return (scheme > 0 && str_starts(str_skip(text, scheme), STR("://"))) ||
		(colon > 0 && at > colon && str_chr(text, '/') > at);
}

/* True if word i is the value of -header, all of which is secret. */
static bool
word_is_header(int i, char **argv)
{
	static const char *const flags[] = { "-header", "--header" };
	bool found = false;

	for (size_t f = 0; f < COUNT_OF(flags); f++) {
		size_t n = strlen(flags[f]);

		found = found ||
			(strncmp(argv[i], flags[f], n) == 0 &&
				argv[i][n] == '=') ||
			(i > 1 && strcmp(argv[i - 1], flags[f]) == 0);
	}
	return found;
}

struct str
secrets_variable(const struct secrets *s, const char *name)
{
	for (size_t i = 0; s != NULL && i < COUNT_OF(variables); i++)
		if (strcmp(name, variables[i]) == 0)
			return str_c(s->variable[i]);
	return STR_EMPTY;
}

char **
secrets_hide(struct secrets *s, int argc, char **argv)
{
	struct strbuf shown = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(variables); i++) {
		char *value = getenv(variables[i]);

		if (value == NULL)
			continue;
		s->variable[i] = xstrndup(value, strlen(value));
		memset(value, '*', strlen(value));
		(void)unsetenv(variables[i]);
	}
	s->argv = xcalloc((size_t)argc + 1, sizeof(*s->argv));
	for (int i = 0; i < argc; i++) {
		char *value = word_value(argv[i]);
		struct str before =
			str_from(argv[i], (size_t)(value - argv[i]));
		struct secret x;

		s->argv[i] = argv[i];
		strbuf_reset(&shown);
		strbuf_add(&shown, before);
		if (i > 0 && word_is_header(i, argv)) {
			strbuf_addstr(&shown, value);
		} else if (i == 0 || !may_be_address(value) ||
			!url_shown(&shown, str_c(value))) {
			continue;
		}
		x.real = xstrndup(value, strlen(value));
		x.shown = xstrndup(shown.p, shown.n);
		vec_push(&s->secret, x);
		memset(value, '*', strlen(value));
		s->argv[i] = x.shown;
	}
	strbuf_free(&shown);
	return s->argv;
}

/* Return the "scheme://user:...@host:port" of an address. */
static struct str
place_of(struct str name)
{
	size_t scheme = str_scheme(name) + strlen("://");
	struct str rest = str_skip(name, scheme);

	rest = str_cut(&rest, '/');
	rest = str_cut(&rest, '?');
	return str_sub(name, 0, scheme + rest.n);
}

struct str
secrets_real(const struct secrets *s, struct str name, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	struct str real = name, place = place_of(name);

	for (size_t i = 0; s != NULL && i < s->secret.n; i++)
		if (str_is(name, word_value(s->secret.p[i].shown)))
			return str_c(s->secret.p[i].real);
	if (str_chr(place, '@') < 0)
		return name;
	for (size_t i = 0; s != NULL && i < s->secret.n; i++) {
		const struct secret *x = &s->secret.p[i];

		if (!str_eq(place, place_of(str_c(word_value(x->shown)))))
			continue;
		strbuf_add(&text, place_of(str_c(x->real)));
		strbuf_add(&text, str_skip(name, place.n));
		real = arena_str(arena, strbuf_str(&text));
		wipe(text.p);
		break;
	}
	strbuf_free(&text);
	return real;
}

bool
secrets_any(const struct secrets *s)
{
	bool any = s->secret.n > 0;

	for (size_t i = 0; i < COUNT_OF(variables); i++)
		any = any || s->variable[i] != NULL;
	return any;
}
