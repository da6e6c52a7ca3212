"""What a step of the metric axioms says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import added, figure, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.distances.measures import FORMULAS
from engine.families.distances.metric_axioms.drawing import NAMES
from engine.families.distances.metric_axioms.loop import (
    DIVERGENCE,
    IDENTITY,
    SYMMETRY,
    TRIANGLE,
    Params,
    Step,
    gaps,
    unmeasurable,
)
from engine.parts.querying import place_words

KULLBACK = r"\sum_d p_d \log_2 \frac{p_d}{q_d}"
D = r"d(\mathbf{a}, \mathbf{b}) = "
IDENTICAL = r"d(\mathbf{a}, \mathbf{a}) = 0"
SYMMETRIC = r"d(\mathbf{a}, \mathbf{b}) = d(\mathbf{b}, \mathbf{a})"
AROUND = r"d(\mathbf{a}, \mathbf{c}) \le d(\mathbf{a}, \mathbf{b}) + d(\mathbf{b}, \mathbf{c})"
SCALED = r"x_d \leftarrow s_d\, x_d"
LISTED = 5
CORNERS = ((0, 1, 2), (1, 2, 0), (2, 0, 1))
"""From the first to the last by way of the one between."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, data, params)


def _formula(params: Params) -> str:
    return D + (KULLBACK if params.distance == DIVERGENCE else FORMULAS[params.distance])


def _start(step: Step, data: Dataset, params: Params) -> Story:
    places = [place_words(data, point) for point in step.points]
    said = f"Three points: a is {places[0]}, b {places[1]}, c {places[2]}. The axioms of a metric are tested on them."
    if params.distance == DIVERGENCE:
        said += " Divided by the sum of its coordinates each is a distribution."
    if words := unmeasurable(step.points, params):
        said += f" {words}"
    return Story(said, _formula(params))


def _identity(step: Step, data: Dataset, params: Params) -> Story:
    assert step.between is not None
    gap = gaps(step.between)[IDENTITY]
    said = "Every point is at distance 0 from itself: identity holds."
    told = tuple(Number(f"d({name}, {name})", float(step.between[j, j])) for j, name in enumerate(NAMES))
    return Story(said, IDENTICAL, (), told, (), (Check("d(a, a) = 0 for all three", gap == 0),))


def _symmetry(step: Step, data: Dataset, params: Params) -> Story:
    assert step.between is not None
    gap = gaps(step.between)[SYMMETRY]
    said = "There and back it is equally far for all three pairs: symmetry holds."
    i, j = np.unravel_index(int(np.abs(step.between - step.between.T).argmax()), (3, 3)) if gap else (0, 1)
    one, other = NAMES[int(i)], NAMES[int(j)]
    there, back = float(step.between[i, j]), float(step.between[j, i])
    lines: tuple[str, ...] = ()
    if gap:
        said = f"From {one} to {other} it is not as far as back: symmetry fails by {figure(gap)}, so this is no metric."
        lines = (f"d({one}, {other}) − d({other}, {one}) = {taken(there, back)}",)
    told = (Number(f"d({one}, {other})", there), Number(f"d({other}, {one})", back))
    return Story(said, SYMMETRIC, lines, told)


def _triangle(step: Step, data: Dataset, params: Params) -> Story:
    assert step.between is not None
    between, gap = step.between, gaps(step.between)[TRIANGLE]
    slack = [float(between[x, y] + between[y, z] - between[x, z]) for x, y, z in CORNERS]
    x, y, z = CORNERS[int(np.argmin(slack))]
    one, by, other = NAMES[x], NAMES[y], NAMES[z]
    direct, first, second = float(between[x, z]), float(between[x, y]), float(between[y, z])
    around = first + second
    told = (
        Number(f"d({one}, {other})", direct), Number(f"by way of {by}", around),
        Number("too long by" if gap else "room", gap or max(around - direct, 0.0)),
    )  # fmt: skip
    lines = [f"by way of {by} = {added(first, second)}"]
    if gap:
        said = (
            f"From {one} to {other} it is farther than by way of {by}: the triangle inequality fails by {figure(gap)}, "
            "so this is no metric."
        )
        lines.append(f"too long by = {taken(direct, around)}")
        return Story(said, AROUND, tuple(lines), told)
    said = f"No way round is shorter. The tightest is from {one} to {other} by way of {by}"
    equal = around - direct <= 1e-12 * around
    said += ": there both are equal, as b lies between." if equal and y == 1 else ": both are equal." if equal else "."
    lines.append(f"room = {taken(around, min(direct, around))}")
    return Story(said, AROUND, tuple(lines), told)


def _neighbour(step: Step, data: Dataset, params: Params) -> Story:
    assert step.order is not None and step.far is not None
    row = data.row_name(int(step.order[0]))
    said = f"Of all other rows, {row} is nearest to a, at {figure(float(step.far[0]))}."
    rows = tuple(
        (data.row_name(int(one)), float(far)) for one, far in zip(step.order[:LISTED], step.far[:LISTED], strict=True)
    )
    return Story(said, _formula(params), (), (Number("least distance", float(step.far[0])),),
                 (Table("Nearest to a", ("row", "d"), rows),))  # fmt: skip


def _unit(step: Step, data: Dataset, params: Params) -> Story:
    assert step.order is not None and step.reordered is not None and step.far_scaled is not None
    assert step.between is not None and step.rescaled is not None and step.scales is not None
    before, after = (data.row_name(int(order[0])) for order in (step.order, step.reordered))
    scales = " and ".join(
        f"{column.title} times {figure(float(scale))}"
        for column, scale in zip(data.columns[:2], step.scales[:2], strict=True)
    )
    said = f"In another unit, {scales}, "
    if (step.scales == 1).all():
        said = f"All scales are 1: the units are as they were, and row {before} stays the nearest. Move a scale."
    elif before == after:
        said += f"row {before} stays nearest to a."
    else:
        said += f"row {after} is nearest to a, and no longer row {before}: near depends on the units."
    rows = tuple(
        (place + 1, data.row_name(int(one)), data.row_name(int(other)), float(far))
        for place, (one, other, far) in enumerate(
            zip(step.order[:LISTED], step.reordered[:LISTED], step.far_scaled[:LISTED], strict=True)
        )
    )
    axioms = tuple(
        (name, "holds" if gap == 0 else "fails", gap, there)
        for (name, gap), there in zip(gaps(step.between).items(), gaps(step.rescaled).values(), strict=True)
    )
    tables = (
        Table("Nearest to a", ("", "before", "in the new units", "d now"), rows),
        Table("Axioms", ("axiom", "", "fails by", "in the new units by"), axioms),
    )
    told = (Number("least distance now", float(step.far_scaled[0])),)
    return Story(said, SCALED, (), told, tables)


TOLD: dict[str, Callable[[Step, Dataset, Params], Story]] = {
    "start": _start, "identity": _identity, "symmetry": _symmetry, "triangle": _triangle, "neighbour": _neighbour,
    "unit": _unit,
}  # fmt: skip


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {}


def event(step: Step) -> Event | None:
    if step.part not in ("symmetry", "triangle") or step.between is None:
        return None
    failed = gaps(step.between)[SYMMETRY if step.part == "symmetry" else TRIANGLE] > 0
    return Event("fails", "wrong") if failed else None
