"""Metropolis sampling: a random step is proposed, and taken if the density is higher there, else by chance.

z′ = z + s ε,  ε ∼ N(0, I)        accept z′ with probability min(1, p(z′) / p(z)), else stay at z   (Metropolis 1953)
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from engine.base.params import real, whole
from engine.base.snapshot import no_numbers, snapshot
from engine.base.words import counted, joined, percent, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.sampling_methods.chains import ChainParams, Worth, stretch, stretches, worth


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    target, z = params.target, params.starts
    own = rng.spawn(params.chains)
    moves = np.array([params.scale * one.standard_normal((params.draws, 2)) for one in own])
    ln_u = np.log1p(-np.array([one.random(params.draws) for one in own]))
    draws, number, taken = z[:, None], 0, np.zeros(len(z), dtype=int)
    step = Step(part="start", draws=draws, z=z, taken=taken)
    yield step
    while number < params.draws:
        count = stretch(number, params.singly, params.draws)
        visited = np.empty((len(z), count, 2))
        for t in range(count):
            there = z + moves[:, number + t]
            ln_p, ln_there = target.log_p(z), target.log_p(there)
            accepted = ln_u[:, number + t] < ln_there - ln_p
            if number < params.singly:
                u, levels = float(np.exp(ln_u[0, number])), (float(ln_p[0]), float(ln_there[0]))
                step = replace(step, part="proposal", before=z, proposal=there[0], levels=levels, u=u)
                yield step
            z = np.where(accepted[:, None], there, z)
            visited[:, t], taken = z, taken + accepted
        number += count
        draws = np.concatenate([draws, visited], axis=1)
        step = replace(step, part="move", draws=draws, z=z, number=number, count=count, accepted=accepted, taken=taken)
        step = replace(step, worth=worth(kept(draws, params), 0))
        yield step
    return ending(step)


def kept(draws: np.ndarray, params: Params) -> np.ndarray:
    """(C, 1 + s, 2) of draws (C, n + 1, 2) the last of the warm-up, and then one of every `thinning`."""
    return draws[:, params.warm :: params.thinning]


def stuck(taken: np.ndarray) -> list[str]:
    """The chains, by their numbers, that have accepted nothing."""
    return [str(c + 1) for c in np.flatnonzero(taken == 0)]


def ending(step: Step) -> Ending:
    """What the draws are worth; chains that are stuck are worth nothing."""
    if still := stuck(step.taken):
        each = counted(step.number, "proposal")
        said = f"Chain {still[0]} has" if len(still) == 1 else f"Chains {joined(still)} have"
        return Ending.stopped(f"{said} accepted none of {each}: take a smaller scale.")
    found = step.worth
    assert found is not None
    said = f"{percent(step.share)} accepted; {counted(found.number, 'draw')} are worth {vector(np.round(found.sizes))}"
    said += f" independent ones. Their means are {vector(found.means)}."
    return Ending.converged(said) if found.mixed else Ending.stopped(f"{said} The chains do not agree yet.")


def bound(data: Dataset, params: Params) -> int:
    return 1 + min(params.singly, params.draws) + stretches(params.singly, params.draws)


@dataclass(frozen=True)
class Params(ChainParams):
    scale: float = real(
        1.0,
        low=1e-3,
        high=1e3,
        log=True,
        symbol="s",
        help="of a proposed step: neither too short nor too long",
    )
    thinning: int = whole(1, low=1, high=20, rare=True, help="one draw of so many is kept")
    draws: int = whole(500, low=100, high=2000, log=True, clear=True, label="draws of each chain", help="how many")

    @property
    def warm(self) -> int:
        """So many at the beginning of each chain do not count."""
        return int(self.warm_up * self.draws)


@snapshot
class Step:
    """The chains so far, and what the first one was asked."""

    part: Literal["start", "proposal", "move"]
    draws: np.ndarray  # (C, n + 1, 2) where each chain has been, its beginning first
    z: np.ndarray  # (C, 2) where they are now
    taken: np.ndarray  # (C,) so many proposals each has accepted
    before: np.ndarray | None = None  # (C, 2) where they were before this move
    proposal: np.ndarray = field(default_factory=no_numbers)  # (2,) z′ of the first chain
    levels: tuple[float, float] = (0.0, 0.0)  # ln p of the first chain here and there
    u: float = 0.0  # it goes there if this is below p(z′) / p(z)
    accepted: np.ndarray | None = None  # (C,) whether the last proposal of each chain was accepted
    number: int = 0  # so many moves have been made
    count: int = 0  # of them at this step
    worth: Worth | None = None
    model: None = None

    @property
    def share(self) -> float:
        """Of all proposals so far that were accepted."""
        return float(self.taken.sum()) / max(self.number * len(self.taken), 1)
