"""How axes are found: W09's multiplications, deflation, rotations and the formula, against LAPACK."""

from __future__ import annotations

import numpy as np
import pytest

import engine
from engine.base.errors import KeepColumns, Refusal, SetParameter
from engine.base.words import figure
from engine.core.marks import Curve, Matrix, Segments
from engine.core.story import Event
from engine.families.reduction.power_iteration import leading
from engine.families.reduction.power_iteration.drawing import marks
from engine.families.reduction.power_iteration.loop import FORMULA, JACOBI, Params
from engine.families.reduction.power_iteration.telling import event, explain, measure
from engine.models.projections import Components
from tests.catalogue import shows
from tests.examples import numbers


def _turned(step):
    """The angle between a vector and what S makes of it, in degrees, from what lies along it and what across."""
    v, w = step.before, step.left @ step.before
    return np.degrees(np.arctan2(np.linalg.norm(w - (w @ v) * v), w @ v))


PLACED = {
    "Convergence: path": lambda step, data, params: [
        (m, np.log10(max(moved, 1e-16))) for m, moved in enumerate(step.moves, 1)
    ]
}
FOLLOWS = {"v has turned by": lambda step, data, params: _turned(step)}


def ran(data, start=None, **values):
    return engine.trace("power_iteration", data, start=start, **values).to_end()


def staged(run, stage):
    return [step for step in run if step.stage == stage]


@shows("DR7")
def test_w09_dr7_every_multiplication_and_its_rayleigh_quotient(worked):
    run = ran(worked)
    expected = [
        [[0.780868809443, 0.624695047554], 4.4512195122], [[0.715781948377, 0.698323852075], 4.49939042975],
        [[0.708076083152, 0.706136148677], 4.49999247331], [[0.707214547211, 0.706998998736], 4.49999990708],
    ]  # fmt: skip
    assert run[1].model.components.tolist() == [[1.0, 0.0]]
    for step, (v, quotient) in zip(staged(run, "multiplied"), expected, strict=False):
        assert step.model.components[-1] == pytest.approx(v, abs=1e-9)
        known = numbers(explain(step, worked, Params()))
        assert known["Rayleigh quotient"] == pytest.approx(quotient, abs=1e-9)
        assert known["rate"] == pytest.approx(1 / 9)
    first, second = staged(run, "deflated")
    assert second.model.variances == pytest.approx([4.5, 0.5]) and run.ending.kind == "converged"
    assert first.left == pytest.approx(np.array([[0.25, -0.25], [-0.25, 0.25]]), abs=1e-12)


@shows("DR7")
@pytest.mark.parametrize("method", ["power iteration", JACOBI])
@pytest.mark.parametrize("name", ["iris", "wine"])
def test_dr7_both_ways_agree_with_lapack(name, method):
    data = engine.load(name)
    values, vectors = np.linalg.eigh(np.cov(data.X.T))
    model = ran(data, method=method, components=4, tolerance=1e-15)[-1].model
    assert model.variances == pytest.approx(values[::-1][:4], rel=1e-8)
    assert np.abs(model.components @ vectors[:, ::-1][:, :4]) == pytest.approx(np.eye(4), abs=1e-8)


@shows("DR7")
def test_dr7_each_rotation_zeroes_one_entry_and_shrinks_the_off_diagonal():
    iris = engine.load("iris")
    turns = staged(ran(iris, method=JACOBI), "rotated")
    for step in turns:
        before, (p, q) = step.matrix_before, step.turned
        assert abs(before[p, q]) == np.abs(np.triu(before, 1)).max() and step.left[p, q] == 0
        beside = [((A - np.diag(np.diag(A))) ** 2).sum() for A in (before, step.left)]
        assert beside[1] == pytest.approx(beside[0] - 2 * before[p, q] ** 2, rel=1e-6, abs=1e-15)
        assert np.linalg.eigvalsh(step.left) == pytest.approx(np.linalg.eigvalsh(step.S))
        assert abs(step.angle) <= 45.0 + 1e-9
        line, degrees = explain(step, iris, Params(method=JACOBI)).worked[0], np.radians(2 * step.angle)
        assert line.startswith("tan 2φ = 2·(")
        assert float(line.rsplit("= ", 1)[1].replace("−", "-")) == pytest.approx(np.tan(degrees), rel=1e-3)
    (matrix,) = [mark for mark in marks(turns[0], iris, Params(method=JACOBI)) if isinstance(mark, Matrix)]
    assert matrix.values.tolist() == turns[0].left.tolist()


