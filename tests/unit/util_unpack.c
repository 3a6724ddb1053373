/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Decompressors asked: see util_unpack.h. */
#include "prelude.h"

#include "util_unpack.h"

#include "testing.h"

/* Nothing comes out. */
static struct err
fails(unpack_fn *unpack, struct str in, size_t max, struct progress *progress,
	enum err_code code)
{
	struct bytes out = BYTES_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(unpack(in, max, &out, progress, &err), -1);
	assert_int_equal(err.code, code);
	assert_null(out.p);
	return err;
}

void
unpacks_to(unpack_fn *unpack, struct str in, const char *want)
{
	struct bytes out = BYTES_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(unpack(in, 0, &out, NULL, &err), 1);
	assert_true(str_is(bytes_str(&out), want));
	bytes_free(&out);
}

void
unpack_fails(unpack_fn *unpack, struct str in, size_t max, enum err_code code,
	const char *msg)
{
	assert_string_equal(fails(unpack, in, max, NULL, code).msg, msg);
}

void
unpack_refuses(unpack_fn *unpack, struct str in, size_t max, const char *part)
{
	struct err err = fails(unpack, in, max, NULL, ERR_LIMIT);

	assert_non_null(strstr(err.msg, part));
}

void
unpack_leaves(unpack_fn *unpack, struct str in)
{
	struct bytes out = BYTES_INIT;
	struct err err = ERR_INIT;

	assert_int_equal(unpack(in, 0, &out, NULL, &err), 0);
	assert_int_equal(err.code, ERR_NONE);
	assert_null(out.p);
}

void
unpack_is_cut(unpack_fn *unpack, struct str in)
{
	struct err err = fails(unpack, in, 0, NULL, ERR_FORMAT);

	assert_non_null(strstr(err.msg, "unexpected EOF"));
}

void
unpack_stops_when_asked(unpack_fn *unpack, struct str in)
{
	struct progress progress = { .stop = true };

	(void)fails(unpack, in, 0, &progress, ERR_CANCELLED);
}
