"""What a model from a file is to be used for: applied to the table in view, or the beginning of a run."""

from __future__ import annotations

from typing import Literal

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMessageBox, QWidget

from engine.base.words import listed
from engine.export.carried import Carried
from engine.models.shapes import called

Use = Literal["apply", "begin", ""]


def asked_use(front: QWidget, file: str, loaded: Carried, no_beginning: str) -> Use:
    """What a person chooses, "" for nothing; a run that cannot begin from it says why."""
    question = QMessageBox(QMessageBox.Icon.NoIcon, "Open a model", file, parent=front)
    question.setTextFormat(Qt.TextFormat.PlainText)
    held = f"It holds a model ({called(loaded.model)}) for the columns {listed(one.name for one in loaded.columns)}."
    question.setInformativeText(f"{held} {no_beginning}".strip())
    apply = question.addButton("&Apply it to this table", QMessageBox.ButtonRole.AcceptRole)
    begin = question.addButton("&Begin the run from it", QMessageBox.ButtonRole.ActionRole)
    begin.setEnabled(not no_beginning)
    question.addButton(QMessageBox.StandardButton.Cancel)
    question.setDefaultButton(apply)
    question.exec()
    pressed = question.clickedButton()
    question.deleteLater()
    return "apply" if pressed is apply else "begin" if pressed is begin else ""
