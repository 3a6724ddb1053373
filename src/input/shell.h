/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words for a shell: of a command that a message shows, ready to be pasted;
 * and names of files in prompts, where bytes that are no text are written as
 * most shells know them.
 *
 *     caf\351 x.pb.gz    in a message   $'caf\351 x.pb.gz'
 *     old run.pb.gz      in a message   'old run.pb.gz'
 *                        in a prompt    old run.pb.gz
 */
#ifndef FT_INPUT_SHELL_H
#define FT_INPUT_SHELL_H

#include "base/str.h"
#include "base/strbuf.h"

/* Append a word for sh: as it is, or in single quotes. What cannot be drawn
   (control bytes, broken UTF-8) is written $'\033', which most shells know. */
void shell_word(struct strbuf *out, struct str word);
/* s begins with $' : append what that stands for up to the quote that ends
   it. Returns how many bytes of s that took, 0 if it does not end. */
size_t shell_escaped(struct strbuf *out, struct str s);

/* A file's name as it is typed into a prompt: blanks and quotes are nothing
   special, $'\351' is taken apart, to the end if nothing ends it. */
void shell_typed(struct strbuf *out, struct str typed);
/* Append a file's name so that shell_typed() gives it back. */
void shell_to_type(struct strbuf *out, struct str name);

#endif
