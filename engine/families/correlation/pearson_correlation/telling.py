"""What a step of the correlation says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import bracketed, counted, divided, enough, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.correlation.pearson_correlation.drawing import names
from engine.families.correlation.pearson_correlation.loop import SAMPLE, Params, Step
from engine.maths.algebra.agreement import agree

MEAN = r"\bar{x} = \frac{1}{N} \sum_n x_n"
SPREAD = r"s_x^2 = \frac{1}{D} \sum_n (x_n - \bar{x})^2"
COVARIANCE = r"s_{xy} = \frac{1}{D} \sum_n (x_n - \bar{x})(y_n - \bar{y})"
SCORE = r"z_n = \frac{x_n - \bar{x}}{s_x}"
PEARSON = r"r = \frac{1}{D} \sum_n \frac{x_n - \bar{x}}{s_x}\, \frac{y_n - \bar{y}}{s_y}"
COSINE = (
    r"r = \frac{(\mathbf{x} - \bar{x}) \cdot (\mathbf{y} - \bar{y})}"
    r"{\|\mathbf{x} - \bar{x}\|\, \|\mathbf{y} - \bar{y}\|}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _of(formula: str, params: Params) -> str:
    """The formula with the divisor that is in use."""
    return formula.replace("{D}", "{N - 1}" if params.divisor == SAMPLE else "{N}")


def _start(step: Step, data: Dataset, params: Params) -> Story:
    x, y = names(data, params)
    out = data.n - len(step.rows)
    said = f"{counted(len(step.rows), 'pair')} of {x} and {y}."
    if out:
        said += f" {counted(out, 'row lacks', 'rows lack')} one of the two and {'is' if out == 1 else 'are'} left out."
    if len(step.rows) == 2:
        said += " With two pairs r is always 1 or −1: that tells nothing."
    return Story(said, MEAN, (), (Number("N", len(step.rows)),))


def _means(step: Step, data: Dataset, params: Params) -> Story:
    assert step.mean is not None
    x, y = names(data, params)
    said = f"The means of {x} and {y} part the picture into four quadrants."
    worked = []
    for name, values, mean in zip("xy", (step.x, step.y), step.mean.tolist(), strict=True):
        if agree(values.sum() / len(values), mean, abs(mean) + 1e-300, 1e-6):
            worked.append(f"mean of {name} = {divided(float(values.sum()), len(values))}")
    return Story(
        said, MEAN, tuple(worked), (Number("mean of x", float(step.mean[0])), Number("mean of y", float(step.mean[1])))
    )


def _spreads(step: Step, data: Dataset, params: Params) -> Story:
    assert step.s is not None and step.squares is not None
    said = (
        f"The squared deviations are divided by {params.divisor} = {step.divisor}, and the root is taken: s is a "
        "standard deviation, in the unit of the feature."
    )
    worked = [
        f"s² of {name} = {divided(float(square), step.divisor)}"
        for name, square in zip("xy", step.squares.tolist(), strict=True)
    ]
    told = (Number("s of x", float(step.s[0])), Number("s of y", float(step.s[1])))
    return Story(said, _of(SPREAD, params), tuple(worked), told)


def _rectangle(step: Step, data: Dataset, params: Params) -> Story:
    assert step.products is not None and step.mean is not None
    n, new = step.done - 1, step.done - step.before
    if new > 1:
        positive = int((step.products[step.before : step.done] > 0).sum())
        said = f"{new} more rectangles are added: {positive} of them are positive."
        return Story(said, _of(COVARIANCE, params), (), (Number("sum so far", step.total),))
    product = float(step.products[n])
    row = data.row_name(int(step.rows[n]))
    both = "on the same side of both means" if product > 0 else "on different sides of the two means"
    sign = "its product is positive" if product > 0 else "its product is negative"
    said = f"Row {row} lies {both}: {sign}." if product else f"Row {row} lies on a mean: its product is 0."
    dx, dy = float(step.x[n] - step.mean[0]), float(step.y[n] - step.mean[1])
    digits = enough(product, lambda a, b: a * b, dx, dy)
    worked = (
        f"(x − mean)(y − mean) = {bracketed(figure(dx, digits))}·{bracketed(figure(dy, digits))} = {figure(product)}",
    )
    return Story(said, _of(COVARIANCE, params), worked, (Number("product", product), Number("sum so far", step.total)))


def _covariance(step: Step, data: Dataset, params: Params) -> Story:
    assert step.covariance is not None and step.s is not None
    x, y = names(data, params)
    said = (
        f"The covariance is {figure(step.covariance)}, in the unit of {x} times that of {y}: it depends on the units."
    )
    if not step.s.all():
        flat = x if not step.s[0] else y
        said = f"The covariance is {figure(step.covariance)}. {flat} has no variation, so a correlation is undefined."
    worked = (f"s_xy = {divided(step.total, step.divisor)}",)
    return Story(said, _of(COVARIANCE, params), worked, (Number("covariance", step.covariance),))


def _centred(step: Step, data: Dataset, params: Params) -> Story:
    said = "The means are subtracted: all pairs slide, and both means are 0 now. Nothing else changes."
    return Story(said, SCORE)


def _scores_of_x(step: Step, data: Dataset, params: Params) -> Story:
    assert step.zx is not None and step.s is not None and step.mean is not None
    said = "x is divided by its standard deviation: across, the pairs shrink or widen until that is 1."
    lost = float(np.abs(step.x).sum() / step.s[0])
    checks = (
        Check("the mean is 0", agree(step.zx.sum(), 0.0, float(np.abs(step.zx).sum()) + lost)),
        Check("the standard deviation is 1", agree((step.zx**2).sum() / step.divisor, 1.0, 1.0)),
    )
    far = int(np.argmax(np.abs(step.zx)))
    score = divided(float(step.x[far] - step.mean[0]), float(step.s[0]))
    line = f"z of row {data.row_name(int(step.rows[far]))} = {score}"
    return Story(said, SCORE, (line,), (Number("s of x", float(step.s[0])),), (), checks)


def _scores_of_y(step: Step, data: Dataset, params: Params) -> Story:
    assert step.z is not None and step.s is not None
    lost = np.array([np.abs(step.x).sum(), np.abs(step.y).sum()]) / step.s
    said = "So is y: both have the mean 0 and the standard deviation 1 now, and no unit."
    checks = (
        Check("both means are 0", agree(step.z.sum(axis=0), 0.0, np.abs(step.z).sum(axis=0) + lost)),
        Check("both standard deviations are 1", agree((step.z**2).sum(axis=0) / step.divisor, 1.0, 1.0)),
    )
    rows = tuple(
        (data.row_name(int(row)), float(one), float(other))
        for row, (one, other) in zip(step.rows[:8], step.z[:8], strict=True)
    )
    return Story(said, SCORE, (), (), (Table("Standard scores", ("row", "z of x", "z of y"), rows),), checks)


def _product(step: Step, data: Dataset, params: Params) -> Story:
    assert step.shares is not None and step.z is not None
    n, new = step.done - 1, step.done - step.before
    told = (Number("sum of the products so far", step.shared), Number("pairs so far", step.done))
    if new > 1:
        return Story(f"{new} more products of standard scores are added.", _of(PEARSON, params), (), told)
    zx, zy, product = float(step.z[n, 0]), float(step.z[n, 1]), float(step.shares[n])
    digits = enough(product, lambda a, b: a * b, zx, zy)
    line = f"z(x) z(y) = {bracketed(figure(zx, digits))}·{bracketed(figure(zy, digits))} = {figure(product)}"
    return Story(f"Row {data.row_name(int(step.rows[n]))} adds {figure(product)}.", _of(PEARSON, params), (line,), told)


def _correlation(step: Step, data: Dataset, params: Params) -> Story:
    assert step.r is not None and step.z is not None
    x, y = names(data, params)
    total = step.r * step.divisor
    said = (
        f"r = {figure(step.r)}: {_strength(step.r, x, y)} It has no unit: shifts and positive scales leave it as it is"
    )
    said += ", as the sliders of x show." if len(step.x) > 2 else ". Of two pairs it is always 1 or −1."
    worked = (f"r = {divided(total, step.divisor)}",)
    told = (Number("r", step.r), Number("sum of the products", total))
    inside = Check("r is between −1 and 1", -1 <= step.r <= 1)
    return Story(said, _of(PEARSON, params), worked, told, (), (inside,))


def _strength(r: float, x: str, y: str) -> str:
    """What the sign of r says."""
    if abs(r) < 1e-12:
        return f"{x} and {y} do not rise or fall together on a line."
    return f"where {x} is above its mean, {y} is mostly {'above' if r > 0 else 'below'} its own."


def _cosine(step: Step, data: Dataset, params: Params) -> Story:
    assert step.cosine is not None and step.lengths is not None and step.r is not None
    dot, product = step.cosine * float(step.lengths.prod()), float(step.lengths.prod())
    said = "The same number once more: the cosine of the angle between the two centred columns, taken as vectors."
    assert step.angle is not None
    told = (
        Number("length of x − mean", float(step.lengths[0])), Number("length of y − mean", float(step.lengths[1])),
        Number("angle in degrees", step.angle),
    )  # fmt: skip
    same = Check("it is r", agree(step.cosine, step.r, 1.0))
    return Story(said, COSINE, (f"r = {divided(dot, product)}",), told, (), (same,))


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "means": _means, "spreads": _spreads, "rectangle": _rectangle, "covariance": _covariance,
    "centred": _centred, "scores of x": _scores_of_x, "scores of y": _scores_of_y, "product": _product,
    "correlation": _correlation, "cosine": _cosine,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part == "rectangle":
        return {"sum of the products": step.total}
    return {"sum of the products of scores": step.shared} if step.part == "product" else {}


def event(step: Step) -> Event | None:
    return Event("correlation", "best") if step.part == "correlation" else None
