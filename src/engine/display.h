/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Choices of how a view is displayed: settings of conf/, carried out by
 * present/. The order of each enum is that of its option's choices.
 */
#ifndef FT_ENGINE_DISPLAY_H
#define FT_ENGINE_DISPLAY_H

/* Option names: how a frame is called. */
enum caption_mode {
	CAPTION_AUTO,     /* the longest form that fits */
	CAPTION_FULL,     /* all of it, cut */
	CAPTION_SHORT,    /* the last identifier */
	CAPTION_FILELINE, /* rules.go:41 */
};

/* Option colors, beside auto: PAINT_x, and the struct in present/paint.c that
   knows how. */
#define PAINT_ROWS(X) \
	X(PACKAGE, package) \
	X(FUNCTION, function) \
	X(ORIGIN, origin) \
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
	FLAME_BY_INPUT, /* as the profile has them */
};

/* Option diff_width: what a width stands for in a diff; elsewhere there is
   only |self|. */
enum flamegraph_span {
	FLAMEGRAPH_MAX,    /* whichever is larger, so both graphs have room */
	FLAME_OF_AFTER,  /* the new side: its graph alone */
	FLAME_OF_BEFORE, /* the base: its graph alone, with all that is gone */
	FLAME_OF_SUM,    /* both together */
	FLAME_BY_DELTA,  /* what changed; what stayed the same has none */
};

#endif
