// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"sort"
	"strings"
	"sync"
	"time"
)

// ---- Asking ----

// A server, with what it wants to know who asks: in the address, or in
// FLAMETOP_TENANT, FLAMETOP_TOKEN, FLAMETOP_USER and FLAMETOP_PASSWORD.
type client struct{ base string }

func newClient(base string) *client {
	return &client{strings.TrimRight(base, "/")}
}

func (c *client) do(method, path, kind string, body []byte, gzip bool) (*http.Response, []byte, error) {
	u, err := url.Parse(c.base + path)
	if err != nil {
		return nil, nil, err
	}
	user := u.User
	u.User = nil
	r, err := http.NewRequest(method, u.String(), bytes.NewReader(body))
	if err != nil {
		return nil, nil, err
	}
	if kind != "" {
		r.Header.Set("Content-Type", kind)
	}
	if gzip {
		r.Header.Set("Accept-Encoding", "gzip")
	} else {
		r.Header.Set("Accept-Encoding", "identity")
	}
	if tenant := os.Getenv("FLAMETOP_TENANT"); tenant != "" {
		r.Header.Set("X-Scope-OrgID", tenant)
	}
	password, _ := user.Password()
	switch token, name := os.Getenv("FLAMETOP_TOKEN"), os.Getenv("FLAMETOP_USER"); {
	case user != nil:
		r.SetBasicAuth(user.Username(), password)
	case token != "":
		r.Header.Set("Authorization", "Bearer "+token)
	case name != "":
		r.SetBasicAuth(name, os.Getenv("FLAMETOP_PASSWORD"))
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return nil, nil, err
	}
	defer answer.Body.Close()
	b, err := io.ReadAll(answer.Body)
	return answer, b, err
}

// refusal is what a server says that is there, and does not do it.
type refusal struct{ text string }

func (r *refusal) Error() string { return r.text }

// good is do() for what has to work.
func (c *client) good(method, path, kind string, body []byte) ([]byte, error) {
	for try := 0; ; try++ {
		answer, b, err := c.do(method, path, kind, body, false)
		if err != nil {
			return nil, err
		}
		if answer.StatusCode == 200 {
			return b, nil
		}
		// It is starting, or has too much to do.
		if try < 5 && (answer.StatusCode == 429 || answer.StatusCode >= 500) {
			time.Sleep(time.Second << try)
			continue
		}
		return nil, &refusal{fmt.Sprintf("%s%s: %s: %s", c.base, path,
			answer.Status, b)}
	}
}

// now is the server's clock, in ms: only profiles of its last hour are taken.
func (c *client) now() (int64, error) {
	answer, _, err := c.do("GET", "/ready", "", nil, false)
	if err != nil {
		return 0, err
	}
	if at, err := http.ParseTime(answer.Header.Get("Date")); err == nil {
		return at.UnixMilli(), nil
	}
	return time.Now().UnixMilli(), nil
}

const (
	cpuType  = "process_cpu:cpu:nanoseconds:cpu:nanoseconds"
	heapType = "memory:inuse_space:bytes:space:bytes"
	calls    = "/querier.v1.QuerierService/"
)

func mergeRequest(id, selector string, from, until int64) []byte {
	var e encoder
	e.data(1, []byte(id))
	e.data(2, []byte(selector))
	e.number(3, from)
	e.number(4, until)
	return e.Bytes()
}

// merge is the answer's body itself.
func (c *client) merge(id, selector string, from, until int64) ([]byte, error) {
	return c.good("POST", calls+"SelectMergeProfile", "application/proto",
		mergeRequest(id, selector, from, until))
}

// points prints the sums of steps as the server has them: label, ms, value.
func (c *client) points(id, selector string, from, until int64, step float64, group string) error {
	ask := map[string]any{"profileTypeID": id, "labelSelector": selector,
		"start": from, "end": until, "step": step}
	if group != "" {
		ask["groupBy"] = []string{group}
	}
	body, _ := json.Marshal(ask)
	b, err := c.good("POST", calls+"SelectSeries", "application/json", body)
	if err != nil {
		return err
	}
	var out struct {
		Series []struct {
			Labels []pairJSON
			Points []struct {
				Value     float64
				Timestamp int64JSON
			}
		}
	}
	if err := json.Unmarshal(b, &out); err != nil {
		return err
	}
	for _, s := range out.Series {
		label := "-"
		if len(s.Labels) > 0 {
			label = s.Labels[0].Value
		}
		for _, p := range s.Points {
			fmt.Printf("%s %d %.0f\n", label, p.Timestamp, p.Value)
		}
	}
	return nil
}

