/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Errors that a user or an input can cause.
 *
 * A function that can fail takes a `struct err *` as its last parameter, and on
 * failure fills it in and returns -1 or NULL. The struct lives on the caller's
 * stack and owns nothing. Messages are lower case, without a full stop, and
 * name the thing and the place (byte offset or line). Programming errors are
 * assert()s, and running out of memory calls die(); neither sets an err.
 */
#ifndef FT_BASE_ERR_H
#define FT_BASE_ERR_H

#include "base/compiler.h"

enum err_code {
	ERR_NONE = 0,
	ERR_USAGE,     /* wrong options, values, patterns: exit status 2 */
	ERR_IO,        /* files, terminals: exit status 1 */
	ERR_FORMAT,    /* the input is not what it claims to be: status 1 */
	ERR_LIMIT,     /* more memory than allowed: status 1 */
	ERR_NO_MATCH,  /* a report found nothing to print: status 1 */
	ERR_CANCELLED, /* stopped on request; never shown */
	ERR_CHOICES,   /* the user must choose first; never shown */
};

struct err {
	enum err_code code;
	char msg[512]; /* truncated if too long */
};

#define ERR_INIT { .code = ERR_NONE }

/* Set code and message. Always returns -1: `return err_set(err, ...)`. */
int err_set(struct err *err, enum err_code code, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* Set the message to "<text>: <description of errnum>". Returns -1. */
int err_errno(struct err *err, int errnum, const char *fmt, ...)
	PRINTF_LIKE(3, 4);

/* Prepend "<text>: " to the message. Returns -1. */
int err_wrap(struct err *err, const char *fmt, ...) PRINTF_LIKE(2, 3);

/* Return the exit status for an error: 2 for wrong usage, else 1. */
int err_exit_status(const struct err *err);

#endif
