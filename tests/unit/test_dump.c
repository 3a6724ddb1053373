/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stack dumps in, threads and sentences out. */
#include "prelude.h"

#include "read/read.h"

#include <inttypes.h>

#include "testing.h"

#include "sampled.h"
#include "util_read.h"
#include "util_speed.h"

/* "key=text | leaf + inlined-into < root = values", a line for each sample. */
static void
describe(const struct profile *p, struct strbuf *out)
{
	for (size_t s = 0; s < p->sample.n; s++) {
		lset_id set = p->sample.labels[s];
		loc_id stack[200];
		size_t n = profile_stack(p, p->sample.leaf[s], stack, 200);

		for (uint32_t i = p->labels.first[set];
			i < p->labels.first[set + 1]; i++) {
			const struct label *l = &p->labels.label[i];

			strbuf_addf(
				out, "%.*s=", STR_ARG(profile_str(p, l->key)));
			if (l->str == NONE)
				strbuf_addf(out, "%" PRId64 " ", l->num);
			else
				strbuf_addf(out, "%.*s ",
					STR_ARG(profile_str(p, l->str)));
		}
		strbuf_addch(out, '|');
		for (size_t i = 0; i < n; i++)
			for (uint32_t k = p->loc.line0[stack[i]];
				k < p->loc.line0[stack[i] + 1]; k++) {
				func_id f = p->line.func[k];

				strbuf_addf(out, "%s%.*s",
					k > p->loc.line0[stack[i]] ? " + "
						: i > 0            ? " < "
								   : " ",
					STR_ARG(profile_str(
						p, p->func.name[f])));
				if (p->line.line[k] > 0)
					strbuf_addf(out, ":%" PRId64,
						p->line.line[k]);
			}
		strbuf_addstr(out, " =");
		for (uint32_t t = 0; t < p->types.n; t++)
			strbuf_addf(out, " %" PRId64, p->sample.value[t][s]);
		strbuf_addstr(out, "\n");
	}
}

/* The comments: what wrote it, and who waits for what. */
static void
comments(const struct profile *p, struct strbuf *out)
{
	for (uint32_t i = 0; i < p->header.ncomments; i++)
		strbuf_add3(
			out, "", profile_str(p, p->header.comment[i]), "\n");
}

static void
mappings(const struct profile *p, struct strbuf *out)
{
	for (map_id m = 0; m < p->map.n; m++)
		strbuf_addf(out, "%.*s %.*s\n",
			STR_ARG(profile_str(p, p->map.file[m])),
			STR_ARG(profile_str(p, p->map.build_id[m])));
}

static void
becomes(const char *text, const char *want)
{
	read_becomes("", str_c(text), describe, want);
}

static void
remarks(const char *text, const char *want)
{
	struct strbuf all = STRBUF_INIT;

	read_remarks("stackdump", str_c(text), &all);
	assert_string_equal(strbuf_c(&all), want);
	strbuf_free(&all);
}

static void
file_says(const char *name, const char *want)
{
	struct bytes text = testdata(name);

	read_becomes("", bytes_str(&text), comments, want);
	bytes_free(&text);
}

#define GO \
	"goroutine 7 [sync.Mutex.Lock, 2 minutes, locked to thread]:\n" \
	"internal/sync.(*Mutex).lockSlow(0xc0001?)\n" \
	"\t/usr/local/go/src/internal/sync/mutex.go:149 +0x15d\n" \
	"sync.(*Mutex).Lock(...)\n" \
	"\t/usr/local/go/src/sync/mutex.go:46\n" \
	"main.(*pool[...]).get(0xc0001, {0x1, 0x2}, ...)\n" \
	"\t/src/main.go:15 +0x7d\n" \
	"created by main.main in goroutine 1\n" \
	"\t/src/main.go:24 +0xeb\n"

TEST(goroutines_with_what_is_inlined)
{
	becomes(GO,
		"created_by=main.main goroutine=7 lock=0xc0001 locked=thread "
		"state=sync.Mutex.Lock | "
		"internal/sync.(*Mutex).lockSlow:149 < "
		"sync.(*Mutex).Lock:46 + main.(*pool[...]).get:15 = 1 "
		"120000000000\n");
}

TEST(goroutines_of_the_runtime_are_left_out)
{
	const char *text = "goroutine 2 gp=0x1 m=nil [force gc (idle)]:\n"
			   "runtime.gopark(0x0?)\n"
			   "\t/go/proc.go:462 +0xce fp=0x2 sp=0x3 pc=0x4\n"
			   "runtime.forcegchelper()\n"
			   "\t/go/proc.go:375 +0xb3\n"
			   "runtime.goexit({})\n"
			   "\t/go/asm.s:1 +0x1\n\n"
			   "goroutine 1 gp=0x1 m=0 mp=0x2 [running]:\n"
			   "panic({0x1, 0x2})\n"
			   "\t/go/panic.go:8 +0x1\n"
			   "main.main()\n"
			   "\t/src/main.go:9 +0x1\n"
			   "rip    0x48cfe1\nexit status 2\n";

	becomes(text,
		"goroutine=1 state=running | runtime.gopanic:8 < main.main:9 "
		"= 1\n");
	remarks(text, "1 goroutine of the runtime was left out\n");
}

TEST(a_dump_in_a_log_has_its_prefix)
{
	const char *text = "10:00:07 request 17\n10:00:08 request 18\n"
			   "2026-11-25T10:00:09.5Z \033[31mgoroutine 1 "
			   "[select]:\033[0m\r\n"
			   "2026-11-25T10:00:09.51Z main.main()\r\n"
			   "2026-11-25T10:00:10.5Z \t/src/main.go:9 +0x1\r\n"
			   "2026-11-25T10:00:10.5Z\r\n"
			   "10:00:11 request 19\n";

	becomes(text, "goroutine=1 state=select | main.main:9 = 1\n");
	remarks(text,
		"3 lines belong to no stack and were skipped; the first is "
		"line 1\n");
}

