"""What a step of a likelihood says."""

from __future__ import annotations

import math

import numpy as np

from engine.base.words import added, counted, figure, shown, taken
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distributions.kinds import log_density
from engine.families.distributions.likelihood.loop import Params, Step
from engine.families.distributions.likelihood.unknowns import COIN, DEVIATION, MEAN, RATE, SYMBOL, WAIT
from engine.maths.algebra.agreement import agree, cleared, exceeds

PRODUCT = r"L(\theta) = \prod_n p(x_n \mid \theta), \qquad \ln L(\theta) = \sum_n \ln p(x_n \mid \theta)"
BEST = {
    COIN: r"\sum_n \left\{\frac{x_n}{p} - \frac{1 - x_n}{1 - p}\right\} = 0 \;\Rightarrow\; "
    r"\hat{p} = \frac{1}{N} \sum_n x_n",
    RATE: r"\sum_n \left\{\frac{x_n}{\lambda} - 1\right\} = 0 \;\Rightarrow\; \hat{\lambda} = \frac{1}{N} \sum_n x_n",
    MEAN: r"\sum_n \frac{x_n - \mu}{\sigma^2} = 0 \;\Rightarrow\; \hat{\mu} = \frac{1}{N} \sum_n x_n",
    DEVIATION: r"\sum_n \left\{\frac{(x_n - \mu)^2}{\sigma^3} - \frac{1}{\sigma}\right\} = 0 \;\Rightarrow\; "
    r"\hat{\sigma}^2 = \frac{1}{N} \sum_n (x_n - \mu)^2",
    WAIT: r"\sum_n \left\{\frac{1}{\lambda} - x_n\right\} = 0 \;\Rightarrow\; \frac{1}{\hat{\lambda}} = "
    r"\frac{1}{N} \sum_n x_n",
}
UNDERFLOW = -745.0
"""e to a smaller power is 0 to the computer."""
SMALL = -600.0
"""Down to this the product is told beside its logarithm."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    letter = SYMBOL[params.unknown]
    if step.part == "start":
        said = f"{counted(len(step.x), 'point')}. Each is as probable as the distribution with {letter} = "
        return Story(f"{said}{figure(step.theta)} says: drag {letter}, or type it.", PRODUCT)
    return _best(step, params) if step.part == "best" else _point(step)


def _point(step: Step) -> Story:
    one = float(step.x[step.number - 1])
    so_far = f"{step.number:,} of {counted(len(step.x), 'point')} taken."
    if step.cannot:
        said = f"A point so far cannot occur with this parameter, such as x = {figure(_first_cannot(step))}"
        return Story(f"{said}: the likelihood is 0, and its logarithm −∞. {so_far}", PRODUCT)
    said = f"x = {figure(one)} adds" if step.count == 1 else f"{counted(step.count, 'point')} more add"
    said += f" {figure(step.term)} to ln L; {so_far}"
    before = step.total - step.term
    lines = [f"ln L = {added(before, step.term)}"]
    told = [Number("points so far", step.number), Number("ln L", step.total)]
    if step.total < UNDERFLOW:
        said += " The product itself is 0 by underflow; the sum of the logarithms is not."
    elif min(step.total, step.term, before) > SMALL:
        parts = shown(math.exp(step.total), lambda a, b: a * b, math.exp(before), math.exp(step.term))
        lines.insert(0, f"L = {parts[0]}·{parts[1]} = {figure(math.exp(step.total))}")
    return Story(said, PRODUCT, tuple(lines), tuple(told))


def _best(step: Step, params: Params) -> Story:
    assert step.best is not None and step.top is not None
    letter = SYMBOL[params.unknown]
    said = f"ln L is greatest, {figure(step.top)}, at {letter} = {figure(step.best)}"
    checks = [Check("no value that was tried has a greater ln L", not exceeds(_tried(step), step.top, _size(step)))]
    lines: list[str] = []
    if step.border:
        said += ": all points are equal, so that the maximum lies on the border and the slope there is not 0."
    else:
        said += ": there its slope, the score, is 0."
        down = step.up if agree(step.up, step.down, step.up + step.down) else step.down
        lines.append(f"score = {taken(step.up, down)}")
        checks.append(Check("the score is 0 at the best", agree(step.up, step.down, step.up + step.down)))
    lost = float(cleared(step.top - step.total, abs(step.top) + len(step.x), 1e-9))
    if step.cannot:
        said += f" At {letter} = {figure(step.theta)} it is −∞."
    elif lost > 0:
        said += f" At {letter} = {figure(step.theta)} ln L is lower by {figure(lost)}."
        lines.append(f"lower by {taken(step.top, step.total)}")
    told = (Number(f"best {letter}", step.best), Number("ln L at the best", step.top))
    return Story(said, BEST[params.unknown], tuple(lines), told, (), tuple(checks))


def _first_cannot(step: Step) -> float:
    """The first point whose density is 0."""
    none = np.flatnonzero(~np.isfinite(log_density(step.kind, step.x)))
    return float(step.x[none[0]])


def _tried(step: Step) -> float:
    return float(step.curve.max())


def _size(step: Step) -> float:
    assert step.top is not None
    return abs(step.top) + len(step.x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"ln L": step.total} if step.number and not step.cannot else {}


def event(step: Step) -> Event | None:
    return Event("maximum", "best") if step.part == "best" else None
