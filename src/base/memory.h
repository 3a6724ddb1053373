/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The memory of this process, as the system counts it: all tables and buffers,
 * libraries, and pages of files. If it cannot be measured, no limit is ever
 * exceeded.
 *
 * A job has a limit, which it checks at intervals (progress.h). A hash table
 * that doubles takes much at once, so it asks first. If there is no room, it
 * becomes fuller instead, and the job ends at its next check.
 */
#ifndef FT_BASE_MEMORY_H
#define FT_BASE_MEMORY_H

/* Return the bytes that are resident now; 0: unknown. */
size_t memory_resident(void);
/* Return how many bytes may be resident during a job with this limit, of which
   `own` bytes are the job's already: a little less than the limit, as tables
   grow between two checks. Other resident bytes count too, but the job gets at
   least three quarters of the limit. */
size_t memory_allowed(size_t limit, size_t own);
/* Set the limit that memory_room() applies; 0: none. */
void memory_limit(size_t most);
/* True if this many more bytes may be taken. If not, memory_exceeds() is true
   from now on in this thread. */
bool memory_room(size_t bytes);
/* True if a hash table with n rows may double its slots. False if memory is
   short and there are free slots: the table gets slow instead of large. */
bool memory_may_double(size_t n, size_t slots, size_t slot_bytes);
/* Forget a refusal, after this thread has freed its memory. */
void memory_forget(void);
/* True if more than `most` bytes are resident, even after free memory was
   returned to the system. Only some calls measure while the total is far below
   `most`, so that the others cost nothing. */
bool memory_exceeds(size_t most);

#endif
