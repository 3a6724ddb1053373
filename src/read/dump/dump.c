/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Finds stack dumps among the lines of a text, such as a log (dump.h). */
#include "prelude.h"

#include <assert.h>

#include "base/ascii.h"
#include "read/dump/dump.h"
#include "read/lines.h"

enum {
	PREFIX_MOST = 120, /* bytes before a head */
	SNIFF_BELOW = 4,   /* one of this many lines below a head is a frame */
	LOST_MOST = 20,    /* skipped lines that end a stack */
	TIME_ABOVE = 20, /* lines above a head in which a time is looked for */
	COMMENTS_MOST = 20, /* reports print all of them */
};

/* The words that heads begin with. */
static const struct {
	const char *word;
	const struct dump_format *format;
} heads[] = {
	{ "goroutine ", &dump_go },
	{ "\"", &dump_java },
	{ "#", &dump_java },
	{ "Thread ", &dump_gdb },
	{ "#0 ", &dump_gdb },
	{ "TID ", &dump_eustack },
	{ "Thread ", &dump_faulthandler },
	{ "Current thread ", &dump_faulthandler },
	{ "Thread ", &dump_pyspy },
	{ "Traceback for thread ", &dump_pystack },
	{ "Stack dump", &dump_tachyon },
	{ "Thread (", &dump_dotnet },
};

/* Lines of a dump that are not part of a stack. */
enum known {
	KNOWN_LINE,
	KNOWN_BLOCK,   /* up to an empty line */
	KNOWN_SECTION, /* up to the next head */
	KNOWN_DUMP,    /* begins a dump */
	KNOWN_PROCESS, /* likewise, and is a comment */
	KNOWN_PANIC,   /* a block that is a comment */
};

static const struct {
	const char *word;
	enum known kind;
} knowns[] = {
	{ "panic: ", KNOWN_PANIC },
	{ "fatal error: ", KNOWN_PANIC },
	{ "Fatal Python error: ", KNOWN_PANIC },
	{ "Process ", KNOWN_PROCESS },
	{ "Full thread dump", KNOWN_DUMP },
	{ "Threads class SMR info", KNOWN_BLOCK },
	{ "Extension modules:", KNOWN_BLOCK },
	{ "Current thread's C stack trace", KNOWN_BLOCK },
	{ "Found one Java-level deadlock", KNOWN_SECTION },
	{ "Java stack information for", KNOWN_SECTION },
	{ "Python v3", KNOWN_LINE },
	{ "Timeout (", KNOWN_LINE },
	{ "JNI global ref", KNOWN_LINE },
	{ "No compile task", KNOWN_LINE },
	{ "PC=", KNOWN_LINE },
	{ "SIGQUIT: quit", KNOWN_LINE },
	{ "SIGABRT: abort", KNOWN_LINE },
	{ "[signal ", KNOWN_LINE },
	{ "exit status ", KNOWN_LINE },
	{ "[New LWP ", KNOWN_LINE },
	{ "[Thread debugging ", KNOWN_LINE },
	{ "[Inferior ", KNOWN_LINE },
	{ "[Current thread is ", KNOWN_LINE },
	{ "Using host libthread_db ", KNOWN_LINE },
	{ "heap, ", KNOWN_LINE },
};

/* A line that is a comment of the profile. */
struct dump_comment {
	struct str text;
	size_t line;
	bool is_panic;
};

struct dump_reader {
	struct read_job *job; /* NULL: only sniff */
	struct lines lines;
	struct dump_rows rows;
	struct dump_thread thread;
	struct str prefix; /* in front of the last head; in prefix_text */
	char prefix_text[PREFIX_MOST];
	struct arena text; /* lines without colours */
	bool is_gdb;       /* a line of gdb's was seen */
	enum known muted;  /* the block being skipped; KNOWN_LINE: none */
	size_t lost;       /* skipped lines within the stack */
	size_t skipped, first_skipped;
	int64_t last_time, mark_time; /* time of a line, and of the next dump */
	size_t last_time_line;
	VEC(struct dump_comment) comment;      /* texts in `kept` */
	size_t decided;                        /* comments up to here stay */
	const struct dump_format *last_format; /* the last thread's */
	struct arena kept;
	bool found; /* a head and, near it, a frame */
};

