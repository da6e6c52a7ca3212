"""What is typed for a handle whose places are not the numbers that a person has in mind."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

import numpy as np

from engine.data.dataset import Dataset


class Entering(Protocol):
    """How a model is made of numbers that were typed."""

    def __call__(self, values: np.ndarray, data: Dataset, params: Any, base: Any) -> Any:
        """The base with these values (m,)."""


@dataclass(frozen=True)
class TypedAs:
    """The numbers that are typed for a handle: the weights of a line, the threshold of a cut.

    values  values(model, data): their names and what they are now;   make  the model with others
    """

    values: Callable[[Any, Dataset], Sequence[tuple[str, float]]]
    make: Entering
