// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"os"
	"path/filepath"
	"strings"
)

// hand writes the profiles made by hand, and the README that lists them all.
func hand(dir string) {
	readme := strings.Builder{}
	readme.WriteString(head)
	for _, f := range append(append(binaries(), texts()...), maps()...) {
		fail(os.WriteFile(filepath.Join(dir, f.name), []byte(f.data), 0o644))
		fmt.Fprintf(&readme, "%-24s  %s\n", f.name, f.what)
	}
	fail(os.WriteFile(filepath.Join(dir, "README"), []byte(readme.String()), 0o644))
}

const head = `Profiles in the formats from before profile.proto, written by
../gen/legacy/record.

Recorded from real programs:

go-*.txt                  Go's runtime/pprof with debug=1
cpp-cpu.prof              gperftools: CPU, 64 bit, with a memory map
cpp-heap.txt              its heap profiler
cpp-growth.txt            where tcmalloc's heap grew

Made by hand (legacy -hand):

`

type file struct{ name, what, data string }

// ptrs is a stack, leaf first.
func ptrs(at ...uint64) (s string) {
	for _, a := range at {
		s += fmt.Sprintf(" 0x%08x", a)
	}
	return s
}

const (
	procMap = `00400000-00480000 r-xp 00000000 08:01 131 /bin/app
00680000-00690000 rw-p 00080000 08:01 131 /bin/app
7f0000000000-7f0000100000 r-xp 00002000 08:01 77 /lib/libc-2.36.so
7f0000200000-7f0000280000 r-xp 00000000 08:01 78 /lib/libdata.so.2 (deleted)
7ffd00000000-7ffd00001000 r-xp 00000000 00:00 0 [vdso]
`
	smallMap = `00400000-00480000 r-xp 00000000 08:01 131 /bin/app
40000000-40100000 r-xp 00002000 08:01 77 /lib/libc.so.6
50000000-50080000 r-xp 00000000 08:01 78 /lib/libdata.so
`
)

// record is one of a binary CPU profile: a count and a stack.
type record struct {
	count uint64
	stack []uint64
}

// cpu encodes a binary CPU profile. Word 3 of its header is the version.
func cpu(bits int, order binary.ByteOrder, version, period uint64, records []record, tail string) string {
	var b bytes.Buffer
	put := func(v uint64) {
		if bits == 32 {
			binary.Write(&b, order, uint32(v))
			return
		}
		binary.Write(&b, order, v)
	}
	for _, v := range []uint64{0, 3, version, period, 0} {
		put(v)
	}
	for _, r := range append(records, record{0, []uint64{0}}) {
		put(r.count)
		put(uint64(len(r.stack)))
		for _, a := range r.stack {
			put(a)
		}
	}
	return b.String() + tail
}

func stack(a ...uint64) []uint64 { return a }

// stacks are samples of all kinds: recursion, a leaf that comes twice, one
// frame only, an address that no mapping holds, the same stack again.
var stacks = []record{
	{12, stack(0x401010, 0x402020, 0x403030, 0x404040)},
	{7, stack(0x401011, 0x401010, 0x403030, 0x404040)},
	{30, stack(0x40000100, 0x402020, 0x404040)},
	{5, stack(0x401010, 0x402020, 0x402020, 0x402020, 0x404040)},
	{1, stack(0x404040)},
	{9, stack(0x50000020, 0x50000040, 0x404040)},
	{2, stack(0x90000000, 0x402020, 0x404040)},
	{12, stack(0x401010, 0x402020, 0x403030, 0x404040)},
	{4, stack(0x402024, 0x403030, 0x404040)},
}

// signals are samples that all have a signal's return in position 1.
func signals() (r []record) {
	for _, s := range stacks {
		with := append([]uint64{s.stack[0], 0x40000999}, s.stack[1:]...)
		r = append(r, record{s.count, with})
	}
	return r
}

