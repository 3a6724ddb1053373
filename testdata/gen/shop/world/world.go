// SPDX-License-Identifier: GPL-3.0-or-later

// Package world is everything outside the shop: customers and the database.
// It runs in a process of its own, so that it is in no profile.
package world

import (
	"bufio"
	"bytes"
	"crypto/ed25519"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"math/rand"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync"

	"example.com/shop/api"
	"example.com/shop/index"
	"example.com/shop/price"
	"example.com/shop/store"
)

// Run starts the database, writes its address, reads the shop's address and
// then buys and searches until the process is killed.
func Run(r io.Reader, w io.Writer) error {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return err
	}
	go store.Serve(l)
	fmt.Fprintln(w, l.Addr())
	addr, err := bufio.NewReader(r).ReadString('\n')
	if err != nil {
		return err
	}
	var wg sync.WaitGroup
	for i := range 20 {
		wg.Add(1)
		go func() {
			defer wg.Done()
			shopping(strings.TrimSpace(addr), int64(i))
		}()
	}
	wg.Wait()
	return nil
}

type customer struct {
	r      *rand.Rand
	base   string
	client http.Client
	sigs   map[string]string
}

func shopping(addr string, seed int64) {
	c := &customer{
		r:    rand.New(rand.NewSource(seed)),
		base: "http://" + addr,
		sigs: map[string]string{},
	}
	bodies := make([][]byte, 50)
	for i := range bodies {
		bodies[i] = c.order()
	}
	for {
		var err error
		switch n := c.r.Intn(100); {
		case n < 56:
			err = c.send("POST", "/checkout", "", c.cart(bodies))
		case n < 82:
			err = c.send("GET", "/search", "q="+url.QueryEscape(c.query(2)), nil)
		case n < 86:
			err = c.send("GET", "/report", "", nil)
		default:
			err = c.send("GET", "/health", "", nil)
		}
		if err != nil {
			return
		}
	}
}

// cart takes one of the orders and gives it a number.
func (c *customer) cart(bodies [][]byte) []byte {
	id := fmt.Sprintf(`"id":%d,`, c.r.Intn(1<<20))
	return bytes.Replace(bodies[c.r.Intn(len(bodies))], []byte(`"id":0,`),
		[]byte(id), 1)
}

func (c *customer) send(method, path, query string, body []byte) error {
	req, err := http.NewRequest(method, c.base+path+"?"+query,
		bytes.NewReader(body))
	if err != nil {
		return err
	}
	tenants := []string{"acme", "acme", "acme", "globex", "globex", "initech"}
	tenant := tenants[c.r.Intn(len(tenants))]
	req.Header.Set("X-Tenant", tenant)
	req.Header.Set("X-Priority", []string{"1", "5", "5", "9"}[c.r.Intn(4)])
	req.Header.Set("X-Signature", c.sign(path, tenant, query))
	res, err := c.client.Do(req)
	if err != nil {
		return err
	}
	defer res.Body.Close()
	_, err = io.Copy(io.Discard, res.Body)
	return err
}

func (c *customer) sign(path, tenant, query string) string {
	msg := api.Message(path, tenant, query)
	sig, ok := c.sigs[string(msg)]
	if !ok {
		sig = hex.EncodeToString(ed25519.Sign(api.Key, msg))
		c.sigs[string(msg)] = sig
	}
	return sig
}

func (c *customer) word() string {
	return index.Words[c.r.Intn(len(index.Words))]
}

func (c *customer) query(depth int) string {
	s := c.word()
	if depth > 0 && c.r.Intn(3) > 0 {
		s += " (" + c.query(depth-1) + " | " + c.query(depth-1) + ")"
	}
	return s
}

func (c *customer) order() []byte {
	var cart price.Cart
	for range 8 + c.r.Intn(16) {
		title := fmt.Sprintf("Acme %s %s dark %s %d pack", c.word(), c.word(),
			c.word(), c.r.Intn(100))
		cart.Items = append(cart.Items, price.Item{
			SKU:   fmt.Sprintf("sku-%04d", c.r.Intn(3000)),
			Title: title,
			Count: 1 + c.r.Intn(9),
			Cents: int64(100 + c.r.Intn(100000)),
		})
	}
	body, _ := json.Marshal(map[string]any{
		"cart":    cart,
		"coupons": []string{"WELCOME10", "SUMMER", "FRIEND"},
		"notes":   map[string]any{"gift": true, "text": c.word()},
	})
	return body
}
