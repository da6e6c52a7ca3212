"""Distance matrix: how far every point is from every other, in a table.   (Deza and Deza 2016)

R_mn = r(z_m, x_n)          (M, N), of the points z_m asked about and the rows x_n

It costs M · N · D operations on coordinates. A 0 off the diagonal reveals two rows that are the same to this distance.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.errors import Objection, SetParameter
from engine.base.params import choice
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.core.pauses import AT_ONCE, Pauses, most_pauses, on_the_way
from engine.data.dataset import Dataset
from engine.families.distances.measures import Between, MeasureParams, laid_out, measure_objection
from engine.models.neighbours import MINKOWSKI
from engine.parts.stretches import FEW, pauses


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    Z, own = asked_about(data, params)
    block = block_side(len(Z), data.n)
    step = Step(part="start", Z=Z, own=own, block=block)
    yield step

    places, X, between = laid_out(data, params, Z)
    filling = filled(places, X, between, block, own, work(params))
    R, found = yield from on_the_way(filling, lambda far: replace(step, part="measuring", measured=far))
    for done in stops(*R.shape):
        step = replace(step, part="cell", R=R, done=done, before=step.done, measured=len(Z))
        yield step

    yield replace(step, part="whole", found=found)
    return Ending.converged(said(found, data))


def asked_about(data: Dataset, params: Params) -> tuple[np.ndarray, bool]:
    """(M, d) the points z, and whether they are the rows themselves."""
    if params.against == ROWS:
        return data.X, True
    return np.array([data.X[data.codes == k].mean(axis=0) for k in data.classes_present]), False


def filled(
    Z: np.ndarray, X: np.ndarray, between: Between, block: int, own: bool, cost: int
) -> Generator[int, None, tuple[np.ndarray, Found]]:
    """R (M, N), of a large one the means of its blocks, and what is found; how many rows are done at each pause."""
    found, waits, lines = Found(), Pauses(), []
    few = max(1, min(STRIP, AT_ONCE // (cost * X.size)))  # so many rows between two pauses at most
    size = block if block > 1 else few
    for first in range(0, len(Z), size):
        parts = []
        for at in range(first, min(first + size, len(Z)), few):
            some = Z[at : min(at + few, first + size)]
            parts.append(between(some, X))
            done = at + len(some)
            if waits.due(cost * len(some) * X.size) and done < len(Z):
                yield done
        strip = np.vstack(parts)
        found = seen(found, strip, first, own)
        lines.append(averaged(strip, block) if block > 1 else strip)
    return np.vstack(lines), found


def averaged(strip: np.ndarray, block: int) -> np.ndarray:
    """(1, blocks) the means of a strip of rows of R, block by block."""
    starts = np.arange(0, strip.shape[1], block)
    sums = np.add.reduceat(strip.sum(axis=0), starts)
    return np.asarray(sums / (len(strip) * np.diff([*starts, strip.shape[1]])))[None]


def seen(found: Found, strip: np.ndarray, first: int, own: bool) -> Found:
    """The nearest pair so far, and how many pairs are at distance 0: each pair once, no row with itself."""
    m = first + np.arange(len(strip))[:, None]
    counts = np.arange(strip.shape[1]) > m if own else np.ones_like(strip, dtype=bool)
    if not counts.any():
        return found
    apart = np.where(counts, strip, np.inf)
    place = np.unravel_index(int(apart.argmin()), apart.shape)
    least = float(apart[place])
    zeros = found.zeros + int((apart == 0).sum())
    if found.pair and least >= found.least:
        return replace(found, zeros=zeros)
    return Found((first + int(place[0]), int(place[1])), least, zeros)


def block_side(M: int, N: int) -> int:
    """1, or how many rows and columns of a table of more than MOST cells one block of its picture stands for."""
    return 1 if M * N <= MOST else -(-max(M, N) // SIDE)


def stops(M: int, N: int) -> list[int]:
    """After how many cells to stop: after each of a few, else after rows of cells."""
    if M * N <= CELLS:
        return list(range(1, M * N + 1))
    return [N * row for row in pauses(M, STRETCHES, False)]


def work(params: Params) -> int:
    """How much work the gap between two coordinates is."""
    return POWER if params.distance == MINKOWSKI else GAP


def said(found: Found, data: Dataset) -> str:
    """The nearest pair, in words."""
    return f"The least distance is {figure(found.least)}." if found.pair else "There is one point, at distance 0."


def bound(data: Dataset, params: Params) -> int:
    rows = data.n if params.against == ROWS else len(data.classes_present)
    return 3 + CELLS + max(FEW, STRETCHES) + most_pauses(work(params) * rows * data.n * max(data.d, 1))


def limits(data: Dataset, params: Params) -> str:
    """There are classes where their means are asked for, and the distance can be measured."""
    if params.against == MEANS and (data.target != "class" or not len(data.classes_present)):
        words = "against = the class means needs a class for the rows: take the rows themselves."
        return Objection(words, SetParameter("against", ROWS))
    return measure_objection(data, params)


CELLS = 100
"""So many cells are filled one by one."""
MOST = 4_000_000
"""Of a table with more cells the means of blocks are kept."""
SIDE, STRIP, STRETCHES = 500, 32, 12
GAP, POWER = 8, 60
"""A gap between two coordinates takes as long as so many differences that are not kept, a power of it as so many."""
ROWS, MEANS = AGAINST = ("the rows", "the class means")


@dataclass(frozen=True)
class Params(MeasureParams):
    against: str = choice(ROWS, AGAINST, label="points z", help="which points are compared with the rows")


@snapshot
class Found:
    """The nearest pair, and how many pairs are at distance 0."""

    pair: tuple[int, ...] = ()  # its row m and column n
    least: float = 0.0
    zeros: int = 0


@snapshot
class Step:
    """How much of the table is filled."""

    part: Literal["start", "measuring", "cell", "whole"]
    Z: np.ndarray  # (M, d)
    own: bool  # whether the z are the rows themselves
    block: int  # of how many rows and columns a kept number is the mean
    R: np.ndarray | None = None  # (M, N), or of blocks
    done: int = 0  # so many cells are filled, row after row
    before: int = 0
    measured: int = 0  # so many z are measured
    found: Found | None = None
    model: None = None

    @property
    def cell(self) -> tuple[int, int] | None:
        """Row m and column n of the cell that was filled last."""
        return None if self.R is None or not self.done else divmod(self.done - 1, int(self.R.shape[1]))

    @property
    def shown(self) -> np.ndarray | None:
        """(M, N) the cells that are filled; the others are nothing."""
        if self.R is None:
            return None
        return np.where(np.arange(self.R.size).reshape(self.R.shape) < self.done, self.R, np.nan)
