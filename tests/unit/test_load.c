/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From names to one profile: files, lists of files, bases, failures. */
#include "prelude.h"

#include "load/load.h"

#include <pthread.h>
#include <sched.h>
#include <stdatomic.h>
#include <unistd.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/strbuf.h"
#include "profile/merge.h"
#include "profile/partial.h"
#include "util_folder.h"
#include "util_source.h"
#include "write/write.h"

static char dir[] = "load-XXXXXX";

static const struct {
	const char *name, *content;
} files[] = {
	{ "a", "main;f 5\nmain;g 2\n" },
	{ "b", "main;f 3\nmain;h 1\n" },
	{ "zero", "main;f 0\n" },
	{ "bad", "main;f 1\nmain;f\nmain;g 2\nmain;h 3\n" },
	{ "none", "" },
	{ "prog",
		"\x7f"
		"ELF\2\1\1" },
};

static int
make_files(void **state)
{
	(void)state;
	folder_make(dir);
	for (size_t i = 0; i < COUNT_OF(files); i++)
		folder_write(dir, files[i].name, files[i].content);
	return chdir(dir);
}

static int
remove_files(void **state)
{
	(void)state;
	return chdir("..") != 0 || !folder_remove(dir);
}

/* The result of load_profile() for a list like "a b -base=c -normalize". */
struct result {
	struct profile *p;
	struct err err;
	struct strbuf warnings; /* a line each */
};

static void
load(struct result *r, const char *line)
{
	struct str rest = str_c(line), source[8], base[8], diff[8];
	struct load_spec spec = {
		.source = source, .base = base, .diff_base = diff
	};
	struct arena arena = ARENA_INIT;
	struct warnings warnings;

	*r = (struct result){ .warnings = STRBUF_INIT };
	warnings_init(&warnings, &arena);
	while (rest.n > 0) {
		struct str word = str_cut(&rest, ' ');

		if (str_starts(word, STR("-base=")))
			base[spec.n_bases++] = str_skip(word, 6);
		else if (str_starts(word, STR("-diff_base=")))
			diff[spec.n_diff_bases++] = str_skip(word, 11);
		else if (str_starts(word, STR("-add_comment=")))
			spec.comment = str_skip(word, 13);
		else if (str_is(word, "-normalize"))
			spec.normalize = true;
		else
			source[spec.n_sources++] = word;
	}
	load_take_program(&spec);
	r->p = load_profile(&spec, &warnings, NULL, &r->err);
	for (const struct warning *n = warnings.head; n != NULL; n = n->next)
		strbuf_addf(&r->warnings, "%.*s\n", STR_ARG(n->text));
	if (r->p != NULL)
		assert_true(profile_check(r->p));
	arena_free(&arena);
}

static void
done(struct result *r)
{
	profile_unref(r->p);
	strbuf_free(&r->warnings);
}

/* The values of the first column, "5 2 ". */
static void
gives(const char *line, const char *values, const char *warnings)
{
	struct strbuf out = STRBUF_INIT;
	struct result r;

	load(&r, line);
	assert_string_equal(r.err.msg, "");
	assert_non_null(r.p);
	for (size_t i = 0; i < r.p->sample.n; i++)
		strbuf_addf(&out, "%d ", (int)r.p->sample.value[0][i]);
	assert_string_equal(strbuf_c(&out), values);
	assert_string_equal(strbuf_c(&r.warnings), warnings);
	strbuf_free(&out);
	done(&r);
}

/* "one,two," */
static void
has_comments(const char *line, const char *want)
{
	struct strbuf out = STRBUF_INIT;
	struct result r;

	load(&r, line);
	assert_non_null(r.p);
	for (uint32_t i = 0; i < r.p->header.ncomments; i++) {
		strbuf_add(&out, profile_str(r.p, r.p->header.comment[i]));
		strbuf_addch(&out, ',');
	}
	assert_string_equal(strbuf_c(&out), want);
	strbuf_free(&out);
	done(&r);
}

TEST(a_comment_is_added_to_whatever_is_left)
{
	has_comments("-add_comment=x a", "x,");
	has_comments("-add_comment=x a b", "x,");
	has_comments("-add_comment=x a none", "x,");
	has_comments("-add_comment=x a -base=b", "x,");
	has_comments("a none", "");
}

static void
fails(const char *line, enum err_code code, const char *msg)
{
	struct result r;

	load(&r, line);
	assert_null(r.p);
	assert_string_equal(r.err.msg, msg);
	assert_int_equal(r.err.code, code);
	done(&r);
}

