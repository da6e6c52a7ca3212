"""What the notes print wrongly about step units in layers, and about features of 0 and 1."""

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
COMPONENTS = Erratum(
    "E002-24",
    "002_9e25850559f9c059.txt, Lecture 8, linear classifiers",
    r"x_d \mid C_k \sim \mathrm{Bernoulli} \;\Rightarrow\; \mathrm{linear\ boundary}",
    r"p(\mathbf{x} \mid C_k) = \prod_d p(x_d \mid C_k) \quad "
    r"\Rightarrow\; \mathrm{linear\ boundary}",
    "Every feature of 0 and 1 is a Bernoulli variable; only if they are independent given the class is the boundary "
    "linear.",
    kind="open",
)
ERRATA = (LAYERS, COMPONENTS)
WRITTEN = 6
"""With more points than this their answers are not written out."""


def misprints(step: Step, data: Dataset, params: Params) -> Iterator[Misprint]:
    """Where no line separates a few points: one step unit, and two layers that answer all of them rightly."""
    X = expanded(data, step.model.basis).X
    if step.stage == "none" and step.model.basis is None:
        yield from _dependent(data)
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


def _dependent(data: Dataset) -> Iterator[Misprint]:
    """Where no line separates rows of 0 and 1: the class and the row whose share its features alone tell worst."""
    if not np.isin(data.X, (0.0, 1.0)).all() or data.d > WRITTEN:
        return
    found = []
    for code in data.classes_present:
        own = data.X[data.codes == code]
        for x in np.unique(own, axis=0):
            factors = np.where(x > 0, own.mean(axis=0), 1 - own.mean(axis=0))
            found.append((code, x, factors, float((own == x).all(axis=1).mean())))
    code, x, factors, share = max(found, key=lambda one: abs(float(one[2].prod()) - one[3]))
    name, product = data.class_name(code), float(factors.prod())
    alone = [f"P({column} = {figure(value)})" for column, value in zip(data.feature_names, x, strict=True)]
    line = f"of {name}: {'·'.join(alone)} = {'·'.join(map(figure, factors))} = {figure(product)}"
    yield Misprint(COMPONENTS, f"P({vector(x)} | {name})", product, share, (line,))


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
