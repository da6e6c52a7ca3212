"""An axis of dates has dates at its ticks, in whole years, months, days or hours, on the plane and on charts."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.dates import FIRST, LAST
from engine.data.dataset import Column, Dataset
from engine.data.plane import Plane
from engine.data.preparing.preparation import Entry, Preparation
from engine.data.preparing.scaling import Standardise
from gui.canvas.surfaces.chart_words import told_at
from gui.canvas.surfaces.date_ticks import date_ticks, tick_texts
from gui.canvas.surfaces.name_axis import NumberAxis
from gui.canvas.surfaces.surface_view import SurfaceView
from gui.session.coordinates import shows_dates

SOLD, PRICE = Column("sold", "date"), Column("price")
SHOP = Dataset(
    np.array([[19400.0 + 50 * i, 100.0 + 7 * i % 40] for i in range(12)]), np.arange(12) % 2, (SOLD, PRICE),
    class_names=("a", "b"),
)  # fmt: skip


@pytest.mark.parametrize(
    ("low", "high", "texts"),
    [
        (0.0, 12000.0, ["1970", "1975", "1980", "1985", "1990", "1995", "2000"]),
        (19700.0, 20100.0, ["2024-01", "2024-03", "2024-05", "2024-07", "2024-09", "2024-11", "2025-01"]),
        (19797.5, 19801.2, ["2024-03-16", "2024-03-17", "2024-03-18", "2024-03-19"]),
        (19799.1, 19799.6, ["2024-03-17 03:00", "06:00", "09:00", "12:00"]),
        (19799.0, 19799.0 + 12 / 86400, ["2024-03-17", "00:00:05", "00:00:10"]),
    ],
)
def test_ticks_are_whole_units(low: float, high: float, texts: list[str]):
    spacing, ticks = date_ticks(low, high, 5)
    assert tick_texts(ticks, spacing) == texts


@given(st.floats(-1e6, 4e6), st.floats(-6, 7), st.integers(1, 30))
def test_ticks_are_in_sight_few_and_apart(low: float, exponent: float, most: int):
    high = low + 10**exponent
    spacing, ticks = date_ticks(low, high, most)
    assert len(ticks) <= 2 * most + 2
    slack = 1e-6 * spacing + 1e-9
    assert all(low - slack <= tick <= high + slack and FIRST <= tick < LAST for tick in ticks)
    assert (np.diff(ticks) > 0.8 * spacing).all()
    assert len({*tick_texts(ticks, spacing)}) == len(ticks) or spacing < 1


@pytest.mark.parametrize("side", ["bottom", "left"])
def test_axis_shows_dates_only_if_it_has_some(qtbot, side: str):
    axis = NumberAxis(side)
    axis.set_dates(True)
    ((spacing, ticks),) = axis.tickValues(19400.0, 20000.0, 600)
    texts = axis.tickStrings(ticks, 1.0, spacing)
    assert len(texts) > 2 and {"2023-05", "2023-07"} & {*texts} and all(text[4] == "-" for text in texts)
    axis.set_dates(False)
    level = axis.tickValues(19400.0, 20000.0, 600)[0]
    assert "19500" in axis.tickStrings(level[1], 1.0, level[0])


def test_the_plane_says_which_axis_has_dates():
    assert Plane.features(SHOP, 0, 1).dates == (True, False)
    assert Plane.features(SHOP, 1, 0).dates == (False, True)
    assert Plane.of(SHOP.select([0])).dates == (True, False)
    assert Plane.principal(SHOP).dates == (False, False)
    prepared = Preparation((Entry(Standardise()),)).fit(SHOP).data
    assert prepared.columns[0] == Column("sold", "numeric", (), ("standardised",))
    assert Plane.features(prepared, 0, 1).dates == (False, False)


def test_slice_caption_gives_the_date_held_fixed():
    more = engine.Dataset(np.column_stack([SHOP.X, SHOP.X[:, 1]]), columns=(SOLD, PRICE, Column("area")))
    assert Plane.features(more, 1, 2).caption == "slice through the mean day of the other feature (sold 2023-11-14)"


def test_chart_axis_is_recognised_by_column_name():
    columns = (SOLD, PRICE)
    assert shows_dates("sold", columns) and shows_dates("sold, the other features at their means", columns)
    assert not shows_dates("price", columns) and not shows_dates("sold price", columns)
    assert not shows_dates("sold", (Column("sold"),))


def texts_along(view: SurfaceView, side: str) -> list[str]:
    """What stands at the ticks of an axis now."""
    axis = view.plot.getAxis(side)
    low, high = axis.range
    level = axis.tickValues(low, high, axis.size().width() if side == "bottom" else axis.size().height())[0]
    return list(axis.tickStrings(level[1], 1.0, level[0]))


def test_plane_and_tree_charts_show_dates(canvas, settled):
    session = canvas.session
    session.open_data(SHOP.changed(y=(np.arange(12) >= 6).astype(int)))
    session.add_lane("cart")
    session.go_to(1)
    settled()
    plane = canvas.plane_view
    assert all(text[4:5] == "-" for text in texts_along(plane, "bottom")) and texts_along(plane, "bottom")
    assert not any("-" in text for text in texts_along(plane, "left"))
    charts = [view for view in canvas.surfaces() if view is not plane and view.surface.x == "sold"]
    assert charts and all(text[:2] == "20" and text[4:5] == "-" for text in texts_along(charts[0], "bottom"))
    told = told_at(charts[0].marks, charts[0].marks[0].positions[0], np.ones(2), ("sold", "gain"), SHOP.columns)
    assert "sold = 20" in told and "-" in told.partition("sold = ")[2]
    session.view.choose((1, 0))
    settled()
    assert all(text[4:5] == "-" for text in texts_along(plane, "left"))
    session.table.prepare(Preparation((Entry(Standardise()),)), "standardise")
    settled()
    assert not any(text[4:5] == "-" for text in texts_along(plane, "left"))
