"""Spoils what a file holds: the same seed spoils it the same way."""

from __future__ import annotations

import copy
import random
from typing import Any

STRANGE: tuple[Any, ...] = (
    None, True, False, 0, -1, 1, 2, 7, 10**6, 10**12, -(10**12), 2**63, 10**400, 0.5, -0.0, 1e308, 5e-324, "", "x",
    "NaN", "Infinity", "é\ud800", "x" * 10_000, "<img src='file:///etc/passwd'>", [], [[]], [1, 2], ["a"], [None], {},
    {"array": [], "type": "float64", "shape": [0]}, {"array": [1.0], "type": "float64", "shape": [1]},
    {"array": [1, 2], "type": "int64", "shape": [2]}, {"array": [0.5] * 4, "type": "float64", "shape": [2, 2]},
    {"array": [True], "type": "bool", "shape": [1]}, {"record": "Hyperplane"}, {"record": "os.system"},
)  # fmt: skip
"""What stands where something else belongs."""
MOST_CHANGES = 3


def spoilt(content: Any, seed: int) -> Any:
    """The content with one to three changes somewhere inside it."""
    chance, changed = random.Random(seed), copy.deepcopy(content)
    for _ in range(chance.randint(1, MOST_CHANGES)):
        changed = _changed(changed, chance)
    return changed


def _changed(content: Any, chance: random.Random) -> Any:
    places = list(_places(content))
    if not places:
        return chance.choice(STRANGE)
    holder, key = chance.choice(places)
    how = chance.randrange(5)
    if how == 0:
        del holder[key]
    elif how == 1 and isinstance(holder, list):
        holder.insert(key, copy.deepcopy(holder[key]))
    elif how == 2:
        other, place = chance.choice(places)
        if place in range(len(other)) if isinstance(other, list) else place in other:
            holder[key] = copy.deepcopy(other[place])
    elif how == 3 and isinstance(holder[key], (int, float)) and not isinstance(holder[key], bool):
        holder[key] = holder[key] * chance.choice([-1, 0, 2, 1000, 10**9]) + chance.choice([0, 1, -1])
    else:
        holder[key] = copy.deepcopy(chance.choice(STRANGE))
    return content


def _places(content: Any, depth: int = 0) -> Any:
    """Every holder and key inside; of a long list only its ends, or nothing else would ever be hit."""
    if depth > 40:
        return
    if isinstance(content, dict):
        keys: list[Any] = list(content)
    elif isinstance(content, list):
        keys = list(range(len(content))) if len(content) <= 6 else [0, 1, len(content) - 1]
    else:
        return
    for key in keys:
        yield content, key
        yield from _places(content[key], depth + 1)


def spoilt_text(text: str, seed: int) -> bytes:
    """A text file with bytes cut out, put in, doubled or turned."""
    chance, data = random.Random(seed), bytearray(text, "utf-8")
    for _ in range(chance.randint(1, 6)):
        place = chance.randrange(len(data) + 1)
        other = chance.randrange(len(data) + 1)
        piece = chance.choice(
            (b"", b",", b";", b"\t", b'"', b"'", b"\n", b"\r\n", b"\x00", b"\xff\xfe", b"NaN", b"1e999", b"-", b"  ",
             b"\xc3", b"9" * 400, b"=1+1", "\u2212".encode(), b",\n,\n",
             bytes(data[min(place, other):max(place, other)]))
        )  # fmt: skip
        if chance.random() < 0.3:
            del data[min(place, other) : max(place, other)]
        else:
            data[place:place] = piece
    return bytes(data)
