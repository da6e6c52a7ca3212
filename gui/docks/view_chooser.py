"""Choosing what the plane shows: two features, a feature and the target, principal components, Fisher's directions."""

from __future__ import annotations

import numpy as np
from PySide6.QtWidgets import QComboBox, QGridLayout, QLabel, QPushButton, QWidget

from engine.data.plane import TARGET, no_fisher_plane, no_response_plane
from engine.parts.over_feature import target_title
from gui.look.plain import plain
from gui.session.table import Table
from gui.session.view import CurrentView


class ViewChooser(QWidget):
    """Two features, a feature and the target, the plane of the principal components, or that of Fisher's directions."""

    def __init__(self, table: Table, view: CurrentView, parent: QWidget) -> None:
        super().__init__(parent)
        self.table, self.view = table, view
        self.across, self.up = QComboBox(self), QComboBox(self)
        self.across.setAccessibleName("Feature across")
        self.up.setAccessibleName("Feature up")
        self.principal = QPushButton("Principal plane", self)
        self.principal.setCheckable(True)
        self.principal.setToolTip("Look at the plane of the first two principal components")
        self.fisher = QPushButton("Fisher plane", self)
        self.fisher.setCheckable(True)
        for box in (self.across, self.up):
            narrow(box)
            box.activated.connect(self._features)
        self.principal.clicked.connect(self._principal)
        self.fisher.clicked.connect(self._fisher)
        grid = QGridLayout(self)
        grid.setContentsMargins(0, 0, 0, 0)
        grid.addWidget(QLabel("across", self), 0, 0)
        grid.addWidget(self.across, 0, 1)
        grid.addWidget(QLabel("up", self), 1, 0)
        grid.addWidget(self.up, 1, 1)
        grid.addWidget(self.principal, 2, 0, 1, 2)
        grid.addWidget(self.fisher, 3, 0, 1, 2)
        grid.setColumnStretch(1, 1)
        self._names: tuple[tuple[str, ...], str] = ((), "")

    def refresh(self) -> None:
        data, plane = self.table.data, self.view.plane
        names, rises = data.feature_names, not no_response_plane(data)
        target = f"{target_title(data)} (target)" if rises else ""
        if (names, target) != self._names:
            self._names = names, target
            for box in (self.across, self.up):
                box.clear()
                box.addItems(list(names))
            if rises:
                self.up.addItem(target)
        pair = (int(np.argmax(plane.axes[0])), len(names)) if plane.target else self.view.features()
        by_itself = self.view.chosen == "auto" and pair is None and len(names) >= 2
        self.principal.setChecked(self.view.chosen == "pca" or by_itself)
        self.principal.setEnabled(len(names) >= 2)
        self._show_fisher()
        for box, feature in zip((self.across, self.up), pair or (-1, -1), strict=True):
            box.setEnabled(len(names) >= 2)
            box.setCurrentIndex(feature)

    def _features(self) -> None:
        i, j = self.across.currentIndex(), self.up.currentIndex()
        count = len(self._names[0])
        if j == count:
            self.view.choose((max(i, 0), TARGET))
        elif i >= 0 and j >= 0 and i != j:
            self.view.choose((i, j))
        elif i == j:
            self.view.choose((i, next(other for other in range(count) if other != i)))
        else:
            known = max(i, j)
            self.view.choose((known, 0 if known else 1))

    def _principal(self) -> None:
        self.view.choose("pca" if self.principal.isChecked() else "auto")
        self.refresh()  # of many features it is the plane that is shown by itself: it stays lit

    def _show_fisher(self) -> None:
        """A button that can be released again when the data has changed, and that says why it cannot be pressed."""
        words, chosen = no_fisher_plane(self.table.data), self.view.chosen == "fisher"
        self.fisher.setChecked(chosen)
        self.fisher.setEnabled(chosen or not words)
        self.fisher.setToolTip(plain(words) or "Look at the plane of the directions that separate the classes best")

    def _fisher(self) -> None:
        self.view.choose("fisher" if self.fisher.isChecked() else "auto")


def narrow(box: QComboBox) -> None:
    """Let a long entry be cut off in the closed box instead of making the panel wide."""
    box.setMinimumContentsLength(6)
    box.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
