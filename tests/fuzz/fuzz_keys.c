/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as what a terminal sends. curses reads them from a file as it
 * would from the terminal; each key must be one that exists.
 */
#include "config.h"

#include <curses.h>
#include <stdio.h>
#include <unistd.h>

#include "base/compiler.h"
#include "conf/keymap.h"
#include "ui/term.h"
#include "ui/term_key.h"
#include "fuzz.h"

#include "base/banned.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/keys", NULL };

enum { BYTES_MAX = 4096 };

/* One screen for all runs; its input is replaced each time. */
static WINDOW *
keyboard(int fd)
{
	static WINDOW *window;
	char type[] = "xterm-256color";
	FILE *in, *out;

	if (window != NULL)
		return window;
	out = fopen("/dev/null", "w");
	in = fdopen(fd, "r");
	must(out != NULL && in != NULL);
	must(newterm(type, out, in) != NULL);
	window = newpad(1, 1);
	(void)keypad(window, TRUE);
	(void)nodelay(window, TRUE);
	(void)set_escdelay(0);
	keys_begin();
	return window;
}

static bool
is_key(int key)
{
	int plain = key & ~K_ALT;

	return key == K_PASTE || key == K_PASTE_TOO_LONG || key == K_MOUSE ||
		key == K_ANSWER ||
		(plain >= 0 && plain <= 0x10ffff) ||
		(plain >= K_UP && plain < K_SPECIAL_END);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static int input[2] = { -1, -1 };
	struct strbuf paste = STRBUF_INIT;
	struct mouse mouse = { 0 };
	bool resized = false;
	WINDOW *window;
	int key;

	if (size > BYTES_MAX)
		return 0;
	if (input[0] < 0)
		must(pipe(input) == 0);
	window = keyboard(input[0]);
	must(write(input[1], data, size) == (ssize_t)size);
	/* Whatever began is ended by the marks of the end of a paste. */
	must(write(input[1], "\033[201~\033[201~", 12) == 12);
	for (size_t i = 0; i <= size + 64; i++) {
		key = keys_read(window, &paste, &mouse, &resized);
		if (key < 0)
			break;
		must(is_key(key));
		must(mouse.row >= -1 && mouse.col >= -1);
	}
	must(key < 0);
	strbuf_free(&paste);
	return 0;
}