TEST(a_dump_may_be_far_into_a_log)
{
	struct strbuf text = STRBUF_INIT;

	for (int i = 0; i < 5000; i++)
		strbuf_addf(&text, "10:00:07 a long line of a log %d\n", i);
	strbuf_addstr(&text, GO);
	read_becomes("", strbuf_str(&text), comments, "dump: Go\n");
	strbuf_free(&text);
}

TEST(labels_of_the_program_keep_their_keys)
{
	becomes("goroutine 1 [select labels:{\"state\": \"a\\\"\\u00e9\"}]:\n"
		"main.main()\n\t/src/main.go:9 +0x1\n",
		"go.state=select goroutine=1 state=a\"\xC3\xA9 | main.main:9 "
		"= 1\n");
}

#define JAVA_HEAD(name, id) \
	"\"" name "\" #" id " daemon prio=5 os_prio=0 tid=0x1 nid=0x2 " \
	"waiting [0x0]\n"

TEST(threads_of_java_with_their_locks)
{
	becomes("Full thread dump OpenJDK (17 mixed mode):\n\n" JAVA_HEAD(
			"a \"b\"", "9") "   java.lang.Thread.State: BLOCKED "
					"(on object monitor)\n"
					"\tat Hung.ab(Hung.java:15)\n"
					"\t- waiting to lock <0x0c0> (a X)\n"
					"\t- locked <0x0b0> (a X)\n"
					"\tat "
					"app//my.mod@1/my.C$$Lambda$1/"
					"0x7f.run(Unknown Source)\n"
					"\n"
					"   Locked ownable synchronizers:\n"
					"\t- <0x0d0> (a Y)\n"
					"\n"
					"\"VM Thread\" os_prio=0 tid=0x1 "
					"nid=0x2 runnable\n",
		"daemon=true holds=0x0b0 holds=0x0d0 lock=0x0c0 lock_class=X "
		"state=BLOCKED thread=a \"b\" | Hung.ab:15 < "
		"my.C$$Lambda$1/0x7f.run = 1\n");
}

TEST(lambdas_of_java_keep_their_class)
{
	/* of Java 8, 11 and 17 */
	becomes("Full thread dump X:\n\n" JAVA_HEAD(
			"a", "9") "\tat a.B$$Lambda$14/1572098393.run(Unknown "
				  "Source)\n"
				  "\tat "
				  "java.lang.invoke.LambdaForm$DMH/"
				  "1096979270.call(X)\n"
				  "\tat "
				  "app//a.B$$Lambda$14/"
				  "0x0800c03000.run(Unknown Source)\n"
				  "\tat "
				  "java.lang.Thread.run(java.base@17/"
				  "Thread.java:8)\n",
		"daemon=true thread=a | a.B$$Lambda$14/1572098393.run < "
		"java.lang.invoke.LambdaForm$DMH/1096979270.call < "
		"a.B$$Lambda$14/0x0800c03000.run < java.lang.Thread.run:8 = "
		"1\n");
}

TEST(several_dumps_have_times)
{
	struct err err = ERR_INIT;
	const char *text =
		"2026-11-25 10:00:05\nFull thread dump X:\n\n" JAVA_HEAD(
			"a", "9") "\tat A.b(A.java:1)\n\n"
				  "2026-11-25 10:00:15\nFull thread dump "
				  "X:\n\n" JAVA_HEAD(
					  "a", "9") "\tat A.b(A.java:1)\n\n";
	struct profile *p = read_as("", str_c(text), NULL, &err);

	assert_non_null(p);
	assert_int_equal(p->sample.n, 2);
	assert_int_equal(
		p->header.time_nanos, INT64_C(1795600805) * 1000000000);
	assert_int_equal(p->header.duration_nanos, INT64_C(10000000000));
	profile_unref(p);
	remarks(text,
		"2 dumps are added up (1 and 1 threads); the label dump tells "
		"them apart\n");
}

TEST(frames_of_gdb)
{
	becomes("Thread 2 (Thread 0x7f (LWP 42) \"db\"):\n"
		"#0  0x01 in pthread_mutex_lock (mutex=mutex@entry=0x0d0 <l>) "
		"at ./n.c:5\n"
		"#1  0x02 in grab (why=0x1 \"a) (\") at h.c:8\n"
		"#2  std::function<void (int)>::operator()(int) const "
		"(this=0x1)\n"
		"    at h.c:9\n"
		"#3  <signal handler called>\n"
		"#4  0x0000559dbf49a2e7 in ?? () from /lib/x.so\n",
		"lock=0x0d0 thread=db tid=42 | pthread_mutex_lock:5 < grab:8 "
		"+ std::function<void (int)>::operator()(int) const:9 < "
		"<signal handler called> < 0x0000559dbf49a2e7 = 1\n");
}

TEST(frames_of_eu_stack)
{
	becomes("PID 1 - process\nTID 7:\n"
		"#0  0x07     a@@GLIBC_2.34 - /lib/libc.so.6\n"
		"    ./a.c:57:12\n"
		"#1  0x07     b - /lib/libc.so.6\n"
		"#2  0x0000000000000008 - 1\n",
		"tid=7 | a:57 + b < 0x0000000000000008 = 1\n");
}

