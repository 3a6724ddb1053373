/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Information from /proc (calm.h). */
#include "prelude.h"

#include "pty/calm.h"

#include <dirent.h>
#include <inttypes.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

/* Milliseconds. No timer of the screen is as long as LONGEST. */
enum { LOOK_EVERY = 1, SIGNAL_KEY = 500, LONGEST = 1500 };

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

static uint64_t
field(const char *status, const char *name)
{
	const char *at = strstr(status, name);
	uint64_t n = 0;

	return at != NULL && sscanf(at + strlen(name), "%" SCNu64, &n) == 1 ? n
									    : 0;
}

/* Add a thread. One that has ended meanwhile is not there. */
static void
look_at(struct calm_look *look, pid_t pid, const char *thread)
{
	char path[64 + NAME_MAX], status[4096];
	const char *state;

	snprintf(path, sizeof(path), "/proc/%d/task/%s/status", (int)pid,
		thread);
	if (!read_proc(path, status, sizeof(status)))
		return;
	state = strstr(status, "\nState:\t");
	look->asleep &= state != NULL && state[8] == 'S';
	look->threads++;
	look->runs += field(status, "\nvoluntary_ctxt_switches:\t") +
		field(status, "\nnonvoluntary_ctxt_switches:\t");
}

struct calm_look
calm_look(pid_t pid)
{
	struct calm_look look = { .at = vt_now(), .asleep = true };
	char path[64];
	struct dirent *entry;
	DIR *dir;

	snprintf(path, sizeof(path), "/proc/%d/task", (int)pid);
	dir = opendir(path);
	while (dir != NULL && (entry = readdir(dir)) != NULL)
		if (entry->d_name[0] != '.')
			look_at(&look, pid, entry->d_name);
	if (dir != NULL)
		(void)closedir(dir);
	look.asleep &= look.threads > 0;
	return look;
}

bool
calm_between(const struct calm_look *a, const struct calm_look *b)
{
	return a->asleep && b->asleep && a->runs == b->runs &&
		a->threads == b->threads;
}

/* The system call that the first thread of a process sleeps in, and its third
   argument; -1: the kernel does not say. */
static long
system_call(pid_t pid, unsigned long *third)
{
	char path[64], text[512];
	long call;

	snprintf(path, sizeof(path), "/proc/%d/syscall", (int)pid);
	return read_proc(path, text, sizeof(text)) &&
			sscanf(text, "%ld %*x %*x %lx", &call, third) == 2
		? call
		: -1;
}

/* Does it wait for something until a time? */
static bool
has_timer(pid_t pid)
{
	unsigned long third;
	long call = system_call(pid, &third);

#ifdef SYS_poll
	if (call == SYS_poll)
		return (int)third >= 0;
#endif
#ifdef SYS_ppoll
	if (call == SYS_ppoll)
		return third != 0;
#endif
	return call < 0;
}

bool
calm_in_write(pid_t pid)
{
	unsigned long third;
	long call = system_call(pid, &third);

#ifdef SYS_write
	return call < 0 || call == SYS_write;
#else
	return true;
#endif
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
	struct calm_look before = { .asleep = false };
	int64_t since = vt_now();

	while (!vt_ended(t) && !vt_stopped(t)) {
		struct calm_look now;
		bool news = false;

		while (vt_read(t, 0) && !vt_ended(t) && !vt_stopped(t))
			news = true;
		if (vt_ended(t) || vt_stopped(t))
			return true;
		now = calm_look(vt_foreground(t));
		/* It has not run since the last look, and what it wrote before
		   that was read. */
		if (!news && has_read(t, since) && calm_between(&before, &now))
			return true;
		before = now;
		if (vt_now() >= until)
			return false;
		if (news || !now.asleep)
			(void)vt_read(t, vt_now() + LOOK_EVERY);
	}
	return true;
}

bool
calm_rest(struct vt *t, int64_t until)
{
	struct calm_look before = { .asleep = false };

	while (calm_wait(t, until)) {
		pid_t pid = vt_foreground(t);
		struct calm_look now = calm_look(pid);

		if (vt_ended(t) || vt_stopped(t))
			return true;
		if (!now.asleep || vt_read(t, 0))
			continue;
		if (!has_timer(pid)) {
			struct calm_look again = calm_look(pid);

			if (calm_between(&now, &again) && !vt_read(t, 0))
				return true;
			continue;
		}
		if (!calm_between(&before, &now))
			before = now;
		else if (now.at - before.at > LONGEST)
			return true;
		(void)vt_read(t, now.at + LOOK_EVERY);
	}
	return false;
}

void
calm_count(struct calm_sleep *s, const struct vt *t)
{
	struct calm_look now = calm_look(vt_pid(t));

	if (!vt_ended(t) && calm_between(&s->last, &now))
		s->ms += now.at - s->last.at;
	s->last = now;
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
