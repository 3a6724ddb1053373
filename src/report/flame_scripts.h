/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The JavaScript in the files of -flamesvg and -flamehtml. The same text is in
 * every file: it reads all data from the drawn boxes and the table's rows, so
 * no text from a profile is part of it, and it writes through textContent.
 */
#ifndef FT_REPORT_FLAME_SCRIPTS_H
#define FT_REPORT_FLAME_SCRIPTS_H

/* The picture's, in two parts: zoom and numbers, then search. */
extern const char picture_script[], picture_search[];
/* The table's: a click on a column's head sorts by it; the search filters
   rows. */
extern const char table_script[];

#endif
