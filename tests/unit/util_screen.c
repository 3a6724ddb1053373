/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The interface without a terminal: see util_screen.h. */
#include "prelude.h"

#include "util_screen.h"

#include <poll.h>
#include <unistd.h>

#include "testing.h"

#include "base/file.h"
#include "base/xalloc.h"
#include "util_source.h"

void
draw(struct bench *b)
{
	screen_draw(b->screen, &b->grid);
	strbuf_reset(&b->text);
	grid_text(&b->grid, &b->text);
}

void
look(struct bench *b)
{
	while (!screen_idle(b->screen)) {
		struct pollfd fd = { .fd = screen_fd(b->screen),
			.events = POLLIN };
		int timeout = screen_timeout(b->screen);

		assert_true(poll(&fd, 1,
				    timeout < 0 ? TESTS_PATIENCE : timeout) >=
			0);
		screen_wake(b->screen);
	}
	draw(b);
	b->wants |= screen_wants(b->screen);
}

void
resize(struct bench *b, int rows, int cols)
{
	grid_resize(&b->grid, rows, cols);
	screen_size(b->screen, rows, cols);
	look(b);
}

struct bench *
bench_open(const char *name, struct str bytes)
{
	struct bench *b = xcalloc(1, sizeof(*b));
	struct err err = ERR_INIT;
	struct query q;
	struct settings set;
	struct str source;
	struct ui_start start = { .load = { .n_sources = 1, .source = &source },
		.query = &q,
		.settings = &set };
	int fd;

	assert_in_range(strlen(name), 0, sizeof(b->path) - 8);
	(void)snprintf(b->path, sizeof(b->path), "%sXXXXXX", name);
	fd = mkstemp(b->path);
	assert_true(fd >= 0);
	assert_int_equal(write(fd, bytes.p, bytes.n), bytes.n);
	(void)close(fd);
	source = str_c(b->path);
	query_init(&q);
	settings_init(&set);
	set.follow_delay = 0; /* nobody types here, so nothing needs to wait */
	b->keymap = keymap_new(&err);
	if (b->keymap == NULL)
		fail_msg("%s", err.msg);
	start.keymap = b->keymap;
	b->screen = screen_new(&start, &err);
	if (b->screen == NULL)
		fail_msg("%s", err.msg);
	grid_init(&b->grid, 24, 80, false);
	screen_colors(b->screen, 256);
	resize(b, 30, 100);
	return b;
}

struct bench *
bench_new(const char *folded)
{
	return bench_open("screen-", str_c(folded));
}

struct bench *
bench_new_of(const char *name)
{
	struct strbuf path = STRBUF_INIT, content = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct bench *b;

	strbuf_addf(&path, "%s/testdata/%s", source_dir(), name);
	if (file_read(strbuf_c(&path), 1 << 20, &content, &err) != 0)
		fail_msg("%s", err.msg);
	b = bench_open("screen-", strbuf_str(&content));
	strbuf_free(&path);
	strbuf_free(&content);
	return b;
}

void
bench_free(struct bench *b)
{
	screen_free(b->screen);
	keymap_free(b->keymap);
	grid_fini(&b->grid);
	strbuf_free(&b->text);
	(void)unlink(b->path);
	free(b);
}

void
keys(struct bench *b, const char *names)
{
	struct str rest = str_c(names);

	while (rest.n > 0) {
		struct str word = str_cut(&rest, ' ');
		int key = key_parse(word);

		if (key >= 0)
			screen_key(b->screen, key);
		else
			for (size_t i = 0; i < word.n; i++)
				screen_key(b->screen, word.p[i]);
	}
	look(b);
}

bool
sees(const struct bench *b, const char *text)
{
	return str_find(strbuf_str(&b->text), str_c(text), 0) >= 0;
}

void
see(const struct bench *b, const char *text)
{
	if (!sees(b, text))
		fail_msg("\"%s\" is not on the screen:\n%s", text,
			strbuf_c(&b->text));
}

void
see_not(const struct bench *b, const char *text)
{
	if (sees(b, text))
		fail_msg("\"%s\" is on the screen:\n%s", text,
			strbuf_c(&b->text));
}

char *
snapshot(const struct bench *b)
{
	return xstrndup(b->text.p, b->text.n);
}

void
see_again(const struct bench *b, char *before)
{
	assert_string_equal(strbuf_c(&b->text), before);
	free(before);
}
