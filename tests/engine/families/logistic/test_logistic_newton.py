"""Logistic regression by Newton's method on any data: how it runs and ends, what it draws and says."""

from __future__ import annotations

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.core.marks import Contours, Curve, Line, Points, Text
from engine.core.story import Event
from engine.data.toys import generate
from engine.families.logistic.logistic_newton import ALGORITHM, generative, null_space
from engine.families.logistic.logistic_newton.loop import Params
from engine.families.logistic.logistic_newton.telling import explain, inspect
from engine.maths.algebra.affine import with_ones
from engine.maths.probability.cross_entropy import (
    gradient,
    penalised,
    working_response,
)
from engine.maths.probability.sigmoid import sigmoid
from engine.models.linear import Hyperplane, Logistic
from engine.parts import weight_space
from engine.parts.ridge import penalties
from tests.catalogue import shows
from tests.examples import SIX, numbers, standardised, two_of

FOLLOWS = {
    "slope at the boundary": lambda step, data, params: np.linalg.norm(step.model.weights) / 4,
    "p from 0.1 to 0.9 within": lambda step, data, params: 2 * np.log(9) / np.linalg.norm(step.model.weights),
    "mean confidence": lambda step, data, params: step.model.predict_proba(data.X).max(axis=1).mean(),
}


def run(data, start=None, **params):
    return engine.trace("logistic_newton", data, start=start, **params).to_end()


# -- the mathematics ---------------------------------------------------------------------------------------------------


@shows("LR6")
def test_lr6_newton_is_weighted_least_squares_on_the_working_response():
    data = two_of("iris", 1, 2)
    Phi, t = with_ones(data.X), (data.codes == 2) * 1.0
    for step in run(data)[:-1]:
        _, R, z = working_response(step.model.packed, Phi, t)
        root = np.sqrt(R)
        fitted = np.linalg.lstsq(root[:, None] * Phi, root * z, rcond=None)[0]
        assert step.model.packed + step.move == pytest.approx(fitted, rel=1e-6)


# -- how it runs and ends ----------------------------------------------------------------------------------------------


@given(
    st.lists(st.tuples(st.integers(-4, 4), st.integers(-4, 4), st.booleans()), min_size=2, max_size=25).filter(
        lambda rows: len({row[2] for row in rows}) == 2
    ),
    st.sampled_from([0.0, 0.1, 10.0]),
    st.tuples(*[st.integers(-30, 30)] * 3),
)
def test_damped_newton_never_raises_the_error_and_ends_in_words(rows, penalty, start):
    data = engine.Dataset.from_arrays([[float(a), float(b)] for a, b, _ in rows], [int(c) for *_, c in rows])
    trace = run(data, start=Hyperplane(np.array(start[1:], dtype=float), float(start[0])), penalty=penalty)
    for step in trace:
        assert np.isfinite(step.model.packed).all()
        assert step.objective_before is None or step.objective <= step.objective_before * (1 + 1e-12)
        assert all(check.holds for check in explain(step, data, Params(penalty=penalty)).checks)
    assert len(trace) <= ALGORITHM.bound(data, Params())
    assert trace.ending.words.endswith(".")
    if trace.ending.kind == "converged":
        assert (
            np.abs(
                gradient(
                    trace[-1].model.packed, with_ones(data.X), data.codes * 1.0, penalties(Params(penalty=penalty), 2)
                )
            ).max()
            < 1e-5
        )


def test_lr9_touching_classes_diverge_and_differ_from_separable_ones():
    touching = engine.Dataset.from_arrays([[-1.0], [0.0], [0.0], [1.0]], ["a", "a", "b", "b"])
    assert run(touching).ending.words.startswith("The classes only touch")
    separable = run(two_of("iris", 0, 1))
    assert separable.ending.kind == "stopped"
    assert separable.ending.words.startswith("The classes are separable")
    lengths = [np.linalg.norm(step.model.weights) for step in separable]
    assert (np.diff(lengths) > 0).all()
    assert explain(separable[-1], two_of("iris", 0, 1), Params()).sentence.endswith(
        " No point is misclassified: the classes are separable, and the weights will grow without bound, "
        f"‖w‖ from {lengths[-2]:.4g} to {lengths[-1]:.4g} in this step. A penalty (λ > 0) bounds them."
    )
    assert run(two_of("iris", 0, 1), penalty=0.01).ending.kind == "converged"


