/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * One run of flametop in a sandbox of its own, for tests in C: what a script
 * has, as functions. All waiting ends after FT_DEADLINE seconds (60).
 */
#ifndef FT_TESTS_PTY_SESSION_H
#define FT_TESTS_PTY_SESSION_H

#include "base/strbuf.h"
#include "pty/calm.h"
#include "pty/vt.h"
#include "screen/sandbox.h"
#include "screen/picture.h"

struct session {
	struct sandbox sandbox;
	char *program; /* absolute path of flametop */
	struct vt *vt; /* NULL before session_start() */
	const char *reply; /* for vt_reply(); NULL: none */
	struct picture seen;
	int64_t deadline; /* milliseconds */
	/* To be set before the start: see nanny.h. */
	bool confined;
	int ignored, descriptors;
	struct calm_sleep *watched; /* until the first screen; may be NULL */
};

/* A sandbox; its environment may be changed before the start. Without one
   there is nothing to test with: ends the test program. */
void session_open(struct session *s);
void session_close(struct session *s);
/* Before the start: what the terminal says of its background. */
void session_reply(struct session *s, const char *bytes);
/* flametop with these words, blank-separated. Waits until something is on the
   screen. */
void session_start(struct session *s, int rows, int cols, const char *words);

/* Keys by name, blank-separated as in a script. */
void session_keys(struct session *s, const char *keys);
/* Wait until a row contains the text. */
bool session_see(struct session *s, const char *text);
/* Wait for the end of the program: it exited with this status or, if sig is
   not 0, was killed by it or says so in its status. */
bool session_ended(struct session *s, int status, int sig);
/* Is all as before the start? If not, what is left is appended. */
bool session_restored(struct session *s, struct strbuf *what);
/* Print the screen, for a message; and what else a test may want to say. */
void session_show(struct session *s, const char *why);

#endif
