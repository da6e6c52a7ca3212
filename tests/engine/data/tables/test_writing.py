"""What is written as CSV is read back: every bit of every number, the names, the gaps and the classes."""

from __future__ import annotations

import tempfile
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

import engine
import engine.data.toys
from engine.base.errors import Refusal
from engine.data.dataset import Column, Dataset
from engine.data.tables.cells import in_order
from engine.data.tables.marks import MISSING
from engine.data.tables.options import Options
from engine.data.tables.reading import read
from engine.data.tables.writing import write_csv

NAN = float("nan")
SIGNS = st.characters(exclude_categories=("Cs", "Cc", "Zs", "Zl", "Zp"))
LETTERS = st.text(SIGNS, min_size=1, max_size=8)
WORDS = LETTERS.filter(lambda text: text.casefold() not in MISSING and text == text.strip() and text != "+")


def back(data: Dataset, options: Options | None = None) -> Dataset:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"{data.name}.csv"
        write_csv(data, path)
        return read(path, options or Options())


@st.composite
def labelled(draw: st.DrawFn) -> Dataset:
    n, d = draw(st.integers(1, 12)), draw(st.integers(1, 4))
    cells = st.floats(allow_nan=False, allow_infinity=False) | st.just(NAN)
    X = draw(arrays.arrays(float, (n, d), elements=cells))
    X[0] = draw(arrays.arrays(float, d, elements=st.floats(-10, 10)))  # a column without any value is left out
    names = draw(st.lists(WORDS, min_size=d, max_size=d, unique_by=str.casefold))
    classes = sorted(draw(st.lists(WORDS, min_size=1, max_size=4, unique=True)))
    codes = draw(arrays.arrays(np.int64, n, elements=st.integers(-1, len(classes) - 1)))
    codes[0] = 0
    return Dataset(X, codes, tuple(map(Column, names)), class_names=tuple(classes), target_name="the class")


@given(labelled())
def test_values_names_and_classes_round_trip_exactly(data: Dataset) -> None:
    roles = dict.fromkeys(data.feature_names, "feature")
    found = back(data, Options(target="the class", kinds={"the class": "categorical"}, roles=roles))
    np.testing.assert_array_equal(found.X, data.X)
    assert np.array_equal(np.signbit(found.X), np.signbit(data.X))
    assert found.columns == data.columns
    assert [found.class_name(code) for code in found.codes] == [data.class_name(code) for code in data.codes]


@st.composite
def mixed(draw: st.DrawFn) -> Dataset:
    """Numbers and categories, with row names or without, and any target or none."""
    n, d = draw(st.integers(2, 10)), draw(st.integers(1, 4))
    kinds = draw(st.lists(st.booleans(), min_size=d, max_size=d).filter(lambda some: d > 1 or some[0]))
    names = draw(st.lists(WORDS, min_size=d + 1, max_size=d + 1, unique_by=str.casefold))
    columns, cells = [], []
    for name, numeric in zip(names, kinds, strict=False):
        few = st.sampled_from([0.0, 1.0, 2.0]) | st.floats(-1e9, 1e9).map(lambda value: round(value, 3))
        levels = () if numeric else in_order(set(draw(st.lists(WORDS, min_size=1, max_size=3))))
        value = few if numeric else st.integers(0, len(levels) - 1).map(float)
        values = draw(st.lists(value | st.just(NAN), min_size=n, max_size=n))
        used = in_order({levels[int(v)] for v in values if not np.isnan(v)}) if levels else ()
        if all(map(np.isnan, values)):
            values, used = [0.0] * n, levels[:1]
        elif levels:
            values = [v if np.isnan(v) else float(used.index(levels[int(v)])) for v in values]
        columns.append(Column(name, "numeric" if numeric else "categorical", used))
        cells.append(values)
    rows = draw(st.none() | st.lists(WORDS, min_size=n, max_size=n))
    real = draw(st.none() | st.booleans())
    y = None if real is None else np.arange(n) % 2 if not real else np.arange(n) / 2
    classes = in_order(set(draw(st.lists(WORDS, min_size=2, max_size=2, unique=True)))) if real is False else ()
    return Dataset(
        np.array(cells).T, y, tuple(columns), tuple(rows or ()), classes, names[-1], "some"
    )  # fmt: skip


