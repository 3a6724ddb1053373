// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"math"
)

// reporting lists quirks of values, labels, units, stacks and headers: what a
// report does with a sound profile.
func reporting() []quirk {
	return append([]quirk{
		{"negative.pb.gz", "negative values, as in a saved difference; some cancel inside a function", func() []byte {
			p := newProf("samples/count", "cpu/nanoseconds")
			p.mapTo(0x400000, "/opt/app/bin/app", "abc123")
			p.stack("main;a;b", nil, 30, 300000000)
			p.stack("main;a;c", nil, -20, -200000000)
			p.stack("main;d;b", nil, -30, -300000000)
			p.stack("main;d", nil, -5, -50000000)
			p.stack("main;e;f", nil, 4, -40000000)
			p.stack("main;e;g", nil, -4, 40000000)
			p.stack("main;h", nil, 1, 10000000)
			return p.encode()
		}},
		{"events.pb.gz", "event types as from callgrind --cache-sim=yes; each function has another bottleneck", func() []byte {
			p := newProf("Ir/count", "D1mr/count", "DLmr/count", "sysCpuTime/nanoseconds")
			p.mapTo(0x400000, "/opt/app/bin/app", "abc123")
			p.stack("main;compute", nil, 4000000, 2000, 10, 0)
			p.stack("main;hash;lookup", nil, 900000, 200000, 500, 0)
			p.stack("main;hash", nil, 300000, 100, 0, 0)
			p.stack("main;chase", nil, 500000, 40000, 38000, 0)
			p.stack("main;load;read", nil, 200000, 100, 20, 1500000)
			p.stack("main;blend", nil, 500000, 50000, 5000, 0)
			return p.encode()
		}},
		{"all-negative.pb.gz", "only negative values", func() []byte {
			p := newProf("inuse_space/bytes")
			p.stack("main;a;b", nil, -5000)
			p.stack("main;a", nil, -700)
			p.stack("main;c", nil, -1<<20)
			return p.encode()
		}},
		{"recursion.pb.gz", "direct and mutual recursion, in stacks and inside one location", func() []byte {
			p := newProf("samples/count")
			p.mapTo(0x400000, "/opt/app/bin/app", "abc123")
			p.stack("main;walk;walk;walk", nil, 10)
			p.stack("main;walk;walk;visit", nil, 5)
			p.stack("main;walk;visit;walk;visit;walk", nil, 7)
			p.stack("main;even;odd;even;odd", nil, 8)
			p.stack("main;odd;even;odd", nil, 3)
			p.stack("walk;main;walk", nil, 2)
			p.stack("main;fold>fold>fold", nil, 4)
			p.stack("main;fold>fold;fold;step>fold", nil, 6)
			return p.encode()
		}},
		{"inline.pb.gz", "locations of several lines; functions always, sometimes and never inlined", func() []byte {
			p := plain()
			p.stack("main;serve>handle>parse>next", nil, 9, 90000000)
			p.stack("main;serve>handle", nil, 4, 40000000)
			p.stack("main;loop>body", nil, 11, 110000000)
			p.stack("main>loop>body>leaf", nil, 6, 60000000)
			p.stack("other>leaf", nil, 2, 20000000)
			p.stack("main;leaf", nil, 1, 10000000)
			return p.encode()
		}},
		{"unsymbolized.pb.gz", "locations without lines: in two named mappings, in one without a file,\nin none, with address 0; mixed with symbolized ones", func() []byte {
			p := plain()
			so := p.mapTo(0x7f0000000000, "/usr/lib/libz.so.1", "ffee")
			anon := p.mapTo(0x7f1000000000, "", "")
			main := p.frame("main")
			for i := range uint64(4) {
				n := int64(i + 1)
				p.add([]uint64{p.loc(so, 0x7f0000000100+i*16), main}, nil, n, n*10000000)
				p.add([]uint64{p.loc(anon, 0x7f1000000100+i*16), main}, nil, n, n*10000000)
				p.add([]uint64{p.loc(0, 0x900000+i*16), main}, nil, n, n*10000000)
				p.add([]uint64{p.loc(1, 0x40f000+i*16), p.loc(so, 0x7f0000000800), main}, nil, n, n*10000000)
			}
			p.add([]uint64{p.loc(0, 0), main}, nil, 3, 30000000)
			p.add([]uint64{p.loc(so, 0), main}, nil, 2, 20000000)
			return p.encode()
		}},
		{"no-names.pb.gz", "functions without a name: with file and line, with file, with start line, with nothing;\nlines without a file", noNames},
		{"same-names.pb.gz", "functions of one name in different files, with different start lines,\nsystem names or in different binaries", sameNames},
		{"start-lines.pb.gz", "functions of the same files with different start lines: rows of their own with -files", func() []byte {
			p := newProf("samples/count")
			p.mapTo(0x400000, "/opt/app/bin/app", "")
			so := p.mapTo(0x7f0000000000, "/opt/app/lib/libx.so", "")
			for i := range int64(6) {
				f := p.fn(fmt.Sprintf("f%d", i), "src/shared.c", i/2*40)
				g := p.fn(fmt.Sprintf("g%d", i), "src/other.c", 0)
				fl := p.loc(1+uint64(i%2), 0x400100+uint64(i)*16, line{f, 10 * i, 0})
				gl := p.loc(so, 0x7f0000000100+uint64(i)*16, line{g, 10, 0})
				p.add([]uint64{fl, gl}, nil, 10+i)
				p.add([]uint64{gl}, nil, i)
			}
			return p.encode()
		}},
		{"columns.pb.gz", "lines with columns, also two on one line", func() []byte {
			p := newProf("samples/count")
			p.mapTo(0x400000, "/opt/app/bin/app", "")
			f := p.fn("work", "src/work.c", 10)
			m := p.fn("main", "src/main.c", 1)
			at := func(addr uint64, l ...line) uint64 { return p.loc(1, addr, l...) }
			main := at(0x400100, line{m, 3, 9})
			p.add([]uint64{at(0x400200, line{f, 12, 5}), main}, nil, 4)
			p.add([]uint64{at(0x400204, line{f, 12, 17}), main}, nil, 3)
			p.add([]uint64{at(0x400208, line{f, 12, 0}), main}, nil, 2)
			p.add([]uint64{at(0x40020c, line{f, 13, 5}, line{m, 3, 30}), main}, nil, 1)
			return p.encode()
		}},
		{"odd-lines.pb.gz", "line numbers that are negative, zero or huge; a negative column", func() []byte {
			p := newProf("samples/count")
			f := p.fn("work", "src/work.c", -7)
			for i, n := range []int64{-5, 0, 1, math.MaxInt64, math.MinInt64} {
				p.add([]uint64{p.loc(0, uint64(i), line{f, n, int64(i) - 1})}, nil, int64(i+1))
			}
			return p.encode()
		}},
		{"addresses.pb.gz", "addresses from 0 to 2^64-1, below and above their mapping", func() []byte {
			p := newProf("samples/count")
			m := p.mapTo(0xffffffffffff0000, "/opt/app/bin/top", "")
			p.maps[0].limit = math.MaxUint64
			low := p.mapTo(0x1000, "/opt/app/bin/low", "")
			f := p.fn("f", "f.c", 1)
			for i, a := range []uint64{0, 1, 0x1000, 0x7fffffffffffffff,
				0x8000000000000000, 0xffffffffffff0000, math.MaxUint64} {
				p.add([]uint64{p.loc(m, a, line{f, 1, 0})}, nil, 5)
				p.add([]uint64{p.loc(low, a)}, nil, int64(i))
			}
			return p.encode()
		}},
		{"mappings.pb.gz", "several binaries, kernel, vdso and a deleted file; frames for filters by mapping file", mappings},
		{"paths.pb.gz", "file names to clean and to trim", paths},
		{"drop-frames.pb.gz", "drop_frames with receivers, templates and leading dots; keep_frames", func() []byte {
			p := dropProf()
			p.drop = `malloc|operator new|runtime\..*|std::.*|helper`
			p.keep = `runtime\.panic.*`
			return p.encode()
		}},
		{"drop-bad-regexp.pb.gz", "drop_frames with an invalid regexp", func() []byte {
			p := dropProf()
			p.drop = "malloc(("
			return p.encode()
		}},
		{"comments.pb.gz", "comments, some starting with #, one of two lines, one empty; doc_url", func() []byte {
			p := plain()
			p.comments = []string{"first comment", "# hidden", "", "two\nlines", " #shown", "first comment"}
			p.doc = "https://example.com/doc?x=1"
			return p.encode()
		}},
		{"time.pb.gz", "time before 1970, duration of hours", func() []byte {
			p := plain()
			p.time = -86400123456789
			p.dur = 2*3600*1000000000 + 61000000000
			return p.encode()
		}},
		{"duration.pb.gz", "time and a duration shorter than what was sampled", func() []byte {
			p := plain()
			p.time = 1700000000123456789
			p.dur = 123456789
			return p.encode()
		}},
		{"duration-negative.pb.gz", "a negative duration and period, no period type", func() []byte {
			p := plain()
			p.dur = -5000000000
			p.period = -1
			p.ptype = nil
			return p.encode()
		}},
		{"default-type.pb.gz", "default_sample_type names the first type", func() []byte {
			p := plain()
			p.dflt = "samples"
			return p.encode()
		}},
		{"default-unknown.pb.gz", "default_sample_type names no type", func() []byte {
			p := plain()
			p.dflt = "nonesuch"
			return p.encode()
		}},
		{"default-zero.pb.gz", "the total of the default type is zero, those of others are not", func() []byte {
			p := heapProf()
			p.dflt = "inuse_space"
			for i := range p.samples {
				p.samples[i].values[2] = 0
				p.samples[i].values[3] = 0
			}
			return p.encode()
		}},
		{"heap.pb.gz", "four types as in heap profiles, numeric label bytes", func() []byte {
			p := heapProf()
			p.dflt = "inuse_space"
			return p.encode()
		}},
		{"type-names.pb.gz", "type names that differ by inuse_, by case, in numbers; an empty one", func() []byte {
			p := newProf("space/bytes", "inuse_objects/count", "Space/bytes", "1/count", "/count", "inuse_space/kb")
			p.stack("main;a", nil, 1000, 20, 300, 4, 5, 6)
			p.stack("main;b", nil, 100, 200, 30, 40, 50, 60)
			return p.encode()
		}},
		{"mean.pb.gz", "divisors of zero, values of zero, quotients to truncate", func() []byte {
			p := newProf("contentions/count", "delay/nanoseconds")
			p.stack("main;lock", nil, 3, 1000)
			p.stack("main;lock;wait", nil, 0, 700)
			p.stack("main;free", nil, 7, 0)
			p.stack("main;slow", nil, 2, -999)
			p.stack("main;back", nil, -4, 999)
			p.stack("main;none", nil, 0, 0)
			return p.encode()
		}},
		{"mean-zero.pb.gz", "every divisor is zero", func() []byte {
			p := newProf("contentions/count", "delay/nanoseconds")
			p.stack("main;lock", nil, 0, 1000)
			p.stack("main;wait", nil, 0, 700)
			return p.encode()
		}},
		{"overflow.pb.gz", "values whose sums leave 64 bits", func() []byte {
			p := newProf("big/count", "huge/bytes")
			p.stack("main;a", nil, math.MaxInt64, math.MaxInt64/2)
			p.stack("main;a;b", nil, math.MaxInt64, math.MaxInt64/2)
			p.stack("main;c", nil, 5, math.MinInt64/2)
			p.stack("main", nil, 1, 7)
			return p.encode()
		}},
		{"min-int64.pb.gz", "the value -2^63", func() []byte {
			p := newProf("big/count", "huge/bytes")
			p.stack("main;a", nil, math.MinInt64, 1)
			p.stack("main;b", nil, 1, math.MinInt64)
			return p.encode()
		}},
		{"ties.pb.gz", "many equal weights: rows are ordered by name", func() []byte {
			p := newProf("samples/count")
			for _, s := range []string{"b", "a", "B", "c;a", "c;b", "_", "a1", "a10", "a2", "\u00e4"} {
				p.stack(s, nil, 5)
			}
			p.stack("d", nil, -5)
			return p.encode()
		}},
		{"rounding.pb.gz", "shares near the points where the printed form changes", rounding},
		{"fractions.pb.gz", "2,000 functions from large to tiny, for nodefraction and nodecount", fractions},
		{"tree.pb.gz", "edges of many weights between 60 functions", tree},
		{"merge-a.pb.gz", "for merging: nanoseconds, load address A, column 3", func() []byte { return mergeable(0) }},
		{"merge-b.pb.gz", "for merging with merge-a: other unit, load address, type order and times", func() []byte { return mergeable(1) }},
		{"merge-c.pb.gz", "for merging with merge-a: one type less, values that cancel it", func() []byte { return mergeable(2) }},
		{"merge-other.pb.gz", "cannot be merged with merge-a: no type in common", func() []byte {
			p := newProf("goroutine/count")
			p.stack("main;park", nil, 5)
			return p.encode()
		}},
		{"merge-units.pb.gz", "cannot be merged with merge-a: time against bytes", func() []byte {
			p := newProf("samples/count", "cpu/bytes")
			p.ptype = &vtype{"cpu", "nanoseconds"}
			p.stack("main;park", nil, 5, 5)
			return p.encode()
		}},
		{"diff-base.pb.gz", "samples labelled pprof::base=true, as written by -diff_base", func() []byte {
			p := newProf("samples/count", "cpu/nanoseconds")
			base := []label{str("pprof::base", "true")}
			p.stack("main;a;b", nil, 50, 500000000)
			p.stack("main;a;c", nil, 20, 200000000)
			p.stack("main;d", nil, 30, 300000000)
			p.stack("main;a;b", base, -10, -100000000)
			p.stack("main;a;c", base, -15, -150000000)
			p.stack("main;gone", base, -2, -20000000)
			p.stack("main;x", []label{str("pprof::base", "false")}, 1, 10000000)
			return p.encode()
		}},
	}, append(labelQuirks(), unitQuirks()...)...)
}

