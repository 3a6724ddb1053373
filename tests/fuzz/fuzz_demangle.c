/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Any bytes as a name, a linker's or another one, in each mode and of each
   language. */
#include "prelude.h"

#include "fuzz.h"
#include "profile/demangle.h"
#include "profile/place.h"

const char *const fuzz_seeds[] = { "tests/fuzz/corpus/demangle", NULL };

int
LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	struct str name = str_from((const char *)data, size);
	struct strbuf out = STRBUF_INIT;
	struct name_place place;

	for (int i = DEMANGLE_DEFAULT; i <= DEMANGLE_FULL; i++) {
		enum demangle_mode mode = (enum demangle_mode)i;

		strbuf_reset(&out);
		demangle_name(&out, name, mode);
		must(out.n <= name.n || out.n <= 2 * DEMANGLE_MOST);
		strbuf_reset(&out);
		must(demangle_rust(&out, name, mode) || out.n == 0);
		strbuf_reset(&out);
		must(demangle_cxx(&out, name, mode) || out.n == 0);
		strbuf_reset(&out);
		must(demangle_old_rust(&out, name) || out.n == 0);
		strbuf_reset(&out);
		must(demangle_half_rust(&out, name) || out.n == 0);
		strbuf_reset(&out);
		demangle_other(&out, name, mode);
		must(out.n <= name.n || out.n <= 2 * DEMANGLE_MOST);
		must((out.n > 0) == (name.n > 0));
	}
	strbuf_reset(&out);
	must(place_cut(&out, name, name, &place) || out.n == 0);
	must(place_without_copy(name).n > 0 || name.n == 0);
	strbuf_free(&out);
	return 0;
}
