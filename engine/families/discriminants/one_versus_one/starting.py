"""Where one versus one begins: a line for each pair of classes, none of them trained."""

from __future__ import annotations

from itertools import combinations

from engine.data.dataset import Dataset
from engine.families.discriminants.two_sides import untrained
from engine.models.basis import Basis
from engine.models.scheme import Scheme


def pairs(data: Dataset) -> list[tuple[int, int]]:
    """Every pair of classes, the lower first: K (K − 1) / 2 of them."""
    return list(combinations(data.classes_present, 2))


def nothing_trained(basis: Basis, data: Dataset) -> Scheme:
    """All weights 0, for these basis functions: what a run with centres placed by hand begins from."""
    return untrained(pairs(data), data, basis)
