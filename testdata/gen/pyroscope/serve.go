// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"net/http"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"time"
)

// A number of 64 bits: JSON has it as one, or in quotes.
type int64JSON int64

func (n *int64JSON) UnmarshalJSON(b []byte) error {
	v, err := strconv.ParseInt(strings.Trim(string(b), `"`), 10, 64)
	*n = int64JSON(v)
	return err
}

// All that is asked for, in whichever call.
type request struct {
	Type, Selector       string
	Start, End           int64
	Step                 float64
	GroupBy              []string
	Aggregation          string
	Limit                int64
	Name                 string
	Matchers, LabelNames []string
	CallSite             []string
	ProfileIDs, TraceIDs []string
	Format               int64
}

func (q *request) site() []string { return q.CallSite }
func (q *request) averages() bool {
	return q.Aggregation == "TIME_SERIES_AGGREGATION_TYPE_AVERAGE"
}

func readJSON(body []byte) (*request, error) {
	var in struct {
		ProfileTypeID, LabelSelector       string
		Start, End                         int64JSON
		Step                               float64
		GroupBy                            []string
		Aggregation                        string
		Limit                              int64JSON
		Name                               string
		Matchers, LabelNames               []string
		ProfileIDSelector, TraceIDSelector []string
		StackTraceSelector                 struct{ CallSite []struct{ Name string } }
		Format                             string
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return nil, err
	}
	q := &request{Type: in.ProfileTypeID, Selector: in.LabelSelector,
		Start: int64(in.Start), End: int64(in.End), Step: in.Step,
		GroupBy: in.GroupBy, Aggregation: in.Aggregation,
		Limit: int64(in.Limit), Name: in.Name, Matchers: in.Matchers,
		LabelNames: in.LabelNames, ProfileIDs: in.ProfileIDSelector,
		TraceIDs: in.TraceIDSelector}
	if in.Format == "PROFILE_FORMAT_PPROF" {
		q.Format = 4
	}
	for _, s := range in.StackTraceSelector.CallSite {
		q.CallSite = append(q.CallSite, s.Name)
	}
	return q, nil
}

func readSite(q *request, data []byte) error {
	return eachField(data, func(num int, _ uint64, d []byte) error {
		if num != 1 {
			return nil
		}
		return eachField(d, func(num int, _ uint64, d []byte) error {
			if num == 1 {
				q.CallSite = append(q.CallSite, string(d))
			}
			return nil
		})
	})
}

func readProto(method string, body []byte) (*request, error) {
	q := &request{}
	err := eachField(body, func(num int, v uint64, d []byte) error {
		text := func(to *string) { *to = string(d) }
		list := func(to *[]string) { *to = append(*to, string(d)) }
		ends := func(start int) {
			if num == start {
				q.Start = int64(v)
			} else if num == start+1 {
				q.End = int64(v)
			}
		}
		switch method {
		case "ProfileTypes":
			ends(1)
		case "LabelNames":
			ends(2)
			if num == 1 {
				list(&q.Matchers)
			}
		case "LabelValues":
			ends(3)
			if num == 1 {
				text(&q.Name)
			} else if num == 2 {
				list(&q.Matchers)
			}
		case "Series":
			ends(3)
			if num == 1 {
				list(&q.Matchers)
			} else if num == 2 {
				list(&q.LabelNames)
			}
		default:
			ends(3)
			switch {
			case num == 1:
				text(&q.Type)
			case num == 2:
				text(&q.Selector)
			case num == 6 && method == "SelectMergeProfile",
				num == 7 && method == "SelectMergeStacktraces",
				num == 8 && method == "SelectSeries":
				return readSite(q, d)
			case num == 7 && method == "SelectMergeProfile",
				num == 8 && method == "SelectMergeStacktraces":
				list(&q.ProfileIDs)
			case num == 8 && method == "SelectMergeProfile":
				list(&q.TraceIDs)
			case num == 6 && method == "SelectMergeStacktraces":
				q.Format = int64(v)
			case num == 5 && method == "SelectSeries":
				list(&q.GroupBy)
			case num == 6 && method == "SelectSeries":
				q.Step = math.Float64frombits(v)
			case num == 9 && method == "SelectSeries":
				q.Limit = int64(v)
			}
		}
		return nil
	})
	return q, err
}