TEST(threads_of_python)
{
	becomes("Process 1: python a.py\nPython v3.11.7\n\n"
		"Thread 8 (idle): \"web 1\"\n"
		"    wait (libc.so.6)\n"
		"    get (a.py:5)\n"
		"        Arguments:\n"
		"            n: 1\n",
		"state=idle thread=web 1 tid=8 | wait < get:5 = 1\n");
	becomes("Timeout (0:00:05)!\n"
		"Thread 0x07 (most recent call first):\n"
		"  File \"a.py\", line 5 in get\n"
		"  ...\n\n"
		"Current thread 0x08 [web] (most recent call first):\n"
		"  File \"a.py\", line 9 in <module>\n",
		"thread=0x07 | get:5 < [frames elided] = 1\n"
		"state=current thread=web | <module>:9 = 1\n");
	becomes("Traceback for thread 7 (py) [Has the GIL] (most recent call "
		"last):\n"
		"    (Python) File \"a.py\", line 9, in run\n"
		"        get()\n"
		"    (C) File \"x.c\", line 5, in get (libx.so)\n",
		"state=Has the GIL thread=py tid=7 | get:5 < run:9 = 1\n");
	becomes("Stack dump for PID 4, thread 8 (main thread, on CPU; task T; "
		"most recent call last):\n"
		"  File \"a.py\", line 30, in <module>\n"
		"    serve()\n"
		"  <GC>\n\n"
		"Stack dump, thread 9 (idle; most recent call last):\n"
		"No Python frames\n",
		"pid=4 state=main thread, on CPU task=T tid=8 | <GC> < "
		"<module>:30 = 1\n"
		"pid=4 state=idle tid=9 | [no frames] = 1\n");
}

TEST(threads_of_dotnet)
{
	becomes("Thread (0x1F40):\n"
		"  [Native Frames]\n"
		"  System.Console!System.IO.StdInReader.ReadKey(bool&)\n",
		"thread=0x1F40 | [Native Frames] < "
		"System.IO.StdInReader.ReadKey "
		"= 1\n");
}

#define DOTNET(id) \
	"Thread (" id "):\n" \
	"  [Native Frames]\n" \
	"  System.Private.CoreLib.il!System.Threading.ManualResetEventSlim." \
	"Wait(int32)\n" \
	"  System.Private.CoreLib.il!System.Threading.Tasks." \
	"Task`1[System.__Canon].GetResultCore(bool)\n" \
	"  App!app.Controllers.Scenario.TaskWait()\n\n"

TEST(threads_of_dotnet_wait_in_its_library)
{
	read_becomes("",
		STR(DOTNET("0x1") DOTNET("0x2") "Thread (0x3):\n"
						"  App!app.Main.Run()\n"),
		comments,
		"dump: .NET\n"
		"waits: 2 of 3 threads wait in Task.GetResultCore < "
		"Scenario.TaskWait\n");
}

TEST(threads_of_java_in_json)
{
	read_becomes("",
		STR("{\"threadDump\":{\"time\":\"2026-11-25T23:02:08Z\","
		    "\"threadContainers\":[{\"container\":\"P@1\",\"threads\":"
		    "[{\"tid\":\"3\",\"name\":\"\",\"state\":\"BLOCKED\","
		    "\"virtual\":true,\"blockedOn\":\"X@2\",\"stack\":[\"java."
		    "base/A.b(A.java:5)\"],\"monitorsOwned\":[{\"depth\":0,"
		    "\"locks\":[\"Y@3\"]}]},{\"stack\":[]}]}]}}"),
		describe,
		"container=P@1 holds=Y@3 lock=X@2 lock_class=X state=BLOCKED "
		"thread=#3 virtual=true | A.b:5 = 1\n"
		"container=P@1 thread=#0 | [no frames] = 1\n");
}

TEST(modules_have_their_build_ids)
{
	read_becomes("",
		STR("PID 7 - process module memory map\n"
		    "0x000055fdf1d00000-0x000055fdf1d05000 hung\n"
		    "  [5a78af8952bba5a4]\n  /src/hung\n  -\n"
		    "0x00007fdb01645000-0x00007fdb01647000 [vdso: 7]\n"
		    "  [e025128345ce65b7]\n  -\n  /not/its/file\n"
		    "0x00007fdb01647000-0x00007fdb0167c000 unused\n"
		    "  [7ebc65e52f2bbea4]\n  /lib/unused\n  -\n"
		    "PID 7 - process\nTID 7:\n"
		    "#0  0x000055fdf1d01226 work - /src/hung\n"
		    "#1  0x000055fdf1d01300 main - /src/hung\n"
		    "#2  0x000055fdf1d01400 start - /not/its/file\n"),
		mappings, " \n/src/hung 5a78af8952bba5a4\n/not/its/file \n");
}

TEST(who_waits_for_what_is_said)
{
	file_says("dump/go.txt",
		"dump: Go\n"
		"waits: 4 of 6 goroutines wait in sync.(*Mutex).Lock < "
		"(*pool).get\n"
		"waits: 1 more is inside (*pool): goroutine 21, chan receive, "
		"(*pool).refill\n");
	file_says("dump/go-deadlock.txt",
		"dump: Go\nfatal error: all goroutines are asleep - "
		"deadlock!\n"
		"waits: all 3 goroutines wait: deadlock (Go ended the "
		"program)\n");
	file_says("dump/java.txt",
		"dump: Java\n"
		"waits: deadlock: \"one\" -> \"two\" -> \"one\" "
		"(java.lang.Object 0x687485788, 0x687485778)\n"
		"waits: 3 of 15 threads wait in Hung.get for Class for Hung "
		"0x687484ad8, held by \"refill\"\n"
		"waits: \"refill\" waits in Thread.sleep < Hung.refill\n");
	file_says("dump/gdb.txt",
		"dump: gdb\n"
		"waits: 3 of 4 threads wait in ___pthread_mutex_lock < take "
		"for lock 0x55e200ffd080\n");
	file_says("dump/eu-stack.txt",
		"dump: eu-stack\n"
		"waits: 3 of 4 threads wait in ___pthread_mutex_lock < "
		"take\n");
	file_says("dump/faulthandler.txt", "dump: faulthandler\n");
}

static void
says(const char *text, const char *want)
{
	read_becomes("", str_c(text), comments, want);
}

#define GDB(id, frames) \
	"Thread " id " (Thread 0x7f (LWP " id ")):\n" frames "\n"
#define BUSY \
	"#0  spread_rows (n=1) at ../src/rows.c:8\n" \
	"#1  0x02 in select_best (n=1) at ../src/rows.c:9\n"
