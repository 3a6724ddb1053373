/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Parses frames of valgrind's tools. */
#include "prelude.h"

#include "read/vgframe.h"

#include "read/rows.h"

void
vgframes_fini(struct vgframes *v)
{
	map64_free(&v->func_of);
	map64_free(&v->map_of);
}

struct vgframe
vgframe_of(struct vgframes *v, struct str s)
{
	struct vgframe f = { .map = NONE };
	struct builder_function func = { .name = 0 };
	struct str file = STR_EMPTY, hex = str_skip(s, 2);
	int64_t number[2] = { 0 }; /* column, line */
	size_t n = 0;
	ptrdiff_t at;

	(void)str_cut_hex(&hex, &f.address);
	if (str_starts(s, STR("0x")) && str_starts(hex, STR(": ")))
		s = str_skip(hex, 2);
	else
		f.address = 0;
	at = str_bracket(s);
	if (at > 0 && s.p[at - 1] == ' ') {
		file = str_sub(s, (size_t)at + 1, s.n - 1);
		s = str_sub(s, 0, (size_t)at - 1);
	}
	/* The first mapping is the main binary, which is unknown. */
	if (str_starts(file, STR("in "))) {
		(void)loctable_mapping(&v->map_of, v->b, 0, 0);
		f.map = loctable_mapping(&v->map_of, v->b,
			builder_string(v->b, str_skip(file, 3)), MAP_ALL);
		file = STR_EMPTY;
	}
	while (n < 2 && (at = str_rchr(file, ':')) > 0 &&
		str_to_i64(str_skip(file, (size_t)at + 1), &number[n])) {
		file = str_sub(file, 0, (size_t)at);
		n++;
	}
	f.line.line = n > 0 ? number[n - 1] : 0;
	f.line.column = n > 1 ? number[0] : 0;
	func.name = builder_string(v->b, s);
	func.file = builder_string(v->b, file);
	f.line.func = loctable_function(&v->func_of,
		(uint64_t)func.name << 32 | func.file, v->b, &func);
	return f;
}
