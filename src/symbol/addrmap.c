/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Symbol lists in text form (addrmap.h). */
#include "prelude.h"

#include "symbol/addrmap.h"

#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/file.h"
#include "base/sort.h"
#include "base/xalloc.h"

enum { LINES_MOST = 1 << 21 };

/* ---- Lines ---- */

/* A parsed line. Later lines may override parts of its range. */
struct addrmap_found {
	uint64_t start, end;
	uint32_t name, length, line;
	bool is_code;
};

typedef VEC(struct addrmap_found) found_vec;

/* Cut a hexadecimal number, with or without "0x", off the front of s. */
static bool
cut_hex(struct str *s, uint64_t *out)
{
	size_t n = str_starts(*s, STR("0x")) ? 2 : 0, from = n;
	uint64_t v = 0;

	for (; n < s->n; n++) {
		int digit = ascii_hex(s->p[n]);

		if (digit < 0)
			break;
		if (v >> 60 != 0)
			return false;
		v = v << 4 | (uint64_t)digit;
	}
	*out = v;
	if (n == from || n == s->n || (s->p[n] != ' ' && s->p[n] != '\t'))
		return false;
	*s = str_trim(str_skip(*s, n));
	return true;
}

/* Parse START SIZE NAME. */
static bool
perf_line(struct str line, struct addrmap_found *f, struct str *name)
{
	uint64_t size;

	if (!cut_hex(&line, &f->start) || !cut_hex(&line, &size) || size == 0)
		return false;
	f->end = size > UINT64_MAX - f->start ? UINT64_MAX : f->start + size;
	f->is_code = true;
	*name = line;
	return line.n > 0;
}

/* Parse ADDRESS TYPE NAME [MODULE]. */
static bool
kallsyms_line(struct str line, struct addrmap_found *f, struct str *name)
{
	struct str type;

	if (!cut_hex(&line, &f->start))
		return false;
	type = str_cut(&line, ' ');
	f->is_code = type.n == 1 && strchr("tTwW", type.p[0]) != NULL;
	*name = str_trim(str_cut(&line, '\t'));
	return type.n == 1 && name->n > 0;
}

static int
by_beginning(const void *a, const void *b)
{
	const struct addrmap_found *x = a, *y = b;

	if (x->start != y->start)
		return x->start < y->start ? -1 : 1;
	return x->line < y->line ? -1 : x->line > y->line;
}

/* End each symbol at the next one, because the kernel's list has no sizes. */
static void
end_at_next(found_vec *f)
{
	enum { LAST = 4096 };

	for (size_t i = f->n; i-- > 0;) {
		struct addrmap_found *at = &f->p[i], *next = at + 1;

		if (i + 1 == f->n)
			at->end = at->start > UINT64_MAX - LAST
				? UINT64_MAX
				: at->start + LAST;
		else
			at->end = next->start > at->start ? next->start
							  : next->end;
	}
}

/* ---- Overlapping lines ---- */

/* A max-heap, by line number, of the lines that contain the current address. */
struct addrmap_heap {
	VEC(const struct addrmap_found *) at;
};

/* Append the ranges that cover [from, to), in which no line starts. The latest
   line that contains an address determines its name. */
static void
cover(struct addrmap *m, struct addrmap_heap *h, uint64_t from, uint64_t to)
{
	while (from < to && h->at.n > 0) {
		const struct addrmap_found *f = h->at.p[0];
		struct addrmap_range r = { .start = from,
			.end = f->end < to ? f->end : to,
			.name = f->name,
			.length = f->length };

		if (f->end <= from) {
			struct addrmap_heap *heap = h;
			const struct addrmap_found *last =
				heap->at.p[--heap->at.n];
			size_t i = 0, n = heap->at.n;

			for (size_t below = 1; below < n; below = 2 * i + 1) {
				if (below + 1 < n &&
					heap->at.p[below + 1]->line >
						heap->at.p[below]->line)
					below++;
				if (heap->at.p[below]->line <= last->line)
					break;
				heap->at.p[i] = heap->at.p[below];
				i = below;
			}
			if (n > 0)
				heap->at.p[i] = last;
			continue;
		}
		if (f->is_code)
			vec_push(&m->range, r);
		from = r.end;
	}
}