@given(mixed())
def test_any_data_set_round_trips(data: Dataset) -> None:
    found = back(data)
    assert found.columns == data.columns and found.row_names == data.row_names
    np.testing.assert_array_equal(found.X, data.X)
    assert (found.target, found.class_names) == (data.target, data.class_names)
    assert data.y is None or (found.target_name == data.target_name and np.array_equal(found.y, data.y))


@st.composite
def ordered(draw: st.DrawFn) -> Dataset:
    """Levels in an order of their own beside a column of numbers, and classes in any order or none.

    None ends in a backslash: Orange's list of levels cannot hold it, and a plain file knows no order.
    """
    n = draw(st.integers(4, 10))
    words = st.lists(WORDS.filter(lambda word: not word.endswith("\\")), min_size=2, max_size=4, unique=True)
    levels, classes = tuple(draw(words)), tuple(draw(st.just([]) | words))
    names = draw(st.lists(WORDS, min_size=3, max_size=3, unique_by=str.casefold))
    held = draw(st.lists(st.integers(-1, len(levels) - 1), min_size=n, max_size=n))
    kind = draw(st.sampled_from(["ordinal", "categorical"]))
    if kind == "categorical":  # a plain file has only those that occur
        held[: len(levels)] = range(len(levels))
    X = np.column_stack([np.arange(n) + 0.5, [NAN if code < 0 else code for code in held]])
    y = np.arange(n) % len(classes) if classes else None
    return Dataset(X, y, (Column(names[0]), Column(names[1], kind, levels)), (), classes, names[2], "ranks")


@given(ordered())
def test_ordered_levels_and_classes_round_trip(data: Dataset) -> None:
    for some in (data, data.select([1])) if data.class_names else (data,):
        found = back(some)
        assert found.columns == some.columns and found.class_names == some.class_names
        np.testing.assert_array_equal(found.X, some.X)
        assert some.y is None or np.array_equal(found.y, some.y)


def test_row_name_column_keeps_its_own_name(tmp_path: Path) -> None:
    (tmp_path / "people.csv").write_text("id,size,kind\n7,1.5,a\n9,2.5,b\n12,3.5,a\n", encoding="utf-8")
    data = read(tmp_path / "people.csv")
    assert data.row_names == ("7", "9", "12") and data.feature_names == ("size",)
    write_csv(data, tmp_path / "again.csv")
    assert (tmp_path / "again.csv").read_text(encoding="utf-8").splitlines()[:2] == [
        '"id","size","kind"',
        '"7",1.5,"a"',
    ]
    assert back(data) == data
    taken = data.changed(columns=(Column("id"),))
    write_csv(taken, tmp_path / "taken.csv")
    assert (tmp_path / "taken.csv").read_text(encoding="utf-8").startswith('"name","id","kind"')


def test_extra_header_lines_are_written_only_to_keep_an_order(tmp_path: Path) -> None:
    size = Column("size", "ordinal", ("wee", "quite small", "big"))
    data = Dataset(np.array([[0.0], [2.0], [1.0]]), np.array([0, 1, 0]), (size,), (), ("yes", "no"), "buy", "shop")
    write_csv(data, tmp_path / "shop.csv")
    head = (tmp_path / "shop.csv").read_text(encoding="utf-8").splitlines()[:4]
    assert head == ['"size","buy"', '"wee quite\\ small big","yes no"', '"ordered=yes","class"', '"wee","yes"']
    assert back(data) == data
    write_csv(engine.load("iris"), tmp_path / "iris.csv")
    assert (tmp_path / "iris.csv").read_text(encoding="utf-8").splitlines()[1].startswith("5.1,")
    spring = data.changed(columns=(Column("size", "ordinal", ("low", "medium", "high")),), class_names=("no", "yes"))
    write_csv(spring, tmp_path / "spring.csv")
    assert '"low medium high"' in (tmp_path / "spring.csv").read_text(encoding="utf-8"), "all cells are texts"
    assert back(spring.changed(name="spring")) == spring.changed(name="spring")
    known = spring.subset([0, 1, 2, 0, 1, 2])
    known = known.changed(X=np.column_stack([known.X, np.arange(6) + 0.5]), columns=(*spring.columns, Column("x")))
    write_csv(known, tmp_path / "known.csv")
    assert len((tmp_path / "known.csv").read_text(encoding="utf-8").splitlines()) == 7 and back(known) == known


