/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Profiles as their samples: see sampled.h. */
#include "prelude.h"

#include "sampled.h"

#include <inttypes.h>

#include "testing.h"

#include "base/vec.h"
#include "util_read.h"

static void
put_mapping(struct strbuf *out, const struct profile *p, loc_id loc)
{
	if (p->loc.map[loc] != NONE)
		strbuf_addf(out, "[%.*s]",
			STR_ARG(profile_str(p, p->map.file[p->loc.map[loc]])));
}

static void
put_location(struct strbuf *out, const struct profile *p, loc_id loc)
{
	uint32_t line = p->loc.line0[loc];
	bool has_line = line < p->loc.line0[loc + 1];
	func_id func = has_line ? p->line.func[line] : 0;
	struct str file =
		has_line ? profile_str(p, p->func.file[func]) : STR_EMPTY;

	if (!has_line) {
		strbuf_addf(out, "0x%" PRIx64, p->loc.address[loc]);
		put_mapping(out, p, loc);
		return;
	}
	strbuf_add(out, profile_str(p, p->func.name[func]));
	if (file.n > 0 || p->line.line[line] != 0) {
		strbuf_addf(out, "<%.*s", STR_ARG(file));
		if (p->line.line[line] != 0)
			strbuf_addf(out, ":%" PRId64, p->line.line[line]);
		strbuf_addch(out, '>');
	}
	put_mapping(out, p, loc);
}

static void
put_stack(struct strbuf *out, const struct profile *p, node_id leaf)
{
	size_t n = profile_stack(p, leaf, NULL, 0);
	loc_id *loc = xcalloc(n + 1, sizeof(*loc));

	(void)profile_stack(p, leaf, loc, n);
	if (n == 0)
		strbuf_addch(out, '-');
	for (size_t i = n; i-- > 0;) {
		put_location(out, p, loc[i]);
		if (i > 0)
			strbuf_addch(out, ';');
	}
	free(loc);
}

static void
put_labels(struct strbuf *out, const struct profile *p, lset_id set)
{
	uint32_t first = p->labels.first[set], end = p->labels.first[set + 1];

	for (uint32_t i = first; i < end; i++) {
		const struct label *l = &p->labels.label[i];

		strbuf_addf(out, "%s%.*s=", i == first ? " {" : " ",
			STR_ARG(profile_str(p, l->key)));
		if (l->str != NONE)
			strbuf_add(out, profile_str(p, l->str));
		else
			strbuf_addf(out, "%" PRId64 "%.*s", l->num,
				STR_ARG(profile_str(p, l->unit)));
	}
	if (end > first)
		strbuf_addch(out, '}');
}

static void
put_profile(struct strbuf *out, const struct profile *p)
{
	for (uint32_t t = 0; t < p->types.n; t++)
		strbuf_addf(out, "%s%.*s/%.*s", t > 0 ? " " : "",
			STR_ARG(profile_str(p, p->types.type[t])),
			STR_ARG(profile_str(p, p->types.unit[t])));
	strbuf_addch(out, '\n');
	for (size_t i = 0; i < p->sample.n; i++) {
		put_stack(out, p, p->sample.leaf[i]);
		for (uint32_t t = 0; t < p->types.n; t++)
			strbuf_addf(out, "%c%" PRId64, t > 0 ? ',' : ' ',
				p->sample.value[t][i]);
		put_labels(out, p, p->sample.labels[i]);
		if (p->sample.time != NULL)
			strbuf_addf(out, " @%" PRId64, p->sample.time[i]);
		strbuf_addch(out, '\n');
	}
}

void
sampled_is(struct str text, const char *format, const char *want)
{
	struct strbuf out = STRBUF_INIT, warnings = STRBUF_INIT;
	struct profile *p = read_noted(format, text, "note: ", &warnings);

	put_profile(&out, p);
	strbuf_add(&out, strbuf_str(&warnings));
	assert_string_equal(strbuf_c(&out), want);
	profile_unref(p);
	strbuf_free(&out);
	strbuf_free(&warnings);
}

void
sampled_fails(struct str text, const char *format, const char *message)
{
	struct err err = ERR_INIT;

	assert_null(read_as(format, text, NULL, &err));
	assert_string_equal(err.msg, message);
}

void
sampled_file_is(const char *name, const char *want)
{
	struct bytes bytes = testdata(name);

	sampled_is(bytes_str(&bytes), "", want);
	bytes_free(&bytes);
}
