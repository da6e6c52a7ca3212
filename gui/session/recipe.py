"""What determines a run beside the data, and another in its place as an entry of the undo list.

A whole drag is one entry, and one that ends where it began is none.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Any, Literal

from PySide6.QtGui import QUndoCommand

from engine.base.params import Choice, Flag, Numbers, Text, specs
from engine.base.words import figure, minus, short
from engine.core.algorithm import Algorithm
from engine.data.dataset import Column
from gui.session.commands import titled
from gui.session.coordinates import point_words
from gui.session.lane import Lane

Place = int | Literal["same"] | None
"""The step to look at: of this number, the one in view, or (None) the last."""


@dataclass(frozen=True)
class Recipe:
    """The algorithm of a lane, its parameters and seed, the model that it begins from, and the step to look at."""

    lane: int
    key: str
    values: dict[str, Any]
    params: Any
    seed: int
    start: Any
    step: Place

    @classmethod
    def of(cls, lane: Lane) -> Recipe:
        """That of a lane as it is now."""
        return cls(lane.identity, lane.key, lane.values, lane.params, lane.seed, lane.start, lane.transport.wanted)

    def instead_of(self, before: Recipe) -> Recipe:
        """What takes this one back: where it leaves the cursor alone, so does that."""
        return replace(before, step="same") if self.step == "same" else before

    def runs_as(self, other: Recipe) -> bool:
        """Whether this is the same run at the same step, whatever values are given that are as usual anyway."""
        mine, its = ((one.lane, one.key, one.params, one.seed, one.step, one.start) for one in (self, other))
        return mine == its


class RunCommand(QUndoCommand):
    """Another recipe in the place of one, and back; each comes back at the step at which it was left.

    put     runs by a recipe, and says whether its lane is there still
    place   where the cursor of a lane is to be; the step that a recipe asks for, where that lane is gone
    """

    def __init__(
        self, words: str, before: Recipe, after: Recipe, gesture: int, put: Callable[[Recipe], bool],
        place: Callable[[Recipe], Place],
    ) -> None:  # fmt: skip
        super().__init__(titled(words))
        self.before, self.after, self.gesture = before, after, gesture
        self._put, self._place = put, place

    def redo(self) -> None:
        self.before = self._left(self.before)
        self.setObsolete(not self._put(self.after))

    def undo(self) -> None:
        self.after = self._left(self.after)
        self.setObsolete(not self._put(self.before))

    def _left(self, recipe: Recipe) -> Recipe:
        """A recipe with the step in view now; one that leaves the cursor alone as it is."""
        return recipe if recipe.step == "same" else replace(recipe, step=self._place(recipe))

    def id(self) -> int:
        return 2 if self.gesture else -1

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, RunCommand) or other.gesture != self.gesture or other.after.lane != self.after.lane:
            return False
        self.after = other.after
        self.setText(other.text())
        self.setObsolete(self.after.runs_as(self.before))
        return True


def set_to(algorithm: Algorithm, name: str, value: Any, columns: Sequence[Column] = ()) -> str:
    """What setting a parameter is called in the undo list; a point among the rows has the names of its levels."""
    spec = specs(algorithm.params)[name]
    if isinstance(spec, Choice):
        read = dict(zip(spec.options, spec.read(), strict=True))[value]
    elif isinstance(spec, Flag):
        read = "yes" if value else "no"
    elif isinstance(spec, Numbers):
        is_point = spec.of_point and len(value) == len(columns)
        read = point_words(columns, value) if is_point else " ".join(map(figure, value)) or "none"
    elif isinstance(spec, Text):
        read = short(value, 20) or "none"
    else:
        read = "auto" if spec.auto is not None and not value else figure(value)
    return minus(f"set {spec.called(name)} to {read}")
