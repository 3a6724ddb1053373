// SPDX-License-Identifier: GPL-3.0-or-later

// Legacy writes profiles in the formats from before profile.proto.
//
//	legacy -go DIR      what Go's runtime/pprof writes with debug=1, of a
//	                    program that allocates, waits and fights for a lock
//	legacy -hand DIR    made by hand, the same bytes each time (hand.go)
package main

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"runtime/pprof"
	"sync"
	"time"
)

func main() {
	if len(os.Args) != 3 {
		fail(fmt.Errorf("usage: legacy -go|-hand DIR"))
	}
	switch os.Args[1] {
	case "-go":
		live(os.Args[2])
	case "-hand":
		hand(os.Args[2])
	default:
		fail(fmt.Errorf("what is %s?", os.Args[1]))
	}
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "legacy:", err)
		os.Exit(1)
	}
}

// live does some work with all profiles on, then writes them.
func live(dir string) {
	runtime.MemProfileRate = 512
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(2)
	var shelf library
	shelf.fill(400)
	stop := make(chan bool)
	crowd(stop)
	runtime.GC()
	for _, name := range []string{"heap", "goroutine", "threadcreate", "block", "mutex"} {
		f, err := os.Create(filepath.Join(dir, "go-"+name+".txt"))
		fail(err)
		fail(pprof.Lookup(name).WriteTo(f, 1))
		fail(f.Close())
	}
	close(stop)
	runtime.KeepAlive(&shelf)
}

type book struct {
	pages [][]byte
	notes map[string]int
}

type library struct {
	sync.Mutex
	books []*book
	index map[int]*book
}

func (l *library) fill(n int) {
	l.index = map[int]*book{}
	for i := range n {
		b := print(i % 7)
		if i%3 == 0 {
			b.annotate(i % 5)
		}
		l.shelve(i, b)
	}
}

func (l *library) shelve(i int, b *book) {
	if i%4 != 0 {
		l.books = append(l.books, b)
		l.index[i] = b
	}
}

//go:noinline
func print(n int) *book {
	if n == 0 {
		return &book{}
	}
	b := print(n - 1)
	b.pages = append(b.pages, make([]byte, 64<<n))
	return b
}

//go:noinline
func (b *book) annotate(n int) {
	b.notes = make(map[string]int)
	for i := range n {
		b.notes[fmt.Sprint("note ", i)] = i
	}
}

// crowd starts readers that fight for a lock, wait and stay.
func crowd(stop chan bool) {
	var l library
	var done sync.WaitGroup
	desk := make(chan int)
	for i := range 12 {
		done.Add(1)
		go func() {
			for range 40 {
				l.Lock()
				time.Sleep(20 * time.Microsecond)
				l.Unlock()
			}
			if i%3 == 0 {
				queue(desk, i%2)
			}
			done.Done()
			read(stop, i%3)
		}()
	}
	for range 4 {
		time.Sleep(time.Millisecond)
		<-desk
	}
	done.Wait()
}

func queue(desk chan int, depth int) {
	if depth > 0 {
		queue(desk, depth-1)
		return
	}
	desk <- depth
}

//go:noinline
func read(stop chan bool, depth int) {
	if depth > 0 {
		read(stop, depth-1)
		return
	}
	select {
	case <-stop:
	case <-time.After(time.Hour):
	}
}
