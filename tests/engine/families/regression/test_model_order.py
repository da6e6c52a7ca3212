"""The choice of an order: the errors of the worked case, the U of the validation curve, and what over-fits."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Curve, Points, Region, Response
from engine.data.dataset import Dataset
from engine.families.regression.model_order.telling import _listed, judged
from tests.catalogue import shows
from tests.engine.families.regression.test_basis_expansion import RMSE, W49, X49, Y49, seen

KEY = "model_order"
CARD = engine.algorithm(KEY)


def waves(n: int = 24) -> Dataset:
    rng = np.random.default_rng(3)
    x = np.linspace(0.0, 1.0, n)
    return Dataset(x[:, None], np.sin(2 * np.pi * x) + 0.2 * rng.normal(size=n))


def story(step, data, **params):
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step, kind, data, surface=None):
    marks = CARD.marks(step, data, CARD.params())
    return [one for one in marks if isinstance(one, kind) and (surface is None or one.surface.name == surface)]


@shows("RG21")
def test_validation_curve_is_u_shaped_and_its_minimum_chosen() -> None:
    data = waves()
    trace = engine.trace(KEY, data, most=12, seed=1).to_end()
    last = trace[-1]
    learn, judge = np.flatnonzero(~last.held), np.flatnonzero(last.held)
    assert len(judge) == round(0.3 * 24)
    for order in range(10):
        p = np.polyfit(2 * data.X[learn, 0] - 1, data.y[learn], order)
        left = data.y - np.polyval(p, 2 * data.X[:, 0] - 1)
        assert last.growth.training[order] == pytest.approx(np.sqrt(np.mean(left[learn] ** 2)), abs=1e-7)
        assert last.growth.validation[order] == pytest.approx(np.sqrt(np.mean(left[judge] ** 2)), abs=1e-6)
    validation = last.growth.validation
    assert 3 <= last.best <= 7 and validation[0] > validation[last.best] < validation[-1]
    assert last.model == last.tried[last.best] and f"Order {last.best} has the least" in trace.ending.words
    training, curve = drawn(last, Curve, data, "Error")
    assert (
        training.positions[:, 1] == pytest.approx(last.growth.training)
        and (np.diff(training.positions[:, 1]) < 1e-9).all()
    )
    assert curve.positions == pytest.approx(np.column_stack([range(13), validation]))
    rings = drawn(last, Points, data, "Error")
    assert [one.positions[0, 0] for one in rings] == [last.best, last.best]
    lowest, highest = drawn(last, Response, data)
    assert (lowest.label, highest.label) == ("order 0", "order 12")
    assert lowest.function(data.X) == pytest.approx(np.full(24, data.y[learn].mean()))
    assert drawn(last, Region, data)[0].model == last.model
    said = story(last, data)
    assert "under-fit: another order has a smaller training error and a smaller validation error." in said.sentence
    assert "over-fit: another order has a greater training error and a smaller validation error." in said.sentence
    told = {number.name: number.value for number in said.numbers}
    assert told == {
        "best order": last.best,
        "training RMSE": last.growth.training[last.best],
        "validation RMSE": validation[last.best],
    }
    assert said.tables[0].chosen == last.best and said.checks[0].holds
    assert said.checks[0].words == "no order has a smaller validation RMSE"
    assert f"Orders 0 to {last.best - 1} under-fit: " in said.sentence
    assert f"its validation RMSE {figure(validation[last.best])} is the least" in said.sentence
    for k in range(13):
        other = min(range(13), key=lambda j: validation[j]) if k != last.best else last.best
        assert judged(last, k)[1] == other
    verdicts = [row[3] for row in said.tables[0].rows]
    for k, verdict in enumerate(verdicts):
        better = [j for j in range(13) if validation[j] < validation[k]]
        if k == last.best:
            assert verdict == "the least"
        else:
            other = min(better, key=lambda j: validation[j])
            over = last.growth.training[other] > last.growth.training[k]
            assert verdict == ("over-fits" if over else "under-fits")


def test_w49_training_errors_of_the_worked_case() -> None:
    data = Dataset(np.vstack([X49, [[0.5]]]), np.append(Y49, 0.3))
    trace = engine.trace(KEY, seen(data, [6]), most=5).to_end()
    assert trace[-1].growth.training == pytest.approx(RMSE, abs=1e-8)
    assert W49.n == 6 and trace[-1].held.tolist() == [False] * 6 + [True]


def test_order_overfits_as_soon_as_a_lower_one_validates_better() -> None:
    data = waves()
    trace = engine.trace(KEY, data, most=12, seed=1).to_end()
    first = story(trace[0], data).sentence
    assert "It is fitted to 17 rows; 7 rows for validation, ringed, judge it." in first
    validation = trace[-1].growth.validation
    over = [k for k in range(1, 13) if validation[k] > validation[:k].min() and k > trace[-1].best]
    assert over
    for k in over:
        by = int(np.argmin(validation[:k]))
        assert f"It over-fits: order {by} has a greater training error" in story(trace[k], data).sentence
    for order, step in enumerate(trace[:12]):
        told = {number.name: number.value for number in story(step, data).numbers}
        assert told["best order so far"] == int(np.argmin(validation[: order + 1]))
    assert "So order 0 under-fits: both errors are smaller now." in story(trace[1], data).sentence
    rings = [one for one in drawn(trace[2], Points, data) if one.role == "support"]
    assert rings[0].rows.tolist() == np.flatnonzero(trace[2].held).tolist()
    (before,) = drawn(trace[2], Response, data)
    assert before.label == "order 1" and before.function(data.X) == pytest.approx(trace[1].model.predict(data.X))
    assert CARD.event(trace[-1]).word == "chosen" and CARD.event(trace[1]).word == "new best"
    assert CARD.measure(trace[2], data, CARD.params())["validation RMSE"] == pytest.approx(validation[2])


def test_orders_can_begin_higher_and_two_rows_suffice() -> None:
    data = waves()
    trace = engine.trace(KEY, data, least=2, most=5).to_end()
    assert [step.order for step in trace] == [2, 3, 4, 5, 5] and trace[-1].best in (2, 3, 4, 5)
    assert [row[0] for row in story(trace[-1], data).tables[0].rows] == [2, 3, 4, 5]
    same = engine.trace(KEY, data, least=9, most=4).to_end()
    assert [step.order for step in same] == [4, 4]
    pair = data.subset([0, 9])
    assert engine.trace(KEY, pair).to_end().ending.kind == "converged"
    with pytest.raises(engine.Refusal, match="at least 2 points"):
        engine.trace(KEY, data.subset([0]))
    with pytest.raises(engine.Refusal, match="set most to"):
        engine.trace(KEY, Dataset(np.random.default_rng(0).normal(size=(30, 10)), np.arange(30.0)), most=12)


def test_ill_conditioned_orders_are_listed_briefly() -> None:
    assert _listed([7, 9]) == "7, 9" and _listed([4, 5, 6]) == "4 to 6"
