/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * The rules as data, and how one frame is judged by them:
 *
 *     name, file, mapping -> language -> the texts that rules look at
 *     rules[0], rules[1], ...: the first that holds decides
 */
#include "prelude.h"

#include "engine/originrules.h"

#include <assert.h>

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/err.h"
#include "base/strbuf.h"
#include "base/xalloc.h"
#include "engine/leaffold.h"
#include "engine/regexp.h"

enum language {
	ANY,  /* in a rule: all languages; of a frame: unknown */
	BARE, /* in a rule: like ANY, plus nameless frames */
	GO,
	PYTHON,
	JS,
	JAVA,
	DOTNET,
	RUBY,
	PHP,
	RUST,
	C, /* C or C++, without rules of its own */
	LANGUAGES
};

/* The text that a pattern is matched against; from HAS_FILE on, a condition. */
enum subject {
	NAME,
	SOURCE,
	MAP,
	BASE,      /* the last part of MAP */
	GOPATH,    /* the package of a Go name: encoding/json */
	DOTTED,    /* the name with '.' for '/' */
	TYPE,      /* T of a Rust name <T as Trait>::f */
	BARE_NAME, /* the name of a frame without a file */
	SUBJECTS,

	HAS_FILE = SUBJECTS,
	IN_PROGRAM,    /* in the folder or package of what is being run */
	IN_RUNTIME,    /* in runtime/ or internal/ of Go's own sources */
	IN_GOROOT,     /* in Go's own sources */
	IN_JVM,        /* native, in a Java program, nothing else is known */
	IN_PYTHON,     /* without a file or mapping, in a Python program */
	IN_V8,         /* without a file or mapping, in a JavaScript program */
	IN_MODULE,     /* the package is main.main's, or below it */
	UNDER_MODULE,  /* the file is in main.main's folder */
	KERNEL_MODULE, /* "[nf_conntrack]" */
	IS_MAIN,
	OWN_SOURCE, /* a source file outside of /usr/ */
	CUT_OFF,    /* the rest of a stack that a server left out */
	ALLOCATOR,  /* see leaffold.h */
	ALWAYS,
};

struct origin_rule {
	uint8_t language, subject, kind, runtime;
	const char *pattern;
	const char *why;
};

#define U ORIGIN_USER, RUNTIME_NONE
#define L ORIGIN_LIBRARY, RUNTIME_NONE
#define S(runtime) ORIGIN_SYSTEM, RUNTIME_##runtime
#define KERN S(KERNEL)
#define UNKN ORIGIN_UNKNOWN, RUNTIME_NONE
#define LOCK(runtime) ORIGIN_LOCK, RUNTIME_##runtime

/* In a rule: system code in profiles of lock waits; else skip the rule. */
enum { ORIGIN_LOCK = ORIGIN_UNKNOWN + 1 };

