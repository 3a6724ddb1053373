/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Any bytes as what a terminal sends. Each key is one that exists; the keys are
 * the same for all bytes at once and for each by itself; and whatever it was,
 * after some silence a letter is that letter.
 */
#include "prelude.h"

#include "base/compiler.h"
#include "base/vec.h"
#include "conf/keymap.h"
#include "ui/term.h"
#include "ui/term_key.h"
#include "fuzz.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/keys", NULL };

enum { BYTES_MAX = 4096, ESC_DELAY = 25, SILENCE = KEYS_PASTE_WAIT };

static bool
is_key(int key)
{
	int plain = key & ~K_HELD;

	return (key >= K_PASTE && key <= K_ASKED) ||
		(plain >= 0 && plain <= 0x10ffff) ||
		(plain >= K_UP && plain < K_SPECIAL_END);
}

struct typed {
	VEC(int) key;
};

static void
take(struct keys *k, struct typed *typed, const uint8_t *p, size_t n,
	int64_t now)
{
	struct str in = str_from((const char *)p, n);
	int key;

	while ((key = keys_next(k, &in, now)) >= 0) {
		must(is_key(key));
		must(k->mouse.row >= 0 && k->mouse.col >= 0);
		vec_push(&typed->key, key);
	}
	must(in.n == 0);
}

/* Whatever has begun ends. */
static void
calm_down(struct keys *k, struct typed *typed, int64_t now)
{
	size_t n;

	for (int i = 0; i < 3; i++)
		take(k, typed, NULL, 0, now + i * SILENCE);
	take(k, typed, (const uint8_t *)"\033[201~", 6, now + 3 * SILENCE);
	take(k, typed, NULL, 0, now + 4 * SILENCE);
	must(keys_wait(k, now + 4 * SILENCE) == -1);
	n = typed->key.n;
	take(k, typed, (const uint8_t *)"x", 1, now + 4 * SILENCE);
	must(typed->key.n == n + 1 && typed->key.p[n] == 'x');
}

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct keys whole = KEYS_INIT(ESC_DELAY), pieces = KEYS_INIT(ESC_DELAY);
	struct typed typed = { { NULL, 0, 0 } }, again = { { NULL, 0, 0 } };

	if (size > BYTES_MAX)
		return 0;
	take(&whole, &typed, data, size, 0);
	for (size_t i = 0; i < size; i++)
		take(&pieces, &again, data + i, 1, 0);
	must(typed.key.n == again.key.n);
	must(typed.key.n == 0 ||
		memcmp(typed.key.p, again.key.p,
			typed.key.n * sizeof(*typed.key.p)) == 0);
	must(strbuf_str(&whole.paste).n == strbuf_str(&pieces.paste).n);
	calm_down(&whole, &typed, 0);
	/* And with silence between, as long as the bytes say. */
	keys_free(&pieces);
	pieces = (struct keys)KEYS_INIT(ESC_DELAY);
	for (size_t i = 0; i < size; i++)
		take(&pieces, &again, data + i, 1, (int64_t)i * data[0] * 4);
	calm_down(&pieces, &again, (int64_t)size * 256 * 4 + SILENCE);
	keys_free(&whole);
	keys_free(&pieces);
	vec_free(&typed.key);
	vec_free(&again.key);
	return 0;
}
