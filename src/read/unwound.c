/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds the instruction that each frame of a stack executes. */
#include "prelude.h"

#include "read/unwound.h"

#include "base/compiler.h"

/* Symbols, or prefixes of symbols if they end in a "_". */
static const char *const signals[] = { "__restore_rt", "__restore",
	"__kernel_rt_sigreturn", "__kernel_sigreturn", "__vdso_rt_sigreturn",
	"_sigtramp", "runtime.sigreturn", "runtime.sigreturn__sigaction" };

/* Kernel symbols of x86 and ARM, in the same form. */
static const char *const traps[] = { "asm_exc_", "asm_sysvec_",
	"asm_common_interrupt", "asm_spurious_interrupt", "asm_fred_",
	"apic_timer_interrupt", "common_interrupt", "ret_from_intr",
	"reschedule_interrupt", "call_function_interrupt",
	"call_function_single_interrupt", "irq_work_interrupt", "page_fault",
	"async_page_fault", "error_entry", "retint_", "nmi", "end_repeat_nmi",
	"el1h_", "el0t_", "el1_", "el0_irq", "el0_da", "el0_ia", "__irq_svc",
	"__irq_usr", "__dabt_", "__pabt_" };
static const char *const syscalls[] = { "entry_SYSCALL_", "entry_SYSENTER_",
	"entry_INT80_", "do_syscall_64", "do_int80_", "do_fast_syscall_32",
	"system_call", "system_call_", "el0_svc", "el0_svc_", "invoke_syscall",
	"ret_fast_syscall" };

static bool
named_like(struct str symbol, const char *const *names, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct str name = str_c(names[i]);

		if (str_ends(name, STR("_")) ? str_starts(symbol, name)
					     : str_eq(symbol, name))
			return true;
	}
	return false;
}

enum unwound_kind
unwound_kind(struct str symbol, bool is_kernel)
{
	if (!is_kernel)
		return named_like(symbol, signals, COUNT_OF(signals))
			? UNWOUND_SIGNAL
			: UNWOUND_CALLED;
	if (named_like(symbol, syscalls, COUNT_OF(syscalls)))
		return UNWOUND_SYSCALL;
	return named_like(symbol, traps, COUNT_OF(traps)) ? UNWOUND_TRAP
							  : UNWOUND_KERNEL;
}

static bool
is_of_kernel(enum unwound_kind kind)
{
	return kind >= UNWOUND_KERNEL;
}

bool
unwound_returns(struct unwound *u, enum unwound_kind kind)
{
	bool begun = u->begun, asked = u->asked;
	enum unwound_kind below = u->below;

	u->begun = true;
	u->below = kind;
	u->asked = is_of_kernel(kind) && (asked || kind == UNWOUND_SYSCALL);
	/* Handlers return to the first instruction of a trampoline. */
	if (!begun || kind == UNWOUND_SIGNAL || below == UNWOUND_SIGNAL)
		return false;
	/* A system call leaves a return address, an interrupt does not. */
	if (is_of_kernel(below) && !is_of_kernel(kind))
		return asked;
	/* ARM has two frames for one interrupt. */
	return below != UNWOUND_TRAP || kind == UNWOUND_TRAP;
}

uint64_t
unwound_address(struct unwound *u, enum unwound_kind kind, uint64_t address)
{
	return unwound_returns(u, kind) ? unwound_call(address) : address;
}
