"""Growing a tree: the answer at a node, a new branch, how good the tree is so far."""

from __future__ import annotations

from typing import Any

import numpy as np

from engine.base.words import counted
from engine.data.dataset import Dataset
from engine.models.tree import Branching, Tree


def level_codes(data: Dataset) -> np.ndarray:
    """(n, d) whole level codes; a point dragged between two levels counts as the nearer one."""
    highest = np.array([len(column.levels) - 1 for column in data.columns])
    return np.asarray(np.clip(np.rint(data.X), 0, highest), dtype=np.int64)


def levels_of(data: Dataset) -> dict[int, int]:
    """How many levels each category has, by its place among the columns."""
    return {j: len(column.levels) for j, column in enumerate(data.columns) if column.kind == "categorical"}


def asked_values(data: Dataset) -> np.ndarray:
    """(n, d) what the questions of a tree are put to: numbers as they are, and of levels the nearest."""
    levels = [j for j, column in enumerate(data.columns) if column.levels]
    if not levels:
        return data.X
    values = np.array(data.X)
    highest = np.array([len(data.columns[j].levels) - 1 for j in levels])
    values[:, levels] = np.clip(np.rint(values[:, levels]), 0, highest)
    return values


def contingency(codes: np.ndarray, y: np.ndarray, values: int, K: int) -> np.ndarray:
    """(values, K) how many rows have each value of an attribute and each class."""
    return np.bincount(codes * K + y, minlength=values * K).reshape(values, K)


def majority(counts: np.ndarray, prior: np.ndarray, above: int = 0) -> int:
    """The most frequent class; ties by the frequency in the whole table, then by order; an empty set says `above`."""
    if not counts.any():
        return above
    return int(np.argmax(np.where(counts == counts.max(), prior, -1)))


def seed_of(counts: np.ndarray, d: int) -> Tree:
    """A tree of the root alone, from the class counts (K,) of a table of d features."""
    none = np.array([-1])
    return Tree(none, none, none, counts[None], np.array([majority(counts, counts)]), n_features=d)


def branched(
    tree: Tree,
    node: int,
    attribute: int,
    table: np.ndarray,
    codes: np.ndarray | None = None,
    threshold: float = float("nan"),
) -> Tree:
    """The tree with a node below `node` for each code of the attribute; table (V, K) holds their class counts.

    The codes (V,) are 0, 1, ... without any. With a threshold they are 0, of the values ≤ it, and 1.
    """
    answers = [majority(counts, tree.counts[0], int(tree.majority[node])) for counts in table]
    return Tree(
        counts=np.vstack([tree.counts, table]),
        majority=np.append(tree.majority, answers),
        **with_leaves(tree, node, attribute, np.arange(len(table)) if codes is None else codes, threshold),
    )


def with_leaves(tree: Branching, node: int, attribute: int, codes: np.ndarray, threshold: float) -> dict[str, Any]:
    """The questions of a tree with a leaf below `node` for each code (V,): by the threshold, or by category if NaN."""
    asks, by_cut = np.append(tree.attribute, np.full(len(codes), -1)), threshold == threshold
    thresholds, cuts = np.append(tree.threshold, np.zeros(len(codes))), np.append(tree.numeric, [False] * len(codes))
    asks[node], thresholds[node], cuts[node] = attribute, threshold if by_cut else 0.0, by_cut
    return {
        "attribute": asks,
        "parent": np.append(tree.parent, np.full(len(codes), node)),
        "branch": np.append(tree.branch, codes),
        "threshold": thresholds,
        "numeric": cuts,
        "n_features": tree.n_features,
    }


def asked_in_order(tree: Branching) -> list[int]:
    """The nodes that have nodes below them, in the order in which they were split."""
    return list(dict.fromkeys(tree.parent[1:].tolist()))


def errors(tree: Tree) -> int:
    """How many training rows the tree misclassifies: those at its ends that are not of the majority there."""
    ends = np.flatnonzero(tree.attribute < 0)
    return int(tree.counts[ends].sum() - tree.counts[ends, tree.majority[ends]].sum())


def leaves(tree: Branching) -> int:
    """How many nodes ask nothing."""
    return int((tree.attribute < 0).sum())


def depth(tree: Branching) -> int:
    """The most questions on any path."""
    depths = np.zeros(len(tree.parent), dtype=np.int64)
    for node in range(1, len(depths)):
        depths[node] = depths[tree.parent[node]] + 1
    return int(depths.max())


def size(tree: Branching) -> str:
    """'8 nodes, 5 leaves, depth 2'"""
    return f"{counted(len(tree.parent), 'node')}, {counted(leaves(tree), 'leaf', 'leaves')}, depth {depth(tree)}"


def summary(tree: Tree) -> str:
    """The size of a tree and its training errors: '8 nodes, 5 leaves, depth 2; 0 training rows of 14 misclassified.'"""
    return f"{size(tree)}; {counted(errors(tree), 'training row')} of {tree.counts[0].sum()} misclassified."
