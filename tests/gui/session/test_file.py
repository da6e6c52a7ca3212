"""A session in a file: it comes back as it was, and a damaged or hostile file changes nothing."""

from __future__ import annotations

import json
import math
from dataclasses import fields
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

import engine
from engine.base.errors import Refusal
from engine.base.snapshot import same
from engine.data.dataset import Column
from engine.data.split import Split
from gui.session.file import Content, KeptRun, content_of, from_json, open_session, pieces, save_session, to_json
from gui.session.looks import Looks, Shares, SurfaceLook, Tick
from gui.session.session import Session
from tests.gui.session.waiting import settle
from tests.texts import texts


def test_a_session_survives_a_file(session, tmp_path):
    session.open_bundled("film_critics")
    session.view.choose((2, 0))
    session.choose_algorithm("kmeans", {"k": 2})
    session.lane.start = engine.models.Centres(np.array([[1.0, 2.0, 0.1], [3.0, 1.0, 1e-300]]))
    session.set_seed(7)
    session.go_to(3)
    save_session(session, tmp_path / "a.learnscope")
    data, start = session.table.data, session.lane.start
    session.open_bundled("iris")
    open_session(session, tmp_path / "a.learnscope")
    assert session.table.data == data
    assert session.view.chosen == (2, 0)
    assert (session.lane.key, session.lane.values, session.lane.seed) == ("kmeans", {"k": 2}, 7)
    assert same(session.lane.start, start)
    assert session.lane.transport.wanted == 3
    assert not session.document.dirty


def test_a_column_of_dates_survives_a_file(session, tmp_path):
    table = engine.Dataset(
        np.array([[19799.0, 1.0], [19800.5, 2.0], [np.nan, 3.0]]), columns=(Column("sold", "date"), Column("price"))
    )
    session.open_data(table)
    save_session(session, tmp_path / "a.learnscope")
    session.open_bundled("iris")
    open_session(session, tmp_path / "a.learnscope")
    assert session.table.data.columns == table.columns and session.table.data == table
    assert session.table.data.columns[0].text(session.table.data.X[1, 0]) == "2024-03-18 12:00"


HOSTILE = {
    "nothing": "",
    "no JSON": "{",
    "foreign": '{"format": "other"}',
    "newer": '{"format": "learnscope-session", "version": 99}',
    "no data": '{"format": "learnscope-session", "version": 1}',
    "deep": '{"format": "learnscope-session", "version": 1, "data": ' + "[" * 5000 + "]" * 5000 + "}",
    "huge": '{"format": "learnscope-session", "version": 1, "data": '
    '{"array": [], "type": "float64", "shape": [9999999999]}}',
}


@pytest.mark.parametrize("text", HOSTILE.values(), ids=HOSTILE.keys())
def test_malicious_file_is_refused_and_the_session_kept(session, tmp_path, text):
    path = tmp_path / "bad.learnscope"
    path.write_text(text)
    before = session.table.data
    with pytest.raises(Refusal, match=r"bad\.learnscope"):
        open_session(session, path)
    assert session.table.data is before


def look(**other: object) -> dict[str, object]:
    return {"record": "SurfaceLook", "kind": "plane", "name": "Data", **other}


def numbered(*numbers: int) -> dict[str, object]:
    return {"array": [*numbers], "type": "int64", "shape": [len(numbers)]}


def damaged(session: Session, path: Path, change) -> None:
    save_session(session, path)
    content = json.loads(path.read_text())
    change(content)
    path.write_text(json.dumps(content))


