/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that reads binaries (child.h). */
#include "prelude.h"

#include "symbol/child.h"

#include <unistd.h>

#include "base/file.h"
#include "symbol/addr2line.h"
#include "symbol/elfdefs.h"
#include "symbol/goinfo.h"
#include "symbol/locate.h"
#include "symbol/sandbox.h"
#include "symbol/symtab.h"
#include "symbol/unwind.h"

/* The binary and its symbol sources. */
struct child_binary {
	struct child_request r;
	struct str text[CHILD_TEXTS];
	struct object object;
	struct symtab *symbols;
	struct debuginfo *debug;
	struct gotable *go;
	struct debuginfo_left left;
	struct strbuf words; /* sources found: ", 12 symbols, DWARF" */
};

/* ---- Reading ---- */

/* Open a kernel module, which libdw has to link first. False on failure. */
static bool
open_module(struct child_binary *c, int fd)
{
	struct strbuf id = STRBUF_INIT;

	c->debug = debuginfo_of_module(fd, &id, &c->left);
	if (c->debug != NULL && id.n < sizeof(c->object.build_id))
		memcpy(c->object.build_id, strbuf_c(&id), id.n + 1);
	strbuf_free(&id);
	c->object.type = ET_REL;
	strbuf_addf(&c->words, ", a kernel module%s",
		c->debug != NULL && debuginfo_has_lines(c->debug)
			? " with DWARF"
			: "");
	return c->debug != NULL;
}

static void
open_tables(struct child_binary *c)
{
	bool fast = c->r.fast != 0;
	struct strbuf found = STRBUF_INIT;
	int fd = -1;

	c->symbols = symtab_new(&c->object, fast ? SYMTAB_NM : SYMTAB_LLVM);
	if (symtab_size(c->symbols) > 0)
		strbuf_addf(
			&c->words, ", %zu symbols", symtab_size(c->symbols));
	if (!fast && debuginfo_is_built_in() && !c->object.macho.is) {
		if (object_section(&c->object, ".debug_info") == NULL &&
			object_section(&c->object, ".zdebug_info") == NULL)
			fd = locate_debug(&c->object, c->text[CHILD_PATH],
				c->text[CHILD_DEBUG], &found);
		else
			fd = dup(c->object.fd);
		c->debug = fd < 0 ? NULL : debuginfo_new(fd, &c->left);
		if (c->debug != NULL)
			strbuf_addf(&c->words, ", DWARF%s%.*s",
				found.n > 0 ? " of " : "",
				STR_ARG(strbuf_str(&found)));
	}
	if (!fast && c->debug == NULL)
		c->go = gotable_new(&c->object);
	if (c->go != NULL)
		strbuf_addstr(&c->words, ", Go's table of lines");
	if (c->words.n == 0)
		strbuf_addstr(&c->words, ", no symbols");
	strbuf_free(&found);
}

/* ---- Answers ---- */

static struct str
cut_text(struct str s)
{
	return str_sub(s, 0, CHILD_TEXT_MOST);
}

static struct str
child_name(struct str s)
{
	return str_sub(s, 0, CHILD_NAME_MOST);
}

static void
put(struct strbuf *out, const void *p, size_t n)
{
	strbuf_add(out, str_from(p, n));
}

static void
put_head(struct strbuf *out, const struct child_binary *c, enum child_kind kind,
	struct str text)
{
	struct str id = str_c(c->object.build_id);
	struct child_head h = { .kind = kind,
		.left = c->left,
		.has_lines = c->debug != NULL && debuginfo_has_lines(c->debug),
		.id = (uint32_t)id.n,
		.text = (uint32_t)cut_text(text).n };

	put(out, &h, sizeof(h));
	strbuf_add(out, id);
	strbuf_add(out, cut_text(text));
}

/* Write the results so far, so that a crash loses only the rest. */
static int
flush(struct strbuf *out)
{
	int rc = fd_write(STDOUT_FILENO, strbuf_str(out));

	strbuf_reset(out);
	return rc;
}

static void
answer_all(struct child_binary *c, const char *addresses, uint64_t base)
{
	enum { PIECE = 1 << 15 };
	struct strbuf out = STRBUF_INIT;
	struct made_up made_up = { .name = STRBUF_INIT };

	put_head(&out, c, CHILD_READ, str_skip(strbuf_str(&c->words), 2));
	for (uint64_t i = 0; i < c->r.addresses; i++) {
		struct addr_frames a = { .text = ARENA_INIT };
		uint64_t address;
		uint64_t answer_address;
		bool fast, known = false;
		struct callsite call = { .line = 0 };
		uint32_t n;

		memcpy(&address, addresses + i * sizeof(address),
			sizeof(address));
		confine_renew();
		answer_address = address - base;
		fast = c->r.fast != 0;
		if (c->symbols != NULL)
			known = symtab_find(c->symbols, answer_address,
				&call.name, &call.file);
		if (c->debug == NULL ||
			!debuginfo_find(
				c->debug, answer_address, call.name, &a)) {
			if (c->go == NULL ||
				!gotable_find(c->go, answer_address, &a)) {
				if (!fast || known) {
					if (fast)
						call.file = STR_EMPTY;
					a.call.n = 0;
					vec_push(&a.call, call);
				}
			}
		}
		if (c->r.make_up != 0 && a.call.n == 1 &&
			a.call.p[0].name.n + a.call.p[0].file.n == 0)
			a.call.p[0].name = unwind_name(&made_up, &c->object,
				c->text[CHILD_PATH], answer_address);
		n = (uint32_t)a.call.n;
		put(&out, &n, sizeof(n));
		for (size_t j = 0; j < a.call.n; j++) {
			const struct callsite *child = &a.call.p[j];
			struct str name = child_name(child->name),
				   file = child_name(child->file);
			struct child_call answer_call = { .line = child->line,
				.column = child->column,
				.start = child->start,
				.name = (uint32_t)name.n,
				.file = (uint32_t)file.n };

			put(&out, &answer_call, sizeof(answer_call));
			strbuf_add(&out, name);
			strbuf_add(&out, file);
		}
		vec_free(&a.call);
		arena_free(&a.text);
		if (out.n >= PIECE && flush(&out) != 0)
			break;
	}
	(void)flush(&out);
	strbuf_free(&out);
	strbuf_free(&made_up.name);
}

