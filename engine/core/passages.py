"""From what was seen of a step to what is shown of it: which lines are lit, which one most, and what stands beside."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import fields, is_dataclass
from types import CodeType
from typing import Any

import numpy as np

from engine.base.snapshot import same
from engine.core.ran import RETURNED, Passage, Ran, Value, fractions_in, numbers_of, parts_of, short
from engine.core.statements import Statement, functions, statements
from engine.core.watching import Seen, Watch

LONGEST = 40
"""A record that a function is given is told in at most so many characters."""
FIRST = 8
"""So many numbers of a value are looked for first: a table of data is seen by them to be no part of a model."""
MISSING = object()
"""Stands for what a name does not have."""


def ran(watch: Watch, run: Generator[Any, None, Any], step: Any, previous: Any) -> Ran:
    """What is shown of a step that was watched; `previous` is the step before it, or None."""
    change = Change(step, previous)
    chain = [watch.seen[code] for code in paused(run) if code in watch.seen]
    loop = next((seen for seen in chain if change.carriers(seen)), chain[0])
    strong = change.strongest(loop)
    maker = _maker(watch, loop, strong, change)
    others = (seen for seen in watch.seen.values() if seen is not loop and seen is not maker)
    return Ran(
        _passage(loop, strong),
        None if maker is None else _passage(maker, change.strongest(maker)),
        tuple(_passage(seen, change.strongest(seen)) for seen in others),
    )


def paused(run: Any) -> Iterator[CodeType]:
    """The code of the generators that a run is paused in, the innermost first."""
    if getattr(run, "gi_yieldfrom", None) is not None and hasattr(run.gi_yieldfrom, "gi_code"):
        yield from paused(run.gi_yieldfrom)
    yield run.gi_code


class Change:
    """What a step brought: whether its model is another than before, and which numbers in it are new."""

    def __init__(self, step: Any, previous: Any) -> None:
        self.step = step
        self.model, before = getattr(step, "model", None), getattr(previous, "model", None)
        self.changed = self.model is not None and not same(self.model, before)
        self._numbers = numbers_of(self.model)
        self._new = np.setdiff1d(self._numbers, numbers_of(before)) if self.changed else np.zeros(0)
        self._old = {id(part) for part in parts_of(previous)}
        self._carriers: dict[CodeType, dict[str, Statement]] = {}
        self._carried: dict[int, tuple[Any, bool]] = {}  # which keeps the values, so that nothing else gets their ids

    def carriers(self, seen: Seen) -> dict[str, Statement]:
        """The names that were given the changed model since the last stop, or numbers that are new in it."""
        if seen.code not in self._carriers:  # asked again and again, and no step changes while it is told of
            self._carriers[seen.code] = self._carriers_in(seen) if self.changed else {}
        return self._carriers[seen.code]

    def _carriers_in(self, seen: Seen) -> dict[str, Statement]:
        given = {name: one for name, one in seen.given.items() if name in seen.changed or name in one.changes}
        return {name: one for name, one in given.items() if self._carries(seen.values.get(name))}

    def _carries(self, value: Any) -> bool:
        """Whether a value holds the changed model; one that several functions pass on is looked through once."""
        if id(value) not in self._carried:
            self._carried[id(value)] = value, self._holds(value)
        return self._carried[id(value)][1]

    def _holds(self, value: Any) -> bool:
        if value is self.step or value is None:
            return False
        if isinstance(value, float):
            return value != int(value) and value in self._new if np.isfinite(value) else False
        parts = [value] if value is self.model else parts_of(value)
        if any(part is self.model for part in parts):
            return True
        numbers = fractions_in(parts)
        known = _among(numbers[:FIRST], self._numbers).all() and _among(numbers, self._numbers).all()
        return bool(known and _among(numbers, self._new).any())

    def strongest(self, seen: Seen) -> Statement | None:
        """The statement that changed the model; else the one that brought most of what the step is made of."""
        if carriers := self.carriers(seen):
            return min(carriers.values(), key=lambda one: _time(seen, one))
        given = dict(seen.given)  # of which what made the step is taken out
        making = self._making(seen, given)
        computes = making is not None and making.yields and not making.bare
        if self.changed and computes:
            return making
        if brought := {name: one for name, one in given.items() if self._brought(seen, name, making)}:
            return self._foremost(seen, brought)
        last = max(given.values(), key=lambda one: _time(seen, one), default=None)
        return making if computes else last

    def _foremost(self, seen: Seen, brought: dict[str, Statement]) -> Statement:
        """First what a rule of the algorithm gave, then what holds most; what is later counts more."""
        rules = {name: one for name, one in brought.items() if one.body is None and _calls(seen, one)} or brought
        if len(rules) == 1:  # to weigh a table of data takes longer than all else
            return next(iter(rules.values()))
        return rules[max(rules, key=lambda name: (*_weight(seen.values[name]), _time(seen, rules[name])))]

    def _making(self, seen: Seen, given: dict[str, Statement]) -> Statement | None:
        """The statement that made the step: the yield, or the one that made what it yields."""
        last = seen.statements.get(max(seen.ran, key=seen.ran.__getitem__, default=0))
        if last is None or not last.yields:
            return None
        named = [name for name in last.uses if seen.values.get(name) is self.step and name in given]
        return given.pop(named[0]) if named else last

    def _brought(self, seen: Seen, name: str, making: Statement | None) -> bool:
        """Whether a name went into the step with a value that the step before had not."""
        value = seen.values.get(name)
        if value is None or value is self.step or (id(value) in self._old and not isinstance(value, (bool, int, str))):
            return False
        return name == RETURNED or (making is not None and name in making.uses)


def _among(numbers: np.ndarray, known: np.ndarray) -> np.ndarray:
    """(m,) which of the numbers (m,) are some of those known (k,), which are sorted."""
    if not len(known):
        return np.zeros(len(numbers), dtype=bool)
    return np.asarray(known[np.minimum(np.searchsorted(known, numbers), len(known) - 1)] == numbers)


def _weight(value: Any) -> tuple[int, int]:
    """How much a value holds: its distinct numbers, and all of them."""
    found = [np.ravel(one) for one in parts_of(value) if isinstance(one, (int, float, np.number, np.ndarray))]
    numbers = np.concatenate([one for one in found if one.dtype.kind in "biuf"] or [np.zeros(0)])
    return len(np.unique(numbers)), len(numbers)


def _calls(seen: Seen, one: Statement) -> bool:
    """Whether a statement called a function of the algorithm."""
    return any(one.first <= line <= one.last for line in seen.calls)


def _time(seen: Seen, one: Statement) -> int:
    """When a statement last ran."""
    return max(seen.ran.get(line, 0) for line in range(one.first, one.last + 1))


def _maker(watch: Watch, loop: Seen, strong: Statement | None, change: Change) -> Seen | None:
    """The function that the strongest line called to make the change, past those that only pass on what one yields;
    where it called none, the rule that gave it what it uses, or else the one that gave most.
    """
    if strong is None:
        return None
    called = _called(watch, loop, strong)
    maker = next((one for one in reversed(called) if change.carriers(one)), called[0] if called else None)
    if maker is not None and (through := _delegating(maker)) is not None:
        return next(iter(_called(watch, maker, through)), maker)
    if maker is not None:
        return maker
    given = {line for name, line in loop.given.items() if name in strong.uses and line.body is None}
    used = [one for line in given for one in _called(watch, loop, line)]
    rules = used or [one for one in watch.seen.values() if one.caller is not None and one.caller[0] is loop.code]
    beside = [one for one in rules if one.code.co_filename == loop.code.co_filename]
    if len(beside) <= 1:
        return next(iter(beside), None)
    return max(beside, key=lambda one: _weight(one.values.get(RETURNED)))


def _called(watch: Watch, seen: Seen, line: Statement) -> list[Seen]:
    """The functions that a statement of a function called."""
    lines = range(line.first, line.last + 1)
    return [one for one in watch.seen.values() if one.caller and one.caller[0] is seen.code and one.caller[1] in lines]


def _delegating(seen: Seen) -> Statement | None:
    """The one statement of a generator that only passes on what another one yields."""
    ran_ = seen.went
    return ran_[0] if len(ran_) == 1 and ran_[0].delegates else None


def _passage(seen: Seen, strong: Statement | None) -> Passage:
    file, ran_ = seen.code.co_filename, seen.went
    inside = [one for one in functions(file) if one.name == seen.code.co_name and one.first >= seen.code.co_firstlineno]
    function = min(inside, key=lambda one: one.first, default=None)
    first, last = (function.first, function.last) if function else (min(seen.ran, default=1), max(seen.ran, default=1))
    lines = {line for one in ran_ for line in range(one.first, one.last + 1)}
    lit = tuple(range(strong.first, strong.last + 1)) if strong else ()
    return Passage(
        file, seen.code.co_qualname.replace("<locals>.", ""), first, last, tuple(sorted(lines)), lit,
        tuple(_values(seen, ran_, first)),
    )  # fmt: skip


def _values(seen: Seen, ran_: list[Statement], head: int) -> Iterator[Value]:
    """Beside each statement that ran, what it gave names and what it asked; beside the head, what came in."""
    bound = seen.given
    given = statements(seen.code.co_filename).get(head)
    if given is not None and given.first == head and seen.caller is not None:
        arguments = {name: seen.values.get(name) for name in given.asks if name not in bound}
        yield from _told(given.last, {name: value for name, value in arguments.items() if _is_telling(value)}, False)
    for one in ran_:
        names = [name for name in (*one.binds, *one.changes) if bound.get(name) is one and name != "self"]
        yield from _told(one.last, {name: seen.values[name] for name in names if name in seen.values}, True)
        asked = {name: _looked_up(seen, name) for name in one.asks if name not in one.binds}
        yield from _told(one.last, {name: value for name, value in asked.items() if _is_plain(value)}, False)
        if bound.get(RETURNED) is one:
            yield from _told(one.last, {RETURNED: seen.values[RETURNED]}, True)


def _is_plain(value: Any) -> bool:
    """Whether a condition can be read off it: an array or a model beside it says nothing."""
    return value is None or isinstance(value, (bool, int, float, str, np.number, np.bool_))


def _is_telling(value: Any) -> bool:
    """Whether what a function was given is worth its place: not the declared parameters, and not a long record."""
    if not is_dataclass(value) or isinstance(value, type):
        return True
    return len(short(value)) <= LONGEST and not any(item.metadata for item in fields(value))


def _told(line: int, values: dict[str, Any], bound: bool) -> Iterator[Value]:
    for name, value in values.items():
        if value is not MISSING and (words := short(value)):
            yield Value(line, name, words, bound)


def _looked_up(seen: Seen, name: str) -> Any:
    """What a name of a condition has, or an attribute of a name, if it is a field and not a method."""
    base, _, attribute = name.partition(".")
    value = seen.values.get(base, MISSING)
    return value if not attribute else getattr(value, "__dict__", {}).get(attribute, MISSING)