// ---- Answers ----

// What a call is answered with when that is no profile.
type failure struct {
	status        int
	code, message string
}

func invalid(format string, args ...any) *failure {
	return &failure{400, "invalid_argument", fmt.Sprintf(format, args...)}
}

func unimplemented() *failure {
	return &failure{501, "unimplemented",
		"this endpoint is not available in v1 frontend"}
}

type server struct {
	sync.Mutex
	layer   string
	limit   time.Duration
	tenants bool // are told apart
	window  bool
	stores  map[string]*store
	played  map[string]played
	delay   time.Duration
	prefix  string        // of all paths, as a proxy has it
	user    string        // name:password that a proxy wants
	skew    time.Duration // of its clock
	late    time.Duration // until what was pushed can be asked for
	refuse  string        // profiles that are not taken
}

func (s *server) store(tenant string) *store {
	s.Lock()
	defer s.Unlock()
	if s.stores[tenant] == nil {
		s.stores[tenant] = newStore(s.layer)
		s.stores[tenant].window = s.window
		s.stores[tenant].late = s.late
		s.stores[tenant].refuse = s.refuse
	}
	return s.stores[tenant]
}

// As Prometheus writes a length: 1d, 1h30m.
func limitText(d time.Duration) string {
	if d%(24*time.Hour) == 0 {
		return fmt.Sprintf("%dd", d/(24*time.Hour))
	}
	text := d.String()
	if strings.HasSuffix(text, "m0s") {
		text = strings.TrimSuffix(text, "0s")
	}
	return strings.TrimSuffix(text, "h0m") + map[bool]string{true: "h"}[strings.HasSuffix(text, "h0m")]
}

func (s *server) checkRange(q *request, needed bool) *failure {
	if q.Start == 0 && q.End == 0 {
		if needed {
			return invalid("missing time range in the query")
		}
		q.End = math.MaxInt64
		return nil
	}
	if q.Start > q.End {
		return invalid("query start time is after end time")
	}
	actual := time.Duration(q.End-q.Start) * time.Millisecond
	if s.limit > 0 && actual > s.limit {
		return invalid("the query time range exceeds the limit "+
			"(max_query_length, actual: %s, limit: %s)", actual,
			limitText(s.limit))
	}
	return nil
}

// Errors of v1 come from a server behind it, in an envelope.
func (s *server) inner(f *failure) *failure {
	if s.layer == "v1" {
		b, _ := json.Marshal(map[string]string{"code": f.code})
		text, _ := json.Marshal(f.message)
		f.message = strings.TrimSuffix(string(b), "}") + `,"message":` +
			string(text) + "}"
	}
	return f
}

func (s *server) selector(text string) ([]matcher, *failure) {
	sel, err := parseSelector(text)
	if err == nil {
		return sel, nil
	}
	if s.layer == "v1" {
		return nil, s.inner(invalid("%s", err))
	}
	return nil, invalid("parsing label selector %q: %s", text, err)
}

func (s *server) matchers(all []string) (sel []matcher, f *failure) {
	for _, text := range all {
		one, f := s.selector(text)
		if f != nil {
			return nil, f
		}
		sel = append(sel, one...)
	}
	return sel, nil
}

func (s *server) checkType(id string) *failure {
	n := strings.Count(id, ":") + 1
	if n == 5 || n == 6 && strings.HasSuffix(id, ":delta") {
		return nil
	}
	return s.inner(invalid("profile-type selection must be of the form "+
		"<name>:<sample-type>:<sample-unit>:<period-type>:<period-unit>"+
		"(:delta), got(%d): %q", n, id))
}

type namesJSON struct {
	Names []string `json:"names,omitempty"`
}

