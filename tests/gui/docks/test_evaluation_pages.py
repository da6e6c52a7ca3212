"""The pages of the panel Evaluation: rates, classes, curves with a threshold that is dragged, residuals."""

from __future__ import annotations

import math

import numpy as np
import pytest
from PySide6.QtCore import QPoint, QPointF, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from engine.core.marks import Curve, Line, Points, Region
from engine.data.dataset import Dataset
from engine.data.split import Split
from engine.maths.evaluation.confusion import crossed
from engine.maths.evaluation.missed import missed
from engine.maths.evaluation.rates import Outcomes, averages
from engine.models.class_scores import class_scores
from engine.models.cut import CutScores
from gui.docks.evaluated.choices import BALANCE, COST, KINDS, RELIABILITY, Choices
from gui.docks.evaluated.judged_rows import JudgedRows, class_baselines, judged_parts
from gui.docks.evaluated.rates_page import class_lines, rate_lines
from gui.docks.evaluation import EvaluationDock
from tests.catalogue import shows
from tests.gui.docks.placing import settle, shown, two_irises
from tests.gui.session.waiting import until

LEFT, NONE = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
W54 = Outcomes(40, 10, 5, 45)


def judged(truth, answers, classes=("no", "yes"), learnt=None) -> JudgedRows:
    truth, answers = np.asarray(truth), np.asarray(answers)
    return JudgedRows("validation", np.arange(len(truth)), truth, answers, classes, truth if learnt is None else learnt)


def of_w54() -> JudgedRows:
    return judged([1] * 50 + [0] * 50, [1] * 40 + [0] * 10 + [1] * 5 + [0] * 45)


@pytest.fixture
def dock(placed) -> EvaluationDock:
    """Logistic regression on two irises, 40 rows kept for validation and 20 for test."""
    dock = placed(EvaluationDock, "logistic_newton", two_irises(), width=1200, penalty=1.0)
    dock.session.table.set_split(Split(validation=0.4, test=0.2, stratify=True))
    dock.session.go_to_end()
    settle(dock.session, whole=True)
    return dock


def press(dock: EvaluationDock, page: str) -> None:
    """Choose a page with the mouse, and wait for what is on it."""
    QTest.mouseClick(dock.pages.buttons[page], LEFT)
    dock.curves.scores.finish()
    QApplication.processEvents()
    QApplication.processEvents()


def lines(table) -> dict[str, tuple]:
    return {row[0]: row[1:] for row in table.cells.rows}


# -- rates -------------------------------------------------------------------------------------------------------------


@shows("W54")
def test_w54_has_rates_with_numbers_cost_and_baselines():
    choices = Choices()
    choices.set(miss=10.0, beta=2.0)
    rows = of_w54()
    heads, found = rate_lines(W54, class_baselines(rows, 1), choices)
    assert heads == ("rate", "formula", "numbers", "value", "all positive", "all negative", "at random")
    known = {line[0]: line[1:] for line in found}
    assert known["error"][1:3] == ("(5 + 10) / 100", 0.15) and known["accuracy"][2] == 0.85
    assert known["recall"][:3] == ("TP / (TP + FN)", "40 / (40 + 10)", 0.8)
    assert known["precision"][2] == pytest.approx(0.888888888889) and known["specificity"][2] == 0.9
    assert known["misses"][2] == 0.2 and known["false alarms"][2] == 0.1
    assert known["F, β = 2"][2] == pytest.approx(0.816326530612)
    assert known["cost"] == ("C_FP FP + C_FN FN", "1 · 5 + 10 · 10", 105.0, 50.0, 500.0, 275.0)
    assert known["recall"][3:5] == (1.0, 0.0) and known["precision"][3:5] == (0.5, "undefined")
    assert known["error"][3:] == (0.5, 0.5, 0.5)


def test_what_is_undefined_says_why():
    _, found = rate_lines(Outcomes(0, 0, 0, 3), {}, Choices())
    known = {line[0]: line[1:] for line in found}
    assert known["recall"][1:] == ("0 / (0 + 0): no row is positive", "undefined")
    assert known["precision"][1:] == ("0 / (0 + 0): no row is called positive", "undefined")
    assert known["F₁"][1:] == ("TP = 0", 0.0) and known["false alarms"][2] == 0.0


