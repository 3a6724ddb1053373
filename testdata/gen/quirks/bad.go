// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"math"
)

// bad lists files to refuse.
func bad() []quirk {
	with := func(f func(p *prof)) func() []byte {
		return func() []byte {
			p := plain()
			f(p)
			return p.encode()
		}
	}
	raw := func() []byte { return plain().encode() }
	return []quirk{
		{"empty.pb.gz", "gzip of nothing", func() []byte { return nil }},
		{"empty.bin", "an empty file", func() []byte { return nil }},
		{"bad.bin", "an ELF file, not a profile", elf},
		{"text.txt", "text that is no folded stack", func() []byte {
			return []byte("Dear user,\nthis is not a profile\nat all.\n")
		}},
		{"garbage.pb.gz", "gzip of bytes that are no protobuf", func() []byte {
			return bytes.Repeat([]byte{0xff, 0x07, 0x81, 0x5e}, 300)
		}},
		{"garbage.bin", "bytes that are nothing", func() []byte {
			return bytes.Repeat([]byte{0x93, 0x00, 0xfe, 0x41, 0x07}, 100)
		}},
		{"gzip-cut.bin", "gzip, cut in the middle", func() []byte {
			b := compress(raw())
			return b[:len(b)/2]
		}},
		{"gzip-head.bin", "the two magic bytes of gzip, no more", func() []byte {
			return []byte{0x1f, 0x8b}
		}},
		{"gzip-crc.bin", "gzip with a wrong check sum", func() []byte {
			b := compress(raw())
			b[len(b)-7] ^= 0x55
			return b
		}},
		{"gzip-tail.bin", "gzip with bytes after its end", func() []byte {
			return append(compress(raw()), "tail"...)
		}},
		{"cut.pb", "protobuf, cut inside a field", func() []byte {
			b := raw()
			return b[:len(b)*2/3+1]
		}},
		{"cut.pb.gz", "the same in an intact gzip", func() []byte {
			b := raw()
			return b[:len(b)*2/3+1]
		}},
		{"cut-first.pb", "protobuf, cut after three bytes", func() []byte {
			return raw()[:3]
		}},
		{"wire-type.pb.gz", "string_table with the wire type of an integer", with(func(p *prof) {
			p.after = []byte{6 << 3, 5}
		})},
		{"wire-group.pb.gz", "a group (wire type 3)", with(func(p *prof) {
			p.after = []byte{0xa3, 0x06, 1, 2}
		})},
		{"varint.pb.gz", "a varint of eleven bytes", with(func(p *prof) {
			p.after = append([]byte{12 << 3}, bytes.Repeat([]byte{0x80}, 10)...)
			p.after = append(p.after, 1)
		})},
		{"length.pb.gz", "a length beyond the end of the file", with(func(p *prof) {
			p.after = []byte{2<<3 | 2, 0xff, 0xff, 0xff, 0xff, 0x7f}
		})},
		{"length-huge.pb.gz", "a length of 2^64-1", with(func(p *prof) {
			p.after = append([]byte{2<<3 | 2}, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1)
		})},
		{"width-few.pb.gz", "a sample with one value of two", with(func(p *prof) {
			p.samples[2].values = []int64{1}
		})},
		{"width-many.pb.gz", "a sample with three values of two", with(func(p *prof) {
			p.samples[2].values = []int64{1, 2, 3}
		})},
		{"width-none.pb.gz", "a sample without values", with(func(p *prof) {
			p.samples[2].values = nil
		})},
		{"no-types.pb.gz", "samples but no sample types", with(func(p *prof) {
			p.types = nil
		})},
		{"nothing.pb.gz", "no types and no samples", func() []byte {
			return newProf().encode()
		}},
		{"location-unknown.pb.gz", "a sample whose location does not exist", with(func(p *prof) {
			p.samples[3].locs[0] = 4711
		})},
		{"location-zero.pb.gz", "a location with id 0", with(func(p *prof) {
			p.locs[2].id = 0
			for i := range p.samples {
				for j := range p.samples[i].locs {
					if p.samples[i].locs[j] == 3 {
						p.samples[i].locs[j] = 2
					}
				}
			}
		})},
		{"location-twice.pb.gz", "two locations with one id", with(func(p *prof) {
			l := p.locs[2]
			l.addr++
			p.locs = append(p.locs, l)
		})},
		{"function-unknown.pb.gz", "a line whose function does not exist", with(func(p *prof) {
			p.locs[2].lines[0].fn = 4711
		})},
		{"function-none.pb.gz", "a line without a function", with(func(p *prof) {
			p.locs[2].lines[0].fn = 0
		})},
		{"function-zero.pb.gz", "a function with id 0", with(func(p *prof) {
			p.funcs = append(p.funcs, function{name: "zero"})
		})},
		{"function-twice.pb.gz", "two functions with one id", with(func(p *prof) {
			p.funcs = append(p.funcs, function{id: 2, name: "two"})
		})},
		{"mapping-zero.pb.gz", "a mapping with id 0", with(func(p *prof) {
			p.maps = append(p.maps, mapping{file: "/zero"})
		})},
		{"mapping-twice.pb.gz", "two mappings with one id", with(func(p *prof) {
			p.maps = append(p.maps, mapping{id: 1, file: "/two"})
		})},
		{"string-first.pb.gz", "the first string is not empty", with(func(p *prof) {
			p.encode()
			p.strs[0] = "first"
		})},
		{"string-none.pb.gz", "no string table", func() []byte {
			p := newProf()
			p.strs = nil
			p.types = []vtype{{}}
			return p.encode()
		}},
		{"string-range.pb.gz", "a string index beyond the table", with(func(p *prof) {
			var m msg
			m.int(1, 70)
			m.int(2, 5000)
			p.after = (&m).wrap(5)
		})},
		{"string-negative.pb.gz", "a negative string index", with(func(p *prof) {
			var m msg
			m.int(14, math.MaxUint64)
			p.after = m
		})},
		{"concatenated.pb", "two profiles in one file, both with a time", func() []byte {
			p := plain()
			p.time = 1700000000000000000
			return append(p.encode(), p.encode()...)
		}},
		{"no-samples.folded", "comments and blank lines only", func() []byte {
			return []byte("# nothing here\n\n\n")
		}},
		{"no-value.folded", "the fourth of eight lines has no value", func() []byte {
			return []byte("a;b 1\na;c 2\na;d 3\na;broken\na;e 4\na;f 5\na;g 6\na;h 7\n")
		}},
	}
}

// wrap puts the message into a field of another.
func (m *msg) wrap(field int) []byte {
	var w msg
	w.bytes(field, *m)
	return w
}

// elf makes the head of an x86-64 executable, followed by zeros.
func elf() []byte {
	b := make([]byte, 512)
	copy(b, "\x7fELF\x02\x01\x01")
	b[16], b[18], b[20] = 2, 62, 1
	b[24], b[25], b[26] = 0x78, 0x00, 0x40
	b[32], b[52], b[54], b[56] = 64, 64, 56, 1
	return b
}