#define LOCKED \
	"#0  0x01 in futex_wait (f=0x1) at ./nptl/futex-internal.h:146\n" \
	"#1  0x02 in ___pthread_mutex_lock (mutex=0x9) at ./nptl/m.c:93\n" \
	"#2  std::lock_guard<std::mutex>::lock_guard (this=0x1) at " \
	"/usr/include/c++/12/mutex:229\n" \
	"#3  app::read_config (n=1) at ../src/config.cc:14\n" \
	"#4  0x03 in work (n=1) at ../src/config.cc:20\n"
#define NOTIFIED \
	"#0  0x01 in __syscall_cancel_arch () at ../sysdeps/x86_64/s.S:56\n" \
	"#1  0x02 in __futex_abstimed_wait_common64 (f=0x1) at " \
	"./nptl/f.c:57\n" \
	"#2  0x03 in ___pthread_cond_wait (c=0x1) at ./nptl/c.c:62\n" \
	"#3  0x04 in take<int>(Queue<int>&) (n=...) at ../src/queue.cc:14\n"

TEST(native_code_waits_in_libc_only)
{
	says(GDB("1", BUSY) GDB("2", BUSY) GDB("3", BUSY), "dump: gdb\n");
	says(GDB("1", BUSY) GDB("2", BUSY) GDB("3", LOCKED) GDB("4", LOCKED),
		"dump: gdb\n"
		"waits: 2 of 4 threads wait in std::lock_guard::lock_guard < "
		"app::read_config for lock 0x9\n");
	says(GDB("1", NOTIFIED) GDB("2", NOTIFIED) GDB("3", BUSY),
		"dump: gdb\n"
		"waits: 2 of 3 threads wait in ___pthread_cond_wait < take\n");
	/* Threads that wait for a lock are reported before those that wait for
	   work. */
	says("PID 1 - process\nTID 1:\n"
	     "#0  0x01 __futex_abstimed_wait_common - /lib/libc.so.6\n"
	     "#1  0x02 pthread_cond_wait - /lib/libc.so.6\n"
	     "#2  0x03 void take<int>(Queue<int>&) - /app\n"
	     "TID 2:\n#0  0x01 __futex_abstimed_wait_common\n"
	     "#1  0x02 pthread_cond_wait@@GLIBC_2.3.2 - /lib/libc.so.6\n"
	     "#2  0x03 void take<int>(Queue<int>&) - /app\n"
	     "TID 3:\n#0  0x01 __futex_abstimed_wait_common\n"
	     "#1  0x02 pthread_cond_wait - /lib/libc.so.6\n"
	     "#2  0x03 void take<int>(Queue<int>&) - /app\n"
	     "TID 4:\n#0  0x01 __lll_lock_wait - /lib/libc.so.6\n"
	     "#1  0x05 pthread_mutex_lock - /lib/libc.so.6\n"
	     "#2  0x06 accept_client - /app\n"
	     "TID 5:\n#0  0x01 __lll_lock_wait - /lib/libc.so.6\n"
	     "#1  0x05 pthread_mutex_lock - /lib/libc.so.6\n"
	     "#2  0x06 accept_client - /app\n",
		"dump: eu-stack\n"
		"waits: 2 of 5 threads wait in pthread_mutex_lock < "
		"accept_client\n");
}

TEST(threads_of_rust_wait_for_their_locks)
{
#define RUST(id) \
	"TID " id ":\n" \
	"#0  0x0007 syscall\n" \
	"#1  0x0008 _RNvMNtNtNtNtCsjrHSEGnQ3l9_3std3sys4sync5mutex5futexNtB2_" \
	"5Mutex14lock_contended\n" \
	"#2  0x0009 std::sync::poison::mutex::Mutex$LT$T$GT$::lock::" \
	"h18aba970684159e7\n" \
	"#3  0x000a m::Pool::get::he9474fcb6fcb24db\n"
#define RUST_SLEEPS(id) \
	"TID " id ":\n" \
	"#0  0x0007 clock_nanosleep@GLIBC_2.2.5\n" \
	"#1  0x0008 _RNvNtNtCsjrHSEGnQ3l9_3std6thread9functions5sleep\n" \
	"#2  0x0009 m::Pool::refill::h5eb939b2f6fe5336\n"
	says("PID 1 - process\n" RUST_SLEEPS("1") RUST_SLEEPS("2")
			RUST_SLEEPS("3") RUST("4") RUST("5"),
		"dump: eu-stack\n"
		"waits: 2 of 5 threads wait in "
		"std::sync::poison::mutex::Mutex::lock < m::Pool::get\n");
	says("PID 1 - process\n" RUST_SLEEPS("1") RUST_SLEEPS("2"),
		"dump: eu-stack\n"
		"waits: 2 of 2 threads wait in std::thread::functions::sleep "
		"< m::Pool::refill\n");
}

#define JAVA(name, id, state, frames) \
	JAVA_HEAD(name, id) "   java.lang.Thread.State: " state "\n" frames "\n"
#define TAKES \
	"\tat jdk.internal.misc.Unsafe.park(java.base/Native Method)\n" \
	"\t- parking to wait for  <0x7> (a java.util.concurrent.locks." \
	"AbstractQueuedSynchronizer$ConditionObject)\n" \
	"\tat java.util.concurrent.LinkedBlockingQueue.take(L.java:1)\n" \
	"\tat app.Jobs.consume(Jobs.java:5)\n"
#define ENTERS \
	"\tat app.Pool.get(Pool.java:8)\n" \
	"\t- waiting to lock <0x5> (a app.Pool)\n"
#define WAITS \
	"\tat java.lang.Object.wait(java.base/Native Method)\n" \
	"\t- waiting on <0x5> (a app.Pool)\n" \
	"\tat app.Pool.idle(Pool.java:20)\n" \
	"\t- locked <0x5> (a app.Pool)\n"
