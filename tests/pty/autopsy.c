/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A program that does not rest: see autopsy.h. */
#include "prelude.h"

#include "pty/autopsy.h"

#include <inttypes.h>

#include "base/strbuf.h"
#include "pty/calm.h"

enum { LOOK_MS = 1000 };

/* stat has the ticks that a thread has run. */
static const char threads[] =
	"for t in task/*; do for f in stat wchan syscall stack; do\n"
	"echo \"-- $t/$f\"; cat $t/$f; echo; done; done\n";
static const char rest[] =
	"echo '-- status, io, files'; cat status io; ls -l fd; echo '-- gdb'\n"
	"gdb -q -batch -nx -p $pid -ex 'thread apply all bt 40' </dev/null\n";

static void
run(FILE *out, pid_t pid, const char *commands)
{
	struct strbuf line = STRBUF_INIT;
	char text[512];
	FILE *f;

	strbuf_addf(&line, "pid=%d; exec 2>&1; cd /proc/$pid || exit\n%s",
		(int)pid, commands);
	f = popen(strbuf_c(&line), "r");
	while (f != NULL && fgets(text, sizeof(text), f) != NULL)
		(void)fputs(text, out);
	if (f != NULL)
		(void)pclose(f);
	strbuf_free(&line);
}

/* The condition that calm_wait() waits for. */
static void
what_is_missing(FILE *out, struct vt *t)
{
	size_t before = vt_bytes(t).n;
	int64_t until = vt_now() + LOOK_MS;

	while (vt_now() < until)
		(void)vt_read(t, until);
	fprintf(out,
		"unread: %d bytes; taken, as the kernel counts: %s; read in "
		"all: %" PRIu64 "\nprogram %d, foreground %d%s%s; written "
		"within a second: %zu bytes\n",
		vt_unread(t), vt_taken(t) ? "yes" : "no",
		calm_reads(vt_foreground(t)), (int)vt_pid(t),
		(int)vt_foreground(t), vt_stopped(t) ? ", stopped" : "",
		vt_ended(t) ? ", ended" : "", vt_bytes(t).n - before);
}

void
autopsy(FILE *out, struct vt *t)
{
	fprintf(out, "---- autopsy ----\n");
	/* Twice, so that ticks can be subtracted. */
	run(out, vt_pid(t), threads);
	what_is_missing(out, t);
	run(out, vt_pid(t), threads);
	run(out, vt_pid(t), rest);
	fprintf(out, "---- end of the autopsy ----\n");
	(void)fflush(out);
}
