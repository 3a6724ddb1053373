/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Hides secrets in addresses. They are removed from the command line before
 * anything else reads it. From then on the shown form replaces the address:
 *
 *     http://me:hunter2@host/x     becomes       http://me:…@host/x
 *
 * in titles, messages, JSON, the history and everywhere else. The code that
 * sends a request looks up the real form; no other code can reveal a secret.
 */
#ifndef FT_FETCH_SECRET_H
#define FT_FETCH_SECRET_H

#include "base/arena.h"
#include "base/str.h"

struct secrets;

struct secrets *secrets_new(void);
void secrets_free(struct secrets *s); /* overwrites the secrets; NULL is fine */

/* Take secrets out of a command line and the environment. Returns an array like
   argv, in which words with secrets are copies (addresses: as shown). The old
   bytes are overwritten, so that ps shows no secret. Valid as long as s. */
char **secrets_hide(struct secrets *s, int argc, char **argv);
/* Return the value of a secret environment variable, or "". The variable itself
   has been unset, so that child processes do not inherit it. */
struct str secrets_variable(const struct secrets *s, const char *name);
/* Return the real form of a shown address, or of another path on its host;
   other names are returned unchanged. In the arena or owned by s. s may be
   NULL. */
struct str secrets_real(
	const struct secrets *s, struct str name, struct arena *arena);
/* True if there are secrets, so that core dumps must be disabled. */
bool secrets_any(const struct secrets *s);

/* Disable core dumps, which could contain a secret. */
void secret_keep_in(void);
/* Overwrite n bytes, in a way that the compiler does not optimise away. */
void secret_wipe(char *text, size_t n);

/* True if a typed line has an address with a secret. Such a line is neither run
   nor kept in the history. */
bool secrets_in(struct str line);

#endif
