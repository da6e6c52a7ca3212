"""Non-negative matrix factorisation: scikit-learn's iterations, plain loops, the pictures, hostile tables."""

from __future__ import annotations

import re
import warnings
from itertools import pairwise

import numpy as np
import pytest

import engine
from engine.base.errors import Prepare, Refusal
from engine.core.marks import Bars, Matrix, Points, Segments
from engine.core.surfaces import PLANE
from engine.families.reduction.nmf.drawing import marks
from engine.families.reduction.nmf.loop import DESCENT, MULTIPLICATIVE, SINGULAR, Params, error
from engine.families.reduction.nmf.telling import event, explain, inspect, measure
from engine.models.additive import Parts
from tests.examples import numbers


def _changed_rows(step, data, params):
    return np.flatnonzero(np.abs(step.scores - step.before).max(axis=1) == np.abs(step.scores - step.before).max()) + 1


def _changed_features(step, data, params):
    off = np.abs(step.model.parts - step.before)
    return np.flatnonzero(off.max(axis=0) == off.max()) + 1


FOLLOWS = {
    "every row takes more or less of each. Row": _changed_rows,
    "every entry of the parts is improved. The entry for": _changed_features,
}

IRIS, DIGITS = engine.load("iris"), engine.load("digits").subset(range(200))
SMALL = engine.Dataset.from_arrays([[1.0, 2.0], [2.0, 1.0], [3.0, 3.0]], feature_names=["a", "b"])
BEGUN = Parts(np.array([[1.0, 1.0], [1.0, 0.0]]))


def ran(data, **params):
    return engine.trace("nmf", data, **params).to_end()


@pytest.mark.parametrize(("method", "theirs"), [(MULTIPLICATIVE, "mu"), (DESCENT, "cd")])
@pytest.mark.parametrize("data", [IRIS, DIGITS], ids=["iris", "digits"])
def test_every_iteration_matches_scikit_learn(data, method, theirs):
    from sklearn.decomposition import non_negative_factorization

    trace = ran(data, method=method, seed=3, rounds=8, tolerance=0.0, components=3)
    W, H = trace[0].scores, trace[0].model.parts
    for rounds in (1, 2, 8):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            W1, H1, _ = non_negative_factorization(
                data.X, W=W.copy(), H=H.copy(), init="custom", solver=theirs, max_iter=rounds, tol=0.0, n_components=3
            )
        step = trace[2 * rounds]
        np.testing.assert_allclose(step.scores, W1, rtol=1e-6, atol=1e-8 * W1.max())
        np.testing.assert_allclose(step.model.parts, H1, rtol=1e-6, atol=1e-8 * H1.max())
        assert step.round == rounds and step.kind == "parts"


@pytest.mark.parametrize(
    "params", [{}, {"method": DESCENT}, {"begin": SINGULAR}, {"begin": SINGULAR, "method": DESCENT}]
)
def test_error_never_rises_and_factors_are_nonnegative(params):
    trace = ran(DIGITS, components=9, seed=1, **params)
    errors = [step.error for step in trace]
    assert all(after <= before * (1 + 1e-12) for before, after in pairwise(errors))
    last = trace[-1]
    assert errors[-1] < 0.2 * errors[0] or params.get("begin") == SINGULAR
    assert last.error == pytest.approx(0.5 * ((DIGITS.X - last.scores @ last.model.parts) ** 2).sum())
    assert min(last.scores.min(), last.model.parts.min()) >= 0
    assert all(check.holds for step in trace[1:] for check in explain(step, DIGITS, Params(components=9)).checks)


def test_final_error_is_as_good_as_scikit_learn():
    from sklearn.decomposition import non_negative_factorization

    for method, theirs in ((MULTIPLICATIVE, "mu"), (DESCENT, "cd")):
        trace = ran(DIGITS, components=9, begin=SINGULAR, method=method, rounds=1000, tolerance=1e-7)
        W, H, _ = non_negative_factorization(
            DIGITS.X, n_components=9, init="nndsvda", solver=theirs, max_iter=2000, tol=1e-6
        )
        assert trace[-1].error < 1.03 * error(DIGITS.X, W, H, 0.0)


def test_svd_initialisation_matches_scikit_learn():
    from sklearn.decomposition._nmf import _initialize_nmf

    trace = engine.trace("nmf", DIGITS, components=6, begin=SINGULAR)
    W, H = _initialize_nmf(DIGITS.X, 6, init="nndsvd", random_state=0)
    begun = trace[0]
    fill = 0.01 * np.sqrt(DIGITS.X.mean() / 6)
    np.testing.assert_allclose(begun.scores, np.maximum(W, fill), atol=1e-3 * W.max())
    np.testing.assert_allclose(begun.model.parts, np.maximum(H, fill), atol=1e-3 * H.max())


