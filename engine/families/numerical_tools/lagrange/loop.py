"""Lagrange multipliers: where the constraint touches a level line, the two slopes are parallel.   (Lagrange 1788)

∇f + λ∇g = 0,  g = 0        along the constraint f then neither rises nor falls; with − before λ it has the other sign
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice, real, several, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure, vector
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.families.numerical_tools.lagrange.problems import (
    CIRCLE,
    COUNTS,
    PROBLEMS,
    Problem,
    multiplier,
    pair,
    problem,
    shares,
)
from engine.models.place import Place


def run(data: Dataset, params: Params, rng: np.random.Generator, start: Place | None = None) -> Steps:
    asked = problem(params)
    here = asked.way(np.array([params.along]))[0] if start is None else asked.nearest(start.w)
    yield Step(stage="problem", model=Place(here, data.d), here=here, height=float(asked.f(here[None])[0]))

    slope_f, slope_g = asked.slope_f(here), asked.slope_g(here)
    factor = multiplier(asked, here, params.sign)
    left = slope_f + params.sign * factor * slope_g
    step = Step(
        stage="equations", model=Place(here, data.d), here=here, height=float(asked.f(here[None])[0]), slope_f=slope_f,
        slope_g=slope_g, multiplier=factor, left=left,
    )  # fmt: skip
    yield step

    found, multipliers = solved(asked, params)
    heights = asked.f(found)
    best = int(np.argmax(heights))
    step = Step(
        stage="solved", model=Place(found[best], data.d), here=found[best], height=float(heights[best]),
        slope_f=asked.slope_f(found[best]), slope_g=asked.slope_g(found[best]), multiplier=float(multipliers[best]),
        left=None, found=found, multipliers=multipliers, heights=heights,
    )  # fmt: skip
    yield step

    yield replace(step, stage="checked", along=asked.f(asked.way(WAY)))
    return Ending.converged(_said(asked, found, heights, params))


def solved(asked: Problem, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """(k, 2) the places and (k,) their λ; of shares with a count of 0, the border, with the λ of the other counts."""
    if not asked.border:
        return asked.found, np.array([multiplier(asked, place, params.sign) for place in asked.found])
    q = shares(params.counts)[list(pair(params))]
    return q[None], np.array([-params.sign * sum(params.counts)])


WAY = np.linspace(0.0, 1.0, 361)
"""Places along the constraint at which f is looked at."""


def _said(asked: Problem, found: np.ndarray, heights: np.ndarray, params: Params) -> str:
    if params.problem == COUNTS:
        border = " A share of 0 lies on the border." if 0.0 in params.counts else ""
        return f"The most likely shares are {vector(shares(params.counts))}.{border}"
    places = counted(len(found), "place")
    return (
        f"{places} on the constraint where the slopes are parallel; f is at most {figure(float(heights.max()))} there."
    )


def bound(data: Dataset, params: Params) -> int:
    return 4


def limits(data: Dataset, params: Params) -> str:
    """The counts must be two or more, none below 0, and not all of them 0; or ''."""
    if params.problem != COUNTS or (len(params.counts) > 1 and min(params.counts) >= 0 and max(params.counts) > 0):
        return ""
    words = "The counts must be two or more numbers, none below 0 and not all of them 0: type others."
    return Objection(words, SetParameter("counts", (3.0, 5.0)))


PLUS, MINUS = "∇f + λ∇g = 0", "∇f − λ∇g = 0"


@dataclass(frozen=True)
class Params:
    problem: str = choice(CIRCLE, PROBLEMS, clear=True, help="what is made great or small, and on which constraint")
    convention: str = choice(PLUS, (PLUS, MINUS), label="sign of λ", help="the other sign gives λ the other sign")
    along: float = real(0.4, low=0.0, high=1.0, label="place looked at", help="from 0 to 1 along the constraint")
    counts: tuple[float, ...] = several(
        (3.0, 0.0, 5.0, 2.0), most=12, when=("problem", (COUNTS,)), symbol="c", help="how often each was seen"
    )
    first: int = whole(1, low=1, high=12, when=("problem", (COUNTS,)), label="share across", help="number of a count")
    second: int = whole(3, low=1, high=12, when=("problem", (COUNTS,)), label="share up", help="number of a count")

    @property
    def sign(self) -> int:
        """The sign before λ."""
        return 1 if self.convention == PLUS else -1


@snapshot
class Step:
    """How far it is: a place on the constraint, the equations there, the places that solve them, all places."""

    stage: Literal["problem", "equations", "solved", "checked"]
    model: Place
    here: np.ndarray  # (2,)
    height: float  # f there
    slope_f: np.ndarray | None = None  # (2,)
    slope_g: np.ndarray | None = None
    multiplier: float | None = None
    left: np.ndarray | None = None  # (2,) what is left of ∇f beside ±λ∇g, along the constraint
    found: np.ndarray | None = None  # (k, 2) where nothing is left
    multipliers: np.ndarray | None = None  # (k,)
    heights: np.ndarray | None = None  # (k,) f there
    along: np.ndarray | None = None  # f at all places of the WAY
