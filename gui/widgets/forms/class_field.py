"""The field of a parameter that is a class: a list of their names."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from engine.base.params import Spec
from engine.base.words import short
from gui.widgets.forms.choosers import FieldList
from gui.widgets.forms.fields import Field

LETTERS = 28
"""A longer name is cut."""


class ClassField(Field):
    """Its value is the number of the class, from 1; until the classes are known, and without any, it has that alone."""

    def __init__(self, spec: Spec, parent: QWidget | None = None) -> None:
        super().__init__(spec, parent)
        self.list = FieldList(self)
        self._names: tuple[str, ...] = ()
        self.row.addWidget(self.list, 1)
        self.list.activated.connect(lambda place: self.take(place + 1))
        self.show_value()

    def show_classes(self, names: tuple[str, ...]) -> None:
        """The classes of the data."""
        if names != self._names or not self.list.count():
            self._names = names
            self.list.clear()
            self.list.addItems([short(name, LETTERS) for name in names] or [f"class {self._value}"])
            self.show_value()

    def show_value(self) -> None:
        self.list.setCurrentIndex(min(self._value, max(self.list.count(), 1)) - 1)
