/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The first scan of profile.proto (pprof.h). */
#include "prelude.h"

#include "read/pprof/pprof.h"

#include "base/compiler.h"
#include "base/hash.h"
#include "base/xalloc.h"
#include "input/stream.h"
#include "read/protowire.h"
#include "read/reader.h"

enum {
	SAMPLES = 4096, /* initial capacity */
	MANY_TYPES = 64,
	FEW_SAMPLES = 64, /* initial capacity with many types */
	LOOK = 1024,      /* fields between checks for a stop */
	LABELS_NEED = 16, /* maximum bytes of memory per byte of labels */
	/* keys of a sample's fields */
	KEY_STACK = 1 << 3 | WIRE_BYTES,
	KEY_VALUES = 2 << 3 | WIRE_BYTES,
	KEY_LABEL = 3 << 3 | WIRE_BYTES,
	KEY_LOCATION = 1 << 3 | WIRE_VARINT,
	KEY_VALUE = 2 << 3 | WIRE_VARINT,
	/* distinct spans */
	SLOTS = 1024, /* initial capacity */
	SPANS = 512,
	/* Bytes of a pool allocated at once. Later chunks are so large that
	   malloc returns them to the system when they are freed, as their space
	   could hardly be reused. */
	POOL = 1 << 20,
	POOL_MORE = 4 << 20,
	LINE = 64, /* a cache line */
	FEW = 4,   /* number of values that are prefetched */
	REACH = 4 * LINE,
};

/* Copy bytes into the pool. */
static struct str
pool_copy(struct pool *p, struct str bytes)
{
	char *to;

	if (bytes.n == 0)
		return STR_EMPTY;
	if (bytes.n > p->left) {
		p->left = p->chunk.n == 0 ? POOL : POOL_MORE;
		p->left = bytes.n > p->left ? bytes.n : p->left;
		p->room = xmalloc(p->left);
		p->held += p->left;
		vec_push(&p->chunk, p->room);
	}
	to = p->room;
	memcpy(to, bytes.p, bytes.n);
	p->room += bytes.n;
	p->left -= bytes.n;
	return str_from(to, bytes.n);
}

static void
pool_fini(struct pool *p)
{
	for (size_t i = 0; i < p->chunk.n; i++)
		free(p->chunk.p[i]);
	vec_free(&p->chunk);
	*p = (struct pool){ .held = 0 };
}

/* ---- Distinct spans ---- */

/* Equal parts of samples mostly have equal bytes, so each distinct span of
   bytes is decoded once. Spans of pieces are copied to a pool.

       spans_begin ---> hash, prefetch the slot       each for a batch
       spans_reach ---> prefetch the span in it       of spans before the
       spans_touch ---> prefetch its bytes            next step
       spans_number --> compare, number

   These steps are one look-up. Each is done for many spans before the next, so
   that waits for memory overlap. */

static void
spans_init(struct spans *s)
{
	*s = (struct spans){ .slots = SLOTS, .cap = SPANS };
	s->span = xmalloc(SPANS * sizeof(*s->span));
	s->slot = xmalloc(SLOTS * sizeof(*s->slot));
	memset(s->slot, 0xff, SLOTS * sizeof(*s->slot));
}

void
spans_fini(struct spans *s)
{
	free(s->span);
	free(s->slot);
	pool_fini(&s->pool);
	*s = (struct spans){ .n = 0 };
}

/* Return the number of bytes held. */
static size_t
spans_bytes(const struct spans *s)
{
	return s->cap * sizeof(*s->span) + s->slots * sizeof(*s->slot) +
		s->pool.held;
}

static inline uint64_t
word(const char *p)
{
	uint64_t w;

	memcpy(&w, p, sizeof(w));
	return w;
}

/* Return the hash of a span, for the next steps. */
static uint32_t
spans_begin(const struct spans *s, struct str span)
{
	uint32_t hash;
	uint64_t a, b;
	uint64_t w[2] = { 0, 0 };
	const char *p;
	size_t n;

	/* Every byte of every sample is hashed: two independent chains, with
	   one multiplication per 16 bytes. */
	a = hash_secret.key[0] + span.n;
	b = hash_secret.key[1];
	p = span.p;
	n = span.n;
	for (; n >= 32; n -= 32, p += 32) {
		a = hash_fold(a ^ word(p), word(p + 8));
		b = hash_fold(b ^ word(p + 16), word(p + 24));
	}
	if (n >= 16)
		a = hash_fold(a ^ word(p), word(p + 8));
	if (span.n >= 16) {
		/* the last 16 bytes, which may overlap others */
		w[0] = word(span.p + span.n - 16);
		w[1] = word(span.p + span.n - 8);
	} else if (n > 0) {
		memcpy(w, p, n);
	}
	a = hash_fold(a ^ w[0], w[1]);
	hash = (uint32_t)(hash_key(a ^ b) >> 32);

	PREFETCH(&s->slot[hash & (s->slots - 1)]);
	return hash;
}

