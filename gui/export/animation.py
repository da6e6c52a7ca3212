"""A run as a moving picture: every step drawn as a figure, encoded and written before the next one is drawn.

The run is gone through twice. First without painting, to learn what does not change from picture to picture: the
ranges of the charts, the room of their axes and of the legend, and the colours. Then one step after the other is drawn.
Of the pictures only the one at work and the one before it are kept, however long the run is.
"""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from engine.base.errors import Refusal
from engine.base.files import replaced
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.sheet_view import SheetView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.export.axes import text_width, widen
from gui.export.figures import computed, painted, pixels_of
from gui.export.gif import GifWriter
from gui.export.layout import Figure, Panel, look_at
from gui.export.options import FigureOptions
from gui.export.palette import Palette, Tally
from gui.export.shown import Source, shown_in
from gui.export.task import Beside, Note, Report, Stopped, Task, always, at_once, finished
from gui.export.webp import WebpWriter
from gui.session.job import Frame, Job, Wish
from gui.session.lane import Lane
from gui.session.session import Session

MOST = 500
"""A longer run is shown by so many steps, evenly spaced."""
SAMPLES = 6
"""The palette is made from so many of the pictures."""
FORMATS = (".gif", ".webp")
LASTING = 4
"""The last picture stays so many times as long as the others."""
LOOKED = 0.08
"""The share of the whole that looking through the run takes, and then as much again the colours."""


Range = tuple[float, float]
Frames = dict[int, Frame]
"""A step of every run that is shown, by the identity of its lane."""


class Writer(Protocol):
    """What writes pictures to a file, one by one."""

    def add(self, pixels: np.ndarray, seconds: float) -> None:
        """One picture (h, w) of 0xffRRGGBB, shown for so long."""

    def close(self) -> None:
        """There are no more."""


def export_animation(
    session: Session,
    source: Source,
    path: str | Path,
    options: FigureOptions,
    report: Report = always,
    seconds: float = 0.5,
) -> bool:
    """Write the runs that are shown, as far as they are known, as a GIF or a WebP; False when `report` said to stop.

    They are repeated beside those in the window, whose cursors stay where it is.   seconds  each step is shown for
    """
    try:
        finished(animation_task(session, source, Path(path), options, seconds), report)
    except Stopped:
        return False
    return True


def animation_task(
    session: Session, source: Source, path: Path, options: FigureOptions, seconds: float = 0.5
) -> Task[Path]:
    """The same as `export_animation`, in slices."""
    if path.suffix.lower() not in FORMATS:
        raise Refusal(f"An animation can be written as .gif or .webp; {path.name!r} ends in something else.")
    options.check()
    if session.lane.run is None or not session.lane.known:
        raise Refusal("There is no run to be shown yet: choose an algorithm that suits the data.")
    if session.overlaid and len(session.lanes) > 1:
        raise Refusal("An animation shows every run in a picture of its own: put the runs side by side first.")
    reel = Reel(session, source)
    with replaced(path) as temporary:
        rows, rooms = yield from _looked_through(reel, source, options)
        figure = Figure(source, options, rows=rows)
        try:
            hold(figure, rooms)
            film = Film(reel, figure, options, rooms)
            with open(temporary, "wb") as file:
                writer = yield from _writer(film, path.suffix.lower(), file)
                yield from _written(film, writer, seconds)
        finally:
            figure.close()
    yield Note(1.0, "The animation is written.")
    return path


# -- the steps ---------------------------------------------------------------------------------------------------------


class Reel:
    """The steps of the runs that are shown, repeated beside the window with the same recipes, and in step.

    indices  the steps that are shown; a run that has ended waits for the others at its last step
    """

    def __init__(self, session: Session, source: Source) -> None:
        shown = {view.frame.lane for view in shown_in(source) if view.frame is not None}
        lanes = [lane for lane in session.lanes if lane.identity in shown and lane.run is not None]
        self.indices = spread(max((lane.known for lane in lanes), default=0), MOST)
        self._strips = [Strip(lane, session) for lane in lanes]

    def frames(self, index: int) -> Task[Frames]:
        """One step of every run, drawn and explained."""
        made: Frames = {}
        for strip in self._strips:
            made[strip.lane] = yield Beside(partial(strip.frame, index))
        return made


class Strip:
    """The steps of one run."""

    def __init__(self, lane: Lane, session: Session) -> None:
        assert lane.run is not None
        self.lane, self._run, self._last = lane.identity, lane.run, lane.known - 1
        self._wish = Wish(lane.identity, 0, lane.run, None, session.plane, session.query)
        self._job: Job | None = None

    def frame(self, index: int) -> Generator[float, None, Frame]:
        """The step at `index`, or the last one."""
        if self._job is None:
            self._job = Job(self._run)
        wanted = min(index, self._last)
        while self._job.progress.known <= wanted and self._job.pull():
            yield self._job.progress.known / (wanted + 1)
        return self._job.frame(self._wish, wanted)


def show(figure: Figure, frames: Frames, rooms: Sequence[Room] = ()) -> None:
    """The marks of a step on all surfaces, each of its own run; their labels may be others at every step."""
    for panel in figure.panels:
        frame = None if panel.view.frame is None else frames.get(panel.view.frame.lane)
        if frame is None:
            continue
        view, name = panel.view, (panel.view.surface.kind, panel.view.surface.name)
        marks = [mark for mark in frame.marks if (mark.surface.kind, mark.surface.name) == name]
        if marks and marks[0].surface != view.surface and name[0] != "plane":
            view.surface = marks[0].surface
            view.label_axes(view.surface.x, view.surface.y)
        view.show_marks(marks, frame)
    for panel, room in zip(figure.panels, rooms, strict=False):
        if (part := room.part_of(panel.view)) is not None:
            look_at(panel.view, part)
    figure.relabel()


