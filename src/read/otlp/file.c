/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads files of OpenTelemetry's profiles: one message or, as the collector's
 * file exporter writes them, several, each after its length. Each of these may
 * be compressed.
 */
#include "prelude.h"

#include "read/otlp/otlp.h"

#include "base/vec.h"
#include "input/zstd.h"
#include "read/protowire.h"

enum { LENGTH_BYTES = 4 };

static size_t
framed_length(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < LENGTH_BYTES && i < s.n; i++)
		n = n << 8 | (unsigned char)s.p[i];
	return s.n < LENGTH_BYTES ? SIZE_MAX : n;
}

static int
otlp_framed(struct read_job *job, struct err *err)
{
	VEC(struct str) message = { 0 };
	struct str rest = job->bytes;
	int rc;

	while (rest.n > 0) {
		size_t n = framed_length(rest);

		if (n > rest.n - LENGTH_BYTES || n == SIZE_MAX)
			break;
		vec_push(&message,
			str_sub(rest, LENGTH_BYTES, LENGTH_BYTES + n));
		rest = str_skip(rest, LENGTH_BYTES + n);
	}
	if (message.n == 0)
		return err_set(err, ERR_FORMAT,
			"its first message is truncated (byte %zu)",
			job->bytes.n);
	rc = otlp_messages(job, message.p, message.n, false, err);
	if (rc == 0 && rest.n > 0 && !partial_is(&job->partial))
		job->partial = (struct partial){ .bytes = job->bytes.n - rest.n,
			.bytes_of = job->bytes.n };
	vec_free(&message);
	return rc;
}

/* True if all fields of a message are length-delimited and have numbers from 1
   to `most`. */
static bool
is_all_bytes(struct str s, uint64_t most)
{
	struct wire w = wire_of(s);
	struct wire_field f;
	int more;

	while ((more = wire_next(&w, &f)) == 1)
		if (f.type != WIRE_BYTES || f.number == 0 || f.number > most)
			return false;
	return more == 0;
}

/* True for a dictionary: it has strings, unlike pprof's samples, which are in
   the same field. The first should be empty, but async-profiler 4.1 writes no
   empty one. */
static bool
is_dictionary(struct str s)
{
	enum { FIELDS = 15 };
	struct wire w = wire_of(s);
	struct wire_field f;

	if (!is_all_bytes(s, FIELDS))
		return false;
	while (wire_next(&w, &f) == 1)
		if (f.number == OTLP_STRING)
			return true;
	return false;
}

/* True if a message of an old schema has profiles, with their own tables. */
static bool
is_old(struct str resource)
{
	struct wire w = wire_of(resource), scopes;
	struct wire_field f, g;

	while (wire_next(&w, &f) == 1) {
		scopes = wire_of(f.span);
		while (f.number == 2 && wire_next(&scopes, &g) == 1)
			if (g.number == 2 && g.type == WIRE_BYTES &&
				g.span.n > 0)
				return true;
	}
	return false;
}

static int
sniff_message(struct str s)
{
	struct wire w = wire_of(s);
	struct wire_field f;
	size_t dictionaries = 0, resources = 0;
	bool old = false;

	if (s.n == 0 || !is_all_bytes(s, 2))
		return SNIFF_NO;
	while (wire_next(&w, &f) == 1) {
		if (f.number == 2) {
			if (dictionaries++ == 0 && !is_dictionary(f.span))
				return SNIFF_NO;
		} else if (resources++ == 0) {
			if (!is_all_bytes(f.span, 3))
				return SNIFF_NO;
			old = is_old(f.span);
		}
	}
	/* Old schemas are accepted here, so that the error can name them. */
	return dictionaries > 0 || old ? SNIFF_YES : SNIFF_NO;
}

static bool
is_framed(struct str bytes)
{
	size_t n = framed_length(bytes);
	struct str first = str_sub(bytes, LENGTH_BYTES, LENGTH_BYTES + n);

	return n > 0 && n < bytes.n &&
		(zstd_is_packed(first) || sniff_message(first) == SNIFF_YES);
}

static int
otlp_sniff(struct str bytes, struct strbuf *why)
{
	(void)why;
	return is_framed(bytes) ? SNIFF_YES : sniff_message(bytes);
}

static int
otlp_read(struct read_job *job, struct err *err)
{
	return is_framed(job->bytes)
		? otlp_framed(job, err)
		: otlp_messages(job, &job->bytes, 1, false, err);
}

const struct reader reader_otlp = { "otlp", "OpenTelemetry profiles", otlp_read,
	.sniff = otlp_sniff };
