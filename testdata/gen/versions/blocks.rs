// SPDX-License-Identifier: GPL-3.0-or-later
// Blocks that are kept and others that are not, under one of two allocators.

#[cfg(feature = "dhat")]
#[global_allocator]
static ALLOCATOR: dhat::Alloc = dhat::Alloc;

#[cfg(feature = "jemalloc")]
#[global_allocator]
static ALLOCATOR: tikv_jemallocator::Jemalloc = tikv_jemallocator::Jemalloc;

#[inline(never)]
fn shelf(n: usize) -> Vec<String> {
    (0..n).map(|i| format!("box {i:>30}")).collect()
}

#[inline(never)]
fn orders(kept: &mut Vec<Vec<String>>) -> usize {
    let mut sum = 0;
    for i in 0..40 {
        let boxes = shelf(50 + i);
        sum += boxes.iter().filter(|b| b.ends_with('7')).count();
        if i % 4 == 0 {
            kept.push(boxes);
        }
    }
    sum
}

fn main() {
    #[cfg(feature = "dhat")]
    let _profiler = dhat::Profiler::builder().file_name("dhat.json").build();
    let mut kept = Vec::new();
    println!("{}", orders(&mut kept));
    std::mem::forget(kept);
}
