/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Display options: set in conf/, applied in present/. The values of each enum
 * are in the order of the option's choices.
 */
#ifndef FT_ENGINE_DISPLAY_H
#define FT_ENGINE_DISPLAY_H

/* Option names: the form of frame names. */
enum caption_mode {
	CAPTION_AUTO,     /* the longest form that fits */
	CAPTION_FULL,     /* the whole name, truncated */
	CAPTION_SHORT,    /* the last identifier */
	CAPTION_FILELINE, /* rules.go:41 */
};

/* Choices of option colors except auto: X(NAME, text) has the enumerator
   PAINT_NAME and the text of the option. */
#define PAINT_ROWS(X) \
	X(PACKAGE, package) \
	X(FUNCTION, function) \
	X(ORIGIN, origin) \
	X(RUNTIME, runtime) \
	X(HEAT, heat) \
	X(BOTTLENECK, bottleneck) \
	X(DIFF, diff) \
	X(PLAIN, plain)
#define PAINT_ENUMERATOR(mode, name) PAINT_##mode,
enum paint_mode {
	PAINT_AUTO, /* by package; in a diff, by change */
	PAINT_ROWS(PAINT_ENUMERATOR) PAINT_MODES
};

/* Option order: how siblings are ordered. Ties: by name, then by id. */
enum flamegraph_order {
	FLAME_BY_WEIGHT, /* the heaviest first */
	FLAME_BY_NAME,
	FLAME_BY_INPUT, /* the profile's order */
};

/* Option diff_width: the value that a box's own width shows in a diff; |self|
   without a diff. */
enum flamegraph_span {
	FLAMEGRAPH_MAX,  /* the larger side, so both graphs have room */
	FLAME_OF_AFTER,  /* the new side's graph alone */
	FLAME_OF_BEFORE, /* the base's graph alone, with removed frames */
	FLAME_OF_SUM,    /* both sides together */
	FLAME_BY_DELTA,  /* the change; unchanged boxes have no width */
};

#endif
