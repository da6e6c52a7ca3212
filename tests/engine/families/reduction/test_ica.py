"""Independent component analysis: scikit-learn's fixed-point iterations, unmixed signals, Gaussian and hostile data."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.core.marks import Curve, Ellipse, Matrix, Points, Segments
from engine.core.surfaces import PLANE
from engine.families.reduction.ica.drawing import marks
from engine.families.reduction.ica.loop import ONE_BY_ONE, TOGETHER, Params
from engine.families.reduction.ica.telling import event, explain, inspect, measure
from engine.maths.probability.contrasts import CONTRASTS
from tests.examples import numbers

THEIRS = {"tanh": "logcosh", "u exp(−u²/2)": "exp", "u³": "cube"}
WHOLE = {
    "tanh": lambda y: np.log(np.cosh(y)), "u exp(−u²/2)": lambda y: -np.exp(-(y**2) / 2), "u³": lambda y: y**4 / 4,
}  # fmt: skip
NORMAL = {"tanh": 0.374567207491438, "u exp(−u²/2)": -(0.5**0.5), "u³": 0.75}


def negentropies(step, data, params):
    Y = (data.X - data.X.mean(axis=0)) @ step.K.T @ step.W.T
    return (WHOLE[params.contrast](Y).mean(axis=0) - NORMAL[params.contrast]) ** 2


def _angle(step, data, params):
    w, before = step.W[0 if step.source is None else -1], step.before[0]
    return np.degrees(np.arccos(min(abs(w @ before), 1.0)))


FOLLOWS = {
    "J of all directions": lambda step, data, params: negentropies(step, data, params).sum(),
    "turned by": _angle,
}

IRIS, WINE, DIGITS = engine.load("iris"), engine.load("wine"), engine.load("digits").subset(range(200))
TURN = np.array([[3.0, 1.0], [1.5, 2.5]])


def mixed(n=400, seed=1, sources=None):
    """Two independent sources, uniform unless given, in two mixtures."""
    rng = np.random.default_rng(seed)
    S = rng.uniform(-1, 1, (n, 2)) if sources is None else sources(rng, n)
    return engine.Dataset.from_arrays(S @ TURN + [5.0, -2.0], feature_names=["left", "right"]), S


MIXED, SOURCES = mixed()


def ran(data, **params):
    return engine.trace("ica", data, **params).to_end()


@pytest.mark.parametrize("contrast", list(CONTRASTS))
def test_g_is_the_derivative_of_its_contrast(contrast):
    from scipy.integrate import quad

    g, u = CONTRASTS[contrast], np.linspace(-4, 4, 41)
    assert g.whole(u) == pytest.approx(WHOLE[contrast](u))
    assert g.slope(u) == pytest.approx((g.whole(u + 1e-5) - g.whole(u - 1e-5)) / 2e-5, abs=1e-6)
    assert g.bend(u) == pytest.approx((g.slope(u + 1e-5) - g.slope(u - 1e-5)) / 2e-5, abs=1e-6)
    mean, _ = quad(lambda v: WHOLE[contrast](v) * np.exp(-v * v / 2) / np.sqrt(2 * np.pi), -12, 12)
    assert g.normal == pytest.approx(mean, abs=1e-9)


@pytest.mark.parametrize("contrast", list(CONTRASTS))
@pytest.mark.parametrize(("order", "algorithm"), [(ONE_BY_ONE, "deflation"), (TOGETHER, "parallel")])
@pytest.mark.parametrize("data", [MIXED, WINE], ids=["mixed", "wine"])
def test_directions_match_scikit_learn(data, order, algorithm, contrast):
    from sklearn.decomposition import FastICA

    trace = ran(data, order=order, contrast=contrast, components=2, tolerance=1e-10, seed=3)
    first = next(step for step in trace if step.W is not None)
    Z = first.whitened(data.X)
    begun = first.W if order == TOGETHER else np.array([s.W[-1] for s in trace if s.stage == "started"])
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = FastICA(
            whiten=False, algorithm=algorithm, fun=THEIRS[contrast], w_init=begun, tol=1e-10, max_iter=500
        ).fit(Z)
    assert trace.ending.kind == "converged"
    assert np.abs(np.sum(trace[-1].W * theirs.components_, axis=1)) == pytest.approx([1.0, 1.0], abs=1e-8)


@pytest.mark.parametrize("order", [ONE_BY_ONE, TOGETHER])
def test_mixed_signals_are_unmixed(order):
    for sources in (None, lambda rng, n: rng.laplace(size=(n, 2)), lambda rng, n: np.sign(rng.normal(size=(n, 2)))):
        data, S = mixed(2000, 4, sources)
        step = ran(data, order=order)[-1]
        found = step.model.transform(data.X)
        alike = np.abs(np.corrcoef(S.T, found.T)[:2, 2:])
        assert alike.max(axis=1) == pytest.approx([1.0, 1.0], abs=0.01)
        assert found.std(axis=0) == pytest.approx([1.0, 1.0]) and found.mean(axis=0) == pytest.approx([0, 0], abs=1e-9)
        assert step.model.inverse_transform(found) == pytest.approx(data.X)


def test_one_update_by_hand():
    trace, params = ran(MIXED, seed=5), Params()
    start, step = trace[2], trace[3]
    Z, w = start.whitened(MIXED.X), start.W[0]
    assert np.cov(Z.T, bias=True) == pytest.approx(np.eye(2), abs=1e-9)
    y = Z @ w
    one, bend = (Z * np.tanh(y)[:, None]).mean(axis=0), (1 - np.tanh(y) ** 2).mean()
    free = one - bend * w
    assert step.W[0] == pytest.approx(free / np.linalg.norm(free)) and (step.before[0] == w).all()
    assert step.gap == pytest.approx(1 - abs(step.W[0] @ w), abs=1e-12)
    story = explain(step, MIXED, params)
    angle = np.degrees(np.arccos(abs(step.W[0] @ w)))
    assert story.sentence == (
        f"Iteration 1: Direction 1 turns towards what is least Gaussian, w1 by {angle:.4g} degrees."
    )
    assert numbers(story)["turned by"] == pytest.approx(angle)
    plain = [line.replace("−", "-") for line in story.worked]
    assert plain[0] == f"before: w1 = ({w[0]:.4g}, {w[1]:.4g})"
    assert plain[1] == f"E[z g(wᵀz)] = ({one[0]:.4g}, {one[1]:.4g}),  E[g′(wᵀz)] = {bend:.4g}"
    assert plain[2].startswith("first entry: ") and plain[2].endswith(f" = {free[0]:.4g}")
    assert plain[3] == f"orthogonal and of length 1: w1 = ({step.W[0, 0]:.4g}, {step.W[0, 1]:.4g})"
    J = (np.log(np.cosh(Z @ step.W[0])).mean() - NORMAL["tanh"]) ** 2
    assert plain[4].startswith("J = (E[G(y)] - E[G(ν)])² = (") and plain[4].endswith(f"² = {J:.4g}")
    assert measure(step, MIXED, params) == {"J of all directions": pytest.approx(J)}
    bell = ran(MIXED, contrast="u exp(−u²/2)")[3]
    assert " + 0.707" in explain(bell, MIXED, Params(contrast="u exp(−u²/2)")).worked[4]


def test_the_stages_and_what_they_say():
    from scipy.stats import kurtosis

    trace, params = ran(MIXED), Params()
    assert trace[0].stage == "centred" and trace[1].stage == "whitened" and trace[-1].stage == "sources"
    assert [event(step) and event(step).word for step in (*trace[:3], trace[3], trace[-1])] == [
        None, "white", "direction", None, "sources",
    ]  # fmt: skip
    said = explain(trace[0], MIXED, params)
    assert "400 rows" in said.sentence and numbers(said) == {"rows": 400, "features": 2}
    white = explain(trace[1], MIXED, params)
    Z = trace[1].whitened(MIXED.X)
    row = np.argmax((Z**2).sum(axis=1))
    assert white.checks[0].holds and white.sentence == (
        "Whitened: along each of 2 principal axes the rows are divided by their standard deviation. Now they vary as "
        "much in every direction, and only a rotation is left to find."
    )
    assert white.worked[0].startswith(f"row {row + 1}, the farthest: z = K (x − x̄) = (")
    assert measure(trace[1], MIXED, params) == {}
    starts = [step for step in trace if step.stage == "started"]
    assert explain(starts[0], MIXED, params).sentence == "Direction 1 begins at random."
    assert explain(starts[1], MIXED, params).sentence == (
        "Direction 2 begins at random, orthogonal to those that are found."
    )
    for number, one in enumerate(starts):
        entries = ", ".join(f"{value:.4g}" for value in one.W[-1]).replace("-", "−")
        assert explain(one, MIXED, params).worked == (f"w{number + 1} = ({entries})",)
        assert measure(one, MIXED, params)["J of all directions"] == pytest.approx(
            negentropies(one, MIXED, params).sum()
        )
    settled = trace[trace.known - 2]
    assert explain(settled, MIXED, params).sentence.endswith("It has settled.")
    last = explain(trace[-1], MIXED, params)
    S = trace[-1].model.transform(MIXED.X)
    (table,) = last.tables
    assert [line[1] for line in table.rows] == pytest.approx(kurtosis(S, axis=0))
    assert [line[2] for line in table.rows] == pytest.approx(negentropies(trace[-1], MIXED, params))
    far = np.argmax((S**2).sum(axis=1))
    assert last.worked[0].startswith(f"row {far + 1}: s = W K (x − x̄) = (") and table.chosen is None
    assert explain(trace[3], MIXED, params).tables[0].chosen == 0
    all_at_once = ran(MIXED, order=TOGETHER)
    told = explain(all_at_once[2], MIXED, Params(order=TOGETHER))
    assert told.sentence == "2 directions at random, made orthogonal together." and "(W W^" in told.formula
    turned = explain(all_at_once[3], MIXED, Params(order=TOGETHER))
    assert turned.sentence.startswith("Iteration 1: All directions turn towards what is least Gaussian, w1 by ")
    assert explain(all_at_once[all_at_once.known - 2], MIXED, Params(order=TOGETHER)).sentence.endswith("have settled.")


def test_gaussian_sources_are_reported_as_unidentifiable():
    data, _ = mixed(1000, 0, lambda rng, n: rng.normal(size=(n, 2)))
    trace = ran(data, tolerance=1e-4, rounds=2000)
    assert "But s1 and s2 are as Gaussian as chance makes them" in trace.ending.words
    said = explain(trace[-1], data, Params()).sentence
    assert (
        "2 sources have a kurtosis as near to 0 as chance brings a Gaussian's: two such cannot be told apart." in said
    )
    one, _ = mixed(2000, 0, lambda rng, n: np.column_stack([rng.normal(size=n), rng.uniform(-2, 2, n)]))
    trace = ran(one)
    assert "Gaussian" not in trace.ending.words
    assert explain(trace[-1], one, Params()).sentence.endswith(
        "1 source has a kurtosis as near to 0 as chance brings a Gaussian's; one such source is allowed."
    )
    assert "Gaussian's" not in explain(ran(MIXED)[-1], MIXED, Params()).sentence


def test_unconverged_run_names_a_remedy():
    for order, what in ((ONE_BY_ONE, "direction 1 still turns"), (TOGETHER, "the directions still turn")):
        trace = ran(MIXED, order=order, rounds=1, tolerance=1e-12)
        assert trace.ending.kind == "stopped"
        assert trace.ending.words == f"After 1 iteration {what}: allow more, or take another g or seed."
        assert trace[-1].stage == "turned"


@pytest.mark.parametrize("order", [ONE_BY_ONE, TOGETHER])
@pytest.mark.parametrize("contrast", list(CONTRASTS))
@pytest.mark.parametrize(
    "X",
    [[[1.0], [3.0], [4.0]], [[0.0, 0.0], [1.0, 2.0]], [[1.0, 2.0, 3.0], [2.0, 2.0, 5.0], [4.0, 2.0, 1.0]],
     [[1.0, 2.0]] * 3 + [[3.0, 1.0]], [[0.0, 0.0, 1.0, 2.0], [1.0, 1.0, 0.0, 5.0]],
     [[1e100, 2e90], [3e100, 1e90], [2e100, 5e90]], [[1e-100, 2e-100], [3e-100, 1e-100], [2e-100, 5e-100]]],
)  # fmt: skip
def test_hostile_tables_end_in_words(X, order, contrast):
    data = engine.Dataset.from_arrays(X)
    trace, params = ran(data, order=order, contrast=contrast), Params(order=order, contrast=contrast)
    assert trace.ending.kind in ("converged", "stopped")
    for step in trace[:4]:
        story = explain(step, data, params)
        assert all(check.holds for check in story.checks)
        marks(step, data, params)
    model = trace[-1].model
    assert np.isfinite(model.components).all() and np.isfinite(model.mixing).all()


def test_identical_rows_have_no_sources():
    trace = ran(engine.Dataset.from_arrays([[1.0, 2.0]] * 3))
    assert trace.ending.kind == "failed" and "no direction to look along" in trace.ending.words


def test_fewer_directions_than_requested_are_reported():
    data = engine.Dataset.from_arrays(np.column_stack([MIXED.X, MIXED.X.sum(axis=1), np.ones(400)]))
    trace = ran(data, components=4)
    assert len(trace[1].K) == 2
    assert (
        "4 sources asked for, and 2 directions have variance." in explain(trace[1], data, Params(components=4)).sentence
    )
    with pytest.raises(Refusal, match="keep the first, at most 1,000"):
        engine.trace("ica", engine.Dataset.from_arrays(np.random.default_rng(0).random((3, 1001))))


def test_a_model_survives_a_file(tmp_path):
    model = engine.fit("ica", WINE, components=3)
    engine.save_model(model, tmp_path / "sources.json")
    again = engine.load_model(tmp_path / "sources.json")
    assert again == model and (again.transform(WINE.X) == model.transform(WINE.X)).all()


def test_directions_are_arrows_on_plane_and_whitened_rows():
    trace, params = ran(MIXED, seed=5), Params()
    mean = MIXED.X.mean(axis=0)
    centred = marks(trace[0], MIXED, params)
    assert [type(m) for m in centred] == [Points] and centred[0].positions[0] == pytest.approx(mean)
    white = marks(trace[1], MIXED, params)
    assert [m.surface.name for m in white if isinstance(m, Ellipse)] == ["Data", "Whitened"]
    (ellipse, _) = [m for m in white if isinstance(m, Ellipse)]
    assert ellipse.covariance == pytest.approx(np.cov(MIXED.X.T, bias=True))
    step = trace[3]
    drawn = marks(step, MIXED, params)
    on_plane = {m.role: m for m in drawn if isinstance(m, Segments) and m.surface == PLANE}
    chart = {m.role: m for m in drawn if isinstance(m, Segments) and m.surface.name == "Whitened"}
    back = np.linalg.inv(step.K).T
    assert on_plane["axis"].ends == pytest.approx(mean + 2 * step.W @ back) and on_plane["axis"].labels == ("s1",)
    assert on_plane["ghost"].ends == pytest.approx(mean + 2 * step.before @ back)
    assert on_plane["axis"].starts[0] == pytest.approx(mean)
    assert chart["axis"].ends == pytest.approx(2 * step.W) and chart["axis"].labels == ("w1",)
    assert chart["ghost"].ends == pytest.approx(2 * step.before) and not chart["axis"].starts.any()
    (rows,) = [m for m in drawn if isinstance(m, Points) and m.surface.name == "Whitened"]
    assert rows.positions == pytest.approx(step.whitened(MIXED.X)) and rows.surface.open
    histogram, normal = [m for m in drawn if isinstance(m, Curve)]
    y = step.whitened(MIXED.X) @ step.W[-1]
    ends = np.unique(histogram.positions[:, 0])
    heights = histogram.positions[1:-1:2, 1]
    assert (heights * np.diff(ends)).sum() == pytest.approx(1.0)
    assert heights == pytest.approx(np.histogram(y, ends, density=True)[0]) and histogram.surface.x == "along w1"
    assert normal.positions[:, 1] == pytest.approx(np.exp(-(normal.positions[:, 0] ** 2) / 2) / np.sqrt(2 * np.pi))
    middle = normal.positions[len(normal.positions) // 2]
    assert middle == pytest.approx([0, 1 / np.sqrt(2 * np.pi)]) and normal.positions[0, 0] == -normal.positions[-1, 0]
    assert normal.positions[-1, 0] == pytest.approx(max(3.0, np.abs(y).max()))
    last = marks(trace[-1], MIXED, params)
    (sources,) = [m for m in last if isinstance(m, Points) and m.surface.name == "Sources"]
    assert sources.positions == pytest.approx(trace[-1].model.transform(MIXED.X))
    assert not [m for m in last if isinstance(m, Segments) and m.surface.name == "Whitened"]
    assert [m.surface.open for m in last if isinstance(m, Points) and m.surface.name == "Whitened"] == [False]
    line = engine.Dataset.from_arrays([[1.0], [3.0], [4.0]])
    alone = marks(ran(line)[2], line, params)
    assert [m.surface.y for m in alone if isinstance(m, Points) and m.surface.name == "Whitened"] == [""]
    assert not [m for m in alone if isinstance(m, Ellipse)]


def test_sources_of_digits_are_pictures():
    trace = ran(DIGITS, components=3)
    drawn = marks(trace[-1], DIGITS, Params())
    mixing = [m for m in drawn if isinstance(m, Matrix) and m.surface.name == "Mixing"]
    assert [m.title for m in mixing] == ["s1", "s2", "s3"]
    assert (mixing[2].values == trace[-1].model.mixing[2].reshape(8, 8)).all()
    row, again = [m for m in drawn if isinstance(m, Matrix) and m.surface.name == "Picture"]
    assert again.title == "by its sources" and (row.values == DIGITS.X[0].reshape(8, 8)).all()
    model = trace[-1].model
    assert again.values == pytest.approx(model.inverse_transform(model.transform(DIGITS.X[:1]))[0].reshape(8, 8))
    opened = [{m.surface.name: m.surface.open for m in marks(trace[i], DIGITS, Params())}["Whitened"] for i in (1, 4)]
    assert opened == [True, False]
    asked = [m for m in inspect(trace[-1], DIGITS, Params(), DIGITS.X[4]).marks if isinstance(m, Matrix)]
    assert [m.title for m in asked] == ["this point", "by its sources"]


def test_a_point_is_told_its_sources():
    trace = ran(IRIS)
    x, step = IRIS.X[70] + 0.05, trace[-1]
    answer = inspect(step, IRIS, Params(), x)
    s = step.W @ step.K @ (x - IRIS.X.mean(axis=0))
    assert [one.value for one in answer.story.numbers] == pytest.approx(list(s))
    line, foot, dot = answer.marks
    assert line.starts[0] == pytest.approx(x) and line.ends == pytest.approx(step.model.inverse_transform(s[None]))
    assert foot.positions == pytest.approx(line.ends) and dot.positions == pytest.approx(s[None])
    assert dot.surface.name == "Sources" and inspect(trace[0], IRIS, Params(), x) is None
    assert len(inspect(trace[4], IRIS, Params(), x).marks) == 2
