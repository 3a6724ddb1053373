/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The configurations of pprof's web page: its file settings.json, read and
 * written, so that both programs share their saved configurations.
 *
 *     { "configs": [ { "name": "mine", "sort": "flat", "focus": "Checkout",
 *                      "trim": true } ] }
 *
 * The fields are options of the option table. A field that is zero, false or ""
 * is omitted from the file, so an absent field has this value and not its
 * default. (But an absent unit, sort or granularity has its default, as on the
 * web page.) pprof does not save sample_index, divide_by, source_path and
 * trim_path. Unknown members, next to "configs" and in a configuration, are
 * preserved.
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
	struct str value[PPROF_CONFIG_FIELDS]; /* by field, for option_set();
						  empty: not in the file */
	struct str rest; /* unknown members, one "\"key\": value" per line */
};

struct pprof_configs {
	struct arena arena;
	VEC(struct pprof_config) row;
	struct str rest; /* members other than "configs" */
};

#define PPROF_CONFIGS_INIT \
	{ \
		.arena = ARENA_INIT \
	}

void pprof_configs_fini(struct pprof_configs *cs);

/* Return the name of the i-th field in the file, which is an option's name;
   NULL after the last. */
const char *pprof_configs_field(size_t i);
/* True if the option has a field. */
bool pprof_configs_keep(const struct option *o);

/* Parse settings.json into an empty `cs`. Damage causes warnings "line: why",
   and the rest is used. -1 and err (ERR_USAGE) only if this program was built
   without a JSON reader. */
int pprof_configs_parse(struct pprof_configs *cs, struct str text,
	struct warnings *damage, struct err *err);
/* Append the file's text, byte for byte as pprof writes it. */
void pprof_configs_print(const struct pprof_configs *cs, struct strbuf *out);

/* Return the first configuration with this name, or NULL. */
struct pprof_config *pprof_configs_find(
	const struct pprof_configs *cs, struct str name);
/* Set the target's options that are fields. -1 and err (ERR_USAGE) for an
   invalid value, when some options may already be set. */
int pprof_config_get(
	const struct pprof_config *c, struct options_target t, struct err *err);
/* Add or overwrite a configuration from the target. */
void pprof_configs_put(
	struct pprof_configs *cs, struct str name, struct options_target t);
void pprof_configs_remove(struct pprof_configs *cs, struct pprof_config *c);

/* Append a number as pprof's encoder writes it: the shortest text that reads
   back the same, 0.005, 1e-7. */
void json_number(struct strbuf *out, double v);

#endif
