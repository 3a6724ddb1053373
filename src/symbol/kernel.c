/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Kernel symbols (kernel.h). */
#include "prelude.h"

#include "symbol/kernel.h"

#include <glob.h>

#include "base/compiler.h"
#include "base/file.h"
#include "symbol/object.h"

#define SECOND INT64_C(1000000000)

static const struct str plain = { "[kernel.kallsyms]", 17 };

bool
kernel_is(struct str file)
{
	return str_starts(file, STR("[kernel"));
}

struct str
kernel_relocation(struct str file)
{
	return str_starts(file, plain) ? str_skip(file, plain.n) : STR_EMPTY;
}

/* ---- vmlinux ---- */

bool
kernel_file(const char *root, struct str build_id, struct strbuf *found)
{
	static const char *const places[] = { "/usr/lib/debug/boot/vmlinux*",
		"/usr/lib/debug/lib/modules/*/vmlinux", "/boot/vmlinux*",
		"/lib/modules/*/build/vmlinux", "/lib/modules/*/vmlinux" };

	for (size_t i = 0; i < COUNT_OF(places) && build_id.n > 0; i++) {
		struct strbuf path = STRBUF_INIT;
		bool good = false;
		glob_t g;

		strbuf_addf(&path, "%s%s", root, places[i]);
		if (glob(strbuf_c(&path), GLOB_NOSORT, NULL, &g) == 0) {
			for (size_t j = 0; j < g.gl_pathc && !good; j++) {
				struct err err = ERR_INIT;
				struct object o;
				bool same;

				if (object_open(&o, g.gl_pathv[j], &err) != 0) {
					good = false;
				} else {
					same = str_is(build_id, o.build_id);
					object_close(&o);
					good = same;
				}
				if (!good)
					continue;
				strbuf_reset(found);
				strbuf_addstr(found, g.gl_pathv[j]);
			}
			globfree(&g);
		}
		strbuf_free(&path);
		if (good)
			return true;
	}
	return false;
}

/* ---- The running kernel ---- */

/* Read a small system file. Return "" if it is missing or unreadable. */
static struct str
system_file(const char *root, const char *path, struct strbuf *text)
{
	enum { MOST = 1 << 20 };
	struct strbuf whole = STRBUF_INIT;
	struct err err = ERR_INIT;

	strbuf_addf(&whole, "%s%s", root, path);
	strbuf_reset(text);
	if (file_read(strbuf_c(&whole), MOST, text, &err) != 0)
		strbuf_reset(text);
	strbuf_free(&whole);
	return strbuf_str(text);
}

static bool
runs_here(const char *root, struct str build_id)
{
	struct strbuf notes = STRBUF_INIT;
	char id[BUILD_ID_ROOM];

	notes_build_id(system_file(root, "/sys/kernel/notes", &notes), id);
	strbuf_free(&notes);
	return id[0] != '\0' && str_is(build_id, id);
}

int
kernel_open(struct kernel *k, const char *root, struct str file,
	struct str build_id, uint64_t start, int64_t time_nanos,
	struct err *err)
{
	struct strbuf path = STRBUF_INIT;
	struct str symbol = kernel_relocation(file);
	uint64_t at = 0;
	bool same, placed;
	int rc;
	int64_t boot, now;
	struct strbuf text = STRBUF_INIT;
	struct str rest;

	*k = (struct kernel){ .symbols = ADDRMAP_INIT };
	/* Read the boot time: "btime 1700000000", in seconds since 1970. */
	rest = system_file(root, "/proc/stat", &text);
	boot = 0;
	while (rest.n > 0) {
		struct str line = str_cut(&rest, '\n');

		if (str_starts(line, STR("btime ")) &&
			str_to_i64(str_skip(line, 6), &boot))
			break;
	}
	strbuf_free(&text);
	now = (int64_t)time(NULL);
	k->same_boot = boot > 0 && time_nanos / SECOND >= boot &&
		time_nanos / SECOND <= now;
	same = build_id.n > 0 && runs_here(root, build_id);
	if (!same && (build_id.n > 0 || !k->same_boot))
		return 1;
	strbuf_addf(&path, "%s/proc/kallsyms", root);
	rc = addrmap_read(&k->symbols, strbuf_c(&path), ADDRMAP_KALLSYMS, err);
	strbuf_free(&path);
	if (rc != 0)
		return rc;
	if (k->symbols.hidden)
		rc = err_set(err, ERR_IO,
			"/proc/kallsyms shows no addresses: see "
			"/proc/sys/kernel/kptr_restrict");
	placed = addrmap_address(
		&k->symbols, symbol.n > 0 ? symbol : STR("_stext"), &at);
	/* Without a build id, the kernel's address must match. */
	if (rc == 0 && !same && (!placed || at != start))
		rc = 1;
	if (rc != 0)
		kernel_close(k);
	else if (placed && start != 0)
		k->moved = at - start;
	return rc;
}

void
kernel_close(struct kernel *k)
{
	addrmap_free(&k->symbols);
}

bool
kernel_find(const struct kernel *k, uint64_t address, bool in_kernel,
	struct str *name)
{
	if (!in_kernel && (!k->same_boot || k->moved != 0))
		return false;
	return addrmap_find(
		&k->symbols, in_kernel ? address + k->moved : address, name);
}
