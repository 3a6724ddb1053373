// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/binary"
	"fmt"
	"math"
)

// plain is the small profile that most quirks vary.
func plain() *prof {
	p := newProf("samples/count", "cpu/nanoseconds")
	p.mapTo(0x400000, "/opt/app/bin/app", "abc123")
	p.ptype = &vtype{"cpu", "nanoseconds"}
	p.period = 10000000
	add := func(s string, n int64) { p.stack(s, nil, n, n*p.period) }
	add("main;serve;handle;parse", 31)
	add("main;serve;handle;parse;alloc", 12)
	add("main;serve;handle;render>escape", 20)
	add("main;serve;handle;render", 7)
	add("main;serve;accept", 3)
	add("main;gc;mark", 15)
	add("main;gc;mark;scan", 22)
	add("main", 1)
	return p
}

// structural lists quirks of the message itself.
func structural() []quirk {
	return []quirk{
		{"plain.pb.gz", "nothing special", func() []byte {
			return plain().encode()
		}},
		{"raw.pb", "plain, not compressed", func() []byte {
			return plain().encode()
		}},
		{"members.pb.gzip", "plain, as three gzip members with the cuts inside messages", func() []byte {
			b := plain().encode()
			n := len(b) / 3
			res := append(compress(b[:n]), compress(b[n:2*n])...)
			return append(res, compress(b[2*n:])...)
		}},
		{"table-first.pb.gz", "the string table before its references", func() []byte {
			p := plain()
			p.encode() // interns the strings
			p.tableFirst = true
			return p.encode()
		}},
		{"unpacked.pb.gz", "repeated integers one by one", func() []byte {
			p := plain()
			p.unpacked = true
			return p.encode()
		}},
		{"mixed-packing.pb.gz", "location ids and values packed and one by one in the same sample", func() []byte {
			p := plain()
			ids := p.samples[0].locs
			p.samples[0].values = nil
			p.samples[0].locs = nil
			var s msg
			s.ints(1, false, ids[:2]...)
			s.ints(2, true, 31)
			s.ints(1, true, ids[2:]...)
			s.ints(2, false, 310000000)
			p.samples = p.samples[1:]
			var m msg
			m.bytes(2, s)
			p.before = m
			return p.encode()
		}},
		{"unknown-fields.pb.gz", "fields with unknown numbers, of all four wire types, at every level", unknownFields},
		{"twice.pb.gz", "scalars and period_type given twice: the last one counts", func() []byte {
			p := plain()
			var m msg
			m.int(10, 77)
			m.int(12, 99)
			m.bytes(11, p.encodeType(vtype{"wrong", "bytes"}))
			p.before = m
			p.dur = 2000000000
			return p.encode()
		}},
		{"sparse-ids.pb.gz", "huge ids with gaps, tables in descending order", func() []byte {
			p := plain()
			renumber(p, func(id uint64) uint64 {
				return math.MaxUint64 - id*0x123456789abc
			})
			return p.encode()
		}},
		{"same-ids.pb.gz", "mapping, location and function ids from the same small range, descending", func() []byte {
			p := plain()
			n := uint64(len(p.locs) + len(p.funcs) + 1)
			renumber(p, func(id uint64) uint64 { return n - id })
			return p.encode()
		}},
		{"no-mapping.pb.gz", "no mapping table; half of the locations name a mapping that does not exist", func() []byte {
			p := plain()
			p.maps = nil
			for i := range p.locs {
				p.locs[i].mapping = uint64(i%2) * 9
			}
			return p.encode()
		}},
		{"is-folded.pb.gz", "locations with is_folded, one twice with and without", func() []byte {
			p := plain()
			for i := range p.locs {
				p.locs[i].folded = i%2 == 0
			}
			l := p.locs[1]
			l.id = 100
			l.folded = true
			p.locs = append(p.locs, l)
			p.add([]uint64{100, 4}, nil, 5, 50000000)
			return p.encode()
		}},
		{"one-sample.pb.gz", "one sample of one frame", func() []byte {
			p := newProf("samples/count")
			p.stack("only", nil, 1)
			return p.encode()
		}},
		{"no-samples.pb.gz", "types but no samples", func() []byte {
			p := plain()
			p.samples = nil
			return p.encode()
		}},
		{"types-only.pb.gz", "types, the empty string, nothing else", func() []byte {
			return newProf("alloc/bytes").encode()
		}},
		{"zeros.pb.gz", "samples whose values are zero in one column or in both", func() []byte {
			p := plain()
			p.stack("main;nothing", nil, 0, 0)
			p.stack("main;serve;idle", nil, 4, 0)
			p.stack("main;serve;fast", nil, 0, 40000000)
			return p.encode()
		}},
		{"all-zero.pb.gz", "every value is zero", func() []byte {
			p := plain()
			for i := range p.samples {
				p.samples[i].values = []int64{0, 0}
			}
			return p.encode()
		}},
		{"empty-stacks.pb.gz", "samples without locations among others", func() []byte {
			p := plain()
			p.add(nil, nil, 9, 90000000)
			p.add(nil, []label{str("kind", "lost")}, 2, 20000000)
			return p.encode()
		}},
		{"only-empty-stacks.pb.gz", "no sample has a location", func() []byte {
			p := newProf("lost/count")
			p.add(nil, nil, 9)
			p.add(nil, []label{str("kind", "lost")}, 2)
			return p.encode()
		}},
		{"unused.pb.gz", "locations, functions and a mapping that no sample uses", func() []byte {
			p := plain()
			p.mapTo(0x700000, "/opt/app/lib/libspare.so", "")
			p.frame("never;called")
			p.frame("dead_code")
			return p.encode()
		}},
		{"same-stack.pb.gz", "the same stack in many samples, with and without the same labels", func() []byte {
			p := plain()
			for i := range int64(12) {
				p.stack("main;serve;handle", []label{num("n", i/4+1, "")}, i, i*1000)
			}
			return p.encode()
		}},
		{"same-address.pb.gz", "several locations at one address, and one function at several", func() []byte {
			p := plain()
			f := p.fn("parse", "src/parse.c", 0)
			a := p.loc(1, 0x401030, line{f, 50, 0})
			b := p.loc(1, 0x401030, line{f, 51, 0})
			c := p.loc(1, 0x401038, line{f, 50, 0})
			main := p.frame("main")
			p.add([]uint64{a, main}, nil, 5, 50000000)
			p.add([]uint64{b, main}, nil, 6, 60000000)
			p.add([]uint64{c, b, main}, nil, 7, 70000000)
			return p.encode()
		}},
		{"deep.pb.gz", "a stack of 3,000 frames of 200 functions", func() []byte {
			p := newProf("samples/count")
			var ids []uint64
			for i := range 200 {
				ids = append(ids, p.frame(fmt.Sprintf("level%03d", i)))
			}
			var all []uint64
			for range 15 {
				all = append(all, ids...)
			}
			p.add(all, nil, 10)
			p.add(all[1570:], nil, 3)
			return p.encode()
		}},
		{"types200.pb.gz", "200 sample types", func() []byte {
			p := newProf()
			units := []string{"count", "nanoseconds", "bytes", "", "frobs"}
			for i := range 200 {
				p.types = append(p.types, vtype{fmt.Sprintf("type%03d", i), units[i%5]})
			}
			values := func(k int64) (v []int64) {
				for i := range int64(200) {
					v = append(v, k*(i*i+1)%(997+i))
				}
				return v
			}
			for i, s := range []string{"main", "main;a", "main;a;b", "main;c;b", "main;c"} {
				p.stack(s, nil, values(int64(i+1))...)
			}
			return p.encode()
		}},
	}
}

