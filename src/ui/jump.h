/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Going far: the picker of functions, marks, and the way back.
 *
 *     J api.che Enter     the function's heaviest place
 *     m a      ' a        remember this place as a; go there
 *     ' '                 where the last of these jumps came from
 *
 * Marks are paths of names: they survive every change of the view, and
 * reloads. Where a place is not in the view, the nearest that is left is
 * gone to, and that is said.
 */
#ifndef FT_UI_JUMP_H
#define FT_UI_JUMP_H

#include <stdbool.h>
#include <stdint.h>

#include "app/framepath.h"
#include "present/picker.h"

struct screen;

enum { MARK_NAMES = 62 }; /* a-z A-Z 0-9 */

enum mark_wish { MARK_NOTHING, MARK_SET, MARK_GO };

struct jumping {
	struct picker *picker;
	uint64_t serial;     /* of the picker's view */
	enum mark_wish wish; /* what the next key is to name a mark for */
	bool has[MARK_NAMES], has_before;
	struct framepath mark[MARK_NAMES];
	struct framepath before; /* the last jump */
};

void jump_fini(struct jumping *j);
/* The next key names a mark. */
bool jump_wants_key(const struct screen *s);
void jump_key(struct screen *s, int key);
/* Select a place in the graph and bring it on screen; '' comes back. */
void jump_to(struct screen *s, struct target target);

#endif