#define HOLDS \
	"\tat app.Pool.fill(Pool.java:9)\n" \
	"\t- locked <0x5> (a app.Pool)\n"
#define PARKS(wanted, held) \
	"\tat jdk.internal.misc.Unsafe.park(java.base/Native Method)\n" \
	"\t- parking to wait for  <" wanted "> (a x.ReentrantLock$Sync)\n" \
	"\tat app.Move.run(Move.java:8)\n\n" \
	"   Locked ownable synchronizers:\n" \
	"        - <" held "> (a x.ReentrantLock$Sync)\n"

TEST(threads_for_work_come_last)
{
	says(JAVA("c1", "1", "WAITING (parking)", TAKES) JAVA("c2", "2",
		     "WAITING (parking)",
		     TAKES) JAVA("c3", "3", "WAITING (parking)", TAKES)
			JAVA("r1", "4", "BLOCKED", ENTERS)
				JAVA("r2", "5", "BLOCKED", ENTERS)
					JAVA("f", "6", "RUNNABLE", HOLDS),
		"dump: Java\n"
		"waits: 2 of 6 threads wait in Pool.get for Pool 0x5, held by "
		"\"f\"\n"
		"waits: \"f\" runs Pool.fill\n");
}

TEST(python_threads_for_work_come_last)
{
#define PYTHON_TAKES(id) \
	"Thread " id " (idle): \"c" id "\"\n" \
	"    Condition.wait (threading.py:327)\n" \
	"    Queue.get (queue.py:171)\n" \
	"    consume (app.py:9)\n"
#define PYTHON_ENTERS(id) \
	"Thread " id " (idle): \"c" id "\"\n" \
	"    Cache.get (app.py:5)\n" \
	"    Thread.run (threading.py:982)\n"
	says("Process 1: python app.py\nPython v3.11.7\n\n" PYTHON_TAKES("1")
			PYTHON_TAKES("2") PYTHON_TAKES("3") PYTHON_ENTERS("4")
				PYTHON_ENTERS("5"),
		"dump: py-spy\nProcess 1: python app.py\n"
		"waits: 2 of 5 threads wait in Cache.get\n");
	says("Process 1: python app.py\nPython v3.11.7\n\n" PYTHON_TAKES("1")
			PYTHON_TAKES("2"),
		"dump: py-spy\nProcess 1: python app.py\n"
		"waits: 2 of 2 threads wait in Queue.get < consume\n");
}

TEST(nobody_keeps_a_thread_from_being_notified)
{
	says(JAVA("w1", "1", "WAITING (on object monitor)", WAITS)
			JAVA("w2", "2", "WAITING (on object monitor)", WAITS)
				JAVA("f", "3", "RUNNABLE", HOLDS),
		"dump: Java\n"
		"waits: 2 of 3 threads wait in Object.wait < Pool.idle for "
		"Pool 0x5\n");
	says(JAVA("w1", "1", "WAITING (on object monitor)", WAITS) JAVA(
		     "w2", "2", "WAITING (on object monitor)", WAITS) JAVA("w3",
		     "3", "WAITING", WAITS) JAVA("r1", "4", "BLOCKED", ENTERS)
			JAVA("r2", "5", "BLOCKED", ENTERS)
				JAVA("f", "6", "RUNNABLE", HOLDS),
		"dump: Java\n"
		"waits: 2 of 6 threads wait in Pool.get for Pool 0x5, held by "
		"\"f\"\n"
		"waits: \"f\" runs Pool.fill\n");
}

TEST(a_thread_that_was_notified_waits_for_its_lock)
{
#define NOTIFIED_OF(name, id) \
	JAVA(name, id, "BLOCKED (on object monitor)", \
		"\tat java.lang.Object.wait(java.base/Native Method)\n" \
		"\t- waiting on <no object reference available>\n" \
		"\tat app.Pool.idle(Pool.java:20)\n" \
		"\t- waiting to re-lock in wait() <0x5> (a app.Pool)\n")

	says(NOTIFIED_OF("a", "1") NOTIFIED_OF("b", "2")
			JAVA("f", "3", "RUNNABLE", HOLDS),
		"dump: Java\n"
		"waits: 2 of 3 threads wait in Object.wait < Pool.idle for "
		"Pool 0x5, held by \"f\"\n"
		"waits: \"f\" runs Pool.fill\n");
}

TEST(a_circle_with_a_time_limit_is_no_deadlock)
{
	says(JAVA("a", "1", "WAITING (parking)", PARKS("0x1", "0x2")) JAVA(
		     "b", "2", "WAITING (parking)", PARKS("0x2", "0x1")),
		"dump: Java\n"
		"waits: deadlock: \"a\" -> \"b\" -> \"a\" "
		"(x.ReentrantLock$Sync 0x1, 0x2)\n");
	says(JAVA("a", "1", "TIMED_WAITING (parking)", PARKS("0x1", "0x2"))
			JAVA("b", "2", "WAITING (parking)",
				PARKS("0x2", "0x1")),
		"dump: Java\n"
		"waits: deadlock until a time limit: \"a\" -> \"b\" -> \"a\" "
		"(x.ReentrantLock$Sync 0x1, 0x2)\n");
}

TEST(classes_that_wait_for_each_other)
{
#define CLASS_WAITS(class) \
	"\t- waiting on the Class initialization monitor for " class "\n"
	says(JAVA("ta", "1", "RUNNABLE",
		     "\tat CI$A.<clinit>(CI.java:2)\n" CLASS_WAITS(
			     "CI$B")) JAVA("tb", "2", "RUNNABLE",
		     "\tat CI$B.<clinit>(CI.java:3)\n" CLASS_WAITS(
			     "CI$A")) JAVA("l1", "3", "RUNNABLE",
		     "\tat CI.use(CI.java:4)\n" CLASS_WAITS("CI$A"))
			JAVA("l2", "4", "RUNNABLE",
				"\tat CI.use(CI.java:4)\n" CLASS_WAITS("CI$A")),
		"dump: Java\n"
		"waits: deadlock: \"ta\" -> \"tb\" -> \"ta\" (initialization "
		"of "
		"CI$B, initialization of CI$A)\n"
		"waits: 2 of 4 threads wait in CI.use for initialization of "
		"CI$A, held by \"ta\"\n"
		"waits: \"ta\" waits for initialization of CI$B, held by "
		"\"tb\"\n");
}