/* clang-format off */
static const struct origin_rule rules[] = {
	{ BARE, MAP, KERN, "^\\[(kernel|guest\\.kernel|hypervisor|bpf)",
	  "kernel" },
	{ BARE, BASE, KERN, "^vmlinux|\\.ko(\\.(xz|gz|zst))?$", "kernel" },
	{ BARE, KERNEL_MODULE, KERN, NULL, "kernel module" },
	{ BARE, NAME, KERN, "_\\[k\\]$", "marked as kernel" },
	{ BARE, MAP, KERN, "^\\[(vdso|vsyscall)\\]$", "kernel's vdso" },
	{ ANY, CUT_OFF, UNKN, NULL, "left out by the server" },
	{ ANY, NAME, KERN,
	  "^(entry_SYSCALL|do_syscall_|__x64_sys_|__ia32_sys_|__arm64_sys_|"
	  "__se_sys_|ksys_|el0_svc|asm_sysvec_|ret_from_fork|bpf_prog_|"
	  "native_write_msr)", "system call" },

	{ GO, GOPATH, LOCK(GO), "^(internal/)?sync(/|$)", "Go's locks" },
	{ JAVA, DOTTED, LOCK(JVM),
	  "^java\\.util\\.concurrent\\.|^java\\.lang\\.(Object\\.wait|"
	  "Thread\\.(sleep|join))", "Java's locks" },
	{ DOTNET, NAME, LOCK(DOTNET), "(^|!)System\\.Threading\\.",
	  ".NET's locks" },
	{ RUST, NAME, LOCK(RUST),
	  "^<?(std::(sync|sys::(sync|locks))|parking_lot(_core)?|lock_api)::",
	  "Rust's locks" },
	{ ANY, NAME, LOCK(LIBC),
	  "^_*pthread_(mutex|cond|rwlock|spin|barrier|join)|^_*lll_lock|"
	  "^_*sem_(wait|timedwait)|^std::(__1::)?(recursive_|timed_|shared_)*"
	  "(mutex|condition_variable|unique_lock|lock_guard|scoped_lock)\\b|"
	  "^__gthread_(mutex|cond)|^(Object)?Monitor(::|$)|^JVM_MonitorWait$",
	  "locks" },

	{ GO, GOPATH, S(GO), "^(runtime|internal|golang\\.org/x/sys)(/|$)|"
	  "^syscall$",
	  "Go runtime" },
	{ ANY, IN_RUNTIME, S(GO), NULL, "Go runtime" },
	{ GO, NAME, S(GO), "^(_cgo|runtime\\.|gogo$|x_cgo_)", "Go runtime" },
	{ GO, GOPATH, U, "^(main|command-line-arguments)$", "package main" },
	{ ANY, IN_PROGRAM, U, NULL, "the program that is run" },
	{ ANY, IN_GOROOT, L, NULL, "Go's standard library" },
	{ GO, IN_MODULE, U, NULL, "module of main.main" },
	{ GO, SOURCE, L, "/pkg/mod/", "path /pkg/mod/" },
	{ GO, SOURCE, L, "(^|/)vendor/|@v[0-9]", "another module" },
	{ GO, SOURCE, L, "/go[0-9.]*/src/|^/usr/(lib|share)/go",
	  "Go's standard library" },
	{ GO, UNDER_MODULE, U, NULL, "folder of main.main" },
	{ GO, GOPATH, L, "^[^./]+(/|$)", "Go's standard library" },
	{ GO, HAS_FILE, U, NULL, "Go source of no other module" },
	{ GO, ALWAYS, L, NULL, "Go package without a file" },

	{ PYTHON, SOURCE, S(PYTHON), "^<frozen importlib",
	  "Python's importer" },
	{ PYTHON, SOURCE, L, "/(site|dist)-packages/", "path site-packages" },
	{ PYTHON, SOURCE, L, "/lib(64)?/python[0-9.]*/|^<frozen",
	  "Python's standard library" },
	/* As py-spy shortens them. */
	{ PYTHON, SOURCE, L,
	  "^((asyncio|collections|concurrent|ctypes|email|encodings|http|"
	  "importlib|json|logging|multiprocessing|re|unittest|urllib|xml)/"
	  "[a-z_/]+|_collections_abc|_weakrefset|abc|argparse|codecs|"
	  "contextlib|copy|dataclasses|datetime|enum|functools|genericpath|"
	  "hashlib|inspect|pickle|posixpath|random|selectors|socket|"
	  "socketserver|sre_(compile|parse)|ssl|subprocess|tempfile|threading|"
	  "tokenize|typing|weakref)\\.py$", "Python's standard library" },
	{ PYTHON, ALWAYS, U, NULL, "Python source" },
	{ ANY, MAP, L, "/(site|dist)-packages/", "path site-packages" },
	{ ANY, BASE, S(PYTHON), "^(python3?(\\.[0-9]+)?$|libpython)",
	  "Python interpreter" },
	{ ANY, NAME, S(PYTHON),
	  "^(_?Py(Eval|Object|Vectorcall|Type|Function|Unicode|Dict|List|Long|"
	  "Gen|Run|_Run|_Bytes|_Init|Cell|Tuple)[A-Za-z_]*|_PyEval_|"
	  "cfunction_|vectorcall_|slot_tp_|pymain_)", "Python interpreter" },

	{ JS, SOURCE, S(V8), "^(node:|internal/|"
	  "electron/js2c)", "Node.js itself" },
	{ JS, SOURCE, L, "/node_modules/|/\\.pnpm/|/\\.yarn/|"
	  "^chrome-extension:",
	  "path node_modules" },
	{ JS, ALWAYS, U, NULL, "JavaScript source" },
	{ ANY, BARE_NAME, S(V8),
	  "^:?(\\((program|garbage collector|idle|root|external)\\)|Node\\.js|"
	  "Garbage Collection|Non JS threads activity|runMicrotasks)(:0)?$",
	  "JavaScript engine" },
	{ ANY, NAME, S(V8),
	  "^(v8::|node::|V8\\.[A-Z]|(Minor|Major)GC$|Builtins_|Builtin:|"
	  "BytecodeHandler:|"
	  "LazyCompile:~?\\*? ?node:)", "JavaScript engine" },

	{ ANY, BASE, S(V8), "^(node|nodejs|electron)$", "JavaScript engine" },

	{ JAVA, DOTTED, L, "^com\\.sun\\.tools\\.", "Java's standard library" },
	{ JAVA, DOTTED, S(JVM),
	  "^(jdk\\.internal\\.|sun\\.|com\\.sun\\.|java\\.lang\\.invoke\\.|"
	  "jdk\\.jfr\\.)", "Java runtime" },
	{ JAVA, DOTTED, L, "^(java|javax|jdk)\\.", "Java's standard library" },
	{ JAVA, DOTTED, L,
	  "^(org\\.(springframework|apache|hibernate|eclipse|jboss|slf4j|"
	  "postgresql|jetbrains|yaml|bouncycastle)|io\\.(netty|grpc|micrometer|"
	  "opentelemetry|vertx|projectreactor)|com\\.(google|fasterxml|zaxxer|"
	  "mysql|datastax|squareup|github)|kotlin|kotlinx|scala|akka|clojure|"
	  "groovy|reactor|okhttp3|okio|ch\\.qos|net\\.bytebuddy|jakarta)\\.",
	  "well-known package" },
	{ JAVA, ALWAYS, U, NULL, "Java class" },
	{ ANY, BASE, S(JVM), "^lib(jvm|java|nio|zip|net)\\.so|^java$",
	  "Java runtime" },
	{ ANY, BASE, S(JVM), "^lib(asyncProfiler|javaProfiler)\\.so",
	  "async-profiler" },
	{ ANY, NAME, S(JVM),
	  "^(JVM_|JavaCalls::|Interpreter$|call_stub|vtable stub|itable stub|"
	  "I2C/C2I|G1|GCTask|VMThread|Parker::|Unsafe_|SharedRuntime::|"
	  "CompileBroker|C2Compiler|\\[unknown_Java\\])", "Java runtime" },

	{ ANY, BARE_NAME, S(PYTHON), "^<(built-in )?method |"
	  "^<built-in function ",
	  "Python interpreter" },
	{ ANY, IN_PYTHON, S(PYTHON), NULL, "built into Python" },
	{ ANY, IN_JVM, S(JVM), NULL, "Java runtime" },
	{ ANY, IN_V8, S(V8), NULL, "built into JavaScript" },

	{ ANY, BASE, S(DOTNET), "^lib(coreclr|clrjit|System\\.Native)\\.so",
	  ".NET runtime" },
	{ DOTNET, NAME, L, "(^|!)(System|Microsoft|Interop)\\.",
	  ".NET's standard library" },
	{ DOTNET, MAP, L, "/shared/Microsoft\\.|/\\.nuget/packages/",
	  "path of packages" },
	{ DOTNET, ALWAYS, U, NULL, ".NET method" },

	{ RUBY, NAME, S(RUBY), "\\[c function\\]$", "Ruby interpreter" },
	{ RUBY, SOURCE, S(RUBY), "^<(internal:|cfunc>)", "Ruby interpreter" },
	{ ANY, BARE_NAME, S(RUBY),
	  "^\\((marking|sweeping|garbage collection)\\)$", "Ruby interpreter" },
	{ RUBY, SOURCE, L, "/(gems|bundler)/", "path /gems/" },
	{ RUBY, SOURCE, L, "/lib/ruby/", "Ruby's standard library" },
	{ RUBY, ALWAYS, U, NULL, "Ruby source" },
	{ ANY, BASE, S(RUBY), "^(libruby|ruby$)", "Ruby interpreter" },

	{ PHP, SOURCE, L, "(^|/)vendor/", "path /vendor/" },
	{ PHP, ALWAYS, U, NULL, "PHP source" },
	{ ANY, NAME, S(PHP), "^<internal>", "PHP interpreter" },

	{ RUST, NAME, S(RUST),
	  "^<?(__rust_|__rustc::|rust_begin_unwind|_rust_begin|std::rt::|"
	  "std::sys(_common)?::|std::panicking::|core::panicking::)",
	  "Rust runtime" },
	{ RUST, SOURCE, L, "/rustc/[0-9a-f]+/library/|/lib/rustlib/src/",
	  "Rust's standard library" },
	{ RUST, TYPE, L, "^&?(mut )?(std|core|alloc)::",
	  "Rust's standard library" },
	/* Only the standard library can define methods on these types. */
	{ RUST, TYPE, L, "^(\\[|\\*(const|mut) |"
	  "([iuf][0-9]+|[iu]size|bool|char|str)>)", "Rust's standard library" },
	{ ANY, NAME, L, "^<?hashbrown::", "Rust's standard library" },
	{ RUST, SOURCE, L, "/\\.cargo/(registry|git)/|(^|/)vendor/",
	  "path .cargo" },
	{ RUST, HAS_FILE, U, NULL, "Rust source" },

	{ ANY, NAME, S(LIBC),
	  "^((_start|_init|_fini|call_init|dl_main|_{0,2}clone3?|"
	  "\\(below main\\))$|__libc_start|__libc_csu_|start_thread|"
	  "thread_start|_?pthread_start|_dl_)", "start of program" },
	{ BARE, BASE, S(LIBC),
	  "^(libc|libpthread|libm|libdl|librt|libresolv|ld-linux[^.]*|ld64|"
	  "ld-musl[^.]*|ld|libc-2\\.[0-9]+|ld-2\\.[0-9]+)[.-].*so|^libsystem_",
	  "libc" },
	/* Paths as in libc's own debug information. */
	{ ANY, SOURCE, S(LIBC),
	  "^\\.\\./sysdeps/|^\\./(nptl|csu|libio|stdio-common|stdlib|malloc|elf|"
	  "sysdeps)/|(^|/)glibc-[0-9.]+/", "libc" },
	{ C, NAME, S(LIBC),
	  "^(__GI_|__libc_|_IO_[a-z]|(mmap|mmap64|munmap|sbrk)$)", "libc" },
	/* Names that only glibc has; perf leaves out where these are. */
	{ ANY, BARE_NAME, S(LIBC),
	  "^(__GI_|__libc_|_IO_[a-z]+_|_int_(malloc|free|realloc|memalign)|"
	  "tcache_(get|put|init)|malloc_consolidate|sysmalloc|unlink_chunk|"
	  "__futex_abstimed|"
	  "__(w?mem|str|wcs|raw)[a-z]+_(sse|ssse|avx|evex|erms)[0-9a-z_]*$)",
	  "libc" },
	{ ANY, SOURCE, L,
	  "(^|/)(usr/include|usr/local/include|include/c\\+\\+|third_party|"
	  "thirdparty|external|extern|vendor|_deps|node_modules|\\.conan2?|"
	  "vcpkg_installed|subprojects)/", "path of libraries" },
	{ ANY, NAME, L,
	  "^(std|__gnu_cxx|__cxxabiv1|boost|absl|folly|fmt|google::protobuf|"
	  "tbb|Eigen)::", "well-known namespace" },
	/* Templates of libstdc++, as perf names them where they are inlined:
	   names with "__" are reserved for it. */
	{ ANY, BARE_NAME, L, "^__[a-z][a-z0-9_]*<", "C++'s standard library" },
	{ BARE, BASE, L,
	  "^(libstdc\\+\\+|libc\\+\\+|libgcc_s|libjemalloc|libtcmalloc|"
	  "libmimalloc)", "well-known library" },
	{ ANY, ALLOCATOR, L, NULL, "allocator" },
	{ BARE, IS_MAIN, U, NULL, "the program itself" },
	{ ANY, OWN_SOURCE, U, NULL, "source outside /usr" },
	{ BARE, MAP, L, "^/(usr/)?lib(32|64)?/|^/(opt|nix/store|snap)/",
	  "path of libraries" },
	{ BARE, BASE, L, "\\.so(\\.|$)", "shared library" },
	{ BARE, ALWAYS, UNKN, NULL, "nothing tells" },
};

