/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions in which Python programs wait. */
#include "prelude.h"

#include "present/pythonwait.h"

#include "base/compiler.h"
#include "profile/name.h"

/* Functions in C, which have no file; see name_is_one_of(). */
static const char *const builtins[] = { "<method 'poll' of 'select.*",
	"<method 'control' of 'select.kqueue'*", "<built-in method time.sleep>",
	"<built-in method select.*", "<method 'acquire' of '_thread.*",
	"<method '__enter__' of '_thread.*", "<method 'recv*",
	"<method 'accept' of '_socket.*", "<method '_accept' of '_socket.*",
	"<method 'connect' of '_socket.*", "<method 'read' of '_ssl.*",
	"<built-in method posix.wait*", "<built-in method _winapi.Wait*",
	"<method 'get' of '_queue.SimpleQueue'*", "time.sleep", NULL };

/* Functions in Python, found by the end of the file's path. */
struct python_file {
	const char *file;
	const char *const *function; /* names, without their classes */
};

static const struct python_file waits[] = {
	{ "/selectors.py", (const char *const[]){ "select", NULL } },
	{ "/threading.py",
		(const char *const[]){ "wait", "acquire", "join",
			"_wait_for_tstate_lock", NULL } },
	{ "/queue.py", (const char *const[]){ "get", NULL } },
	{ "/socket.py",
		(const char *const[]){
			"readinto", "accept", "create_connection", NULL } },
	{ "/ssl.py",
		(const char *const[]){ "read", "recv", "recv_into", NULL } },
	{ "/subprocess.py",
		(const char *const[]){
			"wait", "_wait", "_try_wait", "_communicate", NULL } },
	{ "multiprocessing/connection.py",
		(const char *const[]){ "wait", "_recv", "_poll", NULL } },
	{ "multiprocessing/synchronize.py",
		(const char *const[]){ "wait", "acquire", "__enter__", NULL } },
	{ "multiprocessing/queues.py", (const char *const[]){ "get", NULL } },
	{ "multiprocessing/popen_fork.py",
		(const char *const[]){ "wait", "poll", NULL } },
};
static const struct python_file processes[] = {
	{ "multiprocessing/process.py",
		(const char *const[]){ "start", "join", NULL } },
	{ "multiprocessing/popen_fork.py",
		(const char *const[]){ "_launch", "wait", NULL } },
	{ "multiprocessing/popen_spawn_posix.py",
		(const char *const[]){ "_launch", NULL } },
	{ "multiprocessing/pool.py",
		(const char *const[]){ "map", "apply", "apply_async", "starmap",
			"_map_async", "_repopulate_pool_static", NULL } },
	{ "multiprocessing/queues.py",
		(const char *const[]){ "_feed", "get", "put", NULL } },
	{ "multiprocessing/connection.py",
		(const char *const[]){ "wait", "_recv", "_poll", NULL } },
	{ "concurrent/futures/process.py",
		(const char *const[]){ "submit", "map", "run", "_spawn_process",
			"_launch_processes", "wait_result_broken_or_wakeup",
			NULL } },
	{ "/subprocess.py",
		(const char *const[]){ "_execute_child", "wait", "_wait",
			"_try_wait", "communicate", "_communicate", NULL } },
};

static bool
is_in(const struct python_file *row, size_t n, struct str name, struct str file)
{
	ptrdiff_t dot = str_rchr(name, '.');

	if (dot >= 0)
		name = str_skip(name, (size_t)dot + 1);
	for (; n > 0; n--, row++) {
		struct str end = str_c(row->file);

		/* Some profilers give only the last part of the path. */
		if ((str_ends(file, end) ||
			    (end.p[0] == '/' &&
				    str_eq(file, str_skip(end, 1)))) &&
			name_is_one_of(name, row->function))
			return true;
	}
	return false;
}

/* Split "wait (threading.py:320)", as py-spy names a frame in folded stacks. */
static void
split_frame(struct str *name, struct str *file)
{
	ptrdiff_t open = str_find(*name, STR(" ("), 0), end;

	if (file->n > 0 || open <= 0 || !str_ends(*name, STR(")")))
		return;
	*file = str_sub(*name, (size_t)open + 2, name->n - 1);
	*name = str_sub(*name, 0, (size_t)open);
	end = str_rchr(*file, ':');
	if (end > 0)
		*file = str_sub(*file, 0, (size_t)end);
}

bool
python_waits(struct str name, struct str file)
{
	split_frame(&name, &file);
	return name_is_one_of(name, builtins) ||
		is_in(waits, COUNT_OF(waits), name, file);
}

bool
python_uses_process(struct str name, struct str file)
{
	split_frame(&name, &file);
	return is_in(processes, COUNT_OF(processes), name, file);
}
