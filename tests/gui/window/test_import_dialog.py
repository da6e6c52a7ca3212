"""Opening a table: what is detected is shown, can be overridden, and what cannot be read is said in words."""

from __future__ import annotations

import threading
import time
from dataclasses import replace

import pytest
from PySide6.QtCore import QPoint, QTimer
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel

from gui.look.appearance import Appearance
from gui.window import import_dialog
from gui.window.import_dialog import ImportDialog, Standard
from gui.window.import_preview import KIND_ROW, KINDS, ROLE_ROW, ROLES, summed_up
from tests.gui.window.user_input import ALT, LEFT, NONE, SHIFT, Key

TABLE = "name;height;weight;sex\n" + "\n".join(f"p{i};1,{50 + i};{60 + i};{'m' if i % 2 else 'f'}" for i in range(30))


@pytest.fixture
def opened(qtbot, tmp_path, monkeypatch):
    """Each preview is waited for, so that the tests need not."""
    monkeypatch.setattr(import_dialog, "AT_ONCE", 60.0)

    def make(text: str, name: str = "people.csv") -> ImportDialog:
        path = tmp_path / name
        path.write_text(text, encoding="utf-8")
        dialog = ImportDialog(path, Appearance())
        qtbot.addWidget(dialog)
        dialog.show()
        return dialog

    return make


def read(qtbot, dialog):
    with qtbot.waitSignal(dialog.accepted):
        dialog._read()
    return dialog.dataset()


def test_estimated_row_count_has_two_digits(opened):
    """Of a million rows it said: about 999,859."""
    found = opened(TABLE).preview
    assert summed_up("t.csv", found) == "t.csv: 30 rows, 4 columns"
    told = [summed_up("t.csv", replace(found, count=many, estimated=True)) for many in (999_859, 648_100)]
    assert told == ["t.csv: about 1,000,000 rows, 4 columns", "t.csv: about 650,000 rows, 4 columns"]


def test_what_was_detected_is_shown_and_read(qtbot, opened):
    dialog = opened(TABLE)
    assert dialog.how.delimiter.currentData() == ";"
    assert dialog.how.decimal.currentData() == ","
    assert dialog.how.header.isChecked()
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


def test_dp1_kind_of_a_column_explains_its_operations(opened):
    dialog = opened("zip,size,age,ok\n10115,low,31,yes\n10117,high,44,no\n98101,medium,27,yes\n10115,low,30,no\n")
    told = [dialog.table.item(KIND_ROW, j).toolTip() for j in range(3)]
    assert told[0].splitlines()[:2] == [
        "holds numbers that only name things, and is read as categories",
        "categorical: only equality makes sense: there is no order, and no mean",
    ]
    assert told[1].startswith("ordinal: equality and order make sense") and told[1].endswith("Click to change")
    assert told[2].startswith("numeric: equality, order and arithmetic make sense")


def test_roles_and_kinds_can_be_overridden_with_one_target(qtbot, opened):
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


