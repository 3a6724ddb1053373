/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Frames folded into their callers at the ends of stacks. */
#include "prelude.h"

#include "engine/leaffold.h"

#include <math.h>

#include "base/num.h"
#include "base/xalloc.h"
#include "engine/engine_internal.h"
#include "engine/frametree.h"
#include "engine/leafsamples.h"
#include "profile/name.h"
#include "profile/sampletype.h"

/* Frames that end a smaller share of the samples stay. */
static const double LEAST_SHARE = 0.01;

/* Patterns for name_is_one_of(): functions that allocate or free memory, or are
   part of one that does. */
static const char *const allocators[] = {
	/* The C library and its replacements; for C++, the name before the
	   '('. */
	"malloc", "calloc", "realloc", "reallocarray", "free", "cfree",
	"memalign", "aligned_alloc", "posix_memalign", "valloc", "pvalloc",
	"operator new", "operator new[]", "operator delete",
	"operator delete[]", "__libc_malloc", "__libc_calloc", "__libc_realloc",
	"__libc_memalign", "__libc_free", "__GI___libc_malloc",
	"__GI___libc_free", "_int_malloc", "_int_free", "_int_realloc", "je_*",
	"_rjem_*", "tc_malloc*", "tc_calloc", "tc_realloc", "tc_memalign",
	"tc_free*", "tc_new*", "tc_delete*", "mi_malloc*", "mi_calloc*",
	"mi_realloc*", "mi_new*", "mi_free*", "mi_heap_malloc*", "do_malloc*",
	"do_memalign*",
	/* Functions without a name, shown as their mapping's file. */
	"[libjemalloc.*", "[libtcmalloc*", "[libmimalloc*",
	/* jemalloc's own functions between malloc() and its heap profiler. */
	"prof_backtrace_impl", "prof_backtrace", "prof_tctx_create",
	"prof_alloc_prep", "imalloc", "imalloc_body", "imalloc_fastpath",
	"ialloc", "irallocx_prof", "irallocx_prof_sample", "do_rallocx",
	"do_realloc_nonnull_zero", "imallocx_prof", "prof_sample_*",
	"malloc_default", "free_default",
	/* Rust's standard library. */
	"__rust_alloc*", "__rust_realloc", "__rust_dealloc", "__rdl_*",
	"__rg_*", "__rustc::__rust_*", "__rustc::__rdl_*", "__rustc::__rg_*",
	"alloc::alloc::*", "<alloc::alloc::Global*", "alloc::raw_vec::*",
	"<alloc::raw_vec::*", "alloc::boxed::box_new*",
	"hashbrown::raw::alloc::*", "<tikv_jemallocator::Jemalloc*",
	"<jemallocator::Jemalloc*", "<mimalloc::MiMalloc*",
	"<std::alloc::System*", "std::alloc::System*", "std::sys::alloc::*",
	"<dhat::Alloc*", "dhat::Alloc*", NULL
};
static const char *const preemption[] = { "runtime.asyncPreempt",
	"runtime.asyncPreempt.abi0", NULL };

bool
is_allocator(struct str name, struct str file)
{
	ptrdiff_t call = str_find(name, STR("("), 0);

	/* operator new(unsigned long) */
	if (call > 0 && str_starts(name, STR("operator ")))
		name = str_sub(name, 0, (size_t)call);
	return name_is_one_of(name, allocators) ||
		str_find(file, STR("jemalloc/src/"), 0) >= 0 ||
		str_find(file, STR("jemalloc/include/"), 0) >= 0 ||
		str_find(file, STR("vg_replace_malloc.c"), 0) >= 0;
}

bool
is_preemption(struct str name)
{
	return name_is_one_of(name, preemption);
}

/* True if stacks end where memory is allocated: time spent in an allocator is
   the allocator's own. */
static bool
is_heap(const struct profile *p)
{
	bool heap = false;

	for (uint32_t i = 0; i < p->types.n; i++) {
		enum kind_group group = kind_of_column(p, i)->group;

		if (group == GROUP_CPU || group == GROUP_WALL)
			return false;
		heap = heap || group == GROUP_INUSE || group == GROUP_ALLOC;
	}
	return heap;
}

enum { FOLD_UNKNOWN, FOLD_NO, FOLD_YES };

struct leaf_folder {
	const struct frames *frames;
	bool heap;
	uint8_t *answer; /* [frames.n] FOLD_* */
	uint32_t *ends;  /* [frames.n] stacks that ended at a folded frame */
};

static bool
folds(struct leaf_folder *f, frame_id frame)
{
	const struct frame *x = &f->frames->frame[frame];

	if (f->answer[frame] == FOLD_UNKNOWN) {
		struct str name = x->name.n > 0 ? x->name : x->text;
		bool yes = f->heap
			? is_allocator(name, frame_file(f->frames, frame))
			: is_preemption(name);

		f->answer[frame] = yes ? FOLD_YES : FOLD_NO;
	}
	return f->answer[frame] == FOLD_YES;
}

/* Return the share of the samples, by their first value, whose ends move. */
static double
share_moved(const struct run *run, const node_id *to)
{
	const struct profile *p = run->input->profile;
	double all = 0, moved = 0;

	for (size_t i = 0; i < p->sample.n; i++) {
		double value = fabs((double)p->sample.value[0][i]);

		if (i % RUN_STRIDE == 0 && run_check(run) != 0)
			return 0;
		all += value;
		if (to[run->input->slot[i]] != NONE)
			moved += value;
	}
	return all > 0 ? moved / all : 0;
}

int
leaffold_ends(const struct run *run, const struct tree *t, node_id *map,
	struct leaffolds *out)
{
	const struct frames *frames = run->framed->frames;
	const struct input *input = run->input;
	struct leaf_folder f = { .frames = frames,
		.heap = is_heap(input->profile) };
	node_id *to; /* [n_slots] the new end; NONE: it stays */
	uint32_t moved = 0, most = 0;

	*out = (struct leaffolds){ .example = NONE, .is_allocation = f.heap };
	if (!run->q->fold_leaves || run->only_rows)
		return 0;
	f.answer = xcalloc((size_t)frames->n + 1, sizeof(*f.answer));
	f.ends = xcalloc((size_t)frames->n + 1, sizeof(*f.ends));
	to = xmalloc(mul_size((size_t)input->n_slots + 1, sizeof(*to)));
	for (uint32_t slot = 0; slot < input->n_slots; slot++) {
		node_id end = map[input->leaf[slot]], at = end;

		to[slot] = NONE;
		if (slot % RUN_STRIDE == 0 && run_check(run) != 0)
			break;
		if (at == NONE)
			continue;
		while (at != 0 && folds(&f, t->frame[at]))
			at = t->parent[at];
		if (at == 0 || at == end)
			continue;
		f.ends[t->frame[end]]++;
		to[slot] = at;
		moved++;
	}
	if (run_check(run) == 0 && moved > 0 &&
		share_moved(run, to) >= LEAST_SHARE) {
		for (uint32_t slot = 0; slot < input->n_slots; slot++)
			if (to[slot] != NONE)
				map[input->leaf[slot]] = to[slot];
		for (frame_id i = 0; i < frames->n; i++) {
			out->n += f.ends[i] > 0;
			if (f.ends[i] > most) {
				most = f.ends[i];
				out->example = i;
			}
		}
	}
	free(to);
	free(f.answer);
	free(f.ends);
	return run_check(run);
}
