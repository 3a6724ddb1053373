// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"compress/gzip"
	"encoding/json"
	"net/http"
	"sync"

	"example.com/shop/index"
)

// SearchHandler answers full text queries.
type SearchHandler struct {
	conf Config
}

var writers = sync.Pool{New: func() any {
	w, _ := gzip.NewWriterLevel(nil, gzip.BestSpeed)
	return w
}}

// Search evaluates the query q and writes the best documents, compressed.
func (h *SearchHandler) Search(w http.ResponseWriter, r *http.Request) {
	q, err := index.Parse(r.URL.Query().Get("q"))
	if err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	hits := h.conf.Index.Find(q, 40)
	if h.conf.Old {
		hits = append([]index.Hit(nil), hits...)
	}
	h.conf.Metrics.Event("search", len(hits))
	w.Header().Set("Content-Encoding", "gzip")
	zip(w, hits)
}

//go:noinline
func zip(w http.ResponseWriter, v any) {
	z := writers.Get().(*gzip.Writer)
	defer writers.Put(z)
	z.Reset(w)
	json.NewEncoder(z).Encode(v)
	z.Close()
}
