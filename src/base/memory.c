/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The memory of this process (memory.h). */
#include "prelude.h"

#include "base/memory.h"

#include <fcntl.h>
#include <stdatomic.h>
#include <sys/resource.h>
#include <unistd.h>
#ifdef __GLIBC__
#include <malloc.h>
#endif
#ifdef __APPLE__
#include <mach/mach.h>
#endif

#include "base/compiler.h"
#include "base/num.h"
#include "base/str.h"

/* Bytes that tables may take between two checks: tables with equally many rows
   double at the same time. Larger tables grow without a copy. */
enum { AHEAD = 4 << 20 };
/* Far from the limit, not every check measures the memory: a thread takes less
   than this between two checks. */
enum { BETWEEN = 16 << 20, UNMEASURED_MOST = 255 };

/* Sanitizers need much memory themselves, so it is not measured. */
#ifdef FT_SANITIZE

size_t
memory_resident(void)
{
	return 0;
}

#elif defined(__APPLE__)

size_t
memory_resident(void)
{
	struct mach_task_basic_info info;
	mach_msg_type_number_t n = MACH_TASK_BASIC_INFO_COUNT;

	return task_info(mach_task_self(), MACH_TASK_BASIC_INFO,
		       (task_info_t)&info, &n) == KERN_SUCCESS
		? (size_t)info.resident_size
		: 0;
}

#else

/* The file has numbers of pages: "size resident shared ...". */
size_t
memory_resident(void)
{
	int fd = open("/proc/self/statm", O_RDONLY | O_CLOEXEC);
	long page = sysconf(_SC_PAGESIZE);
	char text[128];
	struct str rest;
	int64_t pages;
	ssize_t n;

	if (fd < 0)
		return 0;
	n = read(fd, text, sizeof(text));
	(void)close(fd);
	rest = str_from(text, n > 0 ? (size_t)n : 0);
	(void)str_cut(&rest, ' ');
	return str_to_i64(str_cut(&rest, ' '), &pages) && pages > 0 && page > 0
		? (size_t)pages * (size_t)page
		: 0;
}

#endif

/* Return the peak of resident bytes; SIZE_MAX: unknown. */
static size_t
memory_peak(void)
{
#ifdef __APPLE__
	const size_t unit = 1;
#else
	const size_t unit = 1024;
#endif
#ifdef RUSAGE_THREAD
	/* Also the peak of the process, but read without a lock. */
	const int who = RUSAGE_THREAD;
#else
	const int who = RUSAGE_SELF;
#endif
	struct rusage use;

	return getrusage(who, &use) == 0 && use.ru_maxrss >= 0
		? (size_t)use.ru_maxrss * unit
		: SIZE_MAX;
}

size_t
memory_allowed(size_t limit, size_t own)
{
	size_t now = memory_resident();
	size_t other = now > own ? now - own : 0;
	size_t least = add_size(other, limit - limit / 4);
	size_t most = limit - (limit / 16 < AHEAD ? limit / 16 : AHEAD);

	return limit == 0 || most > least ? most : least;
}

/* Each limit has a new number, so that refusals of the last one expire. */
static struct {
	_Atomic size_t most;
	_Atomic uint32_t number;
} limit;
static _Thread_local uint32_t refused; /* number of that limit, or 0 */
/* Checks of this thread that need not measure, and the limit's number. */
static _Thread_local struct {
	uint32_t number;
	size_t looks;
} unmeasured;

void
memory_limit(size_t most)
{
	atomic_store_explicit(&limit.most, most, memory_order_relaxed);
	(void)atomic_fetch_add_explicit(&limit.number, 1, memory_order_relaxed);
}

void
memory_forget(void)
{
	refused = 0;
}

static bool
was_refused(void)
{
	return refused != 0 &&
		refused ==
		atomic_load_explicit(&limit.number, memory_order_relaxed);
}

bool
memory_room(size_t bytes)
{
	size_t most = atomic_load_explicit(&limit.most, memory_order_relaxed);

	if (most == 0 || add_size(memory_peak(), bytes) <= most)
		return true;
	if (!was_refused() && add_size(memory_resident(), bytes) <= most)
		return true;
	refused = atomic_load_explicit(&limit.number, memory_order_relaxed);
	return false;
}

bool
memory_may_double(size_t n, size_t slots, size_t slot_bytes)
{
	enum { MUCH = 1 << 20 }; /* smaller tables are not checked */
	size_t bytes = slots * 2 * slot_bytes;

	return bytes < MUCH || memory_room(bytes) || n + 1 > slots - slots / 8;
}

bool
memory_exceeds(size_t most)
{
	uint32_t number =
		atomic_load_explicit(&limit.number, memory_order_relaxed);
	size_t peak;

	if (was_refused())
		return true;
	if (unmeasured.looks > 0 && unmeasured.number == number) {
		unmeasured.looks--;
		return false;
	}
	peak = memory_peak();
	if (LIKELY(peak <= most)) {
		unmeasured.number = number;
		unmeasured.looks = (most - peak) / BETWEEN;
		if (unmeasured.looks > UNMEASURED_MOST)
			unmeasured.looks = UNMEASURED_MOST;
		return false;
	}
	if (memory_resident() <= most)
		return false;
#ifdef __GLIBC__
	/* Freed memory is kept for later allocations. Return it to the system;
	   if that gains little, the next check would fail again. */
	(void)malloc_trim(0);
#endif
	return memory_resident() > most - most / 32;
}
