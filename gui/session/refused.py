"""Why a run cannot be, and what would put it right: found beside the window, where the run was refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from engine.base.errors import LearnFromAll, OtherMethod, Prepare, Refusal, Remedy
from engine.base.errors import remedies as objections
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from engine.data.preparing import steps
from engine.data.preparing.preparation import prepared
from engine.families import instead
from gui.session.job import Run
from gui.session.splitting import learned_words

MOST_TRIED = 2_000_000
"""Of a table with more cells it is not tried out what steps it would take."""


@dataclass(frozen=True)
class Refused:
    """A refusal whose remedies can be acted on: every other method has its name.

    steps  of preparation, after which nothing that the algorithm needs of the columns is missing
    """

    words: str
    remedies: tuple[Remedy, ...]
    steps: tuple[str, ...]


def understood(refusal: Refusal, run: Run, disturbed: Callable[[], bool]) -> Refused:
    """What can be done about a refused run, as far as there is time before the next request."""
    if is_of_split(run):
        learned = learned_words(run.division.parts).replace("learnt", "are learnt")
        return Refused(f"{refusal} Because of the split only {learned}.", (LearnFromAll(),), ())
    named = tuple(_named(refusal.remedies, run))
    unprepared = any(isinstance(remedy, Prepare) for remedy in named)
    return Refused(str(refusal), named, wanted_steps(run.algorithm, run.data, disturbed) if unprepared else ())


def is_of_split(run: Run) -> bool:
    """Whether a refused run would not be refused if it learnt from all rows."""
    if not run.division.is_on:
        return False
    try:
        run.algorithm.check(run.division.data, run.params, run.start)
    except Refusal:
        return False
    return True


def _named(remedies: tuple[Remedy, ...], run: Run) -> Iterator[Remedy]:
    """The remedies, the other method by its name where there is one."""
    for remedy in remedies:
        if remedy != OtherMethod():
            yield remedy
        elif key := instead(run.algorithm, run.data):
            yield OtherMethod(key)


def wanted_steps(algorithm: Algorithm, data: Dataset, disturbed: Callable[[], bool]) -> tuple[str, ...]:
    """The steps of preparation after which nothing that the algorithm needs of the columns is missing.

    Gaps are filled first: a category with a gap would become a row of zeros.
    """
    done: list[str] = []
    while data.X.size <= MOST_TRIED and len(done) < len(steps()) and not disturbed():
        with np.errstate(all="ignore"):  # a need may rely on those before it, which are not met here
            words = [need(data) for need in algorithm.needs]
        asked = [remedy.step for one in words for remedy in objections(one) if isinstance(remedy, Prepare)]
        asked = [step for step in asked if step not in done]
        if not asked:
            break
        done.append("Fill" if "Fill" in asked else asked[0])
        try:
            data = prepared(data, done[-1]).data
        except Refusal:
            return ()
    return tuple(done)
