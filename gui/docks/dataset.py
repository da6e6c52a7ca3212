"""The data: where it comes from, what it is, what of it is looked at, and how it is prepared."""

from __future__ import annotations

from collections.abc import Callable
from itertools import groupby

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QPushButton, QVBoxLayout, QWidget

from engine.base.errors import Refusal
from engine.base.params import specs
from engine.base.words import counted
from engine.data.bundled import bundled, title_of
from engine.data.preparing.gaps import DropIncomplete, Fill
from engine.data.preparing.step import Step
from engine.data.toys import TOYS, generate
from engine.data.truths import true_parameters
from gui.docks.dock import Dock, run_alone
from gui.docks.feature_list import FeatureList
from gui.docks.preparation_panel import PreparationPanel
from gui.docks.target_codes import TargetCodes
from gui.docks.view_chooser import ViewChooser, narrow
from gui.look.appearance import Appearance
from gui.session.session import Session
from gui.widgets.forms.form import ParameterForm
from gui.widgets.section import Section, scrolled
from gui.widgets.words import SteadyLabel

GROUPS = {"classic": "Classic tables", "small": "Small tables", "logic": "Logic gates"}
GAPS: tuple[type[Step], ...] = (DropIncomplete, Fill)


class DatasetDock(Dock):
    """Bundled tables, files, generators; the table's features, view and preparation."""

    title = "Data"
    open_requested = Signal()
    """Somebody wants to open a file: the window knows how."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(0, 0, 8, 0)
        self.column.setSpacing(8)
        self.content.setContentsMargins(8, 0, 0, 4)  # the scroll bar stands at the border of the panel
        self.content.addWidget(scrolled(inside))
        self.sources = Sources(session, appearance, inside)
        self.sources.open_requested.connect(self.open_requested)
        self.generator = Generator(session, appearance, inside)
        self.words = SteadyLabel(inside)
        self.preparation = PreparationPanel(session, appearance, inside)
        self.gaps = Buttons(GAPS, self.preparation.append, inside)
        self.view = ViewChooser(session, inside)
        self.features = FeatureList(session, appearance, inside)
        self.codes = TargetCodes(session, appearance, inside)
        self._lay_out(appearance)
        session.data_changed.connect(self.touch)
        session.view_changed.connect(self.touch)

    def _lay_out(self, appearance: Appearance) -> None:
        self.column.addWidget(self.sources)
        for title, widgets, folded in (
            ("Generate", (self.generator,), True),
            ("This table", (self.words, self.gaps), False),
            ("View", (self.view,), False),
            ("Features", (self.features,), True),
            ("Target as numbers", (self.codes,), True),
            ("Preparation", (self.preparation,), True),
        ):
            section = Section(title, appearance, self, inner=True)
            for widget in widgets:
                section.content.addWidget(widget)
            section.fold(folded)
            self.column.addWidget(section)
        self.column.addStretch(1)

    def refresh(self) -> None:
        data = self.session.data
        lines = [f"{title_of(data.name)} · {counted(data.n, 'row')}, {counted(data.d, 'feature')}"]
        if data.target == "class":
            lines.append(f"{data.target_name}: {counted(len(data.class_names), 'class', 'classes')}")
        elif data.target == "real":
            lines.append(f"{data.target_name}: a number")
        else:
            lines.append("no target")
        if self.session.prepared is not None:
            lines.append(f"prepared in {counted(len(self.session.prepared.learnt), 'step')}: see below")
        if data.missing_count:
            lines.append(f"{counted(data.missing_count, 'cell is', 'cells are')} missing")
        self.words.forget()
        self.words.say("\n".join(lines))
        about = bundled().get(data.name)
        self.words.setToolTip(f"{about['description']}\n\n{about['source']}\n{about['licence']}" if about else "")
        self.gaps.setVisible(bool(data.missing_count))
        self.sources.mark(data.name)
        self.view.refresh()
        self.features.refresh()
        self.codes.refresh()
        self.preparation.refresh()


class Sources(QWidget):
    """The bundled tables in one list, a button for files and one for an empty plane."""

    open_requested = Signal()

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget) -> None:
        super().__init__(parent)
        self.session, self.appearance = session, appearance
        self.choice = QComboBox(self)
        self.choice.setAccessibleName("Bundled tables")
        self.choice.setToolTip("The tables that come with the program")
        self.choice.setMaxVisibleItems(30)
        narrow(self.choice)
        self._fill()
        self.choice.activated.connect(self._open)
        self.file, self.fresh = QPushButton("Open…", self), QPushButton("New", self)
        self.file.setToolTip(
            "Open a table (CSV, TSV, Excel, Parquet, JSON, ARFF), an image or a session (or drop it on the window)"
        )
        self.fresh.setToolTip("Begin with an empty plane and click points into it")
        self.file.clicked.connect(self.open_requested)
        self.fresh.clicked.connect(self._new)
        whole, line = QVBoxLayout(self), QHBoxLayout()
        whole.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(8)
        line.addWidget(self.file)
        line.addWidget(self.fresh)
        whole.addWidget(self.choice)
        whole.addLayout(line)

    def _fill(self) -> None:
        self.choice.addItem("Choose a table…", "")
        for group, entries in groupby(bundled().values(), key=lambda entry: entry["group"]):
            self.choice.insertSeparator(self.choice.count())
            for entry in entries:
                self.choice.addItem(entry["title"], entry["key"])
                place = self.choice.count() - 1
                self.choice.setItemData(place, entry["description"], Qt.ItemDataRole.ToolTipRole)
                self.choice.setItemData(place, GROUPS.get(group, group), Qt.ItemDataRole.AccessibleDescriptionRole)

    def mark(self, name: str) -> None:
        """Show which table is open, if it is one of these."""
        self.choice.setCurrentIndex(max(self.choice.findData(name), 0))

    def _open(self, place: int) -> None:
        key = self.choice.itemData(place)
        if key and self.session.may_leave():
            self.session.open_bundled(key)
        else:
            self.mark(self.session.data.name)

    def _new(self) -> None:
        if self.session.may_leave():
            self.session.new_points()


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
        session.data_changed.connect(self._show_truth)
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
        if self.session.may_leave():
            self.session.open_data(data)
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
        self.truth.setVisible(bool(self._true_of) and self.session.data.name == self._true_of)


class Buttons(QWidget):
    """A row of buttons, each of which adds a step of preparation."""

    def __init__(self, offers: tuple[type[Step], ...], add: Callable[[Step], None], parent: QWidget) -> None:
        super().__init__(parent)
        line = QVBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.setSpacing(4)
        for kind in offers:
            button = QPushButton(kind.NAME, self)
            button.setToolTip(kind.WORDS)
            button.clicked.connect(lambda _=False, kind=kind: add(kind()))
            line.addWidget(button)


if __name__ == "__main__":
    run_alone(DatasetDock, width=250)
