// SPDX-License-Identifier: GPL-3.0-or-later
// What leaf.c has, and a trait with generics.
use std::collections::HashMap;

trait Shape {
    fn area(&self) -> f64;
}

struct Square(f64);
struct Ring<T> {
    items: Vec<T>,
}

impl Shape for Square {
    #[inline(always)]
    fn area(&self) -> f64 {
        self.0 * self.0
    }
}

impl<T: Shape> Shape for Ring<T> {
    #[inline(never)]
    fn area(&self) -> f64 {
        self.items.iter().map(|i| i.area()).sum()
    }
}

#[inline(never)]
fn count(words: &[String]) -> HashMap<String, usize> {
    let mut all = HashMap::new();
    for w in words {
        *all.entry(w.clone()).or_insert(0) += w.len();
    }
    all
}

fn main() {
    let n = std::env::args().count() * 1000;
    let ring = Ring {
        items: (0..n).map(|i| Square(i as f64)).collect(),
    };
    let words: Vec<String> = (0..n).map(|i| format!("w{}", i % 7)).collect();
    println!("{} {:?}", ring.area(), count(&words));
}
