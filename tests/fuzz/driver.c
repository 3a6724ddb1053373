/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Runs a fuzz target over its seeds, each as it is, inflated, and with a
 * number of random changes. The changes are the same in every
 * run, so a failure can be repeated. Files named as arguments are run alone,
 * unchanged.
 */
#include "prelude.h"

#include <dirent.h>

#include "base/compiler.h"
#include "base/hash.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "input/inflate.h"
#include "fuzz.h"

enum {
	CHANGES_MAX = 60,
	BYTES_MAX = 1 << 20, /* of changed copies of one file */
	INFLATED_MAX = 8 << 20,
};

/* Copied tight, so that a sanitizer sees every byte too far. */
static void
run(struct str bytes)
{
	uint8_t *copy = xmalloc(bytes.n);

	if (bytes.n > 0)
		memcpy(copy, bytes.p, bytes.n);
	(void)LLVMFuzzerTestOneInput(copy, bytes.n);
	free(copy);
}

static uint32_t
below(uint64_t *seed, size_t n)
{
	*seed = hash_mix(*seed + 1);
	return (uint32_t)((*seed >> 16) % n);
}

/* Flip, cut, repeat or overwrite something. */
static void
change(struct strbuf *b, uint64_t *seed)
{
	static const char *const words[] = { "\xff\xff\xff\xff\x0f", "\x80",
		"\0", ";", " 9", "\n", "-1e", "\x0a\x00", "\x1a\x02\x08\x00" };
	size_t at = below(seed, b->n + 1);
	struct str word = str_c(words[below(seed, COUNT_OF(words))]);

	switch (below(seed, 5)) {
	case 0:
		if (at < b->n)
			b->p[at] ^= (char)(1 << below(seed, 8));
		break;
	case 1:
		strbuf_cut(b, at);
		break;
	case 2:
		strbuf_insert(b, at, word);
		break;
	case 3:
		if (at + word.n <= b->n)
			memcpy(b->p + at, word.p, word.n);
		break;
	default:
		if (at < b->n)
			strbuf_remove(b, at, 1 + below(seed, b->n - at));
		break;
	}
}

static void
run_changed(struct str bytes, uint64_t seed)
{
	size_t times = BYTES_MAX / (bytes.n + 1);

	run(bytes);
	for (size_t i = 0; i < times && i < CHANGES_MAX; i++) {
		struct strbuf b = STRBUF_INIT;
		uint32_t n = 1 + below(&seed, 4);

		strbuf_add(&b, bytes);
		while (n-- > 0)
			change(&b, &seed);
		run(strbuf_str(&b));
		strbuf_free(&b);
	}
}

static bool
read_file(const char *path, struct strbuf *out)
{
	char chunk[4096];
	FILE *f = fopen(path, "rb");
	size_t n;

	if (f == NULL)
		return false;
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		strbuf_add(out, str_from(chunk, n));
	return fclose(f) == 0;
}

static void
run_file(const char *path, uint64_t seed, bool changed)
{
	struct strbuf file = STRBUF_INIT;
	struct bytes inner = BYTES_INIT;
	struct err err = ERR_INIT;

	if (!read_file(path, &file)) {
		strbuf_free(&file); /* a folder, say */
		return;
	}
	if (!changed) {
		run(strbuf_str(&file));
	} else {
		run_changed(strbuf_str(&file), seed);
		if (inflate_all(strbuf_str(&file), INFLATED_MAX, &inner, NULL,
			    &err) == 1)
			run_changed(bytes_str(&inner), seed);
	}
	bytes_free(&inner);
	strbuf_free(&file);
}

/* The files of one folder; how many there were. */
static size_t
run_folder(const char *root, const char *folder)
{
	struct strbuf path = STRBUF_INIT;
	struct dirent *entry;
	size_t files = 0;
	DIR *dir;

	strbuf_addf(&path, "%s/%s", root, folder);
	dir = opendir(strbuf_c(&path));
	while (dir != NULL && (entry = readdir(dir)) != NULL) {
		if (entry->d_name[0] == '.')
			continue;
		strbuf_reset(&path);
		strbuf_addf(&path, "%s/%s/%s", root, folder, entry->d_name);
		/* Wherever the sources are, the changes are the same. */
		run_file(strbuf_c(&path),
			hash_stable(entry->d_name, strlen(entry->d_name)),
			true);
		files++;
	}
	if (dir != NULL)
		(void)closedir(dir);
	strbuf_free(&path);
	return files;
}

int
main(int argc, char **argv)
{
	const char *root = getenv("FT_SRCDIR");
	size_t files = 0;

	for (int i = 1; i < argc; i++)
		run_file(argv[i], 0, false);
	if (argc > 1)
		return 0;
	for (size_t i = 0; fuzz_seeds[i] != NULL; i++)
		files += run_folder(root != NULL ? root : ".", fuzz_seeds[i]);
	if (files == 0) {
		(void)fprintf(stderr,
			"no seeds; FT_SRCDIR says where the sources are\n");
		return 1;
	}
	return 0;
}