def test_damping_halves_a_step_that_overshoots():
    start = Hyperplane(np.array([8.0]), -2.0)
    damped, free = run(SIX, start=start), run(SIX, start=start, damping=False)
    assert max(step.halvings for step in damped) > 0
    assert [ALGORITHM.event(step) for step in damped] == [
        Event("halved", "wrong") if step.halvings else None for step in damped
    ]
    assert damped.ending.kind == "converged"
    assert damped[-1].model.packed == pytest.approx(run(SIX)[-1].model.packed, abs=1e-8)
    assert any(step.objective > step.objective_before for step in free[1:])
    assert "damping" in free.ending.words


def test_vanishing_curvature_fails_in_words():
    trace = run(SIX, start=Hyperplane(np.array([-1e6]), 0.0))
    assert trace.ending.kind == "failed"
    assert "so near to 0 and 1 that its curvature is lost: the Hessian has rank 0 of 2" in trace.ending.words


def test_column_far_from_zero_fails_in_words():
    data = SIX.changed(X=SIX.X + 1e9)
    trace = run(data)
    assert trace.ending.kind == "failed"
    assert trace.ending.words.startswith("x1 lies so far from 0")
    assert trace.ending.words.endswith("subtract its mean first.")


def test_a_constant_column_is_named():
    data = engine.Dataset.from_arrays(np.column_stack([SIX.X, np.full(6, 3.0)]), SIX.codes)
    trace = run(data)
    assert "x2 never changes" in explain(trace[0], data, Params()).sentence
    assert trace[-1].error == pytest.approx(run(SIX)[-1].error)


@pytest.mark.parametrize("size", [1e-150, 1e-12, 1e12, 1e149])
def test_feature_units_do_not_matter(size):
    data = two_of("iris", 1, 2)
    scaled = run(data.changed(X=data.X * size))
    assert scaled.ending.kind == "converged"
    assert [step.error for step in scaled] == pytest.approx([step.error for step in run(data)], rel=1e-6)


def test_bowl_with_curvature_everywhere_is_not_called_flat():
    assert "flat" not in explain(run(SIX)[1], SIX, Params()).sentence


def test_a_cap_stops_in_words():
    trace = run(two_of("iris", 1, 2), iterations=3)
    assert len(trace) == 4
    assert trace.ending.words.startswith("3 Newton steps, and the next would still change an activation by")


def test_lr7_huge_penalty_leaves_the_prior_log_odds_in_the_free_bias():
    data = engine.load("breast_cancer")
    share = (data.codes == 1).mean()
    data = standardised(data)
    assert run(data, penalty=1e6)[-1].model.bias == pytest.approx(np.log(share / (1 - share)), abs=1e-3)
    held = run(data, penalty=1e6, penalise_bias=True)[-1].model
    assert held.predict_proba(data.X) == pytest.approx(np.full((data.n, 2), 0.5), abs=1e-2)


# -- weight space ------------------------------------------------------------------------------------------------------


def charted(step, data, params=None):
    return [
        mark
        for mark in engine.algorithm("logistic_newton").marks(step, data, params or Params())
        if mark.surface.name == "Weight space"
    ]


def test_landscape_is_the_error_and_the_quadratic_touches_it():
    for data in (SIX, two_of("iris", 1, 2).select([0, 2]), two_of("iris", 1, 2)):
        params = Params(penalty=0.3)
        step = run(data, penalty=0.3)[2]
        w, pair = step.model.packed, list(weight_space.axes(data.d))
        directions = weight_space.following(step.hessian)
        error, _, _, bowl = (mark for mark in charted(step, data, params) if isinstance(mark, Contours))
        Phi, t = with_ones(data.X), (data.codes == data.codes.max()) * 1.0
        for shift in ([0.0, 0.0], [1.0, -2.0], [40.0, 7.0]):
            moved = w + directions @ shift
            here = penalised(moved, Phi, t, penalties(params, data.d))
            assert error.function(moved[pair][None])[0] == pytest.approx(here, rel=1e-9)
        assert bowl.function(w[pair][None])[0] == pytest.approx(step.objective)
        assert bowl.levels[-1] == pytest.approx(step.objective)
        near = w[pair] + np.array([[1e-3, 2e-3]])
        assert bowl.function(near)[0] == pytest.approx(error.function(near)[0], abs=1e-6)


