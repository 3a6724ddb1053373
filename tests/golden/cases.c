/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Golden files and lists of cases; see cases.h for how they look.
 */
#include "prelude.h"

#include "golden/cases.h"

#include <errno.h>
#include <inttypes.h>

enum { LONGEST = 3000 }; /* bytes of an output that is kept whole */

int
golden_read(const char *path, struct strbuf *to, struct err *err)
{
	char buf[65536];
	size_t n;
	FILE *f = fopen(path, "rb");
	int rc = 0;

	if (f == NULL)
		return err_errno(err, errno, "%s", path);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(to, str_from(buf, n));
	if (ferror(f))
		rc = err_errno(err, errno, "%s", path);
	fclose(f);
	return rc;
}

int
file_write(const char *path, struct str text, struct err *err)
{
	FILE *f = fopen(path, "wb");
	bool ok;

	if (f == NULL)
		return err_errno(err, errno, "%s", path);
	ok = text.n == 0 || fwrite(text.p, 1, text.n, f) == text.n;
	if (fclose(f) != 0 || !ok)
		return err_errno(err, errno, "%s", path);
	return 0;
}

/* The line names a case. */
static bool
is_head(struct str line)
{
	return line.n >= 2 && (line.p[0] == '$' || line.p[0] == '~') &&
		line.p[1] == ' ';
}

/* The lines from the start of text to the next section. */
static struct str
take_output(struct str *text)
{
	struct str left = *text, out;

	while (left.n > 0 && !is_head(left))
		str_cut(&left, '\n');
	out = str_sub(*text, 0, text->n - left.n);
	*text = left;
	return out;
}

int
golden_parse(struct str text, struct golden_cases *to, struct err *err)
{
	while (text.n > 0) {
		size_t first = to->n;
		struct str want;

		while (is_head(text)) {
			struct str line = str_cut(&text, '\n');

			vec_push(to, ((struct golden_case){
				.args = str_skip(line, 2),
				.is_loose = line.p[0] == '~' }));
		}
		if (to->n == first)
			return err_set(err, ERR_FORMAT,
				"the file does not start with a case");
		want = take_output(&text);
		for (size_t i = first; i < to->n; i++)
			to->p[i].want = want;
	}
	return 0;
}

bool
golden_is_refusal(struct str want)
{
	return str_starts(want, STR("! "));
}

/* The output consists of lines, none of which looks like a case, and does not
   start as a refusal or a checksum does. */
static bool
is_storable(struct str out)
{
	if (out.n == 0 || out.p[out.n - 1] != '\n' ||
		memchr(out.p, '\0', out.n) != NULL ||
		golden_is_refusal(out) || str_starts(out, STR("# ")))
		return false;
	take_output(&out);
	return out.n == 0;
}

/* FNV-1a: the same everywhere and always. */
static uint64_t
checksum(struct str s)
{
	uint64_t h = UINT64_C(0xcbf29ce484222325);

	for (size_t i = 0; i < s.n; i++) {
		h ^= (unsigned char)s.p[i];
		h *= UINT64_C(0x100000001b3);
	}
	return h;
}

static void
add_checksum(struct str out, struct strbuf *to)
{
	strbuf_addf(to, "# %zu bytes, %016" PRIx64 "\n", out.n, checksum(out));
}

void
golden_keep(struct str out, struct strbuf *to)
{
	if (out.n <= LONGEST && is_storable(out))
		strbuf_add(to, out);
	else
		add_checksum(out, to);
}

bool
golden_matches(struct str want, struct str out)
{
	struct strbuf b = STRBUF_INIT;
	bool same = str_eq(want, out);

	if (!same && str_starts(want, STR("# "))) {
		add_checksum(out, &b);
		same = str_eq(want, strbuf_str(&b));
	}
	strbuf_free(&b);
	return same;
}

void
golden_add(struct golden_sections *to, const struct golden_case *c)
{
	struct golden_section *s = NULL;

	for (size_t i = 0; i < to->n && s == NULL; i++) {
		if (str_eq(strbuf_str(&to->p[i].want), c->want))
			s = &to->p[i];
	}
	if (s == NULL) {
		vec_push(to, ((struct golden_section){
			.args = STRBUF_INIT, .want = STRBUF_INIT }));
		s = &to->p[to->n - 1];
		strbuf_add(&s->want, c->want);
	}
	strbuf_addf(&s->args, "%c %.*s\n", c->is_loose ? '~' : '$',
		STR_ARG(c->args));
}

int
golden_save(const struct golden_sections *from, const char *path,
	struct err *err)
{
	struct strbuf b = STRBUF_INIT;
	int rc;

	for (size_t i = 0; i < from->n; i++) {
		strbuf_add(&b, strbuf_str(&from->p[i].args));
		strbuf_add(&b, strbuf_str(&from->p[i].want));
	}
	rc = file_write(path, strbuf_str(&b), err);
	strbuf_free(&b);
	return rc;
}

void
golden_free(struct golden_sections *s)
{
	for (size_t i = 0; i < s->n; i++) {
		strbuf_free(&s->p[i].args);
		strbuf_free(&s->p[i].want);
	}
	vec_free(s);
}

/* Copy one word without its quotes to `to` and end it; false when a quote is
   left open. Returns with *s after the word. */
static bool
take_word(struct str *s, char **to)
{
	bool quoted = false;
	size_t i;

	for (i = 0; i < s->n; i++) {
		char c = s->p[i];

		if (c == '\'')
			quoted = !quoted;
		else if (c == ' ' && !quoted)
			break;
		else
			*(*to)++ = c;
	}
	*(*to)++ = '\0';
	*s = str_skip(*s, i);
	return !quoted;
}

int
words_split(struct str args, size_t skip, struct words *to, struct err *err)
{
	struct str s = str_trim(args);
	char *out = xmalloc(s.n + 1);
	VEC(const char *) list = { 0 };
	bool closed = true;

	to->block = out;
	for (size_t i = 0; i < skip; i++)
		vec_push(&list, NULL);
	while (s.n > 0) {
		if (s.p[0] == ' ') {
			s = str_skip(s, 1);
			continue;
		}
		vec_push(&list, out);
		closed = take_word(&s, &out) && closed;
	}
	to->n = list.n;
	vec_push(&list, NULL);
	to->p = list.p;
	if (closed)
		return 0;
	words_free(to);
	return err_set(err, ERR_FORMAT, "%.*s: quote left open",
		STR_ARG(args));
}

void
words_free(struct words *w)
{
	free(w->p);
	free(w->block);
	*w = (struct words){ .p = NULL };
}
