/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Headers of ELF files (object.h). */
#include "prelude.h"

#include "symbol/object.h"

#include <ctype.h>
#include <errno.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/ascii.h"
#include "base/file.h"
#include "base/num.h"
#include "base/xalloc.h"
#include "symbol/elfdefs.h"
#include "symbol/macho.h"

enum {
	HEADERS_MOST = 1 << 16,
	NOTES_MOST = 1 << 20,
	NAMES_MOST = 16 << 20,
	READ_MOST = 1 << 30,
};

/* Set an error like "stat F: no such file or directory". Return -1. */
static int
object_error(struct err *err, const char *what, const char *path, int error)
{
	const char *why = strerror(error);

	return err_set(err, ERR_IO, "%s %s: %c%s", what, path,
		tolower((unsigned char)why[0]), why + 1);
}

bool
object_read(
	const struct object *o, uint64_t offset, uint64_t n, struct strbuf *out)
{
	char *p;
	size_t done = 0;

	if (n > READ_MOST || offset > o->size || n > o->size - offset)
		return false;
	p = xmalloc((size_t)n + 1);
	while (done < n) {
		ssize_t got = pread(o->fd, p + done, (size_t)n - done,
			(off_t)(o->begin + offset + done));

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			break;
		done += (size_t)got;
	}
	if (done == n)
		strbuf_add(out, str_from(p, done));
	free(p);
	return done == n;
}

uint64_t
object_number(const struct object *o, const char *p, unsigned n)
{
	uint64_t v = 0;

	for (unsigned i = 0; i < n; i++)
		v = v << 8 | (unsigned char)p[o->big ? i : n - 1 - i];
	return v;
}

/* Read a number of n bytes and advance *p. */
static uint64_t
take(const struct object *o, const char **p, unsigned n)
{
	uint64_t v = object_number(o, *p, n);

	*p += n;
	return v;
}

/* Parse a section header. For now, name.n is the offset of the name.
 */
static void
take_section(const struct object *o, const char *p, struct section *s)
{
	unsigned w = o->wide ? 8 : 4;

	s->name.n = (size_t)take(o, &p, 4);
	s->type = (uint32_t)take(o, &p, 4);
	s->flags = take(o, &p, w);
	s->addr = take(o, &p, w);
	s->offset = take(o, &p, w);
	s->size = take(o, &p, w);
	s->link = (uint32_t)take(o, &p, 4);
	(void)take(o, &p, 4);
	s->align = take(o, &p, w);
}

static void
name_sections(struct object *o, size_t names)
{
	const struct section *of =
		names < o->n_sections ? &o->section[names] : NULL;

	if (of == NULL || of->size > NAMES_MOST ||
		!object_read(o, of->offset, of->size, &o->names))
		strbuf_reset(&o->names);
	for (size_t i = 0; i < o->n_sections; i++) {
		struct str rest =
			str_skip(strbuf_str(&o->names), o->section[i].name.n);

		o->section[i].name = str_cut(&rest, '\0');
	}
}

static int
read_sections(struct object *o, uint64_t at, uint64_t n, uint64_t names)
{
	const size_t row = o->wide ? ELF64_SECTION : ELF32_SECTION;
	struct strbuf table = STRBUF_INIT;

	if (at == 0 || n > HEADERS_MOST)
		return at == 0 ? 0 : -1;
	/* Counts too large for the ELF header are in section 0. */
	if (n == 0 || names == SHN_XINDEX) {
		struct section first = { .type = 0 };

		if (!object_read(o, at, row, &table))
			return -1;
		take_section(o, table.p, &first);
		n = n == 0 ? first.size : n;
		names = names == SHN_XINDEX ? first.link : names;
		strbuf_reset(&table);
	}
	if (n > HEADERS_MOST || !object_read(o, at, n * row, &table)) {
		strbuf_free(&table);
		return -1;
	}
	o->section = xcalloc(n + 1, sizeof(*o->section));
	o->n_sections = n;
	for (size_t i = 0; i < n; i++)
		take_section(o, table.p + i * row, &o->section[i]);
	name_sections(o, names);
	strbuf_free(&table);
	return 0;
}

