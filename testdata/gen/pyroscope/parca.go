// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"sort"
	"strings"
	"time"
)

// A Parca, by the same profiles: JSON below /api, by GET. Types without ":delta"
// count from the start or are levels; of those each sample of a series is one
// snapshot, and a merge adds snapshots up. The list of types leaves out what is
// on the ends of its range, a merge does not.

// Only these have a duration.
func isDelta(id string) bool { return strings.HasPrefix(id, "process_cpu:") }

// parcaBody is a push as a Parca wants it.
func parcaBody(body []byte) ([]byte, error) {
	var in struct {
		Series []struct {
			Labels  json.RawMessage `json:"labels"`
			Samples json.RawMessage `json:"samples"`
		} `json:"series"`
	}
	err := json.Unmarshal(body, &in)
	var series []any
	for _, s := range in.Series {
		series = append(series, map[string]any{
			"labels":  map[string]any{"labels": s.Labels},
			"samples": s.Samples})
	}
	if err != nil {
		return nil, err
	}
	return json.Marshal(map[string]any{"normalized": true, "series": series})
}

// pushParca takes such a push.
func pushParca(st *store, body []byte) error {
	var in struct {
		Series []struct {
			Labels  struct{ Labels json.RawMessage }
			Samples json.RawMessage
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return err
	}
	for _, s := range in.Series {
		one, err := json.Marshal(map[string]any{"series": []any{
			map[string]any{"labels": s.Labels.Labels, "samples": s.Samples}}})
		if err == nil {
			err = pushBody(st, one, time.Now())
		}
		if err != nil {
			return err
		}
	}
	return nil
}

type parcaSample struct {
	Timestamp string `json:"timestamp"`
	Value     int64  `json:"value,string"`
	Count     int64  `json:"count,string"`
	ms        int64
}
type parcaSeries struct {
	Labelset labelSet       `json:"labelset"`
	Samples  []*parcaSample `json:"samples"`
}

// parcaPoints are sums of steps, or the last snapshot of each label set in them.
func parcaPoints(st *store, id string, sel []matcher, from, until, step int64, by []string) []*parcaSeries {
	found := map[string]*parcaSeries{}
	delta := strings.HasSuffix(id, ":delta")
	st.each(from, until, sel, func(e *entry, i int, _ map[string]string) {
		if isDelta(e.id(i)) != delta || e.id(i) != strings.TrimSuffix(id, ":delta") {
			return
		}
		var set labelSet
		names := by
		if !delta {
			names = sortedKeys(e.labels)
		}
		for _, k := range names {
			if v, is := e.labels[k]; is {
				set.Labels = append(set.Labels, pairJSON{k, v})
			}
		}
		key := fmt.Sprintf("%q", set.Labels)
		s := found[key]
		if s == nil {
			s = &parcaSeries{Labelset: set}
			found[key] = s
		}
		at := e.ms / step * step
		var one *parcaSample
		for _, p := range s.Samples {
			if p.ms/step*step == at {
				one = p
			}
		}
		if one == nil {
			one = &parcaSample{ms: at}
			s.Samples = append(s.Samples, one)
		}
		one.Count++
		if delta {
			one.Value += e.total(i)
		} else if e.ms >= one.ms {
			one.Value, one.ms = e.total(i), e.ms
		}
	})
	var out []*parcaSeries
	for _, key := range sortedKeys(found) {
		s := found[key]
		sort.Slice(s.Samples, func(i, k int) bool {
			return s.Samples[i].ms < s.Samples[k].ms
		})
		for _, p := range s.Samples {
			p.Timestamp = time.UnixMilli(p.ms).UTC().Format(time.RFC3339Nano)
		}
		out = append(out, s)
	}
	return out
}

// parcaFails answers in gRPC's numbers.
func parcaFails(w http.ResponseWriter, message string) {
	writeJSON(w, 400, map[string]any{"code": 3, "message": message, "details": []any{}})
}

func (s *server) parca(w http.ResponseWriter, r *http.Request) {
	st := s.store("anonymous")
	w.Header().Set("Grpc-Metadata-Content-Type", "application/grpc")
	if r.URL.Path == "/api/profiles/writeraw" {
		body, err := io.ReadAll(r.Body)
		if err == nil {
			err = pushParca(st, body)
		}
		if err != nil {
			parcaFails(w, err.Error())
			return
		}
		writeJSON(w, 200, struct{}{})
		return
	}
	q := r.URL.Query()
	prefix := ""
	if strings.HasPrefix(q.Get("mode"), "MODE_MERGE") {
		prefix = "merge."
	}
	from, err := time.Parse(time.RFC3339Nano, q.Get(prefix+"start"))
	until, err2 := time.Parse(time.RFC3339Nano, q.Get(prefix+"end"))
	if err != nil || err2 != nil {
		parcaFails(w, "parsing field \"start\"")
		return
	}
	text, selector, _ := strings.Cut(q.Get(prefix+"query"), "{")
	sel, err := parseSelector("{" + selector)
	if selector != "" && err != nil {
		parcaFails(w, "failed to parse query")
		return
	}
	for _, id := range []string{text, q.Get("profileType")} {
		if n := strings.Count(id, ":") + 1; id != "" && n != 5 && n != 6 {
			parcaFails(w, fmt.Sprintf("profile-type selection must be of the "+
				"form <name>:<sample-type>:<sample-unit>:<period-type>:"+
				"<period-unit>(:delta), got(%d): %q", n, id))
			return
		}
	}
	a, b := from.UnixMilli(), until.UnixMilli()
	path := strings.TrimPrefix(r.URL.Path, "/api/profiles/")
	switch {
	case path == "types":
		types := []any{}
		for _, id := range st.types(a+1, b-1) {
			p := strings.Split(id, ":")
			types = append(types, map[string]any{"name": p[0], "sampleType": p[1],
				"sampleUnit": p[2], "periodType": p[3], "periodUnit": p[4],
				"delta": isDelta(id)})
		}
		writeJSON(w, 200, map[string]any{"types": types})
	case path == "labels":
		writeJSON(w, 200, map[string]any{"labelNames": st.labelNames(a, b, nil)})
	case strings.HasPrefix(path, "labels/"):
		name := strings.TrimSuffix(strings.TrimPrefix(path, "labels/"), "/values")
		writeJSON(w, 200, map[string]any{"labelValues": st.labelValues(name, a, b, nil)})
	case path == "query_range":
		step, err := time.ParseDuration(q.Get("step"))
		if err != nil || step < time.Millisecond {
			parcaFails(w, "parsing field \"step\"")
			return
		}
		series := parcaPoints(st, text, sel, a, b, step.Milliseconds(), q["sumBy"])
		if len(series) == 0 {
			// Its page server answers in its place.
			http.Error(w, "404 page not found", http.StatusNotFound)
			return
		}
		writeJSON(w, 200, map[string]any{"series": series})
	case path == "query":
		ask := &request{Type: strings.TrimSuffix(text, ":delta"), Start: a, End: b}
		if isDelta(text) != strings.HasSuffix(text, ":delta") {
			ask.Type = "none:none:none:none:none"
		}
		writeJSON(w, 200, map[string]any{"total": "0", "filtered": "0",
			"pprof": base64.StdEncoding.EncodeToString(pack(st.merge(ask, sel)))})
	default:
		w.Header().Del("Grpc-Metadata-Content-Type")
		http.Error(w, "404 page not found", http.StatusNotFound)
	}
}
