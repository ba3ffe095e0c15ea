//! Which stones hang together, with undo.

/// A stone or an edge, by number.
pub(crate) type Member = u16;

/// Sets of members that are joined and, in reverse order, separated again.
///
/// Trees are hung by size and paths are never shortened, so that taking back a join is one step.
#[derive(Clone, Debug)]
pub(crate) struct Groups {
    parent: Vec<Member>,
    size: Vec<u16>,
    /// The roots that were hung under another root.
    joins: Vec<Member>,
}

/// How many joins had been made at some moment.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Mark(usize);

impl Groups {
    /// So many members, each alone.
    pub(crate) fn new(members: usize) -> Groups {
        Groups {
            parent: (0..members as Member).collect(),
            size: vec![1; members],
            joins: Vec::new(),
        }
    }

    /// The member that stands for the group of this one.
    #[inline]
    pub(crate) fn root(&self, mut member: Member) -> Member {
        while self.parent[member as usize] != member {
            member = self.parent[member as usize];
        }
        member
    }

    /// Whether two members hang together.
    #[inline]
    pub(crate) fn are_joined(&self, one: Member, other: Member) -> bool {
        self.root(one) == self.root(other)
    }

    /// Joins the groups of two members.
    pub(crate) fn join(&mut self, one: Member, other: Member) {
        let (mut large, mut small) = (self.root(one), self.root(other));
        if large == small {
            return;
        }
        if self.size[large as usize] < self.size[small as usize] {
            std::mem::swap(&mut large, &mut small);
        }
        self.parent[small as usize] = large;
        self.size[large as usize] += self.size[small as usize];
        self.joins.push(small);
    }

    /// Now.
    pub(crate) fn mark(&self) -> Mark {
        Mark(self.joins.len())
    }

    /// Takes back all joins made since.
    pub(crate) fn back_to(&mut self, mark: Mark) {
        while self.joins.len() > mark.0
            && let Some(small) = self.joins.pop()
        {
            let large = self.parent[small as usize];
            self.size[large as usize] -= self.size[small as usize];
            self.parent[small as usize] = small;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn joins_are_taken_back_in_reverse_order() {
        let mut groups = Groups::new(4);
        groups.join(0, 1);
        let mark = groups.mark();
        groups.join(2, 3);
        groups.join(1, 3);
        assert!(groups.are_joined(0, 2));
        groups.back_to(mark);
        assert!(groups.are_joined(0, 1) && !groups.are_joined(2, 3) && !groups.are_joined(1, 3));
    }
}
