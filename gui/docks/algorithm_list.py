"""All algorithms, grouped by family, with a field to search them by name, synonym, summary, key or family."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from PySide6.QtCore import QEvent, QObject, QSize, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QColor, QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QTreeWidget, QTreeWidgetItem, QVBoxLayout, QWidget

from engine.core.algorithm import Algorithm
from gui.docks.searching import ELSEWHERE, NO_MATCH, family_title, unlike
from gui.look.appearance import Appearance
from gui.look.plain import plain
from gui.look.style import faint
from gui.session.background_task import BackgroundTask

KEY = Qt.ItemDataRole.UserRole
PASSING = (Qt.FocusReason.TabFocusReason, Qt.FocusReason.BacktabFocusReason)
"""Ways in which the focus may only pass the search field: then typing, or the down key, opens the list."""


def told(reason: str, summary: str) -> str:
    """The tool tip of an algorithm; one that cannot be opened says so in the place of its summary.

    >>> told("", "Finds groups.")
    'Finds groups.'
    >>> told("It cannot be opened.", "It cannot be opened.")
    'It cannot be opened.'
    """
    return f"Not for this data. {reason}\n{summary}" if reason not in ("", summary) else summary


class AlgorithmList(QWidget):
    """`chosen` tells the key of the algorithm that was clicked or entered.

    Where there is little room the list is `compact`: it is open only while it is used, which `opened` tells. The cards
    are read when they are first asked for; `seen` is emitted when the list opens. What is pointed at, or marked
    for Enter, is imported on a thread, so that choosing it does not wait for its modules.
    """

    chosen = Signal(str)
    led = Signal(str)
    """The heading of the part of the data panel that was meant."""
    opened = Signal(bool)
    seen = Signal()
    passed = Signal()
    """Tab leaves the search field while the list hides what comes after it."""

    def __init__(
        self,
        count: int,
        cards: Callable[[], Mapping[str, Algorithm]],
        appearance: Appearance,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self._cards = cards
        self._appearance = appearance
        self._reasons: dict[str, str] = {}
        self._items: dict[str, QTreeWidgetItem] = {}
        self._headings: dict[str, QTreeWidgetItem] = {}
        self._elsewhere: dict[str, QTreeWidgetItem] = {}
        self._in_use = self._proposed = ""
        self._asks = f"Search {count} algorithms"
        self.search = QLineEdit(self)
        self.search.setPlaceholderText(self._asks)
        self.search.setClearButtonEnabled(True)
        self.search.setAccessibleName("Search algorithms")
        self._glass = QAction(self)
        self._arrow = QAction("All algorithms", self)
        self.search.addAction(self._glass, QLineEdit.ActionPosition.LeadingPosition)
        self.search.addAction(self._arrow, QLineEdit.ActionPosition.TrailingPosition)
        self.compact = True
        self._left = QTimer(self, singleShot=True, interval=0)
        self._ahead = BackgroundTask(self)
        self.tree = QTreeWidget(self)
        self._set_up_tree()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(4)
        column.addWidget(self.search)
        column.addWidget(self.tree, 1)
        self.tree.hide()
        self.search.textChanged.connect(self._filter)
        self.search.textEdited.connect(lambda: self.open(True))
        for part in (self.search, self.tree):
            part.installEventFilter(self)
        self._left.timeout.connect(self._close_if_left)
        self._arrow.triggered.connect(lambda: self.open(not self.is_open))
        appearance.changed.connect(self._restyle)
        self._restyle()

    def _set_up_tree(self) -> None:
        self.tree.setHeaderHidden(True)
        self.tree.setMouseTracking(True)
        self.tree.setIndentation(12)
        self.tree.setRootIsDecorated(False)
        self.tree.setItemsExpandable(True)
        self.tree.setUniformRowHeights(True)
        self.tree.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.tree.setTextElideMode(Qt.TextElideMode.ElideRight)
        self.tree.setAccessibleName("Algorithms")
        self.tree.itemClicked.connect(self._picked)
        self.tree.itemActivated.connect(self._picked)
        self.tree.itemEntered.connect(self._open_ahead)
        self.tree.currentItemChanged.connect(self._open_ahead)

    @property
    def items(self) -> Mapping[str, QTreeWidgetItem]:
        """The line of every algorithm by its key; made when first asked for."""
        if not self._items:
            self._fill()
            self._size_rows()
        return self._items

    def _fill(self) -> None:
        self._algorithms = self._cards()
        for key, algorithm in self._algorithms.items():
            if algorithm.family not in self._headings:
                heading = QTreeWidgetItem(self.tree, [family_title(algorithm.family)])
                heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
                heading.setExpanded(True)
                self._headings[algorithm.family] = heading
            item = QTreeWidgetItem(self._headings[algorithm.family], [algorithm.name])
            item.setData(0, KEY, key)
            self._items[key] = item
        heading = self._headings["elsewhere"] = QTreeWidgetItem(self.tree, ["In the data panel"])
        heading.setFlags(Qt.ItemFlag.ItemIsEnabled)
        heading.setExpanded(True)
        heading.setHidden(True)
        for one in ELSEWHERE:
            item = self._elsewhere[one.section] = QTreeWidgetItem(heading, [one.title])
            item.setData(0, KEY, one.section)
            item.setHidden(True)
        self._none = QTreeWidgetItem(self.tree, ["No algorithm fits these words."])
        self._none.setFlags(Qt.ItemFlag.NoItemFlags)
        self._none.setHidden(True)

    # -- what suits the data -------------------------------------------------------------------------------------------

    def show_reasons(self, reasons: Mapping[str, str]) -> None:
        """Grey those that do not suit the present data; `reasons` says why by key, "" for those that do."""
        self._reasons = dict(reasons)
        ink, grey = QColor(self._appearance.theme.ink), faint(self._appearance.theme)
        for key, item in self.items.items():
            reason = self._reasons.get(key, "")
            item.setForeground(0, grey if reason else ink)
            item.setToolTip(0, plain(told(reason, self._algorithms[key].summary)))
        self._light()

    def reason(self, key: str) -> str:
        """Why an algorithm does not suit the present data, or ''."""
        return self._reasons.get(key, "")

    def show_current(self, key: str) -> None:
        """Mark the algorithm in use."""
        self._in_use = key
        self._light()

    def propose(self, key: str) -> None:
        """Put the focus into the search field, where Enter takes this algorithm as long as nothing is typed."""
        self._proposed = key
        if key:
            self.search.setPlaceholderText(f"Enter: {self._cards()[key].name}, or search")
        self.search.setFocus(Qt.FocusReason.TabFocusReason)  # the list opens when something is typed

    def _drop_proposal(self) -> None:
        self._proposed = ""
        self.search.setPlaceholderText(self._asks)

    def _light(self) -> None:
        """Mark what Enter takes of what has been typed, else the algorithm in use; there the arrows move the mark."""
        if not self._items:
            return
        best = self._best() if self.search.text().strip() else ""
        if best and self.tree.hasFocus():
            return
        item = self._item(best or self._in_use)
        if item is not None and self.tree.currentItem() is not item:
            self.tree.setCurrentItem(item)
            self.tree.scrollToItem(item)

    def _item(self, key: str) -> QTreeWidgetItem | None:
        """The line of an algorithm, or of a part of the window."""
        return self._elsewhere.get(key) or self._items.get(key)

    # -- little room ---------------------------------------------------------------------------------------------------

    @property
    def is_open(self) -> bool:
        """Whether the list can be seen."""
        return not self.tree.isHidden()

    def set_compact(self, compact: bool) -> None:
        """Show the list only while it is used, or always."""
        if compact != self.compact:
            self.compact = compact
            self._arrow.setVisible(compact)
            self.open(not compact)

    def open(self, on: bool) -> None:
        """Show the list, or only the search field if there is little room."""
        if (on or not self.compact) != self.is_open:
            self.tree.setVisible(on or not self.compact)
            if on and self.compact:
                self.search.setFocus()
                self.seen.emit()
            self.opened.emit(self.is_open)

    def _close_if_left(self) -> None:
        if not (self.search.hasFocus() or self.tree.hasFocus()):
            self._drop_proposal()
            self.open(False)

    def _choose(self, key: str) -> None:
        self.search.clear()
        self._drop_proposal()
        if self.compact:
            self.open(False)
            self.search.clearFocus()
        (self.led if key in self._elsewhere else self.chosen).emit(key)

    # -- searching and choosing ----------------------------------------------------------------------------------------

    def shown(self) -> list[str]:
        """The keys that the search leaves."""
        return [key for key, item in self.items.items() if not item.isHidden()]

    def _best(self) -> str:
        """What Enter takes: the one whose name was meant, grey or not; of equal ones one that suits the data.

        Of those one that opens a table comes first: "linear regression" is least squares before the delta rule. A part
        of the window is taken where its words are closer than those of any algorithm.
        """
        typed = self.search.text()
        cards = ((key, self._algorithms[key]) for key in self.shown())
        found = [(unlike(card, typed), bool(self.reason(key)), not card.opens, key) for key, card in cards]
        best = min(found, key=lambda one: one[:3], default=(NO_MATCH, False, False, ""))
        led = min(((one.unlike(typed), one.section) for one in ELSEWHERE), default=(NO_MATCH, ""))
        return led[1] if led[0] < best[0] else best[-1]

    def _filter(self, text: str) -> None:
        for key, item in self.items.items():
            item.setHidden(bool(text.strip()) and unlike(self._algorithms[key], text) == NO_MATCH)
        for one in ELSEWHERE:
            self._elsewhere[one.section].setHidden(one.unlike(text) == NO_MATCH)
        for heading in self._headings.values():
            heading.setHidden(all(heading.child(i).isHidden() for i in range(heading.childCount())))
        found = bool(self.shown()) or not all(item.isHidden() for item in self._elsewhere.values())
        self._none.setHidden(found)
        self.search.setProperty("unmet", not found)
        self._light()

    def _picked(self, item: QTreeWidgetItem) -> None:
        if key := item.data(0, KEY):
            self._choose(key)
        else:
            item.setExpanded(not item.isExpanded())

    def _open_ahead(self, item: QTreeWidgetItem | None, *_: object) -> None:
        if item is not None and (key := item.data(0, KEY)) in self._items:
            self._ahead.ask(key, self._algorithms[key].rooms.opened)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """In the search field, Enter takes the best that fits and the down key goes to the list; Escape closes it."""
        if event.type() == QEvent.Type.FocusOut:
            self._left.start()
        if watched is self.search and isinstance(event, QFocusEvent) and event.type() == QEvent.Type.FocusIn:
            self.open(self.is_open or event.reason() not in PASSING)
        if isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress:
            return self._key_pressed(watched, event.key())
        return super().eventFilter(watched, event)

    def _key_pressed(self, watched: QObject, key: int) -> bool:
        """Whether the key meant something."""
        if key == Qt.Key.Key_Escape and self.compact:
            self.open(False)
            return True
        if watched is self.search and key == Qt.Key.Key_Tab and self.compact and self.is_open:
            self.open(False)
            self.passed.emit()
            return True
        entered = watched is self.search and key in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if entered and self._proposed and not self.search.text():
            self._choose(self._proposed)
            return True
        if entered and self.search.text():
            if best := self._best():
                self._choose(best)
            return True  # where nothing fits, the words can be typed otherwise
        if watched is self.search and key == Qt.Key.Key_Down:
            self._enter_list()
            return True
        return False

    def _enter_list(self) -> None:
        """Go on in the list, from what Enter would have taken if something has been typed."""
        self.open(True)
        self.tree.setFocus()

    def _restyle(self) -> None:
        self._glass.setIcon(self._appearance.icon("search", self._appearance.theme.quiet))
        self._arrow.setIcon(self._appearance.icon("chevron_down", self._appearance.theme.quiet))
        if self._items:
            self._size_rows()
            self.show_reasons(self._reasons)

    def _size_rows(self) -> None:
        font = self._appearance.font("small", weight=600)
        row = QSize(0, self.fontMetrics().lineSpacing() + round(4 * self._appearance.scale))
        for item in (*self._items.values(), *self._elsewhere.values()):
            item.setSizeHint(0, row)
        for heading in self._headings.values():
            heading.setFont(0, font)
            heading.setSizeHint(0, row)
            heading.setForeground(0, QColor(self._appearance.theme.quiet))
