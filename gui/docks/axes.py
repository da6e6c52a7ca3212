"""The fields of a model by their names, and how the places along the axes of its arrays are called."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from engine.data.dataset import Column, Dataset
from engine.models.basis import Basis
from engine.models.shapes import axes_of, values_of


@dataclass(frozen=True)
class Axis:
    """What an array runs over along one axis, as its model declares it: a feature is no cluster, even of as many.

    kind     "feature", "cluster", ...: the head of the column with the names
    data     whose features, classes and rows they are
    basis    what stands between the features and the inputs of the model;   classes  the codes of its classes
    values   the array beside it that has the number of the feature of which each entry is a value, if there is one
    """

    kind: str
    data: Dataset
    basis: Basis | None = None
    classes: Sequence[int] = ()
    values: str = ""

    @property
    def features(self) -> tuple[Column, ...]:
        """The columns of the data, where it runs over the features or over values of them."""
        return self.data.columns if self.kind == "feature" or self.values else ()

    def names(self, length: int, most: int | None = None) -> tuple[str, ...]:
        """The names of all places, or of the first ones; numbers from 1 where the data have not as many."""
        shown = length if most is None else min(length, most)
        known = self._known(length, shown)
        return known[:shown] if known else tuple(str(place + 1) for place in range(shown))

    def _known(self, length: int, shown: int) -> tuple[str, ...]:
        if self.kind == "row":
            return tuple(self.data.row_name(row) for row in range(shown)) if length == self.data.n else ()
        names = self._columns(length)
        return names if len(names) == length else ()

    def _columns(self, length: int) -> tuple[str, ...]:
        if self.kind == "feature":
            return self.data.feature_names
        if self.kind in ("input", "weight"):
            names = self.data.feature_names if self.basis is None else self.basis.names(self.data.feature_names)
            return names if self.kind == "input" else ("bias", *names)
        if self.kind == "class" or (self.kind == "output" and length > 1):
            there = range(len(self.data.class_names))
            codes = [int(code) for code in self.classes] if len(self.classes) else list(there)
            return tuple(self.data.class_name(code) for code in codes) if {*codes} <= {*there} else ()
        return ()


@dataclass(frozen=True)
class _Place:
    """Where in a model a part of it stands."""

    prefix: str = ""
    basis: Basis | None = None
    classes: Sequence[int] = ()
    renamed: Mapping[str, str] = dataclasses.field(default_factory=dict)


def fields(model: Any) -> dict[str, object]:
    """Every field of a model by its name; a model inside a model gives `outer.inner`."""
    return {f"{place.prefix}{name}": value for place, _, name, value in _walked(model, _Place())}


def axes(model: Any, data: Dataset) -> dict[str, tuple[Axis, ...]]:
    """What each array of a model runs over along its axes, by the name of its field."""
    found = {}
    for place, part, name, value in _walked(model, _Place()):
        if isinstance(value, np.ndarray):
            kinds = axes_of(type(part)).get(name, ("",) * value.ndim)
            kinds = tuple(place.renamed.get(kind, kind) for kind in kinds)
            beside = values_of(type(part)).get(name, "")
            values = beside and f"{place.prefix}{beside}"
            along = (Axis(kind, data, place.basis, place.classes, values) for kind in kinds)
            found[f"{place.prefix}{name}"] = tuple(along)
    return found


def _walked(model: Any, place: _Place) -> Iterator[tuple[_Place, Any, str, object]]:
    """The fields of a model and of its parts: where, of which part, the name, the value."""
    basis, classes = getattr(model, "basis", None) or place.basis, getattr(model, "classes", place.classes)
    here = dataclasses.replace(place, basis=basis, classes=classes)
    within: Mapping[str, Mapping[str, str]] = getattr(model, "AXES_WITHIN", {})
    for item in dataclasses.fields(model):
        value = getattr(model, item.name)
        inner = None if item.name == "basis" else basis
        if dataclasses.is_dataclass(value):
            renamed = within.get(item.name, {})
            yield from _walked(value, _Place(f"{place.prefix}{item.name}.", inner, classes, renamed))
        elif isinstance(value, tuple) and value and all(dataclasses.is_dataclass(part) for part in value):
            for number, part in enumerate(value):
                ends = (number == 0, f"first {item.name}"), (number == len(value) - 1, f"last {item.name}")
                renamed = {kind: new for there, end in ends if there for kind, new in within.get(end, {}).items()}
                yield from _walked(part, _Place(f"{place.prefix}{item.name} {number + 1}.", inner, classes, renamed))
        else:
            yield here, model, item.name, value
