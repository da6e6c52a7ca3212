"""The dialogue for taking a picture home: what, how large, in which colours, with a preview of exactly that."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from PySide6.QtCore import QEventLoop, QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QImage, QPixmap
from PySide6.QtWidgets import (
    QDialog,
    QFileDialog,
    QHBoxLayout,
    QLabel,
    QMessageBox,
    QProgressBar,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from engine.base.errors import Refusal
from gui.export.animation import FORMATS, animation_task
from gui.export.export_worker import ExportWorker
from gui.export.figures import figure_task, thumbnail_task
from gui.export.form import KINDS, FigureForm
from gui.export.presets import described, described_film
from gui.export.reel import steps_shown
from gui.export.shown import Surfaces
from gui.export.task import Stopped, Task
from gui.look.appearance import Appearance
from gui.look.style_property import set_style_property
from gui.look.within import open_within, room_for
from gui.session.session import Session
from gui.widgets.section import scrolled

PREVIEW, MARGINS = QSize(480, 360), QSize(16, 16)
LEAST = 200
"""The preview keeps this width beside large letters."""
GAP = 16
PAUSE = 120
"""Milliseconds without a change after which the preview is drawn."""
FULL = 1000
"""The progress of a file that is written."""
TITLE = "Export figure or animation"
IMPOSSIBLE = re.compile(r'[/\\:*?"<>|\x00-\x1f]+')
"""Characters that a file name cannot contain on some systems."""


class ExportDialog(QDialog):
    """Reads the canvas, writes a file while the window lives on, and remembers what was chosen last."""

    def __init__(
        self, canvas: Surfaces, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.canvas, self.session, self.appearance = canvas, session, appearance
        self.setWindowTitle(TITLE)
        self._settings = QSettings()
        self._drawing, self._writing = ExportWorker(self), ExportWorker(self)
        self._result: object = None
        self.form = FigureForm(canvas, session, self)
        self.fields = scrolled(self.form)
        bar = self.fields.verticalScrollBar().sizeHint().width()
        self.fields.setMinimumWidth(self.form.minimumSizeHint().width() + bar)
        self._seen_at = self._preview_size()
        self._make_parts()
        self._lay_out()
        self._fit()
        self._timer = QTimer(self, singleShot=True, interval=PAUSE)
        self._timer.timeout.connect(self.show_preview)
        self.form.changed.connect(self._timer.start)
        self.form.kind.currentIndexChanged.connect(self._fit)
        self._drawing.ended.connect(self._drawn)
        self._writing.told.connect(self._told)
        self._writing.ended.connect(self._written)
        self.finished.connect(self._let_go)
        self.show_preview()

    # -- making --------------------------------------------------------------------------------------------------------

    def _make_parts(self) -> None:
        self.words = QLabel(wordWrap=True, textFormat=Qt.TextFormat.PlainText)
        self.words.setMinimumHeight(48)
        self.progress = QProgressBar(maximum=FULL, textVisible=False)
        kept = self.progress.sizePolicy()
        kept.setRetainSizeWhenHidden(True)
        self.progress.setSizePolicy(kept)
        self.progress.hide()
        self.preview = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.preview.setFixedSize(self._seen_at + MARGINS)
        self.preview.setProperty("look", "card")
        self.save = QPushButton("Save as…", default=True)
        self.save.clicked.connect(self.ask_and_save)
        self.leave = QPushButton("Close")
        self.leave.clicked.connect(self.reject)

    def _lay_out(self) -> None:
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.leave)
        buttons.addWidget(self.save)
        right = QVBoxLayout()
        right.addWidget(self.fields, 1)
        right.addWidget(self.words)
        right.addWidget(self.progress)
        right.addLayout(buttons)
        whole = QHBoxLayout(self)
        whole.setSpacing(GAP)
        whole.addWidget(self.preview, alignment=Qt.AlignmentFlag.AlignTop)
        whole.addLayout(right, 1)

    def _preview_size(self) -> QSize:
        """What the fields leave of the room, in the usual shape and no larger than usual."""
        free = room_for(self).width() - self.fields.minimumWidth() - MARGINS.width() - 3 * GAP
        width = min(max(free, LEAST), PREVIEW.width())
        return QSize(width, PREVIEW.height() * width // PREVIEW.width())

    def _fit(self) -> None:
        """High enough for all fields of the format, as far as there is room; never lower than it was."""
        usual, fields = self.sizeHint(), self.form.sizeHint().height() - self.fields.sizeHint().height()
        shown = self.size() if self.isVisible() else QSize(0, 0)
        open_within(self, max(usual.width(), shown.width()), max(usual.height() + max(fields, 0), shown.height()))

    # -- the preview ---------------------------------------------------------------------------------------------------

    def show_preview(self) -> None:
        """Draw the figure small, and say how large it will be; or say why it cannot be."""
        self._timer.stop()
        if not self._writing.busy:
            ratio = self.devicePixelRatioF()
            self._drawing.start(thumbnail_task(self.form.source, self.form.seen, self._seen_at * ratio))

    def _drawn(self, image: object) -> None:
        self.save.setEnabled(isinstance(image, QImage))
        if isinstance(image, QImage):
            image.setDevicePixelRatio(self.devicePixelRatioF())
            self.preview.setPixmap(QPixmap.fromImage(image))
            self._say(self._described())
        else:
            self._fail(image)

    def _described(self) -> str:
        """How large the file will be seen, and how long."""
        form = self.form
        if not form.animated or not form.steps.known:
            return described(form.options, form.suffix)
        return described_film(form.options, form.which, len(steps_shown(form.steps.known, form.which)))

    def _say(self, words: str, wrong: bool = False) -> None:
        set_style_property(self.words, "look", "wrong" if wrong else "small")
        self.words.setText(words)

    def _fail(self, failure: object) -> None:
        """Say why something cannot be; bugs go to the reporter of bugs."""
        if isinstance(failure, Refusal):
            self._say(str(failure), wrong=True)
        elif isinstance(failure, Stopped):
            self._say("Cancelled: nothing was written.")
        elif isinstance(failure, Exception):
            self._say("Nothing was written.", wrong=True)
            raise failure

    # -- saving --------------------------------------------------------------------------------------------------------

    def ask_and_save(self) -> None:
        """Ask for a file and write the figure there."""
        suffix = self.form.suffix
        name = Path(str(self._settings.value("folder", ""))) / (self._name() + suffix)
        chosen, _ = QFileDialog.getSaveFileName(self, TITLE, str(name), f"{KINDS[suffix]} (*{suffix})")
        if not chosen:
            return
        path = with_format(chosen, suffix)
        if str(path) == chosen or self._may_replace(path):
            self.write(path)

    def _name(self) -> str:
        """Data, algorithm and step; an animation has no step."""
        lane = self.session.lane if self.session.lanes else None
        parts = [self.session.table.data.name]
        if lane is not None and lane.frame is not None:
            parts.append(lane.key if self.form.animated else f"{lane.key} step {lane.frame.index}")
        return IMPOSSIBLE.sub("-", " ".join(parts))

    def _may_replace(self, path: Path) -> bool:
        """Ask before a file is replaced whose name was completed by a suffix."""
        if not path.exists():
            return True
        button = QMessageBox.StandardButton
        box = QMessageBox(QMessageBox.Icon.NoIcon, TITLE, f"{path.name} is there already.", parent=self)
        box.setTextFormat(Qt.TextFormat.PlainText)
        box.setInformativeText("Replace it?")
        box.setStandardButtons(button.Yes | button.No)
        box.setDefaultButton(button.No)
        answer = box.exec()
        box.deleteLater()
        return answer == button.Yes

    def write(self, path: Path) -> bool:
        """Write the file, and return when it is done or cancelled; whether it is there. A failure is told here."""
        self._drawing.drop()
        self._set_busy(True)
        self._writing.start(self._task(path))
        loop = QEventLoop()
        self._writing.ended.connect(loop.quit)
        loop.exec()
        self._set_busy(False)
        if not isinstance(self._result, Path):
            self._fail(self._result)
            return False
        self._remember(path)
        self.session.said.emit(f"Written to {path}.")
        self.accept()
        return True

    def _task(self, path: Path) -> Task[Any]:
        form = self.form
        if path.suffix.lower() in FORMATS:
            return animation_task(self.session, form.source, path, form.options, form.which)
        return figure_task(form.source, path, form.options)

    def _set_busy(self, busy: bool) -> None:
        """While a file is written there is one thing to do: to cancel it."""
        self.form.setEnabled(not busy)
        self.save.setEnabled(not busy)
        self.progress.setVisible(busy)
        self.progress.setValue(0)
        self.leave.setText("Cancel" if busy else "Close")
        if busy:
            self.leave.setFocus()

    def _told(self, share: float, words: str) -> None:
        self.progress.setValue(round(FULL * share))
        self._say(words)

    def _written(self, result: object) -> None:
        self._result = result

    def reject(self) -> None:
        """Cancel what is being written; if nothing is, close."""
        if self._writing.busy:
            self._say("Cancelling")
            self._writing.cancel()
        else:
            super().reject()

    def _let_go(self) -> None:
        self._timer.stop()
        self._drawing.drop()
        self._writing.drop(wait=True)

    def _remember(self, path: Path) -> None:
        self._settings.setValue("folder", str(path.parent))
        self.form.remember()
        self._settings.setValue("figure/kind", path.suffix.lower())


def with_format(name: str, suffix: str) -> Path:
    """The path that was typed, if it ends in one of the formats; with `suffix` if it does not.

    >>> with_format("iris.PDF", ".png").name, with_format("version 1.2", ".png").name
    ('iris.PDF', 'version 1.2.png')
    """
    return Path(name) if Path(name).suffix.lower() in KINDS else Path(name + suffix)
