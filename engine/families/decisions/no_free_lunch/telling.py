"""What a step of no learning without assumptions says."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from engine.base.words import counted, divided
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.decisions.no_free_lunch.drawing import named
from engine.families.decisions.no_free_lunch.functions import ALL, truth_tables
from engine.families.decisions.no_free_lunch.loop import Params, Step

COUNTED = r"2^{2^3} = 256\ \mathrm{functions\ of\ three\ bits}"
FIT = r"\{ f : f(\mathbf{x}_n) = t_n \mathrm{\ for\ every\ row\ seen} \}"


def explain(step: Step, data: Dataset, params: Params) -> Story:
    return TOLD[step.part](step, params)


def _start(step: Step, params: Params) -> Story:
    many = counted(len(step.left), "function")
    said = f"{many} of three bits are allowed, of 256 that there are. ● is a 1, ○ a 0. No input has been seen."
    return Story(said, COUNTED, (), (Number("functions left", len(step.left)),))


def _row(step: Step, params: Params) -> Story:
    assert step.row is not None and step.value is not None
    out = step.before - len(step.left)
    said = (
        f"Input {named(step.row)} gives {step.value}: {counted(out, 'function disagrees', 'functions disagree')} and "
    )
    said += f"{'is' if out == 1 else 'are'} struck out, {len(step.left)} left."
    if not len(step.left):
        said += " None fits: what was seen contradicts itself or the assumption."
    return Story(said, FIT, (), _numbers(step), (_votes(step),) if len(step.unseen) and len(step.left) else ())


def _numbers(step: Step) -> tuple[Number, ...]:
    return (Number("functions left", len(step.left)), Number("inputs seen", len(step.seen)))


def _votes(step: Step) -> Table:
    ones = truth_tables()[step.left].sum(axis=0)
    rows = tuple((named(int(row)), int(ones[row]), len(step.left) - int(ones[row])) for row in step.unseen)
    return Table("Votes on the unseen inputs", ("input", "say 1", "say 0"), rows)


def _verdict(step: Step, params: Params) -> Story:
    if not len(step.unseen):
        return Story("Every input has been seen: there is nothing left to predict.", FIT, (), _numbers(step))
    votes = step.votes[step.unseen]
    settled = int(np.isin(votes, (0.0, 1.0)).sum())
    if params.functions == ALL:
        said = (
            "On every unseen input half of the functions left say 1, half 0: without an assumption nothing is learnt."
        )
    elif settled == len(votes):
        said = f"All functions left agree on every unseen input: the assumption, {params.functions}, settles them all."
    else:
        of = counted(len(votes), "unseen input")
        said = f"The functions left agree on {settled} of {of}: the assumption settles these."
    row = int(step.unseen[0])
    ones = int(truth_tables()[step.left, row].sum())
    worked = (f"share = {divided(ones, len(step.left))}",)
    return Story(said, FIT, worked, _numbers(step), (_votes(step),))


TOLD: dict[str, Callable[[Step, Params], Story]] = {"start": _start, "row": _row, "verdict": _verdict}


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    return {"functions left": len(step.left)}


def event(step: Step) -> Event | None:
    return Event("none fits", "wrong") if not len(step.left) else None
