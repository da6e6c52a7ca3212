"""A target that is a number: points and areas in shades of one scale, its legend, and what a figure says of it."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.marks import Gallery, Points, Region
from engine.data.dataset import Dataset
from gui.canvas.tools.tool import told
from gui.export.shown import legend_of
from gui.look.channels import channels
from gui.look.theme import FIRST_SHADE, SHADED, SHADES
from gui.painters.shaded import scale_of, shades_of
from tests.gui.canvas.hand_made import pixel
from tests.gui.canvas.seeing import share, where
from tests.gui.canvas.test_legend import drawn

CODES = [FIRST_SHADE - step for step in range(SHADES)]


def rising(n: int = 71) -> Dataset:
    """Points from the lower left to the upper right, whose numbers rise from 0 to 14."""
    t = np.linspace(0.0, 14.0, n)
    return Dataset(np.column_stack([t, t + np.sin(t)]), t, target_name="price", name="prices")


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_each_point_has_the_shade_of_its_value(canvas, theme):
    canvas.appearance.set_theme(theme)
    canvas.session.open_data(rising(8))
    image, look = canvas.plane_view.widget.grab().toImage(), canvas.appearance.theme
    for row, code in enumerate(shades_of(canvas.session.table.data).tolist()):
        spot = pixel(canvas.plane_view, *canvas.plane_view.uv[row].tolist())
        assert image.pixelColor(spot).name() == look.class_colour(code).name(), row


def test_one_symbol_style_per_shade(canvas):
    canvas.session.open_data(rising(5_000))
    canvas.grab()
    markers = canvas.plane_view.training.markers
    assert sorted((marker.code for marker in markers), reverse=True) == CODES


def test_very_many_points_are_binned_by_shade(canvas):
    canvas.session.open_data(rising(30_000))
    canvas.grab()
    painter, theme = canvas.plane_view.training, canvas.appearance.theme
    expected = [channels(theme.class_colour(marker.code)) for marker in painter.markers]
    assert np.array_equal(painter.shades(), expected)
    assert all(len(where(canvas.plane_view.widget, theme.class_colour(code))) > 50 for code in CODES)


def test_edited_value_changes_the_shade_among_many_points(canvas):
    data = rising(4_000)
    canvas.session.open_data(data)
    canvas.grab()
    canvas.session.points.set_cell(2000, data.d, "14")
    painter = canvas.plane_view.training
    assert painter.markers[painter.which[2000]].code == CODES[-1]


def test_legend_is_a_scale_with_ends_and_title(canvas):
    canvas.session.open_data(rising())
    legend, theme = canvas.legend, canvas.appearance.theme
    assert drawn(legend) == ["14", "0", "price"]
    assert all(share(legend, theme.class_colour(code)) > 0.002 for code in CODES)
    bars = [where(legend, theme.class_colour(code))[:, 0].mean() for code in CODES]
    assert bars == sorted(bars), "the least at the left"
    assert "0 to 2, 10" in legend.toolTip()
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton)
    assert drawn(legend) == ["14", "0"]


def test_short_legend_has_a_narrow_scale_and_both_numbers(canvas):
    canvas.session.open_data(rising())
    QApplication.processEvents()  # the heading is shared out, and leaves the legend alone from now on
    legend, theme = canvas.legend, canvas.appearance.theme
    legend.resize(90, legend.height())
    assert drawn(legend)[:2] == ["14", "0"]
    shades = [where(legend, theme.class_colour(code))[:, 0] for code in CODES]
    assert all(len(columns) > 20 for columns in shades)
    assert shades[0].min() >= legend.metrics.horizontalAdvance("0"), "nothing of it is cut"
    QTest.mouseMove(legend, QPoint(round(shades[2].mean()), legend.height() // 2))
    assert legend.entry_at(shades[2].mean()).code == CODES[2]


def test_hovered_shade_highlights_its_points_and_shows_their_values(canvas):
    canvas.session.open_data(rising())
    canvas.grab()
    legend, theme, view = canvas.legend, canvas.appearance.theme, canvas.plane_view
    spot = where(legend, theme.class_colour(CODES[2])).mean(axis=0).astype(int)
    QTest.mouseMove(legend, QPoint(*spot.tolist()))
    QApplication.processEvents()
    assert drawn(legend)[-1] == "4 to 6: 10 points"
    seen = [len(where(view.widget, theme.class_colour(code))) for code in CODES]
    assert seen[2] > 50 and not any(seen[:2]) and not any(seen[3:])


def test_model_areas_have_the_shades_of_the_predictions(canvas, settled):
    session = canvas.session
    session.open_data(rising())
    session.add_lane("regression_tree")
    settled()
    session.go_to(1)
    settled()
    canvas.grab()
    view, theme = canvas.plane_view, canvas.appearance.theme
    means = session.lane.frame.step.model.means[1:]
    for code in scale_of(session.table.data).codes(means).tolist():
        assert share(view.widget, theme.region_colour(code, SHADED), 2) > 0.2
    painter = view.painters_of(Region)[0]
    assert painter.shown.request.scale == scale_of(session.table.data)


def test_another_theme_has_other_areas(canvas, settled):
    session = canvas.session
    session.open_data(rising())
    session.add_lane("knn_regression")
    settled()
    canvas.appearance.set_theme("dark")
    settled()
    canvas.grab()
    dark = canvas.appearance.theme.region_colour(CODES[-1], SHADED)
    assert share(canvas.plane_view.widget, dark, 2) > 0.02


def test_tooltip_shows_the_value_and_figures_the_shade(canvas):
    canvas.session.open_data(rising())
    assert "price = 0.2" in told(canvas.session.table.data, 1)
    entries = legend_of([canvas.plane_view])
    assert entries[0] == (CODES[0], "price 0 to 2") and entries[-1] == (CODES[-1], "12 to 14")


def test_equal_and_missing_values_are_shaded(canvas):
    data = rising(8)
    canvas.session.open_data(data.changed(y=np.where(np.arange(8) < 2, np.nan, 5.0)))
    canvas.grab()
    entries = {entry.name: entry.count for entry in canvas.legend.entries}
    assert entries["5 to 5"] >= 0 and entries["no number"] == 2
    canvas.session.open_data(data.changed(y=np.full(8, np.nan)))
    assert canvas.legend.entries == () and drawn(canvas.legend) == []


def test_chart_and_gallery_points_have_the_shades_of_their_rows(canvas, settled):
    session = canvas.session
    session.open_data(rising())
    session.add_lane("mlp", {"hidden": (2.0,), "epochs": 2})
    settled()
    for surface in canvas.offered():
        canvas.set_wanted(surface, True)
    settled()
    expected = shades_of(session.table.data)
    assert expected is not None
    charts = [view for view in canvas.surfaces() if view.surface.kind == "chart"]
    assert {view.surface.name for view in charts} == {"Target and answer", "The plane as the hidden layer bends it"}
    for view in charts:
        dots = next(painter for painter in view.painters_of(Points) if len(painter.uv) == session.table.data.n)
        assert [dots.markers[place].code for place in dots.which] == expected.tolist(), view.surface.name
    session.set_param("hidden", (3.0,))
    settled()
    (view,) = [view for view in canvas.surfaces() if view.surface.kind == "gallery"]
    (painter,) = view.painters_of(Gallery)
    (dots,) = painter._dots.values()
    assert dots.groups.tolist() == expected.tolist()
    session.open_data(rising().changed(y=None))
    assert view.shades(np.arange(3)) is None
