// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"example.com/shop/price"
)

// CartHandler quotes and books shopping carts.
type CartHandler struct {
	conf  Config
	cache *cache
}

type order struct {
	Cart    price.Cart      `json:"cart"`
	Coupons []string        `json:"coupons"`
	Notes   json.RawMessage `json:"notes,omitempty"`
}

type receipt struct {
	Number int           `json:"number"`
	Lines  []price.Line  `json:"lines"`
	Total  int64         `json:"total"`
	Stock  []stockRecord `json:"stock"`
}

type stockRecord struct {
	SKU   string `json:"sku"`
	Count int    `json:"count"`
	Place string `json:"place"`
}

// Checkout prices a cart, books its items and answers with a receipt.
func (h *CartHandler) Checkout(w http.ResponseWriter, r *http.Request) {
	var o order
	if err := json.NewDecoder(r.Body).Decode(&o); err != nil {
		http.Error(w, err.Error(), http.StatusBadRequest)
		return
	}
	var lines []price.Line
	err := retry(2, func() (err error) {
		lines, err = h.conf.Prices.Quote(&o.Cart, o.Coupons)
		return err
	})
	if err != nil {
		http.Error(w, err.Error(), http.StatusConflict)
		return
	}
	rec, err := h.book(r.Context(), &o, lines)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h.cache.put(o.Cart.ID, rec)
	body, err := json.Marshal(rec)
	if err != nil {
		http.Error(w, err.Error(), http.StatusInternalServerError)
		return
	}
	h.conf.Metrics.Event("checkout", len(rec.Lines))
	w.Header().Set("Content-Type", "application/json")
	w.Write(body)
}

//go:noinline
func (h *CartHandler) book(ctx context.Context, o *order,
	lines []price.Line) (*receipt, error) {
	rec := &receipt{Number: o.Cart.ID, Lines: lines}
	for i := 0; i < len(lines); i += 4 {
		rows, err := h.conf.DB.QueryContext(ctx, "stock", lines[i].SKU)
		if err != nil {
			return nil, err
		}
		for _, row := range rows {
			rec.Stock = append(rec.Stock, decodeStock(row))
		}
	}
	for _, l := range lines {
		rec.Total += l.Amount
	}
	return rec, nil
}

func decodeStock(row []string) stockRecord {
	var n int
	for _, c := range row[1] {
		n = n*10 + int(c-'0')
	}
	return stockRecord{row[0], n, row[2]}
}

// retry calls f until it works, n times at most.  Some carts are refused the
// first time on purpose.
//
//go:noinline
func retry(n int, f func() error) error {
	err := f()
	if n > 0 && errors.Is(err, price.ErrStale) {
		return retry(n-1, f)
	}
	return err
}