static void
spans_reach(const struct spans *s, uint32_t hash)
{
	const struct spans_slot *slot = &s->slot[hash & (s->slots - 1)];

	if (slot->number != NONE && slot->hash == hash)
		PREFETCH(&s->span[slot->number]);
}

/* Prefetch the bytes of the likely span. Returns its number, or NONE. */
static uint32_t
spans_touch(const struct spans *s, uint32_t hash)
{
	const struct spans_slot *slot = &s->slot[hash & (s->slots - 1)];
	struct str span;

	if (slot->number == NONE || slot->hash != hash)
		return NONE;
	span = s->span[slot->number];
	for (size_t i = 0; i < span.n && i < REACH; i += LINE)
		PREFETCH(span.p + i);
	return slot->number;
}

/* Return the number of a span, or NONE if there are too many. `stays`: its
   bytes outlive the scan; else they are copied. */
static uint32_t
spans_number(struct spans *s, struct str span, uint32_t hash, bool stays)
{
	size_t mask, at;

	/* A slot comes from a hash of 32 bits. */
	if (s->n >= (uint32_t)1 << 30)
		return NONE;
	if (((size_t)s->n + 1) * 2 > s->slots) {
		struct spans_slot *old = s->slot;
		size_t n = s->slots, slots_mask = 2 * n - 1;

		s->slots = 2 * n;
		s->slot = xmalloc(mul_size(s->slots, sizeof(*s->slot)));
		memset(s->slot, 0xff, s->slots * sizeof(*s->slot));
		for (size_t i = 0; i < n; i++) {
			size_t slots_at = old[i].hash & slots_mask;

			if (old[i].number == NONE)
				continue;
			while (s->slot[slots_at].number != NONE)
				slots_at = (slots_at + 1) & slots_mask;
			s->slot[slots_at] = old[i];
		}
		free(old);
	}
	mask = s->slots - 1;
	for (at = hash & mask; s->slot[at].number != NONE; at = (at + 1) & mask)
		if (s->slot[at].hash == hash &&
			str_eq(s->span[s->slot[at].number], span))
			return s->slot[at].number;
	if (s->n == s->cap) {
		s->cap *= 2;
		s->span = xrealloc(s->span, s->cap, sizeof(*s->span));
	}
	s->slot[at] = (struct spans_slot){ hash, s->n };
	s->span[s->n] = stays ? span : pool_copy(&s->pool, span);
	s->bytes += span.n;
	return s->n++;
}

/* Free the hash table, as no more spans will come. */
static void
spans_close(struct spans *s)
{
	free(s->slot);
	s->slot = NULL;
	s->slots = 0;
	s->span = xrealloc(s->span, (size_t)s->n + 1, sizeof(*s->span));
}

/* ---- Beginning and end ---- */

void
pprof_scan_init(struct pprof_scan *s, size_t expected, size_t max_memory)
{
	*s = (struct pprof_scan){ .expected = expected,
		.max_memory = max_memory };
	spans_init(&s->stacks);
	spans_init(&s->lists);
	pprof_kinds_init(&s->kinds);
}

/* Free all data of samples. */
static void
samples_fini(struct pprof_scan *s)
{
	for (size_t i = 0; s->value != NULL && i < s->types; i++)
		free(s->value[i]);
	free(s->value);
	free(s->stack);
	free(s->labels);
	s->value = NULL;
	s->stack = s->labels = NULL;
	s->n = s->cap = s->nbatch = 0;
	spans_fini(&s->stacks);
	spans_fini(&s->lists);
	pprof_kinds_fini(&s->kinds);
	vec_free(&s->first);
	map64_free(&s->others);
}

void
pprof_scan_fini(struct pprof_scan *s)
{
	samples_fini(s);
	strbuf_free(&s->begun);
	vec_free(&s->kept);
	pool_fini(&s->fields);
}

