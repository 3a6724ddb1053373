/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Information of Linux about a process (proc.h). */
#include "prelude.h"

#include "bench/proc.h"

#include <dirent.h>

#include "base/strbuf.h"

/* The state and the ticks out of a stat file of /proc. */
static bool
read_stat(const char *path, char *state, long *ticks)
{
	char text[512], *p;
	unsigned long user, sys;
	FILE *f = fopen(path, "r");
	size_t n;

	if (f == NULL)
		return false;
	n = fread(text, 1, sizeof(text) - 1, f);
	(void)fclose(f);
	text[n] = '\0';
	p = strrchr(text, ')');
	if (p == NULL ||
		sscanf(p,
			") %c %*d %*d %*d %*d %*d %*u %*u %*u %*u %*u "
			"%lu %lu",
			state, &user, &sys) != 3)
		return false;
	*ticks = (long)(user + sys);
	return true;
}

long
proc_ticks(pid_t pid)
{
	char path[64], state;
	long ticks;

	(void)snprintf(path, sizeof(path), "/proc/%ld/stat", (long)pid);
	return read_stat(path, &state, &ticks) ? ticks : -1;
}

double
proc_cpu_ms(pid_t pid)
{
	clockid_t clock;
	struct timespec t;

	if (clock_getcpuclockid(pid, &clock) != 0 ||
		clock_gettime(clock, &t) != 0)
		return -1;
	return (double)t.tv_sec * 1e3 + (double)t.tv_nsec / 1e6;
}

bool
proc_asleep(pid_t pid)
{
	struct strbuf path = STRBUF_INIT;
	struct dirent *entry;
	bool asleep = true;
	DIR *dir;

	strbuf_addf(&path, "/proc/%ld/task", (long)pid);
	dir = opendir(strbuf_c(&path));
	while (dir != NULL && asleep && (entry = readdir(dir)) != NULL) {
		char state;
		long ticks;

		if (entry->d_name[0] == '.')
			continue;
		strbuf_reset(&path);
		strbuf_addf(&path, "/proc/%ld/task/%s/stat", (long)pid,
			entry->d_name);
		if (read_stat(strbuf_c(&path), &state, &ticks))
			asleep = state == 'S';
	}
	if (dir != NULL)
		(void)closedir(dir);
	strbuf_free(&path);
	return asleep;
}

long
proc_memory(pid_t pid)
{
	char path[64], line[256];
	long kib, found = -1;
	FILE *f;

	(void)snprintf(path, sizeof(path), "/proc/%ld/status", (long)pid);
	f = fopen(path, "r");
	while (f != NULL && fgets(line, sizeof(line), f) != NULL)
		if (sscanf(line, "VmHWM: %ld kB", &kib) == 1)
			found = kib;
	if (f != NULL)
		(void)fclose(f);
	return found;
}