/* Languages by the name of the source file. */
static const struct {
	uint8_t language;
	const char *pattern;
} by_file[] = {
	{ GO, "\\.go$" },
	{ PYTHON, "\\.pyx?$|^<(frozen |string>|stdin>|ipython-input)" },
	{ RUBY, "\\.(rb|erb)$|^<(internal:|cfunc>)" },
	{ PHP, "\\.php$" },
	{ RUST, "\\.rs$" },
	{ JAVA, "\\.(java|kt|scala|groovy|clj)$" },
	{ DOTNET, "\\.cs$" },
	{ JS, "\\.[mc]?[jt]sx?$|^(file|webpack|webpack-internal|wasm|"
	  "chrome-extension|https?|node|internal)[:/]|^electron/js2c" },
	{ C, "\\.(c|cc|cpp|cxx|C|h|hh|hpp|hxx|inl|ipp|tcc|S)$" },
};

/* Languages by the function's name, if the file does not give one. The first
   two are weak by themselves and count only in Go's and in Java's programs. */
static const struct {
	uint8_t language;
	const char *pattern;
} by_name[] = {
	{ GO, "^[A-Za-z0-9_.~%/-]+\\.(\\(\\*?[A-Za-z0-9_]+(\\[\\.\\.\\.\\])?"
	  "\\)\\.)?[A-Za-z0-9_]+" },
	{ JAVA,
	  "^[A-Z][A-Za-z0-9_]*(\\$[A-Za-z0-9_$]+)?[.][a-z<][A-Za-z0-9_$<>]*$" },
	{ GO, "^(golang\\.org/x/sys/|(runtime|syscall)\\.[A-Za-z(])" },
	{ JAVA, "^([a-z_][a-z0-9_]*[./])+[A-Z][A-Za-z0-9_$]*[.:#]" },
	{ DOTNET, "^[A-Za-z0-9_.]+![A-Za-z]|^(System|Microsoft|"
	  "Interop)\\.[A-Z]" },
	{ RUBY, "\\[c function\\]$" },
	/* Only with names of modules: C++ has std:: and perhaps core:: too. */
	{ RUST, "::h[0-9a-f]{16}$|^<.* as .*>::|^<(std|core|alloc)::|"
	  "^<([iuf][0-9]+|[iu]size|bool|char|str|\\[)[^ ]*>::|"
	  "^(core|alloc)::(alloc|any|array|ascii|borrow|boxed|cell|char|clone|"
	  "cmp|collections|convert|core_arch|f32|f64|ffi|fmt|hash|hint|"
	  "intrinsics|iter|marker|mem|net|num|ops|option|panicking|pin|ptr|"
	  "raw_vec|rc|result|slice|str|string|sync|task|time|unicode|vec)::|"
	  "^std::(alloc|backtrace|collections|env|error|f32|f64|ffi|fs|"
	  "hash::random|io|net|num|os|panic|panicking|path|process|rt|sync|"
	  "sys|sys_common|time)::|"
	  "^std::thread::([A-Z]|builder|current|lifecycle|local|park|scoped|"
	  "sleep|spawn|yield)|"
	  "^__rust_|^__rustc::|^rust_begin_unwind|^_rust_begin" },
};
/* clang-format on */