def test_setting_one_role_keeps_the_others(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(import_dialog, "AT_ONCE", 60.0)
    path = tmp_path / "people.csv"
    path.write_text(TABLE)
    dialog = ImportDialog(path, Appearance(), target="height")
    qtbot.addWidget(dialog)
    assert roles(dialog) == ["name", "target", "feature", "feature"]
    dialog.set_column(ROLE_ROW, 2, "skip")
    assert roles(dialog) == ["name", "target", "skip", "feature"]


def test_the_header_can_be_denied(qtbot, opened):
    dialog = opened("1,2\n3,4\n5,6\n")
    assert not dialog.how.header.isChecked()
    dialog.how.header.click()
    assert "2 rows" in dialog.summary.text()


def test_non_numeric_text_is_refused_naming_the_cell(qtbot, opened):
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


@pytest.mark.parametrize("text", ["a\nx\ny\n", "a\n1\n2\n", "a,b\n1,2\n3,4,5\n", "a,b,c,d\n1,2\n3,4\n"])
def test_delimiter_has_the_same_name_as_in_the_form(opened, text):
    """One word for it in the form and in its messages."""
    dialog = opened(text)
    field = dialog.how.labels[dialog.how.delimiter].text().replace("&", "").lower()
    said = " ".join(label.text() for label in dialog.findChildren(QLabel) if label.isVisible())
    assert f"another {field}" in said or f"the {field}" in said
    assert "separator" not in said


def test_cancel_ignores_the_result_of_the_reader(qtbot, opened, monkeypatch):
    gate, done = threading.Event(), import_dialog.reading
    monkeypatch.setattr(import_dialog, "reading", lambda path, options: gate.wait(60) and done(path, options))
    dialog = opened(TABLE)
    dialog._read()
    dialog.reject()
    gate.set()
    dialog._task.finish()
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


def press(key, modifiers=NONE, times=1):
    """A key to whatever has the focus, as the window system sends it."""
    for _ in range(times):
        QTest.keyClick(QApplication.focusWidget().window().windowHandle(), key, modifiers)


def later(qtbot, *keys):
    """Keys for the menu that the next key opens: it waits for them."""

    def hit():
        menu = QApplication.activePopupWidget()
        for key in keys:
            QTest.keyClick(menu, key)

    QTimer.singleShot(60, hit)


def roles(dialog):
    return [dialog.table.item(ROLE_ROW, j).text().split()[0] for j in range(dialog.table.columnCount())]


def test_dialog_is_operated_by_keyboard_alone(qtbot, opened):
    dialog = opened(TABLE)
    qtbot.waitExposed(dialog)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.buttons.button(Standard.Open).hasFocus())
    press(Key.Key_T, ALT)
    assert dialog.how.target.hasFocus() and dialog.how.target.currentText() == "sex"
    press(Key.Key_Up)
    assert roles(dialog) == ["name", "feature", "target", "feature"]
    press(Key.Key_P, ALT)
    assert dialog.table.hasFocus() and (dialog.table.currentRow(), dialog.table.currentColumn()) == (ROLE_ROW, 0)
    later(qtbot, Key.Key_S)
    press(Key.Key_Return)
    assert roles(dialog)[0] == "skip" and dialog.isVisible() and dialog.table.hasFocus()
    press(Key.Key_Right, times=3)
    press(Key.Key_Up)
    later(qtbot, Key.Key_Down, Key.Key_Return)
    press(Key.Key_Space)
    kind = dialog.table.item(KIND_ROW, 3).text().split()[0]
    assert kind == KINDS[(KINDS.index("categorical") + 1) % len(KINDS)]
    assert (dialog.table.currentRow(), dialog.table.currentColumn()) == (KIND_ROW, 3), "and it stays where it was"
    press(Key.Key_F, ALT)
    qtbot.waitUntil(lambda: not dialog.how.header.isChecked())
    assert "31 rows" in dialog.summary.text()
    press(Key.Key_F, ALT)
    qtbot.waitUntil(dialog.how.header.isChecked)
    press(Key.Key_T, ALT)
    press(Key.Key_End)
    press(Key.Key_P, ALT)
    assert dialog.table.hasFocus()
    press(Key.Key_Down, times=4)
    with qtbot.waitSignal(dialog.accepted):
        press(Key.Key_Return)
    assert dialog.dataset().target_name == "sex" and dialog.dataset().n == 30


def test_return_opens_a_clear_table_and_escape_cancels(qtbot, opened):
    dialog = opened(TABLE)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.buttons.button(Standard.Open).hasFocus())
    with qtbot.waitSignal(dialog.accepted):
        press(Key.Key_Return)
    other = opened(TABLE)
    other.activateWindow()
    qtbot.waitUntil(lambda: other.buttons.button(Standard.Open).hasFocus())
    press(Key.Key_Escape)
    assert other.result() == other.DialogCode.Rejected and not other.isVisible()