void
addrmap_parse(struct addrmap *m, enum addrmap_kind kind)
{
	found_vec f = { 0 };
	struct str rest;

	m->range.n = 0;
	rest = strbuf_str(&m->text);
	for (uint32_t line = 0; rest.n > 0 && line < LINES_MOST; line++) {
		struct str text = str_cut(&rest, '\n'), name = STR_EMPTY;
		struct addrmap_found found = { .line = line + 1 };

		if (kind == ADDRMAP_PERF ? !perf_line(text, &found, &name)
					 : !kallsyms_line(text, &found, &name))
			continue;
		/* With line number 0, data never overrides code. */
		found.line = found.is_code ? found.line : 0;
		found.name = (uint32_t)(name.p - m->text.p);
		found.length = (uint32_t)name.n;
		vec_push(&f, found);
	}
	if (f.n > 0)
		(void)merge_sort(f.p, f.n, sizeof(*f.p), by_beginning, NULL);
	m->hidden =
		kind == ADDRMAP_KALLSYMS && f.n > 0 && f.p[f.n - 1].start == 0;
	if (kind == ADDRMAP_KALLSYMS)
		end_at_next(&f);
	if (!m->hidden) {
		struct addrmap_heap h = { .at = { 0 } };

		for (size_t i = 0; i < f.n; i++) {
			size_t j = h.at.n;

			vec_push(&h.at, &f.p[i]);
			for (; j > 0 && h.at.p[(j - 1) / 2]->line < f.p[i].line;
				j = (j - 1) / 2)
				h.at.p[j] = h.at.p[(j - 1) / 2];
			h.at.p[j] = &f.p[i];
			if (i + 1 == f.n || f.p[i + 1].start > f.p[i].start)
				cover(m, &h, f.p[i].start,
					i + 1 < f.n ? f.p[i + 1].start
						    : UINT64_MAX);
		}
		vec_free(&h.at);
	}
	vec_free(&f);
}

/* ---- The file ---- */

int
addrmap_read(struct addrmap *m, const char *path, enum addrmap_kind kind,
	struct err *err)
{
	int fd = open(path,
		O_RDONLY | O_NONBLOCK | O_NOCTTY | O_NOFOLLOW | O_CLOEXEC);
	struct stat st;
	int rc = -1;

	*m = (struct addrmap)ADDRMAP_INIT;
	if (fd < 0 && errno == ENOENT)
		return 1;
	if (fd < 0)
		return err_errno(err, errno, "%s", path);
	if (fstat(fd, &st) != 0)
		err_errno(err, errno, "%s", path);
	else if (!S_ISREG(st.st_mode))
		err_set(err, ERR_IO, "%s is not a regular file", path);
	else if (st.st_uid != geteuid() && st.st_uid != 0)
		err_set(err, ERR_IO, "%s is not owned by you or root", path);
	else {
		char buf[1 << 16];
		ssize_t n;

		rc = 0;
		while ((n = read(fd, buf, sizeof(buf))) != 0) {
			if (n < 0 && errno == EINTR)
				continue;
			if (n < 0) {
				rc = err_errno(err, errno, "%s", path);
				break;
			}
			strbuf_add(&m->text, str_from(buf, (size_t)n));
			if (m->text.n > ADDRMAP_BYTES_MOST) {
				rc = err_set(err, ERR_LIMIT,
					"%s has more than 64 MiB", path);
				break;
			}
		}
	}
	fd_close(&fd);
	if (rc != 0)
		addrmap_free(m);
	else
		addrmap_parse(m, kind);
	return rc;
}

void
addrmap_free(struct addrmap *m)
{
	strbuf_free(&m->text);
	vec_free(&m->range);
	*m = (struct addrmap)ADDRMAP_INIT;
}

bool
addrmap_find(const struct addrmap *m, uint64_t address, struct str *name)
{
	size_t low = 0, high = m->range.n;
	const struct addrmap_range *r;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (m->range.p[mid].start <= address)
			low = mid + 1;
		else
			high = mid;
	}
	if (low == 0)
		return false;
	r = &m->range.p[low - 1];
	if (address >= r->end)
		return false;
	*name = str_sub(strbuf_str(&m->text), r->name, r->name + r->length);
	return true;
}

bool
addrmap_address(const struct addrmap *m, struct str wanted, uint64_t *address)
{
	struct str rest = strbuf_str(&m->text);

	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n'), name;
		struct addrmap_found f = { .line = 0 };

		if (!kallsyms_line(line, &f, &name) || !str_eq(name, wanted))
			continue;
		*address = f.start;
		return true;
	}
	return false;
}
