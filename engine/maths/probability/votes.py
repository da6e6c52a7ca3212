"""Votes of neighbours for classes, and what decides when several classes have the most.

A rule narrows the classes that are tied. One that leaves several is followed by the next; in the end the lowest wins.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

import numpy as np


class Ballot(NamedTuple):
    """Of m votes what the rules look at; the voters stand in order, the nearest first.

    codes (m, w) what each votes for, −1 where there is none;   distances, random_keys (m, w) of the voters
    sizes (K,) of the classes in the whole table, or (m, K) where each vote has a table of its own
    """

    codes: np.ndarray
    distances: np.ndarray
    random_keys: np.ndarray
    sizes: np.ndarray


def counted_votes(codes: np.ndarray, K: int) -> np.ndarray:
    """(m, K) how many of the voters (m, w) vote for each class; −1 is no vote.

    >>> counted_votes(np.array([[0, 2, 2], [1, -1, -1]]), 3)
    array([[1, 0, 2],
           [0, 1, 0]])
    """
    m = len(codes)
    votes = np.bincount((codes + 1 + np.arange(m)[:, None] * (K + 1)).ravel(), minlength=m * (K + 1))
    return votes.reshape(m, K + 1)[:, 1:]


def tied_classes(votes: np.ndarray) -> np.ndarray:
    """(m, K) which classes have the most votes."""
    return np.asarray(votes == votes.max(axis=1, keepdims=True))


def nearest_voter(tied: np.ndarray, ballot: Ballot) -> np.ndarray:
    """The class of the nearest voter for a tied class; of several, where voters are equally near."""
    own = np.where(_for_tied(tied, ballot), ballot.distances, np.inf)
    return _voted_for(ballot.codes, (own == own.min(axis=1, keepdims=True)) & np.isfinite(own), tied.shape[1])


def larger_class(tied: np.ndarray, ballot: Ballot) -> np.ndarray:
    """The tied class with the most rows in the table, the largest prior."""
    own = np.where(tied, ballot.sizes, -1)
    return np.asarray(own == own.max(axis=1, keepdims=True))


def fewer_voters(tied: np.ndarray, ballot: Ballot) -> np.ndarray:
    """The farthest voters are left out one by one, until one class is ahead: with two classes the next odd k."""
    left = np.array(tied)
    for count in range(ballot.codes.shape[1] - 1, 0, -1):
        open_ = np.flatnonzero(left.sum(axis=1) > 1)
        if not len(open_):
            break
        own = np.where(left[open_], counted_votes(ballot.codes[open_, :count], tied.shape[1]), -1)
        left[open_] = own == own.max(axis=1, keepdims=True)
    return left


def drawn_lot(tied: np.ndarray, ballot: Ballot) -> np.ndarray:
    """The tied class of the voter with the largest random key: each tied class is as likely."""
    own = np.where(_for_tied(tied, ballot), ballot.random_keys, -1.0)
    return _voted_for(ballot.codes, own == own.max(axis=1, keepdims=True), tied.shape[1])


Rule = Callable[[np.ndarray, Ballot], np.ndarray]
NEAREST, PRIOR, ODD, RANDOM = "nearest neighbour", "larger prior", "odd k", "random"
RULES: dict[str, Rule] = {NEAREST: nearest_voter, PRIOR: larger_class, ODD: fewer_voters, RANDOM: drawn_lot}
CHAINS: dict[str, tuple[str, ...]] = {
    NEAREST: (NEAREST, PRIOR), PRIOR: (PRIOR, NEAREST), ODD: (ODD, NEAREST, PRIOR), RANDOM: (RANDOM,),
}  # fmt: skip
"""Which rules follow when one leaves several classes."""


def narrowed(tied: np.ndarray, ballot: Ballot, rule: str) -> list[tuple[str, np.ndarray]]:
    """The rules that were needed, one after the other, each with the classes (m, K) that it leaves."""
    applied: list[tuple[str, np.ndarray]] = []
    for name in CHAINS[rule]:
        if not (tied.sum(axis=1) > 1).any():
            break
        tied = RULES[name](tied, ballot)
        applied.append((name, tied))
    return applied


def elected(votes: np.ndarray, ballot: Ballot, rule: str) -> np.ndarray:
    """(m,) the class with the most votes; where several have, the one that the rules leave, the lowest at last."""
    codes = np.argmax(votes, axis=1)
    tied = tied_classes(votes)
    open_ = np.flatnonzero(tied.sum(axis=1) > 1)
    if len(open_):
        sizes = np.broadcast_to(ballot.sizes, tied.shape)[open_]
        part = Ballot(ballot.codes[open_], ballot.distances[open_], ballot.random_keys[open_], sizes)
        codes[open_] = np.argmax(narrowed(tied[open_], part, rule)[-1][1], axis=1)
    return np.asarray(codes)


def _for_tied(tied: np.ndarray, ballot: Ballot) -> np.ndarray:
    """(m, w) which voters vote for one of the tied classes."""
    return np.asarray(np.take_along_axis(tied, np.maximum(ballot.codes, 0), axis=1) & (ballot.codes >= 0))


def _voted_for(codes: np.ndarray, chosen: np.ndarray, K: int) -> np.ndarray:
    """(m, K) the classes that the chosen voters vote for."""
    return np.asarray(counted_votes(np.where(chosen, codes, -1), K) > 0)
