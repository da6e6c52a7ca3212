"""What the cards here say of their data: there is something to be predicted, and it decides some parameters."""

from __future__ import annotations

from engine.core.set_by_data import SetByData, has_classes, has_number
from engine.data import needs
from engine.data.dataset import Dataset
from engine.families.settled import SETTLED

DECIDED = (
    *SETTLED,
    SetByData("class_loss", None, "a number is predicted", has_number),
    SetByData("number_loss", None, "a class is predicted", has_classes),
)
"""Which parameters the target decides, for the cards."""


def a_target(data: Dataset) -> str:
    """Every row has a class or a number to be predicted; one class alone is judged too."""
    if data.target == "class":
        return needs.classes(1)(data) or needs.labelled(data)
    return needs.number_or_two_classes(data)


JUDGED: tuple[needs.Need, ...] = (a_target, needs.rows(2), needs.features(1), needs.addable)
"""What every method here needs."""
