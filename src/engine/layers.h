/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The stages below the numbers, asked for in order.
 */
#ifndef FT_ENGINE_LAYERS_H
#define FT_ENGINE_LAYERS_H

struct run;

struct layers {
	const struct subject *subject;
	const struct framed *framed;
	const struct pick *pick;
	const struct cut *cut;
	const struct tagged *tagged;
	const struct shape *shape;
	const struct sums *sums; /* of the selected sample type */
};

/* -1 and the run's err when a pattern or value is bad, or on request. */
int layers_get(const struct run *run, struct layers *on);

#endif
