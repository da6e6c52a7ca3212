"""What a step of online neighbours says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, enough, figure, joined, less
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.neighbours.online_neighbours.loop import Params, Step
from engine.maths.algebra.agreement import agree, cleared
from engine.models.neighbours import Asked
from engine.parts.ranges import scaled_first

COST = r"\mathrm{learn}\; O(d), \quad \mathrm{ask}\; O(n\, d), \quad \mathrm{space}\; O(n\, d)"
BACK = r"\mathbf{m} \leftarrow \mathbf{m} - (\mathbf{x} - \mathbf{m}) / (n - 1)"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        said = (
            f"Nothing is stored yet. {counted(data.n, 'row')} will come, and the query is asked each time. "
            "Operations on a coordinate are counted, not seconds: every computer comes to the same."
        )
        return scaled_first(Story(said, COST, numbers=(Number("k", params.k),)), data)
    assert step.rows is not None
    n, d = len(step.kept), data.d
    meter = step.meter
    told = (
        Number("rows stored n", n),
        Number("numbers stored n·d", n * d, "the space they take"),
        Number("operations to learn", meter.stored, "so far"),
        Number("operations to ask", meter.compared, "so far"),
    )
    return Story(
        " ".join(filter(None, (_what(step, data), _change(step, data), _answer(step, data, params)))),
        COST if step.part == "learn" else BACK,
        (f"this query: n·d = {figure(n)}·{d} = {figure(n * d)}", *_mean_worked(step, data)),
        told,
        (_table(step, data),),
        _checks(step, data),
    )


def _what(step: Step, data: Dataset) -> str:
    """Which rows came or went, and what that cost."""
    assert step.rows is not None
    row, many = int(step.rows[-1]), len(step.rows) > 1
    name = data.class_name(int(data.codes[row]))
    subject = f"ow {data.row_name(row)} ({name})"
    subject = f"{counted(len(step.rows), 'row')}, the last of them r{subject}, are" if many else f"R{subject} is"
    verb = "stored" if step.part == "learn" else "deleted"
    said = f"{subject} {verb}: {counted(len(step.rows) * data.d, 'number')}; nothing else changes."
    gone = [code for code in np.unique(data.codes[step.rows]).tolist() if not step.means[code].n]
    if step.emptied:
        names = joined(data.class_name(code) for code in gone)
        said += f" The last example of {names} is gone: no point can be classified as {names} any more."
    return said


def _change(step: Step, data: Dataset) -> str:
    """At how many of all rows the answer has changed."""
    if not isinstance(step.before, Asked) or not isinstance(step.model, Asked):
        return (
            "Nothing is stored: there is no answer."
            if not isinstance(step.model, Asked)
            else "Its class is the answer everywhere."
        )
    changed = int((step.before.predict(data.X) != step.model.predict(data.X)).sum())
    return f"The answer changes for {changed:,} of the table's {counted(data.n, 'row')}."


def _answer(step: Step, data: Dataset, params: Params) -> str:
    if not isinstance(step.model, Asked):
        return ""
    voters = min(params.k, len(step.kept))
    few = f", by all {counted(voters, 'row')} there {'is' if voters == 1 else 'are'}" if voters < params.k else ""
    return f"The query is classified as {data.class_name(int(step.model.predict(step.model.point[None])[0]))}{few}."


def _mean_worked(step: Step, data: Dataset) -> tuple[str, ...]:
    """The first coordinate of the mean that changed, where one row came or went."""
    assert step.rows is not None
    if len(step.rows) > 1:
        return ()
    row, came = int(step.rows[0]), step.part == "learn"
    now, x = step.means[data.codes[row]], data.X[row, 0]
    if now.n == came:  # the first of its class, or the last
        return ()
    before = (now.minus(data.X[row]) if came else now.plus(data.X[row])).mean[0]
    sign = 1 if came else -1
    n = enough(now.mean[0], lambda m, other: m + sign * (other - m) / now.n, before, x)
    gap = f"({figure(x, n)} {less(before, n)})"
    made = f"{figure(before, n)} {'+' if came else '−'} {gap}/{now.n}"
    return (f"m of {data.columns[0].name} = {made} = {figure(now.mean[0])}",)


def _table(step: Step, data: Dataset) -> Table:
    """The running means and deviations of the classes, of the first feature."""
    rows = tuple(
        (data.class_name(code), one.n, float(one.mean[0]), float(cleared(one.variance[0], one.mean[0] ** 2)))
        for code, one in enumerate(step.means)
        if one.n
    )
    return Table(f"Running sums: {data.columns[0].name}", ("class", "n", "mean", "variance"), rows)


def _checks(step: Step, data: Dataset) -> tuple[Check, ...]:
    """What is kept up to date is what it would be if it were built afresh."""
    size, codes = float(np.abs(data.X).max()), data.codes[step.kept]
    stored = [data.X[step.kept[codes == code]] for code in range(len(step.means))]
    same = all(
        one.n == len(own) and (not one.n or agree(one.mean, own.mean(axis=0), size))
        for one, own in zip(step.means, stored, strict=True)
    )
    return (Check("the means are those of the stored rows, built afresh", same),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part == "start":
        return {}
    return {"operations to learn": float(step.meter.stored), "operations to ask": float(step.meter.compared)}


def event(step: Step) -> Event | None:
    if step.part == "forget":
        return Event("class gone", "wrong") if step.emptied else Event("forgotten", "ghost")
    return None
