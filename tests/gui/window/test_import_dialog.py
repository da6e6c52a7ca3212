"""Opening a table: what is detected is shown, can be overridden, and what cannot be read is said in words."""

from __future__ import annotations

import threading

import pytest

from gui.look.appearance import Appearance
from gui.window import import_dialog
from gui.window.import_dialog import KIND_ROW, ROLE_ROW, ImportDialog

TABLE = "name;height;weight;sex\n" + "\n".join(f"p{i};1,{50 + i};{60 + i};{'m' if i % 2 else 'f'}" for i in range(30))


@pytest.fixture
def opened(qtbot, tmp_path):
    def make(text: str, name: str = "people.csv") -> ImportDialog:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        dialog = ImportDialog(path, Appearance())
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def read(qtbot, dialog):
    with qtbot.waitSignal(dialog.accepted, timeout=10_000):
        dialog._read()
    return dialog.dataset()


def test_what_was_detected_is_shown_and_read(qtbot, opened):
    dialog = opened(TABLE)
    assert dialog.delimiter.currentData() == ";"
    assert dialog.decimal.currentData() == ","
    assert dialog.header.isChecked()
    assert "30 rows, 4 columns" in dialog.summary.text()
    assert [dialog.table.item(ROLE_ROW, j).text().split()[0] for j in range(4)] == [
        "name",
        "feature",
        "feature",
        "target",
    ]
    data = read(qtbot, dialog)
    assert data.feature_names == ("height", "weight")
    assert data.class_names == ("f", "m")
    assert data.X[3, 0] == pytest.approx(1.53)
    assert data.row_name(3) == "p3"


def test_roles_and_kinds_can_be_overridden_and_there_is_one_target(qtbot, opened):
    dialog = opened(TABLE)
    dialog.set_column(ROLE_ROW, 2, "target")
    roles = [dialog.table.item(ROLE_ROW, j).text().split()[0] for j in range(4)]
    assert roles == ["name", "feature", "target", "feature"]
    dialog.set_column(ROLE_ROW, 0, "skip")
    dialog.set_column(KIND_ROW, 3, "ordinal")
    data = read(qtbot, dialog)
    assert data.target == "real" and data.target_name == "weight"
    assert [column.kind for column in data.columns] == ["numeric", "ordinal"]
    assert data.row_names == ()


def test_the_header_can_be_denied(qtbot, opened):
    dialog = opened("1,2\n3,4\n5,6\n")
    assert not dialog.header.isChecked()
    dialog.header.click()
    assert "2 rows" in dialog.summary.text()


def test_text_forced_to_be_numbers_is_refused_naming_the_cell_and_the_preview_stays(qtbot, opened):
    dialog = opened(TABLE)
    dialog.set_column(KIND_ROW, 3, "numeric")
    dialog._read()
    qtbot.waitUntil(lambda: dialog.message.isVisible() and bool(dialog.message.text()))
    assert "sex" in dialog.message.text() and "'f'" in dialog.message.text()
    assert dialog.dataset() is None and dialog.table.columnCount() == 4


@pytest.mark.parametrize("text", ["", "only a header,b\n", "a,b\n1,2\n3,4,5\n"])
def test_a_bad_file_is_met_in_words(qtbot, opened, text):
    dialog = opened(text)
    assert dialog.message.isVisible() and dialog.message.text().endswith(".")
    dialog.reject()
    assert dialog.dataset() is None


def test_cancel_leaves_the_reading_to_finish_unheard(qtbot, opened, monkeypatch):
    gate, done = threading.Event(), import_dialog.reading
    monkeypatch.setattr(import_dialog, "reading", lambda path, options: gate.wait(5) and done(path, options))
    dialog = opened(TABLE)
    dialog._read()
    dialog.reject()
    gate.set()
    dialog._errand.finish()
    qtbot.wait(1)
    assert dialog.dataset() is None and dialog.result() == dialog.DialogCode.Rejected


def test_a_bug_while_reading_is_met_in_words(qtbot, opened, monkeypatch):
    def broken(*_: object) -> None:
        raise ZeroDivisionError("by nought")

    dialog = opened(TABLE)
    monkeypatch.setattr(import_dialog, "reading", broken)
    dialog._read()
    qtbot.waitUntil(lambda: dialog.message.text() == "people.csv cannot be read: by nought")
    assert dialog.dataset() is None
