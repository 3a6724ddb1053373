// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"math"
	"math/rand"
	"os"
	"path/filepath"
	"strings"
)

// dice makes profiles and command lines by chance. All names come from small
// sets, so that equal ones, and those that filters match, are frequent.
type dice struct {
	*rand.Rand
}

func pick[T any](d dice, of ...T) T { return of[d.Intn(len(of))] }

// one says yes one time in n.
func (d dice) one(n int) bool { return d.Intn(n) == 0 }

var (
	names = []string{"a", "b", "c", "main", "main.(*T).run", "runtime.mallocgc",
		"ns::f<int>(char)", "ns::f", "(anonymous namespace)::g()", "operator new(unsigned long)",
		".start", "", "\u00e4", "\u65e5\u672c", "two words", "A"}
	files = []string{"", "a.c", "src/a.c", "/x/src//a.c", "/x/src/../b.c", "./b.c",
		"/proc/self/cwd/src/b.c", "main.go"}
	objects = []string{"", "/bin/app", "/lib/libc.so.6", "[vdso]", "[kernel.kallsyms]_text",
		"//anon", "/bin/app"}
	units = []string{"count", "nanoseconds", "bytes", "ms", "kb", "", "frobs", "gcu", "us", "seconds"}
	keys  = []string{"tenant", "bytes", "request", "n", "pprof::base", "size"}
)

func (d dice) value() int64 {
	switch d.Intn(12) {
	case 0:
		return 0
	case 1:
		return -int64(d.Intn(1000))
	case 2:
		return d.Int63n(1 << 40)
	case 3:
		return int64(d.Intn(3)) * 1000000
	default:
		return int64(d.Intn(1000))
	}
}

func (d dice) labels() (l []label) {
	for d.one(3) {
		key := pick(d, keys...)
		switch {
		case key == "pprof::base":
			if d.one(3) {
				l = append(l, str(key, pick(d, "true", "false")))
			}
		case d.one(2):
			l = append(l, str(key, pick(d, "acme", "globex", "true", "a,b", "x=y", "")))
		default:
			l = append(l, num(key, int64(d.Intn(5))<<(d.Intn(4)*5)-1,
				pick(d, "", "", "bytes", "kb", "ms", "frobs")))
		}
	}
	return l
}

func (d dice) types() (t []string) {
	for n := 1 + d.Intn(3); n > 0; n-- {
		t = append(t, pick(d, "samples", "cpu", "inuse_space", "space", "delay", "x")+
			fmt.Sprint(len(t))+"/"+pick(d, units...))
	}
	return t
}

func (d dice) tables(p *prof) {
	for n := d.Intn(4); n > 0; n-- {
		m := p.mapTo(uint64(0x400000+d.Intn(3)*0x8000), pick(d, objects...),
			pick(d, "", "", "b1", "b2"))
		p.maps[m-1].offset = uint64(d.Intn(3)) * 0x1000
	}
	for i := range 1 + d.Intn(12) {
		f := function{id: uint64(i + 1), name: pick(d, names...),
			file: pick(d, files...), start: int64(d.Intn(3))}
		f.system = pick(d, f.name, f.name, "_sys", "")
		p.funcs = append(p.funcs, f)
	}
	for n := 1 + d.Intn(18); n > 0; n-- {
		var lines []line
		for k := pick(d, 0, 1, 1, 1, 1, 2, 3); k > 0; k-- {
			lines = append(lines, line{uint64(1 + d.Intn(len(p.funcs))),
				int64(d.Intn(4)), int64(d.Intn(8) / 6)})
		}
		l := p.loc(uint64(d.Intn(len(p.maps)+1)), uint64(0x400000+d.Intn(10)*0x1000), lines...)
		p.locs[l-1].folded = d.one(10)
		if d.one(6) {
			p.locs[l-1].addr = 0
		}
	}
}

func (d dice) profile(types []string) *prof {
	p := newProf(types...)
	d.tables(p)
	zero, plus := d.one(8), d.one(2)
	for n := d.Intn(30); n > 0; n-- {
		var stack []uint64
		for k := d.Intn(9); k > 0; k-- {
			stack = append(stack, uint64(1+d.Intn(len(p.locs))))
		}
		var values []int64
		for range types {
			v := d.value()
			if plus && v < 0 {
				v = -v
			}
			if zero && d.one(2) {
				v = 0
			}
			values = append(values, v)
		}
		p.add(stack, d.labels(), values...)
	}
	d.head(p)
	return p
}

func (d dice) head(p *prof) {
	if d.one(3) {
		p.time = pick(d, int64(1700000000123456789), -5, math.MaxInt64)
	}
	if d.one(2) {
		p.dur = pick(d, int64(1), 999, 1500000000, 7200000000000, -3)
	}
	if d.one(4) {
		p.drop = pick(d, "a", "main.*", "runtime\\..*", "operator new", ".*", "(", "ns::f|b")
		p.keep = pick(d, "", "", "main", "b")
	}
	if d.one(5) {
		p.comments = []string{pick(d, "made by chance", "#hidden", "x y"), "second"}
	}
	if d.one(8) {
		p.doc = "https://example.com/d"
	}
	if d.one(4) {
		p.dflt = pick(d, p.types...).name
	}
	p.period = int64(d.Intn(3))
}