# -- what stays --------------------------------------------------------------------------------------------------------


@dataclass
class Room:
    """What a surface needs at one step or another.

    across, up  from where to where it is seen by what its axes measure: an axis that measures something else at another
                step has another range there; empty where the person chose what is seen
    text        the room of the numbers on the left
    """

    across: dict[str, Range] = field(default_factory=dict)
    up: dict[str, Range] = field(default_factory=dict)
    text: float = 0.0

    def grow(self, panel: Panel) -> None:
        """Make room for what the panel shows now."""
        view = panel.view
        seen = view.box.viewRect()
        if follows(view):
            stretch(self.across, view.surface.x, (seen.left(), seen.right()))
            stretch(self.up, view.surface.y, (seen.top(), seen.bottom()))
        self.text = max(self.text, text_width(view))

    def part_of(self, view: SurfaceView) -> QRectF | None:
        """What is seen of a surface at all steps whose axes measure what they measure now."""
        across, up = self.across.get(view.surface.x), self.up.get(view.surface.y)
        if across is None or up is None:
            return None
        return QRectF(QPointF(across[0], up[0]), QPointF(across[1], up[1]))


def stretch(ranges: dict[str, Range], name: str, more: Range) -> None:
    """Let the range of this name reach as far as another one too."""
    low, high = ranges.get(name, more)
    ranges[name] = (min(low, more[0]), max(high, more[1]))


def follows(view: SurfaceView) -> bool:
    """Whether the range of a surface follows what is drawn: it would be another one in every picture."""
    return isinstance(view, (ChartView, SheetView)) and not view.touched


def hold(figure: Figure, rooms: Sequence[Room]) -> None:
    """Let the surfaces show the same part of themselves in all pictures, and the axes keep their room."""
    for panel, room in zip(figure.panels, rooms, strict=True):
        view, before = panel.view, text_width(panel.view)
        part, held = view.box.viewRect(), room.part_of(view)
        if held is not None and isinstance(view, (ChartView, SheetView)):
            part, view.touched = held, True
            look_at(view, part)
        widen(view, max(room.text, text_width(view)) - before)
        look_at(view, part)


def _looked_through(reel: Reel, source: Source, options: FigureOptions) -> Task[tuple[int, list[Room]]]:
    """How many rows the legend needs at most, and what room each surface needs."""
    figure, rows = Figure(source, options), 0
    rooms = [Room() for _ in figure.panels]
    try:
        for place, index in enumerate(reel.indices):
            yield Note(LOOKED * place / len(reel.indices), f"Looking at step {index}", LOOKED / len(reel.indices))
            show(figure, (yield from reel.frames(index)))
            rows = max(rows, len(figure.rows))
            for panel, room in zip(figure.panels, rooms, strict=True):
                room.grow(panel)
        return rows, rooms
    finally:
        figure.close()


# -- the pictures ------------------------------------------------------------------------------------------------------


@dataclass
class Film:
    """What all pictures of an animation share: the steps, the page they are drawn on, and what its surfaces need."""

    reel: Reel
    figure: Figure
    options: FigureOptions
    rooms: Sequence[Room]


def _picture(film: Film, frames: Frames) -> Task[np.ndarray]:
    """(h, w) the pixels of a step, 0xffRRGGBB."""
    figure, options = film.figure, film.options
    show(figure, frames, film.rooms)
    yield from computed(figure, options.scale, fine=False)
    return pixels_of((yield from painted(figure, options.pixels, options.scale)))


def _writer(film: Film, suffix: str, file: BinaryIO) -> Task[Writer]:
    """What writes the format of the suffix, in colours found in some of the pictures."""
    reel = film.reel
    tally, samples = Tally(), [reel.indices[i] for i in spread(len(reel.indices), SAMPLES)]
    for place, index in enumerate(samples):
        yield Note(LOOKED * (1 + place / len(samples)), "Choosing the colours", LOOKED / len(samples))
        pixels = yield from _picture(film, (yield from reel.frames(index)))
        yield Beside(at_once(partial(tally.add, pixels)))
    palette: Palette = yield Beside(at_once(partial(Palette, tally)))
    return WebpWriter(file, palette) if suffix == ".webp" else GifWriter(file, palette)


def _written(film: Film, writer: Writer, seconds: float) -> Task[None]:
    """One picture after the other."""
    reel = film.reel
    last, count = reel.indices[-1], len(reel.indices)
    for place, index in enumerate(reel.indices):
        yield Note(2 * LOOKED + (1 - 2 * LOOKED) * place / count, f"Drawing step {index} of {last}", 0.8 / count)
        pixels = yield from _picture(film, (yield from reel.frames(index)))
        lasting = seconds * (LASTING if index == last else 1)
        yield Beside(at_once(partial(writer.add, pixels, lasting)))
    yield Beside(at_once(writer.close))


def spread(count: int, most: int) -> list[int]:
    """At most `most` of the numbers 0, ..., count - 1, evenly spaced, with the first and the last.

    >>> spread(4, 10), spread(100, 4)
    ([0, 1, 2, 3], [0, 33, 66, 99])
    """
    return sorted({int(i) for i in np.round(np.linspace(0, count - 1, min(count, most)))})
