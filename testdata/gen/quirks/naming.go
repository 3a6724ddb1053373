// SPDX-License-Identifier: GPL-3.0-or-later

package main

import "strings"

// naming lists quirks of function, file and label names.
func naming() []quirk {
	return []quirk{
		{"hostile.pb.gz", "names that must not reach a terminal: escape sequences, C1 and other controls, broken UTF-8", func() []byte {
			p := newProf("samples/count")
			p.comments = []string{"comment \x1b]0;title\x07 end"}
			names := []string{
				"esc\x1b]0;x\x07title", "\x1b[2Jclear", "csi\x9b31mred", "osc\x9d0;x\x9c",
				"c1\u0085\u009b31mred", "nul\x00inside", "tab\tinside", "line\nbreak", "cr\rback",
				"del\x7f", "bs\b\b\bspace", "bad\xff\xfe", "cut\xe2\x82", "surrogate\xed\xa0\x80",
				"overlong\xc0\xaf", "beyond\xf4\x90\x80\x80", "bidi\u202eevil\u202c", "zero\u200bwidth\u200d",
				"bom\ufeff", "private\ue000", "line\u2028sep", "\x1bP$q\x1b\\", "\x0e\x0fshift",
			}
			for i, n := range names {
				p.stack("main;"+n, []label{str("key\x1b[1m", n)}, int64(40-i))
				p.funcs[len(p.funcs)-1].file = "src/" + n
			}
			return p.encode()
		}},
		{"wide.pb.gz", "names of wide, combining and joined characters; emoji", func() []byte {
			p := newProf("samples/count")
			for i, n := range []string{"\u65e5\u672c\u8a9e::\u95a2\u6570", "\ud55c\uad6d\uc5b4", "e\u0301a\u0300o\u0302",
				"a" + strings.Repeat("\u0301", 40), "\u0301leading", "\U0001f525fire", "\U0001f469\u200d\U0001f680astro",
				"\U0001f1e9\U0001f1ea", "\uff26\uff35\uff2c\uff2c", "\u00e4\u00f6\u00fc\u00df", "\u0915\u094d\u0937\u093f",
				"\u0e01\u0e33", "\u2764\ufe0f", "\U0001f44d\U0001f3fd", "\u30c6\u3099", "\u00adsoft"} {
				p.stack("main;"+n+";leaf", nil, int64(i+1))
				p.stack("main;"+n, nil, int64(20-i))
			}
			return p.encode()
		}},
		{"long-names.pb.gz", "names of 4,000 and (wide ones) 1,200 characters", func() []byte {
			p := newProf("samples/count")
			p.stack("main;"+strings.Repeat("abcdefghi/", 400), nil, 10)
			p.stack("main;"+strings.Repeat("\u65e5\u672c", 600), nil, 30)
			p.stack("main;short", nil, 5)
			for i := range p.funcs {
				p.funcs[i].file = "src/long.c"
			}
			return p.encode()
		}},
		{"huge-name.pb.gz", "a name of 100,000 characters", func() []byte {
			p := newProf("samples/count")
			p.stack("main;"+strings.Repeat("0123456789", 10000)+";leaf", nil, 20)
			p.stack("main;"+strings.Repeat("0123456789", 10000), nil, 10)
			p.stack("main;short", nil, 5)
			p.funcs[1].file = "src/huge.c"
			return p.encode()
		}},
		{"languages.pb.gz", "names as compilers of several languages write them", languages},
		{"regex.pb.gz", "names that match differently in dialects of regular expressions", func() []byte {
			p := newProf("samples/count")
			for i, n := range []string{"name", "name\n", "line\nend", "a\nc", "a\rc", "a.c", "abc",
				"tab\tin", "cr\r", "vt\vin", "ff\fin", "bel\ain", "nbsp\u00a0in", "esc\x1bin", "del\x7fin",
				"\u212aelvin", "KELVIN", "\u017flong s", "\u03a3\u03c3\u03c2", "stra\u00dfe", "\u00c4\u00e4",
				"\u0131 \u0130", "\u0663 arabic", "x1", "a_b", "a b", "a{2", "a{,3}", "aa", "aab", "a-b", "a/b",
				"a]b", "\u65e5\u672c", "e\u0301", "\u00e9", "bad\xffbyte", "\xff", "\xe2\x82", "\ufffd",
				"nul\x00in", "a #c", "abcd", "\U0001f525", "\U0010ffff", "1", "A", "a\u2028c", "a\u0085c", ""} {
				p.stack("main;"+n, nil, int64(100+i))
				p.funcs[len(p.funcs)-1].file = "f"
			}
			p.funcs[0].file = ""
			return p.encode()
		}},
		{"blank-names.pb.gz", "names that are blank, begin or end with blanks, or look like numbers and options", func() []byte {
			p := newProf("samples/count")
			for i, n := range []string{" ", "  lead", "trail  ", "0x1234", "12", "-", "--top", "100%",
				"%s%n", "(inline)", "<unknown>", "[app]", "root", "\"quoted\"", "back\\slash", "a=b", "$x"} {
				p.stack("main;"+n, nil, int64(i+1))
				p.stack("main;user>"+n, nil, 1)
			}
			return p.encode()
		}},
	}
}

