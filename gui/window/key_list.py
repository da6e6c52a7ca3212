"""All keys there are: those of the actions, and those of the picture and the tables, as one page."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtGui import QKeySequence

from gui.window.action import Action, key_words


@dataclass(frozen=True)
class Keys:
    """Keys that no action has: of which part of the window, as they are written, what they do, and each of them."""

    where: str
    written: str
    tip: str
    each: tuple[str, ...]


OTHERS = (
    Keys("Edit", "1 … 9", "The class of new points", tuple("123456789")),
    Keys("View", "Ctrl++, Ctrl+−", "Larger text, smaller text", ("Ctrl++", "Ctrl+=", "Ctrl+-")),
    Keys("View", "Ctrl+Shift+← → ↑ ↓", "Move what is seen of the plane, or of the surface that has the focus",
         ("Ctrl+Shift+Left", "Ctrl+Shift+Right", "Ctrl+Shift+Up", "Ctrl+Shift+Down")),
    Keys("Picture", "Alt+← → ↑ ↓", "Move the keyboard's cursor",
         ("Alt+Left", "Alt+Right", "Alt+Up", "Alt+Down")),
    Keys("Picture", "Alt+Shift+← → ↑ ↓", "Move it in large steps",
         ("Alt+Shift+Left", "Alt+Shift+Right", "Alt+Shift+Up", "Alt+Shift+Down")),
    Keys("Picture", "Return", "Do there what a click would do", ("Return",)),
    Keys("Picture", "M", "Pick up the point under the cursor, or put it down", ("M",)),
    Keys("Tree", "← → ↑ ↓", "Once Tab has led there, to the node beside, above or below",
         ("Left", "Right", "Up", "Down")),
    Keys("Tree", "Home, End", "To the root, to the node of the step", ("Home", "End")),
    Keys("Tree", "Return", "Go to the step of the node, and light its rows", ("Return",)),
    Keys("Tree", "+, −", "Open the branch, fold it", ("+", "-")),
    Keys("Panels", "Tab, Shift+Tab", "To the next or previous field, list, button; there its own keys hold",
         ("Tab", "Shift+Tab")),
    Keys("Panels", "Ctrl+C, Ctrl+V", "Copy what is selected in a table; paste cells into the points table",
         ("Ctrl+C", "Ctrl+V")),
)  # fmt: skip
"""The keys of the window that no action has."""


def keys_page(actions: Sequence[Action]) -> dict[str, str]:
    """All keys as one page with a table for each menu and for each other part of the window."""
    lines = [
        "# Keyboard shortcuts", "",
        "After a click the keys drive the run. A text that is typed into keeps them until **Return** or **Esc**; a "
        "panel that **Tab** has led to has keys of its own, and **Esc** leads back.", "",
    ]  # fmt: skip
    for part in dict.fromkeys([*(action.menu for action in actions), *(keys.where for keys in OTHERS)]):
        lines += [f"### {part}", "", "| key | what it does |", "|:--|:--|"]
        lines += [f"| **{key_words(one)}** | {one.tip} |" for one in actions if one.menu == part and one.keys]
        lines += [f"| **{keys.written}** | {keys.tip} |" for keys in OTHERS if keys.where == part] + [""]
    return {"Keys": "\n".join(lines)}


def every_key(actions: Sequence[Action]) -> set[str]:
    """All keys by their names, as Qt writes them everywhere."""
    names = [*(key for action in actions for key in action.keys), *(key for keys in OTHERS for key in keys.each)]
    return {QKeySequence(name).toString() for name in names}
