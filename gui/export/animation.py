"""A run as a moving picture: every step drawn as a figure, encoded and written before the next one is drawn.

The run is gone through twice. First without painting, to learn what does not change from picture to picture: the
ranges of the charts, the room of their axes and of the legend, and the colours. Then one step after the other is drawn.
Of the pictures only the one at work and the one before it are kept, however long the run is.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import BinaryIO, Protocol

import numpy as np
from PySide6.QtCore import QPointF, QRectF

from engine.base.errors import Refusal
from engine.base.files import replaced
from gui.canvas.overlaying import Overlaid
from gui.canvas.surfaces.chart_view import ChartView
from gui.canvas.surfaces.plane_view import PlaneView
from gui.canvas.surfaces.sheet_view import SheetView
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.export.axes import text_width, widen
from gui.export.figures import computed, painted, pixels_of
from gui.export.gif import GifWriter
from gui.export.layout import Figure, Panel, look_at
from gui.export.options import LASTING, AnimationOptions, FigureOptions
from gui.export.palette import Palette, Tally
from gui.export.reel import Frames, Reel, spread
from gui.export.shown import Source
from gui.export.task import Beside, Note, Report, Stopped, Task, always, at_once, finished
from gui.export.webp import WebpWriter
from gui.session.session import Session

SAMPLES = 6
"""The palette is made from so many of the pictures."""
FORMATS = (".gif", ".webp", ".mp4")
LOOKED = 0.08
"""The share of the whole that looking through the run takes, and then as much again the colours."""

Range = tuple[float, float]


class Writer(Protocol):
    """A writer of frames to a file, one by one."""

    def add(self, pixels: np.ndarray, seconds: float) -> None:
        """One picture (h, w) of 0xffRRGGBB, shown for so long."""

    def close(self) -> None:
        """Finish the file."""


def export_animation(
    session: Session,
    source: Source,
    path: str | Path,
    options: FigureOptions,
    report: Report = always,
    which: AnimationOptions | None = None,
) -> bool:
    """Write the runs that are shown, as far as they are known, as a GIF, WebP or MP4; False when `report` said to stop.

    They are repeated beside those in the window, whose cursors stay where they are.
    """
    try:
        finished(animation_task(session, source, Path(path), options, which or AnimationOptions()), report)
    except Stopped:
        return False
    return True


def animation_task(
    session: Session, source: Source, path: Path, options: FigureOptions, which: AnimationOptions
) -> Task[Path]:
    """The same as `export_animation`, in slices."""
    if path.suffix.lower() not in FORMATS:
        raise Refusal(f"An animation can be written as .gif, .webp or .mp4; {path.name!r} ends in something else.")
    options.check()
    if session.lane.run is None or not session.lane.known:
        raise Refusal("There is no run to be shown yet: choose an algorithm that suits the data.")
    reel = Reel(session, source, which)
    with replaced(path) as temporary:
        rows, words, rooms = yield from _looked_through(reel, source, options)
        figure = Figure(source, replace(options, caption=words), rows=rows)
        try:
            hold(figure, rooms)
            film = Film(reel, figure, options, rooms)
            with open(temporary, "wb") as file:
                writer = yield from _writer(film, path.suffix.lower(), file)
                yield from _written(film, writer, which.seconds)
        finally:
            figure.close()
    yield Note(1.0, "The animation is written.")
    return path


# -- the steps ---------------------------------------------------------------------------------------------------------


def show(figure: Figure, frames: Frames, rooms: Sequence[Room] = (), together: Overlaid | None = None) -> None:
    """The marks of a step on all surfaces, each of its own run; their labels may be others at every step.

    together   the runs that share one plane, if they do
    """
    for panel in figure.panels:
        if together is not None and isinstance(panel.view, PlaneView):
            together.show(panel.view, frames)
            continue
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


def captioned(line: str, options: FigureOptions) -> str:
    """The words below a picture: what is said of its step, and below that the caption that was typed."""
    return "\n".join(filter(None, (line, options.caption)))


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


def _looked_through(reel: Reel, source: Source, options: FigureOptions) -> Task[tuple[int, str, list[Room]]]:
    """How many rows the legend needs at most, the caption that needs most room, and what room each surface needs."""
    figure, rows, longest = Figure(source, options), 0, options.caption
    rooms = [Room() for _ in figure.panels]
    try:
        for place, index in enumerate(reel.indices):
            yield Note(LOOKED * place / len(reel.indices), f"Looking at step {index}", LOOKED / len(reel.indices))
            frames = yield from reel.frames(index)
            show(figure, frames, together=reel.together)
            rows = max(rows, len(figure.rows))
            longest = max(longest, captioned(reel.caption(frames), options), key=figure.foot_height)
            for panel, room in zip(figure.panels, rooms, strict=True):
                room.grow(panel)
        return rows, longest, rooms
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
    show(figure, frames, film.rooms, film.reel.together)
    figure.caption = captioned(film.reel.caption(frames), options)
    yield from computed(figure, options.scale, fine=False)
    return pixels_of((yield from painted(figure, options.pixels, options.scale)))


def _writer(film: Film, suffix: str, file: BinaryIO) -> Task[Writer]:
    """What writes the format of the suffix; of few colours those found in some of the pictures."""
    if suffix == ".mp4":
        from gui.export.mp4 import Mp4Writer  # a quarter of a second, which no other format needs

        return Mp4Writer(file)
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
