"""Values to JSON and back, exactly: every bit of every number, and nothing that could run code."""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from engine.core.errors import Refusal

_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_TYPES = frozenset({"float64", "int64", "bool"})
LARGEST_ARRAY = 200_000_000
"""No file may ask for a larger array than this many numbers."""


def encoded(value: Any) -> Any:
    """A value as plain JSON: arrays and dataclasses become tagged objects."""
    if isinstance(value, np.ndarray):
        return _encoded_array(value)
    if isinstance(value, np.generic):
        return encoded(value.item())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [item.name for item in dataclasses.fields(value)]
        return {"kind": type(value).__name__, **{name: encoded(getattr(value, name)) for name in names}}
    if isinstance(value, float):
        return _finite(value)
    if isinstance(value, (list, tuple)):
        return [encoded(item) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encoded(item) for key, item in value.items()}
    if value is None or isinstance(value, (bool, int, str)):
        return value
    raise TypeError(f"{type(value).__name__} has no place in a file.")


def decoded(value: Any, kinds: Mapping[str, type]) -> Any:
    """The value again; `kinds` are the dataclasses that may occur. Lists become tuples."""
    if isinstance(value, Mapping):
        if "array" in value:
            return _decoded_array(value)
        if "kind" in value:
            return _decoded_record(value, kinds)
        return {key: decoded(item, kinds) for key, item in value.items()}
    if isinstance(value, list):
        return tuple(decoded(item, kinds) for item in value)
    return value


def number(value: Any) -> float:
    """A float from its JSON form, where NaN and the infinities are words."""
    return _WORDS[value] if isinstance(value, str) and value in _WORDS else float(value)


def _finite(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _encoded_array(array: np.ndarray) -> dict[str, Any]:
    kind = {"f": "float64", "i": "int64", "u": "int64", "b": "bool"}[array.dtype.kind]
    flat = array.ravel().tolist()
    values = [_finite(item) for item in flat] if kind == "float64" else flat
    return {"array": values, "type": kind, "shape": list(array.shape)}


def _decoded_array(value: Mapping[str, Any]) -> np.ndarray:
    flat, kind, shape = value["array"], value.get("type"), value.get("shape")
    if kind not in _TYPES or not isinstance(flat, list) or not isinstance(shape, list):
        raise Refusal("An array in the file is damaged: it needs its values, its type and its shape.")
    sizes = [size for size in shape if isinstance(size, int) and 0 <= size <= LARGEST_ARRAY]
    if len(sizes) != len(shape) or math.prod(sizes) != len(flat):
        raise Refusal(f"An array in the file is damaged: {len(flat)} values do not fill the shape {shape}.")
    try:
        values = [number(item) for item in flat] if kind == "float64" else flat
        return np.array(values, dtype=kind).reshape(sizes)
    except (TypeError, ValueError, OverflowError) as error:
        raise Refusal(f"An array in the file holds something that is no {kind} number.") from error


def _decoded_record(value: Mapping[str, Any], kinds: Mapping[str, type]) -> Any:
    kind = kinds.get(value["kind"]) if isinstance(value["kind"], str) else None
    if kind is None:
        raise Refusal(f"The file holds a {value['kind']!r}, which this version does not know.")
    types = {item.name: str(item.type) for item in dataclasses.fields(kind)}
    if unknown := set(value) - set(types) - {"kind"}:
        raise Refusal(f"The file's {value['kind']} has an unknown field {sorted(unknown)[0]!r}.")
    try:
        return kind(**{name: _as_declared(decoded(value[name], kinds), types[name]) for name in types if name in value})
    except TypeError as error:
        raise Refusal(f"The file's {value['kind']} is incomplete: {error}.") from error


def _as_declared(value: Any, declared: str) -> Any:
    """A JSON number in the declared type of its field; whole floats and the words for infinities need it."""
    if declared == "float":
        return number(value)
    if "ndarray" in declared and not isinstance(value, np.ndarray) and not (value is None and "None" in declared):
        raise Refusal("The file has something else where an array of numbers belongs.")
    return value