/* Placeholders for a missing name. */
static const char nameless[] =
	"^(\\[unknown\\]|\\[?\\?+\\]?|0x[0-9a-f]+|\\(unknown\\)|<unknown>|"
	"unknown)?$";
/* Rust types that belong to no crate. The trait decides for them. */
static const char primitive[] = "^&?(mut )?([A-Z]|[iuf][0-9]+|[iu]size|bool|"
				"char|str|\\(\\)|\\[[A-Z]\\])$";

/* Indices into origin_rules.match[], those of rules[] first. */
enum {
	RULES = COUNT_OF(rules),
	BY_FILE = COUNT_OF(by_file),
	BY_NAME = COUNT_OF(by_name),
	FILE_0 = RULES,
	NAME_0 = FILE_0 + BY_FILE,
	NAMELESS = NAME_0 + BY_NAME,
	PRIMITIVE,
	MATCHES
};

enum { MAP_UNKNOWN, MAP_NO, MAP_YES };

struct origin_rules {
	struct regexp *match[MATCHES]; /* NULL: not compiled yet */
	/* Most frames are in the mapping of the frame before: its file, and
	   MAP_... for each rule whose pattern is for mappings. */
	struct strbuf map;
	uint8_t of_map[RULES];
};

struct origin_rules *
origin_rules_new(void)
{
	return xcalloc(1, sizeof(struct origin_rules));
}

