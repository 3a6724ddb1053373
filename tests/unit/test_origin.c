/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The origin of code: one frame of each kind, and whole profiles. */
#include "prelude.h"

#include "testing.h"

#include "base/compiler.h"
#include "engine/filtered.h"
#include "engine/origin.h"
#include "stacks.h"
#include "util_read.h"

enum {
	U = ORIGIN_USER,
	L = ORIGIN_LIBRARY,
	S = ORIGIN_SYSTEM,
	X = ORIGIN_UNKNOWN
};

struct row {
	const char *name, *file, *map;
	int want;
	bool kernel;
};

#define APP "/home/u/app/app"
#define LIBC "/usr/lib/x86_64-linux-gnu/libc.so.6"
#define KERNEL "[kernel.kallsyms]"

/* clang-format off */
static const struct row table[] = {
	{ "main.parseLine", "/home/u/app/main.go", APP, U, false },
	{ "encoding/json.(*decodeState).object",
	  "/usr/local/go/src/encoding/json/decode.go", "", L, false },
	{ "runtime.mallocgc", "/usr/local/go/src/runtime/malloc.go", "", S,
	  false },
	{ "github.com/acme/api/store.Get", "/src/api/store/get.go", "", U,
	  false },
	{ "github.com/lib/pq.(*conn).query",
	  "/home/u/go/pkg/mod/github.com/lib/pq@v1.10.9/conn.go", "", L, false },
	{ "github.com/lib/pq.(*conn).query",
	  "github.com/lib/pq@v1.10.9/conn.go", "", L, false },
	{ "example.com/shop/api.(*Cart).Sum", "example.com/shop/api/cart.go",
	  "", U, false },
	{ "slices.SortFunc[...]", "slices/sort.go", "", L, false },
	{ "golang.org/x/sys/unix.Syscall", "", "", S, false },
	{ "syscall.Syscall6", "", "", S, false },
	{ "runtime.memmove", "/usr/local/go/src/runtime/memmove_amd64.s", "",
	  S, false },
	{ "internal/runtime/maps.(*Iter).Next",
	  "internal/runtime/maps/table.go", "", S, false },
	{ "vendor/golang.org/x/net/http2.(*Framer).ReadFrame",
	  "vendor/golang.org/x/net/http2/frame.go", "", L, false },

	{ "tcp_sendmsg", "", KERNEL, S, true },
	{ "nf_hook_slow", "", "[nf_conntrack]", S, true },
	{ "__vdso_clock_gettime", "", "[vdso]", S, true },
	{ "__x64_sys_read", "", "", S, true },
	{ "vfs_read", "", "/usr/lib/debug/boot/vmlinux-6.1.0", S, true },
	{ "nvme_irq", "", "/lib/modules/6.1/nvme.ko.xz", S, true },
	{ "tcp_v4_rcv_[k]", "", "", S, true },

	{ "handler (app/views.py:10)", "", "", U, false },
	{ "get (/venv/lib/python3.11/site-packages/requests/api.py:73)", "",
	  "", L, false },
	{ "dumps (/usr/lib/python3.11/json/__init__.py:231)", "", "", L,
	  false },
	{ "_find_and_load (<frozen importlib._bootstrap>:1176)", "", "", S,
	  false },
	{ "handler", "/srv/app/views.py", "", U, false },
	{ "_PyEval_EvalFrameDefault", "", "/usr/bin/python3.11", S, false },
	{ "PyObject_Call", "Objects/call.c", "", S, false },
	{ "PyInit_app", "", "/venv/lib/python3.11/site-packages/app.so", L,
	  false },

	{ "handle", "file:///srv/app/src/server.mjs", "", U, false },
	{ "handle (file:///srv/app/src/server.mjs:12:5)", "", "", U, false },
	{ "next", "file:///srv/app/node_modules/express/lib/router/index.js",
	  "", L, false },
	{ "processTicksAndRejections", "node:internal/process/task_queues", "",
	  S, false },
	{ "(garbage collector)", "", "", S, false },
	{ "Garbage Collection", "", "", S, false },
	{ "Node.js", "", "", S, false },
	{ "(external)", "", "", S, false },
	{ "Non JS threads activity", "", "", S, false },
	{ ":(idle):0", "", "", S, false },
	{ ":runMicrotasks:0", "", "", S, false },
	{ "Node.js", "file:///srv/app/server.js", "", U, false },

	{ "com/acme/shop/Cart.total", "", "", U, false },
	{ "java/util/HashMap.get", "", "", L, false },
	{ "jdk/internal/misc/Unsafe.park", "", "", S, false },
	{ "org/springframework/web/servlet/FrameworkServlet.doGet", "", "", L,
	  false },
	{ "com.acme.shop.Cart.total", "Cart.java", "", U, false },
	{ "G1ParTask::work", "", "/usr/lib/jvm/x/lib/server/libjvm.so", S,
	  false },

	{ "Shop!Shop.Cart.Total", "", "", U, false },
	{ "System.Private.CoreLib!System.String.Concat", "", "", L, false },
	{ "total", "/srv/app/cart.rb", "", U, false },
	{ "each", "/usr/lib/ruby/gems/3.1/gems/rack/lib/rack.rb", "", L,
	  false },
	{ "Array#each [c function]", "", "", S, false },
	{ "total - /srv/app/cart.rb:12", "", "", U, false },
	{ "App\\Cart::total", "/srv/app/src/Cart.php", "", U, false },
	{ "Twig\\Template::render", "/srv/app/vendor/twig/Template.php", "",
	  L, false },

	{ "myapp::engine::step::h0123456789abcdef", "src/engine.rs", "", U,
	  false },
	{ "<alloc::vec::Vec<T> as core::ops::Drop>::drop", "", "", L, false },
	{ "<T as myapp::Shape>::area", "src/shape.rs", "", U, false },
	{ "<&str as core::fmt::Display>::fmt", "", "", L, false },
	{ "serde_json::de::from_str",
	  "/home/u/.cargo/registry/src/x/serde_json-1.0/src/de.rs", "", L,
	  false },
	{ "std::rt::lang_start_internal", "", "", S, false },
	{ "<alloc::raw_vec::RawVecInner>::try_allocate_in",
	  "src/raw_vec/mod.rs", "", L, false },
	{ "<std::sys::sync::once::futex::Once>::call", "sync/once/futex.rs", "",
	  S, false },
	{ "<std::sys::fs::unix::File>::read", "", APP, S, false },
	{ "<alloc::vec::Vec<u8>>::reserve", "", APP, L, false },
	{ "<[u8]>::sort_by", "src/slice.rs", "", L, false },
	{ "<str>::trim", "str/mod.rs", "", L, false },
	{ "<myapp::Shelf>::count", "src/shelf.rs", "", U, false },
	{ "<f64>::sin", "", APP, L, false },
	{ "<u64>::wrapping_add", "", APP, L, false },
	{ "hashbrown::map::make_hash", "", APP, L, false },
	{ "<hashbrown::raw::RawTableInner>::find", "", APP, L, false },
	{ "__rustc::__rdl_alloc", "", APP, S, false },

	{ "hot", "/home/u/t.c", APP, U, false },
	{ "std::vector<int>::push_back",
	  "/usr/include/c++/12/bits/stl_vector.h", APP, L, false },
	{ "__libc_start_call_main", "", LIBC, S, false },
	{ "malloc", "./malloc/malloc.c", LIBC, S, false },
	{ "futex_wait", "../sysdeps/nptl/futex-internal.h", "", S, false },
	{ "__GI___lll_lock_wait", "./nptl/lowlevellock.c", "", S, false },
	{ "msort_with_tmp", "./stdlib/msort.c", "", S, false },
	{ "mmap", "mmap64.c", "", S, false },
	{ "_IO_file_doallocate", "filedoalloc.c", "", S, false },
	{ "grow", "./src/malloc/grow.c", "", U, false },
	{ "__GI___libc_malloc", "", "", S, false },
	{ "__GI__IO_default_xsputn", "", "", S, false },
	{ "__memcpy_avx512_unaligned_erms", "", "", S, false },
	{ "tcache_get", "", "", S, false },
	{ "__introsort_loop<__normal_iterator<int*>, long>", "", APP, L,
	  false },
	{ "__wrap_read", "", APP, U, false },
	{ "memcpy", "", "", X, false },
	{ "WallClock::signalHandler", "", "/opt/ap/lib/libasyncProfiler.so", S,
	  false },
	{ "loads", "json/__init__.py", "", L, false },
	{ "run", "threading.py", "", L, false },
	{ "run", "jobs/threading.py", "", U, false },
	{ "malloc", "", "/usr/lib/libjemalloc.so.2", L, false },
	{ "inflate", "", "/usr/lib/x86_64-linux-gnu/libz.so.1", L, false },
	{ "glyph::kern", "/src/typeset/glyph.cpp", "/srv/lib/libglyph.so", U,
	  false },
	{ "ssl_read", "", "/usr/lib/x86_64-linux-gnu/libcrypto.so.3", L,
	  false },

	{ "[unknown]", "", "[unknown]", X, false },
	{ "[unknown]", "", "/usr/lib/libfoo.so.1", L, false },
	{ "", "", LIBC, S, false },
	{ "0x00007f12", "", "", X, false },
	{ "foo", "", "", X, false },
	{ "foo", "", "[jit]", X, false },
	{ "", "", "", X, false },
};
/* clang-format on */