func heapProf() *prof {
	p := newProf("alloc_objects/count", "alloc_space/bytes", "inuse_objects/count", "inuse_space/bytes")
	p.mapTo(0x400000, "/opt/app/bin/app", "abc123")
	p.ptype = &vtype{"space", "bytes"}
	p.period = 524288
	add := func(s string, size, alloc, inuse int64) {
		p.stack(s, []label{num("bytes", size, "bytes")}, alloc, alloc*size, inuse, inuse*size)
	}
	add("main;load;read_all;grow", 1<<20, 40, 3)
	add("main;load;parse;node_new", 48, 900000, 20000)
	add("main;load;parse;strdup", 16, 1200000, 31)
	add("main;serve;buffer_new", 4096, 70000, 12)
	add("main;serve;buffer_new", 65536, 500, 0)
	add("main;init", 100, 1, 1)
	return p
}

func noNames() []byte {
	p := newProf("samples/count")
	p.mapTo(0x400000, "/opt/app/bin/app", "")
	so := p.mapTo(0x7f0000000000, "/opt/app/lib/libx.so", "")
	main := p.frame("main")
	n := int64(0)
	add := func(m uint64, file string, start, ln int64) {
		n++
		id := uint64(len(p.funcs) + 1)
		p.funcs = append(p.funcs, function{id, "", "", file, start})
		p.add([]uint64{p.loc(m, 0x400100+uint64(n)*16, line{id, ln, 0}), main}, nil, n)
	}
	for _, m := range []uint64{0, 1, so} {
		add(m, "", 0, 0)
		add(m, "", 0, 12)
		add(m, "", 9, 12)
		add(m, "src/x.c", 0, 0)
		add(m, "src/x.c", 0, 12)
		add(m, "src/x.c", 9, 12)
	}
	f := p.fn("nofile", "", 0)
	p.add([]uint64{p.loc(1, 0x400900, line{f, 33, 0}), main}, nil, 3)
	p.add([]uint64{p.loc(1, 0x400910, line{f, 0, 0}), main}, nil, 4)
	return p.encode()
}