void
origin_rules_free(struct origin_rules *r)
{
	if (r == NULL)
		return;
	for (int i = 0; i < MATCHES; i++)
		regexp_free(r->match[i]);
	strbuf_free(&r->map);
	free(r);
}

static bool
matches(struct origin_rules *r, int i, const char *pattern, struct str s)
{
	if (r->match[i] == NULL) {
		struct err err = ERR_INIT;

		r->match[i] = regexp_new(str_c(pattern), NULL, &err);
	}
	assert(r->match[i] != NULL); /* built-in patterns always compile */
	return regexp_str(r->match[i], s);
}

/* A frame and the facts found out about it. */
struct frame_facts {
	struct origin_facts f;
	enum language language;
	bool bare; /* no name */
	struct str text[SUBJECTS];
	char dotted[256];
};

static enum language
language_of_file(struct origin_rules *r, struct str file)
{
	for (int i = 0; i < BY_FILE && file.n > 0; i++)
		if (matches(r, FILE_0 + i, by_file[i].pattern, file))
			return by_file[i].language;
	return ANY;
}

/* Cut ":12" or ":12:3" off the end of "app/views.py:12:3". */
static struct str
without_line(struct str place)
{
	for (int i = 0; i < 2; i++) {
		ptrdiff_t colon = str_rchr(place, ':');
		int64_t line;

		if (colon >= 0 &&
			str_to_i64(str_skip(place, (size_t)colon + 1), &line))
			place = str_sub(place, 0, (size_t)colon);
	}
	return place;
}

