/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Files that end too soon. Each file of testdata/ is cut, small ones at every
 * byte, larger ones at seeded places, and read; a compressed one as it is, and
 * what is in it. The result is an error with a message, or says with a note
 * that it is a part, or has all samples. What nobody can tell from a whole
 * file is let pass: lines cut where a line ends, a bare message cut where a
 * field ends, messages behind their lengths where one of them does.
 *
 *     FT_CUTS=2000    places of each file (20 in `make check`)
 */
#include "prelude.h"

#include <ftw.h>
#include <inttypes.h>

#include "base/compiler.h"
#include "base/file.h"
#include "base/hash.h"
#include "base/vec.h"
#include "base/xalloc.h"
#include "input/inflate.h"
#include "input/zstd.h"
#include "profile/partial.h"
#include "read/read.h"
#include "read/protowire.h"

enum { LIMIT = 256 << 20, CUTS = 20, SMALL = 4096 };

/* The content of a profile, to compare. */
struct content {
	bool ok, is_marked; /* has it the mark of a part? */
	uint64_t samples;
	int64_t sum;
	char why[512];
	struct arena arena; /* of the warnings */
	struct warnings warnings;
};

static VEC(char *) paths;
static uint64_t cuts, refused, noted, whole_again, boundaries, failures;

static int
add_path(const char *path, const struct stat *st, int type, struct FTW *at)
{
	(void)st;
	(void)at;
	if (type == FTW_F && strstr(path, "/gen/") == NULL &&
		strstr(path, "README") == NULL &&
		strstr(path, "module.am") == NULL)
		vec_push(&paths, xstrndup(path, strlen(path)));
	return 0;
}

static int
by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static void
measure(const struct profile *p, struct content *out)
{
	out->samples = p->sample.n;
	for (uint32_t t = 0; t < p->types.n; t++)
		for (size_t i = 0; i < p->sample.n; i++)
			out->sum = (int64_t)((uint64_t)out->sum * 31 +
				(uint64_t)p->sample.value[t][i]);
}

static void
read_inflated(struct str bytes, struct content *c)
{
	const struct read_spec spec = {
		.bytes = bytes, .name = STR("x"), .max_memory = LIMIT
	};
	struct err err = ERR_INIT;
	struct profile *p;

	p = read_profile(&spec, NULL, &c->warnings, &err);
	if (p == NULL) {
		(void)snprintf(c->why, sizeof(c->why), "%s", err.msg);
	} else {
		c->ok = true;
		c->is_marked = partial_find(p).n > 0;
		measure(p, c);
	}
	profile_unref(p);
}

/* *c is to be freed, whatever is in it. */
static void
read_all(struct str bytes, struct content *c)
{
	struct bytes inner = BYTES_INIT;
	struct err err = ERR_INIT;
	int rc = inflate_all(bytes, LIMIT, &inner, NULL, &err);

	*c = (struct content){ .arena = ARENA_INIT };
	warnings_init(&c->warnings, &c->arena);
	if (rc == 0)
		rc = zstd_all(bytes, LIMIT, &inner, NULL, &err);
	if (rc < 0)
		(void)snprintf(c->why, sizeof(c->why), "%s", err.msg);
	else
		read_inflated(rc == 1 ? bytes_str(&inner) : bytes, c);
	bytes_free(&inner);
}

static bool
has_warning(const struct content *c, struct str text)
{
	for (const struct warning *n = c->warnings.head; n != NULL; n = n->next)
		if (str_eq(n->text, text))
			return true;
	return false;
}

/* Does it say that its end is missing, or of lines left out what it does not
   say of the whole? */
static bool
says_part(const struct content *c, const struct content *all)
{
	static const char *const words[] = { "truncated", "may be missing" };

	for (const struct warning *n = c->warnings.head; n != NULL;
		n = n->next) {
		for (size_t i = 0; i < COUNT_OF(words); i++)
			if (str_find(n->text, str_c(words[i]), 0) >= 0)
				return true;
		if ((str_find(n->text, STR("left out"), 0) >= 0 ||
			    str_find(n->text, STR("skipped"), 0) >= 0) &&
			!has_warning(all, n->text))
			return true;
	}
	return c->is_marked;
}

/* Does a field of a bare message end here? */
static bool
is_field_end(struct str bytes, size_t at)
{
	struct wire w = wire_of(str_sub(bytes, 0, at));
	struct wire_field f;
	int rc;

	while ((rc = wire_next(&w, &f)) == 1)
		continue;
	return rc == 0;
}

/* Do messages behind their lengths, four bytes each, end here? */
static bool
is_frame_end(struct str bytes, size_t at)
{
	enum { LENGTH_BYTES = 4 };
	size_t end = 0;

	while (end < at && at - end >= LENGTH_BYTES) {
		size_t n = 0;

		for (size_t i = 0; i < LENGTH_BYTES; i++)
			n = n << 8 | (unsigned char)bytes.p[end + i];
		end += LENGTH_BYTES + n;
	}
	return end == at;
}

