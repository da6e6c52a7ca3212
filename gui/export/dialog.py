"""The dialogue for taking a picture home: what, how large, in which colours, with a preview of exactly that."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QSettings, QSize, Qt, QTimer
from PySide6.QtGui import QPixmap
from PySide6.QtWidgets import (
    QApplication,
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFileDialog,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QProgressDialog,
    QPushButton,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from engine.base.errors import Refusal
from gui.export.animation import export_animation
from gui.export.figures import FigureOptions, export_figure, thumbnail
from gui.export.presets import PRESETS, Preset, described
from gui.export.shown import Surfaces
from gui.look.appearance import Appearance
from gui.session.session import Session

PREVIEW = QSize(480, 360)
PAUSE = 120
"""Milliseconds without a change after which the preview is drawn."""
KINDS = {
    ".png": "PNG, a picture",
    ".pdf": "PDF, sharp at every size",
    ".svg": "SVG, to be edited further",
    ".gif": "GIF, the run as an animation",
}


class ExportDialog(QDialog):
    """Reads the canvas, writes a file, and remembers what was chosen last."""

    def __init__(
        self, canvas: Surfaces, session: Session, appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.canvas, self.session, self.appearance = canvas, session, appearance
        self.setWindowTitle("Export figure")
        self._settings = QSettings()
        self._make_fields()
        self._lay_out()
        self._recall()
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.setInterval(PAUSE)
        self._timer.timeout.connect(self.show_preview)
        self._listen()
        self.show_preview()

    # -- making --------------------------------------------------------------------------------------------------------

    def _make_fields(self) -> None:
        views = [view for view in self.canvas.surfaces() if not view.isHidden()]
        self.what = _combo([("Everything that is open", self.canvas)] if len(views) > 1 else [])
        for view in views:
            self.what.addItem("The plane of the data" if view.surface.kind == "plane" else view.surface.name, view)
        self.kind = _combo([(words, suffix) for suffix, words in KINDS.items()])
        self.preset = _combo([*((preset.name, preset) for preset in PRESETS), ("As entered", None)])
        self.width_field, self.height_field = _length(), _length()
        self.unit = _combo([("millimetres", "mm"), ("pixels", "px")])
        self.dpi = QSpinBox(minimum=48, maximum=1200, suffix=" dpi")
        self.theme = _combo([("Light, on white paper", "light"), ("Dark", "dark")])
        self.legend = _combo([("Below the picture", "outside"), ("Inside the picture", "inside"), ("None", "none")])
        self.title = QLineEdit(placeholderText="none")
        self.seconds = QDoubleSpinBox(minimum=0.05, maximum=10.0, singleStep=0.1, value=0.5, suffix=" s for each step")
        self.words = QLabel(wordWrap=True)
        self.words.setMinimumHeight(40)
        self.preview = QLabel(alignment=Qt.AlignmentFlag.AlignCenter)
        self.preview.setFixedSize(PREVIEW + QSize(16, 16))
        self.preview.setProperty("look", "card")
        self.save = QPushButton("Save as…", default=True)

    def _lay_out(self) -> None:
        self.form = QFormLayout()
        size = QHBoxLayout()
        for part in (self.width_field, QLabel("×"), self.height_field, self.unit):
            size.addWidget(part)
        rows = (("Show", self.what), ("Format", self.kind), ("Size", self.preset), ("", size), ("Resolution", self.dpi))
        more = (("Colours", self.theme), ("Legend", self.legend), ("Title", self.title), ("Pace", self.seconds))
        for label, field in (*rows, *more):
            self.form.addRow(label, field)
        close = QPushButton("Close")
        close.clicked.connect(self.reject)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(close)
        buttons.addWidget(self.save)
        right = QVBoxLayout()
        right.addLayout(self.form)
        right.addWidget(self.words)
        right.addStretch(1)
        right.addLayout(buttons)
        whole = QHBoxLayout(self)
        whole.setSpacing(16)
        whole.addWidget(self.preview)
        whole.addLayout(right)

    def _listen(self) -> None:
        self.preset.currentIndexChanged.connect(self._take_preset)
        for field in (self.width_field, self.height_field, self.dpi):
            field.valueChanged.connect(self._entered)
        self.unit.currentIndexChanged.connect(self._entered)
        for combo in (self.what, self.theme, self.legend, self.kind):
            combo.currentIndexChanged.connect(self._changed)
        self.title.textChanged.connect(self._changed)
        self.save.clicked.connect(self.ask_and_save)
        self._changed()

    # -- what is chosen ------------------------------------------------------------------------------------------------

    @property
    def options(self) -> FigureOptions:
        """The figure that the fields describe."""
        return FigureOptions(
            self.width_field.value(), self.height_field.value(), self.unit.currentData(), self.dpi.value(),
            self.theme.currentData(), self.legend.currentData(), self.title.text().strip(),
        )  # fmt: skip

    def _take_preset(self) -> None:
        preset = self.preset.currentData()
        if preset is not None:
            self._put(preset.width, preset.height, preset.unit, preset.dpi)
            self._changed()

    def _put(self, width: float, height: float, unit: str, dpi: int) -> None:
        """Fill in a size without it counting as entered by hand."""
        fields = (self.width_field, self.height_field, self.dpi, self.unit)
        for field in fields:
            field.blockSignals(True)
        self.width_field.setValue(width)
        self.height_field.setValue(height)
        self.dpi.setValue(dpi)
        self.unit.setCurrentIndex(self.unit.findData(unit))
        for field in fields:
            field.blockSignals(False)

    def _entered(self) -> None:
        """A size was typed: it is none of the presets any more."""
        self.preset.setCurrentIndex(self.preset.count() - 1)
        self._changed()

    def _changed(self) -> None:
        self.form.setRowVisible(self.seconds, self.kind.currentData() == ".gif")
        self._timer.start()

    # -- the preview ---------------------------------------------------------------------------------------------------

    def show_preview(self) -> None:
        """Draw the figure small, and say how large it will be; or say why it cannot be."""
        self._timer.stop()
        options, ratio = self.options, self.devicePixelRatioF()
        try:
            image = thumbnail(self.what.currentData(), options, PREVIEW * ratio)
        except Refusal as refusal:
            self.save.setEnabled(False)
            return self._say(str(refusal), wrong=True)
        image.setDevicePixelRatio(ratio)
        self.preview.setPixmap(QPixmap.fromImage(image))
        self.save.setEnabled(True)
        self._say(described(options, self.kind.currentData()))

    def _say(self, words: str, wrong: bool = False) -> None:
        self.words.setProperty("look", "wrong" if wrong else "small")
        self.words.style().unpolish(self.words)
        self.words.style().polish(self.words)
        self.words.setText(words)

    # -- saving --------------------------------------------------------------------------------------------------------

    def ask_and_save(self) -> None:
        """Ask for a file and write the figure there."""
        suffix = self.kind.currentData()
        name = Path(str(self._settings.value("folder", ""))) / f"{self.session.data.name}{suffix}"
        chosen, _ = QFileDialog.getSaveFileName(self, "Export figure", str(name), f"{KINDS[suffix]} (*{suffix})")
        if chosen:
            self.write(Path(chosen) if Path(chosen).suffix else Path(chosen + suffix))

    def write(self, path: Path) -> bool:
        """Write the figure in the format of the suffix; whether that went well. A failure is told in the dialogue."""
        try:
            written = self._animate(path) if path.suffix.lower() == ".gif" else self._draw(path)
        except Refusal as refusal:
            self._say(str(refusal), wrong=True)
            return False
        if written:
            self._remember(path)
            self.session.said.emit(f"Written to {path}.")
            self.accept()
        return written

    def _draw(self, path: Path) -> bool:
        QApplication.setOverrideCursor(Qt.CursorShape.WaitCursor)
        try:
            export_figure(self.what.currentData(), path, self.options)
        finally:
            QApplication.restoreOverrideCursor()
        return True

    def _animate(self, path: Path) -> bool:
        """Step by step, with progress; nothing is written when it is cancelled."""
        progress = QProgressDialog("Drawing the run", "Cancel", 0, 1000, self)
        progress.setWindowModality(Qt.WindowModality.WindowModal)
        progress.setMinimumDuration(400)

        def report(share: float, words: str) -> bool:
            progress.setLabelText(words)
            progress.setValue(round(1000 * share))
            return not progress.wasCanceled()

        try:
            what, options, pace = self.what.currentData(), self.options, self.seconds.value()
            return export_animation(self.session, what, path, options, report, pace)
        finally:
            progress.close()
            progress.deleteLater()

    # -- remembering ---------------------------------------------------------------------------------------------------

    def _remember(self, path: Path) -> None:
        store = self._settings.setValue
        store("folder", str(path.parent))
        store("figure/kind", path.suffix.lower())
        store("figure/preset", self.preset.currentText())
        store("figure/size", [self.width_field.value(), self.height_field.value(), self.dpi.value()])
        for name in ("unit", "theme", "legend"):
            store(f"figure/{name}", getattr(self, name).currentData())

    def _recall(self) -> None:
        """What was chosen last; what cannot be read any more is left as it is."""
        recall = self._settings.value
        for name in ("kind", "theme", "legend"):
            _choose(getattr(self, name), getattr(self, name).findData(recall(f"figure/{name}")))
        _choose(self.preset, self.preset.findText(str(recall("figure/preset", "Paper, full width"))))
        self._take(self.preset.currentData(), recall("figure/size"), str(recall("figure/unit", "mm")))

    def _take(self, preset: Preset | None, size: object, unit: str) -> None:
        if preset is not None:
            return self._put(preset.width, preset.height, preset.unit, preset.dpi)
        try:
            width, height, dpi = (float(value) for value in (size if isinstance(size, list) else ()))
        except (TypeError, ValueError):
            width, height, dpi, unit = 170.0, 110.0, 300.0, "mm"
        self._put(width, height, unit if unit in ("mm", "px") else "mm", round(dpi))


def _combo(entries: Sequence[tuple[str, object]]) -> QComboBox:
    combo = QComboBox()
    for words, value in entries:
        combo.addItem(words, value)
    return combo


def _length() -> QDoubleSpinBox:
    return QDoubleSpinBox(minimum=1.0, maximum=20_000.0, decimals=0, value=100.0)


def _choose(combo: QComboBox, index: int) -> None:
    if index >= 0:
        combo.setCurrentIndex(index)
