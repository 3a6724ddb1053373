/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Secrets of addresses. They leave the command line before anything else looks
 * at it: an address that has some is called by its shown form from then on,
 *
 *     http://me:hunter2@host/x     is named      http://me:…@host/x
 *
 * in titles, messages, JSON, the history and wherever else names go; only what
 * sends a request asks for the real one. So nothing has to remember not to
 * show it.
 */
#ifndef FT_FETCH_SECRET_H
#define FT_FETCH_SECRET_H

#include "base/arena.h"
#include "base/str.h"

struct secrets;

struct secrets *secrets_new(void);
void secrets_free(struct secrets *s); /* overwrites them; NULL is fine */

/* Takes the variables, too.

   The words of a command line with what is secret taken out of them: an array
   like argv, of which the words that had secrets are new. Their old bytes are
   overwritten, so that ps does not show them. Lives as long as s. */
char **secrets_hide(struct secrets *s, int argc, char **argv);
/* A variable of the environment that is a secret: what it was before the
   secrets took it, so that no program that is started gets it. "" is none. */
struct str secrets_variable(const struct secrets *s, const char *name);
/* The real form of a name, or of another path of the same place; the name
   itself if it has none. In the arena or the store's. s may be NULL. */
struct str secrets_real(
	const struct secrets *s, struct str name, struct arena *arena);
/* Are there any? Then no core is to be dumped. */
bool secrets_any(const struct secrets *s);

/* From now on no core is dumped: a secret is in memory, and does not go to a
   file in a crash. */
void secret_keep_in(void);
/* Overwrite n bytes; the compiler may not leave it out. */
void secret_wipe(char *text, size_t n);

/* Has a line that was typed an address with a secret in it? It is not opened,
   and not remembered. */
bool secrets_in(struct str line);

#endif
