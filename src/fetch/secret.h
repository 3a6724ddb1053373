/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Secrets in addresses. They are removed from the command line before anything
 * else reads it. From then on such an address has its shown form,
 *
 *     http://me:hunter2@host/x     is named      http://me:…@host/x
 *
 * in titles, messages, JSON, the history and all other places; only the code
 * that sends a request looks up the real one. So no other code has to hide it.
 */
#ifndef FT_FETCH_SECRET_H
#define FT_FETCH_SECRET_H

#include "base/arena.h"
#include "base/str.h"

struct secrets;

struct secrets *secrets_new(void);
void secrets_free(struct secrets *s); /* overwrites secrets; NULL is fine */

/* Take the secrets out of a command line and the variables of the environment.
   Returns an array like argv in which the words that had secrets are new. Their
   old bytes are overwritten, so that ps shows no secret. Valid as long as s. */
char **secrets_hide(struct secrets *s, int argc, char **argv);
/* Return the former value of a secret environment variable, "" if none. It was
   unset so that child processes do not inherit it. */
struct str secrets_variable(const struct secrets *s, const char *name);
/* Return the real form of a name or of another path on the same host; the name
   itself if it has none. In the arena or the store's. s may be NULL. */
struct str secrets_real(
	const struct secrets *s, struct str name, struct arena *arena);
/* True if there are secrets: then no core may be dumped. */
bool secrets_any(const struct secrets *s);

/* Disable core dumps: they would write a secret in memory to a file. */
void secret_keep_in(void);
/* Overwrite n bytes; the compiler may not remove this. */
void secret_wipe(char *text, size_t n);

/* True if a typed line has an address with a secret. It is neither opened nor
   remembered. */
bool secrets_in(struct str line);

#endif
