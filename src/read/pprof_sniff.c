/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recognising profile.proto: see pprof_sniff.h. */
#include "config.h"

#include "read/pprof_sniff.h"

#include "read/schema.h"
#include "read/wire.h"

#include "base/banned.h"

enum { SNIFF_FIELDS = 1000, SNIFF_TEXT = 4096 };

/* Text can begin like a profile by chance, so it must be one to its end. */
int
pprof_sniff(struct str bytes, struct strbuf *why)
{
	struct wire w = wire_of(bytes);
	struct wire_field f = { .number = 0 };
	bool text = str_is_text(str_sub(bytes, 0, SNIFF_TEXT)), strings = false;
	size_t known = 0, fields = 0;
	int more = 0;

	(void)why;
	while ((text || fields < SNIFF_FIELDS) &&
		(more = wire_next(&w, &f)) > 0) {
		if (!schema_allows(&schema_profile, &f)) {
			more = -1;
			break;
		}
		fields++;
		known += schema_knows(&schema_profile, f.number);
		strings = strings || f.number == SCHEMA_STRING_TABLE;
	}
	if (more >= 0 && known > 0 && (!text || strings))
		return SNIFF_YES;
	if (more < 0 && !text &&
		(known > 0 ||
			(schema_knows(&schema_profile, f.number) &&
				schema_allows(&schema_profile, &f))))
		return SNIFF_DAMAGED;
	return SNIFF_NO;
}
