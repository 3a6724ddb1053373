/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -raw: the filtered profile as text, all of it. */
#include "prelude.h"

#include <inttypes.h>

#include "analysis/label_sums.h"
#include "base/bits.h"
#include "base/vec.h"
#include "engine/labelunits.h"
#include "profile/unit.h"
#include "report/json.h"
#include "report/report.h"

enum { NANOS = 1000000000 };

/* Print v in units of `unit` nanoseconds, as "1.5" without trailing zeros. */
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

/* Print a duration like Go: 1h2m3.5s, 1.5ms, 100µs. */
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
		strbuf_addstr(out,
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

/* Append a name; it may contain NUL bytes, so no format is used. */
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
		int64_t nanos;
		time_t sec;
		long frac;
		struct tm tm;
		char buf[64];

		strbuf_addstr(out, "Time: ");
		/* Print a local time like Go: fraction of a second without
		   trailing zeros, offset and zone. */
		nanos = h->time_nanos;
		sec = (time_t)(nanos / NANOS);
		frac = (long)(nanos % NANOS);
		if (frac < 0) {
			frac += NANOS;
			sec--;
		}
		if (localtime_r(&sec, &tm) != NULL) {
			(void)strftime(
				buf, sizeof(buf), "%Y-%m-%d %H:%M:%S", &tm);
			strbuf_addstr(out, buf);
			if (frac != 0) {
				strbuf_addf(out, ".%09ld", frac);
				while (out->p[out->n - 1] == '0')
					strbuf_cut(out, out->n - 1);
			}
			(void)strftime(buf, sizeof(buf), " %z %Z", &tm);
			strbuf_addstr(out, buf);
		}
		strbuf_addch(out, '\n');
	}
	if (h->duration_nanos != 0) {
		struct strbuf d = STRBUF_INIT;
		bool micro;

		/* As in pprof, only four characters are shown; of these, only
		   that of micro takes two bytes. */
		print_duration(&d, h->duration_nanos);
		micro = memchr(d.p, '\xC2', d.n < 4 ? d.n : 4) != NULL;
		strbuf_addf(
			out, "Duration: %.*s\n", micro ? 5 : 4, strbuf_c(&d));
		strbuf_free(&d);
	}
}

/* Append " key:[v1 v2]" for labels of one key and kind. */
static void
print_label(
	const void *on, const struct label *l, uint32_t n, struct strbuf *out)
{
	const struct profile *p = on;
	bool numeric = l->str == NONE, units = false;

	for (uint32_t i = 0; i < n; i++)
		units = units || l[i].unit != 0;
	raw_put(p, " ", l->key, ":[", out);
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

/* Append the labels of one kind; `put` appends those of one key. A set is
   sorted by key, but the output is sorted by text: "key 2:" comes before
   "key:". */
static void
put_labels(const struct profile *p, lset_id set, bool numeric,
	void (*put)(const void *on, const struct label *l, uint32_t n,
		struct strbuf *out),
	const void *on, struct strbuf *out)
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
		put(on, l, n, &text);
		vec_push(&part, str_from(NULL, text.n - from));
	}
	rest = strbuf_str(&text);
	for (size_t k = 0; k < part.n; k++) {
		part.p[k].p = rest.p;
		rest = str_skip(rest, part.p[k].n);
	}
	if (part.n > 0)
		qsort(part.p, part.n, sizeof(*part.p), str_compare);
	for (size_t k = 0; k < part.n; k++)
		strbuf_add(out, part.p[k]);
	vec_free(&part);
	strbuf_free(&text);
}

/* Append an indented line "key:[v1 v2] key2:[v]". */
static void
print_labels(
	const struct profile *p, lset_id set, bool numeric, struct strbuf *out)
{
	size_t from = out->n;

	put_labels(p, set, numeric, print_label, p, out);
	if (out->n == from)
		return;
	strbuf_insert(out, from, STR("               "));
	strbuf_addch(out, '\n');
}

