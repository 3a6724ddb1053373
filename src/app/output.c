/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts into files: see output.h. */
#include "config.h"

#include "app/output.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/xalloc.h"

#include "base/banned.h"

int
output_write(struct str path, struct str text, struct err *err)
{
	char *name = xstrndup(path.p, path.n);
	FILE *f = fopen(name, "w");
	int error;

	free(name);
	if (f == NULL)
		return err_errno(err, errno, "%.*s", STR_ARG(path));
	error = fwrite(text.p, 1, text.n, f) == text.n ? 0 : errno;
	if (fclose(f) != 0 && error == 0)
		error = errno;
	if (error != 0)
		return err_errno(err, error, "%.*s", STR_ARG(path));
	return 0;
}
