/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A streaming writer of JSON: each call appends to the document, without a tree
 * in memory.
 *
 *     jsonout_object(&j, NULL);           {
 *     jsonout_text(&j, "schema", s);      "schema": "flametop/1",
 *     jsonout_array(&j, "rows");          "rows": [
 *     jsonout_object(&j, NULL);
 *     jsonout_int(&j, "flat", 5);         {"flat": 5}
 *     jsonout_close(&j);
 *     jsonout_close(&j);                  ]
 *     jsonout_close(&j);                  }
 *
 * `key` is the name of an object's member, and NULL for an element of an array.
 * Members of the document and elements of their arrays begin a line; deeper
 * values stay on that line. Strings become valid UTF-8 by utf8_repair().
 */
#ifndef FT_BASE_JSONOUT_H
#define FT_BASE_JSONOUT_H

#include "base/str.h"
#include "base/strbuf.h"

enum { JSONOUT_DEPTH_MAX = 16 };

struct jsonout {
	struct strbuf *out;
	int depth;  /* number of open objects and arrays */
	bool first; /* true while the innermost one is empty */
	char close[JSONOUT_DEPTH_MAX];
};

void jsonout_init(struct jsonout *j, struct strbuf *out);
void jsonout_object(struct jsonout *j, const char *key);
void jsonout_array(struct jsonout *j, const char *key);
/* Close the innermost object or array. The document ends with a newline. */
void jsonout_close(struct jsonout *j);

void jsonout_text(struct jsonout *j, const char *key, struct str text);
/* Append a text, unless it is empty. */
void jsonout_some_text(struct jsonout *j, const char *key, struct str text);
void jsonout_int(struct jsonout *j, const char *key, int64_t value);
void jsonout_count(struct jsonout *j, const char *key, uint64_t value);
/* Append a number, or null for infinity and NaN. */
void jsonout_real(struct jsonout *j, const char *key, double value);
void jsonout_bool(struct jsonout *j, const char *key, bool value);
/* Append a string like "0x1f4": many readers lose digits of large numbers. */
void jsonout_address(struct jsonout *j, const char *key, uint64_t value);

#endif
