/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Classifies the frames of a stack dump (dump.h): the program's own or system
 * code, and whether a thread waits there.
 *
 *     futex_wait          system code; waits
 *     std::mutex::lock    system code
 *     app::read_config    the program's own
 *
 * Whole names are compared, so read_config() is not taken for read().
 */
#include "prelude.h"

#include "base/ascii.h"
#include "read/dump/dump.h"

static bool
begins_with_one(struct str s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_starts(s, str_c(list[i])))
			return true;
	return false;
}

static bool
is_one(struct str s, const char *const *list, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (str_is(s, list[i]))
			return true;
	return false;
}

/* ---- Native code ---- */

/* Return a function's name without its return type and parameters. */
static struct str
native_name(struct str s)
{
	int depth = 0;
	size_t from = 0;

	for (size_t i = 0; i < s.n; i++) {
		char c = s.p[i];

		depth += c == '<' ? 1 : c == '>' ? -1 : 0;
		if (depth == 0 && c == ' ')
			from = i + 1;
		if (depth == 0 && c == '(' && i > from) {
			s.n = i;
			break;
		}
	}
	return str_skip(s, from);
}

/* Likewise, with the public name of a libc function: "__GI___poll" ->
   "poll". */
static struct str
libc_name(struct str s)
{
	s = native_name(s);
	do {
		while (s.n > 0 && s.p[0] == '_')
			s = str_skip(s, 1);
	} while (dump_cut(&s, "GI_") || dump_cut(&s, "libc_") ||
		dump_cut(&s, "new_"));
	return s;
}

static const char *const libc_waits[] = { "accept", "accept4",
	"clock_nanosleep", "epoll_pwait", "epoll_pwait2", "epoll_wait",
	"io_getevents", "mq_receive", "mq_timedreceive", "msgrcv", "nanosleep",
	"pause", "poll", "ppoll", "pselect", "pselect64", "pthread_join",
	"read", "readv", "recv", "recvfrom", "recvmmsg", "recvmsg", "select",
	"select64", "sigsuspend", "sigtimedwait", "sigwait", "sigwaitinfo",
	"sleep", "usleep", "wait4", "waitid", "waitpid" };

/* Return the part after the last "::", without type arguments. */
static struct str
last_part(struct str s)
{
	ptrdiff_t args = str_chr(s, '<'), at;

	if (args > 0)
		s.n = (size_t)args;
	at = str_rfind(s, STR("::"));
	return at < 0 ? s : str_skip(s, (size_t)at + 2);
}

/* True for a function of libc, or of Rust's library, that waits. */
static bool
native_waits(struct str name)
{
	static const char *const families[] = { "futex", "lll_lock_wait",
		"do_futex", "pthread_cond_", "pthread_barrier_", "sem_",
		"cnd_" };
	struct str libc = libc_name(name);

	if (str_starts(libc, STR("std::sys")))
		libc = last_part(libc);
	if (is_one(libc, libc_waits, COUNT_OF(libc_waits)))
		return true;
	if (str_starts(libc, STR("pthread_")) &&
		str_find(libc, STR("join"), 0) > 0)
		return true;
	return str_find(libc, STR("wait"), 0) > 0 &&
		begins_with_one(libc, families, COUNT_OF(families));
}

/* True for a system function that takes a lock. */
static bool
takes_lock(struct str name)
{
	static const char *const begins[] = { "pthread_mutex_lock",
		"pthread_mutex_timedlock", "pthread_mutex_clocklock",
		"lll_lock_wait", "mtx_lock" };
	static const char *const parts[] = { "lock", "read_contended",
		"write_contended" };
	struct str s = libc_name(name), part = last_part(s);

	if (begins_with_one(s, begins, COUNT_OF(begins)))
		return true;
	if (str_starts(s, STR("pthread_rwlock_")))
		return str_find(s, STR("lock"), 15) > 0;
	/* std::sys::sync::mutex::futex::Mutex::lock_contended */
	s.n = (size_t)(part.p - s.p);
	return (str_find(s, STR("utex::"), 0) > 0 ||
		       str_find(s, STR("ock::"), 0) > 0) &&
		begins_with_one(part, parts, COUNT_OF(parts));
}

