/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -speedscope: the filtered profile for speedscope, and to be read again. */
#include "config.h"

#include <stdlib.h>

#include "base/xalloc.h"
#include "engine/filtered.h"
#include "report/numbers.h"
#include "report/report.h"
#include "write/speedscope.h"

#include "base/banned.h"

static void
encode(const struct profile *p, uint32_t column, const struct numbers *numbers,
	struct strbuf *out, struct notes *notes)
{
	int64_t *value = xcalloc(p->sample.n + 1, sizeof(*value));
	bool negative = false;

	for (size_t i = 0; i < p->sample.n; i++) {
		value[i] = p->sample.value[column][i];
		if (numbers_divide(numbers))
			value[i] = numbers_divided(numbers, value[i]);
		negative = negative || value[i] < 0;
	}
	speedscope_encode(p, column, value, out);
	free(value);
	if (negative)
		notes_add(notes,
			"some values are negative, which speedscope does not "
			"show");
	if (p->types.n > 1)
		notes_add(notes,
			"of %u sample types only %.*s is written: choose with "
			"-sample_index",
			p->types.n,
			STR_ARG(profile_str(p, p->types.type[column])));
}

static int
run(struct engine *engine, const struct query *query, struct str pattern,
	struct strbuf *out, struct notes *notes, struct err *err)
{
	const struct view *v = view_compute(engine, query, NULL, err);
	struct numbers numbers;
	struct profile *p;
	uint32_t column;

	(void)pattern;
	if (v == NULL)
		return -1;
	notes_join(notes, &v->notes);
	numbers_init(&numbers, v);
	column = v->column;
	view_unref(v);
	p = filtered_profile(engine, query, err);
	if (p == NULL)
		return -1;
	encode(p, column, &numbers, out, notes);
	profile_unref(p);
	return 0;
}

const struct report report_speedscope = {
	.name = "speedscope",
	.minor = true,
	.help = "A file for speedscope, of one sample type",
	.run = run,
};
