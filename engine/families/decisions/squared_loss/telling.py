"""What a step of the squared loss says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import added, enough, figure, signed
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.decisions.squared_loss.joint import BRANCHES, Joint, integral
from engine.families.decisions.squared_loss.loop import Params, Step, moved
from engine.maths.algebra.agreement import agree

JOINT = r"p(x, t) = p(t \mid x)\, p(x)"
SLICE = r"E[t \mid x] = \int t\, p(t \mid x)\, dt"
LOSS = r"E[(t - y)^2 \mid x] = (y - E[t \mid x])^2 + \mathrm{Var}[t \mid x]"
BEST = r"y^*(x) = E[t \mid x]"
ALL = (
    r"E[L] = \int (y(x) - E[t \mid x])^2\, p(x)\, dx \quad "
    r"+ \int \mathrm{Var}[t \mid x]\, p(x)\, dx"
)
FINE = 401
"""The double integral is added up over so many targets."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _joint(step: Step, data: Dataset, params: Params) -> Story:
    said = "Feature and target have a joint density. Whoever predicts y where the target is t loses (t − y)²."
    return Story(said, JOINT, (), (Number("x", step.x, "the place that is looked at"),))


def _slice(step: Step, data: Dataset, params: Params) -> Story:
    assert step.mean is not None and step.variance is not None
    said = (
        f"At x = {figure(step.x)} the target has the mean {figure(step.mean)} and the variance {figure(step.variance)}."
    )
    if params.joint == BRANCHES:
        said += " It lies in one of two branches, and the mean is between them."
    told = (Number("E[t | x]", step.mean), Number("Var[t | x]", step.variance))
    return Story(said, SLICE, (), told)


def _guess(step: Step, data: Dataset, params: Params) -> Story:
    assert step.mean is not None and step.variance is not None and step.y is not None and step.loss is not None
    off = step.y - step.mean
    way = "above" if off > 0 else "below"
    said = (
        f"The prediction {figure(step.y)} lies {figure(abs(off))} {way} the mean. Its expected loss is "
        f"{figure(step.loss)}, of which {figure(step.variance)} cannot be avoided."
    )
    if off == 0:
        said = f"The prediction is the mean: its expected loss {figure(step.loss)} is the variance, and no less is had."
    n = enough(step.loss, lambda y, mean, variance: (y - mean) ** 2 + variance, step.y, step.mean, step.variance)
    worked = (
        f"E[(t − y)² | x] = ({figure(step.y, n)} {signed(-step.mean, n)})² + {figure(step.variance, n)} = "
        f"{figure(step.loss)}",
    )
    told = (Number("y", step.y), Number("E[(t − y)² | x]", step.loss))
    return Story(said, LOSS, worked, told)


def _best(step: Step, data: Dataset, params: Params) -> Story:
    assert step.mean is not None and step.variance is not None
    said = (
        f"The loss is least at the conditional mean: y* = {figure(step.mean)} with the loss {figure(step.variance)}, "
        "the variance. So the best function is E[t | x] at every x"
    )
    said += ", even where no target is near it." if params.joint == BRANCHES else "."
    return Story(said, BEST, (), (Number("y*", step.mean), Number("least loss", step.variance)))


def _all(step: Step, data: Dataset, params: Params) -> Story:
    assert step.reducible is not None and step.irreducible is not None and step.expected is not None
    assert step.y is not None and step.mean is not None
    said = (
        f"Over all x: y(x), moved at x = {figure(step.x)} and around, costs {figure(step.reducible)} more than "
        f"E[t | x]. The rest, {figure(step.irreducible)}, is noise: no function of x avoids it."
    )
    whole = double_integral(step.joint, step.x, step.y - step.mean)
    same = Check(
        "the double integral of (t − y)² p(x, t) is the same", agree(whole, step.expected, step.expected, 1e-6)
    )
    worked = (f"E[L] = {added(step.reducible, step.irreducible)}",)
    told = (
        Number("reducible", step.reducible), Number("irreducible", step.irreducible), Number("E[L]", step.expected)
    )  # fmt: skip
    return Story(said, ALL, worked, told, (), (same,))


def double_integral(joint: Joint, at: float, by: float) -> float:
    """∫∫ (t − y(x))² p(x, t) dt dx, slice by slice."""
    grid = joint.grid[::4]
    losses = []
    for x, off in zip(grid.tolist(), moved(grid, at, by, joint).tolist(), strict=True):
        mean, spread = (float(of(np.array([x]))[0]) for of in (joint.mean, joint.variance))
        t = mean + 9 * np.sqrt(spread) * np.linspace(-1, 1, FINE)
        losses.append(integral((t - mean - off) ** 2 * joint.given(t, x), t))
    return integral(np.array(losses) * joint.of_x(grid), grid)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "joint": _joint, "slice": _slice, "guess": _guess, "best": _best, "all": _all,
}  # fmt: skip


def event(step: Step) -> Event | None:
    return Event("conditional mean", "best") if step.part == "best" else None
