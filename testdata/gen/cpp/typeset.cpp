// SPDX-License-Identifier: GPL-3.0-or-later
//
// A small typesetter that profiles itself with gperftools: templates,
// namespaces, lambdas, inlining, recursion (a tree, std::regex, a sort) and
// calls into a shared library and back.  Arguments: file for the profile,
// seconds.
#include "glyph.hpp"

#include <gperftools/profiler.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <memory>
#include <random>
#include <regex>
#include <string>
#include <thread>
#include <unordered_map>
#include <vector>

namespace typeset {

using Clock = std::chrono::steady_clock;

namespace text {

class Source {
public:
	explicit Source(unsigned seed) : random(seed) {}

	std::string paragraph(int words)
	{
		std::string s;
		for (int i = 0; i < words; i++) {
			if (i > 0)
				s += ' ';
			word(s);
		}
		return s;
	}

private:
	void word(std::string &s)
	{
		static const char *const part[] = { "ta", "ro", "men", "li",
			"quo", "sit", "ver", "a", "num", "be" };
		for (unsigned n = 1 + random() % 5; n > 0; n--)
			s += part[random() % 10];
	}
	std::minstd_rand random;
};

} // namespace text

namespace layout {

// Node is a box of boxes, or a word.
struct Node {
	std::string word;
	std::vector<std::unique_ptr<Node>> kids;
	int width = 0;
};

template <typename Iterator>
std::unique_ptr<Node> build(Iterator first, Iterator last)
{
	auto node = std::make_unique<Node>();
	if (last - first == 1) {
		node->word = *first;
		return node;
	}
	auto middle = first + (last - first) / 2;
	node->kids.push_back(build(first, middle));
	node->kids.push_back(build(middle, last));
	return node;
}

// visit calls f for every node, children first.
template <typename F> void visit(Node &node, F &&f)
{
	for (auto &kid : node.kids)
		visit(*kid, f);
	f(node);
}

__attribute__((noinline)) int widths(Node &root)
{
	visit(root, [](Node &n) {
		n.width = n.kids.empty() ? glyph::measure(n.word).width : 0;
		for (auto &kid : n.kids)
			n.width += kid->width + 1;
	});
	return root.width;
}

} // namespace layout

namespace lines {

// badness of all ways to break a paragraph, remembered.
class Breaker {
public:
	Breaker(std::vector<int> widths, int measure)
	    : widths(std::move(widths)), measure(measure)
	{
	}
	long best(std::size_t from)
	{
		if (from >= widths.size())
			return 0;
		auto known = memo.find(from);
		if (known != memo.end())
			return known->second;
		long least = 1L << 60;
		int sum = 0;
		for (std::size_t i = from; i < widths.size(); i++) {
			sum += widths[i];
			if (sum > measure && i > from)
				break;
			least = std::min(least, badness(sum) + best(i + 1));
		}
		return memo[from] = least;
	}

private:
	long badness(int sum) const
	{
		long gap = std::max(0, measure - sum);
		return gap * gap * gap / measure;
	}
	std::vector<int> widths;
	int measure;
	std::map<std::size_t, long> memo;
};

} // namespace lines

template <typename Key, typename Value> class Index {
public:
	void add(const Key &key, Value value) { map[key].push_back(value); }

	template <typename Less> std::vector<Key> sorted(Less less) const
	{
		std::vector<Key> keys;
		for (const auto &entry : map)
			keys.push_back(entry.first);
		std::sort(keys.begin(), keys.end(), less);
		return keys;
	}

private:
	std::unordered_map<Key, std::vector<Value>> map;
};

// Stage is one step of the work on a paragraph.
struct Stage {
	const char *name;
	std::function<long(const std::string &)> run;
};

class Press {
public:
	Press()
	{
		stages.push_back({ "layout", [this](auto &s) { return lay(s); } });
		stages.push_back({ "break", [this](auto &s) { return cut(s); } });
		stages.push_back({ "hyphens", &Press::hyphens });
		stages.push_back({ "index", &Press::index });
	}
	long print(const std::string &paragraph) const
	{
		long sum = 0;
		for (const Stage &s : stages)
			sum += s.run(paragraph);
		return sum;
	}

private:
	static std::vector<std::string> words(const std::string &s)
	{
		std::vector<std::string> list;
		glyph::each(s, [](void *arg, std::string_view w) {
			static_cast<std::vector<std::string> *>(arg)->emplace_back(w);
		}, &list);
		return list;
	}
	long lay(const std::string &s) const
	{
		auto list = words(s);
		auto root = layout::build(list.begin(), list.end());
		return layout::widths(*root);
	}
	long cut(const std::string &s) const
	{
		std::vector<int> widths;
		for (auto &w : words(s))
			widths.push_back(glyph::measure(w).width);
		return lines::Breaker(std::move(widths), 900).best(0);
	}
	static long hyphens(const std::string &s)
	{
		static const std::regex soft("(ta|ro)(men|ver)+(li|quo)?",
			std::regex::optimize);
		auto first = std::sregex_iterator(s.begin(), s.begin() +
			std::min<long>(long(s.size()), 4000), soft);
		return std::distance(first, std::sregex_iterator());
	}
	static long index(const std::string &s)
	{
		Index<std::string, long> index;
		long n = 0;
		for (auto &w : words(s))
			index.add(w, n++);
		auto keys = index.sorted([](const auto &a, const auto &b) {
			return glyph::kern(a, 1) < glyph::kern(b, 1);
		});
		return long(keys.size());
	}
	std::vector<Stage> stages;
};

void work(unsigned seed, Clock::time_point until, long *sum)
{
	text::Source source(seed);
	Press press;
	while (Clock::now() < until)
		*sum += press.print(source.paragraph(400));
}

} // namespace typeset

int main(int argc, char **argv)
{
	if (argc != 3)
		return 2;
	auto until = typeset::Clock::now() +
		std::chrono::seconds(std::atoi(argv[2]));
	long sum[2] = {};
	ProfilerStart(argv[1]);
	std::thread second([&] {
		ProfilerRegisterThread();
		typeset::work(2, until, &sum[1]);
	});
	typeset::work(1, until, &sum[0]);
	second.join();
	ProfilerStop();
	std::printf("%ld\n", sum[0] + sum[1]);
}