static int
child_fails(const struct child_binary *c, enum child_kind kind, const char *why)
{
	struct strbuf out = STRBUF_INIT;

	put_head(&out, c, kind, str_c(why));
	(void)flush(&out);
	strbuf_free(&out);
	return 0;
}

/* Answer with the revision, "3f2504e0 modified"; "": unknown. */
static int
answer_revision(const struct child_binary *c)
{
	struct strbuf info = STRBUF_INIT, text = STRBUF_INIT;
	struct str key = STR("vcs.revision");

	if (!goinfo_read(&c->object, &info)) {
		strbuf_add3(&text, "", c->text[CHILD_PATH],
			" has no build information of Go");
		return child_fails(c, CHILD_FAILED, strbuf_c(&text));
	}
	strbuf_add(&text, goinfo_build(strbuf_str(&info), key));
	if (str_is(goinfo_build(strbuf_str(&info), STR("vcs.modified")),
		    "true"))
		strbuf_addstr(&text, " modified");
	return child_fails(c, CHILD_READ, strbuf_c(&text));
}

/* ---- One binary ---- */

static int
open_binary(struct child_binary *c, const char *path, struct stext *stext,
	struct err *err)
{
	int fd = -1;
	static const char *const ends[] = { ".ko", ".ko.gz", ".ko.xz",
		".ko.zst" };
	enum { RATIO = 100 };
	struct str module_path = c->text[CHILD_PATH];
	bool module = false, packed = false;
	uint64_t size;

	for (size_t i = 0; i < COUNT_OF(ends); i++)
		if (str_ends(module_path, str_c(ends[i]))) {
			module = true;
			packed = i > 0;
			break;
		}

	if (module && (fd = binary_open(path, &size, err)) < 0)
		return -1;
	if (packed)
		confine_memory(c->r.memory != 0 && c->r.memory / RATIO < size
				? c->r.memory
				: RATIO * size,
			0);
	if (!module && object_open(&c->object, path, err) != 0)
		return -1;
	if (!module && c->object.type == ET_REL)
		fd = c->object.fd;
	if (fd >= 0 && c->r.fast == 0 && debuginfo_is_built_in() &&
		!open_module(c, fd) && module)
		return err_set(err, ERR_FORMAT,
			packed ? "%s is damaged, or more than 100 times as "
				 "large when unpacked"
			       : "unrecognized binary format: %s",
			path);
	return base_check(&c->object, path, c->text[CHILD_RELOCATION],
		&c->r.place, stext, err);
}

int
child_main(void)
{
	struct strbuf in = STRBUF_INIT;
	struct child_binary c = { .words = STRBUF_INIT, .object.fd = -1 };
	struct str rest;
	char buf[1 << 14];
	ssize_t n;
	struct err err = ERR_INIT;
	struct str path;
	struct stext stext;
	char *name;
	uint64_t base = 0;
	int rc = 0;

	confine_reader();
	while ((n = read(STDIN_FILENO, buf, sizeof(buf))) > 0)
		strbuf_add(&in, str_from(buf, (size_t)n));
	if (in.n < sizeof(c.r))
		return 1;
	memcpy(&c.r, in.p, sizeof(c.r));
	rest = str_skip(strbuf_str(&in), sizeof(c.r));
	for (int i = 0; i < CHILD_TEXTS; i++) {
		if (c.r.text[i] > CHILD_TEXT_MOST || c.r.text[i] > rest.n)
			return 1;
		c.text[i] = str_sub(rest, 0, (size_t)c.r.text[i]);
		rest = str_skip(rest, (size_t)c.r.text[i]);
	}
	if (rest.n % sizeof(uint64_t) != 0 ||
		c.r.addresses != rest.n / sizeof(uint64_t))
		return 1;
	path = c.text[CHILD_PATH];
	name = xstrndup(path.p, path.n);
	if (open_binary(&c, name, &stext, &err) != 0) {
		rc = child_fails(&c, CHILD_FAILED, err.msg);
	} else if (object_is_other(&c.object, c.text[CHILD_ID])) {
		rc = child_fails(&c, CHILD_OTHER_BUILD, c.object.build_id);
	} else if (c.r.revision != 0) {
		rc = answer_revision(&c);
	} else if (base_find(&c.object, &c.r.place, stext, c.r.first, &base,
			   &err) != 0) {
		rc = child_fails(&c, CHILD_READ, err.msg);
	} else {
		confine_memory(c.r.memory, c.object.size);
		if (c.debug == NULL)
			open_tables(&c);
		answer_all(&c, rest.p, base);
	}
	/* The process exits now, which frees the rest. */
	free(name);
	return rc;
}
