"""Hamiltonian Monte Carlo: a ball is kicked and rolls over −ln p, and where it comes to is proposed.   (Neal 2011)

H(z, r) = −ln p(z) + ½ ‖r‖²,  r ∼ N(0, I)        accept with probability min(1, e^(H before − H after)), else stay

leapfrog:  r ← r + (ε/2) ∇ ln p(z)        then L times  z ← z + ε r,  r ← r + ε ∇ ln p(z)   (the last by ε/2)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import counted, percent, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chains import ChainParams, Worth, stretch, stretches, worth
from engine.families.sampling_methods.targets import Target


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    target, z = params.target, params.starts
    own = rng.spawn(params.chains)
    kicks = np.array([one.standard_normal((params.draws, 2)) for one in own])
    ln_u = np.log1p(-np.array([one.random(params.draws) for one in own]))
    draws, number, taken = z[:, None], 0, 0
    step = Step(part="start", draws=draws, z=z)
    yield step
    while number < params.draws:
        count = stretch(number, params.singly, params.draws)
        visited = np.empty((len(z), count, 2))
        for t in range(count):
            r = kicks[:, number + t]
            before = energy(target, z, r)
            path, r = leapfrog(target, z, r, params.size, params.legs)
            after = energy(target, path[-1], r)
            accepted = ln_u[:, number + t] < before - after  # where the energy cannot be told, it is not
            if number < params.singly:
                step = replace(
                    step, part="path", before=z, kick=kicks[0, number], path=path[:, 0], energies=(before[0], after[0])
                )
                yield step
            z = np.where(accepted[:, None], path[-1], z)
            visited[:, t], taken = z, taken + int(accepted.sum())
        number += count
        draws = np.concatenate([draws, visited], axis=1)
        share = taken / (number * len(z))
        step = replace(step, part="move", draws=draws, z=z, number=number, count=count, accepted=accepted, share=share)
        step = replace(step, worth=worth(draws, params.warm))
        yield step
    assert step.worth is not None
    found = step.worth
    said = f"{percent(share)} accepted; {counted(found.number, 'draw')} are worth {vector(np.round(found.sizes))}"
    return Ending.converged(f"{said} independent ones. Their means are {vector(found.means)}.")


def energy(target: Target, z: np.ndarray, r: np.ndarray) -> np.ndarray:
    """(C,) H = −ln p(z) + ½ ‖r‖² at places z (C, 2) with momenta r (C, 2)."""
    with np.errstate(all="ignore"):
        return np.asarray(-target.log_p(z) + 0.5 * (r**2).sum(axis=1))


def leapfrog(target: Target, z: np.ndarray, r: np.ndarray, size: float, legs: int) -> tuple[np.ndarray, np.ndarray]:
    """(L + 1, C, 2) the places on the way, and (C, 2) the momenta at its end."""
    path = [z]
    with np.errstate(all="ignore"):
        r = r + 0.5 * size * target.slope(z)
        for leg in range(1, legs + 1):
            z = z + size * r
            r = r + (size if leg < legs else 0.5 * size) * target.slope(z)
            path.append(z)
    return np.array(path), r


def bound(data: Dataset, params: Params) -> int:
    return 1 + min(params.singly, params.draws) + stretches(params.singly, params.draws)


@dataclass(frozen=True)
class Params(ChainParams):
    size: float = real(
        0.25, low=0.01, high=2.0, log=True, symbol=r"\epsilon", label="step size", help="too large: most is rejected"
    )
    legs: int = whole(12, low=1, high=60, symbol="L", label="leapfrog steps", help="of each move")
    draws: int = whole(200, low=20, high=1000, log=True, clear=True, label="draws of each chain", help="how many")

    @property
    def warm(self) -> int:
        """So many at the beginning of each chain do not count."""
        return int(self.warm_up * self.draws)


@snapshot
class Step:
    """The chains so far, and the last move of the first one."""

    part: Literal["start", "path", "move"]
    draws: np.ndarray  # (C, s + 1, 2) where each chain has been, its beginning first
    z: np.ndarray  # (C, 2) where they are now
    before: np.ndarray | None = None  # (C, 2) and before this move
    kick: np.ndarray = field(default_factory=no_numbers)  # (2,) r of the first chain
    path: np.ndarray = field(default_factory=lambda: np.zeros((0, 2)))  # (L + 1, 2) the way of the first chain
    energies: tuple[float, float] = (0.0, 0.0)  # H of the first chain before and after
    accepted: np.ndarray | None = None  # (C,) whether the last move of each chain was taken
    number: int = 0  # so many moves have been made
    count: int = 0  # of them at this step
    share: float = 0.0  # of all moves so far that were accepted
    worth: Worth | None = None
    model: None = None