/* ---- Lines ---- */

/* Return the line without ANSI colours. */
static struct str
without_colours(struct dump_reader *d, struct str s)
{
	char *copy;
	size_t n = 0;

	if (str_chr(s, '\033') < 0)
		return s;
	copy = arena_alloc(&d->text, s.n);
	for (size_t i = 0; i < s.n; i++) {
		size_t end = i + 2;

		if (s.p[i] != '\033' || i + 1 >= s.n || s.p[i + 1] != '[') {
			copy[n++] = s.p[i];
			continue;
		}
		while (end < s.n &&
			(ascii_is_digit(s.p[end]) || s.p[end] == ';'))
			end++;
		if (end < s.n && s.p[end] == 'm')
			i = end;
		else
			copy[n++] = s.p[i];
	}
	return str_from(copy, n);
}

/* Move *at past a number with its padding and fraction. False if there is no
   number. */
static bool
skip_number(struct str s, size_t *at)
{
	size_t i = *at;

	while (i < s.n && s.p[i] == ' ')
		i++;
	if (i >= s.n || !ascii_is_digit(s.p[i]))
		return false;
	while (i < s.n && ascii_is_digit(s.p[i])) {
		while (i < s.n && ascii_is_digit(s.p[i]))
			i++;
		if (i + 1 < s.n && s.p[i] == '.' && ascii_is_digit(s.p[i + 1]))
			i++;
	}
	*at = i;
	return true;
}

/* Make the first bytes of a line the prefix. The line may be in d->text, which
   does not stay. */
static void
set_prefix(struct dump_reader *d, struct str line, size_t n)
{
	assert(n <= sizeof(d->prefix_text));
	memcpy(d->prefix_text, line.p, n);
	d->prefix = str_from(d->prefix_text, n);
}

/* Cut the prefix off a line. A number matches any other number. False if the
   line has a different prefix. */
static bool
cut_prefix(const struct str *prefix, struct str *s)
{
	size_t i = 0, k = 0;

	while (k < prefix->n) {
		if (skip_number(*prefix, &k)) {
			if (!skip_number(*s, &i))
				return false;
			continue;
		}
		if (i >= s->n) {
			/* An empty line has a prefix without the trailing
			   blanks. */
			struct str rest = str_trim(str_skip(*prefix, k));

			*s = STR_EMPTY;
			return rest.n == 0 && i > 0;
		}
		if (s->p[i++] != prefix->p[k++])
			return false;
	}
	*s = str_skip(*s, i);
	return true;
}

/* Return a line with a tab in place of the "#011" that syslog wrote for it. */
static struct str
with_tab(struct dump_reader *d, struct str s)
{
	char *copy;

	if (!dump_cut(&s, "#011"))
		return s;
	copy = arena_alloc(&d->text, s.n + 1);
	copy[0] = '\t';
	memcpy(copy + 1, s.p, s.n);
	return str_from(copy, s.n + 1);
}

static bool
is_boundary(char c)
{
	return c == ' ' || c == '\t' || c == '|' || c == ':';
}

/* True for "rip    0x48cfe1" and lines of hexadecimal addresses. */
static bool
is_register(struct str s)
{
	struct str rest = s;
	uint64_t value;

	while (rest.n > 0 && s.n - rest.n < 7 && rest.p[0] != ' ')
		rest = str_skip(rest, 1);
	if (rest.n == s.n || rest.n == 0 || rest.p[0] != ' ')
		return false;
	rest = str_trim(rest);
	return dump_hex(&rest, &value) && rest.n == 0;
}

/* ---- Heads and known lines ---- */

/* Begin a thread if s is a head. */
static bool
dump_begin_at(struct dump_reader *d, struct str s)
{
	for (size_t i = 0; i < COUNT_OF(heads); i++) {
		if (!str_starts(s, str_c(heads[i].word)))
			continue;
		dump_thread_reset(&d->thread);
		if (!heads[i].format->head(&d->thread, s)) {
			dump_thread_reset(&d->thread);
			continue;
		}
		d->thread.format = heads[i].format;
		d->thread.head = d->lines.number;
		return true;
	}
	return false;
}

