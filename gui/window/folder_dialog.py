"""Opening a folder of texts: it is read beside the window, then its classes and some texts are looked at."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from PySide6.QtCore import QCoreApplication, QEvent, Qt, QTimer
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLabel,
    QProgressBar,
    QTableWidget,
    QTableWidgetItem,
    QVBoxLayout,
    QWidget,
)

from engine.base.errors import Refusal
from engine.base.words import counted, joined, short
from engine.data.dataset import Dataset
from engine.data.tables.text_folders import text_folder
from engine.maths.algebra.spread import spread
from gui.look.appearance import Appearance
from gui.look.within import open_within
from gui.session.background_task import BackgroundTask
from gui.window.pressing import go_on_with, wait_with

Standard = QDialogButtonBox.StandardButton
SHOWN, LISTED, LETTERS = 100, 6, 160
"""Number of texts shown, of classes named, and of letters of a text."""
AT_ONCE, EVERY = 0.1, 100
"""Seconds that a folder is waited for, so that nothing flickers; then milliseconds between two reports of progress."""


class Stopped(Exception):
    """Raised in the worker when the dialog was cancelled."""


class Progress:
    """How far the worker is: it writes the numbers, and the dialogue reads them; `stop` ends its work."""

    def __init__(self) -> None:
        self.done = 0
        self.of: int | None = None
        self.stop = False

    def __call__(self, done: int, of: int | None) -> None:
        if self.stop:
            raise Stopped
        self.done, self.of = done, of


class FolderDialog(QDialog):
    """`exec()` it, then ask for `dataset()`."""

    def __init__(self, path: str | Path, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path, self.appearance = Path(path), appearance
        self.progress = Progress()
        self._made: tuple[Dataset, tuple[str, ...]] | None = None
        self._waits = True
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._finish)
        self.setWindowTitle(f"Open {self.path.name}")
        open_within(self, round(900 * appearance.scale), round(600 * appearance.scale))
        self.summary, self.words = QLabel(self), QLabel(self)
        self.summary.setProperty("look", "title")
        for label in (self.summary, self.words):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.table = SomeTexts(self)
        self.busy = QProgressBar(self)
        self.busy.setAccessibleName("How much of the folder has been read")
        self.buttons = QDialogButtonBox(Standard.Open | Standard.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self._timer = QTimer(self, interval=EVERY)
        self._timer.timeout.connect(self._tell)
        self._look()

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 16, 16, 16)
        whole.setSpacing(8)
        for item in (self.summary, self.words, self.busy):
            whole.addWidget(item)
        whole.addWidget(self.table, 1)
        whole.addWidget(self.buttons)
        self.busy.hide()
        accept = self.buttons.button(Standard.Open)
        accept.setText("&Open")
        accept.setDefault(True)
        accept.setFocus()

    # -- reading -----------------------------------------------------------------------------------------------------

    def _look(self) -> None:
        """Read the folder off the GUI thread; Cancel ends that."""
        path, progress = self.path, self.progress
        self.summary.setText(f"{short(path.name)}: looking at it…")
        wait_with(self.buttons.button(Standard.Open))
        self._task.ask(progress, lambda: text_folder(path, progress))
        self._task.finish(timeout=AT_ONCE)
        QCoreApplication.sendPostedEvents(self, QEvent.Type.MetaCall.value)
        if self._waits:
            self._timer.start()

    def _tell(self) -> None:
        """How many files have been read."""
        if not self._waits:
            return
        done, of = self.progress.done, self.progress.of
        self.busy.setVisible(True)
        self.busy.setRange(0, 0 if of is None or done == of else of)
        self.busy.setValue(done)
        read = f"{counted(done, 'file')} found so far" if of is None else f"{done:,} of {counted(of, 'file')} read"
        self.summary.setText(f"{short(self.path.name)}: {read}…")

    def _finish(self, _: Progress, made: tuple[Dataset, tuple[str, ...]] | Exception) -> None:
        if not self._waits:
            return
        self._waits = False
        self._timer.stop()
        self.busy.hide()
        if isinstance(made, Exception):
            self.summary.setText(self.path.name)
            self.words.setProperty("look", "wrong")
            self.words.setText(str(made) if isinstance(made, Refusal) else f"It cannot be read: {short(made)}")
            return
        self._made = made
        self._show(*made)
        go_on_with(self.buttons.button(Standard.Open))

    def _show(self, data: Dataset, remarks: tuple[str, ...]) -> None:
        classes = counted(len(data.class_names), "class", "classes") if data.class_names else "no class"
        self.summary.setText(f"{short(self.path.name)}: {counted(data.n, 'text')}, {classes}")
        self.words.setText("\n".join((classes_told(data), *remarks)))
        self.table.show_texts(data)

    def closeEvent(self, event: QCloseEvent) -> None:
        self._stop()
        super().closeEvent(event)

    def reject(self) -> None:
        self._stop()
        super().reject()

    def _stop(self) -> None:
        self._waits = False
        self.progress.stop = True
        self._timer.stop()
        self._task.forget()

    def dataset(self) -> Dataset | None:
        """The table of the texts, or None if there is none."""
        return None if self._made is None else self._made[0]

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was left out on the way in."""
        return () if self._made is None else self._made[1]


def classes_told(data: Dataset) -> str:
    """How many texts each class has; of many classes the first."""
    if not data.class_names:
        return "Each file is a row. The folders in a folder would be the classes, and there are none."
    count = Counter(data.codes.tolist())
    told = [f"{short(name)} {count[code]:,}" for code, name in enumerate(data.class_names[:LISTED])]
    rest = len(data.class_names) - LISTED
    return f"Texts of each class: {joined([*told, counted(rest, 'more class', 'more classes')] if rest > 0 else told)}."


class SomeTexts(QTableWidget):
    """Some texts from all of a folder: the file, its class, and how the text begins."""

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName("Some of the texts")
        self.setEditTriggers(QTableWidget.EditTrigger.NoEditTriggers)
        self.setSelectionBehavior(QTableWidget.SelectionBehavior.SelectRows)
        self.setTabKeyNavigation(False)
        self.setWordWrap(False)
        self.verticalHeader().hide()
        self.horizontalHeader().setStretchLastSection(True)
        self.horizontalHeader().setDefaultAlignment(Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)

    def show_texts(self, data: Dataset) -> None:
        """A row for each of them, evenly spaced."""
        shown = spread(data.n, SHOWN).tolist()
        heads = ("file", "class", "text") if data.class_names else ("file", "text")
        self.setColumnCount(len(heads))
        self.setHorizontalHeaderLabels(heads)
        self.setRowCount(len(shown))
        for place, row in enumerate(shown):
            for column, words in enumerate(_row(data, row)):
                self.setItem(place, column, QTableWidgetItem(words))
        self.resizeColumnsToContents()
        self.setCurrentCell(0, 0)


def _row(data: Dataset, row: int) -> tuple[str, ...]:
    text = data.columns[0].levels[int(data.X[row, 0])]
    shown = short(" ".join(text[: 4 * LETTERS].split()), LETTERS)
    named = () if not data.class_names else (data.class_name(data.codes[row]) if data.codes[row] >= 0 else "–",)
    return (short(data.row_name(row)), *named, shown)
