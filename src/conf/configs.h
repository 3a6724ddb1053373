/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The configurations of pprof's web page: its file settings.json, read and
 * written so that what is saved there appears here and the other way round.
 *
 *     { "configs": [ { "name": "mine", "sort": "flat", "focus": "Checkout",
 *                      "trim": true } ] }
 *
 * The fields are options of the option table. A field that is zero, false or
 * "" is not in the file, and one that is not in the file is zero, false or
 * "": never its default. (But an absent unit, sort or granularity is the
 * default, as it is to the web page.) pprof keeps no sample_index, divide_by,
 * source_path and trim_path. What this program does not know is kept and
 * written back: members beside "configs" and further members of each
 * configuration.
 *
 * Same rules as pprof internal/driver/settings.go and config.go.
 */
#ifndef FT_CONF_CONFIGS_H
#define FT_CONF_CONFIGS_H

#include <stddef.h>

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "conf/options.h"

enum { CONFIG_FIELDS = 28 };

struct config {
	struct str name;
	struct str value[CONFIG_FIELDS]; /* by field, as option_set takes it;
					    empty: not in the file */
	struct str rest; /* unknown members, "\"key\": value" a line */
};

struct configs {
	struct arena arena;
	VEC(struct config) row;
	struct str rest; /* members beside "configs" */
};

#define CONFIGS_INIT \
	{ \
		.arena = ARENA_INIT \
	}

void configs_fini(struct configs *cs);

/* The fields of a configuration in the order of the file; NULL behind the
   last. Each is the name of an option, but for the switch intel_syntax. */
const char *configs_field(size_t i);

/* Read the text of settings.json into `cs`, empty before. What is damaged is
   noted as "line: why", and the rest is used. -1 and err (ERR_USAGE) only
   when this program was built without a reader of JSON. */
int configs_parse(struct configs *cs, struct str text, struct warnings *damage,
	struct err *err);
/* The file's text, byte for byte as pprof writes it. */
void configs_print(const struct configs *cs, struct strbuf *out);

/* By name, the first of several; NULL. */
struct config *configs_find(const struct configs *cs, struct str name);
/* Set the fields of the target; other options stay. -1 and err (ERR_USAGE): a
   value is no good, and some may have been set. */
int config_get(
	const struct config *c, struct options_target t, struct err *err);
/* Make or overwrite one from the fields of the target. */
void configs_put(struct configs *cs, struct str name, struct options_target t);
void configs_remove(struct configs *cs, struct config *c);

/* A number as pprof's encoder writes it: the shortest text that reads back
   the same, 0.005, 1e-7. */
void json_number(struct strbuf *out, double v);

#endif
