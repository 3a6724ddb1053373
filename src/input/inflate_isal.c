/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Inflates with Intel's ISA-L (inflate_engine.h). After an error, inflate.c
 * calls zlib to get a message.
 */
#include "prelude.h"

#ifdef HAVE_ISAL

#include <isa-l.h>

#include "base/xalloc.h"

#endif

#include "input/inflate_engine.h"

#ifdef HAVE_ISAL

struct isal {
	struct inflate_state state;
	uint32_t wrapper;
};

#define TEXT_OF(number) #number
#define TEXT(number) TEXT_OF(number)

static const char *
isal_version(void)
{
	return TEXT(ISAL_MAJOR_VERSION) "." TEXT(ISAL_MINOR_VERSION) "." TEXT(
		ISAL_PATCH_VERSION);
}

static void
isal_again(void *state)
{
	struct isal *i = state;

	isal_inflate_reset(&i->state);
	i->state.crc_flag = i->wrapper;
}

static void *
isal_start(enum inflate_wrapper wrapper)
{
	struct isal *i = xmalloc(sizeof(*i));

	isal_inflate_init(&i->state);
	i->wrapper = wrapper == INFLATE_GZIP ? ISAL_GZIP : ISAL_ZLIB;
	i->state.crc_flag = i->wrapper;
	return i;
}

static enum inflate_outcome
isal_step(void *state, struct inflate_step *s)
{
	struct inflate_state *i = &((struct isal *)state)->state;
	int rc;

	i->next_in = (uint8_t *)(uintptr_t)s->in;
	i->avail_in = (uint32_t)s->nin;
	i->next_out = (uint8_t *)s->out;
	i->avail_out = (uint32_t)s->nout;
	rc = isal_inflate(i);
	s->used = s->nin - i->avail_in;
	s->made = s->nout - i->avail_out;
	if (rc != ISAL_DECOMP_OK && rc != ISAL_END_INPUT &&
		rc != ISAL_OUT_OVERFLOW) {
		s->why = "damaged";
		return INFLATE_BAD;
	}
	if (i->block_state == ISAL_BLOCK_FINISH)
		return INFLATE_END;
	return s->used == 0 && s->made == 0 ? INFLATE_STUCK : INFLATE_MORE;
}

/* True for headers that ISA-L does not check: with a header checksum (2) or
   reserved bits (0xe0). */
static bool
isal_refuses(const char *header)
{
	return (header[3] & 0xe2) != 0;
}

const struct inflate_engine inflate_isal = {
	.name = "ISA-L",
	.version = isal_version,
	.start = isal_start,
	.again = isal_again,
	.step = isal_step,
	.end = free,
	.refuses = isal_refuses,
};

#endif
