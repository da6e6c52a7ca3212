"""Opening a table: what was detected is shown in a preview, and all of it can be overridden before anything is read.

All of it goes by mouse and by keyboard: each choice has a letter, Space ticks in the list of columns, and in the first
two rows of the preview Return opens what a click would.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHBoxLayout,
    QLabel,
    QProgressBar,
    QVBoxLayout,
    QWidget,
)

from engine.base.errors import Refusal
from engine.base.words import short
from engine.data.dataset import Dataset
from engine.data.tables.options import Options
from engine.data.tables.reading import Preview, Reading, preview, preview_text, reading, reading_text
from gui.look.appearance import Appearance
from gui.look.within import open_within
from gui.session.background_task import BackgroundTask
from gui.window.import_columns import ImportColumns
from gui.window.import_doubts import Doubts
from gui.window.import_layout import LayoutChoices
from gui.window.import_preview import KIND_ROW, PreviewTable, summed_up
from gui.window.import_ratings import RatingsOffer
from gui.window.import_target import GuessedTarget
from gui.window.pressing import go_on_with, wait_with

Standard = QDialogButtonBox.StandardButton
LIST_WIDTH = 300
AT_ONCE, SOON = 0.1, 300
"""Seconds that a preview is waited for, so that nothing flickers; milliseconds after which it is said that it takes."""


class ImportDialog(QDialog):
    """`exec()` it, then ask for `dataset()`. With `text`, which was copied, the path is only what it is called."""

    def __init__(
        self, path: str | Path, appearance: Appearance, parent: QWidget | None = None, target: str = "",
        text: str | None = None,
    ) -> None:  # fmt: skip
        super().__init__(parent)
        self.path, self.text, self.appearance = Path(path), text, appearance
        self.options = Options(target=target or None)
        self.preview: Preview | None = None
        self._reading: Reading | None = None
        self._read_with: Options | None = None
        self._looking: Options | None = None
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._finish)
        self.setWindowTitle(f"Open {self.path.name}")
        open_within(self, round(1080 * appearance.scale), round(620 * appearance.scale))
        self.summary, self.warnings, self.message = QLabel(self), QLabel(self), QLabel(self)
        self.summary.setProperty("look", "title")
        self.message.setProperty("look", "wrong")
        for label in (self.warnings, self.message):
            label.setWordWrap(True)
        for label in (self.summary, self.warnings, self.message):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.how = LayoutChoices(self)
        self.how.overridden.connect(lambda said: self._override(**said))
        self.how.aimed.connect(self._aim)
        self.guessed = GuessedTarget(self)
        self.guessed.declined.connect(lambda: self._aim(-1))
        self.ratings = RatingsOffer(self)
        self.ratings.decided.connect(self.set_ratings)
        self.doubts = Doubts(self)
        self.doubts.decided.connect(self.set_marks)
        self.columns = ImportColumns(appearance, self)
        self.table = PreviewTable(self.appearance, self)
        self.busy = QProgressBar(self)
        self.buttons = QDialogButtonBox(Standard.Open | Standard.Cancel)
        self._lay_out()
        self._look()

    # -- building ----------------------------------------------------------------------------------------------------

    def _lay_out(self) -> None:
        hint = QLabel(
            "&Preview: a click or Return in its first two rows changes what a column is and is used as.", self
        )
        hint.setProperty("look", "small")
        hint.setWordWrap(True)
        hint.setBuddy(self.table)
        self._connect()
        self.busy.setRange(0, 0)
        self.busy.hide()
        beside, right = QHBoxLayout(), QVBoxLayout()
        beside.setSpacing(16)
        right.setSpacing(6)
        right.addWidget(hint)
        right.addWidget(self.table, 1)
        self.columns.setFixedWidth(round(LIST_WIDTH * self.appearance.scale))
        beside.addWidget(self.columns)
        beside.addLayout(right, 1)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 16, 16, 16)
        whole.setSpacing(8)
        whole.addWidget(self.summary)
        whole.addWidget(self.how)
        whole.addWidget(self.guessed)
        whole.addWidget(self.ratings)
        whole.addWidget(self.doubts)
        whole.addLayout(beside, 1)
        for item in (self.warnings, self.message, self.busy, self.buttons):
            whole.addWidget(item)
        self._order()

    def _connect(self) -> None:
        self.table.chosen.connect(self.set_column)
        self.columns.roles.connect(self.set_roles)
        self.columns.kinds.connect(self.set_kinds)
        self.columns.found.connect(self._fill_table)
        self.columns.looked_at.connect(self.table.show_place)
        self.buttons.accepted.connect(self._read)
        self.buttons.rejected.connect(self.reject)

    def _order(self) -> None:
        """Tab goes from above to below; Return opens the table at once, as most are understood."""
        accept, cancel = (self.buttons.button(kind) for kind in (Standard.Open, Standard.Cancel))
        accept.setText("&Open")
        accept.setDefault(True)
        chain = (
            *self.how.chain,
            self.guessed.decline,
            self.ratings.choice,
            *self.doubts.choices,
            *self.columns.chain,
            self.table,
            accept,
            cancel,
        )
        for first, second in pairwise(chain):
            self.setTabOrder(first, second)
        accept.setFocus()

    # -- looking -----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Preview the file with the options in force, off the GUI thread; Cancel leaves it to finish unheard."""
        path, text, options = self.path, self.text, self.options
        self._looking = options
        self._task.ask(options, lambda: preview(path, options) if text is None else preview_text(text, options))
        self._task.finish(timeout=AT_ONCE)
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        if self._looking is not None:
            wait_with(self.buttons.button(Standard.Open))
            self.summary.setText(f"{self.path.name}: looking at it…")
            QTimer.singleShot(SOON, self, self._busy)

    def _busy(self) -> None:
        self.busy.setVisible(self._looking is not None or self._read_with is not None)

    def _looked(self, found: Preview | Exception) -> None:
        """Show a preview; what cannot be read is said, and the last preview stays."""
        self._looking = None
        self._busy()
        self._say("" if isinstance(found, Preview) else self._fault(found))
        if isinstance(found, Preview):
            self.preview = found
            self._show(found)
        self.summary.setText(summed_up(self.path.name, self.preview))

    def _fault(self, error: Exception) -> str:
        return str(error) if isinstance(error, Refusal) else f"{self.path.name} cannot be read: {short(error)}"

    def _say(self, words: str) -> None:
        self.message.setText(words)
        self.message.setVisible(bool(words))
        go_on_with(self.buttons.button(Standard.Open)) if not words else wait_with(self.buttons.button(Standard.Open))

    def _show(self, found: Preview) -> None:
        self.warnings.setText("\n".join(found.warnings[:6]))
        self.warnings.setVisible(bool(found.warnings))
        self.how.show_preview(found)
        self.guessed.show_preview(found)
        self.ratings.show_preview(found)
        self.doubts.show_preview(found)
        self.columns.show_columns(found.columns)
        self._fill_table()

    def _fill_table(self) -> None:
        """The columns that the search finds, as many as can stand beside each other."""
        if self.preview is not None:
            self.table.fill(self.preview, self.columns.model.places)

    # -- overriding --------------------------------------------------------------------------------------------------

    def _override(self, **changes: Any) -> None:
        before = self.options
        layout = {"delimiter", "encoding", "header", "header_row", "sheet"} & {
            name for name, value in changes.items() if self.preview and getattr(self.preview.options, name) != value
        }
        if layout:  # other columns: what was said of the old ones means nothing any more
            changes |= {"kinds": None, "roles": None, "marks": None, "ratings": None}
        if {"kinds", "roles"} & {*changes} and "ratings" not in changes:  # the columns are meant otherwise
            changes["ratings"] = None
        self.options = replace(before, **changes)
        self._look()

    def _aim(self, place: int) -> None:
        """Another target, or none: the column that was it is a feature."""
        assert self.preview is not None
        if place >= 0:
            return self.set_roles([place], "target")
        aimed = [place for place, column in enumerate(self.preview.columns) if column.role == "target"]
        return self.set_roles(aimed, "feature") if aimed else None

    def set_column(self, row: int, place: int, words: str) -> None:
        """Say what a column is (row 0) or what it is for (row 1)."""
        self.set_kinds([place], words) if row == KIND_ROW else self.set_roles([place], words)

    def set_kinds(self, places: Sequence[int], kind: str) -> None:
        """Say what columns are."""
        self._override(kinds={**(self.options.kinds or {}), **dict.fromkeys(self._names(places), kind)})

    def set_marks(self, name: str, marks: str) -> None:
        """Say which of its two readings a column is meant in."""
        self._override(marks={**(self.options.marks or {}), name: marks})

    def set_roles(self, places: Sequence[int], role: str) -> None:
        """Say what columns are for."""
        assert self.preview is not None
        names, shown = self._names(places), {column.name: column.role for column in self.preview.columns}
        roles = {**shown, **(self.options.roles or {})}  # all of them: no other column is guessed anew
        if role in ("target", "name"):  # there is one of each
            roles |= {name: "feature" for name, taken in roles.items() if taken == role}
        self._override(roles={**roles, **dict.fromkeys(names, role)}, target=None)

    def set_ratings(self, on: bool) -> None:
        """Whether a table of ratings is made of the rows; what the columns are for follows from it."""
        assert self.preview is not None
        self._override(ratings=self.preview.ratings if on else None, kinds=None, roles=None)

    def _names(self, places: Sequence[int]) -> list[str]:
        assert self.preview is not None
        return [self.preview.columns[place].name for place in places]

    # -- reading -----------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Read the whole file off the GUI thread; Cancel leaves it to finish unheard."""
        if self.preview is None or self._read_with is not None or self._looking is not None:
            return
        path, text, options = self.path, self.text, self.preview.accepted
        self._read_with = options
        wait_with(self.buttons.button(Standard.Open))
        QTimer.singleShot(SOON, self, self._busy)
        self._task.ask(
            options, lambda: reading(path, options) if text is None else reading_text(text, options, path.name)
        )

    def _finish(self, options: Options, done: Preview | Reading | Exception) -> None:
        if options is self._looking and not isinstance(done, Reading):
            return self._looked(done)
        if options is not self._read_with or isinstance(done, Preview):
            return None
        self._read_with = None
        self._busy()
        if isinstance(done, Reading):
            self._reading = done
            return self.accept()
        return self._say(self._fault(done))

    def closeEvent(self, event: QCloseEvent) -> None:
        self._stop_hearing()
        super().closeEvent(event)

    def reject(self) -> None:
        self._stop_hearing()
        super().reject()

    def _stop_hearing(self) -> None:
        self._read_with = self._looking = None
        self._task.forget()

    def dataset(self) -> Dataset | None:
        """The table that was read, or None if it was not."""
        return None if self._reading is None else self._reading.data

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was changed or left out on the way in."""
        return () if self._reading is None else self._reading.warnings
