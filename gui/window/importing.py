"""A table on its way into the window: which files are listed, its preview, a table that was copied."""

from __future__ import annotations

from pathlib import Path

from PySide6.QtWidgets import QDialog, QWidget

from engine.base.errors import Refusal
from engine.data.dataset import Dataset
from gui.look.appearance import Appearance
from gui.session.opening import SUFFIX

PASTED = Path("pasted table")
"""What a table without a file is called."""


def openable() -> str:
    """What the dialogue that opens files lists: exactly what can be read."""
    from engine.data.regions import SUFFIXES as IMAGES
    from engine.data.tables.sources import SUFFIXES

    tables, images = (" ".join(f"*{suffix}" for suffix in suffixes) for suffixes in (SUFFIXES, IMAGES))
    return (
        f"All that can be opened (*{SUFFIX} {tables} {images});;Sessions (*{SUFFIX});;Tables ({tables});;"
        f"Images, as a table of their regions ({images});;Lessons and models (*.json);;All files (*)"
    )


def imported(
    path: Path, appearance: Appearance, front: QWidget, target: str = "", text: str | None = None
) -> tuple[Dataset | None, tuple[str, ...]]:
    """The table of a file, or of a text that was copied, after a look at its preview, or None on second thoughts;
    and what was left out."""
    from engine.data.regions import is_image
    from gui.window.folder_dialog import FolderDialog
    from gui.window.image_dialog import ImageDialog
    from gui.window.import_dialog import ImportDialog

    dialog: FolderDialog | ImageDialog | ImportDialog
    if text is None and path.is_dir():
        dialog = FolderDialog(path, appearance, front)
    elif text is None and is_image(path):
        dialog = ImageDialog(path, appearance, front)
    else:
        dialog = ImportDialog(path, appearance, front, target, text)
    accepted = dialog.exec() == QDialog.DialogCode.Accepted
    data, remarks = dialog.dataset() if accepted else None, dialog.remarks
    dialog.deleteLater()
    return data, remarks


def copied(text: str) -> str:
    """What was copied, if it can be a table: cells with tabs between them, or the lines of a file."""
    if sum(1 for line in text.splitlines() if line.strip()) < 2:
        raise Refusal("Copy some rows of a spreadsheet first, best with the names of their columns above them.")
    return text
