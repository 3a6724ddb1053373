/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The revision in Go programs: which programs count, and why there is none. */
#include "prelude.h"

#include "symbol/revision.h"

#include <inttypes.h>
#include <sys/stat.h>

#include "testing.h"

#include "base/compiler.h"
#include "base/file.h"
#include "profile/builder.h"
#include "symbol/elfdefs.h"
#include "symbol/symbolize.h"
#include "util_folder.h"
#include "util_source.h"

#define REVISION "0a3d4fa4c0f3cadf770bbc4e7d8ed1329985789e"
#define VCS "build\tvcs=git\nbuild\tvcs.revision=" REVISION "\n"
#define MARK "0123456789abcdef"

/* ---- Programs ---- */

static void
put_number(struct strbuf *out, uint64_t v, int n)
{
	for (; n > 0; n--, v >>= 8)
		strbuf_addch(out, (char)(v & 0xff));
}

static void
put_section(struct strbuf *out, uint32_t name, uint32_t type, uint64_t offset,
	uint64_t size)
{
	put_number(out, name, 4);
	put_number(out, type, 4);
	put_number(out, 0, 16);
	put_number(out, offset, 8);
	put_number(out, size, 8);
	put_number(out, 0, 8);
	put_number(out, 4, 8);
	put_number(out, 0, 8);
}

/* .go.buildinfo with this text; NULL: the form before Go 1.18. */
static void
put_info(struct strbuf *out, const char *info)
{
	size_t n = info != NULL ? strlen(info) + 2 * strlen(MARK) : 0;

	strbuf_addstr(out, "\xff Go buildinf:\b");
	strbuf_addch(out, info != NULL ? 2 : 0);
	put_number(out, 0, 16);
	if (info == NULL)
		return;
	strbuf_addstr(out, "\006go1.26");
	strbuf_addch(out, (char)(n % 128 + 128));
	strbuf_addch(out, (char)(n / 128));
	strbuf_addf(out, MARK "%s" MARK, info);
}

/* An ELF file whose build id is one byte; 0: none. `info` is the section. */
static void
put_program(struct strbuf *out, int id, struct str info)
{
	static const char names[] =
		"\0.note.gnu.build-id\0.go.buildinfo\0.shstrtab";
	uint64_t note = ELF64_HEADER, text = note + 20, name = text + info.n,
		 table = name + sizeof(names);

	strbuf_add(out, STR(ELF_MAGIC "\002\001\001"));
	put_number(out, 0, 9);
	put_number(out, ET_EXEC, 2);
	put_number(out, EM_X86_64, 2);
	put_number(out, 1, 4);
	put_number(out, 0, 16);
	put_number(out, table, 8);
	put_number(out, 0, 4);
	put_number(out, ELF64_HEADER, 2);
	put_number(out, ELF64_SEGMENT, 2);
	put_number(out, 0, 2);
	put_number(out, ELF64_SECTION, 2);
	put_number(out, 4, 2);
	put_number(out, 3, 2);
	put_number(out, 4, 4);
	put_number(out, 1, 4);
	put_number(out, id != 0 ? NT_GNU_BUILD_ID : 1, 4);
	strbuf_add(out, STR("GNU\0"));
	put_number(out, (uint64_t)id, 4);
	strbuf_add(out, info);
	strbuf_add(out, str_from(names, sizeof(names)));
	put_section(out, 0, 0, 0, 0);
	put_section(out, 1, SHT_NOTE, note, id != 0 ? 17 : 20);
	put_section(out, 20, SHT_PROGBITS, text, info.n);
	put_section(out, 34, 3, name, sizeof(names));
}

static void
write_program(const char *path, int id, struct str info)
{
	struct strbuf bytes = STRBUF_INIT;
	struct err err = ERR_INIT;

	put_program(&bytes, id, info);
	assert_int_equal(file_replace(path, strbuf_str(&bytes), &err), 0);
	strbuf_free(&bytes);
}

static void
write_go(const char *path, int id, const char *text)
{
	struct strbuf info = STRBUF_INIT;

	put_info(&info, text);
	write_program(path, id, strbuf_str(&info));
	strbuf_free(&info);
}

/* ---- Orders ---- */

static void
order_begin(struct strbuf *order, int64_t time)
{
	strbuf_reset(order);
	strbuf_addf(order, "%s%c%" PRId64 "%c", this_program(), 0, time, 0);
}

static void
order_add(struct strbuf *order, const char *path, const char *id)
{
	strbuf_addf(order, "%s%c%s%c", path, 0, id, 0);
}

static void
must_be(const struct strbuf *order, const char *text, bool modified,
	const char *why)
{
	struct revision *r = revision_new(strbuf_str(order), NULL);

	assert_non_null(r);
	if (!str_is(r->text, text) ||
		(r->text.n == 0 && str_find(r->why, str_c(why), 0) < 0))
		fail_msg("%s, %s: is %.*s, %.*s", text, why, STR_ARG(r->text),
			STR_ARG(r->why));
	assert_int_equal(r->modified, modified);
	revision_free(r);
}

/* ---- Cases ---- */

static char dir[] = "/tmp/revision-XXXXXX";
static char shop[64], other[64];

