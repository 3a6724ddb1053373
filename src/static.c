/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Replacements for files and libraries that a static program cannot load: a
 * UTF-8 locale, if libc has none, and stubs for parts of libzstd and libdw. The
 * linker's --wrap redirects calls, even from curses, to __wrap_setlocale() and
 * so on; __real_setlocale() and so on are libc's functions.
 */
#include "prelude.h"

#include <langinfo.h>
#include <locale.h>
#include <wchar.h>
#include <wctype.h>

#include "base/utf8.h"
#include "base/widths.h"

char *__real_setlocale(int category, const char *name);
char *__real_nl_langinfo(nl_item item);
int __real_wcwidth(wchar_t c);
int __real_iswprint(wint_t c);
size_t __real_wcrtomb(char *out, wchar_t c, mbstate_t *state);

char *__wrap_setlocale(int category, const char *name);
char *__wrap_nl_langinfo(nl_item item);
int __wrap_wcwidth(wchar_t c);
int __wrap_iswprint(wint_t c);
size_t __wrap_wcrtomb(char *out, wchar_t c, mbstate_t *state);

/* True if libc has no UTF-8 locale. Set before threads start. */
static bool own;
static char own_name[] = "C.UTF-8", own_codeset[] = "UTF-8";

char *
__wrap_setlocale(int category, const char *name)
{
	char *set = __real_setlocale(category, name);

	if (name == NULL)
		return own ? own_name : set;
	own = set == NULL && category == LC_CTYPE &&
		strcmp(name, own_name) == 0;
	return own ? own_name : set;
}

char *
__wrap_nl_langinfo(nl_item item)
{
	return own && item == CODESET ? own_codeset : __real_nl_langinfo(item);
}

int
__wrap_wcwidth(wchar_t c)
{
	if (!own)
		return __real_wcwidth(c);
	return c == L'\0' ? 0 : width_of((uint32_t)c);
}

int
__wrap_iswprint(wint_t c)
{
	return own ? width_of(c) >= 0 : __real_iswprint(c);
}

size_t
__wrap_wcrtomb(char *out, wchar_t c, mbstate_t *state)
{
	return own && out != NULL ? utf8_bytes((uint32_t)c, out)
				  : __real_wcrtomb(out, c, state);
}

#ifdef HAVE_ZSTD

/* Stubs for libzstd's decoders of formats before 1.0, to save 100 KB. Files
   that begin in one of them are never passed to libzstd; a later frame fails,
   because the stubs return -1, an error code. They also return -1 as a handle,
   which only other stubs receive. */
#define TOO_OLD(name) \
	size_t name(void); \
	size_t name(void) \
	{ \
		return (size_t)-1; \
	}
#define ZSTD_OF(version) \
	TOO_OLD(ZSTD##version##_getFrameParams) \
	TOO_OLD(ZSTD##version##_findFrameSizeInfoLegacy) \
	TOO_OLD(ZSTD##version##_createDCtx) \
	TOO_OLD(ZSTD##version##_decompress_usingDict) \
	TOO_OLD(ZSTD##version##_freeDCtx) \
	TOO_OLD(ZBUFF##version##_createDCtx) \
	TOO_OLD(ZBUFF##version##_decompressInitDictionary) \
	TOO_OLD(ZBUFF##version##_decompressContinue) \
	TOO_OLD(ZBUFF##version##_freeDCtx)

ZSTD_OF(v05)
ZSTD_OF(v06)
ZSTD_OF(v07)

#endif

#ifdef HAVE_LIBDW

/* Stubs for libdw functions that load libdebuginfod, which is not used. */
void __libdwfl_debuginfod_end(void *client);
int __libdwfl_debuginfod_find_executable(
	void *module, const unsigned char *id, size_t n, char **path);
int __libdwfl_debuginfod_find_debuginfo(
	void *module, const unsigned char *id, size_t n, char **path);

void
__libdwfl_debuginfod_end(void *client)
{
	(void)client;
}

int
__libdwfl_debuginfod_find_executable(
	void *module, const unsigned char *id, size_t n, char **path)
{
	(void)module, (void)id, (void)n, (void)path;
	return -1;
}

int
__libdwfl_debuginfod_find_debuginfo(
	void *module, const unsigned char *id, size_t n, char **path)
{
	(void)module, (void)id, (void)n, (void)path;
	return -1;
}

#endif
