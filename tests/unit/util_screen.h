/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The whole interface for tests, without a terminal: keys in, text out.
 *
 *     struct bench *b = bench_new("main;parse;lex 40\n");
 *     keys(b, "f lex Enter");
 *     see(b, "[focus=lex]");
 *
 * What is wrong stops the test.
 */
#ifndef FT_TESTS_UTIL_SCREEN_H
#define FT_TESTS_UTIL_SCREEN_H

#include "base/strbuf.h"
#include "conf/keymap.h"
#include "present/grid.h"
#include "ui/screen.h"

/* Some stacks: a leaf on two paths, recursion, one of a single frame. */
#define BENCH_STACKS \
	"main;serve;parse;lex 40\n" \
	"main;serve;parse 10\n" \
	"main;serve;emit 20\n" \
	"main;other;lex 25\n" \
	"main;walk;walk;leaf 3\n" \
	"gc 5\n"

struct bench {
	struct screen *screen;
	struct keymap *keymap;
	struct grid grid;
	struct strbuf text; /* the grid's text */
	char path[160];     /* of the profile, a file in this folder */
	unsigned wants;     /* all that was ever wanted */
};

/* A screen of 100x30 with a profile of folded stacks. */
struct bench *bench_new(const char *folded);
/* Any bytes, in a file whose name begins so (at most 150 bytes). */
struct bench *bench_open(const char *name, struct str bytes);
/* Likewise, with a file of testdata: a copy of it is opened. */
struct bench *bench_new_of(const char *name);
void bench_free(struct bench *b);

void draw(struct bench *b);
/* Wait until nothing is left to do, and draw. */
void look(struct bench *b);
void resize(struct bench *b, int rows, int cols);
/* Press keys by name, separated by blanks; a word that names no key is
   typed. */
void keys(struct bench *b, const char *names);
bool sees(const struct bench *b, const char *text);
void see(const struct bench *b, const char *text);
void see_not(const struct bench *b, const char *text);
/* What is on the screen now, and that it is there again, for which the
   snapshot is given back. */
char *snapshot(const struct bench *b);
void see_again(const struct bench *b, char *before);

#endif
