//! Cycles of a directed graph whose nodes are numbers.

/// For each of `count` nodes the number of the cycle it lies on (a strongly connected component), 0 for none, as far as
/// `root` leads; `None` when there is no cycle. `edges` adds the targets of a node to a list. Takes no stack of its own.
pub(crate) fn cycles(count: usize, root: u32, mut edges: impl FnMut(u32, &mut Vec<u32>)) -> Option<Vec<u32>> {
    const NEW: u32 = u32::MAX;
    let (mut order, mut low) = (vec![NEW; count], vec![0u32; count]);
    let mut on_path = vec![false; count];
    let mut out = vec![0u32; count];
    let mut path: Vec<u32> = Vec::new();
    let (mut next, mut number) = (0u32, 0u32);
    // The open nodes, and where the edges they still have to follow start in `ahead`; those of the innermost are last.
    let mut stack: Vec<(u32, usize, bool)> = Vec::new();
    let mut ahead: Vec<u32> = Vec::new();
    let mut begin = Some(root);
    loop {
        if let Some(id) = begin.take() {
            let index = id as usize;
            (order[index], low[index]) = (next, next);
            next += 1;
            on_path[index] = true;
            path.push(id);
            let from = ahead.len();
            edges(id, &mut ahead);
            ahead[from..].reverse();
            stack.push((id, from, ahead[from..].contains(&id)));
        }
        let Some((id, from, to_itself)) = stack.last().copied() else { break };
        let index = id as usize;
        if ahead.len() > from
            && let Some(target) = ahead.pop()
        {
            if order[target as usize] == NEW {
                begin = Some(target);
            } else if on_path[target as usize] {
                low[index] = low[index].min(order[target as usize]);
            }
            continue;
        }
        stack.pop();
        if let Some((above, ..)) = stack.last() {
            low[*above as usize] = low[*above as usize].min(low[index]);
        }
        if low[index] == order[index] {
            let start = path.iter().rposition(|p| *p == id).unwrap_or(0);
            let cyclic = path.len() - start > 1 || to_itself;
            number += u32::from(cyclic);
            for member in path.drain(start..) {
                on_path[member as usize] = false;
                if cyclic {
                    out[member as usize] = number;
                }
            }
        }
    }
    (number > 0).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::cycles;

    #[test]
    fn cycles_are_numbered_and_the_rest_is_not() {
        let graph: &[&[u32]] = &[&[1, 3], &[2], &[1], &[3, 4], &[], &[5]];
        let found = |root| cycles(graph.len(), root, |id, out| out.extend(graph[id as usize]));
        assert_eq!(found(0), Some(vec![0, 1, 1, 2, 0, 0]));
        assert_eq!(found(4), None);
    }
}
