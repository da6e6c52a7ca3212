"""What every step promises of the source: the lines that ran are lit, and the values beside them are true."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import engine
from engine.base.snapshot import same
from engine.core.algorithm import Algorithm
from engine.core.ran import RETURNED, Passage
from tests.contract.again import Followed, once_more
from tests.contract.steps import at, parsed

ENGINE = Path(engine.__file__).parent


def what_ran_of_the_source_is_lit_and_told_truly(algorithm: Algorithm) -> None:
    """Held against the run done once more, whose lines and variables are read straight from its frames."""
    for again in once_more(algorithm):
        homes = (str(ENGINE), str(Path(algorithm.room("loop").__file__).parents[1]))
        steps = again.run.steps
        for index, followed in again.followed.items():
            with at(again.run, index):
                found = followed.found
                for passage in found.passages:
                    _check_place(passage, homes)
                if index and not same(steps[index].model, steps[index - 1].model):
                    assert found.loop.strong, "the model is another one, and no line is said to have changed it"
                check_lines(found.loop, followed)
                check_values(found.loop, followed)


def _check_place(passage: Passage, homes: tuple[str, ...]) -> None:
    assert passage.file.startswith(homes), f"{passage.file} is no file of the engine"
    assert set(passage.strong) <= set(passage.lines) <= set(range(passage.first, passage.last + 1)), passage.place
    assert {value.line for value in passage.values} <= set(range(passage.first, passage.last + 1))


def check_lines(loop: Passage, followed: Followed) -> None:
    """Every line that ran is lit, every statement that is lit ran, and the strongest makes something."""
    ran = followed.ran
    assert loop.lines and ran <= set(loop.lines), f"lines {sorted(ran - set(loop.lines))} ran and are not lit"
    for first, last in spans(loop.file):
        lit = set(loop.lines) & set(range(first, last + 1))
        there = range(first, last + 1)
        assert not lit or ran & set(there) or followed.resumed in there, f"line {first} is lit"
    assert not set(loop.strong) & bare_yields(loop.file), f"line {loop.strong} only yields"


def check_values(loop: Passage, followed: Followed) -> None:
    """A name stands on the line it is told beside, and has that value in the frame."""
    source = lines_of(loop.file)
    for value in loop.values:
        first = max(first for first, last in spans(loop.file) if first <= value.line <= last)
        statement = "\n".join(source[first - 1 : value.line])
        assert value.name == RETURNED or re.search(rf"(?<![\w.]){re.escape(value.name)}\b", statement), value
        assert value.words == followed.words[value.name], value


@cache
def lines_of(file: str) -> list[str]:
    """The lines of a source file."""
    return Path(file).read_text(encoding="utf-8").split("\n")


@cache
def spans(file: str) -> tuple[tuple[int, int], ...]:
    """The first and the last line of every simple statement of a file, and of the head of every compound one."""
    found = []
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.stmt):
            body = getattr(node, "body", None)
            last = (body[0].lineno - 1 if body[0].lineno > node.lineno else node.lineno) if body else node.end_lineno
            found.append((node.lineno, last or node.lineno))
    return tuple(sorted(found))


@cache
def bare_yields(file: str) -> frozenset[int]:
    """The lines of every yield of something that was there: a name, or a record of names."""
    found: set[int] = set()
    for node in ast.walk(parsed(file)):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Yield) and node.value.value is not None:
            inside = list(ast.walk(node.value.value))
            calls = sum(isinstance(one, ast.Call) for one in inside)
            if calls <= 1 and not any(isinstance(one, (ast.BinOp, ast.Subscript, ast.IfExp)) for one in inside):
                found |= set(range(node.lineno, (node.end_lineno or node.lineno) + 1))
    return frozenset(found)
