// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/binary"
	"strings"
)

// prof is a profile.proto message under construction.  Strings are interned
// as they come; ids are 1, 2, 3, ... in order of creation unless a quirk sets
// them.  Everything may be changed before encode() is called.
type prof struct {
	strs    []string
	index   map[string]int64
	types   []vtype
	samples []sample
	maps    []mapping
	locs    []location
	funcs   []function

	drop, keep string
	time, dur  int64
	ptype      *vtype
	period     int64
	comments   []string
	dflt, doc  string

	tableFirst bool   // string table before everything else
	unpacked   bool   // repeated integers one by one
	before     []byte // raw bytes put in front ...
	after      []byte // ... and at the end of the message
}

type vtype struct{ name, unit string }

type sample struct {
	locs   []uint64 // leaf first
	values []int64
	labels []label
}

// label is a string label if str is set, else a numeric one.
type label struct {
	key, str string
	num      int64
	unit     string
}

type mapping struct {
	id, start, limit, offset uint64
	file, buildID            string
	has                      int // bits: functions, files, lines, inlines
}

type location struct {
	id, mapping, addr uint64
	lines             []line // innermost first
	folded            bool
}

type line struct {
	fn        uint64
	line, col int64
}

type function struct {
	id           uint64
	name, system string
	file         string
	start        int64
}

// newProf makes a profile with the types "name/unit".
func newProf(types ...string) *prof {
	p := &prof{index: map[string]int64{}}
	p.str("")
	for _, t := range types {
		name, unit, _ := strings.Cut(t, "/")
		p.types = append(p.types, vtype{name, unit})
	}
	return p
}

func (p *prof) str(s string) int64 {
	i, ok := p.index[s]
	if !ok {
		i = int64(len(p.strs))
		p.index[s] = i
		p.strs = append(p.strs, s)
	}
	return i
}

// mapTo adds a mapping of 64 KiB at start.
func (p *prof) mapTo(start uint64, file, buildID string) uint64 {
	id := uint64(len(p.maps) + 1)
	p.maps = append(p.maps, mapping{id: id, start: start,
		limit: start + 0x10000, file: file, buildID: buildID, has: 15})
	return id
}

func (p *prof) fn(name, file string, start int64) uint64 {
	for _, f := range p.funcs {
		if f.name == name && f.file == file && f.start == start {
			return f.id
		}
	}
	id := uint64(len(p.funcs) + 1)
	p.funcs = append(p.funcs, function{id, name, name, file, start})
	return id
}

// loc adds a location; lines are innermost first.
func (p *prof) loc(mapping, addr uint64, lines ...line) uint64 {
	id := uint64(len(p.locs) + 1)
	p.locs = append(p.locs, location{id: id, mapping: mapping, addr: addr,
		lines: lines})
	return id
}

func (p *prof) add(locs []uint64, labels []label, values ...int64) {
	p.samples = append(p.samples, sample{locs, values, labels})
}

// stack adds a sample in the manner of folded stacks, "main;work;leaf", root
// first.  A function NAME is in src/NAME.c, starts at a line and has one
// location, all of which follow from its place in the function table.  "a>b"
// is one location with b inlined into a.
func (p *prof) stack(s string, labels []label, values ...int64) {
	var ids []uint64
	frames := strings.Split(s, ";")
	for i := len(frames) - 1; i >= 0; i-- {
		ids = append(ids, p.frame(frames[i]))
	}
	p.add(ids, labels, values...)
}

func (p *prof) frame(s string) uint64 {
	parts := strings.Split(s, ">")
	var lines []line
	for i := len(parts) - 1; i >= 0; i-- {
		fn := p.fn(parts[i], "src/"+parts[i]+".c", 0)
		f := &p.funcs[fn-1]
		lines = append(lines, line{fn, int64(fn)*10 + 5, 0})
		f.system = "_" + f.name
	}
	for _, l := range p.locs {
		if sameLines(l.lines, lines) {
			return l.id
		}
	}
	var m uint64
	if len(p.maps) > 0 {
		m = p.maps[0].id
	}
	return p.loc(m, 0x401000+uint64(len(p.locs))*0x10, lines...)
}

func sameLines(a, b []line) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

// Labels.

func str(key, value string) label { return label{key: key, str: value} }

func num(key string, n int64, unit string) label {
	return label{key: key, num: n, unit: unit}
}