static int
raw_run(const struct report_job *job, struct err *err)
{
	struct strbuf *out = job->out;
	const struct profile *p = job->filtered;
	struct strbuf line = STRBUF_INIT;
	const struct profile *q;
	static const char *const flag[] = { "[FN]", "[FL]", "[LN]", "[IN]" };

	(void)err;
	print_header(p, out);
	strbuf_addstr(out, "Samples:\n");
	/* Trim blanks at both ends, even those of names, as pprof does to
	   remove the blank after the last type. */
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
	q = job->filtered;
	for (size_t s = 0; s < q->sample.n && report_goes_on(job); s++) {
		for (uint32_t t = 0; t < q->types.n; t++)
			strbuf_addf(out, " %10" PRId64, q->sample.value[t][s]);
		strbuf_addstr(out, ": ");
		for (node_id i = q->sample.leaf[s]; i != 0;
			i = q->trie.parent[i]) {
			strbuf_addu(out, q->loc.id[q->trie.loc[i]]);
			strbuf_addch(out, ' ');
		}
		strbuf_addch(out, '\n');
		print_labels(q, q->sample.labels[s], false, out);
		print_labels(q, q->sample.labels[s], true, out);
	}
	strbuf_addstr(out, "Locations\n");
	for (loc_id loc = 0; loc < p->loc.n && report_goes_on(job); loc++) {
		line_id first = p->loc.line0[loc];

		strbuf_addf(out, "%6" PRIu64 ": 0x%" PRIx64 " ", p->loc.id[loc],
			p->loc.address[loc]);
		if (p->loc.map[loc] != NONE)
			strbuf_addf(out, "M=%" PRIu64 " ",
				p->map.id[p->loc.map[loc]]);
		if (p->loc.folded[loc])
			strbuf_addstr(out, "[F] ");
		for (line_id i = first; i < p->loc.line0[loc + 1]; i++) {
			func_id f;

			if (i > first)
				strbuf_addf(out, "\n%13s", "");
			f = p->line.func[i];
			raw_put(p, "", p->func.name[f], " ", out);
			raw_put(p, "", p->func.file[f], ":", out);
			strbuf_addf(out, "%" PRId64 ":%" PRId64 " s=%" PRId64,
				p->line.line[i], p->line.column[i],
				p->func.start_line[f]);
			if (p->func.name[f] != p->func.system[f])
				raw_put(p, "(", p->func.system[f], ")", out);
		}
		strbuf_addch(out, '\n');
	}
	strbuf_addstr(out, "Mappings\n");
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
				strbuf_addstr(out, flag[bit]);
		strbuf_addch(out, '\n');
	}
	return 0;
}

/* ---- JSON ---- */

/* Return the heaviest samples of the filtered profile if nodecount is given;
   else no set. */
static struct bits
heaviest_samples(const struct report_job *job)
{
	const struct profile *p = job->filtered;

	if (report_most(job) == SIZE_MAX)
		return (struct bits){ .word = NULL };
	return report_heaviest(
		job, p->sample.value[job->view->w.column], p->sample.n);
}

