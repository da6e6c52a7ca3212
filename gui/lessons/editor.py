"""The bar in which a lesson is made: words are typed where they will stand, stops are tabs to be dragged."""

from __future__ import annotations

import re
from collections.abc import Callable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QHBoxLayout,
    QLabel,
    QLineEdit,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QTabBar,
    QVBoxLayout,
    QWidget,
)

from gui.lessons.maker import LessonMaker
from gui.lessons.placeholders import PLACE, written
from gui.look.appearance import Appearance
from gui.look.menu_button import give_menu
from gui.look.plain import plain
from gui.session.comparing import names
from gui.session.lane import Lane

LINES = 2
"""Number of visible lines of the text field."""
MOST_NUMBERS = 20


class LessonEditor(QWidget):
    """Hidden while no lesson is being made, and while the one being made is tried."""

    def __init__(self, maker: LessonMaker, appearance: Appearance, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.maker, self.appearance = maker, appearance
        self.setProperty("look", "lesson")
        self.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        self.title = self._line("Title of the lesson", maker.set_title)
        self.summary = self._line("What it shows, in a sentence", maker.set_summary)
        self.words = self._text("What everybody reads at this stop", lambda text: maker.set_words(text))
        self.notes = self._text("Speaker notes: only for you", lambda text: maker.set_notes(text))
        self.told, self.state = self._label(), self._label()
        self.heading = self._label()
        self.heading.setText("Stops")
        self.stops = self._tabs()
        self._make_buttons()
        self._lay_out()
        maker.changed.connect(self.refresh)
        maker.player.changed.connect(self.refresh)
        for signal in (maker.session.frame_changed, maker.session.progressed):
            signal.connect(self._follow)
        appearance.changed.connect(self._dress)
        self._dress()

    # -- what it is made of --------------------------------------------------------------------------------------------

    def _line(self, words: str, take: Callable[[str], None]) -> QLineEdit:
        field = QLineEdit(self)
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setToolTip(plain(words))
        field.textEdited.connect(take)
        return field

    def _text(self, words: str, take: Callable[[str], None]) -> QPlainTextEdit:
        field = QPlainTextEdit(self)
        field.setPlaceholderText(words)
        field.setAccessibleName(words)
        field.setTabChangesFocus(True)
        field.textChanged.connect(lambda: take(field.toPlainText()))
        return field

    def _label(self) -> QLabel:
        label = QLabel(self)
        label.setProperty("look", "small")
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        return label

    def _tabs(self) -> QTabBar:
        bar = QTabBar(self)
        bar.setMovable(True)
        bar.setExpanding(False)
        bar.setDrawBase(False)
        bar.setUsesScrollButtons(True)
        bar.setAccessibleName("Stops of the lesson")
        bar.tabBarClicked.connect(self.maker.go_to)
        bar.currentChanged.connect(self._chosen)
        bar.tabMoved.connect(self._moved)
        return bar

    def _make_buttons(self) -> None:
        maker = self.maker
        self.add = self._button("Add this view as a stop", "After the stop that is chosen", self._add)
        self.add.setProperty("look", "primary")
        self.again = self._button(
            "Take this view", "Let this stop show what is in view now; words stay", maker.take_again
        )
        self.remove = self._button("Delete stop", "It can be taken back", maker.remove)
        self.undo = self._button("Undo", "Take back the last change of the stops", maker.undo)
        self.try_it = self._button("Try it", "Play the lesson from this stop as others will see it", maker.try_it)
        self.done = self._button("Done", "The lesson stays under Lessons; it can be changed again", maker.finish)
        self.number = QPushButton("Insert a number", self)
        self.number.setToolTip("A number of this step, taken from the run each time the lesson is shown")
        give_menu(self.number, QMenu(self.number))
        self.number.menu().aboutToShow.connect(self._fill_numbers)

    def _button(self, text: str, tip: str, do: Callable[[], None]) -> QPushButton:
        button = QPushButton(text, self)
        button.setToolTip(plain(tip))
        button.clicked.connect(do)
        return button

    def _lay_out(self) -> None:
        whole = QVBoxLayout(self)
        whole.setContentsMargins(16, 8, 8, 8)
        whole.setSpacing(6)
        rows: tuple[tuple[tuple[QWidget, int], ...], ...] = (
            ((self.title, 2), (self.summary, 5), (self.try_it, 0), (self.done, 0)),
            (
                (self.heading, 0),
                (self.stops, 1),
                (self.number, 0),
                (self.undo, 0),
                (self.remove, 0),
                (self.again, 0),
                (self.add, 0),
            ),
            ((self.words, 2), (self.notes, 1)),
            ((self.told, 2), (self.state, 1)),
        )
        for row in rows:
            line = QHBoxLayout()
            line.setSpacing(6)
            for widget, stretch in row:
                line.addWidget(widget, stretch)
            whole.addLayout(line)

    # -- in step with the lesson ---------------------------------------------------------------------------------------

    def refresh(self) -> None:
        """Show the lesson as it is now; a field that is being typed in keeps its cursor."""
        maker = self.maker
        lesson, scene = maker.lesson, maker.scene
        self.setVisible(lesson is not None and maker.player.lesson is None)
        if lesson is None:
            return
        for line, said in ((self.title, lesson.title), (self.summary, lesson.summary)):
            if line.text() != said:
                line.setText(said)
        for field, said in ((self.words, scene.words if scene else ""), (self.notes, scene.notes if scene else "")):
            field.setEnabled(scene is not None)
            if field.toPlainText() != said:
                put(field, said)
        self._show_stops(len(lesson.scenes))
        for button in (self.again, self.remove, self.try_it, self.number):
            button.setEnabled(scene is not None)
        self.undo.setEnabled(maker.can_undo)
        self._follow()

    def _show_stops(self, count: int) -> None:
        self.stops.blockSignals(True)
        while self.stops.count() < count:
            self.stops.addTab("")
        while self.stops.count() > count:
            self.stops.removeTab(self.stops.count() - 1)
        for place in range(count):
            self.stops.setTabText(place, str(place + 1))
        self.stops.setCurrentIndex(self.maker.place)
        self.stops.blockSignals(False)

    def _follow(self, *_: object) -> None:
        """The step in view has changed: what the words would read now, and what is missing."""
        maker = self.maker
        if self.isHidden() or maker.lesson is None:
            return
        reason = maker.why_no_stop()
        self.add.setEnabled(not reason)
        self.add.setToolTip(plain(reason or "After the stop that is chosen"))
        untold = maker.why_untold()
        live = maker.scene is not None and "{" in maker.scene.words and not untold
        self.told.setText(f"Reads in this view: {maker.told()}" if live else "")
        kept = f"Kept as {maker.path.name}, under Lessons." if maker.path is not None and maker.kept else ""
        self.state.setText(maker.problem or untold or kept)
        self.try_it.setEnabled(not untold)
        self.try_it.setToolTip(plain(untold or "Play the lesson from this stop as others will see it"))

    def _add(self) -> None:
        """One more stop; what it says so far is chosen, so that the words typed next take its place."""
        self.maker.add()
        self.words.setFocus()
        self.words.selectAll()

    def _chosen(self, place: int) -> None:
        """By the arrow keys; a click has been there already."""
        if place != self.maker.place:
            self.maker.go_to(place)

    def _moved(self, place: int, to: int) -> None:
        self.maker.move(place, to)

    # -- numbers -------------------------------------------------------------------------------------------------------

    def _fill_numbers(self) -> None:
        """The numbers of the step in view, each with what it is now."""
        menu, session = self.number.menu(), self.maker.session
        menu.clear()
        for place, name in self.places():
            text = f"{name} = {written(place, session.lanes, session.active)}".replace("&", "&&")
            menu.addAction(text, lambda place=place: self._insert(place))
        if menu.isEmpty():
            menu.addAction("This step has no numbers").setEnabled(False)

    def places(self) -> list[tuple[str, str]]:
        """What can be quoted of the step in view, and what it is called; then of the other runs beside it."""
        session = self.maker.session
        others = [number for number in range(len(session.lanes)) if number != session.active]
        found, called = places_of(session.lane, ""), names(session.lanes)
        for number in others:
            lane = session.lanes[number]
            found += [(place, f"{called[number]}: {name}") for place, name in places_of(lane, f"lane{number}.")]
        return found

    def _insert(self, place: str) -> None:
        self.words.insertPlainText(f"{{{place}}}")
        self.words.setFocus()

    def _dress(self) -> None:
        self.words.setFont(self.appearance.font("title", weight=500))
        high = LINES * self.words.fontMetrics().lineSpacing() + 22
        for field in (self.words, self.notes):
            field.setFixedHeight(high)
        self.refresh()


def put(field: QPlainTextEdit, text: str) -> None:
    """Set a text that was not typed."""
    field.blockSignals(True)
    field.setPlainText(text)
    field.blockSignals(False)


def places_of(lane: Lane, prefix: str) -> list[tuple[str, str]]:
    """The numbers of a run at its step, as places of a lesson and by name; the prefix says of which run."""
    if lane.frame is None or not lane.settled:
        return []
    told = [(f"number {prefix}{one.name}", one.name) for one in lane.frame.story.numbers]
    curves = [(f"measure {prefix}{name}", name) for name in lane.curves]
    called = {name: (place, name) for place, name in curves + told}
    found = [(f"{prefix}index", "step"), *called.values()]
    return [(place, name) for place, name in found if PLACE.fullmatch(place) and not re.search("[{}]", place)][
        :MOST_NUMBERS
    ]
