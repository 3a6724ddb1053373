// SPDX-License-Identifier: GPL-3.0-or-later

package api

import "sync"

// cache keeps the last receipts.  The old one had one lock and no limit; the
// new one has a lock for each shard and drops the oldest.
type cache struct {
	limit  int
	shards []cacheShard
}

type cacheShard struct {
	mu   sync.Mutex
	byID map[int]*receipt
	ring []int
	next int
}

func newCache(old bool) *cache {
	n, limit := 16, 64
	if old {
		n, limit = 1, 0
	}
	c := &cache{limit: limit, shards: make([]cacheShard, n)}
	for i := range c.shards {
		c.shards[i].byID = make(map[int]*receipt)
	}
	return c
}

func (c *cache) put(id int, r *receipt) {
	s := &c.shards[id%len(c.shards)]
	s.mu.Lock()
	defer s.mu.Unlock()
	if c.limit > 0 {
		s.evict(c.limit, id)
	} else {
		s.audit()
	}
	s.byID[id] = r
}

func (s *cacheShard) evict(limit, id int) {
	if len(s.ring) < limit {
		s.ring = append(s.ring, id)
		return
	}
	delete(s.byID, s.ring[s.next])
	s.ring[s.next] = id
	s.next = (s.next + 1) % limit
}

// audit is the old cache's way of being slow under its lock.
//
//go:noinline
func (s *cacheShard) audit() {
	var sum int64
	n := 0
	for _, r := range s.byID {
		sum += r.Total
		if n++; n == 2000 {
			break
		}
	}
	s.next = int(sum & 1)
}
