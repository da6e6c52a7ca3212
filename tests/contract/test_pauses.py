"""A long computation pauses for steps that can be drawn and told, at the same places and with the same end."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import Any

import pytest

import engine
from engine.base.errors import Refusal
from engine.base.params import Choice, Flag, specs
from engine.base.snapshot import same
from engine.core.algorithm import Algorithm
from tests.contract.pool import suitable
from tests.contract.runs import Run, walk
from tests.contract.steps import check_steps

LITTLE = 500
"""So little work between two pauses that the runs on a small table have some."""
LOOKED_AT = 12


def tried(algorithm: Algorithm) -> Iterator[Run]:
    """Runs on the first small table that it takes, with the defaults, and with each other option alone."""
    options = [(key, one) for key, one in specs(algorithm.params).items() if isinstance(one, (Choice, Flag))]
    values: list[dict[str, Any]] = [{key: value} for key, one in options for value in one.bounds()]
    for name, data in suitable(algorithm).items():
        taken = False
        for chosen in ({}, *values):
            with suppress(Refusal):
                trace = algorithm.trace(data, seed=5, budget=0, **chosen)
                taken = True
                yield Run(algorithm, f"{name} {chosen or ''}", data, algorithm.params(**chosen), trace, 10_000)
        if taken:
            return


def pausing(algorithm: Algorithm, monkeypatch: pytest.MonkeyPatch) -> Run | None:
    """The first of the runs that has more steps with so little work between two pauses; None where it never pauses.

    One that trains a learner of its choice may have room for the pauses of others than those tried here.
    """
    learns = {"learner", "base", "classifier"} & set(specs(algorithm.params))
    for whole in tried(algorithm):
        data, chosen = whole.data, whole.params
        usual = algorithm.bound(data, chosen)
        with monkeypatch.context() as patched:
            patched.setattr("engine.core.pauses.AT_ONCE", LITTLE)
            for block in ("parts.pairs.BLOCK", "families.clustering.agglomerative.linkages.TOGETHER"):
                patched.setattr(f"engine.{block}", 8)
            if usual == algorithm.bound(data, chosen):
                return None  # it never pauses
            run = replace(whole, trace=walk(algorithm, data, chosen))
            assert run.ended().known <= algorithm.bound(data, chosen), run.about
        before = replace(whole, trace=walk(algorithm, data, chosen)).ended()
        assert same(run.trace[-1].model, before[-1].model) and run.trace.ending == before.ending, run.about
        if run.trace.known > before.known:
            return run
    assert learns, f"{algorithm.key} may pause, and does not"
    return None


def test_paused_run_is_drawn_and_ends_like_an_uninterrupted_one(monkeypatch: pytest.MonkeyPatch) -> None:
    paused = set()
    for key, algorithm in engine.algorithms().items():
        if (run := pausing(algorithm, monkeypatch)) is not None:
            paused.add(key)
            apart = -(-run.trace.known // LOOKED_AT)
            check_steps(run, sorted({*range(0, run.trace.known, apart), run.trace.known - 1}))
    assert {"one_versus_one", "one_versus_rest", "choose_k", "kmeans_restarts", "vector_quantisation"} <= paused