TEST(each_frame_is_judged_as_the_table_says)
{
	struct origin_rules *r = origin_rules_new();

	for (size_t i = 0; i < COUNT_OF(table); i++) {
		const struct row *row = &table[i];
		struct origin_facts f = { .name = str_c(row->name),
			.file = str_c(row->file),
			.map = str_c(row->map),
			.is_main = strcmp(row->map, APP) == 0 };
		struct origin is = origin_rules_judge(r, &f);

		if (is.kind != row->want || is.is_kernel != row->kernel)
			print_error("%s | %s | %s: %s (%s)\n", row->name,
				row->file, row->map,
				origin_name((enum origin_kind)is.kind), is.why);
		assert_int_equal(is.kind, row->want);
		assert_int_equal(is.is_kernel, row->kernel);
		assert_true(is.why != NULL && is.why[0] != '\0');
	}
	origin_rules_free(r);
}

static int
kind_of(struct origins *o, const struct view *v, const char *name)
{
	frame_id f = frames_find(v->frames, str_c(name));

	assert_true(f != NONE);
	return origin_of_frame(o, v->frames, f).kind;
}

struct opened {
	struct profile *p;
	struct engine *e;
	const struct view *v;
	struct origins *o;
};

static void
open_with(struct opened *x, const char *text, const struct query *said)
{
	struct query q;
	struct err err = ERR_INIT;

	query_init(&q);
	x->p = stacks_read(text);
	x->e = engine_new(x->p);
	x->v = view_compute(x->e, &q, NULL, &err);
	assert_non_null(x->v);
	x->o = origins_new(x->v->profile, said, &err);
	assert_non_null(x->o);
}

