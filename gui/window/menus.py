"""Turns the declared actions into Qt's, keeps them in step with the session, and builds the menus and the tool bar."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import chain

import numpy as np
from PySide6.QtCore import QEvent, QObject, QTimer
from PySide6.QtGui import QAction, QActionGroup, QIcon, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu, QMenuBar, QToolBar, QWidget

from engine.data.bundled import bundled
from engine.data.plane import Plane, no_response_plane
from engine.parts.over_feature import target_title
from gui.canvas.tools.tool import NO_CLASS
from gui.lessons.library import Entry, own, own_tables
from gui.lessons.library import bundled as bundled_lessons
from gui.look.appearance import TEXT_SIZES
from gui.look.plain import plain
from gui.look.shapes import class_icon
from gui.session.looks import Residuals
from gui.session.reasons import no_points, no_residuals, nothing_selected
from gui.window.action import Action, said, shortcuts, tool_tip
from gui.window.actions import ACTIONS, TOOLBAR
from gui.window.class_bar import ClassBar
from gui.window.desk import Desk

MENUS = ("File", "Edit", "View", "Run", "Lessons", "Help")
BAR = tuple(action for action in ACTIONS if action.name in chain.from_iterable(TOOLBAR))
"""The actions that have a button."""
MOST_CLASSES = 9
PANS = {"Left": (-0.1, 0.0), "Right": (0.1, 0.0), "Up": (0.0, 0.1), "Down": (0.0, -0.1)}
"""By which share of what is seen an arrow moves it."""
TEXT_KEYS = {"Ctrl++": 1, "Ctrl+=": 1, "Ctrl+-": -1}
"""Whether a key makes the text larger or smaller; many keyboards have + above =."""
RESIDUALS: dict[Residuals, str] = {
    "none": "None", "sticks": "As sticks, from each point to the curve", "squares": "As squares, which are added up"
}  # fmt: skip
"""How residuals are drawn, in words."""
MOST_FEATURES = 40
"""A menu of more features than this would not fit; the panel Data has them all."""


class Menus(QObject):
    """All QActions by name: those with a button in step with the session, those of a menu when it opens.

    `menu_bar()` and `tool_bar()` make what holds them.
    """

    def __init__(self, desk: Desk) -> None:
        super().__init__(desk.front)
        self.desk, self.session, self.appearance = desk, desk.session, desk.appearance
        self.actions: dict[str, QAction] = {}
        self._unnamed: list[QAction] = []  # of keys that stand in no menu
        self._told: dict[str, tuple[str, str, str]] = {}
        self._groups: dict[str, QActionGroup] = {}
        self._declared = {action.name: action for action in ACTIONS}
        for action in ACTIONS:
            self._make(action)
        self._make_class_keys()
        self._make_pan_keys()
        self._make_text_keys()
        self._later = QTimer(self)
        self._later.setSingleShot(True)
        self._later.timeout.connect(lambda: self._put(BAR))
        self._by_key = {key: action for action in ACTIONS for key in shortcuts(action)}
        self._listen()
        self.redraw()
        self._serve(desk.front)  # with the current words: signals report each that changes

    def _serve(self, window: QWidget) -> None:
        """The keys of all actions do what they do in this window too."""
        window.addActions([*self.actions.values(), *self._unnamed])
        window.installEventFilter(self)

    def _make(self, declared: Action) -> None:
        action = QAction(self.desk.front)
        action.setShortcuts(shortcuts(declared))
        action.setCheckable(declared.checked is not None)
        action.triggered.connect(lambda: self._trigger(declared))
        if declared.group:
            group = self._groups.setdefault(declared.group, QActionGroup(self))
            group.addAction(action)
        self.actions[declared.name] = action

    def _trigger(self, declared: Action) -> None:
        declared.do(self.desk)
        self.refresh()

    def _make_class_keys(self) -> None:
        """1 to 9 choose the class of new points."""
        for code in range(MOST_CLASSES):
            action = QAction(self.desk.front)
            action.setShortcut(QKeySequence(str(code + 1)))
            action.triggered.connect(lambda _=False, code=code: self.desk.choose_class(code))
            self._unnamed.append(action)

    def _make_pan_keys(self) -> None:
        """Ctrl, Shift and an arrow move what is seen of the picture."""
        for arrow, way in PANS.items():
            action = QAction(self.desk.front)
            action.setShortcut(QKeySequence(f"Ctrl+Shift+{arrow}"))
            action.triggered.connect(lambda _=False, way=way: self.desk.window.canvas.in_use().pan(*way))
            self._unnamed.append(action)

    def _make_text_keys(self) -> None:
        """Ctrl and a sign make the text larger or smaller, as in a browser."""
        for key, by in TEXT_KEYS.items():
            action = QAction(self.desk.front)
            action.setShortcut(QKeySequence(key))
            action.triggered.connect(lambda _=False, by=by: self.desk.step_text_size(by))
            self._unnamed.append(action)

    # -- in step with the session --------------------------------------------------------------------------------------

    def _listen(self) -> None:
        session = self.session
        for signal in (
            session.table.data_changed, session.run_changed, session.frame_changed, session.progressed,
            session.lanes_changed, session.view.changed, session.view.tool_changed, session.selection.changed,
            session.playing_changed,
            session.table.undo.indexChanged, self.desk.lessons.changed, session.together_changed,
            session.view.overlaid_changed, session.table.fitting.changed,
        ):  # fmt: skip
            signal.connect(self._soon)
        self.desk.changed.connect(self._soon)
        self.desk.teaching.window_made.connect(self._serve)
        self.appearance.changed.connect(self.redraw)

    def _soon(self, *_: object) -> None:
        """The buttons, once for all that happens now: while a run plays many signals come together."""
        if not self._later.isActive():
            self._later.start(30)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Before a key is looked up: what it does may have become possible since the last look."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            declared = self._by_key.get(QKeySequence(event.keyCombination()))
            if declared is not None:
                self.actions[declared.name].setEnabled(not declared.why_not(self.desk))
        return False

    def redraw(self) -> None:
        """The icons of the tool bar in the colours of the theme, and everything else; those of a menu when it opens."""
        self._draw_icons(BAR)
        self.refresh()

    def _draw_icons(self, declared: Sequence[Action]) -> None:
        for action in declared:
            if action.icon:
                self.actions[action.name].setIcon(self._icon(action))

    def refresh(self) -> None:
        """Everything as it is now, so that nothing is left for later."""
        self._later.stop()
        self._put(ACTIONS)

    def _put(self, some: Sequence[Action]) -> None:
        """What can be done, what is on, and in which words."""
        for declared in some:
            action, reason = self.actions[declared.name], declared.why_not(self.desk)
            words, icon = said(declared.text, self.session), said(declared.icon, self.session)
            action.setEnabled(not reason)
            if declared.checked is not None:
                action.setChecked(declared.checked(self.desk))
            if (told := (words, icon, reason)) != self._told.get(declared.name):  # at a step few are others
                self._told[declared.name] = told
                action.setText(words)
                if callable(declared.icon) and declared in BAR:
                    action.setIcon(self.appearance.icon(icon))
                action.setStatusTip(reason or declared.tip)
                action.setToolTip(plain(tool_tip(declared, self.session, reason)))

    def _open(self, here: Sequence[Action]) -> None:
        """A menu is seen: its entries are put right only now."""
        self._draw_icons(here)
        self._put(here)

    def _icon(self, declared: Action) -> QIcon:
        return self.appearance.icon(said(declared.icon, self.session))

    # -- menus ---------------------------------------------------------------------------------------------------------

    def menu_bar(self) -> QMenuBar:
        """File, Edit, View, Run, Lessons, Help."""
        bar = QMenuBar(self.desk.front)
        for title in MENUS:
            menu = bar.addMenu(f"&{title}")
            menu.setToolTipsVisible(True)
            here = [declared for declared in ACTIONS if declared.menu == title]
            for declared in here:
                self._add(menu, declared)
            menu.aboutToShow.connect(lambda here=here: self._open(here))
            if title == "Lessons":
                menu.aboutToShow.connect(lambda menu=menu: self._put_lessons(menu))
        return bar

    def _put_lessons(self, menu: QMenu) -> None:
        """Those that come with the program stand on top, by subject; their files are read when the menu opens."""
        if not menu.property("filled"):
            menu.setProperty("filled", True)
            first, subjects = menu.actions()[0], dict[str, list[Entry]]()
            for entry in bundled_lessons():
                subjects.setdefault(entry.subject, []).append(entry)
            for subject, entries in subjects.items():
                submenu = self._subject_menu(menu, subject, first)
                for entry in entries:
                    self._add_lesson(submenu, entry)

    def _subject_menu(self, menu: QMenu, subject: str, before: QAction) -> QMenu:
        """For the lessons on one subject: all of them in one menu would fill the screen."""
        submenu = QMenu(subject, menu)
        submenu.setToolTipsVisible(True)
        submenu.menuAction().setStatusTip(f"Lessons: {subject.lower()}")
        menu.insertMenu(before, submenu)
        return submenu

    def _add(self, menu: QMenu, declared: Action) -> None:
        if declared.line:
            menu.addSeparator()
        menu.addAction(self.actions[declared.name])
        for after, title, fill in self._submenus():
            if after == declared.name:
                submenu = menu.addMenu(title)
                submenu.menuAction().setStatusTip(f"{title.replace('&', '')}: choose one")
                submenu.setToolTipsVisible(True)
                submenu.aboutToShow.connect(lambda submenu=submenu, fill=fill: (submenu.clear(), fill(submenu)))

    def _submenus(self) -> tuple[tuple[str, str, Callable[[QMenu], None]], ...]:
        """After which action, its title, and what fills it when it opens."""
        return (
            ("open", "Open &bundled", self._fill_bundled),
            ("open", "Open &recent", self._fill_recent),
            ("delete", "Rela&bel as", self._fill_relabel),
            ("full_screen", "Te&xt size", self._fill_text),
            ("lesson_make", "M&y lessons", self._fill_own_lessons),
            ("pca", "&Axis to the right", lambda menu: self._fill_axis(menu, 0)),
            ("pca", "Axis &upwards", lambda menu: self._fill_axis(menu, 1)),
            ("pca", "Residuals", self._fill_residuals),
        )

    def _fill_bundled(self, menu: QMenu) -> None:
        for key, entry in bundled().items():
            action = menu.addAction(entry["title"], lambda key=key: self.desk.open_bundled(key))
            action.setToolTip(plain(entry["description"]))
            action.setStatusTip(entry["description"])

    def _fill_own_lessons(self, menu: QMenu) -> None:
        for entry in own():
            self._add_lesson(menu, entry)
        if tables := own_tables():
            menu.addSeparator()
        for path in tables:
            action = menu.addAction(path.name.replace("&", "&&"), lambda path=path: self.desk.open(path))
            action.setToolTip("Open this table")
            action.setStatusTip("Open this table")
        if menu.isEmpty():
            nothing(menu, "None yet: make one, or put files into the folder of your lessons")

    def _add_lesson(self, menu: QMenu, entry: Entry) -> None:
        """Its title, and at the right, where other entries have their key, how hard it is."""
        action = QAction("\t".join(filter(None, (entry.title.replace("&", "&&"), entry.level))), menu)
        action.triggered.connect(lambda: self.desk.open_lesson(entry.path))
        menu.addAction(action)
        action.setEnabled(not entry.problem)
        action.setToolTip(plain(entry.problem or entry.summary))
        action.setStatusTip(entry.problem or entry.summary)

    def _fill_recent(self, menu: QMenu) -> None:
        paths = self.desk.recent.paths()
        for path in paths:
            menu.addAction(path.name, lambda path=path: self.desk.open(path)).setToolTip(plain(str(path)))
        if paths:
            menu.addSeparator()
            menu.addAction("&Clear this list", self.desk.recent.clear)
        else:
            nothing(menu, "No file has been opened yet")

    def _fill_relabel(self, menu: QMenu) -> None:
        data = self.session.table.data
        if reason := no_points(self.session) or nothing_selected(self.session):
            return nothing(menu, reason)
        if data.target != "class":
            return nothing(menu, "The points have no classes: choose a class column as the target.")
        for code, name in enumerate(data.class_titles):
            relabel = lambda code=code: self.session.points.relabel(self.session.selection.rows, code)  # noqa: E731
            menu.addAction(QIcon(class_icon(self.appearance.theme, code)), name, relabel)
        menu.addSeparator()
        menu.addAction("&No class", lambda: self.session.points.relabel(self.session.selection.rows, NO_CLASS))
        return None

    def _fill_text(self, menu: QMenu) -> None:
        chosen = self.appearance.text_size
        for size in (None, *TEXT_SIZES):
            words = "As the &system and the window" if size is None else f"{round(100 * size)} %"
            action = menu.addAction(words, lambda size=size: self.desk.set_text_size(size))
            action.setCheckable(True)
            action.setChecked(size == chosen)

    def _fill_residuals(self, menu: QMenu) -> None:
        if reason := no_residuals(self.session):
            return nothing(menu, reason)
        for how, words in RESIDUALS.items():
            action = menu.addAction(words, lambda how=how: self.session.view.set_residuals(how))
            action.setCheckable(True)
            action.setChecked(how == self.session.view.looks.residuals)
        return None

    def _fill_axis(self, menu: QMenu, axis: int) -> None:
        data, plane = self.session.table.data, self.session.view.plane
        if data.d < 2:
            rises = "There is only one feature, and the target goes up."
            return nothing(menu, rises if plane.target else "There is only one feature.")
        for j, column in enumerate(data.columns[:MOST_FEATURES]):
            action = menu.addAction(column.name, lambda j=j: self.desk.set_axis(axis, j))
            action.setCheckable(True)
            action.setChecked(_is_shown(self.session.view.plane, axis, j))
        if data.d > MOST_FEATURES:
            nothing(menu, f"{data.d - MOST_FEATURES} more in the panel Data")
        if axis == 1 and not no_response_plane(data):
            menu.addSeparator()
            action = menu.addAction(f"{target_title(data)} (target)", self.desk.raise_target)
            action.setCheckable(True)
            action.setChecked(plane.target)
        return None

    # -- tool bar ------------------------------------------------------------------------------------------------------

    def tool_bar(self) -> QToolBar:
        """The buttons for the mouse."""
        bar = QToolBar("Tools", self.desk.front)
        bar.setMovable(False)
        for number, group in enumerate(TOOLBAR):
            if number:
                bar.addSeparator()
            for name in group:
                if name == "classes":
                    bar.addWidget(ClassBar(self.session, self.appearance, self.desk, bar))
                else:
                    bar.addAction(self.actions[name])
        bar.setIconSize(self.appearance.icon_size())
        self.appearance.changed.connect(lambda: bar.setIconSize(self.appearance.icon_size()))
        return bar


def nothing(menu: QMenu, words: str) -> None:
    """A line in a menu that only says why there is nothing to choose."""
    menu.addAction(words).setEnabled(False)


def _is_shown(plane: Plane, axis: int, feature: int) -> bool:
    """Whether an axis of a plane is a feature as it is."""
    return bool(plane.axes[axis, feature] == 1.0 and np.count_nonzero(plane.axes[axis]) == 1)
