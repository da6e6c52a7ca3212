"""One versus the rest: a two-class model for each class that says "mine" on one side and "not mine" on the other.

claims of x = {k : y_k(x) > 0}, of a line w_k · φ(x) + b_k    one claim: that class, none or several: ambiguous
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.discriminants.learners import MOST_MODELS, SchemeParams, refused
from engine.families.discriminants.one_versus_rest.starting import claimants
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


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scheme | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, blank = expanded(data, basis), beginning(start, untrained(claimants(data, params.count), data, basis))
    step = stepped(blank, (), data)
    yield step

    for line in lines_of(blank):  # the rows of one class against all others
        done = step.trained
        for found in training(line, table, data, params, rng):  # at its end, and on the way if that is long
            step = with_found(step, blank, done, found, data)
            yield step

    step = yield from overlaid(step, data, params)
    yield step
    return ending(step, data)


def limits(data: Dataset, params: Params) -> str:
    return refused(len(claimants(data, params.count)), data, params, MOST_MODELS)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(claimants(data, params.count), data, params)


@dataclass(frozen=True)
class Params(SchemeParams):
    count: str = choice("K", ("K", "K - 1"), label="models", help="one for every class, or the last is the rest")
