"""A table on its way into the window: which files are listed, its preview, a table that was copied."""

from __future__ import annotations

import csv
import io
from pathlib import Path

from PySide6.QtWidgets import QDialog, QWidget

from engine.base.errors import Refusal
from engine.data.dataset import Dataset
from gui.look.appearance import Appearance
from gui.session.opening import SUFFIX

PASTED = "pasted table"
"""What a table without a file is called."""


def openable() -> str:
    """What the dialogue that opens files lists: exactly what can be read."""
    from engine.data.tables.sources import SUFFIXES

    tables = " ".join(f"*{suffix}" for suffix in SUFFIXES)
    return (
        f"All that can be opened (*{SUFFIX} {tables});;Sessions (*{SUFFIX});;Tables ({tables});;"
        "Lessons and models (*.json);;All files (*)"
    )


def imported(
    path: Path, appearance: Appearance, front: QWidget, target: str = ""
) -> tuple[Dataset | None, tuple[str, ...]]:
    """The table of a file after a look at its preview, or None on second thoughts; and what was left out."""
    from gui.window.import_dialog import ImportDialog

    dialog = ImportDialog(path, appearance, front, target)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    data, remarks = dialog.dataset() if accepted else None, dialog.remarks
    dialog.deleteLater()
    return data, remarks


def written(text: str, folder: Path) -> Path:
    """What was copied as a file: cells with tabs between them as a spreadsheet gives them, or the lines of a file."""
    lines = [line for line in csv.reader(io.StringIO(text), delimiter="\t") if any(map(str.strip, line))]
    if len(lines) < 2:
        raise Refusal("Copy some rows of a spreadsheet first, best with the names of their columns above them.")
    path = folder / f"{PASTED}{'.tsv' if len(lines[0]) > 1 else '.csv'}"
    path.write_text(text, encoding="utf-8")
    return path
