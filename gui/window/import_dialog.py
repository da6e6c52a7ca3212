"""Opening a table: what was detected is shown in a preview, and all of it can be overridden before anything is read.

All of it goes by mouse and by keyboard: each choice has a letter, and in the first two rows of the preview Return opens
what a click would.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import pairwise
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
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
from engine.data.tables.reading import Preview, Reading, preview, reading
from gui.look.appearance import Appearance
from gui.session.errand import Errand
from gui.window.import_preview import KIND_ROW, ROLE_ROW, PreviewTable, summed_up

DELIMITERS = {"comma ,": ",", "semicolon ;": ";", "tab": "\t", "bar |": "|", "spaces": " "}
DECIMALS = {"point 1.5": ".", "comma 1,5": ","}
ENCODINGS = {"UTF-8": "utf-8", "UTF-16": "utf-16", "Windows (cp1252)": "cp1252", "Latin 1": "latin-1"}
Standard = QDialogButtonBox.StandardButton


NO_TARGET = "none"
AT_ONCE, SOON = 0.1, 300
"""Seconds that a preview is waited for, so that nothing flickers; milliseconds after which it is said that it takes."""


class ImportDialog(QDialog):
    """`exec()` it, then ask for `dataset()`."""

    def __init__(self, path: str | Path, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path, self.appearance = Path(path), appearance
        self.options = Options()
        self.preview: Preview | None = None
        self._reading: Reading | None = None
        self._read_with: Options | None = None
        self._looking: Options | None = None
        self._errand = Errand(self)
        self._errand.ready.connect(self._finish)
        self.setWindowTitle(f"Open {self.path.name}")
        self.resize(900, 560)
        self.summary, self.warnings, self.message = QLabel(self), QLabel(self), QLabel(self)
        self.summary.setProperty("look", "title")
        self.message.setProperty("look", "wrong")
        for label in (self.warnings, self.message):
            label.setWordWrap(True)
        for label in (self.summary, self.warnings, self.message):
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.labels: dict[QComboBox, QLabel] = {}
        self.delimiter = self._chooser("&Separator", "Columns are separated by", DELIMITERS)
        self.decimal = self._chooser("&Decimals", "Decimals are written with a", DECIMALS)
        self.encoding = self._chooser("&Encoding", "Encoding of the text", ENCODINGS)
        self.sheet = self._chooser("S&heet", "Sheet of the workbook", {})
        self.target = self._chooser("&Target", "The column that is to be predicted", {})
        self.target.activated.connect(self._aim)
        for box in (self.delimiter, self.decimal, self.encoding, self.sheet):
            box.activated.connect(self._overridden)
        self.header = QCheckBox("&First row holds the names", self)
        self.header.clicked.connect(lambda on: self._override(header=on))
        self.table = PreviewTable(self.appearance, self)
        self.busy = QProgressBar(self)
        self.buttons = QDialogButtonBox(Standard.Open | Standard.Cancel)
        self._lay_out()
        self._look()

    # -- building ----------------------------------------------------------------------------------------------------

    def _chooser(self, label: str, name: str, offers: dict[str, str]) -> QComboBox:
        box = QComboBox(self)
        self.labels[box] = QLabel(label, self)
        self.labels[box].setBuddy(box)
        box.setAccessibleName(name)
        box.setToolTip(name)
        for words, value in offers.items():
            box.addItem(words, value)
        return box

    def _lay_out(self) -> None:
        layout = self._line(self.delimiter, self.decimal, self.encoding, self.sheet)
        columns = self._line(self.header, self.target)
        hint = QLabel(
            "&Preview: a click or Return in its first two rows changes what a column is and is used as.", self
        )
        hint.setProperty("look", "small")
        hint.setBuddy(self.table)
        self.table.chosen.connect(self.set_column)
        self.busy.setRange(0, 0)
        self.busy.hide()
        self.buttons.accepted.connect(self._read)
        self.buttons.rejected.connect(self.reject)
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 16, 16, 16)
        whole.setSpacing(8)
        for item in (
            self.summary, layout, columns, hint, self.table, self.warnings, self.message, self.busy, self.buttons,
        ):  # fmt: skip
            whole.addLayout(item) if isinstance(item, QHBoxLayout) else whole.addWidget(item)
        whole.setStretchFactor(self.table, 1)
        self._order()

    def _line(self, *widgets: QComboBox | QCheckBox) -> QHBoxLayout:
        """Choices beside each other, each with its label."""
        line = QHBoxLayout()
        line.setSpacing(8)
        for widget in widgets:
            if isinstance(widget, QComboBox):
                line.addWidget(self.labels[widget])
            line.addWidget(widget)
            line.addSpacing(8)
        line.addStretch(1)
        return line

    def _order(self) -> None:
        """Tab goes from above to below; Return opens the table at once, as most are understood."""
        accept, cancel = (self.buttons.button(kind) for kind in (Standard.Open, Standard.Cancel))
        accept.setText("&Open")
        accept.setDefault(True)
        chain = (
            self.delimiter, self.decimal, self.encoding, self.sheet, self.header, self.target, self.table,
            accept, cancel,
        )  # fmt: skip
        for first, second in pairwise(chain):
            self.setTabOrder(first, second)
        accept.setFocus()

    # -- looking -----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Preview the file with the options in force, off the GUI thread; Cancel leaves it to finish unheard."""
        path, options = self.path, self.options
        self._looking = options
        self._errand.ask(options, lambda: preview(path, options))
        self._errand.finish(timeout=AT_ONCE)
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        if self._looking is not None:
            self.buttons.button(Standard.Open).setEnabled(False)
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
        self.buttons.button(Standard.Open).setEnabled(not words)

    def _show(self, found: Preview) -> None:
        self.warnings.setText("\n".join(found.warnings[:6]))
        self.warnings.setVisible(bool(found.warnings))
        options = found.options
        for box, value in (
            (self.delimiter, options.delimiter), (self.decimal, options.decimal), (self.encoding, options.encoding),
        ):  # fmt: skip
            self._point(box, value)
        self.sheet.setVisible(len(found.sheets) > 1)
        if self.sheet.count() != len(found.sheets):
            self.sheet.clear()
            for name in found.sheets:
                self.sheet.addItem(name, name)
        self._point(self.sheet, options.sheet, hide=len(found.sheets) < 2)
        self.header.setVisible(options.header is not None)
        self.header.setChecked(bool(options.header))
        self.target.clear()
        self.target.addItem(NO_TARGET, "")
        for column in found.columns:
            self.target.addItem(short(column.name), column.name)
        aimed = next((place for place, column in enumerate(found.columns, 1) if column.role == "target"), 0)
        self.target.setCurrentIndex(aimed)
        self.table.fill(found)

    def _point(self, box: QComboBox, value: str | None, hide: bool | None = None) -> None:
        """Show a detected value; one that is not offered becomes an offer; what does not apply is hidden."""
        box.setVisible(value is not None if hide is None else not hide)
        self.labels[box].setVisible(not box.isHidden())
        if value is None:
            return
        if box.findData(value) < 0:
            box.addItem(value, value)
        box.setCurrentIndex(box.findData(value))

    # -- overriding --------------------------------------------------------------------------------------------------

    def _overridden(self) -> None:
        boxes = {"delimiter": self.delimiter, "decimal": self.decimal, "encoding": self.encoding, "sheet": self.sheet}
        chosen = {name: box.currentData() for name, box in boxes.items() if box.isVisible()}
        self._override(**chosen)

    def _override(self, **changes: Any) -> None:
        before = self.options
        layout = {"delimiter", "encoding", "header", "sheet"} & {
            name for name, value in changes.items() if self.preview and getattr(self.preview.options, name) != value
        }
        if layout:  # other columns: what was said of the old ones means nothing any more
            changes |= {"kinds": None, "roles": None}
        self.options = replace(before, **changes)
        self._look()

    def _aim(self, chosen: int) -> None:
        """Another target, or none: the column that was it is a feature."""
        assert self.preview is not None
        if chosen:
            return self.set_column(ROLE_ROW, chosen - 1, "target")
        aimed = [place for place, column in enumerate(self.preview.columns) if column.role == "target"]
        for place in aimed:
            self.set_column(ROLE_ROW, place, "feature")
        return None

    def set_column(self, row: int, place: int, words: str) -> None:
        """Say what a column is (row 0) or what it is for (row 1)."""
        assert self.preview is not None
        name = self.preview.columns[place].name
        if row == KIND_ROW:
            self._override(kinds={**(self.options.kinds or {}), name: words})
            return
        roles = dict(self.options.roles or {})
        if words in ("target", "name"):  # there is one of each
            others = [column.name for column in self.preview.columns if column.role == words and column.name != name]
            roles |= dict.fromkeys(others, "feature")
        self._override(roles={**roles, name: words}, target=None)

    # -- reading -----------------------------------------------------------------------------------------------------

    def _read(self) -> None:
        """Read the whole file off the GUI thread; Cancel leaves it to finish unheard."""
        if self.preview is None or self._read_with is not None or self._looking is not None:
            return
        path, options = self.path, self.preview.accepted
        self._read_with = options
        self.buttons.button(Standard.Open).setEnabled(False)
        QTimer.singleShot(SOON, self, self._busy)
        self._errand.ask(options, lambda: reading(path, options))

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
        self._errand.forget()

    def dataset(self) -> Dataset | None:
        """The table that was read, or None if it was not."""
        return None if self._reading is None else self._reading.data

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was changed or left out on the way in."""
        return () if self._reading is None else self._reading.warnings
