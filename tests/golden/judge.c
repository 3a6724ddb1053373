/* SPDX-License-Identifier: GPL-3.0-or-later */
/*
 * Cases held against what the judge says.
 */
#include "prelude.h"

#include "golden/judge.h"

#include <ctype.h>
#include <unistd.h>

#include "golden/cases.h"
#include "golden/loose.h"
#include "golden/run.h"
#include "input/inflate.h"

enum { SECONDS = 60,        /* for one run */
	STEADY_RUNS = 4,    /* that must agree, to record a case */
	SAME_NAME_RUNS = 9, /* the same, when rows have the same name */
	LIVE_RUNS = 40,     /* to find that the judge changes its mind */
	DIFF_LINES = 30 };

static void
add_prefixed(struct strbuf *to, const char *prefix, struct str text)
{
	for (int n = 0; text.n > 0; n++) {
		struct str line = str_cut(&text, '\n');

		if (n == DIFF_LINES) {
			strbuf_addf(to, "%s...\n", prefix);
			return;
		}
		strbuf_addf(to, "%s", prefix);
		strbuf_add(to, line);
		strbuf_addch(to, '\n');
	}
}

/* Append a unified diff of two texts. */
static int
add_diff(const struct judge *j, struct str want, struct str have,
	struct strbuf *to, struct err *err)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	struct run r = RUN_INIT;
	int rc = -1;

	strbuf_addf(&a, "%s/want.%ld", j->tmp, (long)getpid());
	strbuf_addf(&b, "%s/have.%ld", j->tmp, (long)getpid());
	if (file_write(strbuf_c(&a), want, err) == 0 &&
		file_write(strbuf_c(&b), have, err) == 0) {
		const char *argv[] = { "diff", "-au", strbuf_c(&a),
			strbuf_c(&b), NULL };

		rc = run(&r, argv, SECONDS, err);
	}
	if (rc == 0) {
		struct str text = strbuf_str(&r.out);

		str_cut(&text, '\n'); /* the names and times of the files */
		str_cut(&text, '\n');
		add_prefixed(to, "  ", text);
	}
	unlink(strbuf_c(&a));
	unlink(strbuf_c(&b));
	strbuf_free(&a);
	strbuf_free(&b);
	run_free(&r);
	return rc;
}

/* Profiles are compared without their compression. */
static int
inflate_output(struct run *r, struct err *err)
{
	struct bytes flat = BYTES_INIT;
	int rc = inflate_all(strbuf_str(&r->out), 0, &flat, NULL, err);

	if (rc > 0) {
		strbuf_reset(&r->out);
		strbuf_add(&r->out, bytes_str(&flat));
	}
	bytes_free(&flat);
	return rc < 0 ? -1 : 0;
}

/* Run the program or the judge, with names as they are unless the case says
   otherwise. */
static int
run_args(struct run *r, const char *program, struct str args, struct err *err)
{
	struct words w;
	int rc;

	if (words_split(args, 2, &w, err) < 0)
		return -1;
	w.p[0] = program;
	w.p[1] = "-symbolize=none";
	rc = run(r, w.p, SECONDS, err);
	words_free(&w);
	return rc < 0 ? rc : inflate_output(r, err);
}

/* Append text with "0x?" for addresses, which differ from run to run. */
static void
add_without_addresses(struct strbuf *to, struct str text)
{
	ptrdiff_t at;

	while ((at = str_find(text, STR("0x"), 0)) >= 0) {
		strbuf_add(to, str_sub(text, 0, (size_t)at));
		strbuf_addstr(to, "0x?");
		text = str_skip(text, (size_t)at + 2);
		while (text.n > 0 && isxdigit((unsigned char)text.p[0]))
			text = str_skip(text, 1);
	}
	strbuf_add(to, text);
}

/* Append the golden file's text for a run of the judge. */
static void
add_want(const struct run *judge, struct strbuf *to)
{
	if (judge->status == 0) {
		strbuf_add(to, strbuf_str(&judge->out));
		return;
	}
	strbuf_addf(to, "! %d ", judge->status);
	add_without_addresses(to, run_last_error(judge));
	strbuf_addch(to, '\n');
}

/* How far the judge can be taken at its word. */
enum steadiness { STEADY, LOOSE /* but for rows of one name */, UNSTEADY };

/* Run the judge n times more, until it says something else than in `first`. */
static int
judge_again(const struct judge *j, struct str args, const struct run *first,
	int n, enum steadiness *how, struct err *err)
{
	struct run again = RUN_INIT;
	int rc = 0;

	*how = STEADY;
	while (rc == 0 && *how != UNSTEADY && n-- > 0) {
		rc = run_args(&again, j->pprof, args, err);
		if (rc < 0 || run_same(first, &again))
			continue;
		*how = first->status == 0 && again.status == 0 &&
				loose_same(strbuf_str(&first->out),
					strbuf_str(&again.out))
			? LOOSE
			: UNSTEADY;
	}
	run_free(&again);
	return rc;
}

/* True if flametop words this output differently: it says more, or the judge's
   text is not the same twice. Compared with the judge's last output. */
