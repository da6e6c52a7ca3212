"""Numbers as people write them: which mark groups thousands and which begins the decimals is decided for a column."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal, get_args

from engine.base.errors import Refusal
from engine.base.words import quoted, short

Marks = Literal[".", ",", "day first", "month first"]
"""How the cells of a column are to be read: their decimal mark, or the order of the day and the month."""

MISSING = frozenset({"", "na", "nan", "n/a", "?", "-", "null", "#n/a"})
"""What stands for a missing cell, in small letters."""

_BLANKS = " \u00a0\u2009\u202f"
_GROUPING = {".": ",'’" + _BLANKS, ",": ".'’" + _BLANKS}
_CODES = ["EUR", "USD", "GBP", "CHF", "JPY", "SEK", "NOK", "DKK", "PLN", "CZK", "HUF", "CNY", "INR", "AUD", "CAD"]
_CURRENCIES = frozenset([*"€$£¥₹₩₽", *_CODES])
_UNITS = _CURRENCIES | frozenset("%‰")
_UNCLEAR = re.compile(r"[+-]?[1-9]\d{0,2}([.,])\d{3}")
_BARE = re.compile(r"[+-]?\d{1,3}")
_SAYS = {
    (".", ","): "the comma groups thousands", (",", ","): "the comma begins the decimals",
    (",", "."): "the point groups thousands", (".", "."): "the point begins the decimals",
}  # fmt: skip


def _pattern(decimal: str) -> re.Pattern[str]:
    """A number with this decimal mark, whole thousands grouped by one and the same other mark or not at all."""
    group, mark = f"[{re.escape(_GROUPING[decimal])}]", re.escape(decimal)
    whole = rf"(?:[1-9]\d{{0,2}}(?P<group>{group})\d{{3}}(?:(?P=group)\d{{3}})*|\d+)"
    return re.compile(rf"[+-]?(?:{whole}(?:{mark}\d*)?|{mark}\d+)(?:e[+-]?\d+)?|[+-]?inf(?:inity)?", re.IGNORECASE)


_NUMBERS = {mark: _pattern(mark) for mark in ".,"}
_WITHOUT = {mark: {ord(sign): None for sign in signs} | {ord(mark): "."} for mark, signs in _GROUPING.items()}


@dataclass(frozen=True)
class Manner:
    """How cells are written, as far as it is known before they are read.

    decimal  the usual decimal mark of the file;   sure  other cells of the file or the person say so
    marks    what the person says of this very column;   missing  what stands for a missing cell, in small letters
    """

    decimal: str = "."
    sure: bool = False
    marks: Marks | None = None
    missing: frozenset[str] = MISSING


PLAIN = Manner()


@dataclass(frozen=True)
class Understood:
    """What the texts of a column say together: a number each.

    unit      what they are numbers of, "" when it is not said;   words  what needs saying of that
    marks     how they were read, None where there is one way only;   readings  all ways that fit, with what each means,
              the one that is taken first
    doubt     the two readings in words, "" when one of them is certain
    """

    values: tuple[float, ...]
    unit: str = ""
    words: str = ""
    marks: Marks | None = None
    readings: tuple[tuple[Marks, str], ...] = ()
    doubt: str = ""


def grouped(text: str, decimal: str = ".") -> float | None:
    """A number with or without grouped thousands, or None when it is none with this decimal mark.

    >>> grouped("1,200.5"), grouped("1.200,5", ","), grouped("1 200"), grouped("12,00")
    (1200.5, 1200.5, 1200.0, None)
    """
    return float(text.translate(_WITHOUT[decimal])) if _NUMBERS[decimal].fullmatch(text) else None


def split_unit(text: str) -> tuple[str, str]:
    """A cell without its percent sign or currency, and that.

    >>> split_unit("12 %"), split_unit("-$3"), split_unit("3 EUR"), split_unit("7")
    (('12', '%'), ('-3', '$'), ('3', 'EUR'), ('7', ''))
    """
    text = text.replace("−", "-")
    sign = text[0] if text[:1] in ("+", "-") else ""
    body = text[len(sign) :].lstrip()
    for size in (1, 3):
        if (unit := body[:size]) in _CURRENCIES and _begins(rest := body[size:].lstrip().removeprefix("+")):
            return sign + rest, unit
        if (unit := body[-size:]) in _UNITS and _begins(rest := body[:-size].rstrip()):
            return sign + rest, unit
    return text, ""


def _begins(text: str) -> bool:
    """Whether a number may begin here."""
    return text[:1].isdecimal() or text[:1] in (".", ",", "-")


def usual_decimal(texts: Iterable[str], otherwise: str = ".") -> tuple[str, bool]:
    """The decimal mark of the cells that can be read in one way only, and whether they agree."""
    votes = {".": 0, ",": 0}
    unclear = False
    for text in texts:
        plain = split_unit(text.strip())[0]
        fits = [mark for mark in ".," if _NUMBERS[mark].fullmatch(plain)]
        unclear = unclear or _UNCLEAR.fullmatch(plain) is not None
        if len(fits) == 1:
            votes[fits[0]] += 1
    if not any(votes.values()):
        return (otherwise if unclear else "."), False
    return ("," if votes[","] > votes["."] else "."), not all(votes.values())


def understood_numbers(texts: Collection[str], manner: Manner) -> Understood | None:
    """The numbers of all texts with their unit, read with one decimal mark; None when one is no number."""
    parts = [split_unit(text) for text in texts]
    units = {unit for _, unit in parts}
    if len(units) != 1:
        return None
    plain = [text for text, _ in parts]
    fits: list[Marks] = [mark for mark in (".", ",") if all(map(_NUMBERS[mark].fullmatch, plain))]
    if manner.marks in (".", ","):
        fits = [mark for mark in fits if mark == manner.marks]
    if not fits:
        return None
    mark, unclear, doubt = _chosen(plain, fits, manner)
    values = tuple(float(text.translate(_WITHOUT[mark])) for text in plain)
    taken_first = sorted(fits, key=lambda other: other != mark)  # as the doubt names them
    said = tuple((other, _meaning(unclear, other)) for other in taken_first) if unclear else ()
    return Understood(values, units.pop(), "", mark if any(_marked(text) for text in plain) else None, said, doubt)


def is_amount(text: str) -> bool:
    """Whether a cell is a number by itself, with either decimal mark, and with a unit or not."""
    plain = split_unit(text)[0]
    return any(pattern.fullmatch(plain) for pattern in _NUMBERS.values())


def misfits(texts: Sequence[str], marks: Marks | None = None) -> list[int]:
    """The places of the texts that keep a column from being numbers: the others share a decimal mark and a unit."""
    parts = [split_unit(text) for text in texts]
    fits = [{j for j, (plain, _) in enumerate(parts) if pattern.fullmatch(plain)} for pattern in _NUMBERS.values()]
    most = fits[".,".index(marks)] if marks in (".", ",") else max(fits, key=len)
    units = Counter(parts[j][1] for j in most)
    usual = units.most_common(1)[0][0] if units else ""
    return [j for j, (_, unit) in enumerate(parts) if j not in most or unit != usual]


def _marked(text: str) -> bool:
    return "," in text or "." in text


def _chosen(texts: Collection[str], fits: list[Marks], manner: Manner) -> tuple[Marks, str, str]:
    """The decimal mark, a cell that both marks fit with another meaning, and the doubt where nothing decides."""
    usual: Marks = "," if manner.decimal == "," else "."
    unclear = next((text for text in texts if _UNCLEAR.fullmatch(text)), "")
    if len(fits) == 1 or not unclear:
        return (fits[0] if len(fits) == 1 else usual), "", ""
    if manner.sure:
        return usual, "", ""
    likely = _by_zeros(texts) or usual
    other: Marks = "." if likely == "," else ","
    if likely == usual and _by_zeros(texts):
        return usual, "", ""
    return likely, unclear, f"{_meaning(unclear, likely)}, or {_meaning(unclear, other)}"


def _by_zeros(texts: Collection[str]) -> Marks | None:
    """Whether kept zeros or bare whole numbers show grouped thousands: beside a bare 999, 1,200 is hardly 1.2."""
    marks, kept, bare = set(), False, False
    for text in texts:
        if found := _UNCLEAR.fullmatch(text):
            marks.add(found[1])
            kept = kept or text.endswith("0")
        elif _BARE.fullmatch(text):
            bare = True
        else:
            return None
    return ("." if marks == {","} else ",") if len(marks) == 1 and kept and bare else None


def _meaning(text: str, decimal: Marks) -> str:
    """What a cell means with this decimal mark, in words."""
    mark = "," if "," in text else "."
    return f"{text} is {grouped(text, decimal):.10g} ({_SAYS[decimal, mark]})"


def missing_words(own: Iterable[str]) -> frozenset[str]:
    """What stands for a missing cell, the person's own words among them."""
    return MISSING | {word.strip().casefold() for word in own}


def check_marks(column: str, marks: str) -> None:
    """Refuse what is no way of reading a column."""
    if marks not in get_args(Marks):
        words = f"Column {short(column)} cannot be read with {quoted(marks)}"
        raise Refusal(f"{words}: choose one of {', '.join(map(repr, get_args(Marks)))}.")
