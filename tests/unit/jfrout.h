/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A chunk of a flight recording, written by hand: two samples of one stack of
   one frame, or those of async-profiler. */
#ifndef FT_TESTS_JFROUT_H
#define FT_TESTS_JFROUT_H

#include "base/str.h"
#include "base/strbuf.h"
#include "base/utf8.h"

struct jfr_out {
	struct str class, method, thread;
	unsigned ids;   /* of classes, more than without it */
	unsigned start; /* ns */
	int form;       /* of texts: 3, 4, 5; 0: 3 */
	int pad;        /* numbers have so many bytes at least */
	/* Settings of async-profiler, "event=cpu interval=10"; empty: of a JDK.
	   With them, each letter is a sample: its state's first. */
	struct str settings, states;
	struct str event; /* its class; empty: jdk.ExecutionSample */
	struct str setting; /* a setting's; empty: jdk.ActiveSetting */
	bool is_old;      /* classes are called as by Oracle's JDK 9 */
};

static inline void
jfr_out_number(struct strbuf *out, const struct jfr_out *o, uint64_t v)
{
	int n = 1;

	for (; (v >= 0x80 || n < o->pad) && n < 9; v >>= 7, n++)
		strbuf_addch(out, (char)(unsigned char)(v | 0x80));
	strbuf_addch(out, (char)(unsigned char)v);
}

static inline void
jfr_out_text(struct strbuf *out, const struct jfr_out *o, struct str s)
{
	struct strbuf units = STRBUF_INIT;
	uint64_t n = 0;

	strbuf_addch(out, (char)(o->form == 0 ? 3 : o->form));
	if (o->form != 4) {
		jfr_out_number(out, o, s.n);
		strbuf_add(out, s);
		return;
	}
	while (s.n > 0) {
		uint32_t code;

		s = str_skip(s, utf8_decode(s, &code));
		if (code > 0xffff) {
			code -= 0x10000;
			jfr_out_number(&units, o, 0xd800 + (code >> 10));
			code = 0xdc00 + (code & 0x3ff);
			n++;
		}
		jfr_out_number(&units, o, code);
		n++;
	}
	jfr_out_number(out, o, n);
	strbuf_add(out, strbuf_str(&units));
	strbuf_free(&units);
}

/* Behind its size, which counts itself, in two bytes or four. */
static inline void
jfr_out_event(struct strbuf *out, struct strbuf *payload)
{
	size_t n = payload->n + 4;

	for (int i = 0; i < 4; i++, n >>= 7)
		strbuf_addch(out,
			(char)(unsigned char)((n & 0x7f) | (i < 3 ? 0x80 : 0)));
	strbuf_add(out, strbuf_str(payload));
	strbuf_reset(payload);
}

enum {
	JFR_OUT_LONG = 1,
	JFR_OUT_INT,
	JFR_OUT_BOOLEAN,
	JFR_OUT_STRING,
	JFR_OUT_SYMBOL,
	JFR_OUT_CLASS,
	JFR_OUT_METHOD,
	JFR_OUT_TYPE,
	JFR_OUT_STATE,
	JFR_OUT_THREAD,
	JFR_OUT_FRAME,
	JFR_OUT_STACK,
	JFR_OUT_SAMPLE,
	JFR_OUT_CLASSES,
	JFR_OUT_SETTING = JFR_OUT_CLASSES,
	JFR_OUT_ASYNC_CLASSES
};

/* Class by class: its name, then for each field what it is called and its
   class,
   "*" if it is in a pool, "+" if there are many. */
static const char *const jfr_out_classes[] = { "long", "int", "boolean",
	"java.lang.String", "jdk.types.Symbol string=4",
	"java.lang.Class name=5*",
	"jdk.types.Method type=6* name=5* descriptor=5*",
	"jdk.types.FrameType description=4", "jdk.types.ThreadState name=4",
	"java.lang.Thread osName=4 osThreadId=1 javaName=4",
	"jdk.types.StackFrame method=7* lineNumber=2 bytecodeIndex=2 type=8*",
	"jdk.types.StackTrace truncated=3 frames=11+",
	("jdk.ExecutionSample startTime=1 sampledThread=10* stackTrace=12* "
	 "state=9*"),
	"jdk.ActiveSetting name=4 value=4" };

/* As many as are written. */
static inline unsigned
jfr_out_count(const struct jfr_out *o)
{
	return o->settings.n > 0 ? JFR_OUT_ASYNC_CLASSES : JFR_OUT_CLASSES;
}

