// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
	"strings"
)

// As much of profile.proto as is needed to take samples apart and put them
// together again.

type frame struct {
	function, system, file string
	start, line            int64
}

// A location: without its address, which Pyroscope does not keep either.
type place struct {
	key            string
	mapping, build string
	lines          []*frame // the innermost first
}

type sample struct {
	stack  []*place // the leaf first
	values []int64
	labels map[string]string // those that are text
}

type profile struct {
	types   [][2]string
	period  [2]string
	time    int64 // ns
	samples []sample
}

var errWire = errors.New("that is no protobuf")

// One field after the other; varints are in v, what has a length in data.
func eachField(b []byte, do func(num int, v uint64, data []byte) error) error {
	for len(b) > 0 {
		tag, n := binary.Uvarint(b)
		if n <= 0 {
			return errWire
		}
		b = b[n:]
		var v uint64
		var data []byte
		switch tag & 7 {
		case 0:
			v, n = binary.Uvarint(b)
			if n <= 0 {
				return errWire
			}
		case 1:
			if n = 8; len(b) < n {
				return errWire
			}
			v = binary.LittleEndian.Uint64(b)
		case 2:
			length, k := binary.Uvarint(b)
			if k <= 0 || length > uint64(len(b)-k) {
				return errWire
			}
			n = k + int(length)
			data = b[k:n]
			if data == nil {
				data = []byte{}
			}
		case 5:
			if n = 4; len(b) < n {
				return errWire
			}
			v = uint64(binary.LittleEndian.Uint32(b))
		default:
			return errWire
		}
		b = b[n:]
		if err := do(int(tag>>3), v, data); err != nil {
			return err
		}
	}
	return nil
}

// A repeated number: packed, or one by one.
func numbers(list []uint64, v uint64, data []byte) ([]uint64, error) {
	if data == nil {
		return append(list, v), nil
	}
	for len(data) > 0 {
		one, n := binary.Uvarint(data)
		if n <= 0 {
			return nil, errWire
		}
		list = append(list, one)
		data = data[n:]
	}
	return list, nil
}

func unpack(b []byte) ([]byte, error) {
	if len(b) < 2 || b[0] != 0x1f || b[1] != 0x8b {
		return b, nil
	}
	r, err := gzip.NewReader(bytes.NewReader(b))
	if err != nil {
		return nil, err
	}
	return io.ReadAll(r)
}

func pack(b []byte) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	w.Write(b)
	w.Close()
	return out.Bytes()
}

type rawLabel struct{ key, str uint64 }
type rawSample struct {
	stack, values []uint64
	labels        []rawLabel
}
type rawPlace struct {
	mapping uint64
	lines   [][2]uint64 // function, line
}
type rawFunction struct{ name, system, file, start uint64 }
type rawMapping struct{ file, build uint64 }

type rawProfile struct {
	types       [][2]uint64
	period      [2]uint64
	time        uint64
	samples     []rawSample
	places      map[uint64]rawPlace
	functions   map[uint64]rawFunction
	mappings    map[uint64]rawMapping
	text        []string
	defaultType uint64
}

func pair(data []byte) (p [2]uint64, err error) {
	err = eachField(data, func(num int, v uint64, _ []byte) error {
		if num == 1 || num == 2 {
			p[num-1] = v
		}
		return nil
	})
	return p, err
}

func readSample(data []byte) (s rawSample, err error) {
	err = eachField(data, func(num int, v uint64, d []byte) (err error) {
		switch num {
		case 1:
			s.stack, err = numbers(s.stack, v, d)
		case 2:
			s.values, err = numbers(s.values, v, d)
		case 3:
			var l [2]uint64
			l, err = pair(d)
			s.labels = append(s.labels, rawLabel{l[0], l[1]})
		}
		return err
	})
	return s, err
}

