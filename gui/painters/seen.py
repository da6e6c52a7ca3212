"""What is seen of a surface: the painters of a kind of mark that show one now."""

from __future__ import annotations

from typing import Any, TypeVar

from gui.painters.painter import ScreenPainter, View

P = TypeVar("P", bound=ScreenPainter[Any])
"""What paints the marks of a kind."""


def seen(view: View, kind: type, painter: type[P]) -> list[P]:
    """They, in the order of the marks."""
    return [one for one in view.painters_of(kind) if isinstance(one, painter) and one.item.isVisible()]
