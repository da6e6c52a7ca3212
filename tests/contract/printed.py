"""What the lecture notes print wrongly is evaluated at every step where it is shown, and differs from what is right."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import is_dataclass
from typing import Any

import numpy as np

from engine.base.snapshot import fields_of
from engine.base.words import figure, vector
from engine.core.algorithm import Algorithm
from engine.core.errata import Erratum, Misprint, shown
from engine.core.story import Story
from engine.core.surfaces import PLANE
from tests import tier
from tests.contract.edges import edge_runs, varied_runs
from tests.contract.grounds import members
from tests.contract.recomputed import recomputed
from tests.contract.runs import Run, plain_runs
from tests.contract.sampling import sampled
from tests.contract.steps import at
from tests.contract.telling import ASCII_MINUS, check_sentence, typesets


def what_the_notes_print_differs_from_what_is_right(algorithm: Algorithm) -> None:
    """Each erratum is shown somewhere, with its two values, which differ; the right one is that of the step."""
    met: set[tuple[str, str]] = set()
    for run, index in sampled(algorithm):
        with at(run, index):
            for misprint in run.story(index).misprints:
                check_misprint(misprint, run, index)
                met.add(named(misprint.erratum))
    missing = {named(erratum) for erratum in algorithm.errata} - elsewhere(algorithm, met)
    assert not (missing and tier.full), f"nothing of the runs shows {sorted(missing)}"


def elsewhere(algorithm: Algorithm, met: set[tuple[str, str]]) -> set[tuple[str, str]]:
    """What is shown at steps that are not sampled, looked for only if something has not been met."""
    found = set(met)
    wanted = {named(erratum) for erratum in algorithm.errata}
    for run in (*plain_runs(algorithm), *edge_runs(algorithm), *varied_runs(algorithm), *started(algorithm)):
        if wanted <= found:
            break
        for index in range(len(run.steps)):
            for misprint in run.story(index).misprints:
                if named(misprint.erratum) not in found:
                    with at(run, index):
                        check_misprint(misprint, run, index)
                    found.add(named(misprint.erratum))
    return found


def started(algorithm: Algorithm) -> Iterator[Run]:
    """Runs that begin where another run came by, and from what is placed by hand, half of it far away."""
    for run in plain_runs(algorithm)[:2]:
        X, params = run.data.X, run.params
        places = np.vstack([X[0], X.max(axis=0) + 100.0])
        held = (handle for handle in algorithm.handles if handle.surface == PLANE and handle.most(params) >= 2)
        by_hand = [handle.make(places, run.data, params) for handle in held]
        for start in (run.steps[len(run.steps) // 2].model, *by_hand):
            if isinstance(start, algorithm.starts):
                trace = algorithm.trace(run.data, seed=5, budget=0, start=start)
                yield Run(algorithm, f"{run.about}, from a start", run.data, params, trace)


def named(erratum: Erratum) -> tuple[str, str]:
    return erratum.id, erratum.part


def check_misprint(misprint: Misprint, run: Run, index: int) -> None:
    """One of the declared errata, told in words and formulas that can be read, with true sums and the right value."""
    erratum, story = misprint.erratum, run.story(index)
    assert erratum in run.algorithm.errata, f"{erratum.id} is not in the list of its room"
    check_sentence(erratum.why)
    for formula in (erratum.printed, erratum.right):
        assert typesets(formula), f"the formula does not typeset: {formula}"
    assert misprint.matters() and shown(misprint.gives) != shown(misprint.right), misprint.verdict()
    for words in (misprint.verdict(), *misprint.worked):
        assert words.strip() and "\n" not in words and not ASCII_MINUS.search(words), words
    found = recomputed(Story(".", "", misprint.worked))
    assert not found.wrong and not found.unread, f"{erratum.id}: {found.wrong + found.unread}"
    assert gives_is_worked(misprint), f"{erratum.id}: {shown(misprint.gives)} is not worked out in {misprint.worked}"
    assert is_of_the_step(misprint, run, index, story), f"{erratum.id}: {shown(misprint.right)} is nowhere in the step"


def gives_is_worked(misprint: Misprint) -> bool:
    """The value as printed stands in the worked lines, where it is a number, or is 0 because nothing is left."""
    text = shown(misprint.gives)
    lines = " ".join(misprint.worked)
    whole = np.asarray(misprint.gives, dtype=float) if not isinstance(misprint.gives, str) else None
    return text in lines or (
        whole is not None and len(set(whole.ravel().tolist())) == 1 and figure(whole.flat[0]) in lines
    )


def is_of_the_step(misprint: Misprint, run: Run, index: int, story: Story) -> bool:
    """The right value stands in the story, the step or the targets; that of a place in what the step says of it."""
    if misprint.at is not None:
        answer = run.algorithm.inspect(run.steps[index], run.data, run.params, misprint.at)
        return answer is not None and told(misprint.right, answer.story)
    return told(misprint.right, story) or any(
        same(misprint.right, value) for value in (*values_in(run.steps[index]), run.data.y)
    )


def told(right: Any, story: Story) -> bool:
    """Whether a story says the value, as a number or in its words, there with as many digits as its line takes."""
    words, say = " ".join((story.sentence, *story.worked)), vector if np.ndim(right) else figure
    if isinstance(right, str):
        return right in words
    if any(say(right, digits) in words for digits in range(4, 9)):  # which is quicker than to compare every number
        return True
    numbers = [number.value for number in story.numbers]
    cells = [cell for table in story.tables for row in table.rows for cell in row]
    return any(same(right, value) for value in (*numbers, *cells))


def same(one: Any, other: Any) -> bool:
    """Whether two numbers or arrays are, as near as `np.allclose` has it, which takes ten times as long to begin."""
    if isinstance(other, str) or np.shape(one) != np.shape(other):
        return False
    right, near = np.asarray(other, dtype=float), np.asarray(one, dtype=float)
    if not np.isfinite(right).all():
        return bool(np.allclose(near, right, rtol=1e-7, atol=1e-12))
    return bool((np.abs(near - right) <= 1e-12 + 1e-7 * np.abs(right)).all())


def values_in(record: Any, depth: int = 4) -> Iterator[Any]:
    """Every number and array in a step, with the rows of its matrices."""
    if isinstance(record, (int, float, np.number, np.ndarray)) and not isinstance(record, bool):
        yield record
        if isinstance(record, np.ndarray) and record.ndim == 2:
            yield from record
    elif isinstance(record, tuple):
        for item in record:
            yield from values_in(item, depth)
    elif is_dataclass(record) and depth:
        for _, value in fields_of(record):
            yield from values_in(value, depth - 1)
        for name in members(type(record)):
            yield from values_in(getattr(record, name), depth - 1)
