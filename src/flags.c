/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The flags of the command line: see flags.h. */
#include "config.h"

#include "flags.h"

#include <string.h>

#include "base/compiler.h"
#include "read/read.h"
#include "conf/configfile.h"
#include "conf/options.h"
#include "report/report.h"

#include "base/banned.h"

#define REPORTS "Reports"
#define SOURCES "Profiles"
#define VALUES "Values"
#define SCREEN "Screen"
#define HELP "Other"

/* clang-format off */
#define CHOICE(name) #name,

static const struct flag flags[] = {
	{ { .name = "output", .arg = "file", .is_file = true,
	    .group = REPORTS, .help = "Write the report to this file" },
	  FLAG_OUTPUT, NULL },
	{ { .name = "print", .arg = "what", .group = REPORTS,
	    .choices = CHOICES("graph", "top", "peek"),
	    .help = "Print one picture of the screen" },
	  FLAG_PRINT, NULL },
	{ { .name = "width", .arg = "columns", .group = REPORTS, .minor = true,
	    .help = "How wide -print is" },
	  FLAG_WIDTH, NULL },
	{ { .name = "height", .arg = "lines", .group = REPORTS, .minor = true,
	    .help = "How high -print is; as high as it needs" },
	  FLAG_HEIGHT, NULL },

	{ { .name = "base", .arg = "file", .is_file = true, .group = SOURCES,
	    .repeats = true,
	    .help = "Subtract this profile (repeatable)" },
	  FLAG_BASE, NULL },
	{ { .name = "diff_base", .arg = "file", .is_file = true,
	    .group = SOURCES, .repeats = true,
	    .help = "Compare with this one: shares are of its total" },
	  FLAG_DIFF_BASE, NULL },
	{ { .name = "fail-if", .arg = "condition", .group = SOURCES,
	    .repeats = true,
	    .help = "Exit 3 if it grew: total>5%, func:REGEXP,self>10ms" },
	  FLAG_FAIL_IF, NULL },
	{ { .name = "format", .arg = "name", .group = SOURCES,
	    .choices = (const char *const[]){ READERS(CHOICE) NULL },
	    .minor = true,
	    .help = "Read profiles as this format; do not guess" },
	  FLAG_FORMAT, NULL },
	{ { .name = "all_frames", .group = SOURCES, .minor = true,
	    .help = "Keep frames that the profile itself drops" },
	  FLAG_ALL_FRAMES, NULL },
	{ { .name = "buildid", .arg = "id", .group = SOURCES, .minor = true,
	    .help = "Build id of the main binary, if it has none" },
	  FLAG_BUILDID, NULL },
	{ { .name = "add_comment", .arg = "text", .group = SOURCES,
	    .minor = true,
	    .help = "Add a line to the comments of the profile" },
	  FLAG_COMMENT, NULL },
	{ { .name = "symbolize", .arg = "mode", .group = SOURCES,
	    .choices = CHOICES("none", "local", "fastlocal", "remote",
		"force"), .silent = true,
	    .help = "For pprof's sake: nothing is symbolized" },
	  FLAG_NOTHING, NULL },
	{ { .name = "intel_syntax", .group = SOURCES, .silent = true,
	    .help = "For pprof's sake: nothing is disassembled" },
	  FLAG_NOTHING, NULL },
	{ { .name = "tools", .arg = "dirs", .group = SOURCES, .silent = true,
	    .help = "For pprof's sake: no other tools are run" },
	  FLAG_NOTHING, NULL },
	{ { .name = "seconds", .arg = "count", .group = SOURCES,
	    .silent = true,
	    .help = "For pprof's sake: nothing is fetched" },
	  FLAG_NOTHING, NULL },
	{ { .name = "timeout", .arg = "seconds", .group = SOURCES,
	    .silent = true,
	    .help = "For pprof's sake: nothing is fetched" },
	  FLAG_NOTHING, NULL },
	{ { .name = "tls_cert", .arg = "file", .is_file = true,
	    .group = SOURCES, .silent = true,
	    .help = "For pprof's sake: nothing is fetched" },
	  FLAG_NOTHING, NULL },
	{ { .name = "tls_key", .arg = "file", .is_file = true,
	    .group = SOURCES, .silent = true,
	    .help = "For pprof's sake: nothing is fetched" },
	  FLAG_NOTHING, NULL },
	{ { .name = "tls_ca", .arg = "file", .is_file = true,
	    .group = SOURCES, .silent = true,
	    .help = "For pprof's sake: nothing is fetched" },
	  FLAG_NOTHING, NULL },

	/* In this order they are looked at. */
	{ { .name = "total_delay", .group = VALUES, .silent = true,
	    .help = "The same as -sample_index=delay" },
	  FLAG_TYPE, "delay" },
	{ { .name = "mean_delay", .group = VALUES, .silent = true,
	    .help = "The same as -mean -sample_index=delay" },
	  FLAG_TYPE, "delay" },
	{ { .name = "contentions", .group = VALUES, .silent = true,
	    .help = "The same as -sample_index=contentions" },
	  FLAG_TYPE, "contentions" },
	{ { .name = "inuse_space", .group = VALUES, .silent = true,
	    .help = "The same as -sample_index=inuse_space" },
	  FLAG_TYPE, "inuse_space" },
	{ { .name = "inuse_objects", .group = VALUES, .silent = true,
	    .help = "The same as -sample_index=inuse_objects" },
	  FLAG_TYPE, "inuse_objects" },
	{ { .name = "alloc_space", .group = VALUES, .silent = true,
	    .help = "The same as -sample_index=alloc_space" },
	  FLAG_TYPE, "alloc_space" },
	{ { .name = "alloc_objects", .group = VALUES, .silent = true,
	    .help = "The same as -sample_index=alloc_objects" },
	  FLAG_TYPE, "alloc_objects" },

	{ { .name = "view", .arg = "name", .is_view = true, .group = SCREEN,
	    .help = "Begin with this saved view or pprof configuration" },
	  FLAG_VIEW, NULL },
	{ { .name = "help", .alias = "h", .group = HELP,
	    .help = "This text; --help=all has a line for every option" },
	  FLAG_HELP, NULL },
	{ { .name = "version", .group = HELP,
	    .help = "The version, and with what it was built" },
	  FLAG_VERSION, NULL },
	{ { .name = "dump-options", .arg = "format", .group = HELP,
	    .choices = CHOICES("mdoc", "bash", "zsh", "fish"), .minor = true,
	    .help = "All options, for the manual page or a shell" },
	  FLAG_DUMP, NULL },
	{ { .name = "dump-keys", .arg = "format", .group = HELP,
	    .choices = CHOICES("text", "mdoc"), .minor = true,
	    .help = "All keys, for people or for the manual page" },
	  FLAG_DUMP_KEYS, NULL },
};