static bool
has_own_words(struct str wanted)
{
	static const char *const starts[] = {
		"failed to fetch any ",          /* we: which, and why */
		"incompatible sample types [0x", /* addresses in memory */
		"conflicting options set: [",    /* in an order by chance */
		"* On Windows, ",                /* the end of all its help */
	};

	for (size_t i = 0; i < COUNT_OF(starts); i++)
		if (str_starts(wanted, str_c(starts[i])))
			return true;
	return false;
}

/* "! STATUS MESSAGE": the same message, whatever the status. */
static bool
same_refusal(struct str want, const struct run *r)
{
	struct strbuf have = STRBUF_INIT;
	struct str message = run_last_error(r);
	bool same = str_starts(message, STR("flametop: "));

	(void)str_cut(&want, ' ');
	(void)str_cut(&want, ' ');
	want = str_trim(str_cut(&want, '\n'));
	add_without_addresses(&have, str_skip(message, 10));
	same = same &&
		(has_own_words(want) || str_eq(want, strbuf_str(&have)));
	strbuf_free(&have);
	return same;
}

/* True if two outputs are equal except for line ends in names, which -callgrind
   writes as \n and \r so that its output can be read back. */
static bool
same_but_line_ends(const struct golden_case *c, struct str have)
{
	struct strbuf raw = STRBUF_INIT;
	bool same;

	if (str_find(c->args, STR("callgrind"), 0) < 0)
		return false;
	while (have.n > 0) {
		bool is_end = str_starts(have, STR("\\n")) ||
			str_starts(have, STR("\\r"));

		strbuf_addch(&raw,
			!is_end                    ? have.p[0]
				: have.p[1] == 'n' ? '\n'
						   : '\r');
		have = str_skip(have, is_end ? 2 : 1);
	}
	same = golden_matches(c->want, strbuf_str(&raw));
	strbuf_free(&raw);
	return same;
}

/* The program did as it should: printed the same, or refused likewise. */
static bool
passes(const struct run *r, const struct golden_case *c)
{
	struct str have = strbuf_str(&r->out);

	if (!golden_is_refusal(c->want))
		return r->status == 0 &&
			(golden_matches(c->want, have) ||
				same_but_line_ends(c, have) ||
				(c->is_loose && loose_same(have, c->want)));
	return (r->status == 1 || r->status == 2) && r->out.n == 0 &&
		same_refusal(c->want, r);
}

/* Say how a case failed: the command, then the difference. */
static int
add_failure(const struct judge *j, const struct golden_case *c,
	const struct run *r, bool with_diff, struct strbuf *to,
	struct err *err)
{
	bool refusal = golden_is_refusal(c->want);
	const char *src = getenv("FT_SRCDIR");

	strbuf_addf(to, "FAIL (cd %s/testdata && TZ=UTC %s %.*s)\n",
		src != NULL ? src : ".", j->program, STR_ARG(c->args));
	if (!with_diff)
		return 0;
	if (r->status == RUN_TIMED_OUT)
		strbuf_addf(to, "  no end within %d s\n", SECONDS);
	else if (r->status != 0 || refusal)
		strbuf_addf(to, "  exit status %d\n", r->status);
	if (r->status != 0)
		add_prefixed(to, "  stderr: ", strbuf_str(&r->err));
	if (refusal || str_starts(c->want, STR("# "))) {
		add_prefixed(to, "  wanted: ", c->want);
		return 0;
	}
	return add_diff(j, c->want, strbuf_str(&r->out), to, err);
}

/* Run a case and compare its output. */
static int
check_case(const struct judge *j, const struct golden_case *c,
	struct tally *t, struct strbuf *to, struct err *err)
{
	struct run r = RUN_INIT;
	int rc = run_args(&r, j->program, c->args, err);

	t->cases++;
	if (rc == 0 && !passes(&r, c)) {
		t->failed++;
		rc = add_failure(j, c, &r, t->failed <= j->max_diffs, to,
			err);
	}
	run_free(&r);
	return rc;
}

/* The judge takes the first of several files for a program, though it is a
   profile: Go's reader of Windows programs has no mark that it insists on, and
   two zero bytes are one for an unknown machine. So begin CPU profiles of
   gperftools, which the judge then leaves out without a word. */
static bool
is_misread(const struct words *w)
{
	size_t i = w->n;
	unsigned char head[2] = { 1, 1 };
	FILE *f = NULL;

	while (i > 0 && w->p[i - 1] != NULL && w->p[i - 1][0] != '-')
		i--;
	for (; f == NULL && i + 1 < w->n; i++) /* "5" of -nodecount 5 is none */
		f = fopen(w->p[i], "rb");
	if (f == NULL)
		return false;
	if (fread(head, 1, sizeof(head), f) != sizeof(head))
		head[0] = 1;
	fclose(f);
	return head[0] == 0 && head[1] == 0;
}

/* Nothing can be learnt from the judge about this case. */
static int
cannot_judge(struct str args, bool *no, struct err *err)
{
	struct words w;

	if (words_split(args, 0, &w, err) < 0)
		return -1;
	*no = is_misread(&w);
	words_free(&w);
	return 0;
}

