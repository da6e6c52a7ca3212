"""A picture of the real window, made without a display."""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Protocol, runtime_checkable

from engine.base.errors import Refusal
from gui.start.request import Request

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


@runtime_checkable
class Computed(Protocol):
    """A painter whose picture is computed elsewhere: `settled` when it is the final one."""

    @property
    def settled(self) -> bool: ...
    @property
    def item(self) -> QGraphicsItem: ...


def take(request: Request, options: argparse.Namespace) -> int:
    """Open the window offscreen, wait until it has settled, and write it as PNG; the exit status."""
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    from gui.look.appearance import Appearance
    from gui.start.app import application, opened

    silence()
    app = application()
    appearance = Appearance(options.theme or "light", options.presentation)
    size = options.size or SIZE
    window = opened(app, appearance, request, size)
    try:
        window.show()
        settle(window)
        window.open_at(*size)  # the room shared out afresh, whatever the panels showed on the way
        settle(window)
        write(window, Path(options.shot))
    finally:
        window.close_down()
        window.deleteLater()
    return 0


def silence() -> None:
    """Keep from the terminal what the offscreen platform cannot do and nobody misses."""
    from PySide6.QtCore import qInstallMessageHandler

    def handle(kind: object, context: object, words: str) -> None:
        if "propagateSizeHints" not in words:
            print(words, file=sys.stderr)

    qInstallMessageHandler(handle)


def settle(window: MainWindow, patience: float = PATIENCE) -> None:
    """Let the window work until everything that was on its way has arrived."""
    from PySide6.QtCore import QEventLoop
    from PySide6.QtWidgets import QApplication

    began, calm = time.monotonic(), 0
    while calm < CALM:
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.AllEvents, 20)
        waited = time.monotonic() - began
        calm = calm + 1 if settled(window, waited < WHOLE_RUN) else 0
        if waited > patience:
            raise Refusal(
                f"The window was not ready after {patience:.0f} seconds: take fewer points or an earlier step."
            )
        if not calm:
            time.sleep(0.002)


def settled(window: MainWindow, whole_run: bool = True) -> bool:
    """Whether everything is there: the frame that is wanted, areas to the pixel, formulas, source, the whole run."""
    from gui.widgets.formula import FormulaView

    if not all(lane.settled and not (whole_run and lane.running) for lane in window.session.lanes):
        return False
    if any(view.busy() for view in window.findChildren(FormulaView)):
        return False
    if window.session.reading and not window.session.lane.refusal and window.session.lane.seen_running is None:
        return False
    return all(painted(view) for view in window.canvas.surfaces())


def painted(view: SurfaceView) -> bool:
    """Whether a surface shows the final pictures of all that is computed elsewhere."""
    kinds = {type(mark) for mark in getattr(view, "marks", ())}
    painters = [painter for kind in kinds for painter in view.painters_of(kind)] if kinds else []
    pictures = [painter for painter in painters if isinstance(painter, Computed) and painter.item.isVisible()]
    return all(painter.settled for painter in pictures)


def write(window: MainWindow, path: Path) -> None:
    """The window as PNG."""
    if not window.grab().save(str(path), "PNG"):
        raise Refusal(f"{path} cannot be written: is its folder there, and may you write to it?")
