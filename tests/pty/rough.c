/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Tables to choose from: see rough.h. */
#include "prelude.h"

#include "pty/rough.h"

#include "base/compiler.h"

static const char *const keys[] = { "Up", "Down", "Left", "Right", "h", "j",
	"k", "l", "Enter", "Enter", "Esc", "Backspace", "0", "+", "-", "^", "$",
	"g", "G", "Home", "End", "Space", "PgDn", "PgUp", "C-f", "C-b", "C-d",
	"C-u", "H", "Tab", "S-Tab", "1", "2", "3", "4", "6", "9", "z", "P", "[",
	"]", "v", "V", "/", "n", "N", "*", "#", "\\", "f", "F", "i", "I", "x",
	"X", "o", "O", "r", "t", "T", "c", "C", "u", "u", "C-r", "U", "s", "S",
	"<", ">", "!", "%", "L", "&", "a", "K", "p", "y", "Y", "~", "M-c",
	"M-r", "F1", "F2", "F3", "F4", "F5", "F6", "F7", "F8", "F9", "F12", "?",
	"(", ")", "[", ".", "a", "e", "r", "m", "C-l", "C-g", "C-a", "C-e",
	"C-w", "C-k", "Delete", "Insert", "é", "日", "J", "M", "'", "K", "M-b",
	"M-f" };

static const char *const more_keys[] = { "A", "b", "B", "d", "D", "E", "W", "w",
	"R", "Z", "{", "}", "7", "8", "5", "|", ":", ";", "@", "\"", "C-z",
	"C-c", "q", "S-Up", "M-Left", "S-F5", "C-Right", "C-t", "C-y", "C-p",
	"C-n", "C-o", "C-x", "C-v", "C-_", "M-d", "M-u", "M-Enter", ",", "_",
	"=" };

static const char *const lines[] = { "sort=total", "sort=self", "focus=Serve",
	"ignore=runtime", "hide=Write", "show=[a-m]", "show_from=ServeHTTP",
	"tagfocus=tenant", "tagroot=endpoint", "tagleaf=tenant", "clear",
	"granularity=lines", "granularity=files", "granularity=functions",
	"percent=parent", "percent=view", "percent=all", "names=full",
	"names=auto", "layout=columns", "layout=rows", "layout=auto",
	"colors=function", "colors=heat", "colors=package", "ascii=false",
	"normalize", "noinlines=true", "noinlines=false", "call_tree",
	"relative_percentages=true", "relative_percentages=false",
	"divide_by=3", "divide_by=1", "unit=ms", "unit=minimum", "nodecount=5",
	"nodefraction=0.1", "trim=false", "mean=true", "mean=false",
	"sample_index=0", "sample_index=1", "sample_index=2", "top",
	"peek ServeHTTP", "tree", "traces", "tags", "raw", "list Quote",
	"notes", "log", "info", "focus=(a+)+$", "focus=[", "hide=.", "undo",
	"redo", "diff testdata/shop-cpu.pb.gz", "nodiff", "zoomreset",
	"save soak", "load soak", "export svg soak.svg", "folded > soak.txt",
	"top | cat", "mouse=true", "find zip", "bogus", "width=both",
	"diff_by=abs", "system=hidden", "system=shown", "follow", "nofollow" };

static const struct {
	int rows, cols;
} sizes[] = { { 48, 160 }, { 43, 132 }, { 30, 100 }, { 24, 80 }, { 20, 60 },
	{ 12, 40 }, { 5, 20 }, { 3, 8 }, { 1, 1 }, { 2, 200 }, { 60, 21 },
	{ 6, 119 }, { 20, 120 }, { 19, 59 } };

uint64_t
rough_next(uint64_t *state)
{
	*state = *state * 6364136223846793005u + 1442695040888963407u;
	return *state >> 33;
}

const char *
rough_key(uint64_t *state)
{
	return keys[rough_next(state) % COUNT_OF(keys)];
}

const char *
rough_any_key(uint64_t *state)
{
	size_t n = COUNT_OF(keys) + COUNT_OF(more_keys);
	size_t i = rough_next(state) % n;

	return i < COUNT_OF(keys) ? keys[i] : more_keys[i - COUNT_OF(keys)];
}

const char *
rough_line(uint64_t *state)
{
	return lines[rough_next(state) % COUNT_OF(lines)];
}

void
rough_resize(struct vt *t, uint64_t *state)
{
	size_t i = rough_next(state) % COUNT_OF(sizes);

	vt_resize(t, sizes[i].rows, sizes[i].cols);
}
