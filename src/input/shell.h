/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Words of a command that a message shows, ready to be pasted. */
#ifndef FT_INPUT_SHELL_H
#define FT_INPUT_SHELL_H

#include "base/str.h"
#include "base/strbuf.h"

/* Append a word for sh: as it is, or in single quotes. What cannot be drawn
   (control bytes, broken UTF-8) is written $'\033', which most shells know. */
void shell_word(struct strbuf *out, struct str word);

#endif