/* ---- Samples ---- */

/* Mark the scan as odd: samples will be decoded one by one. */
static void
give_up(struct pprof_scan *s)
{
	s->odd = true;
	samples_fini(s);
}

/* Return where the row of a stack and kind is kept; NONE: not begun. */
static uint32_t *
scan_row(struct pprof_scan *s, uint32_t stack, uint32_t kind)
{
	struct pprof_row fresh = { NONE, kind };

	if (stack == s->first.n)
		vec_push(&s->first, fresh);
	if (s->first.p[stack].kind == kind)
		return &s->first.p[stack].row;
	return map64_at(&s->others, (uint64_t)stack << 32 | kind);
}

/* Add row `from` to another. False, with no change, if a sum would overflow. */
static bool
add_to_row(struct pprof_scan *s, size_t row, size_t from)
{
	int64_t sum;

	for (size_t i = 0; i < s->types; i++)
		if (__builtin_add_overflow(
			    s->value[i][row], s->value[i][from], &sum))
			return false;
	for (size_t i = 0; i < s->types; i++)
		s->value[i][row] += s->value[i][from];
	return true;
}

/* Add the samples of the batch, whose spans are numbered, to earlier rows with
   the same stack and kind. Samples for which there is no such row become new
   rows. */
static void
sum_batch(struct pprof_scan *s)
{
	size_t first = s->n - s->nbatch, rows = first;

	for (size_t i = first; i < s->n; i++)
		if (s->stack[i] < s->first.n)
			for (size_t t = 0; t < s->types && t < FEW; t++)
				PREFETCH(
					&s->value[t]
						 [s->first.p[s->stack[i]].row]);
	for (size_t i = first; i < s->n; i++) {
		uint32_t *row = scan_row(s, s->stack[i], s->labels[i]);

		if (*row != NONE && add_to_row(s, *row, i))
			continue;
		*row = (uint32_t)rows;
		s->stack[rows] = s->stack[i];
		s->labels[rows] = s->labels[i];
		for (size_t t = 0; t < s->types; t++)
			s->value[t][rows] = s->value[t][i];
		rows++;
	}
	s->n = rows;
}

/* Number the spans of the batch. */
static void
number_batch(struct pprof_scan *s)
{
	size_t first = s->n - s->nbatch;
	bool lists = !s->by_stack;

	for (size_t i = 0; i < s->nbatch; i++) {
		spans_reach(&s->stacks, s->batch[i].stack_hash);
		if (lists)
			spans_reach(&s->lists, s->batch[i].labels_hash);
	}
	for (size_t i = 0; i < s->nbatch; i++) {
		uint32_t stack =
			spans_touch(&s->stacks, s->batch[i].stack_hash);

		if (lists)
			(void)spans_touch(&s->lists, s->batch[i].labels_hash);
		else if (stack < s->first.n)
			PREFETCH(&s->first.p[stack]);
	}
	for (size_t i = 0; i < s->nbatch; i++) {
		const struct pprof_spans *b = &s->batch[i];

		s->stack[first + i] = spans_number(&s->stacks, b->stack,
			b->stack_hash, s->whole && b->stack.p != b->few);
		if (lists)
			s->labels[first + i] = spans_number(
				&s->lists, b->labels, b->labels_hash, s->whole);
		if (s->stack[first + i] == NONE ||
			s->labels[first + i] == NONE) {
			give_up(s);
			return;
		}
	}
	if (s->by_stack)
		sum_batch(s);
	s->nbatch = 0;
}

/* Decode exactly as many values as there are types. */
static bool
scan_values(struct pprof_scan *s, struct str span)
{
	const unsigned char *p = (const unsigned char *)span.p;
	const unsigned char *end = span.n > 0 ? p + span.n : p;

	for (size_t i = 0; i < s->types; i++) {
		uint64_t v;

		p = wire_varint(p, end, &v);
		if (p == NULL)
			return false;
		s->value[i][s->n] = (int64_t)v;
	}
	return p == end;
}

/* Append a location that is a field of its own. */
static bool
add_one_location(struct pprof_spans *to, const unsigned char *p, size_t n)
{
	if (to->stack.n > 0 && to->stack.p != to->few)
		return false;
	if (n > sizeof(to->few) - to->stack.n)
		return false;
	memcpy(to->few + to->stack.n, p, n);
	to->stack = str_from(to->few, to->stack.n + n);
	return true;
}