// option makes one word for the command line, "" for none.
func (d dice) option(other string) string {
	re := pick(d, "a", "b$", "^main", "\\.c", "lib", ".", "^$", "ns::", "app", "nothing",
		"(?i)A", "[ab]", "main|b", "src/", "mallocgc", "\\(", "\u00e4|\u65e5", "^.$", "go$",
		"vdso|anon", "^/", "f<int>")
	tag := pick(d, "acme", "tenant=acme", "tenant=acme,globex", "bytes=1kb:", "n=:5", "1b:1kb",
		"size=1:32", "request=0", "acme,globex", "true", "pprof::base=true", "x=y", "n=31",
		"ms", "5ms:", "tenant:a")
	keys := pick(d, "tenant", "bytes", "request,n", "size", "nonesuch", "tenant,bytes", "n")
	switch d.Intn(34) {
	case 0, 1, 2, 3:
		return pick(d, "-functions", "-filefunctions", "-files", "-lines", "-addresses")
	case 4, 5:
		return "-cum"
	case 6:
		return "-noinlines"
	case 7, 8:
		return "-focus=" + re
	case 9:
		return "-ignore=" + re
	case 10, 11:
		return "-hide=" + re
	case 12:
		return "-show=" + re
	case 13:
		return "-show_from=" + re
	case 14:
		return "-prune_from=" + re
	case 15:
		return "-tagfocus=" + tag
	case 16:
		return "-tagignore=" + tag
	case 17:
		return "-tagroot=" + keys
	case 18:
		return "-tagleaf=" + keys
	case 19:
		return pick(d, "-tagshow=", "-taghide=") + pick(d, "n", "t", "bytes", "zzz")
	case 20:
		return pick(d, fmt.Sprint("-nodecount=", d.Intn(6)),
			fmt.Sprint("-nodecount=", d.Intn(14)), "-nodecount=0x3", "-nodecount=-1")
	case 21:
		return "-nodefraction=" + pick(d, "0", "0.01", "0.1", "0.3", "0.7", "1")
	case 22:
		return fmt.Sprint("-sample_index=", d.Intn(3))
	case 23:
		return pick(d, "-mean", "-drop_negative", "-relative_percentages", "-trim=false", "-compact_labels")
	case 24:
		return pick(d, "-divide_by=3", "-divide_by=0.01", "-divide_by=1000", "-divide_by=-1")
	case 25:
		return "-unit=" + pick(d, "auto", "ms", "kb", "s", "count", "frobs", "hr", "minimum", "mb")
	case 26:
		return "-showcolumns"
	case 27:
		return pick(d, "-trim_path=/x:src", "-trim_path=/x/src", "-source_path=/q/src", "-source_path=.")
	case 28, 29:
		return pick(d, "-base=", "-diff_base=") + other
	case 30:
		return "-edgefraction=" + pick(d, "0", "0.01", "0.1", "0.5", "1", "1e-2")
	case 31:
		return pick(d, "-call_tree", "-add_comment=more", "-buildid=b9", "-symbolize=none")
	case 32:
		return pick(d, "-trim_path=/x:src", "-trim_path=src:/x:main.go", "-trim_path=/proc:self",
			"-source_path=/q/src:/r/x")
	}
	return "-normalize"
}

// report is what a command starts with; half are -top.
func (d dice) report() string {
	if len(reports) == 0 || d.one(2) {
		return "-top"
	}
	r := "-" + pick(d, reports...)
	switch r {
	case "-peek":
		r += "=" + pick(d, "a", "main", ".", "ns::", "unknown", "nothing")
	case "-list":
		r += "=" + pick(d, "a", "main", ".", "ns::") + " -source_path=none"
	}
	return r
}

// command makes a line of arguments; options of one kind exclude one another.
func (d dice) command(file, other string) string {
	line := d.report()
	used := map[string]bool{"-source_path": strings.Contains(line, "-source_path")}
	for n := d.Intn(6); n > 0; n-- {
		o := d.option(other)
		kind, _, _ := strings.Cut(o, "=")
		switch kind {
		case "-functions", "-filefunctions", "-files", "-lines", "-addresses":
			kind = "granularity"
		case "-base", "-diff_base":
			kind = "base"
		}
		if used[kind] || (kind == "-normalize" && !used["base"]) {
			continue
		}
		used[kind] = true
		if strings.ContainsAny(o, " |$^()[]\\<>?") {
			o = "'" + o + "'"
		}
		line += " " + o
	}
	line += " " + file
	if d.one(8) {
		line += " " + other
	}
	if d.one(30) {
		line += " " + file + " " + other
	}
	return line
}

// reports are those to try besides -top: words of $REPORTS.
var reports []string

// random writes n pairs of profiles into a folder and prints 12 commands for
// each, as tests/golden/check reads them.
func random(seed int64, n int, dir string) {
	reports = strings.Fields(os.Getenv("REPORTS"))
	d := dice{rand.New(rand.NewSource(seed))}
	for i := range n {
		types := d.types()
		name := fmt.Sprintf("random%04d", i)
		a := filepath.Join(dir, name+"a.pb")
		b := filepath.Join(dir, name+"b.pb")
		fail(os.WriteFile(a, d.profile(types).encode(), 0o644))
		if d.one(8) {
			types = d.types()
		}
		fail(os.WriteFile(b, d.profile(types).encode(), 0o644))
		for range 12 {
			fmt.Printf("%s\t%s\n", name, d.command(a, b))
		}
	}
}