TEST(the_build_id_must_be_the_profiles)
{
	struct strbuf order = STRBUF_INIT;

	write_go(shop, 0x5a, "path\tx\n" VCS "build\tvcs.modified=false\n");
	order_begin(&order, 0);
	order_add(&order, shop, "5a");
	must_be(&order, REVISION, false, "");
	order_begin(&order, 0);
	order_add(&order, shop, "5b");
	must_be(&order, "", false, "is another build than the profiled one");
	write_go(shop, 0x5a, VCS "build\tvcs.modified=true\n");
	order_begin(&order, 0);
	order_add(&order, shop, "5a");
	must_be(&order, REVISION, true, "");
	strbuf_free(&order);
}

TEST(a_program_without_a_build_id_must_be_older)
{
	struct strbuf order = STRBUF_INIT;
	struct stat st;
	int64_t changed;

	write_go(shop, 0, VCS);
	assert_int_equal(stat(shop, &st), 0);
	changed = (int64_t)st.st_mtim.tv_sec * 1000000000;
	order_begin(&order, changed + 1000000000);
	order_add(&order, shop, "");
	must_be(&order, REVISION, false, "");
	order_begin(&order, changed - 1000000000);
	order_add(&order, shop, "");
	must_be(&order, "", false, "has no build id and is newer");
	order_begin(&order, 0);
	order_add(&order, shop, "");
	must_be(&order, "", false, "has no build id");
	strbuf_free(&order);
}

TEST(two_programs_must_agree)
{
	struct strbuf order = STRBUF_INIT;

	write_go(shop, 1, VCS);
	write_go(other, 2, VCS "build\tvcs.modified=true\n");
	order_begin(&order, 0);
	order_add(&order, shop, "01");
	order_add(&order, other, "02");
	must_be(&order, REVISION, true, "");
	write_go(other, 2, "build\tvcs.revision=77\n");
	must_be(&order, "", false, "two revisions, 0a3d4fa4c0f3 and 77");
	order_begin(&order, 0);
	must_be(&order, "", false, "the revision is unknown");
	strbuf_free(&order);
}

TEST(there_is_a_reason_for_none)
{
	static const struct {
		const char *info, *why;
	} rows[] = { { "build\tvcs=git\n", "was built without its revision" },
		{ "", "was built without its revision" },
		{ NULL, "has no build information of Go" } };
	struct strbuf order = STRBUF_INIT, info = STRBUF_INIT;

	order_begin(&order, 0);
	order_add(&order, shop, "07");
	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		write_go(shop, 7, rows[i].info);
		must_be(&order, "", false, rows[i].why);
	}
	/* Cut anywhere, it is no information, or less. */
	put_info(&info, VCS);
	for (size_t n = 0; n < info.n; n++) {
		write_program(shop, 7, str_sub(strbuf_str(&info), 0, n));
		must_be(&order, "", false, "has no build information of Go");
	}
	assert_int_equal(remove(shop), 0);
	must_be(&order, "", false, "is not here");
	folder_write(dir, "shop", "no program\n");
	must_be(&order, "", false, "unrecognized binary format");
	strbuf_free(&order);
	strbuf_free(&info);
}

TEST(programs_in_go_are_asked_once)
{
	static const struct {
		const char *map, *id, *file;
	} rows[] = { { "/bin/shop", "01", "/src/a.go" },
		{ "/lib/libc.so.6", "02", "malloc.c" },
		{ "/bin/shop", "01", "/src/b.go" },
		{ "/bin/shop", "03", "/src/a.go" }, { "", "", "x.py" } };
	struct builder *b = builder_new(0);
	struct strbuf order = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct profile *p;
	const int64_t one = 1;

	builder_type(b, builder_string(b, STR("samples")), 0);
	for (uint64_t i = 0; i < COUNT_OF(rows); i++) {
		struct builder_mapping m = { .start = i << 16,
			.limit = (i + 1) << 16,
			.file = builder_string(b, str_c(rows[i].map)),
			.build_id = builder_string(b, str_c(rows[i].id)) };
		struct builder_function f = { .name = builder_string(
						      b, STR("f")),
			.file = builder_string(b, str_c(rows[i].file)) };
		struct builder_line line = { .func = builder_function(b, &f) };
		struct builder_location l = { .address = i << 16,
			.map = builder_mapping(b, &m),
			.line = &line,
			.nlines = 1 };
		loc_id loc = builder_location(b, &l);

		(void)builder_sample(b, builder_stack(b, &loc, 1), 0, &one);
	}
	p = builder_seal(b, &err);
	assert_non_null(p);
	revision_order_put(&order, p, STR("self"));
	assert_true(str_eq(strbuf_str(&order),
		STR("self\0"
		    "0\0/bin/shop\0"
		    "01\0/bin/shop\0"
		    "03\0")));
	strbuf_free(&order);
	profile_unref(p);
}

int
main(int argc, char **argv)
{
	int failed;

	/* The child is this program. */
	symbol_child(argc, argv);
	folder_make(dir);
	(void)snprintf(shop, sizeof(shop), "%s/shop", dir);
	(void)snprintf(other, sizeof(other), "%s/other", dir);
	failed = tests_run(NULL, NULL);
	(void)folder_remove(dir);
	return failed;
}
