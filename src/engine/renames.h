/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Names changed by rules: those of -rename, and the built-in ones for ids that
 * change from run to run although the functions do not.
 *
 *     Ctx$$Lambda$14/0x0000000801234.run  \
 *     Ctx$$Lambda$15/0x0000000805678.run  -->  Ctx$$Lambda.run
 *     shop::price::h0123456789abcdef      -->  shop::price
 *
 * Numbers that come from the source, such as those of Go's func1 and of C++'s
 * {lambda()#1}, stay: equal sources give equal names.
 */
#ifndef FT_ENGINE_RENAMES_H
#define FT_ENGINE_RENAMES_H

#include "base/err.h"
#include "base/progress.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/warnings.h"
#include "profile/profile.h"

enum volatile_mode {
	VOLATILE_AUTO, /* join names when comparing profiles */
	VOLATILE_JOIN,
	VOLATILE_KEEP,
	/* Not an option: in a profile with both sides of a comparison, join
	   names that have a partner on the other side. */
	VOLATILE_PAIRS,
};

struct name_rules {
	enum volatile_mode ids;
	struct str rename; /* REGEXP=TEXT, one per line */
};

/* Rules that would make a name longer than this, in bytes, do not apply: a few
   rules could multiply its length. */
enum { RENAMED_MAX = 1 << 16 };

bool name_rules_equal(const struct name_rules *a, const struct name_rules *b);
/* Return the rules for a comparison, in which `how` takes the place of
   VOLATILE_AUTO: VOLATILE_PAIRS, or VOLATILE_JOIN for one of the profiles. */
struct name_rules name_rules_comparing(
	const struct name_rules *rules, enum volatile_mode how);

/* Check one line of `rename`. -1 and err. */
int renames_check(struct str line, struct err *err);
/* Append a name after the rules. */
void renames_text(
	struct strbuf *out, struct str name, const struct name_rules *rules);
/* Return the profile with these names, or a new reference to p if none changes.
   Functions that get the name and file of another get its first line as well.
   A warning and header.joined contain the number of joined names. */
struct profile *renames_apply(const struct profile *p,
	const struct name_rules *rules, struct warnings *warnings,
	const struct progress *progress);

#endif
