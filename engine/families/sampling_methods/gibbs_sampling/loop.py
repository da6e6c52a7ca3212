"""Gibbs sampling: each number in turn is drawn from its conditional, given all others.   (Geman and Geman 1984)

x₁ ∼ p(x₁ | x₂)        x₂ ∼ p(x₂ | x₁)        every draw is taken; the pairs are spread as p(x₁, x₂)

A conditional is drawn from where its distribution function, worked out on a fine grid, reaches a uniform number u.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chains import ChainParams, Worth, stretch, stretches, worth
from engine.families.sampling_methods.targets import inverted


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    target, z = params.target, params.starts
    u = np.array([own.random((params.draws, 2)) for own in rng.spawn(params.chains)])
    draws = z[:, None]
    step = Step(part="start", draws=draws, z=z)
    yield step
    number = 0
    while number < params.draws:
        count = stretch(number, params.singly, params.draws)
        visited = np.empty((len(z), count, 2))
        for t in range(count):
            for j in (0, 1):
                before, conditional = z, target.along(j, z)
                z = with_number(z, j, inverted(target.axes[j], conditional, u[:, number + t, j]))
                if number < params.singly:
                    first = conditional[0]
                    step = replace(step, part="draw", z=z, before=before, j=j, conditional=first, u=u[0, number + t, j])
                    yield step
            visited[:, t] = z
        number += count
        draws = np.concatenate([draws, visited], axis=1)
        step = replace(step, part="sweep", draws=draws, z=z, number=number, count=count, j=None)
        step = replace(step, worth=worth(draws, params.warm))
        yield step
    assert step.worth is not None
    said = f"{counted(step.worth.number, 'draw')} are worth {vector(np.round(step.worth.sizes))} independent ones"
    return Ending.converged(f"{said}; their means are {vector(step.worth.means)}.")


def with_number(z: np.ndarray, j: int, drawn: np.ndarray) -> np.ndarray:
    """(C, 2) the places with another number j (C,)."""
    moved = z.copy()
    moved[:, j] = drawn
    return moved


def bound(data: Dataset, params: Params) -> int:
    return 1 + 2 * min(params.singly, params.draws) + stretches(params.singly, params.draws)


@dataclass(frozen=True)
class Params(ChainParams):
    draws: int = whole(300, low=20, high=1500, log=True, clear=True, label="draws of each chain", help="how many")

    @property
    def warm(self) -> int:
        """So many at the beginning of each chain do not count."""
        return int(self.warm_up * self.draws)


@snapshot
class Step:
    """The chains so far, and the last draw of the first one."""

    part: Literal["start", "draw", "sweep"]
    draws: np.ndarray  # (C, s + 1, 2) where each chain has been, its beginning first
    z: np.ndarray  # (C, 2) where they are now
    before: np.ndarray | None = None  # (C, 2) and before this draw
    j: int | None = None  # the number that is drawn
    conditional: np.ndarray | None = None  # (GRID,) its density in the first chain
    u: float = 0.0  # the uniform number of the first chain
    number: int = 0  # so many sweeps have been made
    count: int = 0  # so many sweeps were made at this step
    worth: Worth | None = None
    model: None = None
