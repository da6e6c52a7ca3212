"""The layout of axes converges for any tick labels: two that shared the room alternated for ever."""

from __future__ import annotations

import pyqtgraph as pg
import pytest
from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGraphicsTextItem

from engine.core.surfaces import Surface
from gui.canvas.surfaces.name_axis import NumberAxis

ENDLESS = 12
"""More paintings than this in a row are not going to end."""


@pytest.fixture
def plane(qtbot):
    plot = pg.PlotWidget(axisItems={side: NumberAxis(side) for side in ("bottom", "left")})
    plot.getViewBox().setAspectLocked(True)
    for side in ("bottom", "left"):
        plot.getAxis(side).setStyle(tickLength=-4, maxTickLevel=0, hideOverlappingLabels=True)
    qtbot.addWidget(plot)
    plot.show()
    return plot


def paintings(plot: pg.PlotWidget, monkeypatch: pytest.MonkeyPatch) -> int:
    """How often the left axis is painted until nothing happens any more."""
    painted: list[float] = []
    known = NumberAxis.generateDrawSpecs
    with monkeypatch.context() as patch:
        patch.setattr(NumberAxis, "generateDrawSpecs", lambda axis, p: painted.append(axis.width()) or known(axis, p))
        before = -1
        while before != len(painted) <= ENDLESS:
            before = len(painted)
            QCoreApplication.sendPostedEvents()
            plot.grab()
    return len(painted)


@pytest.mark.parametrize(
    ("width", "height", "end"),
    [(252, 317, 149422954906875.8), (231, 319, 1388954967306091.8), (615, 497, 3335055.635631495)],
)
def test_layout_of_two_axes_converges(plane, monkeypatch, width, height, end):
    plane.resize(width, height)
    plane.getViewBox().setRange(xRange=(0, end), yRange=(0, end), padding=0)
    assert 0 < paintings(plane, monkeypatch) <= ENDLESS


def test_axis_shrinks_back_after_long_tick_labels(plane, monkeypatch):
    plane.resize(400, 300)
    widths = []
    for end in (10.0, 1e16, 10.0):
        plane.getViewBox().setRange(xRange=(0, end), yRange=(0, end), padding=0)
        paintings(plane, monkeypatch)
        widths.append(plane.getAxis("left").width())
    assert widths[2] <= widths[0] < widths[1] - 10


def test_axes_exist_from_the_start_and_ranges_relabel_nothing(chart, monkeypatch):
    """Axes that pyqtgraph made and lost again took a tenth of the time of opening a chart."""
    made: list[pg.AxisItem] = []
    known = pg.AxisItem.__init__
    with monkeypatch.context() as patch:
        patch.setattr(pg.AxisItem, "__init__", lambda axis, *of, **how: made.append(axis) or known(axis, *of, **how))
        view = chart(Surface("chart", "A chart"))
    axes = [view.plot.getAxis(side) for side in ("bottom", "left", "top", "right")]
    assert len(made) == 4 and set(made) == set(axes)
    assert [axis.isVisible() for axis in axes] == [True, True, False, False]
    labelled: list[str] = []
    monkeypatch.setattr(QGraphicsTextItem, "setHtml", lambda item, text: labelled.append(text))
    view.box.setRange(xRange=(0, 1e9), yRange=(0, 1e-9))
    assert not labelled
