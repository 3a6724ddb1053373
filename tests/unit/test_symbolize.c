/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names for addresses: bases, where binaries are, what hostile ones can do. */
#define _DEFAULT_SOURCE 1 /* syscall() */
#include "prelude.h"

#include "symbol/symbolize.h"

#include <errno.h>
#include <fcntl.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#ifdef __linux__
#include <sys/syscall.h>
#endif

#include "testing.h"

#include "base/compiler.h"
#include "base/file.h"
#include "profile/builder.h"
#include "symbol/addr2line.h"
#include "symbol/cache.h"
#include "symbol/elfdefs.h"
#include "symbol/sandbox.h"
#include "symbol/locate.h"
#include "util_folder.h"
#include "profile/name.h"
#include "util_random.h"
#include "util_read.h"
#include "util_source.h"

#define NONE_KNOWN \
	{ \
		.known = false \
	}

TEST(bases_are_those_of_pprof)
{
	static const struct load_segment exec = {
		.type = PT_LOAD, .vaddr = 0x400000, .memsz = 0xc00
	};
	static const struct load_segment dyn = { .type = PT_LOAD,
		.offset = 0x1000,
		.vaddr = 0x1000,
		.memsz = 0x1000 };
	static const struct load_segment kernel = {
		.type = PT_LOAD, .offset = 0x200000, .vaddr = 0xffffffff80200000
	};
	static const struct {
		uint16_t type;
		const struct load_segment *segment;
		struct stext stext;
		struct place place;
		bool fails;
		uint64_t want;
	} rows[] = {
		{ ET_EXEC, NULL, NONE_KNOWN, { 0x400000, 0, 0 }, false, 0 },
		{ ET_EXEC, &exec, NONE_KNOWN, { 0x400000, 0x401000, 0 }, false,
			0 },
		{ ET_EXEC, &exec, NONE_KNOWN, { 0, UINT64_MAX, 0 }, false, 0 },
		{ ET_EXEC, &exec, NONE_KNOWN, { 0x402000, 0x403000, 0 }, false,
			0x2000 },
		{ ET_EXEC, &kernel, { true, 0xffffffff80200198 },
			{ 0xffffffff80200198, 0xffffffff88000000, 0 }, false,
			0 },
		{ ET_EXEC, &kernel, { true, 0xffffffff80200198 },
			{ 0x198, 0x2f9fffff, 0 }, false,
			0x198 - 0xffffffff80200198 },
		{ ET_EXEC, &kernel, { true, 0xffffffff80200198 },
			{ 0, 0x2f9fffff, 0 }, false, 0 - 0xffffffff80200198 },
		{ ET_EXEC, &kernel, NONE_KNOWN,
			{ 0xffffffff83200000, 0xffffffff84200000,
				0xc000000000000000 },
			false, 0x3000000 },
		{ ET_EXEC, &kernel, NONE_KNOWN, { 0, 0x1000, 0 }, false,
			0 - 0xffffffff80200000 },
		{ ET_EXEC, &exec, { true, 0x400123 },
			{ 0x500000, 0x600000, 0x1000 }, true, 0 },
		{ ET_DYN, NULL, NONE_KNOWN, { 0x5000, 0x8000, 0x1000 }, false,
			0x4000 },
		{ ET_DYN, &dyn, NONE_KNOWN,
			{ 0x555555555000, 0x555555556000, 0x1000 }, false,
			0x555555554000 },
		{ ET_DYN, &dyn, NONE_KNOWN, { 0x1000, 0x2000, 0 }, false, 0 },
		{ ET_REL, NULL, NONE_KNOWN, { 0x2000, 0x3000, 0 }, false,
			0x2000 },
		{ ET_REL, NULL, NONE_KNOWN, { 0x2000, 0x3000, 1 }, true, 0 },
		{ ET_CORE, NULL, NONE_KNOWN, { 0x2000, 0x3000, 0 }, true, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct err err = ERR_INIT;
		uint64_t base = 0;
		int rc = base_of(rows[i].type, rows[i].segment, rows[i].stext,
			&rows[i].place, &base, &err);

		assert_int_equal(rc, rows[i].fails ? -1 : 0);
		if (!rows[i].fails)
			assert_true(base == rows[i].want);
	}
}

/* ---- A profile with a binary ---- */

/* Addresses of the code of sym-pie, or of a module, and some that are in
   nothing. */
static struct profile *
profile_of(const char *file, const char *build_id)
{
	enum { FROM = 0x1000, ADDRESSES = 60, STEP = 9 };
	struct err err = ERR_INIT;
	struct builder *b = builder_new(0);
	struct builder_mapping m = { .start = FROM,
		.limit = 2 * FROM,
		.offset = strstr(file, ".ko") != NULL ? 0 : FROM,
		.file = builder_string(b, str_c(file)),
		.build_id = builder_string(b, str_c(build_id)) };
	map_id map = builder_mapping(b, &m);
	struct profile *p;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	for (uint64_t i = 0; i < ADDRESSES; i++) {
		const int64_t one = 1;
		struct builder_location l = { .address = FROM + i * STEP,
			.map = map };
		loc_id loc = builder_location(b, &l);

		assert_int_equal(builder_sample(b, builder_stack(b, &loc, 1),
					 builder_labels(b, NULL, 0), &one),
			0);
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	return p;
}

static struct symbol_spec local = { .mode = SYMBOLS_LOCAL };

/* The message about the symbols and, in *named, whether there is a name now. */
static void
symbolize_file(const char *file, const char *build_id, struct strbuf *said,
	bool *named)
{
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	struct profile *p = profile_of(file, build_id), *q;

	warnings_init(&warnings, &arena);
	q = symbolize_profile(p, &local,
		&(struct symbol_words){ .warnings = &warnings }, NULL);
	assert_true(profile_check(q));
	*named = q != p && q->func.n > 0;
	strbuf_reset(said);
	for (struct warning *w = warnings.head; w != NULL; w = w->next)
		strbuf_add3(said, "", w->text, "\n");
	profile_unref(q);
	profile_unref(p);
	arena_free(&arena);
}

static const char *
fixture(struct strbuf *path, const char *name)
{
	strbuf_reset(path);
	strbuf_addf(path, "%s/testdata/symbols/%s", source_dir(), name);
	return strbuf_c(path);
}

TEST(many_missing_files_are_one_remark)
{
	struct builder *b = builder_new(0);
	struct arena arena = ARENA_INIT;
	struct warnings warnings;
	const struct symbol_spec spec = { .mode = SYMBOLS_LOCAL,
		.program = "/nonexistent/flametop" };
	const struct symbol_words words = { .warnings = &warnings };
	struct err err = ERR_INIT;
	struct profile *p, *named;
	const int64_t one = 1;

	warnings_init(&warnings, &arena);
	builder_type(b, builder_string(b, STR("s")), 0);
	for (uint64_t i = 1; i <= 5; i++) {
		char name[] = "/nonexistent/0";
		struct builder_location l = { .address = i << 16 };
		struct builder_mapping m = { .start = i << 16,
			.limit = (i + 1) << 16 };
		loc_id loc;

		name[sizeof(name) - 2] = (char)('0' + i);
		m.file = builder_string(b, str_c(name));
		l.map = builder_mapping(b, &m);
		loc = builder_location(b, &l);
		(void)builder_sample(b, builder_stack(b, &loc, 1), 0, &one);
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	named = symbolize_profile(p, &spec, &words, NULL);
	assert_true(
		str_is(warnings.head->text, "5 files not found: 1, 2, 3, ..."));
	profile_unref(named);
	profile_unref(p);
	arena_free(&arena);
}

TEST(what_is_no_program_is_refused)
{
	char dir[] = "/tmp/symbols-XXXXXX";
	struct strbuf said = STRBUF_INIT, path = STRBUF_INIT;
	bool named;

	folder_make(dir);
	strbuf_addf(&path, "%s/pipe", dir);
	assert_int_equal(mkfifo(strbuf_c(&path), 0600), 0);
	symbolize_file(strbuf_c(&path), "", &said, &named);
	assert_false(named);
	assert_non_null(strstr(strbuf_c(&said), "pipe is not a regular file"));
	symbolize_file("/dev/zero", "", &said, &named);
	assert_non_null(strstr(strbuf_c(&said), "zero is not a regular file"));
	symbolize_file(dir, "", &said, &named);
	assert_non_null(strstr(strbuf_c(&said), "is a directory"));
	folder_write(dir, "text", "no program\n");
	strbuf_reset(&path);
	strbuf_addf(&path, "%s/text", dir);
	symbolize_file(strbuf_c(&path), "", &said, &named);
	assert_non_null(strstr(strbuf_c(&said), "unrecognized binary format"));
	symbolize_file("/nonexistent/x", "", &said, &named);
	assert_non_null(strstr(strbuf_c(&said),
		"Local symbolization failed for x: stat /nonexistent/x: no "
		"such file or directory\n"));
	symbolize_file(fixture(&path, "sym-pie"), "00", &said, &named);
	assert_false(named);
	assert_string_equal(strbuf_c(&said),
		"Local symbolization failed for sym-pie (build ID 00): build "
		"ID mismatch\n");
	symbolize_file(fixture(&path, "sym-pie"), "", &said, &named);
	assert_true(named);
	assert_int_equal(said.n, 0);
	assert_true(folder_remove(dir));
	strbuf_free(&path);
	strbuf_free(&said);
}

/* Whether a function of this name is there after looking at a binary. */
static bool
names_function(enum names_from names, const char *file, const char *name)
{
	struct symbol_words nothing = { .warnings = NULL };
	struct profile *p = profile_of(file, "");
	struct profile *q;
	bool found = false;

	p->header.names = names;
	q = symbolize_profile(p, &local, &nothing, NULL);
	for (func_id f = 0; f < q->func.n; f++)
		found |= str_is(profile_str(q, q->func.name[f]), name);
	profile_unref(q);
	profile_unref(p);
	return found;
}

TEST(stripped_functions_are_named_by_unwind_tables)
{
	struct strbuf path = STRBUF_INIT;
	const char *bare = fixture(&path, "sym-bare");

	/* nm of sym-plain, the same code: main at 1060, work at 11a0. */
	assert_true(names_function(NAMES_OTHER, bare, "sym-bare+1060"));
	assert_true(names_function(NAMES_OTHER, bare, "sym-bare+11a0"));
	assert_false(names_function(NAMES_OTHER, bare, "sym-bare+11a9"));
	/* pprof has no such names. */
	assert_false(names_function(NAMES_PROTO, bare, "sym-bare+11a0"));
	assert_false(names_function(
		NAMES_OTHER, fixture(&path, "sym-plain"), "sym-plain+11a0"));
	assert_true(names_function(
		NAMES_OTHER, fixture(&path, "sym-plain"), "work"));
	strbuf_free(&path);
}

TEST(made_up_names_are_told_from_others)
{
	assert_true(name_is_made_up(STR("liblzma+15ae0")));
	assert_true(name_is_made_up(STR("my-app+9")));
	assert_false(name_is_made_up(STR("liblzma")));
	assert_false(name_is_made_up(STR("liblzma+")));
	assert_false(name_is_made_up(STR("+15ae0")));
	assert_false(name_is_made_up(STR("do_work+0x1f")));
	assert_false(name_is_made_up(STR("A::operator+")));
	assert_false(name_is_made_up(STR("f(int)+3")));
}

/* ---- Where they are looked for ---- */

TEST(binaries_are_found_in_pprofs_order)
{
	static const char id[] = "8c3045bdfa368167e85f73702af7b37c64501955";
	static const char *const places[] = { "%.40s/x", "%.40s/any",
		"srv/x/%.40s", "8c/%s.debug", "x", "srv/x", "srv/x.debug",
		"srv/.debug/x.debug", "usr/lib/debug/srv/x.debug",
		".build-id/8c/%s/elf", ".build-id/8c/%s.debug" };
	struct strbuf path = STRBUF_INIT, found = STRBUF_INIT,
		      binary = STRBUF_INIT;
	struct wanted w = { .file = STR("/srv/x"),
		.place = { 0x1000, 0x2000, 0x1000 } };
	struct err err = ERR_INIT;
	struct object o;

	assert_int_equal(object_open(&o, fixture(&path, "sym-pie"), &err), 0);
	assert_string_equal(o.build_id, id);
	assert_true(object_read(&o, 0, o.size, &binary));
	object_close(&o);
	w.build_id = STR(id);
	for (size_t i = 0; i < COUNT_OF(places); i++) {
		char dir[] = "/tmp/symbols-XXXXXX";

		folder_make(dir);
		setenv("PPROF_BINARY_PATH", dir, 1);
		assert_false(locate_binary(&w, NULL, &found));
		strbuf_reset(&path);
		strbuf_addstr(&path, dir);
		strbuf_addch(&path, '/');
		for (const char *c = places[i]; *c != '\0'; c++) {
			if (*c != '%') {
				strbuf_addch(&path, *c);
				continue;
			}
			strbuf_addstr(&path, c[1] == 's' ? id + 2 : id);
			c += c[1] == 's' ? 1 : 4;
		}
		assert_int_equal(file_replace(strbuf_c(&path),
					 strbuf_str(&binary), &err),
			0);
		assert_true(locate_binary(&w, NULL, &found));
		assert_string_equal(strbuf_c(&found), strbuf_c(&path));
		assert_true(folder_remove(dir));
	}
	unsetenv("PPROF_BINARY_PATH");
	strbuf_free(&binary);
	strbuf_free(&found);
	strbuf_free(&path);
}

/* ---- Other ways to lines ---- */

/* A table alone, as a file that has nothing else. */
static struct gotable *
open_gotable(const char *age, struct object *o, struct section section[2])
{
	struct strbuf path = STRBUF_INIT;
	struct err err = ERR_INIT;

	strbuf_addf(
		&path, "%s/tests/fuzz/corpus/gotable/%s", source_dir(), age);
	*o = (struct object){ .wide = true, .section = section };
	o->n_sections = 2;
	o->fd = binary_open(strbuf_c(&path), &o->size, &err);
	assert_true(o->fd >= 0);
	section[0] = (struct section){
		.name = STR(".gopclntab"), .type = SHT_PROGBITS, .size = o->size
	};
	section[1] = (struct section){ .name = STR(".text"), .addr = 0x1000 };
	strbuf_free(&path);
	return gotable_new(o);
}

TEST(tables_of_go_of_every_age_are_read)
{
	static const char *const ages[] = { "go2", "go16", "go18", "go20" };
	static const struct {
		uint64_t address, line;
		const char *name, *file;
	} rows[] = {
		{ 0x1005, 5, "main.main", "/srv/main.go" },
		{ 0x1010, 7, "main.main", "/srv/main.go" },
		{ 0x1041, 5, "runtime.exit", "/srv/rt.go" },
		{ 0xfff, 0, NULL, NULL },
		{ 0x1080, 0, NULL, NULL },
	};

	for (size_t i = 0; i < COUNT_OF(ages); i++) {
		struct section section[2];
		struct object o;
		struct gotable *t = open_gotable(ages[i], &o, section);

		assert_non_null(t);
		for (size_t k = 0; k < COUNT_OF(rows); k++) {
			struct addr_frames a = { .text = ARENA_INIT };
			bool found = gotable_find(t, rows[k].address, &a);

			assert_int_equal(found, rows[k].name != NULL);
			if (found) {
				assert_true(
					str_is(a.call.p[0].name, rows[k].name));
				assert_int_equal(
					a.call.p[0].line, rows[k].line);
			}
			/* The oldest has one list of files for all. */
			if (found && i > 0)
				assert_true(
					str_is(a.call.p[0].file, rows[k].file));
			vec_free(&a.call);
			arena_free(&a.text);
		}
		gotable_free(t);
		fd_close(&o.fd);
	}
}

/* The names of an address in a mapping from the beginning of a file on, with
   their lines: "mix:10 do_idle:18". */
static void
names_at(const char *file, const char *root, const char *id, uint64_t start,
	uint64_t address, struct strbuf *out)
{
	static const struct symbol_words nothing = { .warnings = NULL };
	const int64_t one = 1;
	struct symbol_spec spec = local;
	struct err err = ERR_INIT;
	struct builder *b = builder_new(0);
	struct builder_mapping m = { .start = start,
		.limit = start + 0x100000,
		.file = builder_string(b, str_c(file)),
		.build_id = builder_string(b, str_c(id)) };
	struct builder_location l = { .address = address,
		.map = builder_mapping(b, &m) };
	loc_id loc = builder_location(b, &l);
	struct profile *p, *q;

	builder_type(b, builder_string(b, STR("samples")),
		builder_string(b, STR("count")));
	assert_int_equal(builder_sample(b, builder_stack(b, &loc, 1),
				 builder_labels(b, NULL, 0), &one),
		0);
	p = builder_seal(b, &err);
	assert_non_null(p);
	spec.root = root;
	q = symbolize_profile(p, &spec, &nothing, NULL);
	strbuf_reset(out);
	for (uint32_t i = 0; i < q->loc.line0[1]; i++)
		strbuf_addf(out, "%s%.*s:%d", i > 0 ? " " : "",
			STR_ARG(profile_str(q, q->func.name[q->line.func[i]])),
			(int)q->line.line[i]);
	profile_unref(q);
	profile_unref(p);
}

/* As addr2line has it. */
TEST(modules_of_the_kernel_have_names)
{
	static const char *const files[] = { "sym-module.ko",
		"sym-module.ko.gz" };
	const uint64_t at = UINT64_C(0xffffffffc0a00000);
	struct strbuf path = STRBUF_INIT, names = STRBUF_INIT;

	if (!debuginfo_is_built_in())
		skip();
	for (size_t i = 0; i < COUNT_OF(files); i++) {
		const char *file = fixture(&path, files[i]);

		names_at(file, NULL, "", at, at + 0x12, &names);
		assert_string_equal(strbuf_c(&names), "mix:9 do_idle:20");
		names_at(file, NULL, "", at, at + 0x81, &names);
		assert_string_equal(strbuf_c(&names), "_start:40");
	}
	strbuf_free(&path);
	strbuf_free(&names);
}

TEST(a_kernel_is_found_by_its_build_id)
{
	static const char id[] = "7deecd7a52ed00de85bae6017f675433feb52446";
	const uint64_t at = UINT64_C(0xffffffff9a001000);
	char dir[] = "/tmp/symbols-XXXXXX";
	struct strbuf path = STRBUF_INIT, names = STRBUF_INIT,
		      bytes = STRBUF_INIT, copy = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct object o;

	if (!debuginfo_is_built_in())
		skip();
	folder_make(dir);
	assert_int_equal(
		object_open(&o, fixture(&path, "sym-vmlinux"), &err), 0);
	assert_string_equal(o.build_id, id);
	assert_true(object_read(&o, 0, o.size, &bytes));
	object_close(&o);
	strbuf_addf(&copy, "%s/boot/vmlinux-6.1.0", dir);
	assert_int_equal(
		file_replace(strbuf_c(&copy), strbuf_str(&bytes), &err), 0);
	names_at("[kernel.kallsyms]_stext", dir, id, at, at + 0x42, &names);
	assert_string_equal(strbuf_c(&names), "do_softirq:26");
	names_at("[kernel.kallsyms]_stext", dir, "00", at, at + 0x42, &names);
	assert_string_equal(strbuf_c(&names), "");
	assert_true(folder_remove(dir));
	strbuf_free(&path);
	strbuf_free(&names);
	strbuf_free(&bytes);
	strbuf_free(&copy);
}

/* ---- Hostile ones ---- */

/* Mostly its tables, which say where things are. */
static size_t
place_to_change(uint64_t *random, size_t n)
{
	uint64_t r = random_next(random);

	return (size_t)(r % 4 == 0 ? random_next(random) % 64
			: r % 4 == 1
			? n - 1 - random_next(random) % (n < 4096 ? n : 4096)
			: random_next(random) % n);
}

TEST(changed_programs_do_no_harm)
{
	static const char *const names[] = { "sym-pie", "sym-cxx", "sym-gz",
		"sym-clang", "sym-apart", "sym-module.ko" };
	const char *wish = getenv("SYMBOL_MUTATIONS");
	int64_t times = 200;
	uint64_t random = 7;
	char dir[] = "/tmp/symbols-XXXXXX";
	struct strbuf path = STRBUF_INIT, at = STRBUF_INIT, said = STRBUF_INIT;
	struct err err = ERR_INIT;
	size_t with_names = 0, killed = 0;

	if (wish != NULL)
		assert_true(str_to_i64(str_c(wish), &times));
	folder_make(dir);
	for (int64_t i = 0; i < times; i++) {
		const char *name = names[(size_t)i % COUNT_OF(names)];
		struct strbuf binary = STRBUF_INIT;
		struct object o;
		bool named;

		strbuf_reset(&path);
		strbuf_addf(&path, "%s/%s", dir, name);
		assert_int_equal(object_open(&o, fixture(&at, name), &err), 0);
		assert_true(object_read(&o, 0, o.size, &binary));
		object_close(&o);
		for (uint64_t k = random_next(&random) % 12; k-- > 0;) {
			uint64_t r = random_next(&random);
			size_t to = place_to_change(&random, binary.n);

			binary.p[to] = r % 3 == 0 ? '\xff'
				: r % 3 == 1      ? '\0'
						  : (char)(r >> 8);
		}
		if (random_next(&random) % 16 == 0)
			strbuf_cut(&binary, random_next(&random) % binary.n);
		assert_int_equal(file_replace(strbuf_c(&path),
					 strbuf_str(&binary), &err),
			0);
		symbolize_file(strbuf_c(&path), "", &said, &named);
		with_names += named;
		killed += said.n > 0 &&
			strstr(strbuf_c(&said), "unreadable") != NULL;
		strbuf_free(&binary);
	}
	print_message("%d programs: %zu with names, %zu ended their child\n",
		(int)times, with_names, killed);
	assert_true(with_names > 0);
	assert_true(folder_remove(dir));
	strbuf_free(&path);
	strbuf_free(&at);
	strbuf_free(&said);
}

/* How often each child is run is what must not grow, so the second time there
   is none that could answer. */
TEST(what_a_program_said_is_kept)
{
	static const struct symbol_words nothing = { .warnings = NULL };
	struct symbol_spec spec = local;
	struct strbuf path = STRBUF_INIT;
	struct profile *p = profile_of(fixture(&path, "sym-pie"), ""), *q;

	/* Without libdw there is nothing said of some, and they are asked for
	   again. */
	if (!debuginfo_is_built_in())
		skip();
	spec.cache = symbol_cache_new();
	q = symbolize_profile(p, &spec, &nothing, NULL);
	assert_true(q->func.n > 0);
	profile_unref(q);
	spec.program = "false";
	q = symbolize_profile(p, &spec, &nothing, NULL);
	assert_true(profile_check(q));
	assert_true(q->func.n > 0);
	profile_unref(q);
	/* Other addresses of it, or another way to read it. */
	spec.mode = SYMBOLS_FAST;
	q = symbolize_profile(p, &spec, &nothing, NULL);
	assert_int_equal(q->func.n, 0);
	profile_unref(q);
	profile_unref(p);
	symbol_cache_free(spec.cache);
	strbuf_free(&path);
}

TEST(a_changed_program_is_read_anew)
{
	static const struct symbol_words nothing = { .warnings = NULL };
	char dir[] = "/tmp/symbols-XXXXXX";
	struct symbol_spec spec = local;
	struct strbuf path = STRBUF_INIT, file = STRBUF_INIT,
		      bytes = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p, *q;
	struct object o;

	folder_make(dir);
	strbuf_addf(&file, "%s/x", dir);
	assert_int_equal(object_open(&o, fixture(&path, "sym-pie"), &err), 0);
	assert_true(object_read(&o, 0, o.size, &bytes));
	object_close(&o);
	assert_int_equal(
		file_replace(strbuf_c(&file), strbuf_str(&bytes), &err), 0);
	p = profile_of(strbuf_c(&file), "");
	spec.cache = symbol_cache_new();
	q = symbolize_profile(p, &spec, &nothing, NULL);
	assert_true(q->func.n > 0);
	profile_unref(q);
	folder_write(dir, "x", "a text\n");
	q = symbolize_profile(p, &spec, &nothing, NULL);
	assert_int_equal(q->func.n, 0);
	profile_unref(q);
	profile_unref(p);
	symbol_cache_free(spec.cache);
	assert_true(folder_remove(dir));
	strbuf_free(&bytes);
	strbuf_free(&path);
	strbuf_free(&file);
}

/* Bits of what a process could still do that reads foreign programs. */
static int
still_able_to(const char *dir)
{
	const char *const argv[] = { "/bin/true", NULL };
	const struct sockaddr_in nobody = { .sin_family = AF_INET,
		.sin_port = 0x100,
		.sin_addr.s_addr = 0x100007f };
	struct strbuf path = STRBUF_INIT;
	int able = 0, fd, to;
	pid_t pid;

	confine_reader();
	strbuf_addf(&path, "%s/new", dir);
	fd = open(strbuf_c(&path), O_WRONLY | O_CREAT, 0600);
	able |= fd >= 0 ? 1 : 0;
	fd = open("/dev/null", O_WRONLY);
	able |= fd >= 0 ? 2 : 0;
	pid = fork();
	if (pid == 0) {
		(void)execv(argv[0], (char *const *)(uintptr_t)argv);
		_exit(errno == EACCES ? 77 : 0);
	}
	(void)waitpid(pid, &to, 0);
	able |= WEXITSTATUS(to) == 77 ? 0 : 4;
	fd = socket(AF_INET, SOCK_STREAM, 0);
	if (connect(fd, (const struct sockaddr *)&nobody, sizeof(nobody)) !=
			0 &&
		errno != EACCES)
		able |= 8;
	able |= getenv("HOME") != NULL ? 16 : 0;
	/* It can read. */
	fd = open("/proc/self/status", O_RDONLY);
	able |= fd < 0 ? 32 : 0;
	return able;
}

TEST(who_reads_programs_can_do_nothing_else)
{
	char dir[] = "/tmp/symbols-XXXXXX";
	long version = 0;
	int status = 0;
	pid_t pid;

#ifdef SYS_landlock_create_ruleset
	version = syscall(SYS_landlock_create_ruleset, NULL, 0, 1);
#endif
	if (version < 1)
		skip();
	folder_make(dir);
	pid = fork();
	if (pid == 0)
		_exit(still_able_to(dir));
	assert_int_equal(waitpid(pid, &status, 0), pid);
	assert_true(WIFEXITED(status));
	/* Older kernels have no rules for the network. */
	assert_int_equal(WEXITSTATUS(status) & (version < 4 ? ~8 : ~0), 0);
	assert_true(folder_remove(dir));
}

TEST(a_child_that_says_nonsense_does_no_harm)
{
	static const char *const programs[] = { "true", "false", "/bin/cat",
		"/nonexistent" };
	static const struct symbol_words nothing = { .warnings = NULL };
	struct strbuf path = STRBUF_INIT;

	for (size_t i = 0; i < COUNT_OF(programs); i++) {
		const struct symbol_spec spec = { .mode = SYMBOLS_LOCAL,
			.program = programs[i] };
		struct profile *p = profile_of(fixture(&path, "sym-pie"), "");
		struct profile *q = symbolize_profile(p, &spec, &nothing, NULL);

		assert_true(profile_check(q));
		assert_int_equal(q->func.n, 0);
		profile_unref(q);
		profile_unref(p);
	}
	strbuf_free(&path);
}

int
main(int argc, char **argv)
{
	/* The child is this program. */
	symbol_child(argc, argv);
	local.program = this_program();
	return tests_run(NULL, NULL);
}
