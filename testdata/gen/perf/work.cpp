// SPDX-License-Identifier: GPL-3.0-or-later
// Something to profile with perf and valgrind: names that readers stumble
// over (blanks, brackets and arrows in them, an operator), calls that the
// compiler puts inline, a thread whose name has blanks and a number at its
// end, recursion through two functions, page faults and system calls.
//
//	work ROUNDS

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <string>
#include <thread>
#include <vector>

#include <pthread.h>
#include <sys/mman.h>
#include <unistd.h>

#define APART __attribute__((noinline, noclone))

namespace {

struct token {
	std::string text;
	uint64_t weight;

	APART bool operator<(const token &other) const
	{
		return text < other.text;
	}
};

inline uint64_t
mix(uint64_t x)
{
	x ^= x >> 31;
	x *= 0x9e3779b97f4a7c15u;
	return x ^ x >> 29;
}

template <typename T> struct ring {
	std::vector<T> items;

	APART uint64_t sum(std::function<uint64_t(const T &)> of) const
	{
		uint64_t all = 0;

		for (const T &item : items)
			all = mix(all + of(item));
		return all;
	}
};

APART uint64_t even(uint64_t n, uint64_t x);

APART uint64_t
odd(uint64_t n, uint64_t x)
{
	for (int i = 0; i < 40; i++)
		x = mix(x);
	return n == 0 ? x : even(n - 1, x) + 1;
}

APART uint64_t
even(uint64_t n, uint64_t x)
{
	for (int i = 0; i < 20; i++)
		x = mix(x);
	return n == 0 ? x : odd(n - 1, x) + 1;
}

APART uint64_t
touch_memory(size_t size)
{
	char *p = static_cast<char *>(mmap(nullptr, size,
		PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0));
	uint64_t all = 0;

	if (p == MAP_FAILED)
		return 0;
	for (size_t i = 0; i < size; i += 4096)
		p[i] = static_cast<char>(i);
	for (size_t i = 0; i < size; i += 64)
		all += static_cast<unsigned char>(p[mix(i) % size]);
	munmap(p, size);
	return all;
}

APART uint64_t
sort_tokens(uint64_t seed)
{
	std::map<token, uint64_t> found;

	for (int i = 0; i < 300; i++) {
		seed = mix(seed + 1);
		found[{ std::to_string(seed % 1000), seed }]++;
	}
	return found.size();
}

uint64_t
round_of(uint64_t seed)
{
	ring<uint64_t> numbers;

	for (uint64_t i = 0; i < 2000; i++)
		numbers.items.push_back(mix(seed + i));
	return numbers.sum([](const uint64_t &x) {
		uint64_t y = x;

		for (int i = 0; i < 10; i++)
			y = mix(y);
		return y;
	}) + even(12, seed) +
		sort_tokens(seed) + touch_memory(256 * 1024);
}

} // namespace

int
main(int argc, char **argv)
{
	int rounds = argc > 1 ? atoi(argv[1]) : 100;
	uint64_t here = 0, there = 0;
	std::thread other([&there, rounds] {
		pthread_setname_np(pthread_self(), "page worker 7");
		for (int i = 0; i < rounds; i++)
			there += round_of(static_cast<uint64_t>(i) << 20);
	});

	for (int i = 0; i < rounds; i++) {
		here += round_of(static_cast<uint64_t>(i));
		(void)getppid();
	}
	other.join();
	printf("%llu\n", static_cast<unsigned long long>(here + there));
	return 0;
}
