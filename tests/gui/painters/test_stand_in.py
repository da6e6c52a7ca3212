"""While a run is being computed, each frame asks for other areas: an older picture stands in until theirs is there."""

from __future__ import annotations

import time

import numpy as np
import pytest
from PySide6.QtCore import QRectF

from engine.core.marks import Region
from engine.data.dataset import Dataset
from tests.gui.canvas.hand_made import frame


class Slow:
    """A model that takes a tenth of a second for each question."""

    def __init__(self, radius: float) -> None:
        self.radius = radius

    def predict(self, X: np.ndarray) -> np.ndarray:
        time.sleep(0.1)
        return (np.hypot(X[:, 0], X[:, 1]) < self.radius).astype(int)


@pytest.fixture
def bare(plane):
    plane.session.open_data(Dataset(np.array([[-40.0, -40.0]]), name="far"))
    plane.box.setRange(QRectF(-4.0, -3.0, 8.0, 6.0), padding=0)
    yield plane
    plane.close_down()


def test_late_first_look_does_not_replace_the_finer_picture(bare, qtbot):
    mark = Region(Slow(1.0))
    bare.show_marks((mark,), frame(bare.session, (mark,)))
    painter = bare.painters_of(Region)[0]
    qtbot.waitUntil(lambda: painter.shown is not None and painter.shown.stage == "coarse")
    coarse = painter.shown
    qtbot.waitUntil(lambda: painter.settled)
    fine = painter.shown
    bare.regions.ready.emit(painter._key, coarse)
    assert painter.shown is fine and fine.image.width() > coarse.image.width()


def test_areas_follow_a_run_whose_frames_precede_their_pictures(bare, qtbot):
    models, shown = [Slow(1 + 0.01 * number) for number in range(80)], []
    for model in models:
        mark = Region(model)
        bare.show_marks((mark,), frame(bare.session, (mark,)))
        qtbot.wait(25)
        painter = bare.painters_of(Region)[0]
        if painter.shown is not None and painter.shown.request.model not in shown:
            shown.append(painter.shown.request.model)
            assert not painter.settled, "it is not the picture that was asked for"
        if len(shown) == 2:
            break
    assert len(shown) == 2 and models.index(shown[0]) < models.index(shown[1])
    qtbot.waitUntil(lambda: painter.settled and painter.shown.request.model is model)
