/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * What a profile knows of its frames, by mapping, and what it does not know
 * at all: the end of the info pane (infolines.h).
 */
#include "config.h"

#include "present/infolines.h"

#include <inttypes.h>
#include <stdlib.h>

#include "base/xalloc.h"

#include "base/banned.h"

/* Some formats have no mappings, and get one to hang their frames on. */
static bool
is_mapping(const struct profile *p, map_id m)
{
	return profile_str(p, p->map.file[m]).n > 0 || p->map.limit[m] != 0 ||
		profile_str(p, p->map.build_id[m]).n > 0;
}

uint32_t
info_mappings(const struct profile *p)
{
	uint32_t n = 0;

	for (map_id m = 0; m < p->map.n; m++)
		n += is_mapping(p, m);
	return n;
}

bool
info_is_own_label(const struct profile *p, str_id key)
{
	return !str_is(profile_str(p, key), "pprof::base");
}

static bool
has_build_ids(const struct profile *p)
{
	for (map_id i = 0; i < p->map.n; i++)
		if (p->map.build_id[i] != 0)
			return true;
	return false;
}

enum { HAS_FRAMES = MAP_ALL + 1 };

static unsigned
line_knows(const struct profile *p, line_id line)
{
	func_id f = p->line.func[line];

	return (f != NONE && p->func.name[f] != 0 ? MAP_FUNCTIONS : 0U) |
		(f != NONE && p->func.file[f] != 0 ? MAP_FILENAMES : 0U) |
		(p->line.line[line] != 0 ? MAP_LINES : 0U);
}

/* What the frames of each mapping have, MAP_* and HAS_FRAMES; to be freed.
   What the file claims of them (map.has) is for symbolizers: some claim
   everything, so that nobody tries. */
static unsigned *
mappings_know(const struct profile *p)
{
	unsigned *known = xcalloc(p->map.n + 1, sizeof(*known));

	for (loc_id i = 0; i < p->loc.n; i++) {
		line_id from = p->loc.line0[i], to = p->loc.line0[i + 1];
		map_id m = p->loc.map[i];

		if (m == NONE)
			continue;
		known[m] |= HAS_FRAMES | (to - from > 1 ? MAP_INLINES : 0U);
		for (line_id line = from; line < to; line++)
			known[m] |= line_knows(p, line);
	}
	return known;
}

static void
add_symbols(struct strbuf *out, unsigned known)
{
	static const struct {
		unsigned bit;
		const char *name;
	} rows[] = { { MAP_FUNCTIONS, "functions" }, { MAP_FILENAMES, "files" },
		{ MAP_LINES, "lines" }, { MAP_INLINES, "inlined calls" } };
	const char *before = "knows ";

	if (known == 0)
		strbuf_addc(out, "no frames");
	else if (known == HAS_FRAMES)
		strbuf_addc(out, "without symbols");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if ((known & rows[i].bit) == 0)
			continue;
		strbuf_addf(out, "%s%s", before, rows[i].name);
		before = ", ";
	}
}

static void
add_mapping(struct info *in, map_id m, unsigned known, bool wants_build_id)
{
	const struct profile *p = in->p;
	struct str file = profile_str(p, p->map.file[m]);
	struct str id = profile_str(p, p->map.build_id[m]);

	strbuf_add(&in->text, file.n > 0 ? file : STR("(no file)"));
	info_field(in, m == 0 ? "main" : "");
	if (p->map.limit[m] != 0)
		strbuf_addf(&in->text, "0x%" PRIx64 "-0x%" PRIx64,
			p->map.start[m], p->map.limit[m]);
	if (p->map.offset[m] != 0)
		strbuf_addf(&in->text, " at 0x%" PRIx64, p->map.offset[m]);
	strbuf_addc(&in->text, in->text.n > 0 ? "   " : "");
	add_symbols(&in->text, known);
	if (id.n == 0 && wants_build_id)
		strbuf_addc(&in->text, "   no build id");
	info_field(in, "");
	if (id.n == 0)
		return;
	strbuf_addf(&in->text, "build id %.*s", STR_ARG(id));
	info_field(in, "");
}

void
info_add_mappings(struct info *in)
{
	const struct profile *p = in->p;
	bool ids = has_build_ids(p);
	unsigned *known;

	if (info_mappings(p) == 0)
		return;
	known = mappings_know(p);
	info_heading(in, "Mappings");
	for (map_id m = 0; m < p->map.n; m++)
		if (is_mapping(p, m))
			add_mapping(in, m, known[m], ids);
	free(known);
}

/* What is not there, and what one cannot see because of it. */

static bool
has_addresses(const struct profile *p)
{
	for (loc_id i = 0; i < p->loc.n; i++)
		if (p->loc.address[i] != 0)
			return true;
	return false;
}

static bool
has_files(const struct profile *p)
{
	for (func_id i = 0; i < p->func.n; i++)
		if (p->func.file[i] != 0)
			return true;
	return false;
}

static bool
has_lines(const struct profile *p)
{
	for (line_id i = 0; i < p->line.n; i++)
		if (p->line.line[i] != 0)
			return true;
	return false;
}

static bool
has_inlines(const struct profile *p)
{
	return p->line.n > p->loc.n;
}

static bool
has_labels(const struct profile *p)
{
	for (uint32_t i = 0; i < p->labels.first[p->labels.n]; i++)
		if (info_is_own_label(p, p->labels.label[i].key))
			return true;
	return false;
}

void
info_add_missing(struct info *in)
{
	const struct profile *p = in->p;
	const struct {
		bool there;
		const char *what, *so;
	} rows[] = {
		{ p->header.time_nanos != 0, "time", "when it was taken" },
		{ p->header.duration_nanos != 0, "duration",
			"how long it was measured" },
		{ p->header.period != 0, "period",
			"how far apart the samples are" },
		{ p->func.n > 0, "functions", "names: frames are addresses" },
		{ has_files(p), "files", "which file a function is in" },
		{ has_lines(p), "lines", "which line cost what" },
		{ has_inlines(p), "inlined calls",
			"calls that the compiler inlined, if there were any" },
		{ has_addresses(p), "addresses",
			"granularity=addresses shows nothing more" },
		{ info_mappings(p) > 0, "mappings",
			"which binary a frame is in" },
		{ info_mappings(p) == 0 || has_build_ids(p), "build ids",
			"which build of the binary ran" },
		{ has_labels(p), "labels",
			"requests, users, threads: nothing for pane 6" },
	};
	bool any = false;

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		if (rows[i].there)
			continue;
		if (!any)
			info_heading(in, "Not in the profile");
		any = true;
		strbuf_addc(&in->text, rows[i].so);
		info_field(in, rows[i].what);
	}
}