@shows("DR7")
def test_w09_dr7_equal_variances_are_rotated_by_45_degrees(worked):
    step = staged(ran(worked, method=JACOBI), "rotated")[0]
    assert explain(step, worked, Params(method=JACOBI)).worked[0] == "a22 = a11 = 2.5: tan 2φ is infinite, and φ = ±45°"


@shows("DR7")
def test_w09_dr7_two_by_two_by_the_formula(worked):
    model = ran(worked, method=FORMULA)[-1].model
    assert model.variances == pytest.approx([4.5, 0.5]) and model.components[0] == pytest.approx([0.5**0.5] * 2)
    lines = explain(ran(worked, method=FORMULA)[-1], worked, Params(method=FORMULA)).worked
    assert lines[2:] == ("λ1 = 2.5 + √4 = 4.5", "λ2 = 2.5 − √4 = 0.5")
    line = engine.Dataset.from_arrays([[1, 1], [2, 2], [4, 4]])
    assert len(explain(ran(line, method=FORMULA)[-1], line, Params(method=FORMULA)).worked) == 3
    for seed in range(5):
        X = np.random.default_rng(seed).normal(size=(9, 2)) @ np.random.default_rng(seed + 9).normal(size=(2, 2))
        data = engine.Dataset.from_arrays(X)
        values, vectors = np.linalg.eigh(np.cov(X.T))
        model = ran(data, method=FORMULA)[-1].model
        assert model.variances == pytest.approx(values[::-1], rel=1e-9)
        assert np.abs(model.components @ vectors[:, ::-1]) == pytest.approx(np.eye(2), abs=1e-7)
    with pytest.raises(Refusal, match="takes 2 features") as refusal:
        ran(engine.load("iris"), method=FORMULA)
    assert refusal.value.remedies[0] == KeepColumns((0, 1))
    assert isinstance(refusal.value.remedies[1], SetParameter)


@shows("DR7")
def test_dr7_equal_eigenvalues_and_orthogonal_starts_are_reported(worked):
    ring = engine.Dataset.from_arrays([[1, 0], [0, 1], [-1, 0], [0, -1]])
    run = ran(ring)
    assert "two greatest λ are equal" in explain(run[2], ring, Params()).sentence
    assert "as large as the one before" in explain(run[-1], ring, Params()).sentence
    across = Components(np.array([3.0, 3.0]), np.array([[1.0, -1.0]]) / 2**0.5, np.ones(1))
    other = ran(worked, start=across)
    assert other[-1].model.variances == pytest.approx([4.5, 0.5]) and "the greatest λ first" in other.ending.words
    (again,) = [step for step in other if step.again]
    told = explain(again, worked, Params())
    assert "v was orthogonal to it. It begins once more with a random vector" in told.sentence
    assert event(again) == Event("restart", "wrong") and other[other.known - 1].model.variances[0] > 4
    v = again.model.components[-1]
    assert v @ v == pytest.approx(1) and f"the variance is {figure(v @ again.S @ v)}." in told.sentence
    before = next(step for step in other if step.stage == "multiplied")
    assert "no multiplication turns it there" in explain(before, worked, Params()).sentence
    assert not any(step.again for step in (*ran(worked), *ran(ring), *ran(engine.load("iris"), components=4)))
    slow = engine.Dataset.from_arrays(worked.X * [1.0, 1.0] + np.array([[0, 0], [0, 0.1], [0, 0], [0, 0], [0, 0]]))
    capped = ran(slow, cap=2)
    assert capped.ending.kind == "stopped" and "Begin with another vector" in capped.ending.words


