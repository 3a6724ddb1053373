/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What the pane of the source shows, made of what the worker brings, and texts
 * of sources for all panes.
 *
 *     listing -> sums of lines --+
 *                                +--> blocks, notes --> source_pane
 *     an order -> texts ---------+
 */
#ifndef FT_UI_SOURCE_DATA_H
#define FT_UI_SOURCE_DATA_H

#include "analysis/annotate.h"
#include "base/vec.h"
#include "present/source.h"
#include "report/srcfind.h"
#include "ui/pane.h"
#include "ui/stamp.h"

/* A function that was looked at, and where. */
struct visit {
	struct str name; /* pooled */
	struct source_at at;
};

struct sourcing {
	/* What is drawn, and what it was made of. */
	struct source_pane *pane;
	const struct view *view; /* a reference */
	struct footing footing;
	struct routines *routines;
	struct arena notes;
	struct source_block *block;
	const struct listing *of; /* there as long as these are */
	struct stamp made, texts_made;
	frame_id frame;
	node_id node; /* of what passes this place alone; NONE */
	node_id zoom; /* what percentages of the view are of; NONE: of all */

	struct str name; /* of the function; pooled */
	struct source_at at;
	bool fresh; /* another function: the cursor is yet to be put */
	bool here;  /* this place only */
	bool unfolded;
	bool bodies; /* of what is inlined in the cursor's line */
	enum source_columns columns;
	struct str seek_file; /* where the cursor is to go; pooled */
	int64_t seek_line;    /* 0: nowhere */
	struct str allowed;   /* files that may be read, one a line; pooled */
	struct strbuf wishes[PANES]; /* the texts that each pane wants */
	VEC(struct source_opened) opened;
	VEC(struct visit) visits;

	struct stamp hottest_made;
	frame_id hottest;
};

struct sourcing *sourcing_of(const struct screen *s);
/* What is drawn goes, the choices stay. */
void sourcing_drop(struct sourcing *k);

/* Sum up lines of k->frame at k->node, and ask for their texts. */
void sourcing_sum(struct screen *s);
/* Make the pane again, with the texts that are there. */
void sourcing_make(struct screen *s);

/* Ask the worker for the texts of what is shown. */
void sourcing_order(struct screen *s);
/* ... and for those that another pane wants beside them. */
void sourcing_want(struct screen *s, enum pane_id pane,
	const struct source_wish *wish, size_t n);
/* What the worker brought; NULL: nothing yet. */
const struct sources *sourcing_texts(const struct screen *s);

/* The text of a routine, or NULL; its file as the profile has it. */
const struct source *sourcing_text(
	const struct screen *s, const struct routine *r);
struct str sourcing_raw(const struct screen *s, const struct routine *r);
/* The option that finds a source that is missing. */
const char *sourcing_option(const struct source *src);

#endif
