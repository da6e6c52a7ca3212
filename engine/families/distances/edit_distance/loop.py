"""Edit distance: the cheapest way to change one word into another, letter by letter.   (Levenshtein 1966)

D[i, j] = min(  D[i−1, j−1] + (0 if aᵢ = bⱼ, else substitute),      keep or substitute
                D[i−1, j] + delete,                                  delete aᵢ
                D[i, j−1] + insert,                                  insert bⱼ
                D[i−2, j−2] + swap  if aᵢ₋₁ aᵢ = bⱼ bⱼ₋₁  )          swap two neighbours
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

import numpy as np

from engine.base.params import flag, line, real
from engine.base.snapshot import snapshot
from engine.base.words import figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    a, b = params.first, params.second
    D, moves = edges(len(a), len(b), params)
    step, known = Step(part="start", D=D, moves=moves), 0
    yield step
    for i in range(1, len(a) + 1):
        for j in range(1, len(b) + 1):
            D, moves = D.copy(), moves.copy()
            totals = reached(D, a, b, i, j, params)
            moves[i, j] = np.argmin(totals)  # on a tie the first: keep or substitute, delete, insert, swap
            D[i, j] = totals[moves[i, j]]
            known += 1
            step = Step(part="cell", D=D, moves=moves, known=known, i=i, j=j, totals=totals)
            yield step

    path = np.array([[len(a), len(b)]])
    step = Step(part="back", D=D, moves=moves, known=known, i=len(a), j=len(b), path=path)
    yield step
    while path[0].any():
        path = np.vstack([before(path[0], moves), path])
        i, j = map(int, path[0])
        step = replace(step, i=i, j=j, path=path)
        yield step
    step = replace(step, part="done")
    yield step
    return Ending.converged(f"The edit distance is {figure(step.distance)}.")


def edges(m: int, n: int, params: Params) -> tuple[np.ndarray, np.ndarray]:
    """D (m + 1, n + 1) with its first column, all deleted, and its first row, all inserted; and the moves there."""
    D, moves = np.zeros((m + 1, n + 1)), np.full((m + 1, n + 1), -1)
    D[:, 0], D[0] = params.delete * np.arange(m + 1), params.insert * np.arange(n + 1)
    moves[1:, 0], moves[0, 1:] = DELETE, INSERT
    return D, moves


def reached(D: np.ndarray, a: str, b: str, i: int, j: int, params: Params) -> np.ndarray:
    """(3,) what cell i, j costs by each move: keep or substitute, delete, insert; (4,) where a swap is possible too."""
    same, swaps = a[i - 1] == b[j - 1], params.swaps and i > 1 and j > 1 and a[i - 2 : i] == b[j - 2 : j][::-1]
    totals = [
        D[i - 1, j - 1] + (0.0 if same else params.substitute),
        D[i - 1, j] + params.delete,
        D[i, j - 1] + params.insert,
    ]
    return np.array([*totals, D[i - 2, j - 2] + params.swap] if swaps else totals)


def before(place: np.ndarray, moves: np.ndarray) -> np.ndarray:
    """(2,) the cell from which the cheapest move came to this one."""
    return np.asarray(place - STEPS[int(moves[tuple(place)])])


def bound(data: Dataset, params: Params) -> int:
    m, n = len(params.first), len(params.second)
    return 3 + m * n + m + n


DIAGONAL, DELETE, INSERT, SWAP = range(4)
STEPS = np.array([[1, 1], [1, 0], [0, 1], [2, 2]])
"""By how many rows and columns each move goes on."""
LONGEST = 24
"""A word has so many letters at most."""


@dataclass(frozen=True)
class Params:
    first: str = line("kitten", most=LONGEST, symbol="a", label="word", clear=True, help="is changed into the other")
    second: str = line("sitting", most=LONGEST, symbol="b", label="into", clear=True, help="what it is changed into")
    insert: float = real(1.0, low=0.0, high=100.0, label="insertion", help="the cost of a letter more")
    delete: float = real(1.0, low=0.0, high=100.0, label="deletion", help="the cost of a letter less")
    substitute: float = real(1.0, low=0.0, high=100.0, label="substitution", help="the cost of another letter")
    swaps: bool = flag(False, label="transpositions", help="two neighbours may be swapped, as in typing errors")
    swap: float = real(1.0, low=0.0, high=100.0, when=("swaps", (True,)), label="transposition", help="its cost")


@snapshot
class Step:
    """A cell filled, a cell of the way back, or all of it."""

    part: Literal["start", "cell", "back", "done"]
    D: np.ndarray  # (m + 1, n + 1) the costs, as far as they are known
    moves: np.ndarray  # (m + 1, n + 1) the cheapest move to each cell; −1 for none
    known: int = 0  # so many cells are, row after row, besides the first row and column
    i: int | None = None  # the cell of this step
    j: int | None = None
    totals: np.ndarray | None = None  # (3,) or (4,) what it costs by each move
    path: np.ndarray | None = None  # (p, 2) the cells of the way back so far, the last one last
    model: None = None

    @property
    def distance(self) -> float:
        """The cost of changing the whole of one word into the other."""
        return float(self.D[-1, -1])