func sameNames() []byte {
	p := newProf("samples/count")
	p.mapTo(0x400000, "/opt/app/bin/app", "")
	so := p.mapTo(0x7f0000000000, "/opt/app/lib/libx.so", "")
	main := p.frame("main")
	add := func(m uint64, system, file string, start int64, v int64) {
		id := uint64(len(p.funcs) + 1)
		p.funcs = append(p.funcs, function{id, "init", system, file, start})
		l := p.loc(m, 0x400100+id*16, line{id, start + 3, 0})
		p.add([]uint64{l, main}, nil, v)
		p.add([]uint64{l, l, main}, nil, 1)
	}
	add(1, "init.1", "src/a.c", 10, 10)
	add(1, "init.2", "src/a.c", 50, 20)
	add(1, "init.3", "src/b.c", 10, 30)
	add(1, "init.4", "src/b.c", 10, 5)
	add(so, "init.1", "src/a.c", 10, 40)
	add(so, "init.5", "", 0, 7)
	return p.encode()
}

func mappings() []byte {
	p := newProf("samples/count", "cpu/nanoseconds")
	p.mapTo(0x400000, "/opt/app/bin/server", "0123456789abcdef")
	files := []string{"/usr/lib/libc.so.6", "/usr/lib/libssl.so.3", "[vdso]",
		"[kernel.kallsyms]_text", "/opt/app/lib/plugin.so (deleted)", "//anon"}
	main := p.frame("main")
	for i, f := range files {
		base := 0x7f0000000000 + uint64(i)*0x100000
		m := p.mapTo(base, f, fmt.Sprintf("id%d", i))
		fn := p.fn(fmt.Sprintf("lib%d_call", i), fmt.Sprintf("lib%d.c", i), 0)
		known := p.loc(m, base+0x100, line{fn, 7, 0})
		bare := p.loc(m, base+0x200)
		v := int64(i + 2)
		p.add([]uint64{known, main}, nil, v, v*1000)
		p.add([]uint64{bare, known, main}, nil, v*2, v*2000)
		p.add([]uint64{bare, main}, nil, 1, 1000)
	}
	return p.encode()
}

