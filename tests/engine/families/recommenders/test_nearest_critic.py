"""Nearest critic: W04 and W79, plain loops with exact fractions, gaps, ties, cold starts."""

from __future__ import annotations

import math
import re
from fractions import Fraction
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import engine
from engine.base.errors import KeepColumns, Refusal
from engine.core.marks import Bars, Curve, Graph, Matrix, Points, Segments
from engine.core.story import Story
from engine.data.dataset import Column, Dataset
from tests.catalogue import shows
from tests.engine.families.recommenders.oracles import lit_by

KEY = "nearest_critic"
CARD = engine.algorithm(KEY)
CRITICS = engine.load("film_critics")
"""c1 to c4, who rated all three films, and the users u1 to u3."""


def in_common(step: Any, data: Dataset, params: Any) -> set[tuple[int, int]]:
    """Which cells the step rests on, found one by one."""
    M = data.X.T if params.points == "films" else data.X
    if step.part == "critic":
        both = [f for f in range(M.shape[1]) if not math.isnan(M[step.user, f] + M[step.critic, f])]
        return {(row, f) for row in (step.user, step.critic) for f in both}
    if step.candidates is None:
        return set()
    return {(step.critic, int(f)) for f in step.candidates[: step.scanned]}


PLACED = {"Ratings: lit": lit_by(in_common)}


def steps(data: Dataset = CRITICS, **params: Any) -> list[Any]:
    return list(engine.trace(KEY, data, **params).to_end())


def told(step: Any, data: Dataset = CRITICS, **params: Any) -> Story:
    return CARD.explain(step, data, CARD.params(**params))


def drawn(step: Any, kind: type, data: Dataset = CRITICS, **params: Any) -> Any:
    return next(mark for mark in CARD.marks(step, data, CARD.params(**params)) if isinstance(mark, kind))


@pytest.mark.parametrize(
    ("user", "distances", "similarities", "nearest", "film"),
    [
        (5, [1.0, 3.16227766017, 3.0, 3.60555127546], [0.5, 0.240253073352, 0.25, 0.217129272955], "c1", "f3"),
        (6, [3.60555127546, 2.2360679775, 1.41421356237, 0.0],
         [0.217129272955, 0.309016994375, 0.414213562373, 1.0], "c4", "f1"),
        (7, [3.0, 1.0, 2.0, 1.0], [0.25, 0.5, 0.333333333333, 0.5], "c2", "f2"),
    ],
)  # fmt: skip
@shows("RC2", "RC3", "W04")
def test_w04_nearest_of_four_critics_recommends(
    user: int, distances: list[float], similarities: list[float], nearest: str, film: str
) -> None:
    run = steps(user=user, critics=4)
    assert run[-1].apart == pytest.approx(distances, rel=1e-11)
    assert run[-1].alike == pytest.approx(similarities, rel=1e-11)
    assert CRITICS.row_name(run[-1].critic) == nearest and CRITICS.columns[run[-1].film].name == film


@shows("RC2", "E000-6")
def test_critics_without_overlap_are_excluded_unlike_as_printed() -> None:
    step = next(one for one in steps() if one.part == "critic" and one.critic == 5)  # u2 beside u3
    story = told(step)
    assert step.alike[step.place] == 0 and "their distance is undefined, not 0" in story.sentence
    (misprint,) = story.misprints
    assert misprint.erratum.id == "E000-6" and misprint.gives == 1.0 and misprint.right == 0.0
    assert step.critic not in step.critics[steps()[-1].order]


@shows("RC2")
def test_overlap_is_shown_beside_each_similarity_and_small_ones_warn() -> None:
    run = steps(user=5)
    by_user_two = next(one for one in run if one.part == "critic" and one.critic == 5)
    assert told(by_user_two, user=5).sentence == (
        "Critic u2 and user u1 have 1 film in common: distance 2, similarity 0.3333. With so few in common there is "
        "little that could differ, which raises the similarity."
    )
    choice = next(one for one in run if one.part == "choice")
    assert [row[1] for row in told(choice, user=5).tables[0].rows] == [2, 1, 1, 2, 2, 2]


def test_worked_lines_go_from_differences_to_similarity() -> None:
    second = steps(user=5)[2]
    assert told(second, user=5).worked == ("distance = √(3² + 1²) = 3.162", "similarity = 1 / (1 + 3.162) = 0.2403")
    city = steps(user=5, distance="Manhattan")[2]
    assert told(city, user=5, distance="Manhattan").worked == (
        "distance = 3 + 1 = 4", "similarity = 1 / (1 + 4) = 0.2",
    )  # fmt: skip


