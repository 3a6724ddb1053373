/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Costs of the user's code, libraries and the runtime, in words and as rows:
 *
 *     by self: yours 2.7%, libraries 31%, runtime 63% (garbage collection 21%,
 *     allocation 17%); with callees: yours 98%, libraries 60%
 *
 * An installed program that counts as the user's is named: "; yours is
 * esbuild@v0.25.0 (main.main)". In a diff the shares are those of the new side,
 * followed by those of the base.
 */
#ifndef FT_PRESENT_OWNERS_H
#define FT_PRESENT_OWNERS_H

#include "analysis/ownership.h"
#include "base/strbuf.h"

/* Append the sentence. */
void owners_put(struct strbuf *out, const struct ownership *o);
/* Append the costs by self alone, the heaviest first: "by self: libraries
   48.5%, runtime 44.4% (system calls 12.6%), yours 7.1%"; `kinds`: name the two
   heaviest kinds of the runtime's work. */
void owners_put_brief(
	struct strbuf *out, const struct ownership *o, bool kinds);
/* Append a sum's share: "21%", or in a diff, if both sides are wanted, "21%
   (25% before)". */
void owners_put_share(struct strbuf *out, const struct ownership *o,
	const struct row_sum *sum, bool both);
/* Append the heads of a row's columns: "by self  with callees". */
void owners_put_heads(struct strbuf *out, const struct ownership *o);
/* Append a row's self cost and that with callees: "2.7s  11%     21s  80%".
   unit: the sample type's. */
void owners_put_row(struct strbuf *out, const struct ownership *o,
	const struct owned *row, struct str unit);

#endif