/* Return the time of a line not far above, or 0. */
static int64_t
time_above(const struct dump_reader *d)
{
	return d->lines.number - d->last_time_line <= TIME_ABOVE ? d->last_time
								 : 0;
}

/* Look for a head in a line, perhaps after a prefix. */
static bool
dump_begin(struct dump_reader *d, struct str line)
{
	size_t n = line.n < PREFIX_MOST ? line.n : PREFIX_MOST + 1;
	int64_t time;

	for (size_t at = 0; at < n; at++) {
		if (at > 0 && !is_boundary(line.p[at - 1]))
			continue;
		if (strchr("g\"#TCS", line.p[at]) == NULL || line.p[at] == 0)
			continue;
		if (!dump_begin_at(d, str_skip(line, at)))
			continue;
		set_prefix(d, line, at);
		d->lost = 0;
		d->muted = KNOWN_LINE;
		d->thread.time = d->mark_time > 0 ? d->mark_time
			: dump_time(line, &time)  ? time
						  : time_above(d);
		d->mark_time = 0;
		return true;
	}
	return false;
}

/* True for py-spy's "Process 8751: python hung.py". */
static bool
is_process(struct str s)
{
	int64_t pid;

	return dump_cut(&s, "Process ") && dump_digits(&s, &pid) &&
		dump_cut(&s, ": ");
}

/* Handle a known line outside of stacks. False if it is none. */
static bool
known_at(struct dump_reader *d, struct str s)
{
	for (size_t i = 0; i < COUNT_OF(knowns); i++) {
		enum known kind = knowns[i].kind;

		if (!str_starts(s, str_c(knowns[i].word)))
			continue;
		if (kind == KNOWN_PROCESS && !is_process(s))
			return false;
		if (kind == KNOWN_PANIC || kind == KNOWN_PROCESS) {
			vec_push(&d->comment,
				((struct dump_comment){ arena_str(&d->kept, s),
					d->lines.number,
					kind == KNOWN_PANIC }));
			if (str_is(str_trim(s),
				    "fatal error: all goroutines are asleep - "
				    "deadlock!")) {
				d->rows.fresh = d->lines.number;
				d->rows.next_asleep = true;
			}
		}
		if (kind == KNOWN_DUMP || kind == KNOWN_PROCESS) {
			d->rows.fresh = d->lines.number;
			d->mark_time = time_above(d);
		}
		d->is_gdb |= s.p[0] == '[' || s.p[0] == 'U';
		d->muted = kind == KNOWN_PANIC ? KNOWN_BLOCK
			: kind == KNOWN_BLOCK || kind == KNOWN_SECTION
			? kind
			: d->muted;
		return true;
	}
	if (str_starts(s, STR("PID ")) &&
		str_find(s, STR(" - process"), 0) > 0) {
		d->rows.fresh = d->lines.number;
		if (str_ends(s, STR("memory map")))
			d->muted = KNOWN_SECTION;
		return true;
	}
	/* The JVM's list of the threads in a deadlock. */
	if (str_starts(s, STR("\"")) && str_ends(s, STR("\":"))) {
		d->muted = KNOWN_SECTION;
		return true;
	}
	return is_register(s) || (d->is_gdb && dump_is_gdb_stop(s));
}

/* True for the lines above the threads of Java's dump_to_file: the process, the
   time, the version; and for the process that jcmd prints first, "4711:". */
static bool
is_java_header(const struct dump_reader *d, struct str s)
{
	struct str rest = s;
	int64_t time;

	switch (d->lines.number) {
	case 1:
		return str_cut_digits(&rest).n > 0 &&
			(rest.n == 0 || str_is(rest, ":"));
	case 2:
		return str_ends(s, STR("Z")) && str_chr(s, 'T') == 10 &&
			str_chr(s, ' ') < 0 && dump_time(s, &time);
	case 3:
		return d->last_time_line == 2 && str_cut_digits(&rest).n > 0 &&
			str_chr(s, ' ') < 0;
	default:
		return false;
	}
}

