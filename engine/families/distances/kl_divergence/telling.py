"""What a step of the Kullback-Leibler divergence says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import enough, figure
from engine.core.story import Check, Event, Number, Story
from engine.data.dataset import Dataset
from engine.families.distances.kl_divergence.loop import BITS, Params, Step
from engine.maths.algebra.agreement import exceeds

FORMULA = r"D(p \,\|\, q) = \sum_j p_j \log \frac{p_j}{q_j}"
BACK = r"D(q \,\|\, p) = \sum_j q_j \log \frac{q_j}{p_j}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _start(step: Step, params: Params) -> Story:
    said = (
        f"Two distributions over {len(step.p)} values. D(p ‖ q) says how many {params.base} more a symbol takes when "
        "the code is made for q and the truth is p."
    )
    typed = {name: params.typed_sum(name) for name in ("p", "q")}
    divided_by = {name: total for name, total in typed.items() if total != 1}
    for name, total in divided_by.items():
        said += f" {name} as typed adds up to {figure(total)}, so each of its numbers is divided by that."
    told = tuple(Number(f"sum of {name} as typed", total) for name, total in divided_by.items())
    sums = Check("both add up to 1", bool(abs(step.p.sum() - 1) < 1e-9 and abs(step.q.sum() - 1) < 1e-9))
    return Story(said, FORMULA, (), told, (), (sums,))


def _term(step: Step, params: Params) -> Story:
    assert step.j is not None and step.forth is not None
    j = step.j
    p, q, value = float(step.p[j]), float(step.q[j]), float(step.forth[j])
    if not np.isfinite(value):
        said = (
            f"Value {j + 1} has the probability {figure(p)} in p and 0 in q: the term is infinite, and so is the sum."
        )
        return Story(said, FORMULA)
    if p == 0:
        return Story(
            f"Value {j + 1} never occurs in p: its term is 0, whatever q is.",
            FORMULA,
            (),
            (Number("sum so far", step.divergence),),
        )
    more = "more probable in p" if value > 0 else "less probable in p" if value < 0 else "as probable in both"
    said = f"Value {j + 1} is {more}, and adds {figure(value)}."
    digits = enough(value, lambda a, b: a * float(np.log(a) - np.log(b)) / params.unit, p, q)
    ends = f"{figure(p, digits)}·(ln {figure(p, digits)} − ln {figure(q, digits)})"
    worked = (f"t{j + 1} = {ends} = {figure(value)}",) if params.base != BITS else ()
    told = (Number(f"term {j + 1}", value), Number("sum so far", step.divergence))
    return Story(said, FORMULA, worked, told)


def _sum(step: Step, params: Params) -> Story:
    D = step.divergence
    if not np.isfinite(D):
        return Story(
            "D(p ‖ q) is infinite: q rules out what does occur. A smoothing ε above 0 gives every value a chance.",
            FORMULA,
        )
    said = f"D(p ‖ q) = {figure(D)} {params.base}. Single terms can be below 0, the sum cannot."
    if not exceeds(D, 0.0, 1.0, 1e-12):
        said = "D(p ‖ q) is 0: the two distributions are the same."
    return Story(
        said, FORMULA, (), (Number("D(p ‖ q)", D),), (), (Check("it is not below 0", not exceeds(-D, 0.0, 1.0, 1e-12)),)
    )


def _other(step: Step, params: Params) -> Story:
    assert step.reverse is not None
    back, forth = step.reverse, step.divergence
    said = f"The other way round D(q ‖ p) = {figure(back)} {params.base}: "
    if back == forth:
        said += "here both are equal, which they are not in general."
    else:
        said += "another number, so the divergence is no distance."
    told = (Number("D(q ‖ p)", back), Number("D(p ‖ q)", forth))
    return Story(said, BACK, (), told)


TOLD: dict[str, Callable[[Step, Params], Story]] = {
    "start": _start, "term": _term, "sum": _sum, "other way": _other,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"sum so far": step.divergence} if step.part == "term" and np.isfinite(step.divergence) else {}


def event(step: Step) -> Event | None:
    return Event("sum", "best") if step.part == "sum" else None