func renumber(p *prof, f func(uint64) uint64) {
	for i := range p.maps {
		p.maps[i].id = f(p.maps[i].id)
	}
	for i := range p.funcs {
		p.funcs[i].id = f(p.funcs[i].id)
	}
	for i := range p.locs {
		l := &p.locs[i]
		l.id, l.mapping = f(l.id), f(l.mapping)
		for j := range l.lines {
			l.lines[j].fn = f(l.lines[j].fn)
		}
	}
	for i := range p.samples {
		for j := range p.samples[i].locs {
			p.samples[i].locs[j] = f(p.samples[i].locs[j])
		}
	}
}

// unknownFields adds fields 100 to 103 to the profile and to a sample, a
// label, a mapping, a location, a line and a function.
func unknownFields() []byte {
	p := plain()
	var junk msg
	junk.int(100, math.MaxUint64)
	junk.bytes(101, []byte("what is this"))
	junk = binary.AppendUvarint(junk, 102<<3|1)
	junk = append(junk, 1, 2, 3, 4, 5, 6, 7, 8)
	junk = binary.AppendUvarint(junk, 103<<3|5)
	junk = append(junk, 1, 2, 3, 4)

	fn := append(junk, p.encodeFunction(function{50, "extra", "", "src/extra.c", 0})...)
	ln := msg(append([]byte(nil), junk...))
	ln.int(1, 50)
	ln.int(2, 7)
	lc := msg(append([]byte(nil), junk...))
	lc.int(1, 60)
	lc.int(2, 2)
	lc.int(3, 0x600010)
	lc.bytes(4, ln)
	mp := append(append([]byte(nil), junk...), p.encodeMapping(mapping{id: 2,
		start: 0x600000, limit: 0x610000, file: "/opt/app/lib/extra.so"})...)
	lb := msg(append([]byte(nil), junk...))
	lb.int(1, uint64(p.str("colour")))
	lb.int(2, uint64(p.str("red")))
	sm := msg(append([]byte(nil), junk...))
	sm.ints(1, false, 60, 4)
	sm.ints(2, false, 8, 80000000)
	sm.bytes(3, lb)

	var m msg
	m = append(m, junk...)
	m.bytes(2, sm)
	m.bytes(4, lc)
	m.bytes(5, fn)
	p.before = m
	m = nil
	m.bytes(3, mp)
	p.after = append(m, junk...)
	return p.encode()
}
