/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The commands that need no screen. Their functions work on a struct app.
 */
#ifndef FT_APP_COMMAND_ROWS_H
#define FT_APP_COMMAND_ROWS_H

#include <stddef.h>

#include "app/command.h"

const struct command *app_command_rows(size_t *n);

#endif
