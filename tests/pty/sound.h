/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Is a picture of flametop's screen sound? What must hold of any frame,
 * whatever keys led to it: characters are whole and printable, lines and
 * boxes meet where they should, and what its parts say of the same thing
 * agrees.
 */
#ifndef FT_TESTS_PTY_SOUND_H
#define FT_TESTS_PTY_SOUND_H

#include "base/strbuf.h"
#include "screen/picture.h"

/* Each is true when all is well, else false, with the first offence appended
   to `why`. */

/* No half of a wide character, no control byte. */
bool sound_cells(const struct picture *p, struct strbuf *why);

/*
 * A box that is open at the top left is closed; a line between panes begins
 * and ends at a rule. Names must have no line drawing in them.
 *
 *     ┌─ Title ─┐        ──────┬──────
 *     │ ...     │              │
 *     └─────────┘        ──────┴──────
 */
bool sound_lines(const struct picture *p, struct strbuf *why);
/* Does a box, menu or the like hide something? */
bool sound_has_boxes(const struct picture *p);

/*
 * The table: self is no more than total; all values and percentages of it are
 * parts of one and the same 100 %, which is no more than the title says; rows
 * are in the order that its header shows. The status line: self is no more
 * than total, and one place is no more than its function, if that is the
 * table's selected row. What the screen does not show, what a box may hide, a
 * diff, means, and values below zero are not looked at.
 */
bool sound_sums(const struct picture *p, struct strbuf *why);

#endif
