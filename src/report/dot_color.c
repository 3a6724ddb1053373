/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Colours of the call graph: see dot.h. */
#include "config.h"

#include <math.h>

#include "base/num.h"
#include "report/dot.h"

#include "base/banned.h"

/* No hue, then more and more of it, until this score. */
static const double GREY = 0.2;
/* Away from 0, where most scores are. */
static const double SPREAD = 0.3;

/* As Go converts it: toward zero, and NaN to 0. */
static unsigned
byte(double part)
{
	return (unsigned)((uint64_t)i64_trunc(part * 255.0) & 0xFF);
}

/* NaN stays what it is. */
static double
clamp(double score)
{
	if (score > 1)
		return 1;
	return score < -1 ? -1 : score;
}

void
dot_color(struct strbuf *out, double score, bool background)
{
	double saturation = background ? 0.1 : 1.0;
	double value = background ? 0.93 : 0.7;
	double red = value, green = value;

	score = clamp(score);
	if (fabs(score) < GREY)
		saturation *= fabs(score) / GREY;
	if (score > 0)
		score = pow(score, SPREAD);
	else if (score < 0)
		score = -pow(-score, SPREAD);
	if (score < 0)
		red = value * (1 + saturation * score);
	else
		green = value * (1 - saturation * score);
	strbuf_addf(out, "#%02x%02x%02x", byte(red), byte(green),
		byte(value * (1 - saturation)));
}
