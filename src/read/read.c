/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which reader takes the bytes: see read.h. When none does, the message says
 * what the bytes seem to be, and how near each reader
 * came.
 */
#include "config.h"

#include "read/read.h"

#include "base/compiler.h"
#include "base/utf8.h"
#include "read/sniff.h"

#include "base/banned.h"

#define ROW(name) &reader_##name,
static const struct reader *const readers[] = { READERS(ROW) };
#undef ROW

const struct reader *
reader_at(size_t i)
{
	return i < COUNT_OF(readers) ? readers[i] : NULL;
}

static const struct reader *
reader_named(struct str name, struct err *err)
{
	struct strbuf names = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(readers); i++)
		if (str_is(name, readers[i]->name))
			return readers[i];
	for (size_t i = 0; i < COUNT_OF(readers); i++)
		strbuf_addf(
			&names, "%s%s", i > 0 ? ", " : "", readers[i]->name);
	err_set(err, ERR_USAGE, "unknown format \"%.*s\": it is one of %s",
		STR_ARG(name), strbuf_c(&names));
	strbuf_free(&names);
	return NULL;
}

/* What the sniffers said. */
struct verdict {
	const struct reader *reader; /* the nearest; NULL: all said no */
	int near;
	struct strbuf why; /* what it says */
};

/* No reader wants it: what it is, what helps, who came near. */
static void
fail_unknown(const struct read_spec *spec, const struct foreign *foreign,
	const struct verdict *v, struct err *err)
{
	struct strbuf msg = STRBUF_INIT;
	struct str head = str_sub(spec->bytes, 0, 24);
	size_t n = 0;

	/* 6d 61 69 6e ("main;wor"): the text part only when it is text. */
	strbuf_addc(&msg, "not a profile: starts with");
	for (size_t i = 0; i < head.n && i < 4; i++)
		strbuf_addf(&msg, " %02x", (unsigned)(unsigned char)head.p[i]);
	while (n < head.n && head.p[n] >= ' ' && head.p[n] <= '~')
		n++;
	if (foreign != NULL)
		strbuf_addf(&msg, " (%s)", foreign->what);
	else if (n >= 4)
		strbuf_addf(&msg, " (\"%.*s\")", (int)n, head.p);
	strbuf_addc(&msg, " at byte 0");
	if (foreign != NULL && foreign->hint != NULL) {
		strbuf_addc(&msg, "; ");
		foreign_hint(foreign, spec->name, &msg);
	} else if (v->reader != NULL) {
		strbuf_addf(&msg, "; nearest to %s", v->reader->title);
		if (v->why.n > 0)
			strbuf_addf(&msg, " (%s)", strbuf_c(&v->why));
	}
	strbuf_addc(&msg, "; formats tried:");
	for (size_t i = 0; i < COUNT_OF(readers); i++)
		strbuf_addf(&msg, "%s %s", i > 0 ? "," : "", readers[i]->name);
	err_set(err, ERR_FORMAT, "%.*s", STR_ARG(strbuf_str(&msg)));
	strbuf_free(&msg);
}

int
reader_sniff(const struct reader *r, struct str bytes, enum jfamily family,
	struct strbuf *why)
{
	if (r->family != JF_NONE)
		return r->family == family ? SNIFF_YES : SNIFF_NO;
	return r->sniff(bytes, why);
}

/* Ask all, until one is sure. */
static void
ask_readers(struct str bytes, enum jfamily family, struct verdict *v)
{
	for (size_t i = 0; v->near < SNIFF_YES && i < COUNT_OF(readers); i++) {
		struct strbuf why = STRBUF_INIT;
		int near = reader_sniff(readers[i], bytes, family, &why);

		if (near > v->near) {
			struct strbuf old = v->why;

			*v = (struct verdict){ readers[i], near, why };
			why = old;
		}
		strbuf_free(&why);
	}
}

/* The reader that the bytes look like; NULL and err. */
static const struct reader *
sniff_reader(const struct read_spec *spec, struct err *err)
{
	enum jfamily family = jfamily_of(spec->bytes);
	const struct foreign *foreign = foreign_find(spec->bytes, family);
	struct verdict v = { .near = SNIFF_NO };
	bool known;

	ask_readers(spec->bytes, family, &v);
	known = v.near >= SNIFF_DAMAGED && (foreign == NULL || !foreign->sure);
	if (!known)
		fail_unknown(spec, foreign, &v, err);
	strbuf_free(&v.why);
	return known ? v.reader : NULL;
}

bool
read_enough(struct read_job *job, uint64_t samples, uint64_t of, size_t at)
{
	progress_samples(job->progress, samples);
	if (!progress_kept(job->progress) || partial_is(&job->partial) ||
		samples < READ_LEAST || at >= job->bytes.n ||
		(of != 0 && samples >= of))
		return false;
	job->partial = (struct partial){ .samples = of != 0 ? samples : 0,
		.samples_of = of,
		.bytes = at,
		.bytes_of = job->bytes.n };
	return true;
}

int
read_check(const struct builder *b, struct err *err)
{
	if (builder_err(b) == NULL)
		return 0;
	*err = *builder_err(b);
	return -1;
}

int
read_bad_line(struct err *err, const char *what, struct str text, size_t line)
{
	struct strbuf shown = STRBUF_INIT;

	utf8_put(&shown, str_trim(text), false, 40);
	err_set(err, ERR_FORMAT, "%s \"%s\" (line %zu)", what, strbuf_c(&shown),
		line);
	strbuf_free(&shown);
	return -1;
}

void
read_type(struct builder *b, struct str type, struct str unit)
{
	str_id id = builder_string(b, type);

	builder_type(b, id, builder_string(b, unit));
}

void
read_comment(struct builder *b, struct str text)
{
	builder_comment(b, builder_string(b, text));
}

void
read_warn_clipped(const struct read_job *job)
{
	warnings_add(job->warnings, "Values beyond 64 bits were clamped");
}

struct builder *
read_builder(const struct read_spec *spec, struct progress *progress,
	struct warnings *warnings, struct err *err)
{
	const struct reader *reader;
	struct read_job job = { .bytes = spec->bytes,
		.name = spec->name,
		.scan = spec->early,
		.max_memory = spec->max_memory,
		.progress = progress,
		.warnings = warnings,
		.partial = spec->partial };

	if (spec->bytes.n == 0) {
		err_set(err, ERR_FORMAT, "empty input file");
		return NULL;
	}
	reader = spec->format.n > 0 ? reader_named(spec->format, err)
				    : sniff_reader(spec, err);
	if (reader == NULL)
		return NULL;
	progress_stage(progress, PROGRESS_PARSE, spec->bytes.n);
	job.builder = builder_new(spec->max_memory);
	builder_watch(job.builder, progress);
	if (reader->read(&job, err) != 0) {
		builder_free(job.builder);
		return NULL;
	}
	if (partial_is(&job.partial))
		partial_mark(
			job.builder, &job.partial, str_basename(spec->name));
	return job.builder;
}

struct profile *
read_profile(const struct read_spec *spec, struct progress *progress,
	struct warnings *warnings, struct err *err)
{
	struct builder *b = read_builder(spec, progress, warnings, err);

	return b != NULL ? builder_seal(b, err) : NULL;
}
