// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"sort"
	"strings"
	"sync"
	"time"
)

// What was pushed, and what a range of it is. The two layers differ where the
// recordings of them do.

type entry struct {
	ms      int64
	name    string // process_cpu
	labels  map[string]string
	types   [][2]string
	period  [2]string
	samples []sample
	there   time.Time // from then on
}

type store struct {
	sync.Mutex
	places  places
	entries []*entry
	layer   string // v1, v2
	window  bool   // too old or too new is refused
	late    time.Duration
	refuse  string // name of profiles that are not taken
}

func newStore(layer string) *store {
	return &store{places: places{}, layer: layer}
}

func (e *entry) id(i int) string {
	return strings.Join([]string{e.name, e.types[i][0], e.types[i][1],
		e.period[0], e.period[1]}, ":")
}

// All labels of one type of an entry, those that the server makes up included.
func (e *entry) all(i int) map[string]string {
	all := map[string]string{
		"__name__":         e.name,
		"__profile_type__": e.id(i),
		"__type__":         e.types[i][0],
		"__unit__":         e.types[i][1],
		"__period_type__":  e.period[0],
		"__period_unit__":  e.period[1],
		"__service_name__": e.labels["service_name"],
	}
	for k, v := range e.labels {
		all[k] = v
	}
	return all
}

func (e *entry) total(i int) (sum int64) {
	for _, s := range e.samples {
		sum += s.values[i]
	}
	return sum
}

// text is a set of labels as errors show it.
func text(labels map[string]string) string {
	var all []string
	for k, v := range labels {
		all = append(all, fmt.Sprintf("%s=%q", k, v))
	}
	sort.Strings(all)
	return "{" + strings.Join(all, ", ") + "}"
}

// checkDense refuses ids that are not 1, 2, 3: a real one fails when it takes
// such a profile apart.
func checkDense(b []byte) error {
	b, err := unpack(b)
	if err != nil {
		return err
	}
	ids, err := newDense(b)
	for _, of := range ids {
		for id, n := range of {
			if id != n && err == nil {
				err = fmt.Errorf("the id %d is not dense", id)
			}
		}
	}
	return err
}

// push takes a profile apart by the labels of its samples.
func (st *store) push(labels map[string]string, b []byte, now int64) error {
	st.Lock()
	defer st.Unlock()
	if err := checkDense(b); err != nil {
		return err
	}
	p, err := parse(b, st.places)
	if err != nil {
		return err
	}
	name := labels["__name__"]
	if name == st.refuse && name != "" {
		return fmt.Errorf("profiles of %s are not taken", name)
	}
	if labels["service_name"] == "" {
		labels["service_name"] = "unknown_service"
	}
	ms := p.time / 1000000
	if ms == 0 {
		ms = now
	}
	from, until := now-3600*1000, now+600*1000
	if st.window && (ms < from || ms > until) {
		at := func(ms int64) string {
			return time.UnixMilli(ms).UTC().Format("2006-01-02 15:04:05.999 -0700 UTC")
		}
		return fmt.Errorf("profile with labels '%s' is outside of ingestion "+
			"window (profile timestamp: %s, the ingestion window starts at %s "+
			"and ends at %s)", text(labels), at(ms), at(from), at(until))
	}
	parts := map[string]*entry{}
	var order []*entry
	for _, s := range p.samples {
		key := text(s.labels)
		e := parts[key]
		if e == nil {
			e = &entry{ms: ms, name: name, labels: map[string]string{},
				types: p.types, period: p.period,
				there: time.Now().Add(st.late)}
			for k, v := range s.labels {
				e.labels[k] = v
			}
			for k, v := range labels {
				if k != "__name__" {
					e.labels[k] = v
				}
			}
			parts[key] = e
			order = append(order, e)
		}
		e.samples = append(e.samples, s)
	}
	st.entries = append(st.entries, order...)
	return nil
}

// each is called for all types of all entries in a range.
func (st *store) each(from, until int64, sel []matcher,
	do func(e *entry, i int, labels map[string]string)) {
	st.Lock()
	defer st.Unlock()
	for _, e := range st.entries {
		if e.ms < from || e.ms > until || time.Now().Before(e.there) {
			continue
		}
		for i := range e.types {
			// Of what is since the start v1 waits for a second one.
			if st.layer == "v1" && strings.HasPrefix(e.types[i][0], "alloc_") {
				continue
			}
			if labels := e.all(i); fit(sel, labels) {
				do(e, i, labels)
			}
		}
	}
}

func sortedKeys[V any](m map[string]V) []string {
	keys := []string{}
	for k := range m {
		keys = append(keys, k)
	}
	sort.Strings(keys)
	return keys
}

func (st *store) types(from, until int64) []string {
	found := map[string]bool{}
	st.each(from, until, nil, func(e *entry, i int, _ map[string]string) {
		found[e.id(i)] = true
	})
	return sortedKeys(found)
}

func (st *store) labelNames(from, until int64, sel []matcher) []string {
	found := map[string]bool{}
	st.each(from, until, sel, func(_ *entry, _ int, labels map[string]string) {
		for k := range labels {
			found[k] = true
		}
	})
	return sortedKeys(found)
}

func (st *store) labelValues(name string, from, until int64, sel []matcher) []string {
	found := map[string]bool{}
	st.each(from, until, sel, func(_ *entry, _ int, labels map[string]string) {
		if v, is := labels[name]; is {
			found[v] = true
		}
	})
	return sortedKeys(found)
}