/* Of pprof, with the way to go. */
#define NO_VIEWER "flametop starts no viewers; "
static const struct {
	const char *name, *way;
} not_here[] = {
	{ "disasm", "there is no disassembly yet; go tool pprof has it" },
	{ "eog", NO_VIEWER "-svg -output=FILE makes the picture" },
	{ "evince", NO_VIEWER "-pdf -output=FILE makes the page" },
	{ "gv", NO_VIEWER "-ps -output=FILE makes the page" },
	{ "http", "there is no web interface; without a report flametop"
	    " shows the profile on the terminal" },
	{ "no_browser", "there is no web interface" },
	{ "web", NO_VIEWER "-svg -output=FILE makes the picture" },
	{ "weblist", "there is no web page of the source; -list=REGEXP"
	    " prints it" },
};
/* clang-format on */

const struct flag *
flags_all(size_t *n)
{
	*n = COUNT_OF(flags);
	return flags;
}

const struct flag *
flag_find(struct str name)
{
	for (size_t i = 0; i < COUNT_OF(flags); i++)
		if (doc_is(&flags[i].doc, name))
			return &flags[i];
	return NULL;
}

int
flag_unknown(struct str name, struct err *err)
{
	const char *best = NULL;
	size_t distance = 0;

	for (size_t i = 0; i < COUNT_OF(not_here); i++)
		if (str_is(name, not_here[i].name))
			return err_set(err, ERR_USAGE, "-%.*s: %s",
				STR_ARG(name), not_here[i].way);
	options_offer(name, &best, &distance);
	for (size_t i = 0; i < COUNT_OF(flags); i++)
		nearest_offer(name, flags[i].doc.name, &best, &distance);
	for (size_t i = 0; report_at(i) != NULL; i++) {
		nearest_offer(name, report_at(i)->name, &best, &distance);
		if (report_at(i)->alias != NULL)
			nearest_offer(
				name, report_at(i)->alias, &best, &distance);
	}
	return option_unknown(err, "-", name, best);
}

size_t
flag_docs(struct arena *arena, struct doc **docs)
{
	size_t reports = 0, n = 0;

	while (report_at(reports) != NULL)
		reports++;
	*docs = ARENA_ZARRAY(arena, struct doc, reports + COUNT_OF(flags));
	for (size_t i = 0; i < reports; i++) {
		const struct report *r = report_at(i);

		(*docs)[n++] = (struct doc){ .name = r->name,
			.alias = r->alias,
			.group = REPORTS,
			.help = r->help,
			.minor = r->minor,
			.arg = r->takes_pattern ? "regexp" : NULL };
	}
	for (size_t i = 0; i < COUNT_OF(flags); i++)
		(*docs)[n++] = flags[i].doc;
	return n;
}
