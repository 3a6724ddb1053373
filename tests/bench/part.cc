/* SPDX-License-Identifier: GPL-3.0-or-later */
// A part, PART, of a program that is large for its debug information: what
// ITEMS types make of the standard library's templates.
#include <algorithm>
#include <functional>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <unordered_map>
#include <vector>

namespace PART {
template <int N> struct item {
	std::string name;
	int weight;
	bool operator<(const item &o) const { return weight < o.weight; }
};
template <int N> int use(const std::string &text)
{
	std::map<std::string, std::vector<item<N>>> by_name;
	std::unordered_map<int, std::set<item<N>>> by_weight;
	std::vector<std::function<int(item<N> &)>> calls;
	std::istringstream in(text);
	std::string word;
	while (in >> word) {
		item<N> i{ word, (int)word.size() % N };
		by_name[word].push_back(i);
		by_weight[i.weight].insert(i);
		calls.push_back([n = (int)calls.size()](item<N> &x) {
			return x.weight += n;
		});
	}
	for (auto &all : by_name) {
		std::sort(all.second.begin(), all.second.end(),
			[](const item<N> &a, const item<N> &b) {
				return b < a;
			});
		std::stable_sort(all.second.begin(), all.second.end());
		for (auto &call : calls)
			call(all.second.front());
	}
	if constexpr (N > 1)
		return (int)by_weight.size() + use<N - 1>(text);
	return std::regex_match(text, std::regex("a+b*"));
}
int run(const std::string &text) { return use<ITEMS>(text); }
}
