"""The split of the rows into training, validation and test: how large the parts are, and which rows are in them."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from PySide6.QtGui import QPixmap, QShowEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.base.params import specs
from engine.base.words import counted, figure
from engine.data.split import PARTS, PURPOSES, Split
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.table import Table
from gui.widgets.forms.form import ParameterForm
from gui.widgets.part_strip import PartStrip, part_colours
from gui.widgets.steady_label import SteadyLabel

DRAWN = ("solid points", "small hollow points", "dots")
"""How the points of each part are drawn on the plane."""
SWATCH = 10
NO_CLASSES = "These rows have no classes: there is nothing to keep in proportion."


class SplitPanel(QWidget):
    """The strip of all rows, a line for each part, and the form."""

    def __init__(self, table: Table, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.table, self.appearance = table, appearance
        self.strip = PartStrip(appearance, self)
        self.legend = [(QLabel(self), QLabel(self)) for _ in PARTS]
        self.why = SteadyLabel(self, look="wrong")
        known = {name: spec for name, spec in specs(Split).items() if name != "seed"}
        self.form = ParameterForm(known, table.split.values(), appearance, self)
        self.in_order = QCheckBox("Strip in row order", self)
        self.in_order.setToolTip("Otherwise it is sorted by part, and in each part by class")
        self.seed = QLabel(self)
        self.again = QPushButton("Draw others", self)
        self.again.setToolTip("Draw the rows of each part anew, from the next seed")
        self._lay_out()
        self.form.changed.connect(self._change)
        self.in_order.toggled.connect(self.refresh)
        self.again.clicked.connect(self._draw_others)
        table.split_changed.connect(self.refresh)
        appearance.changed.connect(self._restyle)
        self._restyle()

    def _lay_out(self) -> None:
        whole, parts, line = QVBoxLayout(self), QGridLayout(), QHBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        parts.setHorizontalSpacing(6)
        parts.setVerticalSpacing(2)
        parts.setColumnStretch(1, 1)
        for row, (swatch, words) in enumerate(self.legend):
            words.setToolTip(plain(PURPOSES[PARTS[row]]))
            words.setWordWrap(True)
            parts.addWidget(swatch, row, 0)
            parts.addWidget(words, row, 1)
        self.seed.setProperty("look", "small")
        line.addWidget(self.again)
        line.addWidget(self.seed, 1)
        whole.addWidget(self.strip)
        whole.addLayout(parts)
        whole.addWidget(self.why)
        whole.addWidget(self.form)
        whole.addLayout(line)
        whole.addWidget(self.in_order)

    def refresh(self) -> None:
        """The parts as they are now; a hidden panel costs nothing."""
        if not self.isVisible():
            return
        table, split, parts = self.table.raw, self.table.split, self.table.parts
        self.strip.show_parts(parts.codes, table.y if table.target == "class" else None, self.in_order.isChecked())
        for part, drawn, count, (_, words) in zip(PARTS, DRAWN, parts.counts, self.legend, strict=True):
            share = f", {figure(100 * count / table.n, 3)} %" if table.n else ""
            words.setText(f"{part}: {counted(count, 'row')}{share}\n{drawn}")  # always: else the form would jump
        self.why.forget()
        self.why.say(parts.why)
        self.why.setVisible(bool(parts.why))
        self.form.set_values(split.values())
        self.form.grey({} if table.target == "class" else {"stratify": NO_CLASSES})
        self.seed.setText(f"seed {split.seed}")
        self.again.setEnabled(split.is_on and split.shuffle)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self.refresh()

    def _change(self, name: str, value: Any) -> None:
        """What is changed of one field in a row is one entry of the undo list."""
        gesture = 1 + list(self.form.values()).index(name)
        self.table.set_split(replace(self.table.split, **{name: value}), gesture)

    def _draw_others(self) -> None:
        self.table.set_split(replace(self.table.split, seed=self.table.split.seed + 1))

    def _restyle(self) -> None:
        side = round(SWATCH * self.appearance.scale)
        for (swatch, _), colour in zip(self.legend, part_colours(self.appearance.theme), strict=True):
            picture = QPixmap(side, side)
            picture.fill(colour)
            swatch.setPixmap(picture)
