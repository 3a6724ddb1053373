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
#ifndef FT_CONF_PPROFCONFIG_H
#define FT_CONF_PPROFCONFIG_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "base/vec.h"
#include "base/warnings.h"
#include "conf/options.h"

enum { PPROF_CONFIG_FIELDS = 28 };

struct pprof_config {
	struct str name;
	struct str value[PPROF_CONFIG_FIELDS]; /* by field, as option_set takes
					    it; empty: not in the file */
	struct str rest; /* unknown members, "\"key\": value" a line */
};

struct pprof_configs {
	struct arena arena;
	VEC(struct pprof_config) row;
	struct str rest; /* members beside "configs" */
};

#define PPROF_CONFIGS_INIT \
	{ \
		.arena = ARENA_INIT \
	}

void pprof_configs_fini(struct pprof_configs *cs);

/* The fields of a configuration in the order of the file; NULL behind the
   last. Each is the name of an option, but for the switch intel_syntax. */
const char *pprof_configs_field(size_t i);
/* Is there a field for it? */
bool pprof_configs_keep(const struct option *o);

/* Read the text of settings.json into `cs`, empty before. What is damaged is
   noted as "line: why", and the rest is used. -1 and err (ERR_USAGE) only
   when this program was built without a reader of JSON. */
int pprof_configs_parse(struct pprof_configs *cs, struct str text,
	struct warnings *damage, struct err *err);
/* The file's text, byte for byte as pprof writes it. */
void pprof_configs_print(const struct pprof_configs *cs, struct strbuf *out);

/* By name, the first of several; NULL. */
struct pprof_config *pprof_configs_find(
	const struct pprof_configs *cs, struct str name);
/* Set the fields of the target; other options stay. -1 and err (ERR_USAGE): a
   value is wrong; some may have been set by then. */
int pprof_config_get(
	const struct pprof_config *c, struct options_target t, struct err *err);
/* Make or overwrite one from the fields of the target. */
void pprof_configs_put(
	struct pprof_configs *cs, struct str name, struct options_target t);
void pprof_configs_remove(struct pprof_configs *cs, struct pprof_config *c);

/* A number as pprof's encoder writes it: the shortest text that reads back
   the same, 0.005, 1e-7. */
void json_number(struct strbuf *out, double v);

#endif
