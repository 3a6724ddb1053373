// SPDX-License-Identifier: GPL-3.0-or-later
// Open a page of -flamehtml as a browser does, with as much of a document as
// its scripts use, and print what it shows:  node page.js FILE [NAME]
// A NAME is clicked first. Boxes are lines "x width name", top down.
"use strict";
const html = require("fs").readFileSync(process.argv[2], "utf8");
const plain = s => s.replace(/<[^>]*>/g, "").replace(/&lt;/g, "<")
	.replace(/&gt;/g, ">").replace(/&quot;/g, '"').replace(/&#39;/g, "'")
	.replace(/&amp;/g, "&");
const element = (open, text) => {
	const attributes = {}, listeners = {}, parts = {};
	for (const [, k, v] of open.matchAll(/([\w-]+)="([^"]*)"/g))
		attributes[k] = plain(v);
	const e = {
		attributes, parts, style: {}, hidden: false, value: "",
		textContent: text,
		getAttribute: k => k in attributes ? attributes[k] : null,
		hasAttribute: k => k in attributes,
		setAttribute: (k, v) => { attributes[k] = String(v); },
		addEventListener: (k, f) => { listeners[k] = f; },
		querySelector: k => parts[k] || null,
		appendChild: c => {
			if (attributes.id) e.textContent += c.textContent +
				" " + c.getAttribute("href");
		},
		cloneNode: () => e,
		fire: k => listeners[k]({ preventDefault() {} }),
	};
	const names = new Set((attributes.class || "").split(" "));
	e.classList = {
		contains: c => names.has(c),
		remove: c => names.delete(c),
		toggle: (c, on) => on ? names.add(c) : names.delete(c),
	};
	return e;
};
const boxes = [...html.matchAll(/<g (class="f[^>]*)>(.*?)<\/g>/gs)].map(m => {
	const g = element(m[1], "");
	for (const [, k, open, text] of
		m[2].matchAll(/<(rect|text|title)([^>]*)>([^<]*)/g))
		g.parts[k] = element(open, plain(text));
	return g;
});
const rows = [...html.matchAll(/<tr([^>]*)>(<td.*?)<\/tr>/gs)].map(m => {
	const row = element(m[1], "");
	row.cells = [...m[2].matchAll(/<td([^>]*)>(.*?)<\/td>/g)].map(
		c => element(c[1], plain(c[2])));
	for (const [, open, text] of m[2].matchAll(/<a ([^>]*)>(.*?)<\/a>/g))
		row.parts.a = element(open, plain(text));
	return row;
});
const ids = { rows: element("", "") };
ids.rows.rows = rows;
for (const [, open, id] of html.matchAll(/<(\w+ [^>]*?id="([\w-]+)"[^>]*)>/g))
	ids[id] = ids[id] || element(open, "");
ids.flame.querySelectorAll = () => boxes;
const document = {
	getElementById: id => ids[id] || null,
	createElementNS: () => element("", ""),
	querySelectorAll: () => [],
	addEventListener: () => {},
};
const code = html.match(/<script>(.*?)<\/script>/s)[1];
new Function("document", code)(document);
const name = g => rows[g.getAttribute("data-i")]?.cells[4].textContent ??
	g.parts.title.textContent.split("\n")[0];
if (process.argv.length > 3)
	boxes.find(g => name(g) === process.argv[3]).fire("click");
for (const g of boxes.filter(g => g.style.display !== "none")
	.sort((a, b) => a.parts.rect.getAttribute("y") -
		b.parts.rect.getAttribute("y")))
	console.log((+g.parts.rect.getAttribute("x")).toFixed(1),
		(+g.parts.rect.getAttribute("width")).toFixed(1), name(g));
console.log(("info: " + ids["flame-info"].textContent).trim());
if (ids["flame-source"].textContent)
	console.log(ids["flame-source"].textContent);
console.log(["search:", ids["flame-search"].value,
	ids["flame-found"].textContent].join(" ").trim());
console.log("rows:", rows.filter(r => !r.hidden).length);