static void
open_text(struct opened *x, const char *text, const char *user)
{
	struct query q;

	query_init(&q);
	q.user = str_c(user);
	open_with(x, text, &q);
}

static void
close_it(struct opened *x)
{
	origins_free(x->o);
	view_unref(x->v);
	engine_free(x->e);
	profile_unref(x->p);
}

static const char *
why_of(const struct opened *x, const char *name)
{
	frame_id f = frames_find(x->v->frames, str_c(name));

	assert_true(f != NONE);
	return origin_of_frame(x->o, x->v->frames, f).why;
}

struct named_kind {
	const char *name;
	int kind;
};

#define KINDS(...) \
	(const struct named_kind[]) \
	{ \
		__VA_ARGS__, \
		{ \
			NULL, 0 \
		} \
	}

/* Each of these functions has this kind. */
static void
kinds_are(const char *text, const char *user, const struct named_kind *want)
{
	struct opened x;

	open_text(&x, text, user);
	for (; want->name != NULL; want++)
		if (kind_of(x.o, x.v, want->name) != want->kind)
			fail_msg("%s is %d, not %d", want->name,
				kind_of(x.o, x.v, want->name), want->kind);
	close_it(&x);
}

TEST(a_go_program_without_files_is_known_by_its_runtime)
{
	kinds_are("runtime.goexit;main.work;encoding/json.Unmarshal 3\n"
		  "runtime.goexit;example.com/lib.Do 2\n",
		"",
		KINDS({ "runtime.goexit", S }, { "main.work", U },
			{ "encoding/json.Unmarshal", L },
			{ "example.com/lib.Do", L }));
}