def test_rows_that_are_sums_of_parts_are_reconstructed_exactly():
    rng = np.random.default_rng(2)
    parts = np.array([[4.0, 0.0, 1.0, 0.0], [0.0, 3.0, 0.0, 2.0]])
    data = engine.Dataset.from_arrays(rng.random((30, 2)) @ parts)
    last = ran(data, components=2, method=DESCENT, tolerance=0.0, rounds=2000)[-1]
    assert last.error == pytest.approx(0.0, abs=1e-6)


def test_model_scores_match_nonnegative_least_squares_of_scipy():
    from scipy.optimize import nnls

    model = ran(DIGITS, components=8)[-1].model
    found = model.transform(DIGITS.X[:20])
    theirs = np.array([nnls(model.parts.T, x)[0] for x in DIGITS.X[:20]])
    np.testing.assert_allclose(found, theirs, atol=1e-6 * theirs.max())
    np.testing.assert_allclose(model.inverse_transform(found), found @ model.parts)


def test_a_model_that_is_no_model_is_refused():
    with pytest.raises(Refusal, match="below 0"):
        Parts(np.array([[1.0, -1.0]]))
    with pytest.raises(Refusal, match="no number"):
        Parts(np.array([[1.0, np.nan]]))


def test_it_goes_on_from_parts(tmp_path):
    first = engine.fit("nmf", IRIS, components=2)
    engine.save_model(first, tmp_path / "parts.json")
    again = engine.load_model(tmp_path / "parts.json")
    assert again == first
    begun = engine.trace("nmf", IRIS, start=again)[0]
    assert begun.model == first and begun.error <= ran(IRIS, components=2)[-1].error * (1 + 1e-9)


def test_negative_values_are_refused_with_cell_and_remedy():
    data = engine.Dataset.from_arrays([[1.0, 2.0], [0.5, -3.0]], feature_names=["a", "b"])
    with pytest.raises(
        Refusal, match="no value may be below 0, and row 2, column b is −3: bring the columns"
    ) as refusal:
        engine.trace("nmf", data)
    assert Prepare("MinMax") in refusal.value.remedies


@pytest.mark.parametrize("begin", ["random", SINGULAR])
@pytest.mark.parametrize("method", [MULTIPLICATIVE, DESCENT])
@pytest.mark.parametrize(
    "X",
    [[[3.0, 0.0, 1.0]], [[0.0, 0.0], [1.0, 2.0]], [[1.0, 2.0, 3.0]] * 4, [[0.0, 1.0], [0.0, 2.0], [0.0, 5.0]],
     [[1e100, 2e100], [3e100, 1e100]], [[1e-100, 2e-100], [3e-100, 1e-100]]],
)  # fmt: skip
def test_hostile_tables_end_in_words(X, method, begin):
    data = engine.Dataset.from_arrays(X)
    trace = ran(data, method=method, begin=begin)
    size = (data.X**2).sum()
    assert trace.ending.kind in ("converged", "stopped") and trace[-1].error <= 0.05 * size
    for step in (trace[0], trace[1], trace[-1]):
        assert np.isfinite(step.scores).all() and np.isfinite(step.model.parts).all()
        explain(step, data, Params(method=method, begin=begin))


def test_a_table_of_zeros_has_no_parts():
    trace = ran(engine.Dataset.from_arrays(np.zeros((3, 2))))
    assert trace.ending.kind == "failed" and "nothing to take apart" in trace.ending.words and len(trace) == 1


def test_added_row_changes_only_its_own_start():
    few, many = (engine.trace("nmf", IRIS.subset(range(n)), seed=4)[0] for n in (20, 21))
    ratio = np.sqrt(IRIS.X[:20].mean() / IRIS.X[:21].mean())
    np.testing.assert_allclose(few.scores, many.scores[:20] * ratio)
    np.testing.assert_allclose(few.model.parts, many.model.parts * ratio)


