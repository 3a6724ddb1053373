// SPDX-License-Identifier: GPL-3.0-or-later

// Sells in a loop, and writes a CPU profile, a heap profile and a dump of all
// goroutines to files that begin with the first argument.
package main

import (
	"fmt"
	"os"
	"runtime"
	"runtime/pprof"
	"sort"
	"time"
)

type order struct{ lines []int }

var kept []*order

//go:noinline
func price(o *order) (sum int) {
	for i := 0; i < 40; i++ {
		for _, l := range o.lines {
			sum = sum*31 + l
		}
	}
	return sum
}

//go:noinline
func sell(n int) int {
	o := &order{make([]int, n)}
	for i := range o.lines {
		o.lines[i] = i * 7919 % n
	}
	sort.Ints(o.lines)
	if n%16 == 0 {
		kept = append(kept, o)
	}
	return price(o)
}

func write(path string, f func(*os.File) error) {
	out, err := os.Create(path)
	if err == nil {
		err = f(out)
	}
	if err == nil {
		err = out.Close()
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func main() {
	name, sum := os.Args[1], 0
	runtime.MemProfileRate = 4096
	cpu, _ := os.Create(name + ".cpu.pb.gz")
	pprof.StartCPUProfile(cpu)
	for end := time.Now().Add(time.Second); time.Now().Before(end); {
		for n := 500; n < 600; n++ {
			sum += sell(n)
		}
		kept = kept[:len(kept)%64]
	}
	pprof.StopCPUProfile()
	cpu.Close()
	runtime.GC()
	write(name+".heap.pb.gz", func(f *os.File) error {
		return pprof.Lookup("heap").WriteTo(f, 0)
	})
	for i := 0; i < 3; i++ {
		go func() { select {} }()
	}
	time.Sleep(50 * time.Millisecond)
	write(name+".goroutines.txt", func(f *os.File) error {
		return pprof.Lookup("goroutine").WriteTo(f, 2)
	})
	fmt.Println(sum)
}
