// SPDX-License-Identifier: GPL-3.0-or-later

// Moved is a program whose text is another one than the profiled one: record
// removes the lines of "newer:" before it builds it.
package main

import (
	"os"
	"runtime/pprof"
	"strings"
	"time"
)

// newer: this type was not there when the program was profiled, so that all
// functions below it have moved.
type unused struct {
	a, b, c, d int
	e, f, g, h int
}

// sum is not in the profile.
func (u unused) sum() int {
	return u.a + u.b + u.c + u.d +
		u.e + u.f + u.g + u.h
}

// end

type table struct {
	count map[int]int
}

//go:noinline
func (t *table) add(n int) {
	for i := 0; i < n; i++ {
		t.count[i%97]++
	}
}

//go:noinline
func largest[T int | float64](list []T) T {
	most := list[0]
	for i := 1; i < 4000*len(list); i++ {
		if v := list[i%len(list)]; v > most {
			most = v
		}
	}
	return most
}

func work(t *table, list []int) int {
	each := func(n int) int {
		return strings.Count(strings.Repeat("ab", n), "b")
	}
	n := 0
	for i := 0; i < 50; i++ {
		t.add(20000)
		n += largest(list) + each(30000)
	}
	return n
}

func main() {
	out, err := os.Create(os.Args[1])
	if err != nil {
		panic(err)
	}
	if err := pprof.StartCPUProfile(out); err != nil {
		panic(err)
	}
	t := &table{count: map[int]int{}}
	for end := time.Now().Add(2 * time.Second); time.Now().Before(end); {
		work(t, []int{3, 1, 4, 1, 5, 9, 2, 6})
	}
	pprof.StopCPUProfile()
	if err := out.Close(); err != nil {
		panic(err)
	}
}
