"""Notes are typed, saved with the session, and come back with it."""

from __future__ import annotations

import pytest

from gui.docks.notes import NotesDock
from gui.look.appearance import Appearance
from gui.session.file import open_session, save_session
from gui.session.session import Session


@pytest.fixture
def session(qtbot):
    made = Session()
    made.open_bundled("gate_or")
    made.add_lane("perceptron")
    yield made
    made.close()


def test_notes_are_typed_saved_and_come_back(qtbot, session, tmp_path):
    dock = NotesDock(session, Appearance())
    qtbot.addWidget(dock)
    dock.show()
    qtbot.keyClicks(dock.text, "Nine mistakes, then a clean pass.")
    assert session.document.notes == "Nine mistakes, then a clean pass."
    assert session.document.dirty
    save_session(session, tmp_path / "a.learnscope")
    assert not session.document.dirty
    session.open_bundled("iris")
    assert dock.text.toPlainText() == ""
    open_session(session, tmp_path / "a.learnscope")
    assert dock.text.toPlainText() == "Nine mistakes, then a clean pass."
    assert not session.document.dirty
