"""What several runs on the same points say of each other: what they are called, and on which rows they differ."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.base.words import joined
from engine.data.dataset import Dataset
from gui.session.lane import Lane

MOST_TOLD = 2
"""Maximum number of parameters in the names of runs of the same algorithm."""
CLASSLESS = "Answers are compared where a table has classes, and this one has none."


@dataclass(frozen=True)
class Comparison:
    """The runs whose models answer, and how their answers meet.

    lanes    the positions of the runs with a model that predicts
    words    why their answers cannot be compared, in a sentence; "" if they can
    answers  (len(lanes), n) the class of every row by each of them; None before all are there
    """

    lanes: tuple[int, ...]
    words: str = ""
    answers: np.ndarray | None = None

    @property
    def rows(self) -> np.ndarray | None:
        """The rows on which they disagree."""
        if self.words or self.answers is None:
            return None
        return np.flatnonzero((self.answers != self.answers[0]).any(axis=0))

    def differing(self, one: int, other: int) -> int | None:
        """On how many rows two runs differ, by their positions; None when that cannot be said."""
        if self.words or self.answers is None or not {one, other} <= set(self.lanes):
            return None
        places = [self.lanes.index(one), self.lanes.index(other)]
        return int((self.answers[places[0]] != self.answers[places[1]]).sum())


def compared(lanes: Sequence[Lane], data: Dataset) -> Comparison:
    """The runs as they stand at the steps in view."""
    if not data.n:
        return Comparison(())  # the refusals say what to do
    answering = tuple(position for position, lane in enumerate(lanes) if answers(lane, data.d))
    if words := why_not(lanes, answering, data):
        return Comparison(answering, words)
    frames = [lanes[position].frame for position in answering]
    given = [frame.answers for frame in frames if frame is not None and frame.answers is not None]
    if len(given) < len(answering) or any(len(codes) != data.n for codes in given):
        return Comparison(answering)
    return Comparison(answering, "", np.array(given))


def answers(lane: Lane, d: int) -> bool:
    """Whether a run shows a model that says something of every point with d features."""
    frame = lane.frame
    return not lane.refusal and frame is not None and frame.data.d == d and speaks(frame.step.model)


def speaks(model: Any) -> bool:
    """Whether a model says something: one of which all weights are 0 has the same score for every point."""
    return hasattr(model, "predict") and not is_blank(model)


def is_blank(model: Any) -> bool:
    """Whether all weights of a model that has weights are 0."""
    parts = (*getattr(model, "weights", (1.0,)), getattr(model, "bias", 0.0))
    return not any(np.any(part) for part in parts)


def why_not(lanes: Sequence[Lane], answering: Sequence[int], data: Dataset) -> str:
    """Why the runs cannot agree or disagree, and what would do, in a sentence or two; "" if they can."""
    if odd := [number for number, lane in enumerate(lanes, start=1) if lane.task != "classification"]:
        return _unclassed(lanes, odd) if data.target == "class" else CLASSLESS
    silent = next((position for position in range(len(lanes)) if position not in answering), None)
    if silent is None:
        return ""
    name = names(lanes)[silent]
    if lanes[silent].refusal:
        return f"{name} cannot run on these points, so there is nothing to compare it by."
    frame = lanes[silent].frame
    if frame is not None and is_blank(frame.step.model):
        return f"All weights of {name} are 0 at this step, so it says nothing yet: step on."
    return f"{name} has no model at this step yet: step on."


def _unclassed(lanes: Sequence[Lane], odd: Sequence[int]) -> str:
    """Which runs, by their numbers in the list of them, are of no classifier, and that each of them should be."""
    if len(odd) > 1:
        which, instead = f"Runs {joined(map(str, odd))} do", "each of these runs"
    else:
        which, instead = f"Run {odd[0]}, {lanes[odd[0] - 1].algorithm.name}, does", f"run {odd[0]}"
    return (
        f"{which} not answer with the classes of the table: choose a classifier for {instead} to see where the runs "
        "disagree."
    )


def names(lanes: Sequence[Lane]) -> tuple[str, ...]:
    """What the runs are called: by their algorithms, those of the same algorithm also by what sets them apart."""
    found = []
    for number, lane in enumerate(lanes):
        like = [other for other in lanes if other.key == lane.key]
        name = lane.algorithm.name
        found.append(f"{name}, {_apart(lane, like) or f'run {number + 1}'}" if len(like) > 1 else name)
    return tuple(name if found.count(name) == 1 else f"{name}, run {i + 1}" for i, name in enumerate(found))


def _apart(lane: Lane, like: Sequence[Lane]) -> str:
    """The parameters and the seed in which runs of the same algorithm differ, with their values."""
    fields = [name for name in vars(lane.params) if len({repr(getattr(other.params, name)) for other in like}) > 1]
    told = [f"{name} {_said(getattr(lane.params, name))}" for name in fields[:MOST_TOLD]]
    if not told and len({other.seed for other in like}) > 1:
        told = [f"seed {lane.seed}"]
    return ", ".join(told)


def _said(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)
