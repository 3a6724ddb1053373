// SPDX-License-Identifier: GPL-3.0-or-later

// Package metrics counts events and writes them out now and then.
package metrics

import (
	"compress/gzip"
	"encoding/binary"
	"io"
	"sync"
	"time"
)

// Registry gathers events from all goroutines.
type Registry struct {
	events chan event
	mu     sync.Mutex
	hist   map[string][]time.Duration
	counts map[string]int
}

type event struct {
	name string
	n    int
}

// New makes a registry.  The old one has no buffer, so every event waits for
// the collector.
func New(old bool) *Registry {
	n := 256
	if old {
		n = 0
	}
	return &Registry{
		events: make(chan event, n),
		hist:   map[string][]time.Duration{},
		counts: map[string]int{},
	}
}

// Event counts something.
//
//go:noinline
func (r *Registry) Event(name string, n int) {
	r.events <- event{name, n}
}

// Observe notes how long a request took.
func (r *Registry) Observe(name string, d time.Duration) {
	r.mu.Lock()
	r.hist[name] = append(r.hist[name], d)
	r.mu.Unlock()
}

// Start runs the collector; the function returned stops it.
func (r *Registry) Start(every time.Duration) func() {
	done := make(chan bool)
	go func() {
		t := time.NewTicker(every)
		defer t.Stop()
		for {
			select {
			case e := <-r.events:
				r.count(e)
			case <-t.C:
				r.flush()
			case <-done:
				return
			}
		}
	}()
	return func() { close(done) }
}

func (r *Registry) count(e event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.counts[e.name] += e.n
}

//go:noinline
func (r *Registry) flush() {
	r.mu.Lock()
	defer r.mu.Unlock()
	z := gzip.NewWriter(io.Discard)
	defer z.Close()
	var buf []byte
	for name, hist := range r.hist {
		buf = append(buf[:0], name...)
		for _, d := range hist {
			buf = binary.AppendUvarint(buf, uint64(d))
		}
		z.Write(buf)
		if len(hist) > 500 {
			r.hist[name] = hist[:0]
		}
	}
}
