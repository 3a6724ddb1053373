/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Texts read as profiles, for tests of readers. */
#ifndef FT_TESTS_UTIL_READ_H
#define FT_TESTS_UTIL_READ_H

#include "input/bytes.h"
#include "read/read.h"

/* A text in a format ("": sniffed), of a file called x. What is read is
   checked to be sound; NULL and err when it is refused. */
struct profile *read_as(const char *format, struct str text,
	struct warnings *warnings, struct err *err);

/* A pprof profile, for which less may be wanted than all samples; *err is blank
   first. */
struct profile *read_with(
	struct str text, enum read_detail detail, struct err *err);

/* It has to succeed. */
struct profile *read_well(const char *format, struct str text);
/* And is then described so. */
void read_becomes(const char *format, struct str text,
	void (*describe)(const struct profile *p, struct strbuf *out),
	const char *want);
/* It has to succeed. What is remarked is appended, a line each, behind the
   prefix. */
struct profile *read_noted(const char *format, struct str text,
	const char *prefix, struct strbuf *out);
/* The remarks alone. */
void read_remarks(const char *format, struct str text, struct strbuf *out);

/* Read a text cut anywhere, and then so many times with three other bytes in
   it: no harm may come of that. */
void read_damaged(const char *format, struct str text, int times);

/* A file of testdata, unpacked; bytes_free() it. */
struct bytes testdata(const char *name);
/* One read as a profile, which has to succeed. */
struct profile *read_testdata(const char *name);

/* The sum of the values of the first type. */
int64_t read_sum(const struct profile *p);

#endif
