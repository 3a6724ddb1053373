/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A profile as a file of speedscope: one sampled profile for each value of
 * the label "thread", or one for all, equal stacks summed. There is one value
 * to a stack, so it is of one sample type.
 */
#ifndef FT_WRITE_SPEEDSCOPE_H
#define FT_WRITE_SPEEDSCOPE_H

#include <stdint.h>

#include "base/strbuf.h"
#include "profile/profile.h"

/* Append the file; value[sample.n] are the values of the samples, of the type
   in `column`. */
void speedscope_encode(const struct profile *p, uint32_t column,
	const int64_t *value, struct strbuf *out);

#endif
