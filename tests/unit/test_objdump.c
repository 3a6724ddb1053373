/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The output of objdump, and the choice of objdump. */
#include "prelude.h"

#include "symbol/objdump.h"

#include <sys/stat.h>

#include "testing.h"

#include "util_emulated.h"
#include "util_folder.h"
#include "util_read.h"

static void
read_output(struct code *c, const char *file)
{
	struct bytes b = testdata(file);

	*c = (struct code)CODE_INIT;
	code_parse(c, str_from(b.p, b.n));
	bytes_free(&b);
}

static void
assert_is(struct str have, const char *want)
{
	char *text = xstrndup(have.p, have.n);

	assert_string_equal(text, want);
	free(text);
}

static void
assert_instruction(const struct code *c, size_t i, uint64_t address,
	const char *text, const char *function, const char *file, uint64_t line)
{
	const struct instruction *in = &c->instruction.p[i];

	assert_true(i < c->instruction.n);
	assert_int_equal(in->address, address);
	assert_is(in->text, text);
	assert_is(in->function, function);
	assert_is(in->file, file);
	assert_int_equal(in->line, line);
}

TEST(gnu_and_llvm_say_the_same_in_their_own_words)
{
	struct code gnu, llvm;

	read_output(&gnu, "objdump/gnu.txt");
	read_output(&llvm, "objdump/llvm.txt");
	assert_int_equal(gnu.instruction.n, llvm.instruction.n);
	for (size_t i = 0; i < gnu.instruction.n; i++) {
		const struct instruction *a = &gnu.instruction.p[i];
		const struct instruction *b = &llvm.instruction.p[i];

		assert_int_equal(a->address, b->address);
		assert_true(str_eq(a->file, b->file));
	}
	assert_instruction(&gnu, 0, 0x11a0, "xor    %r8d,%r8d", "work",
		"/srv/sym/leaf.c", 31);
	assert_instruction(&llvm, 0, 0x11a0, "xorl\t%r8d, %r8d", "work",
		"/srv/sym/leaf.c", 31);
	assert_instruction(&gnu, 6, 0x11b3, "xor    %ecx,%ecx", "leaf",
		"/srv/sym/leaf.c", 11);
	code_free(&gnu);
	code_free(&llvm);
}

TEST(lines_are_read_by_the_rules_of_pprof)
{
	static const struct {
		const char *heading, *function, *file;
		uint64_t line;
	} rows[] = {
		{ "/srv/t.c:28 (discriminator 1)", "", "/srv/t.c", 28 },
		{ "; /srv/t.c:28", "", "/srv/t.c", 28 },
		{ "a:1:b:2x", "", "a:1:b", 2 },
		{ ":7", "", "", 7 },
		{ "C:\\t.c:4294967296", "", "", 0 },
		{ "operator()(auto:1)():", "", "operator()(auto", 1 },
		{ "ns::f<int>():", "ns::f<int>", "", 0 },
		{ "; work():", "work", "", 0 },
		{ ";  work():", ";  work", "", 0 },
		{ ";():", ";", "", 0 },
		{ "():", "()", "", 0 },
		{ "00000000000011a0 <work>:", "<work>", "", 0 },
		{ "Disassembly of section .text:",
			"isassembly of section .text", "", 0 },
		{ "feed:", "", "", 0 },
		{ "no colon", "", "", 0 },
		{ "f():\n\n", "", "", 0 },
		{ "x.c:3\nf():", "f", "x.c", 3 },
	};

	for (size_t i = 0; i < COUNT_OF(rows); i++) {
		struct strbuf text = STRBUF_INIT;
		struct code c = CODE_INIT;

		strbuf_addf(&text, "%s\n  12aF:\tret  \n", rows[i].heading);
		code_parse(&c, strbuf_str(&text));
		assert_int_equal(c.instruction.n, 1);
		assert_instruction(&c, 0, 0x12af, "ret", rows[i].function,
			rows[i].file, rows[i].line);
		code_free(&c);
		strbuf_free(&text);
	}
}

TEST(what_is_no_instruction_is_none)
{
	static const char *const lines[] = { "", "12:", "12: ", "12:ret",
		":\tret", "12g:\tret", "11112222333344445: ret" };

	for (size_t i = 0; i < COUNT_OF(lines); i++) {
		struct code c = CODE_INIT;

		code_parse(&c, str_c(lines[i]));
		assert_int_equal(c.instruction.n, 0);
		code_free(&c);
	}
}

/* ---- Programs by that name ---- */

static void
put_tool(const char *dir, const char *name, const char *script)
{
	struct strbuf path = STRBUF_INIT;

	folder_write(dir, name, script);
	strbuf_addf(&path, "%s/%s", dir, name);
	assert_int_equal(chmod(strbuf_c(&path), 0755), 0);
	strbuf_free(&path);
}

#define SAYS(words) "#!/bin/sh\necho '" words "'\n"

/* Which one is found with this value of -tools, %s being the folder; "" none.
 */
static void
finds(const char *dir, const char *tools, const char *want)
{
	struct strbuf value = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct objdump o;

	for (const char *c = tools; *c != '\0'; c++) {
		if (*c == '@')
			strbuf_addstr(&value, dir);
		else
			strbuf_addch(&value, *c);
	}
	if (objdump_find(&o, strbuf_str(&value), NULL, &err) != 0) {
		assert_string_equal(want, "");
		assert_string_equal(
			err.msg, "cannot disasm: no objdump tool available");
	} else {
		assert_true(str_starts(strbuf_str(&o.program), str_c(dir)));
		assert_is(str_skip(strbuf_str(&o.program), strlen(dir)), want);
		assert_true(o.is_llvm == (strstr(want, "llvm") != NULL));
		objdump_free(&o);
	}
	strbuf_free(&value);
}

