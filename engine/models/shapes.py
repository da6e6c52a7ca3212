"""What makes a class a kind of model, and what shapes its arrays must have."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, dataclass_transform

from engine.base.coding import in_words
from engine.base.errors import Refusal
from engine.base.snapshot import snapshot

T = TypeVar("T")

Axes = Mapping[str, tuple[str, ...]]
"""Of each array of a model, by its name, what the axes run over: "feature", "class", "cluster".

Known to the window are "row", "feature", "class", "input" (a feature, or a function of the basis), "weight" (the bias,
then the inputs) and "output" (of a network). Places along any other axis have numbers. `AXES_WITHIN` of a model
says what an axis of one of its parts is there: {"target": {"feature": "output"}}, {"first layers": ...} of a tuple.
`VALUES` names the arrays of values of features, with the array of the numbers of these: {"threshold": "attribute"}.
"""

MARK = "__kind__"
"""Where a class says what it is: a "model", or a "part" of models."""


@dataclass_transform(frozen_default=True)
def model(cls: type[T]) -> type[T]:
    """A snapshot that is a kind of model: what a run may end with and begin from, and what files know by its name."""
    return _marked(cls, "model")


@dataclass_transform(frozen_default=True)
def part(cls: type[T]) -> type[T]:
    """A snapshot that models are made of, such as a basis: no model by itself."""
    return _marked(cls, "part")


def _marked(cls: type[T], mark: str) -> type[T]:
    made = snapshot(cls)
    setattr(made, MARK, mark)
    return made


def called(model: object) -> str:
    """What a person calls this kind of model, as it says in `CALLED`; of a model or of its class.

    >>> from engine.models.groups import Centres
    >>> called(Centres)
    'cluster centres'
    """
    kind = model if isinstance(model, type) else type(model)
    return str(getattr(kind, "CALLED", "model"))


def shaped(model: Any, **shapes: str) -> dict[str, int]:
    """What each letter stands for, where arrays have the shapes stated: `shaped(self, means="Kd", classes="K")`."""
    sizes: dict[str, int] = {}
    for name, letters in shapes.items():
        shape = getattr(model, name).shape
        if len(shape) != len(letters) or [*map(sizes.setdefault, letters, shape)] != [*shape]:
            stated = ", ".join(f"{in_words(field)} ({', '.join(axes)})" for field, axes in shapes.items())
            words = f"The {in_words(name)} of the {called(model)} have the shape {shape}, and it needs {stated}."
            raise Refusal(words)
    return sizes


def values_of(kind: type) -> dict[str, str]:
    """Which arrays hold values of features, and which array beside each has the numbers of these features."""
    return {name: beside for base in reversed(kind.__mro__) for name, beside in vars(base).get("VALUES", {}).items()}


def axes_of(kind: type) -> dict[str, tuple[str, ...]]:
    """What the axes of all its arrays run over, those of the classes it inherits from included."""
    return {name: axes for base in reversed(kind.__mro__) for name, axes in vars(base).get("AXES", {}).items()}
