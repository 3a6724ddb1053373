/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Written JSON: lines, numbers, omitted members. */
#include "prelude.h"

#include <math.h>

#include "testing.h"

#include "base/jsonout.h"
#include "base/strbuf.h"

TEST(values_are_written_as_they_come)
{
	struct strbuf out = STRBUF_INIT;
	struct jsonout j;

	jsonout_init(&j, &out);
	jsonout_object(&j, NULL);
	jsonout_int(&j, "least", INT64_MIN);
	jsonout_array(&j, "rows");
	jsonout_object(&j, NULL);
	jsonout_bool(&j, "is", true);
	jsonout_array(&j, "reals");
	jsonout_real(&j, NULL, 0.1);
	jsonout_real(&j, NULL, 1.0 / 3);
	jsonout_real(&j, NULL, (double)NAN);
	jsonout_close(&j);
	jsonout_close(&j);
	jsonout_address(&j, NULL, UINT64_MAX);
	jsonout_close(&j);
	jsonout_array(&j, "none");
	jsonout_close(&j);
	jsonout_some_text(&j, "empty", STR_EMPTY);
	jsonout_close(&j);
	assert_string_equal(strbuf_c(&out),
		"{\n"
		"  \"least\": -9223372036854775808,\n"
		"  \"rows\": [\n"
		"    {\"is\": true, \"reals\": "
		"[0.1, 0.3333333333333333, null]},\n"
		"    \"0xffffffffffffffff\"\n"
		"  ],\n"
		"  \"none\": []\n"
		"}\n");
	strbuf_free(&out);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
