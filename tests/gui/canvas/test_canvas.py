"""The canvas: frames become pictures, surfaces open beside the plane, and a refusal is met in words."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.surfaces import PLANE
from engine.data.bundled import load
from engine.data.dataset import Dataset
from engine.data.toys import generate
from gui.canvas.entries import entries_of
from gui.canvas.tools.in_place import InPlaceField
from tests.gui.canvas.seeing import pixels, share

THEMES = pytest.mark.parametrize("theme", ["light", "dark"])


def colour_at(view, uv) -> np.ndarray:
    x, y = np.round(view.pixels(np.array([uv], dtype=float))[0]).astype(int)
    return pixels(view.widget)[y, x]


def rgb(colour) -> np.ndarray:
    return np.array(QColor(colour).getRgb()[:3])


def heading(view) -> list[str]:
    return [surface.surface.name for surface in view.surfaces()]


@THEMES
def test_perceptron_regions_have_their_tints_on_both_sides(canvas, two_classes, settled, theme):
    canvas.appearance.set_theme(theme)
    session, view = canvas.session, canvas.plane_view
    session.open_data(two_classes)
    session.add_lane("perceptron")
    session.go_to_end()
    settled()
    w, b = session.lane.frame.step.model.weights, session.lane.frame.step.model.bias
    u, v = np.meshgrid(np.linspace(-3.2, 3.2, 9), np.linspace(-3.1, 3.1, 9))
    spots = np.column_stack([u.ravel(), v.ravel()])
    distance = np.abs(spots @ w + b) / np.linalg.norm(w)
    clear = (distance > 0.3) & (np.hypot(*(spots[:, None] - two_classes.X[None]).transpose(2, 0, 1)).min(axis=1) > 0.4)
    clear &= np.abs(spots).min(axis=1) > 0.5  # away from the arrow of the weights
    assert clear.sum() > 20
    picture, places = pixels(view.widget), np.round(view.pixels(spots)).astype(int)
    look = canvas.appearance.theme
    for (x, y), spot in zip(places[clear], spots[clear], strict=True):
        expected = look.region_colour(int(spot @ w + b >= 0))
        assert np.abs(picture[y, x] - rgb(expected)).max() <= 4
    foot = -b * w / (w @ w) + 1.5 * np.array([-w[1], w[0]]) / np.linalg.norm(w)
    x, y = np.round(view.pixels(foot[None])[0]).astype(int)
    assert np.abs(picture[y - 1 : y + 2, x - 1 : x + 2] - rgb(look.ink)).max(axis=2).min() < 40


def test_picture_follows_steps_back_and_forth(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("kmeans")
    pictures = []
    for step in (4, 8, 4):
        session.go_to(step)
        settled()
        pictures.append(pixels(canvas.plane_view.widget))
    assert not np.array_equal(pictures[0], pictures[1])
    assert np.abs(pictures[0] - pictures[2]).mean() < 0.5


def test_surface_opens_for_its_mark_and_closes_with_its_algorithm(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("pca")
    session.go_to_end()
    settled()
    assert "Scree" in heading(canvas) and not canvas.splitter.others.isHidden()
    assert canvas.plane.width() >= 0.48 * canvas.width()
    session.choose_algorithm("kmeans")
    settled()
    assert heading(canvas) == ["Data"] and canvas.splitter.others.isHidden() and canvas.plane.width() > 880


def named(canvas, name: str):
    return next(panel for (_, its), panel in canvas.splitter.panels.items() if its == name)


def test_surface_without_marks_says_so_and_keeps_its_room(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("fisher")
    room = set()
    for step, drawn in ((3, True), (4, True), (5, False), (6, False), (7, False), (5, False), (4, True)):
        session.go_to(step)
        settled()
        panel = named(canvas, "Whitened")
        assert panel.isVisible() and panel.name.text() == ("Whitened" if drawn else "Whitened: not at this step")
        words = panel.blank.text()
        assert panel.blank.isVisible() != drawn and (drawn or words == f"Step {step} draws nothing here.")
        if "Projected classes" in heading(canvas) and not drawn:
            room.add((panel.height(), panel.width()))
    assert len(room) == 1, "nothing jumps on the way"


def test_surfaces_unused_with_these_parameters_take_no_room(canvas, settled):
    """With units that bend again there is no one layer; it stood there empty for all the steps of the run."""
    session = canvas.session
    session.open_data(generate("moons", n=40))
    session.add_lane("mlp")
    session.go_to_end()
    settled()
    assert heading(canvas) == ["Data", "Network", "What each hidden unit sees"]
    session.set_param("activation", "identity")
    settled()
    assert heading(canvas) == ["Data", "Network", "All layers as one"]
    late, generation = session.lane.frame, session.lane.generation
    session.set_param("activation", "tanh")
    session.runner.framed.emit(generation, late)  # one of the run before may still be on its way
    assert session.lane.frame is late
    settled()
    assert heading(canvas) == ["Data", "Network", "What each hidden unit sees"]
    session.set_param("activation", "ReLU")
    session.step(-1)
    settled()
    assert heading(canvas) == ["Data", "Network", "What each hidden unit sees"]


def test_after_a_jump_used_surfaces_fill_the_room_until_others_are_needed(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("fisher")
    for step in (3, 4, 5, 6, 7):
        session.go_to(step)
        settled()
    assert named(canvas, "Whitened").isVisible()
    for step in (0, 7):  # as Home and End
        session.go_to(step)
        settled()
    assert not named(canvas, "Whitened").isVisible() and len(heading(canvas)) > 1
    assert "Whitened" in [surface.name for surface in canvas.offered()], "the menu still has it"
    for step in (6, 5, 4):
        session.go_to(step)
        settled()
    assert named(canvas, "Whitened").isVisible() and named(canvas, "Whitened").name.text() == "Whitened"
    session.go_to(0)
    settled()
    canvas.set_wanted(next(one for one in canvas.offered() if one.name == "Whitened"), True)
    session.go_to(7)
    settled()
    assert named(canvas, "Whitened").isVisible(), "who asks for it by hand gets it, empty or not"


def test_surfaces_do_not_close_while_playing_or_dragging(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("fisher")
    session.go_to(3)
    settled()
    QTest.mousePress(canvas, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))
    session.go_to(7)
    settled()
    assert named(canvas, "Whitened").isVisible(), "as while the timeline is dragged"
    QTest.mouseRelease(canvas, Qt.MouseButton.LeftButton, pos=QPoint(5, 5))


def sine_of_one_feature() -> Dataset:
    x = np.random.default_rng(0).uniform(-3, 3, (30, 1))
    return Dataset.from_arrays(x, np.sin(x[:, 0]))


def test_one_feature_plane_is_a_strip_below_its_chart(canvas, settled):
    session = canvas.session
    given = sine_of_one_feature()
    session.open_data(Dataset.from_arrays(given.X, np.where(given.y > 0, "high", "low")))
    session.add_lane("logistic_gradient")
    session.go_to(2)
    settled()
    assert canvas.splitter.shown()
    assert canvas.plane.height() < 0.3 * canvas.height() and canvas.plane.width() == canvas.width()
    assert all(panel.geometry().bottom() < canvas.planes.y() for panel in canvas.splitter.panels.values())
    high = canvas.plane.height()
    canvas.resize(900, 1000)
    QApplication.processEvents()
    assert canvas.plane.height() == high, "what is above has the room of a higher window"


def test_one_feature_and_numeric_target_have_a_target_axis_and_no_second_chart(canvas, settled):
    session = canvas.session
    session.open_data(sine_of_one_feature())
    for key in ("regression_tree", "knn_regression", "gradient_boosting", "linear_unit", "mlp", "model_tree"):
        session.choose_algorithm(key) if session.lanes else session.add_lane(key)
        session.go_to(2)
        settled()
        assert session.view.plane.target and canvas.plane.height() > 0.4 * canvas.height()
        wide = [named(canvas, name).view for name in heading(canvas) if name != "Data"]
        charts = [view.surface for view in wide if view.surface.kind == "chart"]
        assert not [one.name for one in charts if (one.x, one.y) == session.view.plane.labels], key


def test_one_feature_has_a_histogram_if_the_run_draws_no_chart(canvas, settled):
    session, rng = canvas.session, np.random.default_rng(0)
    x, codes = rng.normal(0, 1, (40, 1)), np.arange(40) % 2
    session.open_data(Dataset.from_arrays(x, np.array(["a", "b"])[codes], feature_names=["height"]))
    session.add_lane("kmeans")
    settled()
    assert heading(canvas) == ["Data", "Histogram"]
    view = named(canvas, "Histogram").view
    assert [mark.group for mark in view.marks] == [0, 1]
    for code, mark in enumerate(view.marks):
        edges, counts = mark.positions[::2, 0], mark.positions[1:-1:2, 1]
        assert counts.tolist() == np.histogram(x[codes == code, 0], edges)[0].tolist() and counts.sum() == 20
    QTest.mouseClick(named(canvas, "Histogram").close_button, Qt.MouseButton.LeftButton)
    session.step(1)
    settled()
    assert heading(canvas) == ["Data"], "who has closed it does without"
    session.choose_algorithm("kernel_density")
    settled()
    assert "Histogram" not in heading(canvas) and len(heading(canvas)) > 1, "the density says it"


def test_unused_plane_is_collapsed_until_requested(canvas, two_classes, settled):
    session = canvas.session
    session.open_data(two_classes)
    session.add_lane("optimisers")
    session.go_to(2)
    settled()
    assert canvas.planes.height() < 60 and canvas.splitter.others.height() > 0.9 * canvas.height() - 60
    assert canvas.plane.name.isVisible() and canvas.menu_button.isVisible() and canvas.legend.isVisible()
    assert canvas.plane_view.widget.hasFocus(), "the keys drive the run"
    canvas.menu_button.menu().aboutToShow.emit()
    action = next(action for action in canvas.menu_button.menu().actions() if action.text() == "Data")
    assert action.isCheckable() and not action.isChecked()
    action.trigger()
    assert 0.2 * canvas.width() < canvas.plane.width() < 0.35 * canvas.width() and canvas.plane.height() > 600
    session.choose_algorithm("fisher")
    session.go_to(3)
    settled()
    assert canvas.plane.height() > 200
    session.choose_algorithm("optimisers")
    settled()
    assert canvas.plane.height() > 600, "who has asked for it once finds it again"
    canvas.set_wanted(PLANE, False)
    assert canvas.planes.height() < 60
    session.add_lane("kmeans")
    settled()
    assert canvas.plane.height() > 200 and canvas.plane.view.height() > 150, "beside another run it has its room"


def test_keys_do_nothing_in_a_collapsed_plane(canvas, two_classes, settled):
    session = canvas.session
    session.open_data(two_classes)
    session.add_lane("optimisers")
    settled()
    widget = canvas.plane_view.widget
    widget.cursor_uv = canvas.plane_view.uv[0].copy()  # over a point, which Return would open to be typed
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert not widget.findChildren(InPlaceField)
    session.view.set_tool("add")
    widget.cursor_uv = np.zeros(2)  # over nothing
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert session.table.data.n == two_classes.n
    heading = canvas.plane.grab().toImage()
    assert heading.height() < 80 and len({heading.pixel(x, heading.height() - 1) for x in range(heading.width())}) == 1
    canvas.set_wanted(PLANE, True)
    settled()
    assert canvas.plane.cover.isHidden()
    QTest.keyClick(widget, Qt.Key.Key_Return)
    assert session.table.data.n == two_classes.n + 1, "where it is seen the keys add again"


def test_requested_plane_opens_aside_and_keeps_its_dragged_border(canvas, two_classes, settled):
    session = canvas.session
    session.open_data(two_classes)
    canvas.wanted[("plane", "Data")] = True
    session.add_lane("convexity")
    session.go_to(2)
    settled()
    assert 0.2 * canvas.width() < canvas.plane.width() < 0.35 * canvas.width()
    border = canvas.splitter.handle(1)
    middle = border.rect().center()
    QTest.mousePress(border, Qt.MouseButton.LeftButton, pos=middle)
    QTest.mouseMove(border, middle + QPoint(100, 0))
    QTest.mouseRelease(border, Qt.MouseButton.LeftButton, pos=middle + QPoint(100, 0))
    widened = canvas.plane.width()
    assert widened > 0.35 * canvas.width()
    session.go_to(3)
    settled()
    assert canvas.plane.width() == widened, "what is dragged stays"


def test_surface_closed_by_the_user_reopens_only_from_the_menu(canvas, settled):
    session = canvas.session
    session.open_data(load("play_tennis"))
    session.add_lane("id3")
    session.go_to(2)
    settled()
    assert "Tree" in heading(canvas)
    panel = next(panel for name, panel in canvas.splitter.panels.items() if name[1] == "Tree")
    QTest.mouseClick(panel.close_button, Qt.MouseButton.LeftButton)
    session.step(1)
    settled()
    assert "Tree" not in heading(canvas)
    canvas.menu_button.menu().aboutToShow.emit()
    action = next(action for action in canvas.menu_button.menu().actions() if action.text() == "Tree")
    assert action.isCheckable() and not action.isChecked()
    action.trigger()
    assert "Tree" in heading(canvas)


def test_waiting_surface_is_offered_but_not_opened(canvas, two_classes, settled):
    session = canvas.session
    session.open_data(two_classes)
    session.add_lane("perceptron")
    session.go_to(1)
    settled()
    waiting = [surface.name for surface in canvas.offered() if not surface.open]
    assert waiting and heading(canvas) == ["Data"] and not canvas.menu_button.isHidden()


def test_refusal_removes_the_last_picture(canvas, two_classes, qtbot, settled):
    session = canvas.session
    session.open_data(two_classes)
    session.add_lane("perceptron")
    session.go_to_end()
    settled()
    tinted = share(canvas.plane_view.widget, canvas.appearance.theme.region_colour(0), 3)
    assert tinted > 0.2
    session.points.relabel(range(6), 0)
    qtbot.waitUntil(lambda: bool(session.lane.refusal))
    assert share(canvas.plane_view.widget, canvas.appearance.theme.region_colour(0), 3) < 0.01
    session.table.undo.undo()
    settled()
    assert share(canvas.plane_view.widget, canvas.appearance.theme.region_colour(0), 3) > 0.2


def test_points_move_first_if_the_frame_is_late(canvas, two_classes, settled, monkeypatch, qtbot):
    session, view = canvas.session, canvas.plane_view
    session.open_data(two_classes)
    session.add_lane("perceptron")
    settled()
    monkeypatch.setattr(session.runner, "want", lambda request: None)
    session.points.move([0], np.array([[0.0, -1.0]]))
    qtbot.waitUntil(lambda: not view.widget.together.holding)
    assert np.abs(colour_at(view, (0, -1)) - rgb(canvas.appearance.theme.class_colour(0))).max() < 6


def test_theme_changes_all_surfaces_at_once(canvas, two_classes, settled):
    session = canvas.session
    session.open_data(two_classes)
    session.add_lane("perceptron")
    session.go_to_end()
    settled()
    canvas.appearance.set_theme("dark")
    settled()
    theme = canvas.appearance.theme
    assert share(canvas.plane_view.widget, theme.region_colour(1), 3) > 0.2
    assert share(canvas.plane_view.widget, "#FBFBFA", 1) == 0


def test_presentation_enlarges_the_points(canvas, two_classes):
    canvas.session.open_data(two_classes)
    blue = canvas.appearance.theme.class_colour(0)
    before = share(canvas.plane_view.widget, blue, 10)
    canvas.appearance.set_presentation(True)
    assert share(canvas.plane_view.widget, blue, 10) > 1.8 * before


def test_legend_counts_classes_or_clusters(canvas, settled):
    session = canvas.session
    session.open_data(load("iris"))
    canvas.show_legend()
    assert [(entry.name, entry.count) for entry in canvas.legend.entries] == [
        ("setosa", 50), ("versicolor", 50), ("virginica", 50),
    ]  # fmt: skip
    session.add_lane("kmeans")
    session.go_to_end()
    settled()
    names = [entry.name for entry in canvas.legend.entries]
    assert names == ["cluster 1", "cluster 2", "cluster 3"]
    assert sum(entry.count for entry in canvas.legend.entries) == 150


def test_legend_lists_unlabelled_rows_and_omits_empty_classes():
    iris = load("iris")
    codes = np.where(iris.codes == 2, -1, iris.codes)
    listed = [(entry.name, entry.count) for entry in entries_of(iris, codes, ())]
    assert listed == [("setosa", 50), ("versicolor", 50), ("no class", 50)]
    assert entries_of(iris, None, ()) == ()


def test_legend_counts_no_classes_before_the_first_group(canvas, session, settled):
    """Each row is a group by itself: that no setosa is left would be wrong."""
    session.open_data(load("iris"))
    session.add_lane("agglomerative")
    settled()
    assert [(entry.name, entry.count) for entry in canvas.legend.entries] == [("ungrouped", 150)]


def test_legend_says_what_unplaced_points_lack():
    iris, codes = load("iris"), np.array([-1, -1, 0, 1])
    assert entries_of(iris, codes, ("group 1", "group 2"))[-1].name == "ungrouped"
    assert entries_of(iris, codes, iris.class_names)[-1].name == entries_of(iris, codes, ())[-1].name == "no class"


def test_legend_abbreviates_if_there_is_less_room(canvas):
    canvas.session.open_data(load("iris"))
    canvas.show_legend()
    legend, details = canvas.legend, []
    for width in (400, 230, 80, 40):
        legend.resize(width, 20)
        details.append((legend._that_fit()[0], len(legend._that_fit()[1])))
    assert [detail for detail, _ in details[:3]] == ["count", "name", "marker"] and details[3][1] < 3
    QTest.mouseClick(legend, Qt.MouseButton.LeftButton)
    assert legend.folded


def test_fit_button_in_the_heading_refits_all(canvas, two_classes):
    canvas.session.open_data(two_classes)
    fitted = canvas.plane_view.box.viewRect()
    canvas.plane_view.box.translateBy(x=3, y=3)
    QTest.mouseClick(canvas.plane.fit_button, Qt.MouseButton.LeftButton)
    assert canvas.plane_view.box.viewRect() == fitted


def test_two_lanes_are_planes_with_the_same_view(canvas, two_classes, settled):
    session = canvas.session
    session.open_data(two_classes)
    session.add_lane("perceptron")
    session.add_lane("kmeans", {"k": 2})
    settled()
    one, two = (panel.view for panel in canvas.planes.panels)
    assert canvas.plane_view is two
    assert [panel.name.text() for panel in canvas.planes.panels] == ["Perceptron", "K-means"]
    assert len(one.uv) == len(two.uv) == 6 and {view.frame.lane for view in (one, two)} == {0, 1}
    one.box.translateBy(x=1.5, y=0.5)
    assert two.box.viewRect() == one.box.viewRect()
    x, y = np.round(one.pixels(np.zeros((1, 2)))[0]).astype(int)
    QTest.mouseClick(one.widget.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(int(x), int(y)))
    assert session.active == 0 and canvas.plane_view is one


def test_closing_a_lane_closes_its_plane(canvas, two_classes, settled):
    session = canvas.session
    session.open_data(two_classes)
    session.add_lane("perceptron")
    session.add_lane("kmeans", {"k": 2})
    settled()
    QTest.mouseClick(canvas.planes.panels[1].close_button, Qt.MouseButton.LeftButton)
    assert len(session.lanes) == len(canvas.planes.panels) == 1
    assert canvas.plane.name.text() == "Data"


def test_new_data_beside_a_second_lane_evaluates_no_model_on_wrong_features(canvas, two_classes, settled):
    session, crashes = canvas.session, []
    session.crashed.connect(crashes.append)
    session.open_data(two_classes)
    session.add_lane("kmeans", {"k": 2})
    session.add_lane("nearest_mean")
    session.go_to_end()
    settled()
    session.open_data(load("iris"))
    settled()
    assert not crashes and all(panel.view.frame.data.d == 4 for panel in canvas.planes.panels)


def test_opening_or_closing_a_surface_sets_sizes_before_painting(canvas, settled, qtbot):
    session = canvas.session
    session.open_data(load("iris"))
    session.add_lane("least_squares")
    session.go_to_end()
    settled()
    step, sizes = session.lane.frame.index, []
    canvas.session.frame_changed.connect(lambda lane: sizes.append(canvas.plane.size().toTuple()))
    for index in (step - 1, step):
        session.go_to(index)
        settled()
        qtbot.wait(30)
        assert sizes[-1] == canvas.plane.size().toTuple()
    assert len(set(sizes)) == 2, "one of the two has a chart beside the plane"
