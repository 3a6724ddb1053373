/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A user's small files: see file.h. */
#include "config.h"

#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/whole.h"
#include "base/xalloc.h"

#include "base/banned.h"

static int
read_all(int fd, size_t max, struct strbuf *text)
{
	char part[4096];
	ssize_t n;

	while ((n = read(fd, part, sizeof(part))) != 0) {
		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return -1;
		strbuf_add(text, str_from(part, (size_t)n));
		if (text->n > max) {
			errno = EFBIG;
			return -1;
		}
	}
	return 0;
}

int
file_read(const char *path, size_t max, struct strbuf *text, struct err *err)
{
	/* A pipe without a writer would otherwise block the open. */
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC);
	struct stat st;
	int status = 0;

	if (fd < 0 && (errno == ENOENT || errno == ENOTDIR))
		return 1;
	if (fd < 0)
		return err_errno(err, errno, "%s", path);
	if (fstat(fd, &st) != 0)
		status = err_errno(err, errno, "%s", path);
	else if (!S_ISREG(st.st_mode))
		status = err_set(err, ERR_IO, "%s: not a file", path);
	else if (read_all(fd, max, text) != 0)
		status = err_errno(err, errno, "%s", path);
	close(fd);
	return status;
}

/* The folders of a path, as the XDG rules want them. */
static int
make_folders(const char *path)
{
	char *part = xstrndup(path, strlen(path));
	int status = 0;

	for (char *at = strchr(part + 1, '/'); at != NULL && status == 0;
		at = strchr(at + 1, '/')) {
		*at = '\0';
		if (mkdir(part, 0700) != 0 && errno != EEXIST)
			status = -1;
		*at = '/';
	}
	free(part);
	return status;
}

int
file_replace(const char *path, struct str text, struct err *err)
{
	if (make_folders(path) != 0)
		return err_errno(err, errno, "%s", path);
	return whole_write(str_c(path), text, WHOLE_TEXT, err);
}

int
file_keep(const char *path, struct strbuf *copy, struct err *err)
{
	struct strbuf text = STRBUF_INIT, name = STRBUF_INIT;
	int status = file_read(path, SIZE_MAX - 4096, &text, err);

	for (int i = 1;
		status == 0 && (i == 1 || whole_exists(strbuf_str(&name)));
		i++) {
		strbuf_reset(&name);
		strbuf_addf(&name, "%s.bad", path);
		if (i > 1)
			strbuf_addf(&name, "%d", i);
	}
	if (status > 0)
		status = err_errno(err, ENOENT, "%s", path);
	else if (status == 0)
		status = whole_write(
			strbuf_str(&name), strbuf_str(&text), WHOLE_TEXT, err);
	if (status == 0)
		strbuf_add(copy, strbuf_str(&name));
	strbuf_free(&name);
	strbuf_free(&text);
	return status;
}
