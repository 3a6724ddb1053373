// SPDX-License-Identifier: GPL-3.0-or-later

// Growing writes testdata/growing: heap profiles of one service, a snapshot
// every five minutes, with one function of each kind of growth.  It takes the
// directory testdata as its argument.  Written again the files are the same, up
// to the version of the deflate coder.
//
//	session.(*Store).Put        grows by about 5 MB an hour and never back
//	metrics.(*Registry).Event   grows slowly
//	bufio.NewReaderSize         a saw-tooth, whose floor rises
//	http.Header.Clone           noise
//	index.Load                  always the same
//	legacy.Load                 grew before the restart only
//
// The first four snapshots are of a process that was restarted then; of the
// second one a snapshot is missing.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"time"
)

const (
	kb = 1 << 10
	mb = 1 << 20
)

// message is an encoded protobuf message.
type message struct{ bytes.Buffer }

func (m *message) varint(v uint64) {
	for ; v >= 0x80; v >>= 7 {
		m.WriteByte(byte(v) | 0x80)
	}
	m.WriteByte(byte(v))
}

func (m *message) number(field int, v uint64) {
	if v != 0 {
		m.varint(uint64(field << 3))
		m.varint(v)
	}
}

func (m *message) text(field int, b []byte) {
	m.varint(uint64(field<<3 | 2))
	m.varint(uint64(len(b)))
	m.Write(b)
}

func (m *message) packed(field int, v ...uint64) {
	var p message
	for _, x := range v {
		p.varint(x)
	}
	m.text(field, p.Bytes())
}

// heap is a profile being written; a function has one location of the same id.
type heap struct {
	message
	strings   []string
	functions map[string]uint64
}

func (h *heap) str(s string) uint64 {
	for i, have := range h.strings {
		if have == s {
			return uint64(i)
		}
	}
	h.strings = append(h.strings, s)
	return uint64(len(h.strings) - 1)
}

func (h *heap) types(field int, names ...string) {
	for i := 0; i < len(names); i += 2 {
		var t message
		t.number(1, h.str(names[i]))
		t.number(2, h.str(names[i+1]))
		h.text(field, t.Bytes())
	}
}

func (h *heap) location(name string) uint64 {
	if id := h.functions[name]; id != 0 {
		return id
	}
	id := uint64(len(h.functions) + 1)
	h.functions[name] = id
	var f, line, l message
	f.number(1, id)
	f.number(2, h.str(name))
	f.number(3, h.str(name))
	f.number(4, h.str("/src/"+name+".go"))
	h.text(5, f.Bytes())
	line.number(1, id)
	line.number(2, 10+id)
	l.number(1, id)
	l.number(2, 1)
	l.number(3, 0x401000+id*64)
	l.text(4, line.Bytes())
	h.text(4, l.Bytes())
	return id
}

// sample adds what a stack, root first, has allocated and has in use.
func (h *heap) sample(allocated, used, size uint64, stack ...string) {
	var ids []uint64
	for i := len(stack) - 1; i >= 0; i-- {
		ids = append(ids, h.location(stack[i]))
	}
	var s message
	s.packed(1, ids...)
	s.packed(2, allocated/size, allocated, used/size, used)
	h.text(2, s.Bytes())
}

// noise is the same each time: from -1 to 1.
type noise uint64

func (n *noise) next() float64 {
	*n = *n*6364136223846793005 + 1442695040888963407
	return float64(int64(*n)>>11) / (1 << 52)
}

type run struct {
	build string
	start uint64
	age   int // steps of five minutes since it began
}

func snapshot(at time.Time, r run, n *noise) []byte {
	h := heap{strings: []string{""}, functions: map[string]uint64{}}
	old := r.build == "0ld"
	serve := []string{"main.main", "http.(*Server).Serve", "http.(*conn).serve"}
	in := func(names ...string) []string {
		return append(append([]string{}, serve...), names...)
	}
	age := float64(r.age)
	// add allocates at the same rate, whatever is in use.
	add := func(used float64, size uint64, stack ...string) {
		u := uint64(used) / size * size
		h.sample(u+uint64(1+r.age)*mb, u, size, stack...)
	}

	h.types(1, "alloc_objects", "count", "alloc_space", "bytes",
		"inuse_objects", "count", "inuse_space", "bytes")
	var m message
	m.number(1, 1)
	m.number(2, r.start)
	m.number(3, r.start+0x800000)
	m.number(5, h.str("/srv/bin/shop"))
	m.number(6, h.str(r.build))
	m.number(7, 1)
	h.text(3, m.Bytes())

	put := 11*mb + age*5*mb/12 + n.next()*100*kb
	if old {
		put = 9 * mb
	}
	add(put, 2048, in("api.login", "session.(*Store).Put")...)
	add(mb+age*26*kb+n.next()*20*kb, 512,
		in("api.(*Router).ServeHTTP", "metrics.(*Registry).Event")...)
	tooth := float64(r.age % 4)
	add(640*kb+age*8*kb+tooth*400*kb, 4096, append(serve,
		"bufio.NewReaderSize")...)
	add(2*mb+n.next()*900*kb, 256, in("api.(*Router).ServeHTTP",
		"http.Header.Clone")...)
	add(14*mb, 65536, "main.main", "index.Load")
	if old {
		add(4*mb+age*3*mb, 8192, "main.main", "legacy.Load")
	}
	for i := range 12 {
		add(300*kb+n.next()*200*kb, 128, in(fmt.Sprintf("api.handle%02d", i),
			"json.(*Decoder).Decode")...)
	}

	h.number(9, uint64(at.UnixNano()))
	h.types(11, "space", "bytes")
	h.number(12, 524288)
	for _, s := range h.strings {
		h.text(6, []byte(s))
	}
	return h.Bytes()
}

func main() {
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: growing TESTDATA"))
	}
	dir := filepath.Join(os.Args[1], "growing")
	fail(os.MkdirAll(dir, 0o777))
	first := time.Date(2026, 11, 22, 2, 0, 0, 0, time.UTC)
	n := noise(1)
	for i := range 20 {
		r := run{"5h0p", 0x55d0c0400000, i - 4}
		if i < 4 {
			r = run{"0ld", 0x55a1b0400000, i + 30}
		}
		if i == 11 {
			continue // it was not taken
		}
		at := first.Add(time.Duration(i) * 5 * time.Minute)
		var z bytes.Buffer
		w, err := gzip.NewWriterLevel(&z, gzip.BestCompression)
		fail(err)
		_, err = w.Write(snapshot(at, r, &n))
		fail(err)
		fail(w.Close())
		name := fmt.Sprintf("heap-%s.pb.gz", at.Format("1504"))
		fail(os.WriteFile(filepath.Join(dir, name), z.Bytes(), 0o666))
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "growing:", err)
		os.Exit(1)
	}
}
