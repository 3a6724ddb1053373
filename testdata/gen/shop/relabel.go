// SPDX-License-Identifier: GPL-3.0-or-later

package main

import (
	"bytes"
	"compress/gzip"
	"encoding/binary"
	"errors"
	"io"
	"strconv"
)

// Go's runtime only knows string labels.  relabel rewrites a profile so that
// those whose value is a number become numeric ones, as other profilers write
// them: "priority" has no unit, "bytes" has the unit bytes and "request" has
// none (pprof takes such a key as bytes).
func relabel(gz []byte) ([]byte, error) {
	r, err := gzip.NewReader(bytes.NewReader(gz))
	if err != nil {
		return nil, err
	}
	raw, err := io.ReadAll(r)
	if err != nil {
		return nil, err
	}
	var table []string
	err = fields(raw, func(num int, _ uint64, body, _ []byte) {
		if num == 6 {
			table = append(table, string(body))
		}
	})
	if err != nil {
		return nil, err
	}
	var res []byte
	err = fields(raw, func(num int, _ uint64, body, whole []byte) {
		if num != 2 {
			res = append(res, whole...)
			return
		}
		var sample []byte
		fields(body, func(num int, _ uint64, label, whole []byte) {
			if num != 3 {
				sample = append(sample, whole...)
				return
			}
			sample = message(sample, 3, numeric(label, &table))
		})
		res = message(res, 2, sample)
	})
	if err != nil {
		return nil, err
	}
	res = message(res, 6, []byte("bytes")) // the unit, at the end of the table
	var buf bytes.Buffer
	w := gzip.NewWriter(&buf)
	w.Write(res)
	err = w.Close()
	return buf.Bytes(), err
}

// numeric turns one label message into its numeric form if it can.
func numeric(label []byte, table *[]string) []byte {
	var key, str uint64
	fields(label, func(num int, v uint64, _, _ []byte) {
		switch num {
		case 1:
			key = v
		case 2:
			str = v
		}
	})
	n, err := strconv.ParseUint((*table)[str], 10, 63)
	if err != nil {
		return label
	}
	res := binary.AppendUvarint([]byte{1 << 3}, key)
	res = binary.AppendUvarint(append(res, 3<<3), n)
	if (*table)[key] == "bytes" {
		unit := uint64(len(*table))
		res = binary.AppendUvarint(append(res, 4<<3), unit)
	}
	return res
}

func message(dst []byte, num int, body []byte) []byte {
	dst = binary.AppendUvarint(dst, uint64(num)<<3|2)
	dst = binary.AppendUvarint(dst, uint64(len(body)))
	return append(dst, body...)
}

// fields calls f for every field of a message: its number, its value or its
// body, and the bytes of the whole field.
func fields(b []byte, f func(num int, v uint64, body, whole []byte)) error {
	for len(b) > 0 {
		key, n := binary.Uvarint(b)
		v, m := binary.Uvarint(b[max(n, 0):])
		if n <= 0 || m <= 0 {
			return errors.New("bad varint")
		}
		end := n + m
		var body []byte
		if key&7 == 2 {
			if v > uint64(len(b)-end) {
				return errors.New("bad length")
			}
			body = b[end : end+int(v)]
			end += int(v)
		} else if key&7 != 0 {
			return errors.New("unexpected wire type")
		}
		f(int(key>>3), v, body, b[:end])
		b = b[end:]
	}
	return nil
}
