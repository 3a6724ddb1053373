// SPDX-License-Identifier: GPL-3.0-or-later

// Causes writes CPU profiles of one small program with planted changes, each
// compared with base.pb.gz:
//
//	concat  render adds strings up with + instead of a builder
//	scan    lookup goes through a slice instead of a map
//	gone    audit is not called any more
//	twice   both scan and gone
//
// go run . ../../causes
package main

import (
	"fmt"
	"hash/crc32"
	"os"
	"path/filepath"
	"runtime/pprof"
	"sort"
	"strings"
	"time"
)

type change struct{ concat, scan, gone bool }

type item struct {
	key   string
	value int
}

type shop struct {
	change
	items []item
	index map[string]int
	sink  uint32
}

func newShop(c change) *shop {
	s := &shop{change: c, index: map[string]int{}}
	for i := 0; i < 120; i++ {
		key := fmt.Sprintf("item-%04d", i)
		s.items = append(s.items, item{key, i})
		s.index[key] = i
	}
	return s
}

//go:noinline
func (s *shop) lookup(key string) int {
	if s.scan {
		for _, it := range s.items {
			if it.key == key {
				return it.value
			}
		}
	}
	return s.index[key]
}

//go:noinline
func (s *shop) render(names []string) string {
	if s.concat {
		page := ""
		for _, n := range names {
			page += "<li>" + n
		}
		return page
	}
	var page strings.Builder
	for _, n := range names {
		page.WriteString("<li>")
		page.WriteString(n)
	}
	return page.String()
}

//go:noinline
func (s *shop) audit(page string) {
	for i := 0; i < 24; i++ {
		s.sink ^= crc32.ChecksumIEEE([]byte(page[:len(page)/2]))
		for _, c := range page {
			s.sink = s.sink*31 + uint32(c)
		}
	}
}

//go:noinline
func (s *shop) order(n int) []string {
	names := make([]string, 0, n)
	for i := 0; i < n; i++ {
		names = append(names, fmt.Sprintf("%d-%s", s.lookup(s.items[(i*7)%len(s.items)].key), s.items[i%len(s.items)].key))
	}
	sort.Slice(names, func(i, j int) bool { return s.less(names[i], names[j]) })
	return names
}

//go:noinline
func (s *shop) less(a, b string) bool { return a < b }

//go:noinline
func (s *shop) serve(n int) {
	page := s.render(s.order(n))
	if !s.gone {
		s.audit(page)
	}
	s.sink ^= uint32(len(page))
}

// As many requests in each profile, so that nothing else changes.
func record(path string, c change) error {
	s := newShop(c)
	f, err := os.Create(path)
	if err != nil {
		return err
	}
	defer f.Close()
	start := time.Now()
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	for i := 0; i < 30000; i++ {
		s.serve(100)
	}
	pprof.StopCPUProfile()
	fmt.Println(path, time.Since(start))
	return nil
}

func main() {
	for name, c := range map[string]change{
		"base":   {},
		"concat": {concat: true},
		"scan":   {scan: true},
		"gone":   {gone: true},
		"twice":  {scan: true, gone: true},
	} {
		if err := record(filepath.Join(os.Args[1], name+".pb.gz"), c); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
	}
}
