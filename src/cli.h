/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line: what is opened, what is shown, and as what.
 *
 *     flametop [option...] profile...
 *
 * A flag is -name, --name, -name=value or -name value, spelled as in pprof,
 * never abbreviated; a boolean takes a value only with "=". Flags may come
 * behind profiles too, until "--": pprof would take them as names of
 * profiles, and so does this program when such a file exists.
 *
 * A setting is looked for in the flags, then in the view that --view names,
 * then in FLAMETOP_OPTIONS, then in the configuration file. What is wrong
 * with a file of settings is only noted, and the rest of it is used.
 */
#ifndef FT_CLI_H
#define FT_CLI_H

#include "base/arena.h"
#include "base/err.h"
#include "base/str.h"
#include "base/warnings.h"
#include "conf/configfile.h"
#include "conf/keymap.h"
#include "conf/options.h"
#include "engine/query.h"
#include "fetch/fetch.h"
#include "load/load.h"
#include "report/gate.h"

struct report;

enum cli_action {
	CLI_RUN, /* the screen, or a report */
	CLI_HELP,
	CLI_HELP_ALL,
	CLI_VERSION,
	CLI_DUMP,
	CLI_DUMP_KEYS,
};

/* What was asked for. Texts are in the arena or in argv. */
struct cli {
	struct arena arena;
	enum cli_action action;
	struct str dump; /* CLI_DUMP...: the format */
	struct query query;
	struct settings settings;
	/* The same before the view and the flags: what the user always has. */
	struct query base_query;
	struct settings base_settings;
	struct userdirs dirs;
	struct str view; /* the name of a saved view; empty: none */
	struct load_spec load;
	struct fetch_options fetch;  /* of load */
	struct named_servers *named; /* owned: of the configuration */
	bool no_source; /* the command line was refused for want of one */
	struct keymap *keymap;       /* owned; with the user's keys */
	const struct report *report; /* NULL: none was named */
	struct str report_arg;       /* what that takes */
	bool json;                   /* ... as JSON */
	struct str output;           /* file for the report; "" is stdout */
	struct str print;            /* -print: what of; or "" */
	int64_t width, height;       /* of it; 0: not said */
	size_t n_gates;
	struct gate *gate; /* --fail-if, in the order given */
	struct warnings warnings;
};

/* Where settings come from besides argv; each may be NULL. */
struct cli_surroundings {
	const char *options; /* FLAMETOP_OPTIONS */
	const char *config;  /* path of the configuration file */
	const struct userdirs *dirs;
};

/* Parse. -1 and err (ERR_USAGE). In any case cli_fini() gives everything
   back. */
int cli_parse(struct cli *cli, int argc, char *const *argv,
	const struct cli_surroundings *around, struct err *err);
void cli_fini(struct cli *cli);

/* The i-th flag that is not an option, NULL behind the last. */
const struct doc *cli_flag_at(size_t i);

/* Print what CLI_HELP, CLI_HELP_ALL, CLI_VERSION, CLI_DUMP... ask for. */
int cli_print(const struct cli *cli, FILE *out, struct err *err);

#endif
