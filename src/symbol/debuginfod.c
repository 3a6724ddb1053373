/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Debug information from servers (debuginfod.h). */
#include "prelude.h"

#include "symbol/debuginfod.h"

#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#if defined(HAVE_DEBUGINFOD) && !defined(FT_STATIC)
#include <dlfcn.h>
#endif

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/file.h"
#include "base/xalloc.h"
#include "input/helper.h"
#include "symbol/sandbox.h"

static const char *const names[] = { [DEBUGINFOD_EXECUTABLE] = "executable",
	[DEBUGINFOD_DEBUGINFO] = "debuginfo" };

struct str
debuginfod_servers(void)
{
	return str_trim(str_c(getenv("DEBUGINFOD_URLS")));
}

/* ---- The child ---- */

#if defined(HAVE_DEBUGINFOD) && !defined(FT_STATIC)

/* From <elfutils/debuginfod.h>, for the library loaded by dlopen(). */
struct debuginfod_client;
typedef struct debuginfod_client *begin_call(void);
typedef int find_call(struct debuginfod_client *client,
	const unsigned char *build_id, int length, char **path);
typedef const char *url_call(struct debuginfod_client *client);

/* ISO C does not allow casts from object to function pointers. */
#define LOAD(library, name, to) \
	(*(void **)&(to) = dlsym((library), (name)), (to) != NULL)

/* Use lower limits than the library's defaults, because the user is waiting. */
static void
set_limits(void)
{
	(void)setenv("DEBUGINFOD_TIMEOUT", "30", 0);
	(void)setenv("DEBUGINFOD_MAXTIME", "300", 0);
	(void)setenv("DEBUGINFOD_MAXSIZE", "536870912", 0);
	(void)unsetenv("DEBUGINFOD_VERBOSE");
}

/* Read the servers from standard input. helper_start() unsets DEBUGINFOD_URLS,
   and arguments are visible to all users. */
static void
set_servers(void)
{
	char servers[4096];
	size_t n = fread(servers, 1, sizeof(servers) - 1, stdin);

	servers[n] = '\0';
	(void)setenv("DEBUGINFOD_URLS", servers, 1);
}

static int
fetch(const char *what, const char *build_id)
{
	void *library = dlopen("libdebuginfod.so.1", RTLD_NOW | RTLD_LOCAL);
	struct debuginfod_client *client;
	char call[64], *path = NULL;
	begin_call *begin;
	find_call *find;
	url_call *url_of;
	const char *url;
	int fd;

	(void)snprintf(call, sizeof(call), "debuginfod_find_%s", what);
	if (library == NULL || !LOAD(library, "debuginfod_begin", begin) ||
		!LOAD(library, "debuginfod_get_url", url_of) ||
		!LOAD(library, call, find)) {
		(void)fprintf(stderr, "libdebuginfod is not installed\n");
		return 1;
	}
	client = begin();
	if (client == NULL)
		return 1;
	fd = find(client, (const unsigned char *)build_id, 0, &path);
	if (fd < 0 || path == NULL) {
		(void)fprintf(stderr, "%s\n", strerror(-fd));
		return 1;
	}
	url = url_of(client);
	printf("%s\n%s\n", path, url != NULL ? url : "");
	return fflush(stdout) == 0 ? 0 : 1;
}

#else

static void
set_limits(void)
{
}

static void
set_servers(void)
{
}

static int
fetch(const char *what, const char *build_id)
{
	(void)what, (void)build_id;
	(void)fprintf(stderr, "flametop was built without libdebuginfod\n");
	return 1;
}

#endif

static bool
is_build_id(struct str id)
{
	for (size_t i = 0; i < id.n; i++)
		if (ascii_low_hex(id.p[i]) < 0)
			return false;
	return id.n > 0 && id.n % 2 == 0;
}

int
debuginfod_main(const char *what, const char *build_id)
{
	bool known = false;

	for (size_t i = 0; i < COUNT_OF(names); i++)
		known = known || strcmp(what, names[i]) == 0;
	if (!known || !is_build_id(str_c(build_id)))
		return 1;
	confine_fetcher();
	set_limits();
	set_servers();
	return fetch(what, build_id);
}

/* ---- The parent ---- */

static int
debuginfod_read(struct helper *h, struct strbuf *out, struct progress *progress,
	struct err *err)
{
	enum { MOST = 1 << 16 };
	char buf[4096];
	ssize_t n;

	while (out->n < MOST &&
		(n = helper_read(h, buf, sizeof(buf), progress, err)) != 0) {
		if (n < 0)
			return -1;
		strbuf_add(out, str_from(buf, (size_t)n));
	}
	return 0;
}

int
debuginfod_file(struct debuginfod_answer *f, const char *program,
	enum debuginfod_what what, struct str build_id,
	struct progress *progress, struct err *err)
{
	char *id = xstrndup(build_id.p, build_id.n);
	const char *const argv[] = { program, DEBUGINFOD_WORD, names[what], id,
		NULL };
	struct strbuf text = STRBUF_INIT;
	struct helper h = { .pid = -1 };
	int rc = -1, status, in = -1;

	if (debuginfod_servers().n == 0) {
		err_set(err, ERR_USAGE, "DEBUGINFOD_URLS names no server");
	} else if (!is_build_id(build_id)) {
		err_set(err, ERR_USAGE, "no build id");
	} else if ((in = helper_input(debuginfod_servers(), program, err)) >=
			0 &&
		helper_start(&h, argv, in, HELPER_OUR_GROUP, err) == 0) {
		rc = debuginfod_read(&h, &text, progress, err);
		status = helper_end(&h);
		if (rc == 0 && status == 0) {
			struct str take_text = strbuf_str(&text);
			struct stat st;

			/* Parse "PATH\nURL\n". */
			strbuf_add(&f->path, str_cut(&take_text, '\n'));
			strbuf_add(&f->where, str_cut(&take_text, '\n'));
			if (f->path.n == 0 ||
				stat(strbuf_c(&f->path), &st) != 0) {
				rc = err_set(err, ERR_IO, "the file is gone");
			} else {
				f->bytes = f->where.n > 0 ? (uint64_t)st.st_size
							  : 0;
				rc = 0;
			}
		} else if (rc == 0)
			rc = err_set(err, ERR_IO, "%.*s",
				STR_ARG(h.said.n > 0
						? str_trim(strbuf_str(&h.said))
						: STR("it failed")));
		strbuf_free(&h.said);
	}
	fd_close(&in);
	strbuf_free(&text);
	free(id);
	return rc;
}

void
debuginfod_free(struct debuginfod_answer *f)
{
	strbuf_free(&f->path);
	strbuf_free(&f->where);
}
