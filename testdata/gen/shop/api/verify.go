// SPDX-License-Identifier: GPL-3.0-or-later

package api

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/hex"
	"net/http"
)

// Key is the key pair of the only customer program there is.
var Key = ed25519.NewKeyFromSeed(make([]byte, ed25519.SeedSize))

// Message is what a customer signs.
func Message(path, tenant, query string) []byte {
	sum := sha256.Sum256([]byte(path + "\n" + tenant + "\n" + query))
	return sum[:]
}

//go:noinline
func verify(r *http.Request) bool {
	sig, err := hex.DecodeString(r.Header.Get("X-Signature"))
	if err != nil || len(sig) != ed25519.SignatureSize {
		return false
	}
	pub := Key.Public().(ed25519.PublicKey)
	msg := Message(r.URL.Path, r.Header.Get("X-Tenant"), r.URL.RawQuery)
	return ed25519.Verify(pub, msg, sig)
}
