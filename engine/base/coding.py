"""Values to JSON and back, exactly: every bit of every number, and nothing that could run code."""

from __future__ import annotations

import base64
import dataclasses
import math
import re
from collections.abc import Mapping, Sequence
from functools import cache
from types import NoneType, UnionType
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import listed, quoted, short

RECORD, ARRAY = "record", "array"
"""The tags of a dataclass and of an array; no field and no parameter may have such a name."""
_WORDS = {"NaN": math.nan, "Infinity": math.inf, "-Infinity": -math.inf}
_TYPES = ("float64", "int64", "bool")
PACKED = {"float64": "<f8", "int64": "<i8", "bool": "?"}
READABLE = 10_000
"""An array of more numbers is packed where that is allowed: as text it is slow, and too long to read."""
PIECE = 3 * 2**14
"""The bytes of one piece of a packed array."""
LARGEST_ARRAY = 200_000_000
"""No file may ask for a larger array than this many numbers."""


def encoded(value: Any, packed: bool = False) -> Any:
    """A value as plain JSON: arrays and dataclasses become tagged objects.

    packed   whether an array of more than READABLE numbers becomes their bytes, in pieces: fifty times as fast
    """
    if isinstance(value, np.ndarray):
        return _packed_array(value) if packed and value.size > READABLE else _encoded_array(value)
    if isinstance(value, np.generic):
        return encoded(value.item())
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        names = [item.name for item in dataclasses.fields(value)]
        return {RECORD: type(value).__name__, **{name: encoded(getattr(value, name), packed) for name in names}}
    if isinstance(value, float):
        return _finite(value)
    if value is None or isinstance(value, (bool, int, str)):
        return value
    if isinstance(value, Sequence):
        return [encoded(item, packed) for item in value]
    if isinstance(value, Mapping):
        return {str(key): encoded(item, packed) for key, item in value.items()}
    raise TypeError(f"{type(value).__name__} has no place in a file.")


def decoded(value: Any, kinds: Mapping[str, type]) -> Any:
    """The value again; `kinds` are the dataclasses that may occur. Lists become tuples."""
    try:
        return _decoded(value, kinds)
    except RecursionError as error:
        raise Refusal("The file is damaged: it is nested too deeply.") from error


def _decoded(value: Any, kinds: Mapping[str, type]) -> Any:
    if isinstance(value, Mapping):
        if ARRAY in value:
            return _decoded_array(value)
        if RECORD in value:
            return _decoded_record(value, kinds)
        return {key: _decoded(item, kinds) for key, item in value.items()}
    if isinstance(value, list):
        return tuple(_decoded(item, kinds) for item in value)
    return value


def number(value: Any) -> float:
    """A float from its JSON form, where NaN and the infinities are words."""
    if isinstance(value, str) and value in _WORDS:
        return _WORDS[value]
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise Refusal(f"The file has {told(value)} where a number belongs.")
    try:
        return float(value)
    except OverflowError as error:
        raise Refusal("The file has a number that is too large.") from error


def _finite(value: float) -> float | str:
    if math.isfinite(value):
        return value
    return "NaN" if math.isnan(value) else "Infinity" if value > 0 else "-Infinity"


def _kind_of(array: np.ndarray) -> str:
    return {"f": "float64", "i": "int64", "u": "int64", "b": "bool"}[array.dtype.kind]


def _packed_array(array: np.ndarray) -> dict[str, Any]:
    """The bytes of the numbers, the lowest first, in base 64, and in pieces so that no call takes long."""
    kind = _kind_of(array)
    raw = np.ascontiguousarray(array, dtype=PACKED[kind]).reshape(-1).view(np.uint8)
    pieces = [base64.b64encode(raw[at : at + PIECE].tobytes()).decode("ascii") for at in range(0, len(raw), PIECE)]
    return {ARRAY: pieces, "type": kind, "shape": list(array.shape), "packed": True}


def _unpacked_array(pieces: Any, kind: str, sizes: list[int]) -> np.ndarray:
    try:
        raw = b"".join(base64.b64decode(piece, validate=True) for piece in pieces)
    except (TypeError, ValueError) as error:
        raise Refusal("An array in the file is damaged: its numbers cannot be unpacked.") from error
    if len(raw) != math.prod(sizes) * np.dtype(PACKED[kind]).itemsize:
        raise Refusal(f"An array in the file is damaged: {len(raw)} bytes do not fill its shape {short(sizes)}.")
    if kind == "bool" and raw.strip(b"\0\1"):
        raise Refusal("An array in the file holds something that is neither true nor false.")
    return np.frombuffer(raw, dtype=PACKED[kind]).astype(kind).reshape(sizes)


def _encoded_array(array: np.ndarray) -> dict[str, Any]:
    kind = _kind_of(array)
    flat = array.ravel().tolist()
    values = flat if kind != "float64" or np.isfinite(array).all() else [_finite(item) for item in flat]
    return {ARRAY: values, "type": kind, "shape": list(array.shape)}


def _decoded_array(value: Mapping[str, Any]) -> np.ndarray:
    flat, kind, shape = value[ARRAY], value.get("type"), value.get("shape")
    if kind not in _TYPES or not isinstance(flat, list) or not isinstance(shape, list):
        raise Refusal("An array in the file is damaged: it needs its values, its type and its shape.")
    sizes = [size for size in shape if type(size) is int and 0 <= size <= LARGEST_ARRAY]
    if len(sizes) != len(shape):
        raise Refusal("An array in the file is damaged: its shape is not made of lengths.")
    if value.get("packed") is True:
        return _unpacked_array(flat, kind, sizes)
    if math.prod(sizes) != len(flat):
        raise Refusal(f"An array in the file is damaged: {len(flat)} values do not fill its shape {short(sizes)}.")
    plain = set(map(type, flat)) <= {{"float64": float, "int64": int, "bool": bool}[kind]}
    values = flat if plain or kind != "float64" else [number(item) for item in flat]
    if kind != "float64" and not plain:
        belongs = {"int64": "no whole number", "bool": "neither true nor false"}[kind]
        raise Refusal(f"An array in the file holds something that is {belongs}.")
    try:
        return np.array(values, dtype=kind).reshape(sizes)
    except OverflowError as error:
        raise Refusal("An array in the file holds a number that is too large.") from error


