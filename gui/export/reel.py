"""The steps of the runs that an animation shows: which of them, each drawn and explained, and what is said of it."""

from __future__ import annotations

import math
from collections.abc import Generator
from functools import partial

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import figure
from gui.canvas.overlaying import Overlaid
from gui.canvas.surfaces.overlay import SEPARATOR, named_step
from gui.canvas.surfaces.plane_view import PlaneView
from gui.export.options import AnimationOptions
from gui.export.shown import Source, shown_in
from gui.export.task import Beside, Task
from gui.session.comparing import names
from gui.session.job import Frame, Job, Progress, Request
from gui.session.judging import NAMES
from gui.session.lane import Lane
from gui.session.session import Session

MOST = 500
"""More steps than this are shown by so many of them, evenly spaced."""

Frames = dict[int, Frame]
"""A step of every run that is shown, by the identity of its lane."""


class Reel:
    """The steps of the runs that are shown, repeated beside the window with the same recipes, and in step.

    indices   the steps that are shown; a run that has ended waits for the others at its last step
    together  the runs that share one plane, if they do
    """

    def __init__(self, session: Session, source: Source, which: AnimationOptions) -> None:
        found, self._captioned = lanes_shown(session, source), which.captioned
        self.indices = steps_shown(max((lane.known for _, lane in found), default=0), which)
        self.together = Overlaid.of(session)
        self._strips = [Strip(name, lane, session) for name, lane in found if lane.run is not None]

    def frames(self, index: int) -> Task[Frames]:
        """One step of every run, drawn and explained."""
        made: Frames = {}
        for strip in self._strips:
            made[strip.lane] = yield Beside(partial(strip.frame, index))
        return made

    def caption(self, frames: Frames) -> str:
        """A line for each run, of the steps that `frames` made; nothing where no caption is wanted."""
        return "\n".join(strip.caption(frames[strip.lane]) for strip in self._strips if self._captioned)


class Strip:
    """The steps of one run."""

    def __init__(self, name: str, lane: Lane, session: Session) -> None:
        assert lane.run is not None
        self.lane, self._run, self._last, self._name = lane.identity, lane.run, lane.known - 1, name
        judged = session.view.overlaid  # which rows the runs differ on is said of their answers
        self._request = Request(lane.identity, 0, lane.run, None, session.view.plane, session.view.query, judged)
        self._job: Job | None = None

    def frame(self, index: int) -> Generator[float, None, Frame]:
        """The step at `index`, or the last one."""
        if self._job is None:
            self._job = Job(self._run)
        wanted = min(index, self._last)
        while self._job.progress.known <= wanted and self._job.pull():
            yield self._job.progress.known / (wanted + 1)
        return self._job.frame(self._request, wanted)

    def caption(self, frame: Frame) -> str:
        """The caption of this step."""
        assert self._job is not None
        return told(self._name, frame.index, self._last, self._job.progress)


def lanes_shown(session: Session, source: Source) -> list[tuple[str, Lane]]:
    """The runs that are seen on the surfaces, each with its name: all of them on a plane that they share."""
    views, lanes = shown_in(source), session.lanes
    seen = {view.frame.lane for view in views if view.frame is not None}
    if session.view.overlaid and any(isinstance(view, PlaneView) for view in views):
        seen |= {lane.identity for lane in lanes}
    return [(name, lane) for name, lane in zip(names(lanes), lanes, strict=True) if lane.identity in seen]


def caption_now(session: Session, source: Source) -> str:
    """The caption of the steps in view."""
    lines = (
        told(name, lane.frame.index, lane.known - 1, lane.progress)
        for name, lane in lanes_shown(session, source)
        if lane.frame is not None
    )
    return "\n".join(lines)


def told(name: str, index: int, last: int, progress: Progress) -> str:
    """Method, step and main number: the first of what the algorithm measures, where this step has it."""
    parts = [named_step(name, index, max(index, last))]
    main, curve = next((pair for pair in list(progress.curves.items()) if pair[0] not in NAMES), ("", []))
    if index < len(curve) and not math.isnan(curve[index]):
        parts.append(f"{main} = {figure(curve[index])}")
    return SEPARATOR.join(parts)


def steps_shown(known: int, which: AnimationOptions) -> list[int]:
    """The steps of a run of so many that are asked for, and the last of these whatever the stride; `MOST` at most.

    >>> steps_shown(10, AnimationOptions(first=1, last=8, every=3)), steps_shown(3, AnimationOptions(every=5))
    ([1, 4, 7, 8], [0, 2])
    """
    if not known:
        raise Refusal("There is no run to be shown yet: choose an algorithm that suits the data.")
    last = known - 1 if which.last is None else min(which.last, known - 1)
    if which.every < 1 or not 0 <= which.first <= last:
        raise Refusal(
            f"The steps from {which.first} to {last}, every {which.every}, are none of this run, which has the steps "
            f"0 to {known - 1}."
        )
    found = sorted({*range(which.first, last + 1, which.every), last})
    return [found[place] for place in spread(len(found), MOST)]


def spread(count: int, most: int) -> list[int]:
    """At most `most` of the numbers 0, ..., count - 1, evenly spaced, with the first and the last.

    >>> spread(4, 10), spread(100, 4)
    ([0, 1, 2, 3], [0, 33, 66, 99])
    """
    return sorted({int(i) for i in np.round(np.linspace(0, count - 1, min(count, most)))})
