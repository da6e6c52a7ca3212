"""What a step with Lagrange multipliers says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure, joined, signed, vector
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.numerical_tools.lagrange.loop import Params, Step
from engine.families.numerical_tools.lagrange.problems import COUNTS, Problem, log_likelihood, problem, shares
from engine.maths.algebra.agreement import agree, exceeds


def explain(step: Step, data: Dataset, params: Params) -> Story:
    asked = problem(params)
    mark = "+" if params.sign > 0 else "-"
    formula = rf"{asked.latex}, \quad \nabla f {mark} \lambda \nabla g = 0"
    if step.stage == "problem":
        return _problem(step, asked)
    if step.stage == "equations":
        return _equations(step, formula, params)
    return _counts(step, formula, params) if params.problem == COUNTS else _solved(step, formula, params, asked)


def _problem(step: Step, asked: Problem) -> Story:
    said = (
        f"Only places on the constraint count, where g = 0. At {vector(step.here)} f is {figure(step.height)}. Where "
        "the constraint crosses a level line, f rises to one side: the best place is where it only touches one."
    )
    return Story(said, asked.latex, (), (Number("f", step.height),))


def _equations(step: Step, formula: str, params: Params) -> Story:
    assert step.slope_f is not None and step.slope_g is not None and step.left is not None
    assert step.multiplier is not None
    factor, length = step.multiplier, float(np.linalg.norm(step.left))
    f, g = step.slope_f, step.slope_g
    if agree(step.left, 0.0, np.abs(f).max() + abs(factor) * np.abs(g).max()):
        said = "Here ∇f and ∇g are parallel: along the constraint f neither rises nor falls."
    else:
        said = (
            "∇g is orthogonal to the constraint, and ∇f is not: it has a component along the constraint, which no λ "
            "cancels, and f still rises that way. So this is no solution."
        )
    minus = "−" if params.sign > 0 else ""
    line = f"λ = {minus}∇f·∇g / ‖∇g‖² = {figure(factor)}, with ∇f = {vector(f)} and ∇g = {vector(g)}"
    rest = f"{_sum(f, g, params.sign * factor)} = {vector(step.left)}"
    return Story(said, formula, (line, rest), (Number("left over", length, "0 where f has no slope along it"),))


def _solved(step: Step, formula: str, params: Params, asked: Problem) -> Story:
    assert step.found is not None and step.multipliers is not None and step.heights is not None
    rows = tuple(
        (vector(place), float(height), float(factor))
        for place, height, factor in zip(step.found, step.heights, step.multipliers, strict=True)
    )
    table = (Table("Where the slopes are parallel", ("place", "f", "λ"), rows),)
    place, factor = step.here, float(step.multiplier or 0.0)
    f, g = asked.slope_f(place), asked.slope_g(place)
    weighed = params.sign * factor
    lines = (f"at {vector(place)}: {_sum(f, g, weighed)} = {vector(f + weighed * g)}",)
    told = (Number("f", step.height), Number("λ", factor, f"at {vector(place)}"))
    if step.stage == "solved":
        said = (
            f"The equations are solved at {counted(len(step.found), 'place')}: there the constraint touches a level "
            "line. λ tells how fast f changes when g = 0 is moved; with the other sign before it, it is "
            f"{figure(-factor)}."
        )
        return Story(said, formula, lines, told, table)
    return Story(_kind(step), formula, lines, told, table, _checks(step, asked, params))


def _sum(f: np.ndarray, g: np.ndarray, weighed: float) -> str:
    """∇f and so much of ∇g, as letters and as numbers."""
    return f"∇f {signed(weighed)}·∇g = {vector(f)} {signed(weighed)}·{vector(g)}"


def _kind(step: Step) -> str:
    """What the places are among all of the constraint: λ alone does not tell."""
    assert step.along is not None and step.heights is not None
    low, high = float(step.along.min()), float(step.along.max())
    top, bottom = agree(step.heights.max(), high, abs(high), 1e-3), agree(step.heights.min(), low, abs(low), 1e-3)
    if top and bottom and len(step.heights) > 1:
        kind = "f is greatest at one of these places and least at another"
    elif bottom:
        kind = "f is least there"
    else:
        kind = "f is greatest there"
    return f"f along the constraint is flat at these places. {kind}: the equations alone do not tell which."


def _checks(step: Step, asked: Problem, params: Params) -> tuple[Check, ...]:
    assert step.found is not None and step.multipliers is not None
    left = [
        asked.slope_f(place) + params.sign * factor * asked.slope_g(place)
        for place, factor in zip(step.found, step.multipliers, strict=True)
    ]
    return (
        Check("nothing is left of ∇f beside λ∇g", agree(np.array(left), 0.0, 1.0)),
        Check("all places lie on the constraint", agree(asked.g(step.found), 0.0, 1.0)),
    )


def _counts(step: Step, formula: str, params: Params) -> Story:
    """Shares of counts: all at once, with those that were never seen on the border."""
    c, q = params.counts, shares(params.counts)
    factor, total = float(step.multiplier or 0.0), sum(c)
    most, even = log_likelihood(c, q), log_likelihood(c, np.full(len(c), 1.0 / len(c)))
    never = [k + 1 for k, count in enumerate(c) if not count]
    said = f"∂f/∂qₖ = cₖ/qₖ is the same for all counts above 0, so each share is its count over {figure(total)}."
    if never:
        names = joined(f"q{k}" for k in never)
        lies, its = ("lies", "its slope 0 is") if len(never) == 1 else ("lie", "their slopes 0 are")
        said += f" {names} {lies} on the border, at 0: {its} below that of the others, so f would gain nothing."
    if step.stage == "checked":
        said = f"Even shares give f = {figure(even)}, and the best {figure(most)}. " + said
    rows = tuple((f"q{k + 1}", float(count), float(share)) for k, (count, share) in enumerate(zip(c, q, strict=True)))
    lines = [f"q{k + 1} = {figure(c[k])} / {figure(total)} = {figure(float(q[k]))}" for k in range(min(len(c), 6))]
    sign = "−" if params.sign > 0 else ""
    lines.append(f"λ = {sign}Σ c = {figure(factor)}")
    told = (Number("f", most), Number("λ", factor), Number("f of even shares", even))
    checks = (
        Check("the shares add up to 1", agree(q.sum(), 1.0, 1.0)),
        Check("no even shares are likelier", not exceeds(even, most, abs(even) + abs(most))),
    )
    return Story(said, formula, tuple(lines), told, (Table("Shares", ("share", "count", "q"), rows),), checks)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"f": step.height}


def event(step: Step) -> Event | None:
    return Event("solved", "best") if step.stage == "solved" else None