func typesJSON(ids []string) any {
	type one struct {
		ID         string
		Name       string `json:"name"`
		SampleType string `json:"sampleType"`
		SampleUnit string `json:"sampleUnit"`
		PeriodType string `json:"periodType"`
		PeriodUnit string `json:"periodUnit"`
	}
	var out struct {
		Types []one `json:"profileTypes,omitempty"`
	}
	for _, id := range ids {
		p := strings.Split(id, ":")
		out.Types = append(out.Types, one{id, p[0], p[1], p[2], p[3], p[4]})
	}
	return out
}

// What is listed: an answer in JSON.
func (s *server) list(st *store, method string, q *request) (any, *failure) {
	needed := s.layer != "v1" && method != "ProfileTypes"
	if f := s.checkRange(q, needed); f != nil {
		return nil, f
	}
	sel, f := s.matchers(q.Matchers)
	if f != nil {
		return nil, f
	}
	switch method {
	case "ProfileTypes":
		return typesJSON(st.types(q.Start, q.End)), nil
	case "LabelNames":
		return namesJSON{st.labelNames(q.Start, q.End, sel)}, nil
	case "LabelValues":
		return namesJSON{st.labelValues(q.Name, q.Start, q.End, sel)}, nil
	case "Series":
		var out struct {
			Sets []labelSet `json:"labelsSet,omitempty"`
		}
		out.Sets = st.sets(q.LabelNames, q.Start, q.End, sel)
		return out, nil
	}
	oldest, newest := st.extent()
	return map[string]any{"dataIngested": newest != 0,
		"oldestProfileTime": strconv.FormatInt(oldest, 10),
		"newestProfileTime": strconv.FormatInt(newest, 10)}, nil
}

// What needs a type: points, or a profile.
func (s *server) selected(st *store, method string, q *request) (any, []byte, *failure) {
	if f := s.checkRange(q, true); f != nil {
		return nil, nil, f
	}
	if method == "SelectSeries" && q.Step < 0.001 {
		return nil, nil, s.inner(invalid("step must be >= 1ms"))
	}
	if f := s.checkType(q.Type); f != nil {
		return nil, nil, f
	}
	sel, f := s.selector(q.Selector)
	if f != nil {
		return nil, nil, f
	}
	if method == "SelectSeries" {
		var out struct {
			Series []*seriesJSON `json:"series,omitempty"`
		}
		out.Series = st.series(q, sel)
		return out, nil, nil
	}
	body := st.merge(q, sel)
	if method == "SelectMergeStacktraces" {
		if q.Format != 4 {
			return nil, nil, &failure{501, "unimplemented",
				"this server has profiles only"}
		}
		var inner, outer encoder
		inner.data(1, body)
		outer.data(5, inner.Bytes())
		body = outer.Bytes()
	}
	return nil, body, nil
}

func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	b, _ := json.Marshal(v)
	w.Write(b)
}

func (s *server) fail(w http.ResponseWriter, f *failure) {
	writeJSON(w, f.status, struct {
		Code    string `json:"code"`
		Message string `json:"message"`
	}{f.code, f.message})
}

const accepted = "application/grpc, application/grpc+json, " +
	"application/grpc+json; charset=utf-8, application/grpc+proto, " +
	"application/grpc-web, application/grpc-web+json, " +
	"application/grpc-web+json; charset=utf-8, application/grpc-web+proto, " +
	"application/json, application/json; charset=utf-8, application/proto"

