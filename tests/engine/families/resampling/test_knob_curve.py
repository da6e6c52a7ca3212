"""The knob curve against the worked case and scikit-learn's validation curve; its choice, drawn and told."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Curve, Points, Region, Text
from engine.data.toys import generate
from engine.families.learners import with_settings
from engine.families.resampling.knob_curve.loop import Step, chosen_place
from engine.families.resampling.knobs import knob_of, simpler_first
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "knob_curve"
CARD = engine.algorithm(KEY)
TRAIN, VAL = list(range(8)), [0.4, 1.6, 2.4, 3.4, 4.4, 5.6, 6.4]
W89 = engine.Dataset(
    np.array([*TRAIN, *VAL], dtype=float)[:, None],
    np.array([0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 0, 0, 1, 1, 1]),
    class_names=("no", "yes"),
)
IN_ORDER: dict[str, Any] = {"judged_by": "the last rows", "share": 7 / 15}
MOONS = generate("moons")


def told(data: engine.Dataset, seed: int = 0, **params: Any) -> tuple[Any, list[Any], list[Any]]:
    return looked_at.told(KEY, data, seed, **params)


def knob(key: str, settings: str = "", n: int = 100, **params: Any) -> Any:
    return knob_of(with_settings(engine.algorithm(key), settings), CARD.params(**params), n)


# -- the errors --------------------------------------------------------------------------------------------------------


@shows("EV20", "EV9", "W89")
def test_w89_errors_by_k_and_the_choice() -> None:
    trace, stories, _ = told(W89, values="1, 3, 5, 7", **IN_ORDER)
    assert [step.part for step in trace] == ["start", *["value"] * 4, "choose"]
    assert (trace[4].validation * 7).round(9).tolist() == [4, 1, 1, 0]
    assert (trace[4].training * 8).round(9).tolist() == [0, 3, 3, 2]
    assert stories[1].worked == ("E_val = 4 / 7 = 0.5714",)
    assert trace[-1].number == 3 and stories[-1].sentence.startswith("k = 7 is chosen, with a validation error of 0.")
    assert trace.ending.words == "k = 7 is chosen: validation error 0."
    given = W89.changed(held=np.arange(15) >= 8)
    again = engine.trace(KEY, given, values="1, 3, 5, 7", judged_by="the validation rows")[-1]
    assert np.array_equal(again.validation, trace[-1].validation) and again.trials[0].size == 8


@shows("EV20")
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_curves_match_scikit_learn_with_equal_folds(name: str) -> None:
    from sklearn.model_selection import validation_curve
    from sklearn.neighbors import KNeighborsClassifier

    data = engine.load(name)
    data = data.changed(X=data.X + 1e-4 * np.random.default_rng(0).normal(size=data.X.shape))
    step = engine.trace(KEY, data, values="1, 3, 11", settings="scale = never", seed=3)[3]
    train, val = validation_curve(
        KNeighborsClassifier(),
        data.X,
        data.codes,
        param_name="n_neighbors",
        param_range=[1, 3, 11],
        cv=list(step.parts),
    )
    exact = [0] if name == "iris" else [0, 1, 2]  # ties among three classes are broken otherwise
    assert np.allclose((1 - val.mean(axis=1))[exact], step.validation[exact], atol=0.012)
    assert step.training[0] == 0 == pytest.approx(1 - train.mean(axis=1)[0])
    assert step.validation[0] == pytest.approx(1 - val.mean(axis=1)[0])
    assert step.errors_off[0] == pytest.approx(val[0].std(ddof=1) / np.sqrt(5))


@shows("EV20")
def test_regression_penalty_is_varied_over_decades() -> None:
    from sklearn.linear_model import Ridge
    from sklearn.model_selection import validation_curve

    rng = np.random.default_rng(0)
    X = rng.normal(size=(40, 6))
    data = engine.Dataset(X, X @ rng.normal(size=6) + rng.normal(size=40))
    params = {"regressor": "ridge", "knob": "penalty", "values": "0.1, 1, 10, 100"}
    if "ridge" not in engine.algorithms():
        pytest.skip("no ridge yet")
    step = engine.trace(KEY, data, **params)[4]
    train, val = validation_curve(
        Ridge(), X, data.y, param_name="alpha", param_range=[0.1, 1, 10, 100], cv=list(step.parts),
        scoring="neg_mean_squared_error",
    )  # fmt: skip
    assert np.allclose(-val.mean(axis=1), step.validation, rtol=1e-6)
    assert np.allclose(-train.mean(axis=1), step.training, rtol=1e-6)


# -- the choice --------------------------------------------------------------------------------------------------------


def having(validation: list[float], training: list[float], off: list[float]) -> Step:
    places = np.arange(len(validation))
    return Step(
        part="value", model=None, parts=(), places=places, training=np.array(training),
        validation=np.array(validation), errors_off=np.array(off), steps=places,
    )  # fmt: skip


@shows("EV20")
def test_ties_and_the_one_standard_error_rule_choose_the_simpler() -> None:
    large_is_simple = having([0.4, 0.2, 0.2, 0.25, 0.5], [0.0, 0.1, 0.1, 0.2, 0.4], [0.06] * 5)
    assert simpler_first(large_is_simple.training).tolist() == [4, 3, 2, 1, 0]
    assert chosen_place(large_is_simple, one_se=False) == 2 and chosen_place(large_is_simple, one_se=True) == 3
    small_is_simple = having([0.5, 0.25, 0.2, 0.2, 0.4], [0.4, 0.2, 0.1, 0.1, 0.0], [0.06] * 5)
    assert chosen_place(small_is_simple, one_se=False) == 2 and chosen_place(small_is_simple, one_se=True) == 1
    assert chosen_place(having([0.3, 0.3], [0.1, 0.1], [0.0, 0.0]), one_se=True) == 0


def test_what_the_choice_rests_on_is_said() -> None:
    trace, stories, _ = told(MOONS, one_se=True)
    last, step = stories[-1].sentence, trace[-1]
    assert "the simplest value within one standard error of the least, 0.005" in last
    assert "Where k is larger the learner is stiffer (under-fitting: both errors large)" in last
    assert stories[-1].checks[0].holds and step.validation[step.number] <= 0.005 + step.errors_off[0]
    _, stories, _ = told(MOONS, values="1, 2")
    assert "; 2 values are as good, and this is the simplest of them" in stories[-1].sentence
    assert stories[1].sentence.endswith("That is the best so far.")
    _, stories, _ = told(MOONS, classifier="cart", values="2, 40")
    assert "Where maximum leaves is smaller the learner is stiffer" in stories[-1].sentence


# -- which parameter, which values -------------------------------------------------------------------------------------


@shows("EV20")
def test_any_learner_parameter_can_be_varied_over_its_range() -> None:
    k = knob("knn")
    assert k.name == "k" and k.values[0] == 1 and k.values[-1] == 100 and k.in_decades and k.told(0) == "k = 1"
    assert list(k.values) == sorted(set(k.values))
    lam = knob("softmax_newton", knob="penalty", count=9)
    assert lam.values == (1e-4, 1e-3, 1e-2, 0.1, 1.0, 10.0, 100.0, 1e3, 1e4)
    assert np.allclose(lam.places(), np.arange(-4.0, 5.0))
    distance = knob("knn", knob="distance", values="Manhattan, Euclidean")
    assert distance.values == ("Manhattan", "Euclidean") and distance.places().tolist() == [0.0, 1.0]
    flag = knob("softmax_newton", knob="penalise_bias")
    assert flag.values == (False, True) and flag.told(1) == f"{flag.called} = yes"
    few = knob("knn", values="3; 1; 3")
    assert (
        few.values == (3, 1)
        and not few.in_decades
        and few.at(with_settings(engine.algorithm("knn"), ""), 0).params.k == 3
    )
    depth = knob("cart", knob="max_depth")
    assert depth.spec.called("max_depth") == depth.called and depth.values == tuple(sorted(depth.values))


def test_invalid_parameter_or_value_is_refused_with_a_remedy() -> None:
    with pytest.raises(
        engine.Refusal, match="knob = 'q' is no parameter of k nearest neighbours; it has k, tie,"
    ) as no:
        engine.trace(KEY, MOONS, knob="q")
    assert no.value.remedies[0].name == "knob"
    with pytest.raises(engine.Refusal, match="values = '0': k = 0 is not legal") as no:
        engine.trace(KEY, MOONS, values="0")
    assert no.value.remedies[0].name == "values"
    with pytest.raises(engine.Refusal, match="knob: Nearest centroid"):
        engine.trace(KEY, MOONS, classifier="nearest_mean")
    with pytest.raises(engine.Refusal, match="No rows are for validation, and judged_by asks for them"):
        engine.trace(KEY, MOONS, judged_by="the validation rows")
    with pytest.raises(engine.Refusal, match="folds = 20 need as many rows, and there are 15") as no:
        engine.trace(KEY, W89, folds=20)
    assert no.value.remedies[0].value == 15


def test_value_refused_by_the_learner_is_reported_and_omitted() -> None:
    trace, stories, _ = told(W89, values="3, 12", **IN_ORDER)
    assert "k = 12 has no score in any part: " in stories[2].sentence and CARD.event(trace[2]).role == "wrong"
    assert trace[-1].places.tolist() == [0] and trace[-1].number == 0
    trace, *_ = told(W89, values="12", **IN_ORDER)
    assert trace.ending.kind == "failed" and trace.ending.words.startswith("No value of k has a score. The first: ")


# -- drawn and told ----------------------------------------------------------------------------------------------------


@shows("EV20")
def test_curves_zones_and_best_are_drawn_and_dots_lead_to_steps() -> None:
    trace, stories, marks = told(MOONS, one_se=True)
    step, drawn = trace[8], marks[8]
    curves = {mark.label: mark.positions for mark in drawn if isinstance(mark, Curve)}
    assert np.array_equal(curves["validation"][:, 1], step.validation)
    assert np.array_equal(curves["training"][:, 1], step.training)
    (dots,) = [mark for mark in drawn if isinstance(mark, Points) and mark.steps is not None]
    assert np.array_equal(dots.positions, curves["validation"])
    assert [trace[i].number for i in dots.steps] == list(range(8)) and [trace[i].part for i in dots.steps] == [
        "value"
    ] * 8
    (ring,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "focus"]
    assert ring.positions.tolist() == [curves["validation"][-1].tolist()]
    (best,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "best"]
    assert best.labels == ("best: k = 6",)
    words = {mark.text: mark.position[0] for mark in drawn if isinstance(mark, Text)}
    assert words["over-fitting"] < np.log10(6) < words["under-fitting"], "a small k follows every row"
    (region,) = [mark for mark in drawn if isinstance(mark, Region)]
    assert region.model is step.trials[0].model and region.model.known.k == 25
    (missed,) = [mark for mark in drawn if isinstance(mark, Points) and mark.role == "wrong"]
    assert len(missed.rows) == step.trials[0].losses.sum()
    assert marks[0] == [] and stories[0].sentence.startswith(
        "k of k nearest neighbours is tried at 12 values, 1 to 160; "
    )
    (outer,) = [mark for mark in marks[-1] if isinstance(mark, Points) and mark.role == "focus"]
    assert outer.labels == ("best: k = 6",) and trace[-1].trials[0].size == 200
    assert stories[8].tables[0].rows[0] == ("1", step.validation[0], step.errors_off[0], 0.0)


def test_preparation_is_fitted_to_the_rows_of_each_fit() -> None:
    wine = engine.load("wine")
    raw, scaled = (engine.trace(KEY, wine, values="5", settings="scale = never", prepare=one)[1] for one in
                   ("nothing", "standardise"))  # fmt: skip
    assert scaled.validation[0] < 0.1 < raw.validation[0] and scaled.model is None


def test_slow_learner_pauses_within_the_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    from engine.families import learners

    monkeypatch.setattr(learners, "AT_ONCE", 60_000)
    params = {"classifier": "softmax_gradient", "knob": "penalty", "values": "0.1, 1", "folds": 2}
    trace, stories, _ = told(MOONS.subset(range(75, 125)), **params)
    assert any(step.part == "pause" for step in trace) and [trace[i].number for i in trace[-1].steps] == [0, 1]
    assert trace.known <= CARD.bound(MOONS.subset(range(75, 125)), CARD.params(**params))
    first = next(i for i, step in enumerate(trace) if step.part == "pause")
    assert stories[first].sentence.startswith("λ = 0.1, fit 1: ") or stories[first].sentence.startswith(
        "penalty = 0.1, fit 1: "
    )


def test_rule_preferred_row_and_errors_are_stated() -> None:
    trace, stories, marks = told(MOONS, one_se=True)
    plain = told(MOONS, values="1, 9")[1]
    assert all("mathrm{se}" in story.formula for story in stories)
    assert not any("mathrm{se}" in story.formula for story in plain)
    end = trace[-1]
    at = int(np.flatnonzero(end.places == end.number)[0])
    assert f"is chosen, with a validation error of {figure(end.validation[at])}: the simplest" in stories[-1].sentence
    assert "it follows the rows it learnt from (over-fitting: only the training error is small)" in stories[-1].sentence
    for step, story in zip(list(trace)[1:], stories[1:], strict=True):
        assert story.tables[0].rows[story.tables[0].chosen][0] == str(
            knob("knn", n=160).values[chosen_place(step, True)]
        )
        assert story.numbers[3].value == len(step.places)
    assert CARD.event(trace[1]).role == "centre" and CARD.event(trace[12]) is None
    assert CARD.measure(trace[3], MOONS, CARD.params())["validation error"] == trace[3].validation[-1]
    (view,) = {mark.surface.view for mark in marks[1] if isinstance(mark, Curve)}
    assert view is not None and view[0] < 0 < np.log10(160) < view[1]
