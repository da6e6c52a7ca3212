"""One versus one: a two-class model for each pair of classes, and every model has a vote.

votes of k = Σ_j [y_kj(x) > 0], y_kj(x) = −y_jk(x), of a line w_kj · φ(x) + b_kj  most votes win, a tie: ambiguous
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.discriminants.learners import SchemeParams, refused
from engine.families.discriminants.one_versus_one.starting import pairs
from engine.families.discriminants.schemes import (
    ending,
    most_steps,
    overlaid,
    stepped,
    training,
    with_found,
)
from engine.families.discriminants.two_sides import beginning, lines_of, untrained
from engine.models.scheme import Scheme
from engine.parts.basis import chosen_basis, expanded

MOST_CLASSES = 63
"""Of so many there are 1,953 pairs; of one more, too many."""


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scheme | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, blank = expanded(data, basis), beginning(start, untrained(pairs(data), data, basis))
    step = stepped(blank, (), data)
    yield step

    for line in lines_of(blank):  # the rows of two classes; all others are left out
        done = step.trained
        for found in training(line, table, data, params, rng):  # at its end, and on the way if that is long
            step = with_found(step, blank, done, found, data)
            yield step

    step = yield from overlaid(step, data, params)
    yield step
    return ending(step, data)


def limits(data: Dataset, params: Params) -> str:
    return refused(len(pairs(data)), data, params, MOST_CLASSES)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(pairs(data), data, params)


@dataclass(frozen=True)
class Params(SchemeParams):
    """Those of every scheme of two-class models."""
