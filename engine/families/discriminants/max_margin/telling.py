"""What a step of Maximum margin says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, joined, signed, vector
from engine.core.algorithm import Inquiry
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.data.targets import signs
from engine.families.discriminants.max_margin.drawing import ON_THE_EDGE
from engine.families.discriminants.max_margin.loop import WITH, WITHOUT, Params, Step, no_strip, rightness, where
from engine.families.discriminants.meeting import meeting_worked
from engine.families.discriminants.meeting_drawing import mixtures_table
from engine.parts.basis import expanded, in_basis
from engine.parts.line import asked, length

WRITTEN = 4
"""So many candidates are written out in a sum."""
FORMULA = (
    r"\underset{\mathbf{w},\, b}{\mathrm{min}}\; \frac{1}{2}\|\mathbf{w}\|^2 \quad \mathrm{with} \quad "
    r"t_n(\mathbf{w}^\top\mathbf{x}_n + b) \geq 1, \qquad \delta = \frac{1}{\|\mathbf{w}\|}"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    rule = in_basis(FORMULA, step.model.basis)
    if not step.margin:
        said = f"Nothing is left of the strip. {no_strip(step.meeting, data, step.model.basis)}"
        if step.meeting is None:
            return Story(said, rule)
        tables = (mixtures_table(step.meeting, data),)
        return Story(said, rule, meeting_worked(step.meeting, data, step.model.basis), tables=tables)
    right = rightness(step.model, expanded(data, step.model.basis).X, signs(data))
    norm = "‖(b, w)‖" if params.margin == WITH else "‖w‖"
    return Story(
        _sentence(step, data, right, params),
        rule,
        (
            f"{norm} = {figure(1 / step.margin)},  δ = {divided(1.0, 1 / step.margin)}",
            f"the greatest margin has {figure(step.least)} ≤ δ ≤ {figure(step.margin)}",
            *_mixed(step, data),
        ),
        (
            Number("δ of the candidates", step.margin, f"half the width of the strip{where(params, step.model.basis)}"),
            Number("δ of all points", step.least, "the line in the middle of the gap; 0 while there is none"),
            Number("candidates", len(step.candidates)),
            Number("points in the strip", int((right < 1 - ON_THE_EDGE).sum())),
            *_other_margin(step, params),
        ),
        (_candidates(step, right, data),),
    )


def _mixed(step: Step, data: Dataset) -> tuple[str, ...]:
    """w = Σ α t φ(x) over the candidates, with numbers, where they are few."""
    if len(step.candidates) > WRITTEN:
        return ()
    signed_shares = step.multipliers * signs(data)[step.candidates]
    rows = expanded(data, step.model.basis).X[step.candidates]
    terms = [f"{signed(share)}·{vector(row)}" for share, row in zip(signed_shares, rows, strict=True)]
    return (f"w = {' '.join(terms).removeprefix('+ ')} = {vector(step.model.weights)}",)


def _candidates(step: Step, right: np.ndarray, data: Dataset) -> Table:
    """Each candidate with its multiplier, its t (w · x + b), and its distance from the line."""
    norm = length(step.model.weights) or 1.0
    what = "distance" if step.model.basis is None else "distance in φ"
    rows = tuple(
        (data.row_name(int(n)), data.class_name(int(data.codes[n])), float(a), float(right[n]), float(right[n] / norm))
        for n, a in zip(step.candidates, step.multipliers, strict=True)
    )
    return Table("The candidates", ("point", "class", "α", in_basis("t (w · x + b)", step.model.basis), what), rows)


def _other_margin(step: Step, params: Params) -> tuple[Number, ...]:
    """The distance of the candidates in the other norm, where there is one: the two margins differ by the bias."""
    if params.margin == WITHOUT or not step.model.weights.any():
        return ()
    return (Number("1 / ‖w‖", 1.0 / length(step.model.weights), "their distance without the bias"),)


def _sentence(step: Step, data: Dataset, right: np.ndarray, params: Params) -> str:
    names = [data.row_name(row) for row in step.came]
    if not step.iteration:
        said = f"Begin with {_listed(names)}: the widest strip that {'it allows' if len(names) == 1 else 'they allow'}."
    elif names:
        became = "a candidate" if len(names) == 1 else "candidates"
        said = f"{_listed(names, capital=True)}, deepest in the strip, became {became}."
    else:
        said = "" if step.left else "The same candidates have other multipliers."
    if step.left:
        gone = _listed([data.row_name(row) for row in step.left], capital=True)
        said = f"{said} {gone}".strip() + f" {'is' if len(step.left) == 1 else 'are'} dropped, with α = 0."
    inside = int((right < 1 - ON_THE_EDGE).sum())
    if not inside:
        across = f"{figure(2 * step.margin)} across{where(params, step.model.basis)}"
        return f"{said} No point lies in the strip: it is the widest, {across}."
    deepest = data.row_name(int(np.argmin(right)))
    return f"{said} {counted(inside, 'point lies', 'points lie')} in the strip, deepest point {deepest}."


def _listed(names: list[str], capital: bool = False) -> str:
    words = "point" if len(names) == 1 else "points"
    return f"{words.capitalize() if capital else words} {joined(names)}"


def inspect(step: Step, data: Dataset, params: Params, x: np.ndarray) -> Inquiry:
    return asked(step.model, data, x)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"margin of the candidates": step.margin, "margin of all points": step.least}


def event(step: Step) -> Event | None:
    if step.left:
        return Event("let go", "margin")
    return Event("no line", "wrong") if step.meeting is not None else None