static int
raw_json(const struct report_job *job, struct err *err)
{
	struct bits kept = heaviest_samples(job);
	struct bits locs = bits_new(job->filtered->loc.n);
	const struct profile *p;
	struct jsonout *j;
	static const char *const has[] = { "functions", "filenames", "lines",
		"inlines" };
	const struct profile *q;
	struct jsonout *k;

	(void)err;
	p = job->filtered;
	j = job->json;
	jsonout_array(j, "samples");
	for (size_t s = 0; s < p->sample.n && report_goes_on(job); s++) {
		if (kept.word != NULL && !bits_get(&kept, s))
			continue;
		jsonout_object(j, NULL);
		jsonout_array(j, "values");
		for (uint32_t t = 0; t < p->types.n; t++)
			jsonout_int(j, NULL, p->sample.value[t][s]);
		jsonout_close(j);
		jsonout_array(j, "locations");
		for (node_id i = p->sample.leaf[s]; i != 0;
			i = p->trie.parent[i]) {
			jsonout_count(j, NULL, p->loc.id[p->trie.loc[i]]);
			bits_set(&locs, p->trie.loc[i]);
		}
		jsonout_close(j);
		jsondoc_labels(j, p, p->sample.labels[s], NULL);
		jsonout_close(j);
	}
	jsonout_close(j);
	q = job->filtered;
	k = job->json;
	jsonout_array(k, "locations");
	for (loc_id loc = 0; loc < q->loc.n && report_goes_on(job); loc++) {
		if (kept.word != NULL && !bits_get(&locs, loc))
			continue;
		jsonout_object(k, NULL);
		jsonout_count(k, "id", q->loc.id[loc]);
		jsonout_address(k, "address", q->loc.address[loc]);
		if (q->loc.map[loc] != NONE)
			jsonout_count(k, "mapping", q->map.id[q->loc.map[loc]]);
		if (q->loc.folded[loc])
			jsonout_bool(k, "folded", true);
		jsonout_array(k, "lines");
		for (line_id i = q->loc.line0[loc]; i < q->loc.line0[loc + 1];
			i++) {
			func_id f = q->line.func[i];

			jsonout_object(k, NULL);
			jsonout_text(
				k, "function", profile_str(q, q->func.name[f]));
			if (q->func.name[f] != q->func.system[f])
				jsonout_text(k, "system_name",
					profile_str(q, q->func.system[f]));
			jsonout_text(
				k, "file", profile_str(q, q->func.file[f]));
			jsonout_int(k, "line", q->line.line[i]);
			jsonout_int(k, "column", q->line.column[i]);
			jsonout_int(k, "start_line", q->func.start_line[f]);
			jsonout_close(k);
		}
		jsonout_close(k);
		jsonout_close(k);
	}
	jsonout_close(k);
	jsonout_array(j, "mappings");
	for (map_id m = 0; m < p->map.n; m++) {
		jsonout_object(j, NULL);
		jsonout_count(j, "id", p->map.id[m]);
		jsonout_address(j, "start", p->map.start[m]);
		jsonout_address(j, "limit", p->map.limit[m]);
		jsonout_address(j, "offset", p->map.offset[m]);
		jsonout_text(j, "file", profile_str(p, p->map.file[m]));
		jsonout_text(j, "build_id", profile_str(p, p->map.build_id[m]));
		jsonout_array(j, "has");
		for (unsigned bit = 0; bit < 4; bit++)
			if (p->map.has[m] >> bit & 1)
				jsonout_text(j, NULL, str_c(has[bit]));
		jsonout_close(j);
		jsonout_close(j);
	}
	jsonout_close(j);
	free(kept.word);
	free(locs.word);
	return 0;
}

const struct report report_raw = {
	REPORT_DOC(.name = "raw", .only_help_all = true,
		.help = "Print the complete filtered profile as text"),
	.wants_filtered = true,
	.run = raw_run,
	.json = raw_json,
};

/*
 * -traces: every sample with its labels and its stack.
 *
 *     -----------+-------------------------------------------------------
 *         thread:  t1
 *          bytes:  4kB
 *          500ms   inl (inline)
 *                  main
 */

static const char separator[] =
	"-----------+-------------------------------------------------------\n";

struct tracer {
	const struct profile *p;
	const struct view *v;
	struct frames *frames;
	struct tag_units units;
	struct report_scale scale;
	struct strbuf *out;
	struct jsonout *json; /* or NULL */
};

/* Append a line for the labels of one key. */
static void
traces_put_label(
	const void *on, const struct label *l, uint32_t n, struct strbuf *out)
{
	const struct tracer *t = on;
	char number[UNIT_TEXT_MAX];

	put_right(out, profile_str(t->p, l->key), 10);
	strbuf_addstr(out, ":  ");
	for (uint32_t i = 0; i < n; i++) {
		const char *blank = i > 0 ? " " : "";

		if (l->str == NONE) {
			(void)unit_label(l[i].num, tag_unit(&t->units, l->key),
				STR("auto"), number);
			strbuf_addf(out, "%s%s", blank, number);
		} else {
			raw_put(t->p, blank, l[i].str, "", out);
		}
	}
	strbuf_addch(out, '\n');
}