@shows("W81")
def test_w81_has_a_line_per_class_and_average():
    y, said = np.array([0, 0, 0, 1, 1, 2, 2, 2, 2]), np.array([0, 1, 1, 1, 2, 2, 2, 2, 2])
    found = {line[0]: line[1:] for line in class_lines(averages(crossed(y, said, 3, 3).counts), "abc")}
    assert found["a"] == (3, 1, 1.0, pytest.approx(1 / 3), 0.5)
    assert found["c"] == (4, 5, 0.8, 1.0, pytest.approx(0.888888888889))
    assert found["macro: mean of 3 classes"][4] == pytest.approx(0.596296296296)
    assert found["micro = accuracy"][2:] == (pytest.approx(2 / 3),) * 3


def test_page_has_validation_rates_and_training_rates_on_request(dock):
    from sklearn.metrics import precision_score, recall_score

    press(dock, "rates")
    session = dock.session
    model, division = session.lane.frame.step.model, session.division()
    for part, rows in (("validation", division.validation), ("training", division.learned)):
        QTest.mouseClick(dock.controls.parts.buttons[part], LEFT)
        said, known = model.predict(rows.X), lines(dock.rates.rates)
        assert part in dock.rates.words.text().lower()
        assert known["recall"][2] == pytest.approx(recall_score(rows.codes, said))
        assert known["precision"][2] == pytest.approx(precision_score(rows.codes, said))
    assert not dock.training.isVisibleTo(dock) and dock.rates.isVisibleTo(dock)


def test_positive_class_and_costs_are_set_by_mouse_and_keys(dock):
    press(dock, "rates")
    before = lines(dock.rates.rates)
    dock.controls.positive.setCurrentIndex(0)
    dock.controls.positive.activated.emit(0)
    after = lines(dock.rates.rates)
    assert after["recall"][2] == before["specificity"][2] and dock.choices.positive == 0
    line = dock.controls.miss.line
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "7.5")
    QTest.keyClick(line, Qt.Key.Key_Return)
    table = lines(dock.rates.rates)["cost"]
    assert dock.choices.miss == 7.5 and "7.5 · " in table[1]
    line.selectAll()
    QTest.keyClicks(line, "-1")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert line.property("wrong") and dock.choices.miss == 7.5


def test_test_rates_appear_only_after_a_look(dock):
    press(dock, "rates")
    assert not dock.controls.parts.buttons["test"].isVisibleTo(dock)
    QTest.mouseClick(dock.test.ask, LEFT)
    dock.test.finish()
    until(lambda: dock.controls.parts.buttons["test"].isVisibleTo(dock))
    QTest.mouseClick(dock.controls.parts.buttons["test"], LEFT)
    test, model = dock.session.division().test, dock.session.lane.frame.step.model
    n = lines(dock.rates.rates)["accuracy"][1].split(" / ")[1]
    assert int(n) == test.n
    assert lines(dock.rates.rates)["accuracy"][2] == pytest.approx((model.predict(test.X) == test.codes).mean())


