"""What every step promises of the source: the lines that ran are lit, and the values beside them are true."""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import numpy as np

import engine
from engine.base.snapshot import same
from engine.core.algorithm import Algorithm
from engine.core.ran import RETURNED, Passage, short
from tests.contract.runs import Run, few_runs
from tests.contract.steps import at

ENGINE = Path(engine.__file__).parent


def what_ran_of_the_source_is_lit_and_told_truly(algorithm: Algorithm) -> None:
    """Held against another run of the same, whose lines and variables are read straight from its frames."""
    for run in few_runs(algorithm):
        own = Followed(run)
        for index in run.glimpsed:
            with at(run, index):
                found = run.trace.ran(index)
                assert found is not None
                own.step_to(index, (found.loop.file, found.loop.name))
                for passage in found.passages:
                    _check_place(passage, own.homes)
                if index and not same(run.steps[index].model, run.steps[index - 1].model):
                    assert found.loop.strong, "the model is another one, and no line is said to have changed it"
                check_lines(found.loop, own)
                check_values(found.loop, own)


def _check_place(passage: Passage, homes: tuple[str, ...]) -> None:
    assert passage.file.startswith(homes), f"{passage.file} is no file of the engine"
    assert set(passage.strong) <= set(passage.lines) <= set(range(passage.first, passage.last + 1)), passage.place
    assert {value.line for value in passage.values} <= set(range(passage.first, passage.last + 1))


def check_lines(loop: Passage, own: Followed) -> None:
    """Every line that ran is lit, every statement that is lit ran, and the strongest makes something."""
    ran = own.ran[(loop.file, loop.name)]
    assert loop.lines and ran <= set(loop.lines), f"lines {sorted(ran - set(loop.lines))} ran and are not lit"
    for first, last in spans(loop.file):
        lit = set(loop.lines) & set(range(first, last + 1))
        resumed = own.resumed.get((loop.file, loop.name))
        assert not lit or ran & set(range(first, last + 1)) or resumed in range(first, last + 1), f"line {first} is lit"
    assert not set(loop.strong) & bare_yields(loop.file), f"line {loop.strong} only yields"


def check_values(loop: Passage, own: Followed) -> None:
    """A name stands on the line it is told beside, and has that value in the frame."""
    source = Path(loop.file).read_text(encoding="utf-8").split("\n")
    names = own.frames()[(loop.file, loop.name)]
    for value in loop.values:
        first = max(first for first, last in spans(loop.file) if first <= value.line <= last)
        statement = "\n".join(source[first - 1 : value.line])
        assert value.name == RETURNED or re.search(rf"(?<![\w.]){re.escape(value.name)}\b", statement), value
        base, _, attribute = value.name.partition(".")
        there: Any = names[base]
        assert value.words == short(getattr(there, attribute) if attribute else there), value


class Followed:
    """Another run of the same steps: the lines that one function ran for each newest step, and the frames it is
    paused in.
    """

    def __init__(self, run: Run) -> None:
        self._steps: Any = run.algorithm.run(run.data, run.params, np.random.default_rng(5), None)
        self._known, self._home = -1, ("", "")
        self.homes = (str(ENGINE), str(Path(run.algorithm.room("loop").__file__).parents[1]))
        self.ran: dict[tuple[str, str], set[int]] = {}
        self.resumed: dict[tuple[str, str], int] = {}

    def step_to(self, index: int, home: tuple[str, str]) -> None:
        """Pull steps until this one is the newest; of it the lines of the function at home there are noted."""
        while self._known < index - 1:
            next(self._steps)
            self._known += 1
        self.ran, self.resumed, self._home = {}, {}, home
        before = sys.gettrace()
        sys.settrace(self._note)
        try:
            next(self._steps)
        finally:
            sys.settrace(before)
        self._known += 1

    def _note(self, frame: FrameType, event: str, argument: Any) -> Any:
        home = (frame.f_code.co_filename, frame.f_code.co_qualname)
        if home != self._home:
            return None
        if event == "call":
            self.ran.setdefault(home, set())
            self.resumed[home] = frame.f_lineno
        elif event == "line":
            self.ran[home].add(frame.f_lineno)
        return self._note

    def frames(self) -> dict[tuple[str, str], dict[str, Any]]:
        """The variables of every generator that the run is paused in."""
        return {(one.gi_code.co_filename, one.gi_code.co_qualname): one.gi_frame.f_locals for one in self._paused()}

    def _paused(self) -> Iterator[Any]:
        one = self._steps
        while one is not None and hasattr(one, "gi_frame"):
            yield one
            one = one.gi_yieldfrom


@cache
def spans(file: str) -> tuple[tuple[int, int], ...]:
    """The first and the last line of every simple statement of a file, and of the head of every compound one."""
    found = []
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = (body[0].lineno - 1 if body[0].lineno > node.lineno else node.lineno) if body else node.end_lineno
            found.append((node.lineno, last or node.lineno))
    return tuple(sorted(found))


@cache
def bare_yields(file: str) -> frozenset[int]:
    """The lines of every yield of something that was there: a name, or a record of names."""
    found: set[int] = set()
    for node in ast.walk(ast.parse(Path(file).read_text(encoding="utf-8"))):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and node.value.value is not None:
            inside = list(ast.walk(node.value.value))
            calls = sum(isinstance(one, ast.Call) for one in inside)
            if calls <= 1 and not any(isinstance(one, (ast.BinOp, ast.Subscript, ast.IfExp)) for one in inside):
                found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return frozenset(found)
