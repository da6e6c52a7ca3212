"""What a value of the knob says: both errors, and whether it is the best so far."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, divided, figure
from engine.core.story import Check, Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.learners import chosen
from engine.families.resampling.asking import loss_of, seen_before
from engine.families.resampling.dividing import ALL
from engine.families.resampling.knob_curve.drawing import the_knob
from engine.families.resampling.knob_curve.loop import Params, Step, chosen_place
from engine.families.resampling.knobs import Knob, simpler_first, value_text
from engine.families.resampling.losses import unit_of
from engine.families.resampling.resampling_words import with_settings_told

LEAST = r"v^* = \underset{v}{\mathrm{arg\,min}}\; E_{\mathrm{val}}(v)"
ONE_SE = LEAST + r", \quad E_{\mathrm{val}}(v) \leq E_{\mathrm{val}}(v^*) + \mathrm{se}(v^*)"
LISTED = 12
"""So many of the values are listed, those up to the one in view."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    knob, rule = the_knob(step, data, params), ONE_SE if params.one_se else LEAST
    if step.part == "start":
        return Story(_start(step, knob, data, params), rule, numbers=_parts(step))
    if step.part == "pause":
        return Story(f"{knob.told(step.number)}, fit {step.fitted + 1}: {step.far}.", rule)
    if not len(step.places) or step.number not in step.places:
        return Story(_refused(step, knob), rule)
    said = _choice(step, knob, data, params) if step.part == "choose" else _value(step, knob, data, params)
    worked = () if step.part == "choose" else _worked(step)
    return Story(said, rule, worked, _numbers(step), (_table(step, knob, params),), _checks(step, params))


def _start(step: Step, knob: Knob, data: Dataset, params: Params) -> str:
    learner = with_settings_told(chosen(params, data))
    values = f"{value_text(knob.values[0])} to {value_text(knob.values[-1])}"
    if params.judged_by == ALL:
        how = f"each is judged by {counted(len(step.parts), 'fold')}"
    else:
        train, test = step.parts[0]
        rows, others = counted(len(train), "row"), counted(len(test), "other")
        how = f"each learns from {rows} and is judged on {others} ({params.judged_by})"
    said = f"{knob.called} of {learner} is tried at {counted(len(knob.values), 'value')}, {values}; {how}."
    return said + seen_before(data)


def _parts(step: Step) -> tuple[Number, ...]:
    train, test = step.parts[0]
    return (
        Number("parts", len(step.parts)),
        Number("rows learnt from", len(train), "in the first part"),
        Number("rows that judge", len(test), "in the first part"),
    )


def _refused(step: Step, knob: Knob) -> str:
    return f"{knob.told(step.number)} has no score in any part: {step.trials[0].said if step.trials else step.why}"


def _at(step: Step) -> int:
    """Where the value in view stands among those with a score."""
    return int(np.flatnonzero(step.places == step.number)[0])


def _value(step: Step, knob: Knob, data: Dataset, params: Params) -> str:
    i, unit = _at(step), unit_of(loss_of(params, data))
    said = f"{knob.told(step.number)}: the {unit} is {figure(step.validation[i])} in validation and "
    said += f"{figure(step.training[i])} on the rows learnt from. "
    failed = sum(trial.failed for trial in step.trials)
    if failed:
        said += f"{counted(failed, 'part')} of {len(step.trials)} failed and {'does' if failed == 1 else 'do'} not "
        said += "count. "
    best = chosen_place(step, params.one_se)
    if best == step.number:
        rule = "the simplest within one standard error of the least" if params.one_se else "the best so far"
        return f"{said}That is {rule}."
    return f"{said}{knob.told(best)} is {'preferred' if params.one_se else 'better'}."


def _choice(step: Step, knob: Knob, data: Dataset, params: Params) -> str:
    i, least = _at(step), float(step.validation.min())
    said = f"{knob.told(step.number)} is chosen, with a validation error of {figure(step.validation[i])}"
    alike = int((step.validation == least).sum())
    if params.one_se and step.validation[i] > least:
        said += f": the simplest value within one standard error of the least, {figure(least)}"
    elif alike > 1:
        said += f"; {alike} values are as good, and this is the simplest of them"
    large = "larger" if simpler_first(step.training)[0] != 0 else "smaller"
    said += f". Where {knob.called} is {large} the learner is stiffer (under-fitting: both errors large); at the "
    said += "other end "
    said += "it follows the rows it learnt from (over-fitting: only the training error is small). "
    return f"{said}The learner is now fitted to all rows it may learn from."


def _worked(step: Step) -> tuple[str, ...]:
    good = [trial for trial in step.trials if not trial.failed]
    if len(good) > 1:
        return (f"E_val = {divided(sum(trial.error for trial in good), len(good))}",)
    return (f"E_val = {divided(float(good[0].losses.sum()), len(good[0].losses))}",)


def _numbers(step: Step) -> tuple[Number, ...]:
    i = _at(step)
    return (
        Number("validation error", float(step.validation[i])),
        Number("its standard error", float(step.errors_off[i])),
        Number("training error", float(step.training[i])),
        Number("values with a score", len(step.places)),
    )


def _table(step: Step, knob: Knob, params: Params) -> Table:
    best, first = chosen_place(step, params.one_se), max(len(step.places) - LISTED, 0)
    rows = tuple(
        (
            value_text(knob.values[int(place)]),
            float(step.validation[i]),
            float(step.errors_off[i]),
            float(step.training[i]),
        )
        for i, place in enumerate(step.places)
        if i >= first
    )
    chosen_row = int(np.flatnonzero(step.places == best)[0]) - first
    columns = (knob.called, "validation", "std. error", "training")
    return Table("The values", columns, rows, chosen_row if chosen_row >= 0 else None)


def _checks(step: Step, params: Params) -> tuple[Check, ...]:
    place = int(np.flatnonzero(step.places == chosen_place(step, params.one_se))[0])
    least = int(np.argmin(step.validation))
    most = step.validation[least] + (step.errors_off.max() if params.one_se else 0.0)
    words = (
        "the value preferred is within one standard error of the least"
        if params.one_se
        else "no value has a smaller validation error"
    )
    return (Check(words, bool(step.validation[place] <= most)),)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.part != "value" or step.number not in step.places:
        return {}
    return {"validation error": float(step.validation[-1]), "training error": float(step.training[-1])}


def event(step: Step) -> Event | None:
    if step.part == "choose":
        return Event("chosen", "best")
    if step.part == "value" and step.number not in step.places:
        return Event("no score", "wrong")
    least = step.part == "value" and step.validation[-1] <= step.validation.min()
    return Event("best so far", "centre") if least else None
