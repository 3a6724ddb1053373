/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Synchronized output (DEC mode 2026): a large frame is one write, between two
 * sequences that make the terminal show it in one step.
 *
 *     asked      ESC [ ? 2026 $ p       with ask_terminal() of term_caps.h
 *     answered   ESC [ ? 2026 ; 2 $ y   it can, and does not now
 *
 * curses splits a frame into writes of its own size, so it writes to a
 * descriptor that is a file in memory while a frame is held.
 */
#ifndef FT_UI_TERM_SYNC_H
#define FT_UI_TERM_SYNC_H

#include "base/str.h"

#define SYNC_BEGIN "\033[?2026h"
#define SYNC_END "\033[?2026l"

struct sync {
	FILE *out; /* curses' stream, or NULL */
	int held;  /* file with SYNC_BEGIN and the frame, or -1 */
};

/* Return the stream for curses, a copy of standard output. */
FILE *sync_stream(struct sync *s);
/* Return false if frames cannot be held. */
bool sync_open(struct sync *s);
/* Hold what curses writes until sync_send(). */
void sync_hold(struct sync *s);
/* Write the held frame. Return false if it is lost. */
bool sync_send(struct sync *s);
/* Close everything; curses has ended. */
void sync_close(struct sync *s);

#endif
