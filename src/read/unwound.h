/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Finds the instruction that each frame of a stack executes. An unwinder finds
 * return addresses: for each frame but the innermost, the address after the
 * call. A location has an address within the call, as in profile.proto, so that
 * its line, its inlined functions and its instruction are the call's:
 *
 *     leaf   114a  add  $1,%rax     114a    where the processor was
 *     work   1173  mov  ...         1172    "call leaf" ends at 1173
 *     main   1264  mov  ...         1263
 *
 * A signal or an interrupt may come anywhere: the interrupted frame executes
 * the instruction at its own address, like the innermost frame. So one address
 * may have two locations.
 *
 * Readers of such addresses pass each stack from its leaf on:
 *
 *     struct unwound u = UNWOUND_LEAF;
 *
 *     for (each frame)
 *             address = unwound_address(&u, kind, address);
 */
#ifndef FT_READ_UNWOUND_H
#define FT_READ_UNWOUND_H

#include "base/str.h"

/* How a frame was entered, seen from its caller. */
enum unwound_kind {
	UNWOUND_CALLED,  /* by an ordinary call */
	UNWOUND_SIGNAL,  /* the trampoline that signal handlers return to */
	UNWOUND_KERNEL,  /* in the kernel, else like UNWOUND_CALLED */
	UNWOUND_SYSCALL, /* ... entered by a system call */
	UNWOUND_TRAP,    /* ... entered by an interrupt or an exception */
};

struct unwound {
	enum unwound_kind below; /* kind of the previous frame */
	bool begun, asked; /* asked: the kernel was entered by a system call */
};

/* The state before the leaf. */
#define UNWOUND_LEAF \
	{ \
		.begun = false \
	}

enum unwound_kind unwound_kind(struct str symbol, bool is_kernel);
/* True if the next frame is at a return address; updates u. */
bool unwound_returns(struct unwound *u, enum unwound_kind kind);
/* Return the address of the next frame's instruction. */
uint64_t unwound_address(
	struct unwound *u, enum unwound_kind kind, uint64_t address);

/* Return an address in the call before returns_to; 0 (unknown) stays 0. */
static inline uint64_t
unwound_call(uint64_t returns_to)
{
	return returns_to > 0 ? returns_to - 1 : 0;
}

/* True for the upper half, where Linux and other systems put the kernel. */
static inline bool
unwound_is_kernel(uint64_t address)
{
	return address >> 63 != 0;
}

#endif