TEST(a_copy_may_have_lost_the_indentation)
{
	becomes(JAVA_HEAD("a", "1") "java.lang.Thread.State: BLOCKED\n"
				    "at app.Pool.get(Pool.java:8)\n"
				    "- waiting to lock <0x5> (a app.Pool)\n"
				    "at app.Pool.run(Pool.java:3)\n\n",
		"daemon=true lock=0x5 lock_class=app.Pool state=BLOCKED "
		"thread=a | app.Pool.get:8 < app.Pool.run:3 = 1\n");
}

TEST(locks_that_were_taken_away_are_not_waited_for)
{
	becomes(JAVA("a", "1", "TIMED_WAITING (sleeping)",
			"\tat java.lang.Thread.sleep(Native Method)\n"
			"\tat A.b(A.java:1)\n"
			"\t- eliminated <0x5> (a X)\n"
			"\t- eliminated <owner is scalar replaced> (a X)\n"),
		"daemon=true state=TIMED_WAITING thread=a | "
		"java.lang.Thread.sleep < A.b:1 = 1\n");
}

TEST(threads_that_java_wrote_to_a_file)
{
	static const char text[] =
		"12569\n2026-11-28T13:00:11.725560300Z\n26+35\n\n"
		"#3 \"main\" WAITING 2026-11-28T13:00:11.75Z\n"
		"    at java.base/jdk.internal.misc.Unsafe.park(Native "
		"Method)\n"
		"    - parking to wait for <x.ReentrantLock$Sync@1>, owner "
		"#12\n"
		"    at H.main(H.java:30)\n\n"
		"#4 \"b\" WAITING 2026-11-28T13:00:11.75Z\n"
		"    at java.base/jdk.internal.misc.Unsafe.park(Native "
		"Method)\n"
		"    - parking to wait for <x.ReentrantLock$Sync@1>, owner "
		"#12\n"
		"    at H.main(H.java:30)\n"
		"    - lock is eliminated\n\n"
		"#12 \"refill\" RUNNABLE 2026-11-28T13:00:11.75Z\n"
		"    at H.fill(H.java:9)\n\n";

	says(text,
		"dump: Java\n"
		"waits: 2 of 3 threads wait in Unsafe.park < H.main for "
		"ReentrantLock$Sync@1, held by \"refill\"\n"
		"waits: \"refill\" runs H.fill\n");
	remarks(text, "");
	read_becomes("",
		STR("{\"threadDump\":{\"threadContainers\":[{\"threads\":["
		    "{\"tid\":3,\"name\":\"a\",\"state\":\"WAITING\","
		    "\"parkBlocker\":{\"object\":\"x.Sync@1\",\"owner\":5},"
		    "\"stack\":[\"H.a(H.java:1)\"]},"
		    "{\"tid\":4,\"name\":\"b\",\"state\":\"WAITING\","
		    "\"parkBlocker\":{\"object\":\"x.Sync@1\",\"owner\":\"5\"},"
		    "\"stack\":[\"H.a(H.java:1)\"]},"
		    "{\"tid\":5,\"name\":\"c\",\"state\":\"RUNNABLE\","
		    "\"stack\":[\"H.c(H.java:1)\"]}]}]}}"),
		comments,
		"dump: Java\n"
		"waits: 2 of 3 threads wait in H.a for Sync@1, held by \"c\"\n"
		"waits: \"c\" runs H.c\n");
	/* Java 21 writes no states. */
	says("#3 \"a\"\n      java.base/java.lang.Thread.sleep0(Native "
	     "Method)\n      H.a(H.java:1)\n\n"
	     "#4 \"b\"\n      java.base/java.lang.Thread.sleep0(Native "
	     "Method)\n      H.a(H.java:1)\n\n"
	     "#5 \"c\"\n      H.a(H.java:1)\n",
		"dump: Java\n"
		"waits: 2 of 3 threads wait in Thread.sleep0 < H.a\n");
}

#define GO_OF(id, state, frames) "goroutine " id " [" state "]:\n" frames "\n"
#define GO_READS \
	"sync.runtime_SemacquireRWMutexR(0x1?, 0x2?)\n\t/go/sema.go:1\n" \
	"sync.(*RWMutex).RLock(...)\n\t/go/rwmutex.go:74\n" \
	"main.(*cache).get(0x1)\n\t/src/main.go:19 +0x1\n"
#define GO_FILLS \
	"net.(*conn).Read(0x1)\n\t/go/net.go:1 +0x1\n" \
	"main.(*cache).fill(0x1)\n\t/src/main.go:22 +0x1\n"
#define GO_STARTED "main.(*cache).fill.func1()\n\t/src/main.go:25 +0x1\n"
#define GO_WORKS \
	"runtime.chanrecv2(0x1)\n\t/go/chan.go:1 +0x1\n" \
	"main.worker(0x1)\n\t/src/main.go:33 +0x1\n" \
	"main.main.gowrap3()\n\t/src/main.go:50 +0x1\n"

