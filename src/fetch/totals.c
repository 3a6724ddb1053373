/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Types that count from the start of a program, on a server that adds up their
 * snapshots (server.h): allocations, contention.
 *
 *     pod a   10  12  15 | 2   9     a fall: the program was restarted
 *             -        +       +     15 - 10 + 9
 *     pod b     7   8   11   14      14 - 7
 *               -           +
 *
 * So the first and the last snapshots of each process are fetched. Adjacent
 * ones of the same sign are fetched as one sum: usually all the first ones,
 * then all the last ones.
 */
#include "prelude.h"

#include "fetch/discover.h"
#include "fetch/server.h"
#include "profile/sampletype.h"

enum {
	MOST_SUMS = 256, /* sums fetched, for restarts at different times */
	FINE_MS = 1000,  /* no process is profiled twice in a second */
};

/* A snapshot of a process. */
struct moment {
	int64_t time;
	struct str set; /* selects the process */
	int sign;       /* 1: added, -1: subtracted, 0: not needed */
};

struct moments {
	VEC(struct moment) all;
};

bool
server_is_total(const struct server_query *q)
{
	struct str type, unit;
	enum kind_group group;

	if (q->server->is_pyroscope || str_ends(q->type, STR(":delta")))
		return false;
	server_type_of(q->type, &type, &unit);
	group = kind_of(type, unit)->group;
	return group == GROUP_ALLOC || group == GROUP_CONTENTION ||
		group == GROUP_EXCEPTIONS;
}

static int
compare_series(const void *a, const void *b)
{
	const struct server_series *x = a, *y = b;
	int order = str_cmp(x->set, y->set);

	if (order != 0 || x->point.n == 0 || y->point.n == 0)
		return order;
	return x->point.p[0].time < y->point.p[0].time
		? -1
		: x->point.p[0].time > y->point.p[0].time;
}

/* Sort the series, so that those of a process follow each other by time. */
static void
sort_series(struct server_points *p)
{
	if (p->series.n > 1)
		qsort(p->series.p, p->series.n, sizeof(*p->series.p),
			compare_series);
}

void
server_increments(struct server_points *p)
{
	struct str set = STR_EMPTY;
	double last = 0;
	bool has = false;

	sort_series(p);
	for (size_t i = 0; i < p->series.n; i++) {
		struct server_series *s = &p->series.p[i];
		size_t n = 0;

		has = has && str_eq(s->set, set);
		set = s->set;
		for (size_t k = 0; k < s->point.n; k++) {
			struct server_point now = s->point.p[k];
			double value = now.value;

			now.value -= has && value >= last ? last : 0;
			last = value;
			if (has)
				s->point.p[n++] = now;
			has = true;
		}
		s->point.n = n;
	}
	p->adds = true;
}

/* ---- The profile ---- */

static int
compare_moments(const void *a, const void *b)
{
	const struct moment *x = a, *y = b;

	return x->time < y->time ? -1 : x->time > y->time;
}

/* Find the moments of all processes, by time. Returns the largest number of
   snapshots of one process. */
static size_t
find_moments(struct server_points *p, struct moments *out)
{
	size_t begun = 0, most = 0; /* begun: the process's first moment */
	struct str set = STR_EMPTY;
	double last = 0;

	sort_series(p);
	for (size_t i = 0; i < p->series.n; i++) {
		const struct server_series *s = &p->series.p[i];

		if (i == 0 || !str_eq(s->set, set))
			begun = out->all.n;
		set = s->set;
		for (size_t k = 0; k < s->point.n; k++) {
			struct moment m = { s->point.p[k].time, set, 1 };
			size_t n = out->all.n;

			/* Up to a restart only the last snapshot is added. The
			   first snapshot of a process is subtracted. */
			if (n == begun)
				m.sign = 0;
			else if (s->point.p[k].value >= last)
				out->all.p[n - 1].sign -= 1;
			last = s->point.p[k].value;
			vec_push(&out->all, m);
			if (out->all.n - begun > most)
				most = out->all.n - begun;
		}
	}
	if (out->all.n > 0)
		qsort(out->all.p, out->all.n, sizeof(*out->all.p),
			compare_moments);
	return most;
}

