/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A streaming writer of JSON. */
#include "prelude.h"

#include "base/jsonout.h"

#include <assert.h>
#include <inttypes.h>
#include <math.h>

#include "base/decimal.h"
#include "base/json.h"

enum { LINES = 2 }; /* down to this depth, each value has its own line */

static void
jsonout_next(struct jsonout *j, const char *key)
{
	if (!j->first)
		strbuf_addch(j->out, ',');
	if (j->depth > 0 && j->depth <= LINES) {
		strbuf_addch(j->out, '\n');
		strbuf_addn(j->out, ' ', 2 * (size_t)j->depth);
	} else if (!j->first)
		strbuf_addch(j->out, ' ');
	j->first = false;
	if (key != NULL)
		strbuf_addf(j->out, "\"%s\": ", key);
}

static void
jsonout_open(struct jsonout *j, const char *key, char open, char close)
{
	assert(j->depth < JSONOUT_DEPTH_MAX);
	jsonout_next(j, key);
	strbuf_addch(j->out, open);
	j->close[j->depth++] = close;
	j->first = true;
}

void
jsonout_init(struct jsonout *j, struct strbuf *out)
{
	*j = (struct jsonout){ .out = out, .first = true };
}

void
jsonout_object(struct jsonout *j, const char *key)
{
	jsonout_open(j, key, '{', '}');
}

void
jsonout_array(struct jsonout *j, const char *key)
{
	jsonout_open(j, key, '[', ']');
}

void
jsonout_close(struct jsonout *j)
{
	if (j->depth-- <= LINES && !j->first) {
		strbuf_addch(j->out, '\n');
		strbuf_addn(j->out, ' ', 2 * (size_t)j->depth);
	}
	strbuf_addch(j->out, j->close[j->depth]);
	j->first = false;
	if (j->depth == 0)
		strbuf_addch(j->out, '\n');
}

void
jsonout_text(struct jsonout *j, const char *key, struct str text)
{
	jsonout_next(j, key);
	json_put(j->out, text, JSON_PLAIN);
}

void
jsonout_some_text(struct jsonout *j, const char *key, struct str text)
{
	if (text.n > 0)
		jsonout_text(j, key, text);
}

void
jsonout_int(struct jsonout *j, const char *key, int64_t value)
{
	jsonout_next(j, key);
	strbuf_addf(j->out, "%" PRId64, value);
}

void
jsonout_count(struct jsonout *j, const char *key, uint64_t value)
{
	jsonout_next(j, key);
	strbuf_addf(j->out, "%" PRIu64, value);
}

void
jsonout_real(struct jsonout *j, const char *key, double value)
{
	char text[32];
	double back;

	jsonout_next(j, key);
	if (!isfinite(value)) {
		strbuf_addstr(j->out, "null");
		return;
	}
	/* Print the fewest digits that read back as this number. */
	for (int digits = 6; digits <= 17; digits++) {
		(void)snprintf(text, sizeof(text), "%.*g", digits, value);
		if (decimal_double(str_c(text), &back) && !(back < value) &&
			!(back > value))
			break;
	}
	strbuf_addstr(j->out, text);
}

void
jsonout_bool(struct jsonout *j, const char *key, bool value)
{
	jsonout_next(j, key);
	strbuf_addstr(j->out, value ? "true" : "false");
}

void
jsonout_address(struct jsonout *j, const char *key, uint64_t value)
{
	jsonout_next(j, key);
	strbuf_addf(j->out, "\"0x%" PRIx64 "\"", value);
}
