"""Opening an image: it falls into regions, and each of them is a row of the table.   (DP12)"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
from PySide6.QtCore import QModelIndex, QSignalBlocker, Qt
from PySide6.QtGui import QCloseEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QHBoxLayout, QLabel, QVBoxLayout, QWidget

from engine.base.errors import Refusal
from engine.base.params import build, specs
from engine.base.words import counted, short
from engine.data.dataset import Dataset
from engine.data.regions import RegionParams, Regions, check_image, read_image, regions
from gui.look.appearance import Appearance
from gui.look.within import open_within
from gui.session.background_task import BackgroundTask
from gui.widgets.forms.form import ParameterForm
from gui.widgets.number_table import NumberTable
from gui.widgets.region_picture import RegionPicture
from gui.widgets.section import scrolled
from gui.window.pressing import go_on_with, wait_with

Standard = QDialogButtonBox.StandardButton
ROWS, SIDE = 7, 300
"""So many regions are in view at once, and the width of the form beside the image, at the usual size of text."""


class ImageDialog(QDialog):
    """`exec()` it, then ask for `dataset()`. What is chosen in the picture is chosen in the table, and the reverse."""

    def __init__(self, path: str | Path, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.path, self.appearance = Path(path), appearance
        check_image(self.path)
        self._image = cache(lambda: read_image(self.path))  # read where the regions are looked for, and once
        self.regions: Regions | None = None
        self.params = RegionParams()
        self._task = BackgroundTask(self)
        self._task.ready.connect(self._found)
        self.setWindowTitle(f"Open {self.path.name}")
        open_within(self, round(900 * appearance.scale), round(700 * appearance.scale))
        self.summary, self.words, self.remarks_shown, self.hint = (QLabel(self) for _ in range(4))
        self.summary.setProperty("look", "title")
        self.hint.setProperty("look", "small")
        for label in (self.summary, self.words, self.remarks_shown, self.hint):
            label.setWordWrap(True)
            label.setTextFormat(Qt.TextFormat.PlainText)
        self.form = ParameterForm(specs(RegionParams), {}, appearance, self)
        self.form.changed.connect(self._set)
        self.picture = RegionPicture(appearance, self)
        self.picture.chosen.connect(self.choose)
        self.table = NumberTable(appearance, most=round(ROWS / appearance.scale), parent=self)
        self.table.setAccessibleName("The parts of the image as rows")
        self.table.selectionModel().currentRowChanged.connect(self._row)
        self.buttons = QDialogButtonBox(Standard.Open | Standard.Cancel)
        self.buttons.accepted.connect(self.accept)
        self.buttons.rejected.connect(self.reject)
        self._lay_out()
        self._ask()

    def _lay_out(self) -> None:
        beside, whole, side = QHBoxLayout(), QVBoxLayout(self), QWidget(self)
        left = QVBoxLayout(side)
        left.setContentsMargins(0, 0, 0, 0)
        for part in (self.form, self.remarks_shown, self.hint):
            left.addWidget(part)
        left.addStretch(1)
        beside.setSpacing(16)
        self.side = scrolled(side)
        self.side.setFixedWidth(round(SIDE * self.appearance.scale))
        beside.addWidget(self.side)
        beside.addWidget(self.picture, 1)
        whole.setContentsMargins(16, 16, 16, 16)
        whole.setSpacing(8)
        whole.addWidget(self.summary)
        whole.addLayout(beside, 1)
        for item in (self.words, self.table, self.buttons):
            whole.addWidget(item)
        accept = self.buttons.button(Standard.Open)
        accept.setDefault(True)
        accept.setFocus()

    # -- looking for the regions ---------------------------------------------------------------------------------------

    def _set(self, name: str, value: Any) -> None:
        self.params = build(RegionParams, self.form.values() | {name: value})
        self._ask()

    def _ask(self) -> None:
        """Find the regions with the parameters in force, off the GUI thread."""
        params, name, image = self.params, self.path.stem, self._image
        wait_with(self.buttons.button(Standard.Open))
        self.summary.setText(f"{short(self.path.name)}: looking for regions…")

        def found() -> Regions:
            pixels, told = image()
            return regions(pixels, params, name, told)

        self._task.ask(params, found)

    def _found(self, params: RegionParams, made: Regions | Exception) -> None:
        if params is not self.params:
            return
        if isinstance(made, Exception) and not isinstance(made, Refusal):
            raise made
        self.regions = made if isinstance(made, Regions) else None
        if self.regions is not None:
            go_on_with(self.buttons.button(Standard.Open))
        if self.regions is None:
            self.summary.setText(str(made))
            return
        thing = self.regions.thing
        self.summary.setText(f"{short(self.path.name)}: {counted(self.regions.count, thing)}")
        self.hint.setText(f"Each {thing} is an example. Click one, or go through the table by the arrow keys.")
        self.remarks_shown.setText("\n".join(self.regions.remarks))
        self.remarks_shown.setVisible(bool(self.regions.remarks))
        self.picture.show_regions(self.regions)
        table = self.regions.table
        rows = [(name, *values) for name, values in zip(table.row_names, np.round(table.X, 4).tolist(), strict=True)]
        with QSignalBlocker(self.table.selectionModel()):
            self.table.put((thing, *table.feature_names), rows, 0)
        self.choose(0)

    def finish(self) -> None:
        """Wait for the regions."""
        self._task.finish()

    # -- one region ----------------------------------------------------------------------------------------------------

    def choose(self, region: int) -> None:
        """Look at this region: its outline, its row, and how its attributes come about."""
        assert self.regions is not None
        self.picture.light(region)
        self.words.setText(self.regions.words(region))
        self.table.cells.chosen = region
        self.table.setCurrentIndex(self.table.cells.index(region, 0))
        self.table.viewport().update()

    def _row(self, now: QModelIndex, _: QModelIndex) -> None:
        if self.regions is not None and 0 <= now.row() < self.regions.count:
            self.choose(now.row())

    # -- the end -------------------------------------------------------------------------------------------------------

    def closeEvent(self, event: QCloseEvent) -> None:
        self._task.forget()
        super().closeEvent(event)

    def reject(self) -> None:
        self._task.forget()
        super().reject()

    def dataset(self) -> Dataset | None:
        """The table of the regions, or None if there is none."""
        return None if self.regions is None else self.regions.table

    @property
    def remarks(self) -> tuple[str, ...]:
        """What was changed on the way in."""
        return () if self.regions is None else self.regions.remarks
