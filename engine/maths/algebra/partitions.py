"""Partitions of rows into groups: only which rows are together counts, not the names of the groups."""

from __future__ import annotations

import numpy as np


def numbered(labels: np.ndarray) -> np.ndarray:
    """(n,) the same groups 0, 1, ... numbered by their first rows: two partitions are the same where these numbers are.

    >>> numbered(np.array([2, 2, 0, 1, 0]))
    array([0, 0, 1, 2, 1])
    """
    order = by_first_row(labels, int(labels.max(initial=-1)) + 1)
    rank = np.empty(len(order), dtype=np.intp)
    rank[order] = np.arange(len(order))
    return np.asarray(rank[labels])


def by_first_row(labels: np.ndarray, K: int) -> np.ndarray:
    """(K,) the groups by their first rows, those without rows last.   labels (n,) from 0 to K − 1

    >>> by_first_row(np.array([2, 2, 0, 3, 0]), 5)
    array([2, 0, 3, 1, 4])
    """
    first = np.full(K, len(labels))
    np.minimum.at(first, labels, np.arange(len(labels)))
    return np.argsort(first, kind="stable")


def pair_counts(one: np.ndarray, other: np.ndarray) -> tuple[float, float, float, float]:
    """Of the pairs of n rows: how many are together in both partitions, in the one, in the other, and all there are."""
    table = np.zeros((int(one.max()) + 1, int(other.max()) + 1))
    np.add.at(table, (one, other), 1.0)
    both, first, second = (_pairs(sizes) for sizes in (table, table.sum(axis=1), table.sum(axis=0)))
    return both, first, second, _pairs(np.array([len(one)], dtype=float))


def _pairs(sizes: np.ndarray) -> float:
    return float((sizes * (sizes - 1) / 2).sum())


def adjusted_rand(one: np.ndarray, other: np.ndarray) -> float:
    """How well two partitions (n,) agree: 1 for the same, about 0 for one drawn at random.   (Hubert and Arabie 1985)

    (S − E) / (M − E): S the pairs together in both, E what chance would give, M the mean of the pairs of each

    >>> adjusted_rand(np.array([0, 0, 1, 1]), np.array([1, 1, 0, 0]))
    1.0
    """
    both, first, second, pairs = pair_counts(one, other)
    chance, most = first * second / max(pairs, 1.0), (first + second) / 2
    return 1.0 if most == chance else (both - chance) / (most - chance)
