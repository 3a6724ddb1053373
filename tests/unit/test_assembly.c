/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The code of a function: its range, lines and jumps; errors. */
#include "prelude.h"

#include "symbol/assembly.h"

#include <fcntl.h>
#include <sys/stat.h>

#include "testing.h"

#include "base/file.h"
#include "symbol/addr2line.h"
#include "symbol/symbolize.h"
#include "util_folder.h"
#include "util_source.h"

/* work() of sym-pie, mapped where it is in the file. */
enum { WORK = 0x11a0, WORK_END = 0x1200 };

static const char *
program_of(struct strbuf *path, const char *name)
{
	strbuf_reset(path);
	strbuf_addf(path, "%s/testdata/symbols/%s", source_dir(), name);
	return strbuf_c(path);
}

static const char *
assembly_fixture(struct strbuf *path)
{
	return program_of(path, "sym-pie");
}

static struct assembly *
assembly_of(const char *path, const char *build_id, const char *tools)
{
	const struct assembly_order order = { .path = str_c(path),
		.build_id = str_c(build_id),
		.program = str_c(this_program()),
		.tools = str_c(tools),
		.place = { 0x1000, 0x2000, 0x1000 },
		.address = WORK + 6,
		.low = WORK + 6,
		.high = WORK + 9 };
	struct strbuf text = STRBUF_INIT;
	struct assembly *a;

	assembly_order_put(&text, &order);
	a = assembly_new(strbuf_str(&text), NULL);
	assert_non_null(a);
	assert_true(str_eq(a->order, strbuf_str(&text)));
	strbuf_free(&text);
	return a;
}

static void
assert_why(const char *path, const char *build_id, const char *tools,
	const char *why)
{
	struct assembly *a = assembly_of(path, build_id, tools);
	char *text = xstrndup(a->why.p, a->why.n);

	if (strstr(text, why) == NULL)
		fail_msg("\"%s\" is not in \"%s\"", why, text);
	assert_int_equal(a->code.instruction.n, 0);
	free(text);
	assembly_free(a);
}

TEST(what_is_wrong_is_said)
{
	char dir[] = "/tmp/assembly-XXXXXX";
	struct strbuf path = STRBUF_INIT, pipe = STRBUF_INIT;

	folder_make(dir);
	strbuf_addf(&pipe, "%s/pipe", dir);
	assert_int_equal(mkfifo(strbuf_c(&pipe), 0600), 0);
	assert_why("", "", "", "does not name the binary");
	assert_why("/nonexistent/x", "", "",
		"/nonexistent/x not found; set PPROF_BINARY_PATH");
	assert_why(strbuf_c(&pipe), "", "", "not a regular file");
	assert_why(assembly_fixture(&path), "0123", "",
		"another build: the profile is from 0123, ");
	assert_why(assembly_fixture(&path), "0123", "",
		"is 8c3045bdfa368167e85f73702af7b37c64501955");
	assert_why(assembly_fixture(&path), "", "/nonexistent",
		"objdump not found");
	assert_true(folder_remove(dir));
	strbuf_free(&pipe);
	strbuf_free(&path);
}

TEST(the_range_is_that_of_the_symbol)
{
	struct strbuf path = STRBUF_INIT;
	struct assembly *a =
		assembly_of(assembly_fixture(&path), "", "/nonexistent");

	assert_true(a->is_placed);
	assert_true(str_is(a->symbol, "work"));
	assert_int_equal(a->base, 0);
	assert_int_equal(a->from, WORK);
	assert_int_equal(a->to, WORK_END);
	assembly_free(a);
	strbuf_free(&path);
}

TEST(without_symbols_tables_for_unwinding_have_the_range)
{
	struct strbuf path = STRBUF_INIT;
	struct assembly *a =
		assembly_of(program_of(&path, "sym-bare"), "", "/nonexistent");

	assert_true(a->is_placed);
	assert_int_equal(a->symbol.n, 0);
	assert_int_equal(a->from, WORK);
	assert_int_equal(a->to, WORK_END);
	assert_int_equal(a->part.n, 1);
	assembly_free(a);
	strbuf_free(&path);
}