/* A server that sends only the heaviest nodes sums up the rest. */
TEST(what_a_server_left_out_is_nobodys)
{
	kinds_are("runtime.goexit;main.work;other 3\nother 2\n", "",
		KINDS({ "main.work", U }, { "other", X }));
	kinds_are("main<a.c:1>;other<a.c:9> 3\n", "",
		KINDS({ "main", U }, { "other", U }));
}

/* Go's assembly has names without a package. */
TEST(gos_own_sources_are_never_the_users)
{
	kinds_are(
		"runtime.main</usr/local/go/src/runtime/proc.go:250>;"
		"main.main</home/u/shop/main.go:7>;"
		"aeshashbody</usr/local/go/src/runtime/asm_amd64.s:1340> 3\n"
		"memeqbody</usr/local/go/src/internal/bytealg/equal_amd64.s:1> "
		"1\n"
		"archSum</usr/local/go/src/hash/crc32/crc32_amd64.s:1> 1\n"
		"mine</home/u/shop/mine_amd64.s:1> 1\n",
		"",
		KINDS({ "aeshashbody", S }, { "memeqbody", S },
			{ "archSum", L }, { "mine", U }));
}

#define MOD "/home/u/go/pkg/mod/"

TEST(an_installed_go_program_is_its_users_own)
{
	struct opened x;

	open_text(&x,
		"main.main<" MOD "x.org/tool%40v1.2.0/cmd/tool/main.go:7>;"
		"x.org/tool/parse.Do<" MOD "x.org/tool%40v1.2.0/parse/p.go:9>;"
		"x.org/lib.Sum<" MOD "x.org/lib%40v0.3.0/sum.go:1> 3\n",
		"");
	assert_int_equal(kind_of(x.o, x.v, "x.org/tool/parse.Do"), U);
	assert_int_equal(kind_of(x.o, x.v, "x.org/lib.Sum"), L);
	assert_string_equal(origins_running(x.o)->how, "main.main");
	close_it(&x);
}

TEST(the_package_of_the_main_class_is_the_users_own)
{
	kinds_are(
		"com.google.tool.java.Main.main;com.google.tool.Doc.write;"
		"com.google.common.collect.Range.create;java.lang.String.hash "
		"3\n",
		"",
		KINDS({ "com.google.tool.Doc.write", U },
			{ "com.google.common.collect.Range.create", L }));
	/* A server only starts the user's code. */
	kinds_are("org.apache.server.Main.main;com.acme.Cart.total;"
		  "org.apache.server.Log.put 3\n",
		"",
		KINDS({ "com.acme.Cart.total", U },
			{ "org.apache.server.Log.put", L }));
}

#define NODE "/usr/lib/node_modules/"

TEST(the_first_script_is_the_users_own_if_nothing_else_is)
{
	static const char run[] =
		"executeUserEntryPoint<node%3ainternal/modules/run_main:1>;"
		"Module._load<node%3ainternal/modules/cjs/loader:1>;"
		"cli<" NODE "lint/bin/lint.js:1>;walk<" NODE "lint/lib/w.js:3>;"
		"parse<" NODE "lint/node_modules/acorn/a.js:1> 3\n";

	kinds_are(run, "", KINDS({ "walk", U }, { "parse", L }));
	kinds_are("%3cmodule><%3cfrozen runpy>:1>;"
		  "%3cmodule></v/lib/python3.11/site-packages/black/"
		  "__main__.py:1>;"
		  "format</v/lib/python3.11/site-packages/black/lines.py:1>;"
		  "invoke</v/lib/python3.11/site-packages/click/core.py:1> 3\n",
		"", KINDS({ "format", U }, { "invoke", L }));
	/* A test runner is installed, the tests are the user's. */
	kinds_are("%3cmodule></v/bin/test:1>;"
		  "main</v/lib/python3.11/site-packages/runner/main.py:1>;"
		  "test_cart</srv/shop/test_cart.py:1> 3\n",
		"", KINDS({ "test_cart", U }, { "main", L }));
}

