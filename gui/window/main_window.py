"""The window: it places the canvas, the docks and the actions, and knows nothing of what they show."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from PySide6.QtCore import QEvent, QLocale, Qt
from PySide6.QtGui import QCloseEvent, QDragEnterEvent, QDropEvent, QResizeEvent, QStatusTipEvent
from PySide6.QtWidgets import QHBoxLayout, QMainWindow, QWidget

from engine.data.bundled import title_of
from gui.canvas.canvas import Canvas
from gui.docks.curves import CurvesDock
from gui.docks.dataset import DatasetDock
from gui.docks.dock import Dock
from gui.docks.evaluation import EvaluationDock
from gui.docks.model import ModelDock
from gui.docks.notes import NotesDock
from gui.docks.parameters import ParametersDock
from gui.docks.source import SourceDock
from gui.docks.table import TableDock
from gui.docks.timeline import TimelineDock
from gui.docks.why import WhyDock
from gui.lessons.bar import LessonBar
from gui.lessons.editor import LessonEditor
from gui.lessons.maker import LessonMaker
from gui.lessons.player import LessonPlayer
from gui.look.appearance import Appearance
from gui.look.splitting import Border
from gui.session.looks import Looks
from gui.session.session import Session
from gui.window.columns import Column, Stack, Tabs, splitter
from gui.window.desk import Desk
from gui.window.keys import KeyGuard
from gui.window.menus import Menus
from gui.window.notice import Notice, Overlay
from gui.window.panels import Panels
from gui.window.preparing_bar import PreparingBar
from gui.window.pressing import ReturnPresses
from gui.window.pulled import PulledSource
from gui.window.refusal import RefusalBar
from gui.window.room import Room
from gui.window.spoken import Spoken
from gui.window.status import StatusLine
from gui.window.tabbing import as_read, bring_into_view, follow

BESIDE = ("dataset", "model", "why")
BELOW: dict[str, type[Dock]] = {
    "source": SourceDock,
    "curves": CurvesDock,
    "parameters": ParametersDock,
    "evaluation": EvaluationDock,
    "table": TableDock,
    "notes": NotesDock,
}
MANY = 100_000
"""More points than this are painted in a turn of their own when they are opened."""


class MainWindow(QMainWindow):
    """Left the data, in the middle the picture, right the model above the why; below them timeline, tabs, status.

    The columns reach down to the timeline: a tab that opens takes its room from the picture alone.
    """

    def __init__(self, session: Session, appearance: Appearance, lessons: LessonPlayer) -> None:
        QLocale.setDefault(QLocale.c())  # numbers have a point in every field, whatever the system writes
        super().__init__()
        self.session, self.appearance, self.lessons = session, appearance, lessons
        self.only_canvas = False
        self.setAcceptDrops(True)
        self.dataset = DatasetDock(session, appearance, self)
        self.model = ModelDock(session, appearance, self)
        why = WhyDock(session, appearance, self)
        self.docks: dict[str, Dock] = dict(zip(BESIDE, (self.dataset, self.model, why), strict=True))
        self.canvas = Canvas(session, appearance, self)
        self.timeline = TimelineDock(session, appearance, self)
        self.notice, self.preparing = Notice(appearance, self), PreparingBar(session.table.fitting, self)
        self.refusal = RefusalBar(session, appearance, self)
        self.lesson_bar = LessonBar(lessons, appearance, self)
        self.maker = LessonMaker(lessons)
        self.lesson_editor = LessonEditor(self.maker, appearance, self)
        self._place()
        self.desk = Desk(session, lessons, appearance, self)
        self.menus = Menus(self.desk)
        self._place_bar()
        self._connect()
        if self.session.view.looks != Looks():
            self.show_looks()
        self._name()

    # -- placing -------------------------------------------------------------------------------------------------------

    def _place(self) -> None:
        self.left = Column([self.docks["dataset"]], "left", self.appearance, self)
        self.right = Column([self.docks["model"], self.docks["why"]], "right", self.appearance, self)
        self.tabs = Tabs(BELOW, self.session, self.appearance, self)
        self.source = PulledSource(self.tabs, self.right)
        self.panels = Panels(self.docks, self.tabs, self.source)
        self.status = StatusLine(self.session, self.appearance, self)
        self.across = splitter(Qt.Orientation.Horizontal, "of a column")
        self.timeline.show_heading(False)
        self.down = splitter(Qt.Orientation.Vertical, "below the picture")
        self.down.addWidget(Stack(self.canvas, grows=self.canvas))
        Overlay(self.canvas, self.canvas.plane.view, self.preparing, self.refusal, self.notice)
        self.down.addWidget(self.tabs.stack)
        self.down.setStretchFactor(0, 1)
        for part in (self.left, self.down, self.right):
            self.across.addWidget(part)
        self.across.setStretchFactor(1, 1)
        self.room = Room(self.across, self.down, (self.left, self.right), self.canvas, self.appearance)
        self.tabs.needs.connect(self.room.need)
        self.foot = QWidget(self)
        self.foot.setProperty("look", "strip")
        self.foot.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        line = QHBoxLayout(self.foot)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.tabs)
        line.addWidget(self.status, 1)
        self.on_top = Stack()
        parts = (self.on_top, self.lesson_editor, self.lesson_bar, self.across, self.timeline, self.foot)
        self.setCentralWidget(Stack(*parts, grows=self.across))

    def _place_bar(self) -> None:
        """Menus and tools in one row, as wide screens are low; on a Mac the menus are on top of the screen."""
        menu_bar, self.tools = self.menus.menu_bar(), self.menus.tool_bar()
        self.menus_and_tools: QWidget = self.tools
        if menu_bar.isNativeMenuBar():
            self.setMenuBar(menu_bar)
            self.addToolBar(Qt.ToolBarArea.TopToolBarArea, self.tools)
            return
        row = QWidget(self)
        row.setProperty("look", "bar")
        row.setAttribute(Qt.WidgetAttribute.WA_StyledBackground)
        layout = QHBoxLayout(row)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(menu_bar, 0, Qt.AlignmentFlag.AlignVCenter)
        layout.addWidget(self.tools, 1)
        self.menus_and_tools = row
        self.setMenuWidget(row)

    def put_on_top(self, strip: QWidget) -> None:
        """A strip over all the rest, which asks for something and can wait."""
        self.on_top.add(strip)

    def open_at(self, width: int, height: int) -> None:
        """Take this size and share out the room: the picture gets most of it."""
        self.resize(width, height)
        self.appearance.suit(height)
        self.room.open_at(width, height)
        self.canvas.setFocus()

    def lay_out_afresh(self) -> None:
        """Share out the room by what is shown now, and keep none free for what other steps have shown on the way."""
        self.docks["why"].restyle()
        self.open_at(self.width(), self.height())

    def _connect(self) -> None:
        self.session.refused.connect(self.notice.show_words)
        self.session.table.data_changed.connect(self._name)
        self.session.opened.connect(self._painted_apart)
        self.session.document.dirty_changed.connect(self._name)
        self.session.view.looks_now = self.looks
        self.session.come_back.connect(self.show_looks)
        self.lessons.changed.connect(self.canvas.show_all)
        self.lessons.arrived.connect(self.canvas.fit)
        self.appearance.changed.connect(self._present)
        self.model.list.passed.connect(self.first_parameter)
        self.dataset.open_requested.connect(self.desk.ask_open)
        self.model.list.led.connect(self._lead_to)
        self.desk.changed.connect(self._name)
        self.desk.done.connect(self.notice.hide)
        for part in (self.left, self.right, self.tabs):
            part.changed.connect(self.desk.changed)
        self.tabs.changed.connect(self._show_foot)
        for went in (self.left.went, self.right.went, self.source.moved):
            went.connect(lambda: self.room.share_out(self.width()))
        self.source.moved.connect(self.canvas.setFocus)
        self.keys = KeyGuard(self, lambda: self.canvas.plane_view.widget)
        ReturnPresses(self)
        Spoken(self.session, self.canvas)
        self._presenting, self._scale = False, 1.0
        self._present()

    def _painted_apart(self) -> None:
        """Another table of very many points takes a while, and so does its picture: not both in one turn."""
        if self.session.table.data.n > MANY:
            self.appearance.pause()

    def _name(self, *_: object) -> None:
        file = self.session.document.path.name if self.session.document.path else title_of(self.session.table.data.name)
        self.setWindowTitle(f"{file}[*] · Learnscope")
        self.setWindowModified(self.session.document.dirty)

    # -- how it shows a session ----------------------------------------------------------------------------------------

    def looks(self) -> Looks:
        """What is seen of every surface, which panels are open, how the room is shared out, and the curves."""
        seen, panel, shares = self.canvas.looks(), self.panels.below(), self.room.shares()
        folded, sections = self.panels.folded(self.room.gave_way()), self.panels.folded_sections()
        looks = self.session.view.looks
        return replace(looks, surfaces=seen, panel=panel, shares=shares, folded=folded, sections=sections)

    def show_looks(self) -> None:
        """Show a saved session as it was."""
        looks = self.session.view.looks
        self.panels.show(looks, self.room.gave_way())
        self.room.show(looks.shares)
        self.canvas.show_looks(looks.surfaces)
        self.panels.open_below(looks.panel if looks.panel in BELOW else "")

    # -- what an action asks of it (`desk.Window`) ---------------------------------------------------------------------

    @property
    def front(self) -> QWidget:
        """What dialogues stand in front of."""
        return self

    def shows(self, name: str) -> bool:
        """Whether a panel is open."""
        return self.panels.shows(name)

    def toggle(self, name: str) -> None:
        """Open a panel, or close it."""
        self.panels.open(name, not self.panels.shows(name))

    def compare(self) -> None:
        """Add a run beside the one in view; the focus goes to the search field, where another algorithm is proposed."""
        self.panels.open("model")
        self.model.compare()

    def search(self) -> None:
        """Open the panel of the algorithms, and type there what is looked for."""
        self.panels.open("model")
        self.model.list.search.setFocus(Qt.FocusReason.ShortcutFocusReason)
        self.model.list.search.selectAll()

    def _lead_to(self, section: str) -> None:
        """Open a part of the data panel, and put the focus into it."""
        self.panels.open("dataset")
        self.dataset.show_section(section)

    def first_parameter(self) -> None:
        """Lead the keyboard to the first parameter, whatever is open or folded."""
        self.panels.open("model")
        self.model.list.open(False)
        if (field := self.model.first_field()) is not None:
            self.keys.lead(field)
            bring_into_view(field)
        else:
            self.session.said.emit("This algorithm has no parameters.")

    def next_border(self) -> None:
        """Lead the keyboard to the border after the one it is at, as they are read; then the arrows move it."""
        found: list[QWidget] = [one for one in self.findChildren(Border) if one.isVisible()]
        borders, now = as_read({one: one.mapTo(self, one.rect().center()) for one in found}), self.focusWidget()
        if borders:
            place = borders.index(now) + 1 if now in borders else 0
            self.keys.lead(borders[place % len(borders)])
            self.session.said.emit("The arrows move this border; the key goes on to the next, Escape leads back.")

    def ask_step(self) -> None:
        """Open the field for the number of a step."""
        self.timeline.counter.ask()

    def toggle_only_canvas(self) -> None:
        """Leave the picture alone in the window, and the words of a lesson; or bring everything else back."""
        self.only_canvas = not self.only_canvas
        self.menus_and_tools.setHidden(self.only_canvas)
        for part in (self.left, self.right, self.timeline, self.tabs.stack, self.on_top):
            part.setHidden(self.only_canvas)
        self._show_foot()
        if not self.only_canvas:
            self.tabs.show_panel(self.tabs.open)

    def _show_foot(self) -> None:
        """In presentation mode the tabs and the status are there only with a panel under the picture."""
        self.foot.setHidden(self.only_canvas or (self.appearance.presentation and not self.tabs.open))

    def toggle_full_screen(self) -> None:
        self.showNormal() if self.isFullScreen() else self.showFullScreen()

    def _present(self) -> None:
        """In presentation mode only the why is beside the picture; larger text needs other shares of the room."""
        if self.appearance.presentation != self._presenting:
            self._presenting = self.appearance.presentation
            self.panels.present(self._presenting, self.room, self.width())
            self._show_foot()
        elif self.appearance.scale == self._scale:
            return
        if self.appearance.scale != self._scale and not self._presenting:
            self.room.give_way(-1, self.width())
        self._scale = self.appearance.scale
        self.room.share_out(self.width())

    # -- events --------------------------------------------------------------------------------------------------------

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A window that becomes narrow folds its columns, and one that becomes wide again brings those back."""
        super().resizeEvent(event)
        self.appearance.suit(event.size().height())
        self.room.give_way(event.oldSize().width(), event.size().width())

    def focusNextPrevChild(self, forward: bool) -> bool:
        """Tab goes through the window as it is read: tools, lesson, data, picture, timeline, tabs, model and why.

        Qt asks for the next widget too when the one with the focus is hidden or disabled: the focus goes to the plane.
        """
        now = self.focusWidget()
        if now is not None and not (now.isVisible() and now.isEnabled()):
            self.canvas.setFocus()
            return True
        middle = (self.notice, self.preparing, self.refusal, self.canvas, self.timeline)
        above = (self.tools, self.lesson_editor, self.lesson_bar, self.left)
        parts = (*above, *middle, self.tabs.stack, self.tabs, self.right)
        return follow(parts, self.keys.from_here(), forward)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QStatusTipEvent):
            self.status.show_tip(event.tip())
            return True
        return super().event(event)

    def closeEvent(self, event: QCloseEvent) -> None:
        if not self.desk.may_leave():
            event.ignore()
            return
        self.close_down()
        event.accept()

    def close_down(self) -> None:
        """Stop all workers and the clock."""
        self.maker.close()
        self.session.close()
        self.canvas.close_down()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if dropped(event):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        path = dropped(event)
        if path is not None:
            event.acceptProposedAction()
            self.desk.open(path)


def dropped(event: QDropEvent) -> Path | None:
    """The one file, or folder of texts, that is dragged here, if it is one."""
    urls = event.mimeData().urls()
    path = Path(urls[0].toLocalFile()) if len(urls) == 1 and urls[0].isLocalFile() else None
    return path if path is not None and path.exists() else None