def test_tab_cycles_through_all_controls(qtbot, opened):
    dialog = opened(TABLE)
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.buttons.button(Standard.Open).hasFocus())
    seen = []
    while dialog.focusWidget() not in seen:
        seen.append(dialog.focusWidget())
        press(Key.Key_Tab)
    accept, cancel = (dialog.buttons.button(kind) for kind in (Standard.Open, Standard.Cancel))
    how, columns = dialog.how, dialog.columns
    choices = [how.delimiter, how.decimal, how.encoding, how.header, how.header_row, how.missing, how.target]
    listed = [columns.search, columns.all, columns.none, columns.many, columns.view]
    assert seen == [accept, cancel, *choices, *listed, dialog.table]


def test_no_letter_is_taken_twice(opened):
    dialog = opened(TABLE)
    words = [label.text() for label in dialog.findChildren(QLabel) if label.buddy()]
    words += [button.text() for button in dialog.findChildren(QAbstractButton) if button.text()]
    letters = [word[word.index("&") + 1].lower() for word in words if "&" in word]
    assert len(letters) == len(set(letters)) >= 8
    for offers in (KINDS, ROLES):
        assert len({words[0] for words in offers}) == len(offers)


def test_no_target_leaves_a_table_without_one(qtbot, opened):
    dialog = opened(TABLE)
    dialog.how.target.setFocus()
    QTest.keyClick(dialog.how.target, Key.Key_Home)
    assert roles(dialog) == ["name", "feature", "feature", "feature"]
    assert read(qtbot, dialog).target is None


# -- a preview that takes long -----------------------------------------------------------------------------------------


@pytest.fixture
def slow(qtbot, tmp_path, monkeypatch):
    """A dialogue whose previews wait until they are let go, one after the other."""
    free, asked, whole = threading.Semaphore(0), [], import_dialog.preview

    def waiting(path, options):
        asked.append(options)
        free.acquire(timeout=60.0)
        return whole(path, options)

    monkeypatch.setattr(import_dialog, "preview", waiting)
    path = tmp_path / "slow.csv"
    path.write_text(TABLE)
    dialog = ImportDialog(path, Appearance())
    qtbot.addWidget(dialog)
    dialog.show()
    yield dialog, free, asked
    for _ in range(5):
        free.release()
    dialog._task.finish(timeout=60.0)


def test_slow_preview_keeps_the_window_responsive_and_says_so(qtbot, slow):
    dialog, free, _ = slow
    assert dialog.preview is None and "looking at it" in dialog.summary.text()
    assert not dialog.buttons.button(Standard.Open).isEnabled()
    QTest.keyClick(dialog, Key.Key_Return)
    assert dialog.isVisible(), "Return gives nothing up"
    qtbot.waitUntil(dialog.busy.isVisible)
    free.release()
    qtbot.waitUntil(lambda: dialog.preview is not None)
    assert dialog.busy.isHidden() and "30 rows, 4 columns" in dialog.summary.text()
    assert dialog.buttons.button(Standard.Open).isEnabled() and dialog.focusWidget().text() == "&Open"


def test_slow_preview_can_be_cancelled(qtbot, slow):
    dialog, free, _ = slow
    with qtbot.waitSignal(dialog.rejected):
        qtbot.mouseClick(dialog.buttons.button(Standard.Cancel), LEFT)
    free.release()
    dialog._task.finish(timeout=60.0)
    QApplication.processEvents()
    assert dialog.preview is None and dialog.dataset() is None


def test_only_the_newest_choice_is_looked_at(qtbot, slow):
    dialog, free, asked = slow
    free.release()
    qtbot.waitUntil(lambda: dialog.preview is not None)
    for role in ("feature", "skip", "name"):
        dialog.set_column(ROLE_ROW, 3, role)
    for _ in range(3):
        free.release()
    qtbot.waitUntil(lambda: dialog._looking is None)
    assert dialog.preview.columns[3].role == "name"
    assert [options.roles and options.roles["sex"] for options in asked] == [None, "feature", "name"]


