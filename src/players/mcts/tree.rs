//! The tree of a Monte Carlo search: nodes in one vector, with what games through them came to and bounds on what is proved.

use crate::engine::Move;
use crate::rules::Side;

/// A position in the tree, reached by a move.
#[derive(Clone, Debug)]
pub struct Node {
    /// The move that leads here.
    pub choice: Move,
    /// Who moves here; means nothing before the first visit.
    pub mover: Side,
    /// Games played through here.
    pub visits: u32,
    /// What they came to for South, added up: 1 for a win, 0 for a loss.
    pub reward: f64,
    /// South's result is proved to be at least this.
    pub low: i32,
    /// South's result is proved to be at most this.
    pub high: i32,
    /// Its children stand together; none yet where there are none.
    first: u32,
    count: u16,
    /// Whether the game is over here.
    pub over: bool,
}

impl Node {
    fn new(choice: Move, (low, high): (i32, i32)) -> Self {
        Node { choice, mover: Side::South, visits: 0, reward: 0.0, low, high, first: 0, count: 0, over: false }
    }

    /// Whether its result is known.
    pub fn is_solved(&self) -> bool {
        self.low >= self.high
    }

    /// Whether it has children.
    pub fn is_open(&self) -> bool {
        self.count > 0
    }

    /// The indices of its children.
    pub fn children(&self) -> std::ops::Range<usize> {
        self.first as usize..self.first as usize + usize::from(self.count)
    }

    /// What games through here came to on average, for `side`.
    pub fn mean(&self, side: Side) -> f64 {
        let south = self.reward / f64::from(self.visits.max(1));
        if side == Side::South { south } else { 1.0 - south }
    }

    /// The proved bounds as `side` sees them.
    pub fn bounds(&self, side: Side) -> (i32, i32) {
        if side == Side::South { (self.low, self.high) } else { (-self.high, -self.low) }
    }
}

/// A tree; the root stands first.
#[derive(Clone, Debug)]
pub struct Tree {
    nodes: Vec<Node>,
}

/// A tree grows no further than this.
const MAX_NODES: usize = 6_000_000;

impl Tree {
    /// A root alone.
    pub fn new(mover: Side, bounds: (i32, i32)) -> Self {
        let mut root = Node::new(Move::PASS, bounds);
        root.mover = mover;
        Tree { nodes: vec![root] }
    }

    /// A node.
    pub fn node(&self, index: usize) -> &Node {
        &self.nodes[index]
    }

    /// A node, to be changed.
    pub fn node_mut(&mut self, index: usize) -> &mut Node {
        &mut self.nodes[index]
    }

    /// The children of a node.
    pub fn children(&self, index: usize) -> &[Node] {
        self.nodes.get(self.nodes[index].children()).unwrap_or_default()
    }

    /// Gives a node its children. False where the tree is full.
    pub fn open(&mut self, index: usize, moves: impl Iterator<Item = Move>) -> bool {
        if self.nodes.len() >= MAX_NODES {
            return false;
        }
        let first = self.nodes.len();
        let bounds = (self.nodes[index].low, self.nodes[index].high);
        self.nodes.extend(moves.take(usize::from(u16::MAX)).map(|choice| Node::new(choice, bounds)));
        let count = self.nodes.len() - first;
        self.nodes[index].first = first as u32;
        self.nodes[index].count = count as u16;
        count > 0
    }

    /// Takes over what is proved about the children. True if that proved more about the node.
    pub fn tighten(&mut self, index: usize) -> bool {
        let side = self.nodes[index].mover;
        let children = self.children(index);
        if children.is_empty() {
            return false;
        }
        let (mut low, mut high) = (i32::MIN, i32::MIN);
        for child in children {
            let bounds = child.bounds(side);
            low = low.max(bounds.0);
            high = high.max(bounds.1);
        }
        let (low, high) = if side == Side::South { (low, high) } else { (-high, -low) };
        let node = &mut self.nodes[index];
        let tighter = low > node.low || high < node.high;
        node.low = node.low.max(low);
        node.high = node.high.min(high);
        tighter
    }

    /// The child to look at next: one that was never visited, by chance, else the one with the best mean and curiosity
    /// together. Children that are proved to be no better than another are left alone.
    pub fn select(&self, index: usize, curiosity: f64, dice: impl FnOnce(u32) -> u32) -> Option<usize> {
        let node = &self.nodes[index];
        let side = node.mover;
        let (low, _) = node.bounds(side);
        let useful = |child: &Node| child.bounds(side).1 > low && !child.is_solved();
        let fresh = self.children(index).iter().filter(|child| child.visits == 0 && useful(child)).count();
        if fresh > 0 {
            let pick = dice(fresh as u32) as usize;
            return node.children().filter(|at| self.nodes[*at].visits == 0 && useful(&self.nodes[*at])).nth(pick);
        }
        let log = f64::from(node.visits.max(2)).ln();
        let mut best = None;
        let mut highest = f64::NEG_INFINITY;
        for at in node.children() {
            let child = &self.nodes[at];
            if !useful(child) {
                continue;
            }
            let urge = child.mean(side) + curiosity * (log / f64::from(child.visits)).sqrt();
            if urge > highest {
                highest = urge;
                best = Some(at);
            }
        }
        best
    }
}
