/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A program in a terminal of our own: a real pty at one end, libvterm's
 * emulator at the other.
 *
 * Nothing here sleeps. vt_read() takes in what the program wrote, and waits
 * for more only up to a deadline; callers look at the screen in between and
 * stop as soon as it shows what they wait for.
 */
#ifndef FT_TESTS_PTY_VT_H
#define FT_TESTS_PTY_VT_H

#include <sys/types.h>

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "pty/keys.h"
#include "pty/nanny.h"
#include "screen/picture.h"

struct vt;

struct vt *vt_start(const struct nanny_setup *setup, struct err *err);
void vt_free(struct vt *t); /* NULL is fine; kills what still runs */

/* Milliseconds on a clock that only goes forward. */
int64_t vt_now(void);

/* Wait until the program writes something, stops or ends, at most until the
   clock says `until`; false if nothing came. */
bool vt_read(struct vt *t, int64_t until);
/* Read until nothing came for `ms`, or the clock says `until`. */
void vt_settle(struct vt *t, int ms, int64_t until);

void vt_key(struct vt *t, const struct key *key);
void vt_type(struct vt *t, struct str bytes);
/* A key held over a slow connection: n times, waiting each time until the
   program has taken it, and taking at most `bytes` of what it wrote. */
void vt_hold(struct vt *t, const struct key *key, int n, size_t bytes);
/* As a terminal pastes: between marks, if the program asked for them. */
void vt_paste(struct vt *t, struct str bytes);
void vt_resize(struct vt *t, int rows, int cols);

/* What the terminal says when it is asked for its background: these bytes,
   borrowed, and nothing by itself when it is then asked what it is; alone, that
   question is answered by them. */
void vt_reply(struct vt *t, const char *bytes);

/* Copy the screen as it is now. */
void vt_screen(struct vt *t, struct picture *out);

/* The program. After it stopped or ended, and once vt_read() says so, all it
   had written is on the screen. */
pid_t vt_pid(const struct vt *t);
int vt_unread(const struct vt *t); /* typed bytes that have not been read yet */
pid_t vt_foreground(const struct vt *t); /* who reads them */
/* Has it read all that was typed, as far as the kernel counts? */
bool vt_taken(const struct vt *t);
/* What it has not read by now it never will: do not wait for that again. */
void vt_forgive(struct vt *t);
bool vt_ended(const struct vt *t);
bool vt_stopped(const struct vt *t);
int vt_status(const struct vt *t); /* as from waitpid() */
/* Microseconds of processor time that it has used, with all its threads and,
   once it ended, the programs it ran; -1: the system does not say. */
int64_t vt_spent(const struct vt *t);
void vt_continue(struct vt *t);
/* Close the terminal, as when a connection is lost. Only vt_read() for the
   news of the program's end, and vt_free(), make sense after this. */
void vt_hang_up(struct vt *t);

/* All bytes written since the start; borrowed until the next call. */
struct str vt_bytes(const struct vt *t);
/* Escape sequences that the emulator did not know, one per line. */
struct str vt_unknown(const struct vt *t);

/* What the program left switched: names of what a shell would not expect
   ("alternate screen, hidden cursor, modes of the terminal"), appended to
   `what`. True if there is nothing. */
bool vt_is_restored(const struct vt *t, struct strbuf *what);
bool vt_alternate(const struct vt *t);
int vt_titles(const struct vt *t); /* titles set that are not the program's */
struct str vt_title(const struct vt *t); /* the last one that was set */
int vt_bells(const struct vt *t);

#endif
