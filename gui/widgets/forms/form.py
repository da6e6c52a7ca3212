"""A form for declared parameters: of an algorithm, of a toy generator, of anything with specs."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QMouseEvent, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QGridLayout, QLabel, QPushButton, QToolTip, QWidget

from engine.base.params import Numbers, Spec, Whole, applies
from engine.base.words import minus
from engine.data.dataset import Column
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.widgets.forms.choosers import Segments
from gui.widgets.forms.class_field import ClassField
from gui.widgets.forms.fields import FIELDS, Field, NumberField, NumbersField
from gui.widgets.forms.symbols import called

W = TypeVar("W", bound=QWidget)
Chosen = float | tuple[float, ...] | None
"""What an algorithm chose for a parameter that is left to it."""
FEW = 2
"""Fewer rare parameters than this are not worth a fold."""
FIELD = 4
"""How many rows of the grid a parameter has: name, field if it stands below, help, and what is wrong with it."""
BESIDE = 8
"""The gap between a name and its field."""


class ParameterForm(QWidget):
    """One line for each parameter, the rare ones folded away under "More" while they have their defaults.

    `fields`, and the label, help and message of each, are those that were ever to be seen: what is folded away is made
    when it is shown.
    `changed` tells the name and the new value, `let_go` that its slider is free, `reshaped` of more or fewer lines.

    form = ParameterForm(specs(algorithm.params), lane.values, appearance)
    form.changed.connect(session.set_param)
    """

    changed = Signal(str, object)
    let_go = Signal()
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
        self.messages: dict[str, QLabel] = {}
        self.more = QPushButton("More", self)
        self._specs = dict(sorted(specs.items(), key=lambda item: (item[1].rare, not is_point(item[1]))))
        rare = sum(spec.rare for spec in specs.values())
        usual = len(specs) - rare
        self._rows = {name: FIELD * (place + (place >= usual)) for place, name in enumerate(self._specs)}
        self._fold_row = FIELD * usual
        self._unmade = {name: spec.default for name, spec in self._specs.items()}
        self._reasons, self._short = dict[str, str](), dict[str, str]()
        self._chosen: dict[str, Chosen] = {}
        self._columns: Sequence[Column] = ()
        self._n, self._classes = 0, tuple[str, ...]()
        self._lines: tuple[tuple[str, bool], ...] = ()
        self._stacked, self._cut = False, frozenset[str]()
        self._foldable = FEW <= rare < len(specs)
        self._open = not self._foldable
        self._appearance = appearance
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setHorizontalSpacing(BESIDE)
        self._grid.setVerticalSpacing(2)
        self._grid.setColumnStretch(1, 1)
        self._place_fold()
        self.set_values(values)
        self.more.clicked.connect(lambda: self.unfold(not self._open))
        appearance.changed.connect(self._restyle)

    def values(self) -> dict[str, Any]:
        """Every parameter with the value in force."""
        return {name: self._value(name) for name in self._specs}

    def _value(self, name: str) -> Any:
        return self.fields[name].value() if name in self.fields else self._unmade[name]

    def set_values(self, values: Mapping[str, Any]) -> list[Field]:
        """Show these values, the default where one is missing; no signal follows. The fields that had another."""
        others, changed = False, []
        for name, spec in self._specs.items():
            value = values.get(name, spec.default)
            if name not in self.fields:
                if value != self._unmade[name]:
                    others = True
                    changed.append(name)
                self._unmade[name] = value
            elif value != self._value(name) or self.messages[name].isVisibleTo(self):
                others = True
                self.fields[name].set_value(value)
                self._weigh(name)
                changed.append(name)
        if others or not self._lines:
            self._show_what_applies()
        return [self.fields[name] for name in changed if name in self.fields]

    def grey(self, reasons: Mapping[str, str], short: Mapping[str, str] | None = None) -> None:
        """Parameters without a say now are greyed, each with the reason; all others are open.

        The reason, or a short form of it, stands below in the place of the help of fields that can be changed.
        """
        short = reasons if short is None else short
        if (reasons, short) == (self._reasons, self._short):
            return
        self._reasons, self._short = dict(reasons), dict(short)
        for name in self.fields:
            self._open_or_grey(name)
        self.reshaped.emit()

    def _open_or_grey(self, name: str) -> None:
        words, field, spec = self._reasons.get(name, ""), self.fields[name], self._specs[name]
        field.setEnabled(not words)
        self.labels[name].setEnabled(not words)
        if QToolTip.text() == field.toolTip() != (words or spec.help):  # it stands there, and is true no more
            QToolTip.hideText()
        field.setToolTip(plain(words or spec.help))
        self.helps[name].setText(minus((words and self._short.get(name, words)) or spec.help))

    def reset(self, name: str) -> None:
        """Back to the default."""
        self.fields[name].set_value(self._specs[name].default)
        self._announce(name, self._specs[name].default)

    def unfold(self, on: bool) -> None:
        """Show all parameters, or leave out the rare ones that have their defaults."""
        self._open = on
        self._show_fold()
        self._show_what_applies()

    def show_chosen(self, values: Mapping[str, Chosen]) -> None:
        """What was chosen for the parameters that are left to choose themselves."""
        self._chosen.update(values)
        for name in values:
            self._tell_chosen(name)
        self._stack_if_narrow()  # another value may need another width

    def _tell_chosen(self, name: str) -> None:
        field, chosen = self.fields.get(name), self._chosen.get(name)
        if isinstance(field, NumberField):
            field.show_chosen(None if isinstance(chosen, tuple) else chosen)
        if isinstance(field, NumbersField):
            field.show_chosen(chosen if isinstance(chosen, tuple) else None)

    def show_data(self, columns: Sequence[Column], n: int, classes: tuple[str, ...] = ()) -> None:
        """The features of the data, for the fields that are points among them, and how many rows it has."""
        self._columns, self._n, self._classes = columns, n, classes
        for field in self.fields.values():
            self._show_data(field)
        self._stack_if_narrow()

    def _show_data(self, field: Field) -> None:
        if isinstance(field, NumbersField):
            field.show_columns(self._columns)
        if isinstance(field, NumberField) and self._n:
            field.show_rows(self._n)
        if isinstance(field, ClassField):
            field.show_classes(self._classes)

    def _place_fold(self) -> None:
        """The button that brings the rare parameters stands between the usual ones and those."""
        self._grid.addWidget(self.more, self._fold_row, 0, 1, 2)
        self.more.setProperty("look", "heading")
        self.more.setStyleSheet("padding: 2px 4px 2px 0; margin-left: 0;")
        self.more.setVisible(self._foldable)
        self._show_fold()

    def _lead_tab(self) -> None:
        """From field to field as they stand, whichever was made first; the button of the fold keeps their place."""
        places: dict[int, list[QWidget]] = {self._rows[name]: stops(field) for name, field in self.fields.items()}
        places[self._fold_row] = [self.more]
        before: QWidget = self.more
        for stop in (stop for row in sorted(places) for stop in places[row]):
            if stop is not before:
                QWidget.setTabOrder(before, stop)
            before = stop

    def _make(self, name: str) -> None:
        """The line of a parameter, when it is to be seen for the first time."""
        spec = self._specs[name]
        label, field, message = NameLabel(name, spec, self), field_of(spec, self), QLabel(self)
        field.setAccessibleName(label.text())
        field.call(label.text())
        told = self.helps[name] = HelpLabel(minus(spec.help), self)
        for words, look in ((told, "small"), (message, "wrong")):
            words.setProperty("look", look)
            words.setWordWrap(True)
            words.setTextFormat(Qt.TextFormat.PlainText)
            words.hide()
        row = self._rows[name]
        self._grid.addWidget(told, row + 2, 0, 1, 2)
        self._grid.addWidget(message, row + 3, 0, 1, 2)
        self.fields[name], self.labels[name], self.messages[name] = field, label, message
        field.set_value(self._unmade.pop(name))
        self._show_data(field)
        self._tell_chosen(name)
        self._open_or_grey(name)
        self._weigh(name)
        field.edited.connect(lambda value, name=name: self._announce(name, value))
        field.wrong.connect(lambda words, name=name: self._say(name, words))
        field.let_go.connect(self.let_go)
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
            for name in self.fields:
                self._put(name)
            self.reshaped.emit()

    def in_order(self) -> list[Field]:
        """The fields that can be used, from above to below."""
        return [field for name in self._specs if (field := self.fields.get(name)) is not None
                and not field.isHidden() and field.isEnabled()]  # fmt: skip

    def _shown(self, parts: Mapping[str, W]) -> list[W]:
        return [part for part in parts.values() if not part.isHidden()]

    def _show_what_applies(self) -> None:
        """A parameter that means nothing beside the others is not in the way, and a rare one only when it is wanted."""
        values = self.values()
        seen = {name for name in self._specs if applies(name, self._specs, values) and self._is_wanted(name, values)}
        unmade = [name for name in self._unmade if name in seen]
        for name in unmade:
            self._make(name)
        if unmade:
            self._lead_tab()
        for name in self.fields:
            self._show(name, name in seen)
        lines = tuple((name, not self.messages[name].isHidden()) for name in self._specs if name in seen)
        if lines != self._lines:
            self._lines = lines
            self._stack_if_narrow()
            self.reshaped.emit()

    def _show(self, name: str, on: bool) -> None:
        self.labels[name].setVisible(on)
        self.fields[name].setVisible(on)
        self.helps[name].setVisible(on and not self._specs[name].clear)
        self.messages[name].setVisible(on and bool(self.messages[name].text()))

    def _is_wanted(self, name: str, values: Mapping[str, Any]) -> bool:
        """Whether it is shown: while the rare are folded, of them one that was changed, with those that go with it."""
        spec = self._specs[name]
        if self._open or not spec.rare:
            return True
        leads = name if spec.when is None else spec.when[0]
        return bool(values[name] != spec.default or values[leads] != self._specs[leads].default)

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
        self._show_fold()

    def _show_fold(self) -> None:
        icon = "chevron_down" if self._open else "chevron_right"
        self.more.setText("Fewer parameters" if self._open else "More parameters")
        self.more.setIcon(self._appearance.icon(icon, self._appearance.theme.quiet))
        self.more.setIconSize(self._appearance.icon_size() * 0.7)


def field_of(spec: Spec, parent: QWidget) -> Field:
    """The field for a parameter."""
    named = isinstance(spec, Whole) and spec.of_classes
    return ClassField(spec, parent) if named else FIELDS[type(spec)](spec, parent)


def stops(field: Field) -> list[QWidget]:
    """What Tab leads to in a field: Qt puts nothing in an order that cannot have the focus itself."""
    parts = field.findChildren(QWidget, options=Qt.FindChildOption.FindDirectChildrenOnly)
    return [stop for part in parts for stop in (part.buttons.values() if isinstance(part, Segments) else (part,))]


def is_point(spec: Spec) -> bool:
    """Whether it is a point that a run is asked about: that is its main input, and stands first."""
    return isinstance(spec, Numbers) and spec.of_point


class HelpLabel(QLabel):
    """What a parameter does, in small type: painted whole, or not at all where the edge of what scrolls cuts it."""

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.is_whole:
            super().paintEvent(event)

    @property
    def is_whole(self) -> bool:
        """Whether all of its height is in sight."""
        return self.visibleRegion().boundingRect().height() >= self.height()


class NameLabel(QLabel):
    """The plain words for a parameter, with its symbol; a double click resets it."""

    reset = Signal()

    def __init__(self, name: str, spec: Spec, parent: QWidget | None = None) -> None:
        super().__init__(called(name, spec), parent)
        default = minus(str(spec.default)) if not isinstance(spec.default, bool) else "yes" if spec.default else "no"
        self.setToolTip(
            plain(f"{spec.help[:1].upper()}{spec.help[1:]}\nDefault: {default}. Double-click here to go back to it.")
        )

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        self.reset.emit()
