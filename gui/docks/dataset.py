"""The data: where it comes from, what it is, what of it is looked at, and how it is prepared."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from itertools import groupby
from typing import TYPE_CHECKING, TypeVar

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QPushButton, QVBoxLayout, QWidget

from engine.base.words import counted
from engine.data.bundled import bundled, title_of
from gui.docks.dock import Dock, run_alone
from gui.docks.view_chooser import ViewChooser, narrow
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.session.session import Session
from gui.widgets.section import Section, scrolled
from gui.widgets.steady_label import SteadyLabel

if TYPE_CHECKING:
    from engine.data.dataset import Dataset
    from engine.data.preparing.step import Step
    from gui.docks.feature_list import FeatureList
    from gui.docks.generator import Generator
    from gui.docks.preparation_panel import PreparationPanel
    from gui.docks.split_panel import SplitPanel
    from gui.docks.target_codes import TargetCodes

GROUPS = {"classic": "Classic tables", "small": "Small tables", "logic": "Logic gates", "texts": "Texts"}
Panel = TypeVar("Panel", bound=QWidget)


class DatasetDock(Dock):
    """Bundled tables, files, generators; the table's features, view and preparation."""

    title = "Data"
    open_requested = Signal()
    """A file is to be opened; the window does it."""

    def __init__(self, session: Session, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(session, appearance, parent)
        inside = QWidget()
        self.column = QVBoxLayout(inside)
        self.column.setContentsMargins(0, 0, 8, 0)
        self.column.setSpacing(8)
        self.content.setContentsMargins(8, 0, 0, 4)  # the scroll bar stands at the border of the panel
        self.area = scrolled(inside)
        self.content.addWidget(self.area)
        self.sources = Sources(session, appearance, inside)
        self.sources.open_requested.connect(self.open_requested)
        self.words = SteadyLabel(inside)
        self.view = ViewChooser(session.table, session.view, inside)
        self.sections = self._lay_out(appearance)
        session.table.data_changed.connect(self.touch)
        session.view.changed.connect(self.touch)

    def _lay_out(self, appearance: Appearance) -> dict[str, Section]:
        self.column.addWidget(self.sources)
        sections: dict[str, Section] = {}
        for title, inside, make in (
            ("Generate", (), lambda: self.generator),
            ("This table", (self.words,), None),
            ("View", (self.view,), None),
            ("Features", (), lambda: self.features),
            ("Target as numbers", (), lambda: self.codes),
            ("Split", (), lambda: self.split),
            ("Preparation", (), lambda: self.preparation),
        ):
            section = sections[title] = Section(title, appearance, self, inner=True)
            for widget in inside:
                section.content.addWidget(widget)
            if make is not None:
                section.fold(True)
                section.opened.connect(make)
            self.column.addWidget(section)
        self.column.addStretch(1)
        return sections

    def show_section(self, title: str) -> None:
        """Unfold a section, bring it into view and put the focus into its first field."""
        section = self.sections[title]
        section.fold(False)
        inside = section.body.findChildren(QWidget)
        takers = (
            one for one in inside if one.focusPolicy() & Qt.FocusPolicy.TabFocus and one.isVisible() and one.isEnabled()
        )
        next(takers, section.heading).setFocus(Qt.FocusReason.ShortcutFocusReason)
        # after the section has its place in the column
        QTimer.singleShot(0, self, lambda: self.area.ensureWidgetVisible(section, 0, 0))

    # -- made when they are first opened or asked for ------------------------------------------------------------------

    @cached_property
    def generator(self) -> Generator:
        """Toy data."""
        from gui.docks.generator import Generator

        return self._put("Generate", Generator(self.session, self.appearance, self))

    @cached_property
    def features(self) -> FeatureList:
        """Kind and role of each column."""
        from gui.docks.feature_list import FeatureList

        made = self._put("Features", FeatureList(self.session, self.appearance, self))
        made.refresh()
        return made

    @cached_property
    def codes(self) -> TargetCodes:
        """The target in the numbers that the algorithms take it for."""
        from gui.docks.target_codes import TargetCodes

        made = self._put("Target as numbers", TargetCodes(self.session, self.appearance, self))
        made.refresh()
        return made

    @cached_property
    def split(self) -> SplitPanel:
        """Which rows are for training, for validation and for test."""
        from gui.docks.split_panel import SplitPanel

        return self._put("Split", SplitPanel(self.session.table, self.appearance, self))

    @cached_property
    def preparation(self) -> PreparationPanel:
        """The steps of the preparation; with it come all that a step can be."""
        from gui.docks.preparation_panel import PreparationPanel

        made = self._put("Preparation", PreparationPanel(self.session, self.appearance, self))
        made.refresh()
        return made

    @cached_property
    def gaps(self) -> Buttons:
        """The remedies for missing cells."""
        from engine.data.preparing.gaps import DropIncomplete, Fill

        return self._put("This table", Buttons((DropIncomplete, Fill), self._prepare, self))

    def _put(self, title: str, made: Panel) -> Panel:
        self.sections[title].content.addWidget(made)
        return made

    def _prepare(self, step: Step) -> None:
        self.preparation.append(step)

    # -- showing -------------------------------------------------------------------------------------------------------

    def restyle(self) -> None:
        """Reserved heights are dropped when the text size changes."""
        self.words.forget()
        super().restyle()

    def refresh(self) -> None:
        data = self.session.table.data
        lines = [f"{title_of(data.name)} · {counted(data.n, 'row')}, {counted(data.d, 'feature')}"]
        if data.target == "class":
            lines.append(f"{data.target_name}: {classes_words(data)}")
        elif data.target == "real":
            lines.append(f"{data.target_name}: a number")
        else:
            lines.append("no target")
        if self.session.table.prepared is not None:
            lines.append(f"prepared in {counted(len(self.session.table.prepared.learnt), 'step')}: see below")
        if data.missing_count:
            lines.append(f"{counted(data.missing_count, 'cell is', 'cells are')} missing")
        if (said := "\n".join(lines)) != self.words.text():  # at a move of a drag it is the same
            self.words.forget()
            self.words.say(said)
        about = bundled().get(data.name)
        told = f"{about['description']}\n\n{about['source']}\n{about['licence']}" if about else ""
        self.words.setToolTip(plain(told))
        self.sources.mark(data.name)
        self.view.refresh()
        if data.missing_count or "gaps" in vars(self):
            self.gaps.setVisible(bool(data.missing_count))
        if "features" in vars(self):
            self.features.refresh()
        if "codes" in vars(self):
            self.codes.refresh()
        if "split" in vars(self):
            self.split.refresh()
        if "preparation" in vars(self):
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
        if key and self.session.document.may_leave():
            self.session.open_bundled(key)
        else:
            self.mark(self.session.table.data.name)

    def _new(self) -> None:
        if self.session.document.may_leave():
            self.session.new_points()


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


def classes_words(data: Dataset) -> str:
    """How many classes the rows are of, and of how many that can be chosen: "3 classes", "2 of 3 classes have rows"."""
    there, named = len(data.classes_present), counted(len(data.class_names), "class", "classes")
    if not there or there == len(data.class_names):
        return named
    return f"{there} of {named} {'has' if there == 1 else 'have'} rows"


if __name__ == "__main__":
    run_alone(DatasetDock, width=250)
