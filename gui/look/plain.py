"""Words that Qt shows as they are: where it guesses, a name such as <img src=...> would have it read a file."""

from __future__ import annotations

from PySide6.QtGui import Qt

JOINER = "\u2060"
"""A sign of no width: a tag that begins with it is none."""


def plain(words: str) -> str:
    """The words for a tool tip, which has no text format of its own; a label has one, and needs this not."""
    return words.replace("<", f"<{JOINER}").replace("&", f"&{JOINER}") if Qt.mightBeRichText(words) else words
