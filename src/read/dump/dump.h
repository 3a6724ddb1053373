/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Reads stack dumps: the threads of a process with their stacks, printed by a
 * runtime or a debugger, alone or inside a log. Each thread is a sample.
 *
 *     lines --prefix cut--> format's head() --> a thread begins
 *                           format's line() --> its frames and labels
 *                           (blank, or the next head) --> a sample
 *
 * A format is a struct dump_format; the words that its heads begin with are
 * rows of the table in dump.c.
 */
#ifndef FT_READ_DUMP_DUMP_H
#define FT_READ_DUMP_DUMP_H

#include "base/arena.h"
#include "base/str.h"
#include "base/vec.h"
#include "base/intern.h"
#include "read/reader.h"
#include "read/rows.h"

struct dump_frame {
	struct str name, file, map; /* or ""; no name: the address is shown */
	int64_t line;
	uint64_t address;
	bool inner; /* inlined into the next one */
};

struct dump_label {
	const char *key;
	struct str own; /* used as key instead, if not empty */
	struct str text;
	int64_t number;
	bool is_number;
};

/* The lock of a Java class that is not initialized yet: this, then its name. */
#define DUMP_INITIALIZATION "initialization of "

/* The reason why a thread waits for its lock. */
enum dump_wants {
	WANTS_NOTHING,
	WANTS_LOCK,   /* to acquire it */
	WANTS_NOTICE, /* to be notified: it has released the lock */
	WANTS_PARK,   /* to be unparked, by a lock or anything else */
};

/* The thread being read. Texts are in the file or in the arena. */
struct dump_thread {
	const struct dump_format *format; /* NULL: none */
	size_t head;                      /* line number of its head */
	uint64_t id;                      /* unique within a dump, or 0 */
	bool counts; /* only count the frames, in nframes */
	size_t nframes;
	VEC(struct dump_frame) frame;
	VEC(struct dump_label) label;
	struct arena arena;
	bool certain;  /* is a thread even without frames */
	bool ended;    /* an empty line was read */
	bool elided;   /* the writer left out frames */
	bool left_out; /* a thread of the runtime itself */
	bool half;     /* in the middle of a frame */
	/* The format does not tell who waits for a class's initialization. */
	bool hides_initialization;
	int64_t wait;  /* ns */
	int64_t time;  /* time of the dump, if this is its first thread */
	int64_t pid;   /* also for later threads; 0: unknown */
	struct str lock;
	enum dump_wants wants;     /* why it waits for `lock` */
	uint64_t owner;            /* id of the lock's owner, or 0 */
	struct str root;           /* name of the last frame */
	struct dump_frame pending; /* name read, place still to come */
	int state;
};

struct dump_format {
	const char *name;     /* for the comment "dump: Go" */
	const char *thread;   /* "goroutine" or "thread" */
	const char *type;     /* sample type */
	const char *left_out; /* "of the runtime", or NULL */
	bool root_first;
	bool has_parts; /* a thread may continue after an empty line */
	/* Begin a thread. False if the line is not a head. */
	bool (*head)(struct dump_thread *t, struct str line);
	/* True if the line belongs to the thread. */
	bool (*line)(struct dump_thread *t, struct str line);
	/* Called after the last line. May be NULL. */
	void (*end)(struct dump_thread *t);
};

extern const struct dump_format dump_go, dump_java, dump_gdb, dump_eustack,
	dump_pyspy, dump_faulthandler, dump_pystack, dump_tachyon, dump_dotnet;

/* Add to a thread. An empty text is not added. */
void dump_add(struct dump_thread *t, const struct dump_frame *frame);
void dump_text(struct dump_thread *t, const char *key, struct str text);
void dump_number(struct dump_thread *t, const char *key, int64_t number);
void dump_elided(struct dump_thread *t);

