"""A document is typed and the run follows every letter; a text is typed into a cell; a block of texts is pasted."""

from __future__ import annotations

import pytest
from PySide6.QtTest import QTest

import engine
from gui.docks.model import ModelDock
from gui.docks.pasting import pasted
from gui.look.appearance import Appearance
from gui.session.session import Session
from tests.gui.docks.placing import settle


@pytest.fixture
def session(qtbot) -> Session:
    made = Session()
    yield made
    made.close()


def test_document_keeps_every_letter_and_is_one_edit(qtbot, session) -> None:
    session.open_data(engine.load("beijing"))
    session.add_lane("multinomial_documents")
    dock = ModelDock(session, Appearance())
    qtbot.addWidget(dock)
    dock.show()
    settle(session)
    field = dock.form.fields["text"]
    entries = session.table.undo.count()
    QTest.keyClicks(field.text, "Tokyo")
    assert session.lane.params.text == "Tokyo" and field.text.cursorPosition() == 5
    field.text.editingFinished.emit()
    assert session.table.undo.count() == entries + 1, "all letters are one entry of the undo list"
    QTest.keyClicks(field.text, " Japan")
    assert session.lane.params.text == "Tokyo Japan" and session.table.undo.count() == entries + 2


def test_a_text_is_typed_into_a_cell(session) -> None:
    session.open_data(engine.load("beijing"))
    session.points.set_cell(3, 0, "Osaka Japan")
    column = session.table.data.columns[0]
    assert column.text(session.table.data.X[3, 0]) == "Osaka Japan" and column.kind == "text"
    session.points.set_cell(3, 0, "Chinese Macao")
    assert session.table.data.columns[0].text(session.table.data.X[3, 0]) == "Chinese Macao"
    session.table.undo.undo()
    session.table.undo.undo()
    assert session.table.data == engine.load("beijing")


def test_a_block_of_texts_is_pasted() -> None:
    data, _ = pasted(engine.load("beijing"), "New text\tChina\nOther words\tnot China\n", [3], 0)
    assert data.n == 5 and data.columns[0].text(data.X[4, 0]) == "Other words" and data.codes.tolist()[3:] == [0, 1]