def test_a_bug_in_a_preview_is_told(qtbot, tmp_path, monkeypatch):
    monkeypatch.setattr(import_dialog, "AT_ONCE", 60.0)
    monkeypatch.setattr(import_dialog, "preview", lambda path, options: [][5])
    path = tmp_path / "a.csv"
    path.write_text(TABLE)
    dialog = ImportDialog(path, Appearance())
    qtbot.addWidget(dialog)
    assert "cannot be read: list index out of range" in dialog.message.text()


@pytest.mark.full
def test_table_of_very_many_columns_does_not_block_the_window(qtbot, opened):
    wide = 15_000
    text = ",".join(f"n{j}" for j in range(wide)) + "\n" + "\n".join(",".join("1" * wide) for _ in range(3))
    dialog = opened(text)
    assert "15,000 columns" in dialog.summary.text()
    assert dialog.table.columnCount() == 200 and dialog.how.target.count() == wide + 1
    began = time.thread_time()
    dialog._show(dialog.preview)
    assert time.thread_time() - began < 0.5
    QTest.keyClicks(dialog.columns.search, "n149")
    assert dialog.columns.count.text().startswith("15,000 columns, 111 of them listed")
    assert dialog.table.horizontalHeaderItem(0).text() == "n149" and dialog.table.columnCount() == 111


def header(dialog) -> list[str]:
    return [dialog.table.horizontalHeaderItem(j).text() for j in range(dialog.table.columnCount())]


@pytest.mark.full
def test_columns_are_searched_ticked_and_assigned_in_bulk_by_keyboard(qtbot, opened):
    names = [f"{'gene' if j % 2 else 'note'} {j}" for j in range(500)]
    rows = [",".join(str(i + j) for j in range(500)) for i in range(12)]
    dialog = opened("\n".join([",".join(names), *rows]), "genes.csv")
    columns = dialog.columns
    dialog.activateWindow()
    qtbot.waitUntil(lambda: dialog.buttons.button(Standard.Open).hasFocus())
    press(Key.Key_N, ALT)
    qtbot.waitUntil(lambda: " 0 used" in columns.count.text())
    press(Key.Key_C, ALT)
    assert columns.search.hasFocus()
    QTest.keyClicks(columns.search, "GENE 1")
    assert header(dialog)[:3] == ["gene 1", "gene 11", "gene 13"] and columns.count.text().endswith(", 0 used")
    press(Key.Key_A, ALT)
    qtbot.waitUntil(lambda: columns.count.text() == "500 columns, 106 of them listed, 106 used")
    press(Key.Key_Return)
    assert columns.view.hasFocus() and dialog.isVisible()
    press(Key.Key_Down, times=2)
    assert header(dialog)[dialog.table.currentColumn()] == "gene 13"
    press(Key.Key_Down, SHIFT, times=2)
    press(Key.Key_Space)
    qtbot.waitUntil(lambda: columns.count.text().endswith(" 103 used"))
    later(qtbot, Key.Key_C)
    press(Key.Key_U, ALT)
    now = ["numeric", "categorical", "categorical"]
    qtbot.waitUntil(lambda: [dialog.preview.columns[j].kind for j in (11, 13, 17)] == now)
    press(Key.Key_Home)
    later(qtbot, Key.Key_T)
    press(Key.Key_U, ALT)
    qtbot.waitUntil(lambda: dialog.how.target.currentText() == "gene 1")
    box = columns.view.visualRect(columns.model.index(1, 0))
    QTest.mouseClick(columns.view.viewport(), LEFT, pos=box.center() - QPoint(box.width() // 2 - 8, 0))
    qtbot.waitUntil(lambda: columns.count.text().endswith(" 102 used"))
    columns.view.setFocus()
    press(Key.Key_C, ALT)
    press(Key.Key_Escape)
    assert columns.search.text() == "" and dialog.isVisible() and len(columns.model.places) == 500
    columns.view.setFocus()
    with qtbot.waitSignal(dialog.accepted):
        press(Key.Key_Return)
    data = dialog.dataset()
    assert data.d == 101 and data.target_name == "gene 1" and "gene 11" not in data.feature_names