func paths() []byte {
	p := newProf("samples/count")
	for i, f := range []string{"/proc/self/cwd/./src/a.c", "/proc/self/cwd/src/a.c",
		"/home/build/app/src//b.c", "/home/build/app/src/x/../b.c", "./c.c", "c.c",
		"", "/", ".", "..", "a/../../b.c", "/..", "dir/", "/home/build/app/vendor/lib/d.c",
		"/usr/src/app/src/e.c", "C:\\src\\win.c"} {
		fn := p.fn(fmt.Sprintf("f%d", i%5), f, 0)
		p.add([]uint64{p.loc(0, uint64(i), line{fn, int64(i % 3), 0})}, nil, int64(20-i))
	}
	return p.encode()
}

func dropProf() *prof {
	p := newProf("samples/count")
	p.stack("main;work;malloc;sbrk", nil, 10)
	p.stack("main;work;operator new(unsigned long);malloc", nil, 11)
	p.stack("malloc;main;work;malloc", nil, 12)
	p.stack("malloc;runtime.start", nil, 13)
	p.stack("main;runtime.panicindex;runtime.gopanic;work", nil, 14)
	p.stack("main;std::vector<int>::push_back(int const&);std::copy", nil, 15)
	p.stack("main;(anonymous namespace)::helper(int);leaf", nil, 16)
	p.stack("main;.malloc", nil, 17)
	p.stack("main;work>malloc>sbrk;leaf", nil, 18)
	p.stack("main;malloc>work;leaf", nil, 19)
	p.stack("main;operator()(int);work", nil, 20)
	p.stack("main;helper;work", nil, 21)
	return p
}