@pytest.mark.parametrize(
    "change",
    [
        lambda c: c["lanes"].clear(),
        lambda c: c["lanes"][0].update(algorithm="os.system"),
        lambda c: c["lanes"][0].update(params={"rate": -5}),
        lambda c: c["lanes"][0].update(seed=-1),
        lambda c: c["lanes"][0].update(step=-1),
        lambda c: c["lanes"][0].update(start={"record": "Dataset"}),
        lambda c: c["data"].update(class_names=["only one"]),
        lambda c: c["data"]["X"].update(shape=[2, 2]),
        lambda c: c["data"]["X"].update(array=["x"] * 8),
        lambda c: c["data"].pop("X"),
        lambda c: c["data"].update(columns=[1, 2]),
        lambda c: c["data"].update(y=[1, 2, 3]),
        lambda c: c["data"].update(numbers=[1, 2, 3, 4]),
        lambda c: c["data"].update(numbers=numbered(0, 1, 2)),
        lambda c: c["data"].update(numbers=numbered(0, 1, 2, 2)),
        lambda c: c["data"].update(numbers=numbered(3, 2, -1, 0)),
        lambda c: c["data"].update(numbers=numbered(0, 1, 2, 10**15)),
        lambda c: c["data"].update(numbers=numbered(0, 1, 2, 2**64)),
        lambda c: c.update(view=[0, 9]),
        lambda c: c.update(split={"test": 3}),
        lambda c: c.update(split=0.2),
        lambda c: c.update(looked={"0": -1}),
        lambda c: c.update(looked={"x": 1}),
        lambda c: c.update(version=2),
        lambda c: c.update(version=4),
        lambda c: c.update(version=True),
        lambda c: c.update(active=1),
        lambda c: c.update(active=-1),
        lambda c: c.update(active=0.0),
        lambda c: c.update(speed=0),
        lambda c: c.update(speed="NaN"),
        lambda c: c.update(speed="fast"),
        lambda c: c.update(notes=["x"]),
        lambda c: c.update(query={"array": [1.0], "type": "float64", "shape": [1]}),
        lambda c: c.update(query=[1, 2]),
        lambda c: c.update(lanes=c["lanes"] * 7),
        lambda c: c.update(looks=[1]),
        lambda c: c.update(looks={"record": "Dataset"}),
        lambda c: c["looks"].update(surfaces=[1]),
        lambda c: c["looks"].update(panel=3),
        lambda c: c["looks"].update(surfaces=[{"record": "SurfaceLook", "kind": "plane", "name": "a", "part": [1]}]),
        lambda c: c["looks"].update(surfaces=[look(part=[0, 0, 0, 1])]),
        lambda c: c["looks"].update(surfaces=[look(part=[0, "Infinity", 1, 1])]),
        lambda c: c["looks"].update(surfaces=[look(shown="yes")]),
        lambda c: c["looks"].update(surfaces=[look(kind=1)]),
        lambda c: c["looks"].update(surfaces=[look()] * 2000),
        lambda c: c["looks"].update(shares=[0.2, 0.3]),
        lambda c: c["looks"].update(shares={"record": "Shares", "left": 1.5}),
        lambda c: c["looks"].update(shares={"record": "Shares", "below": "NaN"}),
        lambda c: c["looks"].update(shares={"record": "Shares", "beside": -0.1}),
        lambda c: c["looks"].update(shares={"record": "Shares", "model": "half"}),
        lambda c: c["looks"].update(shares={"record": "Shares", "width": 0.5}),
        lambda c: c["looks"].update(curves=["E"]),
        lambda c: c["looks"].update(curves=[{"record": "Tick", "name": "E", "on": 1}]),
        lambda c: c["looks"].update(curves=[{"record": "Tick", "name": "E", "on": True}] * 2000),
    ],
)
def test_a_damaged_session_is_refused_whole(session, tmp_path, change):
    path = tmp_path / "bad.learnscope"
    damaged(session, path, change)
    before, lanes = session.table.data, session.lanes
    whole, told = to_json(content_of(session)), []
    for signal in (session.opened, session.lanes_changed, session.come_back, session.table.data_changed):
        signal.connect(lambda *_, signal=signal: told.append(signal))
    with pytest.raises(Refusal) as refused:
        open_session(session, path)
    assert str(refused.value).startswith("bad.learnscope") and str(refused.value).endswith(".")
    assert session.table.data is before and session.lanes is lanes and not told
    assert to_json(content_of(session)) == whole


def test_truncated_file_is_refused(session, tmp_path):
    path = tmp_path / "a.learnscope"
    save_session(session, path)
    text, before = path.read_text(), session.table.data
    for length in range(0, len(text) - 1, 97):
        path.write_text(text[:length])
        with pytest.raises(Refusal, match="damaged"):
            open_session(session, path)
    assert session.table.data is before


def test_file_without_widths_and_curves_has_the_defaults(session, tmp_path):
    panels = {"folded": ("model",), "sections": ("why/Checks",)}
    session.view.looks = Looks((), "notes", Shares(left=0.2), (Tick("E", False),), **panels)
    left_out = ("shares", "curves", "folded", "sections")
    damaged(session, tmp_path / "a.learnscope", lambda c: [c["looks"].pop(name) for name in left_out])
    open_session(session, tmp_path / "a.learnscope")
    assert session.view.looks == Looks((), "notes")


def test_residual_style_is_restored_and_an_unknown_one_refused(session, tmp_path):
    session.view.set_residuals("squares")
    save_session(session, tmp_path / "a.learnscope")
    session.view.set_residuals("none")
    open_session(session, tmp_path / "a.learnscope")
    assert session.view.looks.residuals == "squares"
    with pytest.raises(Refusal, match="How residuals are drawn is damaged"):
        Looks(residuals="cubes")


@pytest.mark.parametrize("name", ["surfaces", "curves", "folded", "sections"])
@pytest.mark.parametrize("given", ["why/Checks", "", 3, {"why": 1}])
def test_wrong_type_instead_of_a_list_is_refused(session, tmp_path, name, given):
    before = session.table.data
    damaged(session, tmp_path / "a.learnscope", lambda content: content["looks"].update({name: given}))
    with pytest.raises(Refusal, match="where a list belongs"):
        open_session(session, tmp_path / "a.learnscope")
    assert session.table.data is before
    with pytest.raises(Refusal, match=r"damaged in the file|are damaged"):
        Looks(**{name: given})


def test_file_without_row_names_is_read(session, tmp_path):
    before = session.table.data
    damaged(session, tmp_path / "a.learnscope", lambda c: c["data"].pop("rows_title"))
    open_session(session, tmp_path / "a.learnscope")
    assert session.table.data == before and session.table.data.rows_title == "name"


