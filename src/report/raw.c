/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -raw: the filtered profile as text, all of it. */
#include "config.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "base/vec.h"

#include "report/report.h"

#include "base/banned.h"

enum { NANOS = 1000000000 };

/* A local time as Go prints it: seconds' fraction without trailing zeroes,
   offset and zone. */
static void
print_time(struct strbuf *out, int64_t nanos)
{
	time_t sec = (time_t)(nanos / NANOS);
	long frac = (long)(nanos % NANOS);
	struct tm tm;
	char buf[64];

	if (frac < 0) {
		frac += NANOS;
		sec--;
	}
	if (localtime_r(&sec, &tm) == NULL)
		return;
	(void)strftime(buf, sizeof(buf), "%Y-%m-%d %H:%M:%S", &tm);
	strbuf_addc(out, buf);
	if (frac != 0) {
		strbuf_addf(out, ".%09ld", frac);
		while (out->p[out->n - 1] == '0')
			strbuf_cut(out, out->n - 1);
	}
	(void)strftime(buf, sizeof(buf), " %z %Z", &tm);
	strbuf_addc(out, buf);
}

/* A fraction "1.5" of v in a unit of `unit` nanoseconds, no trailing
   zeroes. */
static void
print_fraction(struct strbuf *out, uint64_t v, uint64_t unit)
{
	strbuf_addf(out, "%" PRIu64, v / unit);
	v %= unit;
	if (v == 0)
		return;
	strbuf_addch(out, '.');
	while (v != 0) {
		unit /= 10;
		strbuf_addch(out, (char)('0' + v / unit));
		v %= unit;
	}
}

/* A duration as Go prints it: 1h2m3.5s, 1.5ms, 100µs. */
static void
print_duration(struct strbuf *out, int64_t nanos)
{
	const uint64_t s = NANOS, m = 60 * s, h = 60 * m;
	uint64_t v = nanos < 0 ? 0 - (uint64_t)nanos : (uint64_t)nanos;

	if (nanos < 0)
		strbuf_addch(out, '-');
	if (v < s) {
		uint64_t unit = v < 1000 ? 1 : v < 1000000 ? 1000 : 1000000;

		print_fraction(out, v, unit);
		strbuf_addc(out,
			unit == 1              ? "ns"
				: unit == 1000 ? "\xC2\xB5s"
					       : "ms");
		return;
	}
	if (v >= h)
		strbuf_addf(out, "%" PRIu64 "h", v / h);
	if (v >= m)
		strbuf_addf(out, "%" PRIu64 "m", v % h / m);
	print_fraction(out, v % m, s);
	strbuf_addch(out, 's');
}

/* Names may hold NUL bytes, so they are never printed through a format. */
static void
raw_put(const struct profile *p, const char *before, str_id id,
	const char *after, struct strbuf *out)
{
	strbuf_add3(out, before, profile_str(p, id), after);
}

static void
print_header(const struct profile *p, struct strbuf *out)
{
	const struct header *h = &p->header;

	for (uint32_t i = 0; i < h->ncomments; i++)
		raw_put(p, "Comment: ", h->comment[i], "\n", out);
	if (h->doc_url != 0)
		raw_put(p, "Doc: ", h->doc_url, "\n", out);
	raw_put(p, "PeriodType: ", h->period_type, " ", out);
	raw_put(p, "", h->period_unit, "\n", out);
	strbuf_addf(out, "Period: %" PRId64 "\n", h->period);
	if (h->time_nanos != 0) {
		strbuf_addc(out, "Time: ");
		print_time(out, h->time_nanos);
		strbuf_addch(out, '\n');
	}
	if (h->duration_nanos != 0) {
		struct strbuf d = STRBUF_INIT;

		/* four bytes of it, whatever they are: pprof's own cut */
		print_duration(&d, h->duration_nanos);
		strbuf_addf(out, "Duration: %.4s\n", strbuf_c(&d));
		strbuf_free(&d);
	}
}

/* Blanks at both ends go, though they be of names: pprof's way to leave out
   its own last one. */
static void
print_types(const struct profile *p, struct strbuf *out)
{
	struct strbuf line = STRBUF_INIT;

	for (uint32_t i = 0; i < p->types.n; i++) {
		raw_put(p, i > 0 ? " " : "", p->types.type[i], "/", &line);
		raw_put(p, "", p->types.unit[i],
			p->types.type[i] == p->header.default_type ? "[dflt]"
								   : "",
			&line);
	}
	strbuf_add(out, str_trim(strbuf_str(&line)));
	strbuf_addch(out, '\n');
	strbuf_free(&line);
}

/* "key:[v1 v2]", of labels that have one key and are of one kind. */
static void
print_label(const struct profile *p, const struct label *l, uint32_t n,
	struct strbuf *out)
{
	bool numeric = l->str == NONE, units = false;

	for (uint32_t i = 0; i < n; i++)
		units = units || l[i].unit != 0;
	raw_put(p, "", l->key, ":[", out);
	for (uint32_t i = 0; i < n; i++) {
		const char *blank = i > 0 ? " " : "";

		if (!numeric)
			raw_put(p, blank, l[i].str, "", out);
		else
			strbuf_addf(out, "%s%" PRId64, blank, l[i].num);
		if (numeric && units)
			raw_put(p, " ", l[i].unit, "", out);
	}
	strbuf_addch(out, ']');
}

