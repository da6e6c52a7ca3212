"""What people and films are called in a sentence."""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from engine.base.words import counted, figure, joined
from engine.core.surfaces import Surface
from engine.data.dataset import Dataset
from engine.families.recommenders.asking import flipped

_OTHERS = {"user": "film", "critic": "film", "critics": "films", "film": "person", "films": "people"}
_TERM = re.compile(rf"\b({'|'.join(_OTHERS)})\b")
FEW = 6
"""Of more films or critics a sentence names so many."""


def critic(data: Dataset, params: Any, row: int) -> str:
    """One that is compared, by its name."""
    return f"film {data.columns[row].name}" if flipped(params) else f"critic {data.row_name(row)}"


def asker(data: Dataset, params: Any, row: int) -> str:
    """The one who asks."""
    return f"film {data.columns[row].name}" if flipped(params) else f"user {data.row_name(row)}"


def film(data: Dataset, params: Any, column: int) -> str:
    """One of what is rated."""
    return f"person {data.row_name(column)}" if flipped(params) else f"film {data.columns[column].name}"


def film_label(data: Dataset, params: Any, column: int) -> str:
    """Its name alone, as it stands beside a bar or above a column."""
    return data.row_name(column) if flipped(params) else data.columns[column].name


def critic_label(data: Dataset, params: Any, row: int) -> str:
    """The name of a critic alone."""
    return data.columns[row].name if flipped(params) else data.row_name(row)


def films(count: int, params: Any) -> str:
    """So many of what is rated."""
    return counted(count, "person", "people") if flipped(params) else counted(count, "film")


def critics(count: int, params: Any) -> str:
    """So many of those that are compared."""
    return counted(count, "film") if flipped(params) else counted(count, "critic")


def kind(params: Any) -> str:
    """What is compared."""
    return "film" if flipped(params) else "critic"


def in_terms(words: str, params: Any) -> str:
    """Words on users, critics and films; where films are compared, on films and people.

    >>> in_terms("The user has rated no film.", None)
    'The user has rated no film.'
    """
    if not flipped(params):
        return words
    return _TERM.sub(lambda found: _OTHERS[found[0]], words)


def surface_of(surface: Surface, params: Any) -> Surface:
    """A surface with its name and axes in the terms of what is compared."""
    name, x, y = (in_terms(words, params) for words in (surface.name, surface.x, surface.y))
    return replace(surface, name=name, x=x, y=y)


def all_films(data: Dataset, params: Any, columns: Iterable[int]) -> str:
    """Some films by name, the first few of many."""
    found = [int(one) for one in columns]
    named = [film(data, params, one) for one in found[:FEW]]
    return joined(named) if len(found) <= FEW else f"{', '.join(named)} and {len(found) - FEW} more"


def all_critics(data: Dataset, params: Any, rows: Iterable[int]) -> str:
    """Some critics by name, the first few of many."""
    found = [int(one) for one in rows]
    named = [critic(data, params, one) for one in found[:FEW]]
    return joined(named) if len(found) <= FEW else f"{', '.join(named)} and {len(found) - FEW} more"


def capital(words: str) -> str:
    """A sentence that begins with one of our own words, in lower case so far."""
    return words[:1].upper() + words[1:]


def rated(value: float) -> float | str:
    """A rating for a table, and words for a gap."""
    return "not rated" if np.isnan(value) else float(value)


def cell(value: float) -> str:
    """A rating in a sentence."""
    return "not rated" if np.isnan(value) else figure(value)