TEST(without_those_it_is_what_has_samples)
{
	static const char name[] = ".eh_frame_hdr";
	char dir[] = "/tmp/assembly-XXXXXX";
	struct strbuf path = STRBUF_INIT, bytes = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct assembly *a;
	ptrdiff_t at;
	int fd;

	folder_make(dir);
	assert_int_equal(
		file_read(program_of(&path, "sym-bare"), 1 << 20, &bytes, &err),
		0);
	at = str_find(strbuf_str(&bytes), str_c(name), 0);
	assert_true(at > 0);
	bytes.p[at + 1] = 'x';
	strbuf_reset(&path);
	strbuf_addf(&path, "%s/bare", dir);
	fd = open(strbuf_c(&path), O_WRONLY | O_CREAT | O_EXCL, 0600);
	assert_int_equal(fd_write(fd, strbuf_str(&bytes)), 0);
	fd_close(&fd);
	a = assembly_of(strbuf_c(&path), "", "/nonexistent");
	assert_int_equal(a->from, WORK + 6);
	assert_true(a->to > WORK + 9 && a->to < WORK_END);
	assembly_free(a);
	assert_true(folder_remove(dir));
	strbuf_free(&bytes);
	strbuf_free(&path);
}

TEST(instructions_have_what_is_inlined_there)
{
	struct strbuf path = STRBUF_INIT, tools = STRBUF_INIT;
	const struct code_chain *chain;
	struct assembly *a;

	strbuf_addstr(&tools, assembly_fixture(&path));
	strbuf_cut(&tools, tools.n - strlen("symbols/sym-pie"));
	strbuf_addstr(&tools, "objdump");
	a = assembly_of(strbuf_c(&path), "", strbuf_c(&tools));
	assert_int_equal(a->why.n, 0);
	assert_true(a->code.instruction.n > 20);
	assert_int_equal(a->code.instruction.p[9].address, 0x11c0);
	chain = &a->chains.p[a->chain[9]];
	assert_int_equal(chain->n, debuginfo_is_built_in() ? 3 : 1);
	assert_true(str_is(chain->call[chain->n - 1].name, "work"));
	assembly_free(a);
	strbuf_free(&tools);
	strbuf_free(&path);
}

TEST(jumps_and_calls_are_known_by_their_text)
{
	static const struct {
		const char *text;
		enum flow flow;
		uint64_t target;
	} rows[] = {
		{ "jne    11c0 <work+0x20>", FLOW_JUMP, 0x11c0 },
		{ "jne\t0x11c0 <work+0x20>", FLOW_JUMP, 0x11c0 },
		{ "bnd jmp 1040 <puts@plt>", FLOW_JUMP, 0x1040 },
		{ "call   1040 <puts@plt>", FLOW_CALL, 0x1040 },
		{ "callq\t0x1040 <puts@plt>", FLOW_CALL, 0x1040 },
		{ "callq\t0x1040 <f(int, a<b>)>", FLOW_CALL, 0x1040 },
		{ "loop   10 <f>", FLOW_JUMP, 0x10 },
		{ "bl\t400540 <g>", FLOW_CALL, 0x400540 },
		{ "b.ne\t4005b0 <f+0x10>  // b.any", FLOW_NONE, 0 },
		{ "cbz\tw0, 4005b0 <f+0x10>", FLOW_JUMP, 0x4005b0 },
		{ "jmp    *%rax", FLOW_NONE, 0 },
		{ "call   *0x2fe2(%rip)        # 3fd0 <x>", FLOW_NONE, 0 },
		{ "lea    0x10(%rip),%rax        # 3fd0 <x>", FLOW_NONE, 0 },
		{ "mov    $0x64,%eax", FLOW_NONE, 0 },
		{ "jmp    <x>", FLOW_NONE, 0 },
		{ "jmp    11112222333344445 <x>", FLOW_NONE, 0 },
		{ "", FLOW_NONE, 0 },
		{ ">", FLOW_NONE, 0 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		const struct instruction in = { .text = str_c(rows[i].text) };
		uint64_t target = 0;
		enum flow flow = instruction_flow(&in, &target);

		if (flow != rows[i].flow)
			fail_msg("%s", rows[i].text);
		if (flow != FLOW_NONE)
			assert_true(target == rows[i].target);
	}
}

int
main(int argc, char **argv)
{
	symbol_child(argc, argv);
	return tests_run(NULL, NULL);
}
