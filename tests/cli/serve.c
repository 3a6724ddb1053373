/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * serve: a server for scripts, which answers every request with the same file.
 *
 *     serve FILE LOG
 *
 * It prints its port and ends with its input; then the requests are in LOG.
 * With LOG ending in ".401" nobody is let in.
 */
#include "prelude.h"

#include <unistd.h>

#include "base/file.h"
#include "unit/httpd.h"

enum { FILE_MAX = 64 << 20, HARD_ERROR = 99 };

int
main(int argc, char **argv)
{
	struct strbuf file = STRBUF_INIT, log = STRBUF_INIT;
	struct httpd_row row = { .status = 200 };
	struct err err = ERR_INIT;
	struct httpd *d;
	char byte;

	if (argc != 3 || file_read(argv[1], FILE_MAX, &file, &err) != 0) {
		(void)fprintf(stderr, "usage: serve FILE LOG\n");
		return HARD_ERROR;
	}
	row.answer = strbuf_str(&file);
	if (str_ends(str_c(argv[2]), STR(".401")))
		row.status = 401;
	d = httpd_new(&row, 1);
	printf("%d\n", httpd_port(d));
	(void)fflush(stdout);
	while (read(STDIN_FILENO, &byte, 1) > 0)
		continue;
	for (size_t i = 0; i < httpd_requests(d); i++)
		strbuf_add(&log, httpd_request(d, i));
	if (whole_write(str_c(argv[2]), strbuf_str(&log), WHOLE_TEXT, &err) !=
		0)
		(void)fprintf(stderr, "%s\n", err.msg);
	httpd_free(d);
	strbuf_free(&file);
	strbuf_free(&log);
	return err.code != ERR_NONE ? HARD_ERROR : 0;
}
