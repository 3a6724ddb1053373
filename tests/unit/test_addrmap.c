/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names out of texts: of code made at run time, and of the kernel. */
#include "prelude.h"

#include "symbol/addrmap.h"

#include <sys/stat.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/file.h"
#include "profile/builder.h"
#include "symbol/jitmap.h"
#include "symbol/symbolize.h"
#include "util_folder.h"
#include "util_random.h"
#include "util_source.h"

/* ---- The texts ---- */

static void
parse(struct addrmap *m, enum addrmap_kind kind, const char *text)
{
	*m = (struct addrmap)ADDRMAP_INIT;
	strbuf_addstr(&m->text, text);
	addrmap_parse(m, kind);
}

static void
assert_name(const struct addrmap *m, uint64_t address, const char *want)
{
	struct str name = STR_EMPTY;
	bool found = addrmap_find(m, address, &name);

	assert_int_equal(found, want != NULL);
	if (want != NULL)
		assert_true(str_is(name, want));
}

TEST(later_code_takes_the_place_of_older)
{
	struct addrmap m;

	parse(&m, ADDRMAP_PERF,
		"1000 100 old\n"
		"1040 20 inner one\n"
		"0x2000 0x10 LazyCompile:~f /srv/a.js:1\n"
		"1050 40 newest\n"
		"fff8 ffffffffffffffff endless\n");
	assert_name(&m, 0xfff, NULL);
	assert_name(&m, 0x1000, "old");
	assert_name(&m, 0x1040, "inner one");
	assert_name(&m, 0x1050, "newest");
	assert_name(&m, 0x108f, "newest");
	assert_name(&m, 0x1090, "old");
	assert_name(&m, 0x10ff, "old");
	assert_name(&m, 0x1100, NULL);
	assert_name(&m, 0x200f, "LazyCompile:~f /srv/a.js:1");
	assert_name(&m, 0x2010, NULL);
	assert_name(&m, UINT64_MAX - 1, "endless");
	addrmap_free(&m);
}

TEST(lines_that_are_none_are_passed_over)
{
	struct addrmap m;

	parse(&m, ADDRMAP_PERF,
		"\n1000\n1000 \n1000 10\n1000 10 \n1000 0 nothing\nx 10 a\n"
		"10000000000000000 10 too long\n1000 10\tgood\r\n2000 10 end");
	assert_name(&m, 0x1008, "good");
	assert_name(&m, 0x2000, "end");
	assert_int_equal(m.range.n, 2);
	addrmap_free(&m);
}

TEST(code_of_the_kernel_ends_at_the_next_line)
{
	struct addrmap m;
	uint64_t at = 0;

	parse(&m, ADDRMAP_KALLSYMS,
		"ffffffff81000000 T _stext\n"
		"ffffffff81000000 T _text\n"
		"ffffffff81000040 t do_idle\n"
		"ffffffff81000080 D a_table\n"
		"ffffffffc0a01000 t ext4_map_blocks\t[ext4]\n"
		"ffffffff81000060 W weak\n"
		"ffffffff81000060 d data_there\n");
	assert_name(&m, UINT64_C(0xffffffff81000010), "_text");
	assert_name(&m, UINT64_C(0xffffffff8100005f), "do_idle");
	assert_name(&m, UINT64_C(0xffffffff81000060), "weak");
	assert_name(&m, UINT64_C(0xffffffff81000080), NULL);
	assert_name(&m, UINT64_C(0xffffffffc0a01001), "ext4_map_blocks");
	assert_false(m.hidden);
	assert_true(addrmap_address(&m, STR("_stext"), &at));
	assert_true(at == UINT64_C(0xffffffff81000000));
	assert_false(addrmap_address(&m, STR("gone"), &at));
	addrmap_free(&m);
	parse(&m, ADDRMAP_KALLSYMS,
		"0000000000000000 T _stext\n0000000000000000 t do_idle\n");
	assert_true(m.hidden);
	assert_int_equal(m.range.n, 0);
	addrmap_free(&m);
}

/* Held against a search through all lines. */
TEST(any_overlap_is_resolved)
{
	enum { LINES = 40, SPAN = 200 };
	uint64_t random = 5;

	for (int round = 0; round < 200; round++) {
		struct addrmap m = ADDRMAP_INIT;
		uint64_t start[LINES], size[LINES];

		for (int i = 0; i < LINES; i++) {
			start[i] = random_next(&random) % SPAN;
			size[i] = 1 + random_next(&random) % 60;
			strbuf_addf(&m.text, "%llx %llx f%d\n",
				(unsigned long long)start[i],
				(unsigned long long)size[i], i);
		}
		addrmap_parse(&m, ADDRMAP_PERF);
		for (uint64_t a = 0; a < SPAN + 100; a++) {
			char want[16] = "";

			for (int i = 0; i < LINES; i++)
				if (a >= start[i] && a < start[i] + size[i])
					(void)snprintf(
						want, sizeof(want), "f%d", i);
			assert_name(&m, a, want[0] != '\0' ? want : NULL);
		}
		addrmap_free(&m);
	}
}

