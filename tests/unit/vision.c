/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The arithmetic of seeing: see vision.h. */
#include "prelude.h"

#include "vision.h"

#include <assert.h>
#include <math.h>

static const double pi = 3.14159265358979323846;

static const double sight[VISIONS][3][3] = {
	[VISION_ALL] = { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } },
	[VISION_PROTAN] = { { 0.152286, 1.052583, -0.204868 },
		{ 0.114503, 0.786281, 0.099216 },
		{ -0.003882, -0.048116, 1.051998 } },
	[VISION_DEUTAN] = { { 0.367322, 0.860646, -0.227968 },
		{ 0.280085, 0.672501, 0.047413 },
		{ -0.011820, 0.042940, 0.968881 } },
	[VISION_TRITAN] = { { 1.255528, -0.076749, -0.178779 },
		{ -0.078411, 0.930809, 0.147602 },
		{ 0.004733, 0.691367, 0.303900 } },
};

/* Linear sRGB of a palette entry. */
static void
linear(int index, double rgb[3])
{
	static const int level[6] = { 0, 95, 135, 175, 215, 255 };
	int v[3];

	assert(index >= 16 && index <= 255);
	if (index >= 232) {
		v[0] = v[1] = v[2] = 8 + 10 * (index - 232);
	} else {
		v[0] = level[(index - 16) / 36];
		v[1] = level[(index - 16) / 6 % 6];
		v[2] = level[(index - 16) % 6];
	}
	for (int i = 0; i < 3; i++) {
		double c = v[i] / 255.0;

		rgb[i] = c <= 0.04045 ? c / 12.92
				      : pow((c + 0.055) / 1.055, 2.4);
	}
}

double
vision_luminance(int index)
{
	double rgb[3];

	linear(index, rgb);
	return 0.2126 * rgb[0] + 0.7152 * rgb[1] + 0.0722 * rgb[2];
}

double
vision_contrast(int a, int b)
{
	double x = vision_luminance(a), y = vision_luminance(b);

	return x > y ? (x + 0.05) / (y + 0.05) : (y + 0.05) / (x + 0.05);
}

static double
lab_root(double t)
{
	return t > 216.0 / 24389 ? cbrt(t) : (24389.0 / 27 * t + 16) / 116;
}

struct lab
vision_lab(int index, enum vision vision)
{
	double rgb[3], seen[3], x, y, z;

	linear(index, rgb);
	for (int i = 0; i < 3; i++) {
		seen[i] = 0;
		for (int k = 0; k < 3; k++)
			seen[i] += sight[vision][i][k] * rgb[k];
		seen[i] = fmin(1, fmax(0, seen[i]));
	}
	x = 0.4124564 * seen[0] + 0.3575761 * seen[1] + 0.1804375 * seen[2];
	y = 0.2126729 * seen[0] + 0.7151522 * seen[1] + 0.0721750 * seen[2];
	z = 0.0193339 * seen[0] + 0.1191920 * seen[1] + 0.9503041 * seen[2];
	x = lab_root(x / 0.95047);
	y = lab_root(y);
	z = lab_root(z / 1.08883);
	return (struct lab){ 116 * y - 16, 500 * (x - y), 200 * (y - z) };
}

static double
radians(double degrees)
{
	return degrees * pi / 180;
}

static double
hue_degrees(double a, double b)
{
	double h = atan2(b, a) * 180 / pi;

	return h < 0 ? h + 360 : h;
}

static double
seventh(double chroma)
{
	double p = pow(chroma, 7);

	return sqrt(p / (p + 6103515625.0)); /* 25^7 */
}

/* Sharma, Wu, Dalal (2005), in their order. */
double
ciede2000(struct lab p, struct lab q)
{
	double g = 0.5 * (1 - seventh((hypot(p.a, p.b) + hypot(q.a, q.b)) / 2));
	double a1 = (1 + g) * p.a, a2 = (1 + g) * q.a;
	double c1 = hypot(a1, p.b), c2 = hypot(a2, q.b);
	double h1 = hue_degrees(a1, p.b), h2 = hue_degrees(a2, q.b);
	double dl = q.l - p.l, dc = c2 - c1, dh = h2 - h1, h = h1 + h2;
	double l = (p.l + q.l) / 2, c = (c1 + c2) / 2, t, rotate, sl, sc, sh;

	if (c1 * c2 <= 0) {
		dh = 0;
	} else if (fabs(dh) > 180) {
		dh += dh > 0 ? -360 : 360;
		h = (h < 360 ? h + 360 : h - 360) / 2;
	} else {
		h /= 2;
	}
	dh = 2 * sqrt(c1 * c2) * sin(radians(dh / 2));
	t = 1 - 0.17 * cos(radians(h - 30)) + 0.24 * cos(radians(2 * h)) +
		0.32 * cos(radians(3 * h + 6)) -
		0.20 * cos(radians(4 * h - 63));
	rotate = -2 * seventh(c) *
		sin(radians(60 * exp(-pow((h - 275) / 25, 2))));
	sl = 1 + 0.015 * pow(l - 50, 2) / sqrt(20 + pow(l - 50, 2));
	sc = 1 + 0.045 * c;
	sh = 1 + 0.015 * c * t;
	return sqrt(pow(dl / sl, 2) + pow(dc / sc, 2) + pow(dh / sh, 2) +
		rotate * dc / sc * dh / sh);
}

double
vision_distance(int a, int b)
{
	double least = HUGE_VAL;

	for (int v = 0; v < VISIONS; v++)
		least = fmin(least,
			ciede2000(vision_lab(a, (enum vision)v),
				vision_lab(b, (enum vision)v)));
	return least;
}
