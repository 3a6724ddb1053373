/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What leaves the screen for a file: the formats of E and :export, and
 * reports that are ready.
 */
#ifndef FT_UI_EXPORT_H
#define FT_UI_EXPORT_H

#include <stdbool.h>
#include <stddef.h>

struct screen;

/* The i-th format and what it is; false behind the last. */
bool export_format(size_t i, const char **name, const char **help);
/* The report that the worker has finished goes where its line wants it: on
   the screen, into a file, to a command. */
void export_report(struct screen *s);

#endif
