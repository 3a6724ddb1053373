/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The command line, parsed into sources, a query, settings and an action.
 *
 *     flametop [option...] profile...
 *
 * A flag is -name, --name, -name=value or -name value, spelled as in pprof,
 * never abbreviated; a boolean takes a value only with "=". Flags may also
 * follow profiles, up to "--". pprof takes such flags as names of profiles,
 * and so does this program if the file exists.
 *
 * A setting comes from the flags, else from the view that --view names, else
 * from FLAMETOP_OPTIONS, else from the configuration file. An error in a file
 * of settings is only a warning; the rest of the file is used.
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

/* Result of parsing. Texts are in the arena or in argv. */
struct cli {
	struct arena arena;
	enum cli_action action;
	struct str dump; /* value of --dump-options or --dump-keys */
	struct query query;
	struct settings settings;
	/* The user's defaults: query and settings without --view and flags. */
	struct query base_query;
	struct settings base_settings;
	struct userdirs dirs;
	struct str view; /* name of a saved view; "": none */
	struct load_spec load;
	double *weight; /* weight of each source; load.weight points here */
	bool weighted;  /* true if a weight is set */
	struct fetch_options fetch;  /* load.fetch points here */
	struct named_servers *named; /* owned; from the configuration file */
	bool no_source;              /* true if no profile was named */
	bool chooses; /* true if no_source, and the user can choose a profile on
			 the screen */
	struct keymap *keymap;       /* owned; with the user's keys */
	const struct report *report; /* NULL: none was named */
	struct str report_arg;       /* regex or count, as in -list=REGEX */
	bool json;                   /* -json */
	struct str output;           /* file for the report; "": stdout */
	struct str print;            /* -print: the pane; "": no picture */
	int64_t width, height;       /* for -print; 0: default */
	size_t n_gates;
	struct gate *gate; /* --fail-if, in the order given */
	struct warnings warnings;
};

/* Sources of settings besides argv. Each may be NULL. */
struct cli_surroundings {
	const char *options; /* value of $FLAMETOP_OPTIONS */
	const char *config;  /* path of the configuration file */
	const struct userdirs *dirs;
	bool terminal; /* keys come from a terminal, which shows the screen */
};

/* Parse argv. -1 and err (ERR_USAGE). Call cli_fini() in either case. */
int cli_parse(struct cli *cli, int argc, char *const *argv,
	const struct cli_surroundings *around, struct err *err);
void cli_fini(struct cli *cli);

/* Return the i-th flag that is not an option; NULL after the last. */
const struct doc *cli_flag_at(size_t i);

/* Print the text for an action other than CLI_RUN. -1 and err on failure. */
int cli_print(const struct cli *cli, FILE *out, struct err *err);

#endif