@pytest.mark.parametrize("data", [SIX, two_of("iris", 1, 2).select([0, 2]), two_of("iris", 1, 2)])
def test_minimum_of_the_quadratic_is_the_next_step(data):
    trace, pair = run(data), list(weight_space.axes(data.d))
    for step, following in itertools.pairwise(trace[:4]):
        drawn = charted(step, data)
        bowl = [mark for mark in drawn if isinstance(mark, Contours)][1]
        target = next(mark for mark in drawn if isinstance(mark, Points) and mark.labels == ("next",)).positions
        assert target[0] == pytest.approx(following.model.packed[pair])
        around = target + 1e-3 * np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
        assert (bowl.function(around) > bowl.function(target)).all()
        x0, x1, y0, y1 = drawn[0].surface.view
        assert x0 < target[0, 0] < x1
        assert y0 < target[0, 1] < y1


def test_the_path_holds_every_iterate_so_far():
    trace = run(SIX)
    for i, step in enumerate(trace):
        way = next(mark for mark in charted(step, SIX) if isinstance(mark, Curve))
        assert way.positions == pytest.approx(np.array([trace[j].model.packed for j in range(i + 1)]))


def test_slices_and_samples_are_stated_in_words():
    assert not [mark for mark in charted(run(SIX)[1], SIX) if isinstance(mark, Text)]
    iris = two_of("iris", 1, 2)
    text = next(mark for mark in charted(run(iris)[1], iris) if isinstance(mark, Text))
    assert "the 3 other weights follow" in text.text
    rng = np.random.default_rng(0)
    many = engine.Dataset.from_arrays(rng.normal(size=(3000, 2)), rng.integers(0, 2, 3000))
    step = run(many)[1]
    drawn = charted(step, many)
    assert "From 1,000 of 3,000 rows, scaled up." in next(mark for mark in drawn if isinstance(mark, Text)).text
    landscape = next(mark for mark in drawn if isinstance(mark, Contours))
    assert landscape.function(step.model.packed[None, 1:])[0] == pytest.approx(step.error, rel=0.05)


def test_equal_keys_promise_equal_landscapes():
    one, other = run(SIX), run(SIX.with_values([0], [[0.6]]))
    keys = [
        mark.key for trace in (one, run(SIX), other) for mark in charted(trace[1], SIX) if isinstance(mark, Contours)
    ]
    assert keys[:2] == keys[2:4]
    assert keys[1] != keys[5]


def test_click_on_the_chart_starts_a_run_there():
    handle = ALGORITHM.handles[0]
    for data, expected in [(SIX, [1.5, -2.0]), (two_of("iris", 1, 2), [0.0, 1.5, -2.0, 0.0, 0.0])]:
        start = handle.make(np.array([[1.5, -2.0]]), data, Params())
        assert isinstance(start, Logistic)
        assert start.packed.tolist() == expected
        assert handle.positions(start, data).tolist() == [[1.5, -2.0]]
        assert handle.most(Params()) == 1
        assert run(data, start=start)[0].model.packed.tolist() == expected
        surface = charted(run(data)[0], data)[0].surface
        assert (surface.kind, surface.name) == (handle.surface.kind, handle.surface.name)


# -- words -------------------------------------------------------------------------------------------------------------


def test_the_start_says_half_and_n_ln_2():
    said = explain(run(SIX)[0], SIX, Params())
    assert said.sentence.startswith("All weights are 0, so every probability is σ(0) = ½: E = 4.159 for 6 points.")
    assert numbers(said)["E"] == pytest.approx(6 * np.log(2))


