"""Runs in one picture: their lines where they are, the areas in which they differ, and both in words."""

from __future__ import annotations

import re

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QImage
from PySide6.QtTest import QTest

from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.toys import generate
from gui.export.figures import export_figure
from gui.export.options import FigureOptions
from gui.export.shown import longest_caption_of
from gui.look.shading import Scale
from gui.look.theme import FIRST_SHADE, SHADES
from gui.regions.compared import AGREED, DIFFERING, Compared, Jointly, Shaded
from gui.regions.outlines import outlines, sharpened
from gui.start.shot import painted
from tests.gui.canvas.seeing import pixels, share, where

MOONS = generate("moons", 0)


class Disc:
    """Class 1 within a circle around the origin."""

    def __init__(self, radius: float) -> None:
        self.radius = radius

    def predict(self, X: np.ndarray) -> np.ndarray:
        return (np.hypot(X[:, 0], X[:, 1]) < self.radius).astype(int)


def show(canvas, settled, data, *keys: str, overlaid: bool = True):
    session = canvas.session
    session.open_data(data)
    for key in keys:
        session.add_lane(key)
    session.view.set_overlaid(overlaid)
    session.go_to_end()
    finish(canvas, settled)
    return session


def finish(canvas, settled) -> None:
    settled()
    for _ in range(2000):
        QTest.qWait(5)
        if all(lane.settled for lane in canvas.session.lanes) and all(map(painted, canvas.surfaces())):
            return
    raise AssertionError("the picture does not come to rest")


def models(session) -> list:
    return [lane.frame.step.model for lane in session.lanes]


# -- lines -------------------------------------------------------------------------------------------------------------


def test_contour_of_a_circle_is_more_exact_than_the_samples() -> None:
    disc, size = Disc(0.7), 0.05
    place = lambda vertices: (vertices - 20) * size  # noqa: E731
    columns, rows = np.meshgrid(np.arange(41), np.arange(41))
    labels = disc.predict(place(np.column_stack([columns.ravel(), rows.ravel()]))).reshape(41, 41)
    lines = sharpened(outlines(labels), place, disc.predict)
    assert len(lines) == 1 and np.allclose(lines[0][0], lines[0][-1], atol=size)
    assert np.abs(np.hypot(*lines[0].T) - 0.7).max() < size / 20


def test_three_areas_have_one_line_per_border() -> None:
    labels = np.zeros((12, 12), dtype=int)
    labels[6:], labels[:6, 6:] = 1, 2
    lines = outlines(labels)
    assert len(lines) == 3
    assert sorted((round(np.ptp(line[:, 0])), round(np.ptp(line[:, 1]))) for line in lines) == [(0, 5), (5, 0), (5, 0)]


def test_one_area_has_no_line() -> None:
    assert outlines(np.full((5, 5), 3)) == [] and sharpened([], None, None) == []


def test_joint_prediction_equals_separate_predictions() -> None:
    X = np.random.default_rng(1).normal(size=(400, 2))
    both = Jointly((Disc(0.5), Disc(1.0), Disc(1.5)))
    codes = both.predict(X)
    assert len(np.unique(codes)) == 4
    answers = both.answers()[codes]
    assert all(np.array_equal(answers[:, j], model.predict(X)) for j, model in enumerate(both.models))
    assert np.array_equal(both.predict(X[::-1]), codes[::-1])


def test_values_in_the_thousands_have_different_shades() -> None:
    """Codes are few: the numbers themselves, cut to whole ones, were too many, and those of two models ran together."""

    class Slope:
        def __init__(self, by: float) -> None:
            self.by = by

        def predict(self, X: np.ndarray) -> np.ndarray:
            return self.by * X[:, 0]

    X, scale = np.random.default_rng(1).uniform(size=(4000, 2)), Scale(0.0, 7000.0)
    both = Jointly((Shaded(Slope(7000), scale), Shaded(Slope(-3000), scale), Disc(0.5)))
    codes = both.predict(X)
    answers = both.answers()[codes]
    assert np.array_equal(answers[:, 0], np.floor(7 * X[:, 0])) and (answers[:, 1] == 0).all()
    assert np.array_equal(answers[:, 2], Disc(0.5).predict(X))
    assert both == Jointly((both.models[0], both.models[1], both.models[2]))


