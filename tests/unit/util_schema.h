/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON Schema, as much of it as man/flametop-1.schema.json uses. */
#ifndef FT_TESTS_UTIL_SCHEMA_H
#define FT_TESTS_UTIL_SCHEMA_H

#include "base/strbuf.h"

#ifdef HAVE_JANSSON

#include <jansson.h>

/* Is the value what the schema, a part of `root`, says? Else *why tells where
   and why. Stricter than the standard: a member that "properties" does not
   have is wrong, and so is a keyword that is not known here. */
bool jsonschema_allows(const json_t *root, const json_t *schema,
	const json_t *value, struct strbuf *why);

#endif
#endif
