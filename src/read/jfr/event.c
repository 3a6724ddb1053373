/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The table of counted events and their columns (jfr.h). */
#include "prelude.h"

#include "read/jfr/jfr.h"

const char jfr_malloc[] = "profiler.Malloc", jfr_free[] = "profiler.Free";
const char jfr_object[] = "object";

#define NANOS(column, field, what) \
	{ \
		column, "nanoseconds", field, what \
	}
#define BYTES(column, field) \
	{ \
		column, "bytes", field, SUM_FIELD \
	}
#define TIMES(column, field) \
	{ \
		column, "bytes", field, SUM_TIMES \
	}
#define DURATION(name) \
	name "_count", NULL, \
	{ \
		NANOS(name "_duration", "duration", SUM_TICKS) \
	}
#define IO(field) \
	"io_count", NULL, \
	{ \
		NANOS("io_duration", "duration", SUM_TICKS), \
			BYTES("io_bytes", field) \
	}

/* clang-format off */
const struct jfr_row jfr_event_rows[] = {
	{ "jdk.ExecutionSample", "samples", NULL, { { NULL } }, NULL },
	{ "jdk.NativeMethodSample", "native_samples", NULL, { { NULL } },
		NULL },
	{ "jdk.CPUTimeSample", "cpu_time_samples", NULL,
		{ NANOS("cpu_time", "samplingPeriod", SUM_TICKS) }, NULL },
	{ "profiler.WallClockSample", "wall_samples", "samples",
		{ NANOS("wall", NULL, SUM_WALL) }, NULL },
	{ "datadog.ExecutionSample", "cpu_samples", "weight", { { NULL } },
		NULL },
	{ "datadog.MethodSample", "wall_samples", "weight", { { NULL } },
		NULL },
	{ "datadog.ObjectSample", "alloc_objects", "weight",
		{ TIMES("alloc_space", "size") }, "objectClass" },
	{ "datadog.HeapLiveObject", "inuse_objects", "weight",
		{ TIMES("inuse_space", "size") }, "objectClass" },
	{ "jdk.ObjectAllocationInNewTLAB", "alloc_in_new_tlab_objects", NULL,
		{ BYTES("alloc_in_new_tlab_bytes", "tlabSize") },
		"objectClass" },
	{ "jdk.ObjectAllocationOutsideTLAB", "alloc_outside_tlab_objects",
		NULL, { BYTES("alloc_outside_tlab_bytes", "allocationSize") },
		"objectClass" },
	{ "jdk.ObjectAllocationSample", "alloc_sample_objects", NULL,
		{ BYTES("alloc_sample_bytes", "weight") }, "objectClass" },
	{ "jdk.JavaMonitorEnter", DURATION("mutex"), "monitorClass" },
	{ "jdk.ThreadPark", DURATION("block"), "parkedClass" },
	{ "profiler.NativeLock", DURATION("native_lock"), NULL },
	{ "jdk.JavaMonitorWait", DURATION("wait"), "monitorClass" },
	{ "jdk.ThreadSleep", DURATION("sleep"), NULL },
	{ "profiler.LiveObject", "inuse_objects", NULL,
		{ BYTES("inuse_space", "allocationSize") }, "objectClass" },
	{ jfr_malloc, "malloc_objects", NULL,
		{ BYTES("malloc_bytes", "size"),
			{ "leaked_objects", "count", NULL, SUM_LEAKED },
			{ "leaked_bytes", "bytes", NULL, SUM_LEAKED_FIRST } },
		NULL },
	{ "jdk.MethodTrace", DURATION("trace"), NULL },
	{ "jdk.OldObjectSample", "old_objects", NULL,
		{ BYTES("old_bytes", "objectSize") }, jfr_object },
	{ "jdk.SocketRead", IO("bytesRead"), NULL },
	{ "jdk.SocketWrite", IO("bytesWritten"), NULL },
	{ "jdk.FileRead", IO("bytesRead"), NULL },
	{ "jdk.FileWrite", IO("bytesWritten"), NULL },
	{ "jdk.JavaExceptionThrow", "exceptions", NULL, { { NULL } },
		"thrownClass" },
	{ "jdk.JavaErrorThrow", "exceptions", NULL, { { NULL } },
		"thrownClass" },
	{ NULL },
};
/* clang-format on */

#define SECOND_ENGINE \
	{ "wall_samples", "count", NULL, SUM_WALL_COUNT }, \
		NANOS("wall", NULL, SUM_WALL)
const struct jfr_row jfr_async_cpu = { "jdk.ExecutionSample", "cpu_samples",
	NULL, { NANOS("cpu", NULL, SUM_CPU), SECOND_ENGINE }, NULL };
const struct jfr_row jfr_async_wall = { "jdk.ExecutionSample", "wall_samples",
	NULL, { NANOS("wall", NULL, SUM_WALL) }, NULL };
const struct jfr_row jfr_async_other = { "jdk.ExecutionSample", NULL, NULL,
	{ { NULL, "count", NULL, SUM_CPU }, SECOND_ENGINE }, NULL };

const char *const jfr_opens[] = { "cpu", "cpu_time", "samples", "cpu_samples",
	"wall", "alloc_sample_bytes", "alloc_in_new_tlab_bytes", "inuse_space",
	"alloc_space", "mutex_duration", "malloc_bytes", NULL };
