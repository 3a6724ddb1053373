// SPDX-License-Identifier: GPL-3.0-or-later

// Methods, closures, generics, and what the runtime brings.
package main

import (
	"fmt"
	"os"
	"sort"
	"strings"
)

type number interface{ ~int | ~float64 }

func sum[T number](all []T) (s T) {
	for _, v := range all {
		s += v
	}
	return s
}

type ring struct{ words []string }

func (r *ring) add(n int) {
	for i := range n {
		r.words = append(r.words, strings.Repeat("w", i%7))
	}
}

//go:noinline
func (r *ring) order() {
	sort.Slice(r.words, func(i, k int) bool {
		return r.words[i] < r.words[k]
	})
}

func main() {
	r := &ring{}
	r.add(1000 * len(os.Args))
	r.order()
	fmt.Println(len(r.words), sum([]int{1, 2}), sum([]float64{1, 2}))
}