TEST(sources_are_merged_and_bases_subtracted)
{
	gives("a", "5 2 ", "");
	gives("a b", "8 2 1 ", "");
	gives("a -base=b", "2 2 -1 ", "");
	gives("a -diff_base=b", "5 2 -3 -1 ", "");
	gives("a -base=b -base=b", "-1 2 -2 ", "");
	gives("a -base=b -normalize", "1 -1 ", "");
	gives("a -base=a", "", "");
	gives("zero", "0 ", "");
}

TEST(a_failing_source_is_a_remark_while_others_can_be_read)
{
	gives("a nowhere b", "8 2 1 ",
		"nowhere: cannot open: No such file or directory\n"
		"Fetched 2 source profiles out of 3\n");
	gives("a -base=b -base=none", "2 2 -1 ",
		"none: empty input file\n"
		"Fetched 1 base profiles out of 2\n");
}

TEST(the_error_names_file_place_and_reason)
{
	fails("nowhere", ERR_IO,
		"nowhere: cannot open: No such file or directory");
	fails("none", ERR_FORMAT, "none: empty input file");
	fails("a -base=nowhere", ERR_IO,
		"nowhere: cannot open: No such file or directory");
	fails("nowhere none", ERR_IO,
		"failed to fetch any source profiles: nowhere: cannot open: "
		"No such file or directory");
	fails("a -base=none -base=nowhere", ERR_FORMAT,
		"failed to fetch any base profiles: none: empty input file");
#ifdef HAVE_CURL
	fails("ftp://h/p", ERR_IO,
		"ftp://h/p: unsupported protocol scheme \"ftp\"");
#else
	fails("http://h/p", ERR_IO,
		"http://h/p: this flametop was built without libcurl and "
		"cannot fetch; run: curl -s http://h/p | flametop -");
#endif
}

TEST(a_folder_is_all_its_files_that_can_be_read)
{
	struct strbuf told = STRBUF_INIT;
	char name[32];

	folder_write(".", "day/10", "main;h 1\n");
	folder_write(".", "day/2", "main;f 3\n");
	folder_write(".", "day/.hidden", "main;f 100\n");
	folder_write(".", "day/below/x", "main;f 100\n");
	gives("day", "1 3 ", "");
	gives("a day/", "8 2 1 ", "");
	gives("a -base=day", "2 2 -1 ", "");
	for (int i = 0; i < 12; i++) {
		(void)snprintf(name, sizeof(name), "day/e%02d", i);
		folder_write(".", name, "");
		if (i < 10)
			strbuf_addf(&told, "%s: empty input file\n", name);
	}
	strbuf_addstr(&told,
		"and 2 more could not be read\n"
		"Fetched 2 source profiles out of 14\n");
	gives("day", "1 3 ", strbuf_c(&told));
	strbuf_free(&told);
	folder_write(".", "bare/x/y", "main;f 1\n");
	fails("bare", ERR_IO, "bare: the folder contains no files");
}

