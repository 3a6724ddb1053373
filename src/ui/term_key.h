/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Bytes and curses' key codes to K_* codes. Made for term.c alone.
 *
 * wgetch() is asked for bytes and never for wide characters, because it
 * loses those that arrive in pieces; UTF-8 is put together here.
 */
#ifndef FT_UI_TERM_KEY_H
#define FT_UI_TERM_KEY_H

#include <stdbool.h>

#include "base/strbuf.h"
#include "ui/mouse.h"

/* Teach curses the sequences that terminal descriptions get wrong. */
void keys_begin(void);
/* Read one key from a curses window (a pad with keypad and nodelay on); -1
   when there is none. Answers of the terminal are K_ANSWER, and K_LIGHT,
   K_DARK and K_ASKED to ask_background(). Pasted text goes to *paste, what the
   mouse did to *mouse. *resized is set when the terminal has another size. */
int keys_read(
	void *window, struct strbuf *paste, struct mouse *mouse, bool *resized);

#endif
