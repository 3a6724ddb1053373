/* SPDX-License-Identifier: GPL-3.0-or-later */
/* For a program of macOS, without its headers and libraries. */
#define APART __attribute__((noinline))

namespace shop
{

struct cart {
	unsigned n, sum;
	APART void add(unsigned price);
	template <typename T> APART T total(T rate) const;
};

APART static unsigned leaf(unsigned x)
{
	for (unsigned i = 0; i < 100; i++)
		x += (i >> 3) ^ x;
	return x;
}

void
cart::add(unsigned price)
{
	n++;
	sum += leaf(price);
}

template <typename T>
T
cart::total(T rate) const
{
	return (T)leaf(sum) * rate;
}

static cart shared;

}

extern "C" APART unsigned
work(unsigned n)
{
	for (unsigned i = 0; i < n; i++)
		shop::shared.add(i);
	return shop::shared.total(3u);
}

int
main()
{
	return (int)work(1000);
}
