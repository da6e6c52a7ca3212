"""The document alone: notes, path, and what counts as unsaved, without any data or run."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from pathlib import Path

import pytest
from PySide6.QtGui import QUndoCommand

from engine.data.split import Split
from gui.session.commands import History
from gui.session.document import Document
from gui.session.work import Work

RUN = Work(runs=(("kmeans", None, 0),), starts=(None,), comparing=(True, False, Split(), {}), view="auto")


@dataclass
class Bench:
    """A document whose surroundings are set by hand, and what it announced."""

    work: Work = RUN
    told: list[bool] = field(default_factory=list)

    def __post_init__(self) -> None:
        self.history = History(None, lambda entry, forward, go: go())
        self.document = Document(self.history, lambda: self.work)
        self.document.dirty_changed.connect(self.told.append)

    def change(self, **other: object) -> None:
        self.work = replace(self.work, **other)
        self.document.weigh()


@pytest.fixture
def bench(qapp) -> Bench:
    return Bench()


def test_notes_are_unsaved_until_they_are_saved_or_as_before(bench):
    document = bench.document
    document.set_notes("eta = 1")
    assert document.unsaved == ("the notes",) and document.dirty_without_runs
    document.set_notes("")
    assert not document.dirty
    document.set_notes("eta = 1")
    document.saved(Path("a.learnscope"))
    assert document.path == Path("a.learnscope") and not document.dirty
    assert bench.told == [True, False, True, False]


def test_changed_run_is_unsaved_only_if_placed_or_in_a_file(bench):
    document = bench.document
    bench.change(runs=(("kmeans", None, 1),))
    assert document.unsaved == ("the runs",) and not document.dirty_without_runs
    bench.change(starts=(object(),))
    assert document.dirty_without_runs, "a start was placed by hand"
    bench.change(starts=(None,))
    document.path = Path("a.learnscope")
    assert document.dirty_without_runs, "it stands in a file"


def test_changes_are_announced_once(bench):
    bench.change(view="pca")
    bench.change(view="fisher")
    assert bench.document.unsaved == ("the view",) and bench.told == [True]
    bench.change(view="auto")
    assert bench.told == [True, False]


def test_begin_keeps_notes_as_unsaved_work_and_forgets_the_file(bench):
    document = bench.document
    document.saved(Path("a.learnscope"))
    bench.work = replace(RUN, view="pca")
    document.begin("kept")
    assert document.path is None and document.notes == "kept" and document.unsaved == ("the notes",)
    document.begin()
    assert document.notes == "" and not document.dirty


def test_no_edit_entry_keeps_points_saved_and_recovered_ones_unsaved(bench):
    bench.history.push(QUndoCommand("another run"))
    assert not bench.document.dirty, "the run would be unsaved, and it is as it was"
    bench.document.never_saved()
    assert bench.document.unsaved == ("the runs", "the view", "the notes")
