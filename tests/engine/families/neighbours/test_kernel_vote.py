"""The kernel vote against the worked example, closed forms, and what its steps promise."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import engine
from engine.base.errors import ParameterError
from engine.core.marks import Bars, Curve, Ellipse, Points, Region, Text
from engine.maths.probability.kernels import KERNELS, effective, kernel
from engine.models.kernel_votes import AskedVotes
from tests.catalogue import shows
from tests.engine.families import looked_at


def _equal(weights):
    """So many equal weights have the same (Σw)² / Σw²."""
    return weights.sum() ** 2 / (weights**2).sum() if weights.any() else 0.0


FOLLOWS = {
    "effective neighbours": lambda step, data, params: _equal(step.weights[: step.taken]),
    "Rows": lambda step, data, params: step.before + 1,
    "Rows # to": lambda step, data, params: step.taken,
}

KEY = "kernel_vote"
W11 = engine.Dataset.from_arrays([[0.0], [1.0], [1.5], [3.0], [4.0], [4.5]], ["0", "0", "1", "1", "1", "0"])
AT = (2.0,)


told = partial(looked_at.told, KEY)


def last(data, **params):
    return engine.trace(KEY, data, **params)[-1]


# -- the worked example ------------------------------------------------------------------------------------------------


@shows("KN7", "W11")
def test_w11_empty_kernel_is_undefined_without_a_fallback():
    trace, stories, _ = told(W11, kernel="Epanechnikov", h=0.25, query=AT)
    end = trace[-1]
    assert end.totals.tolist() == [0.0, 0.0] and np.isnan(end.shares).all() and end.answer == -1
    assert "no neighbours" in stories[-1].sentence and "0/0" in stories[-1].sentence and not stories[-1].worked
    assert trace.ending.kind == "stopped"  # it is an answer, no mistake
    assert trace.ending.words.endswith("its class is undefined: bring it nearer, or widen h.")
    assert engine.algorithm(KEY).event(end).word == "undefined"
    assert end.model.predict(np.array([AT])).tolist() == [-1]
    nearest = told(W11, kernel="Epanechnikov", h=0.25, query=AT, fallback="nearest row")
    assert nearest[0][-1].answer == 1 and "the nearest row decides: class 1" in nearest[1][-1].sentence


@shows("KN8", "W11")
def test_uniform_kernel_is_a_parzen_window():
    trace, stories, marks = told(W11, kernel="uniform", h=1.0, query=AT)
    window = engine.trace("parzen", W11, radius=1.0, query=AT)[-1]
    assert trace[-1].shares.tolist() == window.shares.tolist() and trace[-1].totals.tolist() == window.counts.tolist()
    assert stories[-1].sentence.endswith("3 rows lie inside the circle."), (
        "votes that are equal need no effective number"
    )
    assert "inside the circle: it has one vote" in stories[2].sentence  # row 2 is exactly on the rim
    (ring,) = [mark for mark in marks[-1] if isinstance(mark, Ellipse)]
    assert ring.scale == 1.0 and ring.centre.tolist() == [2.0]
    (bars,) = [mark for mark in marks[-1] if isinstance(mark, Bars)]
    assert bars.values.tolist() == [1.0, 2.0]


def test_a_kernel_at_the_edge_of_its_window():
    assert [kernel(kind, np.array([0.0, 1.0, 2.0, 2.5]), 2.0).tolist() for kind in KERNELS[1:]] == [
        [1, 1, 1, 0], [1, 0.5, 0, 0], [1, 0.75, 0, 0], [1, 0.5, 1 / 3, 1 / 3.5],
    ]  # fmt: skip


@shows("KN7", "KN8", "W11")
@pytest.mark.parametrize(
    ("h", "p"), [(0.25, 0.997533475629), (0.5, 0.84545141756), (1.0, 0.673963134831), (5.0, 0.509897327306)]
)
def test_w11_gaussian_votes(h, p):
    trace, stories, marks = told(W11, h=h, query=AT)
    end = trace[-1]
    assert end.shares[1] == pytest.approx(p, abs=1e-9)
    w = np.exp(-((W11.X[:, 0] - 2.0) ** 2) / (2 * h * h))
    assert end.weights == pytest.approx(w, abs=1e-12)
    ess = [n.value for n in stories[-1].numbers if n.name == "effective neighbours"]
    assert ess == [pytest.approx(w.sum() ** 2 / (w**2).sum())]
    (bubbles,) = [m for m in marks[-1] if isinstance(m, Points) and m.role == "best"]
    assert bubbles.sizes[2] == bubbles.sizes.max() and (np.argsort(w)[-1] == 2)
    (area,) = [m for m in marks[-1] if isinstance(m, Region)]
    assert area.show == "probability"


@shows("KN8", "W11")
def test_w11_epanechnikov_and_the_limits_of_h():
    assert last(W11, kernel="Epanechnikov", h=2.0, query=AT).shares[1] == pytest.approx(0.692307692308, abs=1e-9)
    assert last(W11, h=1e6, query=AT).shares[1] == pytest.approx(0.5, abs=1e-9)
    assert last(W11, h=0.01, query=AT).shares[1] == 1.0  # the nearest row alone
    _, stories, marks = told(W11, kernel="Epanechnikov", h=2.0, query=AT)
    on_chart = [m for m in marks[-1] if m.surface.name == "Kernels"]
    curves = [m for m in on_chart if isinstance(m, Curve) and m.role in ("boundary", "ghost")]
    assert [m.role for m in curves] == ["ghost", "ghost", "ghost", "boundary", "ghost"]
    for kind, curve in zip(KERNELS, curves, strict=True):
        d, w = curve.positions.T
        assert w.tolist() == kernel(kind, d, 2.0).tolist() and len(d) > 40
    named = [m.label for m in curves] + [m.text for m in on_chart if isinstance(m, Text)]
    assert set(named) == {*KERNELS, ""}
    (dots,) = [m for m in on_chart if isinstance(m, Points)]
    assert dots.positions[:, 1] == pytest.approx(kernel("Epanechnikov", dots.positions[:, 0], 2.0))
    assert "h → 0" in stories[0].sentence and "h → ∞" in stories[0].sentence
    with pytest.raises(ParameterError, match="h = -1"):
        engine.trace(KEY, W11, h=-1.0)


# -- edges -------------------------------------------------------------------------------------------------------------


def test_far_away_weights_are_normalised_by_logarithms():
    trace, stories, _ = told(W11, h=0.1, query=(500.0,))
    end = trace[-1]
    logs = -0.5 * ((W11.X[:, 0] - 500.0) / 0.1) ** 2
    assert end.shift == logs.max() and end.shares.tolist() == [1.0, 0.0]
    assert "log-sum-exp" in stories[-1].sentence
    near = last(W11, h=30.0, query=(2000.0,))
    logs = -0.5 * ((W11.X[:, 0] - 2000.0) / 30.0) ** 2
    w = np.exp(logs - logs.max())
    assert near.shift < -600 and near.shares[1] == pytest.approx(w[W11.codes == 1].sum() / w.sum(), abs=1e-12)
    assert near.model.predict_proba(np.array([[2000.0]]))[0] == pytest.approx(near.shares, abs=1e-12)


def test_effective_number():
    assert effective(np.ones(7)) == 7.0 and effective(np.array([1e-200, 0.0])) == 1.0


def test_tie_is_won_by_the_first_class_as_stated():
    even = engine.Dataset.from_arrays([[-1.0], [1.0]], ["left", "right"])
    _, stories, _ = told(even, query=(0.0,), h=1.0)
    assert "classified as left" in stories[-1].sentence and "It is a tie" in stories[-1].sentence


@pytest.mark.parametrize("name", ["iris", "wine"])
@pytest.mark.parametrize("kind", KERNELS)
def test_the_model_is_the_closed_form(name, kind):
    data = engine.load(name)
    end = last(data, kernel=kind, h=1.5, scale="never")
    Z = data.X[::7] + 0.1
    D = np.sqrt(((Z[:, None] - data.X) ** 2).sum(axis=2))
    W = kernel(kind, D, 1.5)
    if kind == "Gaussian":
        logs = -0.5 * (D / 1.5) ** 2
        W = np.exp(logs - logs.max(axis=1, keepdims=True))
    totals = W @ np.eye(3)[data.codes]
    whole = totals.sum(axis=1, keepdims=True)
    with np.errstate(invalid="ignore"):
        assert end.model.predict_proba(Z) == pytest.approx(totals / whole, abs=1e-9, nan_ok=True)


def test_the_run_says_what_the_model_says():
    iris = engine.load("iris")
    end = last(iris)
    assert isinstance(end.model, AskedVotes)
    assert end.model.predict_proba(end.model.point[None])[0] == pytest.approx(end.shares, abs=1e-12)
    card = engine.algorithm(KEY)
    answer = card.inspect(end, iris, card.params(), end.model.point)
    assert [n.value for n in answer.story.numbers] == pytest.approx(end.shares)
    assert answer.story.sentence.startswith("This point is classified as")


def test_many_rows_vote_in_stretches():
    rng = np.random.default_rng(0)
    many = engine.Dataset.from_arrays(rng.normal(size=(5000, 2)), rng.integers(2, size=5000))
    assert len(engine.trace(KEY, many, h=0.5)) == 22


def test_bubbles_are_those_of_the_rows_that_voted():
    trace, stories, marks = told(W11, h=1.0, query=AT)
    for step, drawn in zip(trace[1:], marks[1:], strict=True):
        (bubbles,) = [m for m in drawn if isinstance(m, Points) and m.role == "best"]
        assert bubbles.rows.tolist() == list(range(step.taken))
    assert f"count as much as {effective(trace[-1].weights):.4g} equal ones" in stories[-1].sentence