/* Return the end of the moments with the time of `at`. *agrees: all have the
   same sign. */
static size_t
same_time(const struct moments *m, size_t at, bool *agrees)
{
	size_t end = at;

	*agrees = true;
	for (; end < m->all.n && m->all.p[end].time == m->all.p[at].time; end++)
		*agrees = *agrees && m->all.p[end].sign == m->all.p[at].sign;
	return end;
}

/* Fetch the sum of snapshots between two times, of one process if set.n > 0. */
static int
fetch_sum(struct server_call *c, struct str set, int64_t from, int64_t until,
	int sign, size_t max_memory, struct fetch_result *f)
{
	struct str selector = c->q.selector;
	struct server_piece piece = { from, until };
	size_t n = f->part.n;
	int rc;

	if (n >= MOST_SUMS)
		return err_set(c->err, ERR_IO,
			"programs were restarted at more than %d times: try "
			"a shorter range (from=, until=)",
			(int)MOST_SUMS);
	if (set.n > 0)
		c->q.selector = set;
	rc = server_fetch_piece(c, piece, max_memory, f);
	c->q.selector = selector;
	for (; n < f->part.n; n++) {
		/* Times are added up when profiles are merged. */
		f->part.p[n].from = c->q.from;
		f->part.p[n].until = n == 0 ? c->q.until : c->q.from;
		f->part.p[n].subtract = sign < 0;
	}
	return rc;
}

static int
fetch_moments(struct server_call *c, const struct moments *m, size_t max_memory,
	struct fetch_result *f)
{
	int rc = 0;

	for (size_t i = 0, end; i < m->all.n && rc == 0; i = end) {
		int sign = m->all.p[i].sign;
		int64_t until = m->all.p[i].time;
		bool agrees;

		end = same_time(m, i, &agrees);
		/* If some of the snapshots of this time are not needed, fetch
		   the others one by one. */
		for (size_t k = i; k < end && !agrees && rc == 0; k++)
			if (m->all.p[k].sign != 0)
				rc = fetch_sum(c, m->all.p[k].set, until, until,
					m->all.p[k].sign, max_memory, f);
		if (!agrees || sign == 0)
			continue;
		while (end < m->all.n) {
			size_t next = same_time(m, end, &agrees);

			if (!agrees || m->all.p[end].sign != sign)
				break;
			until = m->all.p[end].time;
			end = next;
		}
		rc = fetch_sum(c, STR_EMPTY, m->all.p[i].time, until, sign,
			max_memory, f);
	}
	return rc;
}

int
server_fetch_total(
	struct server_call *c, size_t max_memory, struct fetch_result *f)
{
	struct server_points p = { .arena = ARENA_INIT };
	struct moments m = { { NULL, 0, 0 } };
	int rc = server_find_points(
		c, STR_EMPTY, c->q.from, c->q.until + 1, FINE_MS, &p);
	size_t most = rc == 0 ? find_moments(&p, &m) : 0;

	f->counts = most > 1 ? COUNTS_IN_RANGE : COUNTS_SINCE_START;
	/* If there is only one snapshot of each process, add them. */
	for (size_t i = 0; i < m.all.n && most == 1; i++)
		m.all.p[i].sign = 1;
	if (rc == 0)
		rc = fetch_moments(c, &m, max_memory, f);
	if (rc == 0 && f->part.n == 0)
		rc = browse_nothing(c);
	if (rc == 0 && most == 1)
		strbuf_addstr(&f->remarks,
			"since the start of the program: the range has one "
			"snapshot\n");
	vec_free(&m.all);
	server_points_fini(&p);
	return rc;
}
