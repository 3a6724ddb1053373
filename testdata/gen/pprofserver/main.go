// SPDX-License-Identifier: GPL-3.0-or-later

// A program with net/http/pprof in it, for tests: it works a little, holds some
// memory, and serves its profiles on a port of 127.0.0.1 that it prints; and
// the files that are its arguments as /pprof/file and /pprof/bare, of which it
// makes up names (/pprof/symbolz). It ends when its input does.
package main

import (
	"fmt"
	"io"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"runtime"
	"strings"
	"sync"
	"time"
)

var (
	held [][]byte
	mu   sync.Mutex
)

//go:noinline
func grow(n int) {
	for i := 0; i < n; i++ {
		held = append(held, make([]byte, 64<<10))
	}
}

//go:noinline
func spin(d time.Duration) int {
	sum := 0
	for end := time.Now().Add(d); time.Now().Before(end); {
		for i := 0; i < 10000; i++ {
			sum += i ^ sum>>3
		}
	}
	return sum
}

//go:noinline
func contend() {
	var wg sync.WaitGroup
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			spin(time.Millisecond)
			mu.Unlock()
		}()
	}
	wg.Wait()
}

// As gperftools answer; of every third address nothing is known.
func symbolz(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintln(w, "num_symbols: 1")
	for i, address := range strings.Split(string(body), "+") {
		if i%3 != 2 {
			fmt.Fprintf(w, "%s made.up%d(int) with (spaces)\n", address, i)
		}
	}
}

func main() {
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	runtime.MemProfileRate = 4096
	grow(64)
	contend()
	for i := 0; i < 3; i++ {
		go func() { select {} }()
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	fmt.Println(l.Addr())
	go func() {
		for {
			spin(20 * time.Millisecond)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	for i, path := range []string{"/pprof/file", "/pprof/bare"} {
		if len(os.Args) > i+1 {
			http.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
				http.ServeFile(w, r, os.Args[i+1])
			})
		}
	}
	http.HandleFunc("/pprof/symbolz", symbolz)
	go http.Serve(l, nil)
	io.Copy(io.Discard, os.Stdin)
}
