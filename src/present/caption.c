/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Display names and hues. */
#include "prelude.h"

#include "present/caption.h"

#include <inttypes.h>

#include "base/ascii.h"
#include "base/hash.h"
#include "base/utf8.h"
#include "base/xalloc.h"
#include "present/grid.h"
#include "present/number.h"
#include "profile/package.h"
#include "profile/place.h"

struct str
caption_source(const struct view *v, frame_id frame, int64_t *line)
{
	const struct frame *f = &v->frames->frame[frame];
	const struct profile *p = v->profile;
	func_id func;

	*line = f->line;
	/* Frames that are files, or unknown, have no function. */
	if (f->first_line == NONE || (f->name.n == 0 && f->line == 0))
		return f->file;
	func = p->line.func[f->first_line];
	if (*line == 0)
		*line = p->line.line[f->first_line];
	if (*line == 0 && func != NONE)
		*line = p->func.start_line[func];
	return frame_file(v->frames, frame);
}

static struct str
basename_of(struct str path)
{
	ptrdiff_t slash = str_rchr(path, '/');

	return str_skip(path, (size_t)(slash + 1));
}

void
caption_source_put(
	struct strbuf *out, const struct view *v, frame_id frame, bool whole)
{
	struct str file;
	int64_t line;

	if (frame == NONE)
		return;
	file = caption_source(v, frame, &line);
	if (file.n == 0)
		return;
	strbuf_add(out, whole ? file : basename_of(file));
	if (line != 0)
		strbuf_addf(out, ":%" PRId64, line);
}

void
caption_count(struct strbuf *out, const struct view *v, uint32_t n)
{
	static const char *const one[] = {
		[GRAN_FUNCTIONS] = "function",
		[GRAN_FILEFUNCTIONS] = "function",
		[GRAN_FILES] = "file",
		[GRAN_LINES] = "line",
		[GRAN_ADDRESSES] = "address",
	};
	enum granularity what = v->query.granularity;

	count_put(out, n);
	strbuf_addf(out, " %s%s%s", one[what],
		n != 1 && what == GRAN_ADDRESSES ? "e" : "", plural(n));
}

struct str
arena_text(struct arena *arena, struct strbuf *b)
{
	struct str s = arena_str(arena, strbuf_str(b));

	strbuf_free(b);
	return s;
}

/* True if tagroot or tagleaf made the frame: it is in a file named after the
   label's key, *key. */
static bool
is_of_label(const struct view *v, const struct frame *f, struct str *key)
{
	const struct profile *p = v->profile;
	struct str lists[] = { v->query.tagroot, v->query.tagleaf };
	func_id func;

	if (f->first_line == NONE)
		return false;
	func = p->line.func[f->first_line];
	for (size_t i = 0; func != NONE && i < COUNT_OF(lists); i++)
		while (lists[i].n > 0) {
			*key = str_cut(&lists[i], ',');
			if (key->n > 0 &&
				str_eq(*key,
					profile_str(p, p->func.file[func])))
				return true;
		}
	return false;
}

bool
caption_is_label(const struct view *v, frame_id frame)
{
	struct str key;

	return frame != NONE && v->query.tagroot.n + v->query.tagleaf.n > 0 &&
		is_of_label(v, &v->frames->frame[frame], &key);
}

/* True if tagroot or tagleaf made the frame, a function without a name, for
   samples without the label. */
static bool
is_missing_label(const struct view *v, const struct frame *f, struct str *key)
{
	return f->name.n == 0 && v->query.granularity != GRAN_FILES &&
		is_of_label(v, f, key);
}

static void
caption_add_form(struct name_forms *out, struct str form)
{
	if (out->n < NAME_FORMS && form.n > 0 &&
		(out->n == 0 || form.n < out->form[out->n - 1].n))
		out->form[out->n++] = form;
}

void
caption_forms(struct name_forms *out, const struct view *v, frame_id frame,
	enum caption_mode mode, struct arena *arena)
{
	const struct frame *f;
	struct strbuf b = STRBUF_INIT;
	struct str key;

	*out = (struct name_forms){ .n = 1, .form = { STR("root") } };
	if (frame == NONE)
		return;
	f = &v->frames->frame[frame];
	if (is_missing_label(v, f, &key)) {
		strbuf_addf(&b, "(no %.*s)", STR_ARG(key));
		out->form[0] = arena_text(arena, &b);
		return;
	}
	if (mode == CAPTION_FILELINE) {
		caption_source_put(&b, v, frame, true);
		if (b.n > 0) {
			out->form[0] = arena_text(arena, &b);
			caption_add_form(out, basename_of(out->form[0]));
			out->packaged = out->n - 1;
			return;
		}
	}
	if (f->name.n > 0 &&
		(f->file.n > 0 || f->line != 0 || f->address != 0)) {
		struct name_forms names;
		struct strbuf forms_b = STRBUF_INIT;

		/* All forms keep the line, file or address:
		   "price.applyRules rules.go:41", "applyRules:41". */
		name_forms(&names, f->name, arena);
		*out = (struct name_forms){ .n = 0 };
		caption_add_form(out, f->text);
		if (f->file.n > 0) {
			strbuf_add(&forms_b, names.form[names.plain]);
			strbuf_addch(&forms_b, ' ');
			strbuf_add(&forms_b, basename_of(f->file));
			if (f->line != 0)
				strbuf_addf(&forms_b, ":%" PRId64, f->line);
			caption_add_form(out, arena_text(arena, &forms_b));
			out->plain = out->n - 1;
		}
		for (int k = names.plain; k < names.n; k++) {
			strbuf_add(&forms_b, names.form[k]);
			if (f->line != 0)
				strbuf_addf(&forms_b, ":%" PRId64, f->line);
			else if (f->address != 0)
				strbuf_addf(&forms_b, " %" PRIx64, f->address);
			caption_add_form(out, arena_text(arena, &forms_b));
			if (k <= names.packaged)
				out->packaged = out->n - 1;
		}
		if (f->file.n == 0 && out->n > 1)
			out->plain = 1;
		if (out->packaged < out->plain)
			out->packaged = out->plain;
	} else
		name_forms(out, f->text, arena);
	if (mode == CAPTION_SHORT)
		out->form[0] = out->form[out->n - 1];
	if (mode == CAPTION_SHORT || mode == CAPTION_FULL) {
		out->n = 1;
		out->plain = out->packaged = 0;
	}
}

