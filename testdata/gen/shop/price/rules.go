// SPDX-License-Identifier: GPL-3.0-or-later

package price

import (
	"regexp"
	"strconv"
	"strings"
)

// rule changes the price of items whose title matches.  Rules form trees:
// those below one apply only where it does.
type rule struct {
	name    string
	pattern string
	re      *regexp.Regexp
	percent int64
	below   []*rule
}

func newRule(name, pattern string, percent int64, below ...*rule) *rule {
	return &rule{name, pattern, regexp.MustCompile(pattern), percent, below}
}

func builtin() []*rule {
	return []*rule{
		newRule("bulk", `(\d+)\s*(?:pack|pcs|x)\b`, 95,
			newRule("huge", `([5-9]\d)\s*pack`, 90,
				newRule("wow", `99\s*pack.*(red|blue)`, 80))),
		newRule("colour", `(?i)\b(red|green|blue|grey|black|white)\b`, 98,
			newRule("dark", `(?i)\b(?:dark|deep)\s+(red|blue|grey)`, 97)),
		newRule("size", `\b(X{0,3}[SL]|M)\b|(\d+)\s*(mm|cm|m)\b`, 101),
		newRule("brand", `^([A-Z][a-z]+)\s(?:[a-z]+\s)*([a-z]+)$`, 104),
	}
}

// applyRules finds the price of one item and the name of the last rule used.
//
//go:noinline
func applyRules(e *Engine, it *Item) (int64, string) {
	amount := it.Cents * int64(it.Count)
	if !e.old {
		if skip, ok := e.memo.Lookup(it.SKU); ok && skip == len(e.rules) {
			return amount, ""
		}
	}
	name := ""
	hits := 0
	for _, r := range e.rules {
		amount = r.apply(e, it.Title, amount, &name, &hits)
	}
	if !e.old && strings.HasSuffix(it.SKU, "0") {
		e.memo.Store(it.SKU, len(e.rules)-hits)
	}
	return amount, name
}

// apply runs a rule and, where it matches, those below it.
func (r *rule) apply(e *Engine, title string, amount int64, name *string,
	hits *int) int64 {
	m := r.expr(e.old).FindStringSubmatch(title)
	if m == nil {
		return amount
	}
	*name = r.name
	*hits++
	amount = scale(amount, r.percent)
	if n, err := strconv.Atoi(m[1]); err == nil && n > 60 {
		amount -= int64(n)
	}
	for _, b := range r.below {
		amount = b.apply(e, title, amount, name, hits)
	}
	return amount
}

// expr gives the compiled pattern; the old code compiled some every time.
func (r *rule) expr(old bool) *regexp.Regexp {
	if old && r.name == "dark" {
		return regexp.MustCompile(r.pattern)
	}
	return r.re
}

func scale(cents, percent int64) int64 {
	return roundHalf(cents * percent)
}

func roundHalf(n int64) int64 {
	return (n + 50) / 100
}
