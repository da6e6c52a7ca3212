"""Which branch of a tree could be replaced by a leaf, and what that would cost."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from engine.base.snapshot import snapshot
from engine.maths.probability.impurity import gini
from engine.models.tree import Tree

SHARE, SMALL = 1e-9, 1e-15
"""Costs that differ by such a share, or by so little, are the same."""


@snapshot
class Candidates:
    """Every node that asks something, and what becomes of the errors on the validation rows if it answers by itself."""

    nodes: np.ndarray  # (c,)
    branch: np.ndarray  # (c,) errors of the validation rows that reach it, as its branch answers
    leaf: np.ndarray  # (c,) the same as its majority answers
    below: np.ndarray  # (c,) how many leaves hang from it
    links: np.ndarray  # (c,) α: by how much the impurity rises for each leaf less
    chosen: int  # the place of the one to be replaced; -1 if there is none
    before: int  # errors of the whole tree
    expected: np.ndarray  # (c, 2) the pessimistic errors of each branch and of a leaf in its place, if asked

    @property
    def changes(self) -> np.ndarray:
        """(c,) by how much the errors change."""
        return np.asarray(self.leaf - self.branch)

    @property
    def rises(self) -> np.ndarray:
        """(c,) by how much the pessimistic errors rise."""
        return np.asarray(self.expected[:, 1] - self.expected[:, 0])

    @property
    def node(self) -> int:
        """The node to be replaced."""
        return int(self.nodes[self.chosen])


def without(tree: Tree, X: np.ndarray, y: np.ndarray) -> Candidates:
    """The candidates; the best has the least change of the errors on X (n, d), y (n,), on a tie the most leaves."""
    found = judged(tree, X, y)
    return chosen_by(found.changes, found)


def weakest_link(tree: Tree, X: np.ndarray, y: np.ndarray) -> Candidates:
    """The candidates; the best has the least α, on a tie the most leaves."""
    found = judged(tree, X, y)
    return chosen_by(found.links, found)


def least_pessimistic(tree: Tree, X: np.ndarray, y: np.ndarray, confidence: float) -> Candidates:
    """The candidates; the best has the least rise of the pessimistic errors, on a tie the most leaves."""
    found, limits = judged(tree, X, y), pessimistic_errors(tree, confidence)
    below = np.where(tree.attribute < 0, limits, 0.0)
    for node in range(len(below) - 1, 0, -1):
        below[tree.parent[node]] += below[node]
    found = replace(found, expected=np.column_stack([below, limits])[found.nodes])
    return chosen_by(found.rises, found)


def chosen_by(costs: np.ndarray, found: Candidates) -> Candidates:
    """The candidates, of which the one that costs least is chosen: on a tie the most leaves, then the first."""
    tied = cheapest(costs)
    return replace(found, chosen=int(tied[np.argmax(found.below[tied])])) if len(tied) else found


def cheapest(costs: np.ndarray) -> np.ndarray:
    """The places of all that cost least but for rounding, which sums in another order leave.

    >>> cheapest(np.array([0.3, 0.1 + 0.2, 0.4])).tolist()
    [0, 1]
    """
    least = min(costs.tolist(), default=0.0)
    return np.flatnonzero(costs <= least + SHARE * abs(least) + SMALL)


def pessimistic_errors(tree: Tree, confidence: float) -> np.ndarray:
    """(m,) N · U of each node that would answer by itself: so many errors among N rows like those it was grown from.

    Of N rows it gets E wrong; U is the error with which E or fewer still happen with this probability.   (Quinlan 1993)
    """
    from scipy.special import betaincinv

    sizes = tree.counts.sum(axis=1)
    right = tree.counts[np.arange(len(sizes)), tree.majority]
    return np.asarray(sizes * betaincinv(sizes - right + 1, np.maximum(right, 1), 1 - confidence))


def judged(tree: Tree, X: np.ndarray, y: np.ndarray) -> Candidates:
    """What each candidate costs, from the leaves up."""
    reached = np.zeros(tree.counts.shape, dtype=np.int64)
    np.add.at(reached, (tree.apply(X), y), 1)
    each = np.arange(len(tree.parent))
    branch = reached.sum(axis=1) - reached[each, tree.majority]  # of the rows that rest there
    ends, impure = (tree.attribute < 0).astype(np.int64), impurities(tree)
    held = np.where(ends, impure, 0.0)
    for node in each[:0:-1]:  # the parent of each comes before it
        above = tree.parent[node]
        for sums in (reached, branch, ends, held):
            sums[above] += sums[node]
    asks = np.flatnonzero(tree.attribute >= 0)
    leaf = reached.sum(axis=1) - reached[each, tree.majority]
    links = (impure[asks] - held[asks]) / np.maximum(ends[asks] - 1, 1)
    none = np.zeros((0, 2))
    return Candidates(asks, branch[asks], leaf[asks], ends[asks], np.maximum(links, 0.0), -1, int(branch[0]), none)


def impurities(tree: Tree) -> np.ndarray:
    """(m,) R: the Gini impurity of each node times its share of the rows."""
    sizes = tree.counts.sum(axis=1)
    return np.asarray(gini(tree.counts) * sizes / sizes[0])


def pruned(tree: Tree, node: int) -> Tree:
    """The tree in which a node is a leaf: what hung from it is gone, and the others keep their order."""
    gone = below(tree, node)
    stays = np.flatnonzero(~gone)
    place = np.cumsum(~gone) - 1
    asks, numeric = np.array(tree.attribute), np.array(tree.numeric)
    asks[node], numeric[node] = -1, False
    parents = np.where(tree.parent < 0, -1, place[tree.parent])
    return Tree(
        asks[stays],
        parents[stays],
        tree.branch[stays],
        tree.counts[stays],
        tree.majority[stays],
        threshold=np.where(numeric, tree.threshold, 0.0)[stays],
        numeric=numeric[stays],
        n_features=tree.n_features,
    )


def below(tree: Tree, node: int) -> np.ndarray:
    """(m,) which nodes hang from a node, near or far."""
    gone = np.zeros(len(tree.parent), dtype=bool)
    for child in range(node + 1, len(gone)):
        gone[child] = tree.parent[child] == node or gone[tree.parent[child]]
    return gone
