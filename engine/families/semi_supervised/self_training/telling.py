"""What a step of self-training says."""

from __future__ import annotations

import numpy as np

from engine.base.words import counted, figure
from engine.core.story import Event, Number, Story, Table
from engine.data.dataset import Dataset
from engine.families.semi_supervised.picture import missed
from engine.families.semi_supervised.self_training.loop import Params, Step

RULE = (
    r"k^* = \underset{k}{\mathrm{arg\,max}}\; P(C_k \mid \mathbf{x}), \qquad "
    r"P(C_{k^*} \mid \mathbf{x}) > \mathrm{threshold}"
)
LISTED = 8
"""So many of the rows that are labelled are told one by one."""


def explain(step: Step, data: Dataset, params: Params) -> Story:
    if step.part == "start":
        return _start(step, data)
    return _fit(step, data, params) if step.part == "fit" else _label(step, data, params)


def _start(step: Step, data: Dataset) -> Story:
    known = int((step.given >= 0).sum())
    said = (
        f"{counted(known, 'row has', 'rows have')} a label, ringed; {counted(data.n - known, 'row has', 'rows have')} "
        "none. A classifier learns from the labelled rows, and its surest answers become labels too."
    )
    return Story(said, RULE, _worked(step, data), _numbers(step, data))


def _fit(step: Step, data: Dataset, params: Params) -> Story:
    known = int((step.labels >= 0).sum())
    said = f"Round {step.turn}: softmax regression learns from the {counted(known, 'labelled row')}, its own labels "
    said += "counting as those that were given."
    return Story(said, RULE, _worked(step, data), _numbers(step, data))


def _label(step: Step, data: Dataset, params: Params) -> Story:
    said = (
        f"Round {step.turn}: {counted(len(step.added), 'answer')} above {figure(params.threshold)} "
        f"{'becomes a label' if len(step.added) == 1 else 'become labels'}."
    )
    wrong = np.intersect1d(missed(step.labels, data), step.added)
    if len(wrong):
        said += (
            f" {counted(len(wrong), 'of them is', 'of them are')} not the class that the table has: such a mistake is "
            "learnt from here on."
        )
    rows = tuple(
        (data.row_name(int(row)), data.class_name(int(step.labels[row])), float(P))
        for row, P in zip(step.added[:LISTED], step.sure[:LISTED], strict=True)
    )
    title = "New labels" if len(step.added) <= LISTED else "New labels, the surest"
    return Story(said, RULE, _worked(step, data), _numbers(step, data), (Table(title, ("row", "label", "P"), rows),))


def _worked(step: Step, data: Dataset) -> tuple[str, ...]:
    """What the labelled rows are, and all rows."""
    known, added = int((step.labels >= 0).sum()), len(step.added)
    lines = [f"labelled = {known - added} + {added} = {known}"] if added else []
    return (*lines, f"rows = {known} + {data.n - known:,} = {data.n:,}")


def _numbers(step: Step, data: Dataset) -> tuple[Number, ...]:
    known = int((step.labels >= 0).sum())
    return Number("labelled", known), Number("unlabelled", data.n - known)


def measure(step: Step, data: Dataset, params: Params) -> dict[str, float]:
    if step.model is None:
        return {}
    return {"unlabelled": int((step.labels < 0).sum()), "wrong labels": len(missed(step.labels, data))}


def event(step: Step) -> Event | None:
    return Event("labels", "centre") if step.part == "label" else None
