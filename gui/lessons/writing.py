"""A lesson as its file: each stop says only what it changes, so that a person can read and mend it."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine.base.coding import encoded
from engine.base.errors import Refusal
from engine.base.files import replaced
from engine.data.bundled import bundled, load
from engine.data.dataset import Dataset
from engine.export.recipe import run_to_json
from gui.lessons.claims import content_of_claims
from gui.lessons.lesson import FORMAT, LOOKS, VERSION, Cast, Event, Lesson, Scene


def write_lesson(lesson: Lesson, path: Path) -> None:
    """Put the lesson into its file; the file takes its place only when it is whole."""
    text = json.dumps(content_of(lesson), indent=1, ensure_ascii=False, allow_nan=False)
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise Refusal(f"{path.parent} cannot be made: {error.strerror or error}.") from error
    with replaced(path) as temporary:
        temporary.write_text(text + "\n", encoding="utf-8")


def content_of(lesson: Lesson) -> dict[str, Any]:
    """What `lesson_of` reads as this very lesson."""
    first = lesson.scenes[0]
    head = {"format": FORMAT, "version": VERSION, "title": lesson.title, "summary": lesson.summary}
    head |= {name: told for name, told in (("subject", lesson.subject), ("level", lesson.level)) if told}
    before = Scene(first.data, tuple(_at_rest(run) for run in first.cast))
    begin = {"data": _data(first.data), "lanes": [_run(run) for run in first.cast]}
    stops = []
    for scene in lesson.scenes:
        stops.append(_stop(scene, before))
        before = scene
    return {**head, **begin, "stops": stops}


def _stop(scene: Scene, before: Scene) -> dict[str, Any]:
    """A stop: its words, and what is not as it was at the stop before."""
    found: dict[str, Any] = {}
    if scene.data != before.data:
        found["data"] = _data(scene.data)
    if [_run(run) for run in scene.cast] != [_run(run) for run in before.cast]:
        found["lanes"] = [_run(run) for run in scene.cast]
    if "lanes" in found or [run.step for run in scene.cast] != [run.step for run in before.cast]:
        found["step"] = [_step(run) for run in scene.cast]
    if scene.active != min(before.active, len(scene.cast) - 1):
        found["lane"] = scene.active
    for name in (*LOOKS, "tool", "ask"):
        if getattr(scene, name) != getattr(before, name):
            found[name] = scene.split.to_json() if name == "split" else encoded(getattr(scene, name))
    told = {
        "words": scene.words,
        "notes": scene.notes,
        "expects": content_of_claims(scene.expects, scene.evidence, scene.drawn),
    }
    return found | {name: value for name, value in told.items() if value}


def _at_rest(run: Cast) -> Cast:
    """A run as a lesson begins with it, before any stop says where it stands."""
    return Cast(run.key, run.values, run.seed, run.start)


def _run(run: Cast) -> dict[str, Any]:
    content = run_to_json(run.key, run.values, run.seed, run.start)
    return {name: value for name, value in content.items() if name == "algorithm" or value}


def _step(run: Cast) -> Any:
    if isinstance(run.step, Event):
        return {"event": run.step.number}
    return "end" if run.step is None else run.step


def _data(data: Dataset) -> dict[str, Any]:
    """Data that come with the program by their name, all others whole: the lesson needs no second file."""
    if data.name in bundled() and load(data.name) == data:
        return {"bundled": data.name}
    return {"dataset": encoded(data)}
