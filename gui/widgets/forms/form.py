"""A form for declared parameters: of an algorithm, of a toy generator, of anything with specs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QWidget

from engine.base.params import Spec, applies
from engine.base.words import minus
from gui.look.appearance import Appearance
from gui.widgets.forms.fields import FIELDS, Field, NumberField
from gui.widgets.forms.symbols import called

W = TypeVar("W", bound=QWidget)
FEW = 2
"""Fewer rare parameters than this are not worth a fold."""
FIELD = 4
"""How many rows of the grid a parameter has: name, field if it stands below, help, and what is wrong with it."""
BESIDE = 8
"""The gap between a name and its field."""


class ParameterForm(QWidget):
    """One line for each parameter, the rare ones folded away under "More" while they have their defaults.

    `changed` tells the name and the new legal value, at once; `reshaped` that there are more or fewer lines.

    form = ParameterForm(specs(algorithm.params), lane.values, appearance)
    form.changed.connect(session.set_param)
    """

    changed = Signal(str, object)
    reshaped = Signal()

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
        self.helps: dict[str, QLabel] = {}
        self._rows: dict[str, int] = {}
        self.messages: dict[str, QLabel] = {}
        self.more = QPushButton("More", self)
        self._specs = dict(sorted(specs.items(), key=lambda item: item[1].rare))
        rare = sum(spec.rare for spec in specs.values())
        self._lines: tuple[bool, ...] = ()
        self._stacked, self._cut = False, frozenset[str]()
        self._foldable = FEW <= rare < len(specs)
        self._open = not self._foldable
        self._appearance = appearance
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(BESIDE)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._place()
        self.set_values(values)
        self.more.clicked.connect(lambda: self.unfold(not self._open))
        appearance.changed.connect(self._restyle)
        self._restyle()

    def values(self) -> dict[str, Any]:
        """Every parameter with the value in force."""
        return {name: field.value() for name, field in self.fields.items()}

    def set_values(self, values: Mapping[str, Any]) -> None:
        """Show these values, the default where one is missing; no signal follows."""
        others = False
        for name, field in self.fields.items():
            value = values.get(name, self._specs[name].default)
            if value != field.value() or self.messages[name].isVisibleTo(self):
                others = True
                field.set_value(value)
                self._weigh(name)
        if others or not self._lines:
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

    def unfold(self, on: bool) -> None:
        """Show all parameters, or leave out the rare ones that have their defaults."""
        self._open = on
        self._restyle()
        self._show_what_applies()

    def show_chosen(self, values: Mapping[str, float | None]) -> None:
        """What was chosen for the parameters that are left to choose themselves."""
        for name, value in values.items():
            field = self.fields.get(name)
            if isinstance(field, NumberField):
                field.show_chosen(value)

    def _place(self) -> None:
        """The usual parameters, the button that brings the others, and those."""
        usual = sum(not spec.rare for spec in self._specs.values())
        for place, (name, spec) in enumerate(self._specs.items()):
            self._add(name, spec, FIELD * (place + (place >= usual)))
        self._grid.addWidget(self.more, FIELD * usual, 0, 1, 2)
        before: QWidget = self
        for widget in (*list(self.fields.values())[:usual], self.more, *list(self.fields.values())[usual:]):
            QWidget.setTabOrder(before, widget)
            before = widget
        self.more.setProperty("look", "heading")
        self.more.setStyleSheet("padding: 2px 4px 2px 0; margin-left: 0;")
        self.more.setVisible(self._foldable)

    def _add(self, name: str, spec: Spec, row: int) -> None:
        label, field, message = NameLabel(name, spec, self), FIELDS[type(spec)](spec, self), QLabel(self)
        field.setAccessibleName(label.text())
        field.setToolTip(spec.help)
        told = self.helps[name] = QLabel(minus(spec.help), self)
        for words, look in ((told, "small"), (message, "wrong")):
            words.setProperty("look", look)
            words.setWordWrap(True)
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.hide()
        self._rows[name] = row
        self._grid.addWidget(told, row + 2, 0, 1, 2)
        self._grid.addWidget(message, row + 3, 0, 1, 2)
        self.fields[name], self.labels[name], self.messages[name] = field, label, message
        field.edited.connect(lambda value, name=name: self._announce(name, value))
        field.wrong.connect(lambda words, name=name: self._say(name, words))
        label.reset.connect(lambda name=name: self.reset(name))
        self._put(name)

    def _put(self, name: str) -> None:
        """The name beside its field, or above it where there is too little room for all of them, or for this one."""
        row, label, field = self._rows[name], self.labels[name], self.fields[name]
        left = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        if self._stacked or name in self._cut:
            self._grid.addWidget(label, row, 0, 1, 2, left)
            self._grid.addWidget(field, row + 1, 0, 1, 2)
        else:
            self._grid.addWidget(label, row, 0, left)
            self._grid.addWidget(field, row, 1)

    def minimumSizeHint(self) -> QSize:
        """No wider than its widest field: then the names stand above."""
        widest = max((field.minimumSizeHint().width() for field in self._shown(self.fields)), default=0)
        return QSize(widest, super().minimumSizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._stack_if_narrow()

    def _stack_if_narrow(self) -> None:
        names = max((label.sizeHint().width() for label in self._shown(self.labels)), default=0)
        stacked = names + BESIDE + self.minimumSizeHint().width() > self.width()
        room = self.width() - names - BESIDE
        cut = frozenset(name for name, field in self.fields.items() if not stacked and field.whole() > room)
        if (stacked, cut) != (self._stacked, self._cut):
            self._stacked, self._cut = stacked, cut
            for name in self._specs:
                self._put(name)
            self.reshaped.emit()

    def _shown(self, parts: Mapping[str, W]) -> list[W]:
        return [part for part in parts.values() if not part.isHidden()]

    def _show_what_applies(self) -> None:
        """A parameter that means nothing beside the others is not in the way, and a rare one only when it is wanted."""
        values = self.values()
        for name, spec in self._specs.items():
            on = applies(name, self._specs, values) and (self._open or self._is_wanted(name, values))
            self.labels[name].setVisible(on)
            self.fields[name].setVisible(on)
            self.helps[name].setVisible(on and not spec.clear)
            self.messages[name].setVisible(on and bool(self.messages[name].text()))
        lines = tuple(not widget.isHidden() for widget in (*self.fields.values(), *self.messages.values()))
        if lines != self._lines:
            self._lines = lines
            self._stack_if_narrow()
            self.reshaped.emit()

    def _is_wanted(self, name: str, values: Mapping[str, Any]) -> bool:
        """Whether it is shown while the rare are folded: one that was changed is, with those that go with it."""
        spec = self._specs[name]
        leads = name if spec.when is None else spec.when[0]
        return not spec.rare or values[name] != spec.default or values[leads] != self._specs[leads].default

    def _announce(self, name: str, value: Any) -> None:
        self._weigh(name)
        self._show_what_applies()
        self.changed.emit(name, value)

    def _say(self, name: str, words: str) -> None:
        message = self.messages[name]
        message.setText(words)
        message.setVisible(bool(words))
        self.reshaped.emit()

    def _weigh(self, name: str) -> None:
        """A name in heavier type has another value than its default."""
        changed = self.fields[name].value() != self._specs[name].default
        self.labels[name].setFont(self._appearance.font("body", weight=600 if changed else 400))

    def _restyle(self) -> None:
        for name in self.fields:
            self._weigh(name)
        icon = "chevron_down" if self._open else "chevron_right"
        self.more.setText("Fewer parameters" if self._open else "More parameters")
        self.more.setIcon(self._appearance.icon(icon, self._appearance.theme.quiet))
        self.more.setIconSize(self._appearance.icon_size() * 0.7)


class NameLabel(QLabel):
    """The plain words for a parameter, with its symbol; a double click resets it."""

    reset = Signal()

    def __init__(self, name: str, spec: Spec, parent: QWidget | None = None) -> None:
        super().__init__(called(name, spec), parent)
        default = minus(str(spec.default)) if not isinstance(spec.default, bool) else "yes" if spec.default else "no"
        self.setToolTip(
            f"{spec.help[:1].upper()}{spec.help[1:]}\nDefault: {default}. Double-click here to go back to it."
        )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset.emit()
