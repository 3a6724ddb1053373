/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * A fuzz target is one file with this function. `make check` links it with
 * driver.c, which feeds it the files of testdata/ and small changes of them.
 * To fuzz for real, build the target without the driver:
 *
 *     ./configure CC=clang --enable-sanitize=address,undefined &&
 *     make libflametop.a &&
 *     clang -g -fsanitize=fuzzer,address,undefined -I. -Isrc \
 *         tests/fuzz/fuzz_pprof.c libflametop.a \
 *         $(pkg-config --libs libprotobuf-c zlib libpcre2-8) &&
 *     ./a.out testdata testdata/bad testdata/quirks
 */
#ifndef FT_FUZZ_H
#define FT_FUZZ_H

#include <stddef.h>
#include <stdint.h>

/* Does something with the bytes; aborts when an invariant is broken. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
