/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Setting and wrapping errors. */
#include "prelude.h"

#include "base/err.h"

#include <stdarg.h>

int
err_set(struct err *err, enum err_code code, const char *fmt, ...)
{
	va_list ap;

	err->code = code;
	va_start(ap, fmt);
	(void)vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	return -1;
}

int
err_errno(struct err *err, int errnum, const char *fmt, ...)
{
	char what[128];
	size_t n;
	va_list ap;

	err->code = ERR_IO;
	va_start(ap, fmt);
	(void)vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	if (strerror_r(errnum, what, sizeof(what)) != 0)
		(void)snprintf(what, sizeof(what), "error %d", errnum);
	n = strlen(err->msg);
	(void)snprintf(err->msg + n, sizeof(err->msg) - n, ": %s", what);
	return -1;
}

int
err_wrap(struct err *err, const char *fmt, ...)
{
	char inner[sizeof(err->msg)];
	size_t n;
	va_list ap;

	memcpy(inner, err->msg, sizeof(inner));
	va_start(ap, fmt);
	(void)vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	n = strlen(err->msg);
	(void)snprintf(err->msg + n, sizeof(err->msg) - n, ": %s", inner);
	return -1;
}

int
err_exit_status(const struct err *err)
{
	return err->code == ERR_USAGE ? 2 : 1;
}