def test_rows_with_gaps_in_their_numbers_give_the_same_run(session, tmp_path):
    session.open_bundled("iris")
    session.points.delete([20, 3])
    session.choose_algorithm("kmeans", {"k": 4})
    session.go_to(5)
    settle(session)
    data, step = session.table.data, session.lane.frame.step
    save_session(session, tmp_path / "a.learnscope")
    session.open_bundled("wine")
    open_session(session, tmp_path / "a.learnscope")
    settle(session)
    assert session.table.data == data and same(session.lane.frame.step, step)


def test_file_from_before_row_numbers_is_read(session, tmp_path):
    before = session.table.data
    damaged(session, tmp_path / "a.learnscope", lambda c: c["data"].pop("numbers"))
    open_session(session, tmp_path / "a.learnscope")
    assert session.table.data == before and session.table.data.numbers is None


def test_what_a_file_leaves_out_is_as_usual(session, tmp_path):
    path, before = tmp_path / "a.learnscope", session.table.data
    names = ("active", "speed", "query", "looks", "split", "looked")
    damaged(session, path, lambda content: [content.pop(name) for name in names])
    open_session(session, path)
    assert session.table.data == before and session.active == 0 and session.speed == 4.0
    assert session.table.split == Split() and session.table.looked == {}


@pytest.mark.parametrize(("version", "told"), [(2, "reads version 3."), (4, "reads version 3: update it.")])
def test_file_of_another_version_is_refused_with_a_remedy(session, tmp_path, version, told):
    damaged(session, tmp_path / "a.learnscope", lambda content: content.update(version=version))
    with pytest.raises(Refusal) as refusal:
        open_session(session, tmp_path / "a.learnscope")
    assert str(refusal.value).endswith(told)


WORDS = texts(8)
SIZES = st.floats(1e-6, 1e6)
LOOKS = st.builds(
    SurfaceLook,
    st.sampled_from(("plane", "chart", "table")),
    WORDS,
    st.sampled_from((None, True, False)),
    st.just(()) | st.tuples(st.floats(-1e9, 1e9), st.floats(-1e9, 1e9), SIZES, SIZES),
    st.booleans(),
)
SPLITS = st.builds(Split, st.floats(0, 0.9), st.floats(0, 0.9), st.booleans(), st.booleans(), st.integers(0, 2**31))
SHARE = st.none() | st.floats(0, 1)
SHARES = st.builds(Shares, SHARE, SHARE, SHARE, SHARE, SHARE)
TICKS = st.lists(st.builds(Tick, WORDS, st.booleans()), max_size=3)
FOLDED = st.none() | st.lists(WORDS, max_size=3).map(tuple)
RUNS = st.builds(
    KeptRun,
    st.just("kmeans"),
    st.fixed_dictionaries({}, optional={"k": st.integers(1, 9), "seeding": st.just("farthest first")}),
    st.integers(0, 2**31),
    st.none() | st.just(engine.models.Centres(np.array([[1.0, 1e-300], [-0.0, 5e-324]]))),
    st.none() | st.integers(0, 10**6),
)
TABLES = arrays(np.float64, st.tuples(st.integers(0, 6), st.just(2)), elements=st.floats(width=64))


@given(
    X=TABLES, runs=st.lists(RUNS, min_size=1, max_size=6), split=SPLITS,
    looked=st.dictionaries(st.integers(0, 9), st.integers(1, 99), max_size=3),
    flags=st.tuples(st.booleans(), st.booleans()),
    view=st.sampled_from(("auto", "pca", "fisher", (0, 1), (1, 0), (1, "target"))),
    speed=st.sampled_from((0.5, 60.0, math.inf)),
    query=st.none() | arrays(np.float64, 2, elements=st.floats(-1e300, 1e300)), notes=WORDS, panel=WORDS,
    looks=st.lists(LOOKS, max_size=4), shares=SHARES, ticks=TICKS,
    folded=FOLDED, sections=FOLDED, data=st.data(),
)  # fmt: skip
def test_any_session_round_trips(
    X, runs, split, looked, flags, view, speed, query, notes, panel, looks, shares, ticks, folded, sections, data
):
    active = data.draw(st.integers(0, len(runs) - 1))
    content = Content(
        engine.Dataset.from_arrays(X, name=notes), tuple(runs), active, view, split, looked, *flags, speed, query,
        notes, Looks(tuple(looks), panel, shares, tuple(ticks), folded=folded, sections=sections),
        panel,
    )  # fmt: skip
    again = from_json(json.loads("".join(pieces(content))))
    assert again.data == content.data
    for item in fields(Content):
        assert item.name == "data" or same(getattr(again, item.name), getattr(content, item.name)), item.name


def test_failed_save_is_refused_and_leaves_no_files(session, tmp_path):
    with pytest.raises(Refusal, match="cannot be written"):
        save_session(session, tmp_path / "no such folder" / "a.learnscope")
    assert list(tmp_path.iterdir()) == []
