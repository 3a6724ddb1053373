// SPDX-License-Identifier: GPL-3.0-or-later

// Package api is the HTTP face of the shop.
package api

import (
	"net/http"
	"runtime/pprof"
	"strconv"
	"time"

	"example.com/shop/index"
	"example.com/shop/metrics"
	"example.com/shop/price"
	"example.com/shop/store"
)

// Config is what the handlers work with.
type Config struct {
	Prices  *price.Engine
	Index   *index.Index
	DB      *store.DB
	Metrics *metrics.Registry
	Old     bool // behave as before the changes
	Sizes   bool // label samples with numbers too
}

// Router finds the handler of a request and labels its goroutine.
type Router struct {
	conf   Config
	cart   *CartHandler
	search *SearchHandler
	report *ReportHandler
}

// New makes the router with all handlers.
func New(c Config) *Router {
	return &Router{
		conf:   c,
		cart:   &CartHandler{conf: c, cache: newCache(c.Old)},
		search: &SearchHandler{conf: c},
		report: &ReportHandler{root: newCatalogue(3, 5), conf: c},
	}
}

func (rt *Router) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	start := time.Now()
	ctx := pprof.WithLabels(r.Context(), rt.labels(r))
	pprof.SetGoroutineLabels(ctx)
	defer pprof.SetGoroutineLabels(r.Context())
	r = r.WithContext(ctx)
	switch path := r.URL.Path; {
	case path == "/health":
		health(w, r)
	case !verify(r):
		http.Error(w, "bad signature", http.StatusForbidden)
	case path == "/checkout":
		rt.cart.Checkout(w, r)
	case path == "/search":
		rt.search.Search(w, r)
	case path == "/report":
		rt.report.Report(w, r)
	default:
		http.NotFound(w, r)
	}
	rt.conf.Metrics.Observe(r.URL.Path, time.Since(start))
}

func (rt *Router) labels(r *http.Request) pprof.LabelSet {
	tenant := r.Header.Get("X-Tenant")
	prio := r.Header.Get("X-Priority")
	if !rt.conf.Sizes {
		names := map[string]string{"1": "low", "5": "normal", "9": "high"}
		return pprof.Labels("tenant", tenant, "endpoint", r.URL.Path,
			"priority", names[prio])
	}
	size := r.ContentLength >> 8 << 8
	return pprof.Labels("tenant", tenant, "endpoint", r.URL.Path,
		"priority", prio,
		"bytes", strconv.FormatInt(size+256, 10),
		"request", strconv.FormatInt(int64(len(r.URL.RawQuery))<<10+512, 10))
}

//go:noinline
func health(w http.ResponseWriter, r *http.Request) {
	w.Write([]byte("ok\n"))
}
