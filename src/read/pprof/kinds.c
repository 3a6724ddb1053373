/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kinds of samples, which replace their labels (pprof.h). */
#include "prelude.h"

#include "read/pprof/pprof.h"

#include "base/compiler.h"
#include "read/protowire.h"

/* Keys of a label's fields. */
enum {
	KEY_KEY = 1 << 3 | WIRE_VARINT,
	KEY_STR = 2 << 3 | WIRE_VARINT,
	KEY_NUM = 3 << 3 | WIRE_VARINT,
	KEY_UNIT = 4 << 3 | WIRE_VARINT,
};

void
pprof_kinds_init(struct pprof_kinds *k)
{
	*k = (struct pprof_kinds){ .bare_kind = NONE };
	intern_init(&k->names, &k->arena);
}

void
pprof_kinds_fini(struct pprof_kinds *k)
{
	if (k->names.n > 0)
		intern_fini(&k->names);
	arena_free(&k->arena);
	map64_free(&k->key_of);
	vec_free(&k->name);
	vec_free(&k->key);
	*k = (struct pprof_kinds){ .most = 0 };
}

size_t
pprof_kinds_bytes(const struct pprof_kinds *k)
{
	return intern_bytes(&k->names) + k->arena.held +
		k->key_of.cap * sizeof(*k->key_of.slot) +
		k->key.cap * sizeof(*k->key.p) +
		k->name.cap * sizeof(*k->name.p);
}

static void
remember_label(struct pprof_kinds_key *to, const struct pprof_label *l)
{
	for (uint32_t i = 0; i < to->n; i++)
		if (to->label[i].str == l->str && to->label[i].num == l->num &&
			to->label[i].unit == l->unit)
			return;
	if (to->n < 2)
		to->label[to->n++] = *l;
	else
		to->has_more = true;
}

/* Add a label to the name of a kind. If there is text, the number's unit is
   ignored. A label of zeros is ignored. */
static inline void
take_label(struct pprof_kinds *k, const struct pprof_label *l, size_t place)
{
	struct pprof_kinds_key *of;
	uint64_t unit = l->str == 0 ? l->unit : 0, most = l->key;
	uint64_t key;
	uint32_t *memo;
	uint32_t *at;

	most = l->str > most ? l->str : most;
	most = unit > most ? unit : most;
	if (most > k->most)
		k->most = most;
	if (l->str == 0 && l->num == 0 && l->unit == 0)
		return;
	/* Find the key's entry, usually at the same index in all samples. */
	key = l->key;
	memo = &k->memo[place < PPROF_KINDS_MEMO ? place
						 : PPROF_KINDS_MEMO - 1];
	if (*memo < k->key.n && k->key.p[*memo].key == key) {
		of = &k->key.p[*memo];
	} else {
		at = map64_at(&k->key_of, key);
		if (*at == NONE) {
			struct pprof_kinds_key fresh = { .key = key };

			*at = (uint32_t)k->key.n;
			vec_push(&k->key, fresh);
		}
		*memo = *at;
		of = &k->key.p[*at];
	}
	if (!of->has_more)
		remember_label(of, l);
	if (unit != 0) {
		vec_push(&k->name, l->key);
		vec_push(&k->name, unit);
	}
}

/* Decode a number, most often of one or two bytes. */
static inline const unsigned char *
short_number(const unsigned char *p, const unsigned char *end, uint64_t *value)
{
	if (LIKELY(end - p >= 2)) {
		if (p[0] < 0x80) {
			*value = p[0];
			return p + 1;
		}
		if (p[1] < 0x80) {
			*value = (p[0] & 0x7fu) | (uint64_t)p[1] << 7;
			return p + 2;
		}
	}
	return wire_varint(p, end, value);
}

static inline bool
read_label(
	const unsigned char *p, const unsigned char *end, struct pprof_label *l)
{
	*l = (struct pprof_label){ .key = 0 };
	while (p < end) {
		unsigned key = *p++;
		uint64_t v;

		p = short_number(p, end, &v);
		if (p == NULL)
			return false;
		if (key == KEY_KEY)
			l->key = v;
		else if (key == KEY_STR)
			l->str = v;
		else if (key == KEY_NUM)
			l->num = v;
		else if (key == KEY_UNIT)
			l->unit = v;
		else
			return false;
	}
	return true;
}

bool
pprof_label_read(struct str bytes, struct pprof_label *l)
{
	const unsigned char *p = (const unsigned char *)bytes.p;

	return read_label(p, bytes.n > 0 ? p + bytes.n : p, l);
}

static uint32_t
kind_of_name(struct pprof_kinds *k)
{
	struct str name = str_from(
		(const char *)k->name.p, k->name.n * sizeof(*k->name.p));

	k->last = intern_copy_near(&k->names, name, k->last);
	return k->last - 1;
}

uint32_t
pprof_kind(struct pprof_kinds *k, struct str labels, uint64_t signs)
{
	const unsigned char *p = (const unsigned char *)labels.p;
	const unsigned char *end = labels.n > 0 ? p + labels.n : p;

	k->name.n = 0;
	vec_push(&k->name, signs);
	for (size_t i = 0; p < end; i++) {
		struct pprof_label l;
		uint64_t n;

		p = short_number(p + 1, end, &n);
		if (p == NULL || n > (size_t)(end - p) ||
			!read_label(p, p + n, &l))
			return NONE;
		take_label(k, &l, i);
		p += n;
	}
	if (k->name.n > 1)
		return kind_of_name(k);
	if (k->bare_kind == NONE || k->bare != signs) {
		k->bare = signs;
		k->bare_kind = kind_of_name(k);
	}
	return k->bare_kind;
}

bool
pprof_kind_label(const struct pprof_kinds *k, uint32_t kind, size_t i,
	struct pprof_label *label)
{
	struct str rest = str_skip(intern_str(&k->names, kind + 1),
		sizeof(uint64_t) * (1 + 2 * i));
	uint64_t pair[2];

	if (rest.n < sizeof(pair))
		return false;
	memcpy(pair, rest.p, sizeof(pair));
	*label = (struct pprof_label){ .key = pair[0], .unit = pair[1] };
	return true;
}