func (r *rawProfile) readPlace(data []byte) error {
	var id uint64
	var p rawPlace
	err := eachField(data, func(num int, v uint64, d []byte) error {
		switch num {
		case 1:
			id = v
		case 2:
			p.mapping = v
		case 4:
			l, err := pair(d)
			if err != nil {
				return err
			}
			p.lines = append(p.lines, l)
		}
		return nil
	})
	r.places[id] = p
	return err
}

func (r *rawProfile) readFunction(data []byte) error {
	var id uint64
	var f rawFunction
	err := eachField(data, func(num int, v uint64, _ []byte) error {
		if to := map[int]*uint64{1: &id, 2: &f.name, 3: &f.system,
			4: &f.file, 5: &f.start}[num]; to != nil {
			*to = v
		}
		return nil
	})
	r.functions[id] = f
	return err
}

func (r *rawProfile) readMapping(data []byte) error {
	var id uint64
	var m rawMapping
	err := eachField(data, func(num int, v uint64, _ []byte) error {
		if to := map[int]*uint64{1: &id, 5: &m.file, 6: &m.build}[num]; to != nil {
			*to = v
		}
		return nil
	})
	r.mappings[id] = m
	return err
}

func readRaw(b []byte) (*rawProfile, error) {
	r := &rawProfile{places: map[uint64]rawPlace{},
		functions: map[uint64]rawFunction{},
		mappings:  map[uint64]rawMapping{}}
	err := eachField(b, func(num int, v uint64, d []byte) error {
		switch num {
		case 1, 11:
			p, err := pair(d)
			if num == 1 {
				r.types = append(r.types, p)
			} else {
				r.period = p
			}
			return err
		case 2:
			s, err := readSample(d)
			r.samples = append(r.samples, s)
			return err
		case 3:
			return r.readMapping(d)
		case 4:
			return r.readPlace(d)
		case 5:
			return r.readFunction(d)
		case 6:
			r.text = append(r.text, string(d))
		case 9:
			r.time = v
		case 14:
			r.defaultType = v
		}
		return nil
	})
	return r, err
}

func (r *rawProfile) str(i uint64) string {
	if i < uint64(len(r.text)) {
		return r.text[i]
	}
	return ""
}

// Equal locations of all profiles are one.
type places map[string]*place

func (all places) find(r *rawProfile, id uint64) *place {
	raw := r.places[id]
	m := r.mappings[raw.mapping]
	p := place{mapping: r.str(m.file), build: r.str(m.build)}
	key := p.mapping + "\x00" + p.build
	for _, l := range raw.lines {
		f := r.functions[l[0]]
		one := &frame{withoutTypes(r.str(f.name)), withoutTypes(r.str(f.system)), r.str(f.file),
			int64(f.start), int64(l[1])}
		p.lines = append(p.lines, one)
		key += fmt.Sprintf("\x00%s\x00%s\x00%s\x00%d\x00%d", one.function,
			one.system, one.file, one.start, one.line)
	}
	p.key = key
	if all[key] == nil {
		all[key] = &p
	}
	return all[key]
}

// Pyroscope takes what Go writes for type parameters out of names.
func withoutTypes(name string) string {
	from, to := strings.Index(name, "[go.shape."), strings.LastIndex(name, "]")
	if from < 0 || to < from {
		return name
	}
	return name[:from] + name[to+1:]
}

// parse reads a profile, packed or not.
func parse(b []byte, all places) (*profile, error) {
	b, err := unpack(b)
	if err != nil {
		return nil, err
	}
	r, err := readRaw(b)
	if err != nil {
		return nil, err
	}
	p := &profile{time: int64(r.time),
		period: [2]string{r.str(r.period[0]), r.str(r.period[1])}}
	for _, t := range r.types {
		p.types = append(p.types, [2]string{r.str(t[0]), r.str(t[1])})
	}
	known := map[uint64]*place{}
	for _, s := range r.samples {
		one := sample{labels: map[string]string{}}
		for _, v := range s.values {
			one.values = append(one.values, int64(v))
		}
		for _, l := range s.labels {
			if l.str != 0 {
				one.labels[r.str(l.key)] = r.str(l.str)
			}
		}
		for _, id := range s.stack {
			if known[id] == nil {
				known[id] = all.find(r, id)
			}
			one.stack = append(one.stack, known[id])
		}
		if len(one.values) != len(p.types) {
			return nil, errors.New("a sample with too few values")
		}
		p.samples = append(p.samples, one)
	}
	return p, nil
}