TEST(goroutines_inside_while_others_want_to_read)
{
	says(GO_OF("1", "sync.RWMutex.RLock", GO_READS) GO_OF("2",
		     "sync.RWMutex.RLock",
		     GO_READS) GO_OF("3", "IO wait, 3 minutes", GO_FILLS)
			GO_OF("4", "select (no cases)", GO_STARTED) GO_OF(
				"5", "chan receive", GO_WORKS)
				GO_OF("6", "chan receive", GO_WORKS) GO_OF("7",
					"chan "
					"recei"
					"ve",
					GO_WORKS),
		"dump: Go\n"
		"waits: 2 of 7 goroutines wait in sync.(*RWMutex).RLock < "
		"(*cache).get\n"
		"waits: 1 more is inside (*cache): goroutine 3, IO wait for 3 "
		"minutes, (*cache).fill\n");
	says(GO_OF("1", "chan send", "main.send()\n\t/src/main.go:9 +0x1\n")
			GO_OF("2", "chan send",
				"main.send()\n\t/src/main.go:9 +0x1\n"),
		"dump: Go\nwaits: 2 of 2 goroutines wait in chan send < "
		"send\n");
}

TEST(a_dump_in_a_log_may_be_changed_by_it)
{
	/* syslog's tab */
	becomes("Nov 28 10:00:08 h app[1]: goroutine 1 [select]:\n"
		"Nov 28 10:00:08 h app[1]: main.main()\n"
		"Nov 28 10:00:08 h app[1]: #011/src/main.go:9 +0x1\n",
		"goroutine=1 state=select | main.main:9 = 1\n");
	/* a copy without tabs; an even second; numbers padded to a width */
	becomes("goroutine 1 [select]:\nmain.main()\n"
		"        /src/main.go:9 +0x1\n",
		"goroutine=1 state=select | main.main:9 = 1\n");
	becomes("2026-11-28T10:00:07.5Z goroutine 1 [select]:\n"
		"2026-11-28T10:00:08Z main.main()\n"
		"2026-11-28T10:00:08.25Z \t/src/main.go:9 +0x1\n",
		"goroutine=1 state=select | main.main:9 = 1\n");
	becomes("[   99.5] goroutine 1 [select]:\n"
		"[  100.5] main.main()\n"
		"[  100.5] \t/src/main.go:9 +0x1\n",
		"goroutine=1 state=select | main.main:9 = 1\n");
	/* the time above a dump of Java, behind a prefix */
	remarks("app-1  | 2026-11-25 10:00:05\n"
		"app-1  | Full thread dump X:\n"
		"app-1  |\n"
		"app-1  | " JAVA_HEAD("a", "9") "app-1  | \tat A.b(A.java:1)\n",
		"");
}

TEST(only_the_last_dump_of_a_log_is_in_a_deadlock)
{
#define ASLEEP \
	"fatal error: all goroutines are asleep - deadlock!\n\n" \
	"goroutine 1 [chan receive]:\nmain.main()\n\t/m.go:9 +0x1\n\n"
#define GOES_ON \
	"SIGQUIT: quit\nPC=0x4\n\n" \
	"goroutine 1 [running]:\nmain.main()\n\t/m.go:9 +0x1\n\n"
#define ENDED "waits: all 1 goroutines wait: deadlock (Go ended the program)\n"
	const char *panic = "dump: Go\nfatal error: all goroutines are asleep "
			    "- deadlock!\n";
	struct strbuf want = STRBUF_INIT;

	says(ASLEEP "exit status 2\nstart\n" GOES_ON, panic);
	strbuf_addf(&want, "%s" ENDED, panic);
	says(GOES_ON "start\n" ASLEEP, strbuf_c(&want));
	/* no empty line between them */
	says("goroutine 1 [running]:\nmain.main()\n\t/m.go:9 +0x1\n" ASLEEP,
		strbuf_c(&want));
	says("goroutine 5 [running]:\nmain.main()\n\t/m.go:9 +0x1\n" ASLEEP,
		strbuf_c(&want));
	strbuf_free(&want);
}

/* Lines of a log that another runtime could have written. */
TEST(a_panic_belongs_to_a_dump_of_its_runtime)
{
#define LOG \
	"panic: cache full, evicting\n" \
	"fatal error: all goroutines are asleep - deadlock!\n" \
	"Fatal Python error: in a text\n\n"
	says(LOG JAVA("a", "1", "RUNNABLE",
		     "\tat A.b(A.java:1)\n") "\npanic: x\n",
		"dump: Java\n");
	says(LOG "Thread 0x1 (most recent call first):\n"
		 "  File \"a.py\", line 1 in f\n\n",
		"dump: faulthandler\nFatal Python error: in a text\n");
	says("fatal error: all goroutines are asleep - deadlock! is text\n\n"
	     "goroutine 1 [select]:\nmain.main()\n\t/m.go:9 +0x1\n\n",
		"dump: Go\nfatal error: all goroutines are asleep - deadlock! "
		"is text\n");
#undef LOG
}

TEST(sentences_of_a_dump_use_the_words_of_its_runtime)
{
	says("goroutine 1 [select]:\nmain.main()\n\t/m.go:9 +0x1\n\n"
	     "Full thread dump OpenJDK\n\n" JAVA(
		     "a", "1", "WAITING", "\tat app.A.b(A.java:1)\n")
			JAVA("b", "2", "WAITING", "\tat app.A.b(A.java:1)\n"),
		"dump: Go\nwaits: 2 of 2 threads wait in A.b\n");
}

#define HELD(name, id, wants, has) \
	JAVA(name, id, "BLOCKED", \
		"\tat A.b(A.java:1)\n\t- waiting to lock <" wants "> (a X)\n" \
		"\t- locked <" has "> (a X)\n")

TEST(each_deadlock_is_reported)
{
#define TWO_PAIRS \
	HELD("a", "1", "0x1", "0x2") \
	HELD("b", "2", "0x2", "0x1") \
	HELD("c", "3", "0x3", "0x4") \
	HELD("d", "4", "0x4", "0x3")
#define TWO_SAID \
	"dump: Java\n" \
	"waits: deadlock: \"a\" -> \"b\" -> \"a\" (X 0x1, 0x2)\n" \
	"waits: deadlock: \"c\" -> \"d\" -> \"c\" (X 0x3, 0x4)"
	says(TWO_PAIRS, TWO_SAID "\n");
	says(TWO_PAIRS HELD("e", "5", "0x5", "0x6")
			HELD("f", "6", "0x6", "0x5"),
		TWO_SAID ", and 1 more\n");
}

