"""The buttons of the runs."""

from __future__ import annotations

import pytest

from gui.docks.lanes_panel import RunButton


@pytest.mark.parametrize("width", [120, 180, 240])
def test_long_names_are_elided_in_the_middle(qtbot, width: int) -> None:
    drawn = []
    for linkage in ("single", "complete"):
        button = RunButton(f"1  Agglomerative (hierarchical) clustering, linkage {linkage}")
        qtbot.addWidget(button)
        button.resize(width, 28)
        button.show()
        drawn.append(button.drawn_text())
        assert button.fontMetrics().horizontalAdvance(drawn[-1]) <= width and "…" in drawn[-1]
    assert drawn[0] != drawn[1] and drawn[0].startswith("1  ") and drawn[1].endswith("te")


def test_a_name_that_has_room_is_drawn_whole(qtbot) -> None:
    button = RunButton("1  K-means")
    qtbot.addWidget(button)
    button.resize(200, 28)
    assert button.drawn_text() == "1  K-means"