func languages() []byte {
	p := newProf("samples/count")
	p.mapTo(0x400000, "/opt/app/bin/app", "")
	stacks := []string{
		"std::thread::_State_impl<std::thread::_Invoker<std::tuple<app::Pool::start()::{lambda()#1}> >::_M_run()",
		"(anonymous namespace)::Parser::parse(std::basic_string_view<char, std::char_traits<char> >)",
		"app::operator<<(std::ostream&, app::Value const&)",
		"app::Table<int, std::vector<int, std::allocator<int> > >::operator[](int)",
		"app::Call::operator()(int) const",
		"operator new(unsigned long)",
		"void app::sort<app::Row*, bool (*)(app::Row const&, app::Row const&)>(app::Row*, app::Row*, bool (*)(app::Row const&, app::Row const&))",
		"app::Shape::~Shape() [clone .cold]",
		"std::function<void (int)>::operator()(int) const",
		"example.com/shop/api.(*Router).ServeHTTP",
		"example.com/shop/api.New.func1.2",
		"example.com/shop/cache.(*Map[go.shape.string,go.shape.int]).Get",
		"main.(*T[...]).M-fm",
		"gopkg.in/yaml%2ev3.Unmarshal",
		"type:.eq.example.com/shop/api.key",
		"core::ptr::drop_in_place<alloc::vec::Vec<alloc::string::String>>",
		"<alloc::vec::Vec<T> as core::iter::traits::collect::FromIterator<T>>::from_iter",
		"<F as core::ops::function::FnOnce<()>>::call_once{{vtable.shim}}",
		"java.util.concurrent.ThreadPoolExecutor$Worker.run",
		"com.example.App.lambda$main$0(String[], int)",
		"Lcom/example/Shop;::checkout",
		"<module>", "handle_request (views.py:31)", "<lambda>", "dict.__getitem__",
		"(anonymous)", "Object.<anonymous>", "processTicksAndRejections node:internal/process/task_queues",
		"-[NSObject performSelector:withObject:]",
		"$s4main3FooV3baryyF",
		"_ZN3app5Table3getEi", "_RNvCs1234_7mycrate3foo", "?method@Class@@QEAAXXZ",
		"Namespace.Class`1[System.Int32].Method", "block in Foo#bar", "erlang:apply/2",
	}
	for i, s := range stacks {
		p.stack("main;run;"+strings.ReplaceAll(strings.ReplaceAll(s, ";", ":"), ">", "\x01"), nil, int64(i*7%31+1))
		p.stack("main;run;"+strings.ReplaceAll(strings.ReplaceAll(s, ";", ":"), ">", "\x01")+";leaf", nil, int64(i%5+1))
	}
	for i := range p.funcs {
		f := &p.funcs[i]
		f.name = strings.ReplaceAll(f.name, "\x01", ">")
		f.system = "_" + f.name
		f.file = "src/file" + string(rune('a'+i%26)) + ".c"
	}
	return p.encode()
}
