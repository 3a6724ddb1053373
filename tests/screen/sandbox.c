/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * mkdtemp, a short environment, and nftw to clear it all away.
 */
#include "prelude.h"

#include "screen/sandbox.h"

#include <errno.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/file.h"
#include "base/strbuf.h"
#include "unit/util_folder.h"

/* What instrumented programs must still hear. */
static const char *const kept[] = { "ASAN_OPTIONS", "UBSAN_OPTIONS",
	"LSAN_OPTIONS", "TSAN_OPTIONS", "GCOV_PREFIX", "LD_LIBRARY_PATH" };

static void
set(struct sandbox *b, const char *name, const char *value)
{
	struct strbuf s = STRBUF_INIT;

	strbuf_addf(&s, "%s=%s", name, value);
	sandbox_env(b, strbuf_str(&s));
	strbuf_free(&s);
}

static void
set_dir(struct sandbox *b, const char *name, const char *sub)
{
	struct strbuf s = STRBUF_INIT;

	strbuf_addf(&s, "%s=%s%s", name, b->dir, sub);
	sandbox_env(b, strbuf_str(&s));
	strbuf_free(&s);
}

static void
set_path(struct sandbox *b, const char *program)
{
	const char *slash = strrchr(program, '/');
	struct strbuf s = STRBUF_INIT;

	if (slash != NULL)
		strbuf_addf(&s, "%.*s:", (int)(slash - program), program);
	strbuf_addstr(&s, "/usr/local/bin:/usr/bin:/bin");
	set(b, "PATH", strbuf_c(&s));
	strbuf_free(&s);
}

int
sandbox_open(struct sandbox *b, const char *program, const char *testdata,
	struct err *err)
{
	const char *tmp = getenv("TMPDIR");
	struct strbuf s = STRBUF_INIT;

	*b = (struct sandbox){ .dir = NULL };
	strbuf_addf(&s, "%s/flametop-XXXXXX", tmp != NULL ? tmp : "/tmp");
	if (mkdtemp(s.p) == NULL) {
		err_errno(err, errno, "%s", s.p);
		strbuf_free(&s);
		return -1;
	}
	b->dir = xstrndup(s.p, s.n);
	strbuf_addstr(&s, "/testdata");
	if (testdata != NULL && symlink(testdata, s.p) != 0) {
		err_errno(err, errno, "%s", s.p);
		strbuf_free(&s);
		sandbox_close(b);
		return -1;
	}
	strbuf_free(&s);
	set_path(b, program);
	set_dir(b, "HOME", "");
	set_dir(b, "XDG_CONFIG_HOME", "/config");
	set_dir(b, "XDG_STATE_HOME", "/state");
	set_dir(b, "XDG_DATA_HOME", "/data");
	set_dir(b, "TMPDIR", "");
	set(b, "TERM", "xterm-256color");
	/* Keys come whole, and Escape needs no clock. */
	set(b, "ESCDELAY", "0");
	set(b, "LC_ALL", "C.UTF-8");
	set(b, "TZ", "UTC");
	for (size_t i = 0; i < COUNT_OF(kept); i++)
		if (getenv(kept[i]) != NULL)
			set(b, kept[i], getenv(kept[i]));
	return 0;
}

void
sandbox_close(struct sandbox *b)
{
	if (b->dir != NULL)
		(void)folder_remove(b->dir);
	free(b->dir);
	for (size_t i = 0; i < b->env.n; i++)
		free(b->env.p[i]);
	vec_free(&b->env);
}

void
sandbox_env(struct sandbox *b, struct str setting)
{
	struct str rest = setting;
	struct str name = str_cut(&rest, '=');
	size_t n = 0;

	for (size_t i = 0; i < b->env.n; i++) {
		char *e = b->env.p[i];

		if (strncmp(e, name.p, name.n) == 0 && e[name.n] == '=')
			free(e);
		else
			b->env.p[n++] = e;
	}
	b->env.n = n;
	if (rest.p != NULL)
		vec_push(&b->env, xstrndup(setting.p, setting.n));
}

const char *const *
sandbox_envp(struct sandbox *b)
{
	vec_reserve(&b->env, b->env.n + 1);
	b->env.p[b->env.n] = NULL;
	return (const char *const *)b->env.p;
}

int
sandbox_file(
	struct sandbox *b, struct str name, struct str text, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	int result;

	strbuf_addf(&path, "%s/%.*s", b->dir, STR_ARG(name));
	result = file_replace(path.p, text, err);
	strbuf_free(&path);
	return result;
}

char *
sandbox_path_in(const char *dir, const char *name)
{
	struct strbuf s = STRBUF_INIT;

	strbuf_addf(&s, "%s/%s", dir, name);
	return s.p;
}
