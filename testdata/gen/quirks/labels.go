// SPDX-License-Identifier: GPL-3.0-or-later

package main

import "math"

// labelQuirks lists profiles about labels.
func labelQuirks() []quirk {
	return []quirk{
		{"labels.pb.gz", "string labels: one, several of a key, none, empty value, empty key, = and comma in values", func() []byte {
			p := newProf("samples/count", "cpu/nanoseconds")
			add := func(s string, n int64, l ...label) { p.stack(s, l, n, n*1000000) }
			add("main;a", 10, str("thread", "t1"))
			add("main;a", 11, str("thread", "t2"))
			add("main;b", 12, str("thread", "t1"), str("thread", "t2"))
			add("main;b", 13, str("thread", "t2"), str("thread", "t1"))
			add("main;b", 14, str("thread", "t1"), str("thread", "t1"))
			add("main;c", 15, str("op", "read"), str("thread", "t3"))
			add("main;c", 16, str("thread", "t3"), str("op", "read"))
			add("main;c", 17, str("op", "a=b"), str("k=v", "x"))
			add("main;d", 18, str("op", "x,y"))
			add("main;d", 19, str("", "keyless"))
			add("main;d", 20, label{key: "gone"}) // all zero: not a label at all
			add("main;e", 21)
			add("main", 22, str("op", "\u65e5\u672c"), str("line", "a\nb"))
			return p.encode()
		}},
		{"labels-numeric.pb.gz", "numeric labels: with units of several families, without, negative, several of a key,\nzero with and without a unit, a key with both kinds", func() []byte {
			p := newProf("samples/count", "cpu/nanoseconds")
			add := func(s string, n int64, l ...label) { p.stack(s, l, n, n*1000000) }
			add("main;a", 10, num("bytes", 1024, ""))
			add("main;a", 11, num("bytes", 4096, ""))
			add("main;a", 12, num("request", 100, ""), num("alignment", 16, ""))
			add("main;b", 13, num("latency", 5, "ms"))
			add("main;b", 14, num("latency", 5000, "us"))
			add("main;b", 15, num("latency", 7, "seconds"))
			add("main;b", 16, num("latency", 3, ""))
			add("main;c", 17, num("req", 7, ""))
			add("main;c", 18, num("req", -7, ""))
			add("main;c", 19, num("req", 7, ""), num("req", 9, ""))
			add("main;d", 20, num("size", 1, "kb"), num("size", 2, ""))
			add("main;d", 21, num("size", 3, ""), num("size", 4, "mb"))
			add("main;d", 22, num("zero", 0, ""), num("none", 0, "bytes"))
			add("main;e", 23, num("both", 5, ""), str("both", "five"))
			add("main;e", 24, num("fruit", 3, "apples"))
			add("main;e", 25, num("fruit", 4, "pears"))
			add("main;f", 26, num("big", math.MaxInt64, "bytes"), num("small", math.MinInt64, ""))
			add("main", 27)
			return p.encode()
		}},
		{"labels-order.pb.gz", "keys whose order changes with the text printed after them", func() []byte {
			p := newProf("samples/count", "cpu/nanoseconds")
			add := func(s string, n int64, l ...label) { p.stack(s, l, n, n*1000000) }
			add("main;work", 5, str("thread", "a"), str("thread id", "b"), str("thread-x", "c"), str("", "e"), str(" (", "p"),
				num("thread", 5, "kb"), num("thread id", 6, ""), num("", 7, "frobs"), num(" (", 8, "kilobytes"))
			add("main;work", 7, str("thread", "b"), str("thread!", "b"), str("thread;", "b"))
			return p.encode()
		}},
		{"labels-mixed.pb.gz", "tenant, endpoint, priority (numeric) and latency together, with a sample that has none", func() []byte {
			p := plain()
			tenants := []string{"acme", "globex", "initech"}
			for i := range int64(60) {
				l := []label{str("tenant", tenants[i*i%3]), num("priority", i%3+1, "")}
				if i%2 == 0 {
					l = append(l, str("endpoint", []string{"/a", "/b"}[i/2%2]))
				}
				if i%5 == 0 {
					l = append(l, num("latency", i*i*100000, "nanoseconds"))
				}
				p.stack([]string{"main;serve;handle", "main;serve;handle;parse", "main;gc"}[i%3], l, i, i*10000000)
			}
			return p.encode()
		}},
	}
}

// unitQuirks lists profiles about units of values.
func unitQuirks() []quirk {
	values := func(p *prof) []byte {
		list := []int64{1, 999, 1023, 1024, 1025, 1536, 999999, 1000000,
			1048576, 3600000000000, 86400000000000, 5, 50, 0, -2048, 123456789}
		for i, v := range list {
			var row []int64
			for j := range p.types {
				row = append(row, v+int64(j*i))
			}
			p.stack("main;f"+string(rune('a'+i)), nil, row...)
		}
		return p.encode()
	}
	return []quirk{
		{"units-time.pb.gz", "every unit of time, in several spellings", func() []byte {
			return values(newProf("t0/ns", "t1/nanosecond", "t2/nanoseconds", "t3/us",
				"t4/microseconds", "t5/ms", "t6/Milliseconds", "t7/s", "t8/sec",
				"t9/secs", "t10/second", "t11/SECONDS", "t12/hr", "t13/hrs", "t14/hours",
				"t15/h", "t16/min", "t17/\u00b5s", "t18/\u03bcs"))
		}},
		{"units-memory.pb.gz", "every unit of memory, in several spellings", func() []byte {
			return values(newProf("m0/b", "m1/B", "m2/byte", "m3/bytes", "m4/kb", "m5/kbyte",
				"m6/kilobytes", "m7/kB", "m8/mb", "m9/megabyte", "m10/gb", "m11/gigabytes",
				"m12/tb", "m13/pb", "m14/petabyte", "m15/KiB", "m16/bs"))
		}},
		{"units-gcu.pb.gz", "compute units", func() []byte {
			return values(newProf("g0/nanogcu", "g1/microgcu", "g2/milligcu", "g3/gcu",
				"g4/GCUs", "g5/kilogcu", "g6/megagcu", "g7/gigagcu", "g8/teragcu",
				"g9/petagcu", "g10/n*GCU"))
		}},
		{"units-other.pb.gz", "units of no family", func() []byte {
			return values(newProf("u0/count", "u1/", "u2/frobs", "u3/cycles", "u4/sample",
				"u5/samples", "u6/unit", "u7/minimum", "u8/auto", "u9/%", "u10/\u65e5\u672c",
				"u11/frob s"))
		}},
	}
}