// ---- Writing ----

type encoder struct{ bytes.Buffer }

func (e *encoder) varint(v uint64) {
	e.Write(binary.AppendUvarint(nil, v))
}

func (e *encoder) number(num int, v int64) {
	if v != 0 {
		e.varint(uint64(num) << 3)
		e.varint(uint64(v))
	}
}

func (e *encoder) data(num int, b []byte) {
	e.varint(uint64(num)<<3 | 2)
	e.varint(uint64(len(b)))
	e.Write(b)
}

func (e *encoder) list(num int, list []uint64) {
	var one encoder
	for _, v := range list {
		one.varint(v)
	}
	e.data(num, one.Bytes())
}

// One sample type, merged.
type merged struct {
	stacks [][]*place
	values []int64
	at     map[string]int
}

func (m *merged) add(stack []*place, v int64) {
	var key strings.Builder
	for _, p := range stack {
		fmt.Fprintf(&key, "%p ", p)
	}
	if m.at == nil {
		m.at = map[string]int{}
	}
	i, found := m.at[key.String()]
	if !found {
		i = len(m.stacks)
		m.at[key.String()] = i
		m.stacks = append(m.stacks, stack)
		m.values = append(m.values, 0)
	}
	m.values[i] += v
}

type writer struct {
	out       encoder
	text      map[string]int64
	order     []string
	functions map[frame]int64
	mappings  map[[2]string]int64
	places    map[*place]int64
	tail      encoder // mappings, locations, functions
}

func (w *writer) str(s string) int64 {
	if i, found := w.text[s]; found {
		return i
	}
	w.text[s] = int64(len(w.order))
	w.order = append(w.order, s)
	return w.text[s]
}

func (w *writer) function(f *frame) int64 {
	key := *f
	key.line = 0
	if id := w.functions[key]; id != 0 {
		return id
	}
	id := int64(len(w.functions) + 1)
	w.functions[key] = id
	var e encoder
	e.number(1, id)
	e.number(2, w.str(f.function))
	e.number(3, w.str(f.system))
	e.number(4, w.str(f.file))
	e.number(5, f.start)
	w.tail.data(5, e.Bytes())
	return id
}

func (w *writer) mapping(p *place) int64 {
	key := [2]string{p.mapping, p.build}
	if id := w.mappings[key]; id != 0 {
		return id
	}
	id := int64(len(w.mappings) + 1)
	w.mappings[key] = id
	var e encoder
	e.number(1, id)
	e.number(5, w.str(p.mapping))
	e.number(6, w.str(p.build))
	e.number(7, 1)
	w.tail.data(3, e.Bytes())
	return id
}

func (w *writer) place(p *place) int64 {
	if id := w.places[p]; id != 0 {
		return id
	}
	id := int64(len(w.places) + 1)
	w.places[p] = id
	var e encoder
	e.number(1, id)
	e.number(2, w.mapping(p))
	for _, f := range p.lines {
		var line encoder
		line.number(1, w.function(f))
		line.number(2, f.line)
		e.data(4, line.Bytes())
	}
	w.tail.data(4, e.Bytes())
	return id
}

func (w *writer) valueType(num int, t [2]string) {
	var e encoder
	e.number(1, w.str(t[0]))
	e.number(2, w.str(t[1]))
	w.out.data(num, e.Bytes())
}

