"""Functions of a feature are curves and bands where the target goes up, and nothing anywhere else."""

from __future__ import annotations

import numpy as np
import pytest

from engine.core.marks import Curve, Ellipse, Line, Points, Response, Segments, Text
from engine.data.dataset import Dataset
from engine.data.plane import TARGET
from gui.regions.responses import Responses
from gui.start.shot import painted
from tests.gui.canvas.hand_made import frame
from tests.gui.canvas.seeing import pixels
from tests.gui.painters.test_painters import near
from tests.gui.session.waiting import until

X = np.array([[-2.0, 1.0], [0.0, 5.0], [2.0, 3.0]])


@pytest.fixture
def upright(plane):
    """Feature x1 from -2 to 2 across, and targets from 0 to 4 up."""
    plane.session.open_data(Dataset(X, np.array([0.0, 1.0, 4.0]), target_name="t", name="parabola"), (0, TARGET))
    yield plane
    plane.close_down()


def draw(view, *marks) -> np.ndarray:
    view.show_marks(marks, frame(view.session, marks))
    until(lambda: painted(view))
    return pixels(view.widget)


def test_function_is_drawn_with_other_features_at_their_mean(upright):
    asked = []

    def function(places: np.ndarray) -> np.ndarray:
        asked.append(places)
        return places[:, 0] ** 2

    picture = draw(upright, Response(function, role="boundary"))
    ink = upright.appearance.theme.ink
    for u in (-1.5, -0.5, 1.2):
        assert near(upright, picture, (u, u * u), ink) and not near(upright, picture, (u, u * u + 0.5), ink)
    assert (np.vstack(asked)[:, 1] == 3.0).all()


def test_band_is_pale_between_its_functions(upright):
    band = Response(lambda x: x[:, 0] + 0.5, lambda x: x[:, 0] + 1.5, role="boundary")
    bare, picture = draw(upright), draw(upright, band)
    x, y = np.round(upright.pixels(np.array([[0.5, 1.5], [0.5, 3.5]]))).astype(int).T
    inside, outside = picture[y[0], x[0]].astype(int), picture[y[1], x[1]]
    assert (outside == bare[y[1], x[1]]).all()
    assert 15 < (bare[y[0], x[0]].astype(int) - inside).min() < 60


def test_curve_label_is_on_it_and_band_label_at_its_upper_edge(upright):
    upright.session.view.set_residuals("none")
    half = Response(lambda x: np.where(x[:, 0] < 0.5, 1.0, np.nan), role="ghost", label="half a line")
    band = Response(lambda x: 0.0 * x[:, 0] + 2.0, lambda x: 0.0 * x[:, 0] + 3.0, role="shade", label="a band")
    draw(upright, half, band)
    [painter] = upright.painters_of(Responses)
    line, edge = painter.curves._placed._found.answer
    (x, one), (_, three) = upright.pixels(np.array([[0.5, 1.0], [0.5, 3.0]]))
    assert line.right() <= x + 1 and abs(line.center().y() - one) < 25 and abs(edge.center().y() - three) < 25


def test_plane_of_two_features_shows_no_function(upright):
    upright.session.view.choose((0, 1))
    curve = Response(lambda x: x[:, 0], role="boundary")
    assert (draw(upright, curve) == draw(upright)).all()


def test_points_and_pieces_are_at_their_targets_or_stated_heights(upright):
    rows, ends = np.array([2]), X[[2]]
    marks = Points(ends, "focus", rows=rows), Points(ends, "wrong", targets=np.array([2.5]))
    piece = Segments(ends, ends, "residual", rows=rows, starts_targets=np.array([2.5]))
    draw(upright, *marks, piece)
    one, other = upright.painters_of(Points)
    assert (one.uv.tolist(), other.uv.tolist()) == ([[2.0, 4.0]], [[2.0, 2.5]])
    [drawn] = upright.painters_of(Segments)
    assert (drawn.starts.tolist(), drawn.ends.tolist()) == ([[2.0, 2.5]], [[2.0, 4.0]])


def test_what_has_no_height_is_left_out(upright):
    homeless = (
        Points(X[:1], "centre"),
        Segments(X[:1], X[1:2], "spoke", rows=np.array([1])),
        Curve(X, "path"),
        Ellipse(X[0], np.eye(2)),
        Text(X[0], "here"),
    )
    assert (draw(upright, *homeless) == draw(upright)).all()


def test_hyperplane_is_vertical_at_its_threshold(upright):
    picture = draw(upright, Line(np.array([2.0, 0.0]), -1.0))
    ink = upright.appearance.theme.ink
    for height in (0.3, 2.0, 3.7):
        assert near(upright, picture, (0.5, height), ink) and not near(upright, picture, (0.8, height), ink)
    assert (draw(upright, Line(np.array([0.0, 1.0]), -3.0)) == draw(upright)).all()


def test_data_points_are_at_their_targets_and_follow_them(upright):
    assert upright.uv.tolist() == [[-2.0, 0.0], [0.0, 1.0], [2.0, 4.0]]
    data = upright.session.table.data
    upright.session.table.replace(data.with_targets([1], [3.0]), "another target")
    assert upright.uv.tolist() == [[-2.0, 0.0], [0.0, 3.0], [2.0, 4.0]]
