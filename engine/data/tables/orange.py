"""What Orange writes about its columns: in two lines under the names, or before them as in `cD#iris`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from engine.data.dataset import NUMBERS, TEXT, Kind
from engine.data.tables.columns import Role
from engine.data.tables.raw import Declared

_KINDS: dict[str, Kind] = {
    "continuous": "numeric", "c": "numeric", "numeric": "numeric", "n": "numeric",
    "discrete": "categorical", "d": "categorical", "categorical": "categorical",
}  # fmt: skip
_TEXTS = {"string", "s", "text", "time", "t", "basket"}
_FLAGS: dict[str, Role] = {"class": "target", "c": "target", "meta": "skip", "m": "skip", "ignore": "skip", "i": "skip"}
ORDERED = "ordered=yes"
"""What is written among the flags of a category whose levels have an order: Orange takes it for a remark."""
OF_WORDS = "text=yes"
"""What is written among the flags of a column of texts, which are learnt from by their words."""
REMARKS: dict[Kind, str] = {"ordinal": ORDERED, TEXT: OF_WORDS}
_BEFORE = re.compile(r"([mci]?)([CDST]?)#(.+)", re.DOTALL)


def lines_under(rows: Sequence[Sequence[str]]) -> tuple[tuple[str, ...], ...]:
    """The lines of types and of flags under the names, or none."""
    if len(rows) < 4 or len({len(row) for row in rows[:3]}) > 1 or not any(cell.strip() for cell in rows[1]):
        return ()
    types, flags = ([cell.strip() for cell in row] for row in rows[1:3])
    known = all(one in _KINDS or one in _TEXTS or _listed(one) for one in types)
    again = not {one for one in types if one}.isdisjoint(cell.strip() for row in rows[3:] for cell in row)
    words = [word for one in flags for word in one.split()]
    if not known or again or not (is_told(flags) or any(one in _KINDS or one in _TEXTS for one in types)):
        return ()
    return (tuple(types), tuple(flags)) if all(word in _FLAGS or "=" in word for word in words) else ()


def is_told(flags: Sequence[str]) -> bool:
    """Whether a line is one of flags beyond doubt: then there are names above it, whatever they look like."""
    return any(word in ("class", ORDERED, OF_WORDS) for cell in flags for word in cell.split())


def _listed(text: str) -> list[str]:
    """The levels of a category that are listed instead of its type."""
    return text.replace("\\ ", "\0").split(" ") if " " in text.replace("\\ ", "") else []


def lines_of(columns: Sequence[tuple[Kind, Sequence[str], Role]]) -> list[list[str]] | None:
    """The line of types and the line of flags for columns of these kinds, levels and roles.

    None where what is written would not be read so, as with one level that ends in a backslash.
    """
    types = ["string" if role == "name" else _type_of(kind, held) for kind, held, role in columns]
    told = {"target": "class", "name": "meta"}
    flags = [f"{told.get(role, '')} {REMARKS.get(kind, '')}".strip() for kind, _, role in columns]
    for text, (kind, held, role) in zip(types, columns, strict=True):
        read = [level.replace("\0", " ") for level in _listed(text.strip())]
        if kind not in (*NUMBERS, TEXT) and role != "name" and len(held) > 1 and (read != list(held) or text in _KINDS):
            return None
    return [types, flags]


def _type_of(kind: Kind, levels: Sequence[str]) -> str:
    if kind == "numeric":
        return "continuous"
    if kind == "date":
        return "time"
    if kind == TEXT:
        return "string"
    return " ".join(level.replace(" ", "\\ ") for level in levels) if len(levels) > 1 else "discrete"


def declared(names: list[str], lines: Sequence[Sequence[str]]) -> tuple[list[str], Declared]:
    """The names without what stands before them, and what the file says of its columns."""
    pairs = list(zip(*lines, strict=True)) if lines else [_before(name) for name in names]
    if lines or any(kind or flag for kind, flag in pairs):
        names = names if lines else [_BEFORE.sub(r"\3", name) if is_prefixed(name) else name for name in names]
        return names, _said(names, pairs)
    return names, Declared()


def is_prefixed(name: str) -> bool:
    """Whether a type or a flag stands before a name.

    >>> is_prefixed("cD#iris"), is_prefixed("#iris")
    (True, False)
    """
    found = _BEFORE.fullmatch(name)
    return found is not None and bool(found[1] or found[2])


def _before(name: str) -> tuple[str, str]:
    """Type and flag of a name such as `cD#iris`."""
    if not (found := _BEFORE.fullmatch(name)):
        return "", ""
    return found[2].lower(), found[1]


def _said(names: Sequence[str], pairs: Sequence[tuple[str, str]]) -> Declared:
    """Kinds, roles and levels by name; the first text beside the table names its rows."""
    kinds: dict[str, Kind] = {}
    roles: dict[str, Role] = {}
    levels: dict[str, list[str]] = {}
    for name, (kind, flag) in zip(names, pairs, strict=True):
        if not kind and not flag:
            continue
        if kind in _KINDS or _listed(kind):
            kinds[name] = _KINDS.get(kind, "categorical")
        if kind not in _KINDS and (listed := _listed(kind)):
            levels[name] = [level.replace("\0", " ") for level in listed]
        if name in kinds and ORDERED in flag.split():
            kinds[name] = "ordinal"
        role: Role = next((_FLAGS[word] for word in flag.split() if word in _FLAGS), "feature")
        if kind in _TEXTS - {"time", "t"}:
            if OF_WORDS in flag.split():
                kinds[name], roles[name] = TEXT, "feature"
                continue
            role = "skip" if kind == "basket" or role != "skip" or "name" in roles.values() else "name"
        roles[name] = role
    return Declared(kinds, roles, levels)
