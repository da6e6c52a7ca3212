"""The kernel density estimate against the worked example, scikit-learn, and what its steps promise."""

from __future__ import annotations

from functools import partial
from itertools import product

import numpy as np
import pytest
from sklearn.neighbors import KernelDensity as Theirs

import engine
from engine.base.errors import Refusal
from engine.base.words import figure
from engine.core.marks import Contours, Curve, Ellipse, Points
from engine.families.neighbours.kernel_density.telling import integral
from engine.models.kernel_density import BUMPS, AskedDensity, KernelDensity
from engine.models.neighbours import Query
from tests.catalogue import shows
from tests.engine.families import looked_at


def _away(step, data):
    """How many bandwidths the row whose bump came last lies from the query."""
    return np.linalg.norm((step.model.point - data.X[step.before]) / step.model.known.h)


FOLLOWS = {
    "is added,": lambda step, data, params: _away(step, data),
    "bumps": lambda step, data, params: step.taken,
    "integral": lambda step, data, params: 1.0,
    "The bumps of rows": lambda step, data, params: step.before + 1,
    "The bumps of rows # to": lambda step, data, params: step.taken,
}

KEY = "kernel_density"
W78 = engine.Dataset.from_arrays([[1.0], [2.0], [4.0], [4.5], [7.0]])
NAMES = dict(zip(BUMPS, ("gaussian", "tophat", "linear", "epanechnikov"), strict=True))


told = partial(looked_at.told, KEY)


@shows("KN15", "W78")
def test_w78_a_bump_a_step_and_their_sum():
    trace, stories, marks = told(W78, h=0.5, query=(3.0,))
    assert [step.part for step in trace] == ["start", *["add"] * 5, "answer"]
    assert np.exp(trace[-1].log_p) == pytest.approx(0.0450190446656, abs=1e-9)
    assert "the density is 0.04502" in stories[-1].sentence and "have the volume 1, integrated" in stories[-1].sentence
    assert [check.holds for check in stories[-1].checks] == [True]
    for i, step in enumerate(trace[1:6], start=1):
        bumps = [
            m for m in marks[i] if isinstance(m, Curve) and m.role in ("ghost", "focus") and m.surface.kind == "chart"
        ]
        (total,) = [m for m in marks[i] if isinstance(m, Curve) and m.role == "boundary"]
        assert len(bumps) == step.taken == i
        heights = np.sum([bump.positions[:, 1] for bump in bumps], axis=0)
        assert heights == pytest.approx(total.positions[:, 1], abs=1e-12)
        here = [m for m in marks[i] if isinstance(m, Points) and m.surface.kind == "chart"]
        assert here[0].positions[0] == pytest.approx([3.0, np.exp(step.log_p)])
    x, p = total.positions.T
    ours = [np.exp(-0.5 * ((x - row) / 0.5) ** 2) / (0.5 * np.sqrt(2 * np.pi)) / 5 for row in W78.X[:, 0]]
    assert p == pytest.approx(np.sum(ours, axis=0), abs=1e-12)
    assert (
        stories[3].worked[0].startswith("p so far = ") and "2 h away from the query, where it is" in stories[3].sentence
    )


@shows("KN15")
@pytest.mark.parametrize(
    ("kind", "name"),
    [*product(BUMPS, ("iris", "wine", "old_faithful")), ("Gaussian", "breast_cancer"), ("Gaussian", "digits")],
)
def test_sklearn_has_the_same_density(kind, name):
    data = engine.load(name)
    data = data.subset(range(min(data.n, 300)))
    data = data.changed(X=data.X / np.maximum(data.X.std(axis=0), 1e-9))
    for h in (0.8, 2.5):
        ours = KernelDensity(data.X, kind, h).decision_function(data.X[::3] + 0.2)
        theirs = Theirs(kernel=NAMES[kind], bandwidth=h, rtol=1e-12).fit(data.X).score_samples(data.X[::3] + 0.2)
        there = theirs > -100  # outside of every bump they have the least number instead of nothing
        assert ours[there] == pytest.approx(theirs[there], abs=1e-8) and (ours[~there] < -100).all()


@pytest.mark.parametrize("kind", BUMPS)
@pytest.mark.parametrize("d", [1, 2, 3, 7])
def test_every_kernel_integrates_to_one(kind, d):
    X = np.random.default_rng(0).normal(size=(20, d))
    assert integral(KernelDensity(X, kind, 0.4)) == pytest.approx(1.0, abs=1e-4)
    if d == 2:
        x = np.linspace(-6, 6, 601)
        grid = np.stack(np.meshgrid(x, x), axis=-1).reshape(-1, 2)
        whole = np.exp(KernelDensity(X, kind, 0.4).decision_function(grid)).sum() * (x[1] - x[0]) ** 2
        assert whole == pytest.approx(1.0, abs=1e-2)


@shows("KN15")
def test_far_away_the_logarithm_is_kept():
    trace, stories, _ = told(W78, h=0.5, query=(1000.0,))
    logs = -0.5 * ((1000.0 - W78.X[:, 0]) / 0.5) ** 2
    top = logs.max()
    expected = top + np.log(np.exp(logs - top).sum()) - np.log(5 * 0.5 * np.sqrt(2 * np.pi))
    assert trace[-1].log_p == pytest.approx(expected, rel=1e-12)
    assert "log-sum-exp" in stories[-1].sentence and "e^(−" in stories[-1].sentence
    trace, stories, _ = told(W78, kernel="uniform", h=0.5, query=(1000.0,))
    assert trace[-1].log_p == -np.inf and "No bump reaches so far" in stories[-1].sentence


