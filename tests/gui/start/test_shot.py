"""Pictures of the real window: they show what was asked for."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QColor, QImage
from PySide6.QtWidgets import QApplication

from engine import load
from engine.core.marks import Gallery
from engine.data.split import Split
from engine.data.toys import generate
from gui.canvas.presentation import Part
from gui.lessons.lesson import lesson_of
from gui.lessons.player import LessonPlayer
from gui.look.appearance import THEMES
from gui.session.session import Session
from gui.start.request import requested
from gui.start.shot import settle, settled
from gui.window.main_window import MainWindow
from tests.gui.lessons.small import with_stop

ROOT = Path(__file__).parents[3]


def shot(tmp_path: Path, *arguments: str) -> np.ndarray:
    """The picture (height, width, 3) that the command line makes, in a process of its own."""
    path = tmp_path / "out.png"
    command = [sys.executable, str(ROOT / "main.py"), "--shot", str(path), *arguments]
    ended = subprocess.run(command, capture_output=True, text=True, cwd=ROOT, timeout=120)
    assert ended.returncode == 0, ended.stderr
    image = QImage(str(path)).convertToFormat(QImage.Format.Format_RGB888)
    rows = np.array(image.constBits(), dtype=np.uint8).reshape(image.height(), image.bytesPerLine())
    return rows[:, : 3 * image.width()].reshape(image.height(), image.width(), 3)


def share(picture: np.ndarray, colour: QColor | str) -> float:
    """How much of a picture has exactly this colour."""
    return float(np.all(picture == QColor(colour).getRgb()[:3], axis=2).mean())


@pytest.mark.full
@pytest.mark.parametrize("theme", ["light", "dark"])
def test_first_picture_has_points_and_areas_of_three_classes(tmp_path: Path, theme: str) -> None:
    picture = shot(tmp_path, "--size", "1280x720", "--theme", theme)
    assert picture.shape == (720, 1280, 3)
    for code in range(3):
        assert share(picture, THEMES[theme].class_colour(code)) > 2e-4, f"points of class {code}"
        assert share(picture, THEMES[theme].region_colour(code)) > 0.02, f"area of class {code}"
    assert share(picture, THEMES[theme].panel) > 0.2


@pytest.mark.full
def test_same_request_gives_the_same_picture(tmp_path: Path) -> None:
    wanted = ("--data", "moons", "--algorithm", "nearest_mean", "--step", "end", "--seed", "3", "--size", "1100x700")
    first, again = shot(tmp_path, *wanted), shot(tmp_path, *wanted)
    assert np.array_equal(first, again)


@pytest.mark.full
@pytest.mark.parametrize(
    "wanted", [("sine", "kernel_density"), ("iris", "kmeans"), ("sine", "knn_regression"), ("moons", "mlp")]
)
def test_same_command_writes_identical_pixels_on_a_busy_machine(tmp_path: Path, wanted: tuple[str, str]) -> None:
    """Three at a time: what is seen on the way, and when, differs from one to the next."""
    data, key = wanted
    command = [sys.executable, str(ROOT / "main.py"), "--data", data, "--algorithm", key, "--step", "end"]
    paths = [tmp_path / f"{number}.png" for number in range(3)]
    made = [subprocess.Popen([*command, "--size", "1000x640", "--shot", str(path)], cwd=ROOT) for path in paths]
    assert [one.wait(120) for one in made] == [0, 0, 0]
    assert len({path.read_bytes() for path in paths}) == 1


@pytest.mark.full
def test_picture_waits_for_exact_gallery_panels(window: MainWindow) -> None:
    window.session.open_data(generate("moons", 0))
    window.session.choose_algorithm("mlp")
    window.session.go_to(3)
    settle(window, exact=True)
    painters = [painter for view in window.canvas.surfaces() for painter in view.painters_of(Gallery)]
    stages = [painter.item.smalls[index].stage for painter in painters for index in painter.seen()]
    assert stages and {*stages} == {"exact"}


def test_run_is_opened_at_the_requested_step() -> None:
    """Were it opened at its first and then sent on, that would be seen on the way, or not."""
    session = Session()
    wanted: list[int | None] = []
    session.requested.connect(lambda: wanted.extend(lane.transport.wanted for lane in session.lanes))
    requested(data="iris", algorithm="kmeans", step="end", compare=("pca",)).fill(session, LessonPlayer(session))
    assert set(wanted) == {None}
    session.close()


@pytest.mark.full
def test_perceptron_line_turns_with_the_steps(tmp_path: Path) -> None:
    wanted = ("--data", "gate_and", "--algorithm", "perceptron", "--size", "1100x700")
    first, last = shot(tmp_path, *wanted, "--step", "1"), shot(tmp_path, *wanted, "--step", "end")
    canvas = (slice(100, 560), slice(260, 780))
    blue, orange = (THEMES["light"].region_colour(code) for code in (0, 1))
    assert share(last[canvas], blue) > 0.3 and share(last[canvas], orange) > 0.05
    assert abs(share(first[canvas], blue) - share(last[canvas], blue)) > 0.05


def test_picture_waits_for_the_numbers_of_a_lesson(window: MainWindow) -> None:
    """The errors of a forest are judged after its run is known, and a picture of the lesson had "…" in its words."""
    words = "It has {measure error, validation} here."
    window.lessons.open(lesson_of(with_stop(words=words)))
    settled_but_for_the_words = partial(settled, window, whole_run=False)
    until = time.monotonic() + 60
    while not settled_but_for_the_words():
        QApplication.processEvents()
        assert time.monotonic() < until
    assert "…" in window.lessons.words and not settled(window)
    window.session.table.set_split(Split(validation=0.25))
    settle(window)
    assert "…" not in window.lessons.words and settled(window)


def test_picture_waits_for_pending_surfaces(window: MainWindow) -> None:
    window.session.open_data(load("iris"))
    window.session.choose_algorithm("cart")
    settle(window)
    assert settled(window)
    presentation = window.canvas.presentation
    presentation.present([Part(lambda: None, opens=surface) for surface in window.canvas.offered()])
    assert presentation.opening and not settled(window)
    presentation.drop()
    assert settled(window)
