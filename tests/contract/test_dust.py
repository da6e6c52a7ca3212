"""What the promise about rounding dust finds, and what it lets pass."""

from __future__ import annotations

import numpy as np

import engine
from engine.core.story import Number, Story, Table
from tests.contract.dust import dust, nudged_column, tiny, told
from tests.contract.pool import blobs
from tests.contract.runs import Run


class Telling:
    """An algorithm with two steps, of which each tells one number of the data."""

    key = "telling"

    def __init__(self, number: object) -> None:
        self.number = number

    def run(self, data, params, rng, start):  # type: ignore[no-untyped-def]
        yield 0
        yield 1

    def explain(self, step, data, params) -> Story:  # type: ignore[no-untyped-def]
        return Story("It tells a number.", "x", numbers=(Number("number", self.number(data.X)),))  # type: ignore[operator]


def found(number: object) -> dict[str, tuple[float, float]]:
    algorithm, data = Telling(number), blobs(6, 2, 2)
    trace = engine.core.trace.Trace(lambda: algorithm.run(data, None, None, None), 0)
    run = Run(algorithm, "blobs", data, None, trace)  # type: ignore[arg-type]
    assert len(run.steps) == 2
    return dust(run, 1)


def test_cancelling_sum_is_rounding_and_a_small_probability_is_not() -> None:
    mean_square = found(lambda X: float((X**2).mean() - X.mean() ** 2 - X.var()))
    assert "number, entry 1" in mean_square
    assert not found(lambda X: float(np.exp(-40.0 - X[0, 0] ** 2)))
    assert not found(lambda X: 0.0) and not found(lambda X: float(X[0, 0]))


def test_every_place_with_a_number_is_read() -> None:
    story = Story(
        "It is 1e−15.",
        "x",
        ("a = 2e−15 + 3",),
        (Number("b", np.array([4e-15, 1])),),
        (Table("T", ("c",), ((5e-15,),)),),
    )
    assert sorted(tiny(story, blobs(6, 2, 2)).values()) == [1e-15, 2e-15, 4e-15, 5e-15]
    assert len(list(told(story))) == 6


def test_perturbation_changes_last_digits_and_keeps_equal_values_equal() -> None:
    x = np.array([3.0, 1.0, 3.0, 0.0])
    near = nudged_column(x, False)
    assert near[0] == near[2] != 3.0 and near[3] == 0.0 and np.allclose(near, x, rtol=1e-13)
    assert nudged_column(x, True) is x