def test_table_has_the_common_ratings_and_the_event_the_excluded() -> None:
    second = steps(user=5)[2]
    (table,) = told(second, user=5).tables
    assert table.title == "Rated by both" and table.rows == (("film f1", 4.0, 1.0, 3.0), ("film f2", 4.0, 3.0, 1.0))
    (turned,) = told(steps(points="films", user=1)[1], points="films", user=1).tables
    assert turned.title == "Ratings of both" and turned.rows[0] == ("person c1", 5.0, 4.0, 1.0)
    events = [CARD.event(one) for one in steps()]
    assert [one.word for one in events if one is not None] == ["excluded", "choice", "answer"]


def test_overlap_correction_rescales_to_the_number_of_films() -> None:
    run = steps(user=5, scaled_up=True)
    assert run[-1].apart[0] == pytest.approx(math.sqrt(1 * 3 / 2))


def test_fewer_common_films_than_the_minimum_exclude_a_critic() -> None:
    step = next(one for one in steps(user=5, overlap=2) if one.part == "critic" and one.critic == 5)
    assert step.alike[step.place] == 0
    assert told(step, user=5, overlap=2).sentence == (
        "Critic u2 and user u1 have only 1 film in common, fewer than 2: excluded."
    )
    assert engine.trace(KEY, CRITICS, user=5, overlap=3).to_end().ending.kind == "failed"


@shows("RC3")
def test_tie_is_stated_and_resolved_by_order_or_overlap() -> None:
    choice = next(one for one in steps(critics=4) if one.part == "choice")
    assert told(choice, critics=4).sentence == (
        "Critic c2 and critic c4 are equally near, with similarity 0.5: the first is taken, critic c2."
    )
    table = Dataset(np.array([[3.0, np.nan, 1.0], [4.0, 4.0, 2.0], [4.0, 4.0, np.nan]]))
    assert steps(table, user=3, ties="the first")[-1].model is None
    data = Dataset(np.array([[1.0, np.nan, 5.0, 5.0], [1.0, 2.0, 4.0, 4.0], [1.0, 2.0, np.nan, np.nan]]))
    first, more = (next(one for one in steps(data, ties=tie) if one.part == "choice")
                   for tie in ("the first", "more films in common"))  # fmt: skip
    assert (first.critic, more.critic) == (0, 1)


@shows("RC3")
def test_critic_without_new_films_is_skipped() -> None:
    data = Dataset(np.array([[5.0, 4.0, np.nan], [4.0, 4.0, 3.0], [1.0, 1.0, 5.0], [5.0, 4.0, np.nan]]))
    choice = next(one for one in steps(data) if one.part == "choice")
    assert choice.passed == 1 and choice.critic == 1
    assert told(choice, data).sentence.startswith("Critic 1 is nearer, but has no rating that user 4 lacks. Critic 2")


@shows("RC3")
def test_answer_states_fragility_single_candidates_and_ties() -> None:
    last = steps(user=5, critics=4)[-1]
    said = told(last, user=5, critics=4).sentence
    assert "It was the only candidate." in said and "one odd rating of this critic decides it" in said
    assert "Film f2 and film f3 have this rating; the first is taken." in told(steps()[-1]).sentence


@shows("RC2", "RC3")
def test_circles_bars_and_the_path_to_the_film_are_drawn() -> None:
    step = steps(user=5)[2]
    circle = drawn(step, Curve, user=5)
    assert np.hypot(*circle.positions.T) == pytest.approx(np.full(121, step.apart[1]))
    choice = next(one for one in steps(user=5) if one.part == "choice")
    bars = drawn(choice, Bars, user=5)
    assert bars.values == pytest.approx(choice.alike) and bars.labels[bars.chosen] == "c1"
    spokes = drawn(choice, Segments, user=5)
    assert not spokes.starts.any() and np.hypot(*spokes.ends.T) == pytest.approx(choice.apart)
    assert [row[2] for row in told(choice, user=5).tables[0].rows][:2] == [1.0, 2.0]
    way = drawn(steps(user=5)[-1], Graph, user=5)
    assert [node.label for node in way.nodes] == ["user u1", "critic c1", "film f3"]


def test_table_shows_gaps_and_editable_data_cells() -> None:
    table = drawn(steps()[0], Matrix)
    assert np.isnan(table.values).sum() == 4 and table.cells[2, 1].tolist() == [2, 1]
    turned = drawn(steps(points="films")[0], Matrix, points="films")
    assert turned.values.shape == (3, 7) and turned.cells[2, 1].tolist() == [1, 2]


@shows("RC10", "W79")
def test_w79_films_as_points_are_compared_by_users() -> None:
    four = CRITICS.subset(range(4))
    first = steps(four, points="films", user=1)
    assert first[-1].apart == pytest.approx([3.87298334621, 5.38516480713], rel=1e-11)
    assert first[-1].alike[0] == pytest.approx(0.205213096158, rel=1e-11)
    assert steps(four, points="films", user=2)[-1].apart[1] == pytest.approx(4.69041575982, rel=1e-11)
    people, films = (told(steps(points=points)[0], points=points).sentence for points in ("people", "films"))
    assert "Whose ratings are most like these?" in people and "Which film is rated like it?" in films


