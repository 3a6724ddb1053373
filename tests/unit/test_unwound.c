/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Return addresses of stacks become those of calls, in each format that has
   such addresses. */
#include "prelude.h"

#include "read/unwound.h"

#include <inttypes.h>

#include "testing.h"

#include "util_read.h"

/* The addresses of each stack, leaf first. */
static void
describe(const struct profile *p, struct strbuf *out)
{
	for (size_t s = 0; s < p->sample.n; s++) {
		loc_id stack[100];
		size_t n = profile_stack(p, p->sample.leaf[s], stack, 100);

		for (size_t i = 0; i < n; i++)
			strbuf_addf(out, "%s%" PRIx64, i > 0 ? " " : "",
				p->loc.address[stack[i]]);
		strbuf_addch(out, '\n');
	}
}

static void
becomes(const char *text, const char *want)
{
	read_becomes("", str_c(text), describe, want);
}

#define A " (/opt/a)\n"
#define K " ([kernel.kallsyms])\n"
#define EVENT "a 1 1.0: 1 cycles:\n"

TEST(only_the_leaf_stands_where_it_was)
{
	becomes(EVENT "\t100 f" A "\t200 g" A "\t300 h" A "\n",
		"100 1ff 2ff\n");
	/* One address in both places. */
	becomes(EVENT "\t200 g" A "\t300 h" A "\n" EVENT "\t100 f" A "\t200 g" A
		      "\t300 h" A "\n" EVENT "\t200 g" A "\t300 h" A "\n",
		"200 2ff\n100 1ff 2ff\n200 2ff\n");
	/* Calls inlined at a return address are at the same place. */
	becomes(EVENT "\t100 f" A "\t200 i (inlined)\n\t200 g" A "\n",
		"100 1ff\n");
	/* Nobody knows where that is. */
	becomes(EVENT "\t100 f" A "\t0 [unknown] ([unknown])\n\n", "100 0\n");
}

TEST(signals_may_come_anywhere)
{
	becomes(EVENT "\t100 on_alarm" A "\t200 __restore_rt (/lib/c.so)\n"
		      "\t300 work" A "\t400 main" A "\n",
		"100 200 300 3ff\n");
}

TEST(the_kernel_may_interrupt_or_be_asked)
{
	/* A page fault in a program, */
	becomes(EVENT "\tffffffff81000100 handle_mm_fault" K
		      "\tffffffff81000200 asm_exc_page_fault" K "\t300 work" A
		      "\t400 main" A "\n",
		"ffffffff81000100 ffffffff810001ff 300 3ff\n");
	/* or in the kernel, which a program had asked, */
	becomes(EVENT "\tffffffff81000100 handle_mm_fault" K
		      "\tffffffff81000200 asm_exc_page_fault" K
		      "\tffffffff81000300 copy_from_user" K
		      "\tffffffff81000400 do_syscall_64" K
		      "\tffffffff81000500 entry_SYSCALL_64_after_hwframe" K
		      "\t600 write" A "\t700 main" A "\n",
		"ffffffff81000100 ffffffff810001ff ffffffff81000300 "
		"ffffffff810003ff ffffffff810004ff 5ff 6ff\n");
	/* and it is unknown which one. */
	becomes(EVENT "\tffffffff81000100 [unknown]" K
		      "\tffffffff81000200 [unknown]" K "\t300 work" A
		      "\t400 main" A "\n",
		"ffffffff81000100 ffffffff810001ff 300 3ff\n");
	/* ARM has two frames for one interrupt, and for a call of the system.
	 */
	becomes(EVENT "\tffff800080000100 tick" K
		      "\tffff800080000200 el1h_64_irq_handler" K
		      "\tffff800080000300 el1h_64_irq" K
		      "\tffff800080000400 vfs_read" K
		      "\tffff800080000500 el0_svc" K
		      "\tffff800080000600 el0t_64_sync_handler" K
		      "\tffff800080000700 el0t_64_sync" K "\t800 read" A "\n",
		"ffff800080000100 ffff8000800001ff ffff8000800002ff "
		"ffff800080000400 ffff8000800004ff ffff8000800005ff "
		"ffff8000800006ff 7ff\n");
}

/* perf has done so for the frames of programs that it unwound. */
TEST(what_perf_unwound_stands_at_its_calls)
{
	static const char *const heads[] = {
		"# event : name = cycles, sample_type = "
		"IP|CALLCHAIN|REGS_USER|STACK_USER, disabled = 1\n",
		"# event : name = cycles, sample_type = "
		"IP|CALLCHAIN|BRANCH_STACK, branch_sample_type = "
		"USER|CALL_STACK\n",
	};

	for (int i = 0; i < 2; i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "%s%s", heads[i],
			EVENT "\tffffffff81000100 vfs_read" K
			      "\tffffffff81000200 do_syscall_64" K "\t2ff g" A
			      "\t3ff h" A "\n");
		becomes(strbuf_c(&text),
			"ffffffff81000100 ffffffff810001ff 2ff 3ff\n");
		strbuf_free(&text);
	}
	becomes("# event : name = cycles, sample_type = IP|CALLCHAIN\n" EVENT
		"\t100 f" A "\t200 g" A "\n",
		"100 1ff\n");
}

TEST(lines_of_perf_may_be_late)
{
	struct strbuf all = STRBUF_INIT;

	read_remarks("",
		STR(EVENT "\t100 f" A "  a.c:1\n\t200 g" A "  a.c:2\n\t300 h" A
			  "\n"),
		&all);
	assert_string_equal(strbuf_c(&all),
		"perf looks up callers at their return addresses: 1 line "
		"numbers may be too high by one\n");
	strbuf_free(&all);
}

TEST(maps_of_bpftrace_and_dtrace)
{
	becomes("@[\n\t100 f (/opt/a)\n\t200 g (/opt/a)\n]: 1\n"
		"@[\n\t200 g (/opt/a)\n\t300 h (/opt/a)\n]: 1\n",
		"100 1ff\n200 2ff\n");
	/* The program's stack goes on where the kernel was asked. */
	becomes("@[\n\t100 read (/opt/a)\n\t200 main (/opt/a)\n,\n"
		"\tffffffff81000100 vfs_read ([kernel])\n"
		"\tffffffff81000200 do_syscall_64 ([kernel])\n]: 1\n",
		"ffffffff81000100 ffffffff810001ff ff 1ff\n");
	becomes("\n              a`f+0x1\n              0x400100\n"
		"              0x400200\n                7\n"
		"\n              0x400100\n              a`f+0x1\n"
		"                7\n",
		"0 4000ff 4001ff\n400100 0\n");
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
