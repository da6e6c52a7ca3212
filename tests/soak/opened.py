"""Spoilt sessions and lessons: each is opened or refused in words, and what is open stays when it is refused."""

from __future__ import annotations

import json
import time
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import engine
from engine.data.split import Split
from gui.lessons.lesson import FOLDER
from gui.session.file import FORMAT, VERSION, Content, KeptRun, content_of, to_json
from gui.session.looks import Looks, SurfaceLook
from tests.soak.files import LONGEST, PATIENCE
from tests.soak.spoiling import spoilt
from tests.soak.watched import Watched


@cache
def sessions() -> tuple[dict[str, Any], ...]:
    """The content of a few saved sessions, with all that can stand in one."""
    looks = Looks((SurfaceLook("plane", "Data", True, (0.0, 0.0, 1.0, 1.0), True),), "curves")
    start = engine.models.Centres(engine.load("gate_and").X[:2])
    made = (
        Content(engine.load("gate_and"), (KeptRun("perceptron", {"rate": 0.5}, 1, None, 3),), looks=looks),
        Content(
            engine.load("gate_xor"), (KeptRun("kmeans", {"k": 2}, 7, start, None), KeptRun("pca", {}, 0, None, 1)), 1,
            (0, 1), Split(validation=0.25, test=0.25, seed=5), {5: 2}, False, True, 15.0, np.array([0.5, 0.5]),
            "for Tuesday", looks,
        ),
        Content(engine.load("play_tennis"), (KeptRun("id3", {}, 0, None, 2),), notes="the tree"),
        Content(engine.load("film_critics"), (KeptRun("kmeans", {"k": 2}, 0, None, 0),), view="pca"),
    )  # fmt: skip
    return tuple(json.loads(json.dumps({"format": FORMAT, "version": VERSION, **to_json(one)})) for one in made)


@cache
def lessons() -> tuple[dict[str, Any], ...]:
    """The lessons that come with the program."""
    return tuple(json.loads(path.read_text(encoding="utf-8")) for path in sorted(FOLDER.glob("*.json")))


def attack_session(seed: int, folder: Path, under: Watched) -> str:
    """What went wrong with a spoilt session, or ""."""
    return _attack(spoilt(sessions()[seed % len(sessions())], seed), folder / "talk.learnscope", under)


def attack_lesson(seed: int, folder: Path, under: Watched) -> str:
    """What went wrong with a spoilt lesson, or ""."""
    return _attack(spoilt(lessons()[seed % len(lessons())], seed), folder / "lesson.json", under)


def _attack(content: Any, path: Path, under: Watched) -> str:
    path.write_text(json.dumps(content), encoding="utf-8", errors="surrogatepass")
    session = under.window.session
    session.document.saved(session.document.path)
    before, lanes = content_of(session), tuple(session.lanes)
    under.refused.clear()
    began = time.thread_time()
    under.do(lambda: under.window.desk.open(path))
    took = time.thread_time() - began
    if under.refused and (words := _changed(before, lanes, under)):
        under.wrong.append(f"{words} although it was refused: {under.refused[0][:200]}")
    under.rest()
    for told in under.refused:
        if len(told) > LONGEST or not told.rstrip().endswith((".", "?", "!")):
            under.wrong.append(f"a refusal of {len(told)} letters, or no sentence: {told[-200:]!r}")
    if words := under.stale():
        under.wrong.append(words)
    if took > PATIENCE:
        under.wrong.append(f"it took {took:.1f} s")
    found, under.wrong[:] = "\n".join(under.wrong), []
    return found


def _changed(before: Content, lanes: tuple[Any, ...], under: Watched) -> str:
    """What of the session is not as it was."""
    session, now = under.window.session, content_of(under.window.session)
    if tuple(session.lanes) != lanes or session.table.data is not before.data:
        return "other runs or data are open"
    changed = [name for name in ("runs", "active", "view", "split", "looked", "together", "overlaid", "notes", "speed")
               if getattr(before, name) != getattr(now, name) and name != "runs"]  # fmt: skip
    return f"{', '.join(changed)} changed" if changed else ""


OPENED_ATTACKS = {"sessions": attack_session, "lessons": attack_lesson}
