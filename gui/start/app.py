"""The application: names, look, the window, and what happens when something goes wrong."""

from __future__ import annotations

import argparse
import gc
import os
import sys
import time
import traceback
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from importlib import import_module
from pathlib import Path
from types import TracebackType

from pyqtgraph.util.garbage_collector import GarbageCollector
from PySide6.QtCore import QCoreApplication, QSettings, QStandardPaths, Qt, QTimer
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import QApplication, QMessageBox

from engine.base.errors import Refusal
from engine.base.file_lock import swept
from engine.base.files import RESOURCES
from engine.base.words import counted
from gui.lessons.player import LessonPlayer
from gui.look.appearance import TEXT_SIZES, THEMES, Appearance
from gui.look.scratch import clear_abandoned
from gui.session.background_task import BackgroundTask
from gui.session.recovery import DAYS, MOST_FILES, Recovery, delete_old, left
from gui.session.session import Session
from gui.start import guard
from gui.start.request import Request, is_image
from gui.start.shutdown import ShutdownOnSignal
from gui.window.main_window import MainWindow
from gui.window.offer import Offer

USUAL = (1440, 900)
"""The size of the window when nothing is asked for, and the screen has room."""
COLLECTED = 0.25
"""Seconds between two looks whether there are cycles to be collected."""
IDLE = 1000
"""Milliseconds that the window has for its first pictures before what is wanted later is imported beside it."""
WARMED = ("numpy.ma", "scipy.linalg")
"""What is imported then: the first `np.unique` of a run waited 70 ms for masked arrays."""
LARGEST_LOG = 1_000_000
"""A log longer than this many bytes begins afresh."""


def start(request: Request, options: argparse.Namespace) -> int:
    """Open the window with what is asked for and stay until it is closed; the exit status."""
    app = application()
    appearance = Appearance(options.theme or remembered_theme(app), options.presentation)
    appearance.set_text_size(remembered_text_size())
    window = opened(app, appearance, request, options.size or usual_size(app))
    recovery = recovered(window)
    reporter = Reporter(window, recovery.keep_now)
    sys.excepthook = reporter.hook
    window.session.crashed.connect(reporter.report)
    if request.path is not None:
        window.desk.recent.add(request.path)
    remember_panel(window, open_it=request.session is None)
    remember_sections(window, fold_them=request.session is None)
    window.show()
    warm(window)
    preview_doubtful(window, request)
    stopped = ShutdownOnSignal(app, recovery.keep_now)
    with collected_here():
        code = app.exec()
    reporter.end()
    recovery.leave() if stopped.by else recovery.close()
    end(window)
    stopped.close()
    return code


def end(window: MainWindow) -> None:
    """Shut down a window that is still open: stopped and hidden.

    As the program ends Python takes its parts away in no order. Were it still seen, those that are left would be given
    the room of those that have gone, and painted in it, by code that asks after the others.
    """
    if not window.isHidden():
        window.close_down()
        window.hide()


def preview_doubtful(window: MainWindow, request: Request) -> None:
    """Where something in a table was doubtful, changed or left out, its preview is shown before it is used; and
    of an image, of which a table can be made in several ways, what is made of it.
    """
    if request.path is not None and (request.remarks or is_image(request.path)):
        QTimer.singleShot(0, window, partial(window.desk.open_table, request.path, request.target))


@contextmanager
def collected_here() -> Iterator[None]:
    """Let Python look for cycles on this thread only: in a worker it would destroy Qt's objects where it may not."""
    enabled, collector = gc.isenabled(), GarbageCollector(COLLECTED)
    gc.freeze()  # what the window is made of stays: there is no need to look at it again and again
    try:
        yield
    finally:
        collector.timer.stop()
        if enabled:
            gc.enable()


def recovered(window: MainWindow) -> Recovery:
    """The autosave of a window; what a crash or a kill left is offered, and its temporaries are cleared away."""
    folder = data_folder() / "recovery"
    recovery = Recovery(window.session, folder, window)
    window.desk.leaving.before_risk = recovery.keep_now
    if gone := delete_old(folder):
        words = f"at most {MOST_FILES} are kept, and for {DAYS} days"
        window.session.said.emit(
            f"{counted(gone, 'old session left by a crash was', 'old sessions left by crashes were')} deleted: {words}."
        )
    if found := left(folder):
        window.put_on_top(Offer(found, window.desk, recovery, window))
    folders = {folder, *(path.parent for path in window.desk.recent.paths())}
    sweeper = BackgroundTask(window)
    sweeper.ask(None, lambda: [*map(swept, folders), clear_abandoned()])
    return recovery


def warm(window: MainWindow) -> BackgroundTask:
    """Import beside the window what planes and models will want, so that the first of them does not wait for it."""
    task = BackgroundTask(window)
    QTimer.singleShot(IDLE, window, lambda: task.ask(None, lambda: [import_module(name) for name in WARMED]))
    return task


def remember_panel(window: MainWindow, open_it: bool) -> None:
    """Open the panel under the picture that was open the last time, unless a session says which, and note changes.

    In presentation mode none is opened beside the picture, nor noted: it comes back with all the others.
    """
    name, presented = str(QSettings().value("panel", "")), window.appearance.presentation
    name = name if name in window.tabs.buttons else ""
    if open_it:
        window.panels.open_after(name) if presented else window.tabs.show_panel(name)

    def note() -> None:
        if not window.appearance.presentation:
            QSettings().setValue("panel", window.tabs.open)

    window.tabs.changed.connect(note)


