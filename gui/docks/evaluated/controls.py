"""The line above the pages: what is chosen of rows, positive class, F and costs, each where the page needs it."""

from __future__ import annotations

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QLabel, QSizePolicy, QWidget

from engine.base.words import short
from engine.data.split import PARTS
from gui.docks.evaluated.choices import CLASSES, COST, CURVES, KINDS, RATES, RESIDUALS, Choices
from gui.look.plain import plain
from gui.session.numbers import parsed
from gui.widgets.forms.choosers import NameList, Segments
from gui.widgets.forms.number_widgets import NumberEdit

SHORTEST = "versicolour ▾ "
"""A list has room for a name as long as this one."""
LARGEST = 1e9
"""No cost and no β is larger."""


class Chooser(NameList):
    """A list of names that is filled again only when they change."""

    def __init__(self, name: str, parent: QWidget) -> None:
        super().__init__(parent)
        self.setAccessibleName(name)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def minimumSizeHint(self) -> QSize:
        """A long name is cut off before the window has to be wider: the list shows it whole."""
        whole, least = super().minimumSizeHint(), self.fontMetrics().horizontalAdvance(SHORTEST)
        return QSize(min(whole.width(), least), whole.height())

    def show_names(self, names: list[str], place: int) -> None:
        if names != [self.itemText(i) for i in range(self.count())]:
            self.clear()
            self.addItems(names)
        self.setCurrentIndex(place)


class Amount(QWidget):
    """A number that can be typed, with its name: not negative."""

    def __init__(self, name: str, told: str, choices: Choices, field: str, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices, self._field = choices, field
        self.label = QLabel(name, self)
        self.line = NumberEdit(self, digits=3)
        self.line.setAccessibleName(told)
        self.line.legal = f"{told}: a number from 0 on"
        self.setToolTip(plain(told))
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(4)
        row.addWidget(self.label)
        row.addWidget(self.line)
        self.line.editingFinished.connect(self._take)

    def show_value(self) -> None:
        """The chosen number, except while it is being typed."""
        if not self.line.hasFocus() or not self.line.isModified():
            self.line.show_number(getattr(self._choices, self._field))
            self.line.set_wrong(False)

    def _take(self) -> None:
        value = parsed(self.line.text())
        legal = value is not None and 0 <= value <= LARGEST
        self.line.set_wrong(not legal)
        self.line.setModified(not legal)
        if legal:
            self._choices.set(**{self._field: value})


class Controls(QWidget):
    """Shows those that the page in view needs."""

    def __init__(self, choices: Choices, parent: QWidget) -> None:
        super().__init__(parent)
        self._choices = choices
        self.parts = Segments(PARTS, PARTS, self)
        self.kind = Chooser("Which curve", self)
        self.positive = Chooser("Positive class", self)
        self.positive_label = QLabel("positive:", self)
        self.against = Chooser("What residuals are drawn against", self)
        self.beta = Amount("β", "β of F: recall counts β times as much as precision", choices, "beta", self)
        self.false_alarm = Amount("C_FP", "C_FP, the cost of a false alarm", choices, "false_alarm", self)
        self.miss = Amount("C_FN", "C_FN, the cost of a miss", choices, "miss", self)
        row = QHBoxLayout(self)
        row.setContentsMargins(0, 0, 0, 0)
        row.setSpacing(8)
        for part in (
            self.parts, self.kind, self.positive_label, self.positive, self.against,
            self.beta, self.false_alarm, self.miss,
        ):  # fmt: skip
            part.hide()  # together they would ask for a wider window before a page needs any
            row.addWidget(part, 0, Qt.AlignmentFlag.AlignVCenter)
        row.addStretch(1)
        self.parts.chosen.connect(lambda part: choices.set(part=part))
        self.kind.activated.connect(lambda place: choices.set(kind=KINDS[place], threshold=choices.threshold))
        self.positive.activated.connect(lambda code: choices.set(positive=code, threshold=None))
        self.against.activated.connect(lambda place: choices.set(against=place))

    def show_choices(
        self, page: str, parts: list[str], part: str, classes: tuple[str, ...], features: tuple[str, ...]
    ) -> None:
        """Show what is chosen, and of each what there is."""
        choices = self._choices
        for name, button in self.parts.buttons.items():
            button.setVisible(name in parts)
        self.parts.show_option(part)
        about_class = page in (RATES, CURVES)
        costs = page == RATES or (page == CURVES and choices.kind == COST)
        shown = {
            self.parts: page in (RATES, CLASSES, CURVES, RESIDUALS) and len(parts) > 1,
            self.kind: page == CURVES,
            self.positive: about_class,
            self.positive_label: about_class,
            self.against: page == RESIDUALS,
            self.beta: page == RATES,
            self.false_alarm: costs,
            self.miss: costs,
        }
        for widget, on in shown.items():
            widget.setVisible(on)
        self.setVisible(any(shown.values()))
        self.kind.show_names(list(KINDS), KINDS.index(choices.kind))
        self.positive.show_names([short(name, 24) for name in classes], choices.positive_of(len(classes)))
        names = [
            "t − y over the prediction y",
            "y over the truth t",
            *(f"t − y over {short(name, 20)}" for name in features),
        ]
        self.against.show_names(names, min(choices.against, len(names) - 1))
        for amount in (self.beta, self.false_alarm, self.miss):
            amount.show_value()
