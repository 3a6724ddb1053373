/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written profiles can be read back, and equal those that pprof would write. */
#include "prelude.h"

#include "testing.h"

#include "base/strbuf.h"
#include "profile/builder.h"
#include "read/read.h"
#include "util_report.h"
#include "write/write.h"
#include "engine/query.h"
#include "engine/view.h"
#include "report/report.h"

static str_id
s(struct builder *b, const char *text)
{
	return builder_string(b, str_c(text));
}

/* Something of everything. */
static struct profile *
make(void)
{
	struct builder *b = builder_new(0);
	struct err err = ERR_INIT;
	struct profile *p;
	func_id f[2];
	loc_id loc[3];
	lset_id set;
	const int64_t value[3] = { 1, -20, INT64_MIN };

	for (int i = 0; i < 3; i++)
		builder_type(b, s(b, i == 1 ? "cpu" : "n"), s(b, "count"));
	f[0] = builder_function(b,
		&(struct builder_function){ .id = 7, .name = s(b, "main"),
			.system = s(b, "_main"), .file = s(b, "m.c"),
			.start_line = -3 });
	f[1] = builder_function(b,
		&(struct builder_function){ .id = UINT64_MAX,
			.name = builder_string(b, str_from("a\0b", 3)) });
	(void)builder_mapping(b,
		&(struct builder_mapping){ .id = 3, .start = 0x1000,
			.limit = UINT64_MAX, .offset = 5,
			.file = s(b, "/bin/x"), .build_id = s(b, "id"),
			.has = MAP_FUNCTIONS | MAP_INLINES });
	for (int i = 0; i < 3; i++) {
		const struct builder_line line[2] = {
			{ .func = f[0], .line = 10, .column = 2 },
			{ .func = f[1], .line = INT64_MAX } };

		loc[i] = builder_location(b,
			&(struct builder_location){ .address =
					(uint64_t)i * 16, .map = i == 0
						? NONE
						: 0,
				.folded = i == 2, .line = line,
				.nlines = (size_t)i });
	}
	{
		const struct label labels[3] = {
			{ .key = s(b, "k"), .str = s(b, "v") },
			{ .key = s(b, "bytes"), .str = NONE, .num = -4,
				.unit = s(b, "kb") },
			{ .key = s(b, "n"), .str = NONE, .num = 9 } };

		set = builder_labels(b, labels, 3);
	}
	assert_int_equal(builder_sample(b, builder_stack(b, loc, 3), set,
				 value),
		0);
	assert_int_equal(builder_sample(b, builder_stack(b, loc, 1), 0, value),
		0);
	assert_int_equal(builder_sample(b, 0, 0, value), 0);
	builder_comment(b, s(b, "one"));
	builder_header(b)->period = 100;
	builder_header(b)->period_type = s(b, "cpu");
	builder_header(b)->period_unit = s(b, "ns");
	builder_header(b)->default_type = s(b, "cpu");
	builder_header(b)->time_nanos = 1700000000000000001;
	builder_header(b)->duration_nanos = 5;
	builder_header(b)->doc_url = s(b, "http://x");
	builder_header(b)->drop_frames = s(b, "drop");
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

TEST(a_written_profile_reads_back_the_same)
{
	struct profile *p = make(), *q;
	struct strbuf bytes = STRBUF_INIT, before = STRBUF_INIT,
		      after = STRBUF_INIT;
	struct err err = ERR_INIT;

	pprof_encode(p, &bytes);
	q = read_profile(&(struct read_spec){ .bytes = strbuf_str(&bytes) },
		NULL, NULL, &err);
	if (q == NULL)
		fail_msg("%s", err.msg);
	report_put("raw", p, NULL, (struct report_job){ .out = &before });
	report_put("raw", q, NULL, (struct report_job){ .out = &after });
	assert_true(str_eq(strbuf_str(&before), strbuf_str(&after)));
	assert_true(str_is(profile_str(q, q->header.drop_frames), "drop"));
	assert_int_equal(q->header.default_type, q->types.type[1]);
	profile_unref(p);
	profile_unref(q);
	strbuf_free(&bytes);
	strbuf_free(&before);
	strbuf_free(&after);
}

TEST(integers_are_packed_from_the_third_on)
{
	struct builder *b = builder_new(0);
	struct err err = ERR_INIT;
	struct strbuf out = STRBUF_INIT;
	struct profile *p;
	const int64_t value[1] = { 3 };
	loc_id loc[3];

	builder_type(b, s(b, "n"), s(b, ""));
	for (int i = 0; i < 3; i++)
		loc[i] = builder_location(b,
			&(struct builder_location){ .map = NONE });
	(void)builder_sample(b, builder_stack(b, loc, 2), 0, value);
	(void)builder_sample(b, builder_stack(b, loc, 3), 0, value);
	p = builder_seal(b, &err);
	assert_non_null(p);
	pprof_encode(p, &out);
	assert_memory_equal(out.p,
		"\x0a\x02\x08\x01"                   /* type */
		"\x12\x06\x08\x01\x08\x02\x10\x03" /* two locations */
		"\x12\x07\x0a\x03\x01\x02\x03\x10\x03"
		"\x22\x02\x08\x01\x22\x02\x08\x02\x22\x02\x08\x03"
		"\x32\x00\x32\x01n\x70\x00", /* strings, default type */
		40);
	assert_int_equal(out.n, 40);
	profile_unref(p);
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
