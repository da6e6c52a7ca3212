"""What a step of the multinomial says."""

from __future__ import annotations

import math
from collections.abc import Callable

import numpy as np

from engine.base.words import counted, figure, shown
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distributions.multinomial.loop import Params, Step
from engine.maths.algebra.agreement import agree

COEFFICIENT = r"\frac{n!}{\prod_d x_d!}, \qquad n = \sum_d x_d"
ONE = r"\prod_d p_d^{x_d}"
WHOLE = r"P(\mathbf{x}) = \frac{n!}{\prod_d x_d!} \prod_d p_d^{x_d}"
SPREAD = r"E[x_d] = n p_d, \qquad \mathrm{Var}[x_d] = n p_d (1 - p_d), \qquad \mathrm{Cov}[x_d, x_e] = -n p_d p_e"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _counts(step: Step, params: Params) -> Story:
    n = int(step.x.sum())
    said = f"{counted(n, 'item')} of {counted(len(step.x), 'kind')}. In how many orders can they stand?"
    if n == 1:
        said += " With n = 1 this is the categorical distribution: one draw, x is 1 in one place."
    rows = tuple(zip(params.letters, step.x.tolist(), step.p.tolist(), strict=True))
    drawn = np.bincount(step.draws, minlength=len(step.x))
    said += " Outside the spinner stands a sample of as many draws."
    tables = (
        Table(
            "Kinds", ("kind", "x", "p", "in the sample"), tuple((*r, int(c)) for r, c in zip(rows, drawn, strict=True))
        ),
    )
    return Story(said, WHOLE, tables=tables)


def _factorial(step: Step, params: Params) -> Story:
    n = int(step.x.sum())
    said = f"Were all {n} different, they could stand in n! = {step.orders:,} orders."
    return Story(said, COEFFICIENT, (), (Number("n", n), Number("orders", step.orders)))


def _divided(step: Step, params: Params) -> Story:
    assert step.d is not None
    x = int(step.x[step.d])
    said = f"{x} of the items are equal, “{params.letters[step.d]}”: they can change places in x! ways unseen."
    same = math.factorial(x)
    worked = (f"orders = {step.before:,} / {same:,} = {step.orders:,}",) if step.before < EXACT else ()
    return Story(f"{said} That leaves {step.orders:,}.", COEFFICIENT, worked, (Number("orders", step.orders),))


def _factor(step: Step, params: Params) -> Story:
    assert step.d is not None
    d, factor = step.d, float(step.factors[step.d])
    x, p = int(step.x[d]), float(step.p[d])
    said = f"“{params.letters[d]}” comes {counted(x, 'time')}, each time with probability {figure(p)}: "
    said += f"the factor is {figure(factor)}. The same x stands in the coefficient and in the exponent."
    if not x:
        said += " To the power of 0 it is 1, whatever p is."
    before = float(np.prod(step.factors[:d]))
    one, other = shown(step.one_order, lambda a, b: a * b, before, factor)
    worked = (f"so far {one}·{other} = {figure(step.one_order)}",)
    return Story(said, ONE, worked, (Number("one order so far", step.one_order),))


def _product(step: Step, params: Params) -> Story:
    assert step.probability is not None
    said = f"Each of {step.orders:,} orders has the probability {figure(step.one_order)}: "
    said += f"together {figure(step.probability)}."
    if not step.probability:
        said += " A kind with probability 0 has been counted, so that this cannot occur."
    if int(step.x.sum()) == 1:
        said += " Of one draw it is p of the kind that was drawn."
    one, other = shown(step.probability, lambda a, b: a * b, float(step.orders), step.one_order)
    worked = (f"P(x) = {one}·{other} = {figure(step.probability)}",)
    return Story(said, WHOLE, worked, (Number("P(x)", step.probability),))


def _moments(step: Step, params: Params) -> Story:
    assert step.mean is not None and step.covariance is not None
    said = "On average a kind comes n p times. One kind more often is another less often: all covariances are below 0."
    if len(step.x) == 1 or not int(step.x.sum()):
        said = "On average a kind comes n p times."
    n = float(step.x.sum())
    whole = Check("the means add up to n", agree(step.mean.sum(), n, n + 1))
    rows = Check("each row of the covariance adds up to 0", agree(step.covariance.sum(axis=1), 0.0, n + 1))
    return Story(said, SPREAD, (), (Number("mean", step.mean),), (), (whole, rows))


EXACT = 10**15
"""Smaller integers are numbers of the computer to the last digit."""
TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "counts": _counts, "factorial": _factorial, "divided": _divided,
    "factor": _factor, "product": _product, "moments": _moments,
}  # fmt: skip


def event(step: Step) -> Event | None:
    return Event("probability", "best") if step.part == "product" else None
