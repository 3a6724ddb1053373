/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of valgrind's tools and Xdebug, compared with the reports of
   callgrind_annotate and cg_annotate. */
#include "prelude.h"

#include "read/read.h"

#include <inttypes.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/vec.h"
#include "engine/bottleneck.h"
#include "byname.h"
#include "util_read.h"

struct row {
	struct str name;
	int64_t want;
	bool is_alone; /* no other function of this name, nor name'2 */
};

/* "31,947 (20.41%)  /opt/fib.c:main [/opt/fib]" */
static bool
parse_row(struct str line, struct row *out)
{
	struct str number, rest = str_trim(line), object;
	ptrdiff_t at;

	number = str_cut(&rest, ' ');
	out->want = 0;
	for (size_t i = 0; i < number.n; i++)
		if (number.p[i] >= '0' && number.p[i] <= '9')
			out->want = out->want * 10 + (number.p[i] - '0');
		else if (number.p[i] != ',')
			return false;
	rest = str_trim(rest);
	if (str_starts(rest, STR("(")))
		(void)str_cut(&rest, ')');
	rest = str_trim(rest);
	at = str_find(rest, STR(" [/"), 0);
	if (at < 0)
		at = str_find(rest, STR(" [?"), 0);
	object = at > 0 ? str_skip(rest, (size_t)at) : STR_EMPTY;
	rest.n -= object.n;
	at = str_chr(rest, ':');
	if (at < 0)
		return false;
	out->name = str_skip(rest, (size_t)at + 1);
	return number.n > 0;
}

/* All rows of callgrind_annotate's table of one kind. */
static void
compare(const struct profile *p, struct str report, uint32_t event,
	bool inclusive, size_t least, size_t most_wrong)
{
	struct by_name w = by_name_weigh(p, event);
	VEC(struct row) row = { NULL, 0, 0 };
	bool mine = false;
	size_t wrong = 0, n = 0;

	while (report.n > 0) {
		struct str line = str_cut(&report, '\n');
		struct row r = { .is_alone = true };

		if (str_starts(line, STR("inclusive=")))
			mine = str_is(line, "inclusive=yes") == inclusive;
		if (mine && parse_row(line, &r) &&
			!str_is(line, "file:function"))
			vec_push(&row, r);
	}
	for (size_t i = 0; i < row.n; i++)
		for (size_t k = 0; k < row.n; k++) {
			struct str a = row.p[i].name, b = row.p[k].name;

			if (i != k && str_starts(b, a) &&
				(b.n == a.n || b.p[a.n] == '\''))
				row.p[i].is_alone = row.p[k].is_alone = false;
		}
	for (size_t i = 0; i < row.n; i++) {
		int64_t self, all;

		if (!row.p[i].is_alone)
			continue;
		by_name_get(&w, row.p[i].name, &self, &all);
		wrong += (inclusive ? all : self) != row.p[i].want;
		n++;
	}
	if (n < least || wrong > most_wrong)
		fail_msg("%zu of %zu rows are wrong", wrong, n);
	vec_free(&row);
	by_name_fini(&w);
}

/* Of callgrind_annotate's inclusive costs those are other ones where it does
   not know all: where a thread begins and where the program ends. */
static void
agrees(const char *file, const char *report, const char *event, size_t least,
	size_t most_wrong)
{
	struct bytes text = testdata(file), table = testdata(report);
	struct err err = ERR_INIT;
	struct profile *p = read_as("callgrind", bytes_str(&text), NULL, &err);
	uint32_t type;

	assert_non_null(p);
	type = by_name_column(p, event);
	assert_int_not_equal(type, NONE);
	compare(p, bytes_str(&table), type, false, least, 0);
	compare(p, bytes_str(&table), type, true, least, most_wrong);
	profile_unref(p);
	bytes_free(&text);
	bytes_free(&table);
}

TEST(functions_cost_what_callgrind_annotate_says)
{
	agrees("callgrind/work.out.gz", "callgrind/work.Ir.gz", "Ir", 200, 6);
	agrees("callgrind/work.out.gz", "callgrind/work.DLmr.gz", "DLmr", 60,
		1);
	agrees("callgrind/plain.out.gz", "callgrind/plain.Ir.gz", "Ir", 100, 6);
	agrees("callgrind/circle.out.gz", "callgrind/circle.Ir.gz", "Ir", 100,
		6);
}

/* However the same run is written. */
TEST(options_of_callgrind_change_nothing)
{
	static const char *const files[] = { "callgrind/circle.out.gz",
		"callgrind/instr.out.gz", "callgrind/callers.out.gz",
		"callgrind/parts.out.gz", "callgrind/plain.out.gz" };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct bytes text = testdata(files[i]);
		struct err err = ERR_INIT;
		struct profile *p =
			read_as("callgrind", bytes_str(&text), NULL, &err);

		assert_non_null(p);
		by_name_is(p, "fib", 17672, 17672);
		by_name_is(p, "work", 6366, 6366);
		by_name_is(p, "seldom", 3, 69);
		profile_unref(p);
		bytes_free(&text);
	}
}

TEST(caches_tell_bottlenecks)
{
	static const char *const files[] = { "callgrind/work.out.gz",
		"callgrind/circle.out.gz" };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct bytes text = testdata(files[i]);
		struct err err = ERR_INIT;
		struct profile *p =
			read_as("callgrind", bytes_str(&text), NULL, &err);

		assert_non_null(p);
		assert_int_equal(bottleneck_is_known(p), i == 0);
		profile_unref(p);
		bytes_free(&text);
	}
}

/* The same of functions alone: cachegrind knows no calls, and what Xdebug says
   of memory is no sum, as some of it is given back. */
static void
agrees_alone(
	const char *file, const char *report, const char *event, size_t least)
{
	struct bytes text = testdata(file), table = testdata(report);
	struct err err = ERR_INIT;
	struct profile *p = read_as("", bytes_str(&text), NULL, &err);

	assert_non_null(p);
	compare(p, bytes_str(&table), by_name_column(p, event), false, least,
		0);
	profile_unref(p);
	bytes_free(&text);
	bytes_free(&table);
}

TEST(functions_cost_what_cg_annotate_says)
{
	agrees_alone("callgrind/cachegrind.out.gz",
		"callgrind/cachegrind.Ir.gz", "Ir", 80);
	agrees_alone("callgrind/cachegrind.out.gz",
		"callgrind/cachegrind.DLmr.gz", "DLmr", 20);
}

TEST(functions_of_php_cost_what_xdebug_saw)
{
	struct bytes text = testdata("callgrind/xdebug.out.gz");
	struct err err = ERR_INIT;
	struct profile *p = read_as("", bytes_str(&text), NULL, &err);

	agrees_alone("callgrind/xdebug.out.gz", "callgrind/xdebug.Memory.gz",
		"Memory_(bytes)", 15);
	/* times are in steps of 10 ns */
	agrees_alone("callgrind/xdebug.out.gz", "callgrind/xdebug.Time.gz",
		"Time_(10ns)", 15);
	assert_non_null(p);
	assert_true(str_is(profile_str(p, p->types.unit[0]), "nanoseconds"));
	profile_unref(p);
	bytes_free(&text);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
