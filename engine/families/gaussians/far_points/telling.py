"""What a step says: where each boundary has gone, and why."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, enough, figure, inner, joined, signed
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.gaussians.far_points.fits import LOGISTIC, METHODS, OWN, SHARED, SQUARES
from engine.families.gaussians.far_points.loop import WRONG, Params, Step
from engine.maths.algebra.agreement import agree
from engine.maths.probability.sigmoid import sigmoid

GAUSSIANS = r"\pi_1 N(x \mid \mu_1, \sigma_1^2) = \pi_2 N(x \mid \mu_2, \sigma_2^2)"
POOLED = r"x = \frac{\mu_1 + \mu_2}{2} + \frac{\sigma^2}{\mu_2 - \mu_1} \ln\frac{\pi_1}{\pi_2}"
LEAST = r"\min_{w, b} \sum_n (w x_n + b - t_n)^2, \quad t_n = \pm 1, \qquad w x + b = 0"
ENTROPY = r"\min_{w, b} E + \tfrac{\lambda}{2} w^2, \quad P(C_2 \mid x) = \sigma(w x + b), \qquad w x + b = 0"
STILL = 1e-3
"""A boundary that moves by less than this share of the way between the means hardly moves."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "before":
        return _before(step, data, params)
    if step.part == "all":
        return _all(step, data)
    told = {OWN: _own, SHARED: _shared, SQUARES: _squares, LOGISTIC: _logistic}
    assert step.method is not None
    return told[step.method](step, data)


def _names(data: Dataset) -> list[str]:
    return [data.class_name(code) for code in data.classes_present]


def _before(step: Step, data: Dataset, params: Params) -> Story:
    names = _names(data)
    places = joined([figure(place) for place in step.far.tolist()])
    called = joined(list(dict.fromkeys(names[k] for k in step.labels.tolist())))
    how = "wrongly" if params.label == WRONG else "rightly"
    said = (
        f"Four classifiers without the far {'points' if len(step.far) > 1 else 'point'}. Now "
        f"{counted(len(step.far), 'point')} will be added at {places}, {how} labelled {called}."
    )
    rows = tuple((name, _place(place)) for name, place in zip(METHODS, step.was.boundaries, strict=True))
    return Story(said, GAUSSIANS, (), (), (Table("Boundaries", ("classifier", "boundary"), rows),))


def _place(place: float | None) -> float | str:
    return "none" if place is None else place


def moved(step: Step, place: int) -> str:
    """Where a boundary has gone, in words."""
    assert step.now is not None
    before, after = step.was.boundaries[place], step.now.boundaries[place]
    if before is None or after is None:
        return "there is no boundary " + ("with the far point" if after is None else "without it")
    between = abs(float(np.diff(step.was.means)[0]))
    if abs(after - before) <= STILL * between:
        return f"the boundary hardly moves, {figure(before, 5)} to {figure(after, 5)}"
    return f"the boundary moves {_way(before, after)}, {figure(before)} to {figure(after)}"


def _way(before: float, after: float) -> str:
    return "right" if after > before else "left"


def _own(step: Step, data: Dataset) -> Story:
    """Of each class that has a far point: where its mean and its variance have gone."""
    assert step.now is not None
    names, place = _names(data), METHODS.index(OWN)
    k = int(step.labels[0])
    mean, spread = (step.was.means[k], step.now.means[k]), (step.was.variances[k], step.now.variances[k])
    grows = "grows" if spread[1] > spread[0] else "shrinks"
    said = (
        f"With own variances {moved(step, place)}. The mean of {names[k]} goes {_way(*mean)}, {figure(mean[0])} to "
        f"{figure(mean[1])}, and its variance {grows}, {figure(spread[0])} to {figure(spread[1])}"
    )
    before, after = step.was.boundaries[place], step.now.boundaries[place]
    against = before is not None and after is not None and (after - before) * (mean[1] - mean[0]) < 0
    said += ": its flatter density wins nearer to the other class." if against and grows == "grows" else "."
    return Story(said, GAUSSIANS, (), _numbers(step, place))