// ---- Filling ----

const (
	scrapes = 30
	every   = 15000 // ms
)

type pushed struct {
	name   string // __name__
	labels map[string]string
	file   string
	ms     int64
	by     float64
	keep   bool // labels of samples
}

// plan is two pods for 7.5 minutes, of which one does three times as much in
// scrapes 18 to 21; a heap that grows; and some profiles once.
func plan(service string, base int64) (all []pushed) {
	labels := func(service, pod string) map[string]string {
		return map[string]string{"service_name": service, "pod": pod,
			"namespace": "prod", "version": "v1"}
	}
	for i := int64(0); i < scrapes; i++ {
		by := 0.05
		if i >= 18 && i <= 21 {
			by = 0.15
		}
		at := base + i*every
		all = append(all,
			pushed{"process_cpu", labels(service, "shop-0"), "shop-cpu",
				at + 3000, by, false},
			pushed{"process_cpu", labels(service, "shop-1"), "old-shop-cpu",
				at + 8000, 0.05, false},
			pushed{"memory", labels(service, "shop-0"), "shop-heap",
				at + 5000, 1 + 0.02*float64(i), false})
	}
	once := base + 60000
	tagged, odd := service+"-tagged", service+` "setter"\x`
	// As it was recorded; nothing without a name goes to anybody's server.
	if service == "shop" {
		tagged, odd = "tagged", `type "setter"\x`
		all = append(all, pushed{"process_cpu", map[string]string{},
			"cpp-cpu", once, 1, false})
	}
	return append(all,
		pushed{"process_cpu", map[string]string{"service_name": tagged},
			"tags", once, 1, true},
		pushed{"process_cpu", map[string]string{"service_name": odd},
			"cpp-cpu", once, 1, false},
		pushed{"goroutine", labels(service, "shop-0"), "shop-goroutine", once,
			1, false},
		pushed{"mutex", labels(service, "shop-0"), "shop-mutex", once, 1,
			false})
}

// body is a push as the server wants it; sum, what of it is shown first.
func (p *pushed) body(testdata string) (body []byte, sum int64, err error) {
	b, err := os.ReadFile(filepath.Join(testdata, p.file+".pb.gz"))
	if err != nil {
		return nil, 0, err
	}
	b, err = changed(b, p.ms, p.by, p.keep)
	if err != nil {
		return nil, 0, err
	}
	prof, err := parse(b, places{})
	if err != nil {
		return nil, 0, err
	}
	for _, s := range prof.samples {
		sum += s.values[len(s.values)-1]
	}
	labels := []pairJSON{{"__name__", p.name}}
	for _, k := range sortedKeys(p.labels) {
		labels = append(labels, pairJSON{k, p.labels[k]})
	}
	body, err = json.Marshal(map[string]any{"series": []any{map[string]any{
		"labels":  labels,
		"samples": []any{map[string]any{"rawProfile": base64.StdEncoding.EncodeToString(pack(b))}},
	}}})
	return body, sum, err
}

