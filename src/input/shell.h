/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Shell words: for messages with commands to paste, for lines that the user
 * quoted, and for file names in prompts. Bytes that are not text are escaped in
 * a form that most shells accept.
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
/* Cut the first word off *line, as sh does: words are separated by blanks, and
   '..', "..", \x and $'..' quote. 1: *word is set; 0: there is no word; -1 and
   err: a quote is not closed. */
int shell_next(struct str *line, struct strbuf *word, struct err *err);

/* Append a file name typed in a prompt: blanks and quotes are literal; $'\351'
   is decoded, up to the end of the text if the quote is not closed. */
void shell_typed(struct strbuf *out, struct str typed);
/* Append a file's name so that shell_typed() restores it. */
void shell_to_type(struct strbuf *out, struct str name);

#endif