/* Find the parts of a sample. Its stack and its values are each one packed
   field or, as Go's runtime writes one or two numbers, separate fields. All
   labels must be adjacent. The values go to their columns. */
static bool
scan_parts(struct pprof_scan *s, struct str span, struct pprof_spans *to)
{
	const unsigned char *p = (const unsigned char *)span.p;
	const unsigned char *end = p + span.n;
	struct str values = STR_EMPTY;
	size_t nvalues = 0;

	to->stack = to->labels = STR_EMPTY;
	while (p < end) {
		const unsigned char *begin = p;
		unsigned key = *p++;
		uint64_t n;

		p = wire_varint(p, end, &n);
		if (p == NULL)
			return false;
		if (key == KEY_VALUE && values.n == 0 && nvalues < s->types) {
			s->value[nvalues++][s->n] = (int64_t)n;
			continue;
		}
		if (key == KEY_LOCATION &&
			add_one_location(
				to, begin + 1, (size_t)(p - begin) - 1))
			continue;
		if (n > (size_t)(end - p))
			return false;
		if (key == KEY_LABEL && to->labels.n == 0)
			to->labels.p = (const char *)begin;
		if (key == KEY_LABEL &&
			to->labels.p + to->labels.n == (const char *)begin)
			to->labels.n += (size_t)(p - begin) + n;
		else if (key == KEY_STACK && to->stack.n == 0)
			to->stack = str_from((const char *)p, n);
		else if (key == KEY_VALUES && values.n == 0 && nvalues == 0)
			values = str_from((const char *)p, n);
		else
			return false;
		p += n;
	}
	return values.n == 0 ? nvalues == s->types : scan_values(s, values);
}

static void
scan_sample(struct pprof_scan *s, struct str span)
{
	struct pprof_spans *b = &s->batch[s->nbatch];

	if (s->taken == 0) {
		s->types = s->part[PPROF_SAMPLE_TYPE].n;
		s->by_stack = s->by_stack && s->types <= PPROF_KINDS_TYPES;
	}
	if (s->n == s->cap) {
		double all = s->size == 0 || s->by_stack ? 0
							 : (double)s->n * 1.05 *
				(double)s->expected / (double)s->size;

		/* Grow; once some samples were seen, to an estimate for all. */
		s->cap = s->cap == 0
			? (s->types < MANY_TYPES ? SAMPLES : FEW_SAMPLES)
			: mul_size(s->cap, 2);
		if (s->n > 0 && all > (double)s->cap &&
			all < (double)s->expected)
			s->cap = (size_t)all;
		/* With many types, the columns are small blocks, which take
		   their whole size even if they are not filled. */
		if (s->types >= MANY_TYPES && s->max_memory != 0 &&
			mul_size(s->cap, mul_size(s->types, sizeof(int64_t))) >
				s->max_memory / 2) {
			give_up(s);
			return;
		}
		s->stack = xrealloc(s->stack, s->cap, sizeof(*s->stack));
		s->labels = xrealloc(s->labels, s->cap, sizeof(*s->labels));
		if (s->value == NULL)
			s->value = xcalloc(s->types, sizeof(*s->value));
		for (size_t i = 0; i < s->types; i++)
			s->value[i] = xrealloc(
				s->value[i], s->cap, sizeof(**s->value));
	}
	if (s->types == 0 ||
		(s->max_memory != 0 &&
			mul_size(span.n, LABELS_NEED) > s->max_memory) ||
		!scan_parts(s, span, b)) {
		give_up(s);
		return;
	}
	b->stack_hash = spans_begin(&s->stacks, b->stack);
	if (s->by_stack) {
		struct str labels = b->labels;
		uint64_t signs = 0;

		/* The kind depends on the labels and the values' signs. */
		for (size_t i = 0; i < s->types; i++) {
			int64_t v = s->value[i][s->n];

			signs = signs << 2 | (unsigned)((v > 0) - (v < 0) + 1);
		}
		s->labels[s->n] = pprof_kind(&s->kinds, labels, signs);
	} else
		b->labels_hash = spans_begin(&s->lists, b->labels);
	s->n++;
	s->taken++;
	if (++s->nbatch == PPROF_BATCH)
		number_batch(s);
}

/* ---- Fields ---- */