/* Cut "0x1f" off the front of s. False if there is none. */
bool dump_hex(struct str *s, uint64_t *out);
/* Cut `text` off the front of s. False if it is not there. */
bool dump_cut(struct str *s, const char *text);
/* Cut the digits off the front of s. False if there are none, or too many. */
bool dump_digits(struct str *s, int64_t *out);
/* Split "FILE:LINE" at its last colon. False, changing nothing, for others. */
bool dump_place(struct str s, struct dump_frame *f);
/* True for lines in which gdb prints where a program has stopped. */
bool dump_is_gdb_stop(struct str s);
/* Split "CLASS.METHOD(PLACE)" of Java. False for other text. */
bool dump_java_frame(struct str s, struct dump_frame *out);
/* Add a frame; a thread in a class's "<clinit>" holds its initialization. */
void dump_java_add(struct dump_thread *t, const struct dump_frame *frame);

/* The samples of one or more dumps. A first pass, with `counts`, finds the
   times and sizes that the builder needs first; the second adds the samples. */
struct dump_rows {
	struct read_job *job;
	bool counts;
	size_t fresh; /* the next thread from this line on begins a dump */
	const struct dump_format *format; /* the first thread's */
	bool waits, times;
	VEC(int64_t) time; /* [dumps] ns since 1970; 0: unknown */
	VEC(size_t) size;  /* [dumps] threads */
	size_t at;         /* number of dumps begun so far in this pass */
	struct map64 ids;  /* ids of threads in this dump */
	size_t truncated, left_out;
	bool hides_initialization; /* and a thread initializes a class */
	/* In the second pass: */
	struct rows rows;
	struct functable funcs;
	struct map64 map_of;
	struct map64 build_id; /* file -> build id, from eu-stack -l */
	str_id module;         /* build id in the previous line, or 0 */
	struct intern seen; /* locations, by their lines */
	struct arena arena; /* their keys */
	VEC(loc_id) loc;
	struct strbuf key;
	VEC(struct label) label;
	VEC(loc_id) stack;
	struct dump_hang *hang;
	bool asleep;      /* Go's runtime reported a deadlock above this dump */
	bool next_asleep; /* ... above the next dump */
};

void dump_rows_init(struct dump_rows *r, struct read_job *job);
void dump_rows_fini(struct dump_rows *r);
/* End the first pass, and begin the second. -1 and err if there is no
   thread. */
int dump_rows_second(struct dump_rows *r, struct err *err);
void dump_rows_add(struct dump_rows *r, struct dump_thread *t);
/* Read a line of eu-stack -l: "[5a78af88...]", then "/bin/x" in the next. */
void dump_rows_module(struct dump_rows *r, struct str line);
/* Put the samples into the builder. -1 and err. */
int dump_rows_end(struct dump_rows *r, struct err *err);
void dump_thread_reset(struct dump_thread *t);
void dump_thread_fini(struct dump_thread *t);

/* "2006-01-02 15:04:05", with T, a fraction or a zone: ns since 1970. */
bool dump_time(struct str s, int64_t *out);

/* True if the frame is system code, not the program's or a library's. */
bool dump_is_system(
	const struct dump_format *format, const struct dump_frame *f);
/* True if a thread in this state waits; sets `wants` for native threads. */
bool dump_is_waiting(struct dump_thread *t, struct str state);
/* True for a frame in which idle threads wait for work. */
bool dump_is_for_work(const struct dump_thread *t, const struct dump_frame *f);

/* Describes in comments "waits: ..." which threads wait, and for what. */
struct dump_hang;
struct dump_hang *dump_hang_new(const struct dump_format *format);
/* Add a thread. Its names are replaced by readable ones. */
void dump_hang_add(struct dump_hang *h, struct dump_thread *t);
/* Add the comments, and free h. asleep: Go's runtime reported a deadlock. */
void dump_hang_end(struct dump_hang *h, bool asleep, struct builder *b);

/* True if there is a dump anywhere in the bytes. */
bool dump_is_inside(struct str bytes);

#endif