def _decoded_record(value: Mapping[str, Any], kinds: Mapping[str, type]) -> Any:
    name = value[RECORD]
    kind = kinds.get(name) if isinstance(name, str) else None
    if kind is None:
        raise Refusal("The file holds a part of a kind that this version does not know.")
    types = declared(kind)
    if set(value) - set(types) - {RECORD}:
        raise Refusal(f"A part of the file ({called(kind)}) holds more than this version knows of it.")
    if missing := [in_words(item) for item in _asked(kind) if item not in value]:
        raise Refusal(f"A part of the file ({called(kind)}) is incomplete: it lacks {listed(missing)}.")
    given = {item: as_declared(_decoded(value[item], kinds), types[item]) for item in types if item in value}
    try:
        return kind(**given)
    except TypeError as error:
        raise Refusal(f"A part of the file ({called(kind)}) is damaged: its values do not fit together.") from error


def called(kind: Any) -> str:
    """What a person calls a record of this kind, as its class says in `CALLED`: never the name of the class."""
    return str(getattr(kind, "CALLED", "record"))


def in_words(path: str) -> str:
    """A field of a record, or of a part of one, as a person reads it; a part that is one of several has a number.

    >>> in_words("layers 1.activation"), in_words("judge.class_names")
    ('layer 1: activation', 'judge: class names')
    """
    return _NUMBERED.sub(r"\1 \2", path).replace(".", ": ").replace("_", " ")


_NUMBERED = re.compile(r"\b(\w+?)s (\d+)(?=\.)")


def told(value: Any) -> str:
    """What stands in a file where something else belongs: a number as it is, of anything else only what it is."""
    if isinstance(value, np.ndarray) or (isinstance(value, Mapping) and ARRAY in value):
        return "an array"
    if dataclasses.is_dataclass(value):
        return f"another part ({called(value)})"
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return quoted(value)
    return next((words for types, words in _TOLD if isinstance(value, types)), "named values")


_TOLD: tuple[tuple[type | tuple[type, ...], str], ...] = (
    (str, "text"), (bool, "true or false"), (NoneType, "nothing"), ((list, tuple), "a list"),
)  # fmt: skip


def _asked(kind: type) -> list[str]:
    """The fields of a record that have no default."""
    missing = dataclasses.MISSING
    return [item.name for item in dataclasses.fields(kind) if item.default is item.default_factory is missing]


@cache
def declared(kind: type) -> dict[str, Any]:
    """The type of every field of a record by its name."""
    hints = get_type_hints(kind)
    return {item.name: hints[item.name] for item in dataclasses.fields(kind)}


def as_declared(value: Any, type_: Any) -> Any:
    """A value from a file in the declared type of its field, or a refusal in words.

    >>> as_declared((1, 2), tuple[float, ...])
    (1.0, 2.0)
    """
    if type_ is float:
        return number(value)
    if type_ in PLAIN:
        if type(value) is not type_:
            raise Refusal(f"The file has {told(value)} where {PLAIN[type_]} belongs.")
        return value
    if type_ is np.ndarray:
        if not isinstance(value, np.ndarray):
            raise Refusal("The file has something else where an array of numbers belongs.")
        return value
    return _as_composed(value, type_, get_origin(type_), get_args(type_))


PLAIN: dict[type, str] = {str: "text", int: "a whole number", bool: "true or false"}
"""What a plain type is called when something else stands in its place."""


def _as_composed(value: Any, type_: Any, origin: Any, parts: tuple[Any, ...]) -> Any:
    """A value of one of several types, of one of several values, a list, or a record."""
    if origin in (Union, UnionType):
        if value is None and NoneType in parts:
            return None
        return as_declared(value, next(part for part in parts if part is not NoneType))
    if origin is Literal:
        if type(value) is not type(parts[0]) or value not in parts:
            raise Refusal(f"The file has {told(value)} where one of {', '.join(map(str, parts))} belongs.")
        return value
    if origin in (tuple, Sequence):
        return _as_list(value, parts if origin is tuple else (*parts, ...))
    if not dataclasses.is_dataclass(value) or (isinstance(type_, type) and not _is_of(value, type_)):
        belongs = f" ({type_.CALLED})" if hasattr(type_, "CALLED") else ""
        raise Refusal(f"The file has {told(value)} where a part of another kind belongs{belongs}.")
    return value


def _is_of(record: Any, type_: type) -> bool:
    """Whether a record is of a class, or can all that a protocol asks for."""
    if not getattr(type_, "_is_protocol", False):
        return isinstance(record, type_)
    return all(hasattr(record, name) for name in vars(type_) if not name.startswith("_"))


def _as_list(value: Any, parts: tuple[Any, ...]) -> tuple[Any, ...]:
    if not isinstance(value, tuple):
        raise Refusal(f"The file has {told(value)} where a list belongs.")
    types = parts[:1] * len(value) if parts[-1] is Ellipsis else parts
    if len(types) != len(value):
        raise Refusal(f"A list in the file has {len(value)} entries where {len(types)} belong.")
    return tuple(as_declared(item, type_) for item, type_ in zip(value, types, strict=True))
