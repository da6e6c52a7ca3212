"""What an algorithm's promises take of the processor is measured afresh in each turn."""

from __future__ import annotations

import pytest

import engine
from tests.contract import cost
from tests.contract.promises import PROMISES
from tests.contract.runs import plain_runs


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
