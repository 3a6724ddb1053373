/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Frames of folded stacks as locations, with what their text tells:
 *
 *     sys_read_[k]   kernel           parse_[j]    compiled at run time
 *     inner_[i]      inlined into     run_[0]      interpreted
 *                    the one before   wake_[w]     stack of a waker
 *     a;b;-;sys_read                  kernel behind "-"
 *     a;b;--;wake                     a waker's stack behind "--"
 *     serve (app/views.py:12)         py-spy        \  file and line, where
 *     serve - app/views.rb:12         rbspy          > most frames of the
 *     serve:views.c:12                perf, srcline /  file are like that
 *
 * Marks become mappings: [kernel], [jit], [interpreter], [waker]. The text as
 * it stood there stays as the system name.
 */
#ifndef FT_READ_FOLDEDFRAME_H
#define FT_READ_FOLDEDFRAME_H

#include <stddef.h>

#include "base/str.h"
#include "profile/builder.h"

struct folded_frames;

/* `bytes` is all of the file; it has to stay. */
struct folded_frames *folded_frames_new(struct builder *b, struct str bytes);
void folded_frames_free(struct folded_frames *f); /* NULL is fine */
/* The node of a stack, root first; NONE at a limit. */
node_id folded_frames_stack(struct folded_frames *f, struct str stack);
/* Empty frames that were dropped so far. */
size_t folded_frames_empty(const struct folded_frames *f);

#endif
