//! Many independent pieces of work on all cores, results in the order of the work.

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use std::collections::BTreeMap;
use std::io::{self, IsTerminal};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;

/// Below this many pieces a progress bar would only flicker.
const BAR_FROM: usize = 200;
/// Stack of a worker, as large as a main thread's.
const STACK: usize = 8 << 20;

/// Runs `work` over `items` and hands the results to `take` in the order of the items; the first error of `take` ends
/// the run. A bar shows on stderr where that is a terminal, unless `take` talks to the same one.
pub fn in_order<T: Sync, R: Send, E>(
    items: &[T],
    talks: bool,
    work: impl Fn(&T) -> R + Sync,
    mut take: impl FnMut(&T, R) -> Result<(), E>,
) -> Result<(), E> {
    let bar = bar(items.len(), talks);
    let (next, stop) = (AtomicUsize::new(0), AtomicBool::new(false));
    let workers = thread::available_parallelism().map_or(1, usize::from).min(items.len());
    thread::scope(|scope| {
        let (send, receive) = mpsc::channel();
        for _ in 0..workers {
            let (send, next, stop, work) = (send.clone(), &next, &stop, &work);
            let run = move || {
                while !stop.load(Ordering::Relaxed) {
                    let i = next.fetch_add(1, Ordering::Relaxed);
                    let Some(item) = items.get(i) else { break };
                    if send.send((i, work(item))).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new().stack_size(STACK).spawn_scoped(scope, run).expect("the system can start a thread");
        }
        drop(send);
        let mut early = BTreeMap::new();
        let mut due = 0;
        for (i, result) in receive {
            bar.inc(1);
            early.insert(i, result);
            while let Some(result) = early.remove(&due) {
                if let Err(error) = take(&items[due], result) {
                    stop.store(true, Ordering::Relaxed);
                    bar.finish_and_clear();
                    return Err(error);
                }
                due += 1;
            }
        }
        bar.finish_and_clear();
        Ok(())
    })
}

fn bar(pieces: usize, talks: bool) -> ProgressBar {
    let shown = pieces >= BAR_FROM && io::stderr().is_terminal() && !(talks && io::stdout().is_terminal());
    let target = if shown { ProgressDrawTarget::stderr() } else { ProgressDrawTarget::hidden() };
    let style = ProgressStyle::with_template("{bar:40} {pos}/{len} {eta}").unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(Some(pieces as u64), target).with_style(style)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_come_in_order() {
        let items: Vec<u64> = (0..500).collect();
        let mut seen = Vec::new();
        let slow_first = |n: &u64| {
            thread::sleep(std::time::Duration::from_micros(if n.is_multiple_of(7) { 300 } else { 0 }));
            n * 2
        };
        in_order(&items, true, slow_first, |_, n| {
            seen.push(n);
            Ok::<(), ()>(())
        })
        .unwrap();
        assert_eq!(seen, items.iter().map(|n| n * 2).collect::<Vec<_>>());
    }

    #[test]
    fn an_error_ends_the_run() {
        let items: Vec<u64> = (0..500).collect();
        let result = in_order(&items, true, |n| *n, |_, n| if n == 3 { Err(n) } else { Ok(()) });
        assert_eq!(result, Err(3));
    }
}
