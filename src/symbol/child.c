/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that reads binaries: see child.h. */
#include "config.h"

#include "symbol/child.h"

#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <unistd.h>

#include "base/file.h"
#include "symbol/answer.h"
#include "symbol/locate.h"
#include "symbol/symtab.h"

#include "base/banned.h"

extern char **environ;

enum {
	CPU_SECONDS = 60,
	ANSWER_SECONDS = 20, /* for one address */
	NICER = 5,
};

/* What can be known of one binary. */
struct child {
	struct object object;
	struct symtab *symbols;
	struct debuginfo *debug;
	struct gotable *go;
	struct strbuf words; /* about all that */
};

static void
limit(int resource, rlim_t most)
{
	struct rlimit r = { .rlim_cur = most, .rlim_max = most }, now;

	if (getrlimit(resource, &now) == 0 && now.rlim_max < most)
		r.rlim_cur = r.rlim_max = now.rlim_max;
	(void)setrlimit(resource, &r);
}

static void
confine(void)
{
	environ = xcalloc(1, sizeof(*environ));
	limit(RLIMIT_CPU, CPU_SECONDS);
	limit(RLIMIT_CORE, 0);
	limit(RLIMIT_FSIZE, 0);
#if !defined(FT_SANITIZE)
	if (sizeof(rlim_t) > 4)
		limit(RLIMIT_AS, (rlim_t)1 << 32);
#endif
	(void)signal(SIGALRM, SIG_DFL);
	(void)setpriority(PRIO_PROCESS, 0, NICER);
	(void)alarm(ANSWER_SECONDS);
}

static void
open_tables(struct child *c, struct str path, bool fast)
{
	struct strbuf found = STRBUF_INIT;
	int fd = -1;

	c->symbols = symtab_new(&c->object, fast);
	if (symtab_size(c->symbols) > 0)
		strbuf_addf(
			&c->words, ", %zu symbols", symtab_size(c->symbols));
	if (!fast && debuginfo_is_built_in()) {
		if (object_section(&c->object, ".debug_info") == NULL &&
			object_section(&c->object, ".zdebug_info") == NULL)
			fd = locate_debug(&c->object, path, &found);
		else
			fd = dup(c->object.fd);
		c->debug = fd < 0 ? NULL : debuginfo_new(fd);
		if (c->debug != NULL)
			strbuf_addf(&c->words, ", DWARF%s%.*s",
				found.n > 0 ? " of " : "",
				STR_ARG(strbuf_str(&found)));
	}
	if (!fast && c->debug == NULL)
		c->go = gotable_new(&c->object);
	if (c->go != NULL)
		strbuf_addc(&c->words, ", Go's table of lines");
	if (c->words.n == 0)
		strbuf_addc(&c->words, ", no symbols");
	strbuf_free(&found);
}

static void
find_answer(struct child *c, uint64_t address, bool fast, struct answer *a)
{
	struct str name, file;
	bool known = symtab_find(c->symbols, address, &name, &file);
	struct callsite call = { .name = name };

	if (c->debug != NULL && debuginfo_find(c->debug, address, name, a))
		return;
	if (c->go != NULL && gotable_find(c->go, address, a))
		return;
	if (fast && !known)
		return;
	call.file = fast ? STR_EMPTY : file;
	vec_push(&a->call, call);
}

static struct str
cut_text(struct str s)
{
	return str_sub(s, 0, CHILD_TEXT_MOST);
}

static void
put(struct strbuf *out, const void *p, size_t n)
{
	strbuf_add(out, str_from(p, n));
}

static void
put_answer(struct strbuf *out, const struct answer *a)
{
	uint32_t n = (uint32_t)a->call.n;

	put(out, &n, sizeof(n));
	for (size_t i = 0; i < a->call.n; i++) {
		const struct callsite *c = &a->call.p[i];
		struct str name = cut_text(c->name), file = cut_text(c->file);
		struct child_call call = { .line = c->line,
			.column = c->column,
			.start = c->start,
			.name = (uint32_t)name.n,
			.file = (uint32_t)file.n };

		put(out, &call, sizeof(call));
		strbuf_add(out, name);
		strbuf_add(out, file);
	}
}

static void
put_head(struct strbuf *out, enum child_kind kind, struct str text)
{
	struct child_head h = { .kind = kind,
		.text = (uint32_t)cut_text(text).n };

	put(out, &h, sizeof(h));
	strbuf_add(out, cut_text(text));
}

/* What has been found goes out now and then: a crash loses only the rest. */
static int
flush(struct strbuf *out)
{
	int rc = fd_write(STDOUT_FILENO, strbuf_str(out));

	strbuf_reset(out);
	return rc;
}

static void
answer_all(struct child *c, const struct child_request *r,
	const char *addresses, uint64_t base)
{
	enum { PIECE = 1 << 15 };
	struct strbuf out = STRBUF_INIT;

	put_head(&out, CHILD_READ, str_skip(strbuf_str(&c->words), 2));
	for (uint64_t i = 0; i < r->addresses; i++) {
		struct answer a = { .text = ARENA_INIT };
		uint64_t address;

		memcpy(&address, addresses + i * sizeof(address),
			sizeof(address));
		(void)alarm(ANSWER_SECONDS);
		find_answer(c, address - base, r->fast != 0, &a);
		put_answer(&out, &a);
		vec_free(&a.call);
		arena_free(&a.text);
		if (out.n >= PIECE && flush(&out) != 0)
			break;
	}
	(void)flush(&out);
	strbuf_free(&out);
}

static int
fail(enum child_kind kind, const char *why)
{
	struct strbuf out = STRBUF_INIT;

	put_head(&out, kind, str_c(why));
	(void)flush(&out);
	strbuf_free(&out);
	return 0;
}

static int
read_binary(const struct child_request *r, struct str text)
{
	struct child c = { .words = STRBUF_INIT };
	struct err err = ERR_INIT;
	struct stext stext;
	struct str path = str_sub(text, 0, r->path);
	struct str id = str_sub(text, r->path, r->path + r->id);
	char *name = xstrndup(path.p, path.n);
	uint64_t base = 0;
	int rc = 0;

	if (object_open(&c.object, name, &err) != 0 ||
		base_check(&c.object, name, &r->place, &stext, &err) != 0) {
		rc = fail(CHILD_FAILED, err.msg);
	} else if (object_is_other(&c.object, id)) {
		rc = fail(CHILD_OTHER_BUILD, c.object.build_id);
	} else if (base_find(&c.object, &r->place, stext, r->first, &base,
			   &err) != 0) {
		rc = fail(CHILD_READ, err.msg);
	} else {
		open_tables(&c, path, r->fast != 0);
		answer_all(&c, r, text.p + r->path + r->id, base);
	}
	/* The rest goes with the process. */
	free(name);
	return rc;
}

int
child_main(void)
{
	struct strbuf in = STRBUF_INIT;
	struct child_request r;
	char buf[1 << 14];
	ssize_t n;

	confine();
	while ((n = read(STDIN_FILENO, buf, sizeof(buf))) > 0)
		strbuf_add(&in, str_from(buf, (size_t)n));
	if (in.n < sizeof(r))
		return 1;
	memcpy(&r, in.p, sizeof(r));
	if (r.path > CHILD_TEXT_MOST || r.id > CHILD_TEXT_MOST ||
		r.addresses > in.n / sizeof(uint64_t) ||
		in.n !=
			sizeof(r) + r.path + r.id +
				r.addresses * sizeof(uint64_t))
		return 1;
	return read_binary(&r, str_skip(strbuf_str(&in), sizeof(r)));
}
