"""What the notes print wrongly about step units in layers."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np

from engine.base.words import figure, signed, vector
from engine.core.errata import Erratum, Misprint
from engine.data.dataset import Dataset
from engine.families.discriminants.separability.loop import Params, Step
from engine.parts.basis import expanded

LAYERS = Erratum(
    "E000-31",
    "000_5d3271ecdf60f079.txt, section 10",
    r"\mathrm{With\ the\ step\ function,} \quad \mathrm{no\ number\ of\ layers\ can\ make} \quad "
    r"\mathrm{a\ boundary\ that\ is\ not\ linear.}",
    r"h_j = [\mathbf{v}\cdot\mathbf{x} > \theta_j], \quad y = \left[h_1 - h_2 + h_3 - \dots > \frac{1}{2}\right]",
    "Two layers of step units do what no line does; it is layers without an activation that collapse into one.",
)
ERRATA = (LAYERS,)
WRITTEN = 6
"""With more points than this their answers are not written out."""


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Where no line separates a few points: one step unit, and two layers that answer all of them rightly."""
    X = expanded(data, step.model.basis).X
    if step.stage != "none" or data.n > WRITTEN:
        return
    t = (data.codes == data.classes_present[-1]).astype(int)
    if (way := parted(X, t)) is None:
        return
    along, cuts = X @ way, thresholds(X @ way, t)
    first = int(t[np.argmin(along)])
    hidden = (along[:, None] > cuts).astype(int)
    turns = np.where(np.arange(len(cuts)) % 2, -1, 1) * (1 - 2 * first)
    answers = (hidden @ turns + first > 0.5).astype(int)
    sum = " ".join(f"{signed(sign)[0]} h{j + 1}" for j, sign in enumerate(turns)).removeprefix("+ ")
    lines = [f"v = {vector(way)}, v·x = {vector(along)}"]
    lines += [f"h{j + 1} = [v·x > {figure(cut)}] = {vector(hidden[:, j])}" for j, cut in enumerate(cuts)]
    lines.append(f"y = [{'1 ' * first}{sum} > ½] = {vector(answers)}")
    yield Misprint(LAYERS, "answers, point by point", abs(hidden[:, 0] - first), answers, tuple(lines))


def parted(X: np.ndarray, t: np.ndarray) -> np.ndarray | None:
    """A direction (M,) along which no two points of different classes fall together; None where they are one point."""
    M = X.shape[1]
    for way in (np.ones(M), np.arange(1.0, M + 1.0), np.sqrt(np.arange(2.0, M + 2.0))):
        along = X @ way
        if (np.abs(along[t == 0][:, None] - along[t == 1]) > 1e-9 * (1.0 + np.abs(along).max())).all():
            return way
    return None


def thresholds(along: np.ndarray, t: np.ndarray) -> np.ndarray:
    """Half-way between neighbours of different classes along a direction."""
    order = np.argsort(along, kind="stable")
    changes = np.flatnonzero(np.diff(t[order]))
    return np.asarray((along[order][changes] + along[order][changes + 1]) / 2.0)
