"""A point that belongs to several groups has a blend of their colours, and the shape of the one that has most of it."""

from __future__ import annotations

import tracemalloc

import numpy as np
import pytest

from engine.core.marks import Points
from engine.data.dataset import Dataset
from gui.canvas.surfaces.regrouped import mixed
from gui.painters.blends import BLENDS, BLOCK, blended, blends
from gui.painters.points import STAMPED
from tests.gui.canvas.hand_made import frame
from tests.gui.painters.test_painters import draw, near

PLACES = np.array([[-2.0, 0.0], [0.0, 0.0], [2.0, 0.0]])
SHARES = np.array([[1.0, 0.0], [0.5, 0.5], [0.0, 1.0]])
GROUPS = np.array([0, 0, 1])


def between(theme, share):
    return theme.mixed(theme.class_colour(0), theme.class_colour(1), share)


def shared(rows=None, shares=SHARES, groups=GROUPS, places=PLACES):
    return Points(places, "data", groups, rows=rows, shares=shares)


def test_blend_uses_the_two_largest_shares():
    shares = np.array([[0.6, 0.1, 0.3], [0.05, 0.95, 0.0], [0.02, 0.0, 0.98]])
    found = blends(shares, np.array([0, 1, 2]))
    assert found.tolist() == [1 + 2 * 4 + 2, 0, 0]
    assert blends(np.ones((2, 1)), np.zeros(2, dtype=int)).tolist() == [0, 0]
    many = np.full((1, 12), 1 / 12)
    assert 0 < blends(many, np.array([11]))[0] < BLENDS


def test_many_blends_use_little_memory():
    """A million points, at each step of a mixture: what is found on the way is larger than any cache."""
    n = 10 * BLOCK + 7
    shares = np.random.default_rng(0).dirichlet([0.3, 0.3, 0.3], n)
    groups = shares.argmax(axis=1)
    tracemalloc.start()
    try:
        found = blends(shares, groups)
        peak = tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()
    assert peak < 2 * found.nbytes
    assert [blends(shares[[row]], groups[[row]])[0] for row in range(0, n, 997)] == found[::997].tolist()


def test_equal_shares_blend_to_the_middle_colour(plane):
    theme = plane.appearance.theme
    assert blended(theme, theme.class_colour(0), 8) == between(theme, 0.5)
    assert blended(theme, theme.class_colour(0), 0) == theme.class_colour(0)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_data_points_are_painted_in_their_blends(plane, theme):
    plane.appearance.set_theme(theme)
    plane.session.open_data(Dataset(PLACES, name="three"))
    picture = draw(plane, shared(np.arange(3)))
    look = plane.appearance.theme
    for place, share in zip(PLACES, (0.0, 0.5, 1.0), strict=True):
        assert near(plane, picture, place, between(look, share), tolerance=6)
    assert not near(plane, picture, PLACES[1], look.class_colour(0), tolerance=6)


def test_chart_points_are_blended_and_follow_their_shares(plane):
    plane.session.open_data(Dataset(PLACES + np.array([0.0, 3.0]), name="elsewhere"))
    theme = plane.appearance.theme
    assert near(plane, draw(plane, shared()), PLACES[1], between(theme, 0.5), tolerance=6)
    surer = SHARES * 1.0
    surer[1] = [0.75, 0.25]
    again = draw(plane, shared(shares=surer))
    assert near(plane, again, PLACES[1], between(theme, 0.25), tolerance=6)
    pure = draw(plane, Points(PLACES, "data", GROUPS))
    assert near(plane, pure, PLACES[1], theme.class_colour(0), tolerance=6)


def test_rasterised_points_are_blended(plane):
    plane.session.open_data(Dataset(PLACES, name="three"))
    many = np.repeat(PLACES, STAMPED // 2, axis=0)
    own = shared(None, np.repeat(SHARES, STAMPED // 2, axis=0), np.repeat(GROUPS, STAMPED // 2), many)
    plane.show_marks([own], frame(plane.session, [own]))
    painter = plane.painters_of(Points)[0]
    colours = [marker.colour(plane.appearance.theme) for marker in painter.markers]
    assert len(painter.uv) > STAMPED
    assert between(plane.appearance.theme, 0.5) in colours


def test_rows_a_mark_omits_are_not_blended(plane):
    plane.session.open_data(Dataset(PLACES, name="three"))
    mark = shared(np.array([2, 1]), SHARES[[2, 1]], GROUPS[[2, 1]], PLACES[[2, 1]])
    assert mixed(mark, frame(plane.session, [mark]), 3).tolist() == [0, 8, 0]
    assert mixed(Points(PLACES, "data", GROUPS, rows=np.arange(3)), frame(plane.session, []), 3) is None


def test_changed_shares_repaint_the_same_data(plane):
    plane.session.open_data(Dataset(PLACES, name="three"))
    draw(plane, shared(np.arange(3)))
    surer = np.array([[1.0, 0.0], [0.75, 0.25], [0.0, 1.0]])
    again = draw(plane, shared(np.arange(3), surer))
    assert near(plane, again, PLACES[1], between(plane.appearance.theme, 0.25), tolerance=6)


def test_undrawable_points_do_not_shift_the_blends_of_others(plane):
    plane.session.open_data(Dataset(PLACES, name="three"))
    painter, blend = plane.training, np.array([5, 8, 0])
    painter.show_points(np.vstack([[[np.nan, 0.0]], PLACES[1:]]), "data", GROUPS, mixed=blend)
    assert [painter.markers[which].blend for which in painter.which] == [8, 0]


def test_training_rows_are_blended(plane, monkeypatch):
    plane.session.open_data(Dataset(PLACES, name="three"))
    monkeypatch.setattr(plane, "_parts", lambda: np.array([1, 0, 0]))
    draw(plane, shared(np.arange(3)))
    assert [plane.training.markers[which].blend for which in plane.training.which] == [8, 0]


def test_same_points_in_other_blends_are_grouped_again(plane):
    painter = plane.training
    for grades in ([0, 8, 0], [0, 6, 0]):
        painter.show_points(PLACES, "data", GROUPS, mixed=np.array(grades))
        assert [painter.markers[which].blend for which in painter.which] == grades