def test_inspect_gives_activation_probability_and_both_losses():
    data = two_of("iris", 1, 2)
    step = run(data)[-1]
    said = inspect(step, data, Params(), data.X[0]).story
    told = numbers(said)
    a = float(step.model.decision_function(data.X[:1])[0])
    assert told["activation a"] == a
    assert told["P(versicolor)"] + told["P(virginica)"] == pytest.approx(1.0)
    assert told["loss if versicolor"] == pytest.approx(np.log1p(np.exp(a)))
    assert told["loss if virginica"] == pytest.approx(np.log1p(np.exp(-a)))
    assert said.sentence.startswith("This point is classified as versicolor, with the probability ")


def test_plane_shows_the_lines_of_one_half_and_nine_tenths():
    data = two_of("iris", 1, 2)
    lines = [
        mark
        for mark in engine.algorithm("logistic_newton").marks(run(data)[3], data, Params())
        if isinstance(mark, Line)
    ]
    assert [(line.role, line.label) for line in lines] == [
        ("ghost", ""),
        ("margin", "p = 0.9"),
        ("margin", "p = 0.1"),
        ("boundary", "p = ½"),
    ]
    assert sigmoid(np.array([line.level for line in lines[1:]])) == pytest.approx([0.9, 0.1, 0.5])


def test_three_classes_are_refused_in_words():
    with pytest.raises(engine.Refusal, match="separates 2 classes, and the data has 3"):
        engine.trace("logistic_newton", engine.load("iris"))


def test_singular_and_plural_of_correct_digits() -> None:
    data = generate("moons", seed=0, n=200)
    trace = engine.trace("logistic_newton", data).to_end()
    notes: dict[int, str] = {}
    for step in trace:
        found = [one for one in explain(step, data, Params()).numbers if one.name == "next change"]
        notes |= {int(-np.log10(one.value)): one.note for one in found if 0 < one.value < 0.1}
    assert notes[1].endswith("about 1 digit stands; a step doubles them") and len(notes) > 1
    assert all(notes[many].endswith(f"about {many} digits stand; a step doubles them") for many in notes if many > 1)


@shows("LR6")
def test_lr6_a_step_says_this():
    """The first step from w = 0 by the normal equations: H = ¼ ΦᵀΦ + λ I without the bias, g = Φᵀ(½ − t)."""
    Phi, t, params = with_ones(SIX.X), SIX.codes * 1.0, Params(penalty=0.5)
    H, g = Phi.T @ Phi / 4 + np.diag([0, 0.5]), Phi.T @ (0.5 - t)
    (b, w), trace = -np.linalg.solve(H, g), run(SIX, penalty=0.5)
    a = b + w * SIX.X[:, 0]
    E = np.log1p(np.exp(np.where(t == 1, -a, a))).sum()
    whole, stories = E + 0.25 * w**2, [explain(step, SIX, params) for step in trace[:2]]
    assert [story.sentence for story in stories] == [
        "All weights are 0, so every probability is σ(0) = ½: E = 4.159 for 6 points. The target t is 0 for class 0 "
        "and 1 for class 1.",
        f"Newton step 1: E + penalty falls by {6 * np.log(2) - whole:.4g} to {whole:.4g}.",
    ]
    losses = np.log1p(np.exp(np.where(t == 1, -a, a)))
    row = int(losses.argmax())
    y = sigmoid(a[row : row + 1])[0]
    weights = f"({b:.4g}, {w:.4g})".replace("-", "−")
    assert stories[1].worked[0] == f"(b, w) ← (0, 0) + {weights} = {weights}"
    assert stories[1].worked[1].endswith(f" = {whole:.4g}; the bias is free")
    assert stories[1].worked[2] == f"largest loss: point {row + 1} (class {int(t[row])}), a = {a[row]:.4g}".replace(
        "-", "−"
    )
    response = a[row] - (y - t[row]) / (y * (1 - y))
    assert stories[1].worked[4] == (
        f"its weight R = y(1 − y) = {y * (1 - y):.4g}, its working response z = a − (y − t)/R = {response:.4g}"
    )
    told = {one.name: (one.value, one.note) for one in stories[1].numbers}
    slope = Phi.T @ (sigmoid(a) - t) + [0, 0.5 * w]
    curved = Phi.T @ ((sigmoid(a) * (1 - sigmoid(a)))[:, None] * Phi) + np.diag([0, 0.5])
    assert told == {
        "E": (pytest.approx(E), "cross-entropy, a sum"), "E + penalty": (pytest.approx(whole), "½ λ ‖w‖² added"),
        "‖∇(E + penalty)‖": (pytest.approx(np.linalg.norm(slope)), ""),
        "wrong side": (int(((a > 0) != t).sum()), ""), "step length": (pytest.approx(np.hypot(b, w)), ""),
        "next change": (pytest.approx(np.abs(Phi @ np.linalg.solve(curved, slope)).max()), "of an activation, at most"),
        "‖w‖": (pytest.approx(w), ""), "slope at the boundary": (pytest.approx(w / 4), "‖w‖/4"),
        "p from 0.1 to 0.9 within": (pytest.approx(2 * np.log(9) / w), "2 ln 9 / ‖w‖"),
        "mean confidence": (pytest.approx(np.maximum(sigmoid(a), 1 - sigmoid(a)).mean()), "of the answers"),
        "det H": (pytest.approx(np.linalg.det(curved)), ""),
    }  # fmt: skip
    assert "step length" not in {one.name for one in stories[0].numbers}
    assert [check.words for check in stories[1].checks] == ["the next step leads downhill", "E + penalty does not rise"]
    (table,) = stories[1].tables
    assert table.rows[1] == ("x1", 0, pytest.approx(w), pytest.approx(w), pytest.approx(slope[1]))
    iris = two_of("iris", 1, 2)
    assert "det H" not in numbers(explain(run(iris)[1], iris, Params()))
    three = iris.select([0, 1, 2])
    assert "det H" in numbers(explain(run(three)[1], three, Params()))