TEST(only_files_of_ours_are_read)
{
	char dir[] = "/tmp/addrmap-XXXXXX";
	struct strbuf path = STRBUF_INIT, link = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct addrmap m;

	folder_make(dir);
	folder_write(dir, "map", "1000 10 f\n");
	strbuf_addf(&path, "%s/map", dir);
	assert_int_equal(
		addrmap_read(&m, strbuf_c(&path), ADDRMAP_PERF, &err), 0);
	assert_name(&m, 0x1000, "f");
	addrmap_free(&m);
	strbuf_addf(&link, "%s/link", dir);
	assert_int_equal(symlink("map", strbuf_c(&link)), 0);
	assert_int_equal(
		addrmap_read(&m, strbuf_c(&link), ADDRMAP_PERF, &err), -1);
	assert_int_equal(chmod(strbuf_c(&path), 0644), 0);
	if (geteuid() == 0) {
		assert_int_equal(chown(strbuf_c(&path), 4711, 4711), 0);
		assert_int_equal(
			addrmap_read(&m, strbuf_c(&path), ADDRMAP_PERF, &err),
			-1);
		assert_non_null(strstr(err.msg, "is not owned by you or root"));
	}
	assert_int_equal(unlink(strbuf_c(&path)), 0);
	assert_int_equal(
		addrmap_read(&m, strbuf_c(&path), ADDRMAP_PERF, &err), 1);
	assert_int_equal(mkfifo(strbuf_c(&path), 0600), 0);
	assert_int_equal(
		addrmap_read(&m, strbuf_c(&path), ADDRMAP_PERF, &err), -1);
	assert_non_null(strstr(err.msg, "is not a regular file"));
	assert_true(folder_remove(dir));
	strbuf_free(&path);
	strbuf_free(&link);
}

/* ---- Profiles ---- */

/* One location for each address, all in one stack, in one mapping. */
struct sampled {
	const char *file, *id; /* NULL: no mapping */
	uint64_t start;
	int64_t pid;  /* of all samples; 0: unknown */
	int64_t time; /* ns since 1970 */
	uint64_t address[4];
};

