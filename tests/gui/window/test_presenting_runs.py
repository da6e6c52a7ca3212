"""Three runs are presented on a projector of 1280 by 720 pixels: nothing makes the window higher than that."""

from __future__ import annotations

import pytest

from gui.start.shot import settle
from gui.window.main_window import MainWindow


@pytest.fixture
def clothes() -> bool:
    """The style sheet makes buttons higher."""
    return True


@pytest.mark.parametrize("presented", [True, False])
def test_three_runs_leave_the_window_as_high_as_the_screen(window: MainWindow, presented: bool) -> None:
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