func binaries() []file {
	le, be := binary.LittleEndian, binary.BigEndian
	java := ` 0x00401010 com.example.Shop.find (Shop.java:42)
 0x00402020 com.example.Shop.serve (Shop.java:17)
 0x00403030 com.example.Web.run (Web.java:0)
 0x00404040 java.lang.Thread.run (Thread.java:833)
 0x40000100 memcpy (/lib/x86/libc.so)
 0x50000020 generated stub/JIT
 0x50000040 GC task thread#0
 0x90000000 Unknown (no line)
 0x99999999 never.used (Never.java:1)
`
	return []file{
		{"cpu-32le.prof", "CPU, 32 bit, little endian", cpu(32, le, 0, 10000, stacks, smallMap)},
		{"cpu-32be.prof", "CPU, 32 bit, big endian", cpu(32, be, 0, 10000, stacks, smallMap)},
		{"cpu-64le.prof", "CPU, 64 bit, little endian", cpu(64, le, 0, 4000, stacks, smallMap)},
		{"cpu-64be.prof", "CPU, 64 bit, big endian", cpu(64, be, 0, 2500, stacks, smallMap)},
		{"cpu-signal.prof", "CPU, a signal's frame in all samples", cpu(64, le, 0, 10000, signals(), smallMap)},
		{"cpu-no-map.prof", "CPU, without a memory map", cpu(64, le, 0, 10000, stacks, "")},
		{"cpu-empty.prof", "CPU, no samples", cpu(64, le, 0, 10000, nil, procMap)},
		{"java-cpu.prof", "Java CPU, 32 bit", cpu(32, le, 1, 10000, stacks, java)},
		{"java-cpu-64.prof", "Java CPU, 64 bit, big endian", cpu(64, be, 1, 1000, stacks, java)},
		{"bad-cpu-cut.prof", "refused: CPU, ends inside a record",
			cpu(64, le, 0, 10000, stacks, "")[:200]},
		{"bad-cpu-period.prof", "refused: CPU, period 0", cpu(64, le, 0, 0, stacks, "")},
	}
}