static int
read_segments(struct object *o, uint64_t at, uint64_t n)
{
	const size_t row = o->wide ? ELF64_SEGMENT : ELF32_SEGMENT;
	struct strbuf table = STRBUF_INIT;

	if (n == 0)
		return 0;
	if (!object_read(o, at, n * row, &table)) {
		strbuf_free(&table);
		return -1;
	}
	o->segment = xcalloc(n, sizeof(*o->segment));
	o->n_segments = n;
	for (size_t i = 0; i < n; i++) {
		const char *p = table.p + i * row;
		unsigned w = o->wide ? 8 : 4;

		o->segment[i].type = (uint32_t)take(o, &p, 4);
		if (o->wide)
			o->segment[i].flags = (uint32_t)take(o, &p, 4);
		o->segment[i].offset = take(o, &p, w);
		o->segment[i].vaddr = take(o, &p, w);
		(void)take(o, &p, w);
		o->segment[i].filesz = take(o, &p, w);
		o->segment[i].memsz = take(o, &p, w);
		if (!o->wide)
			o->segment[i].flags = (uint32_t)take(o, &p, 4);
		o->segment[i].align = take(o, &p, w);
	}
	strbuf_free(&table);
	return 0;
}

void
build_id_put(struct str bytes, char id[BUILD_ID_ROOM])
{
	static const char digit[] = "0123456789abcdef";

	for (size_t i = 0; i < bytes.n && 2 * i + 2 < BUILD_ID_ROOM; i++) {
		*id++ = digit[(unsigned char)bytes.p[i] >> 4];
		*id++ = digit[(unsigned char)bytes.p[i] & 15];
	}
	*id = '\0';
}

/* Find the build id in notes. 0: there is none; -1: damaged, or two ids. */
static int
note_id(const struct object *o, struct str notes, uint64_t align,
	char build_id[BUILD_ID_ROOM])
{
	struct str id = STR_EMPTY;
	uint64_t at = 0, a = align > 1 && align <= 64 ? align : 1;
	int found = 0;

	while (found >= 0 && at < notes.n) {
		const char *p = notes.p + at;
		uint64_t name, desc, type;

		if (notes.n - at < 12 || (align & (align - 1)) != 0) {
			found = -1;
			break;
		}
		name = take(o, &p, 4);
		desc = take(o, &p, 4);
		type = take(o, &p, 4);
		at = (at + 12 + name + a - 1) / a * a;
		if (at > notes.n || desc > notes.n - at) {
			found = -1;
		} else if (type == NT_GNU_BUILD_ID && name == 4 &&
			memcmp(p, "GNU", 4) == 0) {
			found = found > 0 ? -1 : 1;
			id = str_from(notes.p + at, desc);
		}
		at = (at + desc + a - 1) / a * a;
	}
	if (found > 0)
		build_id_put(id, build_id);
	return found;
}

static int
find_id(struct object *o, uint64_t offset, uint64_t size, uint64_t align)
{
	struct strbuf notes = STRBUF_INIT;
	int found = -1;

	if (size <= NOTES_MOST && object_read(o, offset, size, &notes))
		found = note_id(o, strbuf_str(&notes), align, o->build_id);
	strbuf_free(&notes);
	return found;
}

void
notes_build_id(struct str notes, char id[BUILD_ID_ROOM])
{
	static const uint16_t one = 1;
	struct object here = { .big = *(const unsigned char *)&one == 0 };

	id[0] = '\0';
	if (note_id(&here, notes, 4, id) <= 0)
		id[0] = '\0';
}