type pairJSON struct {
	Name  string `json:"name"`
	Value string `json:"value"`
}
type labelSet struct {
	Labels []pairJSON `json:"labels"`
}

// sets are the different sets of some labels, or of all.
func (st *store) sets(names []string, from, until int64, sel []matcher) []labelSet {
	found := map[string]labelSet{}
	st.each(from, until, sel, func(_ *entry, _ int, labels map[string]string) {
		var set labelSet
		wanted := names
		if len(wanted) == 0 {
			wanted = sortedKeys(labels)
		}
		if st.layer != "v1" {
			wanted = append([]string(nil), wanted...)
			sort.Strings(wanted)
		}
		for _, k := range wanted {
			if v, is := labels[k]; is {
				set.Labels = append(set.Labels, pairJSON{k, v})
			}
		}
		found[fmt.Sprintf("%q", set.Labels)] = set
	})
	var out []labelSet
	for _, k := range sortedKeys(found) {
		out = append(out, found[k])
	}
	return out
}

// Does a stack begin with these functions, from its root on?
func below(stack []*place, site []string) bool {
	var names []string
	for i := len(stack) - 1; i >= 0 && len(names) < len(site); i-- {
		for k := len(stack[i].lines) - 1; k >= 0; k-- {
			names = append(names, stack[i].lines[k].function)
		}
	}
	if len(names) < len(site) {
		return false
	}
	for i := range site {
		if names[i] != site[i] {
			return false
		}
	}
	return true
}

type point struct {
	Value     float64 `json:"value"`
	Timestamp int64   `json:"timestamp,string"`
}
type seriesJSON struct {
	Labels []pairJSON `json:"labels,omitempty"`
	Points []point    `json:"points"`
	total  float64
	order  string
}

// series are sums of steps: of what came in (t - step, t]. The first one
// covers time before the range; what is behind the last full step is lost.
func (st *store) series(q *request, sel []matcher) []*seriesJSON {
	step := int64(q.Step * 1000)
	type cell struct {
		sum float64
		n   int
	}
	found := map[string]*seriesJSON{}
	cells := map[string]map[int64]*cell{}
	st.each(q.Start-step+1, q.End, sel, func(e *entry, i int, labels map[string]string) {
		if e.id(i) != q.Type {
			return
		}
		k := (e.ms - q.Start + step - 1) / step
		if e.ms <= q.Start {
			k = 0
		}
		at := q.Start + k*step
		if at > q.End {
			return
		}
		var set []pairJSON
		for _, name := range q.GroupBy {
			if v, is := labels[name]; is {
				set = append(set, pairJSON{name, v})
			}
		}
		key := fmt.Sprintf("%q", set)
		if found[key] == nil {
			found[key] = &seriesJSON{Labels: set, order: key}
			cells[key] = map[int64]*cell{}
		}
		if cells[key][at] == nil {
			cells[key][at] = &cell{}
		}
		sum := e.total(i)
		if st.layer == "v1" && len(q.site()) > 0 {
			sum = 0
			for _, s := range e.samples {
				if below(s.stack, q.site()) {
					sum += s.values[i]
				}
			}
		}
		cells[key][at].sum += float64(sum)
		cells[key][at].n++
	})
	var out []*seriesJSON
	for key, s := range found {
		for at, c := range cells[key] {
			v := c.sum
			if st.layer == "v1" && q.averages() {
				v /= float64(c.n)
			}
			s.Points = append(s.Points, point{v, at})
			s.total += v
		}
		sort.Slice(s.Points, func(i, k int) bool {
			return s.Points[i].Timestamp < s.Points[k].Timestamp
		})
		out = append(out, s)
	}
	sort.Slice(out, func(i, k int) bool {
		if out[i].total != out[k].total {
			return out[i].total > out[k].total
		}
		return out[i].order < out[k].order
	})
	if q.Limit > 0 && int64(len(out)) > q.Limit {
		out = out[:q.Limit]
	}
	return out
}

// merge is SelectMergeProfile's answer; both ends of the range count.
func (st *store) merge(q *request, sel []matcher) []byte {
	var m merged
	var period [2]string
	any, elsewhere := false, false
	st.each(-1<<62, 1<<62, sel, func(e *entry, i int, _ map[string]string) {
		if e.id(i) != q.Type {
			return
		}
		elsewhere = true
		period = e.period
		if e.ms < q.Start || e.ms > q.End || len(q.ProfileIDs) > 0 ||
			len(q.TraceIDs) > 0 {
			return
		}
		if st.layer == "v1" && q.Start == q.End {
			return
		}
		for _, s := range e.samples {
			if s.values[i] > 0 && below(s.stack, q.site()) {
				m.add(s.stack, s.values[i])
				any = true
			}
		}
	})
	if !any && st.layer == "v1" {
		return []byte{0x0a, 0, 0x32, 0, 0x5a, 0}
	}
	if !any && !elsewhere {
		return nil
	}
	part := strings.Split(q.Type, ":")
	every := map[string]int64{"process_cpu": 1000000000, "memory": 524288}[part[0]]
	if every == 0 {
		every = 1
	}
	var duration int64
	if st.layer == "v1" {
		duration = (q.End - q.Start) * 1000000
	}
	return m.write([2]string{part[1], part[2]}, period, q.End*1000000,
		duration, every)
}

func (st *store) extent() (oldest, newest int64) {
	st.Lock()
	defer st.Unlock()
	for i, e := range st.entries {
		if i == 0 || e.ms < oldest {
			oldest = e.ms
		}
		if i == 0 || e.ms > newest {
			newest = e.ms
		}
	}
	return oldest, newest
}
