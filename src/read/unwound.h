/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Which instruction each frame of a stack stands for. An unwinder finds return
 * addresses: for each frame but the innermost one, the address of what comes
 * behind the call. What a location has is an address within the call, as in
 * profile.proto, so that its line, the functions inlined there and its
 * instruction are those of the call:
 *
 *     leaf   114a  add  $1,%rax     114a    where the processor was
 *     work   1173  mov  ...         1172    "call leaf" ends at 1173
 *     main   1264  mov  ...         1263
 *
 * A signal or an interrupt may come anywhere: the frame above that of the
 * handler stands for the instruction at its own address, as the innermost one
 * does. So one address may be two locations.
 *
 * Readers whose files have such addresses go through each stack from its leaf:
 *
 *     struct unwound u = UNWOUND_LEAF;
 *
 *     for (each frame)
 *             address = unwound_address(&u, kind, address);
 */
#ifndef FT_READ_UNWOUND_H
#define FT_READ_UNWOUND_H

#include "base/str.h"

/* What a frame says of the one above it. */
enum unwound_kind {
	UNWOUND_CALLED,  /* it was called from there */
	UNWOUND_SIGNAL,  /* where handlers of signals return to */
	UNWOUND_KERNEL,  /* the kernel's, else like UNWOUND_CALLED */
	UNWOUND_SYSCALL, /* ... asked for by the program */
	UNWOUND_TRAP,    /* ... entered by an interrupt or an exception */
};

struct unwound {
	enum unwound_kind below;
	bool begun, asked; /* asked: the kernel was, by a call of the system */
};

/* Before the leaf. */
#define UNWOUND_LEAF \
	{ \
		.begun = false \
	}

enum unwound_kind unwound_kind(struct str symbol, bool is_kernel);
/* Is the next frame at a return address? Goes on behind it. */
bool unwound_returns(struct unwound *u, enum unwound_kind kind);
/* The address of the next frame's instruction. */
uint64_t unwound_address(
	struct unwound *u, enum unwound_kind kind, uint64_t address);

/* Within the call that returns to an address; 0, which is unknown, stays. */
static inline uint64_t
unwound_call(uint64_t returns_to)
{
	return returns_to > 0 ? returns_to - 1 : 0;
}

/* Addresses of Linux's and other systems' kernels are in the upper half. */
static inline bool
unwound_is_kernel(uint64_t address)
{
	return address >> 63 != 0;
}

#endif