func texts() []file {
	heapBody := "    3:     3072 [   10:    10240] @" + ptrs(0x401010, 0x402020, 0x404040) + `
    1:  1048576 [    1:  1048576] @` + ptrs(0x401010, 0x403030, 0x404040) + `
    0:        0 [  120:     7680] @` + ptrs(0x40000100, 0x402020, 0x404040) + `
   17:      272 [   40:      640] @` + ptrs(0x50000020, 0x404040) + `
    3:      144 [    3:      144] @` + ptrs(0x401010, 0x402020, 0x402020, 0x404040) + `
    0:        0 [    0:        0] @` + ptrs(0x404040) + "\n"
	same := `     3:     3072 [     3:     3072] @` + ptrs(0x401010, 0x402020, 0x404040) + `
     2:  2097152 [     2:  2097152] @` + ptrs(0x40000100, 0x403030, 0x404040) + `
     5:       80 [     5:       80] @` + ptrs(0x50000020, 0x404040) + "\n"
	tail := "\nMAPPED_LIBRARIES:\n" + smallMap
	threads := `--- Thread 7f01 (name: main/100) stack: ---
  PC:  0x00401010: wait(int)
  0x00402020: serve
  0x00404040: main
--- Thread 7f02 (name: worker1/101) stack: ---
  PC:  0x40000100: nanosleep
  0x00403030: work
      creator: 0x402020 0x404040
--- Thread 7f03 (name: worker2/102) stack: ---
  [same as previous thread]
--- Thread 7f04 (name: worker3/103) stack: ---
  PC:  0x00401010: wait(int)
  0x0040100f: wait(int)
  0x00404040: main
--- Thread 7f05 (name: worker4/104) stack: ---
  [same as previous thread]
`
	waits := "   1200       3 @" + ptrs(0x401010, 0x402020, 0x404040) + `
 987654      41 @` + ptrs(0x401010, 0x403030, 0x404040) + `
     16       1 @` + ptrs(0x40000100, 0x404040) + `
 987654      41 @` + ptrs(0x50000020, 0x403030, 0x404040) + "\n"
	mapTail := "--- Memory map: ---\n" + smallMap
	javaNames := ` 0x00000003 com.example.Cache.get (Cache.java:31)
 0x00000004 com.example.Cache.lock (Cache.java:12)
 0x00000005 com.example.Main.main (Main.java:7)
 0x00000006 generated stub/JIT
 0x00000007 inflate (/usr/lib/libz.so)
 0x00000008 VM
 0x00000009 com.example.Cache.get (Other.java:99)
`
	javaHeap := `          7048     1 @ 0x00000003 0x00000004 0x00000005
       1048576    16 @ 0x00000007 0x00000004 0x00000005
           512     8 @ 0x00000006 0x00000005
        400000     2 @ 0x00000009 0x00000003 0x00000003 0x00000005
`
	javaWaits := `             1     1 @ 0x00000003 0x00000004 0x00000005
          1400    12 @ 0x00000004 0x00000005
            22     3 @ 0x00000008
`
	lines := "12 @ 0x401011 0x402021 0x404041\n# a comment\n\n3 @ 0x403031 0x404041\n5 @ 0x401011 0x402021 0x402021 0x404041\n1 @ 0x40000101\n"
	return []file{
		{"heap-v2.txt", "heap, sampled, four columns", "heap profile:    24:  1052064 [   174:  1067280] @ heap_v2/524288\n" + heapBody + tail},
		{"heapz-v2.txt", "the same, named heapz_v2, with rate 1", "heap profile:    24:  1052064 [   174:  1067280] @ heapz_v2/1\n" + heapBody + tail},
		{"heap-go.txt", "heap as Go writes it, twice the rate", "heap profile: 24: 1052064 [174: 1067280] @ heap/1048576\n" + heapBody},
		{"heap-all.txt", "heap, not sampled, two columns", "heap profile:    10:  2100304 [    10:  2100304] @ heapprofile\n" + same + tail},
		{"heap-inuse.txt", "heap, sampled, two columns", "heap profile:    10:  2100304 [    10:  2100304] @ heap_v2/8192\n" + same + tail},
		{"heap-zero-alloc.txt", "heap, allocations all 0", "heap profile:    10:  2100304 [     0:        0] @ heapprofile\n" + same + tail},
		{"heap-no-rate.txt", "heap, no rate", "heap profile:    24:  1052064 [   174:  1067280] @ heap_v2\n" + heapBody + tail},
		{"heap-negative.txt", "heap, a difference: negative counts", "heap profile:    1:  10 [   2:  40] @ heapprofile\n    -3:     -3072 [   10:    10240] @" + ptrs(0x401010, 0x402020) + "\n     4:      400 [   4:      400] @" + ptrs(0x403030, 0x402020) + "\n"},
		{"growth.txt", "growth", "heap profile:    10:  2100304 [    10:  2100304] @ growthz\n" + same + tail},
		{"fragmentation.txt", "fragmentation", "heap profile:    10:  2100304 [    10:  2100304] @ fragmentationz\n" + same + tail},
		{"contention.txt", "contention with all attributes", "--- contentionz 1 ---\ncycles/second = 3201000000\nsampling period = 100\nms since reset = 16502830\ndiscarded samples = 4\n" + waits + mapTail},
		{"contention-go.txt", "as Go writes it, no sampling", "--- contention:\ncycles/second=2600000000\n" + waits},
		{"contention-hex.txt", "numbers in hexadecimal", "--- contentionz 2 ---\ncycles/second = 0x3b9aca00\nsampling period = 010\n" + waits + mapTail},
		{"contention-no-hz.txt", "a period, but no cycles", "--- contentionz 1 ---\nsampling period = 100\n" + waits},
		{"mutex.txt", "mutex", "--- mutex:\ncycles/second=1000000000\nsampling period=5\n" + waits},
		{"threadz.txt", "threads", "--- threadz 1 ---\n\n" + threads + mapTail},
		{"threadz-bare.txt", "threads without a header", "# threads\n\n" + threads + mapTail},
		{"threadz-none.txt", "threads, the last without stacks", "--- threadz 7 ---\n" + threads + "---- no stack trace for 2 threads\n0x403030\n" + mapTail},
		{"count.txt", "a count of Go's", "goroutine profile: total 21\n" + lines},
		{"count-crlf.txt", "the same with CR LF", strings.ReplaceAll("# by hand\n\ngoroutine profile: total 21\n"+lines, "\n", "\r\n")},
		{"count-custom.txt", "a count of its own name, a memory map", "open.files profile: total 21\n" + lines + mapTail},
		{"java-heap.txt", "Java heap", "--- heapz 1 ---\nformat = java\nresolution = bytes\n" + javaHeap + javaNames},
		{"java-contention.txt", "Java contention", "--- contentionz 1 ---\nformat = java\nresolution = microseconds\nsampling period = 100\nms since reset = 6019923\n" + javaWaits + javaNames},
		{"java-no-period.txt", "Java contention, without a period", "--- contentionz 1 ---\nformat = java\nresolution = milliseconds\n" + javaWaits + javaNames},
		{"bad-count.txt", "refused: a count without addresses", "goroutine profile: total 3\n3 @\n"},
		{"bad-heap-count.txt", "refused: bytes of no blocks", "heap profile: 1: 8 [ 1: 8] @ heapprofile\n 0: 8 [ 0: 8] @ 0x401010\n"},
		{"bad-heap-type.txt", "refused: an unknown kind of heap", "heap profile: 1: 8 [ 1: 8] @ heap_v3/1\n 1: 8 [ 1: 8] @ 0x401010\n"},
		{"bad-threadz.txt", "refused: threads without a memory map", "--- threadz 1 ---\n" + threads},
		{"bad-java-heap.txt", "refused: Java, bytes of no blocks", "--- heapz 1 ---\nformat = java\nresolution = bytes\n 512 0 @ 0x3\n 0x3 f (f.java:1)\n"},
		{"bad-long-line.txt", "refused: a line of more than 64 KiB", "goroutine profile: total 3\n3 @ 0x1" + strings.Repeat(" 0x1", 20000) + "\n"},
	}
}