/* Some profilers append the file and line to the name: "get (app/views.py:10)",
   "total - cart.rb:7". Return the file, or an empty text. */
static struct str
file_in_name(struct str name)
{
	bool bracketed = str_ends(name, STR(")"));
	ptrdiff_t at = str_rfind(name, bracketed ? STR(" (") : STR(" - "));
	struct str place;

	if (at < 0 || (at == 0 && !bracketed))
		return STR_EMPTY;
	place = str_skip(name, (size_t)at + (bracketed ? 2 : 3));
	return without_line(bracketed ? str_sub(place, 0, place.n - 1) : place);
}

static void
find_language(struct origin_rules *r, struct frame_facts *x)
{
	x->language = language_of_file(r, x->f.file);
	if (x->language == ANY && x->f.file.n == 0) {
		struct str file = file_in_name(x->f.name);

		x->language = language_of_file(r, file);
		if (x->language != ANY)
			x->f.file = file;
	}
	if (x->language == ANY && str_ends(x->f.map, STR(".dll")))
		x->language = DOTNET;
	/* Judge by the name if the file is unknown, or in assembly, as some
	   files of Go programs are. */
	if (x->language == ANY &&
		(x->f.file.n == 0 || str_ends(x->f.file, STR(".s"))))
		for (int i = 0; i < BY_NAME && x->language == ANY; i++)
			if ((i > 1 ||
				    (i == 0 ? x->f.run.is_go
					    : x->f.run.is_java)) &&
				matches(r, NAME_0 + i, by_name[i].pattern,
					x->f.name))
				x->language = by_name[i].language;
}