/* Compare program and judge. A difference counts only when the judge sticks
   to what it said. */
static int
live_case(const struct judge *j, struct str args, struct tally *t,
	struct strbuf *to, struct err *err)
{
	struct run judge = RUN_INIT;
	struct strbuf want = STRBUF_INIT;
	struct tally old = *t;
	size_t len = to->n;
	enum steadiness how = STEADY;
	bool misread = false;
	int rc = cannot_judge(args, &misread, err);

	if (misread) {
		t->cases++;
		t->misread++;
		return 0;
	}
	if (rc == 0)
		rc = run_args(&judge, j->pprof, args, err);
	if (rc == 0) {
		struct golden_case c = { .args = args };

		add_want(&judge, &want);
		c.want = strbuf_str(&want);
		rc = check_case(j, &c, t, to, err);
		if (rc == 0 && t->failed > old.failed)
			rc = judge_again(j, args, &judge, LIVE_RUNS, &how, err);
		if (rc == 0 && how == LOOSE) {
			*t = old;
			strbuf_cut(to, len);
			c.is_loose = true;
			rc = check_case(j, &c, t, to, err);
		} else if (rc == 0 && how == UNSTEADY) {
			*t = old;
			strbuf_cut(to, len);
			t->cases++;
			t->unsteady++;
		}
	}
	run_free(&judge);
	strbuf_free(&want);
	return rc;
}

/* How steady the judge is: what it said first, against what it says when asked
   again. It is asked more often where rows have the same name, and where the
   program says something else. */
static int
find_steadiness(const struct judge *j, struct str args,
	const struct run *first, enum steadiness *how, struct err *err)
{
	bool twins = loose_has_twins(strbuf_str(&first->out));
	struct run program = RUN_INIT;
	int rc = judge_again(j, args, first,
		(twins ? SAME_NAME_RUNS : STEADY_RUNS) - 1, how, err);

	if (rc == 0 && *how == STEADY && access(j->program, X_OK) == 0)
		rc = run_args(&program, j->program, args, err);
	if (rc == 0 && *how == STEADY && program.status >= 0 &&
		first->status == 0 && !run_same(first, &program))
		rc = judge_again(j, args, first, LIVE_RUNS, how, err);
	run_free(&program);
	return rc;
}

static int
record_case(const struct judge *j, struct str args,
	struct golden_sections *golden, struct tally *t, struct strbuf *to,
	struct err *err)
{
	struct run judge = RUN_INIT;
	struct strbuf want = STRBUF_INIT;
	enum steadiness how = STEADY;
	bool misread = false;
	int rc = cannot_judge(args, &misread, err);

	if (misread) {
		strbuf_addf(to, "misread, left out: %.*s\n", STR_ARG(args));
		t->cases++;
		t->misread++;
		return 0;
	}
	if (rc == 0)
		rc = run_args(&judge, j->pprof, args, err);
	if (rc == 0)
		rc = find_steadiness(j, args, &judge, &how, err);
	t->cases++;
	if (rc == 0 && how == UNSTEADY) {
		strbuf_addf(to, "unsteady, left out: %.*s\n", STR_ARG(args));
		t->unsteady++;
	} else if (rc == 0) {
		struct golden_case c = { .args = args,
			.is_loose = how == LOOSE };

		/* Loose rows are compared one by one. */
		if (judge.status == 0 && how == STEADY)
			golden_keep(strbuf_str(&judge.out), &want);
		else
			add_want(&judge, &want);
		c.want = strbuf_str(&want);
		golden_add(golden, &c);
	}
	run_free(&judge);
	strbuf_free(&want);
	return rc;
}

int
judge_golden(const struct judge *j, const char *path, struct tally *t,
	struct strbuf *to, struct err *err)
{
	struct strbuf text = STRBUF_INIT;
	struct golden_cases cases = { 0 };
	int rc = golden_read(path, &text, err);

	if (rc == 0 && golden_parse(strbuf_str(&text), &cases, err) < 0)
		rc = err_wrap(err, "%s", path);
	for (size_t i = 0; rc == 0 && i < cases.n; i++)
		rc = check_case(j, &cases.p[i], t, to, err);
	vec_free(&cases);
	strbuf_free(&text);
	return rc;
}

int
judge_live(const struct judge *j, struct str cases, struct tally *t,
	struct strbuf *to, struct err *err)
{
	int rc = 0;

	while (rc == 0 && cases.n > 0)
		rc = live_case(j, str_cut(&cases, '\n'), t, to, err);
	return rc;
}

int
judge_record(const struct judge *j, struct str cases, const char *path,
	struct tally *t, struct strbuf *to, struct err *err)
{
	struct golden_sections golden = { 0 };
	int rc = 0;

	while (rc == 0 && cases.n > 0)
		rc = record_case(j, str_cut(&cases, '\n'), &golden, t, to,
			err);
	if (rc == 0)
		rc = golden_save(&golden, path, err);
	golden_free(&golden);
	return rc;
}
