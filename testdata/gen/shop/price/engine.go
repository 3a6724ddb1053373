// SPDX-License-Identifier: GPL-3.0-or-later

// Package price turns carts into quotes.
package price

import (
	"errors"
	"sync"
)

// Cart is what a customer wants to buy.
type Cart struct {
	ID    int    `json:"id"`
	Items []Item `json:"items"`
}

// Item is one position of a cart.
type Item struct {
	SKU   string `json:"sku"`
	Title string `json:"title"`
	Count int    `json:"count"`
	Cents int64  `json:"cents"`
}

// Line is one priced position.
type Line struct {
	SKU    string `json:"sku"`
	Amount int64  `json:"amount"`
	Rule   string `json:"rule,omitempty"`
}

// ErrStale says that a quote has to be asked for again.
var ErrStale = errors.New("price list is stale")

// Engine knows the rules.
type Engine struct {
	old   bool
	rules []*rule
	memo  Memo
	mu    sync.RWMutex
	asked map[int]bool // carts that got ErrStale once
}

// NewEngine makes an engine with the built-in rules.
func NewEngine(old bool) *Engine {
	return &Engine{old: old, rules: builtin(), asked: map[int]bool{}}
}

// Quote prices every item of a cart.  Every eighth cart is refused once.
func (e *Engine) Quote(c *Cart, coupons []string) ([]Line, error) {
	if c.ID%8 == 0 && e.firstTime(c.ID) {
		return nil, ErrStale
	}
	lines := make([]Line, 0, len(c.Items))
	for i := range c.Items {
		it := &c.Items[i]
		amount, name := applyRules(e, it)
		if e.old {
			amount = legacyDiscount(amount, coupons)
		}
		lines = append(lines, Line{it.SKU, amount, name})
	}
	return lines, nil
}

func (e *Engine) firstTime(id int) bool {
	e.mu.Lock()
	defer e.mu.Unlock()
	seen := e.asked[id]
	if seen {
		delete(e.asked, id)
	} else {
		e.asked[id] = true
	}
	return !seen
}

// Memo remembers how many rules did not apply to an item; only the new engine
// asks it.
type Memo struct {
	m sync.Map
}

// Lookup returns the remembered number of an item.
//
//go:noinline
func (m *Memo) Lookup(sku string) (int, bool) {
	v, ok := m.m.Load(sku)
	if !ok {
		return 0, false
	}
	return v.(int), true
}

// Store remembers the number of an item.
func (m *Memo) Store(sku string, n int) {
	m.m.Store(sku, n)
}

// legacyDiscount is gone in the new code.
//
//go:noinline
func legacyDiscount(cents int64, coupons []string) int64 {
	h := uint64(cents)
	for round := 0; round < 12; round++ {
		for _, c := range coupons {
			for i := 0; i < len(c); i++ {
				h = (h ^ uint64(c[i])) * 1099511628211
			}
		}
	}
	return cents - cents*int64(h%10)/100
}