def test_iteration_of_a_small_table_by_hand():
    """W begins as (2, 0), (1, 1), (3, 0) where H is ((1, 1), (1, 0))."""
    run = engine.trace("nmf", SMALL, start=BEGUN, components=2).to_end()
    params = Params(components=2)
    start, first = run[0], run[1]
    assert start.scores == pytest.approx(np.array([[1.5, 0.0], [1.0, 1.0], [3.0, 0.0]]))
    said = explain(start, SMALL, params)
    assert said.sentence == (
        "We look for 2 parts so that every row is nearly a sum of them, with no score and no entry below 0. W has the "
        "scores of the rows, H the parts; both begin here."
    )
    assert said.worked == ("X is 3 × 2,  W is 3 × 2,  H is 2 × 2",)
    assert numbers(said)["E"] == pytest.approx(0.25) and event(start) is None
    H, X, W = BEGUN.parts, SMALL.X, start.scores
    wanted = W * (X @ H.T) / np.where(W @ H @ H.T > 0, W @ H @ H.T, 1.0)
    assert first.scores == pytest.approx(wanted)
    second = run[2]
    turned = H * (wanted.T @ X) / (wanted.T @ wanted @ H)
    assert second.model.parts == pytest.approx(turned) and second.was == first.error
    assert event(first) is None and event(second).word == "new parts" and event(second).role == "axis"
    k, d = np.unravel_index(np.argmax(np.abs(turned - H)), H.shape)
    story = explain(second, SMALL, params)
    assert story.sentence.startswith("Iteration 1, parts: with the scores fixed, every entry of the parts is improved.")
    assert (
        f"The entry for {'ab'[d]} in h{k + 1} changes most, from {H[k, d]:.4g} to {turned[k, d]:.4g}." in story.sentence
    )
    assert story.worked[0].startswith(f"h{k + 1} of {'ab'[d]} ← {H[k, d]:.4g} · ")
    assert story.worked[0].endswith(f" = {turned[k, d]:.4g}") and "(W^\\top X)_{kd}" in story.formula
    assert [check.words for check in story.checks] == ["E does not rise", "no entry of W or H is below 0"]
    assert [one.name for one in story.numbers] == ["E before", "E", "left over", "entries near 0"]
    assert story.numbers[3].note == "below 1% of their part's greatest"
    left = 100 * ((X - wanted @ turned) ** 2).sum() / (X**2).sum()
    assert numbers(story)["left over"] == f"{left:.1f} %" and measure(second, SMALL, params) == {"E": second.error}


@pytest.mark.parametrize("method", [MULTIPLICATIVE, DESCENT])
def test_worked_cell_is_the_most_changed_one(method):
    params, run = Params(method=method), ran(IRIS, method=method)
    for step in (run[1], run[2], run[7], run[8]):
        now = step.scores if step.kind == "scores" else step.model.parts
        i, j = np.unravel_index(np.argmax(np.abs(now - step.before)), now.shape)
        cell = f"w of row {i + 1} and h{j + 1} ←" if step.kind == "scores" else f"h{i + 1} of {IRIS.feature_names[j]} ←"
        line = explain(step, IRIS, params).worked[0]
        assert line.startswith(cell)
        if now[i, j] > 0:
            assert float(line.rpartition("= ")[2].replace(",", "")) == pytest.approx(now[i, j], rel=1e-3)
        else:
            assert re.search(r"← 0, as .* < 0$", line)


def test_descent_uses_already_updated_cells():
    step, params = ran(IRIS, method=DESCENT)[1], Params(method=DESCENT)
    H = step.model.parts
    i, t = np.unravel_index(np.argmax(np.abs(step.scores - step.before)), step.scores.shape)
    mixed = np.r_[step.scores[i, :t], step.before[i, t:]]
    slope, bend = H[t] @ (mixed @ H - IRIS.X[i]), H[t] @ H[t]
    was, over, under = map(
        lambda text: float(text.replace(",", "").replace("−", "-")),
        re.search(r"← (\S+) − \((\S+)\) / (\S+)", explain(step, IRIS, params).worked[0]).groups(),
    )
    assert (was, over, under) == (
        pytest.approx(step.before[i, t], rel=1e-3), pytest.approx(slope, rel=1e-3), pytest.approx(bend, rel=1e-3),
    )  # fmt: skip


def test_parts_are_arrows_and_rows_joined_to_their_sums():
    step = ran(IRIS)[8]
    drawn = marks(step, IRIS, Params())
    axis, ghost = ([m for m in drawn if isinstance(m, Segments) and m.role == role] for role in ("axis", "ghost"))
    most = step.scores.max(axis=0)
    assert (axis[0].starts == 0).all() and axis[0].ends == pytest.approx(most[:, None] * step.model.parts)
    assert axis[0].labels == ("h1", "h2", "h3") and axis[0].arrows
    assert ghost[0].ends == pytest.approx(most[:, None] * step.before) and (ghost[0].starts == 0).all()
    assert not [m for m in marks(ran(IRIS)[7], IRIS, Params()) if isinstance(m, Segments) and m.role == "ghost"]
    (lines,) = [m for m in drawn if isinstance(m, Segments) and m.role == "residual"]
    (sums,) = [m for m in drawn if isinstance(m, Points) and m.surface == PLANE]
    rebuilt = step.scores @ step.model.parts
    assert (
        (lines.starts == IRIS.X).all()
        and lines.ends == pytest.approx(rebuilt)
        and sums.positions == pytest.approx(rebuilt)
    )
    (scores,) = [m for m in drawn if isinstance(m, Points) and m.surface.name == "Scores"]
    assert scores.positions == pytest.approx(step.scores[:, :2]) and (scores.groups == IRIS.codes).all()
    assert (scores.surface.x, scores.surface.y, scores.surface.open) == ("score on h1", "score on h2", True)
    (bars,) = [m for m in drawn if isinstance(m, Bars)]
    assert bars.values == pytest.approx([np.outer(step.scores[:, k], step.model.parts[k]).sum() for k in range(3)])
    (table,) = [m for m in drawn if isinstance(m, Matrix)]
    assert (table.values == step.model.parts).all() and table.column_labels == IRIS.feature_names
    alone = marks(ran(IRIS, components=1)[-1], IRIS, Params(components=1))
    (strip,) = [m for m in alone if isinstance(m, Points) and m.surface.name == "Scores"]
    assert strip.surface.y == "" and not strip.positions[:, 1].any()