@pytest.mark.parametrize("first", ["linear_unit", "regression_tree"])
def test_regressors_have_lines_only_between_shades(canvas, settled, first):
    X = np.random.default_rng(0).uniform(size=(80, 2))
    data = Dataset(X, 1000 + 4000 * X[:, 0] + 500 * X[:, 1], target_name="price")
    session = show(canvas, settled, data, first, "knn_regression")
    (painter,) = canvas.plane.view.painters_of(Compared)
    assert "from one shade to the next" in canvas.plane.view.caption.text()
    scale, (model, _) = Scale.over(data.y), models(session)
    borders = [scale.ends(FIRST_SHADE - step)[0] for step in range(1, SHADES)]
    lines = painter.picture.lines[0]
    assert 1 <= len(lines) <= 3 * len(borders)
    for line in lines:
        middle = line[len(line) // 2 - 1 : len(line) // 2 + 1].mean(axis=0)
        around = model.predict(middle + 0.02 * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]]))
        assert any(around.min() <= border <= around.max() for border in borders)
    if first == "linear_unit":
        assert len(lines) == len(borders)
        levels = sorted(float(np.median(model.predict(line))) for line in lines)
        assert levels == pytest.approx(borders, abs=10)


# -- the picture -------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_disagreement_is_striped_and_agreement_has_the_class_colour(canvas, settled, theme):
    canvas.appearance.set_theme(theme)
    session = show(canvas, settled, MOONS, "perceptron", "logistic_newton")
    view, look = canvas.plane.view, canvas.appearance.theme
    (x0, x1), (y0, y1) = view.box.viewRange()
    u, v = (axis.ravel() for axis in np.meshgrid(np.linspace(x0, x1, 40)[1:-1], np.linspace(y0, y1, 40)[1:-1]))
    spots = np.column_stack([u, v])
    far = np.hypot(*(spots[:, None] - MOONS.X[None]).transpose(2, 0, 1)).min(axis=1) > 0.2
    one, two = (model.predict(spots) for model in models(session))
    picture = pixels(view.widget)
    tints = {code: np.array(look.region_colour(code, AGREED).getRgb()[:3]) for code in (0, 1)}
    tint = np.array(look.mixed(look.paper, look.accent, DIFFERING).getRgb()[:3])
    accent = np.array(QColor(look.accent).getRgb()[:3])
    right: dict[bool, list[bool]] = {True: [], False: []}
    for spot, a, b in zip(spots[far], one[far], two[far], strict=True):
        near = spot + np.array([[-1, 0], [1, 0], [0, -1], [0, 1]]) * 0.12
        if any(len(set(model.predict(near).tolist())) > 1 for model in models(session)):
            continue
        x, y = np.round(view.pixels(spot[None])[0]).astype(int)
        patch = picture[y - 6 : y + 7, x - 6 : x + 7].reshape(-1, 3)
        if a == b:
            right[False].append(np.abs(patch - tints[int(a)]).max() <= 3)
        else:  # on the way from the tint to the accent, some of it stripe and some not
            stripe = np.abs(patch - accent).sum(axis=1).min() < 0.55 * np.abs(tint - accent).sum()
            right[True].append(stripe and np.abs(patch - tint).max(axis=1).min() <= 3)
    assert len(right[True]) > 10 and len(right[False]) > 100
    assert np.mean(right[True]) > 0.9 and np.mean(right[False]) > 0.97  # the names of the lines hide some


