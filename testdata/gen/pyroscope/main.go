// SPDX-License-Identifier: GPL-3.0-or-later

// Pyroscope, for tests: it fills a real one, records what that answers, and is
// one itself, as far as flametop asks. Below /api it is a Parca (parca.go).
//
//	pyroscope fill URL SERVICE TESTDATA    push profiles of the last minutes
//	pyroscope fill-parca URL SERVICE TESTDATA            the same to a Parca
//	pyroscope merge URL TYPE SELECTOR FROM UNTIL         the answer's bytes
//	pyroscope points URL TYPE SELECTOR FROM UNTIL STEP [LABEL]
//	pyroscope record URL LIKE DIR BASE     ask again what LIKE has the answers of
//	pyroscope verify URL DIR               is it answered as in a recording?
//	pyroscope serve [FLAG...] [DIR]        be one; play the recording DIR
//
// Times are ms since 1970. The server prints its address; with -input it ends
// with its input, so that no script leaves one behind. With DIR it has the
// profiles of that time, too, so that it answers for any range and selector.
package main

import (
	"flag"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"time"
)

func number(text string) int64 {
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		fail(err)
	}
	return n
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, "pyroscope:", err)
	os.Exit(1)
}

func serve(args []string) error {
	flags := flag.NewFlagSet("serve", flag.ExitOnError)
	layer := flags.String("layer", "v2", "how it answers: v1 or v2")
	at := flags.String("listen", "127.0.0.1:0", "address")
	limit := flags.Duration("limit", 24*time.Hour, "longest range")
	delay := flags.Duration("delay", 0, "before each answer")
	tenants := flags.Bool("tenants", false, "keep tenants apart")
	window := flags.Bool("window", true, "refuse what is older than an hour")
	input := flags.Bool("input", false, "end with standard input")
	prefix := flags.String("prefix", "", "of all paths")
	user := flags.String("user", "", "name:password that it wants")
	skew := flags.Duration("skew", 0, "of its clock")
	late := flags.Duration("late", 0, "until what was pushed is there")
	refuse := flags.String("refuse", "", "the name of profiles that it does not take")
	plain := flags.Bool("no-replay", false, "with DIR: compute every answer")
	flags.Parse(args)
	s := &server{layer: *layer, limit: *limit, delay: *delay,
		tenants: *tenants, window: *window, stores: map[string]*store{},
		prefix: *prefix, user: *user, skew: *skew, late: *late,
		refuse: *refuse}
	if dir := flags.Arg(0); dir != "" {
		rec, all, err := readRecording(dir)
		if err != nil {
			return err
		}
		if !*plain {
			if err := s.load(all); err != nil {
				return err
			}
		}
		testdata := filepath.Join(dir, "..", "..")
		st := s.store("anonymous")
		st.window = false
		for _, p := range plan("shop", rec.Base) {
			body, _, err := p.body(testdata)
			if err != nil {
				return err
			}
			if err := pushBody(st, body, time.Now()); err != nil {
				return err
			}
		}
		st.window = *window
	}
	l, err := net.Listen("tcp", *at)
	if err != nil {
		return err
	}
	fmt.Println(l.Addr())
	go http.Serve(l, s)
	if *input {
		io.Copy(io.Discard, os.Stdin)
		return nil
	}
	select {}
}

func run(args []string) error {
	what, n := "", len(args)
	if n > 0 {
		what = args[0]
	}
	switch {
	case what == "serve":
		return serve(args[1:])
	case (what == "fill" || what == "fill-parca") && n == 4:
		return fill(newClient(args[1]), args[2], args[3], what == "fill-parca")
	case what == "merge" && n == 6:
		b, err := newClient(args[1]).merge(args[2], args[3], number(args[4]),
			number(args[5]))
		if err == nil {
			_, err = os.Stdout.Write(b)
		}
		return err
	case what == "points" && (n == 7 || n == 8):
		group := ""
		if n == 8 {
			group = args[7]
		}
		return newClient(args[1]).points(args[2], args[3], number(args[4]),
			number(args[5]), float64(number(args[6]))/1000, group)
	case what == "record" && n == 5:
		return record(newClient(args[1]), args[2], args[3], number(args[4]))
	case what == "verify" && n == 3:
		return verify(newClient(args[1]), args[2])
	}
	return errUsage
}

func main() {
	if err := run(os.Args[1:]); err == errUsage {
		fmt.Fprintln(os.Stderr, "usage: pyroscope fill|merge|points|record|verify|serve ...")
		os.Exit(2)
	} else if err != nil {
		fail(err)
	}
}
