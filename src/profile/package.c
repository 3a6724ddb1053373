/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Packages by source file, or by class. */
#include "prelude.h"

#include "profile/package.h"

#include "base/ascii.h"
#include "base/compiler.h"

/* ---- By source file ---- */

/* Return the offset after the last `folder` in a path; 0 if there is none. */
static size_t
after_folder(struct str file, const char *folder)
{
	ptrdiff_t at = str_rfind(file, str_c(folder));

	return at < 0 ? 0 : (size_t)at + strlen(folder);
}

/* Return the offset after a folder like "python3.11/", named by `word` and a
   version; 0 if there is none. */
static size_t
after_version(struct str file, const char *word)
{
	size_t from = after_folder(file, word), end = from;

	while (end < file.n &&
		(ascii_is_digit(file.p[end]) || file.p[end] == '.'))
		end++;
	return end > from && end < file.n && file.p[end] == '/' ? end + 1 : 0;
}

/* Return the path up to the end of the folder whose name begins at `from`; all
   of the path if a file's name begins there. */
static struct str
to_folder(struct str file, size_t from)
{
	ptrdiff_t slash = str_find(file, STR("/"), from);

	return slash < 0 ? file : str_sub(file, 0, (size_t)slash);
}

static struct str
without_end(struct str file, const char *end)
{
	return str_ends(file, str_c(end))
		? str_sub(file, 0, file.n - strlen(end))
		: file;
}

static struct str
python_package(struct str file)
{
	size_t from = after_folder(file, "site-packages/");
	struct str package;

	if (from == 0)
		from = after_folder(file, "dist-packages/");
	if (from == 0)
		from = after_version(file, "/python");
	/* py-spy cuts paths so that they begin with the package. */
	package = from > 0 || (file.p[0] != '/' && file.p[0] != '.')
		? to_folder(file, from)
		: file;
	package = without_end(package, "/__init__.py");
	package = without_end(package, "/__main__.py");
	return without_end(package, ".py");
}

static struct str
script_package(struct str file)
{
	size_t from = after_folder(file, "node_modules/");

	if (from == 0)
		return file;
	if (from < file.n && file.p[from] == '@') {
		ptrdiff_t slash = str_find(file, STR("/"), from);

		from = slash < 0 ? from : (size_t)slash + 1;
	}
	return to_folder(file, from);
}

static struct str
ruby_package(struct str file)
{
	size_t from = after_folder(file, "/gems/");

	/* Gems are in ".../ruby/3.1.0/gems/rack-3.0/". */
	if (from == 0)
		from = after_version(file, "/ruby/");
	return from == 0 ? file : to_folder(file, from);
}

struct str
package_of_file(struct str file)
{
	static const struct {
		const char *end;
		struct str (*package)(struct str file);
	} languages[] = { { ".py", python_package }, { ".js", script_package },
		{ ".mjs", script_package }, { ".cjs", script_package },
		{ ".jsx", script_package }, { ".ts", script_package },
		{ ".tsx", script_package }, { ".rb", ruby_package } };

	/* Modules of node: "node:internal/modules/cjs/loader". */
	if (str_starts(file, STR("node:")))
		return to_folder(file, 0);
	for (size_t i = 0; i < COUNT_OF(languages); i++)
		if (file.n > strlen(languages[i].end) &&
			str_ends(file, str_c(languages[i].end)))
			return languages[i].package(file);
	return STR_EMPTY;
}

/* ---- By class ---- */

static size_t
class_word_end(struct str s, size_t at)
{
	while (at < s.n &&
		(ascii_is_letter(s.p[at]) || ascii_is_digit(s.p[at]) ||
			s.p[at] == '_' || s.p[at] == '$'))
		at++;
	return at;
}

/* Find the package in the name of a class, which ends at *end; "" if the name
   has none. */
static struct str
cut_class(struct str name, size_t *end)
{
	/* "Lcom/acme/Shop;.total" has the form of descriptors. */
	bool is_descriptor = name.n > 1 && name.p[0] == 'L' &&
		str_find(name, STR(";."), 0) > 0;
	size_t begin = is_descriptor, at = begin;
	char between = '\0';

	while (at < name.n && !ascii_is_upper(name.p[at])) {
		*end = class_word_end(name, at);
		if (*end == at || *end == name.n ||
			(name.p[*end] != '.' && name.p[*end] != '/') ||
			(between != '\0' && name.p[*end] != between))
			return STR_EMPTY;
		between = name.p[*end];
		at = *end + 1;
	}
	if (at == begin || at >= name.n)
		return STR_EMPTY;
	*end = class_word_end(name, at);
	/* Classes that the JVM made have a number or an address. */
	if (*end + 1 < name.n && name.p[*end] == '/' &&
		ascii_is_digit(name.p[*end + 1]))
		*end = class_word_end(name, *end + 1);
	if (is_descriptor && *end < name.n && name.p[*end] == ';')
		++*end;
	return str_sub(name, begin, at - 1);
}

struct str
package_of_class(struct str name)
{
	size_t end;
	struct str package = cut_class(name, &end);

	return package.n > 0 && end < name.n && name.p[end] == '.' ? package
								   : STR_EMPTY;
}

struct str
package_of_class_name(struct str name)
{
	size_t end;
	struct str package = cut_class(name, &end);

	return package.n > 0 && end == name.n ? package : STR_EMPTY;
}

void
package_put(struct strbuf *out, struct str package, bool of_class)
{
	ptrdiff_t slash = str_rchr(package, '/');
	size_t from = slash < 0 ? 0 : (size_t)slash + 1;
	ptrdiff_t scope =
		slash < 0 ? -1 : str_rchr(str_sub(package, 0, from - 1), '/');

	if (of_class) {
		for (size_t i = 0; i < package.n; i++)
			strbuf_addch(
				out, package.p[i] == '/' ? '.' : package.p[i]);
		return;
	}
	/* npm's scopes: "@acme/app". */
	if (slash > 0 && package.p[scope + 1] == '@')
		from = (size_t)(scope + 1);
	strbuf_add(out, str_skip(package, from));
}