func rounding() []byte {
	p := newProf("samples/count")
	rest := int64(10000000)
	for i, v := range []int64{1, 4, 5, 6, 9, 49, 50, 51, 94, 95, 96, 99, 100, 101, 499,
		500, 949, 950, 951, 994, 995, 996, 999, 1000, 4999, 5001, 9949, 9950, 9951,
		9999, 10000, 10001, 99499, 99500, 99949, 99950, 99951, 100000, 999499,
		999500, 1000000} {
		p.stack(fmt.Sprintf("main;f%02d", i), nil, v)
		rest -= v
	}
	p.stack("main;most", nil, rest)
	return p.encode()
}

func fractions() []byte {
	p := newProf("samples/count", "cpu/nanoseconds")
	for i := range int64(2000) {
		n := 1000000 / (i*i/9 + 1)
		s := fmt.Sprintf("main;group%02d;leaf%04d", i%40, i)
		p.stack(s, nil, n/1000, n)
	}
	return p.encode()
}

// tree makes stacks by a fixed walk over 60 functions.
func tree() []byte {
	p := newProf("samples/count", "cpu/nanoseconds")
	p.mapTo(0x400000, "/opt/app/bin/app", "")
	x := uint32(1)
	next := func(n uint32) uint32 {
		x = x*1664525 + 1013904223
		return x >> 8 % 0xffffff % n
	}
	for range 600 {
		s := "main"
		f := next(4)
		for range 2 + next(9) {
			sep := ";"
			if next(6) == 0 {
				sep = ">"
			}
			s += sep + fmt.Sprintf("f%02d", f)
			f = (f*3 + next(5)) % 60
		}
		v := int64(next(40))
		p.stack(s, []label{str("thread", fmt.Sprint("t", next(3)))}, v, v*999983)
	}
	return p.encode()
}

