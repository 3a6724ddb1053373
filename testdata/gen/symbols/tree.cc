/* SPDX-License-Identifier: GPL-3.0-or-later */
// Templates, a lambda, an anonymous namespace, an operator.
namespace
{
struct Item {
	int key, value;
	bool operator<(const Item &o) const { return value < o.value; }
};
} // namespace

template <class T, class Less> void sort(T *p, int n, Less less)
{
	for (int i = 1; i < n; i++)
		for (int k = i; k > 0 && less(p[k], p[k - 1]); k--) {
			T t = p[k];
			p[k] = p[k - 1];
			p[k - 1] = t;
		}
}

template <class T> struct Box {
	T t;
	template <class U> __attribute__((noinline)) U get(U u) const
	{
		return u + static_cast<U>(t);
	}
};

extern "C" int printf(const char *, ...);

namespace tree
{
__attribute__((noinline)) int run(int n)
{
	Item v[50];

	for (int i = 0; i < 50; i++)
		v[i] = { i * 7919 % n, i * 31 % n };
	sort(v, 50, [](const Item &a, const Item &b) { return a < b; });
	sort(v, 50, [](const Item &a, const Item &b) {
		return a.key < b.key;
	});
	Box<int> b{ v[0].key };
	return static_cast<int>(b.get<long>(3));
}
} // namespace tree

int main(int c, char **)
{
	return printf("%d\n", tree::run(c * 1000)) < 0;
}
