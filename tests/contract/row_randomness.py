"""Random choices belong to rows: with more rows, or without one, all that is drawn for the others is as it was."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np

from engine.base.params import Choice, build, specs
from engine.core.algorithm import Algorithm
from engine.data.dataset import Dataset
from tests.contract.pool import few

ENOUGH, FEW, LOOK = 5, 2, 125
"""So many draws are compared of the usual run, of one with other options, or those that there are in so many steps."""

Draws = dict[tuple[int, ...], list[np.ndarray]]
"""What each generator has drawn, by which child of which it is."""


def what_is_drawn_for_a_row_stays_its_own(algorithm: Algorithm) -> None:
    """With the usual parameters, and with others."""
    data = next(iter(few(algorithm).values()))
    for turn, params in enumerate(_settings(algorithm)):
        check_shared(algorithm, data, params, FEW if turn else ENOUGH)


def check_shared(algorithm: Algorithm, data: Dataset, params: Any, enough: int) -> int:
    """The numbers drawn, and the order in which passes present the rows, are the same for rows that two tables share.

    One has more rows at the end than the other, or is without a row from the middle. How many draws there are.
    """
    drawn, order = watched(algorithm, data, params, enough)
    if drawn or order:
        about, every = f"{algorithm.name}, {params}", np.arange(data.n)
        more = data.subset([*every, *every[: data.n - data.n // 2]])
        again, longer = watched(algorithm, more, params, enough)
        check_draws(drawn, again, every, f"{about}: more rows")
        check_order(order, longer, every, more.n, f"{about}: more rows")
        left = np.delete(every, data.n // 2)
        fewer, rest = watched(algorithm, data.subset(left), params, enough)
        check_draws(fewer, drawn, left, f"{about}: a row less")
        check_order(left[rest].tolist(), order, left, data.n, f"{about}: a row less")
    return sum(map(len, drawn.values()))


def _settings(algorithm: Algorithm) -> Iterator[Any]:
    """The parameters as they are, and with the second option of every choice together, the third, and so on."""
    choices = {name: spec.bounds() for name, spec in specs(algorithm.params).items() if isinstance(spec, Choice)}
    yield algorithm.params()
    for turn in range(1, max(map(len, choices.values()), default=0)):
        yield build(algorithm.params, {name: options[turn % len(options)] for name, options in choices.items()})


def watched(algorithm: Algorithm, data: Dataset, params: Any, enough: int) -> tuple[Draws, list[int]]:
    """What the beginning of a run draws, and the rows that its steps are about, one after the other."""
    drawn: Draws = {}
    rows = []
    if not algorithm.limits(data, params):
        for count, step in enumerate(algorithm.run(data, params, recorder(drawn, seed=5), None)):
            row = getattr(step, "sample", None)
            rows += [] if row is None else [int(row)]
            if count >= LOOK or sum(map(len, drawn.values())) >= enough:
                break
    return drawn, rows


def recorder(drawn: Draws, seed: int) -> np.random.Generator:
    """A generator that notes whatever is drawn from it and from its children."""

    class Recorder(np.random.Generator):
        def __getattribute__(self, name: str) -> Any:
            found = super().__getattribute__(name)
            if name.startswith("_") or name in ("bit_generator", "spawn"):
                return found

            def noted(*args: Any, **how: Any) -> Any:
                value = found(*args, **how)
                child = tuple(self.bit_generator.seed_seq.spawn_key)
                drawn.setdefault(child, []).append(np.array(args[0] if name == "shuffle" else value))
                return value

            return noted

    return Recorder(np.random.default_rng(seed).bit_generator)


def check_draws(drawn: Draws, again: Draws, shared: np.ndarray, about: str) -> None:
    """Each draw is the same, or one for every row: then the same for the rows of the longer table that are shared."""
    for child in drawn.keys() & again.keys():
        for one, other in zip(drawn[child], again[child], strict=False):
            same = one.shape == other.shape and (one == other).all()
            own = shared if one.shape[:1] == shared.shape else np.arange(len(one) if one.ndim else 0)
            longer = one.ndim > 0 and len(other) > len(one) and (other[own] == one).all()
            assert same or longer, f"{about}: what is drawn for the others changes"


def check_order(order: list[int], longer: list[int], shared: np.ndarray, more: int, about: str) -> None:
    """Where every row has its turn in each pass, the shared ones are in the same order among more rows."""
    n = len(shared)
    if sorted(order[:n]) != shared.tolist():
        return  # only the mistakes are shown
    passes = min(len(order) // n, len(longer) // more)
    left = [row for row in longer[: passes * more] if row in shared]
    assert left == order[: passes * n], f"{about}: the order of the others changes"
