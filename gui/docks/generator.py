"""Toy data: a generator, its parameters, its seed, and what is true of the points it made."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.base.errors import Refusal
from engine.base.params import specs
from engine.data.toys import TOYS, generate
from engine.data.truths import true_parameters
from gui.docks.view_chooser import narrow
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.forms.form import ParameterForm


class Generator(QWidget):
    """Toy data: a generator, its parameters and its seed; every change makes the points anew."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("Generators")
        narrow(self.choice)
        for toy in TOYS.values():
            self.choice.addItem(toy.title, toy.key)
            self.choice.setItemData(self.choice.count() - 1, toy.description, Qt.ItemDataRole.ToolTipRole)
        self.choice.activated.connect(self._chosen)
        self.make = QPushButton("Generate", self)
        self.make.setToolTip("Make these points")
        self.make.clicked.connect(self.generate)
        self.again = QPushButton("Other seed", self)
        self.again.setToolTip("Make points from the next seed")
        self.again.clicked.connect(self._other_seed)
        self.seed = 0
        self._form: ParameterForm | None = None
        self.seed_words, self.truth = QLabel(self), QLabel(self)
        self.seed_words.setProperty("look", "small")
        self.truth.setProperty("look", "small")
        self.truth.setWordWrap(True)
        self.truth.setTextFormat(Qt.TextFormat.PlainText)
        self._true_of = ""
        self.truth.hide()
        session.table.data_changed.connect(self._show_truth)
        self._whole = QVBoxLayout(self)
        self._whole.setContentsMargins(0, 0, 0, 0)
        self._whole.addWidget(self.choice)
        line = QHBoxLayout()
        line.addWidget(self.make)
        line.addWidget(self.again)
        self._whole.addLayout(line)
        self._whole.addWidget(self.seed_words)
        self._whole.addWidget(self.truth)
        self._say_seed()

    @property
    def key(self) -> str:
        return str(self.choice.currentData())

    @property
    def form(self) -> ParameterForm:
        """The parameters of the generator; made when they are first seen or asked for."""
        if self._form is None:
            self._form = ParameterForm(specs(TOYS[self.key].params), {}, self.appearance, self)
            self._whole.insertWidget(1, self._form)
        return self._form

    def showEvent(self, event: QShowEvent) -> None:
        self.form.show()
        super().showEvent(event)

    def _chosen(self) -> None:
        if self._form is not None:
            self._whole.removeWidget(self._form)
            self._form.hide()
            self._form.deleteLater()
            self._form = None
        self.form.show()
        self._say_seed()

    def _other_seed(self) -> None:
        self.seed += 1
        self.generate()

    def _say_seed(self) -> None:
        self.seed_words.setText(f"seed {self.seed}")

    def generate(self) -> None:
        """Make the points and open them."""
        try:
            data = generate(self.key, self.seed, **self.form.values())
        except Refusal as refusal:
            self.session.refused.emit("These points cannot be made", str(refusal))
            return
        self._say_seed()
        if self.session.document.may_leave():
            again = data.name == self.session.table.data.name  # a slider was moved: the rows are split as those before
            self.session.open_data(data, split=self.session.table.split if again else None)
            self._say_truth()

    def _say_truth(self) -> None:
        """The true parameters of the points just made: they stay in view, to be compared with what a method finds."""
        assert self.form is not None
        told = true_parameters(self.key, **self.form.values())
        lines = [f"True of {TOYS[self.key].title}, as it was made:", *(f"{what}: {value}" for what, value in told)]
        self.truth.setText("\n".join(lines))
        self._true_of = self.key
        self._show_truth()

    def _show_truth(self) -> None:
        """While other data are open, nothing is said of these."""
        self.truth.setVisible(bool(self._true_of) and self.session.table.data.name == self._true_of)