func (s *server) call(w http.ResponseWriter, r *http.Request, st *store, body []byte) {
	method := strings.TrimPrefix(r.URL.Path, "/querier.v1.QuerierService/")
	kind := strings.TrimSpace(strings.Split(r.Header.Get("Content-Type"), ";")[0])
	known := strings.Contains(" ProfileTypes LabelNames LabelValues Series "+
		"SelectSeries SelectMergeProfile SelectMergeStacktraces "+
		"GetProfileStats SelectHeatmap ", " "+method+" ")
	switch {
	case !known:
		w.Header().Set("Content-Type", "text/plain; charset=utf-8")
		http.Error(w, "404 page not found", http.StatusNotFound)
		return
	case r.Method != "POST":
		w.Header().Set("Allow", "POST")
		w.WriteHeader(http.StatusMethodNotAllowed)
		return
	case kind != "application/json" && kind != "application/proto":
		w.Header().Set("Accept-Post", accepted)
		w.WriteHeader(http.StatusUnsupportedMediaType)
		return
	case method == "SelectHeatmap":
		s.fail(w, unimplemented())
		return
	}
	var q *request
	var err error
	if kind == "application/json" {
		q, err = readJSON(body)
	} else {
		q, err = readProto(method, body)
	}
	if err != nil {
		s.fail(w, invalid("unmarshal message: %s", err))
		return
	}
	time.Sleep(s.delay)
	if !strings.HasPrefix(method, "Select") {
		out, f := s.list(st, method, q)
		if f == nil && kind == "application/proto" {
			names, is := out.(namesJSON)
			if !is {
				s.fail(w, &failure{501, "unimplemented", "ask in JSON"})
				return
			}
			var e encoder
			for _, name := range names.Names {
				e.data(1, []byte(name))
			}
			w.Header().Set("Content-Type", "application/proto")
			w.Write(e.Bytes())
			return
		}
		if f != nil {
			s.fail(w, f)
			return
		}
		writeJSON(w, 200, out)
		return
	}
	out, profile, f := s.selected(st, method, q)
	switch {
	case f != nil:
		s.fail(w, f)
	case out != nil:
		writeJSON(w, 200, out)
	case kind == "application/json":
		s.fail(w, &failure{501, "unimplemented", "ask for profiles in protobuf"})
	default:
		w.Header().Set("Content-Type", "application/proto")
		if strings.Contains(r.Header.Get("Accept-Encoding"), "gzip") {
			w.Header().Set("Content-Encoding", "gzip")
			profile = pack(profile)
		}
		w.Write(profile)
	}
}

// pushBody takes a push.
func pushBody(st *store, body []byte, now time.Time) error {
	var in struct {
		Series []struct {
			Labels  []pairJSON
			Samples []struct{ RawProfile string }
		}
	}
	if err := json.Unmarshal(body, &in); err != nil {
		return fmt.Errorf("unmarshal message: %s", err)
	}
	for _, one := range in.Series {
		for _, sample := range one.Samples {
			labels := map[string]string{}
			for _, l := range one.Labels {
				labels[l.Name] = l.Value
			}
			raw, err := base64.StdEncoding.DecodeString(sample.RawProfile)
			if err == nil {
				err = st.push(labels, raw, now.UnixMilli())
			}
			if err != nil {
				return err
			}
		}
	}
	return nil
}

func (s *server) push(w http.ResponseWriter, st *store, body []byte) {
	if err := pushBody(st, body, time.Now().Add(s.skew)); err != nil {
		s.fail(w, invalid("%s", err))
		return
	}
	writeJSON(w, 200, struct{}{})
}

// proxied does what is in front of a server: false, it was answered.
func (s *server) proxied(w http.ResponseWriter, r *http.Request) bool {
	w.Header().Set("Date", time.Now().Add(s.skew).UTC().Format(http.TimeFormat))
	name, password, _ := r.BasicAuth()
	if s.user != "" && name+":"+password != s.user {
		w.Header().Set("WWW-Authenticate", "Basic realm=profiles")
		http.Error(w, "Unauthorized", http.StatusUnauthorized)
		return false
	}
	path, under := strings.CutPrefix(r.URL.Path, s.prefix)
	if !under {
		http.Error(w, "404 page not found", http.StatusNotFound)
		return false
	}
	r.URL.Path = path
	return true
}

