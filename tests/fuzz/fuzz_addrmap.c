/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any text as a map of code made at run time, and as the kernel's symbols; any
   bytes as what a child says of an address. */
#include "prelude.h"

#include "fuzz.h"
#include "symbol/addrmap.h"
#include "symbol/ask.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/addrmap", NULL };

static void
read_map(struct str text, enum addrmap_kind kind)
{
	struct addrmap m = ADDRMAP_INIT;
	struct str name;

	strbuf_add(&m.text, text);
	addrmap_parse(&m, kind);
	for (size_t i = 0; i < m.range.n; i++) {
		const struct addrmap_range *r = &m.range.p[i];

		must(r->start < r->end);
		must(i == 0 || m.range.p[i - 1].end <= r->start);
		must(r->length > 0 && r->name + (size_t)r->length <= text.n);
		must(addrmap_find(&m, r->start, &name) &&
			name.p == m.text.p + r->name);
		must(addrmap_find(&m, r->end - 1, &name) &&
			name.n == r->length);
	}
	addrmap_free(&m);
}

static void
read_record(struct str bytes)
{
	ptrdiff_t n = record_length(bytes);
	struct call_reader r;
	struct callsite c;
	int calls = 0;

	must(n <= (ptrdiff_t)bytes.n);
	if (n <= 0)
		return;
	record_begin(&r, str_sub(bytes, 0, (size_t)n));
	for (; record_next(&r, &c); calls++)
		must(c.name.n <= CHILD_NAME_MOST &&
			c.file.n <= CHILD_NAME_MOST);
	must(calls <= CHILD_CALLS_MOST && r.rest.n == 0);
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str bytes = str_from((const char *)data, size);

	read_map(bytes, ADDRMAP_PERF);
	read_map(bytes, ADDRMAP_KALLSYMS);
	read_record(bytes);
	return 0;
}
