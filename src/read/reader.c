/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions that readers share. */
#include "prelude.h"

#include "read/reader.h"

#include "base/utf8.h"

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
read_limit(const struct read_job *job, size_t held, const char *what,
	struct err *err)
{
	if (job->max_memory == 0 ||
		held + builder_bytes(job->builder) <= job->max_memory)
		return 0;
	return err_set(err, ERR_LIMIT,
		"its %s more than the memory limit (see --max-memory)", what);
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
read_warn_rest(const struct read_job *job, size_t bytes)
{
	if (bytes > 0)
		warnings_add(job->warnings,
			"the file goes on after the end of the profile: %zu "
			"byte%s left out",
			bytes, bytes == 1 ? " was" : "s were");
}

void
read_warn_clipped(const struct read_job *job)
{
	warnings_add(job->warnings, "values beyond 64 bits were clamped");
}
