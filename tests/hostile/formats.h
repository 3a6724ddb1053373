/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile profiles, one function a format: rows of the table in poison.h. */
#ifndef FT_TESTS_HOSTILE_FORMATS_H
#define FT_TESTS_HOSTILE_FORMATS_H

#include "base/str.h"
#include "base/strbuf.h"

void hostile_speedscope(
	struct strbuf *out, struct str before, struct str after);
void hostile_cpu_profile(
	struct strbuf *out, struct str before, struct str after);
void hostile_heap_profile(
	struct strbuf *out, struct str before, struct str after);
void hostile_dhat(struct strbuf *out, struct str before, struct str after);
void hostile_firefox(struct strbuf *out, struct str before, struct str after);
void hostile_otlp(struct strbuf *out, struct str before, struct str after);
void hostile_stackprof(struct strbuf *out, struct str before, struct str after);
void hostile_trace(struct strbuf *out, struct str before, struct str after);
void hostile_trace_cpu(struct strbuf *out, struct str before, struct str after);

void hostile_count(struct strbuf *out, struct str before, struct str after);
void hostile_heap(struct strbuf *out, struct str before, struct str after);
void hostile_jemalloc(struct strbuf *out, struct str before, struct str after);
void hostile_java(struct strbuf *out, struct str before, struct str after);
void hostile_threads(struct strbuf *out, struct str before, struct str after);

/* Append s without the bytes in `ends`, and without NUL. */
void hostile_without(struct strbuf *out, struct str s, const char *ends);
/* Likewise, for all three: before, a mark, after. */
void hostile_text(struct strbuf *out, struct str before, int mark,
	struct str after, const char *ends);

#endif
