/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptors, without the surprises: interruptions, and programs started
   later that would inherit them. */
#ifndef FT_BASE_FD_H
#define FT_BASE_FD_H

#include "base/str.h"

/* Write all of it. 0, or an errno. */
int fd_write(int fd, struct str bytes);
/* A pipe whose ends programs started later do not get; flags: 0 or
   O_NONBLOCK. 0; or an errno, and both ends are -1. */
int fd_pipe(int end[2], int flags);
/* Close it if there is one; *fd becomes -1. */
void fd_close(int *fd);

#endif
