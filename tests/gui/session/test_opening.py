"""What a file is, is told by what stands in it; and a run begins from the model in one."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

import engine
from engine.base.errors import Refusal
from gui.lessons.lesson import FOLDER
from gui.session.file import save_session
from gui.session.opening import begin_from, kind_of
from gui.session.session import Session


def written(path: Path, content: object) -> Path:
    path.write_text(content if isinstance(content, str) else json.dumps(content, indent=1), encoding="utf-8")
    return path


def test_each_written_file_kind_is_recognised(session: Session, tmp_path: Path) -> None:
    save_session(session, tmp_path / "mine.learnscope")
    engine.save_model(engine.fit("perceptron", engine.load("gate_and")), tmp_path / "line.json")
    lessons = sorted(FOLDER.glob("*.json"))
    assert kind_of(tmp_path / "mine.learnscope") == "session"
    assert kind_of(tmp_path / "line.json") == "model"
    assert lessons and {kind_of(path) for path in lessons} == {"lesson"}


@pytest.mark.parametrize(
    "content",
    [
        "",
        "[1, 2]",
        '[{"format": "a"}]',
        {"format": "learnscope-table"},
        {"learnscope-lesson": 1},
        "\x00\xff",
        "{" * 9000,
    ],
)
def test_any_other_json_is_a_table(tmp_path: Path, content: object) -> None:
    assert kind_of(written(tmp_path / "some.json", content)) == "table"


def test_table_mentioning_a_format_is_a_table_by_its_suffix(tmp_path: Path) -> None:
    assert kind_of(written(tmp_path / "some.csv", '"format": "learnscope-lesson"')) == "table"
    assert kind_of(tmp_path / "not there.json") == "table"


def test_run_starts_from_a_model_or_says_why_not(session: Session, tmp_path: Path) -> None:
    line, centres = tmp_path / "line.json", tmp_path / "centres.json"
    engine.save_model(engine.fit("perceptron", session.table.data), line)
    engine.save_model(engine.fit("kmeans", session.table.data, k=2), centres)
    begin_from(session, engine.load_model(line), line.name)
    assert isinstance(session.lane.start, engine.models.Hyperplane)
    with pytest.raises(Refusal, match=r"another kind \(cluster centres\), and Perceptron cannot begin from it"):
        begin_from(session, engine.load_model(centres), centres.name)
    assert isinstance(session.lane.start, engine.models.Hyperplane)
