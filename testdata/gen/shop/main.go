// SPDX-License-Identifier: GPL-3.0-or-later

// Shop is the program whose profiles are the main fixtures of flametop: a web
// shop that answers real requests on the loopback interface while it profiles
// itself.  The customers and the database live in a second process (see
// package world), so the profiles show a server and nothing else.
//
// With -old it runs the code as it was before some imagined improvements, so
// that two runs give a pair of profiles worth a diff:
//
//	old: rules compiled on every request, one lock around the cache, no
//	     cache limit, price.legacyDiscount, unbuffered event queue
//	new: rules compiled once, sharded cache, price.(*Memo), buffered queue
package main

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"log"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"runtime/debug"
	"runtime/pprof"
	"strings"
	"time"

	"example.com/shop/api"
	"example.com/shop/index"
	"example.com/shop/metrics"
	"example.com/shop/price"
	"example.com/shop/store"
	"example.com/shop/world"
)

var (
	old     = flag.Bool("old", false, "run the code from before the changes")
	tags    = flag.Bool("tags", false, "record only a CPU profile, with numeric labels")
	out     = flag.String("out", ".", "directory for the profiles")
	prefix  = flag.String("prefix", "", "prefix of the profiles' file names")
	seconds = flag.Int("seconds", 20, "length of the CPU profile")
	asWorld = flag.Bool("world", false, "be the customers and the database")
)

func main() {
	log.SetFlags(0)
	log.SetPrefix("shop: ")
	flag.Parse()
	if *asWorld {
		check(world.Run(os.Stdin, os.Stdout))
		return
	}
	debug.SetGCPercent(40)
	runtime.MemProfileRate = 64 << 10
	check(run())
}

func run() error {
	w, err := startWorld()
	if err != nil {
		return err
	}
	defer w.stop()

	db, err := store.Open(w.dbAddr, 4)
	if err != nil {
		return err
	}
	reg := metrics.New(*old)
	stop := reg.Start(20 * time.Millisecond)
	defer stop()

	handler := api.New(api.Config{
		Prices:  price.NewEngine(*old),
		Index:   index.Build(7, 1200, 8),
		DB:      db,
		Metrics: reg,
		Old:     *old,
		Sizes:   *tags,
	})
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	srv := &http.Server{Handler: handler}
	go srv.Serve(l)
	fmt.Fprintln(w.stdin, l.Addr())

	time.Sleep(2 * time.Second) // let the caches fill
	if err := record(); err != nil {
		return err
	}
	return srv.Shutdown(context.Background())
}

// record writes the profiles while the server is under load.
func record() error {
	if *tags {
		return cpu("tags.pb.gz", relabel)
	}
	runtime.SetBlockProfileRate(20_000)
	runtime.SetMutexProfileFraction(5)
	if err := cpu("shop-cpu.pb.gz", nil); err != nil {
		return err
	}
	for _, name := range []string{"goroutine", "block", "mutex", "heap"} {
		if name == "heap" {
			runtime.GC()
		}
		f, err := os.Create(path("shop-" + name + ".pb.gz"))
		if err != nil {
			return err
		}
		if err := pprof.Lookup(name).WriteTo(f, 0); err != nil {
			return err
		}
		if err := f.Close(); err != nil {
			return err
		}
	}
	return nil
}

func cpu(name string, edit func([]byte) ([]byte, error)) error {
	f, err := os.Create(path(name))
	if err != nil {
		return err
	}
	if err := pprof.StartCPUProfile(f); err != nil {
		return err
	}
	time.Sleep(time.Duration(*seconds) * time.Second)
	pprof.StopCPUProfile()
	if err := f.Close(); err != nil || edit == nil {
		return err
	}
	data, err := os.ReadFile(path(name))
	if err != nil {
		return err
	}
	if data, err = edit(data); err != nil {
		return err
	}
	return os.WriteFile(path(name), data, 0o644)
}

func path(name string) string {
	return filepath.Join(*out, *prefix+name)
}

// worldProc is the child process that plays everything outside the shop.
type worldProc struct {
	cmd    *exec.Cmd
	stdin  interface{ Write([]byte) (int, error) }
	dbAddr string
}

func startWorld() (*worldProc, error) {
	cmd := exec.Command(os.Args[0], "-world")
	cmd.Stderr = os.Stderr
	in, err := cmd.StdinPipe()
	if err != nil {
		return nil, err
	}
	outp, err := cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := cmd.Start(); err != nil {
		return nil, err
	}
	addr, err := bufio.NewReader(outp).ReadString('\n')
	if err != nil {
		return nil, err
	}
	return &worldProc{cmd, in, strings.TrimSpace(addr)}, nil
}

func (w *worldProc) stop() {
	w.cmd.Process.Kill()
	w.cmd.Wait()
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
