/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The section, as Go's debug/buildinfo reads it:
 *
 *     0     "\xff Go buildinf:", pointer size, flags
 *     32    Go's version and the information, each after its length, a varint
 *
 * The information is between two marks of 16 bytes. Before Go 1.18 the section
 * had pointers to both texts, and no revision.
 */
#include "prelude.h"

#include "symbol/goinfo.h"

enum {
	FLAGS = 15,
	INLINE = 2, /* flag: the texts are in the section */
	TEXTS = 32,
	MARK = 16,
	SECTION_MOST = 1 << 20
};

/* Cut a length and a text off the front. False if the text is incomplete. */
static bool
cut_counted(struct str *rest, struct str *text)
{
	uint64_t n = 0;
	uint8_t byte = 0x80;

	for (unsigned shift = 0; (byte & 0x80) != 0; shift += 7) {
		if (rest->n == 0 || shift > 28)
			return false;
		byte = (uint8_t)rest->p[0];
		n |= (uint64_t)(byte & 0x7f) << shift;
		*rest = str_skip(*rest, 1);
	}
	if (n > rest->n)
		return false;
	*text = str_sub(*rest, 0, (size_t)n);
	*rest = str_skip(*rest, (size_t)n);
	return true;
}

bool
goinfo_read(const struct object *o, struct strbuf *out)
{
	static const char magic[] = "\xff Go buildinf:";
	const struct section *s = object_section(o, ".go.buildinfo");
	struct strbuf bytes = STRBUF_INIT;
	struct str rest, version, info;
	bool good;

	if (s == NULL || s->size > SECTION_MOST || s->size < TEXTS ||
		!object_read(o, s->offset, s->size, &bytes)) {
		strbuf_free(&bytes);
		return false;
	}
	rest = str_skip(strbuf_str(&bytes), TEXTS);
	good = str_starts(strbuf_str(&bytes), STR(magic)) &&
		(bytes.p[FLAGS] & INLINE) != 0 &&
		cut_counted(&rest, &version) && cut_counted(&rest, &info);
	if (good && info.n > 2 * MARK && info.p[info.n - MARK - 1] == '\n')
		strbuf_add(out, str_sub(info, MARK, info.n - MARK));
	strbuf_free(&bytes);
	return good;
}

struct str
goinfo_build(struct str info, struct str key)
{
	while (info.n > 0) {
		struct str line = str_cut(&info, '\n');
		struct str word = str_cut(&line, '\t');

		if (str_is(word, "build") && str_eq(str_cut(&line, '='), key))
			return line;
	}
	return STR_EMPTY;
}
