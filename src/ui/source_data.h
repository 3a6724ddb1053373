/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The source pane's data, made from the worker's results, and source texts for
 * all panes.
 *
 *     listing -> sums of lines --+
 *                                +--> blocks, notes --> source_pane
 *     a request -> texts --------+
 */
#ifndef FT_UI_SOURCE_DATA_H
#define FT_UI_SOURCE_DATA_H

#include "analysis/annotate.h"
#include "base/vec.h"
#include "present/source.h"
#include "report/srcfind.h"
#include "ui/pane.h"
#include "ui/stamp.h"

/* Function that was visited, and the position in it. */
struct visit {
	struct str name; /* pooled */
	struct source_at at;
};

struct sourcing {
	/* The drawn pane, and its inputs. */
	struct source_pane *pane;
	const struct view *view; /* a reference */
	struct footing footing;
	struct routines *routines;
	struct arena notes;
	struct source_block *block;
	const struct listing *of; /* lives as long as these */
	struct stamp made, texts_made;
	frame_id frame;
	node_id node; /* only samples through this node; NONE: all */
	node_id zoom; /* 100 % of the view's percentages; NONE: all */

	struct str name; /* function; pooled */
	struct source_at at;
	bool fresh; /* another function: the cursor must be placed */
	bool here;  /* this call path only */
	bool unfolded;
	bool bodies; /* show what is inlined in the cursor's line */
	enum source_columns columns;
	struct str seek_file; /* where the cursor shall go; pooled */
	int64_t seek_line;    /* 0: nowhere */
	struct str allowed;   /* files that may be read, one a line; pooled */
	struct strbuf wishes[PANES]; /* the texts that each pane needs */
	VEC(struct source_opened) opened;
	VEC(struct visit) visits;

	struct stamp hottest_made;
	frame_id hottest;
};

struct sourcing *sourcing_of(const struct screen *s);
/* Free what is drawn; the choices stay. */
void sourcing_drop(struct sourcing *k);

/* Sum up the lines of k->frame at k->node, and request their texts. */
void sourcing_sum(struct screen *s);
/* Make the pane again with the texts that are there. */
void sourcing_make(struct screen *s);

/* Request the texts of what is shown, */
void sourcing_order(struct screen *s);
/* ... and those that another pane needs as well. */
void sourcing_want(struct screen *s, enum pane_id pane,
	const struct source_wish *wish, size_t n);
/* Return the worker's texts; NULL: none yet. */
const struct sources *sourcing_texts(const struct screen *s);

/* Return a routine's text, or NULL; its file as the profile names it. */
const struct source *sourcing_text(
	const struct screen *s, const struct routine *r);
struct str sourcing_raw(const struct screen *s, const struct routine *r);
/* Return the option that helps to find a missing source. */
const char *sourcing_option(const struct source *src);

#endif
