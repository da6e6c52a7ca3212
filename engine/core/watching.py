"""Watching one step of a run: which statements of the algorithm's own source run, and what they give names.

An ordinary run pays nothing for it. The step in view is run again, and for as long as it runs
`sys.settrace` reports the lines of the functions that belong to the algorithm: those of its own family, of
`engine/parts` and of `engine/maths`. What they call outside, numpy above all, is not looked into.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from engine.core.ran import RETURNED
from engine.core.statements import Statement, statements

Traced = Callable[[FrameType, str, Any], Any]

SHARED = tuple(str(Path(__file__).parents[1] / name) + os.sep for name in ("parts", "maths"))
"""Where the functions stand that algorithms of several families share."""
ASK_EVERY = 512
"""After so many lines the caller is asked whether they are still needed."""


class NobodyWaits(BaseException):
    """The watched step was given up. Not an Exception, so that no algorithm takes it for an error of its own."""


@dataclass(eq=False)
class Seen:
    """What was seen of one function during the step; of several calls the last counts."""

    code: CodeType
    caller: tuple[CodeType, int] | None = None  # the function that called it last, and on which line
    calls: set[int] = field(default_factory=set)  # lines that called a watched function
    ran: dict[int, int] = field(default_factory=dict)  # line: when it last ran
    changed: set[str] = field(default_factory=set)  # names that have another value than when the call began
    values: dict[str, Any] = field(default_factory=dict)

    @property
    def statements(self) -> dict[int, Statement]:
        return statements(self.code.co_filename)

    @cached_property
    def went(self) -> list[Statement]:
        """What ran, in the order in which it last did. This and what follows are asked once the step has been made."""
        found = (self.statements.get(line) for line in sorted(self.ran, key=self.ran.__getitem__))
        return list(dict.fromkeys(one for one in reversed([one for one in found if one])))[::-1]

    @cached_property
    def given(self) -> dict[str, Statement]:
        """The statement that gave each name its value, of those that ran."""
        given = {name: one for one in self.went for name in (*one.binds, *one.changes) if self._gave(one, name)}
        returns = [one for one in self.went if one.returns and RETURNED in self.values]
        return {**given, RETURNED: returns[-1]} if returns else given

    def _gave(self, one: Statement, name: str) -> bool:
        """Whether a statement that ran gave the name a value: the head of a loop that has ended did not."""
        return one.body is None or (name in self.changed and any(line in self.ran for line in one.body))

    def left(self, before: dict[str, Any], frame: FrameType, returned: Any) -> None:
        """A call ends, or a generator pauses."""
        names = dict(frame.f_locals)
        self.changed |= {name for name, value in names.items() if name not in before or before[name] is not value}
        statement = self.statements.get(frame.f_lineno)
        if statement is not None and statement.returns:
            names[RETURNED] = returned
            self.changed.add(RETURNED)
        self.values = names


class Watch:
    """Watches the functions of one run. `unless()` is asked now and then whether to give up."""

    def __init__(self, run: Generator[Any, None, Any], unless: Callable[[], bool] = lambda: False) -> None:
        generator: Any = run  # typing knows no code of a generator
        self._run, self._unless, self._home = run, unless, generator.gi_code.co_filename
        self.seen: dict[CodeType, Seen] = {}
        self._clock = 0  # the time: it grows with every line

    def step(self) -> Any:
        """The next step of the run, watched; StopIteration at its end."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            return next(self._run)
        finally:
            sys.settrace(before)

    def _ask(self) -> None:
        if self._unless():
            raise NobodyWaits

    def _called(self, frame: FrameType, event: str, argument: Any) -> Traced | None:
        """A call begins, or a generator goes on."""
        code = frame.f_code
        if not belongs(code.co_filename, self._home) or code.co_name.startswith("<"):
            return None
        seen = self.seen.get(code)
        if seen is None:
            seen = self.seen[code] = Seen(code)
        seen.caller = self._caller(frame)
        if seen.caller is not None:
            self.seen[seen.caller[0]].calls.add(seen.caller[1])
        self._resume(seen, frame)
        return self._traced(seen, dict(frame.f_locals))

    def _resume(self, seen: Seen, frame: FrameType) -> None:
        """A generator that goes on inside a statement, such as a `yield from`, runs that; after a yield the next."""
        if frame.f_lineno != seen.code.co_firstlineno:
            statement = seen.statements.get(frame.f_lineno)
            if statement is not None and not statement.yields:
                self._clock += 1
                seen.ran[frame.f_lineno] = self._clock

    def _traced(self, seen: Seen, before: dict[str, Any]) -> Traced:
        """What is called for every line: there may be very many, so nothing but the line is noted."""
        ran = seen.ran

        def traced(frame: FrameType, event: str, argument: Any) -> Traced:
            if event == "line":
                self._clock = clock = self._clock + 1
                ran[frame.f_lineno] = clock
                if not clock % ASK_EVERY:
                    self._ask()
            elif event == "return":
                seen.left(before, frame, argument)
            return traced

        return traced

    def _caller(self, frame: FrameType) -> tuple[CodeType, int] | None:
        """The watched function that a call came from, past the comprehensions between."""
        back = frame.f_back
        while back is not None and back.f_code not in self.seen:
            back = back.f_back
        return None if back is None else (back.f_code, back.f_lineno)


@cache
def belongs(file: str, home: str) -> bool:
    """Whether a file is one of an algorithm's: its own family's, or shared by the families."""
    if file == home:
        return True
    family = Path(home).parent.parent
    return file.endswith(".py") and (file.startswith(SHARED) or (family.name != "" and family in Path(file).parents))
