/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The judge of reports. Three ways to use it:
 *
 *      check [GOLDEN...]       run the program on every case of the files
 *                              (all below tests/golden by default) and compare
 *                              what it prints byte for byte
 *      check --live            take cases from standard input, lines of
 *                              "NAME<TAB>ARGS"; compare the program with
 *                              the judge, pprof
 *      check --record DIR      take such cases and write DIR/NAME.golden
 *                              from what the judge prints
 *
 * Programs run in testdata/, with the same surroundings everywhere.
 *
 * FLAMETOP and JUDGE name the programs, FT_SRCDIR and FT_BUILDDIR the trees,
 * FT_TOOLS is the value of PPROF_TOOLS, FT_JOBS how many run at once, FT_DIFFS
 * how many differences are shown of a file.
 */
#include "prelude.h"

#include <errno.h>
#include <glob.h>
#include <sys/wait.h>
#include <unistd.h>

#include "golden/cases.h"
#include "golden/judge.h"

enum mode { MODE_CHECK, MODE_LIVE, MODE_RECORD };

/* One unit of work: a golden file, or the cases of one NAME. */
struct unit {
	char *path;          /* owned: of the golden file */
	struct strbuf cases; /* owned; live and record: one case a line */
};

struct job {
	enum mode mode;
	struct judge judge;
	VEC(struct unit) units;
};

static void
write_all(int fd, const void *p, size_t n)
{
	const char *c = p;

	while (n > 0) {
		ssize_t k = write(fd, c, n);

		if (k < 0 && errno == EINTR)
			continue;
		if (k <= 0)
			_exit(1);
		c += k;
		n -= (size_t)k;
	}
}

static int
do_unit(const struct job *job, const struct unit *u, struct tally *t,
	struct strbuf *out, struct err *err)
{
	struct str cases = strbuf_str(&u->cases);

	switch (job->mode) {
	case MODE_LIVE:
		return judge_live(&job->judge, cases, t, out, err);
	case MODE_RECORD:
		return judge_record(&job->judge, cases, u->path, t, out, err);
	case MODE_CHECK:
		break;
	}
	return judge_golden(&job->judge, u->path, t, out, err);
}

/* A worker process: take numbers of units from one pipe until it is empty,
   write the tally of each into the other. */
static void
work(const struct job *job, int todo, int done)
{
	uint32_t i;

	while (read(todo, &i, sizeof(i)) == (ssize_t)sizeof(i)) {
		struct err err = ERR_INIT;
		struct tally t = { 0 };
		struct strbuf out = STRBUF_INIT;

		if (do_unit(job, &job->units.p[i], &t, &out, &err) < 0) {
			strbuf_addf(&out, "ERROR %s\n", err.msg);
			t.failed++;
		}
		write_all(STDOUT_FILENO, strbuf_c(&out), out.n);
		write_all(done, &t, sizeof(t));
		strbuf_free(&out);
	}
	_exit(0);
}

/* Do all units in n processes. False when one of them died. */
static bool
work_all(const struct job *job, long n, struct tally *sum)
{
	int todo[2], done[2], status;
	struct tally t;
	bool ok = true;

	if (pipe(todo) != 0 || pipe(done) != 0)
		return false;
	fflush(stdout);
	for (long i = 0; i < n; i++) {
		if (fork() == 0) {
			close(todo[1]);
			close(done[0]);
			work(job, todo[0], done[1]);
		}
	}
	close(todo[0]);
	close(done[1]);
	for (uint32_t i = 0; i < job->units.n; i++)
		write_all(todo[1], &i, sizeof(i));
	close(todo[1]);
	while (read(done[0], &t, sizeof(t)) == (ssize_t)sizeof(t)) {
		sum->cases += t.cases;
		sum->failed += t.failed;
		sum->unsteady += t.unsteady;
		sum->misread += t.misread;
	}
	close(done[0]);
	while (wait(&status) > 0)
		ok = ok && status == 0;
	return ok;
}

static const char *
env_or(const char *name, const char *other)
{
	const char *v = getenv(name);

	return v != NULL && *v != '\0' ? v : other;
}

/* Everything a report could depend on is the same for all runs. */
static void
set_surroundings(void)
{
	static const char *const drop[] = { "FLAMETOP_OPTIONS", "NO_COLOR",
		"COLORTERM", "COLUMNS", "LINES", "LANG", "LANGUAGE" };
	static const char *const none[] = { "HOME", "PPROF_TMPDIR",
		"XDG_CONFIG_HOME", "XDG_STATE_HOME", "XDG_DATA_HOME" };

	for (size_t i = 0; i < COUNT_OF(drop); i++)
		unsetenv(drop[i]);
	for (size_t i = 0; i < COUNT_OF(none); i++)
		setenv(none[i], "/nonexistent", 1);
	setenv("PPROF_TOOLS", env_or("FT_TOOLS", "/nonexistent"), 1);
	setenv("PPROF_BINARY_PATH", "symbols", 1);
	unsetenv("DEBUGINFOD_URLS");
	setenv("TZ", "UTC", 1);
	setenv("LC_ALL", "C.UTF-8", 1);
}

static int64_t
env_number(const char *name, int64_t other)
{
	int64_t n;

	return str_to_i64(str_c(getenv(name)), &n) && n > 0 ? n : other;
}

/* How many programs run at once: FT_JOBS, or one for each processor. */
static long
count_jobs(void)
{
	long cpus = sysconf(_SC_NPROCESSORS_ONLN);

	return (long)env_number("FT_JOBS", cpus < 1 ? 1 : cpus > 8 ? 8 : cpus);
}

static char *
join_path(const char *dir, struct str name, const char *end)
{
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b, "%s/%.*s%s", dir, STR_ARG(name), end);
	return b.p;
}

