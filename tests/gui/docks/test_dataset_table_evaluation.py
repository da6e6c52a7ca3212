"""The docks about the data: what is opened, typed, ticked and measured there, with real events."""

from __future__ import annotations

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QScrollArea

import engine
from engine.data.dataset import Dataset
from engine.data.preparing.scaling import Standardise
from engine.data.split import Split
from engine.data.toys import TOYS
from gui.docks import evaluation
from gui.docks.confusion import ConfusionTable
from gui.docks.dataset import DatasetDock
from gui.docks.evaluation import EvaluationDock
from gui.docks.generator import Generator
from gui.widgets.section import Section
from tests.gui.docks.placing import shown


def button(dock, text):
    from PySide6.QtWidgets import QPushButton

    return next(one for one in dock.findChildren(QPushButton) if one.text() == text)


def settle(qtbot, session):
    qtbot.waitUntil(lambda: all(lane.settled for lane in session.lanes))


def test_bundled_table_is_opened_from_the_list(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    assert dock.sources.choice.currentText() == "Iris flowers"
    dock.sources.choice.setFocus()
    place = dock.sources.choice.findData("old_faithful")
    dock.sources.choice.setCurrentIndex(place)
    dock.sources.choice.activated.emit(place)
    assert session.table.data == engine.load("old_faithful")
    assert "Old Faithful geyser · 272 rows, 2 features" in dock.words.text()


def test_classes_without_rows_are_not_counted_as_present(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    iris = engine.load("iris")
    session.open_data(iris)
    assert dock.words.text().endswith("species: 3 classes")
    session.table.edit(lambda table: table.subset(table.codes < 2), "keep setosa and versicolor")
    assert dock.words.text().endswith("species: 2 of 3 classes have rows")
    session.table.undo.undo()
    assert dock.words.text().endswith("species: 3 classes")


def test_generated_points_follow_the_form_and_the_seed(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    dock.generator.choice.setCurrentIndex(dock.generator.choice.findData("moons"))
    dock.generator.choice.activated.emit(dock.generator.choice.currentIndex())
    dock.generator.form.fields["n"].set_value(40)
    dock.generator.make.click()
    first = session.table.data
    assert first.n == 40 and first.name == "moons"
    dock.generator.again.click()
    assert session.table.data.n == 40 and session.table.data != first
    assert "seed 1" in dock.generator.seed_words.text()


def test_truth_of_generated_points_is_shown_while_they_are_open(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    generator = dock.generator
    assert generator.truth.isHidden()
    generator.choice.setCurrentIndex(generator.choice.findData("circles"))
    generator.choice.activated.emit(generator.choice.currentIndex())
    generator.form.fields["inner"].set_value(0.5)
    generator.make.click()
    assert not generator.truth.isHidden()
    words = generator.truth.text().splitlines()
    assert words == ["True of Circles, as it was made:", "radius of A: 0.5", "radius of B: 2.5", "σ of the noise: 0.15"]
    session.open_bundled("iris")
    assert generator.truth.isHidden()


def test_generator_forms_fit_the_narrowest_column(window, qtbot):
    window.resize(1280, 720)
    section = next(part for part in window.findChildren(Section) if part.heading.text() == "Generate")
    assert window.findChild(Generator) is None, "made when it is first opened"
    QTest.mouseClick(section.heading, Qt.MouseButton.LeftButton)
    generator = window.findChild(Generator)
    qtbot.waitUntil(generator.isVisible)
    panel = next(area for area in window.findChildren(QScrollArea) if area.isAncestorOf(generator))
    generator.choice.setFocus()
    QTest.keyClick(generator.choice, Qt.Key.Key_Home)
    for toy in TOYS:
        assert generator.key == toy
        qtbot.waitUntil(lambda: panel.widget().minimumSizeHint().width() <= panel.viewport().width())
        QTest.keyClick(generator.choice, Qt.Key.Key_Down)


def test_view_has_two_different_features(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    dock.view.across.setCurrentIndex(0)
    dock.view.across.activated.emit(0)
    assert session.view.chosen == (0, 3)
    dock.view.up.setCurrentIndex(0)
    dock.view.up.activated.emit(0)
    assert session.view.chosen == (0, 1)
    dock.view.principal.click()
    assert session.view.chosen == "pca"
    assert dock.view.across.currentIndex() == -1
    dock.view.fisher.click()
    assert session.view.chosen == "fisher" and session.view.plane.labels[0] == "Fisher direction 1"
    assert dock.view.fisher.isChecked() and not dock.view.principal.isChecked()
    dock.view.fisher.click()
    assert session.view.chosen == "auto"
    assert dock.view.across.currentIndex() >= 0 and not dock.view.principal.isChecked(), "two features are in view"


def test_numeric_target_can_be_the_vertical_axis(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    assert dock.view.up.count() == 4, "of classes only the features"
    iris = session.table.data
    petal = Dataset(iris.X[:, :3], iris.X[:, 3], iris.columns[:3], target_name="petal width", name="petals")
    session.open_data(petal)
    assert dock.view.up.itemText(3) == "petal width (target)" and dock.view.across.count() == 3
    dock.view.up.setCurrentIndex(3)
    dock.view.up.activated.emit(3)
    assert session.view.chosen == (0, "target") and session.view.plane.target
    dock.view.across.setCurrentIndex(2)
    dock.view.across.activated.emit(2)
    assert session.view.chosen == (2, "target") and (dock.view.across.currentIndex(), dock.view.up.currentIndex()) == (
        2,
        3,
    )
    dock.view.up.setCurrentIndex(1)
    dock.view.up.activated.emit(1)
    assert session.view.chosen == (2, 1) and not session.view.plane.target


def test_principal_plane_button_is_checked_if_it_is_shown(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    session.open_bundled("digits")
    qtbot.waitUntil(lambda: session.view.plane.labels[0] == "principal component 1")
    assert session.view.chosen == "auto" and dock.view.principal.isChecked() and dock.view.across.currentIndex() == -1
    qtbot.mouseClick(dock.view.principal, Qt.MouseButton.LeftButton)
    assert dock.view.principal.isChecked(), "it is still what is shown"
    session.view.choose((3, 4))
    assert not dock.view.principal.isChecked() and dock.view.across.currentIndex() == 3


def test_fisher_plane_is_offered_only_for_classes(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    session.view.choose("fisher")
    session.points.delete(np.flatnonzero(session.table.data.codes > 0))
    assert dock.view.fisher.isChecked() and dock.view.fisher.isEnabled()
    assert "at least 2 classes" in session.view.plane.caption
    dock.view.fisher.click()
    assert session.view.chosen == "auto" and not dock.view.fisher.isEnabled()
    assert "at least 2 classes" in dock.view.fisher.toolTip()


def test_labels_shrink_again_after_large_type(qtbot, session, qapp):
    dock = shown(qtbot, DatasetDock, session)
    dock.appearance.install(qapp)
    said, label, heights = dock.words.text(), dock.words.label, []
    for large in (True, False):
        dock.appearance.set_presentation(large)
        qtbot.waitUntil(lambda: label.font().pixelSize() == dock.appearance.font("body").pixelSize())
        qtbot.waitUntil(lambda: dock.appearance.settled)
        QApplication.processEvents()
        heights.append(dock.words.heightForWidth(dock.words.width()))
    assert heights[1] < heights[0] and dock.words.text() == said


def test_missing_values_offer_remedies_that_can_be_undone(qtbot, session):
    session.open_bundled("film_critics")
    dock = shown(qtbot, DatasetDock, session)
    assert "4 cells are missing" in dock.words.text()
    before = session.table.data
    button(dock.gaps, "Fill the gaps").click()
    assert session.table.data.missing_count == 0 and session.table.data.n == before.n
    assert not dock.gaps.isVisibleTo(dock)
    session.table.undo.undo()
    assert session.table.data == before
    button(dock.gaps, "Drop rows with gaps").click()
    assert session.table.data.missing_count == 0 and session.table.data.n == 4


def test_standardising_is_one_edit(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    dock.preparation.append(Standardise())
    assert "prepared in 1 step: see below" in dock.words.text()
    assert session.table.data.X.mean(axis=0) == pytest.approx(np.zeros(4), abs=1e-12)
    assert session.table.data.X.std(axis=0) == pytest.approx(np.ones(4))
    session.table.undo.undo()
    assert session.table.data == engine.load("iris")


def test_scaling_ignores_the_validation_rows(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    session.table.set_split(Split(validation=0.3))
    train, kept, _ = engine.split(session.table.data, 0.3)
    dock.preparation.append(Standardise())
    assert session.table.data.X[train].mean(axis=0) == pytest.approx(np.zeros(4), abs=1e-12)
    assert session.table.data.n == 150 and np.abs(session.table.data.X[kept].mean(axis=0)).max() > 1e-3


def test_features_can_be_left_out_and_the_target_dropped(qtbot, session):
    dock = shown(qtbot, DatasetDock, session)
    dock.features.list.topLevelItem(1).setCheckState(0, Qt.CheckState.Unchecked)
    dock.features.use.click()
    assert session.table.data.d == 3
    dock.features.untarget.click()
    assert session.table.data.target is None
    session.table.undo.undo()
    session.table.undo.undo()
    assert session.table.data == engine.load("iris")


def test_evaluation_shows_the_confusion_table_while_visible(qtbot, session):
    dock = shown(qtbot, EvaluationDock, session, 800, 260)
    assert session.evaluating
    session.go_to_end()
    settle(qtbot, session)
    frame = session.lane.frame
    answers = frame.step.model.predict(session.table.data.X)
    assert frame.training.right == int((answers == session.table.data.y).sum())
    assert f"{frame.training.right} of 150 right" in dock.training.words.text()
    session.table.set_split(Split(validation=0.3))
    settle(qtbot, session)
    assert frame is not session.lane.frame
    assert session.lane.frame.validation.n + session.lane.frame.training.n == 150
    assert dock.validation.isVisibleTo(dock)
    dock.hide()
    assert not session.evaluating


def test_refused_data_give_no_advice_to_step(qtbot, session):
    dock = shown(qtbot, EvaluationDock, session, 800, 260)
    session.open_bundled("old_faithful")
    session.choose_algorithm("perceptron")
    qtbot.waitUntil(lambda: "cannot take these data" in dock.nothing.text())
    assert dock.nothing.isVisibleTo(dock) and session.lane.refusal
    session.open_bundled("gate_and")
    settle(qtbot, session)
    assert "Step on" in dock.nothing.text() or not dock.nothing.isVisibleTo(dock)


@pytest.mark.parametrize("key", ["pca", "kd_tree", "tsne"])
def test_method_without_predictions_gives_no_advice_to_step(qtbot, session, key):
    dock = shown(qtbot, EvaluationDock, session, 800, 260)
    session.choose_algorithm(key, {"iterations": 3} if key == "tsne" else {})
    session.go_to_end()
    settle(qtbot, session)
    qtbot.waitUntil(lambda: "No model of this method" in dock.nothing.text())
    session.choose_algorithm("online_neighbours")
    session.go_to(0)
    settle(qtbot, session)
    qtbot.waitUntil(lambda: "Step on" in dock.nothing.text())
    session.go_to_end()
    settle(qtbot, session)
    qtbot.waitUntil(lambda: dock.training.isVisibleTo(dock))


def test_clusters_are_cross_tabulated_but_not_scored(qtbot, session):
    dock = shown(qtbot, EvaluationDock, session, 800, 260)
    session.choose_algorithm("kmeans")
    session.go_to_end()
    settle(qtbot, session)
    assert "right" not in dock.training.words.text()
    assert dock.training.table.cells.columns[0] == "class ↓ cluster →"
    assert session.lane.frame.training.counts.sum() == 150


@pytest.mark.parametrize("key", ["knn_regression", "linear_unit"])
def test_regression_evaluation_gives_the_errors(qtbot, session, key):
    dock = shown(qtbot, EvaluationDock, session, 800, 260)
    session.open_data(engine.Dataset(np.linspace(0.0, 1.0, 20)[:, None], np.linspace(1.0, 2.0, 20)))
    session.choose_algorithm(key)
    session.go_to_end()
    settle(qtbot, session)
    qtbot.waitUntil(lambda: dock.missed.isVisibleTo(dock))
    assert not dock.nothing.isVisibleTo(dock) and not dock.training.isVisibleTo(dock)
    model, data = session.lane.frame.step.model, session.table.data
    (part, n, rmse, *_), mean, median = dock.missed.errors.cells.rows
    assert mean[0] == "always the mean, training" and mean[4] == 0.0 and median[0] == "always the median, training"
    assert (part, n) == ("training", 20)
    assert rmse == pytest.approx(float(np.sqrt(np.mean((model.predict(data.X) - data.y) ** 2))))


def point_at(table: ConfusionTable, row: int, column: int):
    place = table.visualRect(table.model().index(row, column)).center()
    QTest.mouseMove(table.viewport(), place)
    QApplication.processEvents()
    return place, table.model().index(row, column).data(Qt.ItemDataRole.ToolTipRole)


def test_count_tooltip_and_click_select_its_rows(qtbot, session):
    dock = shown(qtbot, EvaluationDock, session, 800, 260)
    session.table.set_split(Split(validation=0.3))
    session.go_to_end()
    settle(qtbot, session)
    QTest.qWait(30)  # both tables have their places
    frame, codes = session.lane.frame, session.table.data.codes
    answers = frame.step.model.predict(session.table.data.X)
    parts = (dock.training, np.isin(np.arange(150), frame.rows)), (dock.validation, None)
    for part, mine in parts:
        mine = ~parts[0][1] if mine is None else mine
        table = part.table
        said = {}
        for code in range(3):
            for answer in range(3):
                place, words = point_at(table, code, answer + 1)
                rows = np.flatnonzero(mine & (codes == code) & (answers == answer)).tolist()
                hand = table.viewport().cursor().shape() == Qt.CursorShape.PointingHandCursor
                said[code, answer] = words
                assert hand == bool(rows) and ("Click to select" in words) == bool(rows)
                QTest.mouseClick(table.viewport(), Qt.MouseButton.LeftButton, pos=place)
                if rows:
                    assert list(session.selection.rows) == rows
        names = session.table.data.class_names
        assert table.cells.columns == ("truth ↓ predicted →", *names)
        count = int((mine & (codes == 0) & (answers == 0)).sum())
        called = f"{count} rows of {names[0]} are called {names[0]}."
        assert said[0, 0] == f"{called}\nThat is 100 % of the class.\nClick to select them."
        assert said[0, 2] == f"No row of {names[0]} is called {names[2]}."
    point_at(dock.training.table, 0, 0)
    assert dock.training.table.viewport().cursor().shape() == Qt.CursorShape.ArrowCursor


def test_advice_to_step_goes_once_the_end_of_the_run_is_known(qtbot, session, monkeypatch):
    """It stayed at the last step, for the frame was there before the end was."""
    dock = shown(qtbot, EvaluationDock, session, 800, 260)
    session.choose_algorithm("pca")
    session.go_to_end()
    settle(qtbot, session)
    qtbot.waitUntil(lambda: "No model of this method" in dock.nothing.text())
    with monkeypatch.context() as before:
        before.setattr(evaluation, "uncounted", lambda lane: evaluation.NOT_YET)
        dock.refresh()
    assert "Step on" in dock.nothing.text()
    session.progressed.emit(0)
    assert "No model of this method" in dock.nothing.text()