def test_chosen_positive_class_round_trips() -> None:
    from engine.data.recast import with_positive

    chosen = with_positive(engine.load("iris").subset(range(100)), 0)
    found = back(chosen)
    assert [found.class_name(code) for code in found.classes_present] == ["versicolor", "setosa"]


@pytest.mark.parametrize("name", list(engine.bundled()))
def test_bundled_set_round_trips_without_warnings(name: str) -> None:
    data = engine.load(name)
    found = back(data)
    for j, column in enumerate(data.columns):
        assert found.columns[j].kind == column.kind
        if column.levels:  # in a table they are in alphabetical order
            assert list(map(found.columns[j].text, found.X[:, j])) == list(map(column.text, data.X[:, j]))
        else:
            np.testing.assert_array_equal(found.X[:, j], data.X[:, j])
    assert found.feature_names == data.feature_names
    assert found.row_names == data.row_names
    assert found.target == data.target
    if data.target == "class":
        assert [found.class_name(code) for code in found.codes] == [data.class_name(code) for code in data.codes]


def test_points_clicked_into_a_window_round_trip() -> None:
    few = Dataset(np.array([[0.1, 0.2], [-1.5, 1e-300]]), np.array([0, 1]), class_names=("A", "B"))
    assert back(few) == few
    numbered = few.with_rows([[7.0, 8.0]], [-1]).changed(class_names=("0", "1"), row_names=("3", "2", "1"))
    assert back(numbered) == numbered


def test_a_real_target_and_a_gap_come_back() -> None:
    line = engine.data.toys.generate("line").changed(row_names=())
    assert back(line) == line
    holed = Dataset(np.array([[1.0], [NAN], [2.5]]), name="holed", columns=(Column("x"),))
    assert back(holed) == holed


def test_levels_come_back() -> None:
    wind = Column("wind", "categorical", ('a "b"', "c, d"))
    data = Dataset(np.array([[1.0, 2.5], [0.0, 3.5], [NAN, 1.5]]), columns=(wind, Column("x")))
    assert back(data, Options(roles={"wind": "feature"})) == data


@pytest.mark.parametrize(
    ("names", "levels"),
    [
        (["only"], [["a", "b"]]),
        (["x", "k"], [[], ["1,5", "2,5"]]),
        (["x", "k"], [[], ["12 %", "2020-01-31"]]),
        (["p|q", "k"], [["1|2", "3|4"], ["c|d", "e|f"]]),
        (["5", "NA"], [["a", "b"], ["1", "2"]]),
        (["C#x", "k"], [[], ["c", "d"]]),
        (["x1", "x2"], [["c", "d"], ["c", "d"]]),
        (["id", "b"], [[], []]),
        (["x", "y"], [[], []]),
    ],
)
def test_ambiguous_looking_values_round_trip(names: list[str], levels: list[list[str]]) -> None:
    columns = [
        Column(name, "categorical" if held else "numeric", tuple(held))
        for name, held in zip(names, levels, strict=True)
    ]
    data = Dataset(np.array([[1.0] * len(names), [0.0] * len(names), [1.0] * len(names)]), columns=tuple(columns))
    assert back(data) == data


def test_missing_folder_is_refused_and_no_file_left(tmp_path: Path) -> None:
    with pytest.raises(Refusal, match="cannot be written"):
        write_csv(engine.load("iris"), tmp_path / "no" / "iris.csv")
    assert list(tmp_path.iterdir()) == []
