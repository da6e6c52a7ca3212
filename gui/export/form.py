"""The fields that say what a figure should be."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from PySide6.QtCore import QSettings, Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QSpinBox,
    QWidget,
)

from engine.core.surfaces import PLANE
from gui.export.animation import FORMATS, captioned
from gui.export.number_box import NumberBox
from gui.export.options import INCH, AnimationOptions, FigureOptions, Unit
from gui.export.presets import PRESETS
from gui.export.reel import caption_now, lanes_shown
from gui.export.shown import Source, Surfaces, heading_of
from gui.export.step_fields import StepFields
from gui.session.session import Session

KINDS = {
    ".png": "PNG, a picture",
    ".pdf": "PDF, sharp at every size",
    ".svg": "SVG, to be edited further",
    ".gif": "GIF, the run as an animation",
    ".webp": "WebP, the run as an animation, smaller",
    ".mp4": "MP4, the run as a video for slides",
}
UNITS: tuple[tuple[str, Unit], ...] = (("centimetres", "cm"), ("millimetres", "mm"), ("pixels", "px"))
DECIMALS: dict[Unit, int] = {"cm": 1, "mm": 0, "px": 0}
ON_PAPER = (".pdf", ".svg")
"""Formats that are printed: their lengths are those of paper; all others are looked at on a screen, in pixels."""
USUAL = {True: "Paper, full width", False: "Slide, 16 : 9"}
"""The size that is offered at first, on paper and on a screen."""
THE_PLANE = "The plane of the data"
REMEMBERED = ("kind", "theme", "legend")
GROUNDS = {True: "paper", False: "screen"}
PARTS = ("preset", "size", "unit")
"""The remembered size for each background."""
Size = tuple[str, object, str]
"""The name of a preset, width, height, dots per inch and height of the text, and the unit."""


class FigureForm(QWidget):
    """What is shown, in which format, how large, in which colours, with which words; it remembers the last choices."""

    changed = Signal()

    def __init__(self, canvas: Surfaces, session: Session, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._session, self._settings = session, QSettings()
        self._sizes: dict[bool, Size] = {}
        self._was_on_paper = False
        self._make_fields(canvas)
        self._lay_out()
        self._recall()
        self._listen()
        self._arrange()

    # -- making --------------------------------------------------------------------------------------------------------

    def _make_fields(self, canvas: Surfaces) -> None:
        views = [view for view in canvas.surfaces() if not view.isHidden()]
        self.what = _combo([("Everything that is open", canvas)] if len(views) > 1 else [])
        for view in views:
            self.what.addItem(THE_PLANE if heading_of(view) == PLANE.name else heading_of(view), view)
        self.what.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)  # long headings
        self.kind = _combo([(words, suffix) for suffix, words in KINDS.items()])
        self.preset = _combo([*((preset.name, preset) for preset in PRESETS), ("As entered", None)])
        self.width_field, self.height_field = _length(), _length()
        self.unit = _combo(UNITS)
        for part, name in ((self.width_field, "Width"), (self.height_field, "Height"), (self.unit, "Unit of the size")):
            part.setAccessibleName(name)
        self.dpi = QSpinBox(minimum=48, maximum=1200, suffix=" dpi")
        self.text = NumberBox(minimum=4.0, maximum=40.0, singleStep=0.5, decimals=1, suffix=" pt")
        self.theme = _combo([("Light, on white paper", "light"), ("Dark", "dark")])
        self.legend = _combo([("Below the picture", "outside"), ("Inside the picture", "inside"), ("None", "none")])
        self.title = QLineEdit(placeholderText="none")
        self.caption = QLineEdit(placeholderText="none")
        self.seconds = NumberBox(minimum=0.05, maximum=10.0, singleStep=0.1, value=0.5, suffix=" s for each step")
        self.steps = StepFields()
        self.captioned = QCheckBox("Method, step and main number")
        self.captioned.setChecked(True)

    def _lay_out(self) -> None:
        self.form = QFormLayout(self)
        self.form.setContentsMargins(0, 0, 0, 0)
        size = QHBoxLayout()
        for part in (self.width_field, QLabel("×"), self.height_field, self.unit):
            size.addWidget(part)
        rows = (("Show", self.what), ("Format", self.kind), ("Size", self.preset), ("", size), ("Resolution", self.dpi))
        more = (
            ("Text", self.text),
            ("Colours", self.theme),
            ("Legend", self.legend),
            ("Title", self.title),
            ("Caption", self.caption),
        )
        for label, field in (*rows, *more, ("", self.captioned), ("Steps", self.steps), ("Pace", self.seconds)):
            self.form.addRow(label, field)

    def _listen(self) -> None:
        self.kind.currentIndexChanged.connect(self._change_ground)
        self.preset.currentIndexChanged.connect(self._take_preset)
        for field in (self.width_field, self.height_field, self.dpi, self.text):
            field.valueChanged.connect(self._entered)
        self.unit.currentIndexChanged.connect(self._convert)
        for combo in (self.what, self.theme, self.legend, self.kind):
            combo.currentIndexChanged.connect(self._arrange)
        for signal in (self.steps.changed, self.seconds.valueChanged, self.captioned.toggled, self.title.textChanged):
            signal.connect(self.changed)
        self.caption.textChanged.connect(self.changed)

    # -- what is chosen ------------------------------------------------------------------------------------------------

    @property
    def source(self) -> Source:
        """What is shown."""
        source: Source = self.what.currentData()
        return source

    @property
    def suffix(self) -> str:
        """The format, by the suffix of its files."""
        return str(self.kind.currentData())

    @property
    def options(self) -> FigureOptions:
        """The figure that the fields describe."""
        return FigureOptions(
            self.width_field.value(), self.height_field.value(), self.unit.currentData(), self.dpi.value(),
            self.theme.currentData(), self.legend.currentData(), self.title.text().strip(), self.caption.text().strip(),
            self.text.value(),
        )  # fmt: skip

    @property
    def animated(self) -> bool:
        """Whether the format is one of an animation."""
        return self.suffix in FORMATS

    @property
    def which(self) -> AnimationOptions:
        """The steps of an animation that the fields describe."""
        steps = self.steps
        return AnimationOptions(
            steps.first.value(), steps.end, steps.every.value(), self.seconds.value(), self.captioned.isChecked()
        )

    @property
    def seen(self) -> FigureOptions:
        """The figure of the step in view: of an animation it carries the words of this step."""
        line = caption_now(self._session, self.source) if self.animated and self.captioned.isChecked() else ""
        return replace(self.options, caption=captioned(line, self.options))

    def _take_preset(self) -> None:
        preset = self.preset.currentData()
        if preset is not None:
            self._put(preset.width, preset.height, preset.unit, preset.dpi, preset.text)
            self._arrange()

    def _put(self, width: float, height: float, unit: Unit, dpi: int, text: float) -> None:
        """Fill in a size without it counting as entered by hand."""
        fields = (self.width_field, self.height_field, self.dpi, self.unit, self.text)
        for field in fields:
            field.blockSignals(True)
        self.unit.setCurrentIndex(self.unit.findData(unit))
        for length, value in ((self.width_field, width), (self.height_field, height)):
            length.setDecimals(DECIMALS[unit])
            length.setValue(value)
        self.dpi.setValue(dpi)
        self.text.setValue(text)
        self._unit = unit
        for field in fields:
            field.blockSignals(False)

    def _convert(self) -> None:
        """The same size in another unit."""
        unit, dpi = self.unit.currentData(), self.dpi.value()
        factor = INCH.get(unit, dpi) / INCH.get(self._unit, dpi)
        self._put(self.width_field.value() * factor, self.height_field.value() * factor, unit, dpi, self.text.value())
        self._entered()

    def _entered(self) -> None:
        """A size was typed: it is none of the presets any more."""
        self.preset.setCurrentIndex(self.preset.count() - 1)
        self._arrange()

    def _arrange(self) -> None:
        """Only the fields that mean something are seen."""
        for field in (self.captioned, self.steps, self.seconds):
            self.form.setRowVisible(field, self.animated)
        self.steps.fit(max((lane.known for _, lane in lanes_shown(self._session, self.source)), default=0))
        self.form.setRowVisible(self.dpi, self.suffix not in ON_PAPER or self.unit.currentData() == "px")
        self.changed.emit()

    # -- remembering ---------------------------------------------------------------------------------------------------

    @property
    def _on_paper(self) -> bool:
        return self.suffix in ON_PAPER

    def _size(self) -> Size:
        """The size given by the fields."""
        numbers = [field.value() for field in (self.width_field, self.height_field, self.dpi, self.text)]
        return self.preset.currentText(), numbers, str(self.unit.currentData())

    def _change_ground(self) -> None:
        """From a format for paper to one for a screen, or back: each has a size of its own."""
        if self._on_paper != self._was_on_paper:
            self._sizes[self._was_on_paper] = self._size()
            self._was_on_paper = self._on_paper
            self._show_size(*self._sizes[self._on_paper])

    def remember(self) -> None:
        """Keep in mind what is chosen now."""
        self._sizes[self._on_paper] = self._size()
        for on_paper, size in self._sizes.items():
            for name, value in zip(PARTS, size, strict=True):
                self._settings.setValue(f"figure/{GROUNDS[on_paper]}/{name}", value)
        for name in REMEMBERED:
            self._settings.setValue(f"figure/{name}", getattr(self, name).currentData())

    def _recall(self) -> None:
        """What was chosen last; what cannot be read any more is left as it is."""
        recall = self._settings.value
        for name in REMEMBERED:
            _choose(getattr(self, name), getattr(self, name).findData(recall(f"figure/{name}")))
        for on_paper, ground in GROUNDS.items():
            preset, size, unit = (recall(f"figure/{ground}/{name}") for name in PARTS)
            self._sizes[on_paper] = str(preset or USUAL[on_paper]), size, str(unit)
        self._was_on_paper = self._on_paper
        self._show_size(*self._sizes[self._on_paper])

    def _show_size(self, preset: str, size: object, remembered: str) -> None:
        """A size from before, by the name of its preset or by its numbers; the usual one if they cannot be read."""
        self.preset.blockSignals(True)
        _choose(self.preset, self.preset.findText(preset))
        chosen, unit = self.preset.currentData(), next((unit for _, unit in UNITS if unit == remembered), None)
        try:
            width, height, dpi, text = (float(value) for value in (size if isinstance(size, list) else ()))
        except (TypeError, ValueError):
            unit = None
        if chosen is None and unit is None:
            _choose(self.preset, self.preset.findText(USUAL[self._on_paper]))
            chosen = self.preset.currentData()
        if chosen is not None:
            self._put(chosen.width, chosen.height, chosen.unit, chosen.dpi, chosen.text)
        elif unit is not None:
            self._put(width, height, unit, round(dpi), text)
        self.preset.blockSignals(False)


def _combo(entries: Sequence[tuple[str, object]]) -> QComboBox:
    combo = QComboBox()
    for words, value in entries:
        combo.addItem(words, value)
    return combo


def _length() -> NumberBox:
    return NumberBox(minimum=1.0, maximum=20_000.0, value=100.0)


def _choose(combo: QComboBox, index: int) -> None:
    if index >= 0:
        combo.setCurrentIndex(index)
