/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cut-offs of graphs. The trimming itself is graph_trimmed().
 */
#ifndef FT_ENGINE_TRIM_H
#define FT_ENGINE_TRIM_H

#include "engine/graph.h"

/* |trunc(total * fraction)|: what is smaller is dropped. Reports print it
   with their own total ("Dropped 12 nodes (cum <= 0.05s)"). */
int64_t trim_cut(int64_t total, double fraction);

#endif
