/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Limits for child processes (sandbox.h). */
#define _DEFAULT_SOURCE 1 /* syscall() */
#include "prelude.h"

#include "symbol/sandbox.h"

#include <signal.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#endif

#include "base/xalloc.h"

extern char **environ;

enum { NICER = 5 };

static void
limit(int resource, rlim_t most)
{
	struct rlimit r = { .rlim_cur = most, .rlim_max = most }, now;

	if (getrlimit(resource, &now) == 0 && now.rlim_max < most)
		r.rlim_cur = r.rlim_max = now.rlim_max;
	(void)setrlimit(resource, &r);
}

#if defined(__linux__) && defined(SYS_landlock_restrict_self)

/* With Landlock, forbid file changes, programs and TCP. files[] has all access
   rights by ABI version, as numbers because older headers lack some names. */
static void
forbid(void)
{
	enum { ASK_VERSION = 1, READ_FILE = 4, READ_DIR = 8 };
	static const uint64_t files[] = { 0, 0x1fff, 0x3fff, 0x7fff };
	struct {
		uint64_t files, net;
	} rules = { .net = 3 };
	long version =
		syscall(SYS_landlock_create_ruleset, NULL, 0, ASK_VERSION);
	int fd;

	if (version < 1)
		return;
	rules.files = files[version < 3 ? version : 3] &
		~(uint64_t)(READ_FILE | READ_DIR);
	fd = (int)syscall(SYS_landlock_create_ruleset, &rules,
		version < 4 ? sizeof(rules.files) : sizeof(rules), 0);
	/* The ruleset allows nothing, so all its rights are denied. */
	if (fd >= 0)
		(void)syscall(SYS_landlock_restrict_self, fd, 0);
	if (fd >= 0)
		(void)close(fd);
}

#else

static void
forbid(void)
{
}

#endif

static void
gain_nothing(void)
{
#ifdef __linux__
	(void)prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0);
#endif
	limit(RLIMIT_CORE, 0);
}

void
confine_reader(void)
{
	environ = xcalloc(1, sizeof(*environ));
	gain_nothing();
	limit(RLIMIT_CPU, CONFINE_CPU_SECONDS);
	limit(RLIMIT_FSIZE, 0);
	/* On macOS each process maps more than this from the beginning. */
#if !defined(FT_SANITIZE) && !defined(__APPLE__)
	if (sizeof(rlim_t) > 4)
		limit(RLIMIT_AS, (rlim_t)CONFINE_GIGABYTES << 30);
#endif
	forbid();
	(void)signal(SIGALRM, SIG_DFL);
	(void)setpriority(PRIO_PROCESS, 0, NICER);
	confine_renew();
}

void
confine_memory(uint64_t tables, uint64_t file)
{
#if !defined(FT_SANITIZE)
	enum { PROGRAM = 256 << 20 };

	if (sizeof(rlim_t) > 4 && tables != 0 &&
		tables < (uint64_t)CONFINE_GIGABYTES << 30)
		limit(RLIMIT_AS, tables + file + PROGRAM);
#else
	(void)tables, (void)file;
#endif
}

void
confine_renew(void)
{
	(void)alarm(CONFINE_ANSWER_SECONDS);
}

void
confine_fetcher(void)
{
	gain_nothing();
}
