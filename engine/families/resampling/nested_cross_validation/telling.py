"""What an outer fold says: the value chosen without it, what the choice promised, and what it is worth."""

from __future__ import annotations

from engine.base.words import counted, divided, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.learners import chosen
from engine.families.resampling.asking import loss_of, seen_before
from engine.families.resampling.knobs import Knob, value_text
from engine.families.resampling.losses import unit_of
from engine.families.resampling.nested_cross_validation.drawing import the_knob
from engine.families.resampling.nested_cross_validation.loop import NO_CURVE, Params, Step
from engine.families.resampling.resampling_words import with_settings_told

FORMULA = (
    r"E = \frac{1}{k} \sum_{i=1}^{k} E_{\mathrm{outer},i}(v_i), \quad "
    r"v_i = \underset{v}{\mathrm{arg\,min}}\; E_{\mathrm{inner},i}(v)"
)


def explain(step: Step, data: Dataset, params: Params) -> Story:
    knob = the_knob(data, params)
    if step.part == "start":
        return Story(_start(knob, data, params), FORMULA)
    if step.part == "pause":
        return Story(f"Outer fold {step.number + 1} of {params.outer}: {step.far}.", FORMULA)
    if step.trial is None or step.trial.failed:
        why = NO_CURVE if step.trial is None else step.trial.said
        return Story(f"Outer fold {step.number + 1} of {params.outer} has no score: {why}", FORMULA)
    said = _all(step, knob, data) if step.part == "all" else _fold(step, knob, data, params)
    return Story(said, FORMULA, _worked(step), _numbers(step), (_inner(step, knob), _outer(step, knob)), _checks(step))


def _start(knob: Knob, data: Dataset, params: Params) -> str:
    learner = with_settings_told(chosen(params, data))
    return (
        f"The smallest error over {counted(len(knob.values), 'value')} of {knob.called} is too good as an "
        "estimate: it was "
        f"chosen for being small. So {learner} has its value chosen by {params.inner} inner folds of the rows that "
        f"each of {params.outer} outer folds leaves, and the choice is judged on the outer fold.{seen_before(data)}"
    )


def _fold(step: Step, knob: Knob, data: Dataset, params: Params) -> str:
    assert step.trial is not None
    unit = unit_of(loss_of(params, data))
    said = f"Outer fold {step.number + 1} of {params.outer}: on the other {step.trial.size} rows "
    said += f"{knob.told(step.chosen)} is "
    said += f"chosen, with an inner {unit} of {figure(step.promised[-1])}. On the "
    said += f"{counted(len(step.trial.test), 'row')} held "
    return said + f"out it is {figure(step.errors[-1])}."


def _all(step: Step, knob: Knob, data: Dataset) -> str:
    outer, inner = float(step.errors.mean()), float(step.promised.mean())
    said = f"On all {data.n:,} rows {knob.told(step.chosen)} is chosen. What such a choice is worth the outer folds say"
    said += f": {figure(outer)} on average"
    if outer > inner:
        return f"{said}; the errors that the choices were made by, {figure(inner)}, are too good."
    return f"{said}; the errors that the choices were made by, {figure(inner)}, happen not to be too good here."


def _worked(step: Step) -> tuple[str, ...]:
    total, k = float(step.errors.sum()), len(step.errors)
    return (f"E = {divided(total, k)}",)


def _numbers(step: Step) -> tuple[Number, ...]:
    return (
        Number("outer error", float(step.errors.mean()), f"mean of {counted(len(step.errors), 'fold')}"),
        Number("inner error", float(step.promised.mean()), "of the values chosen"),
        Number("different choices", len(set(step.places.tolist())), "in the outer folds"),
    )


def _inner(step: Step, knob: Knob) -> Table:
    rows = tuple((value_text(value), float(error)) for value, error in zip(knob.values, step.inner, strict=True))
    return Table("Inner errors", (knob.called, "error"), rows, step.chosen)


def _outer(step: Step, knob: Knob) -> Table:
    rows = tuple(
        (int(fold) + 1, value_text(knob.values[int(place)]), float(inside), float(outside))
        for fold, place, inside, outside in zip(step.scored, step.places, step.promised, step.errors, strict=True)
    )
    return Table(
        "Outer folds", ("fold", knob.called, "inside", "outside"), rows, len(rows) - 1 if step.part == "fold" else None
    )


def _checks(step: Step) -> tuple[Check, ...]:
    if step.part != "fold" or step.trial is None:
        return ()
    own = bool((step.fold[step.trial.test] == step.number).all())
    return (Check("only rows of the outer fold judge the choice", own),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "fold" or step.trial is None or step.trial.failed:
        return {}
    return {"error of the outer fold": float(step.errors[-1]), "inner error of the choice": float(step.promised[-1])}


def event(step: Step) -> Event | None:
    if step.part == "fold" and (step.trial is None or step.trial.failed):
        return Event("no score", "wrong")
    return Event("chosen on all rows", "best") if step.part == "all" else None