/* Print a frame; the first of a stack has the value. */
static void
put_frame(struct tracer *t, frame_id frame, bool inlined, const int64_t *value)
{
	if (t->json != NULL) {
		jsonout_object(t->json, NULL);
		jsondoc_frame(t->json, t->frames, frame);
		if (inlined)
			jsonout_bool(t->json, "inline", true);
		jsonout_close(t->json);
		return;
	}
	if (value != NULL)
		scale_put(&t->scale, *value, 10, t->out);
	else
		strbuf_addn(t->out, ' ', 10);
	strbuf_add3(t->out, "   ", t->frames->frame[frame].text,
		inlined ? " (inline)\n" : "\n");
}

static void
put_stack(struct tracer *t, node_id leaf, int64_t value)
{
	const struct profile *p = t->p;
	const int64_t *first = &value;

	for (node_id i = leaf; i != 0; i = p->trie.parent[i]) {
		loc_id loc = p->trie.loc[i];
		line_id end = p->loc.line0[loc + 1];

		if (p->loc.line0[loc] == end) {
			put_frame(t, t->frames->of_loc[loc], false, first);
			first = NULL;
		}
		for (line_id k = p->loc.line0[loc]; k < end; k++) {
			put_frame(t, t->frames->of_line[k], k + 1 < end, first);
			first = NULL;
		}
	}
}

static int
traces_run(const struct report_job *job, struct err *err)
{
	const struct query *query = &job->view->query;
	const struct profile *p = job->filtered;
	struct bits kept = { .word = NULL };
	struct arena arena = ARENA_INIT;
	struct tracer t = {
		.out = job->out, .json = job->json, .v = job->view, .p = p
	};

	(void)err;
	if (t.json != NULL)
		kept = heaviest_samples(job);
	t.units = tag_units(t.v->profile, &arena, NULL);
	t.frames = frames_new(p, query, FRAMES_UNTRIMMED, job->progress);
	scale_init(&t.scale, t.v);
	if (t.json != NULL)
		jsonout_array(t.json, "samples");
	else
		header_profile(t.out, t.v, &t.scale);
	if (t.out->n == 0) /* as in pprof, for an empty header */
		strbuf_addch(t.out, '\n');
	for (size_t i = 0; i < p->sample.n && report_goes_on(job); i++) {
		const struct profile *q = t.p;
		int64_t value = q->sample.value[t.v->column][i];
		int64_t divisor = t.v->query.mean ? q->sample.value[0][i] : 0;

		if (q->sample.leaf[i] != 0 &&
			(kept.word == NULL || bits_get(&kept, i))) {
			if (divisor != 0)
				value /= divisor;
			if (t.json != NULL) {
				struct jsonout *j = t.json;

				jsonout_object(j, NULL);
				jsondoc_value(j, "value", &t.scale, value);
				jsondoc_labels(j, t.p, t.p->sample.labels[i],
					&t.units);
				jsonout_array(j, "stack");
				put_stack(&t, t.p->sample.leaf[i], value);
				jsonout_close(j);
				jsonout_close(j);
			} else {
				strbuf_addstr(t.out, separator);
				put_labels(q, q->sample.labels[i], false,
					traces_put_label, &t, t.out);
				put_labels(q, q->sample.labels[i], true,
					traces_put_label, &t, t.out);
				put_stack(&t, q->sample.leaf[i], value);
			}
		}
	}
	if (t.json != NULL)
		jsonout_close(t.json);
	else
		strbuf_addstr(t.out, separator);
	free(kept.word);
	frames_free(t.frames);
	arena_free(&arena);
	return 0;
}

const struct report report_traces = {
	REPORT_DOC(.name = "traces", .only_help_all = true,
		.help = "Print every sample with its labels and stack"),
	.wants_filtered = true,
	.run = traces_run,
	.json = traces_run,
};