@shows("DR7")
def test_dr7_arrow_rotates_and_its_moves_are_drawn(worked):
    step = staged(ran(worked), "multiplied")[1]
    drawn = marks(step, worked, Params())
    (arrow,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "axis"]
    assert (arrow.ends - arrow.starts)[0] == pytest.approx(step.model.components[-1] * step.model.variances[-1] ** 0.5)
    (ghost,) = [mark for mark in drawn if isinstance(mark, Segments) and mark.role == "ghost"]
    assert (ghost.ends - ghost.starts)[0] / np.linalg.norm(ghost.ends - ghost.starts) == pytest.approx(step.before)
    (curve,) = [mark for mark in drawn if isinstance(mark, Curve)]
    assert curve.positions[:, 1] == pytest.approx(np.log10(step.moves))
    moves = staged(ran(worked), "multiplied")[6].moves
    assert moves[-1] / moves[-2] == pytest.approx(1 / 9, rel=1e-3), "the rate is |λ₂/λ₁|"


@pytest.mark.parametrize(("method", "sign"), [("power iteration", r"\mathbf{v}"), (JACOBI, "R"), (FORMULA, r"\det S")])
def test_first_step_has_the_rule_of_the_chosen_method(worked, method, sign):
    run, params = ran(worked, method=method), Params(method=method)
    first, following = (explain(step, worked, params) for step in run[:2])
    assert sign in first.formula and first.formula == following.formula


def test_start_orthogonal_to_the_first_axis_is_replaced():
    data = engine.Dataset.from_arrays([[1.0, 0.0], [-1.0, 0.0], [0.0, 3.0], [0.0, -3.0]])
    run = ran(data, components=1)
    assert run[-1].model.variances == pytest.approx([6.0]) and run.ending.kind == "converged"
    assert np.abs(run[-1].model.components[0]) == pytest.approx([0.0, 1.0], abs=1e-9)
    moved = explain(staged(run, "multiplied")[0], data, Params(components=1))
    assert "orthogonal to the axis with the greatest λ" in moved.sentence


def test_early_convergence_does_not_claim_the_largest_eigenvalue():
    data = engine.Dataset.from_arrays(np.diag([10.0, 10.4]).repeat(2, axis=0) * [[1], [-1], [1], [-1]])
    run = ran(data, start=Components(np.zeros(2), np.array([[1.0, 0.001]]), np.ones(1)), tolerance=0.1, components=1)
    story = explain(run[-1], data, Params(components=1))
    assert "v came to rest before it reached that axis" in story.sentence and "u1" not in story.sentence
    both = ran(data, start=Components(np.zeros(2), np.array([[1.0, 0.001]]), np.ones(1)), tolerance=0.1)
    assert "an earlier vector converged too soon" in both.ending.words


def test_a_turn_is_told_as_an_angle(worked):
    step = staged(ran(worked), "multiplied")[0]
    angle = np.degrees(np.arccos(step.before @ step.model.components[-1]))
    assert f"turned by {angle:.4g}°" in explain(step, worked, Params()).sentence


@pytest.mark.parametrize("method", ["power iteration", JACOBI, FORMULA])
@pytest.mark.parametrize("size", [1e-140, 1e-8, 1e15, 1e149])
@pytest.mark.filterwarnings("error")
def test_numbers_of_any_size_have_axes_by_every_method(worked, method, size):
    data = worked.changed(X=worked.X * size)
    run, one = ran(data, method=method), ran(worked, method=method)
    assert run[-1].model.variances / size / size == pytest.approx(one[-1].model.variances, rel=1e-9)
    for step in run:
        assert explain(step, data, Params(method=method)).sentence and marks(step, data, Params(method=method))


