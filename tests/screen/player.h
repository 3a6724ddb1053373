/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Plays a script on a stage and says where it failed.
 *
 * Every check waits until it holds, up to a deadline, so that a script needs
 * no pauses; on the stage without a terminal all work is done before a check
 * and it holds at once or not at all.
 */
#ifndef FT_TESTS_SCREEN_PLAYER_H
#define FT_TESTS_SCREEN_PLAYER_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "screen/sandbox.h"
#include "screen/picture.h"
#include "screen/script.h"
#include "screen/stage.h"

struct play_options {
	const char *program;  /* absolute path of flametop */
	const char *testdata; /* absolute path, or NULL */
	const char *wrapper;  /* words put in front of the program, or NULL */
	int deadline;         /* milliseconds that a check may wait */
	bool verbose;         /* show the screen after each command */
};

struct saved_screen {
	struct str name;
	struct picture screen;
};

struct saved_number {
	struct str name;
	double value;
};

struct player {
	const struct play_options *options;
	const struct stage_ops *ops;
	struct stage *stage; /* NULL until OPEN, SH or SHELL */
	struct sandbox sandbox;
	struct scope *scope; /* NULL until SERVER */
	int rows, cols;
	int deadline;        /* of options, unless the script sets another */
	struct picture seen; /* as it was last looked at */
	size_t mark;         /* bytes written before the MARK */
	VEC(struct saved_screen) screens;
	VEC(struct saved_number) numbers;
	struct strbuf why; /* why the last check does not hold */
};

/* True when every command held. Else the report says which did not. */
bool player_play(const struct script *script, const struct stage_ops *ops,
	const struct play_options *options, struct strbuf *report);

/* ---- for the commands ---- */

/* Does what the command says; false and p->why if it cannot or does not
   hold. */
typedef bool (*command_fn)(struct player *p, const struct command *c);

struct verb {
	const char *name;
	command_fn run;
	int needs; /* NEEDS_* */
};

enum {
	NEEDS_STAGE = 1, /* something was started */
	NEEDS_TTY = 2,   /* the script says TTY */
};

extern const struct verb check_verbs[], number_verbs[], tty_verbs[];
extern const int check_verb_count, number_verb_count, tty_verb_count;

/* A condition on the player, checked again after each event. It writes to
   p->why what is wrong. */
typedef bool (*condition_fn)(struct player *p, void *arg);

/* Wait until it holds; p->seen is fresh each time. */
bool player_until(struct player *p, condition_fn holds, void *arg);
/* Fail: say why. Returns false. */
bool player_fail(struct player *p, const char *fmt, ...) PRINTF_LIKE(2, 3);
struct vt *player_vt(struct player *p);
/* A whole number that is the next word of *rest. */
bool player_int(struct player *p, struct str *rest, int *out);

#endif
