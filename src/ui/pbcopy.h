/* SPDX-License-Identifier: GPL-3.0-or-later */
/* macOS's clipboard, for its Terminal, which ignores OSC 52. */
#ifndef FT_UI_PBCOPY_H
#define FT_UI_PBCOPY_H

#include "base/str.h"

/* Give a text to pbcopy if the terminal is macOS's Terminal. False if it is
   another one or pbcopy fails. */
bool pbcopy(struct str text);

#endif
