"""A table with a row for each rating is told as one, and read as a table of ratings with gaps."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.long_ratings import long_ratings, turned
from engine.data.tables.options import Options
from engine.data.tables.reading import preview, preview_text, reading, reading_text

PAIRS = [(u, i) for u in range(1, 13) for i in range(1, 9) if (u + i) % 3]


def long(head: str = "user,item,rating", user: str = "{}", item: str = "{}", half: bool = False) -> str:
    """Twelve people and eight films, a third of the cells missing; the largest number before the others."""
    rows = [f"{user.format(u)},{item.format(i)},{(u * i) % 9 / 2 if half else (u * i) % 5 + 1}" for u, i in PAIRS[::-1]]
    return "\n".join([head, *rows])


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (long(), ("user", "item", "rating")),
        (long("userId,movie_id,Stars"), ("userId", "movie_id", "Stars")),
        (long("wer,was,wie gut", "Ann {}", "Film {}", True), ("wer", "was", "wie gut")),
        (long("wer,was,wie gut"), None),  # three columns of numbers may be anything
        (long("user,item,weight", half=True), None),
        ("sex,smoker,weight\n" + "\n".join(f"{'mf'[n % 2]},{'yn'[n % 3 == 0]},{n}.5" for n in range(30)), None),
        ("a,b,c\n" + "\n".join(f"p{n},q{n},{n}.5" for n in range(30)), None),
        ("user,item,rating\n" + "\n".join(f"u{n % 5},i{n % 2},good" for n in range(10)), None),
    ],
)
def test_long_ratings_are_told_by_their_columns(text: str, found: tuple[str, str, str] | None) -> None:
    assert preview_text(text).ratings == found


def test_rows_become_a_table_of_ratings_with_gaps() -> None:
    found = preview_text(long())
    assert found.ratings is not None and found.options.ratings is None
    turned_over = preview_text(long(), Options(ratings=found.ratings))
    assert [(one.kind, one.role) for one in turned_over.columns] == [
        ("categorical", "feature"), ("categorical", "feature"), ("numeric", "feature"),
    ]  # fmt: skip
    data = reading_text(long(), turned_over.accepted).data
    assert data.row_names == tuple(str(u) for u in range(1, 13))  # numbers by their size
    assert data.feature_names == tuple(str(i) for i in range(1, 9))
    there = {(u - 1, i - 1): (u * i) % 5 + 1 for u, i in PAIRS}
    assert {(u, i): data.X[u, i] for u, i in zip(*np.nonzero(~np.isnan(data.X)), strict=True)} == there


def test_other_columns_are_left_out_and_named_columns_used(tmp_path: Path) -> None:
    head, *rows = long("who,what,how,when", "Ann {}", "Film {}").splitlines()
    path = tmp_path / "long.csv"
    path.write_text("\n".join([head, *(f"{row},{at}" for at, row in enumerate(rows))]))
    data = engine.read_table(path, ratings=("who", "what", "how"))
    assert (data.n, data.d, data.rows_title) == (12, 8, "user") and data.row_names[0] == "Ann 1"
    with pytest.raises(Refusal, match=r"has no column .*stars"):
        reading(path, Options(ratings=("who", "what", "stars")))


def test_duplicate_rating_is_refused() -> None:
    text = long("who,what,how", "Ann {}", "Film {}")
    twice = f"{text}\n{text.splitlines()[1]}"
    assert preview_text(text).ratings is not None and preview_text(twice).ratings is None
    with pytest.raises(Refusal, match="more than once"):
        reading_text(twice, Options(ratings=("who", "what", "how")))


def test_ratings_read_as_classes_are_accepted_by_recommenders() -> None:
    text = long("user,item,rating", "Ann {}", "Film {}")
    data = reading_text(text).data
    assert data.target == "class" and long_ratings(data) is not None
    right = reading_text(
        long("user,item,rating", "Ann {}", "Film {}"), Options(ratings=("user", "item", "rating"))
    ).data
    assert np.array_equal(turned(data).X, right.X, equal_nan=True)
    with pytest.raises(Refusal, match="Each row is one rating"):
        engine.fit("item_mean", data)


def test_preview_of_a_file_offers_it(tmp_path: Path) -> None:
    (tmp_path / "long.csv").write_text(long())
    assert preview(tmp_path / "long.csv").ratings == ("user", "item", "rating")
