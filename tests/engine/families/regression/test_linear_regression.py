"""Linear regression: the worked case, matrices and loss as they are drawn, and data that are hard to fit."""

from __future__ import annotations

import numpy as np
import pytest
from scipy.stats import norm

import engine
from engine.core.marks import Bars, Contours, Curve, Matrix, Points, Region, Segments
from engine.data.dataset import Dataset
from engine.families.regression.bowl import bowl_of
from engine.models.basis import Gaussians
from engine.models.linear import LinearPredictor
from engine.parts import weight_space
from engine.parts.regression import of_basis
from tests.catalogue import shows

KEY = "linear_regression"
CARD = engine.algorithm(KEY)
X47, Y47 = np.arange(1.0, 6.0)[:, None], np.array([2.2, 2.8, 4.5, 3.7, 5.5])
W47 = Dataset(X47, Y47, target_name="t")
RESIDUALS = [-0.04, -0.19, 0.76, -0.79, 0.26]
STAGES = ["weights", *["normal"] * 4, "moment", "inverse", "solved", *["squares"] * 5, "noise", "predicted"]


def _pair(step, data, params):
    ways = np.array([step.before.packed, step.model.packed])
    if data.d > 1 or step.model.basis is not None or params.intercept:
        return ways[:, list(weight_space.axes(len(step.model.weights)))]
    return np.column_stack([ways[:, 1], ((data.y - ways[:, 1:] * data.X[:, 0]) ** 2).sum(axis=1)])


PLACED = {"Loss surface: path": _pair}


def story(step, data=W47, **params):
    return CARD.explain(step, data, CARD.params(**params))


def numbers(step, data=W47, **params):
    return {number.name: number.value for number in story(step, data, **params).numbers}


def drawn(step, kind, surface=None, data=W47, **params):
    marks = CARD.marks(step, data, CARD.params(**params))
    return [one for one in marks if isinstance(one, kind) and (surface is None or one.surface.name == surface)]


def matrices(step, **params):
    return {one.title: one.values for one in drawn(step, Matrix, "Normal equations", **params)}


def test_w47_matrices_fill_cell_by_cell_with_the_worked_weights() -> None:
    trace = engine.trace(KEY, W47).to_end()
    assert [step.stage for step in trace] == STAGES
    G, b = np.array([[5.0, 15.0], [15.0, 55.0]]), [18.7, 63.6]
    for cells in range(1, 5):
        gram = matrices(trace[cells])["ΦᵀΦ"]
        assert gram.ravel()[:cells] == pytest.approx(G.ravel()[:cells]) and np.isnan(gram.ravel()[cells:]).all()
    assert matrices(trace[5])["Φᵀt"].ravel() == pytest.approx(b)
    last = matrices(trace[7])
    assert last["(ΦᵀΦ)⁻¹"] == pytest.approx(np.linalg.inv(G)) and last["w = Φ⁺ t"].ravel() == pytest.approx(
        [1.49, 0.75]
    )
    assert last["Φ⁺"] == pytest.approx(np.linalg.pinv(np.column_stack([np.ones(5), X47])))
    model = trace[7].model
    assert [model.bias, *model.weights] == pytest.approx([1.49, 0.75], abs=1e-9)
    assert trace[7].residuals == pytest.approx(RESIDUALS, abs=1e-9)
    assert trace.ending.kind == "converged" and trace.ending.words.startswith(
        "The least sum of squared residuals is 1.307"
    )


