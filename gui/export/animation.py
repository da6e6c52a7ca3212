"""A run as a moving picture: every step drawn as a figure, and all of them in one GIF with one palette."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import numpy as np
from PIL import Image
from PySide6.QtGui import QImage

from engine.base.errors import Refusal
from engine.base.files import replaced
from gui.canvas.painters import EVERY_PAINTER
from gui.export.figures import FigureOptions, painted
from gui.export.layout import Figure, Panel
from gui.export.shown import Source
from gui.session.job import Frame, Job, Wish
from gui.session.session import Session

Report = Callable[[float, str], bool]
"""How a long task tells its progress (share done, words); it answers whether to go on."""
COLOURS = 128
"""All pictures share one palette of so many colours: a tenth of the time and a sixth of the bytes of one for each."""
MOST = 240
"""A longer run is shown by so many steps, evenly spaced."""
SAMPLES = 6
"""The palette is made from so many of the pictures."""


def always(share: float, words: str) -> bool:
    """A report that nobody listens to."""
    return True


def export_animation(
    session: Session,
    source: Source,
    path: str | Path,
    options: FigureOptions,
    report: Report = always,
    seconds: float = 0.5,
) -> bool:
    """Write the run of the active lane, as far as it is known, as a GIF; False when `report` said to stop.

    The run is repeated beside the one in the window, whose cursor stays where it is.   seconds  each step is shown for
    """
    if Path(path).suffix.lower() != ".gif":
        raise Refusal(f"An animation can be written as .gif; {Path(path).name!r} ends in something else.")
    options.check()
    if session.lane.run is None or not session.lane.known:
        raise Refusal("There is no run to be shown yet: choose an algorithm that suits the data.")
    figure = Figure(source, options.theme, options.page, options.legend, options.title, fine=False)
    try:
        pictures = _pictures(session, figure, options, report)
        if pictures is None:
            return False
        with replaced(path) as temporary:
            _write(pictures, temporary, seconds)
        return report(1.0, "The animation is written.")
    finally:
        figure.close()


def _pictures(session: Session, figure: Figure, options: FigureOptions, report: Report) -> list[Image.Image] | None:
    """A picture of every step that is shown, in the shared palette; None when told to stop."""
    indices = spread(session.lane.known, MOST)
    palette = _palette([_picture(figure, frame, options) for frame in _frames(session, spread_over(indices, SAMPLES))])
    pictures: list[Image.Image] = []
    for index, frame in zip(indices, _frames(session, indices), strict=True):
        if not report(len(pictures) / len(indices), f"Drawing step {index} of {indices[-1]}"):
            return None
        pictures.append(_picture(figure, frame, options).quantize(palette=palette, dither=Image.Dither.NONE))
    return pictures


def _frames(session: Session, indices: Sequence[int]) -> Iterator[Frame]:
    """The steps of a second run with the same recipe."""
    lane = session.lane
    assert lane.run is not None
    job = Job(lane.run)
    wish = Wish(lane.identity, 0, lane.run, None, session.plane, session.query)
    for index in indices:
        while job.progress.known <= index and job.pull():
            pass
        yield job.frame(wish, index)


def _picture(figure: Figure, frame: Frame, options: FigureOptions) -> Image.Image:
    """One step as a picture."""
    for panel in figure.panels:
        show(panel, frame)
    figure.relabel()
    return as_pillow(painted(figure, options.pixels, options.dpi / 96.0))


def show(panel: Panel, frame: Frame) -> None:
    """The marks of a step on a surface of the figure, whose labels and range may be others at every step."""
    name = (panel.view.surface.kind, panel.view.surface.name)
    marks = [mark for mark in frame.marks if (mark.surface.kind, mark.surface.name) == name]
    if marks and marks[0].surface != panel.view.surface and name[0] != "plane":
        panel.view.surface = marks[0].surface
        panel.view.label_axes(panel.view.surface.x, panel.view.surface.y)
    panel.view.show_marks(marks, frame)
    for kind in EVERY_PAINTER:
        for painter in panel.view.painters_of(kind):
            painter.complete(fine=False)


def _palette(pictures: Sequence[Image.Image]) -> Image.Image:
    """The colours that pictures from the whole run have in common."""
    width, height = pictures[0].size
    strip = Image.new("RGB", (width, height * len(pictures)))
    for i, picture in enumerate(pictures):
        strip.paste(picture, (0, i * height))
    return strip.quantize(COLOURS, dither=Image.Dither.NONE)


def _write(pictures: Sequence[Image.Image], path: Path, seconds: float) -> None:
    """The last picture stays four times as long; given the palette, pillow writes it once and not with each picture."""
    usual = max(round(1000 * seconds), 20)
    durations = [usual] * (len(pictures) - 1) + [4 * usual]
    shared = bytes(pictures[0].getpalette() or ())
    more = {"append_images": pictures[1:], "duration": durations, "loop": 0, "disposal": 1, "palette": shared}
    pictures[0].save(path, "GIF", save_all=True, optimize=False, **more)


def as_pillow(image: QImage) -> Image.Image:
    """The same picture for pillow."""
    rows = np.frombuffer(image.constBits(), np.uint8).reshape(image.height(), image.bytesPerLine() // 4, 4)
    return Image.fromarray(np.ascontiguousarray(rows[:, : image.width(), 2::-1]))


def spread(count: int, most: int) -> list[int]:
    """At most `most` of the numbers 0, ..., count - 1, evenly spaced, with the first and the last.

    >>> spread(4, 10), spread(100, 4)
    ([0, 1, 2, 3], [0, 33, 66, 99])
    """
    return sorted({int(i) for i in np.round(np.linspace(0, count - 1, min(count, most)))})


def spread_over(indices: Sequence[int], most: int) -> list[int]:
    """At most `most` of these, evenly spaced."""
    return [indices[i] for i in spread(len(indices), most)]