// mergeable makes one of three profiles of the same program.
func mergeable(k int) []byte {
	types := []string{"samples/count", "cpu/nanoseconds", "wall/nanoseconds"}
	scale := int64(1000000)
	switch k {
	case 1:
		types = []string{"cpu/milliseconds", "samples/count", "wall/ms"}
		scale = 1
	case 2:
		types = []string{"samples/count", "cpu/microseconds"}
		scale = 1000
	}
	p := newProf(types...)
	base := 0x400000 + uint64(k)*0x1000000
	p.maps = []mapping{{id: 1, start: base, limit: base + 0x10000,
		offset: 0x1000, file: "/opt/app/bin/app", buildID: "same", has: 15}}
	if k == 2 {
		p.maps[0].file = "/elsewhere/app"
	}
	p.ptype = &vtype{"cpu", "nanoseconds"}
	p.period = int64(10000000 - k)
	p.time = []int64{1700000300000000000, 1700000000000000000, 0}[k]
	p.dur = int64(k+1) * 1000000000
	p.comments = []string{"shared", fmt.Sprint("from ", k)}
	p.dflt = []string{"", "cpu", "samples"}[k]
	at := func(name string, n int64, lines ...int64) uint64 {
		fn := p.fn(name, "src/"+name+".c", n)
		ls := []line{{fn, n + 1, int64(3 + k)}}
		for _, l := range lines {
			ls = append(ls, line{p.fn("outer", "src/outer.c", 1), l, int64(k)})
		}
		return p.loc(1, base+uint64(n)*16, ls...)
	}
	add := func(v int64, labels []label, locs ...uint64) {
		switch k {
		case 0:
			p.add(locs, labels, v, v*10*scale, v*12*scale)
		case 1:
			p.add(locs, labels, v*10*scale, v, v*12*scale)
		case 2:
			p.add(locs, labels, -v, -v*10*scale)
		}
	}
	main, work, in := at("main", 1), at("work", 20), at("in", 30, 44)
	only := at(fmt.Sprint("only", k), 50)
	bare := p.loc(1, base+0x900)
	la := []label{str("thread", "a"), num("size", 4, "kb")}
	lb := []label{str("thread", "b"), num("size", 4096, "bytes")}
	add(10, nil, work, main)
	add(5, la, in, work, main)
	add(6, lb, in, work, main)
	add(7, nil, only, main)
	add(3, nil, bare, work, main)
	add(int64(2-k), nil, main)
	add(0, nil, in)
	return p.encode()
}