def _shared(step: Step, data: Dataset) -> Story:
    assert step.now is not None
    place = METHODS.index(SHARED)
    middle = float(step.now.means.mean())
    said = (
        f"With a shared variance {moved(step, place)}. With equal priors it would be half-way between the means, at "
        f"{figure(middle)}; the variance, {figure(step.was.shared)} before and {figure(step.now.shared)} now, counts "
        "only where the priors differ."
    )
    after = step.now.boundaries[place]
    worked: tuple[str, ...] = ()
    if after is not None:
        n = enough(after, lambda half, shift: half + shift, middle, after - middle)
        worked = (f"boundary = {figure(middle, n)} {signed(after - middle, n)} = {figure(after)}",)
    return Story(said, POOLED, worked, _numbers(step, place))


def _squares(step: Step, data: Dataset) -> Story:
    """The output of the fit before at the first far point, and its target."""
    assert step.now is not None
    place, target = METHODS.index(SQUARES), 2 * int(step.labels[0]) - 1
    x = float(step.far[0])
    output = float(step.was.lines[0] @ [1.0, x])
    said = (
        f"Least squares: {moved(step, place)}. At {figure(x)} the line before has the output {figure(output)}, and "
        f"the target is {figure(target)}: the square of the difference pulls, whichever side the point lies on."
    )
    bias, weight = map(float, step.was.lines[0])
    worked = (f"w x + b = {inner(np.array([weight]), np.array([x]), output, bias)}",)
    told = (Number("output before", output, f"at {figure(x)}"), *_numbers(step, place))
    return Story(said, LEAST, worked, told)


def _logistic(step: Step, data: Dataset) -> Story:
    assert step.now is not None
    names, place, k, x = _names(data), METHODS.index(LOGISTIC), int(step.labels[0]), float(step.far[0])
    a = float(step.was.lines[1] @ [1.0, x])
    P = float(sigmoid(np.array([a if k else -a]))[0])
    pull = "so it hardly pulls" if P > 1 - STILL else f"and it pulls with what is missing to 1, {figure(1 - P)}"
    said = f"Logistic regression: {moved(step, place)}. "
    said += f"Before, the far point had P = {figure(P)} of {names[k]}, {pull}."
    bias, weight = map(float, step.was.lines[1])
    n = enough(P, lambda value: float(sigmoid(np.array([-value]))[0]), -a if k else a)
    worked = (
        f"a = w x + b = {inner(np.array([weight]), np.array([x]), a, bias)}",
        f"P = 1 / (1 + exp({figure(-a if k else a, n)})) = {figure(P)}",
    )
    slopes = step.was.lines[1, 1], step.now.lines[1, 1]
    if slopes[0] * slopes[1] < 0:
        said += f" The slope changes its sign, {figure(slopes[0])} to {figure(slopes[1])}: the sides have changed."
    told = (Number("P before", P, f"of {names[k]}"), Number("slope", float(slopes[1])), *_numbers(step, place))
    return Story(said, ENTROPY, worked, told)


def _numbers(step: Step, place: int) -> tuple[Number, ...]:
    assert step.now is not None
    found = ((step.was.boundaries[place], "before"), (step.now.boundaries[place], "now"))
    return tuple(Number(f"boundary {when}", value) for value, when in found if value is not None)


def _all(step: Step, data: Dataset) -> Story:
    assert step.now is not None
    still = [name for k, name in enumerate(METHODS) if "hardly moves" in moved(step, k)]
    said = f"The boundary of {joined(still)} hardly moves." if still else "All boundaries move."
    said += (
        " Gaussians are moved by the variance of a class, least squares by every far point, logistic regression by a "
        "far point that is wrongly labelled."
    )
    rows = tuple(
        (name, _place(before), _place(after))
        for name, before, after in zip(METHODS, step.was.boundaries, step.now.boundaries, strict=True)
    )
    table = Table("Boundaries", ("classifier", "before", "now"), rows)
    return Story(said, GAUSSIANS, (), (), (table,), _checks(step))


def _checks(step: Step) -> tuple[Check, ...]:
    """Least squares on ±1 goes through the mean point."""
    assert step.now is not None
    fit, total = step.now, float(step.now.counts.sum())
    mean, target = float(fit.counts @ fit.means) / total, float(fit.counts[1] - fit.counts[0]) / total
    bias, weight = map(float, fit.lines[0])
    size = abs(bias) + abs(weight * mean) + 1
    return (Check("the line of least squares goes through the mean point", agree(weight * mean + bias, target, size)),)


def event(step: Step) -> Event | None:
    return Event("boundary", "boundary") if step.part == "method" else None