def test_w47_text_and_worked_lines_of_each_stage() -> None:
    trace = engine.trace(KEY, W47).to_end()
    first = story(trace[0])
    assert "Φ has 5 rows and 2 columns: it is not square and has no inverse" in first.sentence
    assert numbers(trace[0])["O(w)"] == pytest.approx(((Y47 - Y47.mean()) ** 2).sum())
    assert "the products of the columns of Φ, added up over 5 rows" in story(trace[2]).sentence
    inverse = story(trace[6])
    assert inverse.sentence.startswith("ΦᵀΦ has an inverse. The weights are found without it")
    assert [row[0] for row in inverse.tables[0].rows] == [1, 2] and not story(trace[10]).checks
    assert [check.holds for check in story(trace[12]).checks] == [True, True]
    assert inverse.numbers[0].value == 2 and "2 rows" not in inverse.sentence
    assert story(trace[2]).worked == ("Σ φ1 φ2 = (1, 1, 1, 1, 1) · (1, 2, 3, 4, 5) = 15",)
    assert story(trace[5]).worked[1] == "Σ φ2 t = (1, 2, 3, 4, 5) · (2.2, 2.8, 4.5, 3.7, 5.5) = 63.6"
    solved = story(trace[7])
    assert "One unit more of x1 changes t by 0.75." in solved.sentence
    assert solved.worked[:2] == ("w = (1.49, 0.75), the bias first", "first equation: (5, 15) · (1.49, 0.75) = 18.7")
    told = numbers(trace[7])
    assert told["O(w)"] == pytest.approx(1.307) and told["RMSE"] == pytest.approx(0.511272921247)
    assert told["R²"] == pytest.approx(0.900807485423**2) and told["rank"] == 2
    assert told["κ(Φ)"] == pytest.approx(np.linalg.cond(np.column_stack([np.ones(5), X47])))
    assert all(check.holds for check in solved.checks) and len(solved.checks) == 2
    square = story(trace[10])
    assert square.sentence == "Row 3: the residual is 0.76, its square 0.5776."
    assert square.worked == ("r = t − y = 4.5 − (3.74) = 0.76", "Σ r² ← 0.0377 + (0.76)² = 0.6153")
    assert "All together they are O(w) = 1.307. The residuals sum to 0" in story(trace[12]).sentence
    said = story(trace[14])
    assert said.worked == ("y = (0.75) · (3) + 1.49 = 3.74",) and "at (3), the middle of the rows" in said.sentence


@shows("W47")
def test_w47_every_number_of_the_worked_case() -> None:
    trace = engine.trace(KEY, W47).to_end()
    noise = trace[13]
    assert noise.sum == pytest.approx(1.307, abs=1e-9) and noise.variance == pytest.approx(0.2614, abs=1e-9)
    assert numbers(noise)["β"] == pytest.approx(3.82555470543) and noise.likelihood == pytest.approx(-3.74043397154)
    assert noise.likelihood == pytest.approx(norm.logpdf(Y47, Y47 - RESIDUALS, 0.2614**0.5).sum())
    assert np.abs(noise.residuals).mean() == pytest.approx(0.408)
    assert np.corrcoef(Y47, noise.model.predict(X47))[0, 1] == pytest.approx(0.900807485423)
    unbiased = engine.trace(KEY, W47, divisor="N − M").to_end()[13]
    assert unbiased.variance == pytest.approx(0.435666666667)
    assert "with the divisor N: 1.307 / 5 = 0.2614" in story(unbiased, divisor="N − M").worked
    second = engine.fit(KEY, Dataset(X47, np.array([1.0, 0.0, 1.0, 2.0, 1.0])))
    assert second.packed == pytest.approx([0.4, 0.2], abs=1e-9)
    twice = engine.trace(KEY, Dataset(np.repeat(X47, 2, axis=1), Y47)).to_end()
    assert twice[-1].model.packed == pytest.approx([1.49, 0.375, 0.375], abs=1e-9)


@shows("RG1")
def test_fit_matches_numpy_and_scikit_learn_with_and_without_intercept() -> None:
    from sklearn.linear_model import LinearRegression

    rng = np.random.default_rng(4)
    X, t = rng.normal(3.0, 2.0, (60, 4)), rng.normal(size=60)
    for intercept in (True, False):
        data = Dataset(X, t)
        model = engine.fit(KEY, data, intercept=intercept)
        other = LinearRegression(fit_intercept=intercept).fit(X, t)
        assert model.weights == pytest.approx(other.coef_, rel=1e-9, abs=1e-9)
        assert model.bias == pytest.approx(other.intercept_, rel=1e-9, abs=1e-9)
        assert model.predict(X) == pytest.approx(other.predict(X), rel=1e-9, abs=1e-9)
    last = engine.trace(KEY, Dataset(X, t), query=(1.0, 2.0, 3.0, 4.0)).to_end()[-1]
    assert last.answer == pytest.approx(float(last.model.predict(np.array([[1.0, 2.0, 3.0, 4.0]]))[0]))
    (point,) = [one for one in drawn(last, Points, "Data", Dataset(X, t)) if one.role == "focus"]
    assert point.positions.tolist() == [[1, 2, 3, 4]] and point.targets.tolist() == [last.answer]