@shows("DR7")
def test_w09_dr7_a_step_says_this(worked):
    """S = (2.5 2; 2 2.5), of which (1, 0) makes (2.5, 2) and (41, 40)/√3281 the next."""
    run, params = ran(worked), Params()
    stories = [explain(step, worked, params) for step in run]
    assert [story.sentence for story in stories[:3]] == [
        "The covariance of 2 features. Its eigenvectors are the principal axes; multiplied by S, a vector turns "
        "towards the first of them.",
        "A vector of length 1 to begin with: along it the variance is 2.5.",
        f"Multiplied by S and normalised, v has turned by {np.degrees(np.arctan(0.8)):.4g}°. What is across the axis "
        "shrinks to 0.1111 of itself each time.",
    ]
    assert stories[0].worked == ("tr S = 2.5 + 2.5 = 5",) and stories[1].worked == ("v = (1, 0)",)
    assert stories[2].worked == (
        "S v = (2.5, 2)", f"‖S v‖ = {10.25**0.5:.4g}",
        f"v ← (2.5, 2) / {10.25**0.5:.4g} = ({5 / 41**0.5:.4g}, {4 / 41**0.5:.4g})",
    )  # fmt: skip
    assert [(one.name, one.note) for one in stories[0].numbers] == [("tr S", "the total variance")]
    assert [(one.name, one.note) for one in stories[2].numbers] == [
        ("Rayleigh quotient", "vᵀ S v"), ("rate", "|λ₂/λ₁|"), ("moved", "‖v − v before‖")
    ]  # fmt: skip
    assert numbers(stories[2])["moved"] == pytest.approx(2 * np.sin(np.arctan(0.8) / 2))
    (first, second), ends = staged(run, "deflated"), [story for story in stories if story.tables]
    assert [story.sentence for story in ends] == [
        "v has converged: it is u1, with λ1 = 4.5. Once it is subtracted from S, nothing is left along it.",
        "v has converged: it is u2, with λ2 = 0.5. Once it is subtracted from S, nothing is left along it.",
    ]
    assert [check.words for check in ends[0].checks] == ["along the axis nothing is left of S"]
    assert ends[0].worked == ("tr S − λ = 5 − 4.5 = 0.5",)
    assert ends[1].worked == ("tr S − λ = 0, but for rounding: λ2 is all that was left of S",)
    assert [(one.name, one.note) for one in ends[0].numbers] == [("λ1", ""), ("left over", "of the trace")]
    assert [story.tables[0].chosen for story in ends] == [0, 1]
    assert ends[1].tables[0].rows == (("u1", pytest.approx(4.5), 4.5), ("u2", pytest.approx(0.5), pytest.approx(0.5)))
    assert event(first) == event(second) == Event("axis", "axis") and event(run[1]) is None
    assert [measure(step, worked, params) for step in run[:2]] == [{}, {"λ": pytest.approx(2.5)}]


@shows("DR7")
def test_dr7_a_turn_and_the_formula_say_this(worked):
    data = engine.Dataset.from_arrays(np.column_stack([worked.X, [1.0, -2.0, 0.5, 3.0, -1.0]]))
    run, params = ran(data, method=JACOBI), Params(method=JACOBI)
    S, c = np.cov(data.X.T), 0.5**0.5  # the first two have the same variance: the first turn is one by 45°
    first = explain(run[1], data, params)
    assert np.abs(S[0, 1]) == np.abs(np.triu(S, 1)).max() and S[0, 0] == pytest.approx(S[1, 1])
    assert first.sentence == "A turn by 45° in coordinates 1 and 2 makes their number beside the diagonal 0."
    was, now = (2 * sum(S[p, q] ** 2 for p, q in cells) for cells in (((0, 1), (0, 2), (1, 2)), ((0, 2), (1, 2))))
    turn = "a22 = a11 = 2.5: tan 2φ is infinite, and φ = ±45°"
    assert first.worked == (turn, f"Σ beside² ← {was:.4g} − 2·(2)² = {now:.4g}")
    largest = max(abs(c * (S[0, 2] + S[1, 2])), abs(c * (S[0, 2] - S[1, 2])))
    assert [(one.name, one.value, one.note) for one in first.numbers] == [
        ("turns", 1, ""), ("largest beside the diagonal", pytest.approx(largest), ""),
        ("beside the diagonal", pytest.approx(now), "Σ of the squares"),
    ]  # fmt: skip
    assert measure(run[1], data, params) == {"beside the diagonal": pytest.approx(now)}
    last = explain(run[-1], data, params)
    values = ", ".join(f"{value:.4g}" for value in np.linalg.eigvalsh(S)[:0:-1])  # of the two axes asked for
    assert last.sentence == f"Nothing is left beside the diagonal. Its numbers are the eigenvalues, ({values}) first."
    assert last.worked == (f"λ = ({values})",) and event(run[-1]) == Event("axis", "axis") and event(run[1]) is None
    matrices = [mark for step in run for mark in marks(step, data, params) if isinstance(mark, Matrix)]
    assert [(m.title, m.chosen_row) for m in (matrices[0], matrices[1], matrices[-1])] == [
        ("S", None), ("turned", 0), ("diagonal", None)
    ]  # fmt: skip
    assert matrices[0].row_labels == data.feature_names and matrices[1].row_labels == ("1", "2", "3")
    formula = ran(worked, method=FORMULA)[-1]
    said = explain(formula, worked, Params(method=FORMULA))
    assert said.worked[:2] == ("tr/2 = (2.5 + 2.5)/2 = 2.5", "tr²/4 − det = (2.5 − 2.5)²/4 + (2)² = 4")
    assert said.sentence == "Both eigenvalues come from the trace and the determinant at once."
    assert numbers(said) == pytest.approx({"λ1": 4.5, "λ2": 0.5}) and measure(formula, worked, params) == {}


