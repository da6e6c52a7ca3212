"""Optimisers: ways downhill that know the slope and no bend, side by side on one landscape.

g = ∇f(w)      w ← w + Δw      Δw by the way: η against g, with momentum, scaled by past slopes, or by L-BFGS
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.errors import SetParameter
from engine.base.params import choice, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, joined
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.numerical_tools.optimisers import landscapes
from engine.families.numerical_tools.optimisers.landscapes import LANDSCAPES, MADE, Landscape, landscape
from engine.families.numerical_tools.optimisers.walking import (
    ALL,
    ALONE,
    EVERY_WAY,
    LBFGS,
    NEVER,
    SCALED,
    Rates,
    Walk,
    Walker,
    beginning,
    rates_at,
    searched,
)
from engine.families.numerical_tools.reading import unread_words
from engine.maths.optimisation.first_order import WAYS, Memory
from engine.maths.optimisation.schedules import FALLING, SCHEDULES, STEADY, scheduled
from engine.maths.probability.row_keys import shuffled
from engine.models.place import Place
from engine.parts.descending import grown, is_blown_up


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Place | None = None) -> Steps:
    f = landscape(data, params)
    begin = f.begin if start is None else start.w
    rates = rates_at(f, begin, params)
    walk = beginning(f, rates, params, begin)
    step = Step(
        model=Place(begin, data.d), t=0, walk=walk, walk_before=walk, path=walk.w[None], rates=rates,
        first=f.height(begin),
    )  # fmt: skip
    yield step
    for t, rows in zip(range(1, params.steps + 1), batches(data, params, rng), strict=False):
        if walk.ended:
            break
        walk = Walk.of(walk.ways, [stepped(k, step, f, rows, params) for k in range(len(walk.ways))])
        step = Step(
            model=Place(walk.w[-1], data.d), t=t, walk=walk, walk_before=step.walk, path=grown(step.path, walk.w),
            rates=rates, first=step.first, rows=rows,
        )  # fmt: skip
        yield step
    return ending(step, f)


def stepped(k: int, step: Step, f: Landscape, rows: np.ndarray | None, params: Params) -> Walker:
    """One step of one way: the slope where it stands, the step that follows from it, and what is found there."""
    walk = step.walk
    if max(walk.rest[k], walk.lost[k]) != NEVER:
        return walk.walker(k)
    way, w = walk.ways[k], walk.w[k]
    if way == LBFGS:
        return searched(walk.walker(k), f, step.t + 1, params.tolerance)
    rate = scheduled(params.schedule, step.rates.of(way), step.t, params.span)
    with np.errstate(over="ignore", invalid="ignore"):
        g = walk.here[k] if rows is None else f.gradient(w, rows)
        delta, memory = WAYS[way](g, Memory(walk.v[k], walk.s[k], step.t), rate, params.momentum)
        height = f.height(w + delta)
    if is_blown_up(height, step.first):
        return walk.walker(k)._replace(lost=step.t + 1)
    there = f.gradient(w + delta, None)
    rest = step.t + 1 if max(math.hypot(*there), math.hypot(*delta)) <= params.tolerance else NEVER
    return Walker(w + delta, height, g, delta, rate, there, memory.v, memory.s, walk.pairs[k], rest)


def batches(data: Dataset, params: Params, rng: np.random.Generator) -> Iterator[np.ndarray | None]:
    """The rows of each step, the same for all ways: None for all; else pass after pass in a random order."""
    while params.landscape not in MADE or not 0 < params.batch < data.n:
        yield None
    while True:
        order = shuffled(data.row_keys, rng)
        yield from (order[first : first + params.batch] for first in range(0, data.n, params.batch))


def ending(step: Step, f: Landscape) -> Ending:
    """What became of the way that is told of."""
    told = step.told
    if told.lost != NEVER:
        words = f"{step.way} is lost at step {told.lost}: f has grown beyond all bounds"
        return Ending.failed(f"{words}. Take a rate below {figure(step.rates.of(step.way))}.")
    if told.rest != NEVER:
        return Ending.converged(f"{step.way} stops after {counted(told.rest, 'step')}, at f = {figure(told.height)}.")
    endless = " f falls for ever: it has no lowest place." if f.lowest is None else ""
    words = f"{counted(step.t, 'step')}: {step.way} is still on its way, at f = {figure(told.height)}."
    return Ending.stopped(words + endless)


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.steps


def limits(data: Dataset, params: Params) -> str:
    """Only an error reads the table: numbers in the columns, and two classes or, for a line, a number; or ''."""
    if params.landscape not in MADE:
        return ""
    number = params.landscape == landscapes.LINE and data.target == "real"
    wanted = (needs.number,) if number else (needs.classes(2, 2), needs.labelled)
    said = f"As landscape the {params.landscape} reads the table."
    return unread_words(data, (*wanted, *needs.POINTS), said, SetParameter("landscape", landscapes.VALLEY))


def plain_rate(step: Step, params: Any) -> float:
    """The rate of the ways that take η times the slope."""
    return step.rates.plain


def scaled_rate(step: Step, params: Any) -> float:
    """The rate of the ways that scale the slope."""
    return step.rates.scaled


@dataclass(frozen=True)
class Params:
    landscape: str = choice(landscapes.VALLEY, LANDSCAPES, symbol="f", clear=True, help="what is walked on")
    way: str = choice("Adam", EVERY_WAY, label="optimiser", help="the one that is told of")
    beside: str = choice("gradient descent", (ALL, *EVERY_WAY, ALONE), label="beside it", help="other ways that go too")
    rate: float = real(
        0.0, low=0.0, high=1e3, log=True, auto=plain_rate, symbol=r"\eta", label="learning rate",
        help="of gradient descent, momentum and Nesterov",
    )  # fmt: skip
    scaled_rate: float = real(
        0.0, low=0.0, high=1e3, log=True, auto=scaled_rate, symbol=r"\eta", label="scaled learning rate",
        help=f"of {joined(SCALED)}",
    )  # fmt: skip
    schedule: str = choice(STEADY, tuple(SCHEDULES), help="how the rates fall")
    span: int = whole(
        50, low=1, high=10_000, log=True, symbol=r"\tau", when=("schedule", FALLING), help="steps, of the schedule"
    )
    momentum: float = real(
        0.9, low=0.0, high=0.999, symbol=r"\mu", help="share of the last step that is kept; Adam's β"
    )
    steepness: float = real(
        25.0, low=1.0, high=1e4, log=True, symbol=r"\kappa", when=("landscape", (landscapes.VALLEY,)),
        help="of the valley across, beside that along",
    )  # fmt: skip
    feature: int = whole(1, low=1, high=1_000_000, when=("landscape", MADE), help="the number of the one x")
    batch: int = whole(
        0, low=0, high=1_000_000, when=("landscape", MADE), label="batch size", help="0: all rows at each step"
    )
    over: str = choice(
        landscapes.MEAN, (landscapes.MEAN, landscapes.SUM), when=("landscape", MADE), rare=True,
        label="error over rows", help="their mean, or their sum",
    )  # fmt: skip
    memory: int = whole(5, low=1, high=20, rare=True, label="steps remembered", help="by L-BFGS")
    steps: int = whole(
        60, low=1, high=10_000, log=True, label="maximum iterations", clear=True, rare=True, help="of a way"
    )
    tolerance: float = real(1e-2, low=1e-12, high=1.0, log=True, rare=True, help="gradient and step are no longer")


@snapshot
class Step:
    """All ways after so many steps; the model is the place of the one that is told of, which is the last."""

    model: Place
    t: int
    walk: Walk
    walk_before: Walk  # the same at the step before
    path: np.ndarray  # (m, W, 2) where they have been so far
    rates: Rates
    first: float  # f where they began
    rows: np.ndarray | None = None  # (m,) the batch whose slope the last step followed

    @property
    def way(self) -> str:
        """The way that is told of."""
        return self.walk.ways[-1]

    @property
    def told(self) -> Walker:
        """Where it is."""
        return self.walk.walker(-1)

    @property
    def was(self) -> Walker:
        """Where it was before this step."""
        return self.walk_before.walker(-1)
