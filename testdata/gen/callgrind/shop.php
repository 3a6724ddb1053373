<?php
// SPDX-License-Identifier: GPL-3.0-or-later
// A small web shop's price rules, for Xdebug's profiler.

function parse(string $rule): array
{
	return explode(' ', trim($rule));
}

function fib(int $n): int
{
	return $n < 2 ? $n : fib($n - 1) + fib($n - 2);
}

class Cart
{
	private array $lines = [];

	public function add(string $name, int $n): void
	{
		$this->lines[] = ['name' => $name, 'n' => $n, 'price' => fib($n)];
	}

	public function total(callable $discount): int
	{
		return array_sum(array_map(
			fn ($line) => $discount($line['price'] * $line['n']),
			$this->lines
		));
	}
}

function even(int $n): bool
{
	return $n === 0 || odd($n - 1);
}

function odd(int $n): bool
{
	return $n !== 0 && even($n - 1);
}

$cart = new Cart();
foreach (range(1, 12) as $n) {
	$cart->add(implode('-', parse("item number $n")), $n);
}
$names = ['c', 'a', 'b'];
usort($names, 'strcmp');
printf("%d %s\n", $cart->total(fn ($x) => $x - intdiv($x, 10)),
	even(20) ? 'even' : 'odd');