/* Handle a line outside of stacks; an unknown one is skipped. */
static void
other(struct dump_reader *d, struct str line)
{
	const size_t alone = STR("2006-01-02 15:04:05").n;
	struct str cut = line;
	int64_t time;
	/* The line above a Java dump, perhaps after a prefix. */
	bool is_time = line.n >= alone &&
		(line.n == alone || is_boundary(line.p[line.n - alone - 1])) &&
		dump_time(str_skip(line, line.n - alone), &time);

	if (is_time || dump_time(line, &time)) {
		d->last_time = time;
		d->last_time_line = d->lines.number;
		if (is_time)
			return;
	}
	(void)cut_prefix(&d->prefix, &cut);
	if (str_trim(cut).n == 0) {
		if (d->muted == KNOWN_BLOCK)
			d->muted = KNOWN_LINE;
		return;
	}
	if (known_at(d, cut) || is_java_header(d, line))
		return;
	for (size_t at = 1; at < line.n && at <= PREFIX_MOST; at++)
		if (is_boundary(line.p[at - 1]) && line.p[at] != ' ' &&
			strchr("pfF", line.p[at]) != NULL &&
			known_at(d, str_skip(line, at))) {
			set_prefix(d, line, at);
			return;
		}
	if (d->muted != KNOWN_LINE) {
		dump_rows_module(&d->rows, str_trim(cut));
		if (d->muted == KNOWN_SECTION &&
			str_starts(cut, STR("Found ")) &&
			str_find(cut, STR(" deadlock"), 0) > 0)
			d->muted = KNOWN_LINE;
		return;
	}
	if (d->skipped++ == 0)
		d->first_skipped = d->lines.number;
}

/* ---- Threads ---- */

/* Drop panics near a thread of another runtime: they are lines of a log. */
static void
decide_panics(struct dump_reader *d, const struct dump_format *format)
{
	size_t n = d->decided;

	for (size_t i = n; i < d->comment.n; i++) {
		struct dump_comment c = d->comment.p[i];
		bool is_python = str_starts(c.text, STR("Fatal Python"));

		if (!c.is_panic ||
			format == (is_python ? &dump_faulthandler : &dump_go))
			d->comment.p[n++] = c;
		else if (d->skipped++ == 0 || c.line < d->first_skipped)
			d->first_skipped = c.line;
	}
	d->decided = d->comment.n = n;
	d->last_format = format;
}

static void
finish(struct dump_reader *d)
{
	struct dump_thread *t = &d->thread;

	if (t->format == NULL)
		return;
	if (t->format->end != NULL)
		t->format->end(t);
	if (t->nframes == 0 && !t->certain) {
		/* The line was not a head: no frames follow. */
		if (d->skipped++ == 0)
			d->first_skipped = t->head;
	} else if (d->job != NULL) {
		decide_panics(d, t->format);
		dump_rows_add(&d->rows, t);
	}
	dump_thread_reset(t);
}

/* Handle one line. */
static void
take_line(struct dump_reader *d, struct str line)
{
	struct dump_thread *t = &d->thread;
	struct str cut = line;

	if (t->format == NULL) {
		if (!dump_begin(d, line))
			other(d, line);
		return;
	}
	if (cut_prefix(&d->prefix, &cut)) {
		size_t before = t->nframes;

		cut = with_tab(d, cut);
		if (str_trim(cut).n == 0) {
			t->ended = true;
			return;
		}
		if ((!t->ended || t->format->has_parts) &&
			t->format->line(t, cut)) {
			d->found |= t->nframes > before &&
				d->lines.number - t->head <= SNIFF_BELOW + 1;
			d->lost = 0;
			return;
		}
		if (t->ended)
			finish(d);
		/* finish() resets the thread, which dump_begin_at() needs. */
	}
	if (t->format != NULL && ++d->lost > LOST_MOST)
		finish(d);
	if (t->format != NULL) {
		/* Is it the next head? The thread must be complete first. */
		struct dump_thread kept = *t;

		*t = (struct dump_thread){ .counts = true, .pid = kept.pid };
		if (dump_begin_at(d, cut) || dump_begin(d, line)) {
			dump_thread_fini(t);
			*t = kept;
			finish(d);
			(void)dump_begin(d, line);
			return;
		}
		dump_thread_fini(t);
		*t = kept;
		other(d, line);
		return;
	}
	if (!dump_begin(d, line))
		other(d, line);
}