static int
scan_bad_at(struct pprof_scan *s, size_t at, const char *why)
{
	return err_set(&s->err, ERR_FORMAT, "malformed profile: %s (byte %zu)",
		why, at);
}

static int
scan_field(struct pprof_scan *s, const struct wire_field *f, size_t end)
{
	struct pprof_part *part = &s->part[f->number];
	const char *why;
	size_t at = 0;

	if (f->number == PPROF_TIME_NANOS && s->scalar[PPROF_TIME_NANOS] != 0)
		return err_set(&s->err, ERR_FORMAT,
			"concatenated profiles detected (byte %zu)", f->at);
	if (part->n == 0)
		part->first = f->at;
	part->n++;
	part->end = end;
	if (f->type == WIRE_VARINT)
		s->scalar[f->number] = f->value;
	if (f->number == PPROF_PERIOD_TYPE) {
		/* The last period_type counts, but all must be valid. */
		s->period_type = f->span;
		s->period_type_at = f->at;
		why = schema_explain(&schema_value_type, f->span, &at);
		at += end - f->span.n;
		return why == NULL ? 0 : scan_bad_at(s, at, why);
	}
	if (f->number == PPROF_STRING_TABLE && part->n == 1 && f->span.n != 0)
		return scan_bad_at(s, f->at, "the first string is not empty");
	return 0;
}

/* Find a sample whose key has one byte, as usual. Returns its size with the
   key, or 0 if this is a different field, or incomplete. */
static size_t
plain_sample(struct str bytes, size_t pos, struct str *span)
{
	const unsigned char *begin = (const unsigned char *)bytes.p + pos, *p;
	const unsigned char *end = (const unsigned char *)bytes.p + bytes.n;
	uint64_t n;

	if (begin == end || *begin != (PPROF_SAMPLE << 3 | WIRE_BYTES))
		return 0;
	p = wire_varint(begin + 1, end, &n);
	if (p == NULL || n > (size_t)(end - p))
		return 0;
	*span = str_from((const char *)p, (size_t)n);
	return (size_t)(p - begin) + (size_t)n;
}

/* Handle a field that ends at w->pos. w->bytes begins `before` bytes after the
   start of the message. */
static int
scan_one(struct pprof_scan *s, const struct wire *w, size_t before,
	struct wire_field *f, struct progress *progress)
{
	size_t begin = f->at;
	size_t at;
	size_t held;

	f->at += before;
	s->size = before + w->pos;
	if (!schema_allows(&schema_profile, f))
		return err_set(&s->err, ERR_FORMAT,
			"malformed profile: field %u has the wrong "
			"wire type %u (byte %zu)",
			(unsigned)f->number, f->type, f->at);
	if (!schema_knows(&schema_profile, f->number))
		return 0;
	if (!s->whole && f->number != PPROF_SAMPLE) {
		struct str field = str_sub(w->bytes, begin, w->pos);
		struct pprof_kept *last =
			s->kept.n > 0 ? &s->kept.p[s->kept.n - 1] : NULL;
		struct pprof_kept one = { f->at, pool_copy(&s->fields, field) };

		/* Copy a field other than a sample, as the piece will be
		   overwritten. */
		if (f->type == WIRE_BYTES)
			f->span.p = one.bytes.p + (field.n - f->span.n);
		if (last != NULL && last->at + last->bytes.n == one.at &&
			last->bytes.p + last->bytes.n == one.bytes.p)
			last->bytes.n += one.bytes.n;
		else
			vec_push(&s->kept, one);
	}
	if (scan_field(s, f, s->size) != 0)
		return -1;
	if (f->number != PPROF_SAMPLE)
		return 0;
	if (!s->odd && !s->enough)
		scan_sample(s, f->span);
	if (s->part[PPROF_SAMPLE].n % LOOK != 0)
		return 0;
	/* Check now and then for a stop and the memory limit. */
	at = f->at;
	if (progress_stopped(progress))
		return err_set(&s->err, ERR_CANCELLED, "cancelled");
	if (s->odd)
		return 0;
	held = add_size(spans_bytes(&s->stacks) + spans_bytes(&s->lists) +
			s->fields.held + pprof_kinds_bytes(&s->kinds) +
			s->first.cap * sizeof(*s->first.p) +
			s->others.cap * sizeof(*s->others.slot),
		mul_size(s->cap,
			2 * sizeof(uint32_t) + s->types * sizeof(int64_t)));
	if (s->max_memory != 0 && held > s->max_memory)
		give_up(s);
	progress_samples(progress, s->taken);
	if (s->whole)
		progress_done(progress, at);
	if (progress_kept(progress) && !s->enough && s->taken >= READ_LEAST) {
		s->enough = true;
		s->kept_at = at;
	}
	return 0;
}

