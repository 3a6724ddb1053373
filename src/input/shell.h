/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Words for a shell: of a command that a message shows, ready to be pasted,
 * and of a line that a user quoted; and names of files in prompts, where bytes
 * that are no text are written as most shells know them.
 *
 *     caf\351 x.pb.gz    in a message   $'caf\351 x.pb.gz'
 *     old run.pb.gz      in a message   'old run.pb.gz'
 *                        in a prompt    old run.pb.gz
 */
#ifndef FT_INPUT_SHELL_H
#define FT_INPUT_SHELL_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"

/* Append a word for sh: as it is, or in single quotes. What cannot be drawn
   (control bytes, broken UTF-8) is written $'\033', which most shells know. */
void shell_word(struct strbuf *out, struct str word);
/* Take the first word off *line as sh splits it: blanks between words, '..'
   and ".." and \x quote, as does $'..'. 1: *word has it; 0: there is no more;
   -1 and err: a quote is not closed. */
int shell_next(struct str *line, struct strbuf *word, struct err *err);

/* A file's name as it is typed into a prompt: blanks and quotes are nothing
   special, $'\351' is taken apart, to the end if nothing ends it. */
void shell_typed(struct strbuf *out, struct str typed);
/* Append a file's name so that shell_typed() gives it back. */
void shell_to_type(struct strbuf *out, struct str name);

#endif
