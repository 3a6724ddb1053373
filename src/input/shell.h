/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shell words: to paste a command from a message, to read a line that the user
 * quoted, and file names in prompts. Bytes that are not text are written as
 * most shells accept them.
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

/* Append a word for sh, quoted if need be. Unprintable bytes (control bytes,
   broken UTF-8) are written $'\033', which most shells support. */
void shell_word(struct strbuf *out, struct str word);
/* Take the first word off *line as sh would: words are separated by blanks;
   '..', "..", \x and $'..' quote. 1: *word has it; 0: there is none; -1 and
   err: a quote is not closed. */
int shell_next(struct str *line, struct strbuf *word, struct err *err);

/* Append a file name typed in a prompt: blanks and quotes are literal; $'\351'
   is decoded, to the end if it is not closed. */
void shell_typed(struct strbuf *out, struct str typed);
/* Append a file's name so that shell_typed() restores it. */
void shell_to_type(struct strbuf *out, struct str name);

#endif
