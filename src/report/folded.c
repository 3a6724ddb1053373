/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * -folded: the stacks as the filters leave them, a line each, for other
 * tools and to be opened again.
 *
 *     main;serve;parse 40
 *
 * Values are whole numbers in the profile's own unit. Frames are called as on
 * the screen; a ';' in a name would end it and is written as the Greek
 * question mark, which looks the same and which the reader takes back. A line
 * end becomes a blank.
 */
#include "config.h"

#include <inttypes.h>

#include "base/vec.h"
#include "read/read.h"
#include "report/report.h"

#include "base/banned.h"

static void
folded_put_name(struct strbuf *path, struct str name)
{
	for (size_t i = 0; i < name.n; i++) {
		char c = name.p[i];

		if (c == ';')
			strbuf_addc(path, FOLDED_SEMICOLON);
		else
			strbuf_addch(path,
				c == '\n' || c == '\r' || c == '\0' ? ' ' : c);
	}
}

/* Depth first, without recursion: cut[d] is where the path of depth d
   ends. */
static void
put_tree(const struct report_job *job)
{
	const struct view *v = job->view;
	const struct tree *t = &v->full;
	struct strbuf path = STRBUF_INIT;
	VEC(size_t) cut = { NULL, 0, 0 };
	node_id node = 0;

	vec_push(&cut, 0);
	while (!progress_stopped(job->progress)) {
		node_id next = t->first[node];

		if (node != 0 && t->self.value[node] != 0 &&
			t->live[node] != 0) {
			strbuf_add(job->out, strbuf_str(&path));
			strbuf_addf(job->out, " %" PRId64 "\n",
				t->self.value[node]);
		}
		while (next == 0 && node != 0) {
			next = t->next[node];
			node = t->parent[node];
			cut.n--;
		}
		if (next == 0)
			break;
		node = next;
		strbuf_cut(&path, cut.p[cut.n - 1]);
		if (path.n > 0)
			strbuf_addch(&path, ';');
		folded_put_name(&path, v->frames->frame[t->frame[node]].text);
		vec_push(&cut, path.n);
	}
	vec_free(&cut);
	strbuf_free(&path);
}

static int
folded_run(const struct report_job *job, struct err *err)
{
	(void)err;
	if (job->view->full.self.value[0] != 0)
		warnings_add(job->warnings,
			"left out: samples without a stack, which have no "
			"line");
	put_tree(job);
	return 0;
}

const struct report report_folded = {
	REPORT_DOC(.name = "folded", .minor = true,
		.help = "Folded stacks, one a line: a;b;c 12"),
	.remark = "# ",
	.run = folded_run,
};