/* jcmd prints the process first. */
TEST(a_dump_of_jcmd_begins_with_the_process)
{
	sampled_is(STR("4711:\n2026-11-28 17:12:05\n"
		       "Full thread dump OpenJDK\n\n" JAVA(
			       "a", "1", "RUNNABLE", "\tat A.b(A.java:1)\n")),
		"stackdump",
		"threads/count\nA.b<A.java:1> 1 {daemon=true state=RUNNABLE "
		"thread=a}\n");
}

TEST(a_file_of_threads_hides_who_waits_for_a_class)
{
	static const char text[] =
		"4711\n2026-11-28T17:12:07.036075509Z\n25.0.3\n\n"
		"#20 \"a\" RUNNABLE 2026-11-28T17:12:07.037952772Z\n"
		"      A.<clinit>(A.java:4)\n\n";
	static const char json[] =
		"{\"threadDump\": {\"threadContainers\": [{\"threads\": ["
		"{\"tid\": \"20\", \"name\": \"a\", \"state\": "
		"\"RUNNABLE\", \"stack\": [\"A.<clinit>(A.java:4)\"]}]}]}}";
	static const char want[] =
		"threads/count\nA.<clinit><A.java:4> 1 {holds=initialization "
		"of A "
		"state=RUNNABLE thread=a}\n"
		"note: a class is being initialized, and threads that wait "
		"for it look RUNNABLE here; jcmd PID Thread.print tells them "
		"apart\n";

	sampled_is(str_c(text), "stackdump", want);
	sampled_is(str_c(json), "javathreads", want);
}

#define CYAN "\033[36mapp-1 |\033[0m "

TEST(lines_with_colours_leave_their_text)
{
	says(CYAN "\033[31mpanic: boom\033[0m\n" CYAN "\n" CYAN
		  "goroutine 1 [running]:\n" CYAN "main.main()\n" CYAN
		  "\t/m.go:9 +0x1\n" CYAN "\n" CYAN
		  "XXXXXXXXXXXXXXXXXXXXXXXXXXXX\n" CYAN "panic: bang\n" CYAN
		  "\n",
		"dump: Go\npanic: boom\npanic: bang\n");
}

TEST(a_process_has_a_number)
{
	says("Process 7: a.py\nThread 1 (idle): \"a\"\n    f (a.py:1)\n\n"
	     "Process ended: 1\n\n"
	     "Thread 2 (idle): \"b\"\n    f (a.py:1)\n\n",
		"dump: py-spy\nProcess 7: a.py\n"
		"waits: 2 of 2 threads wait in f\n");
}

TEST(many_panics_are_not_all_listed)
{
	struct strbuf log = STRBUF_INIT;

	for (int i = 0; i < 1000; i++)
		strbuf_addstr(&log,
			"panic: x\n\ngoroutine 1 [running]:\nmain.main()\n"
			"\t/m.go:9 +0x1\n\n");
	remarks(strbuf_c(&log),
		"980 more panics or processes are not listed\n"
		"1000 dumps are added up (1, 1, 1, 1, 1, 1, 1, 1, ... "
		"goroutines); the label dump tells them apart\n");
	strbuf_free(&log);
}

/* Read a head, numbered texts, and as many ends. */
static void
is_read_soon(const char *head, const char *text, const char *end)
{
	enum { MANY = 200000 };
	struct strbuf all = STRBUF_INIT;
	struct err err = ERR_INIT;
	double began = speed_spent();
	struct profile *p;

	strbuf_addstr(&all, head);
	for (size_t i = 0; i < MANY; i++)
		strbuf_addf(&all, "%s%zu", text, i);
	for (size_t i = 0; i < MANY; i++)
		strbuf_addstr(&all, end);
	p = read_as("stackdump", strbuf_str(&all), NULL, &err);
	assert_non_null(p);
	profile_unref(p);
	strbuf_free(&all);
	assert_true(speed_within(speed_spent() - began, 10));
}

TEST(a_hostile_dump_takes_little_time)
{
	/* locks; frames at one address; a wrapped frame; brackets */
	is_read_soon("Full thread dump X:\n\n" JAVA_HEAD(
			     "a", "9") "\tat A.b(A.java:1)",
		"\n\t- locked <0x1> ", "");
	is_read_soon("TID 7:", "\n#1  0x01 a", "");
	is_read_soon(GDB("1", "#0  f (a=1) at x.c:1\n") GDB("2", "#0  f (a="),
		"\n    (", "");
	is_read_soon(GDB("1", "#0  f (a=1) at x.c:1\n#1  f"), " (", ")z");
}

TEST(a_dump_cut_anywhere_does_no_harm)
{
	static const char *const files[] = { "dump/go.txt", "dump/java.txt",
		"dump/gdb.txt", "dump/eu-stack.txt", "dump/faulthandler.txt" };

	for (size_t i = 0; i < COUNT_OF(files); i++) {
		struct bytes text = testdata(files[i]);

		read_damaged("stackdump", bytes_str(&text), 300);
		bytes_free(&text);
	}
	remarks("goroutine 1 [running]:\nmain.a()\n\t/a.go:1 +0x1\nmain.b()\n",
		"the dump ends in the middle of a stack: it is truncated\n");
}

TEST(text_without_stacks_is_refused)
{
	struct err err = ERR_INIT;

	assert_null(read_as("stackdump", STR("goroutine 1 [running]:\nhello\n"),
		NULL, &err));
	assert_non_null(strstr(err.msg, "no stacks of threads"));
	assert_null(read_as(
		"", STR("goroutine 1 [running]:\nhello\n"), NULL, &err));
}

int
main(void)
{
	return tests_run(NULL, NULL);
}