@shows("DR7")
def test_w09_dr7_arrows_are_one_deviation_long_and_found_ones_named(worked):
    run, params = ran(worked), Params()

    def arrows(step):
        drawn = [mark for mark in marks(step, worked, params) if isinstance(mark, Segments)]
        return [(mark.role, mark.labels, mark.arrows, (mark.ends - mark.starts).round(6).tolist()) for mark in drawn]

    long, wide = (round((value / 2) ** 0.5, 6) for value in (4.5, 0.5))
    begun, last = (staged(run, stage) for stage in ("vector", "deflated"))
    assert arrows(run[0]) == []
    assert arrows(begun[1]) == [
        ("margin", ("u1",), False, [[long, long]]), ("axis", ("v",), True, [[0.5, 0.0]])
    ]  # fmt: skip
    assert arrows(last[1]) == [("axis", ("u1", "u2"), False, [[long, long], [wide, -wide]])]
    moved = staged(run, "multiplied")[0]
    ghost = 4.4512195122**0.5
    assert arrows(moved)[0] == ("ghost", (), True, [[pytest.approx(ghost, abs=1e-5), 0.0]])
    titles = [
        mark.title for step in (run[1], last[0]) for mark in marks(step, worked, params) if hasattr(mark, "title")
    ]
    assert titles == ["S", "left of S"]
    third = staged(run, "multiplied")[2]
    curve, dot = (mark for mark in marks(third, worked, params) if mark.surface.name == "Convergence")
    assert curve.positions[:, 0].tolist() == [1, 2, 3] and dot.positions[0].tolist() == curve.positions[2].tolist()
    assert curve.surface.y == "how far v moved, powers of ten"


@pytest.mark.parametrize("spread", ["random", "equal", "one direction"])
def test_leading_eigenvalues_of_many_features_are_found_once_per_axis(monkeypatch, spread):
    """By numpy: λ₁, λ₂ and the rate; all eigenvectors of 2,000 features took 19 s of processor at every step."""
    rng = np.random.default_rng(2)
    X = rng.normal(size=(60, 400))
    if spread == "one direction":
        X = np.outer(X[:, 0], X[0])
    if spread == "equal":
        X = np.vstack([np.eye(400), -np.eye(400)])
    data = engine.Dataset.from_arrays(X)
    card, trace = engine.algorithm("power_iteration"), engine.trace("power_iteration", data, cap=40)
    exact, axes = np.linalg.eigh(np.cov(X.T))
    monkeypatch.setattr(leading, "principal_axes", refuse)
    asked = []
    found = leading._found
    note = lambda matrix, count: asked.append((id(matrix), count)) or found(matrix, count)  # noqa: E731
    monkeypatch.setattr(leading, "_found", note)
    stories = [card.explain(trace[index], data, card.params(cap=40)) for index in range(4)]
    assert len(asked) == len(set(asked)), "the steps of an axis share their matrix"
    numbers = {one.name: one.value for one in stories[2].numbers}
    assert numbers["rate"] == pytest.approx(max(exact[-2], 0.0) / exact[-1], abs=1e-9)
    vectors, values = found(trace[0].S, 3)
    np.testing.assert_allclose(values, np.maximum(exact[-3:][::-1], 0.0), atol=1e-9 * exact[-1])
    if spread == "random":
        np.testing.assert_allclose(np.abs(vectors @ axes[:, -3:][:, ::-1]), np.eye(3), atol=1e-7)


def refuse(matrix):
    raise AssertionError(f"all eigenvectors of {len(matrix)} features")
