"""The evaluation of predicted numbers: RMSE, MAE and R² of each run and part of the rows, and the residuals."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt

from engine.data.dataset import Dataset
from engine.data.split import TEST, TRAINING, VALIDATION, Split
from engine.maths.evaluation.missed import missed
from gui.docks.evaluation import EvaluationDock
from gui.docks.number_runs import rmse_interval, told_apart
from tests.gui.docks.placing import settle


def bent() -> Dataset:
    rng = np.random.default_rng(1)
    X = rng.normal(size=(60, 2))
    return Dataset(X, np.sin(2 * X[:, 0]) + X[:, 1] + rng.normal(size=60) * 0.2, target_name="height")


@pytest.fixture
def dock(placed) -> EvaluationDock:
    """A regression tree at its end, rows kept for validation and test, and k-NN beside it."""
    dock = placed(EvaluationDock, "regression_tree", bent(), width=1200)
    dock.session.table.set_split(Split(validation=0.3, test=0.2))
    dock.session.duplicate_lane()
    dock.session.choose_algorithm("knn_regression")
    dock.session.go_to_end()
    settle(dock.session, whole=True)
    return dock


def test_errors_are_those_of_scikit_learn() -> None:
    metrics = pytest.importorskip("sklearn.metrics")
    truth, said = np.array([1.0, -2.0, 3.5, 0.0]), np.array([0.5, -1.0, 3.0, 2.0])
    found = missed(truth, said)
    assert found.rmse == pytest.approx(np.sqrt(metrics.mean_squared_error(truth, said)))
    assert found.mae == pytest.approx(metrics.mean_absolute_error(truth, said))
    assert found.r2 == pytest.approx(metrics.r2_score(truth, said))
    assert np.isnan(missed(np.ones(3), np.zeros(3)).r2) and missed(np.ones(3), np.zeros(3)).rmse == 1.0


def test_each_run_and_part_has_errors_and_test_rows_need_a_look(dock, qtbot) -> None:
    """It said nothing of numbers."""
    session, table = dock.session, dock.missed.errors.cells
    assert table.columns == ("run and rows", "rows", "RMSE", "MAE", "R²", "r") and not dock.nothing.isVisible()
    names = ("run 1", "run 2")  # as they are numbered in the table of runs: the part of the rows is never cut off
    lines = {row[0]: row[1:] for row in table.rows}
    baselines = [f"always the {what}, {part}" for part in (TRAINING, VALIDATION) for what in ("mean", "median")]
    assert list(lines) == [*(f"{name}, {part}" for name in names for part in (TRAINING, VALIDATION)), *baselines]
    for name, lane in zip(names, session.lanes, strict=True):
        division, model = lane.run.division, lane.frame.step.model
        for part, rows in ((TRAINING, division.learned), (VALIDATION, division.validation)):
            found = missed(rows.y, model.predict(rows.X))
            assert lines[f"{name}, {part}"] == (rows.n, found.rmse, found.mae, found.r2, found.r)
    qtbot.mouseClick(dock.test.ask, Qt.MouseButton.LeftButton)
    dock.test.finish()
    settle(session)
    test = session.lane.run.division.test
    found = missed(test.y, session.lane.frame.step.model.predict(test.X))
    line = {row[0]: row[1:] for row in table.rows}[f"{names[1]}, {TEST}"]
    assert line == (test.n, found.rmse, found.mae, found.r2, found.r)
    mean = missed(test.y, np.full(test.n, session.lane.run.division.learned.y.mean()))
    line = {row[0]: row[1:] for row in table.rows}[f"always the mean, {TEST}"]
    assert line[:3] == (test.n, mean.rmse, mean.mae), "what has to be beaten on them stands beside"


def test_residuals_are_sorted_without_test_rows_and_a_click_selects(dock, qtbot) -> None:
    session, view = dock.session, dock.missed.residuals
    data, model = session.table.data, session.lane.frame.step.model
    there = np.flatnonzero(session.table.data_parts().codes != 2)
    left = data.y - model.predict(data.X)
    worst = there[np.argsort(-np.abs(left[there]), kind="stable")]
    assert [row[0] for row in view.cells.rows] == [data.row_name(int(row)) for row in worst]
    assert view.cells.rows[0][3] == pytest.approx(left[worst[0]])
    place = view.visualRect(view.cells.index(1, 2)).center()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=place)
    assert list(session.selection.rows) == [worst[1]]


def test_regression_runs_are_ranked_by_validation_rmse(dock) -> None:
    rows = dock.runs.table.cells.rows
    assert dock.runs.table.cells.columns == ("run", "step", "training RMSE", "validation RMSE", "95 % interval")
    assert rows[0][3] < rows[1][3] and dock.runs.table.cells.chosen == 0
    assert dock.runs.words.text().startswith(f"Lowest validation RMSE: run {rows[0][0][0]}.")


def validation_residuals(dock) -> list[np.ndarray]:
    rows, data = dock.session.table.data_parts().rows(VALIDATION), dock.session.table.data
    return [data.y[rows] - lane.frame.step.model.predict(data.X[rows]) for lane in dock.session.lanes]


def test_each_rmse_has_its_interval_of_the_mean_of_squared_residuals(dock) -> None:
    stats = pytest.importorskip("scipy.stats")
    columns, rows = dock.runs.table.cells.columns, dock.runs.table.cells.rows
    told = {int(row[0].split()[0]): row[columns.index("95 % interval")] for row in rows}
    for number, left in enumerate(validation_residuals(dock), start=1):
        square = left**2
        ends = stats.t.interval(0.95, len(left) - 1, square.mean(), stats.sem(square))
        assert told[number] == "–".join(f"{np.sqrt(max(end, 0)):.3g}" for end in ends)


def test_two_best_regression_runs_are_compared_by_row(dock) -> None:
    stats = pytest.importorskip("scipy.stats")
    one, other = validation_residuals(dock)
    p = stats.ttest_rel(one**2, other**2).pvalue
    words = dock.runs.words.text()
    nearer = (abs(one) < abs(other)).sum(), (abs(other) < abs(one)).sum()
    assert f"run 2 is nearer on {nearer[1]} and run 1 on {nearer[0]} (" in words and f"p = {p:.2g}" in words
    assert ("cannot be told apart on 18 rows" in words) == (p > 0.05)
    lost = np.where(np.arange(18) % 2, 1e100, 2e100)
    assert "run 5 is better" in told_apart(lost, lost * 1e-3, (3, 5), 0.95), "squares of 1e100 are no numbers"
    assert "cannot be told apart on 18 rows" in told_apart(lost, lost[::-1], (3, 5), 0.95)
    assert not told_apart(lost[:1], lost[1:2], (3, 5), 0.95) and not rmse_interval(np.zeros(5), 0.95)
