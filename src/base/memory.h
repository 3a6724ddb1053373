/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory of this process, as the system counts it: tables of every kind,
 * buffers, libraries, and pages of files. Where it cannot be measured, nothing
 * ever exceeds a limit.
 *
 * A job has a limit, and looks at it now and then (progress.h). Growing hash
 * tables take much at once, so they ask before. If the answer is no, they
 * become fuller instead, and the job ends when it looks the next time.
 */
#ifndef FT_BASE_MEMORY_H
#define FT_BASE_MEMORY_H

/* Return the bytes that are resident now; 0: unknown. */
size_t memory_resident(void);
/* Return how many bytes may be resident for a job with this limit, which
   continues `own` bytes: a little less than the limit, as tables grow between
   two looks. What else is resident already is part of it, but leaves at least
   three quarters. */
size_t memory_allowed(size_t limit, size_t own);
/* Set the limit that memory_room() applies; 0: none. */
void memory_limit(size_t most);
/* True if so many bytes more may be taken. If not, memory_exceeds() is true
   from now on, in this thread. */
bool memory_room(size_t bytes);
/* True if a hash table with n rows may double its slots. False if memory is
   short and some are free: better slow than large, until the reader ends. */
bool memory_may_double(size_t n, size_t slots, size_t slot_bytes);
/* Let this thread go on, after what it took was freed. */
void memory_forget(void);
/* True if more than `most` bytes are resident, even after free memory was
   returned to the system. Far from `most` only some calls measure, so that the
   others cost nothing; close to it all do. */
bool memory_exceeds(size_t most);

#endif