def test_name_of_a_line_avoids_points(canvas, settled):
    above, below = [[x, -0.35] for x in np.linspace(-3.9, -1.5, 6)], [[x, -0.55] for x in np.linspace(1.5, 3.9, 6)]
    places = np.array([*above, [3.5, 1.0], *below, [-3.5, -2.0]])
    data = Dataset(places, np.repeat([0, 1], [7, 7]), class_names=("A", "B"), name="along a line")
    show(canvas, settled, data, "cart", "nearest_mean")
    view = canvas.planes.panels[0].view
    look = canvas.appearance.theme
    assert len(view.painters_of(Compared)[0].picture.lines) == 2
    picture = pixels(view.widget)
    for (x, y), code in zip(np.round(view.pixels(view.uv)).astype(int), data.codes, strict=True):
        patch = picture[y - 2 : y + 3, x - 2 : x + 3].reshape(-1, 3)
        shown = np.abs(patch - np.array(QColor(look.class_colour(code)).getRgb()[:3])).max(axis=1) <= 6
        assert shown.all(), f"the point at {x}, {y} is hidden"


def test_stated_area_and_row_shares_match_the_models(canvas, settled):
    session = show(canvas, settled, MOONS, "perceptron", "logistic_newton")
    words = canvas.plane.view.caption.text()
    said = re.search(r"on ([\d.]+) % of the visible area \(striped\) and on (\d+) of the 200 rows", words)
    assert said, words
    one, two = (model.predict(MOONS.X) for model in models(session))
    assert int(said[2]) == (one != two).sum() > 0
    (x0, x1), (y0, y1) = canvas.plane.view.box.viewRange()
    u, v = (axis.ravel() for axis in np.meshgrid(np.linspace(x0, x1, 400), np.linspace(y0, y1, 400)))
    one, two = (model.predict(np.column_stack([u, v])) for model in models(session))
    assert float(said[1]) == pytest.approx(100 * (one != two).mean(), abs=0.3)


def test_points_are_drawn_once_and_each_line_on_its_boundary(canvas, settled):
    session = show(canvas, settled, MOONS, "perceptron", "logistic_newton")
    assert [view.surface.name for view in canvas.surfaces() if view.surface.kind == "plane"] == ["Data"]
    assert canvas.planes.panels[1].isHidden()
    shown = canvas.plane.view.painters_of(Compared)[0].shown
    (x0, x1), _ = canvas.plane.view.box.viewRange()
    for model, lines in zip(models(session), shown.lines, strict=True):
        ends = np.vstack(lines)
        assert np.ptp(ends[:, 0]) > 0.9 * (x1 - x0) or np.ptp(ends[:, 1]) > 1
        distance = np.abs(ends @ model.weights + model.bias) / np.linalg.norm(model.weights)
        assert distance.max() < (x1 - x0) / canvas.plane.view.box.width() / 4


def test_first_line_is_solid_and_second_dashed(canvas, settled):
    session = show(canvas, settled, MOONS, "perceptron", "logistic_newton")
    view, ink = canvas.plane.view, QColor(canvas.appearance.theme.ink)
    picture, dark = pixels(view.widget), np.array(ink.getRgb()[:3])
    inked = []
    for model, lines in zip(models(session), view.painters_of(Compared)[0].shown.lines, strict=True):
        places = np.round(view.pixels(np.vstack(lines))).astype(int)
        others = [other for other in models(session) if other is not model]
        clear = np.hypot(*(np.vstack(lines)[:, None] - MOONS.X[None]).transpose(2, 0, 1)).min(axis=1) > 0.15
        clear &= np.abs(np.vstack(lines) @ others[0].weights + others[0].bias) / np.linalg.norm(others[0].weights) > 0.1
        near = [np.abs(picture[y - 1 : y + 2, x - 1 : x + 2] - dark).max(axis=2).min() for x, y in places[clear]]
        inked.append(np.mean(np.array(near) < 60))
    assert inked[0] > 0.85 and 0.4 < inked[1] < 0.85


def test_three_runs_with_three_classes_are_compared(canvas, settled):
    session = show(canvas, settled, load("iris"), "nearest_mean", "softmax_newton", "fisher")
    answers = [model.predict(load("iris").X) for model in models(session)]
    differ = sum(len(set(row)) > 1 for row in zip(*answers, strict=True))
    assert f"and on {differ} of the 150 rows" in canvas.plane.view.caption.text()
    assert len(canvas.plane.view.painters_of(Compared)[0].shown.lines) == 3


