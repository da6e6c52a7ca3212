"""What a number of rows says: both errors, the gap between them, and what would help."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure, taken
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.learners import chosen
from engine.families.resampling.asking import loss_of, seen_before
from engine.families.resampling.dividing import ALL
from engine.families.resampling.learning_curve.loop import Params, Step
from engine.families.resampling.losses import unit_of
from engine.families.resampling.resampling_words import with_settings_told

FORMULA = (
    r"E_{\mathrm{train}}(m) = \frac{1}{m} \sum_{n=1}^{m} \mathrm{loss}(f_m(\mathbf{x}_n), y_n), \quad "
    r"E_{\mathrm{val}}(m) = \frac{1}{N_{\mathrm{val}}} \sum_{n \in \mathrm{val}} \mathrm{loss}(f_m(\mathbf{x}_n), y_n)"
)
LISTED = 12
"""So many of the sizes are listed, those up to the one in view."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        return Story(_start(step, data, params), FORMULA, numbers=_parts(step))
    if step.part == "pause":
        return Story(f"{counted(step.size, 'row')}, fit {step.fitted + 1}: {step.far}.", FORMULA)
    if not len(step.sizes) or step.sizes[-1] != step.size:
        said = f"With {counted(step.size, 'row')} no part has a score: {step.trials[0].said}"
        return Story(said, FORMULA)
    return Story(_size(step, data, params), FORMULA, _worked(step), _numbers(step), (_table(step),), _checks(step))


def _start(step: Step, data: Dataset, params: Params) -> str:
    learner, most = with_settings_told(chosen(params, data)), min(map(len, step.orders))
    how = f"over {len(step.parts)} folds" if params.judged_by == ALL else f"on {params.judged_by}"
    said = f"{learner} will learn from more and more rows, up to {most:,}, in a random order, and is judged {how}."
    return said + seen_before(data)


def _parts(step: Step) -> tuple[Number, ...]:
    train, test = step.parts[0]
    return (
        Number("rows to learn from", len(train)),
        Number("rows that judge", len(test)),
        Number("parts", len(step.parts)),
    )


def _size(step: Step, data: Dataset, params: Params) -> str:
    E_train, E_val, unit = step.training[-1], step.validation[-1], unit_of(loss_of(params, data))
    said = f"With {counted(step.size, 'row')} to learn from the {unit} is {figure(E_train)} on these rows and "
    said += f"{figure(E_val)} on rows held out. "
    failed = sum(trial.failed for trial in step.trials)
    if failed:
        said += f"{counted(failed, 'part')} of {len(step.trials)} failed and {'does' if failed == 1 else 'do'} not "
        said += "count. "
    if step.size < min(map(len, step.orders)):
        return said.strip()
    return said + _advice(step)


def _advice(step: Step) -> str:
    """What would help, by the gap and by whether the validation error still falls."""
    gap, off = step.validation[-1] - step.training[-1], max(step.validation_off[-1], 1e-12)
    if gap > off:
        return (
            "The gap between the two is larger than the scatter over the parts: more rows, or a stiffer learner, would "
            "bring the validation error down."
        )
    return (
        "The two have met within the scatter over the parts: more rows will not help much; where the error is "
        "still too large, a more flexible learner or better features may."
    )


def _worked(step: Step) -> tuple[str, ...]:
    good = [trial for trial in step.trials if not trial.failed]
    total = sum(trial.error for trial in good)
    return (f"E_val = {divided(total, len(good))}", f"gap = {taken(step.validation[-1], step.training[-1])}")


def _numbers(step: Step) -> tuple[Number, ...]:
    return (
        Number("validation error", float(step.validation[-1])),
        Number("its deviation", float(step.validation_off[-1]), "over the parts"),
        Number("training error", float(step.training[-1])),
        Number("gap", float(step.validation[-1] - step.training[-1])),
    )


def _table(step: Step) -> Table:
    first = max(len(step.sizes) - LISTED, 0)
    each = zip(step.sizes[first:], step.training[first:], step.validation[first:], strict=True)
    rows = tuple((int(m), float(E_train), float(E_val)) for m, E_train, E_val in each)
    return Table("The sizes", ("rows", "training", "validation"), rows, len(rows) - 1)


def _checks(step: Step) -> tuple[Check, ...]:
    apart = all(not np.isin(order, test).any() for order, (_, test) in zip(step.orders, step.parts, strict=True))
    return (Check("no row that judges is among those learnt from", apart),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "size" or not len(step.sizes) or step.sizes[-1] != step.size:
        return {}
    return {"validation error": float(step.validation[-1]), "training error": float(step.training[-1])}


def event(step: Step) -> Event | None:
    failed = step.part == "size" and (not len(step.sizes) or step.sizes[-1] != step.size)
    return Event("no score", "wrong") if failed else None