def test_error_along_the_flat_direction_is_that_of_the_step():
    from engine.base.words import figure
    from engine.core.marks import Points
    from tests.contract.pool import pool

    data, card = pool()["a column that never changes"], engine.algorithm("logistic_newton")
    step = engine.trace("logistic_newton", data)[3]
    story = card.explain(step, data, card.params())
    (line,) = [line for line in story.worked if line.startswith("so E stays: at w it is ")]
    assert line.startswith(f"so E stays: at w it is {figure(step.error)},")
    drawn = card.marks(step, data, card.params())
    (dot,) = [mark for mark in drawn if isinstance(mark, Points) and mark.labels == ("w + r v",)]
    assert dot.positions.ravel() == pytest.approx([0.0, step.error])


# -- a flat direction, and LDA beside it -------------------------------------------------------------------------------


def test_shortest_of_many_steps_is_said_and_its_valley_drawn():
    data = engine.Dataset.from_arrays(np.column_stack([SIX.X, SIX.X]), SIX.codes)
    for step in run(data):
        said = explain(step, data, Params()).sentence
        assert "Of the many steps to its minimum the shortest is taken; a penalty makes the minimum unique." in said
        drawn = ALGORITHM.marks(step, data, Params())
        assert any(mark.surface == null_space.CHART for mark in drawn)
        ghosts = [mark.weights for mark in drawn if isinstance(mark, Line) and mark.role == "ghost"]
        before = [step.before.weights] if step.iteration and step.before.weights.any() else []
        assert [w.tolist() for w in ghosts] == [w.tolist() for w in before]


def test_lda_beside_it_is_compared_with_the_model_of_the_step():
    data = standardised(two_of("iris", 1, 2))
    params = Params(beside=generative.OTHERS[1])
    wrong = []
    for step in run(data)[:4]:
        story = explain(step, data, params)
        (table,) = [table for table in story.tables if any(row[0] == "LDA" for row in table.rows)]
        (own,) = [row for row in table.rows if row[0] == "logistic"]
        assert own[-1] == int((step.model.predict(data.X) != data.codes).sum()) and "LDA" in story.sentence
        assert len(story.sentence) > len(explain(step, data, Params()).sentence)
        wrong.append(own[-1])
    assert len(set(wrong)) > 1