TEST(a_list_names_files_and_folders)
{
	struct str pair = STR("a\0b");
	FILE *f;

	folder_write(".", "heap/a", "main;h 1\n");
	folder_write(".", "list", "a\n\nheap\nb\n");
	gives("@list", "8 2 2 ", "");
	gives("a -base=@list", "-3 -2 ", "");
	f = fopen("list0", "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(pair.p, 1, pair.n, f), pair.n);
	assert_int_equal(fclose(f), 0);
	gives("@list0", "8 2 1 ", "");
	folder_write(".", "blank", "\n\n");
	fails("@blank", ERR_IO,
		"@blank: no such file; @NAME reads a list of files, one per "
		"line");
	fails("@nowhere", ERR_IO,
		"@nowhere: no such file; @NAME reads a list of files, one per "
		"line");
	/* A file of that very name is itself. */
	folder_write(".", "@list", "main;g 7\n");
	gives("@list", "7 ", "");
}

TEST(files_of_other_types_are_merged_as_well)
{
	folder_write(".", "mixed/1.folded", "main;f 5\nmain;g 2\n");
	folder_write(".", "mixed/2.folded", "main;f 1\n");
	folder_write(
		".", "mixed/3.txt", "app 1 1.0: 1 cycles:\n\t1 g (/x)\n\n");
	folder_write(".", "mixed/4.folded", "main;f 4\n");
	/* All have the type samples in common. */
	gives("mixed", "10 2 1 ",
		"no call graph; perf record -g records whole stacks\n");
}

/* The path of a fixture. */
static struct str
fixture(struct strbuf *out, const char *name)
{
	strbuf_reset(out);
	strbuf_addf(out, "%s/testdata/%s", source_dir(), name);
	return strbuf_str(out);
}

/* Of files that are read one by one the tables are in a profile of their own,
   of many they are not. Some that follow one another are the same. */
TEST(many_files_are_what_their_profiles_are_together)
{
	enum { FILES = 9 };
	static const char which[FILES + 1] = "aabbabbba";
	struct strbuf path[2] = { STRBUF_INIT, STRBUF_INIT };
	struct strbuf got = STRBUF_INIT, want = STRBUF_INIT;
	struct str name[FILES];
	struct merge_part part[FILES] = { { .profile = NULL } };
	const struct merge_options options = { .progress = NULL };
	struct load_spec spec = { .raw = true, .n_sources = 1 };
	struct err err = ERR_INIT;
	struct profile *p;

	fixture(&path[0], "tags.pb.gz");
	fixture(&path[1], "shop-cpu.pb.gz");
	for (size_t i = 0; i < FILES; i++) {
		name[i] = strbuf_str(&path[which[i] - 'a']);
		spec.source = &name[i];
		part[i].profile = load_profile(&spec, NULL, NULL, &err);
		assert_non_null(part[i].profile);
	}
	p = merge_profiles(part, FILES, &options, &err);
	assert_non_null(p);
	pprof_encode(p, &want);
	profile_unref(p);
	spec.source = name;
	spec.n_sources = FILES;
	p = load_profile(&spec, NULL, NULL, &err);
	assert_non_null(p);
	pprof_encode(p, &got);
	assert_true(str_eq(strbuf_str(&got), strbuf_str(&want)));
	profile_unref(p);
	for (size_t i = 0; i < FILES; i++)
		profile_unref(part[i].profile);
	for (size_t i = 0; i < 2; i++)
		strbuf_free(&path[i]);
	strbuf_free(&got);
	strbuf_free(&want);
}

TEST(several_files_are_counted_together)
{
	const struct str name[] = { STR("a"), STR("nowhere"), STR("b") };
	struct load_spec spec = { .source = name, .n_sources = 3 };
	struct progress progress = { .stop = 0 };
	struct err err = ERR_INIT;
	struct profile *p = load_profile(&spec, NULL, &progress, &err);

	assert_non_null(p);
	assert_int_equal(progress.files, 3);
	assert_int_equal(progress.files_of, 3);
	profile_unref(p);
}

TEST(wrong_usage_is_told_before_anything_is_read)
{
	fails("", ERR_USAGE, "no profile source specified");
	fails("nowhere -base=a -diff_base=b", ERR_USAGE,
		"-base and -diff_base flags cannot both be specified");
	fails("- -", ERR_USAGE, "standard input (-) can be read only once");
	fails("- -base=-", ERR_USAGE,
		"standard input (-) can be read only once");
}

TEST(a_program_before_the_profiles_names_the_binary)
{
	struct result r;

	load(&r, "prog a");
	assert_non_null(r.p);
	assert_true(str_is(profile_str(r.p, r.p->map.file[0]), "prog"));
	done(&r);
	/* alone it is taken for the profile */
	load(&r, "prog");
	assert_null(r.p);
	assert_non_null(strstr(r.err.msg,
		"prog: not a profile: starts with "
		"7f 45 4c 46 (ELF file)"));
	done(&r);
	/* without mappings there is one that says nothing */
	load(&r, "a");
	assert_int_equal(r.p->map.n, 1);
	assert_int_equal(r.p->map.file[0], 0);
	assert_int_equal(r.p->loc.map[0], 0);
	done(&r);
}

/* How many samples are had of it, n times, with less detail. */
static size_t
samples_of(struct load_spec spec, size_t n)
{
	struct strbuf path = STRBUF_INIT;
	struct str name = fixture(&path, "tags.pb.gz");
	const struct str names[] = { name, name };
	struct err err = ERR_INIT;
	struct profile *p;
	size_t samples;

	spec.source = spec.base = spec.diff_base = names;
	spec.n_sources = n;
	p = load_profile(&spec, NULL, NULL, &err);
	assert_non_null(p);
	samples = p->sample.n;
	profile_unref(p);
	strbuf_free(&path);
	return samples;
}

TEST(less_than_all_samples_are_had_where_that_is_as_good)
{
	struct load_spec all = { .n_diff_bases = 0 }, sums = all;
	size_t one = samples_of(all, 1);

	sums.detail = READ_SUMS;
	assert_true(samples_of(sums, 1) < one);
	assert_true(samples_of(sums, 2) < samples_of(all, 2));
	sums.n_diff_bases = all.n_diff_bases = 1;
	assert_true(samples_of(sums, 1) < samples_of(all, 1));
	sums.normalize = all.normalize = true;
	assert_int_equal(samples_of(sums, 1), samples_of(all, 1));
	sums.normalize = all.normalize = false;
	sums.n_diff_bases = all.n_diff_bases = 0;
	sums.raw = all.raw = true;
	assert_int_equal(samples_of(sums, 1), one);
}

static struct profile *
load_fixture(
	const char *name, bool all_frames, size_t max_memory, struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	struct str source = fixture(&path, name);
	const struct load_spec spec = { .source = &source,
		.n_sources = 1,
		.all_frames = all_frames,
		.max_memory = max_memory };
	struct profile *p = load_profile(&spec, NULL, NULL, err);

	strbuf_free(&path);
	return p;
}

TEST(frames_to_be_dropped_are_dropped_unless_all_are_wanted)
{
	struct err err = ERR_INIT;
	struct profile *all =
		load_fixture("quirks/drop-frames.pb.gz", true, 0, &err);
	struct profile *some =
		load_fixture("quirks/drop-frames.pb.gz", false, 0, &err);

	assert_non_null(all);
	assert_non_null(some);
	assert_int_equal(all->sample.n, some->sample.n);
	assert_true(some->trie.n < all->trie.n);
	profile_unref(all);
	profile_unref(some);
}

TEST(memory_is_limited_as_a_whole)
{
	struct err err = ERR_INIT;
	struct profile *p =
		load_fixture("shop-cpu.pb.gz", false, 4 << 20, &err);

	assert_non_null(p);
	profile_unref(p);
	assert_null(load_fixture("shop-cpu.pb.gz", false, 100 << 10, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_non_null(strstr(err.msg, "--max-memory"));
	assert_null(load_fixture("shop-cpu.pb.gz", false, 500 << 10, &err));
	assert_int_equal(err.code, ERR_LIMIT);
	assert_non_null(strstr(err.msg, "its tables need more than"));
	assert_true(load_default_limit() >= 1 << 20);
}

TEST(loading_stops_when_asked)
{
	struct str source = STR("a");
	const struct load_spec spec = { .source = &source, .n_sources = 1 };
	struct progress progress = { .stop = true };
	struct err err = ERR_INIT;

	assert_null(load_profile(&spec, NULL, &progress, &err));
	assert_int_equal(err.code, ERR_CANCELLED);
}

/* A load on a thread of its own. */
struct attempt {
	struct progress progress;
	struct err err;
	struct profile *p;
	atomic_bool ended;
};

static void *
attempt(void *arg)
{
	struct attempt *a = arg;
	struct str source = STR("long.gz");
	const struct load_spec spec = { .source = &source, .n_sources = 1 };

	a->p = load_profile(&spec, NULL, &a->progress, &a->err);
	atomic_store(&a->ended, true);
	return NULL;
}

/* Whatever it is at when it is stopped, it ends and leaves nothing behind,
   for which the sanitizers look. */
TEST(loading_stops_at_any_stage)
{
	struct strbuf text = STRBUF_INIT, packed = STRBUF_INIT;
	struct err err = ERR_INIT;
	FILE *f;

	for (unsigned i = 0; i < 100000; i++)
		strbuf_addf(&text, "main;f%u;g%u 1\n", i % 300, i % 301);
	assert_int_equal(gzip_append(&packed, strbuf_str(&text), &err), 0);
	f = fopen("long.gz", "wb");
	assert_non_null(f);
	assert_int_equal(fwrite(packed.p, 1, packed.n, f), packed.n);
	assert_int_equal(fclose(f), 0);
	for (int stage = PROGRESS_START; stage <= PROGRESS_SEAL; stage++) {
		struct attempt a = { .err = ERR_INIT };
		pthread_t thread;

		assert_int_equal(pthread_create(&thread, NULL, attempt, &a), 0);
		while (progress_stage_now(&a.progress) <
				(enum progress_stage)stage &&
			!atomic_load(&a.ended))
			(void)sched_yield();
		atomic_store(&a.progress.stop, true);
		assert_int_equal(pthread_join(thread, NULL), 0);
		/* or it was ready before it saw that */
		if (a.p == NULL)
			assert_int_equal(a.err.code, ERR_CANCELLED);
		profile_unref(a.p);
	}
	strbuf_free(&text);
	strbuf_free(&packed);
}

TEST(who_has_seen_enough_does_not_wait_for_further_files)
{
	const struct str source[] = { STR("a"), STR("b"), STR("zero") };
	const struct load_spec spec = { .source = source, .n_sources = 3 };
	struct progress progress = { .keep = true };
	struct strbuf text = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p = load_profile(&spec, NULL, &progress, &err);

	assert_non_null(p);
	assert_int_equal(p->sample.n, 2);
	partial_text(&text, p);
	assert_string_equal(strbuf_c(&text), "2 files not read");
	strbuf_free(&text);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(make_files, remove_files);
}
