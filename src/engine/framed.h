/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The frames of a subject as a stage, found again while the query does not ask
   for others. */
#ifndef FT_ENGINE_FRAMED_H
#define FT_ENGINE_FRAMED_H

#include "engine/frame.h"
#include "engine/stage.h"

struct run;
struct subject;

struct framed {
	struct stage stage;
	struct frames *frames;
};

/* NULL and err when stopped. */
const struct framed *framed_get(
	const struct run *run, const struct subject *subject);

#endif
