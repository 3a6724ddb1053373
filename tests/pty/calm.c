/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Information from /proc (calm.h). */
#include "prelude.h"

#include "pty/calm.h"

#include <dirent.h>
#include <inttypes.h>
#include <unistd.h>

enum { LOOK_EVERY = 1, SIGNAL_KEY = 500 }; /* milliseconds */

/* The first bytes of a file below /proc. */
static bool
read_proc(const char *path, char *buf, size_t size)
{
	FILE *f = fopen(path, "r");
	size_t n;

	if (f == NULL)
		return false;
	n = fread(buf, 1, size - 1, f);
	buf[n] = '\0';
	return fclose(f) == 0 && n > 0;
}

/* "123 (name) S ...": a name may hold anything. */
static bool
sleeps(pid_t pid, const char *thread)
{
	char path[64 + NAME_MAX], stat[512];
	const char *end;

	snprintf(path, sizeof(path), "/proc/%d/task/%s/stat", (int)pid, thread);
	if (!read_proc(path, stat, sizeof(stat)))
		return true; /* it has ended meanwhile */
	end = strrchr(stat, ')');
	return end != NULL && end[1] == ' ' && end[2] == 'S';
}

static bool
all_sleep(pid_t pid)
{
	char path[64];
	struct dirent *entry;
	bool all = true;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	if (dir == NULL)
		return false;
	while (all && (entry = readdir(dir)) != NULL)
		all = entry->d_name[0] == '.' || sleeps(pid, entry->d_name);
	(void)closedir(dir);
	return all;
}

uint64_t
calm_reads(pid_t pid)
{
	char path[64], io[256];
	uint64_t reads;

	snprintf(path, sizeof(path), "/proc/%d/io", (int)pid);
	return read_proc(path, io, sizeof(io)) &&
			sscanf(io, "rchar: %" SCNu64, &reads) == 1
		? reads
		: 0;
}

/* Keys that are signals are never read: they are waited for in vain. */
static bool
has_read(struct vt *t, int64_t since)
{
	if (vt_unread(t) > 0)
		return false;
	if (vt_now() - since > SIGNAL_KEY)
		vt_forgive(t);
	return vt_taken(t);
}

bool
calm_wait(struct vt *t, int64_t until)
{
	int64_t since = vt_now();
	bool calm = false;

	while (!vt_ended(t) && !vt_stopped(t)) {
		bool news = false;

		while (vt_read(t, 0) && !vt_ended(t) && !vt_stopped(t))
			news = true;
		if (vt_ended(t) || vt_stopped(t))
			return true;
		/* Check twice in a row: output may be on its way. */
		if (!news && calm)
			return true;
		calm = has_read(t, since) && all_sleep(vt_foreground(t));
		if (!calm && vt_now() >= until)
			return false;
		if (!calm)
			vt_read(t, vt_now() + LOOK_EVERY);
	}
	return true;
}

size_t
calm_resident(const struct vt *t)
{
	char path[64], statm[128];
	unsigned long size, resident;

	snprintf(path, sizeof(path), "/proc/%d/statm", (int)vt_pid(t));
	if (!read_proc(path, statm, sizeof(statm)) ||
		sscanf(statm, "%lu %lu", &size, &resident) != 2)
		return 0;
	return resident * (size_t)sysconf(_SC_PAGESIZE);
}
