// SPDX-License-Identifier: GPL-3.0-or-later
'use strict';
// A warehouse: orders are parsed, priced and sorted; shelves are counted.
const zlib = require('zlib');

function fibonacci(n) {
	return n < 2 ? n : fibonacci(n - 1) + fibonacci(n - 2);
}

class Shelf {
	constructor(n) {
		this.parts = Array.from({ length: n }, (_, i) => ({ i, kind: i % 7 }));
	}

	count() {
		return this.parts
			.map((part) => part.kind)
			.reduce((a, b) => a + b, 0);
	}
}

const parse = (line) => JSON.parse(line);

function price(order) {
	return order.amount * 3 - fibonacci(order.amount % 12 + 6);
}

function orders() {
	const lines = [];
	for (let i = 0; i < 500; i++)
		lines.push(`{"id": ${i}, "amount": ${i * 7}, "note": "n${i}"}`);
	return lines.map(parse).sort((a, b) => price(a) - price(b));
}

const kept = [];

function work(until) {
	if (Date.now() > until)
		return;
	kept.push(orders().length, new Shelf(3000));
	if (kept.length > 400)
		kept.splice(0, 200);
	kept.forEach(function (shelf) {
		if (shelf instanceof Shelf && shelf.parts.length % 2 === 0)
			shelf.count();
	});
	zlib.deflateSync(JSON.stringify(kept.slice(-4)));
	// Something to wait for, so that there is idle time.
	setTimeout(work, 5, until);
}

work(Date.now() + 1500);
