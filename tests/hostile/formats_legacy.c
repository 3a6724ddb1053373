/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Hostile profiles in formats from before profile.proto (formats.h). */
#include "prelude.h"

#include "hostile/formats.h"

#include "hostile/poison.h"

/* Characters that end a name there. */
static const char blanks[] = "\t\n\v\f\r ";

/* Names of files in the memory map, with names that stand for others. */
static void
add_map(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "--- Memory map: ---\nbuild=");
	hostile_text(out, before, 0, after, "\n");
	strbuf_addstr(out, "\n00400000-00480000 r-xp 00000000 08:01 131 /bin/");
	hostile_text(out, before, 1, after, blanks);
	strbuf_addstr(out, "\n40000000-40100000: $build/");
	hostile_text(out, before, 2, after, blanks);
	strbuf_addstr(out, "\n");
}

/* The name of the count is a word. */
void
hostile_count(struct strbuf *out, struct str before, struct str after)
{
	hostile_text(out, before, 3, after, blanks);
	strbuf_addstr(out,
		" profile: total 3\n2 @ 0x401011 0x402021\n"
		"1 @ 0x40000101 0x402021\n# ");
	hostile_text(out, before, 4, after, "\n");
	strbuf_addstr(out, "\n");
	add_map(out, before, after);
}

void
hostile_heap(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out,
		"heap profile: 3: 300 [ 5: 500] @ heap_v2/524288\n"
		"3: 300 [5: 500] @ 0x401011 0x402021 0x40000101\n# ");
	hostile_text(out, before, 3, after, "\n");
	strbuf_addstr(out, "\n");
	add_map(out, before, after);
}

/* Names of threads, of which there have to be two. */
void
hostile_jemalloc(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "heap_v2/524288\n  t*: 3: 300 [0: 0]\n");
	for (int i = 0; i < 2; i++) {
		strbuf_addf(out, "  t%d: 3: 300 [0: 0] ", i);
		hostile_text(out, before, i, after, "\n");
		strbuf_addstr(out, "\n");
	}
	strbuf_addstr(out,
		"@ 0x401011 0x402021\n  t*: 3: 300 [0: 0]\n"
		"  t0: 1: 100 [0: 0]\n  t1: 2: 200 [0: 0]\n");
	add_map(out, before, after);
}

/* Functions and their files. */
void
hostile_java(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out,
		"--- heapz 1 ---\nformat = java\nresolution = bytes\n"
		" 512 2 @ 0x3 0x4 0x5\n");
	for (int i = 0; i < 3; i++) {
		strbuf_addf(out, " 0x%d ", 3 + i);
		hostile_text(out, before, i, after, "\n");
		if (i < 2) {
			strbuf_addstr(out, " (");
			hostile_text(out, before, 3 + i, after, "\n()");
			strbuf_addstr(out, i == 0 ? ":7)" : ")");
		}
		strbuf_addstr(out, "\n");
	}
}

void
hostile_threads(struct strbuf *out, struct str before, struct str after)
{
	strbuf_addstr(out, "--- threadz 1 ---\n\n--- Thread 7f01 (name: ");
	hostile_text(out, before, 3, after, "\n");
	strbuf_addstr(out, "/100) stack: ---\n  PC: 0x00401010: ");
	hostile_text(out, before, 4, after, "\n@");
	strbuf_addstr(out, "\n  0x40000101: f\n");
	add_map(out, before, after);
}
