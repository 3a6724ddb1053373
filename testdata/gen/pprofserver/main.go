// SPDX-License-Identifier: GPL-3.0-or-later

// A program with net/http/pprof in it, for tests: it works a little, holds some
// memory, and serves its profiles on a port of 127.0.0.1 that it prints; and
// the files that are its arguments as /pprof/file and /pprof/bare, of which it
// makes up names (/pprof/symbolz); a third one is what Pyroscope merged. With a
// folder in CERTIFICATES it does that
// over TLS, too, at the second address that it prints: with a certificate made
// for it, ca.pem there, and only for who shows cert.pem with key.pem if the path
// begins with /known; other.pem with otherkey.pem is refused. It ends when its
// input does.
package main

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	_ "net/http/pprof"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"time"
)

var (
	held [][]byte
	mu   sync.Mutex
)

//go:noinline
func grow(n int) {
	for i := 0; i < n; i++ {
		held = append(held, make([]byte, 64<<10))
	}
}

//go:noinline
func spin(d time.Duration) int {
	sum := 0
	for end := time.Now().Add(d); time.Now().Before(end); {
		for i := 0; i < 10000; i++ {
			sum += i ^ sum>>3
		}
	}
	return sum
}

//go:noinline
func contend() {
	var wg sync.WaitGroup
	for i := 0; i < 4; i++ {
		wg.Add(1)
		go func() {
			defer wg.Done()
			mu.Lock()
			spin(time.Millisecond)
			mu.Unlock()
		}()
	}
	wg.Wait()
}

// As gperftools answer; of every third address nothing is known.
func symbolz(w http.ResponseWriter, r *http.Request) {
	body, _ := io.ReadAll(r.Body)
	fmt.Fprintln(w, "num_symbols: 1")
	for i, address := range strings.Split(string(body), "+") {
		if i%3 != 2 {
			fmt.Fprintf(w, "%s made.up%d(int) with (spaces)\n", address, i)
		}
	}
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// A certificate that vouches for itself, in PEM, with its key.
func certificate(name string) (cert, key []byte) {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	must(err)
	like := &x509.Certificate{
		SerialNumber:          big.NewInt(1),
		Subject:               pkix.Name{CommonName: name},
		NotBefore:             time.Now().Add(-time.Hour),
		NotAfter:              time.Now().Add(time.Hour),
		IPAddresses:           []net.IP{net.IPv4(127, 0, 0, 1)},
		IsCA:                  true,
		BasicConstraintsValid: true,
	}
	der, err := x509.CreateCertificate(rand.Reader, like, like, &private.PublicKey, private)
	must(err)
	bytes, err := x509.MarshalPKCS8PrivateKey(private)
	must(err)
	return pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: der}),
		pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: bytes})
}

func serveTLS(dir string) {
	serverCert, serverKey := certificate("server")
	clientCert, clientKey := certificate("client")
	otherCert, otherKey := certificate("other")
	for name, text := range map[string][]byte{
		"ca.pem": serverCert, "cert.pem": clientCert, "key.pem": clientKey,
		"other.pem": otherCert, "otherkey.pem": otherKey} {
		must(os.WriteFile(filepath.Join(dir, name), text, 0o600))
	}
	pair, err := tls.X509KeyPair(serverCert, serverKey)
	must(err)
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(clientCert)
	l, err := tls.Listen("tcp", "127.0.0.1:0", &tls.Config{
		Certificates: []tls.Certificate{pair},
		ClientAuth:   tls.VerifyClientCertIfGiven,
		ClientCAs:    pool,
	})
	must(err)
	fmt.Println(l.Addr())
	known := http.StripPrefix("/known", http.DefaultServeMux)
	http.HandleFunc("/known/", func(w http.ResponseWriter, r *http.Request) {
		if r.TLS == nil || len(r.TLS.PeerCertificates) == 0 {
			http.Error(w, "who are you?", http.StatusForbidden)
			return
		}
		known.ServeHTTP(w, r)
	})
	go http.Serve(l, nil)
}

func main() {
	runtime.SetBlockProfileRate(1)
	runtime.SetMutexProfileFraction(1)
	runtime.MemProfileRate = 4096
	grow(64)
	contend()
	for i := 0; i < 3; i++ {
		go func() { select {} }()
	}
	l, err := net.Listen("tcp", "127.0.0.1:0")
	must(err)
	fmt.Println(l.Addr())
	if dir := os.Getenv("CERTIFICATES"); dir != "" {
		serveTLS(dir)
	}
	go func() {
		for {
			spin(20 * time.Millisecond)
			time.Sleep(10 * time.Millisecond)
		}
	}()
	for i, path := range []string{"/pprof/file", "/pprof/bare"} {
		if len(os.Args) > i+1 {
			http.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
				http.ServeFile(w, r, os.Args[i+1])
			})
		}
	}
	if len(os.Args) > 3 {
		http.HandleFunc("/querier.v1.QuerierService/SelectMergeProfile",
			func(w http.ResponseWriter, r *http.Request) {
				w.Header().Set("Content-Type", "application/proto")
				w.Header().Set("Content-Encoding", "gzip")
				bytes, err := os.ReadFile(os.Args[3])
				must(err)
				w.Write(bytes)
			})
	}
	http.HandleFunc("/pprof/symbolz", symbolz)
	http.HandleFunc("/page", func(w http.ResponseWriter, r *http.Request) {
		fmt.Fprintln(w, "<html>a login</html>")
	})
	http.HandleFunc("/empty", func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusNoContent)
	})
	http.HandleFunc("/away", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "/pprof/file", http.StatusFound)
	})
	go http.Serve(l, nil)
	io.Copy(io.Discard, os.Stdin)
}
