"""A form for declared parameters: of an algorithm, of a toy generator, of anything with specs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QWidget

from engine.base.params import Spec, applies
from engine.base.words import minus
from gui.look.appearance import Appearance
from gui.widgets.forms.fields import FIELDS, Field
from gui.widgets.forms.symbols import plain


class ParameterForm(QWidget):
    """One line for each parameter. `changed` tells the name and the new legal value, at once.

    form = ParameterForm(specs(algorithm.params), lane.values, appearance)
    form.changed.connect(session.set_param)
    """

    changed = Signal(str, object)

    def __init__(
        self,
        specs: Mapping[str, Spec],
        values: Mapping[str, Any],
        appearance: Appearance,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.fields: dict[str, Field] = {}
        self.labels: dict[str, NameLabel] = {}
        self.messages: dict[str, QLabel] = {}
        self._specs = dict(specs)
        self._appearance = appearance
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(8)
        self._grid.setVerticalSpacing(4)
        self._grid.setColumnStretch(1, 1)
        for name, spec in self._specs.items():
            self._add(name, spec)
        self.set_values(values)
        appearance.changed.connect(self._restyle)

    def values(self) -> dict[str, Any]:
        """Every parameter with the value in force."""
        return {name: field.value() for name, field in self.fields.items()}

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show these values, the default where one is missing; no signal follows."""
        for name, field in self.fields.items():
            value = values.get(name, self._specs[name].default)
            if value != field.value() or self.messages[name].isVisibleTo(self):
                field.set_value(value)
            self._weigh(name)
        self._show_what_applies()

    def grey(self, reasons: Mapping[str, str]) -> None:
        """Parameters without a say now are greyed, each with the reason; all others are open."""
        for name, field in self.fields.items():
            words = reasons.get(name, "")
            field.setEnabled(not words)
            self.labels[name].setEnabled(not words)
            field.setToolTip(words or self._specs[name].help)

    def reset(self, name: str) -> None:
        """Back to the default."""
        self.fields[name].set_value(self._specs[name].default)
        self._announce(name, self._specs[name].default)

    def _add(self, name: str, spec: Spec) -> None:
        label, field, message = NameLabel(name, spec, self), FIELDS[type(spec)](spec, self), QLabel(self)
        field.setAccessibleName(label.text())
        field.setToolTip(spec.help)
        message.setProperty("look", "wrong")
        message.setWordWrap(True)
        message.hide()
        row = 2 * len(self.fields)
        self._grid.addWidget(label, row, 0, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter)
        self._grid.addWidget(field, row, 1)
        self._grid.addWidget(message, row + 1, 0, 1, 2)
        self.fields[name], self.labels[name], self.messages[name] = field, label, message
        field.edited.connect(lambda value, name=name: self._announce(name, value))
        field.wrong.connect(lambda words, name=name: self._say(name, words))
        label.reset.connect(lambda name=name: self.reset(name))

    def _show_what_applies(self) -> None:
        """A parameter that means nothing beside the others is not in the way."""
        values = self.values()
        for name, spec in self._specs.items():
            on = applies(spec, values)
            self.labels[name].setVisible(on)
            self.fields[name].setVisible(on)
            self.messages[name].setVisible(on and bool(self.messages[name].text()))

    def _announce(self, name: str, value: Any) -> None:
        self._weigh(name)
        self._show_what_applies()
        self.changed.emit(name, value)

    def _say(self, name: str, words: str) -> None:
        message = self.messages[name]
        message.setText(words)
        message.setVisible(bool(words))

    def _weigh(self, name: str) -> None:
        """A name in heavier type has another value than its default."""
        changed = self.fields[name].value() != self._specs[name].default
        self.labels[name].setFont(self._appearance.font("body", weight=600 if changed else 400))

    def _restyle(self) -> None:
        for name in self.fields:
            self._weigh(name)


class NameLabel(QLabel):
    """The symbol and the name of a parameter; a double click resets it."""

    reset = Signal()

    def __init__(self, name: str, spec: Spec, parent: QWidget | None = None) -> None:
        words = name.replace("_", " ")
        symbol = plain(spec.symbol)
        super().__init__(
            f"{symbol}  {words}" if symbol and symbol.casefold() != words.casefold() else symbol or words, parent
        )
        default = minus(str(spec.default)) if not isinstance(spec.default, bool) else "yes" if spec.default else "no"
        self.setToolTip(
            f"{spec.help[:1].upper()}{spec.help[1:]}\nDefault: {default}. Double-click here to go back to it."
        )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset.emit()
