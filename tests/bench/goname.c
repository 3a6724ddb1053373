/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names as Go programs have them: see goname.h. */
#include "prelude.h"

#include "bench/goname.h"

#include "base/compiler.h"
#include "bench/pbout.h"

static const char *const package[] = { "runtime", "net/http", "encoding/json",
	"bufio", "bytes", "strings", "sync", "regexp", "sort", "time",
	"reflect", "io", "net", "os", "fmt", "crypto/tls", "compress/flate",
	"database/sql", "text/template", "google.golang.org/grpc",
	"google.golang.org/grpc/internal/transport",
	"google.golang.org/protobuf/internal/impl",
	"github.com/prometheus/client_golang/prometheus",
	"go.opentelemetry.io/otel/sdk/trace", "example.com/fleet/api",
	"example.com/fleet/auth", "example.com/fleet/cart",
	"example.com/fleet/internal/cache", "example.com/fleet/internal/queue",
	"example.com/fleet/index", "example.com/fleet/price",
	"example.com/fleet/store" };
static const char *const verb[] = { "Get", "put", "read", "Write", "parse",
	"Marshal", "decode", "Scan", "find", "visit", "Close", "apply", "match",
	"flush", "grow", "Lock", "check", "send", "Recv", "lookup", "merge",
	"split", "Serve", "next" };
static const char *const noun[] = { "Frame", "Header", "Request", "Row", "Node",
	"Buffer", "Token", "Rule", "Shard", "Entry", "Field", "Value", "Conn",
	"Stream", "Span", "Block", "Cursor", "Batch", "Chunk", "Key", "Page",
	"Table", "Label", "Query", "Session", "State", "Handle", "Event" };

void
goname(uint32_t f, struct strbuf *name, struct strbuf *file)
{
	uint32_t p = f % COUNT_OF(package);
	uint32_t v = f / COUNT_OF(package) % COUNT_OF(verb);
	uint32_t n = f / COUNT_OF(package) / COUNT_OF(verb);
	const char *what = noun[n % COUNT_OF(noun)];
	uint64_t h = mix64(f);

	strbuf_reset(name);
	strbuf_reset(file);
	strbuf_addf(file, "%s/%s.go", package[p], what);
	strbuf_addf(name, "%s.", package[p]);
	if (h % 8 < 3)
		strbuf_addf(name, "(*%s).%s", what, verb[v]);
	else if (h % 8 == 3)
		strbuf_addf(
			name, "(*Map[go.shape.string,%s]).%s", what, verb[v]);
	else
		strbuf_addf(name, "%s%s", verb[v], what);
	if (n >= COUNT_OF(noun))
		strbuf_addf(name, "%u", (unsigned int)(n / COUNT_OF(noun)));
	if (h % 16 == 15)
		strbuf_addf(name, ".func%u", (unsigned int)(h >> 8) % 3 + 1);
}
