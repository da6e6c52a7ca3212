"""A picture of the real window, or the figure that it shows, made without a display."""

from __future__ import annotations

import argparse
import os
import sys
import time
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from engine.base.errors import Refusal
from engine.base.files import replaced
from gui.start import formats
from gui.start.request import Request
from gui.start.screen import PROGRAM

if TYPE_CHECKING:
    from PySide6.QtWidgets import QGraphicsItem

    from gui.canvas.surfaces.surface_view import SurfaceView
    from gui.window.main_window import MainWindow

PATIENCE = 120.0
"""Seconds after which a window that has not settled is given up."""
WHOLE_RUN = 10.0
"""Seconds to wait for the rest of a run, which only the timeline shows."""
CALM = 3
"""How often in a row everything must be ready: what arrives last may set something else going."""
SIZE = (1600, 1000)
PAPER = (17.0, 11.0)
"""The size of a figure in centimetres when none is asked for."""
COLUMN = 10.0
"""A narrower figure stands in a column of a page, where text is smaller."""


class Crashed(Exception):
    """A mistake of the program while a picture was made; its words are the traceback."""


@runtime_checkable
class Computed(Protocol):
    """A painter whose picture is computed elsewhere: `settled` when it is the final one."""

    @property
    def settled(self) -> bool: ...
    @property
    def item(self) -> QGraphicsItem: ...


def take(request: Request, options: argparse.Namespace) -> int:
    """Open the window offscreen, wait until it has settled, and write what is asked for; the exit status."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gui.look.appearance import Appearance
    from gui.start.app import application, collected_here, opened

    silence()
    for words in request.remarks:
        print(f"{PROGRAM}: {words}", file=sys.stderr)
    app = application()
    appearance = Appearance(options.theme or "light", options.presentation)
    size = options.size or SIZE
    window = opened(app, appearance, request, size)
    hook, sys.excepthook = sys.excepthook, reporting(window)
    try:
        with collected_here():
            window.show()
            settle(window)
            window.lay_out_afresh()
            settle(window, exact=True)
        if options.algorithm and (words := window.session.lane.refusal):
            raise Refusal(words)
        write(window, Path(options.shot), options.paper)
    finally:
        sys.excepthook = hook
        window.close_down()
        deleted(window)
    return 0


def deleted(window: MainWindow) -> None:
    """Let go of the window now: one that goes with the last reference to it is resized while its parts are gone."""
    from PySide6.QtCore import QCoreApplication, QEvent

    window.deleteLater()
    QCoreApplication.sendPostedEvents(window, QEvent.Type.DeferredDelete)


def reporting(window: MainWindow) -> Callable[[type[BaseException], BaseException, TracebackType | None], None]:
    """For `sys.excepthook`: what goes wrong in a slot is a crash like any other."""
    return lambda *error: window.session.crashed.emit("".join(traceback.format_exception(*error)))


def told(error: Exception) -> int:
    """Say in one line what went wrong, with the traceback in the log; the exit status."""
    from PySide6.QtCore import QCoreApplication

    from gui.start.app import logged, named

    named(QCoreApplication)
    words = str(error) if isinstance(error, Crashed) else "".join(traceback.format_exception(error))
    path, last = logged(words), words.strip().splitlines()[-1]
    print(f"{PROGRAM}: {last} (a mistake of the program, not yours; the details are in {path})", file=sys.stderr)
    return 1


def silence() -> None:
    """Silence harmless warnings of the offscreen platform."""
    from PySide6.QtCore import qInstallMessageHandler

    def handle(kind: object, context: object, words: str) -> None:
        if "propagateSizeHints" not in words:
            print(words, file=sys.stderr)

    qInstallMessageHandler(handle)


def settle(window: MainWindow, patience: float = PATIENCE, exact: bool = False) -> None:
    """Let the window work until everything that was on its way has arrived; `exact` as for `painted`."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    began, calm = time.monotonic(), 0
    crashes: list[str] = []
    window.session.crashed.connect(crashes.append)
    try:
        while calm < CALM:
            QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
            if crashes:
                raise Crashed(crashes[0])
            waited = time.monotonic() - began
            there = settled(window, waited < WHOLE_RUN, exact and waited < WHOLE_RUN)
            calm = calm + 1 if there else 0
            if waited > patience:
                raise Refusal(
                    f"The window was not ready after {patience:.0f} seconds: take fewer points or an earlier step."
                )
            if not calm:
                time.sleep(0.002)
    finally:
        window.session.crashed.disconnect(crashes.append)


def settled(window: MainWindow, whole_run: bool = True, exact: bool = False) -> bool:
    """Whether everything is there: the frame that is wanted, areas to the pixel, formulas, source, the whole run.

    And the numbers in the words of a lesson, of which some are judged when the run is known.
    """
    from gui.widgets.formula import typesetter

    if not window.appearance.settled:
        return False
    if not all(lane.settled and not (whole_run and lane.running) for lane in window.session.lanes):
        return False
    if window.session.table.fitting.busy or window.session.view.planes.busy or typesetter().busy:
        return False
    if whole_run and not window.lessons.ready:
        return False
    if window.session.reading and not window.session.lane.refusal and window.session.lane.seen_running is None:
        return False
    return not window.canvas.presentation.opening and all(painted(view, exact) for view in window.canvas.surfaces())


def painted(view: SurfaceView, exact: bool = False) -> bool:
    """Whether a surface shows the final pictures of all that is computed elsewhere.

    exact  with a model asked at every pixel: else that comes after a rest, and whether it is there is a matter of time
    """
    painters = view.every_painter()
    pictures = [painter for painter in painters if isinstance(painter, Computed) and painter.item.isVisible()]
    return all(painter.settled and (not exact or getattr(painter, "exact", True)) for painter in pictures)


def write(window: MainWindow, path: Path, paper: tuple[float, float] | None = None) -> None:
    """The window, or the figure it shows if the suffix or a size on paper says so."""
    if formats.is_figure(str(path), paper is not None):
        return draw(window, path, *(paper or PAPER))
    from PySide6.QtGui import QImage

    from gui.export.figures import as_pillow, pixels_of

    image = window.grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    with replaced(path) as temporary:
        as_pillow(pixels_of(image)).save(temporary, formats.WINDOW[path.suffix.lower()], quality=95)


def draw(window: MainWindow, path: Path, width: float, height: float) -> None:
    """What the window shows as a figure, as its export dialogue would write it."""
    from gui.export.figures import export_figure
    from gui.export.options import FigureOptions

    dark = window.appearance.theme.name == "dark"
    text = 7.0 if width < COLUMN else 8.0
    export_figure(window.canvas, path, FigureOptions(width, height, theme="dark" if dark else "light", text=text))
