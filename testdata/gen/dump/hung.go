// SPDX-License-Identifier: GPL-3.0-or-later

// A program whose goroutines wait for a lock that one of them keeps, or, with
// an argument, for each other.
package main

import (
	"os"
	"runtime/pprof"
	"sync"
	"time"
)

type pool struct {
	mu   sync.Mutex
	rows []int
}

//go:noinline
func (p *pool) get() int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return len(p.rows)
}

//go:noinline
func (p *pool) refill(from chan int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.rows = append(p.rows, <-from)
}

//go:noinline
func transfer(a, b *sync.Mutex, ready *sync.WaitGroup) {
	a.Lock()
	ready.Done()
	ready.Wait()
	b.Lock()
}

func main() {
	if len(os.Args) > 1 {
		var a, b sync.Mutex
		var ready, done sync.WaitGroup
		ready.Add(2)
		done.Add(1)
		go transfer(&a, &b, &ready)
		go transfer(&b, &a, &ready)
		done.Wait()
	}
	p := &pool{}
	go p.refill(make(chan int))
	time.Sleep(100 * time.Millisecond)
	for range 4 {
		go p.get()
	}
	time.Sleep(100 * time.Millisecond)
	pprof.Lookup("goroutine").WriteTo(os.Stdout, 2)
}