def test_contours_in_two_dimensions_are_of_the_kernels_so_far():
    data = engine.load("old_faithful")
    data = data.changed(X=data.X / data.X.std(axis=0)).subset(range(30))
    trace, _, marks = told(data, h=0.4)
    places = np.random.default_rng(0).normal(size=(20, 2)) + data.X.mean(axis=0)
    for i in (1, 7, 31):
        (lines,) = [m for m in marks[i] if isinstance(m, Contours)]
        rows = data.X[: trace[i].taken]
        D = ((places[:, None] - rows) ** 2).sum(axis=2)
        expected = np.exp(-D / 0.32).sum(axis=1) / (30 * 2 * np.pi * 0.16)
        assert lines.function(places) == pytest.approx(expected, rel=1e-9)
    keys = [m.key for step in marks for m in step if isinstance(m, Contours)]
    assert len(set(keys)) == 30  # the picture of the answer is that of the last bump


def test_silvermans_width():
    X = np.random.default_rng(0).normal(size=(200, 1))
    h = engine.trace(KEY, engine.Dataset.from_arrays(X))[0].model.known.h
    assert h == pytest.approx(X.std(ddof=1) * (4 / 600) ** 0.2)
    assert engine.trace(KEY, W78.subset([0]))[0].model.known.h > 0


def test_the_run_says_what_the_model_says():
    iris = engine.load("iris")
    end = engine.trace(KEY, iris, start=Query(iris.X[3]))[-1]
    assert end.log_p == pytest.approx(end.model.decision_function(iris.X[[3]])[0])
    card = engine.algorithm(KEY)
    assert card.inspect(end, iris, card.params(), iris.X[3]).story.numbers[0].value == pytest.approx(end.log_p)


GOOD = KernelDensity(W78.X, "Gaussian", 1.0)
HOSTILE = {
    "no row": lambda: KernelDensity(np.zeros((0, 2)), "Gaussian", 1.0),
    "a gap": lambda: KernelDensity(W78.X * np.nan, "Gaussian", 1.0),
    "a kernel without a volume": lambda: KernelDensity(W78.X, "inverse", 1.0),
    "no width": lambda: KernelDensity(W78.X, "uniform", 0.0),
    "a query of other features": lambda: AskedDensity(np.zeros(3), GOOD),
}


@pytest.mark.parametrize("how", HOSTILE)
def test_what_is_no_density_is_refused(how):
    with pytest.raises(Refusal) as refusal:
        HOSTILE[how]()
    assert str(refusal.value).endswith(".")


def test_kernel_of_a_step_is_that_of_its_row():
    trace, stories, marks = told(W78, h=0.5, query=(3.0,))
    for row, (story, drawn) in enumerate(zip(stories[1:6], marks[1:6], strict=True)):
        high = float(np.exp(trace[0].model.known.log_bumps(np.array([[3.0]]))[0, row]))
        assert f"where it is {figure(high)} high" in story.sentence
        (ringed,) = [m for m in drawn if isinstance(m, Points) and m.role == "support"]
        (ball,) = [m for m in drawn if isinstance(m, Ellipse)]
        assert ringed.rows.tolist() == [row] and ball.centre.tolist() == W78.X[row].tolist() and ball.scale == 0.5


@shows("KN15")
def test_only_the_bumps_of_this_step_are_lit():
    trace, _, marks = told(W78, h=0.5, query=(3.0,))
    for step, drawn in zip(trace, marks, strict=True):
        curves = [mark for mark in drawn if isinstance(mark, Curve) and mark.role in ("ghost", "focus")]
        tops = [(mark.positions[mark.positions[:, 1].argmax(), 0], mark.role) for mark in curves]
        roles = ["ghost"] * step.before + ["focus"] * (step.taken - step.before)
        assert [role for _, role in tops] == roles
        assert [top for top, _ in tops] == pytest.approx(W78.X[: step.taken, 0].tolist(), abs=0.05)


@shows("KN15")
def test_new_kernels_of_many_rows_are_shown_with_both_sums():
    x = np.random.default_rng(0).normal(size=(90, 1))
    trace, _, marks = told(engine.Dataset.from_arrays(x), h=0.3, query=(0.0,))
    for step, drawn in zip(trace, marks, strict=True):
        curves = [mark for mark in drawn if isinstance(mark, Curve)]
        sums = {mark.role: mark.positions[:, 1] for mark in curves if mark.role != "focus"}
        new = [mark.positions[:, 1] for mark in curves if mark.role == "focus"]
        if step.taken > 40 and step.part == "add":
            assert len(new) == step.taken - step.before > 0 and len(curves) == len(new) + 2
            assert sums["ghost"] + np.sum(new, axis=0) == pytest.approx(sums["boundary"], abs=1e-12)
    assert sums["ghost"] == pytest.approx(sums["boundary"]) and not new, "in the end nothing is new"
    large = engine.Dataset.from_arrays(np.random.default_rng(0).normal(size=(2000, 1)))
    trace, _, marks = told(large, query=(0.0,))
    assert trace[2].taken - trace[2].before > 40
    assert [mark.role for mark in marks[2] if isinstance(mark, Curve)] == ["ghost", "boundary"]


@shows("KN15")
def test_what_is_integrated_is_said():
    ways = ((W78, {}, "along the axis"), (W78, {"kernel": "uniform"}, "each along its radius"),
            (engine.load("iris"), {}, "each along its radius"))  # fmt: skip
    for data, params, how in ways:
        assert told(data, **params)[1][-1].sentence.endswith(f"have the volume 1, integrated numerically {how}.")
    wide = engine.Dataset.from_arrays([[0.0], [1e6]])
    story = told(wide, h=1.0)[1][-1]
    assert story.sentence.endswith("each along its radius.") and story.checks[0].holds, "no node would meet a bump"
