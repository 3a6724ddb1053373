/* SPDX-License-Identifier: GPL-3.0-or-later */
/* poll() with a signal mask, also on systems without a working ppoll(). */
#ifndef FT_UI_TERM_POLL_H
#define FT_UI_TERM_POLL_H

#include <poll.h>
#include <signal.h>

/* Wait `ms` (-1: for ever) for the descriptors, as poll() does, with the
   signals of `mask` blocked meanwhile (NULL: those blocked now). A terminal
   that hung up has POLLIN or POLLHUP. */
int term_poll(struct pollfd *fd, nfds_t n, int ms, const sigset_t *mask);

#endif
