"""How the text of a table is laid out, as choices beside each other: what was detected, and what a person says."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Signal
from PySide6.QtWidgets import QCheckBox, QComboBox, QHBoxLayout, QLabel, QLineEdit, QSpinBox, QVBoxLayout, QWidget

from engine.base.words import short
from engine.data.tables.reading import Preview
from gui.look.plain import plain

DELIMITERS = {"comma ,": ",", "semicolon ;": ";", "tab": "\t", "bar |": "|", "spaces": " "}
DECIMALS = {"point 1.5": ".", "comma 1,5": ","}
ENCODINGS = {"UTF-8": "utf-8", "UTF-16": "utf-16", "Windows (cp1252)": "cp1252", "Latin 1": "latin-1"}
MOST_TITLES = 1000
"""The names stand no farther down than this."""
MISSING_DIGITS, NAME_DIGITS = 16, 12
"""The widths of the field for missing cells and of the lists of names, in digits: a longer name is elided."""
NO_TARGET = "none"


class LayoutChoices(QWidget):
    """Delimiter, decimals, encoding, sheet, the row of the names, words for missing cells, and target.

    overridden  the options that a person said, by name;   aimed  the place of the new target, -1 for none
    """

    overridden = Signal(dict)
    aimed = Signal(int)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.labels: dict[QWidget, QLabel] = {}
        self.delimiter = self._chooser("De&limiter", "The delimiter between columns", DELIMITERS)
        self.decimal = self._chooser("&Decimals", "Decimals are written with a", DECIMALS)
        self.encoding = self._chooser("&Encoding", "Encoding of the text", ENCODINGS)
        self.sheet = self._chooser("S&heet", "Sheet of the workbook", {})
        self.target = self._chooser("&Target", "The column that is to be predicted", {})
        self.target.activated.connect(lambda place: self.aimed.emit(place - 1))
        for names in (self.sheet, self.target):
            names.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
            names.setMinimumContentsLength(NAME_DIGITS)
        self._boxes = {
            "delimiter": self.delimiter, "decimal": self.decimal, "encoding": self.encoding, "sheet": self.sheet,
        }  # fmt: skip
        for box in self._boxes.values():
            box.activated.connect(self._override)
        self.header = QCheckBox("&Field names stand in row", self)
        self.header.clicked.connect(lambda on: self.overridden.emit({"header": on, "header_row": None}))
        self.header_row = QSpinBox(self)
        self.header_row.setRange(1, MOST_TITLES)
        self.header_row.setKeyboardTracking(False)
        self.header_row.setAccessibleName("Row of the names, counted from 1")
        self.header_row.setToolTip("Rows above it are titles and are left out")
        self.header_row.valueChanged.connect(lambda row: self.overridden.emit({"header": True, "header_row": row}))
        self.missing = QLineEdit(self)
        self.missing.setPlaceholderText("such as −99, x")
        self.missing.setToolTip("Words for a missing cell besides the usual ones (NA, ?, -), with commas between")
        self.missing.setAccessibleName("Words for a missing cell")
        self.missing.setMaximumWidth(self.missing.fontMetrics().horizontalAdvance("0" * MISSING_DIGITS))
        self.missing.editingFinished.connect(self._say_missing)
        self.labels[self.missing] = QLabel("&Missing is", self)
        self.labels[self.missing].setBuddy(self.missing)
        self._missing: tuple[str, ...] = ()
        whole = QVBoxLayout(self)
        whole.setContentsMargins(0, 0, 0, 0)
        whole.setSpacing(8)
        whole.addLayout(self._line(*self._boxes.values()))
        for part in (self.sheet, self.labels[self.sheet]):
            part.hide()  # few files have one, and the dialogue would be made wider for it
        whole.addLayout(self._line(self.header, self.header_row, self.missing, self.target))

    def _chooser(self, label: str, name: str, offers: dict[str, str]) -> QComboBox:
        box = QComboBox(self)
        self.labels[box] = QLabel(label, self)
        self.labels[box].setBuddy(box)
        box.setAccessibleName(name)
        box.setToolTip(plain(name))
        for words, value in offers.items():
            box.addItem(words, value)
        return box

    def _line(self, *widgets: QWidget) -> QHBoxLayout:
        """Choices beside each other, each with its label."""
        line = QHBoxLayout()
        line.setSpacing(8)
        for widget in widgets:
            if widget in self.labels:
                line.addWidget(self.labels[widget])
            line.addWidget(widget)
            line.addSpacing(8)
        line.addStretch(1)
        return line

    @property
    def chain(self) -> tuple[QWidget, ...]:
        """What Tab goes through, in order."""
        return (*self._boxes.values(), self.header, self.header_row, self.missing, self.target)

    def show_preview(self, found: Preview) -> None:
        """Everything as it was found out or said."""
        options = found.options
        self._point(self.delimiter, options.delimiter)
        self._point(self.decimal, options.decimal)
        self._point(self.encoding, options.encoding)
        if self.sheet.count() != len(found.sheets):
            self.sheet.clear()
            for name in found.sheets:
                self.sheet.addItem(name, name)
        self._point(self.sheet, options.sheet if len(found.sheets) > 1 else None)
        self.header.setVisible(options.header is not None)
        self.header.setChecked(bool(options.header))
        with QSignalBlocker(self.header_row):
            self.header_row.setValue(options.header_row or 1)
        self.header_row.setVisible(options.header is not None)
        self.header_row.setEnabled(bool(options.header))
        self.target.clear()
        self.target.addItem(NO_TARGET, "")
        self.target.addItems([short(column.name) for column in found.columns])
        aimed = next((place for place, column in enumerate(found.columns, 1) if column.role == "target"), 0)
        self.target.setCurrentIndex(aimed)

    def _point(self, box: QComboBox, value: str | None) -> None:
        """Show a detected value; one that is not offered becomes an offer; what does not apply is hidden."""
        box.setVisible(value is not None)
        self.labels[box].setVisible(value is not None)
        if value is None:
            return
        if box.findData(value) < 0:
            box.addItem(value, value)
        box.setCurrentIndex(box.findData(value))

    def _say_missing(self) -> None:
        """Other words stand for a missing cell: but only when they changed, as leaving the field is no change."""
        words = tuple(word for part in self.missing.text().split(",") if (word := part.strip()))
        if words != self._missing:
            self._missing = words
            self.overridden.emit({"missing": words})

    def _override(self) -> None:
        self.overridden.emit({name: box.currentData() for name, box in self._boxes.items() if box.isVisible()})
