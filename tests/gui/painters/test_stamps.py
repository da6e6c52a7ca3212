"""Many points are kept as a picture: where a few move it is mended, and is that of stamping all of them again."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QImage, QPainter, QTransform

import engine
from gui.look.appearance import Appearance
from gui.look.channels import alpha
from gui.painters.markers import Atlas, Marker
from gui.painters.painter import Screen
from gui.painters.points import PointsPainter
from gui.painters.stamps import CELL, FEW, FEW_ENOUGH, Stamps
from tests.gui.canvas.seeing import pixels
from tests.gui.showing import run_shown

SCREEN = Screen(QTransform(30.0, 0, 0, -30.0, 20.5, 130.25), QRectF(20.5, 10.25, 160.0, 120.0))
N = FEW_ENOUGH + 500


def atlas_of(ratio: float) -> Atlas:
    markers = [Marker("data", code, size, False) for code, size in enumerate((9.0, 9.0, 13.0))]
    return Atlas(tuple(markers), Appearance().theme, ratio)


@pytest.fixture
def atlas(qapp) -> Atlas:
    return atlas_of(1.0)


@pytest.fixture
def cloud() -> tuple[np.ndarray, np.ndarray]:
    """More points than are stamped anew each time, some of them out of sight, and their looks."""
    rng = np.random.default_rng(0)
    return rng.uniform(-1.0, 6.5, size=(N, 2)), rng.integers(3, size=N)


def painted(stamps: Stamps, uv: np.ndarray, which: np.ndarray, atlas: Atlas, ratio: float = 1.0) -> np.ndarray:
    image = QImage(round(200 * ratio), round(150 * ratio), QImage.Format.Format_RGB32)
    image.fill(Qt.GlobalColor.white)
    painter = QPainter(image)
    painter.scale(ratio, ratio)
    stamps.paint(painter, SCREEN, uv, which, atlas, ratio)
    painter.end()
    return pixels(image)


@pytest.fixture
def stamped(monkeypatch) -> list[int]:
    """How many points were stamped, each time."""
    counts: list[int] = []
    fill = Stamps._fill
    monkeypatch.setattr(Stamps, "_fill", lambda own, xy, *rest: counts.append(len(xy)) or fill(own, xy, *rest))
    return counts


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_updated_picture_equals_a_full_redraw(qapp, cloud, stamped, ratio):
    uv, which = cloud
    kept, atlas, rng = Stamps(), atlas_of(ratio), np.random.default_rng(1)
    first = painted(kept, uv, which, atlas, ratio)
    for rows in (np.array([7]), np.array([0, N - 1, 40]), np.arange(100, 100 + FEW), np.array([7, 8])):
        uv, which = uv.copy(), which.copy()
        uv[rows], which[rows] = rng.uniform(-0.5, 6.0, size=(len(rows), 2)), rng.integers(3, size=len(rows))
        kept.move(rows)
        stamped.clear()
        mended = painted(kept, uv, which, atlas, ratio)
        assert len(stamped) == 1 and (stamped[0] < N / 2 or len(rows) == FEW), "only what is near them is stamped"
        np.testing.assert_array_equal(mended, painted(Stamps(), uv, which, atlas, ratio))
    assert (mended != first).any()


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_hundred_relabelled_neighbours_are_redrawn(qapp, cloud, stamped, ratio):
    """As those between two clusters do, step by step."""
    uv, which = cloud
    kept, atlas = Stamps(), atlas_of(ratio)
    first = painted(kept, uv, which, atlas, ratio)
    rows = np.argsort(np.abs(uv[:, 0] - 2.0))[:100]
    which[rows] = (which[rows] + 1) % 3
    kept.move(rows)
    stamped.clear()
    mended = painted(kept, uv, which, atlas, ratio)
    assert len(stamped) == 1 and 100 < stamped[0] < N / 2
    np.testing.assert_array_equal(mended, painted(Stamps(), uv, which, atlas, ratio))
    assert (mended != first).any()


@pytest.mark.parametrize("ratio", [1.0, 2.0])
def test_points_out_of_reach_are_not_redrawn(qapp, cloud, stamped, ratio):
    """A point beyond the sum of both their halves, and of a cell of the grid, stays as it is."""
    uv, which = cloud
    kept, atlas = Stamps(), atlas_of(ratio)
    painted(kept, uv, which, atlas, ratio)
    row = int(np.argmin(np.abs(uv - 2.5).sum(axis=1)))
    which[row] = (which[row] + 1) % 3
    kept.move(np.array([row]))
    stamped.clear()
    mended = painted(kept, uv, which, atlas, ratio)
    far = np.abs(SCREEN(uv) - SCREEN(uv[[row]])).max(axis=1)
    widest = atlas.places[:, 2].max() / ratio
    assert len(stamped) == 1 and (far < widest - 1).sum() <= stamped[0] <= (far <= widest + CELL + 1).sum()
    np.testing.assert_array_equal(mended, painted(Stamps(), uv, which, atlas, ratio))


def test_nothing_is_redrawn_while_nothing_moves(cloud, atlas, stamped):
    kept = Stamps()
    first = painted(kept, *cloud, atlas)
    np.testing.assert_array_equal(first, painted(kept, *cloud, atlas))
    assert len(stamped) == 1


def test_moves_add_up_until_they_are_painted(cloud, atlas, stamped):
    uv, which = cloud
    kept = Stamps()
    painted(kept, uv, which, atlas)
    uv = uv.copy()
    for row in (3, 5, 3, 900):
        uv[row] = (2.0, 2.0 + row / 1000)
        kept.move(np.array([row]))
    mended = painted(kept, uv, which, atlas)
    np.testing.assert_array_equal(mended, painted(Stamps(), uv, which, atlas))
    for first in range(0, 5 * FEW, FEW):
        rows = np.arange(first, first + FEW)
        which[rows] = 2
        kept.move(rows)
    stamped.clear()
    np.testing.assert_array_equal(painted(kept, uv, which, atlas), painted(Stamps(), uv, which, atlas))


def test_a_few_points_look_as_the_many_do(cloud, atlas):
    """Up to so many are stamped on what is below them; more, from their picture, look the same but for rounding."""
    uv, which = cloud[0][:FEW_ENOUGH], cloud[1][:FEW_ENOUGH]
    out = np.vstack([uv, np.full((1, 2), 90.0)])
    few, many = painted(Stamps(), uv, which, atlas), painted(Stamps(), out, np.append(which, 0), atlas)
    assert np.abs(few - many)[11:130, 21:180].max() <= 3, "in the area, to which the view box clips them"


def test_dragged_point_redraws_only_its_neighbours(plane, two_classes, stamped):
    rng = np.random.default_rng(1)
    X, codes = rng.normal(size=(FEW_ENOUGH + 1, 2)), rng.integers(2, size=FEW_ENOUGH + 1)
    plane.session.open_data(two_classes.changed(X=X, y=codes, row_names=()))
    pixels(plane.widget)
    stamped.clear()
    gesture = plane.session.points.new_gesture()
    for place in ([2.0, 2.0], [2.5, 0.1]):
        plane.session.points.move([7], np.array([place]), gesture)
        moved = pixels(plane.widget)
    assert stamped and max(stamped) < FEW_ENOUGH / 4
    plane.training.restyle()
    plane.draw_data()
    np.testing.assert_array_equal(moved, pixels(plane.widget))
    assert max(stamped) > FEW_ENOUGH / 2


def test_unchanged_points_are_not_grouped_again(plane, monkeypatch):
    """As the centres of K-means while it assigns, and while they move; one that bears another label is, and one that
    was out of reach."""
    sorted_out: list[int] = []
    own = PointsPainter._sort_out
    monkeypatch.setattr(PointsPainter, "_sort_out", lambda *all_: sorted_out.append(1) or own(*all_))
    painter, centres = PointsPainter(plane), np.array([[0.0, 1.0], [2.0, 0.5]])
    groups = np.arange(2)
    painter.show_points(centres, "centre", groups, labels=("1", "2"))
    painter.show_points(centres.copy(), "centre", groups.copy(), labels=("1", "2"))
    assert len(sorted_out) == 1
    painter.show_points(centres + 0.1, "centre", groups, labels=("1", "2"))
    assert len(sorted_out) == 1 and painter.uv.tolist() == (centres + 0.1).tolist()
    painter.show_points(centres + 0.1, "centre", groups, labels=("2", "1"))
    painter.show_points(centres + 0.1, "centre", groups[::-1], labels=("2", "1"))
    assert len(sorted_out) == 3
    painter.show_points(np.array([[np.nan, 0.0], [2.0, 0.5]]), "centre", groups[::-1], labels=("2", "1"))
    painter.show_points(centres, "centre", groups[::-1], labels=("2", "1"))
    assert len(sorted_out) == 5 and painter.uv.tolist() == centres.tolist()


def test_few_moving_points_are_painted_directly(plane):
    """As a picture of the same points by a painter that has never seen them elsewhere."""
    pictures, places = [], np.array([[0.0, 0.2], [0.4, 0.1]])
    for before in (places, places[::-1] + 0.3):
        painter = PointsPainter(plane)
        painter.show_points(before, "centre", np.arange(2))
        pixels(plane.widget)
        painter.show_points(places, "centre", np.arange(2))
        pictures.append(pixels(plane.widget))
        painter.clear()
    np.testing.assert_array_equal(*pictures)


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_redrawn_squares_cover_all_symbols_and_little_else(qapp, ratio):
    """Of every shape, of a ring and a centre: outside of its square its picture is empty."""
    kinds = [Marker("data", code, 9.0, code % 2 == 0) for code in range(16)]
    atlas = Atlas(
        (*kinds, Marker("wrong", None, 16.5, True), Marker("centre", 3, 19.0, False)), Appearance().theme, ratio
    )
    opaque, left = alpha(atlas.pixmap.toImage()), 0
    for x, y, wide, high in atlas.places.astype(int).tolist():
        outside = 2 * (x - left) + wide
        cell = opaque[:, left : left + outside].copy()
        drawn = np.argwhere(cell)
        assert wide == high and wide % 2, "there is a middle pixel"
        far = np.abs(drawn - (y + high // 2, x - left + wide // 2)).max()
        assert far == wide // 2 - 1, "a pixel around what is drawn, for a scale that smoothes"
        left += outside
    assert left == opaque.shape[1]


def test_kmeans_steps_do_not_group_centres_again(qtbot, monkeypatch):
    """In one half their ghosts stand beside them, in the other they do not: the same painter keeps them in both."""
    roles: list[str] = []
    own = PointsPainter._sort_out
    monkeypatch.setattr(PointsPainter, "_sort_out", lambda *all_: roles.append(all_[4]) or own(*all_))
    rng = np.random.default_rng(0)
    for canvas in run_shown(qtbot, engine.Dataset(rng.normal(size=(300, 2))), "kmeans", {"k": 3}):
        for index in range(4, 8):  # once each half has been in view
            canvas.session.go_to(index)
            qtbot.waitUntil(lambda: canvas.session.lane.settled and canvas.session.lane.index == index)  # noqa: B023
            if index == 5:
                roles.clear()
        assert "centre" not in roles and "ghost" not in roles
