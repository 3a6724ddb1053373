/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads stacks as bcc's profile, offcputime and stackcount print them without
 * -f, in blocks separated by blank lines:
 *
 *     copy_page                     frames, leaf first
 *     --                            between kernel frames and user frames
 *     b'main'                       a name as old versions print it
 *     -                web srv (4711)    command and process id
 *         3                              value
 *
 * For off-CPU time, the line before the first block has the unit.
 */
#include "prelude.h"

#include "read/lines.h"
#include "read/reader.h"
#include "read/stackmap.h"

struct bcc {
	struct read_job *job;
	struct lines lines;
	struct stack_map map;
	struct str type;
	VEC(struct str) line; /* lines of the block being read */
	size_t begun;         /* line number where the block begins */
	size_t bad, first_bad;
};

/* "b'name'" -> "name" */
static struct str
bcc_plain(struct str s)
{
	return s.n > 3 &&
			(str_starts(s, STR("b'")) ||
				str_starts(s, STR("b\""))) &&
			s.p[s.n - 1] == s.p[1]
		? str_sub(s, 2, s.n - 1)
		: s;
}

/* Split "- web srv (4711)", or stackcount's "web srv [4711]". */
static bool
bcc_who(struct str s, struct str *comm, struct str *pid)
{
	bool dash = str_starts(s, STR("- "));
	ptrdiff_t open = str_rchr(s, dash ? '(' : '[');
	struct str digits;

	if (open <= 0 || s.p[s.n - 1] != (dash ? ')' : ']') ||
		s.p[open - 1] != ' ')
		return false;
	*pid = str_sub(s, (size_t)open + 1, s.n - 1);
	digits = *pid;
	if (str_cut_digits(&digits).n == 0 || digits.n > 0)
		return false;
	*comm = bcc_plain(str_trim(str_sub(s, dash ? 2 : 0, (size_t)open)));
	return true;
}

/* Add the sample of the block that was read, and empty the block. */
static void
bcc_block(struct bcc *b)
{
	struct str comm, pid;
	size_t n = b->line.n;
	int64_t value;

	b->line.n = 0;
	if (n == 0)
		return;
	if (n < 2 ||
		!stack_map_number(b->line.p[n - 1], &value, &b->map.clipped)) {
		if (b->bad++ == 0)
			b->first_bad = b->begun;
		return;
	}
	n--;
	if (bcc_who(b->line.p[n - 1], &comm, &pid)) {
		stack_map_label(&b->map, STR("comm"), comm);
		stack_map_label(&b->map, STR("pid"), pid);
		n--;
	}
	for (size_t i = 0; i < n; i++) {
		struct str name = bcc_plain(b->line.p[i]);

		if (!str_is(name, "--"))
			stack_map_frame(
				&b->map, STR_EMPTY, stack_map_symbol(name), 0);
	}
	stack_map_sample(&b->map, b->type, value);
}

static int
bcc_read(struct read_job *job, struct err *err)
{
	struct bcc b = { .job = job, .type = STR("samples") };
	struct str line;
	int rc = -1;

	stack_map_init(&b.map, job->builder);
	lines_init(&b.lines, job->bytes, job);
	while (lines_next(&b.lines, &line)) {
		bool indented =
			line.n > 0 && (line.p[0] == ' ' || line.p[0] == '\t');

		if (!indented) {
			bcc_block(&b);
			if (b.map.row.n == 0) {
				static const struct {
					const char *shown, *unit;
				} units[] = { { " time (us)", "microseconds" },
					{ " time (ns)", "nanoseconds" },
					{ " time (ms)", "milliseconds" } };

				/* "Tracing off-CPU time (us) of all threads by
				   user + kernel stack" */
				for (size_t i = 0; i < COUNT_OF(units); i++) {
					if (str_find(line,
						    str_c(units[i].shown),
						    0) < 0)
						continue;
					b.type = STR("off-cpu");
					b.map.unit = str_c(units[i].unit);
				}
			}
		} else {
			if (b.line.n == 0)
				b.begun = b.lines.number;
			vec_push(&b.line, str_trim(line));
		}
	}
	if (lines_end(&b.lines, err) == 0) {
		bcc_block(&b);
		if (stack_map_end(&b.map) != 0) {
			if (read_check(b.job->builder, err) != 0)
				rc = -1;
			else
				rc = err_set(err, ERR_FORMAT,
					"no stack is followed by a count in "
					"%zu lines of bcc",
					b.lines.number);
		} else {
			if (!str_ends(b.job->bytes, STR("\n")))
				warnings_add(b.job->warnings,
					"no newline at the end: the last value "
					"may be truncated, stacks may be "
					"missing");
			if (b.map.clipped)
				read_warn_clipped(b.job);
			if (b.bad > 0)
				warnings_add(b.job->warnings,
					"bcc: %zu stacks without a number "
					"below them were left "
					"out, the first at line %zu",
					b.bad, b.first_bad);
			rc = 0;
		}
	}
	stack_map_fini(&b.map);
	vec_free(&b.line);
	return rc;
}

/* Look for an indented number after "- comm (1)", or after a frame if bcc's
   "Hit Ctrl-C to end" came before. */
static int
bcc_sniff(struct str bytes, struct strbuf *why)
{
	struct lines lines;
	struct str line, comm, pid;
	bool traces = false, frame = false, who = false, clipped = false;
	int64_t value;

	(void)why;
	lines_sniff(&lines, bytes);
	while (lines_next(&lines, &line)) {
		struct str s = str_trim(line);

		if (s.n == 0 || (line.p[0] != ' ' && line.p[0] != '\t')) {
			frame = who = false;
			traces |= str_find(s, STR("Hit Ctrl-C to end"), 0) > 0;
			continue;
		}
		if (stack_map_number(s, &value, &clipped) &&
			(who || (frame && traces)))
			return SNIFF_YES;
		who = frame && str_starts(s, STR("- ")) &&
			bcc_who(s, &comm, &pid);
		frame = true;
	}
	return SNIFF_NO;
}

const struct reader reader_bcc = { "bcc", "stacks of bcc", bcc_read,
	.sniff = bcc_sniff };