@shows("RG2")
def test_normal_equations_and_the_orthogonal_projection_are_drawn() -> None:
    data = Dataset(np.array([[1.0], [2.0], [3.0]]), np.array([1.2, 2.9, 2.5]))
    trace = engine.trace(KEY, data).to_end()
    first, solved = trace[0], next(step for step in trace if step.stage == "solved")
    assert "Φ has 3 rows and 2 columns: it is not square" in story(first, data).sentence
    pieces = drawn(solved, Segments, "Column space", data)
    (r,) = [one for one in pieces if one.role == "residual"]
    up = r.ends[0] - r.starts[0]
    across = r.starts[0]  # from 0 to y
    t = next(one for one in pieces if one.labels == ("t",)).ends[0]
    assert r.ends[0] == pytest.approx(t) and up[0] == pytest.approx(0.0, abs=1e-12) and up[1] > 0
    assert np.linalg.norm(up) == pytest.approx(np.linalg.norm(solved.residuals)) and np.abs(across).max() > 1
    before = next(one for one in drawn(first, Segments, "Column space", data) if one.role == "residual")
    assert before.ends[0] == pytest.approx(t) and np.linalg.norm(before.starts[0] - r.starts[0]) > 0.1
    assert not drawn(engine.trace(KEY, W47)[0], Segments, "Column space")


def test_column_space_of_one_column_is_a_line_and_of_three_everything() -> None:
    line = Dataset(np.ones((3, 1)), np.array([1.2, 2.9, 2.5]))
    (ghost,) = drawn(engine.trace(KEY, line)[0], Curve, "Column space", line)
    assert len(ghost.positions) == 2 and ghost.role == "ghost"
    whole = Dataset(np.array([[1.0, 1.0], [2.0, 4.0], [3.0, 9.0]]), np.array([1.2, 2.9, 2.5]))
    trace = engine.trace(KEY, whole).to_end()
    assert not drawn(trace[-1], Curve, "Column space", whole) and not trace[-1].residuals.any()
    zero = Dataset(np.zeros((3, 1)), np.zeros(3))
    assert drawn(engine.trace(KEY, zero, intercept=False)[0], Points, "Column space", zero, intercept=False)


@shows("RG3")
def test_loss_surface_weights_are_draggable_and_squares_on_residuals() -> None:
    trace = engine.trace(KEY, W47).to_end()
    (bowl,) = drawn(trace[0], Contours, "Loss surface")
    places = np.array([[1.49, 0.75], [0.0, 0.0], [3.0, -1.0]])
    losses = [((Y47 - b - w * X47[:, 0]) ** 2).sum() for b, w in places]
    assert bowl.function(places) == pytest.approx(losses) and losses[0] == pytest.approx(1.307)
    handle = CARD.handles[0]
    model = handle.make(np.array([[1.0, 0.5]]), W47, CARD.params())
    assert model == LinearPredictor(np.array([0.5]), 1.0) and handle.positions(model, W47).tolist() == [[1.0, 0.5]]
    dragged = engine.trace(KEY, W47, start=model).to_end()
    assert dragged[0].model == model and dragged[0].residuals == pytest.approx(Y47 - 1.0 - 0.5 * X47[:, 0])
    (here,) = [one for one in drawn(dragged[0], Points, "Loss surface")]
    assert here.positions.tolist() == [[1.0, 0.5]] and here.labels == ("w",)
    path = drawn(dragged[7], Curve, "Loss surface")[0].positions
    assert path == pytest.approx(np.array([[1.0, 0.5], [1.49, 0.75]]))
    assert dragged[7].model.packed == pytest.approx([1.49, 0.75])
    assert [drawn(step, Region)[0].residuals for step in trace] == [*[""] * 8, *["squares"] * 5, "", ""]
    (stick,) = drawn(trace[10], Segments, "Data")
    assert stick.rows.tolist() == [2] and stick.starts_targets == pytest.approx([3.74]) and stick.role == "focus"
    (ring,) = drawn(trace[10], Points, "Data")
    assert ring.rows.tolist() == [2] and ring.positions.tolist() == [[3.0]]
    assert trace[12].residuals.sum() == pytest.approx(0.0, abs=1e-12)


