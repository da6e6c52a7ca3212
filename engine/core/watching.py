"""Watching one step of a run: which statements of the algorithm's own source run, and what they give names.

A run that nobody watches pays nothing. The step that somebody looks at is run again, and for as long as it runs
`sys.settrace` reports the lines of the functions that belong to the algorithm: those of its own family, of
`engine/parts` and of `engine/maths`. What they call outside, numpy above all, is not looked into.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Generator
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from types import CodeType, FrameType
from typing import Any

from engine.core.ran import RETURNED
from engine.core.statements import Statement, statements

SHARED = tuple(str(Path(__file__).parents[1] / name) + "/" for name in ("parts", "maths"))
"""Where the functions stand that algorithms of several families share."""
ASK_EVERY = 512
"""After so many lines it is asked whether anybody still waits for them."""


class NobodyWaits(BaseException):
    """The watched step was given up. Not an Exception, so that no algorithm takes it for an error of its own."""


@dataclass(eq=False)
class Seen:
    """What was seen of one function during the step; of several calls the last counts."""

    code: CodeType
    caller: tuple[CodeType, int] | None  # the function that called it last, and on which line
    ran: dict[int, int] = field(default_factory=dict)  # line: when it last ran
    bound: dict[str, int] = field(default_factory=dict)  # name: on which line it last got another value
    when: dict[str, int] = field(default_factory=dict)  # name: when
    values: dict[str, Any] = field(default_factory=dict)
    calls: set[int] = field(default_factory=set)  # lines that called a watched function

    @property
    def statements(self) -> dict[int, Statement]:
        return statements(self.code.co_filename)


class Watch:
    """Watches the functions of one run. `unless()` is asked now and then whether to give up."""

    def __init__(self, run: Generator[Any, None, Any], unless: Callable[[], bool] = lambda: False) -> None:
        generator: Any = run  # typing knows no code of a generator
        self._run, self._unless, self._home = run, unless, generator.gi_code.co_filename
        self.seen: dict[CodeType, Seen] = {}
        self.clock = 0

    def step(self) -> Any:
        """The next step of the run, watched; StopIteration at its end."""
        before = sys.gettrace()
        sys.settrace(self._called)
        try:
            return next(self._run)
        finally:
            sys.settrace(before)

    def tick(self) -> int:
        """The time: a number that grows with every line."""
        self.clock += 1
        if self.clock % ASK_EVERY == 0 and self._unless():
            raise NobodyWaits
        return self.clock

    def _called(self, frame: FrameType, event: str, argument: Any) -> Callable[..., Any] | None:
        code = frame.f_code
        if not belongs(code.co_filename, self._home) or code.co_name.startswith("<"):
            return None
        seen = self.seen.setdefault(code, Seen(code, None))
        seen.caller = self._caller(frame)
        if seen.caller is not None:
            self.seen[seen.caller[0]].calls.add(seen.caller[1])
        return Activation(self, seen, frame)

    def _caller(self, frame: FrameType) -> tuple[CodeType, int] | None:
        """The watched function that a call came from, past the comprehensions between."""
        back = frame.f_back
        while back is not None and back.f_code not in self.seen:
            back = back.f_back
        return None if back is None else (back.f_code, back.f_lineno)


class Activation:
    """One call of a watched function, or one stretch of a generator between two yields."""

    def __init__(self, watch: Watch, seen: Seen, frame: FrameType) -> None:
        self._watch, self._seen = watch, seen
        self._line = 0
        self._names = dict(frame.f_locals)
        self._resume(frame)

    def _resume(self, frame: FrameType) -> None:
        """A generator that goes on inside a statement, such as a `yield from`, runs that; after a yield the next."""
        statement = self._seen.statements.get(frame.f_lineno)
        if frame.f_lineno != frame.f_code.co_firstlineno and statement is not None and not statement.yields:
            self._line = frame.f_lineno
            self._seen.ran[self._line] = self._watch.tick()

    def __call__(self, frame: FrameType, event: str, argument: Any) -> Activation:
        if event in ("line", "return"):
            self._settle(frame.f_locals)
        if event == "line":
            self._line = frame.f_lineno
            self._seen.ran[self._line] = self._watch.tick()
        elif event == "return":
            self._seen.values = dict(self._names)
            statement = self._seen.statements.get(self._line)
            if statement is not None and statement.returns:
                self._note(RETURNED, argument)
        return self

    def _settle(self, names: dict[str, Any]) -> None:
        """What the line that has just run gave another value."""
        before, self._names = self._names, dict(names)
        for name, value in self._names.items():
            if name not in before or before[name] is not value:
                self._note(name, value)
        if self._line and (statement := self._seen.statements.get(self._line)) is not None:
            for name in statement.changes:
                if name in self._names:
                    self._note(name, self._names[name])

    def _note(self, name: str, value: Any) -> None:
        self._seen.bound[name], self._seen.when[name] = self._line, self._watch.clock
        self._seen.values[name] = value


@cache
def belongs(file: str, home: str) -> bool:
    """Whether a file is one of an algorithm's: its own family's, or shared by the families."""
    if file == home:
        return True
    family = Path(home).parent.parent
    return file.endswith(".py") and (file.startswith(SHARED) or (family.name != "" and family in Path(file).parents))