TEST(the_program_is_the_one_that_pprof_runs)
{
	char dir[] = "/tmp/objdump-XXXXXX";
	const char *path = getenv("PATH");
	char *before = xstrndup(path, strlen(path));

	folder_make(dir);
	put_tool(dir, "old/llvm-objdump", SAYS("LLVM version 7.1.0"));
	put_tool(dir, "old/objdump", SAYS("GNU objdump 2.40"));
	put_tool(dir, "new/llvm-objdump", SAYS("Debian LLVM version 14.0.6"));
	put_tool(dir, "new/objdump", SAYS("GNU objdump 2.40"));
	put_tool(dir, "trunk/llvm-objdump", SAYS("LLVM version trunk"));
	put_tool(dir, "other/objdump", SAYS("elfutils"));
	put_tool(dir, "bad/objdump", "#!/bin/sh\nexit 3\n");
	folder_write(dir, "file/objdump", SAYS("GNU objdump"));
	finds(dir, "@/new", "/new/llvm-objdump");
	finds(dir, "@/old", "/old/objdump");
	finds(dir, "@/trunk,@/old", "/trunk/llvm-objdump");
	finds(dir, "nm:@/new,@/old", "/old/objdump");
	finds(dir, "@/old,objdump:@/new", "/new/llvm-objdump");
	finds(dir, "nm:@/new", "");
	finds(dir, "@/other", "");
	finds(dir, "@/bad", "");
	finds(dir, "@/file", "");
	finds(dir, "@/nowhere", "");
	setenv("PPROF_TOOLS", "/nonexistent", 1);
	finds(dir, "", "");
	unsetenv("PPROF_TOOLS");
	setenv("PATH", "/nonexistent", 1);
	finds(dir, "", "");
	setenv("PATH", before, 1);
	free(before);
	assert_true(folder_remove(dir));
}

/* One run of a script in the program's place. */
static int
run_script(const char *script, const char *file, bool intel,
	struct progress *progress, struct code *code, struct err *err)
{
	char dir[] = "/tmp/objdump-XXXXXX";
	struct objdump o = { .is_llvm = false };
	struct objdump_range range = {
		.path = file, .from = 0x10, .to = 0x20, .intel = intel
	};
	int rc;

	folder_make(dir);
	put_tool(dir, "objdump", script);
	strbuf_addf(&o.program, "%s/objdump", dir);
	*code = (struct code)CODE_INIT;
	*err = (struct err)ERR_INIT;
	rc = objdump_run(&o, &range, code, progress, err);
	objdump_free(&o);
	assert_true(folder_remove(dir));
	return rc;
}

/* It waits for the limit, which comes when it runs already. */
TEST(it_may_have_some_memory_only)
{
#ifdef __linux__
	struct code c;
	struct err err = ERR_INIT;

	if (emulated())
		skip();
	assert_int_equal(run_script("#!/bin/sh\n"
				    "until [ \"$(ulimit -v)\" != unlimited ]\n"
				    "do :; done\n"
				    "echo \"10: $(ulimit -v)\"\n",
				 "x", false, NULL, &c, &err),
		0);
	assert_instruction(&c, 0, 0x10, "4194304", "", "", 0);
	code_free(&c);
#else
	skip();
#endif
}

TEST(its_words_are_those_of_pprof)
{
	struct code c;
	struct err err;

	assert_int_equal(run_script("#!/bin/sh\necho \"10: $*\"\n", "-a b;c",
				 true, NULL, &c, &err),
		0);
	assert_instruction(&c, 0, 0x10,
		"--disassemble --demangle --no-show-raw-insn "
		"--start-address=0x10 --stop-address=0x20 -M intel ./-a b;c",
		"", "", 0);
	code_free(&c);
	/* LLVM's would read options in that file. */
	assert_int_equal(run_script("#!/bin/sh\necho \"10: $*\"\n", "@x", false,
				 NULL, &c, &err),
		0);
	assert_instruction(&c, 0, 0x10,
		"--disassemble --demangle --no-show-raw-insn "
		"--start-address=0x10 --stop-address=0x20 ./@x",
		"", "", 0);
	code_free(&c);
}

TEST(what_fails_is_said)
{
	struct progress stopped = { .stop = true };
	struct code c;
	struct err err;

	assert_int_equal(
		run_script("#!/bin/sh\nexit 3\n", "x", false, NULL, &c, &err),
		-1);
	assert_non_null(strstr(err.msg,
		"/objdump --disassemble --demangle --no-show-raw-insn "
		"--start-address=0x10 --stop-address=0x20 x]: exit status 3"));
	assert_int_equal(
		run_script("#!/bin/sh\nexec yes\n", "x", false, NULL, &c, &err),
		-1);
	assert_non_null(strstr(err.msg, "prints more than"));
	assert_int_equal(run_script("#!/bin/sh\nexec sleep 60\n", "x", false,
				 &stopped, &c, &err),
		-1);
	assert_int_equal(err.code, ERR_CANCELLED);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