/* "jdk.types.Symbol" as "com.oracle.jfr.types.Symbol". */
static inline struct str
jfr_out_old(struct strbuf *out, struct str name)
{
	struct str rest = name;

	if (!str_starts(name, STR("jdk.")))
		return name;
	rest = str_skip(rest, 4);
	strbuf_addf(out, "com.oracle.%s.%.*s",
		str_starts(rest, STR("types.")) ? "jfr" : "jdk", STR_ARG(rest));
	return strbuf_str(out);
}

/* The texts of the metadata: a text's number. */
struct jfr_out_texts {
	struct strbuf bytes;
	struct str text[96];
	size_t n;
	struct strbuf old[JFR_OUT_ASYNC_CLASSES]; /* that the texts are in */
};

static inline size_t
jfr_out_index(struct jfr_out_texts *t, const struct jfr_out *o, struct str s)
{
	size_t i = 0;

	while (i < t->n && !str_eq(t->text[i], s))
		i++;
	if (i == t->n) {
		t->text[t->n++] = s;
		jfr_out_text(&t->bytes, o, s);
	}
	return i;
}

/* A name and a value. */
static inline void
jfr_out_attribute(struct strbuf *out, struct jfr_out_texts *t,
	const struct jfr_out *o, const char *name, struct str value)
{
	jfr_out_number(out, o, jfr_out_index(t, o, str_c(name)));
	jfr_out_number(out, o, jfr_out_index(t, o, value));
}

/* The decimal texts of ids: 1 to 99. */
static inline struct str
jfr_out_id(const struct jfr_out *o, unsigned id)
{
	static const char digits[] =
		"000102030405060708091011121314151617181920212223242526272829"
		"303132333435363738394041424344454647484950515253545556575859"
		"606162636465666768697071727374757677787980818283848586878889"
		"90919293949596979899";

	return str_from(digits + (size_t)2 * (id + o->ids), 2);
}

static inline void
jfr_out_field(struct strbuf *out, struct jfr_out_texts *t,
	const struct jfr_out *o, struct str field)
{
	struct str name = str_cut(&field, '=');
	bool is_pooled = str_ends(field, STR("*"));
	bool is_array = str_ends(field, STR("+"));
	int64_t type = 0;

	if (is_pooled || is_array)
		field.n--;
	(void)!str_to_i64(field, &type);
	jfr_out_number(out, o, jfr_out_index(t, o, STR("field")));
	jfr_out_number(out, o, is_pooled || is_array ? 3 : 2);
	jfr_out_attribute(out, t, o, "name", name);
	jfr_out_attribute(out, t, o, "class", jfr_out_id(o, (unsigned)type));
	if (is_pooled)
		jfr_out_attribute(out, t, o, "constantPool", STR("true"));
	if (is_array)
		jfr_out_attribute(out, t, o, "dimension", STR("1"));
	jfr_out_number(out, o, 0);
}

static inline void
jfr_out_metadata(struct strbuf *out, const struct jfr_out *o)
{
	struct jfr_out_texts t = { .n = 0 };
	struct strbuf tree = STRBUF_INIT, payload = STRBUF_INIT;

	jfr_out_number(&tree, o, jfr_out_index(&t, o, STR("root")));
	jfr_out_number(&tree, o, 0);
	jfr_out_number(&tree, o, 1);
	jfr_out_number(&tree, o, jfr_out_index(&t, o, STR("metadata")));
	jfr_out_number(&tree, o, 0);
	jfr_out_number(&tree, o, jfr_out_count(o) - 1);
	for (unsigned i = 1; i < jfr_out_count(o); i++) {
		struct str rest = str_c(jfr_out_classes[i - 1]);
		struct str name = str_cut(&rest, ' ');
		bool is_event = i >= JFR_OUT_SAMPLE;
		size_t fields = rest.n > 0;

		if (i == JFR_OUT_SAMPLE && o->event.n > 0)
			name = o->event;
		if (i == JFR_OUT_SETTING && o->setting.n > 0)
			name = o->setting;
		if (o->is_old)
			name = jfr_out_old(&t.old[i], name);
		for (size_t k = 0; k < rest.n; k++)
			fields += rest.p[k] == ' ';
		jfr_out_number(&tree, o, jfr_out_index(&t, o, STR("class")));
		jfr_out_number(&tree, o, is_event ? 3 : 2);
		jfr_out_attribute(&tree, &t, o, "name", name);
		jfr_out_attribute(&tree, &t, o, "id", jfr_out_id(o, i));
		if (is_event)
			jfr_out_attribute(&tree, &t, o, "superType",
				STR("jdk.jfr.Event"));
		jfr_out_number(&tree, o, fields);
		while (rest.n > 0)
			jfr_out_field(&tree, &t, o, str_cut(&rest, ' '));
	}
	for (int i = 0; i < 3; i++) /* type 0, start, duration */
		jfr_out_number(&payload, o, 0);
	/* Its number: that of async-profiler. */
	jfr_out_number(&payload, o, o->settings.n > 0 ? 0x7fffffff : 0);
	jfr_out_number(&payload, o, t.n);
	strbuf_add(&payload, strbuf_str(&t.bytes));
	strbuf_add(&payload, strbuf_str(&tree));
	jfr_out_event(out, &payload);
	strbuf_free(&payload);
	strbuf_free(&tree);
	strbuf_free(&t.bytes);
	for (size_t i = 0; i < JFR_OUT_ASYNC_CLASSES; i++)
		strbuf_free(&t.old[i]);
}