static bool
is_system_native(const struct dump_frame *f)
{
	/* Also the paths in distributions' builds of glibc. */
	static const char *const files[] = { "./csu/", "./elf/", "./io/",
		"./misc/", "./nptl/", "./posix/", "./signal/", "./socket/",
		"./stdlib/", "./sysdeps/", "./time/", "../csu/", "../nptl/",
		"../sysdeps/", "/usr/include/", "/usr/lib/gcc/", "/rustc/",
		"/build/glibc", "library/std/", "library/core/",
		"library/alloc/" };
	static const char *const maps[] = { "/libc.", "/libc-", "/libpthread",
		"/libstdc++.", "/libc++", "/ld-linux", "/ld-musl" };
	static const char *const spaces[] = { "__", "pthread_", "start_thread",
		"futex_", "lll_",
		"std::", "core::", "alloc::", "absl::", "parking_lot",
		"lock_api::", "<std::", "<core::", "<alloc::",
		"<signal handler called>" };
	static const char *const libc[] = { "_start", "clone", "clone3",
		"qsort", "qsort_r", "syscall" };
	struct str name = native_name(f->name);

	for (size_t i = 0; i < COUNT_OF(maps); i++)
		if (str_find(f->map, str_c(maps[i]), 0) >= 0)
			return true;
	return begins_with_one(f->file, files, COUNT_OF(files)) ||
		begins_with_one(name, spaces, COUNT_OF(spaces)) ||
		is_one(name, libc, COUNT_OF(libc)) ||
		is_one(name, libc_waits, COUNT_OF(libc_waits));
}

/* ---- Other languages ---- */

static bool
is_system_go(struct str name)
{
	static const char *const packages[] = { "archive", "bufio", "bytes",
		"compress", "container", "context", "crypto", "database",
		"encoding", "errors", "expvar", "fmt", "hash", "html", "image",
		"internal", "io", "iter", "log", "maps", "math", "mime", "net",
		"os", "path", "reflect", "regexp", "runtime", "slices", "sort",
		"strconv", "strings", "sync", "syscall", "testing", "text",
		"time", "unicode" };
	static const char *const wraps[] = { ".gowrap", ".deferwrap" };

	for (size_t i = 0; i < COUNT_OF(packages); i++) {
		struct str rest = name;

		if (dump_cut(&rest, packages[i]) && rest.n > 0 &&
			(rest.p[0] == '.' || rest.p[0] == '/'))
			return true;
	}
	/* The compiler wraps calls in functions with these names. */
	for (size_t i = 0; i < COUNT_OF(wraps); i++) {
		ptrdiff_t at = str_rfind(name, str_c(wraps[i]));
		struct str rest = at < 0
			? STR_EMPTY
			: str_skip(name, (size_t)at + strlen(wraps[i]));

		if (str_cut_digits(&rest).n > 0 && rest.n == 0)
			return true;
	}
	return false;
}

static bool
is_system_python(const struct dump_frame *f)
{
	/* py-spy shortens the paths of Python's own modules. */
	static const char *const modules[] = { "queue.py", "selectors.py",
		"socket.py", "socketserver.py", "ssl.py", "subprocess.py",
		"threading.py" };
	static const char *const packages[] = { "asyncio/",
		"concurrent/futures/", "multiprocessing/", "http/", "urllib/" };

	return f->map.n > 0 || f->name.p[0] == '<' ||
		str_starts(f->name, STR("0x")) ||
		str_find(f->file, STR("/lib/python"), 0) >= 0 ||
		str_is(str_basename(f->file), "threading.py") ||
		is_one(f->file, modules, COUNT_OF(modules)) ||
		begins_with_one(f->file, packages, COUNT_OF(packages));
}

bool
dump_is_system(const struct dump_format *format, const struct dump_frame *f)
{
	static const char *const java[] = { "java.", "javax.", "jdk.", "sun.",
		"com.sun." };

	if (f->name.n == 0)
		return false;
	if (format == &dump_go)
		return is_system_go(f->name);
	if (format == &dump_java)
		return begins_with_one(f->name, java, COUNT_OF(java));
	if (format == &dump_dotnet)
		return str_starts(f->name, STR("System.")) ||
			f->name.p[0] == '[';
	if (format == &dump_gdb || format == &dump_eustack)
		return is_system_native(f);
	return is_system_python(f);
}