TEST(without_own_code_the_outermost_package_is_taken)
{
	struct opened x;

	open_text(&x,
		"java.lang.Thread.run;org.apache.spark.Task.run;"
		"io.netty.util.Recycler.get 3\n",
		"");
	assert_int_equal(kind_of(x.o, x.v, "org.apache.spark.Task.run"), U);
	assert_int_equal(kind_of(x.o, x.v, "io.netty.util.Recycler.get"), L);
	assert_string_equal(
		origins_running(x.o)->how, "outermost, no own code found");
	close_it(&x);
}

TEST(a_class_without_a_package_is_the_users_in_java)
{
	kinds_are("java.lang.Thread.run;Shop.price;java.util.Map.get 3\n", "",
		KINDS({ "Shop.price", U }, { "java.util.Map.get", L }));
}

/* Functions that lock, which are system in profiles of locks alone. */
static const struct row locks[] = {
	{ "sync.(*Mutex).Unlock", "/usr/local/go/src/sync/mutex.go", "", L,
		false },
	{ "java.util.concurrent.locks.ReentrantLock.lock", "ReentrantLock.java",
		"", L, false },
	{ "std::mutex::lock()", "/usr/include/c++/12/bits/std_mutex.h", "", L,
		false },
	{ "pthread_mutex_lock", "", "/usr/lib/libpthread_nptl.so", L, false },
	{ "std::sync::mutex::Mutex<T>::lock",
		"/rustc/0123abc/library/std/src/sync/mutex.rs", "", L, false },
};

TEST(functions_that_lock_are_system_in_profiles_of_locks)
{
	struct origin_rules *r = origin_rules_new();
	struct query q;
	struct profile *p;

	for (size_t i = 0; i < COUNT_OF(locks); i++) {
		struct origin_facts f = { .name = str_c(locks[i].name),
			.file = str_c(locks[i].file),
			.map = str_c(locks[i].map) };

		assert_int_equal(origin_rules_judge(r, &f).kind, locks[i].want);
		f.of_locks = true;
		assert_int_equal(origin_rules_judge(r, &f).kind, S);
		/* Their callers are not. */
		f.name = STR("main.run");
		f.file = STR("/home/u/main.go");
		assert_int_equal(origin_rules_judge(r, &f).kind, U);
	}
	origin_rules_free(r);
	query_init(&q);
	p = stacks_read("types cpu/nanoseconds delay/nanoseconds\na 1 2\n");
	q.sample_index = STR("cpu");
	assert_false(origins_of_locks(p, &q));
	q.sample_index = STR("delay");
	assert_true(origins_of_locks(p, &q));
	profile_unref(p);
}

TEST(the_module_of_main_is_the_users_own)
{
	kinds_are(
		"main.main<shop/cmd/serve/main.go:7>;"
		"shop/api.Get<shop/api/api.go:9>;sort.Sort<sort/sort.go:3> 3\n",
		"", KINDS({ "shop/api.Get", U }, { "sort.Sort", L }));
	kinds_are("main.main</home/u/shop/main.go:7>;"
		  "shop/api.Get</home/u/shop/api/api.go:9>;"
		  "sort.Sort</usr/local/go/src/sort/sort.go:3> 3\n",
		"", KINDS({ "shop/api.Get", U }, { "sort.Sort", L }));
}