static inline void
jfr_out_constants(struct strbuf *out, const struct jfr_out *o)
{
	const struct str symbol[] = { o->class, o->method, STR("()V") };
	static const char states[] = "rsd";
	static const char *const names[] = { "STATE_RUNNABLE", "STATE_SLEEPING",
		"STATE_DEFAULT" };
	struct str settings = o->settings;
	struct strbuf p = STRBUF_INIT;

#define N(v) jfr_out_number(&p, o, (v))
#define POOL(class) (N((class) + o->ids), N(1), N(1))
	N(1), N(0), N(0), N(0); /* type, start, duration, delta */
	strbuf_addch(&p, 1);    /* flags */
	N(7);
	/* What refers to symbols comes before them. */
	POOL(JFR_OUT_STACK), strbuf_addch(&p, 0), N(1);
	N(1), N(7), N(0), N(1);
	POOL(JFR_OUT_METHOD), N(1), N(2), N(3);
	POOL(JFR_OUT_CLASS), N(1);
	N(JFR_OUT_SYMBOL + o->ids), N(3);
	for (unsigned i = 0; i < 3; i++) {
		N(i + 1);
		jfr_out_text(&p, o, symbol[i]);
	}
	POOL(JFR_OUT_TYPE);
	jfr_out_text(&p, o, STR("JIT compiled"));
	N(JFR_OUT_STATE + o->ids), N(o->states.n > 0 ? 3 : 1);
	for (unsigned i = 0; i < (o->states.n > 0 ? 3 : 1); i++) {
		N(i + 1);
		jfr_out_text(&p, o, str_c(names[i]));
	}
	POOL(JFR_OUT_THREAD);
	strbuf_addch(&p, 0); /* null */
	N(11);
	jfr_out_text(&p, o, o->thread);
	jfr_out_event(out, &p);
	while (settings.n > 0) {
		struct str value = str_cut(&settings, ' ');
		struct str name = str_cut(&value, '=');

		N(JFR_OUT_SETTING + o->ids);
		jfr_out_text(&p, o, name);
		jfr_out_text(&p, o, value);
		jfr_out_event(out, &p);
	}
	for (unsigned i = 0; i < (o->states.n > 0 ? o->states.n : 2); i++) {
		N(JFR_OUT_SAMPLE + o->ids);
		N(o->start + 10 * i), N(1), N(1);
		N(o->states.n > 0
				? (uint64_t)(strchr(states, o->states.p[i]) -
					  states) +
					1
				: 1);
		jfr_out_event(out, &p);
	}
#undef POOL
#undef N
	strbuf_free(&p);
}

static inline void
jfr_out_fixed(struct strbuf *out, size_t n, uint64_t v)
{
	for (size_t i = n; i-- > 0;)
		strbuf_addch(out, (char)(unsigned char)(v >> 8 * i));
}

/* Append the chunk. */
static inline void
jfr_out(struct strbuf *out, const struct jfr_out *o)
{
	enum { HEADER = 68, SECOND = 1000000000 };
	struct strbuf body = STRBUF_INIT;
	size_t metadata;

	jfr_out_constants(&body, o);
	metadata = HEADER + body.n;
	jfr_out_metadata(&body, o);
	strbuf_add(out, STR("FLR\0\0\2\0\1"));
	jfr_out_fixed(out, 8, HEADER + body.n);
	jfr_out_fixed(out, 8, HEADER); /* of the last checkpoint */
	jfr_out_fixed(out, 8, metadata);
	jfr_out_fixed(out, 8, SECOND); /* start */
	jfr_out_fixed(out, 8, SECOND); /* duration */
	jfr_out_fixed(out, 8, 0);      /* start in ticks */
	jfr_out_fixed(out, 8, SECOND); /* ticks per second */
	jfr_out_fixed(out, 4, 1);      /* finished; compressed */
	strbuf_add(out, strbuf_str(&body));
	strbuf_free(&body);
}

#endif
