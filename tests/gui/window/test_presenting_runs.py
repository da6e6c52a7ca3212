"""Three runs are presented on a projector of 1280 by 720 pixels: the window is no higher, and the classes are named."""

from __future__ import annotations

import pytest

from gui.start.shot import settle
from gui.window.main_window import MainWindow


@pytest.fixture
def styled() -> bool:
    """The style sheet makes buttons higher."""
    return True


@pytest.mark.parametrize("presented", [True, False])
def test_three_runs_fit_the_screen_height(window: MainWindow, presented: bool) -> None:
    window.open_at(1280, 690)
    window.appearance.set_presentation(presented)
    settle(window)
    for key in ("dbscan", "gaussian_mixture"):
        window.session.add_lane(key)
        window.model.fold(False)
        settle(window)
    for lane in range(3):
        window.session.activate_lane(lane)
        window.model.fold(False)
        settle(window)
        assert window.height() <= 690
        assert not window.model.section.is_folded and window.model.area.viewport().height() > 0


@pytest.mark.parametrize("overlaid", [True, False])
def test_legend_of_presented_runs_has_its_height(window: MainWindow, overlaid: bool) -> None:
    window.open_at(1280, 690)
    window.appearance.set_presentation(True)
    for key in ("dbscan", "gaussian_mixture"):
        window.session.add_lane(key)
    window.session.view.set_overlaid(overlaid)
    settle(window)
    legend = window.canvas.legend
    assert legend.isVisible() and legend.height() >= legend.metrics.height()
    shot = legend.grab().toImage()
    assert len({shot.pixelColor(x, y).rgb() for x in range(shot.width()) for y in range(shot.height())}) > 20


def test_buttons_of_a_presented_run_are_uncut(window: MainWindow) -> None:
    window.open_at(1280, 690)
    window.appearance.set_presentation(True)
    window.model.fold(False)
    settle(window)
    start = window.model.start
    for button in (start.again, start.go_on):
        assert button.width() >= button.sizeHint().width() and button.text() in ("Restart", "Continue")
    window.appearance.set_presentation(False)
    settle(window)
    assert start.go_on.text() == "Continue from here" and start.go_on.width() >= start.go_on.sizeHint().width()