// msg is one protobuf message being written.
type msg []byte

func (m *msg) int(field int, v uint64) {
	if v != 0 {
		m.int0(field, v)
	}
}

// int0 writes a zero too.
func (m *msg) int0(field int, v uint64) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3)
	*m = binary.AppendUvarint(*m, v)
}

func (m *msg) bytes(field int, b []byte) {
	*m = binary.AppendUvarint(*m, uint64(field)<<3|2)
	*m = binary.AppendUvarint(*m, uint64(len(b)))
	*m = append(*m, b...)
}

func (m *msg) ints(field int, unpacked bool, v ...uint64) {
	if unpacked {
		for _, x := range v {
			m.int0(field, x)
		}
		return
	}
	if len(v) == 0 {
		return
	}
	var b []byte
	for _, x := range v {
		b = binary.AppendUvarint(b, x)
	}
	m.bytes(field, b)
}

// encode writes the message in the order most writers use: the string table
// after what refers to it.
func (p *prof) encode() []byte {
	var body msg
	for _, t := range p.types {
		body.bytes(1, p.encodeType(t))
	}
	for _, s := range p.samples {
		body.bytes(2, p.encodeSample(s))
	}
	for _, m := range p.maps {
		body.bytes(3, p.encodeMapping(m))
	}
	for _, l := range p.locs {
		body.bytes(4, p.encodeLocation(l))
	}
	for _, f := range p.funcs {
		body.bytes(5, p.encodeFunction(f))
	}
	tail := p.encodeTail()
	var table msg
	for _, s := range p.strs {
		table.bytes(6, []byte(s))
	}
	res := append([]byte(nil), p.before...)
	if p.tableFirst {
		res = append(append(append(res, table...), body...), tail...)
	} else {
		res = append(append(append(res, body...), table...), tail...)
	}
	return append(res, p.after...)
}

func (p *prof) encodeType(t vtype) []byte {
	var m msg
	m.int(1, uint64(p.str(t.name)))
	m.int(2, uint64(p.str(t.unit)))
	return m
}

func (p *prof) encodeSample(s sample) []byte {
	var m msg
	m.ints(1, p.unpacked, s.locs...)
	var v []uint64
	for _, x := range s.values {
		v = append(v, uint64(x))
	}
	m.ints(2, p.unpacked, v...)
	for _, l := range s.labels {
		var b msg
		b.int(1, uint64(p.str(l.key)))
		b.int(2, uint64(p.str(l.str)))
		b.int(3, uint64(l.num))
		b.int(4, uint64(p.str(l.unit)))
		m.bytes(3, b)
	}
	return m
}

func (p *prof) encodeMapping(x mapping) []byte {
	var m msg
	m.int(1, x.id)
	m.int(2, x.start)
	m.int(3, x.limit)
	m.int(4, x.offset)
	m.int(5, uint64(p.str(x.file)))
	m.int(6, uint64(p.str(x.buildID)))
	for i := range 4 {
		m.int(7+i, uint64(x.has>>i&1))
	}
	return m
}

func (p *prof) encodeLocation(l location) []byte {
	var m msg
	m.int(1, l.id)
	m.int(2, l.mapping)
	m.int(3, l.addr)
	for _, x := range l.lines {
		var b msg
		b.int(1, x.fn)
		b.int(2, uint64(x.line))
		b.int(3, uint64(x.col))
		m.bytes(4, b)
	}
	if l.folded {
		m.int(5, 1)
	}
	return m
}

func (p *prof) encodeFunction(f function) []byte {
	var m msg
	m.int(1, f.id)
	m.int(2, uint64(p.str(f.name)))
	m.int(3, uint64(p.str(f.system)))
	m.int(4, uint64(p.str(f.file)))
	m.int(5, uint64(f.start))
	return m
}

func (p *prof) encodeTail() []byte {
	var m msg
	m.int(7, uint64(p.str(p.drop)))
	m.int(8, uint64(p.str(p.keep)))
	m.int(9, uint64(p.time))
	m.int(10, uint64(p.dur))
	if p.ptype != nil {
		m.bytes(11, p.encodeType(*p.ptype))
	}
	m.int(12, uint64(p.period))
	for _, c := range p.comments {
		m.int0(13, uint64(p.str(c)))
	}
	m.int(14, uint64(p.str(p.dflt)))
	m.int(15, uint64(p.str(p.doc)))
	return m
}
