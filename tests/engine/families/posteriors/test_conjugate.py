"""Conjugate priors: exact updates, quadrature, quantiles of scipy, the order of the data, and what is refused."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.base.errors import Refusal, SetParameter
from engine.core.marks import Bars, Contours, Curve, Matrix, Points, Segments
from engine.data.dataset import Dataset

KEY = "conjugate"
CARD = engine.algorithm(KEY)
ANY = Dataset.from_arrays([[0.0], [1.0]], [0, 1])
COIN, DIE, GAUSSIAN = "beta–Bernoulli", "Dirichlet–multinomial", "normal–gamma"


def steps(**params: Any) -> list[Any]:
    return list(engine.trace(KEY, ANY, **params).to_end())


def story(step: Any, **params: Any) -> Any:
    return CARD.explain(step, ANY, CARD.params(**params))


def marks(step: Any, **params: Any) -> list[Any]:
    return list(CARD.marks(step, ANY, CARD.params(**params)))


def test_three_tosses_of_a_coin_by_hand() -> None:
    from scipy.stats import beta

    run = steps(observed=(1.0, 1.0, 0.0))
    assert [step.belief.alpha.tolist() for step in run] == [[2, 2], [3, 2], [4, 2], [4, 3], [4, 3]]
    assert [step.evidence for step in run[1:-1]] == pytest.approx([1 / 2, 3 / 5, 2 / 6])
    last = run[-2]
    assert last.belief.mean == pytest.approx([4 / 7, 3 / 7]) and last.belief.mode == pytest.approx([3 / 5, 2 / 5])
    assert (last.low, last.high) == pytest.approx(beta.interval(0.95, 4, 3))
    told = story(last, observed=(1.0, 1.0, 0.0))
    assert told.sentence.startswith("Toss 3 is tails: b rises by 1.")
    assert told.worked == ("b ← 2 + 1 = 3", "p(x) = 2 / 6 = 0.3333", "E[θ] = 4 / 7 = 0.5714")


def test_product_divided_by_the_evidence_is_the_posterior() -> None:
    run = steps(observed=(1.0, 0.0, 0.0), beta=(0.5, 3.0))
    theta = np.linspace(0.05, 0.95, 19)
    for step in run[1:-1]:
        likelihood = theta if step.x == 0 else 1 - theta
        product = np.exp(step.before.log_marginal(0, theta)) * likelihood / step.evidence
        assert np.exp(step.belief.log_marginal(0, theta)) == pytest.approx(product)
    params = {"family": GAUSSIAN, "observed": (0.5, 2.0)}
    mu, precision = np.meshgrid(np.linspace(-2, 2, 9), np.linspace(0.1, 4, 9))
    for step in steps(**params)[1:-1]:
        likelihood = np.sqrt(precision / (2 * np.pi)) * np.exp(-0.5 * precision * (step.x - mu) ** 2)
        product = np.exp(step.before.log_density(mu, precision)) * likelihood / step.evidence
        assert np.exp(step.belief.log_density(mu, precision)) == pytest.approx(product)


def test_the_mean_alone_has_students_t() -> None:
    from scipy.integrate import quad
    from scipy.stats import t

    last = steps(family=GAUSSIAN, observed=(0.5, 2.0, -1.0))[-1]
    belief = last.belief
    student = t(2 * belief.a, belief.m, np.sqrt(belief.b / (belief.a * belief.kappa)))
    assert (last.low, last.high) == pytest.approx(student.interval(0.95))
    for mu in (-1.0, 0.3, 2.0):
        seen = np.exp(belief.log_marginal(np.array([mu])))[0]
        assert seen == pytest.approx(student.pdf(mu))
        joint = quad(lambda precision, mu=mu: float(np.exp(belief.log_density(mu, precision))), 0, 60)[0]
        assert seen == pytest.approx(joint, rel=1e-7)
    assert belief.predictive(0.7) == pytest.approx(
        t(2 * belief.a, belief.m, belief.scale * np.sqrt(belief.kappa + 1)).pdf(0.7)
    )
    mode = belief.mode
    nudged = belief.log_density(mode[0] + np.array([0, 0.01, -0.01, 0, 0]), mode[1] + np.array([0, 0, 0, 0.01, -0.01]))
    assert nudged.argmax() == 0


def test_a_die_counts_its_sides() -> None:
    run = steps(family=DIE, observed=(1.0, 3.0, 3.0))
    last = run[-1]
    assert last.belief.alpha.tolist() == [2, 1, 3] and last.belief.mode is None
    drawn = marks(run[2], family=DIE, observed=(1.0, 3.0, 3.0))
    (bars,) = [mark for mark in drawn if isinstance(mark, Bars)]
    assert bars.values == pytest.approx([2 / 5, 1 / 5, 2 / 5]) and bars.chosen == 2
    assert story(run[2], family=DIE).sentence.startswith("Throw 2 shows side 3: α3 rises by 1.")


@settings(max_examples=25, deadline=None)
@given(st.lists(st.floats(-50, 50), min_size=1, max_size=12), st.randoms())
def test_order_of_the_points_does_not_matter(points: list[float], chance: Any) -> None:
    other = list(points)
    chance.shuffle(other)
    one, two = (steps(family=GAUSSIAN, observed=tuple(xs))[-2].belief for xs in (points, other))
    assert (one.m, one.kappa, one.a) == pytest.approx((two.m, two.kappa, two.a), abs=1e-9)
    assert one.b == pytest.approx(two.b, rel=1e-9)
    last = steps(family=GAUSSIAN, observed=tuple(points))[-1]
    (check,) = story(last, family=GAUSSIAN, observed=tuple(points)).checks
    assert check.holds


def test_belief_interval_and_likelihood_are_drawn() -> None:
    step = steps(observed=(1.0, 1.0))[2]
    drawn = marks(step, observed=(1.0, 1.0))
    after = next(mark for mark in drawn if isinstance(mark, Curve) and mark.role == "boundary")
    theta = after.positions[:, 0]
    assert after.positions[:, 1] == pytest.approx(np.exp(step.belief.log_marginal(0, theta)))
    before = next(mark for mark in drawn if isinstance(mark, Curve) and mark.role == "ghost")
    assert before.positions[:, 1] == pytest.approx(np.exp(step.before.log_marginal(0, theta)))
    likelihood = next(mark for mark in drawn if isinstance(mark, Curve) and mark.role == "path")
    assert likelihood.positions[:, 1] == pytest.approx(theta)
    shade = next(mark for mark in drawn if isinstance(mark, Segments) and mark.role == "shade")
    area = np.trapezoid(shade.ends[:, 1], shade.ends[:, 0])
    assert area == pytest.approx(0.95, abs=2e-3)
    dots = {mark.labels[0]: mark.positions[0, 0] for mark in drawn if isinstance(mark, Points)}
    assert dots == {"mean": pytest.approx(4 / 6), "mode": pytest.approx(3 / 4)}
    tables = [mark for mark in drawn if isinstance(mark, Matrix)]
    assert tables[0].parameter == "beta" and tables[1].values.tolist() == [[4, 2]]


def test_contours_are_of_the_belief_about_mean_and_precision() -> None:
    params = {"family": GAUSSIAN, "observed": (0.5, 2.0)}
    step = steps(**params)[2]
    before, after, point = [mark for mark in marks(step, **params) if isinstance(mark, Contours)]
    places = np.array([[0.2, 0.7], [1.0, 1.5], [0.0, -1.0]])
    for mark, belief in ((before, step.before), (after, step.belief)):
        ratio = mark.function(places)
        wanted = belief.log_density(places[:2, 0], places[:2, 1])
        assert np.log(ratio[0] / ratio[1]) == pytest.approx(wanted[0] - wanted[1]) and ratio[2] == 0
        assert mark.function(np.array([belief.mode]))[0] == pytest.approx(1.0)
    ratio = point.function(places)
    wanted = 0.5 * np.log(places[:2, 1]) - 0.5 * places[:2, 1] * (2.0 - places[:2, 0]) ** 2
    assert np.log(ratio[0] / ratio[1]) == pytest.approx(wanted[0] - wanted[1])


def test_interval_is_dragged_to_another_level() -> None:
    step, (handle,) = steps()[3], CARD.drags
    track = handle.track(step, ANY, CARD.params())
    at = step.belief.quantile(0, np.array([0.9]))[0]
    assert handle.line == "upright" and track.value_at(np.array([at, 0.0])) == pytest.approx(0.8, abs=1e-3)


def test_draws_follow_the_true_probabilities_and_are_kept_when_more_are_drawn() -> None:
    few, many = steps(count=5)[-1].xs, steps(count=400)[-1].xs
    assert few.tolist() == many[:5].tolist() and (many == 0).mean() == pytest.approx(0.7, abs=0.08)
    sides = steps(family=DIE, count=400)[-1].xs
    assert np.bincount(sides.astype(int)) / 400 == pytest.approx([0.5, 0.3, 0.2], abs=0.08)
    assert set(steps(family=DIE, true_shares=(0.0, 1.0, 0.0))[-1].xs) == {1.0}
    points = steps(family=GAUSSIAN, count=400, true_mean=3.0, true_deviation=0.5)[-1].xs
    assert (points.mean(), points.std()) == pytest.approx((3.0, 0.5), abs=0.1)


@pytest.mark.parametrize(
    ("params", "words", "remedy"),
    [
        ({"beta": (1.0,)}, "beta needs 2 numbers", SetParameter("beta", (2.0, 2.0))),
        ({"beta": (1.0, 0.0)}, "from 0.1 to", SetParameter("beta", (2.0, 2.0))),
        ({"family": DIE, "alpha": (1.0, 2.0)}, "alpha needs 3", SetParameter("alpha", (1.0, 1.0, 1.0))),
        (
            {"family": GAUSSIAN, "normal_gamma": (0.0, 1.0, 2.0, -1.0)}, "normal_gamma needs 4",
            SetParameter("normal_gamma", (0.0, 1.0, 2.0, 2.0)),
        ),
        ({"observed": (1.0, 2.0)}, "Observation 2 is 2, and must be 1 .heads", SetParameter("observed", ())),
        ({"family": DIE, "observed": (4.0,)}, "must be 1, 2 or 3", SetParameter("observed", ())),
        ({"family": GAUSSIAN, "observed": (1e9,)}, "at most 1,000,000", SetParameter("observed", ())),
        ({"family": DIE, "true_shares": (0.0, 0.0)}, "true_shares", SetParameter("true_shares", (0.5, 0.3, 0.2))),
    ],
)  # fmt: skip
def test_impossible_values_are_refused_with_a_remedy(params: dict[str, Any], words: str, remedy: SetParameter) -> None:
    with pytest.raises(Refusal, match=words) as refused:
        engine.trace(KEY, ANY, **params)
    assert refused.value.remedies == (remedy,)


def test_picture_has_room_for_both_beliefs_and_this_point() -> None:
    params = {"family": GAUSSIAN, "observed": (3.0, 2.5)}
    step = steps(**params)[1]
    drawn = marks(step, **params)
    curves = [mark for mark in drawn if isinstance(mark, Curve)]
    low, high, floor, top = curves[0].surface.view
    assert low == min(one.m - 5 * one.scale for one in (step.before, step.belief)) and floor == 0
    assert high == max(one.m + 5 * one.scale for one in (step.before, step.belief))
    assert top > max(curve.positions[:, 1].max() for curve in curves)
    mean = next(mark for mark in drawn if isinstance(mark, Points) and mark.labels == ("mean",))
    assert mean.positions[0] == pytest.approx([1.5, np.exp(step.belief.log_marginal(np.array([1.5])))[0]])
    lines = next(mark for mark in drawn if isinstance(mark, Contours)).surface.view
    assert lines[3] == pytest.approx(max((one.a + 4 * one.a**0.5) / one.b for one in (step.before, step.belief)))
    assert drawn[-1].values.tolist() == [[1.5, 2.0, 2.5, 2.0 + 9 / 4]]
    told = story(step, **params)
    assert told.sentence.startswith("Point 1 is 3: the mean moves towards it")
    assert told.worked[-1] == "b ← 2 + 2.25 = 4.25"
    values = {number.name: number.value for number in told.numbers}
    assert values["mean of λ"] == pytest.approx(2.5 / 4.25) and values["mode of λ"] == pytest.approx(2.0 / 4.25)


def test_tails_have_likelihood_1_minus_theta_and_unbounded_density_is_cut() -> None:
    params = {"observed": (0.0,), "beta": (0.5, 0.5)}
    step = steps(**params)[1]
    drawn = marks(step, **params)
    likelihood = next(mark for mark in drawn if isinstance(mark, Curve) and mark.role == "path")
    assert likelihood.label == "1 − θ" and likelihood.positions[:, 1] == pytest.approx(1 - likelihood.positions[:, 0])
    before = next(mark for mark in drawn if isinstance(mark, Curve) and mark.role == "ghost")
    wanted = np.minimum(np.exp(step.before.log_marginal(0, before.positions[:, 0])), 24.0)
    assert before.positions[:, 1] == pytest.approx(wanted) and before.positions[:, 1].min() < 1
    assert not any(isinstance(mark, Points) and mark.labels == ("mode",) for mark in drawn)


def test_point_is_compared_with_the_prior_and_the_width_measured() -> None:
    params = {"family": GAUSSIAN, "normal_gamma": (1.0, 3.0, 2.0, 2.0), "observed": (5.0,)}
    step = steps(**params)[1]
    told = story(step, **params)
    assert told.worked[:2] == ("κ m + x = 3 + 5 = 8", "m ← 8 / 4 = 2")
    ends = {number.name: number.value for number in told.numbers}
    assert ends["interval from"] == step.low < step.high == ends["interval to"]
    width = CARD.measure(step, ANY, CARD.params(**params))["width of the credible interval"]
    assert width == step.high - step.low > 0


def test_die_sides_are_numbered_from_1() -> None:
    from engine.core.marks import Curve

    params = {"family": DIE, "observed": (2.0,), "alpha": (1.0, 1.0, 1.0)}
    step = steps(**params)[1]
    curves = [mark for mark in marks(step, **params) if isinstance(mark, Curve)]
    beliefs = [mark.label for mark in curves if mark.role == "boundary"]
    assert beliefs == ["θ1", "θ2", "θ3"]
    (like,) = [mark for mark in curves if mark.role == "path"]
    assert like.label == "θ2" and like.group == 1


def test_only_an_observed_point_is_marked() -> None:
    trace = steps(family=GAUSSIAN)
    for step in trace:
        drawn = [mark for mark in marks(step, family=GAUSSIAN) if isinstance(mark, Segments) and mark.role == "focus"]
        observed = step.part == "observed" and step.x is not None
        assert [mark.starts[0].tolist() for mark in drawn] == ([[step.x, 0.0]] if observed else [])
        means = [number.value for number in story(step, family=GAUSSIAN).numbers if number.name == "mean of μ"]
        assert set(means) <= {step.belief.m}
    assert any(step.part == "observed" for step in trace) and means
