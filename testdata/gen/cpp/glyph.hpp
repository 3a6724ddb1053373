// SPDX-License-Identifier: GPL-3.0-or-later
// libglyph.so: what the typesetter measures words with.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace glyph {

// Box is the size of a word.
struct Box {
	int width;
	int height;
};

Box measure(std::string_view word);

// Kerning is a chain of hashes, deep enough to take time.
std::uint64_t kern(std::string_view word, int depth);

// each calls f for every word of a text, through a plain function pointer, so
// that stacks go from the library back into the program.
void each(std::string_view text, void (*f)(void *, std::string_view),
	void *arg);

} // namespace glyph
