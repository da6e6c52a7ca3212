"""What an action of the window is, and how it is put into words."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

from PySide6.QtGui import QKeySequence

from gui.session.session import Session
from gui.window.desk import Desk

Said = str | Callable[[Session], str]


@dataclass(frozen=True)
class Action:
    """One action.

    menu, text  where it stands, and its words, which may depend on the session
    do          do(desk): what it does
    keys        its shortcuts, the first of which the menu shows;   icon  its icon;   tip  what it does, in words
    why_not     why_not(desk): why it cannot be done now, in a sentence, or ""
    checked     checked(desk): whether it is on, for an action that is on or off
    group       of the actions of one group exactly one is on;   line  whether a line stands above it in the menu
    """

    name: str
    menu: str
    text: Said
    do: Callable[[Desk], object]
    keys: tuple[str, ...] = ()
    icon: Said = ""
    tip: str = ""
    why_not: Callable[[Desk], str] = lambda desk: ""
    checked: Callable[[Desk], bool] | None = None
    group: str = ""
    line: bool = False


def said(words: Said, session: Session) -> str:
    """Words that may depend on the session."""
    return words(session) if callable(words) else words


def shortcuts(declared: Action) -> list[QKeySequence]:
    """The keys of an action; Ctrl is the command key on a Mac."""
    return [QKeySequence(key) for key in declared.keys]


@cache
def key_words(declared: Action) -> str:
    """The keys of an action as a person reads them; asked again at every step, and always the same."""
    return ", ".join(key.toString(QKeySequence.SequenceFormat.NativeText) for key in shortcuts(declared))


def tool_tip(declared: Action, session: Session, reason: str) -> str:
    """What a button does, its key, and why it cannot be pressed."""
    words = declared.tip or said(declared.text, session).replace("&", "")
    keys = key_words(declared)
    key = f"  ({keys})" if keys else ""
    return f"{words}{key}\n{reason}" if reason else f"{words}{key}"