struct str
caption_short(const struct view *v, frame_id frame, enum caption_mode mode,
	struct arena *arena)
{
	struct name_forms forms;

	caption_forms(&forms, v, frame, mode, arena);
	return forms.form[forms.plain];
}

/* Return the longest form that fits, else the shortest. */
static int
form_that_fits(const struct caption *c, bool ascii)
{
	const struct name_forms *forms = &c->forms;

	return c->in_list
		? name_form_for(
			  forms, forms->plain, forms->packaged, c->cols, ascii)
		: name_form_for(forms, 0, forms->n - 1, c->cols, ascii);
}

/* Narrower captions are only cut, even if some then read alike. */
enum { ALIKE_COLS = 6 };

void
captions_fit(struct caption *caption, size_t n, bool ascii)
{
	size_t *set = xcalloc(n > 0 ? n : 1, sizeof(*set));
	bool *done = xcalloc(n > 0 ? n : 1, sizeof(*done));

	for (size_t i = 0; i < n; i++)
		name_put(&caption[i].text, &caption[i].forms,
			form_that_fits(&caption[i], ascii), caption[i].cols,
			ascii);
	for (size_t i = 0; i < n; i++) {
		size_t alike = 0;

		for (size_t k = i + 1; !done[i] && k < n; k++)
			if (!done[k] && caption[i].cols >= ALIKE_COLS &&
				str_eq(strbuf_str(&caption[i].text),
					strbuf_str(&caption[k].text)) &&
				!str_eq(caption[i].forms.form[0],
					caption[k].forms.form[0])) {
				done[k] = true;
				set[++alike] = k;
			}
		if (alike > 0) {
			size_t apart_n;
			struct strbuf *text;
			bool differ = false;

			set[0] = i;
			/* Make the captions in `set` differ: try longer forms
			   cut in the middle, then the shortest form cut at the
			   left. */
			apart_n = alike + 1;
			text = xcalloc(apart_n, sizeof(*text));
			for (int longer = 1; !differ && longer <= NAME_FORMS;
				longer++) {
				differ = true;
				for (size_t at = 0; at < apart_n; at++) {
					const struct caption *c =
						&caption[set[at]];
					const struct str *form = c->forms.form;
					int k = form_that_fits(c, ascii) -
						longer;

					strbuf_reset(&text[at]);
					if (longer == NAME_FORMS)
						name_cut(&text[at],
							form[c->forms.n - 1],
							c->cols, ascii);
					else
						name_put(&text[at], &c->forms,
							k > 0 ? k : 0, c->cols,
							ascii);
					for (size_t j = 0; j < at; j++)
						differ &= !str_eq(
							strbuf_str(&text[at]),
							strbuf_str(&text[j]));
				}
			}
			for (size_t at = 0; at < apart_n; at++) {
				if (differ) {
					strbuf_reset(&caption[set[at]].text);
					strbuf_add(&caption[set[at]].text,
						strbuf_str(&text[at]));
				}
				strbuf_free(&text[at]);
			}
			free(text);
		}
	}
	free(set);
	free(done);
}

/* Return a frame's package; *of_class: it is a package of the JVM. */
static struct str
package_of(const struct view *v, frame_id frame, bool *of_class)
{
	const struct frame *f = &v->frames->frame[frame];
	int64_t line;
	struct str file = caption_source(v, frame, &line), key;

	*of_class = false;
	/* Datadog's and Pyroscope's name for the work of the JavaScript engine
	   itself. */
	if (str_is(f->name, "Node.js"))
		return f->name;
	key = package_of_file(file);
	if (key.n > 0)
		return key;
	/* In Go, a capital does not make the name a class. */
	if (!str_ends(file, STR(".go")))
		key = package_of_class(f->name);
	*of_class = key.n > 0;
	if (key.n == 0)
		key = name_package(place_without_copy(f->name));
	if (key.n == 0)
		key = file;
	if (key.n == 0)
		key = f->object;
	return key.n > 0 ? key : f->name.n > 0 ? f->name : f->text;
}

struct str
caption_package(const struct view *v, frame_id frame)
{
	bool of_class;

	return package_of(v, frame, &of_class);
}

void
caption_package_put(struct strbuf *out, const struct view *v, frame_id frame)
{
	bool of_class;
	struct str package = package_of(v, frame, &of_class);

	package_put(out, package, of_class);
}

uint8_t
caption_hue(const struct view *v, frame_id frame, enum hue_mode mode)
{
	const struct frame *f;
	struct str key;

	if (frame == NONE)
		return 0;
	f = &v->frames->frame[frame];
	key = mode == HUE_PACKAGE ? caption_package(v, frame)
		: f->name.n > 0   ? f->name
				  : f->text;
	return (uint8_t)(hash_stable(key.p, key.n) % STYLE_HUES);
}
