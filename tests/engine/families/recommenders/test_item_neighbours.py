"""Item neighbours: a plain loop of adjusted cosines, numpy's corrcoef, numpy's average."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import engine
from engine.base.words import figure
from engine.core.marks import Bars, Points
from engine.data.dataset import Dataset
from engine.families.recommenders.table_drawing import COLUMNS, ROWS, shown

KEY = "item_neighbours"
CARD = engine.algorithm(KEY)
FILMS = engine.load("film_ratings")


def counting(step: Any, data: Dataset, params: Any) -> set[tuple[int, int]]:
    """The cells that are compared, or the user's own ratings of the neighbours."""
    if step.part == "film":
        both = [c for c in range(data.n) if c != step.user and not np.isnan(data.X[c, [step.film, step.other]]).any()]
        return {(c, f) for c in both for f in (step.film, step.other)}
    places = [] if step.order is None else step.order[: step.added].tolist()
    return {(step.user, int(step.films[at])) for at in places}


def lit(step: Any, data: Dataset, params: Any) -> np.ndarray:
    """The rims of the cells that are shown."""
    rows, columns = shown(data.n, ROWS, step.user), shown(data.d, COLUMNS, step.film, step.other)
    found = counting(step, data, params)
    return np.array([[(int(row), int(column)) in found for column in columns] for row in rows])


def place(step: Any, data: Dataset, params: Any) -> int:
    """Which bar is that of the film in view."""
    places = list(range(max(step.done - 20, 0), step.done))
    if step.order is not None and len(step.films) > 20:
        places = np.argsort(-step.similarity, kind="stable")[:20].tolist()
    return places.index(step.place)


PLACED = {"Ratings: lit": lit, "Similarity to the film: chosen": place}


def steps(data: Dataset = FILMS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = FILMS, **params: Any) -> Any:
    return CARD.explain(step, data, CARD.params(**params))


def test_adjusted_cosine_matches_a_plain_loop() -> None:
    last = steps(user=3, film=5)[-1]
    X = np.delete(FILMS.X, 2, axis=0)
    means = np.nanmean(X, axis=1)
    for place, g in enumerate(last.films):
        pairs = [(x[4] - m, x[g] - m) for x, m in zip(X, means, strict=True) if not np.isnan(x[4] + x[g])]
        a, b = np.array(pairs).T
        assert last.shared[place] == len(pairs)
        assert last.similarity[place] == pytest.approx(a @ b / np.sqrt((a @ a) * (b @ b)), abs=1e-12)


def test_correlation_matches_numpy_and_is_clipped_at_0() -> None:
    last = steps(user=3, film=5, measure="correlation")[-1]
    X = np.delete(FILMS.X, 2, axis=0)
    for place, g in enumerate(last.films):
        both = ~np.isnan(X[:, 4]) & ~np.isnan(X[:, g])
        assert last.similarity[place] == pytest.approx(max(np.corrcoef(X[both][:, [4, g]].T)[0, 1], 0.0), abs=1e-12)


def test_distance_similarity_is_that_of_the_transposed_table() -> None:
    four = engine.load("film_critics").subset(range(5))
    last = steps(four, user=5, film=3, measure="distance")[-1]
    near = engine.trace("nearest_critic", engine.load("film_critics").subset(range(4)), points="films", user=3)[-1]
    assert last.similarity == pytest.approx(near.alike)


def test_prediction_is_the_weighted_average_of_k_neighbours() -> None:
    for k in (1, 3, 8):
        last = steps(user=1, k=k)[-1]
        best = np.argsort(-last.similarity)[:k]
        assert last.x == pytest.approx(np.average(last.given[best], weights=last.similarity[best]))
        assert [step.added for step in steps(user=1, k=k) if step.part == "add"] == list(range(1, k + 1))


def test_films_of_the_same_genre_are_neighbours() -> None:
    last = steps(user=1)[-1]
    names = [FILMS.columns[int(last.films[at])].name for at in last.order]
    assert all(name.startswith("comedy") for name in names[:3])
    assert [row[0] for row in told(last, user=1).tables[0].rows] == [f"film {name}" for name in names]


def test_bars_and_the_balance_are_drawn() -> None:
    last = steps(user=3, film=5)[-1]
    drawn = CARD.marks(last, FILMS, CARD.params(user=3, film=5))
    assert set(next(one for one in drawn if isinstance(one, Bars)).values) <= set(last.similarity)
    balance = next(one for one in drawn if isinstance(one, Points) and one.role == "centre")
    assert balance.positions[0] == pytest.approx([last.x, 0.0])


def test_cold_starts_and_incomparable_films_are_reported() -> None:
    cold = Dataset(np.array([[1.0, 2.0], [3.0, 4.0], [np.nan, np.nan]]))
    trace = engine.trace(KEY, cold).to_end()
    assert trace.ending.kind == "failed" and "a cold start" in told(trace[0], cold).sentence
    few = Dataset(np.array([[1.0, 2.0], [np.nan, 4.0], [np.nan, 3.0]]))
    trace = engine.trace(KEY, few).to_end()
    assert "1 person has rated both film x1 and film x2, fewer than 2" in told(trace[1], few).sentence
    assert trace.ending.kind == "failed"
    known = int(np.flatnonzero(~np.isnan(FILMS.X[2]))[0]) + 1
    assert "which was not looked at" in told(steps(user=3, film=known)[-1], user=3, film=known).sentence


def test_each_film_states_common_raters_and_whether_it_counts() -> None:
    run = steps(user=1)
    one = next(step for step in run if step.part == "film" and step.similarity[step.place] > 0)
    n, s = one.shared[one.place], one.similarity[one.place]
    name = FILMS.columns[one.other].name
    assert told(one, user=1).sentence == (
        f"{n} people have rated both film comedy 1 and film {name}: similarity {figure(s)}."
    )
    no = next(step for step in run if step.part == "film" and step.similarity[step.place] < 0)
    assert "It is no neighbour: what is not above 0 tells nothing" in told(no, user=1).sentence
    assert "no neighbour:" not in told(one, user=1).sentence
    assert CARD.event(no).word == "no neighbour" and CARD.event(one) is None
    assert CARD.event(run[-1]).word == "prediction"
    added = [step for step in run if step.part == "add"]
    second = FILMS.columns[added[1].other].name
    assert told(added[1], user=1).sentence.startswith(f"Neighbour 2, film {second}, has similarity")


def test_bars_and_weights_have_the_names_of_their_films() -> None:
    run = steps(user=1)
    for step in (run[4], run[-1]):
        drawn = CARD.marks(step, FILMS, CARD.params(user=1))
        bars = next(one for one in drawn if isinstance(one, Bars))
        names = {FILMS.columns[int(f)].name: s for f, s in zip(step.films, step.similarity, strict=True)}
        assert [names[label] for label in bars.labels] == bars.values.tolist()
    tops = next(one for one in drawn if isinstance(one, Points) and one.role == "plain")
    assert list(tops.labels) == [FILMS.columns[int(run[-1].films[at])].name for at in run[-1].order]


def test_neighbour_is_in_focus_only_while_it_is_added() -> None:
    run = list(engine.trace(KEY, FILMS).to_end())
    for step in run:
        drawn = CARD.marks(step, FILMS, CARD.params())
        assert any(isinstance(one, Points) and one.role == "focus" for one in drawn) == (step.part == "add")
    assert run[-1].part == "answer" and run[-2].part == "add"
