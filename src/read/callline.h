/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Lines of callgrind, taken apart:
 *
 *     fn=(1) main         key '=' value
 *     events: Ir Dr       key ':' value
 *     0x1f +2 13 5        place (instr line), costs; what is left out is 0
 *     * * 200             ... the place before
 */
#ifndef FT_READ_CALLLINE_H
#define FT_READ_CALLLINE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/str.h"

/* Where costs are; of which columns there are, lines if nothing was said. */
struct call_place {
	bool has_address, has_line;
	uint64_t address;
	int64_t line; /* 0: not known */
};

/* Without the blanks at its start. */
struct str call_blanks(struct str line);
/* The sign behind the letters at the start, with what is around it; '\0': it
   is no such line. */
char call_key(struct str line, struct str *key, struct str *value);
/* The value of "positions:". */
void call_columns(struct call_place *at, struct str columns);
/* Take a place from the front of s, absolute or from the one in *at. */
bool call_place(struct call_place *at, struct str *s);
/* All of s as costs of so many events. */
bool call_costs(struct str s, int64_t *cost, uint32_t events);

#endif
