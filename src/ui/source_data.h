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
#include "present/textcheck.h"
#include "report/srcfind.h"
#include "ui/pane.h"
#include "ui/stamp.h"

/* A visited function and the position in it. */
struct visit {
	struct str name; /* pooled */
	struct source_at at;
};

struct sourcing {
	/* The drawn pane, and its inputs. */
	struct source_pane *pane;
	const struct view *view; /* owned reference */
	struct footing footing;
	struct routines *routines;
	struct arena notes;
	struct source_block *block;
	const struct listing *of; /* borrowed; outlives the pane */
	struct stamp made, texts_made;
	frame_id frame;
	frame_id asked;  /* the function asked for: `frame`, or code of a
			    library that `frame` calls at `called` */
	frame_id called; /* callee of `frame` on the path to `asked`; NONE */
	node_id node; /* only samples through this node; NONE: all */
	node_id zoom; /* node of 100% in the view; NONE: the root */

	struct str name; /* name of the function; pooled */
	struct source_at at;
	bool fresh; /* new function: the cursor must be placed */
	bool late;  /* another function was put off until keys rest */
	bool here;  /* only samples of the selected call path */
	bool unfolded;
	struct str itself; /* code of a library whose own text the user wants,
			      not that of its caller; pooled */
	bool bodies; /* show lines inlined into the cursor's line */
	enum source_columns columns;
	struct str seek_file; /* target of source_seek(); pooled */
	int64_t seek_line;    /* 0: no target */
	struct str allowed;   /* files that the user allowed, one a line */
	struct strbuf wishes[PANES]; /* texts requested by each pane */
	VEC(struct source_opened) opened;
	VEC(struct visit) visits;

	struct stamp hottest_made;
	frame_id hottest;
	node_id hottest_node; /* heaviest node of `hottest`, or NONE */
};

struct sourcing *sourcing_of(const struct screen *s);
/* Free the drawn pane and its inputs; the user's choices are kept. */
void sourcing_drop(struct sourcing *k);

/* If the frame at a node is code of a library or of the system, return the
   nearest frame above it that is the user's own, and set *called to the frame
   that this one calls; else NONE. */
frame_id sourcing_own_caller(struct screen *s, node_id node, frame_id *called);
/* Sum the lines of k->frame at k->node, and request their texts. */
void sourcing_sum(struct screen *s);
/* Rebuild the pane with the texts that have been read. */
void sourcing_make(struct screen *s);

/* Request the texts of the shown function. */
void sourcing_order(struct screen *s);
/* Request texts for `pane`, together with those of the other panes. */
void sourcing_want(struct screen *s, enum pane_id pane,
	const struct source_wish *wish, size_t n);
/* Return the wish for the text of a frame's file. */
struct source_wish sourcing_wish(const struct view *v, frame_id frame);
/* Return the worker's texts; NULL: none yet. */
const struct sources *sourcing_texts(const struct screen *s);

/* Return the file of a wish, if the worker has looked for it; or NULL. */
const struct source *sourcing_file(
	const struct screen *s, struct str name, struct str raw);
/* sourcing_text() returns a routine's text, or NULL; sourcing_raw() its file,
   as named in the profile. */
const struct source *sourcing_text(
	const struct screen *s, const struct routine *r);
struct str sourcing_raw(const struct screen *s, const struct routine *r);
/* Return a frame's file, as named in the profile; "": none. */
struct str sourcing_raw_file(const struct view *v, frame_id frame);
/* Return the properties of a source by which its text is checked. */
struct text_facts sourcing_facts(const struct source *src);
/* Return the option that helps to find a missing source. */
const char *sourcing_option(const struct source *src);

#endif
