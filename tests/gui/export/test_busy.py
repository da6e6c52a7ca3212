"""While a file is written the window lives: progress is shown, it can be cancelled, and failures harm nothing."""

from __future__ import annotations

import resource
import time
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QFileDialog, QMessageBox

import engine
from engine.base.errors import Refusal
from engine.core.marks import Region
from gui.export.dialog import ExportDialog, with_format
from gui.export.export_worker import ExportWorker, lasting
from gui.export.figures import PAINTING, export_figure, figure_task
from gui.export.options import FigureOptions
from gui.export.task import Beside, Note, Stopped, exhausted
from tests.gui.showing import Shown

MOST = 0.2
"""Seconds for which the GUI thread may compute at one go."""


@pytest.fixture
def dialog(shown, qtbot):
    made = ExportDialog(shown, shown.session, shown.look)
    qtbot.addWidget(made)
    made.show()
    qtbot.waitUntil(lambda: made.preview.pixmap().width() > 0)
    return made


class Nearest:
    """The class of the nearest of many points, each compared with each: nothing that is known takes longer."""

    def __init__(self, X: np.ndarray, y: np.ndarray) -> None:
        self.X, self.y = X, y

    def predict(self, X: np.ndarray) -> np.ndarray:
        parts = [X[i : i + 50] for i in range(0, len(X), 50)]
        near = [((part[:, None, :] - self.X[None]) ** 2).sum(axis=2).argmin(axis=1) for part in parts]
        return self.y[np.concatenate(near)]