def test_other_weights_follow_the_two_of_the_chart() -> None:
    rng = np.random.default_rng(0)
    data = Dataset(rng.normal(2.0, 1.0, (20, 4)), rng.normal(size=20))
    for intercept in (True, False):
        problem = of_basis(data, None, intercept)
        bowl = bowl_of(data, problem)
        place = np.array([0.3, -0.2])
        model = CARD.handles[0].make(place[None], data, CARD.params(intercept=intercept))
        rest = np.setdiff1d(np.arange(problem.Phi.shape[1]), [1, 2] if intercept else [0, 1])
        pair = np.setdiff1d(np.arange(problem.Phi.shape[1]), rest)
        t = data.y - problem.Phi[:, pair] @ place
        best = np.linalg.lstsq(problem.Phi[:, rest], t, rcond=None)[0]
        own = problem.of_columns(model.packed)
        assert own[pair] == pytest.approx(place) and own[rest] == pytest.approx(best)
        assert bowl.losses(place[None])[0] == pytest.approx(((t - problem.Phi[:, rest] @ best) ** 2).sum())
        assert intercept or model.bias == 0
        words = [one.text for one in CARD.marks(engine.trace(KEY, data)[0], data, CARD.params(intercept=intercept))
                 if type(one).__name__ == "Text"]  # fmt: skip
        others = "the 3 other weights follow" if intercept else "the 2 other weights follow"
        assert words == [f"A slice: {others}, the best beside these two."]


def test_loss_of_a_single_weight_is_a_curve() -> None:
    trace = engine.trace(KEY, W47, intercept=False).to_end()
    solved = next(step for step in trace if step.stage == "solved")
    curve, path = drawn(solved, Curve, "Loss surface", intercept=False)
    w = float(X47[:, 0] @ Y47 / (X47[:, 0] @ X47[:, 0]))
    assert curve.positions[:, 1] == pytest.approx(((Y47 - curve.positions[:, :1] * X47[:, 0]) ** 2).sum(axis=1))
    assert path.positions[-1] == pytest.approx([w, ((Y47 - w * X47[:, 0]) ** 2).sum()])
    assert solved.model.bias == 0.0 and "the residuals sum to 0" not in str(story(solved, intercept=False).checks)


@shows("RG4", "E002-15")
def test_noise_is_stated_with_both_divisors_and_densities_on_the_line() -> None:
    noise = engine.trace(KEY, W47).to_end()[13]
    said = story(noise)
    assert "least squares are the maximum of the likelihood" in said.sentence and "σ = 0.5113" in said.sentence
    assert "with the divisor N − M: 1.307 / 3 = 0.4357" in said.worked
    assert said.worked[0] == "σ² = 1.307 / 5 = 0.2614"
    (biased,) = said.misprints
    assert (biased.gives, biased.right) == pytest.approx((0.2614, 0.435666666667))
    (bells,) = [one for one in drawn(noise, Segments, "Data") if len(one.starts) > 100]
    peak, foot = int(np.argmax(bells.ends[:24, 0])), 1.2  # a twentieth of the range from the least x
    assert bells.ends[peak, 0] - foot == pytest.approx(0.6 * 4.0 / 5) and len(bells.starts) == 5 * 25
    assert bells.starts.max() == pytest.approx(5.0 - 0.2 * 4.0 + 0.6 * 4.0 / 5), "the last bell is within the plane"
    middle = float(noise.model.predict(np.array([[foot]]))[0])
    assert bells.ends_targets[peak] == pytest.approx(middle, abs=1e-9)
    reach = float(np.interp(0.2614**0.5, bells.starts_targets[12:24] - middle, bells.starts[12:24, 0]))
    assert (reach - foot) / (bells.ends[peak, 0] - foot) == pytest.approx(np.exp(-0.5), abs=0.01)
    (named,) = [one for one in drawn(noise, Segments, "Data") if one.labels]
    assert named.labels == ("density of t",) and named.starts[0] in bells.starts[96:120]


def test_perfect_fit_has_infinite_likelihood_as_stated() -> None:
    data = Dataset(X47, 1.0 + 0.1 * X47[:, 0])
    noise = engine.trace(KEY, data).to_end()[13]
    assert noise.variance == 0 and noise.likelihood == np.inf
    said = story(noise, data)
    assert "ln p(t) = +∞" in said.sentence and [one.name for one in said.numbers] == ["σ²"]
    assert not [one for one in drawn(noise, Segments, "Data", data) if len(one.starts) > 100]
    nothing_left = engine.trace(KEY, data.subset([0, 1]), divisor="N − M").to_end()
    step = next(step for step in nothing_left if step.stage == "noise")
    said = story(step, data.subset([0, 1]), divisor="N − M").sentence
    assert np.isnan(step.variance) and said.startswith("N − M = 0: 2 weights can fit 2 rows exactly")


