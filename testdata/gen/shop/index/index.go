// SPDX-License-Identifier: GPL-3.0-or-later

// Package index is a small full text search.
package index

import (
	"math"
	"math/rand"
	"sort"
	"sync"
)

// Words is the vocabulary of documents and queries.
var Words = []string{"red", "blue", "lamp", "chair", "table", "oak", "steel",
	"glass", "desk", "shelf", "rug", "wool", "cotton", "small", "large",
	"garden", "kitchen", "light", "dark", "mirror", "clock", "vase", "brass",
	"sofa", "pine", "cable", "black", "white", "round", "corner"}

// Index is a set of shards that are searched at the same time.
type Index struct {
	shards []*Shard
}

// Shard holds some of the documents.
type Shard struct {
	docs []doc
	df   map[string]int // number of documents with a word
}

type doc struct {
	id    int
	words map[string]int // word -> how often
	n     int
}

// Hit is one document found.
type Hit struct {
	ID    int     `json:"id"`
	Score float64 `json:"score"`
}

// Build makes an index of random documents.
func Build(seed int64, ndocs, nshards int) *Index {
	r := rand.New(rand.NewSource(seed))
	ix := &Index{}
	for range nshards {
		ix.shards = append(ix.shards, &Shard{df: map[string]int{}})
	}
	for id := range ndocs {
		d := doc{id: id, words: map[string]int{}, n: 20 + r.Intn(60)}
		for range d.n {
			d.words[Words[r.Intn(1+r.Intn(len(Words)))]]++
		}
		ix.shards[id%nshards].add(d)
	}
	return ix
}

func (s *Shard) add(d doc) {
	s.docs = append(s.docs, d)
	for w := range d.words {
		s.df[w]++
	}
}

// Find returns the best documents of all shards.  Two shards are searched by
// goroutines of their own, which inherit the labels of the request.
func (ix *Index) Find(q Node, limit int) []Hit {
	res := make([][]Hit, len(ix.shards))
	var wg sync.WaitGroup
	half := len(ix.shards) / 4
	for i := range half {
		wg.Add(1)
		go func() {
			defer wg.Done()
			res[i] = ix.shards[i].Scan(q, limit)
		}()
	}
	for i := half; i < len(ix.shards); i++ {
		res[i] = ix.shards[i].Scan(q, limit)
	}
	wg.Wait()
	var all []Hit
	for _, hits := range res {
		all = append(all, hits...)
	}
	return best(all, limit)
}

// Scan looks at every document of a shard.
func (s *Shard) Scan(q Node, limit int) []Hit {
	var hits []Hit
	for i := range s.docs {
		d := &s.docs[i]
		if !q.match(d) {
			continue
		}
		if sc := scoreDoc(s, d, q.terms()); sc > 0 {
			hits = append(hits, Hit{d.id, sc})
		}
	}
	return best(hits, limit)
}

func best(hits []Hit, limit int) []Hit {
	sort.Slice(hits, func(i, j int) bool {
		return hits[i].Score > hits[j].Score
	})
	return hits[:min(limit, len(hits))]
}

//go:noinline
func scoreDoc(s *Shard, d *doc, terms []string) float64 {
	score := 0.0
	for _, t := range terms {
		score += weight(d.words[t], d.n) * rarity(len(s.docs), s.df[t])
	}
	return score
}

func weight(tf, n int) float64 {
	return float64(tf) / (float64(tf) + 1.2*(0.25+0.75*float64(n)/50))
}

func rarity(n, df int) float64 {
	return math.Log(1 + (float64(n)-float64(df)+0.5)/(float64(df)+0.5))
}