def test_runs_that_agree_everywhere_say_so(canvas, settled):
    show(canvas, settled, MOONS, "logistic_newton", "logistic_newton")
    assert canvas.plane.view.caption.text() == "They disagree nowhere in view and on 0 of the 200 rows."


# -- what cannot be compared -------------------------------------------------------------------------------------------


def test_clusterings_are_refused_in_words(canvas, settled):
    show(canvas, settled, load("iris"), "nearest_mean", "kmeans")
    words = canvas.plane.view.caption.text()
    assert words.startswith("Run 2, K-means, does not answer with the classes of the table: choose a classifier for ")
    assert "for run 2 to see" in words and "They disagree" not in words
    assert share(canvas.plane.view.widget, canvas.appearance.theme.accent, 40) < 0.01
    assert all(lines for lines in canvas.plane.view.painters_of(Compared)[0].shown.lines)


def test_runs_that_are_not_classifiers_are_each_named(canvas, settled):
    show(canvas, settled, load("iris"), "kmeans", "nearest_mean", "pca")
    words = canvas.plane.view.caption.text()
    assert words.startswith("Runs 1 and 3 do not answer with the classes") and "for each of these runs to see" in words


def test_data_without_classes_asks_for_no_classifier(canvas, settled):
    show(canvas, settled, load("old_faithful"), "kmeans", "gaussian_mixture")
    words = canvas.plane.view.caption.text()
    assert words.startswith("Answers are compared where a table has classes") and "classifier" not in words


def test_without_a_model_the_plane_says_to_step_on(canvas, settled):
    session = show(canvas, settled, load("iris"), "nearest_mean", "softmax_newton")
    session.go_to(0)
    finish(canvas, settled)
    silent = [lane.algorithm.name for lane in session.lanes if lane.frame.step.model is None]
    assert silent and f"{silent[0]} has no model at this step yet: step on." in canvas.plane.view.caption.text()


def test_a_run_that_is_refused_is_named(canvas, settled):
    session = show(canvas, settled, load("iris"), "nearest_mean", "logistic_newton")
    assert session.lanes[1].refusal
    assert "Logistic regression (Newton) cannot run on these points" in canvas.plane.view.caption.text()


# -- one picture and many ----------------------------------------------------------------------------------------------


def test_side_by_side_and_overlaid_and_back(canvas, settled):
    session = show(canvas, settled, MOONS, "perceptron", "nearest_mean", overlaid=False)
    before = [pixels(panel.view.widget) for panel in canvas.planes.panels]
    session.view.set_overlaid(True)
    finish(canvas, settled)
    assert canvas.planes.panels[1].isHidden() and "disagree" in canvas.plane.view.caption.text()
    session.view.set_overlaid(False)
    finish(canvas, settled)
    assert not canvas.planes.panels[1].isHidden() and canvas.plane.view.caption.text() == ""
    for panel, picture in zip(canvas.planes.panels, before, strict=True):
        panel.view.widget.viewport().repaint()
        after = pixels(panel.view.widget)
        assert after.shape == picture.shape and np.abs(after - picture).mean() < 1


def test_closing_the_second_run_restores_the_single_view(canvas, settled):
    session = show(canvas, settled, MOONS, "perceptron", "nearest_mean")
    session.remove_lane(1)
    finish(canvas, settled)
    assert canvas.plane.view.caption.text() == "" and not any(
        painter.item.isVisible() for painter in canvas.plane.view.painters_of(Compared)
    )
    assert share(canvas.plane.view.widget, canvas.appearance.theme.region_colour(0), 3) > 0.2


def test_click_edits_the_points_and_keeps_the_active_run(canvas, settled):
    session = show(canvas, settled, MOONS, "perceptron", "logistic_newton")
    session.view.set_tool("add")
    area = canvas.plane.view.box.sceneBoundingRect()
    before, words = models(session), canvas.plane.view.caption.text()
    spot = QPoint(int(area.left() + 30), int(area.top() + 30))
    QTest.mouseClick(canvas.plane.view.widget.viewport(), Qt.MouseButton.LeftButton, pos=spot)
    finish(canvas, settled)
    assert session.active == 1 and session.table.data.n == 201
    assert "201 rows" in canvas.plane.view.caption.text() != words
    assert any(one != two for one, two in zip(before, models(session), strict=True))


