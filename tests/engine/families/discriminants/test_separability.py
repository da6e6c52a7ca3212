"""The separability test against the worked example, scipy's answer, and its own certificates."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import engine
from engine.core.marks import Line, Points, Segments
from engine.data.targets import signs
from engine.families.discriminants.separability.drawing import marks
from engine.families.discriminants.separability.loop import Params
from engine.families.discriminants.separability.telling import explain, measure
from engine.maths.optimisation.linear_program import meeting, separating, touching
from engine.models.basis import Gaussians
from engine.parts.basis import expanded
from tests.catalogue import shows
from tests.examples import CORNERS, gate, numbers


def _nearest(step, data):
    """The number of each row that lies least far on its right side."""
    right = signs(data) * (data.X @ step.model.weights + step.model.bias)
    return np.flatnonzero(right <= right.min() * (1 + 1e-9)) + 1


FOLLOWS = {"the nearest is point": lambda step, data, params: _nearest(step, data)}

TOUCHING = engine.Dataset.from_arrays([[0.0], [1.0], [1.0], [2.0]], [0, 0, 1, 1])


def verdict(data, **values):
    return engine.trace("separability", data, **values)[-1].stage


@shows("LD11", "W65")
def test_w65_and_xor_and_the_touching_case():
    assert verdict(gate("gate_and")) == "strict"
    assert verdict(gate("gate_xor")) == "none"
    product = np.column_stack([CORNERS, np.prod(CORNERS, axis=1)])
    assert verdict(engine.Dataset.from_arrays(product, [0, 1, 1, 0])) == "strict"
    assert product @ [2, 2, -4] - 1 == pytest.approx([-1, 1, 1, -1])
    assert verdict(TOUCHING) == "touching"


def test_w83_disc_in_a_ring_is_separable_by_one_gaussian_only():
    X = [[0.0, 0.0], [0.5, 0.0], [0.0, -0.5], [2.0, 0.0], [0.0, 2.0], [-2.0, 0.0], [0.0, -2.0]]
    data = engine.Dataset.from_arrays(X, [1, 1, 1, 0, 0, 0, 0])
    bump = expanded(data, Gaussians(np.zeros((1, 2)), 1.0))
    assert verdict(data) == "none" and verdict(bump) == "strict"


@shows("W65")
def test_w65_xor_meets_in_the_middle():
    data = gate("gate_xor")
    proof = engine.trace("separability", data)[-1].meeting
    assert proof.rows.tolist() == [0, 1, 2, 3]
    assert proof.shares == pytest.approx([0.5] * 4, abs=1e-9)
    assert proof.low == pytest.approx([0.5, 0.5], abs=1e-9) and proof.high == pytest.approx(proof.low, abs=1e-9)
    said = explain(engine.trace("separability", data)[-1], data, Params()).sentence
    assert "class 0 (0.5 of point 1 + 0.5 of point 4) and of class 1 (0.5 of point 2 + 0.5 of point 3)" in said
    assert "meet at (0.5, 0.5)" in said


def test_pe11_basis_with_the_product_separates_xor():
    data = engine.load("gate_xor")
    trace = engine.trace("separability", data, basis="polynomial").to_end()
    assert trace[-1].stage == "strict"
    assert (trace[-1].model.predict(data.X) == data.codes).all()


def test_the_steps_are_the_questions():
    assert [s.stage for s in engine.trace("separability", gate("gate_and"))] == ["question", "strict"]
    assert [s.stage for s in engine.trace("separability", TOUCHING)] == ["question", "not strict", "touching"]
    assert [s.stage for s in engine.trace("separability", gate("gate_xor"))] == ["question", "not strict", "none"]
    assert engine.trace("separability", TOUCHING).to_end().ending.words.startswith("The classes only touch")


def test_one_class_is_trivially_separable():
    trace = engine.trace("separability", engine.Dataset.from_arrays(CORNERS, [0, 0, 0, 0])).to_end()
    assert trace[-1].stage == "one class"
    assert trace.ending.kind == "converged"
    assert trace[-1].model.predict(np.array(CORNERS)).tolist() == [0] * 4
    with pytest.raises(engine.Refusal, match="separates 2 classes"):
        engine.trace("separability", engine.load("iris"))


def test_duplicates_with_conflicting_labels_are_the_certificate():
    data = engine.Dataset.from_arrays([[1.0, 1.0], [1.0, 1.0], [0.0, 2.0], [3.0, 0.0]], [0, 1, 0, 1])
    step = engine.trace("separability", data)[1]
    assert step.stage == "not strict"
    assert step.meeting.apart < 1e-12


def test_separating_line_or_certificate_is_drawn():
    for data in (gate("gate_and"), gate("gate_xor"), TOUCHING):
        for step in engine.trace("separability", data):
            kinds = {type(mark).__name__ for mark in marks(step, data, Params())}
            assert ("Line" in kinds) == (step.stage in ("strict", "touching"))
            assert ("Segments" in kinds) == (step.meeting is not None)


def test_scipy_gives_the_same_answers_on_iris():
    from scipy.optimize import linprog

    iris = engine.load("iris")
    for low, high in [(0, 1), (0, 2), (1, 2)]:
        data = iris.subset(np.isin(iris.codes, [low, high]))
        Z = signs(data)[:, None] * np.column_stack([np.ones(data.n), data.X])
        theirs = linprog(np.zeros(5), A_ub=-Z, b_ub=-np.ones(data.n), bounds=(None, None))
        assert (verdict(data) == "strict") == (theirs.status == 0)
    assert theirs.status == 2


POINTS = st.lists(st.tuples(st.integers(-3, 3), st.integers(-3, 3), st.booleans()), min_size=2, max_size=12).filter(
    lambda rows: len({row[2] for row in rows}) == 2
)


@settings(max_examples=80, deadline=None)
@given(POINTS)
def test_exactly_one_certificate_exists_and_holds(rows):
    X = np.array([row[:2] for row in rows], dtype=float)
    t = np.where([row[2] for row in rows], 1.0, -1.0)
    (w, b), room = separating(X, t)
    proof = meeting(X, t)
    assert (room > 1e-9) == (proof is None)
    if proof is None:
        assert (t * (X @ w + b)).min() > 0
        return
    assert proof.apart < 1e-9 and (proof.shares > 0).all()
    for side in (-1.0, 1.0):
        mine = t[proof.rows] == side
        assert proof.shares[mine].sum() == pytest.approx(1, abs=1e-9)
    assert len(proof.rows) <= 4
    (w, b), right, wrong = touching(X, t)
    assert wrong <= 1e-9
    assert right >= -1e-9


@settings(max_examples=40, deadline=None)
@given(POINTS, st.sampled_from([1e-9, 1.0, 1e9]), st.sampled_from([0.0, 1e3]))
def test_answer_does_not_depend_on_units(rows, scale, shift):
    X = np.array([row[:2] for row in rows], dtype=float)
    y = [int(row[2]) for row in rows]
    moved = X * [scale, 1.0] + [0.0, shift]
    assert verdict(engine.Dataset.from_arrays(X, y)) == verdict(engine.Dataset.from_arrays(moved, y))


def test_it_decides_what_the_perceptron_does():
    rng = np.random.default_rng(4)
    for _ in range(20):
        data = engine.Dataset.from_arrays(rng.integers(-3, 4, size=(6, 2)), np.arange(6) % 2)
        walked = engine.trace("perceptron", data, epochs=200).to_end()
        assert (verdict(data) == "strict") == (walked.ending.kind == "converged")


def test_ten_thousand_points_with_mixed_labels():
    rng = np.random.default_rng(0)
    data = engine.Dataset.from_arrays(rng.normal(size=(10_000, 5)), rng.integers(0, 2, size=10_000))
    step = engine.trace("separability", data)[-1]
    assert step.stage == "none"
    assert len(step.meeting.rows) <= 7 and step.meeting.apart < 1e-9


# -- what is drawn and told --------------------------------------------------------------------------------------------


APART = engine.Dataset.from_arrays([[0.0, 0.0], [1.0, 0.0], [0.0, 1.0], [3.0, 3.0], [4.0, 2.0]], [0, 0, 0, 1, 1])


def test_empty_strip_ends_at_the_nearest_points():
    step = engine.trace("separability", APART)[-1]
    w, b = step.model.weights, step.model.bias
    right = signs(APART) * (APART.X @ w + b)
    drawn = marks(step, APART, Params())
    edges = [m for m in drawn if isinstance(m, Line) and m.role == "margin"]
    assert sorted(edge.level for edge in edges) == pytest.approx([-right.min(), right.min()])
    assert all(np.array_equal(edge.weights, w) and edge.bias == b for edge in edges)
    (boundary,) = [m for m in drawn if isinstance(m, Line) and m.role == "boundary"]
    assert boundary.level == 0.0 and boundary.normal
    (ringed,) = [m for m in drawn if isinstance(m, Points) and m.role == "focus"]
    assert ringed.rows.tolist() == np.flatnonzero(right <= right.min() + 1e-9 * right.max()).tolist()
    assert {*APART.codes[ringed.rows]} == {0, 1}
    told = explain(step, APART, Params())
    far = right.min() / np.linalg.norm(w)
    assert numbers(told)["distance of the nearest point"] == pytest.approx(far)
    assert f"least t (w · x + b) = {right.min():.4g} > 0" in told.worked
    assert f"the nearest is point {right.argmin() + 1}." in told.sentence and told.checks[0].holds


def test_margin_is_maximal_for_columns_between_minus_1_and_1():
    step = engine.trace("separability", APART)[-1]
    unit = 2 * APART.X / APART.X.max(axis=0) - 1
    rng = np.random.default_rng(0)
    for w in rng.uniform(-1, 1, size=(2000, 2)):
        a = unit @ w
        assert 0.5 * (a[APART.codes == 1].min() - a[APART.codes == 0].max()) <= step.room + 1e-9
    assert numbers(explain(step, APART, Params()))["margin ε"] == step.room > 0
    assert measure(step, APART, Params()) == {"room": step.room}


def test_common_point_is_drawn_with_spokes_and_shares():
    data = gate("gate_xor")
    step = engine.trace("separability", data)[-1]
    proof = step.meeting
    drawn = marks(step, data, Params())
    (spokes,) = [m for m in drawn if isinstance(m, Segments) and m.role == "spoke"]
    assert np.array_equal(spokes.starts, data.X[proof.rows])
    assert spokes.ends == pytest.approx(np.tile(proof.shares[[0, 3]] @ data.X[[0, 3]], (4, 1)), abs=1e-9)
    joined = [m for m in drawn if isinstance(m, Segments) and m.role == "residual"]
    assert [(*m.starts[0], *m.ends[0], *m.groups) for m in joined] == [(0, 0, 1, 1, 0), (0, 1, 1, 0, 1)]
    mixed, middle = (next(m for m in drawn if isinstance(m, Points) and m.role == role) for role in ("focus", "best"))
    assert mixed.labels == ("0.5",) * 4 and mixed.sizes == pytest.approx(1 + 4 * proof.shares)
    assert mixed.groups.tolist() == [0, 1, 1, 0] and mixed.rows.tolist() == [0, 1, 2, 3]
    assert middle.positions == pytest.approx(np.array([[0.5, 0.5]]), abs=1e-9)
    told = explain(step, data, Params())
    assert numbers(told)["where they meet"] == "(0.5, 0.5)"
    assert told.worked[0] == "mixture of class 0 = 0.5·(0, 0) + 0.5·(1, 1) = (0.5, 0.5)"
    assert [row[:2] for row in told.tables[0].rows] == [
        ("1", "class 0"),
        ("2", "class 1"),
        ("3", "class 1"),
        ("4", "class 0"),
    ]


def test_touching_line_has_no_point_on_its_wrong_side():
    step = engine.trace("separability", TOUCHING)[-1]
    told = explain(step, TOUCHING, Params())
    right = signs(TOUCHING) * (TOUCHING.X @ step.model.weights + step.model.bias)
    assert right.min() == pytest.approx(0, abs=1e-9) and right.max() > 0.5
    assert "only touch" in told.sentence and told.checks[-1].holds
    assert told.worked == (f"w = ({step.model.weights[0]:.4g}),  b = −{-step.model.bias:.4g}",)
    ringed = [m.rows.tolist() for m in marks(step, TOUCHING, Params()) if isinstance(m, Points) and m.rows is not None]
    assert ringed == [[1, 2], [1, 2]]  # the mixtures that meet, and the points that lie on the line
