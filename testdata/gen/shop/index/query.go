// SPDX-License-Identifier: GPL-3.0-or-later

package index

import (
	"fmt"
	"strings"
)

// Node is a parsed query.
type Node interface {
	match(*doc) bool
	terms() []string
}

type word string

type list struct {
	all  bool // all of the parts must match, not just one
	kids []Node
	flat []string
}

func (w word) match(d *doc) bool { return d.words[string(w)] > 0 }
func (w word) terms() []string   { return []string{string(w)} }

func (l *list) match(d *doc) bool {
	for _, k := range l.kids {
		if k.match(d) != l.all {
			return !l.all
		}
	}
	return l.all
}

func (l *list) terms() []string { return l.flat }

type parser struct {
	toks []string
	pos  int
}

// Parse reads a query: words are joined by "and", "|" means or, parentheses
// group.  parseOr and parseAnd call one another.
func Parse(s string) (Node, error) {
	s = strings.NewReplacer("(", " ( ", ")", " ) ", "|", " | ").Replace(s)
	p := &parser{toks: strings.Fields(s)}
	n, err := p.parseOr(0)
	if err == nil && p.pos < len(p.toks) {
		err = fmt.Errorf("unexpected %q", p.toks[p.pos])
	}
	return n, err
}

func (p *parser) peek() string {
	if p.pos < len(p.toks) {
		return p.toks[p.pos]
	}
	return ""
}

func (p *parser) parseOr(depth int) (Node, error) {
	l := &list{}
	for {
		k, err := p.parseAnd(depth)
		if err != nil {
			return nil, err
		}
		l.add(k)
		if p.peek() != "|" {
			return l, nil
		}
		p.pos++
	}
}

func (p *parser) parseAnd(depth int) (Node, error) {
	l := &list{all: true}
	for {
		switch t := p.peek(); t {
		case "", "|", ")":
			return l, nil
		case "(":
			p.pos++
			k, err := p.parseOr(depth + 1)
			if err != nil {
				return nil, err
			}
			if p.peek() != ")" {
				return nil, fmt.Errorf("missing ) at word %d", p.pos)
			}
			l.add(k)
		default:
			l.add(word(t))
		}
		p.pos++
	}
}

func (l *list) add(k Node) {
	l.kids = append(l.kids, k)
	l.flat = append(l.flat, k.terms()...)
}
