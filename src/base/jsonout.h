/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * JSON, written while it is made: a document is what the calls say, in their
 * order, and no tree of it is ever in memory.
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
 * Members of an object have a key, elements of an array have NULL. Members of
 * the document and elements of their arrays begin a line; what is deeper goes
 * on in it. Texts become valid UTF-8: each byte that is not part of any is
 * U+FFFD then, as utf8_repair() has it.
 */
#ifndef FT_BASE_JSONOUT_H
#define FT_BASE_JSONOUT_H

#include "base/str.h"
#include "base/strbuf.h"

enum { JSONOUT_DEPTH_MAX = 16 };

struct jsonout {
	struct strbuf *out;
	int depth;  /* brackets that are open */
	bool first; /* nothing is in the innermost yet */
	char close[JSONOUT_DEPTH_MAX];
};

void jsonout_init(struct jsonout *j, struct strbuf *out);
void jsonout_object(struct jsonout *j, const char *key);
void jsonout_array(struct jsonout *j, const char *key);
/* The innermost of both. The document ends with a line. */
void jsonout_close(struct jsonout *j);

void jsonout_text(struct jsonout *j, const char *key, struct str text);
/* The same, and nothing for an empty one. */
void jsonout_some_text(struct jsonout *j, const char *key, struct str text);
void jsonout_int(struct jsonout *j, const char *key, int64_t value);
void jsonout_count(struct jsonout *j, const char *key, uint64_t value);
/* null for what is no number. */
void jsonout_real(struct jsonout *j, const char *key, double value);
void jsonout_bool(struct jsonout *j, const char *key, bool value);
/* "0x1f4": a JSON number would lose digits in many readers. */
void jsonout_address(struct jsonout *j, const char *key, uint64_t value);

#endif
