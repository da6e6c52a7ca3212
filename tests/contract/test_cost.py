"""What an algorithm's promises take of the processor is measured afresh in each turn."""

from __future__ import annotations

from collections import Counter

import pytest

import engine
from engine.base.params import specs
from tests.contract import cost
from tests.contract.promises import PROMISES
from tests.contract.runs import plain_runs
from tests.contract.same_runs import bits


def test_the_cost_of_an_algorithm_is_told(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cost, "TURNS", 1)
    cost.main(["nearest_mean"])
    said = capsys.readouterr().out.splitlines()
    assert said[0].startswith("nearest_mean") and said[-1].startswith("all") and len(said) == 2


def test_every_promise_is_kept_anew() -> None:
    algorithm = engine.algorithm("nearest_mean")
    before = plain_runs(algorithm)
    taken = cost.spent(algorithm)
    assert set(taken) == {promise.__name__ for promise in PROMISES} and taken.total() > 0
    assert plain_runs(algorithm) is not before, "the second turn does not live on the runs of the first"


@pytest.mark.parametrize("key", ["nearest_mean", "pocket"])
def test_no_run_is_repeated_more_often_than_promises_need(key: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Once to be looked at, once more from its seed, once from its file, once with an ear on what it asks, and twice,
    beside more rows, with an ear on what it draws: what is the same run for other promises is taken over.
    """
    algorithm, made = engine.algorithm(key), Counter[object]()
    loop, names = algorithm.room("loop"), tuple(specs(algorithm.params))

    def counted(data, params, rng, start=None, run=loop.run):  # type: ignore[no-untyped-def]
        own = tuple(object.__getattribute__(params, name) for name in names)
        fields = tuple(bits(object.__getattribute__(data, name)) for name in ("X", "y", "held", "class_names"))
        made[fields, own, bits(start)] += 1
        return run(data, params, rng, start)

    monkeypatch.setattr(loop, "run", counted)
    cost.spent(algorithm)
    assert max(made.values()) <= 6, made.most_common(3)
    assert made.total() <= 1.5 * len(made), f"{made.total()} runs of {len(made)} different ones"
