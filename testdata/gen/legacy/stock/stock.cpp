// SPDX-License-Identifier: GPL-3.0-or-later
//
// A program under gperftools that writes a CPU profile, its heap and the stacks
// at which the heap grew. Its argument is the folder to write to.
#include <gperftools/heap-profiler.h>
#include <gperftools/malloc_extension.h>
#include <gperftools/profiler.h>

#include <chrono>
#include <fstream>
#include <map>
#include <string>
#include <vector>

namespace stock {

struct Item {
	std::string name;
	std::vector<long> prices;
};

using Shelves = std::map<std::string, std::vector<Item *>>;

__attribute__((noinline)) Item *make(int i)
{
	return new Item{std::string(20 + i % 60, 'x'),
		std::vector<long>(8u << (i % 6), i)};
}

__attribute__((noinline)) long sum(const Item &item, int depth)
{
	long s = 0;

	if (depth > 0)
		return sum(item, depth - 1) + 1;
	for (long p : item.prices)
		s += p % 7;
	return s;
}

__attribute__((noinline)) void fill(Shelves &to, int n)
{
	for (int i = 0; i < n; i++) {
		Item *item = make(i);

		if (i % 5 == 0)
			delete item;
		else
			to[std::to_string(i % 40)].push_back(item);
	}
}

__attribute__((noinline)) long count(const Shelves &all)
{
	long s = 0;

	for (const auto &shelf : all)
		for (const Item *item : shelf.second)
			s += sum(*item, static_cast<int>(item->prices[0] % 4));
	return s;
}

} // namespace stock

int main(int argc, char **argv)
{
	const std::string dir = argc > 1 ? argv[1] : ".";
	auto end = std::chrono::steady_clock::now() + std::chrono::milliseconds(900);
	std::string growth;
	stock::Shelves shelves;
	long s = 0;

	HeapProfilerStart((dir + "/stock").c_str());
	stock::fill(shelves, 3000);
	HeapProfilerDump("end");
	HeapProfilerStop();
	ProfilerStart((dir + "/cpp-cpu.prof").c_str());
	while (std::chrono::steady_clock::now() < end)
		s += stock::count(shelves);
	ProfilerStop();
	MallocExtension::instance()->GetHeapGrowthStacks(&growth);
	std::ofstream(dir + "/cpp-growth.txt") << growth;
	return s == 0;
}
