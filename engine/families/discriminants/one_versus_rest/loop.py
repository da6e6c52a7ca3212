"""One versus the rest: a line for each class that says "mine" on one side and "not mine" on the other.

claims of x = {k : y_k(x) > 0},  y_k(x) = w_k · φ(x) + b_k         one claim: that class; none or several: ambiguous
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from engine.base.params import choice
from engine.core.algorithm import Steps
from engine.data.dataset import Dataset
from engine.families.discriminants.one_versus_rest.starting import claimants
from engine.families.discriminants.schemes import (
    SchemeParams,
    beginning,
    ending,
    most_steps,
    overlaid,
    scheme_limits,
    stepped,
    training,
    untrained,
)
from engine.models.linear import Scheme
from engine.parts.basis import chosen_basis, expanded

limits = scheme_limits


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Scheme | None = None) -> Steps:
    basis = chosen_basis(params, data, start)
    table, lines = expanded(data, basis), beginning(start, untrained(claimants(data, params.count), data, basis))
    step = stepped(lines, (), data)
    yield step

    for line in lines.binaries:  # the rows of one class against all others
        done = step.trained
        for problem in training(line, table, params, rng):  # at its end, and on the way if that is long
            step = stepped(lines, (*done, problem), data)
            yield step

    step = overlaid(step, data, params)
    yield step
    return ending(step, data)


def bound(data: Dataset, params: Params) -> int:
    return most_steps(claimants(data, params.count), data, params)


@dataclass(frozen=True)
class Params(SchemeParams):
    count: str = choice("K", ("K", "K - 1"), label="lines", help="one for every class, or the last is the rest")
