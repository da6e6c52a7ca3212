"""Fisher's discriminant against the worked examples: every number told, and where everything drawn lies."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.linalg import eigh
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis

import engine
from engine.core.marks import Bars, Curve, Ellipse, Line, Points, Segments, Text
from engine.families.discriminants.fisher.drawing import marks
from engine.families.discriminants.fisher.loop import Params
from engine.families.discriminants.fisher.solving import raw
from engine.families.discriminants.fisher.telling import explain, inspect
from engine.maths.algebra.scatter import criterion
from engine.maths.probability.threshold import projected
from engine.models.linear import Hyperplane
from engine.models.projections import Discriminants
from tests.catalogue import shows
from tests.engine.families.discriminants.test_fisher import NINE, TEN, W_RAW, W_UNIT, numbers, of, on, parts_of, run

# -- the worked examples -----------------------------------------------------------------------------------------------


@shows("FI2", "W31")
def test_w31_means_and_scatter():
    parts = parts_of(TEN)
    assert parts.means == pytest.approx(np.array([[3.0, 3.8], [8.4, 7.6]]), abs=1e-9)
    assert parts.within == pytest.approx(np.array([[13.2, -1.2], [-1.2, 22.0]]), abs=1e-9)
    assert parts.between == pytest.approx(np.array([[29.16, 20.52], [20.52, 14.44]]), abs=1e-9)
    within, between = on(marks(of(run(TEN), "scatter")[0], TEN, Params()), "Scatter")
    assert np.array_equal(within.values, parts.within) and np.array_equal(between.values, parts.between)


@shows("FI1", "W31")
def test_w31_direction_criterion_and_eigenvalue():
    trace, parts = run(TEN), parts_of(TEN)
    means, best = of(trace, "means")[0], of(trace, "direction")[0]
    assert criterion(means.direction, parts) == pytest.approx(2.90958514963, abs=1e-9)
    assert best.direction == pytest.approx(W_UNIT, abs=1e-9)
    assert criterion(best.direction, parts) == pytest.approx(3.05016611296, abs=1e-9)
    assert best.separations == pytest.approx([3.05016611296], abs=1e-9)
    assert eigh(parts.between, parts.within, eigvals_only=True) == pytest.approx([0.0, 3.05016611296], abs=1e-9)
    told = explain(best, TEN, Params())
    assert raw(best) == pytest.approx(W_RAW, abs=1e-9)
    assert told.worked == (
        "w ∝ (0.4269, 0.196), made of length 1",
        "S_W w = [(13.2, −1.2), (−1.2, 22)] · (0.4269, 0.196) = (5.4, 3.8)",
        "w = (0.9088, 0.4173), ‖w‖ = 1",
        "J = (10.805 − 4.312)² / (4.0773 + 9.7448) = 3.05",
        "wᵀ S_W w = 3.05; divided by its root, w meets the constraint wᵀ S_W w = 1",
    )
    assert numbers(told)["m1, m2"] == pytest.approx([4.31195774917, 10.8050009007], abs=1e-9)
    assert numbers(told)["s1², s2²"] == pytest.approx([4.07731609418, 9.74475385443], abs=1e-9)
    assert all(check.holds for check in told.checks) and told.checks
    row = [row[2] for row in told.tables[0].rows]
    assert row == pytest.approx(W_UNIT.tolist(), abs=1e-9)
    first = np.array([5.4, 3.8]) / np.hypot(5.4, 3.8)
    assert [row[1] for row in told.tables[0].rows] == pytest.approx(first.tolist())
    turned = np.degrees(np.arccos(first @ W_UNIT))
    assert f"It is turned by {turned:.3g}° from the one before: J rises from 2.91 to 3.05, the most" in told.sentence
    told = explain(means, TEN, Params())
    assert "on the line from the mean of class 0 to that of class 1" in told.sentence
    assert told.worked[0] == "m2 − m1 = (8.4, 7.6) − (3, 3.8) = (5.4, 3.8)"
    assert told.tables[0].rows == (("class 0", 5, 3.0, 3.8), ("class 1", 5, 8.4, 7.6))


def test_the_scatter_is_told_as_it_is_drawn():
    step = of(run(TEN), "scatter")[0]
    told = explain(step, TEN, Params())
    assert told.worked == ("S_W = [(13.2, −1.2), (−1.2, 22)]", "S_B = [(29.16, 20.52), (20.52, 14.44)]")
    assert list(numbers(told).values()) == pytest.approx([13.2 + 22.0, 29.16 + 14.44, 1])
    several = explain(of(run(NINE), "scatter")[0], NINE, Params())
    assert list(numbers(several).values()) == pytest.approx([4.0, 160.0, 2])
    told = explain(of(run(NINE), "means")[0], NINE, Params())
    mean = NINE.X.mean(axis=0)
    assert told.worked == (f"m = ({mean[0]:.4g}, {mean[1]:.4g})",)


def test_point_of_several_classes_gets_its_distances_to_the_means():
    last, x = run(NINE)[-1], np.array([3.0, 1.0])
    place = (x - NINE.X.mean(axis=0)) @ last.model.components.T
    asked = inspect(last, NINE, Params(), x)
    assert list(numbers(asked.story).values()) == pytest.approx(place.tolist())
    far = [row[1] for row in asked.story.tables[0].rows]
    means = [(NINE.X[NINE.codes == k].mean(axis=0) - NINE.X.mean(axis=0)) @ last.model.components.T for k in range(3)]
    assert far == pytest.approx([np.linalg.norm(place - mean) for mean in means])
    assert asked.story.tables[0].chosen == int(np.argmin(far))
    dot = next(m for m in asked.marks if m.surface.name == "Discriminant space")
    assert dot.positions[0] == pytest.approx(place)


@shows("W31")
def test_w31_projection_and_midpoint():
    last = run(TEN)[-1]
    moments = projected(TEN.X @ last.direction, TEN.codes == 1)
    assert moments.means == pytest.approx([4.31195774917, 10.8050009007], abs=1e-9)
    assert moments.variances * 5 == pytest.approx([4.07731609418, 9.74475385443], abs=1e-9)
    assert isinstance(last.model, Hyperplane)
    assert -last.model.bias == pytest.approx(7.55847932496, abs=1e-9)
    assert last.wrong == 0
    assert numbers(explain(last, TEN, Params()))["threshold"] == pytest.approx(7.55847932496, abs=1e-9)


@shows("FI7", "W74")
def test_w74_three_classes_have_two_directions():
    parts, trace = parts_of(NINE), run(NINE)
    assert parts.within == pytest.approx(np.array([[2.0, -1.0], [-1.0, 2.0]]), abs=1e-9)
    assert parts.between == pytest.approx(np.array([[32.0, -32.0], [-32.0, 128.0]]), abs=1e-9)
    model = trace[-1].model
    assert isinstance(model, Discriminants)
    assert trace[-1].separations == pytest.approx([70.8880139847, 14.4453193486], abs=1e-9)
    assert trace[-1].separations.sum() == pytest.approx(85.3333333333, abs=1e-9)
    first = model.components[0]
    assert first / np.abs(first).max() == pytest.approx([0.354248688935, 1.0], abs=1e-9)
    assert len(of(run(NINE, directions=100), "direction")) == 2
    assert len(run(NINE, directions=1)[-1].model.components) == 1


# -- what is drawn -----------------------------------------------------------------------------------------------------


def test_histograms_count_the_points_and_show_the_threshold():
    step = of(run(TEN), "direction")[0]
    drawn = on(marks(step, TEN, Params()), "Projected classes")
    curves = [mark for mark in drawn if isinstance(mark, Curve) and mark.group is not None]
    assert [mark.group for mark in curves] == [0, 1]
    for mark in curves:
        assert mark.positions[1:-1:2, 1].sum() == 5.0
    threshold = next(mark for mark in drawn if isinstance(mark, Curve) and mark.role == "boundary")
    assert threshold.positions[:, 0] == pytest.approx(-step.model.bias)
    assert next(mark for mark in drawn if isinstance(mark, Text)).text == "J = 3.05, overlap 0 %"


def test_feet_lie_on_the_line_through_the_mean():
    step = of(run(TEN), "direction")[0]
    feet = next(m for m in marks(step, TEN, Params()) if isinstance(m, Segments) and m.role == "residual")
    assert np.array_equal(feet.starts, TEN.X)
    assert (feet.ends - feet.starts) @ step.direction == pytest.approx(np.zeros(10), abs=1e-12)
    away = feet.ends - TEN.X.mean(axis=0)
    assert away - np.outer(away @ step.direction, step.direction) == pytest.approx(np.zeros((10, 2)), abs=1e-12)


def test_j_by_angle_has_its_maximum_at_the_direction():
    step = of(run(TEN), "direction")[0]
    curve, best, here = on(marks(step, TEN, Params()), "J by angle")
    assert not curve.surface.open
    assert here.positions[0] == pytest.approx([np.degrees(np.arctan2(W_UNIT[1], W_UNIT[0])), 3.05016611296])
    assert abs(best.positions[0, 0] - here.positions[0, 0]) <= 0.5
    assert curve.positions[:, 1].max() <= here.positions[0, 1] * (1 + 1e-12)


def test_ellipses_and_the_canonical_plot():
    ellipses = [m for m in marks(of(run(TEN), "scatter")[0], TEN, Params()) if isinstance(m, Ellipse)]
    assert sum(mark.covariance for mark in ellipses) * 5 == pytest.approx(parts_of(TEN).within)
    data = engine.load("wine")
    drawn = marks(run(data)[-1], data, Params())
    points = next(m for m in on(drawn, "Discriminant space") if isinstance(m, Points) and m.role == "data")
    assert points.rows.tolist() == list(range(data.n)) and np.array_equal(points.groups, data.codes)
    bars = next(mark for mark in drawn if isinstance(mark, Bars))
    assert bars.values.sum() == pytest.approx(1.0) and bars.line[-1] == pytest.approx(1.0)


def test_means_are_joined_pairwise_or_with_the_total_mean():
    two, several = of(run(TEN), "means")[0], of(run(NINE), "means")[0]
    (way,) = [m for m in marks(two, TEN, Params()) if isinstance(m, Segments) and m.role == "spoke"]
    assert way.arrows and [*way.starts[0], *way.ends[0]] == pytest.approx([3.0, 3.8, 8.4, 7.6])
    (ways,) = [m for m in marks(several, NINE, Params()) if isinstance(m, Segments)]
    assert ways.starts == pytest.approx(np.tile(NINE.X.mean(axis=0), (3, 1)))
    assert ways.ends == pytest.approx(np.array([NINE.X[NINE.codes == k].mean(axis=0) for k in range(3)]))
    (centres,) = [m for m in marks(several, NINE, Params()) if isinstance(m, Points) and m.role == "centre"]
    assert np.array_equal(centres.positions, ways.ends) and centres.groups.tolist() == [0, 1, 2]


def test_projection_line_passes_the_mean_and_covers_every_foot():
    step, mean = of(run(TEN), "direction")[0], TEN.X.mean(axis=0)
    drawn = marks(step, TEN, Params())
    back, forth = [m for m in drawn if isinstance(m, Segments) and m.role == "axis"]
    assert np.array_equal(back.ends[0], mean) and np.array_equal(forth.starts[0], mean)
    assert forth.labels == ("w",) and forth.arrows and not back.arrows
    reach, (low, high) = (TEN.X - mean) @ W_UNIT, ((end - mean) @ W_UNIT for end in (back.starts[0], forth.ends[0]))
    assert low < reach.min() and high > reach.max() and high - low == pytest.approx(1.1 * np.ptp(reach))
    (ghost,) = [m for m in drawn if isinstance(m, Segments) and m.role == "ghost"]
    old = ghost.ends[0] - mean
    assert old / np.linalg.norm(old) == pytest.approx(np.array([5.4, 3.8]) / np.hypot(5.4, 3.8))
    (line,) = [m for m in drawn if isinstance(m, Line)]
    assert line.weights == pytest.approx(W_UNIT) and -line.bias == pytest.approx(7.55847932496, abs=1e-9)


def test_misclassified_points_are_ringed_and_counted():
    data = TEN.changed(X=np.vstack([TEN.X[:9], [[3.0, 3.0]]]))
    last = run(data)[-1]
    y = data.X @ last.model.weights
    wrong = np.flatnonzero((y >= -last.model.bias) != (data.codes == 1))
    (ringed,) = [m for m in marks(last, data, Params()) if isinstance(m, Points) and m.role == "wrong"]
    assert ringed.rows.tolist() == wrong.tolist() == [9] and last.wrong == 1
    assert "1 point of 10 on the wrong side" in explain(last, data, Params()).sentence


def test_projection_matches_transform_with_its_separation_shares():
    step = run(NINE)[-1]
    drawn = marks(step, NINE, Params())
    data, means = [m for m in on(drawn, "Discriminant space") if isinstance(m, Points)]
    rows = step.model.components
    assert data.positions == pytest.approx((NINE.X - NINE.X.mean(axis=0)) @ rows.T)
    assert means.positions == pytest.approx(np.array([data.positions[NINE.codes == k].mean(axis=0) for k in range(3)]))
    assert data.surface.x == "direction 1 (J = 70.89)" and data.surface.y == "direction 2 (J = 14.45)"
    bars = next(m for m in drawn if isinstance(m, Bars))
    assert bars.values == pytest.approx(np.array([70.8880139847, 14.4453193486]) / 85.3333333333)
    assert bars.line == pytest.approx([70.8880139847 / 85.3333333333, 1.0]) and bars.chosen == 1
    first, second = of(run(NINE), "direction")
    assert "Direction 1 of 2: J = 70.89, 83.1 % of the separation." in explain(first, NINE, Params()).sentence
    assert "Direction 2 of 2: J = 14.45, 16.9 % of the separation." in explain(second, NINE, Params()).sentence
    told = explain(first, NINE, Params())
    assert numbers(told)["J2"] == pytest.approx(14.4453193486)
    assert [number.note for number in told.numbers] == ["83.1 % so far", "100.0 % so far"]


# -- FI4 with a penalty ------------------------------------------------------------------------------------------------


@shows("FI4")
@pytest.mark.parametrize("penalty", [0.0, 5.0, 300.0])
def test_direction_solves_the_stated_equation_and_is_optimal(penalty):
    params, parts = Params(penalty=penalty), parts_of(TEN)
    step = of(run(TEN, penalty=penalty), "direction")[0]
    told = explain(step, TEN, params)
    matrix = parts.within + penalty * np.eye(2)
    solution = np.linalg.solve(matrix, [5.4, 3.8])
    assert raw(step) == pytest.approx(solution, rel=1e-9)
    assert step.direction == pytest.approx(solution / np.linalg.norm(solution), abs=1e-9)

    def ratio(w):
        return (w @ [5.4, 3.8]) ** 2 / (w @ matrix @ w)

    best = ratio(step.direction)
    others = np.random.default_rng(0).normal(size=(500, 2))
    assert max(ratio(w) for w in others) <= best * (1 + 1e-12)
    assert numbers(told)["λmax"] == pytest.approx(best)
    name, equation = ("J′", "(S_W + λI) w = m2 − m1") if penalty else ("J", "S_W w = m2 − m1")
    assert f"The direction solves {equation}." in told.sentence
    before, after = (f"{value:.4g}" for value in (ratio(np.array([5.4, 3.8])), best))
    moved = f"stays {after}" if before == after else f"rises from {before} to {after}"
    assert f": {name} {moved}, the most there is" in told.sentence
    assert [check.words for check in told.checks] == [f"the eigenvalue is the {name} of its direction"]
    assert all(check.holds for check in told.checks)


@shows("FI4")
def test_fi4_rule_is_shown_and_lda_has_the_same_direction():
    rule, said = (
        r"\mathbf{w} \propto S_W^{-1} (\mathbf{m}_2 - \mathbf{m}_1)",
        "finds the same direction, up to its sign.",
    )
    iris = engine.load("iris").subset(range(50, 150))
    for data in (TEN, iris):
        step = of(run(data), "direction")[0]
        told = explain(step, data, Params())
        assert told.formula.startswith(rule) and told.sentence.endswith(said)
        lda = LinearDiscriminantAnalysis(solver="lsqr").fit(data.X, data.codes).coef_[0]
        assert abs(step.direction @ lda) / np.linalg.norm(lda) == pytest.approx(1.0, abs=1e-9)
    held = explain(of(run(TEN, penalty=5.0), "direction")[0], TEN, Params(penalty=5.0))
    assert r"(S_W + \lambda I)^{-1}" in held.formula and said not in held.sentence


@shows("FI4")
def test_fi4_arrow_leads_from_the_mean_difference_to_the_direction():
    step = of(run(TEN), "direction")[0]
    arrows = [mark for mark in marks(step, TEN, Params()) if isinstance(mark, Segments) and mark.arrows]
    before, now = ([mark for mark in arrows if mark.role == role] for role in ("ghost", "axis"))
    for (mark,), w in ((before, np.array([5.4, 3.8])), (now, W_UNIT)):
        way = (mark.ends - mark.starts)[0]
        assert way @ w / np.linalg.norm(way) / np.linalg.norm(w) == pytest.approx(1.0)


def test_unchanged_direction_is_turned_by_no_angle():
    """The arc cosine of what rounding leaves of 1 is 1.21e-06 degrees."""
    data = engine.Dataset.from_arrays([[1, 2], [2, 1], [3, 4], [4, 3], [5, 5]], ["a", "a", "b", "b", "b"])
    told = explain(of(run(data), "direction")[0], data, Params())
    assert "It is turned by 0° from the one before" in told.sentence


def test_penalised_ratio_is_not_called_the_maximum():
    params, parts = Params(penalty=300.0), parts_of(TEN)
    step = of(run(TEN, penalty=300.0), "direction")[0]
    told = explain(step, TEN, params)
    plain = criterion(step.direction, parts)
    assert plain < criterion(W_UNIT, parts) - 0.1
    assert f"J itself was {2.90958514963:.4g} and is {plain:.4g}" in told.sentence
    assert numbers(told)["J"] == pytest.approx(plain)
    above, below = (step.direction @ [5.4, 3.8]) ** 2, step.direction @ parts.within @ step.direction
    assert f"J′ = {above:.4g} / ({below:.4g} + 300) = {above / (below + 300):.4g}" in told.worked
    assert r"(S_W + \lambda I)" in told.formula
    assert "for λ = 300 is found" in run(TEN, penalty=300.0).ending.words


@pytest.mark.parametrize("penalty", [0.0, 50.0])
def test_several_classes_with_a_penalty(penalty):
    params, parts = Params(penalty=penalty), parts_of(NINE)
    matrix = parts.within + penalty * np.eye(2)
    values = eigh(parts.between, matrix, eigvals_only=True)[::-1]
    name = "J′" if penalty else "J"
    for k, step in enumerate(of(run(NINE, penalty=penalty), "direction")):
        told, w = explain(step, NINE, params), step.model.components[k]
        assert w @ matrix @ w / NINE.n == pytest.approx(1.0)
        assert f"Direction {k + 1} of 2: {name} = {values[k]:.4g}" in told.sentence
        assert ("the variance within the classes is 1" in told.sentence) == (not penalty)
        assert numbers(told)[f"{name}{k + 1}"] == pytest.approx(values[k])
        assert all(check.holds for check in told.checks) and told.checks
    chart = next(m.surface for m in on(marks(run(NINE, penalty=penalty)[-1], NINE, params), "Discriminant space"))
    assert chart.x == f"direction 1 ({name} = {values[0]:.4g})"
