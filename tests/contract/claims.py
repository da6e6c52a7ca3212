"""Holds a story to what it says of its quantities: one value a name, "falls" is less, "the least so far" the least."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of
from engine.core.story import Story, Table
from tests.contract.interval import Interval, agree, below, exactly, printed

NUMBER = r"[−+]?\d[\d,]*(?:\.\d+)?(?:e[−+]\d+)?"
FIGURE = re.compile(r"(?<![\w.])(?P<value>[−+]?\d+(?:,\d{3})*(?:\.\d+)?(?:e[−+]\d+)?)(?P<percent>\s?%)?(?!\w)")
"""A number by itself in a text."""
CHANGE = re.compile(
    rf"\b(?P<word>falls|fell|rises|rose)\b(?: by (?P<by>{NUMBER}))?"
    rf"(?: from (?P<start>{NUMBER}))?(?: to (?P<end>{NUMBER}))?"
)
FALLING = ("falls", "fell")
EXTREME = re.compile(
    rf"(?P<value>{NUMBER})[^.;:0-9]*? (?P<word>the (?:most|least|greatest|smallest|largest|fewest)) "
    r"(?P<when>there is|so far)"
)
CHOSEN = re.compile(
    r"(?P<who>[^.;:,]+?) has the (?P<word>largest|greatest|highest|least|smallest|lowest) (?P<what>[\w ]+)"
)
LOW = ("least", "smallest", "fewest", "lowest")
RELATIVE = 1e-9


def quantities(story: Story, measures: Mapping[str, float]) -> dict[str, float]:
    """The named quantities of a step: what is measured, and the numbers of its story, each a real number."""
    numbers = {number.name: float(number.value) for number in story.numbers if _is_number(number.value)}
    return {**{name: float(value) for name, value in measures.items()}, **numbers}


def check_names(story: Story, measures: Mapping[str, float], step: Any) -> None:
    """A name has one value: among the numbers, the measures, and the fields of the step that are called so."""
    known: dict[str, list[Any]] = {}
    for number in story.numbers:
        if not isinstance(number.value, str):
            known.setdefault(number.name, []).append(number.value)
    for name, value in measures.items():
        known.setdefault(name, []).append(value)
    for field, value in fields_of(step):
        name = field.replace("_", " ")
        if name in known and isinstance(value, (int, float, np.ndarray)):
            counted = np.ndim(value) > np.ndim(known[name][0])  # of a field that lists rows, how many there are
            known[name].append(len(value) if counted else value)
    for name, values in known.items():
        for other in values[1:]:
            assert _alike(values[0], other), f"{name}: {values}"


def _alike(one: Any, other: Any) -> bool:
    """Whether two numbers or arrays are the same; `np.allclose` takes long to begin, and most are to the last bit."""
    one, other = np.asarray(one, dtype=float), np.asarray(other, dtype=float)
    return one.shape == other.shape and bool((one == other).all() or np.allclose(one, other, rtol=RELATIVE, atol=0))


def check_changes(story: Story, now: Mapping[str, float], then: Callable[[str], float | None]) -> int:
    """What "falls" is less than before, what "rises" more, by and from and to what is said; how many were looked up.

    then   a quantity by its name, as it was one step earlier, or None
    """
    looked_up = 0
    for words in (story.sentence, *(number.note for number in story.numbers)):
        for change in CHANGE.finditer(words):
            name = _ending(words[: change.start()], now)
            before = then(name) if name else None
            looked_up += before is not None
            _check_change(change, None if before is None else (before, now[name]), now.get(name))
    return looked_up


def _check_change(change: re.Match[str], known: tuple[float, float] | None, after: float | None) -> None:
    start, end, by = (_read(change[part]) for part in ("start", "end", "by"))
    falls, said = change["word"] in FALLING, change.string
    if end is not None and after is not None:
        assert agree(end, exactly(after)), f"it is {after} in truth: {said!r}"
    if start is not None and end is not None:
        assert below(end, start, False) if falls else below(start, end, False), said
    if known is not None:
        difference = known[1] - known[0]
        assert (difference <= 0) if falls else (difference >= 0), f"it changes by {difference} in truth: {said!r}"
        assert by is None or agree(by, exactly(abs(difference))), f"it changes by {difference} in truth: {said!r}"
    assert by is None or by.high >= 0, f"a change by less than nothing: {said!r}"


def _ending(words: str, names: Iterable[str]) -> str:
    """The longest of the names with which the words before a verb end, or ""."""
    found = [name for name in names if re.search(rf"(?:^|[\s,;:.(]){re.escape(name)}$", words.strip())]
    return max(found, key=len, default="")


def speaks_of_all(story: Story) -> bool:
    """Whether it calls something the most or the least "there is", of all steps of the run."""
    return any(claim["when"] == "there is" for claim in EXTREME.finditer(story.sentence))


def check_extremes(words: str, step: int, measured: Sequence[Mapping[str, float]]) -> int:
    """What is called the most or the least so far is, of the steps up to this one; "there is", of all of the run.

    A claim is looked up when the number in it is one of those that are measured; how many were.
    """
    looked_up, now = 0, measured[step]
    for claim in EXTREME.finditer(words):
        value, sign = printed_number(claim["value"]), 1 if claim["word"].split()[-1] in LOW else -1
        among = measured if claim["when"] == "there is" else measured[: step + 1]
        for name in [name for name in now if agree(value, exactly(now[name]))]:
            best = min(sign * one[name] for one in among if name in one)
            holds = sign * now[name] <= best + RELATIVE * abs(best)
            assert holds, f"{name} = {now[name]} is not {claim['word']} {claim['when']}: {words!r}"
            looked_up += 1
    return looked_up


def check_best(measured: Sequence[Mapping[str, float]]) -> None:
    """A curve called "... so far" is at every step the least, or the greatest, that another has been until then."""
    for name in {name for one in measured for name in one if name.endswith("so far")}:
        there = [one for one in measured if name in one]
        best = np.array([one[name] for one in there])
        others = set.intersection(*(set(one) for one in there)) - {name}
        curves = [np.array([one[other] for one in there]) for other in sorted(others)] or [best]
        running = [limit.accumulate(curve) for curve in curves for limit in (np.minimum, np.maximum)]
        assert any(np.allclose(best, one, rtol=RELATIVE, atol=0) for one in running), (
            f"{name} is not the best of a curve"
        )


def check_chosen(story: Story) -> int:
    """Who is said to have the largest of something has it, in a table that lists it; how many were looked up."""
    looked_up = 0
    for claim in CHOSEN.finditer(story.sentence) if " has the " in story.sentence else ():
        for names, values in _listed(story.tables, claim["what"].strip()):
            if (who := claim["who"].strip()) in names and (value := values[names.index(who)]) is not None:
                known = [value for value in values if value is not None]
                best = min(known) if claim["word"] in LOW else max(known)
                assert value == best, f"{claim.group()!r}, and the table has {values}"
                looked_up += 1
    return looked_up


def _listed(tables: Sequence[Table], what: str) -> Iterator[tuple[list[str], list[float | None]]]:
    """The names in the first column of each table, and the numbers of its column that is called so."""
    for table in tables:
        for index, column in enumerate(table.columns):
            if column.lower() == what.lower():
                cells = [row[index] for row in table.rows]
                yield [str(row[0]) for row in table.rows], [float(cell) if _is_number(cell) else None for cell in cells]


def _is_number(value: Any) -> bool:
    return not isinstance(value, (str, bool)) and value is not None and np.ndim(value) == 0 and np.isfinite(value)


def _read(text: str | None) -> Interval | None:
    return None if text is None else printed_number(text)


def printed_number(text: str) -> Interval:
    mantissa, _, exponent = text.lstrip("−+").partition("e")
    value = printed(mantissa, int(exponent.replace("−", "-") or 0))
    return Interval(-value.high, -value.low) if text.startswith("−") else value
