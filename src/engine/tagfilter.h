/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The label filters, evaluated once per distinct label set.
 *
 *     tagfocus=http            some "key:value" matches http
 *     tagfocus=a,b             some "key:value" matches a, and some matches b
 *     tagfocus=tenant=a,b      a value of tenant matches a or b
 *     tagfocus=bytes=1kb:8kb   a number of bytes in the range
 *     tagfocus=4mb:            a number of any key, 4mb or more
 */
#ifndef FT_ENGINE_TAGFILTER_H
#define FT_ENGINE_TAGFILTER_H

#include "base/bits.h"
#include "base/err.h"
#include "base/str.h"
#include "base/warnings.h"
#include "engine/stage.h"

struct run;

enum {
	TAG_FOCUS = 1,  /* tagfocus matches, or is not set */
	TAG_IGNORE = 2, /* tagignore matches */
	TAG_MORE = 4,   /* all of more_tagfocus match, none of more_tagignore */
	TAG_SHOW = 8,   /* some key matches tagshow, or tagshow is not set */
	TAG_HIDE = 16,  /* some key matches taghide */
	TAG_BASE = 32,  /* the set has the label pprof::base=true */
	TAG_BASE_STAYS = 64, /* tagshow and taghide keep the label
				pprof::base */
};

/* A label filter, kept to name the filter that emptied a view. */
struct tag_filter {
	const char *option;
	struct str value; /* in the stage's arena */
	bool ignore;
	struct bits lset; /* [labels.n] sets that match */
};

struct tagged {
	struct stage stage;
	uint8_t *lset;   /* [labels.n] TAG_* bits */
	uint8_t *hidden; /* [strings.n] 1: tagshow or taghide removes labels
			    with this key; NULL without tagshow and taghide */
	bool has_base;   /* some set has TAG_BASE, or header.has_base is set,
			    because a base may have no samples */
	uint32_t n_filters;
	struct tag_filter *filter; /* in the order in which they apply */
	struct warnings warnings;  /* "Interpreted '1kb:8kb' as range" */
};

/* True if a sample with these bits passes the label filters. */
static inline bool
tagged_pass(uint8_t bits)
{
	return (bits & (TAG_FOCUS | TAG_IGNORE | TAG_MORE)) ==
		(TAG_FOCUS | TAG_MORE);
}

const struct tagged *tagged_get(const struct run *run);

/* A range of numeric labels: 16, 16kb, 16kb:, :64kb, 16kb:1mb */
struct tag_range {
	bool has_lo, has_hi;
	double lo, hi;
	struct str unit; /* canonical name, "" if none was typed; lives as long
			    as the text, or is static */
};

/* Parse a range: 1 if the text is one, 0 if it is a pattern, -1 and err if a
   number is too large; the message names `option`. */
int tag_range_parse(const char *option, struct str text, struct tag_range *out,
	struct err *err);
/* True if a number in this unit is in the range. */
bool tag_range_has(const struct tag_range *r, int64_t num, struct str unit);

#endif
