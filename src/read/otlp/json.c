/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Converts OpenTelemetry's profiles in JSON, one object or one per line, to
 * protobuf, which otlp.c reads. Unknown names are left out, as the standard
 * requires.
 */
#include "prelude.h"

#include "base/ascii.h"
#include "base/decimal.h"
#include "base/json.h"
#include "base/vec.h"
#include "read/otlp/otlp.h"
#include "read/protowire.h"
#include "read/reader.h"

/* ---- Messages ---- */

enum oj_kind {
	OJ_NUMBER, /* an integer, as number or text */
	OJ_FIXED,  /* a number of 8 bytes */
	OJ_BOOL,
	OJ_REAL,
	OJ_TEXT,
	OJ_BASE64,
	OJ_ID, /* bytes in hex, or in base64 */
	OJ_MESSAGE,
	OJ_NOTHING, /* the content is ignored */
};

struct oj_field {
	const char *name;
	unsigned number;
	enum oj_kind kind;
	const struct oj_field *sub;
};

/* clang-format off */
static const struct oj_field any_value[] = {
	{ "stringValue", 1, OJ_TEXT, NULL },
	{ "boolValue", 2, OJ_BOOL, NULL },
	{ "intValue", 3, OJ_NUMBER, NULL },
	{ "doubleValue", 4, OJ_REAL, NULL },
	{ "arrayValue", 5, OJ_NOTHING, NULL },
	{ "kvlistValue", 6, OJ_NOTHING, NULL },
	{ "bytesValue", 7, OJ_BASE64, NULL },
	{ "stringValueStrindex", 8, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field key_value[] = {
	{ "key", 1, OJ_TEXT, NULL },
	{ "value", 2, OJ_MESSAGE, any_value },
	{ "keyStrindex", 3, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field attribute[] = {
	{ "key", 1, OJ_TEXT, NULL },
	{ "keyStrindex", 1, OJ_NUMBER, NULL },
	{ "value", 2, OJ_MESSAGE, any_value },
	{ "unitStrindex", 3, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field mapping[] = {
	{ "memoryStart", 1, OJ_NUMBER, NULL },
	{ "memoryLimit", 2, OJ_NUMBER, NULL },
	{ "fileOffset", 3, OJ_NUMBER, NULL },
	{ "filenameStrindex", 4, OJ_NUMBER, NULL },
	{ "attributeIndices", 5, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field line[] = {
	{ "functionIndex", 1, OJ_NUMBER, NULL },
	{ "line", 2, OJ_NUMBER, NULL },
	{ "column", 3, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field location[] = {
	{ "mappingIndex", 1, OJ_NUMBER, NULL },
	{ "address", 2, OJ_NUMBER, NULL },
	{ "lines", 3, OJ_MESSAGE, line },
	{ "line", 3, OJ_MESSAGE, line },
	{ "attributeIndices", 4, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field function[] = {
	{ "nameStrindex", 1, OJ_NUMBER, NULL },
	{ "systemNameStrindex", 2, OJ_NUMBER, NULL },
	{ "filenameStrindex", 3, OJ_NUMBER, NULL },
	{ "startLine", 4, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field link_message[] = {
	{ "traceId", 1, OJ_ID, NULL },
	{ "spanId", 2, OJ_ID, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field stack[] = {
	{ "locationIndices", 1, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field dictionary[] = {
	{ "mappingTable", 1, OJ_MESSAGE, mapping },
	{ "locationTable", 2, OJ_MESSAGE, location },
	{ "functionTable", 3, OJ_MESSAGE, function },
	{ "linkTable", 4, OJ_MESSAGE, link_message },
	{ "stringTable", 5, OJ_TEXT, NULL },
	{ "attributeTable", 6, OJ_MESSAGE, attribute },
	{ "stackTable", 7, OJ_MESSAGE, stack },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field value_type[] = {
	{ "typeStrindex", 1, OJ_NUMBER, NULL },
	{ "unitStrindex", 2, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field sample[] = {
	{ "stackIndex", 1, OJ_NUMBER, NULL },
	{ "attributeIndices", 2, OJ_NUMBER, NULL },
	{ "linkIndex", 3, OJ_NUMBER, NULL },
	{ "values", 4, OJ_NUMBER, NULL },
	{ "value", 4, OJ_NUMBER, NULL },
	{ "timestampsUnixNano", 5, OJ_FIXED, NULL },
	{ "locationsStartIndex", OTLP_JSON_START, OJ_NUMBER, NULL },
	{ "locationsLength", OTLP_JSON_LENGTH, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field profile[] = {
	{ "sampleType", 1, OJ_MESSAGE, value_type },
	{ "samples", 2, OJ_MESSAGE, sample },
	{ "sample", 2, OJ_MESSAGE, sample },
	{ "timeUnixNano", 3, OJ_FIXED, NULL },
	{ "timeNanos", 3, OJ_FIXED, NULL },
	{ "durationNano", 4, OJ_NUMBER, NULL },
	{ "durationNanos", 4, OJ_NUMBER, NULL },
	{ "periodType", 5, OJ_MESSAGE, value_type },
	{ "period", 6, OJ_NUMBER, NULL },
	{ "originalPayload", 10, OJ_NOTHING, NULL },
	{ "locationIndices", OTLP_JSON_LOCATIONS, OJ_NUMBER, NULL },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field scope[] = {
	{ "attributes", 3, OJ_MESSAGE, key_value },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field scope_profiles[] = {
	{ "scope", 1, OJ_MESSAGE, scope },
	{ "profiles", 2, OJ_MESSAGE, profile },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field resource[] = {
	{ "attributes", 1, OJ_MESSAGE, key_value },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field resource_profiles[] = {
	{ "resource", 1, OJ_MESSAGE, resource },
	{ "scopeProfiles", 2, OJ_MESSAGE, scope_profiles },
	{ NULL, 0, OJ_NOTHING, NULL } };
static const struct oj_field message[] = {
	{ "resourceProfiles", 1, OJ_MESSAGE, resource_profiles },
	{ "dictionary", 2, OJ_MESSAGE, dictionary },
	{ NULL, 0, OJ_NOTHING, NULL } };
/* clang-format on */

/* ---- Protobuf ---- */

static void
oj_put_number(struct strbuf *out, uint64_t v)
{
	for (; v >= 0x80; v >>= 7)
		strbuf_addch(out, (char)(unsigned char)(v | 0x80));
	strbuf_addch(out, (char)(unsigned char)v);
}

static void
oj_put_key(struct strbuf *out, const struct oj_field *f, unsigned type)
{
	oj_put_number(out, (uint64_t)f->number << 3 | type);
}

static void
oj_put_bytes(struct strbuf *out, const struct oj_field *f, struct str s)
{
	oj_put_key(out, f, WIRE_BYTES);
	oj_put_number(out, s.n);
	strbuf_add(out, s);
}

static void
oj_put_fixed64(struct strbuf *out, const struct oj_field *f, uint64_t v)
{
	oj_put_key(out, f, WIRE_FIXED64);
	for (int i = 0; i < 8; i++, v >>= 8)
		strbuf_addch(out, (char)(unsigned char)v);
}

/* ---- Values ---- */

struct oj {
	struct jwalk w;
	size_t odd; /* values of the wrong type */
};

static int oj_message(
	struct oj *o, const struct oj_field *fields, struct strbuf *out);

/* Read "12" or 12, as 64-bit numbers are strings. Anything else is 0, as if it
   were missing. */
static int
oj_number(struct oj *o, uint64_t *out)
{
	struct str s, rest, digits;
	bool clipped = false;
	int64_t n;

	*out = 0;
	if (jwalk_span(&o->w, &s) != 0)
		return -1;
	if (s.n > 1 && s.p[0] == '"')
		s = str_sub(s, 1, s.n - 1);
	if (decimal_read(s, 0, &n, &clipped) && !clipped) {
		*out = (uint64_t)n;
		return 0;
	}
	/* Addresses may be larger than int64_t. */
	rest = s;
	digits = str_cut_digits(&rest);
	if (digits.n == 0 || digits.n > 20 || rest.n > 0) {
		o->odd++;
		return 0;
	}
	for (size_t i = 0; i < digits.n; i++)
		*out = *out * 10 + (uint64_t)(digits.p[i] - '0');
	return 0;
}

static void
oj_put_base64(struct strbuf *out, const struct oj_field *f, struct str s)
{
	static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
				      "abcdefghijklmnopqrstuvwxyz0123456789+/";
	struct strbuf bytes = STRBUF_INIT;
	uint32_t bits = 0;
	int n = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i] == '-' ? '+' : s.p[i] == '_' ? '/' : s.p[i];
		const char *at = c != '\0' ? strchr(letters, c) : NULL;

		if (at == NULL)
			continue;
		bits = (bits << 6 | (uint32_t)(at - letters)) & 0xffffff;
		n += 6;
		if (n >= 8) {
			n -= 8;
			strbuf_addch(&bytes, (char)(unsigned char)(bits >> n));
		}
	}
	oj_put_bytes(out, f, strbuf_str(&bytes));
	strbuf_free(&bytes);
}

/* Write bytes given as hex digits; other characters count as 0. */
static void
oj_put_hex(struct strbuf *out, const struct oj_field *f, struct str s)
{
	struct strbuf bytes = STRBUF_INIT;

	for (size_t i = 0; i + 1 < s.n; i += 2) {
		int high = ascii_hex(s.p[i]), low = ascii_hex(s.p[i + 1]);

		strbuf_addch(&bytes,
			(char)((high < 0 ? 0 : high) << 4 |
				(low < 0 ? 0 : low)));
	}
	oj_put_bytes(out, f, strbuf_str(&bytes));
	strbuf_free(&bytes);
}

/* Write one value of a field. */
static int
oj_value(struct oj *o, const struct oj_field *f, struct strbuf *out)
{
	struct jval *v = NULL;
	struct str text;
	uint64_t n;
	int rc;

	switch (f->kind) {
	case OJ_NUMBER:
		if (oj_number(o, &n) != 0)
			return -1;
		oj_put_key(out, f, WIRE_VARINT);
		oj_put_number(out, n);
		return 0;
	case OJ_FIXED:
		if (oj_number(o, &n) != 0)
			return -1;
		oj_put_fixed64(out, f, n);
		return 0;
	case OJ_BOOL:
		oj_put_key(out, f, WIRE_VARINT);
		oj_put_number(out, jwalk_peek(&o->w) == 't');
		return jwalk_skip(&o->w);
	case OJ_REAL: {
		uint64_t bits;
		struct str real_text;
		double d;

		if (jwalk_span(&o->w, &real_text) != 0)
			return -1;
		/* Skip Infinity and NaN, which are strings. */
		if (!decimal_double(real_text, &d))
			return 0;
		memcpy(&bits, &d, sizeof(bits));
		oj_put_fixed64(out, f, bits);
		return 0;
	}
	case OJ_TEXT:
	case OJ_ID:
	case OJ_BASE64: {
		size_t at = o->w.at;

		/* Get the next string without its quotes. If it has escapes, v
		   holds it and must be freed. Anything else is "", so that
		   later rows of a table keep their index. */
		v = NULL;
		if (jwalk_span(&o->w, &text) != 0) {
			rc = -1;
		} else if (text.n < 2 || text.p[0] != '"') {
			text = STR_EMPTY;
			o->odd++;
			rc = 0;
		} else if (str_chr(text, '\\') < 0) {
			text = str_sub(text, 1, text.n - 1);
			rc = 0;
		} else {
			jwalk_to(&o->w, at);
			v = jval_read(&o->w);
			rc = v != NULL && jval_text(v, &text) ? 0 : -1;
		}
	}
		if (rc == 0 && f->kind == OJ_TEXT)
			oj_put_bytes(out, f, text);
		else if (rc == 0 && f->kind == OJ_ID &&
			(text.n == 32 || text.n == 16))
			oj_put_hex(out, f, text);
		else if (rc == 0)
			oj_put_base64(out, f, text);
		jval_free(v);
		return rc;
	case OJ_MESSAGE: {
		struct strbuf inner = STRBUF_INIT;
		bool is_object = jwalk_peek(&o->w) == '{';
		int sub_rc = is_object ? oj_message(o, f->sub, &inner)
				       : jwalk_skip(&o->w);

		o->odd += !is_object;
		if (sub_rc == 0)
			oj_put_bytes(out, f, strbuf_str(&inner));
		strbuf_free(&inner);
		return sub_rc;
	}
	case OJ_NOTHING:
		oj_put_bytes(out, f, STR("."));
		return jwalk_skip(&o->w);
	}
	return 0;
}

/* Write all values of a field, which may be a list. */
static int
oj_values(struct oj *o, const struct oj_field *f, struct strbuf *out)
{
	size_t n = 0;
	int more;

	if (jwalk_peek(&o->w) == 'n') /* null: missing */
		return jwalk_skip(&o->w);
	if (jwalk_peek(&o->w) != '[' || f->kind == OJ_NOTHING)
		return oj_value(o, f, out);
	if (jwalk_array(&o->w) != 0)
		return -1;
	while ((more = jwalk_next(&o->w, &n)) > 0)
		if (oj_value(o, f, out) != 0)
			return -1;
	return more;
}

/* Write an object. The tables above limit the depth. */
static int
oj_message(struct oj *o, const struct oj_field *fields, struct strbuf *out)
{
	struct str key;
	size_t n = 0;
	int more;

	if (jwalk_object(&o->w) != 0)
		return -1;
	while ((more = jwalk_key(&o->w, &n, &key)) > 0) {
		const struct oj_field *f = fields;

		while (f->name != NULL && !str_is(key, f->name))
			f++;
		if ((f->name != NULL ? oj_values(o, f, out)
				     : jwalk_skip(&o->w)) != 0)
			return -1;
	}
	return more;
}

/* ---- Files ---- */

static int
otlpjson_read(struct read_job *job, struct err *err)
{
	VEC(struct strbuf) text = { 0 };
	VEC(struct str) span = { 0 };
	size_t held = 0;
	struct oj o = { .odd = 0 };
	int rc = jwalk_start(&o.w, job->bytes, job->progress, err);

	while (rc == 0 && jwalk_peek(&o.w) != '\0') {
		struct strbuf out = STRBUF_INIT;

		/* The last of several lines may be truncated. */
		rc = oj_message(&o, message, &out);
		if (rc != 0 && text.n > 0 && err->code == ERR_FORMAT &&
			str_chr(str_trim(str_skip(o.w.text, held)), '\n') < 0) {
			rc = 0;
			strbuf_free(&out);
			job->partial = (struct partial){ .bytes = held,
				.bytes_of = job->bytes.n };
			break;
		}
		held = o.w.at;
		vec_push(&text, out);
		if (rc == 0)
			rc = read_limit(job, held, "messages need", err);
	}
	for (size_t i = 0; i < text.n; i++)
		vec_push(&span, strbuf_str(&text.p[i]));
	if (rc == 0)
		rc = otlp_messages(job, span.p, span.n, true, err);
	if (rc == 0 && o.odd > 0)
		warnings_add(job->warnings,
			"values of the wrong type were taken as 0 or as "
			"missing: %zu",
			o.odd);
	for (size_t i = 0; i < text.n; i++)
		strbuf_free(&text.p[i]);
	vec_free(&text);
	vec_free(&span);
	return rc;
}

const struct reader reader_otlpjson = { "otlpjson",
	"OpenTelemetry profiles, JSON", otlpjson_read, .family = JF_OTLP };