def test_counts_as_shares_still_select_their_rows(dock):
    counts = np.array([row[1:] for row in dock.validation.table.cells.rows])
    QTest.mouseClick(dock.shares, LEFT, pos=QPoint(8, dock.shares.height() // 2))
    shares = np.array([row[1:] for row in dock.validation.table.cells.rows])
    assert shares == pytest.approx(counts / counts.sum(axis=1, keepdims=True))
    table = dock.validation.table
    place = table.visualRect(table.model().index(0, 1)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    assert len(dock.session.selection.rows) == counts[0, 0]


def test_baselines_are_shown_beside_the_accuracy(dock):
    assert "always setosa 50 %, at random 50 %" in dock.validation.baselines.text()


def test_test_table_has_baselines_and_selects_rows(dock):
    QTest.mouseClick(dock.test.ask, LEFT)
    dock.test.finish()
    until(lambda: dock.test.table.isVisibleTo(dock))
    assert "always setosa 50 %, at random 50 %" in dock.test.baselines.text()
    assert dock.test.words.text().startswith("Test rows, step")
    table, session = dock.test.table, dock.session
    place = table.visualRect(table.model().index(1, 2)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    rows, model = session.table.data_parts().rows("test"), session.lane.frame.step.model
    right = (session.table.data.codes[rows] == 1) & (model.predict(session.table.data.X[rows]) == 1)
    assert list(session.selection.rows) == rows[right].tolist() and right.any()


def test_three_tables_of_three_classes_have_room_side_by_side(placed):
    """The one of the test rows was cut off at the width that a window of 1440 pixels leaves."""
    dock = placed(EvaluationDock, "softmax_newton", "iris", width=886, penalty=1.0)
    dock.session.table.set_split(Split(validation=0.25, test=0.25, stratify=True))
    dock.session.go_to_end()
    settle(dock.session, whole=True)
    QTest.mouseClick(dock.test.ask, LEFT)
    dock.test.finish()
    until(lambda: dock.test.table.isVisibleTo(dock))
    QApplication.processEvents()
    for table in (dock.training.table, dock.validation.table, dock.test.table):
        assert table.horizontalHeader().length() <= table.viewport().width()
        heads = [table.cells.head(column) for column in range(4)]
        assert "…" not in "".join(heads) and table.width() >= table.least_width
    for part in (dock.training, dock.validation):
        assert all(line.width() >= line.sizeHint().width() for line in (part.words, part.baselines))
    assert dock.area.horizontalScrollBar().maximum() == 0


# -- curves ------------------------------------------------------------------------------------------------------------


def pixel(view, uv) -> QPoint:
    return view.widget.mapFromScene(view.box.mapViewToScene(QPointF(*uv)))


def drag(view, start, *stops) -> None:
    port = view.widget.viewport()
    QTest.mousePress(port, LEFT, NONE, pixel(view, start))
    for stop in stops:
        QTest.mouseMove(port, pixel(view, stop))
        QApplication.processEvents()
    QTest.mouseRelease(port, LEFT, NONE, pixel(view, stops[-1]))


@pytest.fixture
def overlapping(placed) -> EvaluationDock:
    """Two classes that overlap, all rows learnt from."""
    rng = np.random.default_rng(2)
    codes = np.arange(80) % 2
    data = Dataset(rng.normal(size=(80, 2)) + codes[:, None], codes, class_names=("no", "yes"))
    dock = placed(EvaluationDock, "logistic_newton", data, width=1200, penalty=1.0)
    dock.session.go_to_end()
    settle(dock.session, whole=True)
    press(dock, "curves")
    return dock


def test_roc_curve_matches_scikit_learn(overlapping):
    from sklearn.metrics import roc_auc_score, roc_curve

    data, model = overlapping.session.table.data, overlapping.session.lane.frame.step.model
    s = class_scores(model, data.X).of(1)
    drawn = next(m for m in overlapping.curves.chart.marks if isinstance(m, Curve) and m.role == "boundary")
    fpr, tpr, _ = roc_curve(data.codes, s, drop_intermediate=False)
    assert drawn.positions == pytest.approx(np.column_stack([fpr, tpr]))
    words = [mark.text for mark in overlapping.curves.chart.marks if hasattr(mark, "text")]
    assert words == [f"AUC {roc_auc_score(data.codes, s):.4g}"]


def test_dragged_threshold_updates_table_rates_and_plane(overlapping):
    dock, session = overlapping, overlapping.session
    view = dock.curves.chart
    before = [row[1:] for row in dock.curves.table.cells.rows]
    now, aim = view.track.now, view.track.places[-8]
    drag(view, now, (now + aim) / 2, aim)
    threshold = dock.choices.threshold
    assert threshold == view.track.values[-8] or np.allclose(view.track.now, aim, atol=0.03)
    data, model = session.table.data, session.lane.frame.step.model
    called = class_scores(model, data.X).of(1) >= threshold
    expected = [[(called & (data.codes == 1)).sum(), (~called & (data.codes == 1)).sum()],
                [(called & (data.codes == 0)).sum(), (~called & (data.codes == 0)).sum()]]  # fmt: skip
    rows = [list(row[1:]) for row in dock.curves.table.cells.rows]
    assert rows == expected and rows != [list(row) for row in before]
    assert lines(dock.curves.rates)["recall"][0] == pytest.approx(expected[0][0] / 40)
    held = session.threshold.model(session.lane, model)
    assert isinstance(held, CutScores) and held.threshold == threshold and held.positive == 1
    assert session.table.undo.count() == 0, "a look changes no run"


def test_the_threshold_is_typed_and_reset(overlapping):
    dock = overlapping
    line = dock.curves.line
    assert float(line.text()) == 0.5 and not dock.curves.own.isEnabled()
    line.setFocus()
    line.selectAll()
    QTest.keyClicks(line, "0.3")
    QTest.keyClick(line, Qt.Key.Key_Return)
    assert dock.choices.threshold == 0.3 and dock.session.threshold.held.threshold == 0.3
    QTest.mouseClick(dock.curves.own, LEFT)
    assert dock.choices.threshold is None and dock.session.threshold.held is None


def test_ring_of_any_threshold_is_on_the_cost_curve(overlapping):
    """The curve sloped from score to score; between two of them no row changes sides, so the cost is level."""
    dock = overlapping
    dock.choices.set(kind=COST, miss=3.0)
    data, model = dock.session.table.data, dock.session.lane.frame.step.model
    s = np.sort(class_scores(model, data.X).of(1))
    for low, high in zip(s[10:60:7], s[11:61:7], strict=True):
        dock.choices.set(threshold=0.3 * low + 0.7 * high)
        marks = dock.curves.chart.marks
        drawn = next(m.positions for m in marks if isinstance(m, Curve) and m.role == "plain")
        ring = next(m.positions[0] for m in marks if isinstance(m, Points) and m.role == "focus")
        above, below = drawn[drawn[:, 0] > ring[0]], drawn[drawn[:, 0] <= ring[0]]
        assert above[-1, 1] == below[0, 1] == ring[1]
        called = class_scores(model, data.X).of(1) >= ring[0]
        assert ring[1] == (called & (data.codes == 0)).sum() + 3.0 * (~called & (data.codes == 1)).sum()


def test_threshold_close_to_1_is_not_shown_as_1(overlapping):
    dock = overlapping
    dock.choices.set(threshold=0.9999889073167542)
    words = [label for mark in dock.curves.chart.marks if isinstance(mark, Points) for label in mark.labels]
    assert words == ["t = 0.999989"] and dock.curves.line.text() == "0.999989"


def test_status_bar_describes_the_drag_on_each_curve(overlapping):
    dock = overlapping
    tips = {}
    for kind in KINDS:
        dock.choices.set(kind=kind)
        tips[kind] = dock.curves.chart.statusTip()
    assert tips["ROC"].startswith("Drag the ring along the curve") and tips[COST].startswith("Drag the line across")
    assert tips[RELIABILITY].startswith("Drag to move the chart")


def test_click_on_a_count_at_the_threshold_selects_its_rows(overlapping):
    dock, session = overlapping, overlapping.session
    dock.choices.set(threshold=0.4)
    table = dock.curves.table
    place = table.visualRect(table.model().index(1, 1)).center()
    QTest.mouseClick(table.viewport(), LEFT, pos=place)
    s = class_scores(session.lane.frame.step.model, session.table.data.X).of(1)
    assert list(session.selection.rows) == np.flatnonzero((s >= 0.4) & (session.table.data.codes == 0)).tolist()


def test_threshold_is_draggable_on_all_curves_but_calibration(overlapping):
    dock = overlapping
    for kind in KINDS:
        dock.controls.kind.setCurrentIndex(KINDS.index(kind))
        dock.controls.kind.activated.emit(KINDS.index(kind))
        assert dock.curves.chart.isVisibleTo(dock) and dock.curves.chart.marks
        assert (dock.curves.chart.track is None) == (kind == RELIABILITY)
        assert dock.controls.miss.isVisibleTo(dock) == (kind == COST)
    dock.choices.set(kind=COST)
    view = dock.curves.chart
    drag(view, (0.5, 10.0), (0.6, 10.0), (0.7, 10.0))
    assert dock.choices.threshold == pytest.approx(0.7, abs=0.01)
    dock.choices.set(kind=BALANCE)
    drag(view, view.track.now, view.track.places[5])
    assert np.allclose(view.track.now, view.track.places[5], atol=0.03)


def test_calibration_scores_match_scikit_learn(overlapping):
    from sklearn.metrics import brier_score_loss, log_loss

    overlapping.choices.set(kind=RELIABILITY)
    data, model = overlapping.session.table.data, overlapping.session.lane.frame.step.model
    p = model.predict_proba(data.X)[:, 1]
    words = overlapping.curves.words.text()
    assert (
        f"Brier score {brier_score_loss(data.codes, p):.4g}" in words
        and f"log loss {log_loss(data.codes, p):.4g}" in words
    )


def test_plane_is_restored_when_the_page_is_left(overlapping):
    dock = overlapping
    dock.choices.set(threshold=0.2)
    assert dock.session.threshold.held is not None
    press(dock, "counts")
    assert dock.session.threshold.held is None
    press(dock, "curves")
    assert dock.session.threshold.held.threshold == 0.2
    dock.hide()
    assert dock.session.threshold.held is None


def test_another_method_has_its_own_threshold(overlapping):
    dock = overlapping
    dock.choices.set(threshold=0.2)
    dock.session.choose_algorithm("perceptron", {"epochs": 3})
    dock.session.go_to_end()
    settle(dock.session)
    dock.curves.scores.finish()
    QApplication.processEvents()
    assert dock.choices.threshold is None and dock.session.threshold.held is None
    until(lambda: float(dock.curves.line.text()) == 0.0)
    dock.choices.set(kind=RELIABILITY)
    assert "no probabilities" in dock.nothing.text() and dock.nothing.isVisibleTo(dock)


def test_a_model_without_scores_is_told(placed):
    dock = placed(EvaluationDock, "nearest_mean", "iris", width=1200)
    dock.session.go_to_end()
    settle(dock.session, whole=True)
    press(dock, "curves")
    assert "a class alone" in dock.nothing.text() and not dock.curves.isVisibleTo(dock)


def test_three_classes_have_one_versus_rest_curves(placed):
    dock = placed(EvaluationDock, "softmax_newton", "iris", width=1200, penalty=1.0)
    dock.session.go_to_end()
    settle(dock.session, whole=True)
    press(dock, "curves")
    named = [m.label for m in dock.curves.chart.marks if isinstance(m, Curve) and m.group is not None]
    assert named == ["setosa", "virginica"] and dock.choices.positive == 1


def test_plane_areas_follow_the_threshold(window):
    window.session.open_data(two_irises())
    window.session.choose_algorithm("logistic_newton", {"penalty": 1.0})
    window.session.go_to_end()
    settle(window.session, whole=True)
    window.panels.open("evaluation")
    dock = window.tabs.dock("evaluation")
    press(dock, "curves")
    dock.choices.set(threshold=0.8)
    marks = window.canvas.plane_view.marks
    (region,) = (mark for mark in marks if isinstance(mark, Region))
    assert isinstance(region.model, CutScores) and region.model.threshold == 0.8
    assert {mark.role for mark in marks if isinstance(mark, Line)} == {"ghost"}
    QTest.mouseClick(dock.curves.own, LEFT)
    (region,) = (mark for mark in window.canvas.plane_view.marks if isinstance(mark, Region))
    assert not isinstance(region.model, CutScores)


# -- residuals ---------------------------------------------------------------------------------------------------------


@pytest.fixture
def numbers(placed) -> EvaluationDock:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 2))
    data = Dataset(X, np.sin(2 * X[:, 0]) + X[:, 1], target_name="height")
    dock = placed(EvaluationDock, "knn_regression", data, width=1200)
    dock.session.table.set_split(Split(validation=0.3))
    dock.session.go_to_end()
    settle(dock.session, whole=True)
    return dock


def test_residual_plots_over_prediction_feature_and_truth(numbers):
    press(numbers, "residuals")
    session = numbers.session
    rows = np.flatnonzero(session.table.data_parts().codes == 1)
    said = session.lane.frame.step.model.predict(session.table.data.X[rows])
    truth, chart = session.table.data.y[rows], numbers.residuals.chart
    left, X = truth - said, session.table.data.X[rows]
    drawn = ((said, left), (truth, said), (X[:, 0], left), (X[:, 1], left))
    for place, (x, y) in enumerate(drawn):
        numbers.controls.against.activated.emit(place)
        (points,) = (mark for mark in chart.marks if isinstance(mark, Points))
        assert points.positions == pytest.approx(np.column_stack([x, y])) and points.rows.tolist() == rows.tolist()
    assert "RMSE" in numbers.residuals.words.text()


def test_click_on_a_residual_selects_its_row(numbers):
    press(numbers, "residuals")
    chart = numbers.residuals.chart
    (points,) = (mark for mark in chart.marks if isinstance(mark, Points))
    QTest.mouseClick(chart.widget.viewport(), LEFT, NONE, pixel(chart, points.positions[3]))
    assert list(numbers.session.selection.rows) == [points.rows[3]]


def test_regression_baselines_are_mean_and_median(numbers):
    session, table = numbers.session, numbers.missed.errors.cells
    parts, y = session.table.data_parts(), session.table.data.y
    known = {row[0]: row[1:] for row in table.rows}
    for name, value in (("mean", y[parts.codes == 0].mean()), ("median", np.median(y[parts.codes == 0]))):
        found, kept = known[f"always the {name}, validation"], y[parts.codes == 1]
        assert found[1] == pytest.approx(missed(kept, np.full(len(kept), value)).rmse) and math.isnan(found[4])


# -- edges -------------------------------------------------------------------------------------------------------------


def test_tied_scores_single_class_and_single_row_have_pages(qtbot, session):
    dock = shown(qtbot, EvaluationDock, session, 1200, 400)
    tied = Dataset(np.ones((6, 2)), np.array([0, 1, 0, 1, 0, 1]), class_names=("a", "b"))
    alone = Dataset(np.arange(8.0).reshape(4, 2), np.ones(4, dtype=int), class_names=("a", "b"))
    for data in (tied, alone, alone.subset([0])):
        session.open_data(data)
        session.choose_algorithm("knn", {"k": 1})
        session.go_to_end()
        settle(session)
        for page in ("rates", "classes", "curves", "counts"):
            press(dock, page)
        press(dock, "curves")
        for kind in KINDS:
            dock.choices.set(kind=kind)
            QApplication.processEvents()
        if data is tied:
            assert dock.curves.isVisibleTo(dock)
        else:
            dock.choices.set(kind=KINDS[0])
            assert "no curve" in dock.nothing.text()


def test_rows_without_a_prediction_are_omitted_and_counted():
    rows = judged([0, 1, 1], [0, -1, 1])
    assert rows.unanswered == 1 and rows.counts.tolist() == [[1, 0], [0, 1]]


def test_page_of_replaced_data_judges_no_rows(session):
    assert judged_parts(session, None, None) == {}


def test_nonfinite_predictions_have_no_residual(placed):
    rows = JudgedRows("training", np.arange(2), np.array([1.0, 2.0]), np.array([np.nan, 2.0]), (), np.array([1.0, 2.0]))
    assert rows.unanswered == 1


def test_pages_are_readable_in_both_themes_and_large_type(window, qtbot):
    """Nothing of the chosen page is cut off below, at the least size of the window."""
    window.session.open_bundled("iris")
    window.session.choose_algorithm("softmax_newton", {"penalty": 1.0})
    window.session.go_to_end()
    settle(window.session, whole=True)
    window.panels.open("evaluation")
    QApplication.processEvents()
    dock = window.tabs.dock("evaluation")
    for page in ("counts", "rates", "classes", "curves"):
        press(dock, page)
        QTest.qWait(30)
        shown_page = {"rates": dock.rates, "classes": dock.classes, "curves": dock.curves, "counts": dock.training}[
            page
        ]
        assert shown_page.isVisibleTo(dock)
        assert window.tabs.stack.height() <= 0.53 * window.down.height() + 1
    chart = dock.curves.chart
    press(dock, "curves")
    assert chart.height() >= 200 and dock.area.viewport().height() >= 200