// fill pushes all of the plan and prints where it begins and ends, and what was
// pushed, by tabs: ms, name, service, pod, sum; "refused" and why for the rest.
func fill(c *client, service, testdata string, parca bool) error {
	now, err := c.now()
	if err != nil {
		return err
	}
	base := now/every*every - (scrapes+2)*every
	todo := make(chan pushed)
	failed := make(chan error, 100)
	lines := make(chan string, 1000)
	var wait sync.WaitGroup
	for range 4 {
		wait.Add(1)
		go func() {
			defer wait.Done()
			for p := range todo {
				body, sum, err := p.body(testdata)
				path := "/push.v1.PusherService/Push"
				if err == nil && parca {
					path = "/api/profiles/writeraw"
					body, err = parcaBody(body)
				}
				if err == nil {
					_, err = c.good("POST", path, "application/json", body)
				}
				var refused *refusal
				if errors.As(err, &refused) {
					lines <- fmt.Sprintf("refused\t%s\t%s\t%s\t%s", p.name,
						p.labels["service_name"], p.labels["pod"],
						strings.Join(strings.Fields(err.Error()), " "))
					continue
				}
				if err != nil {
					failed <- err
					continue
				}
				lines <- fmt.Sprintf("%d\t%s\t%s\t%s\t%d", p.ms, p.name,
					p.labels["service_name"], p.labels["pod"], sum)
			}
		}()
	}
	for _, p := range plan(service, base) {
		if len(failed) > 0 {
			break
		}
		todo <- p
	}
	close(todo)
	wait.Wait()
	close(lines)
	if len(failed) > 0 {
		return <-failed
	}
	var all []string
	for line := range lines {
		all = append(all, line)
	}
	sort.Strings(all)
	fmt.Printf("%d %d\n%s\n", base, base+scrapes*every, strings.Join(all, "\n"))
	return nil
}

// ---- Recording ----

func isGzip(b []byte) bool { return len(b) > 1 && b[0] == 0x1f && b[1] == 0x8b }

// record asks again what a recording asked, of a server that was just filled
// with the service "shop": times are moved to the new ones.
func record(c *client, like, dir string, base int64) error {
	rec, all, err := readRecording(like)
	if err != nil {
		return err
	}
	shift := base - rec.Base
	if err := os.MkdirAll(dir, 0o755); err != nil {
		return err
	}
	out := recording{Base: base, End: rec.End + shift}
	for _, a := range all {
		body, err := a.bytes()
		if err != nil {
			return err
		}
		body, request := moved(&a.recorded, body, shift)
		path := movedPath(a.Path, shift)
		answer, b, err := c.do(a.Method, path, a.Sent["Content-Type"], body,
			a.Sent["Accept-Encoding"] == "gzip")
		if err != nil {
			return err
		}
		one := a.recorded
		one.Path, one.Request, one.Status, one.Bytes = path, request, answer.StatusCode, len(b)
		one.Headers = map[string]string{}
		for _, k := range []string{"Content-Type", "Content-Encoding", "Allow", "Accept-Post"} {
			if v := answer.Header.Get(k); v != "" {
				one.Headers[k] = v
			}
		}
		if err := os.WriteFile(filepath.Join(dir, a.File), b, 0o644); err != nil {
			return err
		}
		out.Answers = append(out.Answers, one)
		fmt.Printf("%-20s %d %d\n", a.Name, one.Status, one.Bytes)
	}
	b, _ := json.MarshalIndent(out, "", " ")
	return os.WriteFile(filepath.Join(dir, "index.json"), append(b, '\n'), 0o644)
}

// A request with its times moved: of JSON those below any name, of protobuf
// fields 3 and 4.
func moved(a *recorded, body []byte, shift int64) ([]byte, json.RawMessage) {
	if a.Sent["Content-Type"] == "application/json" {
		var v any
		d := json.NewDecoder(bytes.NewReader(body))
		d.UseNumber()
		if d.Decode(&v) != nil {
			return body, a.Request
		}
		moveTimes(v, shift)
		b, _ := json.Marshal(v)
		text, _ := json.Marshal(string(b))
		return b, text
	}
	if a.Sent["Content-Type"] != "application/proto" {
		return body, a.Request
	}
	var e encoder
	eachField(body, func(num int, v uint64, d []byte) error {
		switch {
		case d != nil:
			e.data(num, d)
		case num == 3 || num == 4:
			e.number(num, int64(v)+shift)
		default:
			e.number(num, int64(v))
		}
		return nil
	})
	text, _ := json.Marshal(map[string]string{
		"base64": base64.StdEncoding.EncodeToString(e.Bytes())})
	return e.Bytes(), text
}

func moveTimes(v any, shift int64) {
	m, is := v.(map[string]any)
	if !is {
		return
	}
	for k, one := range m {
		n, isNumber := one.(json.Number)
		if isNumber && (k == "start" || k == "end") {
			ms, _ := n.Int64()
			m[k] = ms + shift
		}
		moveTimes(one, shift)
	}
}

