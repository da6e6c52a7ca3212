"""Kernel ridge regression against scikit-learn, and what its steps show."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Bars, Curve, Matrix, Points, Region
from engine.core.story import Event
from engine.data.dataset import Dataset
from engine.data.toys import generate
from engine.families.kernel_regression.kernel_ridge.loop import summed
from engine.maths.algebra.covariance_kernels import KINDS
from engine.models.gaussian_process import Covariance
from engine.models.kernel_ridge import KernelSum
from tests.engine.families import looked_at

KEY = "kernel_ridge"
told = partial(looked_at.told, KEY)
of = looked_at.of
SINE = generate("sine", n=25, seed=1)


def _sum(step, data, X):
    """The sum of the kernels so far, one after the other."""
    k, found = step.model.covariance, np.full(len(X), step.model.mean)
    for row in range(step.taken if step.phase in ("add", "query") else data.n):
        found = found + step.a[row] * k.between(data.X[[row]], X)[0]
    return found


def _rmse(step, data):
    return np.sqrt(((data.y - _sum(step, data, data.X)) ** 2).mean())


FOLLOWS = {
    "RMSE": lambda step, data, params: _rmse(step, data),
    "RMSE of the sum": lambda step, data, params: _rmse(step, data),
    "R²": lambda step, data, params: 1 - _rmse(step, data) ** 2 / data.y.var(),
    "prediction": lambda step, data, params: _sum(step, data, step.query[None])[0],
    "sum of the kernels": lambda step, data, params: _sum(step, data, step.query[None])[0] - step.model.mean,
    "their sum is off by": lambda step, data, params: _rmse(step, data),
    "The kernels of rows": lambda step, data, params: step.first + 1,
    "The kernels of rows # to": lambda step, data, params: step.taken,
}


@pytest.mark.parametrize("penalty", [0.01, 1.0, 50.0])
@pytest.mark.parametrize("name", ["sine", "plane", "diabetes"])
def test_sklearn_predicts_the_same(name, penalty):
    from sklearn.datasets import load_diabetes
    from sklearn.kernel_ridge import KernelRidge

    X, t = load_diabetes(return_X_y=True)
    data = Dataset(X[:200] / X.std(), t[:200]) if name == "diabetes" else generate(name, n=80, seed=3)
    Z = data.X[::4] + 0.05
    for kind, theirs in (
        ("RBF", KernelRidge(alpha=penalty, kernel="rbf", gamma=0.5 / 0.9**2)),
        ("polynomial", KernelRidge(alpha=penalty, kernel="poly", gamma=0.9**-2, degree=3, coef0=1)),
        ("Matérn 1/2", KernelRidge(alpha=penalty, kernel=lambda x, z: np.exp(-np.linalg.norm(x - z) / 0.9))),
    ):
        for centred in (True, False):
            ours = engine.fit(KEY, data, kernel=kind, length=0.9, penalty=penalty, centred=centred)
            mean = data.y.mean() if centred else 0.0
            expected = theirs.fit(data.X, data.y - mean).predict(Z) + mean
            assert ours.predict(Z) == pytest.approx(expected, abs=1e-6 * np.abs(data.y).max())


def test_result_is_the_mean_of_a_gaussian_process():
    spread = SINE.y.std()
    ours = engine.fit(KEY, SINE, penalty=0.09, kernel="Matérn 5/2", length=1.0)
    process = engine.fit("gaussian_process", SINE, kernel="Matérn 5/2", length=1.0, noise=0.3, amplitude=1.0)
    X = np.linspace(-4, 4, 30)[:, None]
    assert process.noise == pytest.approx(0.3 * spread)
    assert ours.predict(X) == pytest.approx(process.predict(X), abs=1e-9)


@pytest.mark.parametrize("kind", KINDS)
def test_heights_solve_the_equation_and_the_sum_grows_row_by_row(kind):
    trace, stories, marks = told(SINE, kernel=kind, period=3.0)
    assert [step.phase for step in trace] == ["kernel", "solve", *["add"] * 25, "query"]
    K = trace[0].model.covariance.between(SINE.X, SINE.X)
    a = np.linalg.solve(K + 0.1 * np.eye(25), SINE.y - SINE.y.mean())
    assert trace[1].a == pytest.approx(a, rel=1e-6) and trace[1].norm == pytest.approx(a @ K @ a, rel=1e-6)
    assert all(check.holds for story in stories for check in story.checks)
    X = np.linspace(-4, 4, 9)[:, None]
    for n, step in enumerate(trace[2:27]):
        assert (step.first, step.taken) == (n, n + 1)
        assert summed(step).predict(X) == pytest.approx(_sum(step, SINE, X))
        assert step.model == trace[1].model
    assert trace[-1].model.predict(SINE.X) == pytest.approx(SINE.y - 0.1 * a, abs=1e-6)
    assert "the kernel of row 1 is added".lower() in stories[2].sentence.lower()
    assert stories[2].sentence.endswith(f"{engine.base.words.figure(trace[1].a[0])} high.")
    assert "That is all of them" in stories[26].sentence and "That is all" not in stories[25].sentence
    (bars,), (heat,) = of(Bars, marks[5]), of(Matrix, marks[5])
    assert bars.values == pytest.approx(a, rel=1e-6) and bars.chosen == 3 and heat.values == pytest.approx(K)
    assert [of(Bars, drawn) == [] for drawn in (marks[0], marks[1])] == [True, False]


def test_kernels_are_drawn_with_their_sum():
    trace, _, marks = told(SINE)
    for step, drawn in zip(trace, marks, strict=True):
        old, new, total = (of(Curve, drawn, role) for role in ("ghost", "spoke", "boundary"))
        count = step.taken if step.phase == "add" else 0
        assert (len(old), len(new), len(total)) == ((count - 1, 1, 1) if count else (0, 0, 0))
        assert [one.model for one in of(Region, drawn)] == [step.model]
        if count:
            heights = sum(one.positions[:, 1] - step.model.mean for one in (*old, *new)) + step.model.mean
            x = total[0].positions[:, :1]
            assert total[0].positions[:, 1] == pytest.approx(heights)
            assert heights == pytest.approx(_sum(step, SINE, x))
            assert (x.min(), x.max()) == pytest.approx(
                (SINE.X.min() - 0.2 * np.ptp(SINE.X), SINE.X.max() + 0.2 * np.ptp(SINE.X))
            )
            (focus,) = of(Points, drawn, "focus")
            assert focus.rows.tolist() == [step.first]
    large = generate("sine", n=90, seed=0)
    trace, stories, marks = told(large)
    assert len(trace) == 23 and not of(Matrix, marks[3]) and not of(Bars, marks[3])
    assert len(of(Curve, marks[3], "spoke")) == trace[3].taken - trace[3].first
    assert not of(Curve, marks[3], "ghost")
    assert stories[3].sentence.startswith("The kernels of rows ")


def test_query_lists_the_largest_contributions():
    trace, stories, _ = told(SINE, query=(0.5,))
    parts = [row[3] for row in stories[-1].tables[0].rows]
    assert len(parts) == 8 and (np.diff(np.abs(parts)) <= 1e-12).all()
    assert trace[-1].answer == pytest.approx(_sum(trace[-1], SINE, np.array([[0.5]]))[0])
    card = engine.algorithm(KEY)
    asked = card.inspect(trace[-1], SINE, card.params(), np.array([0.5]))
    assert asked.story.numbers[0].value == pytest.approx(trace[-1].answer)


HOSTILE = {
    "one row": Dataset(np.array([[2.0]]), np.array([1.0])),
    "constant target": Dataset(np.arange(6.0)[:, None], np.full(6, 0.1)),
    "targets of 1e100": Dataset(np.arange(6.0)[:, None], 1e100 * np.array([1.0, -2, 3, 0, 1, 5])),
    "the same row four times": Dataset(np.ones((4, 1)), np.array([1.0, 2, 3, 4])),
    "collinear columns": Dataset(np.arange(8.0)[:, None] * [1.0, 2.0], np.arange(8.0) ** 2),
}


@pytest.mark.parametrize("penalty", [0.0, 0.1, 1e6])
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("what", HOSTILE)
def test_hostile_tables_have_a_finite_sum(what, kind, penalty):
    data = HOSTILE[what]
    trace, stories, _ = told(data, kernel=kind, penalty=penalty)
    assert np.isfinite(trace[-1].model.predict(data.X)).all()
    assert all(check.holds for story in stories for check in story.checks)


def test_coinciding_rows_without_penalty_need_a_stated_jitter():
    trace, stories, _ = told(HOSTILE["the same row four times"], penalty=0.0)
    assert trace[1].tries > 1 and "failed 1 time, until" in stories[1].sentence
    assert "as where rows coincide" in stories[1].sentence
    assert engine.algorithm(KEY).event(trace[1]) == Event("jitter", "wrong")
    assert engine.algorithm(KEY).event(trace[2]) is None
    trace, stories, _ = told(SINE)
    assert trace[1].tries == 1 and "jitter" not in stories[1].sentence


def test_what_cannot_be_is_refused():
    with pytest.raises(Refusal, match="at most 2,000 rows"):
        engine.trace(KEY, Dataset(np.arange(2001.0)[:, None], np.arange(2001.0)))
    with pytest.raises(Refusal):
        KernelSum(SINE.X * np.nan, SINE.y, Covariance())


def test_the_words_are_of_rows():
    trace, stories, marks = told(SINE)
    assert stories[0].sentence.startswith("Around each of 25 rows stands its kernel (RBF) of the length scale")
    assert "Each row is left over by λ times its height" in stories[1].sentence
    assert stories[1].checks[0].words == "each row is left over by (λ + jitter) aₙ"
    assert [row[:2] for row in stories[1].tables[0].rows][:1] == [
        (SINE.row_name(int(np.abs(trace[1].a).argmax())), float(SINE.y[np.abs(trace[1].a).argmax()]))
    ]
    assert [one.note for one in stories[4].numbers] == ["on all rows", ""]
    assert {one.surface.name for one in of(Matrix, marks[2])} == {"Kernel of the rows"}