@pytest.mark.parametrize("d", [1, 3])
def test_too_few_rows_get_minimum_norm_weights_as_stated(d: int) -> None:
    data = Dataset(np.arange(1.0, d + 1)[None], np.array([7.0]))
    trace = engine.trace(KEY, data).to_end()
    Phi = np.append(1.0, data.X[0])[None]
    assert trace[-1].model.packed == pytest.approx(np.linalg.pinv(Phi) @ data.y)
    assert f"The rank of Φ is 1, less than its {d + 1} columns: 1 row cannot determine" in trace.ending.words
    inverse = next(step for step in trace if step.stage == "inverse")
    assert inverse.inverse is None and story(inverse, data).sentence.startswith("ΦᵀΦ has no inverse.")
    assert "κ(Φ)" not in numbers(inverse, data)


def test_dependent_columns_are_reported() -> None:
    data = Dataset(np.column_stack([X47, 2.0 * X47]), Y47)
    words = engine.trace(KEY, data).to_end().ending.words
    assert "The rank of Φ is 2, less than its 3 columns: the columns of Φ depend on each other" in words
    assert "these are the shortest" in words


def test_constant_target_uses_the_bias_and_huge_targets_keep_digits() -> None:
    assert engine.fit(KEY, Dataset(X47, np.full(5, 0.1))).packed.tolist() == [0.1, 0.0]
    trace = engine.trace(KEY, Dataset(X47, 1e100 * Y47)).to_end()
    assert trace[-1].model.packed / 1e100 == pytest.approx([1.49, 0.75])
    assert trace[13].variance / 1e200 == pytest.approx(0.2614) and np.isfinite(trace[13].likelihood)


def test_on_a_basis_the_weights_belong_to_its_functions() -> None:
    trace = engine.trace(KEY, W47, basis="polynomial", degree=4).to_end()
    assert not trace[-1].residuals.any() and trace[-1].rank == 5
    assert trace[-1].model.predict(X47) == pytest.approx(Y47)
    solved = next(step for step in trace if step.stage == "solved")
    assert [bars.labels for bars in drawn(solved, Bars, "Coefficients")] == [("bias", "x1", "x1²", "x1³", "x1⁴")]
    assert "t is a sum of 4 basis functions" in story(solved).sentence
    start = LinearPredictor(np.zeros(2), 0.0, Gaussians(X47[[0, 4]], 1.0))
    assert engine.trace(KEY, W47, start=start).to_end()[-1].model.basis == start.basis


def test_matrices_are_filled_by_rows_or_skipped_for_many_columns() -> None:
    rng = np.random.default_rng(0)
    wide = Dataset(rng.normal(size=(40, 12)), rng.normal(size=40))
    trace = engine.trace(KEY, wide).to_end()
    normal = next(step for step in trace if step.stage == "normal")
    assert normal.gram is None and "ΦᵀΦ would have 169 cells" in story(normal, wide).sentence
    assert not drawn(normal, Matrix, data=wide)
    some = wide.select([0, 1, 2])
    cells = [step.cells for step in engine.trace(KEY, some).to_end() if step.stage == "normal"]
    assert cells == [4, 8, 12, 16]


def test_point_explanation_and_query_of_wrong_length() -> None:
    step = engine.trace(KEY, W47).to_end()[-1]
    asked = CARD.inspect(step, W47, CARD.params(), np.array([4.0]))
    assert asked.story.worked == ("y = (0.75) · (4) + 1.49 = 4.49",)
    assert asked.marks[0].targets.tolist() == pytest.approx([4.49])
    with pytest.raises(engine.Refusal, match="query needs 1 numbers"):
        engine.trace(KEY, W47, query=(1.0, 2.0))
    assert CARD.event(engine.trace(KEY, W47)[7]).word == "solved"
    assert CARD.measure(step, W47, CARD.params()) == pytest.approx({"O(w)": 1.307, "Σ r²": 1.307})