// write is the merged profile as Pyroscope answers it: one type, an invented
// period, no addresses.
func (m *merged) write(t, period [2]string, time, duration, every int64) []byte {
	w := &writer{text: map[string]int64{"": 0}, order: []string{""},
		functions: map[frame]int64{}, mappings: map[[2]string]int64{},
		places: map[*place]int64{}}
	w.valueType(1, t)
	for i, stack := range m.stacks {
		var e encoder
		var ids []uint64
		for _, p := range stack {
			ids = append(ids, uint64(w.place(p)))
		}
		e.list(1, ids)
		e.list(2, []uint64{uint64(m.values[i])})
		w.out.data(2, e.Bytes())
	}
	w.out.Write(w.tail.Bytes())
	w.valueType(11, period)
	for _, s := range w.order {
		w.out.data(6, []byte(s))
	}
	w.out.number(9, time)
	w.out.number(10, duration)
	w.out.number(12, every)
	w.out.number(14, w.str(t[0]))
	return w.out.Bytes()
}

// ---- Changing ----

// dense are new ids of the fields mapping, location and function: 1, 2, 3 in
// their order. A server that takes profiles apart has tables by id.
type dense map[int]map[uint64]uint64

func newDense(b []byte) (dense, error) {
	ids := dense{3: {}, 4: {}, 5: {}}
	err := eachField(b, func(num int, _ uint64, d []byte) error {
		if ids[num] == nil {
			return nil
		}
		return eachField(d, func(inner int, v uint64, _ []byte) error {
			if inner == 1 {
				ids[num][v] = uint64(len(ids[num]) + 1)
			}
			return nil
		})
	})
	return ids, err
}

// renumbered is a message with some of its numbers replaced; what in field 4
// of a location is, is a line with the id of a function.
func renumbered(d []byte, of map[int]map[uint64]uint64, line map[uint64]uint64) ([]byte, error) {
	var e encoder
	err := eachField(d, func(num int, v uint64, inner []byte) error {
		switch {
		case inner != nil && num == 4 && line != nil:
			one, err := renumbered(inner, map[int]map[uint64]uint64{1: line}, nil)
			e.data(num, one)
			return err
		case inner != nil:
			e.data(num, inner)
		case of[num] != nil && v != 0:
			e.number(num, int64(of[num][v]))
		default:
			e.number(num, int64(v))
		}
		return nil
	})
	return e.Bytes(), err
}

// scaledSample has each label key once, if labels are to be kept.
func scaledSample(data []byte, by float64, labels bool, ids dense) ([]byte, error) {
	s, err := readSample(data)
	if err != nil {
		return nil, err
	}
	for i, v := range s.values {
		s.values[i] = uint64(int64(math.Round(float64(int64(v)) * by)))
	}
	for i, id := range s.stack {
		s.stack[i] = ids[4][id]
	}
	var e encoder
	e.list(1, s.stack)
	e.list(2, s.values)
	there := map[uint64]bool{}
	err = eachField(data, func(num int, _ uint64, d []byte) error {
		if num != 3 || !labels {
			return nil
		}
		l, err := pair(d)
		if err == nil && !there[l[0]] {
			e.data(3, d)
		}
		there[l[0]] = true
		return err
	})
	return e.Bytes(), err
}

// changed is a profile with another time, its values scaled and its ids dense;
// labels of samples are dropped unless they are to be kept.
func changed(b []byte, ms int64, by float64, labels bool) ([]byte, error) {
	b, err := unpack(b)
	if err != nil {
		return nil, err
	}
	ids, err := newDense(b)
	if err != nil {
		return nil, err
	}
	var out encoder
	err = eachField(b, func(num int, v uint64, d []byte) (err error) {
		switch {
		case num == 9:
		case num == 2:
			d, err = scaledSample(d, by, labels, ids)
		case num == 3 || num == 5:
			d, err = renumbered(d, map[int]map[uint64]uint64{1: ids[num]}, nil)
		case num == 4:
			d, err = renumbered(d, map[int]map[uint64]uint64{1: ids[4], 2: ids[3]},
				ids[5])
		}
		if err != nil || num == 9 {
			return err
		}
		if d != nil {
			out.data(num, d)
		} else {
			out.number(num, int64(v))
		}
		return nil
	})
	out.number(9, ms*1000000)
	return out.Bytes(), err
}
