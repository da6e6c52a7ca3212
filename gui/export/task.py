"""A long piece of work in short slices, most of them on the GUI thread, what is computed beside it.

A task is a generator. It yields None where it may pause, and a `Note` to say what it does now and how far it is. It
yields a `Beside` for what needs no widget, and is sent what came of that. The caller decides where that is
computed, and closes the task to stop it; what the task has opened, it then closes itself.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from dataclasses import dataclass
from functools import partial
from typing import Any, TypeVar

R = TypeVar("R")
Report = Callable[[float, str], bool]
"""Receives the finished share and a text about the current work, and returns whether to continue."""


@dataclass(frozen=True)
class Note:
    """Where a task is: the share that is done, and the share that what comes next makes of the whole."""

    share: float
    words: str
    part: float = 0.0

    def within(self, inner: float) -> float:
        """The share that is done when so much of what comes next is."""
        return min(self.share + self.part * inner, 1.0)


@dataclass(frozen=True)
class Beside:
    """Something that any thread can compute; it yields how much of it is done, and may be given up at every yield."""

    compute: Callable[[], Generator[float, None, Any]]


Task = Generator[Note | Beside | None, Any, R]


class Stopped(Exception):
    """Stop was requested."""


def always(share: float, words: str) -> bool:
    """A report without a listener."""
    return True


def finished(task: Task[R], report: Report = always) -> R:
    """Do all of a task here and now; raises Stopped when `report` says so, and the task has then cleared up."""
    note, answer = Note(0.0, ""), None
    failure: Exception | None = None
    try:
        while True:
            request = task.send(answer) if failure is None else task.throw(failure)
            answer = failure = None
            if not isinstance(request, Beside):
                note = request or note
                _reported(report, note, 0.0)
                continue
            try:
                answer = exhausted(request.compute(), partial(_reported, report, note))
            except Stopped:
                raise
            except Exception as error:  # the task may have words for it
                failure = error
    except StopIteration as end:
        result: R = end.value
        return result
    finally:
        task.close()


def exhausted(work: Generator[float, None, R], report: Callable[[float], None]) -> R:
    """The result of a computation, whose progress is reported on the way; `report` may raise to cancel it."""
    while True:
        try:
            share = next(work)
        except StopIteration as end:
            result: R = end.value
            return result
        report(share)


def at_once(compute: Callable[[], R]) -> Callable[[], Generator[float, None, R]]:
    """A computation that cannot say how far it is."""

    def work() -> Generator[float, None, R]:
        yield 0.0
        return compute()

    return work


def _reported(report: Report, note: Note, inner: float) -> None:
    if not report(note.within(inner), note.words):
        raise Stopped
