// SPDX-License-Identifier: GPL-3.0-or-later

// Writes testdata/otlp/collector.*: what the collector's library makes of two
// profiles as the eBPF profiler has them, of which one has times only.
package main

import (
	"encoding/binary"
	"os"

	"github.com/klauspost/compress/zstd"
	"go.opentelemetry.io/collector/pdata/pcommon"
	"go.opentelemetry.io/collector/pdata/pprofile"
)

type writer struct {
	dict pprofile.ProfilesDictionary
	text map[string]int32
}

func check(err error) {
	if err != nil {
		panic(err)
	}
}

func (w *writer) str(s string) int32 {
	if i, ok := w.text[s]; ok {
		return i
	}
	w.dict.StringTable().Append(s)
	w.text[s] = int32(w.dict.StringTable().Len() - 1)
	return w.text[s]
}

func (w *writer) attribute(key string, set func(pcommon.Value)) int32 {
	a := w.dict.AttributeTable().AppendEmpty()
	a.SetKeyStrindex(w.str(key))
	set(a.Value())
	return int32(w.dict.AttributeTable().Len() - 1)
}

func text(s string) func(pcommon.Value) {
	return func(v pcommon.Value) { v.SetStr(s) }
}

func number(n int64) func(pcommon.Value) {
	return func(v pcommon.Value) { v.SetInt(n) }
}

func (w *writer) function(name, file string) int32 {
	f := w.dict.FunctionTable().AppendEmpty()
	f.SetNameStrindex(w.str(name))
	f.SetFilenameStrindex(w.str(file))
	return int32(w.dict.FunctionTable().Len() - 1)
}

func (w *writer) location(mapping int32, address uint64, attribute, function int32, line int64) int32 {
	l := w.dict.LocationTable().AppendEmpty()
	l.SetMappingIndex(mapping)
	l.SetAddress(address)
	l.AttributeIndices().Append(attribute)
	if function > 0 {
		to := l.Lines().AppendEmpty()
		to.SetFunctionIndex(function)
		to.SetLine(line)
	}
	return int32(w.dict.LocationTable().Len() - 1)
}

func (w *writer) stack(locations ...int32) int32 {
	w.dict.StackTable().AppendEmpty().LocationIndices().Append(locations...)
	return int32(w.dict.StackTable().Len() - 1)
}

// One message; the second of several has other numbers.
func profiles(scale int64) pprofile.Profiles {
	p := pprofile.NewProfiles()
	w := &writer{p.Dictionary(), map[string]int32{}}
	w.str("")
	w.dict.MappingTable().AppendEmpty()
	w.dict.LocationTable().AppendEmpty()
	w.dict.FunctionTable().AppendEmpty()
	w.dict.LinkTable().AppendEmpty()
	w.dict.AttributeTable().AppendEmpty()
	w.dict.StackTable().AppendEmpty()

	native := w.attribute("profile.frame.type", text("native"))
	kernel := w.attribute("profile.frame.type", text("kernel"))
	python := w.attribute("profile.frame.type", text("cpython"))
	thread := w.attribute("thread.name", text("worker"))
	tid := w.attribute("thread.id", number(42))
	m := w.dict.MappingTable().AppendEmpty()
	m.SetFilenameStrindex(w.str("/usr/bin/shop"))
	m.AttributeIndices().Append(w.attribute("process.executable.build_id.gnu",
		text("93ac61ec5a8eb1396f9fbd350e3169a5")))
	leaf := w.location(1, 0x1234, native, 0, 0)
	price := w.location(0, 0, python, w.function("price", "shop.py"), 12)
	sell := w.location(0, 0, python, w.function("sell", "shop.py"), 30)
	wait := w.location(0, 0xffffffff81000010, kernel, w.function("schedule", ""), 0)
	busy := w.stack(leaf, price, sell)
	idle := w.stack(wait, sell)

	r := p.ResourceProfiles().AppendEmpty()
	r.Resource().Attributes().PutStr("service.name", "shop")
	r.Resource().Attributes().PutInt("process.pid", 7)
	s := r.ScopeProfiles().AppendEmpty()
	s.Scope().SetName("ebpf")

	cpu := s.Profiles().AppendEmpty()
	cpu.SampleType().SetTypeStrindex(w.str("samples"))
	cpu.SampleType().SetUnitStrindex(w.str("count"))
	cpu.PeriodType().SetTypeStrindex(w.str("cpu"))
	cpu.PeriodType().SetUnitStrindex(w.str("nanoseconds"))
	cpu.SetPeriod(50000000)
	cpu.SetTime(1700000000000000000)
	cpu.SetDurationNano(5000000000)
	for i := int64(0); i < 3; i++ {
		x := cpu.Samples().AppendEmpty()
		x.SetStackIndex(busy)
		x.AttributeIndices().Append(thread, tid)
		for k := int64(0); k <= i*scale; k++ {
			x.TimestampsUnixNano().Append(uint64(1700000000000000000 + 100*i + k))
		}
	}

	off := s.Profiles().AppendEmpty()
	off.SampleType().SetTypeStrindex(w.str("off_cpu"))
	off.SampleType().SetUnitStrindex(w.str("nanoseconds"))
	off.SetTime(1700000000000000000)
	x := off.Samples().AppendEmpty()
	x.SetStackIndex(idle)
	x.AttributeIndices().Append(thread, tid)
	x.Values().Append(3000*scale, 4000*scale)
	x.TimestampsUnixNano().Append(1700000000000000500, 1700000000000000600)
	return p
}

func main() {
	to := os.Args[1] + "/collector."
	var framed, packed, lines []byte
	for i, scale := range []int64{1, 2} {
		proto, err := (&pprofile.ProtoMarshaler{}).MarshalProfiles(profiles(scale))
		check(err)
		json, err := (&pprofile.JSONMarshaler{}).MarshalProfiles(profiles(scale))
		check(err)
		if i == 0 {
			check(os.WriteFile(to+"otlp", proto, 0o644))
			check(os.WriteFile(to+"json", json, 0o644))
		}
		framed = binary.BigEndian.AppendUint32(framed, uint32(len(proto)))
		framed = append(framed, proto...)
		z, err := zstd.NewWriter(nil)
		check(err)
		small := z.EncodeAll(proto, nil)
		packed = binary.BigEndian.AppendUint32(packed, uint32(len(small)))
		packed = append(packed, small...)
		lines = append(append(lines, json...), '\n')
	}
	check(os.WriteFile(to+"framed", framed, 0o644))
	check(os.WriteFile(to+"packed", packed, 0o644))
	check(os.WriteFile(to+"jsonl", lines, 0o644))
}
