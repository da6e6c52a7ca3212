"""Trees that are each grown from rows drawn at random, and what they say of the rows that they have not seen.

A row that was not drawn for a tree is new to it: the votes of such trees alone give the out-of-bag error.
"""

from __future__ import annotations

import numpy as np

from engine.base.snapshot import snapshot
from engine.base.words import counted
from engine.models.tree import Tree


@snapshot
class Grown:
    """One tree, and the rows it was grown from."""

    tree: Tree
    drawn: np.ndarray  # (n,) how often each row was drawn for it
    said: np.ndarray  # (n,) what it answers for each row
    error: float | None  # the share of the rows not drawn that it gets wrong; None where all were drawn


def tried_out(tree: Tree, X: np.ndarray, y: np.ndarray, drawn: np.ndarray) -> Grown:
    """A tree with what it says of every row, and its error on those that were not drawn for it."""
    said, unseen = tree.predict(X), drawn == 0
    return Grown(tree, drawn, said, float((said != y)[unseen].mean()) if unseen.any() else None)


def with_votes(votes: np.ndarray, newest: Grown) -> np.ndarray:
    """The votes (n, K) of the trees for the rows that they have not seen, with those of one tree more."""
    added, unseen = votes.copy(), np.flatnonzero(newest.drawn == 0)
    added[unseen, newest.said[unseen]] += 1
    return added


def out_of_bag(votes: np.ndarray, y: np.ndarray) -> tuple[int, int]:
    """How many rows the trees that have not seen them get wrong, and how many there are."""
    there = votes.any(axis=1)
    return int((votes.argmax(axis=1) != y)[there].sum()), int(there.sum())


def agreement(grove: tuple[Grown, ...]) -> float:
    """The share of pairs of trees that say the same of a row, over all rows."""
    said, T = np.array([one.said for one in grove]), len(grove)
    counts = np.array([(said == k).sum(axis=0) for k in range(int(said.max()) + 1)])
    return float((counts * (counts - 1)).sum(axis=0).mean() / (T * (T - 1)))


def ended(votes: np.ndarray, y: np.ndarray) -> str:
    """How the trees do on the rows that they have not seen, in words."""
    wrong, there = out_of_bag(votes, y)
    if not there:
        return "Every tree has seen every row, so there is no out-of-bag error."
    return f"Those that have not seen a row get {wrong} of {counted(there, 'row')} wrong (out-of-bag)."