/* True if the remaining part could be a whole file. */
static bool
is_boundary(struct str bytes, size_t at)
{
	const unsigned char *p = (const unsigned char *)bytes.p;

	/* MOJO has no mark of its end: inside of an event the reader says so.
	   First, as by chance its bytes may be fields too. */
	if (str_starts(bytes, STR("MOJ")))
		return true;
	if (is_field_end(bytes, bytes.n))
		return is_field_end(bytes, at);
	if (is_frame_end(bytes, bytes.n))
		return is_frame_end(bytes, at);
	return at == 0 || p[at] == '\n' || p[at - 1] == '\n' ||
		(p[at] == '\r' && at + 1 < bytes.n && p[at + 1] == '\n');
}

static void
cut(const char *path, struct str bytes, size_t at, const struct content *all)
{
	struct content c;
	/* Copied tight, so that a sanitizer sees every byte too far. */
	char *copy = xmalloc(at + 1);

	memcpy(copy, bytes.p, at);
	copy = xrealloc(copy, at > 0 ? at : 1, 1);
	read_all(str_from(copy, at), &c);
	free(copy);
	cuts++;
	if (!c.ok && c.why[0] != '\0') {
		refused++;
	} else if (says_part(&c, all)) {
		noted++;
	} else if (c.ok && c.samples == all->samples && c.sum == all->sum) {
		whole_again++;
	} else if (c.ok && is_boundary(bytes, at)) {
		boundaries++;
	} else {
		printf("%s: cut at byte %zu of %zu: a part, %" PRIu64
		       " samples, as if it were all (%" PRIu64 ")\n",
			path, at, bytes.n, c.samples, all->samples);
		failures++;
	}
	arena_free(&c.arena);
}

static void
cut_bytes(const char *path, struct str bytes, size_t places)
{
	/* Return the same places wherever the sources are. */
	const char *name = strstr(path, "/testdata/");
	uint64_t seed = hash_stable(name, strlen(name));
	struct content all;

	/* perf.data is read by another program. */
	if (str_starts(bytes, STR("PERFILE2")))
		return;
	read_all(bytes, &all);
	if (all.ok && places >= 2000 && bytes.n <= SMALL) {
		for (size_t at = 0; at < bytes.n; at++)
			cut(path, bytes, at, &all);
	} else if (all.ok && bytes.n > 0) {
		for (size_t i = 0; i < places; i++) {
			seed = hash_mix(seed + 1);
			cut(path, bytes, (size_t)(seed % bytes.n), &all);
		}
	}
	arena_free(&all.arena);
}

static void
cut_file(const char *path, size_t places)
{
	struct strbuf text = STRBUF_INIT, name = STRBUF_INIT;
	struct bytes inner = BYTES_INIT;
	struct err err = ERR_INIT;
	int rc;

	if (file_read(path, 64 << 20, &text, &err) == 0) {
		cut_bytes(path, strbuf_str(&text), places);
		rc = inflate_all(strbuf_str(&text), LIMIT, &inner, NULL, &err);
		if (rc == 0)
			rc = zstd_all(
				strbuf_str(&text), LIMIT, &inner, NULL, &err);
		strbuf_addf(&name, "%s, inflated", path);
		if (rc == 1)
			cut_bytes(strbuf_c(&name), bytes_str(&inner), places);
	}
	bytes_free(&inner);
	strbuf_free(&name);
	strbuf_free(&text);
}

int
main(void)
{
	const char *root = getenv("FT_SRCDIR"), *many = getenv("FT_CUTS");
	struct strbuf dir = STRBUF_INIT;
	int64_t places = CUTS;

	if (many != NULL && (!str_to_i64(str_c(many), &places) || places < 1))
		return 2;
	strbuf_addf(&dir, "%s/testdata", root != NULL ? root : ".");
	if (nftw(strbuf_c(&dir), add_path, 16, FTW_PHYS) != 0) {
		(void)fprintf(stderr, "no %s; FT_SRCDIR says where it is\n",
			strbuf_c(&dir));
		return 1;
	}
	qsort(paths.p, paths.n, sizeof(*paths.p), by_name);
	for (size_t i = 0; i < paths.n; i++) {
		cut_file(paths.p[i], (size_t)places);
		free(paths.p[i]);
	}
	printf("cut: %" PRIu64 " cuts of %zu files: %" PRIu64
	       " refused, %" PRIu64 " noted, %" PRIu64
	       " with all samples, %" PRIu64
	       " where a line or field ends, %" PRIu64 " wrong\n",
		cuts, paths.n, refused, noted, whole_again, boundaries,
		failures);
	vec_free(&paths);
	strbuf_free(&dir);
	return failures > 0 || cuts == 0;
}
