/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of terminals: see term_caps.h. */
#include "config.h"

#include "ui/term_caps.h"

#include <curses.h>
#include <stdint.h>
#include <stdio.h>
#include <term.h>

#include "base/compiler.h"

#include "base/banned.h"

/* tputs() takes a function without an argument of ours. */
static struct strbuf *collected;

static int
collect(int c)
{
	strbuf_addch(collected, (char)c);
	return c;
}

const char *
caps_text(const char *name)
{
	char buf[16];
	const char *s;

	(void)snprintf(buf, sizeof(buf), "%s", name);
	s = tigetstr(buf);
	/* -1 says that the name is no text */
	return s == (const char *)(intptr_t)-1 ? NULL : s;
}

int
caps_number(const char *name)
{
	char buf[16];
	int n;

	(void)snprintf(buf, sizeof(buf), "%s", name);
	n = tigetnum(buf);
	return n < 0 ? -1 : n;
}

bool
caps_stops_us(const char *type)
{
	static const char *const emulators[] = { "linux", "rxvt" };
	char name[] = "xon";

	for (size_t i = 0; type != NULL && i < COUNT_OF(emulators); i++)
		if (str_starts(str_c(type), str_c(emulators[i])))
			return false;
	return tigetflag(name) > 0;
}

void
caps_farewell(struct strbuf *out, const char *more)
{
	static const char *const names[] = { "sgr0", "op", "rmkx", "rmcup",
		"cnorm" };

	strbuf_addc(out, more);
	collected = out;
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		const char *s = caps_text(names[i]);

		if (s != NULL)
			(void)tputs(s, 1, collect);
	}
	collected = NULL;
}

void
caps_scroll_all(struct strbuf *out, int rows)
{
	const char *csr = caps_text("csr");

	if (csr == NULL)
		return;
	collected = out;
	(void)tputs(tparm(csr, 0L, (long)rows - 1, 0L, 0L, 0L, 0L, 0L, 0L, 0L),
		1, collect);
	collected = NULL;
}
