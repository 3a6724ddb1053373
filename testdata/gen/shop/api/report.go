// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"fmt"
	"net/http"
	"sort"
	"strings"
)

// ReportHandler sums sales over the catalogue, a tree of categories.
type ReportHandler struct {
	root *category
	conf Config
}

type category struct {
	name  string
	sales []int64
	kids  []*category
}

func newCatalogue(fan, depth int) *category {
	c := &category{name: fmt.Sprintf("cat-%d-%d", depth, fan)}
	for i := 0; i < 40; i++ {
		c.sales = append(c.sales, int64(i*i*depth%997))
	}
	if depth > 0 {
		for i := 0; i < fan; i++ {
			c.kids = append(c.kids, newCatalogue(fan, depth-1))
		}
	}
	return c
}

// Report writes the sums of all categories as text.
func (h *ReportHandler) Report(w http.ResponseWriter, r *http.Request) {
	var rows []string
	total := h.root.sum(&rows, 0)
	sort.Strings(rows)
	fmt.Fprintf(w, "total %d\n%s\n", total, strings.Join(rows, "\n"))
	h.conf.Metrics.Event("report", len(rows))
}

// sum adds up a category with its sub-categories and notes a row for each.
func (c *category) sum(rows *[]string, depth int) int64 {
	total := median(c.sales)
	for _, k := range c.kids {
		total += k.sum(rows, depth+1)
	}
	*rows = append(*rows, row(c.name, depth, total))
	return total
}

func row(name string, depth int, total int64) string {
	return fmt.Sprintf("%*s%-20s %12d", depth, "", name, total)
}

//go:noinline
func median(v []int64) int64 {
	s := append([]int64(nil), v...)
	sort.Slice(s, func(i, j int) bool { return s[i] < s[j] })
	return s[len(s)/2]
}
