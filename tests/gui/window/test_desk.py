"""Files go in and out of the real window, and nothing is lost without a question."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pandas
import pytest
from PIL import Image
from PySide6.QtCore import QMimeData, QPointF, Qt, QTimer, QUrl
from PySide6.QtGui import QAction, QCloseEvent, QDropEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QDialogButtonBox, QFileDialog, QLineEdit, QMenu, QMessageBox

import engine
from engine.data.dataset import Dataset
from engine.data.split import Split
from gui.session.reasons import no_residuals
from gui.start.app import preview_doubtful
from gui.start.request import requested
from gui.start.shot import settle
from gui.window.desk import ORANGE, Desk
from gui.window.image_dialog import ImageDialog
from gui.window.import_dialog import ImportDialog
from gui.window.main_window import MainWindow

LEFT = Qt.MouseButton.LeftButton
Button = QMessageBox.StandardButton


def answering(monkeypatch: pytest.MonkeyPatch, button: QMessageBox.StandardButton) -> list[str]:
    """Answer every question with this button; the questions asked."""
    asked: list[str] = []

    def answer(box: QMessageBox) -> QMessageBox.StandardButton:
        asked.append(box.text())
        return button

    monkeypatch.setattr(QMessageBox, "exec", answer)
    return asked


def test_closing_with_unsaved_work_asks(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = answering(monkeypatch, QMessageBox.StandardButton.Cancel)
    window.session.points.delete([0])
    event = QCloseEvent()
    window.closeEvent(event)
    assert not event.isAccepted() and len(asked) == 1
    answering(monkeypatch, QMessageBox.StandardButton.Discard)
    window.closeEvent(event := QCloseEvent())
    assert event.isAccepted()


def test_saving_from_the_prompt_writes_the_session(
    window: MainWindow, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    answering(monkeypatch, QMessageBox.StandardButton.Save)
    window.session.document.path = tmp_path / "kept.learnscope"
    window.session.points.delete([0])
    assert window.desk.may_leave() and (tmp_path / "kept.learnscope").is_file()
    assert not window.session.document.dirty


def dropped(window: MainWindow, path: Path) -> None:
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(path))])
    event = QDropEvent(QPointF(600, 300), Qt.DropAction.CopyAction, data, LEFT, Qt.KeyboardModifier.NoModifier)
    window.dropEvent(event)


def test_dropped_session_file_is_restored(window: MainWindow, tmp_path: Path) -> None:
    window.session.go_to(4)
    settle(window)
    file = tmp_path / "talk.learnscope"
    assert window.desk.save_to(file)
    window.session.open_bundled("wine")
    settle(window)
    assert window.windowTitle().startswith("Wine cultivars"), "not by its key"
    dropped(window, file)
    settle(window)
    assert window.session.table.data.name == "iris" and window.session.lane.frame.index == 4
    assert window.windowTitle().startswith("talk.learnscope")
    assert window.desk.recent.paths()[0] == file


def test_dropped_table_is_previewed_and_then_opened(window: MainWindow, tmp_path: Path, qtbot) -> None:
    file = tmp_path / "points.csv"
    file.write_text("width,height,kind\n1.5,2,a\n3,4,b\n5,7,b\n", encoding="utf-8")
    seen: list[str] = []

    def agree() -> None:
        dialog = window.findChild(ImportDialog)
        qtbot.waitUntil(lambda: dialog.preview is not None)
        seen.append(dialog.windowTitle())
        qtbot.mouseClick(dialog.buttons.button(QDialogButtonBox.StandardButton.Open), LEFT)

    QTimer.singleShot(0, agree)
    dropped(window, file)
    settle(window)
    assert seen == ["Open points.csv"]
    assert window.session.table.data.feature_names == ("width", "height") and window.session.table.data.class_names == (
        "a",
        "b",
    )
    assert window.desk.recent.paths()[0] == file and "3 rows" in window.status.hint.text()


def test_table_is_pasted_through_its_preview_except_into_text_fields(window: MainWindow, qtbot) -> None:
    clipboard, keys = QApplication.clipboard(), Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier

    def agree() -> None:
        dialog = window.findChild(ImportDialog)
        qtbot.waitUntil(lambda: dialog.preview is not None)
        QTest.keyClick(dialog, Qt.Key.Key_Return)

    clipboard.setText("width\theight\tkind\n1.5\t2\ta\n3\t4\tb\n5\t7\tb\n")
    window.activateWindow()
    window.canvas.setFocus()
    QTimer.singleShot(0, agree)
    QTest.keyClick(window, Qt.Key.Key_V, keys)
    settle(window)
    assert window.session.table.data.feature_names == ("width", "height") and window.session.table.data.n == 3
    assert window.session.table.data.name == "pasted table" and not window.desk.recent.paths()
    clipboard.setText("a word")
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    QTest.keyClick(window, Qt.Key.Key_V, keys)
    assert window.notice.isVisible() and "Copy some rows of a spreadsheet first" in window.notice.words.text()
    clipboard.setText("a\tb\n1\t2\n")
    line = QLineEdit(window)
    line.show()
    line.setFocus()
    window.desk.paste_table()
    assert window.session.table.data.n == 3 and "press Escape first" in window.status.hint.text()


def test_open_dialog_lists_readable_files(window: MainWindow, monkeypatch, tmp_path: Path) -> None:
    from PIL import Image

    from engine.data.regions import SUFFIXES as IMAGES
    from engine.data.tables.reading import read
    from engine.data.tables.sources import SUFFIXES

    seen: list[str] = []
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *words: (seen.append(words[-1]), ("", ""))[1])
    window.desk.ask_open()
    listed = seen[0].split(";;")[0].partition("(")[2].rstrip(")").split()
    assert listed == ["*.learnscope", *(f"*{suffix}" for suffix in (*SUFFIXES, *IMAGES))]
    for suffix in IMAGES:
        half = Image.new("RGB", (6, 4), "white")
        half.paste("black", (0, 0, 3, 4))
        half.save(tmp_path / f"half{suffix}")
        assert read(tmp_path / f"half{suffix}").n > 1, suffix
    for suffix in SUFFIXES:
        if suffix in (".csv", ".txt", ".data", ".dat", ".json"):
            path = tmp_path / f"points{suffix}"
            path.write_text('[{"a": 1, "b": 2}, {"a": 3, "b": 5}]' if suffix == ".json" else "a,b\n1,2\n3,5\n")
            assert read(path).n == 2, suffix


def test_ambiguous_table_of_the_command_line_is_previewed_with_its_target(
    window: MainWindow, tmp_path: Path, qtbot
) -> None:
    path = tmp_path / "people.csv"
    path.write_text("age,size,born\n31,1.5,2001-02-03\n44,1.75,2001-02-04\n27,1.8,2001-02-05\n", encoding="utf-8")
    seen: list[str] = []

    def look() -> None:
        dialog = window.findChild(ImportDialog)
        qtbot.waitUntil(lambda: dialog.preview is not None)
        seen.extend([dialog.how.target.currentText(), dialog.warnings.text()])
        QTest.keyClick(dialog, Qt.Key.Key_Escape)

    preview_doubtful(window, requested(file=str(path), target="size"))
    QTimer.singleShot(50, look)
    qtbot.waitUntil(lambda: bool(seen))
    assert seen[0] == "size" and "born" in seen[1] and window.session.table.data.name == "iris"


@pytest.mark.parametrize("by", ["file", "data"])
def test_image_of_the_command_line_opens_the_image_dialog(window, tmp_path: Path, qtbot, by: str) -> None:
    path = tmp_path / "flag.png"
    cells = np.array([[[255, 0, 0], [0, 0, 255]]], dtype=np.uint8)
    Image.fromarray(np.kron(cells, np.ones((4, 4, 1), dtype=np.uint8))).save(path)
    seen: list[str] = []

    def choose() -> None:
        dialog = window.findChild(ImageDialog)
        try:
            qtbot.waitUntil(lambda: dialog.regions is not None)
            QTest.keyClick(dialog.form.fields["rule"].chooser, Qt.Key.Key_End)
            qtbot.waitUntil(lambda: "looking" not in dialog.summary.text())
            seen.append(dialog.summary.text())
        finally:
            dialog.accept()

    preview_doubtful(window, requested(**{by: str(path)}))
    QTimer.singleShot(50, choose)
    qtbot.waitUntil(lambda: bool(seen))
    settle(window)
    assert seen == ["flag.png: 32 pixels"] and window.session.table.data.n == 32


def test_unambiguous_tables_open_without_a_dialog(window: MainWindow, tmp_path: Path) -> None:
    path = tmp_path / "people.csv"
    path.write_text("age,size\n31,1.5\n44,1.75\n", encoding="utf-8")
    for request in (requested(file=str(path)), requested(data="iris")):
        preview_doubtful(window, request)
        settle(window)
        assert window.findChild(ImportDialog) is None and window.findChild(ImageDialog) is None


def test_damaged_session_is_refused_in_words_and_nothing_is_lost(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "broken.learnscope"
    file.write_text('{"format": "learnscope-session", "version": 1, "lanes"', encoding="utf-8")
    dropped(window, file)
    assert window.notice.isVisible() and "broken.learnscope" in window.notice.title.text() + window.notice.words.text()
    assert window.session.table.data.name == "iris"


def test_model_is_exported_and_imported_as_a_start(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtWidgets import QFileDialog

    window.session.go_to_end()
    settle(window)
    centres = np.array(window.session.lane.frame.step.model.centres)
    file = tmp_path / "centres.json"
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(file), ""))
    window.desk.export_model()
    choosing("Begin the run from it", [])
    dropped(window, file)
    settle(window)
    window.session.go_to(0)
    settle(window)
    assert np.array_equal(window.session.lane.frame.step.model.centres, centres)


def test_points_are_exported_as_csv_and_read_back(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtWidgets import QFileDialog

    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "points"), ""))
    window.desk.export_points()
    again = engine.read_table(tmp_path / "points.csv")
    assert (
        np.array_equal(again.X, window.session.table.data.X)
        and again.class_names == window.session.table.data.class_names
    )


def test_predictions_are_exported_beside_the_table_in_its_units(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from PySide6.QtWidgets import QFileDialog

    import engine
    from engine.data.preparing.preparation import Entry, Preparation
    from engine.data.preparing.scaling import Standardise

    window.session.table.set_split(Split(validation=0.2))
    window.session.table.prepare(Preparation((Entry(Standardise()),)), "standardise")
    window.session.go_to_end()
    settle(window)
    said = window.session.lane.frame.step.model.predict(window.session.table.data.X)
    for name, export in (("rows.csv", "export_answers"), ("model.json", "export_model")):
        monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_, name=name: (str(tmp_path / name), ""))
        window.menus.refresh()  # as its menu does when it opens
        window.menus.actions[export].trigger()
    plain = pandas.read_csv(tmp_path / "rows.csv")
    assert len(plain) == 150 and plain.dtypes.iloc[:4].map(str).tolist() == ["float64"] * 4, (
        "every program reads numbers as numbers"
    )
    again = engine.read_table(tmp_path / "rows.csv", target="species")
    assert again.feature_names == (*engine.load("iris").feature_names, "cluster", "part")
    assert np.flatnonzero(again.X[:, 5]).tolist() == window.session.table.parts.rows("validation").tolist()
    np.testing.assert_array_equal(again.X[:, :4], engine.load("iris").X)
    assert [again.columns[4].levels[int(code)] for code in again.X[:, 4]] == [str(code + 1) for code in said]
    np.testing.assert_array_equal(engine.load_model(tmp_path / "model.json").predict(engine.load("iris").X), said)
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *_: (str(tmp_path / "orange.csv"), ORANGE))
    window.menus.actions["export_answers"].trigger()
    lines = (tmp_path / "orange.csv").read_text(encoding="utf-8").splitlines()
    assert '"continuous"' in lines[1] and "class" in lines[2] and len(lines) == 153


def test_figure_dialog_opens_with_the_current_picture(window: MainWindow, monkeypatch: pytest.MonkeyPatch) -> None:
    from gui.export.dialog import ExportDialog

    opened: list[bool] = []
    monkeypatch.setattr(ExportDialog, "exec", lambda dialog: opened.append(dialog.canvas is window.canvas))
    window.menus.actions["export_figure"].trigger()
    assert opened == [True]


def test_write_without_permission_shows_a_message(window: MainWindow, tmp_path: Path) -> None:
    assert not window.desk.save_to(tmp_path / "no folder" / "x.learnscope")
    assert window.notice.isVisible() and window.notice.title.text() == "The session was not saved"


def test_saved_and_unsaved_are_never_shown_together(window: MainWindow, tmp_path: Path) -> None:
    there, nowhere = tmp_path / "x.learnscope", tmp_path / "no folder" / "x.learnscope"
    assert window.desk.save_to(there) and window.status.hint.text() == "Saved as x.learnscope."
    assert not window.desk.save_to(nowhere) and window.notice.isVisible()
    assert window.status.hint.text().startswith("Click selects a point"), "what the tool does, as if nothing was said"
    assert window.desk.save_to(there) and not window.notice.isVisible()
    assert window.status.hint.text() == "Saved as x.learnscope."


def test_refused_file_is_forgotten_once_other_data_are_open(window: MainWindow, tmp_path: Path) -> None:
    file = tmp_path / "broken.learnscope"
    file.write_text('{"format": "learnscope-session", "version": 1, "lanes"', encoding="utf-8")
    dropped(window, file)
    assert window.notice.isVisible()
    window.desk.open_bundled("wine")
    assert not window.notice.isVisible() and window.session.table.data.name == "wine"


def test_recent_files_are_newest_first_and_unique(window: MainWindow, tmp_path: Path) -> None:
    recent = window.desk.recent
    files = [tmp_path / name for name in ("a.csv", "b.csv")]
    for file in files:
        file.write_text("x\n1\n", encoding="utf-8")
        recent.add(file)
    recent.add(files[0])
    assert recent.paths() == [files[0], files[1]]
    files[0].unlink()
    assert recent.paths() == [files[1]]


def test_choosing_the_other_axis_swaps_them(window: MainWindow) -> None:
    desk: Desk = window.desk
    window.session.view.choose((2, 3))
    desk.set_axis(0, 1)
    assert window.session.view.chosen == (1, 3)
    desk.set_axis(0, 3)
    assert window.session.view.chosen == (3, 1)


def entries(window: MainWindow, title: str) -> dict[str, QAction]:
    """What stands in a submenu of View when it is opened."""
    menus = (menu for menu in window.findChildren(QMenu) if menu.title().replace("&", "") == title)
    menu = next(menus)
    menu.aboutToShow.emit()
    return {action.text(): action for action in menu.actions()}


def test_target_axis_and_residual_style_are_chosen(window: MainWindow) -> None:
    session = window.session
    assert list(entries(window, "Residuals")) == [no_residuals(session)]
    iris = session.table.data
    assert not [words for words in entries(window, "Axis upwards") if "target" in words]
    session.open_data(Dataset(iris.X[:, :3], iris.X[:, 3], target_name="petal width", name="petals"), (1, 2))
    entries(window, "Axis upwards")["petal width (target)"].trigger()
    assert session.view.chosen == (1, "target") and entries(window, "Axis upwards")["petal width (target)"].isChecked()
    window.desk.set_axis(0, 2)
    assert session.view.chosen == (2, "target")
    entries(window, "Residuals")["As squares, which are added up"].trigger()
    assert session.view.looks.residuals == "squares"
    assert [action.isChecked() for action in entries(window, "Residuals").values()] == [False, False, True]
    entries(window, "Axis upwards")["petal width (target)"].trigger()
    assert session.view.chosen == "auto" and not session.view.plane.target


def choosing(words: str, seen: list[str]) -> None:
    """Press the button with these words once a question is open; what it says goes to `seen`."""

    def press() -> None:
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        seen.append(box.informativeText())
        button = next(one for one in box.buttons() if one.text().replace("&", "").startswith(words))
        assert button.isEnabled()
        QTest.mouseClick(button, LEFT)

    QTimer.singleShot(0, press)


def test_saved_model_is_applied_whatever_algorithm_is_chosen(window: MainWindow, tmp_path: Path) -> None:
    window.desk.open_bundled("iris")
    settle(window)
    session, file, iris = window.session, tmp_path / "tree.json", engine.load("iris")
    engine.save_model(engine.Carried.of(engine.fit("cart", iris), iris, "classification"), file)
    seen: list[str] = []
    choosing("Apply it to this table", seen)
    dropped(window, file)
    settle(window)
    assert session.table.raw.feature_names[4] == "predicted species", "beside the columns of the table"
    said = engine.load_model(file).predict_table(iris)
    assert [session.table.raw.columns[4].levels[int(code)] for code in session.table.raw.X[:, 4]] == [
        iris.class_names[code] for code in said
    ]
    assert "decision tree" in seen[0] and "Tree" not in seen[0] and "cannot begin from it" in seen[0]
    choosing("Apply it to this table", seen)
    dropped(window, file)
    assert "has a column 'predicted species' already" in window.notice.words.text()
    session.table.undo.undo()
    assert session.table.raw.feature_names == iris.feature_names
    before = session.table.raw
    choosing("Cancel", seen)
    dropped(window, file)
    assert session.table.raw is before


def test_menu_opens_a_model_that_cannot_start_the_method(
    window: MainWindow, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    window.desk.open_bundled("iris")
    settle(window)
    window.session.choose_algorithm("random_forest")
    settle(window)
    assert not window.session.lane.algorithm.starts
    file, iris = tmp_path / "means.json", engine.load("iris")
    engine.save_model(engine.Carried.of(engine.fit("kmeans", iris), iris, "clustering"), file)
    monkeypatch.setattr(QFileDialog, "getOpenFileName", lambda *_: (str(file), ""))
    entry = next(action for action in window.findChildren(QAction) if action.text().replace("&", "") == "Open model…")
    choosing("Apply it to this table", [])
    entry.trigger()
    settle(window)
    assert window.session.table.raw.feature_names[-1] == "cluster"


def test_model_with_other_columns_is_refused_naming_them(window: MainWindow, tmp_path: Path) -> None:
    window.desk.open_bundled("wine")
    iris = engine.load("iris")
    engine.save_model(engine.Carried.of(engine.fit("kmeans", iris), iris, "clustering"), tmp_path / "means.json")
    choosing("Apply it to this table", [])
    dropped(window, tmp_path / "means.json")
    assert "The table lacks" in window.notice.words.text() and window.session.table.raw.name == "wine"
