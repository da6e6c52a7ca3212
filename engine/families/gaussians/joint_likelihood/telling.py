"""What a step of the joint log-likelihood says."""

from __future__ import annotations

from engine.base.words import enough, figure, signed, taken
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.gaussians.estimating import ESTIMATED, LIKELIHOOD
from engine.families.gaussians.joint_likelihood.drawing import called
from engine.families.gaussians.joint_likelihood.loop import FEW, Params, Step
from engine.maths.algebra.agreement import exceeds
from engine.parts.repairing import NONE

JOINT = (
    r"\ln L = \sum_n \sum_k t_{nk} \left( \ln \pi_k + \ln N(\mathbf{x}_n \mid \boldsymbol{\mu}_k, "
    r"\mathbf{\Sigma}_k) \right)"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    told = {"fit": _fit, "row": _row, "total": _total, "moved": _moved}
    return told[step.part](step, data, params)


def likeliest(params: Params) -> bool:
    """Whether the estimates are those of maximum likelihood."""
    return params.divisor == LIKELIHOOD and params.priors == ESTIMATED and params.repair == NONE


def _fit(step: Step, data: Dataset, params: Params) -> Story:
    said = "Each row adds the logarithm of its class's prior and that of its density in this class; t picks the class."
    return Story(said, JOINT, (), (Number("points", data.n),))


def _row(step: Step, data: Dataset, params: Params) -> Story:
    assert step.row is not None and step.prior is not None and step.density is not None and step.total is not None
    name = data.class_name(int(data.codes[step.row]))
    before = step.total - step.prior - step.density
    added = figure(step.prior + step.density)
    said = f"Row {data.row_name(step.row)}, of {name}, adds {added}: ln L so far is {figure(step.total)}."
    n = enough(step.total, lambda a, b, c: a + b + c, before, step.prior, step.density)
    worked = f"ln L = {figure(before, n)} {signed(step.prior, n)} {signed(step.density, n)} = {figure(step.total)}"
    m = enough(step.prior + step.density, lambda a, b: a + b, step.prior, step.density)
    own = f"row: {figure(step.prior, m)} {signed(step.density, m)} = {added}"
    told = (Number("ln π", step.prior), Number("ln N", step.density))
    return Story(said, JOINT, (own, worked) if step.row else (own,), told)


def _total(step: Step, data: Dataset, params: Params) -> Story:
    assert step.total is not None
    rest = f" The first {FEW} were shown, the others are added at once." if data.n > FEW else ""
    said = f"All {data.n:,} rows together: ln L = {figure(step.total)}.{rest}"
    return Story(said, JOINT, (), (Number("ln L", step.total),))


def _moved(step: Step, data: Dataset, params: Params) -> Story:
    assert step.total is not None and step.best is not None and step.value is not None and step.best_value is not None
    what, fell = called(step, data, params), step.best - step.total
    said = f"The {what} is at its estimate {figure(step.best_value)}: ln L = {figure(step.total)}."
    if params.by:
        way = "falls" if fell > 0 else "rises"
        said = (
            f"With the {what} at {figure(step.value)} in place of {figure(step.best_value)}, ln L {way} by "
            f"{figure(abs(fell))} to {figure(step.total)}."
        )
    checks: tuple[Check, ...] = ()
    if likeliest(params):
        said += " No value has a greater ln L than the estimate of maximum likelihood."
        size = abs(step.best) + data.n
        least = not exceeds(float(step.heights.max()), step.best, size)
        checks = (Check("ln L is nowhere greater than at the estimate", least),)
    worked = (f"fall = {taken(step.best, step.total)}",) if params.by else ()
    told = (Number("ln L", step.total), Number("ln L of the estimate", step.best))
    return Story(said, JOINT, worked, told, (), checks)


def event(step: Step) -> Event | None:
    return Event("ln L", "best") if step.part == "total" else None
