"""Where the target goes up every regressor draws its curve, its bands and its residuals, and nothing wrongly."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from PySide6.QtGui import QColor

from engine.core.algorithm import Algorithm
from engine.core.marks import Ellipse, Points, Region, Response, Segments
from engine.core.surfaces import PLANE
from engine.data.bundled import load
from engine.data.dataset import Column, Dataset
from engine.data.plane import TARGET
from engine.data.toys import generate
from engine.families import algorithms
from engine.models.tree import RegressionTree
from gui.painters.responses import ResponsesPainter
from gui.regions.responses import Responses
from gui.start.shot import painted
from tests.gui.canvas.hand_made import frame
from tests.gui.canvas.seeing import pixels
from tests.gui.painters.test_painters import near
from tests.gui.session.waiting import until


def fits_numbers(card: Algorithm, data: Dataset) -> bool:
    """Whether a method predicts numbers and takes these."""
    return card.task_on(data) == "regression" and not any(need(data) for need in card.needs)


SINE = generate("sine")
REGRESSORS = [key for key, card in sorted(algorithms().items()) if fits_numbers(card, SINE)]


@dataclass(frozen=True)
class Parabola:
    """t = x², with a deviation that grows with x."""

    spread: float = 0.0

    def predict(self, X: np.ndarray) -> np.ndarray:
        return X[:, 0] ** 2


@dataclass(frozen=True)
class Sure(Parabola):
    def predict_std(self, X: np.ndarray) -> np.ndarray:
        return np.full(len(X), self.spread)


DATA = Dataset(np.array([[-2.0], [0.0], [1.0], [2.0]]), np.array([4.0, 1.0, 0.0, 4.0]), (Column("x"),), target_name="t")


@pytest.fixture
def upright(plane):
    plane.session.open_data(DATA.changed(name="parabola"))
    yield plane
    plane.close_down()


def draw(view, *marks) -> np.ndarray:
    view.show_marks(marks, frame(view.session, marks))
    until(lambda: painted(view))
    return pixels(view.widget)


def curves(view) -> ResponsesPainter:
    [painter] = view.painters_of(Responses)
    return painter


def test_the_regressors_are_found():
    assert {"regression_tree", "model_tree", "knn_regression", "gradient_boosting", "linear_unit"} <= set(REGRESSORS)


@pytest.mark.parametrize("key", REGRESSORS)
def test_curve_of_every_regressor_matches_its_predictions(canvas, session, settled, key):
    session.open_data(SINE)
    session.add_lane(key)
    session.go_to(3)
    settled()
    view, frame = canvas.plane_view, session.lane.frame
    assert session.view.plane.target and not session.lane.refusal
    models = [mark.model for mark in frame.marks if isinstance(mark, Region) and mark.surface is PLANE]
    shown = [line for one, line in curves(view).lines() if one.kind == "model"] if view.painters_of(Responses) else []
    assert len(shown) == len(models)
    for model, line in zip(models, shown, strict=True):
        risers = np.flatnonzero(np.diff(line.u) == 0)
        smooth = np.setdiff1d(np.arange(len(line.u)), np.concatenate([risers, risers + 1]))
        assert line.values[smooth, 0] == pytest.approx(model.predict(line.u[smooth, None]), rel=1e-9, abs=1e-9)
    assert not [painter for painter in view.painters_of(Region) if painter.item.isVisible()]


def test_steps_of_a_tree_are_vertical_at_its_thresholds(canvas, session, settled):
    session.open_data(generate("stairs"))
    session.add_lane("regression_tree")
    session.go_to_end()
    settled()
    tree: RegressionTree = session.lane.frame.step.model
    [line] = [line for one, line in curves(canvas.plane_view).lines() if one.kind == "model"]
    risers = np.flatnonzero(np.diff(line.u) == 0)
    pixel = canvas.plane_view.box.viewPixelSize()[0]
    assert line.u[risers] == pytest.approx(np.unique(tree.threshold[tree.numeric]), abs=pixel / 50)
    slanted = (np.diff(line.u) > 0) & (np.abs(np.diff(line.values[:, 0])) > 1e-9)
    assert not slanted.any()


def test_residuals_are_sticks_squares_or_hidden(upright):
    session = upright.session
    session.view.set_residuals("none")
    none = draw(upright, Region(Parabola())).astype(int)
    session.view.set_residuals("sticks")
    until(lambda: painted(upright))
    (x, low), (_, high) = np.round(upright.pixels(np.array([[1.0, 0.0], [1.0, 1.0]]))).astype(int)
    inked = np.abs(pixels(upright.widget) - none).max(axis=2) > 8
    assert inked[high + 5 : low - 15, x - 1 : x + 2].any(axis=1).all(), "from t = 0 at x = 1 up to the curve at 1"
    assert not inked[high - 9 : high - 3, x - 9 : x + 9].any() and not inked[high + 5 : low - 15, x + 3 : x + 60].any()
    session.view.set_residuals("squares")
    side, inked = low - high, np.abs(pixels(upright.widget) - none).max(axis=2) > 8
    filled = inked[high + 5 : low - 15, x + 15 : x + 2 * side]
    assert filled[:, : side - 20].all() and not filled[:, side - 10 :].any(), "as wide as high, below the rising curve"


def test_models_with_a_deviation_have_bands_of_one_and_two(upright):
    upright.session.view.set_residuals("none")
    picture = draw(upright, Region(Sure(0.5)))

    def ink(t: float) -> int:
        x, y = np.round(upright.pixels(np.array([[0.6, 0.36 + t]]))[0]).astype(int)
        return int(picture[y, x].astype(int).sum())

    beyond, second, first = ink(1.2), ink(0.75), ink(0.25)
    assert first < second - 20 < beyond - 40 and ink(-0.75) == second and ink(-0.25) == first


def test_residuals_of_many_rows_are_hidden_and_the_menu_says_why(canvas, session, settled):
    from gui.session.reasons import no_residuals

    session.open_data(generate("sine", n=301))
    session.add_lane("linear_unit")
    settled()
    assert curves(canvas.plane_view).shown.request.learnt is None
    assert no_residuals(session) == "Residuals are drawn of 300 rows at most, and there are 301."
    session.open_data(load("iris"))
    assert no_residuals(session).startswith("The target goes up where it is a number")


def test_own_residuals_of_a_run_are_not_drawn_twice(upright):
    own = Segments(DATA.X, DATA.X, "residual", rows=np.arange(4), starts_targets=DATA.X[:, 0] ** 2)
    draw(upright, Region(Parabola()), own)
    assert curves(upright).shown.request.learnt is None


def test_groups_are_areas_and_marks_without_height_are_omitted(canvas, session, settled):
    session.open_data(DATA.changed(name="grouped"))
    session.add_lane("kmeans", {"k": 2})
    session.go_to(1)
    settled()
    view = canvas.plane_view
    [region] = [painter for painter in view.painters_of(Region) if painter.item.isVisible()]
    assert region.areas() and not any(painter.item.isVisible() for painter in view.painters_of(Ellipse))
    assert not [painter for painter in view.painters_of(Responses) if painter.item.isVisible()]
    centres = [painter for painter in view.painters_of(Points) if painter.item.isVisible() and len(painter.uv)]
    assert all(np.isfinite(painter.uv).all() for painter in centres)


def test_overlaid_runs_are_named_curves_and_side_by_side_each_has_its_own(canvas, session, settled):
    session.open_data(generate("sine"))
    session.add_lane("model_tree")
    session.add_lane("linear_unit")
    session.go_to(20)
    settled()
    assert [len(curves(panel.view).lines()) for panel in canvas.planes.panels] == [1, 1]
    session.view.set_overlaid(True)
    settled()
    until(lambda: len(curves(canvas.plane_view).lines()) == 2)
    lines = curves(canvas.plane_view).lines()
    assert [one.label for one, _ in lines] == ["Model tree", "Linear unit (delta rule, ADALINE)"]
    assert [one.place for one, _ in lines] == [0, 1] and canvas.plane_view.caption.text() == ""


def test_unchanged_functions_are_evaluated_once(upright):
    asked = dict.fromkeys("ab", 0)

    def counting(name: str, slope: float):
        def function(X: np.ndarray) -> np.ndarray:
            asked[name] += 1
            return slope * X[:, 0]

        return function

    stays = Response(counting("a", 1.0), key=("stays",))
    draw(upright, stays, Response(counting("b", 2.0), key=("b", 2)))
    until(lambda: curves(upright).exact)
    before = dict(asked)
    upright.show_marks((stays, Response(counting("b", 3.0), key=("b", 3))), upright.frame)
    until(lambda: curves(upright).settled)
    assert asked["a"] == before["a"] and asked["b"] > before["b"]


def test_slice_caption_names_held_features_and_residual_ends(canvas, session, settled):
    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 3))
    session.open_data(Dataset(X, X.sum(axis=1), tuple(map(Column, "abc")), target_name="t", name="sum"), (1, TARGET))
    session.add_lane("linear_unit")
    session.go_to(5)
    settled()
    told = canvas.plane_view.caption.text()
    assert told.startswith("Slice through the mean of the 2 other features (a, c).")
    assert "A residual ends at the answer for its own row" in told
    model, shown = session.lane.frame.step.model, curves(canvas.plane_view).shown
    assert shown.look.missed == pytest.approx(model.predict(X))
    [(_, line)] = curves(canvas.plane_view).lines()
    held = np.tile(X.mean(axis=0), (len(line.u), 1))
    held[:, 1] = line.u
    assert line.values[:, 0] == pytest.approx(model.predict(held))


def test_levels_are_drawn_as_steps_with_jittered_points(plane):
    column = Column("colour", "categorical", ("red", "green", "blue"))
    X = np.array([[0.0], [1.0], [2.0], [1.0]])
    plane.session.open_data(Dataset(X, np.array([1.0, 2.0, 0.0, 1.5]), (column,), target_name="t", name="levels"))
    assert plane.uv[:, 1].tolist() == [1.0, 2.0, 0.0, 1.5] and plane.uv[1, 0] != plane.uv[3, 0]
    draw(plane, Region(Parabola()))
    [(_, line)] = curves(plane).lines()
    risers = np.flatnonzero(np.diff(line.u) == 0)
    assert line.u[risers] == pytest.approx([0.5, 1.5], abs=1e-3)
    plane.close_down()


def test_points_have_one_colour_since_height_is_the_target(upright):
    picture = draw(upright)
    blue = upright.appearance.theme.class_colour(0)
    assert all(near(upright, picture, place, blue, 1) for place in upright.uv)
    assert QColor(blue).name() == "#0072b2" and upright.codes().tolist() == [0] * 4


def test_region_sets_its_residual_style_or_leaves_it_to_the_window(upright):
    for asked, drawn in (("", "sticks"), ("squares", "squares"), ("none", "none")):
        draw(upright, Region(Parabola(), residuals=asked))
        assert curves(upright).mark.residuals == drawn
        assert (curves(upright).mark.learnt is None) == (drawn == "none")
    upright.session.view.set_residuals("none")
    draw(upright, Region(Parabola(), residuals="squares"))
    assert curves(upright).mark.residuals == "squares" and curves(upright).mark.learnt is not None
