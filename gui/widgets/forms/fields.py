"""The fields of a form, one for each kind of parameter. Each is made as `Field(spec)` and offers

edited      a signal with the new value, only ever a legal one, and only when a person changed it
wrong       a signal with what is wrong with the input, in words; "" when it is right again
let_go      a signal that nothing in it is held any more, by the mouse or by a key that repeats itself
held        whether something is: all that is edited until then is one change
value()     the last legal value
set_value() show a value without a signal
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtWidgets import QCheckBox, QHBoxLayout, QLineEdit, QWidget

from engine.base.errors import ParameterError, Refusal
from engine.base.params import Choice, Flag, Numbers, Real, Spec, Text, Whole
from engine.base.words import figure, minus
from engine.data.dataset import Column
from gui.look.announced import announce
from gui.look.plain import plain
from gui.session.coordinates import Coordinate, line_of, of_features, read_line, short_line
from gui.session.numbers import parsed, parsed_share, row_of_numbers, unclear, written
from gui.widgets.forms.choosers import OptionList, Segments
from gui.widgets.forms.number_widgets import ROUND_IT, NumberEdit, NumberSlider, show_wrong
from gui.widgets.forms.scale import scale_of

SEGMENTS, LETTERS = 3, 19
"""So many options of so many letters in all stand side by side; more go into a list."""
WIDEST = 240
"""A line of numbers asks for so many pixels at most."""
AUTO = "auto"
"""What stands in a field whose value the algorithm chooses."""


class Field(QWidget):
    """What all fields share."""

    edited = Signal(object)
    wrong = Signal(str)
    let_go = Signal()

    def __init__(self, spec: Spec, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.spec = spec
        self._value = spec.default
        self.row = QHBoxLayout(self)
        self.row.setContentsMargins(0, 0, 0, 0)
        self.row.setSpacing(6)

    def call(self, name: str) -> None:
        """The name of the parameter, for a screen reader: each part that takes the focus has it."""
        for part in self.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly):
            part.setAccessibleName(name)

    @property
    def held(self) -> bool:
        return False

    def value(self) -> Any:
        return self._value

    def set_value(self, value: Any) -> None:
        self._value = value
        self.show_value()

    def show_value(self) -> None:
        """Make the widgets agree with the value."""

    def whole(self) -> int:
        """How wide it must be for nothing in it to be cut."""
        return self.minimumSizeHint().width()

    def take(self, value: Any) -> None:
        """A person chose this legal value."""
        self.wrong.emit("")
        if value != self._value:
            self._value = value
            self.edited.emit(value)


class NumberField(Field):
    """A slider where the range has two ends, and a text field that takes any way of writing a number.

    Where the algorithm can choose the number, the slider has the part of the range that is around its choice.
    """

    def __init__(self, spec: Real | Whole, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self._whole = isinstance(spec, Whole)
        self._auto = spec.auto is not None
        self._chosen: float | None = None
        self._middle, self._stepping = 0.0, False
        self.text = NumberEdit(self)
        self.text.legal = f"{spec.legal()[0].upper()}{spec.legal()[1:]}"
        self._scale = self._widest = scale_of(spec)
        self.slider = NumberSlider(self._scale, self) if self._scale else None
        if self.slider:
            self.row.addWidget(self.slider, 1)
            self.slider.moved.connect(self._slid)
            self.slider.stepped.connect(self._step)
            self.slider.let_go.connect(self._place_knob)
            self.slider.let_go.connect(self.let_go)
        self.row.addWidget(self.text, 0 if self.slider else 1)
        self.text.editingFinished.connect(self._typed)
        self.text.textEdited.connect(self._typing)
        self.text.stepped.connect(self._step)
        self.text.let_go.connect(self.let_go)
        self.show_value()

    @property
    def held(self) -> bool:
        return self._stepping or (self.slider is not None and self.slider.isSliderDown())

    def show_value(self) -> None:
        self._write()
        self._mark("")
        self._place_knob()

    def show_rows(self, n: int) -> None:
        """The number of rows of the data: the slider of what counts or names them ends there."""
        if isinstance(self.spec, Whole) and self.spec.of_rows and self.slider and self._widest:
            scale = replace(self._widest, high=float(max(min(self.spec.high, n), self.spec.low + 1)))
            if scale != self._scale:
                self._scale = scale
                self.slider.take_scale(scale)
                self._place_knob()

    def show_chosen(self, value: float | None) -> None:
        """The value that was chosen automatically, or None; it stands beside the word, except while it is typed into.

        What the slider shows is around it, and the knob stands there, except while it is held.
        """
        value = value if value is not None and isfinite(value) else None
        if value != self._chosen:
            self._chosen = value
            if not self.text.isModified():
                self._write()
            if self.slider and not self.slider.isSliderDown():
                self._place_knob()

    def _place_knob(self) -> None:
        """At the value in force, which an algorithm may have chosen."""
        if self.slider and self._scale:
            self._middle = self._chosen or self._middle or self._value
            scale = self._scale.around(self._middle, self._value) if self._auto else None
            self.slider.show_number(self._in_force(), scale)

    def _in_force(self) -> float:
        """The value; of one that was chosen automatically, that."""
        return self._value or self._chosen or 0.0 if self._auto else self._value

    def _write(self) -> None:
        if self._auto and not self._value:
            self.text.show_text(AUTO if self._chosen is None else f"{AUTO} ({figure(self._chosen)})")
        else:
            self.text.show_number(self._value)

    def _read(self) -> float | None:
        """The number that is typed; nothing, or the word, leaves the choice to the algorithm."""
        text = self.text.text().strip()
        if self._auto and (not text or text.startswith(AUTO)):
            return 0.0
        return parsed(text, whole=True) if self._whole else parsed_share(text, getattr(self.spec, "share", False))

    def problem(self) -> str:
        """What is wrong with the text as it stands, or ''."""
        number = self._read()
        legal = minus(self.spec.legal())
        if not self._whole and (words := unclear(self.text.text())):
            return f"{words}."
        if number is None:
            return f"This is not a number: give {legal}."
        try:
            self.spec.checked("", number)
        except ParameterError:
            return f"It must be {legal}."
        return ""

    def _slid(self, number: float) -> None:
        self.take(self.spec.checked("", number))
        self._write()
        self._mark("")

    def _typing(self) -> None:
        """While typing a wrong input only turns right; it is not scolded before it is finished."""
        if not self.problem():
            self._mark("")

    def _typed(self) -> None:
        problem = self.problem()
        self._mark(problem)
        if not problem:
            self.take(self.spec.checked("", self._read()))
            self.show_value()

    def _step(self, by: int) -> None:
        """One place up or down; whole numbers go by 1. A slider has no words of its own: the number is said."""
        if self._whole or not self.slider:
            number = min(max(self._value + by, self.spec.bounds()[0]), self.spec.bounds()[1])
        else:
            number = self.slider.neighbour(self._in_force(), by)
        self._stepping = True
        self.take(self.spec.checked("", number))
        self._stepping = False
        self.show_value()
        announce(self.text, self.text.text())

    def _mark(self, problem: str) -> None:
        self.text.set_wrong(bool(problem))
        self.wrong.emit(problem)


class ChoiceField(Field):
    """A few short options side by side, or a list to choose from."""

    def __init__(self, spec: Choice, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        few = len(spec.options) <= SEGMENTS and sum(map(len, spec.read())) <= LETTERS
        self.chooser = (Segments if few else OptionList)(spec.options, spec.read(), self)
        self.row.addWidget(self.chooser, 0 if few else 1)
        if few:
            self.row.addStretch(1)
        self.chooser.chosen.connect(self.take)
        self.show_value()

    def call(self, name: str) -> None:
        super().call(name)
        if isinstance(self.chooser, Segments):
            for button in self.chooser.buttons.values():
                button.setAccessibleName(f"{name}: {button.text()}")

    def show_value(self) -> None:
        self.chooser.show_option(self._value)

    def whole(self) -> int:
        return self.chooser.whole() if isinstance(self.chooser, OptionList) else super().whole()


class FlagField(Field):
    """Yes or no."""

    def __init__(self, spec: Flag, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.box = QCheckBox(self)
        self.row.addWidget(self.box)
        self.row.addStretch(1)
        self.box.clicked.connect(self.take)
        self.show_value()

    def show_value(self) -> None:
        self.box.setChecked(self._value)


class NumbersField(Field):
    """A line for several numbers, with spaces or commas between them."""

    def __init__(self, spec: Numbers, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.text = QLineEdit(self)
        self.text.setPlaceholderText("numbers, with spaces between")
        self.row.addWidget(self.text, 1)
        self.text.editingFinished.connect(self._typed)
        self._columns: Sequence[Column] = ()
        self.show_value()

    def show_columns(self, columns: Sequence[Column]) -> None:
        """The features of the data: of a point the values are shown and typed by their levels."""
        if isinstance(self.spec, Numbers) and self.spec.of_point and columns != self._columns:
            self._columns = columns
            self.show_value()

    def show_chosen(self, values: Sequence[float] | None) -> None:
        """What was chosen, where nothing is typed, in sensible digits: all of them are in the tip."""
        line = "" if values is None else self._line(values)
        fits = values is not None and self._fits(values)
        short = short_line(self._coordinates(values or ())) if fits else "  ".join(map(figure, values or ()))
        self.text.setPlaceholderText(short or "numbers, with spaces between")
        self.text.setToolTip(plain(line))

    def whole(self) -> int:
        """Wide enough for the values, up to a line of its own."""
        text = self.text.text() or self.text.placeholderText()
        wide = self.text.fontMetrics().horizontalAdvance(text) + ROUND_IT
        return max(super().whole(), min(wide, WIDEST) if self._columns else 0)

    def _fits(self, values: Sequence[float]) -> bool:
        return len(values) == len(self._columns)

    def _coordinates(self, values: Sequence[float]) -> list[Coordinate]:
        return of_features(self._columns, np.array(values))

    def _line(self, values: Sequence[float]) -> str:
        """The numbers as they are typed, or the names of the levels."""
        if self._fits(values):
            return line_of(self._coordinates(values))
        as_read = written if self.isEnabled() else figure  # a disabled field is only read
        return "  ".join(as_read(one) for one in values)

    def show_value(self) -> None:
        self.text.setText(self._line(self._value))
        self.text.setCursorPosition(0)  # of numbers that have no room the first are seen
        self._mark("")

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() == QEvent.Type.EnabledChange:
            self.show_value()

    def _numbers(self) -> list[float] | None:
        text = self.text.text()
        if not text.strip() or all(column.kind == "numeric" for column in self._columns):
            return row_of_numbers(text)
        return read_line(text, of_features(self._columns, np.zeros(len(self._columns)))).tolist()  # type: ignore[no-any-return]

    def _typed(self) -> None:
        try:
            numbers = self._numbers()
        except Refusal as refusal:
            return self._mark(str(refusal))
        try:
            legal = self.spec.checked("", numbers)
        except ParameterError:
            self._mark(f"Give {minus(self.spec.legal())}, with spaces between them.")
        else:
            self._mark("")
            self.take(legal)
            self.show_value()
        return None

    def _mark(self, problem: str) -> None:
        show_wrong(self.text, bool(problem))
        self.wrong.emit(problem)


class TextField(Field):
    """A line for text; with `live` every letter counts, and all that is typed until it is left is one change."""

    def __init__(self, spec: Text, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self._typing = False
        self.text = QLineEdit(self)
        self.row.addWidget(self.text, 1)
        self.text.editingFinished.connect(self._finished)
        if spec.live:
            self.text.textEdited.connect(self._follow)
        self.show_value()

    @property
    def held(self) -> bool:
        return self._typing

    def show_value(self) -> None:
        if self.text.text() != self._value:  # the cursor stays where it is while it is typed
            self.text.setText(self._value)
        self._mark("")

    def _follow(self) -> None:
        self._typing = True
        self._typed()

    def _finished(self) -> None:
        self._typed()
        if self._typing:
            self._typing = False
            self.let_go.emit()

    def _typed(self) -> None:
        try:
            legal = self.spec.checked("", self.text.text())
        except ParameterError:
            self._mark(f"Give {self.spec.legal()}.")
        else:
            self._mark("")
            self.take(legal)

    def _mark(self, problem: str) -> None:
        show_wrong(self.text, bool(problem))
        self.wrong.emit(problem)


FIELDS: dict[type[Spec], type[Field]] = {
    Real: NumberField,
    Whole: NumberField,
    Choice: ChoiceField,
    Flag: FlagField,
    Numbers: NumbersField,
    Text: TextField,
}
"""The one dispatch: the kind of a parameter decides its field."""
