/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * OpenTelemetry's profiles. A message has a dictionary of tables, which all of
 * its profiles refer to by index; a file has a message, or several.
 *
 *     message     dictionary   strings, functions, locations, stacks, ...
 *                 resource     what ran: attributes
 *                   scope      what measured
 *                     profile  a type of samples
 *                       sample a stack, attributes, values, times
 */
#ifndef FT_READ_OTLP_H
#define FT_READ_OTLP_H

#include "base/err.h"
#include "base/str.h"
#include "base/strbuf.h"
#include "read/read.h"

/* Numbers of fields that JSON's messages have, to be told from others: what
   only schema 1.7 has, which has no numbers of its own there. */
enum {
	OTLP_JSON_START = 1001,
	OTLP_JSON_LENGTH,
	OTLP_JSON_LOCATIONS,
};

/* Messages of protobuf into the builder; `is_json`: made by the function
   below. */
int otlp_messages(struct read_job *job, const struct str *message, size_t n,
	bool is_json, struct err *err);

#endif