def test_lines_follow_when_the_plane_is_moved(canvas, settled):
    show(canvas, settled, MOONS, "perceptron", "logistic_newton")
    view = canvas.plane.view
    area = canvas.plane.view.caption.text()
    view.box.translateBy(x=0.8, y=0.5)
    finish(canvas, settled)
    (x0, x1), _ = view.box.viewRange()
    shown = view.painters_of(Compared)[0].shown
    assert np.allclose(shown.rect[:2], (x0, x1)) and canvas.plane.view.caption.text() != area


def test_new_data_beside_overlaid_runs_evaluates_no_model_on_wrong_features(canvas, settled):
    session = show(canvas, settled, MOONS, "nearest_mean", "perceptron")
    session.open_data(load("iris"))
    session.go_to_end()
    finish(canvas, settled)
    assert canvas.plane.view.frame.data.d == 4


@pytest.mark.full
@pytest.mark.parametrize(("width", "height"), [(2000, 700), (900, 1500)])
def test_share_stated_in_a_figure_is_that_of_its_pixels(canvas, settled, tmp_path, width, height):
    """It shows another part of the plane than the window, of which the share is another."""
    show(canvas, settled, load("iris"), "softmax_newton", "nearest_neighbour", "nearest_mean")
    options, theme = FigureOptions(width, height, "px", 96), canvas.appearance.theme
    for suffix in ("png", "svg"):
        export_figure(canvas, tmp_path / f"overlaid.{suffix}", options)
    picture = pixels(QImage(str(tmp_path / "overlaid.png"))).astype(float)
    striped = between(picture, theme.mixed("#FFFFFF", theme.accent, DIFFERING), QColor(theme.accent))
    agreed = np.zeros_like(striped)
    for code in range(3):
        tint = np.array(theme.mixed("#FFFFFF", theme.class_colour(code), AGREED).getRgb()[:3])
        agreed |= np.abs(picture - tint).max(axis=2) <= 1
    counted = 100 * striped.sum() / (striped.sum() + agreed.sum())
    (told,) = set(re.findall(r"on ([\d.]+) % of the visible area", (tmp_path / "overlaid.svg").read_text()))
    (in_window,) = re.findall(r"on ([\d.]+) % of the visible area", canvas.plane.view.caption.text())
    assert float(told) == pytest.approx(counted, abs=1.0), "names, lines and points hide a little of both"
    assert abs(float(in_window) - counted) > 3, "a test that would find the share of the window"


def between(picture: np.ndarray, one: QColor, other: QColor) -> np.ndarray:
    """(h, w) whether a pixel is on the way from one colour to another, but not at its end."""
    start, end = (np.array(colour.getRgb()[:3], dtype=float) for colour in (one, other))
    way = end - start
    along = (picture - start) @ way / (way @ way)
    return (np.abs(picture - start - along[..., None] * way).max(axis=2) <= 2) & (along > -0.02) & (along < 0.7)


def test_figure_reserves_room_for_the_longest_share(canvas, settled):
    """Its words come when the areas are there, and then neither the legend nor the caption can move."""
    show(canvas, settled, MOONS, "logistic_newton", "logistic_newton")
    view = canvas.plane.view
    assert "nowhere in view" in view.caption.text()
    assert longest_caption_of(view) == (
        "They disagree on 1.23e−05 % of the visible area (striped) and on 0 of the 200 rows."
    )


def test_figure_has_stripes_lines_and_text(canvas, settled, tmp_path):
    show(canvas, settled, MOONS, "perceptron", "logistic_newton")
    export_figure(canvas, tmp_path / "overlaid.png", FigureOptions(900, 600, "px", 96))
    picture, theme = QImage(str(tmp_path / "overlaid.png")), canvas.appearance.theme
    ink = where(picture, theme.ink, 40)
    assert np.ptp(ink[:, 0]) > 600 and len(ink) > 900
    stripes = theme.mixed("#FFFFFF", theme.accent, DIFFERING)
    assert share(picture, stripes, 3) > 0.01
