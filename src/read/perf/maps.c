/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Collects the mappings of files in a recording (perf.h). */
#include "prelude.h"

#include "read/perf/perf.h"

#include "base/hash.h"

enum { PLACES_MAX = 1000 }; /* maximum mappings of a file beyond the first */

void
perf_maps_init(struct perf_maps *m, struct arena *arena)
{
	*m = (struct perf_maps){ .arena = arena };
	intern_init(&m->name, arena);
	vec_push(
		&m->file, ((struct perf_mapped_file){ .build_id = STR_EMPTY }));
}

void
perf_maps_fini(struct perf_maps *m)
{
	for (size_t i = 0; i < m->file.n; i++)
		vec_free(&m->file.p[i].another);
	vec_free(&m->file);
	intern_fini(&m->name);
}

size_t
perf_maps_bytes(const struct perf_maps *m)
{
	size_t bytes =
		intern_bytes(&m->name) + m->file.cap * sizeof(*m->file.p);

	for (size_t i = 0; i < m->file.n; i++)
		bytes += m->file.p[i].another.cap *
			sizeof(*m->file.p[i].another.p);
	return bytes;
}

/* Join two mappings of a file if start - offset is the same. */
static bool
perf_mapped_join(struct perf_mapped *to, const struct perf_mapped *more)
{
	if (to->start - to->offset != more->start - more->offset)
		return false;
	if (more->start < to->start) {
		to->start = more->start;
		to->offset = more->offset;
	}
	if (more->limit > to->limit)
		to->limit = more->limit;
	return true;
}

void
perf_maps_add(struct perf_maps *m, const struct perf_map *map)
{
	struct perf_mapped fresh = { map->start, map->start + map->size,
		map->offset };
	struct perf_mapped_file *f;
	uint32_t id;

	/* Skip mappings without a file that could be read later. */
	if (!map->executable || map->file.p[0] != '/' ||
		str_starts(map->file, STR("//")) || fresh.limit <= fresh.start)
		return;
	id = intern_copy(&m->name, map->file);
	if (id == m->file.n) {
		vec_push(&m->file,
			((struct perf_mapped_file){ .first = fresh,
				.build_id =
					arena_str(m->arena, map->build_id) }));
		return;
	}
	f = &m->file.p[id];
	if (perf_mapped_join(&f->first, &fresh))
		return;
	for (size_t i = 0; i < f->another.n; i++)
		if (perf_mapped_join(&f->another.p[i], &fresh))
			return;
	if (f->another.n < PLACES_MAX)
		vec_push(&f->another, fresh);
}

const struct perf_mapped_file *
perf_maps_find(const struct perf_maps *m, struct str file)
{
	uint32_t id = intern_find(&m->name, file);

	return id == NONE || id == 0 ? NULL : &m->file.p[id];
}

static bool
perf_mapped_has(const struct perf_mapped *at, uint64_t address)
{
	return address >= at->start && address < at->limit;
}

uint64_t
perf_maps_address(
	const struct perf_mapped_file *f, uint64_t printed, bool alone)
{
	const struct perf_mapped *first = &f->first;
	uint64_t moved = printed - first->offset + first->start;

	if (!alone)
		return printed >= first->offset && perf_mapped_has(first, moved)
			? moved
			: printed;
	if (perf_mapped_has(first, printed))
		return printed;
	for (size_t i = 0; i < f->another.n; i++) {
		const struct perf_mapped *at = &f->another.p[i];

		moved = printed - at->start + at->offset - first->offset +
			first->start;
		if (perf_mapped_has(at, printed) &&
			perf_mapped_has(first, moved))
			return moved;
	}
	return printed;
}