def remember_sections(window: MainWindow, fold_them: bool) -> None:
    """Fold those parts of the panels that were folded the last time, unless a session says which, and note changes.

    What a session folds as it is opened is not noted: only a person's own click is.
    """
    settings, panels = QSettings(), window.panels
    if fold_them and settings.contains("sections"):
        panels.fold_sections(str(settings.value("sections")).split(";"))
    for section in panels.sections.values():
        section.heading.clicked.connect(lambda: settings.setValue("sections", ";".join(panels.folded_sections())))


def application() -> QApplication:
    """The one application, named, so that its settings and its log have a place."""
    guard.install()
    sys.setswitchinterval(0.0005)  # halves the jitter of the window while the worker works
    os.environ.setdefault("QT_NO_GUI_THREADPOOL", "1")  # to share a gradient out takes as long as to paint it
    running = QApplication.instance()
    app = running if isinstance(running, QApplication) else QApplication(sys.argv[:1])
    named(app)
    app.setDesktopFileName("learnscope")
    return app


def named(app: QCoreApplication | type[QCoreApplication]) -> None:
    """The name under which settings and the log are kept."""
    app.setApplicationName("Learnscope")
    app.setOrganizationName("Learnscope")


def opened(app: QApplication, appearance: Appearance, request: Request, size: tuple[int, int]) -> MainWindow:
    """A window with what is asked for; the run begins while the window is being built."""
    app.setWindowIcon(QIcon(str(RESOURCES / "icons" / "learnscope.svg")))
    session = Session()
    lessons = LessonPlayer(session)
    try:
        request.fill(session, lessons)
    except Refusal:
        session.close()
        raise
    appearance.suit(size[1])  # before there are widgets: a menu bar that is not shown yet keeps the first of two fonts
    appearance.prepare(app)
    window = MainWindow(session, appearance, lessons)
    appearance.install(app)
    window.open_at(*size)
    return window


def remembered_theme(app: QApplication) -> str:
    """The theme of the last time, at first that of the desktop."""
    dark = app.styleHints().colorScheme() == Qt.ColorScheme.Dark
    chosen = str(QSettings().value("theme", "dark" if dark else "light"))
    return chosen if chosen in THEMES else "light"


def remembered_text_size() -> float | None:
    """The size of text that was chosen, or None to follow the system."""
    try:
        size = float(str(QSettings().value("text size", 0.0)))
    except ValueError:
        return None
    return size if TEXT_SIZES[0] <= size <= TEXT_SIZES[-1] else None


def usual_size(app: QApplication) -> tuple[int, int]:
    """As large as usual, or as the screen allows."""
    room = app.primaryScreen().availableGeometry()
    return min(USUAL[0], room.width()), min(USUAL[1], room.height() - 32)


class Reporter:
    """Tells of a bug: the traceback goes to a log, and a dialogue offers to save what is open, after calling `save`."""

    def __init__(self, window: MainWindow, save: Callable[[], object]) -> None:
        self._window, self._save = window, save
        self._speaking, self._over = False, False

    def hook(self, kind: type[BaseException], error: BaseException, trace: TracebackType | None) -> None:
        """For `sys.excepthook`."""
        if issubclass(kind, KeyboardInterrupt):
            sys.__excepthook__(kind, error, trace)
            return
        self.report("".join(traceback.format_exception(kind, error, trace)))

    def end(self) -> None:
        """The program ends: from now on there is no window that a dialogue could stand over."""
        self._over = True

    def report(self, words: str) -> None:
        """Write the traceback down; while one dialogue is open there is no second."""
        path = logged(words)
        print(words, file=sys.stderr)
        if self._speaking or self._over:
            return
        self._speaking = True
        try:
            self._save()
            self._ask(words, path)
        finally:
            self._speaking = False

    def _ask(self, words: str, path: Path) -> None:
        box = QMessageBox(
            QMessageBox.Icon.NoIcon, "Learnscope", "Something went wrong inside Learnscope.", parent=self._window
        )
        box.setInformativeText(
            f"{words.strip().splitlines()[-1]}\n\nThis is a mistake of the program, not yours. "
            f"What is open is still there. The details are in {path}."
        )
        box.setDetailedText(words)
        save = box.addButton("Save the session…", QMessageBox.ButtonRole.AcceptRole)
        box.addButton("Go on", QMessageBox.ButtonRole.RejectRole)
        box.exec()
        if box.clickedButton() is save:
            self._window.desk.save_as()
        box.deleteLater()


def log_path() -> Path:
    """Where tracebacks go."""
    return data_folder() / "learnscope.log"


def data_folder() -> Path:
    """Where the program keeps what is the person's and has no file of theirs."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation))


def logged(words: str) -> Path:
    """Add a traceback to the log; a disk that is full must not make it worse."""
    path = log_path()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        mode = "w" if path.exists() and path.stat().st_size > LARGEST_LOG else "a"
        with open(path, mode, encoding="utf-8") as file:
            file.write(f"{time.strftime('%Y-%m-%d %H:%M:%S')}\n{words}\n")
    except OSError as error:
        print(f"The log {path} cannot be written: {error}", file=sys.stderr)
    return path