def many(shown: Shown, qtbot) -> None:
    """Ten thousand points, and the areas of their nearest neighbour."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(10_000, 2))
    y = (X[:, 1] > np.sin(2 * X[:, 0])).astype(int)
    session, plane = shown.session, shown.plane
    session.open_data(engine.Dataset.from_arrays(X, y))
    qtbot.waitUntil(lambda: session.lane.settled and session.lane.ending is not None)
    frame = session.lane.frame
    model = Nearest(X, y)
    plane.show_marks([replace(m, model=model) if isinstance(m, Region) else m for m in frame.marks], frame)
    plane.fit()


class Pulse:
    """How long the GUI thread computes between two beats of a timer; other programs on the machine do not count."""

    def __init__(self) -> None:
        self.longest, self._last = 0.0, time.thread_time()
        self._timer = QTimer(interval=5)
        self._timer.timeout.connect(self._beat)
        self._timer.start()

    def _beat(self) -> None:
        now = time.thread_time()
        self.longest, self._last = max(self.longest, now - self._last), now

    def stop(self) -> float:
        self._timer.stop()
        return self.longest


# -- it lives ----------------------------------------------------------------------------------------------------------


@pytest.mark.full
def test_slow_model_keeps_the_window_responsive_and_is_cancelled_at_once(shown, dialog, qtbot, tmp_path):
    many(shown, qtbot)
    cancelled = []

    def cancel() -> None:
        assert dialog.progress.isVisible() and "Computing the areas" in dialog.words.text()
        cancelled.append(time.process_time())  # what it computes from now on; a busy machine does not count
        QTest.mouseClick(dialog.leave, Qt.MouseButton.LeftButton)

    QTimer.singleShot(1500, cancel)
    pulse = Pulse()
    assert not dialog.write(tmp_path / "a.png")
    assert pulse.stop() < MOST
    assert time.process_time() - cancelled[0] < 1.0
    assert dialog.isVisible() and dialog.words.text() == "Cancelled: nothing was written."
    assert list(tmp_path.iterdir()) == [] and dialog.save.isEnabled() and dialog.leave.text() == "Close"


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_ten_thousand_points_are_painted_in_slices(shown, dialog, qtbot, tmp_path, suffix):
    many(shown, qtbot)
    shown.plane.show_marks([m for m in shown.plane.marks if not isinstance(m, Region)], shown.plane.frame)
    pulse = Pulse()
    assert dialog.write(tmp_path / f"a{suffix}")
    assert pulse.stop() < MOST and (tmp_path / f"a{suffix}").stat().st_size > 20_000


def test_animation_shows_progress_and_escape_cancels(dialog, tmp_path):
    (tmp_path / "run.gif").write_bytes(b"old")
    began, heard = time.thread_time(), []
    dialog._writing.told.connect(lambda share, words: heard.append((time.thread_time() - began, words)))
    QTimer.singleShot(300, lambda: QTest.keyClick(dialog, Qt.Key.Key_Escape))
    assert not dialog.write(tmp_path / "run.gif")
    assert heard[0][0] < 0.3 and "step" in heard[0][1]
    assert (tmp_path / "run.gif").read_bytes() == b"old" and len(list(tmp_path.iterdir())) == 1
    assert dialog.isVisible()


def test_window_is_disabled_while_a_file_is_written(dialog, tmp_path):
    seen = []
    QTimer.singleShot(200, lambda: seen.append((dialog.form.isEnabled(), dialog.save.isEnabled(), dialog.leave.text())))
    QTimer.singleShot(250, dialog.leave.click)
    dialog.write(tmp_path / "run.gif")
    assert seen == [(False, False, "Cancel")] and dialog.form.isEnabled()


@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf"])
def test_figure_cancelled_while_painting_restores_its_painter(shown, qtlog, tmp_path, suffix):
    task = figure_task(shown, tmp_path / f"a{suffix}", FigureOptions())
    request = next(task)
    while not (isinstance(request, Note) and request.words == PAINTING):
        request = task.send(exhausted(request.compute(), lambda share: None) if isinstance(request, Beside) else None)
    for _ in range(8):
        assert task.send(None) is None, "a stroke"
    task.close()
    assert [r.message for r in qtlog.records if "QPainter" in r.message] == [] and list(tmp_path.iterdir()) == []


# -- it fails ----------------------------------------------------------------------------------------------------------


@pytest.mark.full
@pytest.mark.parametrize("suffix", [".png", ".svg", ".pdf", ".gif", ".webp", ".mp4"])
def test_full_disk_shows_a_message_and_keeps_the_old_file(dialog, tmp_path, suffix):
    path = tmp_path / f"a{suffix}"
    path.write_bytes(b"old")
    dialog.form.dpi.setValue(96)  # the disk is too small for small pictures too
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, hard))
    try:
        assert not dialog.write(path)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert "cannot be written" in dialog.words.text() and dialog.words.property("look") == "wrong"
    assert path.read_bytes() == b"old" and list(tmp_path.iterdir()) == [path]
    assert dialog.write(path), "the next attempt is free"


@pytest.mark.parametrize("name", ["a.png", "a.svg", "a.pdf"])
def test_full_disk_shows_a_message_without_a_window(shown, tmp_path, name):
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (4000, hard))
    try:
        with pytest.raises(Refusal, match="cannot be written"):
            export_figure(shown, tmp_path / name)
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))
    assert list(tmp_path.iterdir()) == []


def test_bug_in_a_model_is_reported_as_a_bug(shown, dialog, tmp_path):
    class Broken:
        def predict(self, X: np.ndarray) -> np.ndarray:
            raise ZeroDivisionError("a bug")

    marks = [replace(m, model=Broken()) if isinstance(m, Region) else m for m in shown.plane.marks]
    shown.session.crashed.connect(lambda words: None)
    shown.plane.show_marks(marks, shown.plane.frame)
    with pytest.raises(ZeroDivisionError, match="a bug"):
        dialog.write(tmp_path / "a.png")
    assert list(tmp_path.iterdir()) == [] and dialog.form.isEnabled()


# -- names -------------------------------------------------------------------------------------------------------------


def test_proposed_name_has_data_algorithm_and_step(shown, dialog, monkeypatch):
    asked = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: asked.append(Path(a[2]).name) or ("", ""))
    dialog.save.click()
    dialog.form.kind.setCurrentIndex(dialog.form.kind.findData(".gif"))
    dialog.save.click()
    assert asked == ["iris kmeans step 3.png", "iris kmeans.gif"]


def test_a_name_with_a_dot_keeps_it(tmp_path):
    assert with_format(str(tmp_path / "figure 1.2"), ".pdf").name == "figure 1.2.pdf"
    assert with_format("a.SVG", ".png").name == "a.SVG"


@pytest.mark.parametrize(("answer", "content"), [("No", b"old"), ("Yes", b"\x89PNG")])
def test_replacing_a_file_with_an_added_suffix_asks_first(dialog, tmp_path, monkeypatch, answer, content):
    (tmp_path / "figure.png").write_bytes(b"old")
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: (str(tmp_path / "figure"), ""))

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox) and "figure.png is there already" in box.text()
        box.button(getattr(QMessageBox.StandardButton, answer)).click()

    QTimer.singleShot(200, press)
    dialog.save.click()
    assert (tmp_path / "figure.png").read_bytes()[:4] == content


# -- the worker -------------------------------------------------------------------------------------------------------


def test_dropped_task_cleans_up_silently(qtbot):
    told = []

    def task():
        try:
            while True:
                yield Note(0.5, "Working")
        finally:
            told.append("cleared up")

    worker = ExportWorker()
    worker.ended.connect(told.append)
    worker.start(task())
    qtbot.wait(50)
    worker.drop()
    assert told == ["cleared up"] and not worker.busy


def test_background_work_stops_at_its_next_progress_report(qtbot):
    def forever():
        while True:
            time.sleep(0.01)
            yield 0.0

    def task():
        yield Note(0.0, "Working", 1.0)
        yield Beside(forever)

    worker, ended = ExportWorker(), []
    worker.ended.connect(ended.append)
    worker.start(task())
    qtbot.wait(50)
    worker.cancel()
    qtbot.waitUntil(lambda: bool(ended))
    assert isinstance(ended[0], Stopped)


def test_remaining_time_is_rounded():
    assert [lasting(seconds) for seconds in (0.2, 3.2, 70, 119)] == [
        "about 1 s",
        "about 4 s",
        "about 1 min 10 s",
        "about 2 min",
    ]
