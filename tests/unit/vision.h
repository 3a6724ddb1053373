/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Colours as people see them, for tests of palettes: contrast by WCAG 2,
 * distance by CIEDE2000, and what is left of a colour for those who lack one
 * kind of cones, by the matrices of Machado, Oliveira and Fernandes (2009)
 * for severity 1.0, applied to linear sRGB.
 */
#ifndef FT_TESTS_VISION_H
#define FT_TESTS_VISION_H

struct lab {
	double l, a, b;
};

enum vision {
	VISION_ALL,
	VISION_PROTAN, /* no long-wave cones */
	VISION_DEUTAN, /* no medium-wave cones */
	VISION_TRITAN, /* no short-wave cones */
	VISIONS
};

/* Of the fixed colours 16 .. 255 of a terminal; D65. */
struct lab vision_lab(int index, enum vision vision);
/* WCAG relative luminance, and the ratio of two. */
double vision_luminance(int index);
double vision_contrast(int a, int b);
double ciede2000(struct lab x, struct lab y);
/* The smallest distance that anybody sees. */
double vision_distance(int a, int b);

#endif