/* ---- Waiting ---- */

/* True if the innermost frame is one in which a thread of Java waits: before
   version 25 dump_to_file prints no states. */
static bool
java_leaf_waits(struct str leaf)
{
	static const char *const waits[] = { "java.lang.Object.wait",
		"java.lang.Object.wait0", "java.lang.Thread.sleep",
		"java.lang.Thread.sleep0", "java.lang.VirtualThread.park",
		"java.lang.VirtualThread.parkNanos",
		"java.lang.VirtualThread.parkOnCarrierThread",
		"jdk.internal.misc.Unsafe.park", "sun.misc.Unsafe.park" };

	return is_one(leaf, waits, COUNT_OF(waits));
}

/* The frames of .NET in which a thread waits; dotnet-stack prints no states. */
static bool
dotnet_waits(struct dump_thread *t)
{
	static const char *const locks[] = { "System.Threading.Monitor.Enter",
		"System.Threading.Monitor.ReliableEnter",
		"System.Threading.Monitor.TryEnter", "System.Threading.Lock.",
		"System.Threading.ReaderWriterLockSlim." };
	static const char *const waits[] = { "System.Threading.Monitor.Wait",
		"System.Threading.Monitor.ObjWait",
		"System.Threading.ManualResetEventSlim.Wait",
		"System.Threading.SemaphoreSlim.Wait",
		"System.Threading.WaitHandle.Wait",
		"System.Threading.LowLevelLifoSemaphore.Wait",
		"System.Threading.Thread.Join", "System.Threading.Thread.Sleep",
		"System.Threading.Tasks.Task.SpinThenBlockingWait" };
	bool is = false;

	for (size_t i = 0;
		i < t->frame.n && dump_is_system(t->format, &t->frame.p[i]);
		i++) {
		struct str name = t->frame.p[i].name;

		if (begins_with_one(name, locks, COUNT_OF(locks)))
			t->wants = WANTS_LOCK;
		is |= begins_with_one(name, waits, COUNT_OF(waits));
	}
	return is || t->wants == WANTS_LOCK;
}

bool
dump_is_waiting(struct dump_thread *t, struct str state)
{
	bool waits = false;

	if (t->format == &dump_go)
		return state.n > 0 && !str_starts(state, STR("running")) &&
			!str_starts(state, STR("runnable")) &&
			!str_starts(state, STR("syscall"));
	if (t->format == &dump_java && t->wants == WANTS_LOCK)
		return true;
	if (state.n > 0)
		return str_is(state, "BLOCKED") || str_is(state, "WAITING") ||
			str_is(state, "TIMED_WAITING") ||
			str_starts(state, STR("idle"));
	if (t->format == &dump_java)
		return t->frame.n > 0 && java_leaf_waits(t->frame.p[0].name);
	if (t->format == &dump_dotnet)
		return dotnet_waits(t);
	if (t->format != &dump_gdb && t->format != &dump_eustack)
		return false;
	for (size_t i = 0;
		i < t->frame.n && dump_is_system(t->format, &t->frame.p[i]);
		i++) {
		waits |= native_waits(t->frame.p[i].name);
		if (takes_lock(t->frame.p[i].name))
			t->wants = WANTS_LOCK;
	}
	/* Rust waits for its locks with a bare system call. */
	return waits ||
		(t->wants == WANTS_LOCK && t->frame.n > 0 &&
			str_is(libc_name(t->frame.p[0].name), "syscall"));
}

bool
dump_is_for_work(const struct dump_thread *t, const struct dump_frame *f)
{
	static const char *const java[] = { ".getTask", ".awaitWork", ".take" };
	struct str file = str_basename(f->file);

	if (t->format == &dump_java && dump_is_system(t->format, f)) {
		for (size_t i = 0; i < COUNT_OF(java); i++)
			if (str_ends(f->name, str_c(java[i])))
				return true;
	}
	return t->format == &dump_pyspy &&
		((str_is(file, "queue.py") && str_ends(f->name, STR("get"))) ||
			(str_is(file, "socket.py") &&
				str_ends(f->name, STR("accept"))));
}
