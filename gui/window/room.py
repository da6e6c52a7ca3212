"""The room in the window: how wide the columns are, how high what is under the picture, and what gives way."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtCore import QObject, QTimer
from PySide6.QtWidgets import QSplitter

from gui.canvas.canvas import Canvas
from gui.docks.dock import Dock
from gui.look.appearance import Appearance
from gui.session.looks import Shares
from gui.window.columns import RAIL, Column, clamp

LOW = 192
"""The height of a panel under the picture when it is first opened."""
HIGHEST = 0.52
"""A panel under the picture gets no more of the height for what it needs."""
WIDEST = 0.4
"""No column takes more of the width than this, whatever a file says."""
PRESENTED = 0.275
"""The share of the width that the column at the right has in presentation mode: the picture is for the back row."""
GROWS = (0.105, 0.15)
"""On a very wide screen the columns have these shares of the width."""
NARROW = {"left": 1000, "right": 620}
"""In a window that is narrower than this a column gives way to the picture."""


class Room(QObject):
    """Shares out the width and the height, as a hand has set them or else so that the picture gets most of it."""

    def __init__(
        self, across: QSplitter, down: QSplitter, columns: tuple[Column, Column], canvas: Canvas, look: Appearance
    ) -> None:
        super().__init__(across)
        self._across, self._down, self._canvas, self._look = across, down, canvas, look
        self._left, self._right = columns
        self._by_hand = Shares()
        self._needed = 0
        self._gave_way: dict[Column, tuple[Dock, ...]] = {}
        across.splitterMoved.connect(self._moved_across)
        down.splitterMoved.connect(self._moved_down)
        self._soon = QTimer(self, singleShot=True, interval=0)
        self._soon.timeout.connect(self._share_height)

    def open_at(self, width: int, height: int) -> None:
        """Share out a window of this size."""
        self._down.setSizes([height - LOW, LOW])
        self.share_out(width)
        self._soon.start()
        for column in (self._left, self._right):
            column.share_soon()

    def share_out(self, width: int) -> None:
        """Give the columns their widths: as a hand has set them, or the usual ones."""
        scale, by_hand, presented = self._look.scale, self._by_hand, self._look.presentation
        left, right = usual_widths(width, scale)
        right = round(PRESENTED * width) if presented else right
        if not presented:
            left = left if by_hand.left is None else round(min(by_hand.left, WIDEST) * width)
            right = right if by_hand.right is None else round(min(by_hand.right, WIDEST) * width)
        left, right = RAIL if self._left.away else left, RAIL if self._right.away else right
        self._across.setSizes([left, width - left - right, right])

    def give_way(self, before: int, width: int) -> None:
        """A window that becomes narrow folds its columns, and one that becomes wide again opens what was open there."""
        for column, least in ((self._left, NARROW["left"]), (self._right, NARROW["right"])):
            room = round(least * self._look.scale)
            if width < room and not column.away and not 0 <= before < room:
                self._gave_way[column] = tuple(dock for dock in column.docks if not dock.section.is_folded)
                column.fold()
            elif width >= room and column in self._gave_way:
                for dock in self._gave_way.pop(column):
                    dock.fold(False)

    def begin(self) -> None:
        """Other panels are open from now on, and what gave way before does not come back among them."""
        self._gave_way.clear()

    def gave_way(self) -> set[Dock]:
        """The panels that are folded because the window is narrow."""
        return {dock for docks in self._gave_way.values() for dock in docks}

    # -- by hand -------------------------------------------------------------------------------------------------------

    def _moved_across(self, _: int, handle: int) -> None:
        """The border of a column was dragged; what is dragged in presentation mode is for that talk only."""
        if not self._look.presentation:
            whole = max(sum(self._across.sizes()), 1)
            side, column = ("left", self._left) if handle == 1 else ("right", self._right)
            self._by_hand = replace(self._by_hand, **{side: column.width() / whole})

    def _moved_down(self, *_: int) -> None:
        picture, below = self._down.sizes()
        self._by_hand = replace(self._by_hand, below=below / max(picture + below, 1))

    def need(self, low: int) -> None:
        """The panel under the picture needs this height; 0 for what is usual, or as a hand has set it."""
        if low != self._needed:
            self._needed = low
            self._share_height(again=True)

    def _share_height(self, again: bool = False) -> None:
        whole, share = self._down.height(), self._by_hand.below
        usual = LOW if share is None else round(share * whole)
        low = max(usual, min(self._needed, round(HIGHEST * whole)))
        if again or share is not None or low > usual:
            self._down.setSizes([whole - low, low])

    def shares(self) -> Shares:
        """What a hand has set."""
        canvas = self._canvas.splitter.by_hand
        shares = replace(self._by_hand, beside=canvas.get("right"), under=canvas.get("below"))
        return replace(shares, model=self._right.by_hand)

    def show(self, shares: Shares) -> None:
        """Share out as a hand did in a session that was saved; what it left alone stays as it is now."""
        given = {side: share for side, share in vars(shares).items() if share is not None}
        self._by_hand = replace(self._by_hand, **given)
        self.share_out(self._across.width())
        self._share_height()
        if shares.model is not None:
            self._right.show_share(shares.model)
        if shares.beside is not None or shares.under is not None:
            self._canvas.show_shares(shares.beside, shares.under)


def usual_widths(width: int, scale: float) -> tuple[int, int]:
    """How wide the columns are in a window: they grow with it and with the text, as far as the picture keeps most."""
    left = clamp(0.125 * width, 224, max(240, GROWS[0] * width)) * scale
    right = clamp(0.2222 * width, 280, max(330, GROWS[1] * width)) * scale
    return round(min(left, WIDEST * width)), round(min(right, WIDEST * width))
