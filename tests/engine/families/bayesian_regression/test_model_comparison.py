"""The comparison of orders against the worked case and SciPy, and what its steps show."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest
from scipy.special import softmax
from scipy.stats import multivariate_normal, norm

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Bars, Curve, Points, Region
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.bayesian_regression.model_comparison.loop import compared
from engine.families.bayesian_regression.model_comparison.orders import rough
from tests.catalogue import shows
from tests.engine.families import looked_at

KEY = "model_comparison"
told = partial(looked_at.told, KEY)
of = looked_at.of
W51 = Dataset(np.arange(10)[:, None] / 10, np.array([0.1, 0.5, 1.1, 0.8, 0.7, -0.1, -0.6, -1.0, -0.9, -0.4]))
GIVEN = {"alpha": 0.0005, "beta": 11.0}

FOLLOWS = {
    "P of the best": lambda step, data, params: softmax(
        [one.evidence for one in step.tried]
        + np.log(params.priors or np.full(len(step.tried), 1.0))
    ).max(),
    "Its evidence is": lambda step, data, params: np.exp(
        step.tried[step.order].evidence - step.tried[int(np.argsort(-step.posterior, kind="stable")[1])].evidence
    ),
    "order": lambda step, data, params: [
        *range(1, len(step.tried) + 1), int(np.argmin([one.error for one in step.tried])),
        int(np.argsort(-step.posterior, kind="stable")[min(1, len(step.tried) - 1)]),
    ],
}  # fmt: skip
PLACED = {
    "Posterior box of each weight against its prior box: bars": lambda step, data, params: np.log(
        step.tried[step.order].narrow / step.tried[step.order].wide
    ),
    "Posterior of the orders: line": lambda step, data, params: (
        np.array([one.error for one in step.tried]) / max(one.error for one in step.tried)
    ),
}


@shows("RG16", "RG17", "RG19", "W51")
def test_w51_evidence_posterior_and_occam_factor():
    trace, stories, _ = told(W51, **GIVEN)
    expected = [
        -30.4986027534,
        -20.6021707883,
        -22.7782448428,
        -15.3404595936,
        -15.8121645806,
        -16.6466502099,
        -17.3051292147,
    ]
    posterior = [
        1.27970272858e-07,
        0.00254141090391,
        0.000288415060607,
        0.490012350303,
        0.305737107998,
        0.132719778804,
        0.0687008089594,
    ]
    last = trace[-1]
    assert [one.evidence for one in last.tried] == pytest.approx(expected, abs=1e-9)
    assert last.posterior == pytest.approx(posterior, rel=1e-9) and last.order == 3
    assert last.tried[3].fit == pytest.approx(1.81834810437, abs=1e-9)
    assert last.tried[3].occam == pytest.approx(-17.158807698, abs=1e-9)
    assert rough(-10.0, 3, 0.1) == pytest.approx(-16.907755279, abs=1e-9)
    assert "Order 3 is the most probable, with P = 0.49." in stories[-1].sentence
    assert "least training error has order 6" in stories[-1].sentence
    assert "Its evidence is 1.603 times that of order 4 (the Bayes factor)" in stories[-1].sentence
    assert stories[-1].worked == ("ln B = −15.3405 + 15.8122 = 0.4717",) and stories[-1].checks[0].holds


@shows("RG16", "RG17")
@pytest.mark.parametrize("name", ["sine", "line", "plane"])
def test_evidence_is_that_of_the_marginal_gaussian(name):
    data = generate(name, n=30, seed=1)
    trace = engine.trace(KEY, data, alpha=0.2, beta=3.0, highest=4).to_end()
    for order, step in enumerate(trace[:5]):
        Phi = np.stack(
            [np.prod(data.X**p, axis=1) for p in np.ndindex(*[order + 1] * data.d) if sum(p) <= order], axis=1
        )
        C = np.eye(30) / 3.0 + Phi @ Phi.T / 0.2
        one = step.tried[order]
        assert one.size == Phi.shape[1] and len(step.tried) == order + 1
        assert one.evidence == pytest.approx(multivariate_normal(np.zeros(30), C).logpdf(data.y), rel=1e-8)
        assert one.fit == pytest.approx(norm(step.model.predict(data.X), 3.0**-0.5).logpdf(data.y).sum())
        assert one.error == pytest.approx(np.sqrt(((data.y - step.model.predict(data.X)) ** 2).mean()))
        S = np.linalg.inv(0.2 * np.eye(Phi.shape[1]) + 3.0 * Phi.T @ Phi)
        assert np.sort(one.narrow) == pytest.approx(np.sort(np.sqrt(2 * np.pi * np.diag(S))))
        assert one.wide == pytest.approx(np.sqrt(2 * np.pi / 0.2))
        assert one.box == pytest.approx(np.log(one.narrow / one.wide).sum())
        assert step.posterior == pytest.approx(softmax([o.evidence for o in step.tried]))


@shows("RG19")
def test_priors_are_typed_and_do_not_underflow():
    trace, stories, _ = told(W51, **GIVEN, priors=(0.0, 8.0, 1, 0.001, 0.0, 0, 0))
    weights = np.array([0.0, 8.0, 1, 0.001, 0, 0, 0]) * np.exp([one.evidence for one in trace[-1].tried])
    assert trace[-1].posterior == pytest.approx(weights / weights.sum())
    assert [row[6] for row in stories[-1].tables[0].rows] == pytest.approx(np.array([0, 8, 1, 0.001, 0, 0, 0]) / 9.001)
    assert trace[0].posterior.tolist() == [0.0], "the first order is impossible, and nothing is known of the others"
    assert compared(np.array([-1e5, -1e5 + 1.0]), np.log([0.5, 0.5])) == pytest.approx(
        [1 / (1 + np.e), np.e / (1 + np.e)]
    )
    far = W51.changed(y=100 * W51.y)
    story = told(far, **GIVEN, highest=2)[1][-1]
    assert "e^(" in story.sentence and "times that of order" in story.sentence
    for priors, words in (((1.0, 2.0), "need 7 priors, and 2 were typed"), ((-1.0, 1, 1, 1, 1, 1, 1), "none below 0")):
        with pytest.raises(Refusal, match=words) as refusal:
            engine.trace(KEY, W51, priors=priors)
        assert refusal.value.remedies[0].value == ()


@shows("RG17", "RG19")
def test_bars_curves_and_boxes_match_the_orders():
    trace, stories, marks = told(W51, **GIVEN)
    for step, drawn in zip(trace, marks, strict=True):
        bars, prices = of(Bars, drawn)
        assert prices.values.sum() == pytest.approx(step.tried[step.order].box)
        errors = [one.error for one in step.tried]
        assert bars.values == pytest.approx(step.posterior) and bars.line == pytest.approx(
            np.array(errors) / max(errors)
        )
        assert bars.chosen == step.order and np.flatnonzero(bars.lit).tolist() == [step.posterior.argmax()]
        assert bars.steps.tolist() == list(range(len(errors)))
        fits, evidence = (
            next(one for one in of(Curve, drawn, role) if one.dots).positions for role in ("ghost", "boundary")
        )
        assert fits[:, 1] == pytest.approx([one.fit for one in step.tried])
        assert evidence[:, 1] == pytest.approx([one.evidence for one in step.tried])
        assert fits[:, 0].tolist() == evidence[:, 0].tolist() == list(range(len(errors)))
        one, boxes = step.tried[step.order], [c for c in of(Curve, drawn) if c.label in ("prior", "posterior")]
        for box, width, middle in zip(
            boxes, (one.wide, one.narrow[-1]), (0.0, step.model.packed[-1 if step.order else 0]), strict=True
        ):
            x, y = box.positions.T
            assert x[2] - x[1] == pytest.approx(width) and 0.5 * (x[1] + x[2]) == pytest.approx(middle)
            assert y.tolist() == pytest.approx([0, 1 / width, 1 / width, 0])
        bells = [c for c in of(Curve, drawn) if c.surface == boxes[0].surface and not c.label]
        for bell, box in zip(bells, boxes, strict=True):
            assert np.trapezoid(bell.positions[:, 1], bell.positions[:, 0]) == pytest.approx(1.0, abs=1e-3)
            assert bell.positions[:, 1].max() == pytest.approx(box.positions[1, 1])
        assert [one.model for one in of(Region, drawn)] == [step.model]
        (focus,) = [one for one in of(Points, drawn, "focus")]
        assert focus.positions[0] == pytest.approx([step.order, step.tried[step.order].evidence])
    assert stories[3].worked[0] == "ln p(D | M) = 1.818 + (−17.16) = −15.34" or "1.818 + −17.16" in stories[3].worked[0]
    assert f"takes {figure(17.158807698)} off it" in stories[3].sentence


def test_what_happened_is_told():
    trace, stories, _ = told(W51, **GIVEN)
    card = engine.algorithm(KEY)
    events = [card.event(step) for step in trace]
    best = Event("best so far", "best")
    assert events == [best, best, None, best, None, None, None, Event("posterior", "best")]
    assert trace[0].model.predict(W51.X) == pytest.approx(trace[0].model.bias)
    assert trace[0].model.predict_std(W51.X)[0] ** 2 == pytest.approx(1 / 11 + 1 / (0.0005 + 110))
    assert "Order 0 has 1 weight." in stories[0].sentence and "boxes say nothing" not in stories[0].sentence
    asked = card.inspect(trace[3], W51, card.params(**GIVEN), np.array([0.5])).story
    assert asked.sentence.startswith("Order 3 predicts ")


def test_box_as_wide_as_the_prior_gives_no_information():
    data = Dataset(np.zeros((4, 1)), np.arange(4.0))
    _, stories, _ = told(data, highest=1)
    assert "of it the boxes say nothing" in stories[1].sentence


HOSTILE = {
    "one row": Dataset(np.array([[2.0]]), np.array([1.0])),
    "constant target": Dataset(np.arange(6.0)[:, None], np.full(6, 3.0)),
    "targets of 1e100": Dataset(np.arange(6.0)[:, None], 1e100 * np.array([1.0, -2, 3, 0, 1, 5])),
    "the same row four times": Dataset(np.ones((4, 1)), np.array([1.0, 2, 3, 4])),
    "collinear columns": Dataset(np.arange(8.0)[:, None] * [1.0, 2.0], np.arange(8.0) ** 2),
}


@pytest.mark.parametrize("what", HOSTILE)
def test_extreme_tables_have_finite_evidences(what):
    trace, stories, _ = told(HOSTILE[what])
    assert all(np.isfinite([one.evidence, one.rough, one.error]).all() for one in trace[-1].tried)
    assert trace[-1].posterior.sum() == pytest.approx(1.0)
    assert all(check.holds for story in stories for check in story.checks)


def test_too_many_weights_and_too_large_powers_are_refused_with_a_remedy():
    wide = Dataset(np.random.default_rng(0).normal(size=(9, 20)), np.arange(9.0))
    with pytest.raises(Refusal, match="choose a lower highest order") as refusal:
        engine.trace(KEY, wide)
    assert refusal.value.remedies[0].value == 2 and engine.trace(KEY, wide, highest=2)
    with pytest.raises(Refusal, match="too large: choose a lower order") as refusal:
        engine.trace(KEY, Dataset(1e20 * np.arange(1.0, 5.0)[:, None], np.arange(4.0)))
    assert engine.trace(
        KEY, Dataset(1e20 * np.arange(1.0, 5.0)[:, None], np.arange(4.0)), highest=refusal.value.remedies[0].value
    )


def test_numbers_of_a_model_and_the_selected_row_of_its_table():
    trace, stories, _ = told(W51, **GIVEN)
    for step, story in zip(trace[:7], stories, strict=False):
        one = step.tried[-1]
        assert {number.name: number.value for number in story.numbers} == pytest.approx(
            {"ln p(D | M)": one.evidence, "by boxes": one.rough, "RMSE": one.error, "α": 0.0005, "β": 11.0}
        )
        assert story.tables[0].chosen == int(step.posterior.argmax())
        assert story.worked[1].startswith(f"by boxes: {story.worked[0].split(' = ')[1].split(' + ')[0][:4]}")
