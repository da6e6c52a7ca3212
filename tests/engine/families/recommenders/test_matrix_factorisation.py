"""Matrix factorisation: numpy's least squares, a plain loop of descent, and what is held out."""

from __future__ import annotations

import re
from typing import Any

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Bars, Matrix, Points
from engine.data.dataset import Dataset
from engine.families.recommenders.matrix_factorisation.alternating import solved
from engine.families.recommenders.matrix_factorisation.factors import held_out
from engine.families.recommenders.matrix_factorisation.judging import judged

KEY = "matrix_factorisation"
CARD = engine.algorithm(KEY)


def ratings(U: int = 30, F: int = 12, gaps: float = 0.4, seed: int = 3) -> Dataset:
    """Ratings of two factors with biases and a little noise."""
    rng = np.random.default_rng(seed)
    M = 3.0 + rng.normal(size=(U, 1)) * 0.4 + rng.normal(size=F) * 0.4
    M = M + rng.normal(size=(U, 2)) @ rng.normal(size=(2, F)) * 0.7 + 0.1 * rng.normal(size=(U, F))
    M[rng.random(M.shape) < gaps] = np.nan
    return Dataset(M)


DATA = ratings(60, 20, 0.3)
FEW = ratings(8, 6, 0.3)


def steps(data: Dataset = DATA, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = DATA, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


@pytest.mark.parametrize("biases", [True, False])
def test_each_solve_is_the_ridge_regression_of_numpy(biases: bool) -> None:
    rng = np.random.default_rng(1)
    R, Q, learnt, penalty = rng.normal(size=(5, 8)), rng.normal(size=(8, 3)), rng.random((5, 8)) < 0.6, 0.3
    b, P = solved(R, learnt, Q, penalty, biases)
    D = np.column_stack([np.ones(8), Q]) if biases else Q
    for row in range(5):
        A = np.vstack([D[learnt[row]], np.sqrt(penalty) * np.eye(D.shape[1])])
        right = np.append(R[row, learnt[row]], np.zeros(D.shape[1]))
        w = np.linalg.lstsq(A, right, rcond=None)[0]
        assert np.append(b[row], P[row]) == pytest.approx(w if biases else np.append(0.0, w), abs=1e-10)


def test_als_never_raises_e_and_approaches_the_ratings() -> None:
    run = steps()
    errors = np.array([step.error for step in run])
    assert (np.diff(errors) <= 1e-9 * errors[:-1]).all()
    assert run[-1].train_error < 0.35 and run[-1].test_error < 0.7
    assert [step.user for step in run[1:4]] == [4, 9, 14] and [step.part for step in run[13:15]] == ["film", "film"]


def test_sgd_rating_moves_its_user_and_film_by_the_rule() -> None:
    run = steps(method="SGD")
    before, after = run[3].model, run[4].model
    u, f = run[4].user, run[4].film
    e = DATA.X[u, f] - before.predicted(np.array([u]), np.array([f]))[0]
    assert run[4].miss == pytest.approx(e)
    assert after.P[u] == pytest.approx(before.P[u] + 0.02 * (e * before.Q[f] - 0.5 * before.P[u]))
    assert after.Q[f] == pytest.approx(before.Q[f] + 0.02 * (e * before.P[u] - 0.5 * before.Q[f]))
    assert after.user_bias[u] == pytest.approx(before.user_bias[u] + 0.02 * (e - 0.5 * before.user_bias[u]))
    others = np.arange(DATA.n) != u
    assert np.array_equal(after.P[others], before.P[others])


def test_half_sweeps_end_like_single_solves() -> None:
    one, half = steps()[-1], steps(stop_at="half sweeps")[-1]
    assert pytest.approx(half.model.P) == one.model.P and one.error == pytest.approx(half.error)
    assert len(steps(stop_at="half sweeps", sweeps=3, tolerance=0.0)) == 1 + 2 * 3 + 1


def test_added_row_keeps_the_held_out_ratings_of_others() -> None:
    few, many = (held_out(DATA.X[:n], range(n), 0.3, np.random.default_rng(0)) for n in (20, 60))
    assert np.array_equal(few, many[:20]) and 0.2 < few[~np.isnan(DATA.X[:20])].mean() < 0.4


def test_errors_of_the_means_match_a_plain_loop() -> None:
    M = DATA.X
    held = held_out(M, range(60), 0.3, np.random.default_rng(0))
    learnt = ~np.isnan(M) & ~held
    found = judged(M, learnt, held, steps()[-1].model)
    squares: list[list[float]] = [[], [], []]
    for u, f in np.argwhere(held):
        film = M[learnt[:, f], f].mean()
        level = np.mean([M[u, j] - M[learnt[:, j], j].mean() for j in np.flatnonzero(learnt[u])])
        for one, guess in zip(squares, (M[learnt].mean(), film, film + level), strict=True):
            one.append((M[u, f] - guess) ** 2)
    assert found is not None and found.errors[:3] == pytest.approx([np.sqrt(np.mean(one)) for one in squares])


def test_rankings_are_those_of_scikit_learn() -> None:
    from sklearn.metrics import average_precision_score, ndcg_score

    M, factors = DATA.X, steps()[-1].model
    held = held_out(M, range(60), 0.4, np.random.default_rng(2))
    learnt = ~np.isnan(M) & ~held
    found = judged(M, learnt, held, factors)
    liked, least, right = M[learnt].mean(), M[held].min(), []
    for u in range(60):
        films = np.flatnonzero(held[u])
        relevant = M[u, films] > liked
        if 0 < relevant.sum() < len(films):
            guess = factors.predicted(np.full(len(films), u), films)
            gains = (M[u, films] - least)[None]
            right.append((average_precision_score(relevant, guess), ndcg_score(gains, guess[None])))
    assert found is not None and found.users == len(right)
    assert (found.precision[3], found.gain[3]) == pytest.approx(tuple(np.mean(right, axis=0)))


def test_text_explains_why_the_mean_is_hard_to_beat() -> None:
    flat = Dataset(np.where(np.isnan(DATA.X), np.nan, np.random.default_rng(0).normal(size=DATA.X.shape)))
    last = steps(flat, penalty=1e-4)[-1]
    assert "is better: with few ratings each, means say nearly all there is to learn." in told(last, flat).sentence
    good = steps()[-1]
    assert "biases come first, factors add what is left" in told(good).sentence
    assert [row[0] for row in told(good).tables[0].rows] == ["mean of all", "item mean", "item mean + user", "factors"]
    bars = next(mark for mark in CARD.marks(good, DATA, CARD.params()) if isinstance(mark, Bars))
    assert bars.values.tolist() == good.judged.errors.tolist() and bars.chosen == 3
    assert "No rating is held out" in told(steps(held_out=0.0)[-1], held_out=0.0).sentence


def test_users_and_films_are_on_a_factor_plane_beside_the_predictions() -> None:
    step = steps()[5]
    drawn = CARD.marks(step, DATA, CARD.params())
    people, films, focus = [mark for mark in drawn if isinstance(mark, Points)]
    assert people.positions.tolist() == step.model.P.tolist() and films.positions.tolist() == step.model.Q.tolist()
    assert focus.positions[0].tolist() == step.model.P[step.user].tolist()
    cells = [mark for mark in drawn if isinstance(mark, Matrix)][1].values
    f = step.model
    assert cells[2, 3] == pytest.approx(f.mean + f.user_bias[2] + f.film_bias[3] + f.P[2] @ f.Q[3])
    line = CARD.marks(steps(k=1)[1], DATA, CARD.params(k=1))
    assert not next(mark for mark in line if isinstance(mark, Points)).positions[:, 1].any()


def test_user_without_ratings_is_a_cold_start() -> None:
    X = np.array(DATA.X)
    X[0] = np.nan
    data = Dataset(X)
    data = data.subset(range(20))
    step = steps(data)[1]
    assert not step.model.P[0].any() and step.model.user_bias[0] == 0
    assert "has no rating, a cold start: bias and factors are 0" in told(step, data).sentence
    nothing = Dataset(np.full((3, 2), np.nan))
    assert engine.trace(KEY, nothing).to_end().ending.kind == "failed"


def test_hostile_ratings_end_in_words() -> None:
    equal = steps(Dataset(np.full((4, 3), 3.0)))[-1]
    assert equal.train_error == pytest.approx(0.0, abs=1e-9)
    wild = engine.trace(KEY, DATA, method="SGD", rate=1.0, penalty=10.0).to_end()
    assert wild.ending.kind == "failed" and "lower the learning rate" in wild.ending.words
    large, usual = (steps(Dataset(DATA.X * size))[-1].train_error / size for size in (1e140, 1e10))
    assert large == pytest.approx(usual, rel=1e-6)


def numbers_in(line: str) -> list[float]:
    """Every figure of a line."""
    return [float(one.replace("−", "-")) for one in re.findall(r"[−-]?\d+(?:\.\d+)?(?:e[−-]\d+)?", line)]


def test_worked_prediction_has_the_factors_and_both_biases() -> None:
    step = steps(FEW)[1]
    (line,) = told(step, FEW).worked
    f = step.model
    known = int(np.flatnonzero(~np.isnan(FEW.X[step.user]))[0])
    assert numbers_in(line)[-1] == pytest.approx(f.predicted(np.array([step.user]), np.array([known]))[0], rel=1e-3)
    assert numbers_in(line)[:2] == pytest.approx(f.P[step.user], abs=1e-3)


def test_largest_error_of_an_epoch_is_stated_with_its_rating() -> None:
    step = steps(FEW, method="SGD")[3]
    x = FEW.X[step.user, step.film]
    story = told(step, FEW, method="SGD")
    found = numbers_in(story.worked[0])
    assert found[0] == pytest.approx(x, rel=1e-3) and found[-1] == pytest.approx(step.miss, rel=1e-3)
    assert f"person {FEW.row_name(step.user)} for film {FEW.columns[step.film].name}" in story.sentence


def test_scores_name_the_errors_and_rankings() -> None:
    last = steps()[-1]
    said = told(last).sentence
    j = last.judged
    values = (*j.errors[[3, 1, 2]], j.precision[3], j.gain[3], j.precision[1], j.gain[1])
    shown = [figure(one) for one in values]
    a, b, c, d, e, f, g = shown
    assert f"miss by {a} (root mean squared), the item mean by {b}, with the user's level by {c}." in said
    assert f"MAP is {d} and NDCG {e}; by the item mean {f} and {g}." in said
    begun = told(steps()[0]).sentence
    assert f"{last.learnt:,} ratings are learnt from, {last.held} held out" in begun
