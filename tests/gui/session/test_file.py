"""A session in a file: it comes back as it was, and a damaged or hostile file changes nothing."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import engine
from engine.base.errors import Refusal
from engine.base.snapshot import same
from gui.session.file import open_session, save_session
from gui.session.session import Session


def test_a_session_survives_a_file(session, tmp_path):
    session.open_bundled("film_critics")
    session.set_view((2, 0))
    session.choose_algorithm("kmeans", {"k": 2})
    session.lane.start = engine.models.Centres(np.array([[1.0, 2.0, 0.1], [3.0, 1.0, 1e-300]]))
    session.set_seed(7)
    session.go_to(3)
    save_session(session, tmp_path / "a.learnscope")
    data, start = session.data, session.lane.start
    session.open_bundled("iris")
    open_session(session, tmp_path / "a.learnscope")
    assert session.data == data
    assert session.view == (2, 0)
    assert (session.lane.key, session.lane.values, session.lane.seed) == ("kmeans", {"k": 2}, 7)
    assert same(session.lane.start, start)
    assert session.lane.transport.wanted == 3
    assert not session.dirty


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
def test_a_hostile_file_is_refused_and_the_session_stays(session, tmp_path, text):
    path = tmp_path / "bad.learnscope"
    path.write_text(text)
    before = session.data
    with pytest.raises(Refusal, match=r"bad\.learnscope"):
        open_session(session, path)
    assert session.data is before


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
        lambda c: c.update(view=[0, 9]),
        lambda c: c.update(holdout=3),
    ],
)
def test_a_damaged_session_is_refused_whole(session, tmp_path, change):
    path = tmp_path / "bad.learnscope"
    damaged(session, path, change)
    before, lanes = session.data, session.lanes
    with pytest.raises(Refusal):
        open_session(session, path)
    assert session.data is before and session.lanes is lanes


def test_a_truncated_file_is_refused(session, tmp_path):
    path = tmp_path / "a.learnscope"
    save_session(session, path)
    path.write_text(path.read_text()[:200])
    with pytest.raises(Refusal, match="damaged"):
        open_session(session, path)


def test_saving_where_nothing_can_be_written_is_refused_and_leaves_no_litter(session, tmp_path):
    with pytest.raises(Refusal, match="cannot be written"):
        save_session(session, tmp_path / "no such folder" / "a.learnscope")
    assert list(tmp_path.iterdir()) == []