/* Make one pass over all lines. */
static void
pass(struct dump_reader *d)
{
	struct str line;

	d->prefix = STR_EMPTY;
	d->muted = KNOWN_LINE;
	d->lost = d->skipped = 0;
	d->last_time = d->mark_time = 0;
	d->comment.n = d->decided = 0;
	arena_reset(&d->kept);
	d->is_gdb = false;
	d->thread.counts = d->rows.counts;
	d->thread.pid = 0;
	while (!(d->job == NULL && d->found) && lines_next(&d->lines, &line)) {
		if (d->thread.format == NULL)
			arena_reset(&d->text);
		take_line(d, without_colours(d, line));
	}
}

static void
dump_reader_fini(struct dump_reader *d)
{
	dump_rows_fini(&d->rows);
	dump_thread_fini(&d->thread);
	arena_free(&d->text);
	arena_free(&d->kept);
	vec_free(&d->comment);
}

static int
dump_read(struct read_job *job, struct err *err)
{
	struct dump_reader d = { .job = job };
	int rc = -1;
	bool half;

	dump_rows_init(&d.rows, job);
	lines_init(&d.lines, job->bytes, job);
	pass(&d);
	finish(&d);
	if (lines_end(&d.lines, err) == 0 &&
		dump_rows_second(&d.rows, err) == 0) {
		lines_init(&d.lines, job->bytes, job);
		pass(&d);
		half = d.thread.format != NULL && d.thread.half;
		finish(&d);
		decide_panics(&d, d.last_format);
		for (size_t i = 0; i < d.comment.n && i < COMMENTS_MOST; i++)
			read_comment(
				job->builder, str_trim(d.comment.p[i].text));
		if (d.comment.n > COMMENTS_MOST)
			warnings_add(job->warnings,
				"%zu more panics or processes are not listed",
				d.comment.n - COMMENTS_MOST);
		if (half)
			warnings_add(job->warnings,
				"the dump ends in the middle of a stack: it is "
				"truncated");
		else if (job->bytes.p[job->bytes.n - 1] != '\n')
			warnings_add(job->warnings,
				"no newline at the end: the last stack may be "
				"truncated, and others may be missing");
		if (d.skipped > 0)
			warnings_add(job->warnings,
				"%zu line%s to no stack and %s skipped; the "
				"first is line %zu",
				d.skipped,
				d.skipped == 1 ? " belongs" : "s belong",
				d.skipped == 1 ? "was" : "were",
				d.first_skipped);
		rc = dump_rows_end(&d.rows, err);
		if (rc == 0)
			rc = lines_end(&d.lines, err);
	}
	dump_reader_fini(&d);
	return rc;
}

/* ---- Recognition ---- */

static bool
dump_sniff_lines(struct dump_reader *d)
{
	dump_rows_init(&d->rows, NULL);
	pass(d);
	dump_reader_fini(d);
	return d->found;
}

static int
dump_sniff(struct str bytes, struct strbuf *why)
{
	struct dump_reader d = { .job = NULL };

	(void)why;
	lines_sniff(&d.lines, bytes);
	return dump_sniff_lines(&d) ? SNIFF_YES : SNIFF_NO;
}

bool
dump_is_inside(struct str bytes)
{
	struct dump_reader d = { .job = NULL };

	if (memchr(bytes.p, 0, bytes.n) != NULL)
		return false;
	lines_init(&d.lines, bytes, NULL);
	return dump_sniff_lines(&d);
}

const struct reader reader_stackdump = { "stackdump", "stack dump", dump_read,
	.sniff = dump_sniff };