/* C++ has std:: as well, and its programs may have core::. */
TEST(the_standard_library_is_that_of_the_language)
{
	struct opened x;
	static const char *const names[] = {
		"std::char_traits::copy",
		"std::array::operator[]",
		"std::thread::_M_start_thread",
		"std::_Rb_tree_decrement",
	};
	static const char *const of_rust[] = {
		"std::collections::hash::map::map_entry",
		"core::ptr::write",
		"std::thread::Builder::spawn",
	};

	open_text(&x, "core::Engine::step@" APP ";alloc::Pool::grow 1\n", "");
	assert_int_equal(kind_of(x.o, x.v, "core::Engine::step"), U);
	assert_int_equal(kind_of(x.o, x.v, "alloc::Pool::grow"), X);
	close_it(&x);
	for (size_t i = 0; i < COUNT_OF(names); i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "%s@" APP " 1\n", names[i]);
		open_text(&x, strbuf_c(&text), "");
		assert_string_equal(why_of(&x, names[i]),
			"well-known namespace");
		close_it(&x);
		strbuf_free(&text);
	}
	for (size_t i = 0; i < COUNT_OF(of_rust); i++) {
		struct strbuf text = STRBUF_INIT;

		strbuf_addf(&text, "%s@" APP " 1\n", of_rust[i]);
		open_text(&x, strbuf_c(&text), "");
		assert_string_equal(why_of(&x, of_rust[i]),
			"Rust's standard library");
		close_it(&x);
		strbuf_free(&text);
	}
}

/* Node.js's profiles have a function of the engine that has no name. */
TEST(the_javascript_engine_may_have_nameless_functions)
{
	struct opened x;
	static const char profile[] =
		"{\"nodes\":[{\"id\":1,\"callFrame\":{\"functionName\":"
		"\"run\",\"url\":\"node:fs\",\"lineNumber\":3}},"
		"{\"id\":2,\"parent\":1,\"callFrame\":{\"functionName\":"
		"\"open\",\"url\":\"\",\"lineNumber\":-1}},"
		"{\"id\":3,\"parent\":1,\"callFrame\":{\"functionName\":"
		"\"\",\"url\":\"\",\"lineNumber\":%d}}],\"startTime\":0,"
		"\"endTime\":30,\"samples\":[2,3,2],\"timeDeltas\":"
		"[10,10,10]}";

	for (int line = -1; line < 7; line += 7) {
		struct strbuf text = STRBUF_INIT;
		struct query q;
		struct err err = ERR_INIT;

		query_init(&q);
		strbuf_addf(&text, profile, line);
		x.p = read_well("", strbuf_str(&text));
		x.e = engine_new(x.p);
		x.v = view_compute(x.e, &q, NULL, &err);
		x.o = origins_new(x.p, &q, &err);
		assert_int_equal(
			kind_of(x.o, x.v, "open"), line < 0 ? S : X);
		close_it(&x);
		strbuf_free(&text);
	}
}

TEST(the_user_knows_better_than_the_rules)
{
	kinds_are("main;foo;bar 3\nmain;malloc@" LIBC " 1\n", "^foo$|libc",
		KINDS({ "foo", U }, { "bar", X }, { "malloc", U }));
}

/* The user's own, then libraries, then the system; the rules for the rest. */
TEST(what_is_said_is_asked_in_order)
{
	struct opened x;
	struct query q;

	query_init(&q);
	q.user = STR("^foo");
	q.library = STR("oo$|bar");
	q.system_code = STR("bar|main|baz");
	open_with(&x, "main;foo;bar 3\nmain;zoo;baz;malloc@" LIBC " 1\nz 1\n",
		&q);
	assert_int_equal(kind_of(x.o, x.v, "foo"), U);
	assert_int_equal(kind_of(x.o, x.v, "zoo"), L);
	assert_int_equal(kind_of(x.o, x.v, "bar"), L);
	assert_int_equal(kind_of(x.o, x.v, "main"), S);
	assert_int_equal(kind_of(x.o, x.v, "baz"), S);
	assert_int_equal(kind_of(x.o, x.v, "malloc"), S);
	assert_int_equal(kind_of(x.o, x.v, "z"), X);
	close_it(&x);
}

TEST(the_first_mapping_is_the_program_but_no_library)
{
	kinds_are("a@/srv/bin/shop;b@/srv/lib/libx.so.1 3\n", "",
		KINDS({ "a", U }, { "b", L }));
	kinds_are("a@/srv/lib/libx.so.1 3\n", "", KINDS({ "a", L }));
}