/* Pyroscope merges all nodes beyond the requested number into one named
   "other". In these languages no function has that name. */
static bool
nameless_other(const struct frame_facts *x)
{
	const struct running *run = &x->f.run;

	return x->f.file.n == 0 && str_is(x->f.name, "other") &&
		(run->is_go || run->is_java);
}

/* True if `path` is the folder `dir` or in it. */
static bool
is_below(struct str path, struct str dir)
{
	return dir.n > 0 && str_starts(path, dir) &&
		(path.n == dir.n || path.p[dir.n] == '/');
}

/* True if file is in a folder of Go's own sources. */
static bool
below_goroot(const struct running *run, struct str file, const char *folder)
{
	return run->goroot.p != NULL && str_starts(file, run->goroot) &&
		str_starts(str_skip(file, run->goroot.n), str_c(folder));
}

static bool
is_true(const struct frame_facts *x, enum subject what)
{
	const struct running *run = &x->f.run;
	bool absolute = str_starts(x->f.file, STR("/"));
	bool nowhere = x->f.file.n == 0 && x->f.map.n == 0;

	switch (what) {
	case HAS_FILE:
		return x->f.file.n > 0;
	case IN_PROGRAM:
		return running_owns_file(run->folder, x->f.file) ||
			(x->language == JAVA &&
				running_owns_name(run->package, x->f.name));
	case IN_RUNTIME:
		return below_goroot(run, x->f.file, "runtime/") ||
			below_goroot(run, x->f.file, "internal/");
	case IN_GOROOT:
		return run->goroot.n > 0 && below_goroot(run, x->f.file, "");
	case IN_JVM:
		return run->is_java && nowhere &&
			str_find(x->f.name, STR("::"), 0) > 0;
	case IN_PYTHON:
		return run->is_python && nowhere;
	case IN_V8:
		return run->is_js && nowhere && !run->is_js_unplaced;
	case IN_MODULE:
		return !str_starts(run->module, STR("/")) &&
			is_below(x->text[GOPATH], run->module);
	case UNDER_MODULE:
		return absolute && is_below(x->f.file, run->module);
	case KERNEL_MODULE: {
		struct str map = x->f.map;
		static const char *const others[] = { "[unknown]", "[vdso]",
			"[vsyscall]", "[heap]", "[stack]", "[anon]", "[jit]",
			"[interpreter]", "[waker]" };

		/* perf writes kernel modules as "[nf_conntrack]". */
		if (map.n < 3 || map.p[0] != '[' || map.p[map.n - 1] != ']')
			return false;
		for (size_t i = 1; i + 1 < map.n; i++) {
			char c = map.p[i];

			if (!ascii_is_lower(c) && !ascii_is_digit(c) &&
				c != '_')
				return false;
		}
		for (size_t i = 0; i < COUNT_OF(others); i++)
			if (str_is(map, others[i]))
				return false;
		return true;
	}
	case IS_MAIN:
		return x->f.is_main;
	case CUT_OFF:
		return nameless_other(x);
	case OWN_SOURCE:
		return x->f.file.n > 0 && !str_starts(x->f.file, STR("/usr/"));
	case ALLOCATOR:
		return is_allocator(x->f.name, x->f.file);
	default:
		return true;
	}
}

