/* SPDX-License-Identifier: GPL-3.0-or-later */
/* -flamesvg and -flamehtml: the flame graph for a browser. */
#include "config.h"

#include "present/number.h"
#include "present/top.h"
#include "report/picture.h"
#include "report/report.h"
#include "write/markup.h"

#include "base/banned.h"

/* A drawing needs one tree from the root: a sandwich is drawn as callees. */
static void
from_root(struct query *query)
{
	if (query->direction == DIR_SANDWICH)
		query->direction = DIR_CALLEES;
}

static int
run_svg(const struct report_job *job, struct err *err)
{
	(void)err;
	picture_svg(job, true);
	return 0;
}

static const char head[] =
	"<!DOCTYPE html>\n"
	"<html lang=\"en\"><head><meta charset=\"utf-8\">\n"
	"<meta http-equiv=\"Content-Security-Policy\" content=\"default-src "
	"'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'\">\n"
	"<title>flame graph</title>\n"
	"<style>\n"
	"body { font: 14px sans-serif; margin: 1em; color: #111; "
	"background: #fff; }\n"
	"pre, table { font: 13px monospace; }\n"
	"#flame-info { min-height: 1.4em; font: 13px monospace; }\n"
	"#flame-found { margin-left: 1em; }\n"
	"table { border-collapse: collapse; }\n"
	"th { text-align: left; cursor: pointer; border-bottom: 1px solid; }\n"
	"td, th { padding: 0 0.6em; }\n"
	"td.n { text-align: right; white-space: nowrap; }\n"
	"tr:nth-child(even) { background: #f3f3f3; }\n"
	"</style></head><body>\n";

static const char controls[] =
	"<p><label>Search: <input id=\"flame-search\" size=\"40\" "
	"placeholder=\"regular expression\"></label>\n"
	"<button id=\"flame-reset\">Whole graph (Esc)</button>"
	"<span id=\"flame-found\"></span></p>\n"
	"<p id=\"flame-info\"></p>\n";

/* Click on a column's head to sort by it; the search filters the rows. */
/* clang-format off */
static const char table_script[] =
"(function () {\n"
"\"use strict\";\n"
"var body = document.getElementById(\"rows\");\n"
"var box = document.getElementById(\"flame-search\");\n"
"var rows = [].slice.call(body.rows);\n"
"[].forEach.call(document.querySelectorAll(\"th\"), function (th, c) {\n"
"  th.addEventListener(\"click\", function () {\n"
"    rows.sort(function (a, b) {\n"
"      var x = a.cells[c], y = b.cells[c];\n"
"      if (x.hasAttribute(\"data-v\"))\n"
"        return y.getAttribute(\"data-v\") - x.getAttribute(\"data-v\");\n"
"      return x.textContent < y.textContent ? -1 : 1;\n"
"    });\n"
"    rows.forEach(function (r) { body.appendChild(r); });\n"
"  });\n"
"});\n"
"function show() {\n"
"  var re;\n"
"  try {\n"
"    re = new RegExp(box.value, /[A-Z]/.test(box.value) ? \"\" : \"i\");\n"
"  } catch (e) { return; }\n"
"  rows.forEach(function (r) {\n"
"    r.hidden = !re.test(r.cells[4].textContent); });\n"
"}\n"
"box.addEventListener(\"input\", show);\n"
"document.addEventListener(\"keydown\", function (e) {\n"
"  if (e.key === \"Escape\") rows.forEach(function (r) {\n"
"    r.hidden = false; });\n"
"});\n"
"}());\n";
/* clang-format on */

static void
put_number(struct strbuf *out, const struct view *v, const struct numbers *n,
	int64_t value)
{
	struct strbuf text = STRBUF_INIT;

	number_put(&text, n, value);
	strbuf_addf(out, "<td class=\"n\" data-v=\"%lld\">", (long long)value);
	markup_put(out, strbuf_str(&text));
	strbuf_addf(
		out, "</td><td class=\"n\" data-v=\"%lld\">", (long long)value);
	(void)percent_put(out, value, v->w.total);
	strbuf_addc(out, "</td>");
	strbuf_free(&text);
}

static void
put_rows(const struct report_job *job)
{
	const struct view *v = job->view;
	struct strbuf *out = job->out;
	struct top_options o = { .percents = true };
	struct numbers n = numbers_of(v, &v->w);
	struct top *top = top_new(v, &o);

	for (uint32_t row = 0;
		row < top->n && !progress_stopped(job->progress);
		row++) {
		frame_id f = top_frame(top, row);

		strbuf_addc(out, "<tr>");
		put_number(out, v, &n,
			weight_value(v->w.flat[f], v->w.flat_div, f));
		put_number(
			out, v, &n, weight_value(v->w.cum[f], v->w.cum_div, f));
		strbuf_addc(out, "<td>");
		markup_put(out, v->frames->frame[f].text);
		strbuf_addc(out, "</td></tr>\n");
	}
	top_free(top);
}

static int
run_html(const struct report_job *job, struct err *err)
{
	const struct view *v = job->view;
	struct strbuf about = STRBUF_INIT, *out = job->out;
	struct str rest;

	(void)err;
	picture_about(&about, v);
	strbuf_addc(out, head);
	strbuf_addc(out, "<pre>");
	for (rest = strbuf_str(&about); rest.n > 0;) {
		markup_put(out, str_cut(&rest, '\n'));
		strbuf_addch(out, '\n');
	}
	strbuf_addf(out, "</pre>\n%s", controls);
	picture_svg(job, false);
	strbuf_addc(out, "<h2>Functions</h2>\n<table><thead><tr><th>Self</th>"
			 "<th>%</th><th>Total</th><th>%</th><th>Function</th>"
			 "</tr></thead><tbody id=\"rows\">\n");
	put_rows(job);
	strbuf_addf(out, "</tbody></table>\n<script>\n%s%s</script>\n"
			 "</body></html>\n",
		picture_script, table_script);
	strbuf_free(&about);
	return 0;
}

const struct report report_flamesvg = {
	REPORT_DOC(.name = "flamesvg", .minor = true,
		.help = "The flame graph as SVG, to zoom and search in a "
			"browser"),
	.suffix = "svg",
	.adapt = from_root,
	.run = run_svg,
};

const struct report report_flamehtml = {
	REPORT_DOC(.name = "flamehtml", .minor = true,
		.help = "The flame graph and the table as a web page of its "
			"own"),
	.suffix = "html",
	.adapt = from_root,
	.run = run_html,
};