func movedPath(path string, shift int64) string {
	u, err := url.Parse(path)
	if err != nil || u.RawQuery == "" {
		return path
	}
	q := u.Query()
	for _, k := range []string{"from", "until"} {
		var s int64
		if _, err := fmt.Sscan(q.Get(k), &s); err == nil {
			q.Set(k, fmt.Sprint(s+shift/1000))
		}
	}
	u.RawQuery = q.Encode()
	return u.String()
}

// ---- Comparing ----

// What counts of a profile: the sums of stacks, by names and lines.
func sumsOf(b []byte) (map[string]int64, int64, error) {
	p, err := parse(b, places{})
	if err != nil {
		return nil, 0, err
	}
	sums := map[string]int64{}
	var total int64
	for _, s := range p.samples {
		var key strings.Builder
		for _, l := range s.stack {
			for _, f := range l.lines {
				fmt.Fprintf(&key, "%s:%d;", f.function, f.line)
			}
		}
		sums[key.String()] += s.values[0]
		total += s.values[0]
	}
	return sums, total, nil
}

func sameProfile(a, b []byte) string {
	x, xt, err1 := sumsOf(a)
	y, yt, err2 := sumsOf(b)
	switch {
	case err1 != nil || err2 != nil:
		return fmt.Sprint(err1, err2)
	case xt != yt:
		return fmt.Sprintf("total %d, recorded %d", xt, yt)
	case len(x) != len(y):
		return fmt.Sprintf("%d stacks, recorded %d", len(x), len(y))
	}
	for k, v := range x {
		if y[k] != v {
			return fmt.Sprintf("%q: %d, recorded %d", k, v, y[k])
		}
	}
	return ""
}

func sameJSON(a, b []byte) string {
	var x, y any
	if json.Unmarshal(a, &x) != nil || json.Unmarshal(b, &y) != nil {
		if bytes.Equal(a, b) {
			return ""
		}
		return "no JSON"
	}
	p, _ := json.Marshal(x)
	q, _ := json.Marshal(y)
	if bytes.Equal(p, q) {
		return ""
	}
	return fmt.Sprintf("%.200s, recorded %.200s", p, q)
}

// verify asks what was recorded of a server that was filled as that one was,
// and says what is answered in another way. What this one does not have is left
// out.
func verify(c *client, dir string) error {
	_, all, err := readRecording(dir)
	if err != nil {
		return err
	}
	wrong := 0
	for _, a := range all {
		switch a.Name {
		case "flamegraph", "diff", "heatmap", "render", "stats", "buildinfo",
			"version", "merge-json", "merge-nodes20.pb", "series-exemplars":
			continue
		}
		body, err := a.bytes()
		if err != nil {
			return err
		}
		answer, b, err := c.do(a.Method, a.Path, a.Sent["Content-Type"], body,
			a.Sent["Accept-Encoding"] == "gzip")
		if err != nil {
			return err
		}
		what := ""
		switch {
		case answer.StatusCode != a.Status:
			what = fmt.Sprintf("%s, recorded %d", answer.Status, a.Status)
		case answer.Header.Get("Content-Type") != a.Headers["Content-Type"]:
			what = "another Content-Type: " + answer.Header.Get("Content-Type")
		case isGzip(b) != isGzip(a.body):
			what = "packed or not"
		case isGzip(b):
			x, _ := unpack(b)
			y, _ := unpack(a.body)
			if strings.HasPrefix(a.Name, "stacktraces") {
				x, y = inner(inner(x, 5), 1), inner(inner(y, 5), 1)
			}
			what = sameProfile(x, y)
		default:
			what = sameJSON(b, a.body)
		}
		if what != "" {
			wrong++
			fmt.Printf("%s: %s\n", a.Name, what)
		}
	}
	if wrong > 0 {
		return fmt.Errorf("%d answers differ", wrong)
	}
	return nil
}

func inner(b []byte, wanted int) (out []byte) {
	eachField(b, func(num int, _ uint64, d []byte) error {
		if num == wanted {
			out = d
		}
		return nil
	})
	return out
}
