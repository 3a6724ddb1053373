/* SPDX-License-Identifier: GPL-3.0-or-later */
/* JSON Schema: see util_schema.h. */
#include "prelude.h"

#include "util_schema.h"

#ifdef HAVE_JANSSON

#include "base/compiler.h"
#include "engine/regexp.h"

/* A keyword's word on a value. */
struct judgement {
	const json_t *root, *schema, *value;
	struct strbuf *why;
};

static bool
refuse(const struct judgement *j, const char *what)
{
	char *value = json_dumps(j->value, JSON_ENCODE_ANY);

	strbuf_addf(j->why, "%s: %.200s", what, value);
	free(value);
	return false;
}

static bool
is_type(const json_t *v, const char *type)
{
	return strcmp(type, "object") == 0     ? json_is_object(v)
		: strcmp(type, "array") == 0   ? json_is_array(v)
		: strcmp(type, "string") == 0  ? json_is_string(v)
		: strcmp(type, "integer") == 0 ? json_is_integer(v)
		: strcmp(type, "number") == 0  ? json_is_number(v)
		: strcmp(type, "boolean") == 0 ? json_is_boolean(v)
					       : false;
}

static bool
allows_type(const struct judgement *j, const json_t *word)
{
	if (json_is_string(word) && is_type(j->value, json_string_value(word)))
		return true;
	for (size_t i = 0; i < json_array_size(word); i++)
		if (is_type(j->value,
			    json_string_value(json_array_get(word, i))))
			return true;
	return refuse(j, "type");
}

static bool
allows_const(const struct judgement *j, const json_t *word)
{
	return json_equal(j->value, word) || refuse(j, "const");
}

static bool
allows_enum(const struct judgement *j, const json_t *word)
{
	for (size_t i = 0; i < json_array_size(word); i++)
		if (json_equal(j->value, json_array_get(word, i)))
			return true;
	return refuse(j, "enum");
}

static bool
allows_minimum(const struct judgement *j, const json_t *word)
{
	return json_number_value(j->value) >= json_number_value(word) ||
		refuse(j, "minimum");
}

static bool
allows_pattern(const struct judgement *j, const json_t *word)
{
	struct err err = ERR_INIT;
	struct regexp *m =
		regexp_new(str_c(json_string_value(word)), NULL, &err);
	bool fits =
		m != NULL && regexp_str(m, str_c(json_string_value(j->value)));

	regexp_free(m);
	return fits || refuse(j, "pattern");
}

static bool
allows_required(const struct judgement *j, const json_t *word)
{
	for (size_t i = 0; i < json_array_size(word); i++) {
		const char *key = json_string_value(json_array_get(word, i));

		if (json_object_get(j->value, key) == NULL)
			return refuse(j, key);
	}
	return true;
}

/* What it says of one of the members. */
static bool
allows_member(const struct judgement *j, const json_t *word, const char *key,
	const json_t *member)
{
	const json_t *known = json_object_get(word, key);
	bool closed = json_object_get(j->schema, "type") != NULL;

	if (known == NULL)
		known = json_object_get(j->schema, "additionalProperties");
	if (known == NULL)
		return !closed || refuse(j, key);
	if (jsonschema_allows(j->root, known, member, j->why))
		return true;
	strbuf_addf(j->why, " < %s", key);
	return false;
}

static bool
allows_properties(const struct judgement *j, const json_t *word)
{
	json_t *v = (json_t *)(uintptr_t)j->value;

	for (void *at = json_object_iter(v); at != NULL;
		at = json_object_iter_next(v, at))
		if (!allows_member(j, word, json_object_iter_key(at),
			    json_object_iter_value(at)))
			return false;
	return true;
}

/* Of an object without "properties"; with them they have done it. */
static bool
allows_additional(const struct judgement *j, const json_t *word)
{
	(void)word;
	return json_object_get(j->schema, "properties") != NULL ||
		allows_properties(j, NULL);
}

static bool
allows_items(const struct judgement *j, const json_t *word)
{
	for (size_t i = 0; i < json_array_size(j->value); i++) {
		if (jsonschema_allows(
			    j->root, word, json_array_get(j->value, i), j->why))
			continue;
		strbuf_addf(j->why, " < %zu", i);
		return false;
	}
	return true;
}

static bool
allows_any(const struct judgement *j, const json_t *word)
{
	size_t from = j->why->n;

	for (size_t i = 0; i < json_array_size(word); i++)
		if (jsonschema_allows(j->root, json_array_get(word, i),
			    j->value, j->why)) {
			strbuf_cut(j->why, from);
			return true;
		}
	return false;
}

static bool
allows_ref(const struct judgement *j, const json_t *word)
{
	const char *name = strrchr(json_string_value(word), '/') + 1;
	const json_t *to =
		json_object_get(json_object_get(j->root, "$defs"), name);

	if (to == NULL)
		return refuse(j, name);
	return jsonschema_allows(j->root, to, j->value, j->why);
}

static bool
allows_remark(const struct judgement *j, const json_t *word)
{
	(void)j;
	(void)word;
	return true;
}

static const struct {
	const char *name;
	bool (*allows)(const struct judgement *j, const json_t *word);
} keywords[] = {
	{ "$ref", allows_ref },
	{ "type", allows_type },
	{ "const", allows_const },
	{ "enum", allows_enum },
	{ "minimum", allows_minimum },
	{ "pattern", allows_pattern },
	{ "required", allows_required },
	{ "properties", allows_properties },
	{ "additionalProperties", allows_additional },
	{ "items", allows_items },
	{ "anyOf", allows_any },
	{ "$schema", allows_remark },
	{ "$comment", allows_remark },
	{ "$defs", allows_remark },
	{ "title", allows_remark },
	{ "description", allows_remark },
};

bool
jsonschema_allows(const json_t *root, const json_t *schema, const json_t *value,
	struct strbuf *why)
{
	const struct judgement j = { root, schema, value, why };
	json_t *words = (json_t *)(uintptr_t)schema;

	for (void *at = json_object_iter(words); at != NULL;
		at = json_object_iter_next(words, at)) {
		const char *key = json_object_iter_key(at);
		size_t i = 0;

		while (i < COUNT_OF(keywords) &&
			strcmp(keywords[i].name, key) != 0)
			i++;
		if (i == COUNT_OF(keywords))
			return refuse(&j, key);
		if (!keywords[i].allows(&j, json_object_iter_value(at)))
			return false;
	}
	return true;
}

#endif