static struct profile *
profile_of(const struct sampled *s)
{
	const int64_t one = 1;
	struct err err = ERR_INIT;
	struct builder *b = builder_new(0);
	struct label pid = {
		.key = builder_string(b, STR("pid")), .str = NONE, .num = s->pid
	};
	struct profile *p;
	map_id map = NONE;
	loc_id loc[4];
	size_t n = 0;

	builder_header(b)->time_nanos = s->time;
	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	if (s->file != NULL) {
		struct builder_mapping m = { .start = s->start,
			.limit = s->start + 0x100000,
			.file = builder_string(b, str_c(s->file)),
			.build_id = builder_string(b, str_c(s->id)) };

		map = builder_mapping(b, &m);
	}
	for (; n < 4 && s->address[n] != 0; n++) {
		struct builder_location l = { .address = s->address[n],
			.map = map };

		loc[n] = builder_location(b, &l);
	}
	assert_int_equal(builder_sample(b, builder_stack(b, loc, (uint32_t)n),
				 builder_labels(b, &pid, s->pid != 0), &one),
		0);
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

/* The names of its locations, of inlined calls, too: "a<b c ?" */
static void
names_of(const struct sampled *sampled, const char *root, const char *path,
	struct strbuf *out, struct strbuf *notes)
{
	const struct symbol_words words = { .notes = notes };
	const struct symbol_spec spec = { .mode = SYMBOLS_LOCAL,
		.program = this_program(),
		.root = root,
		.profile = str_c(path) };
	struct profile *p = profile_of(sampled), *q;

	strbuf_reset(out);
	strbuf_reset(notes);
	assert_true(symbolize_wants(p, &spec));
	q = symbolize_profile(p, &spec, &words, NULL);
	assert_true(profile_check(q));
	for (loc_id l = 0; l < q->loc.n; l++) {
		uint32_t from = q->loc.line0[l], to = q->loc.line0[l + 1];

		strbuf_addstr(out, l > 0 ? " " : "");
		for (uint32_t i = from; i < to; i++) {
			str_id name = q->func.name[q->line.func[i]];

			strbuf_add3(out, i > from ? "<" : "",
				profile_str(q, name), "");
		}
		strbuf_addstr(out, from == to ? "?" : "");
	}
	profile_unref(q);
	profile_unref(p);
}

TEST(code_made_at_run_time_has_the_names_of_its_map)
{
	char dir[] = "/tmp/addrmap-XXXXXX";
	static const char map[] = "7f0000001000 100 outer->inner->leaf\n"
				  "7f0000002000 10 stub\n";
	struct sampled s = { .file = "//anon",
		.id = "",
		.start = UINT64_C(0x7f0000000000),
		.pid = 77,
		.address = { UINT64_C(0x7f0000001080), UINT64_C(0x7f0000002008),
			UINT64_C(0x7f0000003000) } };
	struct strbuf names = STRBUF_INIT, notes = STRBUF_INIT,
		      path = STRBUF_INIT;

	folder_make(dir);
	folder_write(dir, "tmp/perf-77.map", map);
	names_of(&s, dir, "", &names, &notes);
	assert_string_equal(strbuf_c(&names), "leaf<inner<outer stub ?");
	assert_non_null(
		strstr(strbuf_c(&notes), "//anon: 2 of 3 addresses in "));
	/* Code is anywhere. */
	s.file = NULL;
	names_of(&s, dir, "", &names, &notes);
	assert_string_equal(strbuf_c(&names), "leaf<inner<outer stub ?");
	/* Another process, or one that is not known. */
	s.pid = 78;
	names_of(&s, dir, "", &names, &notes);
	assert_string_equal(strbuf_c(&names), "? ? ?");
	s.pid = 0;
	names_of(&s, dir, "", &names, &notes);
	assert_string_equal(strbuf_c(&names), "? ? ?");
	s.file = "/tmp/perf-77.map";
	names_of(&s, dir, "", &names, &notes);
	assert_string_equal(strbuf_c(&names), "leaf<inner<outer stub ?");
	/* Beside the profile: whichever it is. */
	s.file = "[anon:code]";
	strbuf_addf(&path, "%s/tmp/cpu.pb.gz", dir);
	names_of(&s, "/nonexistent", strbuf_c(&path), &names, &notes);
	assert_string_equal(strbuf_c(&names), "leaf<inner<outer stub ?");
	folder_write(dir, "tmp/perf-79.map", "0 ffffffffffffffff all\n");
	names_of(&s, "/nonexistent", strbuf_c(&path), &names, &notes);
	assert_string_equal(strbuf_c(&names), "? ? ?");
	s.pid = 79;
	names_of(&s, "/nonexistent", strbuf_c(&path), &names, &notes);
	assert_string_equal(strbuf_c(&names), "all all all");
	assert_true(folder_remove(dir));
	strbuf_free(&names);
	strbuf_free(&notes);
	strbuf_free(&path);
}

static void
assert_map(struct jitmaps *j, enum jit_place place, const char *pid,
	const char *want)
{
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;
	int rc = jitmap_read(j, place, STR("//anon"), str_c(pid), &path, &err);

	assert_int_equal(rc, want == NULL);
	if (want != NULL)
		assert_name(&j->map, 0x1000, want);
	strbuf_free(&path);
}

/* However many mappings ask for it. */
TEST(a_map_is_looked_for_and_read_once)
{
	char dir[] = "/tmp/addrmap-XXXXXX";
	struct strbuf path = STRBUF_INIT;
	struct jitmaps j;

	folder_make(dir);
	/* No pattern: the folder is this one, not "1". */
	folder_write(dir, "[1]/perf-77.map", "1000 100 f\n");
	folder_write(dir, "1/perf-79.map", "1000 100 other\n");
	folder_write(dir, "tmp/perf-78.map", "1000 100 g\n");
	strbuf_addf(&path, "%s/[1]/cpu.pb.gz", dir);
	j = (struct jitmaps)JITMAPS_INIT(strbuf_str(&path), dir);
	for (int i = 0; i < 100; i++)
		assert_map(&j, JIT_BESIDE, "", "f");
	assert_int_equal(j.searches, 1);
	assert_int_equal(j.reads, 1);
	/* One that is missing, and the next place. */
	for (int i = 0; i < 100; i++) {
		assert_map(&j, JIT_BESIDE, "78", NULL);
		assert_map(&j, JIT_TMP, "78", "g");
	}
	assert_int_equal(j.searches, 1);
	assert_int_equal(j.reads, 3);
	/* Back to the first: only one map is kept. */
	assert_map(&j, JIT_BESIDE, "", "f");
	assert_map(&j, JIT_TMP, "78", "g");
	assert_int_equal(j.searches, 1);
	assert_int_equal(j.reads, 5);
	jitmaps_free(&j);
	assert_true(folder_remove(dir));
	strbuf_free(&path);
}

/* ---- Kernels ---- */

static void
add_word(struct strbuf *out, uint32_t n)
{
	strbuf_add(out, str_from((const char *)&n, sizeof(n)));
}

/* A machine whose kernel has the build id 0102. */
static void
write_machine(const char *dir, int64_t boot)
{
	struct strbuf notes = STRBUF_INIT, path = STRBUF_INIT,
		      stat = STRBUF_INIT;
	struct err err = ERR_INIT;

	add_word(&notes, 4);
	add_word(&notes, 2);
	add_word(&notes, 3);
	strbuf_add(&notes, str_from("GNU\0\1\2\0\0", 8));
	strbuf_addf(&path, "%s/sys/kernel/notes", dir);
	assert_int_equal(
		file_replace(strbuf_c(&path), strbuf_str(&notes), &err), 0);
	strbuf_addf(
		&stat, "cpu 1 2 3\nbtime %lld\nprocesses 4\n", (long long)boot);
	folder_write(dir, "proc/stat", strbuf_c(&stat));
	folder_write(dir, "proc/kallsyms",
		"ffffffff81000000 T _text\nffffffff81000000 T _stext\n"
		"ffffffff81000100 t do_idle\nffffffff81000200 D table\n"
		"ffffffffc0001000 t ext4_read\t[ext4]\n"
		"ffffffffc0001100 d ext4_data\t[ext4]\n");
	strbuf_free(&notes);
	strbuf_free(&path);
	strbuf_free(&stat);
}

TEST(the_kernel_that_runs_has_names)
{
	enum { BOOT = 1700000000 };
	static const struct {
		const char *file, *id;
		uint64_t start;
		int64_t after; /* booting, in seconds */
		uint64_t address;
		const char *want;
	} rows[] = {
		{ "[kernel.kallsyms]_stext", "0102",
			UINT64_C(0xffffffff81000000), 5,
			UINT64_C(0xffffffff81000180), "do_idle" },
		/* It moves from boot to boot. */
		{ "[kernel.kallsyms]_text", "0102",
			UINT64_C(0xffffffff9a000000), -5,
			UINT64_C(0xffffffff9a000180), "do_idle" },
		{ "[kernel.kallsyms]_stext", "0103",
			UINT64_C(0xffffffff81000000), 5,
			UINT64_C(0xffffffff81000180), "?" },
		/* Without an id its place and time must be right. */
		{ "[kernel.kallsyms]_stext", "", UINT64_C(0xffffffff81000000),
			5, UINT64_C(0xffffffff81000180), "do_idle" },
		{ "[kernel.kallsyms]_stext", "", UINT64_C(0xffffffff81000000),
			-5, UINT64_C(0xffffffff81000180), "?" },
		{ "[kernel.kallsyms]_stext", "", UINT64_C(0xffffffff82000000),
			5, UINT64_C(0xffffffff82000180), "?" },
		/* Data, and nothing. */
		{ "[kernel.kallsyms]_stext", "0102",
			UINT64_C(0xffffffff81000000), 5,
			UINT64_C(0xffffffff81000208), "?" },
		{ "[kernel.kallsyms]_stext", "0102",
			UINT64_C(0xffffffff81000000), 5,
			UINT64_C(0xffffffff80000000), "?" },
	};
	char dir[] = "/tmp/addrmap-XXXXXX";
	struct strbuf names = STRBUF_INIT, notes = STRBUF_INIT;

	folder_make(dir);
	write_machine(dir, BOOT);
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct sampled s = { .file = rows[i].file,
			.id = rows[i].id,
			.start = rows[i].start,
			.time = (BOOT + rows[i].after) * INT64_C(1000000000),
			.address = { rows[i].address } };

		names_of(&s, dir, "", &names, &notes);
		assert_string_equal(strbuf_c(&names), rows[i].want);
	}
	folder_write(dir, "proc/kallsyms", "0000000000000000 T _stext\n");
	names_of(&(struct sampled){ .file = "[kernel.kallsyms]",
			 .id = "0102",
			 .start = UINT64_C(0xffffffff81000000),
			 .address = { UINT64_C(0xffffffff81000180) } },
		dir, "", &names, &notes);
	assert_string_equal(strbuf_c(&names), "?");
	assert_non_null(strstr(strbuf_c(&notes), "kptr_restrict"));
	assert_true(folder_remove(dir));
	strbuf_free(&names);
	strbuf_free(&notes);
}

int
main(int argc, char **argv)
{
	/* Children are this program. */
	symbol_child(argc, argv);
	return tests_run(NULL, NULL);
}