TEST(mappings_that_take_turns_are_judged_apart)
{
	kinds_are("a@/usr/lib/libfoo.so.1;b@/opt/lib/libjvm.so;"
		  "c@/usr/lib/libfoo.so.1;d;e@/usr/lib/libc.so.6 1\n",
		"",
		KINDS({ "a", L }, { "b", S }, { "c", L }, { "d", X },
			{ "e", S }));
}

TEST(a_bad_pattern_is_an_error)
{
	struct profile *p = stacks_read("a 1\n");
	struct query q;
	struct str *const patterns[] = { &q.user, &q.library, &q.system_code };
	static const char *const want[] = { "parsing user regexp",
		"parsing library regexp", "parsing system_code regexp" };
	struct err err = ERR_INIT;

	for (size_t i = 0; i < COUNT_OF(want); i++) {
		query_init(&q);
		*patterns[i] = STR("re(");
		assert_null(origins_new(p, &q, &err));
		assert_int_equal(err.code, ERR_USAGE);
		assert_non_null(strstr(err.msg, want[i]));
	}
	profile_unref(p);
}

/* The weighted stacks with system frames shown or not. */
static void
stacks_are(const char *text, enum system_frames system, const char *hide,
	const char *user, const char *want)
{
	struct profile *p = stacks_read(text);
	struct strbuf got = STRBUF_INIT;
	struct query q;

	query_init(&q);
	q.system = system;
	q.hide = str_c(hide);
	q.user = str_c(user);
	stacks_query(&got, p, &q);
	assert_string_equal(strbuf_c(&got), want);
	strbuf_free(&got);
	profile_unref(p);
}

#define READ "main;work;read@" LIBC ";__x64_sys_read 5\n"

TEST(who_calls_the_system_gets_its_cost)
{
	stacks_are(READ "main;work 2\n", SYSTEM_SHOW, "", "",
		"main;work 2\nmain;work;read;__x64_sys_read 5\n");
	stacks_are(READ "main;work 2\n", SYSTEM_HIDE, "", "", "main;work 7\n");
	/* in the middle, and where the program starts */
	stacks_are("__libc_start_main@" LIBC ";main;qsort@" LIBC ";less 3\n",
		SYSTEM_HIDE, "", "", "main;less 3\n");
}

TEST(the_kernel_alone_can_be_hidden)
{
	stacks_are(READ, SYSTEM_HIDE_KERNEL, "", "", "main;work;read 5\n");
}

TEST(stacks_of_system_frames_only_are_one_box)
{
	stacks_are("start_thread@" LIBC ";__x64_sys_read 4\n"
		   "__x64_sys_futex 1\nmain 2\n",
		SYSTEM_HIDE, "", "", "[system] 5\nmain 2\n");
	/* Whom a filter took, too. */
	stacks_are("main;__x64_sys_read 4\nmain 2\nother 1\n", SYSTEM_HIDE,
		"main", "", "[system] 4\nother 1\n");
}

TEST(inlined_system_calls_go_line_by_line)
{
	stacks_are("main.main;main.work+runtime.add 3\n"
		   "main.main;runtime.call+main.leaf 2\n",
		SYSTEM_HIDE, "", "",
		"main.main;main.leaf 2\nmain.main;main.work 3\n");
}

TEST(what_the_user_claims_is_not_hidden)
{
	stacks_are(READ, SYSTEM_HIDE, "", "^read$", "main;work;read 5\n");
}

TEST(reports_of_samples_hide_the_same)
{
	struct profile *p = stacks_read(READ "__x64_sys_futex 1\n"), *left;
	struct engine *e = engine_new(p);
	struct strbuf got = STRBUF_INIT;
	struct err err = ERR_INIT;
	struct query q, all;

	query_init(&q);
	query_init(&all);
	q.system = SYSTEM_HIDE;
	left = filtered_profile(e, &q, NULL, &err);
	assert_non_null(left);
	assert_int_equal(left->sample.n, 2);
	stacks_query(&got, left, &all);
	assert_string_equal(strbuf_c(&got), "- 1\nmain;work 5\n");
	strbuf_free(&got);
	profile_unref(left);
	engine_free(e);
	profile_unref(p);
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
