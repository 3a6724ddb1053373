/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * How far a load is, without a screen: one line on standard error, which is
 * gone when the report comes. Only on a terminal, only when it takes long,
 * and not while another program may have the terminal (flametop | less).
 */
#ifndef FT_METER_H
#define FT_METER_H

#include "app/load.h"

/* load_profile(), with that line while it runs. */
struct profile *meter_load(const struct load_spec *spec,
	struct warnings *warnings, struct err *err);

#endif
