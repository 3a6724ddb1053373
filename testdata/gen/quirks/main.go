// SPDX-License-Identifier: GPL-3.0-or-later

// Quirks writes testdata/quirks, testdata/bad and testdata/named: small
// profiles, each with one property that a reader or a report has to get right.
// It takes the directory testdata as its argument.  Nothing in them is random; written again
// the files are the same, up to the version of the deflate coder.
//
// "quirks -random SEED N DIR" writes N pairs of profiles made by chance into a
// directory, and prints commands to try them with.
package main

import (
	"bytes"
	"compress/gzip"
	"fmt"
	"os"
	"path/filepath"
	"sort"
	"strconv"
	"strings"
)

// quirk is one file: what it is for, and how to make it.
type quirk struct {
	name string // file name; ".pb.gz" is compressed here, others are as made
	what string // for the README
	make func() []byte
}

func main() {
	if len(os.Args) == 5 && os.Args[1] == "-random" {
		seed, err := strconv.ParseInt(os.Args[2], 10, 64)
		fail(err)
		n, err := strconv.Atoi(os.Args[3])
		fail(err)
		random(seed, n, os.Args[4])
		return
	}
	if len(os.Args) != 2 {
		fail(fmt.Errorf("usage: quirks TESTDATA"))
	}
	dir := os.Args[1]
	good := append(append(structural(), reporting()...), naming()...)
	write(filepath.Join(dir, "quirks"), goodHead, good)
	write(filepath.Join(dir, "bad"), badHead, bad())
	write(filepath.Join(dir, "named"), namedHead, named())
}

const goodHead = `Profiles with one property each, written by ../gen/quirks (go run . ../..).
All of them can be read.

`

const badHead = `Files that flametop must refuse with a message, written by ../gen/quirks.

`

// write makes a directory anew: the files and a README that lists them.
func write(dir, head string, list []quirk) {
	fail(os.RemoveAll(dir))
	fail(os.MkdirAll(dir, 0o755))
	sort.Slice(list, func(i, j int) bool { return list[i].name < list[j].name })
	var readme strings.Builder
	readme.WriteString(head)
	for _, q := range list {
		data := q.make()
		if strings.HasSuffix(q.name, ".pb.gz") {
			data = compress(data)
		}
		fail(os.WriteFile(filepath.Join(dir, q.name), data, 0o644))
		fmt.Fprintf(&readme, "%s\n", q.name)
		for _, l := range strings.Split(q.what, "\n") {
			fmt.Fprintf(&readme, "\t%s\n", strings.TrimSpace(l))
		}
	}
	fail(os.WriteFile(filepath.Join(dir, "README"), []byte(readme.String()), 0o644))
}

func compress(b []byte) []byte {
	var buf bytes.Buffer
	w, _ := gzip.NewWriterLevel(&buf, gzip.BestCompression)
	w.Write(b)
	w.Close()
	return buf.Bytes()
}

func fail(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, "quirks:", err)
		os.Exit(1)
	}
}