// maps are one heap with memory maps of all forms.
func maps() []file {
	with := func(s ...uint64) string {
		body := "heap profile:    10:  1000 [    10:  1000] @ heapprofile\n"
		for i, a := range s {
			body += fmt.Sprintf(" %d: %d [ %d: %d] @%s\n", i+1, 100*(i+1), i+1, 100*(i+1), ptrs(a, 0x404040))
		}
		return body + "\nMAPPED_LIBRARIES:\n"
	}
	common := with(0x401010, 0x40000100, 0x50000020, 0x90000000, 0x7f0000000100)
	return []file{
		{"maps-proc.txt", "memory map as of /proc/self/maps", common + procMap},
		{"maps-brief.txt", "brief forms, some with build ids", common + `00400000-00480000: /bin/app
40000000-40100000 r-xp /lib/libc.so.6 (@2000) 0123456789abcdef
0x50000000-0x50080000 /lib/libdata.so 00ff
7f0000000000 7f0000100000: [vdso]
80000000-80001000 rw-p /dev/data
`},
		{"maps-attributes.txt", "names for parts of the map, a log's prefixes", common + `I0101 00:00:00.000000 77 dump.cc:12] build=/home/build
I0101 00:00:00.000000 77 dump.cc:13] lib = /usr/lib
I0101 00:00:00.000000 77 dump.cc:14] 00400000-00480000 r-xp 00000000 08:01 131 $build/app
40000000-40100000 r-xp 00000000 08:01 77 $lib/libc.so.6
this line says nothing
50000000-50080000 r-xp 00000000 08:01 78 $other/libdata.so
`},
		{"maps-merge.txt", "neighbours that are one", common + `00400000-00402000 r-xp 00000000 08:01 131 /bin/app
00402000-00480000 r-xp 00002000 08:01 131 /bin/app
40000000-40000080 r-xp 00001000 08:01 77 /lib/libc.so.6
40000080-40100000 r-xp 00001080 08:01 77 /lib/libc.so.6
50000000-50000010 r-xp 00000000 08:01 78 /lib/libdata.so
50000010-50080000 r-xp 00000000 00:00 0
90000000-90001000 r-xp 00001000 08:01 79 /lib/a.so
90001000-90002000 r-xp 00005000 08:01 79 /lib/a.so
`},
		{"maps-swap.txt", "the program comes after its libraries", common + `40000000-40100000 r-xp 00000000 08:01 77 /lib/libc.so.6
50000000-50080000 r-xp 00000000 08:01 78 /lib/libdata.so
7f0000000000-7f0000001000 r-xp 00000000 00:00 0 [vdso]
00400000-00480000 r-xp 00000000 08:01 131 /bin/app (deleted)
`},
		{"maps-offset.txt", "the program starts behind its offset", common + `00403000-00480000 r-xp 00003000 08:01 131 /bin/app
40001000-40100000 r-xp 00001000 08:01 77 /lib/libc.so.6
`},
		{"maps-hugepage.txt", "a huge page before the program", common + `00400000-00402000 r-xp 00000000 00:00 0 /anon_hugepage (deleted)
00402000-00480000 r-xp 00002000 08:01 131 /bin/app
`},
		{"maps-extend.txt", "an address before a mapping, within its offset", common + `00500000-00580000 r-xp 00100000 08:01 131 /bin/app
40000200-40100000 r-xp 00000200 08:01 77 /lib/libc.so.6
`},
		{"maps-unnamed.txt", "mappings without names", common + `00400000-00402000 r-xp 00000000 00:00 0
40000000-40100000 r-xp 00000000 00:00 0
50000000-50080000 r-xp 00000000 08:01 131 /bin/app
7f0000000000-7f0000001000: []
`},
		{"maps-none.txt", "no executable mappings", common + `00400000-00480000 rw-p 00000000 08:01 131 /bin/app
`},
	}
}