@given(
    st.lists(st.lists(st.one_of(st.none(), st.integers(1, 5)), min_size=4, max_size=4), min_size=2, max_size=5),
    st.sampled_from(["people", "films"]),
)
def test_result_agrees_with_a_plain_loop_of_fractions(rows: list[list[int | None]], points: str) -> None:
    X = np.array([[math.nan if one is None else float(one) for one in row] for row in rows])
    if np.isnan(X).all():
        return
    run = steps(Dataset(X), points=points)
    table = [list(column) for column in zip(*rows, strict=True)] if points == "films" else rows
    own, others = table[-1], table[:-1]
    for place, critic in enumerate(others):
        both = [(a, b) for a, b in zip(own, critic, strict=True) if a is not None and b is not None]
        if run[-1].done and not both:
            assert run[-1].alike[place] == 0
        elif run[-1].done:
            squares = sum((Fraction(a - b) ** 2 for a, b in both), Fraction(0))
            assert run[-1].alike[place] == pytest.approx(1 / (1 + math.sqrt(squares)), rel=1e-12)


def test_user_without_ratings_is_a_cold_start_in_words() -> None:
    data = Dataset(np.array([[1.0, 2.0], [3.0, 4.0], [np.nan, np.nan]]), columns=(Column("a"), Column("b")))
    trace = engine.trace(KEY, data).to_end()
    assert len(trace) == 1 and trace.ending.kind == "failed"
    assert "has no rating yet: a cold start" in told(trace[0], data).sentence


def test_user_who_rated_everything_gets_no_recommendation() -> None:
    data = Dataset(np.array([[1.0, 2.0], [3.0, 4.0]]))
    trace = engine.trace(KEY, data).to_end()
    assert "Nothing is unrated" in told(trace[0], data).sentence
    assert trace.ending.kind == "stopped"
    assert trace.ending.words == "No comparable critic has a rating that the user has not."


@pytest.mark.parametrize("size", [1e300, float("inf")])
def test_overflowing_ratings_are_refused_with_their_cell(size: float) -> None:
    with pytest.raises(engine.base.errors.Refusal, match="Row c1, column f1"):
        engine.trace(KEY, CRITICS.with_values([0], [[size, 1.0, 1.0]]))


def test_equal_ratings_make_everyone_maximally_near() -> None:
    X = np.full((4, 3), 3.0)
    X[3, 2] = np.nan
    assert steps(Dataset(X))[-1].alike == pytest.approx(np.ones(3))


@pytest.mark.parametrize("key", ["nearest_critic", "ratings_matrix", "bizarre_rating", "matrix_factorisation"])
def test_a_column_of_texts_holds_no_ratings(key: str) -> None:
    X = np.array([[0.0, 3.0, 1.0], [1.0, 2.0, np.nan], [2.0, 1.0, 4.0]])
    columns = (Column("remark", "text", ("fine film", "dull", "well played")), Column("f1"), Column("f2"))
    with pytest.raises(Refusal, match="Ratings are numbers, and remark is text: leave it out") as refused:
        engine.trace(key, Dataset(X, columns=columns))
    assert refused.value.remedies == (KeepColumns((1, 2)),)


@pytest.mark.parametrize("key", ["nearest_critic", "normalised_scores", "pearson_recommender"])
def test_films_as_points_are_not_called_users_or_critics(key: str) -> None:
    data = engine.load("film_critics")
    card = engine.algorithm(key)
    params = card.params(points="films")
    trace = engine.trace(key, data, points="films").to_end()
    said = [trace.ending.words]
    for step in trace:
        story = card.explain(step, data, params)
        said += [story.sentence, *(number.name for number in story.numbers), *(str(table) for table in story.tables)]
        said += [f"{mark.surface.name} {mark.surface.x} {mark.surface.y}" for mark in card.marks(step, data, params)]
    assert not [words for words in said if re.search(r"\b(user|critic)s?\b", words)]


def test_name_of_the_current_critic_is_beside_its_ring() -> None:
    data = engine.load("film_critics")
    card = engine.algorithm("nearest_critic")
    step = engine.trace("nearest_critic", data)[2]
    marks = [m for m in card.marks(step, data, card.params()) if m.surface.name == "Distance from the user"]
    (ring,) = [m for m in marks if isinstance(m, Points) and m.role == "focus"]
    (others,) = [m for m in marks if isinstance(m, Points) and m.role == "plain"]
    assert ring.labels == (data.row_name(step.critic),)
    at = np.flatnonzero((others.positions == ring.positions[0]).all(axis=1))
    assert [others.labels[place] for place in at] == [""] and "" not in np.delete(np.array(others.labels), at)
