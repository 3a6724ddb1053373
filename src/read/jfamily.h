/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which of the formats in JSON a text is, told by the names of its outermost
 * members. They may come late in a large file: then all of it is looked
 * over, but nothing is allocated.
 */
#ifndef FT_READ_JFAMILY_H
#define FT_READ_JFAMILY_H

#include "base/str.h"

enum jfamily {
	JF_NONE, /* no JSON */
	JF_OTHER,
	JF_SPEEDSCOPE,
	JF_CPUPROFILE,  /* V8's, also of its older form */
	JF_HEAPPROFILE, /* V8's */
	JF_TRACE,       /* of Chrome and all that write like it */
	/* These are not read: */
	JF_FIREFOX,
	JF_PYROSCOPE,
	JF_OTLP,
	JF_STACKPROF,
	JF_TICKS, /* node --prof-process --preprocess */
};

enum jfamily jfamily_of(struct str bytes);

#endif