static int
read_headers(struct object *o, const char *path, struct err *err)
{
	struct strbuf head = STRBUF_INIT;
	size_t least = ELF32_HEADER;
	const char *p;
	uint64_t segments, sections, n_segments, n_sections, names;
	bool good = object_read(o, 0, least, &head) &&
		(head.p[EI_CLASS] == ELFCLASS32 ||
			head.p[EI_CLASS] == ELFCLASS64);
	int found = 0;

	o->wide = good && head.p[EI_CLASS] == ELFCLASS64;
	if (o->wide)
		good = object_read(o, least, ELF64_HEADER - least, &head);
	if (good) {
		unsigned w = o->wide ? 8 : 4;

		o->big = head.p[EI_DATA] == ELFDATA2MSB;
		p = head.p + EI_NIDENT;
		o->type = (uint16_t)take(o, &p, 2);
		o->machine = (uint16_t)take(o, &p, 2);
		p += 4 + w;
		segments = take(o, &p, w);
		sections = take(o, &p, w);
		p += 8;
		n_segments = take(o, &p, 2);
		p += 2;
		n_sections = take(o, &p, 2);
		names = take(o, &p, 2);
		good = read_segments(o, segments, n_segments) == 0 &&
			read_sections(o, sections, n_sections, names) == 0;
	}
	strbuf_free(&head);
	if (!good)
		return err_set(err, ERR_FORMAT,
			"error reading ELF file %s: error parsing %s: damaged "
			"headers",
			path, path);
	for (size_t i = 0; i < o->n_segments && found == 0; i++)
		if (o->segment[i].type == PT_NOTE)
			found = find_id(o, o->segment[i].offset,
				o->segment[i].filesz, o->segment[i].align);
	for (size_t i = 0; i < o->n_sections && found == 0; i++)
		if (o->section[i].type == SHT_NOTE)
			found = find_id(o, o->section[i].offset,
				o->section[i].size, o->section[i].align);
	return 0;
}

int
binary_open(const char *path, uint64_t *size, struct err *err)
{
	struct stat st;
	int fd;

	if (stat(path, &st) != 0)
		return object_error(err, "stat", path, errno);
	if (S_ISDIR(st.st_mode))
		return err_set(err, ERR_IO,
			"error reading magic number from %s: read %s: is a "
			"directory",
			path, path);
	if (!S_ISREG(st.st_mode))
		return err_set(err, ERR_IO, "%s is not a regular file", path);
	fd = open(path, O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC);
	if (fd < 0)
		return object_error(err, "error opening", path, errno);
	if (fstat(fd, &st) != 0 || !S_ISREG(st.st_mode)) {
		fd_close(&fd);
		return err_set(err, ERR_IO, "%s is not a regular file", path);
	}
	if (size != NULL)
		*size = (uint64_t)st.st_size;
	return fd;
}

int
object_open(struct object *o, const char *path, struct err *err)
{
	char magic[4];
	ssize_t got;

	*o = (struct object){ .fd = -1 };
	o->fd = binary_open(path, &o->size, err);
	if (o->fd < 0)
		return -1;
	got = pread(o->fd, magic, sizeof(magic), 0);
	if (got < (ssize_t)sizeof(magic))
		err_set(err, ERR_FORMAT,
			"error reading magic number from %s: %s", path,
			got <= 0 ? "EOF" : "unexpected EOF");
	else if (macho_is(magic)) {
		if (macho_read(o, path, err) == 0)
			return 0;
	} else if (memcmp(magic, ELF_MAGIC, sizeof(magic)) != 0)
		err_set(err, ERR_FORMAT, "unrecognized binary format: %s",
			path);
	else if (read_headers(o, path, err) == 0)
		return 0;
	object_close(o);
	return -1;
}

void
object_close(struct object *o)
{
	fd_close(&o->fd);
	free(o->segment);
	free(o->section);
	strbuf_free(&o->names);
	*o = (struct object){ .fd = -1 };
}

const struct section *
object_section(const struct object *o, const char *name)
{
	for (size_t i = 0; i < o->n_sections; i++)
		if (str_is(o->section[i].name, name))
			return &o->section[i];
	return NULL;
}

bool
object_is_other(const struct object *o, struct str build_id)
{
	return build_id.n > 0 && o->build_id[0] != '\0' &&
		!object_has_id(o, build_id);
}

bool
object_has_id(const struct object *o, struct str build_id)
{
	const char *id = o->build_id;

	if (!o->macho.is)
		return str_is(build_id, id);
	for (size_t i = 0; i < build_id.n; i++)
		if (build_id.p[i] != '-' &&
			(*id == '\0' || ascii_lower(build_id.p[i]) != *id++))
			return false;
	return *id == '\0';
}