static int
raw_by_text(const void *a, const void *b)
{
	return str_cmp(*(const struct str *)a, *(const struct str *)b);
}

/* The labels of one kind, "key:[v1 v2] key2:[v]", with the indent that marks
   them. A set is sorted by key; here the order is that of the text, in which
   "key 2:" comes before "key:". */
static void
print_labels(
	const struct profile *p, lset_id set, bool numeric, struct strbuf *out)
{
	uint32_t i = p->labels.first[set], end = p->labels.first[set + 1];
	struct strbuf text = STRBUF_INIT;
	VEC(struct str) part = { 0 };
	struct str rest;

	while (i < end) {
		const struct label *l = &p->labels.label[i];
		uint32_t n = 1;
		size_t from = text.n;

		while (i + n < end && l[n].key == l->key &&
			(l[n].str == NONE) == (l->str == NONE))
			n++;
		i += n;
		if ((l->str == NONE) != numeric)
			continue;
		print_label(p, l, n, &text);
		vec_push(&part, str_from(NULL, text.n - from));
	}
	rest = strbuf_str(&text);
	for (size_t k = 0; k < part.n; k++) {
		part.p[k].p = rest.p;
		rest = str_skip(rest, part.p[k].n);
	}
	if (part.n > 0)
		qsort(part.p, part.n, sizeof(*part.p), raw_by_text);
	for (size_t k = 0; k < part.n; k++) {
		strbuf_addn(out, ' ', k == 0 ? 16 : 1);
		strbuf_add(out, part.p[k]);
	}
	if (part.n > 0)
		strbuf_addch(out, '\n');
	vec_free(&part);
	strbuf_free(&text);
}

static void
print_samples(const struct profile *p, const struct progress *progress,
	struct strbuf *out)
{
	for (size_t s = 0; s < p->sample.n && !progress_stopped(progress);
		s++) {
		for (uint32_t t = 0; t < p->types.n; t++)
			strbuf_addf(out, " %10" PRId64, p->sample.value[t][s]);
		strbuf_addc(out, ": ");
		for (node_id i = p->sample.leaf[s]; i != 0;
			i = p->trie.parent[i])
			strbuf_addf(
				out, "%" PRIu64 " ", p->loc.id[p->trie.loc[i]]);
		strbuf_addch(out, '\n');
		print_labels(p, p->sample.labels[s], false, out);
		print_labels(p, p->sample.labels[s], true, out);
	}
}

static void
print_line(const struct profile *p, line_id line, struct strbuf *out)
{
	func_id f = p->line.func[line];

	raw_put(p, "", p->func.name[f], " ", out);
	raw_put(p, "", p->func.file[f], ":", out);
	strbuf_addf(out, "%" PRId64 ":%" PRId64 " s=%" PRId64,
		p->line.line[line], p->line.column[line],
		p->func.start_line[f]);
	if (p->func.name[f] != p->func.system[f])
		raw_put(p, "(", p->func.system[f], ")", out);
}

static void
print_locations(const struct profile *p, struct strbuf *out)
{
	strbuf_addc(out, "Locations\n");
	for (loc_id loc = 0; loc < p->loc.n; loc++) {
		line_id first = p->loc.line0[loc];

		strbuf_addf(out, "%6" PRIu64 ": 0x%" PRIx64 " ", p->loc.id[loc],
			p->loc.address[loc]);
		if (p->loc.map[loc] != NONE)
			strbuf_addf(out, "M=%" PRIu64 " ",
				p->map.id[p->loc.map[loc]]);
		if (p->loc.folded[loc])
			strbuf_addc(out, "[F] ");
		for (line_id i = first; i < p->loc.line0[loc + 1]; i++) {
			if (i > first)
				strbuf_addf(out, "\n%13s", "");
			print_line(p, i, out);
		}
		strbuf_addch(out, '\n');
	}
}

static void
print_mappings(const struct profile *p, struct strbuf *out)
{
	static const char *const flag[] = { "[FN]", "[FL]", "[LN]", "[IN]" };

	strbuf_addc(out, "Mappings\n");
	for (map_id m = 0; m < p->map.n; m++) {
		strbuf_addf(out,
			"%" PRIu64 ": 0x%" PRIx64 "/0x%" PRIx64 "/0x%" PRIx64
			" ",
			p->map.id[m], p->map.start[m], p->map.limit[m],
			p->map.offset[m]);
		raw_put(p, "", p->map.file[m], " ", out);
		raw_put(p, "", p->map.build_id[m], " ", out);
		for (unsigned bit = 0; bit < 4; bit++)
			if (p->map.has[m] >> bit & 1)
				strbuf_addc(out, flag[bit]);
		strbuf_addch(out, '\n');
	}
}

static int
raw_run(const struct report_job *job, struct err *err)
{
	struct strbuf *out = job->out;
	const struct profile *p = job->filtered;

	(void)err;
	print_header(p, out);
	strbuf_addc(out, "Samples:\n");
	print_types(p, out);
	print_samples(p, job->progress, out);
	print_locations(p, out);
	print_mappings(p, out);
	return 0;
}

const struct report report_raw = {
	REPORT_DOC(.name = "raw", .minor = true,
		.help = "The whole filtered profile as text"),
	.is_filtered = true,
	.run = raw_run,
};
