"""Numbers inside the words of a lesson: {step.mistakes} is what the step in view really has, so it cannot be wrong.

{step.mistakes}                a field of the step; also {params.rate}, {data.n}, {index}, {step.model.weights[0]}
{norm step.model.weights}      the length of a vector
{number criterion after}       the number of that name in the explanation of the step
{asked distance to the line}   the number of that name in what is said of the point being asked about
{measure E}                    the curve of that name at this step
{count error, validation}      how many rows an error is of, where it is a share;  {rows validation}  of how many rows
{lane1.step.error:3}           of the second run, in 3 digits; {...:%} in percent; {norm lane1.step.model.weights}
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure, short, vector
from engine.data.split import PARTS
from gui.session.job import Frame
from gui.session.judging import NAMES
from gui.session.lane import Lane

QUOTED = re.compile(r"\{([^{}]*)\}")
PLACE = re.compile(
    r"(?:(?P<kind>number|asked|measure|norm|count|rows) +)?(?:lane(?P<lane>\d)\.)?"
    r"(?P<what>[^:{}]+?)(?::(?P<form>[1-9]|%))?"
)
STEPS = re.compile(r"(?:step|params|data|index|known|ending|seed)(?:\.[A-Za-z]\w*|\[\d{1,6}\])*")
PIECES = re.compile(r"[A-Za-z]\w*|\d+")
JUDGED = dict(zip(NAMES, PARTS, strict=False))
"""The part of the rows that an error is measured on."""
UNKNOWN = "…"
"""Placeholder of a number that is still being computed."""


def check(words: str, lanes: int) -> None:
    """Refuse words that quote what no run could have."""
    if len(QUOTED.sub("", words)) != len(re.sub(r"[{}]", "", QUOTED.sub("", words))):
        raise Refusal("A brace in the words has no partner.")
    for place in QUOTED.findall(words):
        check_place(place, lanes)


def check_place(place: str, lanes: int) -> None:
    """Refuse a place that cannot be looked up in one of so many runs."""
    found = PLACE.fullmatch(place)
    if found is None or not _names(found["kind"], found["what"]):
        raise Refusal(f"{{{short(place)}}} is not a number of a step: write it as {{step.name}} or {{number name}}.")
    if int(found["lane"] or 0) >= lanes:
        raise Refusal(f"{{{short(place)}}} speaks of a run that is not there: the runs are counted from lane0.")


def _names(kind: str | None, what: str) -> bool:
    """Whether a place of this kind may have this name."""
    if kind in ("number", "asked", "measure"):
        return True
    if kind == "rows":
        return what in PARTS
    return what in JUDGED if kind == "count" else STEPS.fullmatch(what) is not None


def blank(words: str) -> str:
    """The words before anything is known."""
    return QUOTED.sub(UNKNOWN, words)


def is_full(words: str, template: str) -> bool:
    """Whether every number has been filled in."""
    return words.count(UNKNOWN) == QUOTED.sub("", template).count(UNKNOWN)


def filled(words: str, lanes: Sequence[Lane], active: int) -> str:
    """The words with every number in its place, and … for one that is not known yet."""
    return QUOTED.sub(lambda found: written(found[1], lanes, active), words)


def written(place: str, lanes: Sequence[Lane], active: int) -> str:
    """One number as it is read."""
    form, found = _parts(place)["form"] or "", value(place, lanes, active)
    if isinstance(found, (str, bool)) or found is None:
        return UNKNOWN if found is None else str(found)
    if np.ndim(found):
        return vector(found, int(form or 4))
    if form == "%":
        return f"{figure(100 * float(found), 3)} %"
    return f"{found:,}" if isinstance(found, int) and not form else figure(float(found), int(form or 4))


def value(place: str, lanes: Sequence[Lane], active: int) -> Any:
    """What is at a place: a number, words or a vector; None while it is not known, or when there is no such thing."""
    found = _parts(place)
    lane = lanes[int(found["lane"]) if found["lane"] else active]
    frame, kind, what = lane.frame, found["kind"], found["what"]
    if frame is None or not lane.settled or lane.refusal:
        return None
    if kind == "measure":
        return _measured(lane, frame, what)
    if kind == "rows":
        return _rows(lane, what)
    if kind == "count":
        share, rows = _measured(lane, frame, what), _rows(lane, JUDGED[what])
        return None if share is None or rows is None or lane.task != "classification" else round(share * rows)
    if kind in ("number", "asked"):
        story = frame.story if kind == "number" else frame.inquiry.story if frame.inquiry else None
        return next((plain(number.value) for number in story.numbers if number.name == what), None) if story else None
    roots = {"known": lane.known if lane.ending else None, "ending": lane.ending, "seed": lane.seed}
    reached = walked(what, roots, frame)
    return float(np.linalg.norm(reached)) if kind == "norm" and reached is not None else reached


def _measured(lane: Lane, frame: Frame, name: str) -> float | None:
    """A curve at the step in view; None also where the errors of a step are still to be judged, which is NaN there."""
    there = lane.curves.get(name, [])[frame.index : frame.index + 1]
    return there[0] if there and not np.isnan(there[0]) else None


def _rows(lane: Lane, part: str) -> int | None:
    """How many rows a part of the split has in this run."""
    return None if lane.run is None else lane.run.division.parts.counts[PARTS.index(part)]


def _parts(place: str) -> re.Match[str]:
    """The parts of a place that has been checked."""
    found = PLACE.fullmatch(place)
    assert found is not None, place
    return found


def walked(path: str, roots: dict[str, Any], frame: Frame) -> Any:
    """The value at the end of a path of names and positions, without calling anything."""
    root, *parts = PIECES.findall(path)
    at = roots[root] if root in roots else getattr(frame, root)
    for part in parts:
        try:
            at = at[int(part)] if part.isdigit() else getattr(at, part, None)
        except (IndexError, TypeError):
            return None
    return plain(at)


def plain(found: Any) -> Any:
    """A number, words or an array, and None for anything else."""
    if isinstance(found, np.generic):
        found = found.item()
    known = isinstance(found, (bool, int, float, str)) or (isinstance(found, np.ndarray) and found.ndim == 1)
    return found if known else None
