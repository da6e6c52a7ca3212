"""A recipe is all that determines a run: data, algorithm, parameters, seed and start. It survives JSON exactly."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, get_args

from engine import models
from engine.base.coding import decoded, encoded
from engine.base.dates import UTC_DAYS
from engine.base.errors import Refusal
from engine.base.params import build
from engine.base.words import quoted
from engine.core.trace import Trace
from engine.data.dataset import Column, Dataset, Kind
from engine.families import algorithm
from engine.models.soundness import sound


@dataclass(frozen=True)
class Recipe:
    """A run that can be repeated: bit for bit on one machine with one number of threads, elsewhere to rounding.

    >>> import engine
    >>> recipe = Recipe("perceptron", engine.load("gate_or"), {"rate": 0.5})
    >>> Recipe.from_json(recipe.to_json()).trace()[-1].mistakes
    9
    """

    algorithm: str
    data: Dataset
    params: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    start: Any = None

    def trace(self) -> Trace:
        """The run, lazily."""
        return algorithm(self.algorithm).trace(self.data, seed=self.seed, start=self.start, **self.params)

    def to_json(self) -> dict[str, Any]:
        """The recipe as plain JSON values."""
        run = run_to_json(self.algorithm, self.params, self.seed, self.start)
        return {"data": encoded(self.data), **units(self.data.columns), **run}

    @classmethod
    def from_json(cls, content: Mapping[str, Any]) -> Recipe:
        """The recipe again; what is damaged or unknown is refused with the reason."""
        data = data_from_json(content.get("data"))
        return cls(data=data, **run_from_json(content))


def known() -> dict[str, type]:
    """Every record that a recipe may hold, by its name."""
    return {**models.parts(), "Dataset": Dataset, "Column": Column}


def units(columns: Sequence[Column]) -> dict[str, Any]:
    """In what unit the numbers of columns of dates are, by name, for other programs that read the file."""
    found = {column.name: UTC_DAYS for column in columns if column.is_date}
    return {"units": found} if found else {}


def run_to_json(key: str, params: Mapping[str, Any], seed: int, start: Any) -> dict[str, Any]:
    """The part of a recipe without the data."""
    return {"algorithm": key, "params": encoded(dict(params)), "seed": seed, "start": encoded(start)}


def run_from_json(content: Any) -> dict[str, Any]:
    """Algorithm, params, seed and start, each checked."""
    if not isinstance(content, Mapping):
        raise Refusal("The file describes no run where one belongs.")
    key, params, seed = content.get("algorithm"), content.get("params", {}), content.get("seed", 0)
    if not isinstance(key, str) or not isinstance(params, Mapping):
        raise Refusal("A run in the file needs the name of its algorithm and its parameters.")
    if isinstance(seed, bool) or not isinstance(seed, int) or not 0 <= seed < 2**63:
        raise Refusal(f"The seed in the file is {quoted(seed)}; it must be a whole number from 0 on.")
    legal = build(algorithm(key).params, params)
    start = decoded(content.get("start"), known())
    if start is not None and type(start) not in models.kinds().values():
        raise Refusal("A run in the file starts from something that is no model.")
    if start is not None:
        sound(start)
    return {"algorithm": key, "params": {name: getattr(legal, name) for name in params}, "seed": seed, "start": start}


def data_from_json(content: Any) -> Dataset:
    """A data set, with its columns and codes checked."""
    data = decoded(content, known())
    if not isinstance(data, Dataset):
        raise Refusal("The file holds no data set where one belongs.")
    for column in data.columns:
        if not isinstance(column, Column) or column.kind not in get_args(Kind):
            raise Refusal("A column in the file is damaged.")
        if not isinstance(column.name, str) or not all(isinstance(level, str) for level in column.levels):
            raise Refusal("A column in the file has something else where a name belongs.")
    return data
