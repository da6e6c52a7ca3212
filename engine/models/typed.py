"""A model with one of its numbers typed by hand."""

from __future__ import annotations

import dataclasses
import re
from typing import Any

import numpy as np

from engine.base.errors import Refusal

Place = tuple[int, ...]
"""Where in an array a number stands; () of what is no array."""


def plain(path: str) -> str:
    """A field whichever of several parts it is of.

    >>> plain("layers 2.weights"), plain("bias")
    ('layers.weights', 'bias')
    """
    return re.sub(r" \d+(?=\.)", "", path)


def typed(model: Any, path: str, place: Place, value: float) -> Any:
    """The model with another number; `path` names the field as "bias", "means" or "layers 2.weights".

    A kind of model whose numbers depend on each other has `typed(name, place, value)`, which changes those too.
    """
    if not np.isfinite(value):
        raise Refusal("A model is made of finite numbers.")
    part, _, rest = path.partition(".")
    name, _, number = part.partition(" ")
    if rest and number:
        parts = list(getattr(model, name))
        parts[int(number) - 1] = typed(parts[int(number) - 1], rest, place, value)
        return dataclasses.replace(model, **{name: tuple(parts)})
    if rest:
        return dataclasses.replace(model, **{name: typed(getattr(model, name), rest, place, value)})
    if hasattr(model, "typed"):
        return model.typed(name, place, value)
    return dataclasses.replace(model, **{name: with_number(getattr(model, name), place, value)})


def with_number(field: Any, place: Place, value: float) -> Any:
    """An array with another number at a place, or a number in the place of one.

    >>> with_number(np.zeros(2), (1,), 0.5), with_number(3.0, (), 0.5)
    (array([0. , 0.5]), 0.5)
    """
    if not isinstance(field, np.ndarray):
        return float(value)
    changed = np.array(field, dtype=float)
    changed[place] = value
    return changed