static char *
absolute(const char *path)
{
	char buf[4096];
	struct str s = str_c(path);

	if (path[0] == '/' || getcwd(buf, sizeof(buf)) == NULL)
		return xstrndup(s.p, s.n);
	return join_path(buf, s, "");
}

static void
add_unit(struct job *job, char *path)
{
	vec_push(&job->units, ((struct unit){ .path = path }));
}

/* Without libiberty C++ names stay as they are, and without libdw programs have
   no lines. Disassembly belongs to one version of objdump: `disassembled`. */
static bool
can_judge(const char *path)
{
	bool good = strstr(path, "/disasm-") == NULL;

#ifndef HAVE_LIBIBERTY
	good = good && strstr(path, "/named/") == NULL &&
		strstr(path, "/symbols/") == NULL;
#endif
#ifndef HAVE_LIBDW
	good = good && strstr(path, "/symbols/") == NULL;
#endif
	return good || path[0] == '\0';
}

/* The golden files named, or all there are. */
static int
find_goldens(struct job *job, char **paths, int n, struct err *err)
{
	char *pattern = join_path(
		env_or("FT_SRCDIR", "."), STR("tests/golden/*/*.golden"), "");
	glob_t g;

	for (int i = 0; i < n; i++)
		add_unit(job, absolute(paths[i]));
	if (n == 0 && glob(pattern, 0, NULL, &g) == 0) {
		for (size_t i = 0; i < g.gl_pathc; i++)
			if (can_judge(g.gl_pathv[i]))
				add_unit(job, absolute(g.gl_pathv[i]));
		globfree(&g);
	}
	if (job->units.n == 0)
		err_set(err, ERR_IO, "%s: no golden files", pattern);
	free(pattern);
	return job->units.n > 0 ? 0 : -1;
}

/* Lines of "NAME<TAB>ARGS" from standard input; a unit is the lines of one
   NAME that follow one another. */
static int
read_cases(struct job *job, const char *dir, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	struct str left, last = STR_EMPTY;
	int rc = golden_read("/dev/stdin", &text, err);

	left = strbuf_str(&text);
	while (rc == 0 && left.n > 0) {
		struct str args = str_cut(&left, '\n');
		struct str name = str_cut(&args, '\t');
		struct strbuf *to;

		if (args.n == 0) {
			rc = err_set(err, ERR_FORMAT, "no tab in '%.*s'",
				STR_ARG(name));
			break;
		}
		if (!str_eq(name, last))
			add_unit(job, join_path(dir, name, ".golden"));
		last = name;
		to = &job->units.p[job->units.n - 1].cases;
		strbuf_add(to, args);
		strbuf_addch(to, '\n');
	}
	strbuf_free(&text);
	return rc;
}

static int
prepare(struct job *job, int argc, char **argv, struct err *err)
{
	bool is_live = argc == 2 && str_is(str_c(argv[1]), "--live");
	bool is_record = argc == 3 && str_is(str_c(argv[1]), "--record");
	int rc;

	job->mode = is_live ? MODE_LIVE : is_record ? MODE_RECORD : MODE_CHECK;
	if (job->mode == MODE_CHECK) {
		rc = find_goldens(job, argv + 1, argc - 1, err);
	} else {
		char *dir = absolute(is_record ? argv[2] : ".");

		rc = read_cases(job, dir, err);
		free(dir);
	}
	if (rc == 0 && job->mode != MODE_CHECK && job->judge.pprof == NULL)
		rc = err_set(err, ERR_USAGE, "JUDGE names no program");
	return rc;
}

/* Work in testdata/. Owned: the path of the program, absolute before. */
static int
enter_testdata(struct err *err)
{
	char *dir = join_path(env_or("FT_SRCDIR", "."), STR("testdata"), "");
	int rc = chdir(dir);

	if (rc != 0)
		err_errno(err, errno, "%s", dir);
	free(dir);
	return rc;
}

static void
print_tally(const struct job *job, const struct tally *t)
{
	static const char *const what[] = { "golden", "live", "record" };

	printf("%s: %zu cases, %zu passed, %zu failed", what[job->mode],
		t->cases, t->cases - t->failed - t->unsteady - t->misread,
		t->failed);
	if (t->unsteady > 0)
		printf(", %zu where the judge is unsteady", t->unsteady);
	if (t->misread > 0)
		printf(", %zu where it takes a profile for a program",
			t->misread);
	printf("\n");
}

int
main(int argc, char **argv)
{
	struct err err = ERR_INIT;
	struct job job = { .mode = MODE_CHECK };
	struct tally sum = { 0 };
	char tmp[] = "/tmp/golden.XXXXXX";
	char *program =
		join_path(env_or("FT_BUILDDIR", "."), STR("flametop"), "");
	char *path = absolute(env_or("FLAMETOP", program));
	bool ok = true;
	int rc;

	job.judge = (struct judge){ .program = path,
		.pprof = env_or("JUDGE", NULL),
		.tmp = mkdtemp(tmp),
		.max_diffs = (size_t)env_number("FT_DIFFS", 5) };
	set_surroundings();
	rc = prepare(&job, argc, argv, &err);
	if (rc == 0)
		rc = enter_testdata(&err);
	if (rc == 0)
		ok = work_all(&job, count_jobs(), &sum);
	if (job.judge.tmp != NULL)
		rmdir(job.judge.tmp);
	if (rc != 0)
		fprintf(stderr, "check: %s\n", err.msg);
	else
		print_tally(&job, &sum);
	for (size_t i = 0; i < job.units.n; i++) {
		free(job.units.p[i].path);
		strbuf_free(&job.units.p[i].cases);
	}
	vec_free(&job.units);
	free(path);
	free(program);
	return rc != 0 || !ok || sum.failed > 0 || sum.cases == 0;
}