def test_digit_parts_are_pictures_adding_up_from_the_largest():
    from scipy.optimize import nnls

    step = ran(DIGITS, components=9)[-1]
    drawn = [m for m in marks(step, DIGITS, Params(components=9)) if isinstance(m, Matrix)]
    parts = [m for m in drawn if m.surface.name == "Parts"]
    assert [m.title for m in parts] == [f"h{k + 1}" for k in range(9)]
    assert all((m.values == h.reshape(8, 8)).all() for m, h in zip(parts, step.model.parts, strict=True))
    assert [m.place for m in parts[3:6]] == [(0, 3), (1, 0), (1, 1)]
    pictures = [m for m in drawn if m.surface.name == "Picture"]
    x, H = DIGITS.X[0], step.model.parts
    w = nnls(H.T, x)[0]
    order = np.argsort(-w * H.sum(axis=1))[:4]
    assert [m.title for m in pictures] == [
        "row 1 (class 0)", "sum of all 9", f"h{order[0] + 1}", *(f"+ h{k + 1}" for k in order[1:]),
    ]  # fmt: skip
    assert pictures[0].values == pytest.approx(x.reshape(8, 8))
    assert pictures[1].values == pytest.approx((w @ H).reshape(8, 8), abs=1e-5)
    assert pictures[3].values == pytest.approx((w[order[:2]] @ H[order[:2]]).reshape(8, 8), abs=1e-5)
    other = DIGITS.X[7]
    assert pictures[0].of_row(other) == pytest.approx(other.reshape(8, 8)) and pictures[0].rows.tolist() == [0]
    assert pictures[1].of_row(other) == pytest.approx((nnls(H.T, other)[0] @ H).reshape(8, 8), abs=1e-5)
    share = (0.01 * H.max(axis=1, keepdims=True) >= H).mean()
    assert numbers(explain(step, DIGITS, Params(components=9)))["entries near 0"] == f"{100 * share:.1f} %"


def test_point_gets_scores_and_reconstruction_error():
    from scipy.optimize import nnls

    step = ran(IRIS)[-1]
    x, H = IRIS.X[60] + 0.1, step.model.parts
    w, off = nnls(H.T, x)
    answer = inspect(step, IRIS, Params(), x)
    assert numbers(answer.story)["off by"] == pytest.approx(off, rel=1e-6)
    assert f"{(w > 0).sum()} part" in answer.story.sentence
    line, foot = answer.marks
    assert line.starts[0] == pytest.approx(x) and line.ends[0] == pytest.approx(w @ H) == foot.positions[0]
    (table,) = answer.story.tables
    assert [row[1] for row in table.rows] == pytest.approx(sorted(w, reverse=True), abs=1e-6)
    digit = ran(DIGITS, components=9)[-1]
    pictures = [m for m in inspect(digit, DIGITS, Params(), DIGITS.X[3]).marks if isinstance(m, Matrix)]
    assert [m.title for m in pictures] == ["this point", "sum of its parts"]
    assert [m.place for m in pictures] == [(1, 0), (1, 1)]


def test_table_lists_parts_by_contribution():
    step = ran(IRIS)[-1]
    (table,) = explain(step, IRIS, Params()).tables
    adds = step.scores.sum(axis=0) * step.model.parts.sum(axis=1)
    assert [row[0] for row in table.rows] == [f"h{k + 1}" for k in np.argsort(-adds)]
    assert [row[2] for row in table.rows] == [f"{100 * adds[k] / adds.sum():.1f} %" for k in np.argsort(-adds)]


def test_as_many_parts_as_there_is_room_for():
    step = engine.trace("nmf", SMALL)[0]
    assert len(step.model.parts) == 2
    assert "3 parts asked for, and there is room for 2." in explain(step, SMALL, Params()).sentence


def test_the_endings_say_what_may_help():
    assert "Another seed may end lower." in ran(IRIS, components=2).ending.words
    assert "seed" not in ran(IRIS, components=2, begin=SINGULAR).ending.words
    stopped = ran(IRIS, rounds=3).ending
    assert stopped.kind == "stopped" and stopped.words.startswith("After 3 iterations the error, ")
