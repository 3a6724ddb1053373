// SPDX-License-Identifier: GPL-3.0-or-later
#include "glyph.hpp"

#include <array>
#include <cmath>

namespace glyph {
namespace {

template <std::size_t N> class Table {
public:
	Table()
	{
		for (std::size_t i = 0; i < N; i++)
			cell[i] = std::uint64_t(i) * 0x9e3779b97f4a7c15u;
	}
	std::uint64_t operator[](std::size_t i) const { return cell[i % N]; }

private:
	std::array<std::uint64_t, N> cell;
};

const Table<1024> table;

inline std::uint64_t mix(std::uint64_t h, unsigned char c)
{
	h ^= table[h + c];
	return (h << 7) ^ (h >> 3) ^ c;
}

double advance(unsigned char c)
{
	return 0.5 + std::fabs(std::sin(c * 0.37)) * std::log1p(c);
}

} // namespace

std::uint64_t kern(std::string_view word, int depth)
{
	std::uint64_t h = word.size();
	for (unsigned char c : word)
		h = mix(h, c);
	if (depth == 0)
		return h;
	return h ^ kern(word.substr(h % (word.size() + 1)), depth - 1);
}

Box measure(std::string_view word)
{
	double width = 0;
	for (unsigned char c : word)
		width += advance(c);
	return { int(width * 10) + int(kern(word, 3) % 3), 12 };
}

void each(std::string_view text, void (*f)(void *, std::string_view), void *arg)
{
	while (!text.empty()) {
		std::size_t end = text.find(' ');
		f(arg, text.substr(0, end));
		if (end == text.npos)
			break;
		text.remove_prefix(end + 1);
	}
}

} // namespace glyph