/* Find the language and the texts that its rules match. */
static void
find_texts(struct origin_rules *r, struct frame_facts *x)
{
	struct str name = x->f.name;

	find_language(r, x);
	x->text[SOURCE] = x->f.file;
	if (x->language == GO) {
		size_t from = 0, dot;

		/* encoding/json.(*Decoder).Decode -> encoding/json */
		for (size_t i = 0; i < name.n; i++) {
			if (name.p[i] == '(' || name.p[i] == '[')
				break;
			if (name.p[i] == '/')
				from = i + 1;
		}
		for (dot = from; dot < name.n && name.p[dot] != '.'; dot++)
			continue;
		x->text[GOPATH] = str_sub(name, 0, dot);
	}
	if (x->language == RUST) {
		ptrdiff_t as = str_find(name, STR(" as "), 0);
		struct str type, trait;

		/* <T as Trait>::f -> T; Trait if T is a common type. */
		if (name.n == 0 || name.p[0] != '<') {
			x->text[TYPE] = name;
		} else if (as < 0) {
			x->text[TYPE] = str_skip(name, 1);
		} else {
			type = str_sub(name, 1, (size_t)as);
			trait = str_skip(name, (size_t)as + 4);
			x->text[TYPE] = matches(r, PRIMITIVE, primitive, type)
				? trait
				: type;
		}
	}
	if (x->language == JAVA) {
		size_t n =
			name.n < sizeof(x->dotted) ? name.n : sizeof(x->dotted);

		for (size_t i = 0; i < n; i++)
			x->dotted[i] = name.p[i] == '/' ? '.' : name.p[i];
		x->text[DOTTED] = str_from(x->dotted, n);
	}
}

static bool
rule_holds(struct origin_rules *r, int i, const struct frame_facts *x)
{
	const struct origin_rule *rule = &rules[i];
	bool is_of_map = rule->subject == MAP || rule->subject == BASE;
	uint8_t *of_map = &r->of_map[i];
	bool holds;

	if (rule->kind == ORIGIN_LOCK && !x->f.of_locks)
		return false;
	if (rule->language != BARE &&
		(x->bare ||
			(rule->language != ANY &&
				rule->language != x->language)))
		return false;
	if (rule->pattern == NULL)
		return is_true(x, rule->subject);
	if (is_of_map && *of_map != MAP_UNKNOWN)
		return *of_map == MAP_YES;
	holds = matches(r, i, rule->pattern, x->text[rule->subject]);
	if (is_of_map)
		*of_map = holds ? MAP_YES : MAP_NO;
	return holds;
}

static struct origin
origin_by(const struct origin_rule *rule)
{
	struct origin origin = { .kind = rule->kind,
		.is_kernel = rule->runtime == RUNTIME_KERNEL,
		.runtime = rule->runtime,
		.does = RKIND_OTHER,
		.why = rule->why };

	if (rule->kind == ORIGIN_LOCK) {
		origin.kind = ORIGIN_SYSTEM;
		origin.does = RKIND_LOCKS;
	}
	return origin;
}

struct origin
origin_rules_judge(struct origin_rules *r, const struct origin_facts *facts)
{
	struct frame_facts x = { .f = *facts };
	struct str name = x.f.name;

	x.text[NAME] = name;
	x.text[SOURCE] = x.f.file;
	x.text[MAP] = x.f.map;
	x.text[BASE] = str_basename(x.f.map);
	x.text[BARE_NAME] = x.f.file.n == 0 ? name : STR_EMPTY;
	x.bare = matches(r, NAMELESS, nameless, name);
	if (!x.bare)
		find_texts(r, &x);
	if (!str_eq(strbuf_str(&r->map), x.f.map)) {
		memset(r->of_map, MAP_UNKNOWN, sizeof(r->of_map));
		strbuf_reset(&r->map);
		strbuf_add(&r->map, x.f.map);
	}
	for (int i = 0; i < RULES; i++)
		if (rule_holds(r, i, &x))
			return origin_by(&rules[i]);
	return (struct origin){ .kind = ORIGIN_UNKNOWN, .why = "" };
}