/* Scan all fields in w->bytes; `before` as above. -1 with w->bad or s->err on
   errors; w->bad also if a field is incomplete. */
static int
scan_fields(struct pprof_scan *s, struct wire *w, size_t before,
	struct progress *progress)
{
	struct wire_field f;
	int more, rc = 0;
	size_t begin;

	do {
		size_t n;

		begin = w->pos;
		/* Find the next field. more: 1, 0 at the end, -1 if damaged or
		   incomplete. */
		n = plain_sample(w->bytes, w->pos, &f.span);
		if (n == 0) {
			more = wire_next(w, &f);
		} else {
			f.number = PPROF_SAMPLE;
			f.type = WIRE_BYTES;
			f.at = w->pos;
			w->pos += n;
			more = 1;
		}
		if (more > 0)
			rc = scan_one(s, w, before, &f, progress);
	} while (rc == 0 && more > 0);
	if (more < 0)
		w->pos = begin;
	return rc != 0 ? rc : more;
}

/* Finish after the last field. */
static void
scan_finish(struct pprof_scan *s)
{
	if (!s->odd && s->part[PPROF_SAMPLE].n > 0 &&
		s->types != s->part[PPROF_SAMPLE_TYPE].n)
		give_up(s);
	if (!s->odd)
		number_batch(s);
	if (s->odd)
		return;
	spans_close(&s->stacks);
	spans_close(&s->lists);
	vec_free(&s->first);
	map64_free(&s->others);
}

int
pprof_scan_whole(
	struct pprof_scan *s, struct str bytes, struct progress *progress)
{
	struct pprof_kept all = { 0, bytes };
	struct wire w = wire_of(bytes);

	s->whole = true;
	vec_push(&s->kept, all);
	if (scan_fields(s, &w, 0, progress) != 0)
		return s->err.code != ERR_NONE
			? -1
			: scan_bad_at(s, w.bad_at, w.bad);
	s->size = bytes.n;
	scan_finish(s);
	return 0;
}

/* ---- Pieces ---- */

int
pprof_scan_piece(
	struct pprof_scan *s, struct str piece, struct progress *progress)
{
	size_t n = s->begun.n;
	struct str bytes;
	struct wire w;
	const unsigned char *q;
	const unsigned char *end;
	uint64_t key, count;

	if (n <= STREAM_ROOM) {
		char *p = (char *)(uintptr_t)piece.p - n;

		if (n > 0)
			memcpy(p, s->begun.p, n);
		bytes = str_from(p, n + piece.n);
	} else {
		if (s->max_memory != 0 && n > s->max_memory)
			return -1;
		strbuf_add(&s->begun, piece);
		bytes = strbuf_str(&s->begun);
	}
	w = wire_of(bytes);
	if (scan_fields(s, &w, s->size, progress) < 0 &&
		s->err.code != ERR_NONE)
		return -1;
	if (!s->odd)
		number_batch(s);
	bytes = str_skip(bytes, w.pos);
	/* Check that the remaining bytes may be the start of a field. */
	if (s->odd)
		return -1;
	q = (const unsigned char *)bytes.p;
	end = bytes.n > 0 ? q + bytes.n : q;

	if (bytes.n > 2 * WIRE_NUMBER_MAX) {
		q = wire_varint(q, end, &key);
		if (q == NULL || (key & 7) != WIRE_BYTES ||
			wire_varint(q, end, &count) == NULL)
			return -1;
	}
	if (n <= STREAM_ROOM) {
		strbuf_reset(&s->begun);
		strbuf_add(&s->begun, bytes);
	} else if (w.pos > 0) {
		memmove(s->begun.p, bytes.p, bytes.n);
		s->begun.n = bytes.n;
	}
	return 0;
}

int
pprof_scan_end(struct pprof_scan *s)
{
	if (s->begun.n > 0)
		return -1;
	strbuf_free(&s->begun);
	scan_finish(s);
	return s->odd ? -1 : 0;
}
