"""A folder of text files as a table of texts, within the budgets, and columns of texts in tables."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.data.recast import with_kind, with_target
from engine.data.tables import text_folders
from engine.data.tables.options import Options
from engine.data.tables.reading import preview_text, reading, reading_text
from engine.data.tables.writing import write_csv
from engine.data.texts import with_text, with_texts


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two classes of two texts, in several encodings."""
    for place, text, encoding in (
        ("good/a.txt", "A wonderful film", "utf-8"),
        ("good/b.txt", "Café, très bon", "cp1252"),
        ("bad/a.txt", "A dull film", "utf-16"),
        ("bad/empty.txt", "", "utf-8"),
    ):
        (tmp_path / place).parent.mkdir(exist_ok=True)
        (tmp_path / place).write_bytes(text.encode(encoding))
    return tmp_path


def test_the_folders_are_the_classes(folder: Path) -> None:
    made = reading(folder)
    data = made.data
    assert data.class_names == ("bad", "good") and data.codes.tolist() == [0, 0, 1, 1] and not made.warnings
    assert [data.columns[0].text(code) for code in data.X[:, 0]] == [
        "A dull film", "", "A wonderful film", "Café, très bon"
    ]  # fmt: skip
    assert data.row_names[0] == str(Path("bad/a.txt")) and data.columns[0].kind == "text"
    assert engine.fit("multinomial_documents", data).predict_texts(["wonderful"]).tolist() == [1]
    assert engine.read_table(folder).n == 4


def test_folder_without_subfolders_has_no_classes(folder: Path) -> None:
    data = reading(folder / "good").data
    assert data.y is None and data.n == 2 and data.name == "good"


def test_non_text_files_are_left_out_and_named(folder: Path) -> None:
    (folder / "bad" / "picture.png").write_bytes(b"\x89PNG")
    (folder / "bad" / "damaged.txt").write_bytes(b"a\0b")
    (folder / "loose.txt").write_text("no class")
    made = reading(folder)
    assert made.data.n == 5 and made.data.codes.tolist().count(-1) == 1
    assert made.warnings == (
        "1 file is no text by the name and left out.",
        "1 file is no text inside and left out: damaged.txt.",
        "1 text lies in no folder of its own and has no class.",
    )


def test_folders_that_cannot_be_are_refused(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    empty = folder / "empty"
    empty.mkdir()
    with pytest.raises(Refusal, match=r"empty is a folder without a text file"):
        reading(empty)
    (empty / "one.txt").write_bytes(b"\0\0\0\0\0")
    with pytest.raises(Refusal, match="No file of empty is text"):
        reading(empty)
    monkeypatch.setattr(text_folders, "MOST_FILES", 2)
    with pytest.raises(Refusal, match="more than 2 files, and so many are read at most"):
        reading(folder)
    monkeypatch.setattr(text_folders, "MOST_FILES", 100)
    monkeypatch.setattr(text_folders, "MOST_SEEN", 3)
    with pytest.raises(Refusal, match="open a folder with a part of them"):
        reading(folder)
    monkeypatch.setattr(text_folders, "MOST_SEEN", 100)
    monkeypatch.setattr(text_folders, "MOST_BYTES", 20)
    with pytest.raises(Refusal, match="have more than 20 bytes"):
        reading(folder)


def test_reading_reports_progress_and_can_be_cancelled(folder: Path) -> None:
    told: list[tuple[int, int | None]] = []
    text_folders.text_folder(folder, lambda done, of: told.append((done, of)))
    found = [done for done, of in told if of is None]
    read = [(done, of) for done, of in told if of is not None]
    assert found == list(range(len(found))) and len(found) >= read[-1][1] > 0
    assert read == [(done, read[-1][1]) for done in range(read[-1][1] + 1)]

    def end(done: int, of: int | None) -> None:
        if of is not None and done == 1:
            raise KeyError

    with pytest.raises(KeyError):
        text_folders.text_folder(folder, end)


# -- in a table --------------------------------------------------------------------------------------------------------

LONG = "\n".join(
    ["label,text", *(f"{'ham' if i % 2 else 'spam'},the message number {i} of all of these" for i in range(60))]
)


def test_text_column_of_a_table_is_detected() -> None:
    data = reading_text(LONG).data
    assert data.columns[0].kind == "text" and data.class_names == ("ham", "spam") and data.d == 1
    (column,) = [one for one in preview_text(LONG).columns if one.name == "text"]
    assert (column.kind, column.role) == ("text", "feature")
    short = reading_text("text,class\ngoal goal,sport\nvote law,politics\n").data
    assert short.columns[0].kind == "text" and short.class_names == ("politics", "sport")
    names = reading_text("car,mpg\n" + "\n".join(f"ford model {i},{i}" for i in range(60))).data
    assert names.row_names and names.feature_names == ("mpg",), "names of rows stay names"
    alone = reading_text('"review"\n"a fine film"\n"a dull film"\n').data
    assert alone.columns[0].kind == "text" and alone.y is None


def test_many_different_texts_are_read_within_the_budget() -> None:
    import time

    text = "text,class\n" + "\n".join(
        f"message {i} of a hundred thousand texts,{'a' if i % 3 else 'b'}" for i in range(100_000)
    )
    began = time.process_time()
    data = reading_text(text).data
    assert data.n == 100_000 and len(data.columns[0].levels) == 100_000
    assert time.process_time() - began < 10


def test_table_of_texts_is_written_and_read(tmp_path: Path) -> None:
    for name in ("beijing", "goal_and_vote", "messages", "reviews"):
        write_csv(engine.load(name), path := tmp_path / f"{name}.csv")
        assert engine.read_table(path) == engine.load(name)


def test_kinds_and_cells_of_texts() -> None:
    data = engine.load("beijing")
    words = with_kind(data, 0, "categorical")
    assert words.columns[0].kind == "categorical" and with_kind(words, 0, "text") == data
    with pytest.raises(Refusal, match="make it a feature first"):
        with_kind(data, 1, "text")
    typed = with_text(data, 3, 0, "Osaka, Japan")
    assert typed.columns[0].text(typed.X[3, 0]) == "Osaka, Japan" and typed.columns[0].text(
        typed.X[0, 0]
    ) == data.columns[0].text(data.X[0, 0])
    assert with_texts(data, 0, [data.columns[0].levels[0]]).columns == data.columns
    swapped = with_target(data, 0)
    assert swapped.target == "class" and len(swapped.class_names) == 4
    many = reading_text(LONG.replace("60", "200"), Options(kinds={"text": "text"})).data
    assert np.array_equal(with_kind(many, 0, "text").X, many.X)
