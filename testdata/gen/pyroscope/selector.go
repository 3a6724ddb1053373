// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"fmt"
	"regexp"
	"strings"
)

// Selectors as Prometheus has them: {a="x",b!="y",c=~"re",d!~"re"}.

type matcher struct {
	name, op, value string
	re              *regexp.Regexp
}

func (m *matcher) fits(labels map[string]string) bool {
	v := labels[m.name]
	switch m.op {
	case "=":
		return v == m.value
	case "!=":
		return v != m.value
	case "=~":
		return m.re.MatchString(v)
	}
	return !m.re.MatchString(v)
}

func fit(all []matcher, labels map[string]string) bool {
	for i := range all {
		if !all[i].fits(labels) {
			return false
		}
	}
	return true
}

type scanner struct {
	s  string
	at int
}

func (p *scanner) wrong(found, where, expected string) error {
	return fmt.Errorf("1:%d: parse error: unexpected %s in %s, expected %s",
		p.at+1, found, where, expected)
}

func (p *scanner) blanks() {
	for p.at < len(p.s) && strings.IndexByte(" \t\n", p.s[p.at]) >= 0 {
		p.at++
	}
}

// What stands there, for an error.
func (p *scanner) here() string {
	if p.at >= len(p.s) {
		return "end of input"
	}
	return fmt.Sprintf("%q", p.s[p.at:p.at+1])
}

func (p *scanner) quoted() (string, bool, error) {
	if p.at >= len(p.s) || p.s[p.at] != '"' {
		return "", false, nil
	}
	var out strings.Builder
	for i := p.at + 1; i < len(p.s); i++ {
		switch c := p.s[i]; {
		case c == '"':
			p.at = i + 1
			return out.String(), true, nil
		case c == '\\' && i+1 < len(p.s):
			i++
			switch p.s[i] {
			case 'n':
				out.WriteByte('\n')
			case 't':
				out.WriteByte('\t')
			case '\\', '"':
				out.WriteByte(p.s[i])
			default:
				return "", false, fmt.Errorf(
					"1:%d: parse error: unknown escape sequence", i+1)
			}
		default:
			out.WriteByte(c)
		}
	}
	return "", false, fmt.Errorf("1:%d: parse error: unterminated quoted string",
		p.at+1)
}

func (p *scanner) identifier() string {
	from := p.at
	for p.at < len(p.s) {
		c := p.s[p.at]
		letter := c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z'
		if !letter && (p.at == from || c < '0' || c > '9') {
			break
		}
		p.at++
	}
	return p.s[from:p.at]
}

func (p *scanner) matcher() (m matcher, err error) {
	name, found, err := p.quoted()
	if err != nil {
		return m, err
	}
	if !found {
		name = p.identifier()
	}
	if name == "" {
		return m, p.wrong(p.here(), "label matching",
			"identifier or \"}\"")
	}
	p.blanks()
	for _, op := range []string{"=~", "!~", "!=", "="} {
		if strings.HasPrefix(p.s[p.at:], op) {
			m.op = op
			p.at += len(op)
			break
		}
	}
	if m.op == "" {
		return m, p.wrong(p.here(), "label matching",
			"label matching operator")
	}
	p.blanks()
	m.name = name
	m.value, found, err = p.quoted()
	if err != nil {
		return m, err
	}
	if !found {
		return m, p.wrong(p.here(), "label matching", "string")
	}
	if m.op == "=~" || m.op == "!~" {
		m.re, err = regexp.Compile("^(?:" + m.value + ")$")
		if err != nil {
			_, err = regexp.Compile(m.value)
			return m, fmt.Errorf("1:2: parse error: %s", err)
		}
	}
	return m, nil
}

func parseSelector(s string) ([]matcher, error) {
	p := &scanner{s: s}
	var all []matcher
	p.blanks()
	if p.at >= len(s) || s[p.at] != '{' {
		return nil, fmt.Errorf("1:%d: parse error: unexpected %s", p.at+1,
			p.here())
	}
	p.at++
	for {
		p.blanks()
		if p.at < len(s) && s[p.at] == '}' {
			break
		}
		m, err := p.matcher()
		if err != nil {
			return nil, err
		}
		all = append(all, m)
		p.blanks()
		if p.at < len(s) && s[p.at] == ',' {
			p.at++
		} else if p.at >= len(s) || s[p.at] != '}' {
			return nil, p.wrong(p.here(), "label matching", "\",\" or \"}\"")
		}
	}
	p.at++
	p.blanks()
	if p.at < len(s) {
		return nil, fmt.Errorf("1:%d: parse error: unexpected %s", p.at+1,
			p.here())
	}
	return all, nil
}
