"""Time against the margin: the narrower the gap of two classes, the longer a perceptron takes.   (Novikoff 1962)

    n ≤ (D / δ*)²      D = max ‖x̃‖,   δ* = max over w of min t (w · x̃) / ‖w‖,   x̃ = (1, x)

Both classes are moved along the normal of the widest strip between them, until its half width is δ.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from engine.base.params import flag, real, whole
from engine.base.snapshot import snapshot
from engine.base.words import counted, figure
from engine.core.algorithm import Steps
from engine.core.ending import Ending
from engine.data.dataset import Dataset
from engine.data.targets import signs, two_classes
from engine.maths.algebra.affine import with_ones
from engine.maths.optimisation.margin import radius, widest
from engine.maths.probability.row_keys import shuffled
from engine.models.linear import Hyperplane


def run(data: Dataset, params: Params, rng: np.random.Generator, start: None = None) -> Steps:
    strip = Strip.between(data.X, signs(data))
    if strip is None:
        yield Step(model=None, strip=None, gap=0.0, tried=())
        return Ending.failed(
            "No line separates these classes: there is no gap, the perceptron never stops and the theorem promises "
            "nothing. Take separable classes."
        )
    yield Step(model=None, strip=strip, gap=strip.gap, tried=())
    orders = [shuffled(data.row_keys, rng) for _ in range(params.starts)]
    tried: tuple[Tried, ...] = ()
    for gap in gaps(strip, params):
        one, w = learnt(strip.moved(data.X, gap), signs(data), gap, orders, params)
        tried += (one,)
        yield Step(model=Hyperplane(w[1:], float(w[0]), two_classes(data)), strip=strip, gap=gap, tried=tried)
    return ended(tried)


def learnt(
    X: np.ndarray, t: np.ndarray, gap: float, orders: Sequence[np.ndarray], params: Params
) -> tuple[Tried, np.ndarray]:
    """A perceptron for each order of the rows X (n, d), targets t (n,); and the weights (d + 1,) of the last."""
    counts, signed = np.zeros(len(orders)), t[:, None] * with_ones(X)
    products = signed @ signed.T
    for k, order in enumerate(orders):
        corrected = corrections(products[np.ix_(order, order)], params.most)
        counts[k], w = corrected.sum(), corrected @ signed[order]
    line = widest(X, t, with_bias=True) if gap else None
    margin = 0.0 if line is None else 1.0 / float(np.linalg.norm(line.packed))
    return Tried(gap, margin, radius(X), counts, bool((counts >= params.most).any())), w


def corrections(products: np.ndarray, most: int) -> np.ndarray:
    """(n,) how often a perceptron from w = 0 corrects for each row; it gives up after so many mistakes in all.

    products (n, n) are those of the rows t x̃: a correction w ← w + t x̃ adds its row of them to all t (w · x̃). The
    rows are presented pass after pass. Those that are right change nothing: the next wrong one is looked for among all
    of them at once. The rate scales w alone, so it changes no count.
    """
    activations = np.zeros(len(products))
    corrected = np.zeros(len(products))
    row = 0
    for _ in range(most):
        wrong = np.flatnonzero(activations <= 0)  # t (w · x̃) ≤ 0
        if not len(wrong):
            break
        row = int(wrong[np.searchsorted(wrong, row) % len(wrong)])  # the next in this pass, or the first in another
        activations, corrected[row] = activations + products[row], corrected[row] + 1
        row += 1
    return corrected


def gaps(strip: Strip, params: Params) -> list[float]:
    """δ of every step: each half of the previous one, and at last 0 if that is asked for."""
    first = params.gap or strip.gap
    return [*(first / 2**k for k in range(params.gaps)), *([0.0] if params.touch else [])]


def ended(tried: tuple[Tried, ...]) -> Ending:
    open_gaps = [one for one in tried if one.gap]
    first, last = open_gaps[0], open_gaps[-1]
    words = (
        f"From δ = {figure(first.gap)} to {figure(last.gap)} the mean number of mistakes goes from "
        f"{figure(first.mean)} to {figure(last.mean)}, the bound from {figure(first.bound)} to {figure(last.bound)}."
    )
    if last.capped:
        return Ending.stopped(f"{words} Where a run has {counted(int(last.mistakes.max()), 'mistake')}, it was ended.")
    return Ending.converged(words)


def bound(data: Dataset, params: Params) -> int:
    return 1 + params.gaps + params.touch


@dataclass(frozen=True)
class Params:
    gap: float = real(
        0.0, low=0.0, high=1e6, symbol=r"\delta", label="first gap",
        auto=lambda step, params: step.strip.gap if step.strip else None,
        help="half the width of the strip between the classes; auto: as in the data",
    )  # fmt: skip
    gaps: int = whole(8, low=2, high=16, label="number of gaps", clear=True, help="each half of the previous one")
    starts: int = whole(5, low=1, high=20, label="orders averaged", clear=True, help="of the rows, at random")
    most: int = whole(
        1_000, low=10, high=5_000, log=True, label="maximum mistakes", clear=True, rare=True, help="of one run"
    )
    touch: bool = flag(True, label="end with gap 0", clear=True, help="where the classes touch")


@snapshot
class Strip:
    """The widest strip between the classes: its unit normal (d,) towards the class +1, its half width, the targets."""

    normal: np.ndarray
    gap: float
    t: np.ndarray  # (n,)

    @classmethod
    def between(cls, X: np.ndarray, t: np.ndarray) -> Strip | None:
        """The one between these rows X (n, d); None where no line separates them."""
        line = widest(X, t)
        if line is None:
            return None
        length = float(np.linalg.norm(line.weights))
        return cls(line.weights / length, 1.0 / length, t)

    def moved(self, X: np.ndarray, gap: float) -> np.ndarray:
        """(n, d) the rows with each class moved along the normal, so that the half width is `gap`."""
        return np.asarray(X + np.outer(self.t * (gap - self.gap), self.normal))


@snapshot
class Tried:
    """One gap δ: what the theorem allows at it, and the mistakes of the perceptrons."""

    gap: float
    margin: float  # δ*, with the bias in the norm; 0 where the classes touch
    radius: float  # D
    mistakes: np.ndarray  # (starts,)
    capped: bool  # whether a run was ended at the maximum

    @property
    def mean(self) -> float:
        return float(self.mistakes.mean())

    @property
    def bound(self) -> float:
        """(D / δ*)²; ∞ where the classes touch."""
        return (self.radius / self.margin) ** 2 if self.margin else float("inf")


@snapshot
class Step:
    """One gap tried; at the start none has been. The model is the line of the last order of the rows."""

    model: Hyperplane | None
    strip: Strip | None  # between the classes as the data have them; None where no line separates them
    gap: float  # δ now
    tried: tuple[Tried, ...]
