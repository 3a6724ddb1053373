/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The key table printed for people and for the man page (keymap.h). */
#include "config.h"

#include "conf/keymap.h"

#include <string.h>

#include "base/banned.h"

/* The man page's section. Every key is protected: alone on a macro line,
   punctuation would be set as punctuation. */
static void
dump_mdoc_text(FILE *out, const char *text)
{
	for (; *text != '\0'; text++) {
		switch (*text) {
		case '\\':
			(void)fputs("\\e", out);
			break;
		case '-':
			(void)fputs("\\-", out);
			break;
		case '^':
			(void)fputs("\\(ha", out);
			break;
		case '~':
			(void)fputs("\\(ti", out);
			break;
		case '\'':
			(void)fputs("\\(aq", out);
			break;
		default:
			(void)fputc(*text, out);
			break;
		}
	}
}

static void
dump_mdoc_item(const struct keymap *km, FILE *out, size_t i)
{
	const struct binding *first = keymap_at(km, i), *b = first;
	char name[KEY_NAME_MAX];

	(void)fputs(".It", out);
	do {
		(void)fputs(b == first ? " Ic \\&" : " , Ic \\&", out);
		dump_mdoc_text(out, key_name(key_parse(str_c(b->key)), name));
		b = keymap_at(km, ++i);
	} while (b != NULL && b->group == NULL);
	(void)fputs("\n\\&", out);
	dump_mdoc_text(out, first->help);
	(void)fputs(".\n", out);
}

static void
dump_mdoc(const struct keymap *km, FILE *out)
{
	const struct binding *b;
	const char *group = NULL;

	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++) {
		if (b->group == NULL)
			continue;
		if (group == NULL || strcmp(group, b->group) != 0) {
			if (group != NULL)
				(void)fputs(".El\n", out);
			/* "In" alone would be a macro. */
			(void)fprintf(out, ".Ss \\&%s\n", b->group);
			(void)fputs(".Bl -tag -width \"Backspace\" -compact\n",
				out);
			group = b->group;
		}
		dump_mdoc_item(km, out, i);
	}
	if (group != NULL)
		(void)fputs(".El\n", out);
}

static void
dump_text(const struct keymap *km, FILE *out)
{
	const struct binding *b;
	char name[KEY_NAME_MAX];

	for (size_t i = 0; (b = keymap_at(km, i)) != NULL; i++)
		(void)fprintf(out, "%-5s %-10s %s\n", b->map,
			key_name(key_parse(str_c(b->key)), name), b->command);
}

int
keymap_dump(
	const struct keymap *km, FILE *out, struct str format, struct err *err)
{
	if (str_is(format, "mdoc"))
		dump_mdoc(km, out);
	else if (str_is(format, "text"))
		dump_text(km, out);
	else
		return err_set(err, ERR_USAGE,
			"unknown format \"%.*s\" (mdoc, text)",
			STR_ARG(format));
	return 0;
}