func (s *server) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if !s.proxied(w, r) {
		return
	}
	tenant := r.Header.Get("X-Scope-OrgID")
	body, err := io.ReadAll(r.Body)
	if err == nil && r.Header.Get("Content-Encoding") == "gzip" {
		body, err = unpack(body)
	}
	if err != nil {
		s.fail(w, invalid("%s", err))
		return
	}
	if s.play(w, r, body) {
		return
	}
	rpc := r.Method == "POST"
	if !s.tenants {
		tenant = "anonymous"
	} else if rpc && tenant == "" {
		s.fail(w, &failure{401, "unauthenticated", "no org id"})
		return
	} else if i := strings.IndexAny(tenant, "/\\ "); rpc && i >= 0 {
		s.fail(w, &failure{401, "unauthenticated", fmt.Sprintf(
			"tenant ID '%s' contains unsupported character '%c'", tenant,
			tenant[i])})
		return
	}
	switch path := r.URL.Path; {
	case strings.HasPrefix(path, "/api/profiles/"):
		r.Body = io.NopCloser(bytes.NewReader(body))
		s.parca(w, r)
	case path == "/ready":
		w.Header().Set("Content-Type", "text/plain")
		io.WriteString(w, "ready")
	case path == "/push.v1.PusherService/Push" && rpc:
		s.push(w, s.store(tenant), body)
	case strings.HasPrefix(path, "/querier.v1.QuerierService/"):
		s.call(w, r, s.store(tenant), body)
	case path == "/capabilities.v1.FeatureFlagsService/GetFeatureFlags" && rpc:
		writeJSON(w, 200, map[string]any{"featureFlags": []any{map[string]any{
			"name": "v2StorageLayer", "enabled": s.layer != "v1"}}})
	default:
		http.Error(w, "404 page not found", http.StatusNotFound)
	}
}

// ---- What was recorded ----

type recorded struct {
	Name    string            `json:"name"`
	Method  string            `json:"method"`
	Path    string            `json:"path"`
	Sent    map[string]string `json:"request_headers"`
	Request json.RawMessage   `json:"request"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	File    string            `json:"file"`
	Bytes   int               `json:"bytes"`
}

type recording struct {
	Base    int64      `json:"base_ms"`
	End     int64      `json:"end_ms"`
	Answers []recorded `json:"answers"`
}

type played struct {
	recorded
	body []byte
}

// The bytes of a request: JSON, or base64 of protobuf.
func (r *recorded) bytes() ([]byte, error) {
	var proto struct{ Base64 *string }
	if json.Unmarshal(r.Request, &proto) == nil && proto.Base64 != nil {
		return base64.StdEncoding.DecodeString(*proto.Base64)
	}
	var text string
	if json.Unmarshal(r.Request, &text) == nil {
		return []byte(text), nil
	}
	if len(r.Request) == 0 || string(r.Request) == "null" {
		return nil, nil
	}
	return r.Request, nil
}

// Requests that mean the same have the same key.
func keyOf(method, path, kind string, body []byte) string {
	var v any
	if strings.HasPrefix(kind, "application/json") && json.Unmarshal(body, &v) == nil {
		body, _ = json.Marshal(v)
	}
	return method + " " + path + " " + kind + " " + string(body)
}

func readRecording(dir string) (*recording, []played, error) {
	var rec recording
	b, err := os.ReadFile(filepath.Join(dir, "index.json"))
	if err == nil {
		err = json.Unmarshal(b, &rec)
	}
	if err != nil {
		return nil, nil, err
	}
	var all []played
	for _, a := range rec.Answers {
		body, err := os.ReadFile(filepath.Join(dir, a.File))
		if err != nil {
			return nil, nil, err
		}
		all = append(all, played{a, body})
	}
	return &rec, all, nil
}

func (s *server) load(all []played) error {
	s.played = map[string]played{}
	for _, a := range all {
		body, err := a.bytes()
		if err != nil {
			return err
		}
		s.played[keyOf(a.Method, a.Path, a.Sent["Content-Type"], body)] = a
	}
	return nil
}

func (s *server) play(w http.ResponseWriter, r *http.Request, body []byte) bool {
	a, found := s.played[keyOf(r.Method, r.URL.RequestURI(),
		r.Header.Get("Content-Type"), body)]
	if !found {
		return false
	}
	for k, v := range a.Headers {
		w.Header().Set(k, v)
	}
	w.WriteHeader(a.Status)
	w.Write(a.body)
	return true
}

var errUsage = errors.New("usage")
