"""Lessons: a session with a few sentences at named steps. One JSON file each; `library.py` finds them.

{"format": "learnscope-lesson", "version": 1, "title": "...", "summary": "...",
 "data":   {"bundled": key, "features"?: [...]} | {"toy": key, "seed"?: n, "params"?: {...}}
           | {"points": [[x1, x2, class], ...], "classes": [...], "features"?: [...]}
           | {"table": file beside the lesson, "target"?: name} | {"dataset": as in a session},
 "lanes":  [{"algorithm": key, "params"?: {...}, "seed"?: n, "start"?: model}, ...],
 "subject"?: "...", "level"?: "introductory" | "intermediate" | "advanced",
 "view"?, "together"?, "overlaid"?, "surfaces"?, "split"?, "stops": [{"words": "..."}, ...]}

A stop takes everything over from the stop before it, and may change
 "step"    of all runs, or a list with one for each: a number, "end" or {"event": k}
 "params"  of all runs, or a list with one set for each;   "lane"   which run the panels show;   "lanes"   other runs
 "data"    other data, or an edit: {"add": [[x1, x2, class], ...], "move": [[row, x1, x2], ...], "remove": [row, ...],
           "features": [name, ...]}
 "view", "together", "overlaid", "split", "tool", "ask": [x1, x2] or null, as a person would set them
 "surfaces" false keeps the room for the planes, ["Scores"] opens these alone beside them, true opens the usual ones
 "notes"   what the speaker wants to remember: never on the picture
 "expects" what must hold there, of numbers and of what is drawn: see `gui/lessons/claims.py`; the tests look. Places
           and the numbers in the words: see `gui/lessons/placeholders.py`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from engine.base.errors import Refusal
from engine.base.files import RESOURCES, parsed
from engine.base.params import build
from engine.base.words import quoted
from engine.data.dataset import Dataset
from engine.data.plane import View, checked_view
from engine.data.split import Split, split_from_json
from engine.export.recipe import run_from_json
from engine.families import algorithm
from gui.lessons.claims import Claim, Drawn, Evidence, claims_of
from gui.lessons.data import edited, is_finite, is_whole, known, source
from gui.lessons.placeholders import check
from gui.session.transport import MOST_LANES

FORMAT, VERSION = "learnscope-lesson", 1
FOLDER = RESOURCES / "lessons"
MOST_STOPS, LONGEST_WORDS, LONGEST_NOTES = 100, 500, 5_000
TOOLS = ("select", "add", "spray", "erase", "start", "ask")
FLAGS = ("together", "overlaid")
LOOKS = ("view", "split", "surfaces", *FLAGS)
LEVELS = ("introductory", "intermediate", "advanced")
LESSON = {"format", "version", "title", "summary", "subject", "level", "data", "lanes", "stops", *LOOKS}
STOP = {"words", "notes", "step", "params", "lane", "lanes", "data", "tool", "ask", "expects", *LOOKS}


@dataclass(frozen=True)
class Event:
    """The k-th event of a run, counted from 1."""

    number: int


@dataclass(frozen=True)
class Cast:
    """One run of a scene, and where its cursor stands; None is its last step."""

    key: str
    values: dict[str, Any]
    seed: int = 0
    start: Any = None
    step: int | Event | None = 0


@dataclass(frozen=True)
class Scene:
    """All that a stop shows: it depends on nothing that a person has done meanwhile."""

    data: Dataset
    cast: tuple[Cast, ...]
    words: str = ""
    active: int = 0
    view: View = "auto"
    together: bool = True
    overlaid: bool = False
    surfaces: bool | tuple[str, ...] = True
    split: Split = field(default_factory=Split)
    tool: str = "select"
    ask: tuple[float, ...] | None = None
    expects: tuple[Claim, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    drawn: tuple[Drawn, ...] = ()
    notes: str = ""


@dataclass(frozen=True)
class Lesson:
    """A lesson that has been checked."""

    title: str
    summary: str
    scenes: tuple[Scene, ...]
    subject: str = ""
    level: str = ""


def read(path: str | Path) -> Lesson:
    """A lesson from its file; one that is damaged or hostile is refused in words."""
    name, content = Path(path).name, parsed(path, FORMAT, VERSION)
    try:
        return lesson_of(content, Path(path).parent)
    except Refusal as refusal:
        raise Refusal(f"{name} is not a lesson that can be shown. {refusal}") from refusal
    except (TypeError, ValueError, KeyError, AttributeError, OverflowError, RecursionError, MemoryError) as error:
        raise Refusal(f"{name} is damaged: its parts do not fit together.") from error


def lesson_of(content: Mapping[str, Any], folder: Path = FOLDER) -> Lesson:
    """The lesson of a file's content; every stop is built, so that nothing can fail on the way.

    Tables that it names are read from `folder`.
    """
    known(content, LESSON, "A lesson")
    title, summary = _text(content, "title", 80), _text(content, "summary", 300)
    stops = content.get("stops")
    if not isinstance(stops, list) or not 1 <= len(stops) <= MOST_STOPS:
        raise Refusal(f"A lesson needs from 1 to {MOST_STOPS} stops.")
    scene = Scene(source(content.get("data"), folder), _cast(content.get("lanes")))
    scene = _looked(scene, {name: content[name] for name in LOOKS if name in content})
    scenes: list[Scene] = []
    for number, stop in enumerate(stops, start=1):
        try:
            scene = _after(scene, stop, folder)
        except Refusal as refusal:
            raise Refusal(f"Stop {number}: {refusal}") from refusal
        scenes.append(scene)
    return Lesson(title, summary, tuple(scenes), *_placed(content))


def _after(before: Scene, stop: Any, folder: Path) -> Scene:
    """The scene of a stop: the one before it with what the stop changes."""
    if not isinstance(stop, Mapping):
        raise Refusal("It must be an object with words.")
    known(stop, STOP, "A stop")
    cast = _cast(stop["lanes"]) if "lanes" in stop else before.cast
    changes: list[tuple[str, Callable[[Cast, Any], Cast]]] = [("params", _with_params), ("step", _with_step)]
    for name, change in changes:
        if name in stop:
            cast = tuple(change(one, given) for one, given in zip(cast, _each(stop[name], len(cast)), strict=True))
    active = stop.get("lane", min(before.active, len(cast) - 1))
    if not is_whole(active) or active >= len(cast):
        raise Refusal(f"There is no run {quoted(active)}: they are counted from 0.")
    words = _text(stop, "words", LONGEST_WORDS)
    check(words, len(cast))
    data = edited(before.data, stop["data"], folder) if "data" in stop else before.data
    expects, evidence, drawn = claims_of(stop.get("expects", []), len(cast))
    scene = replace(before, data=data, cast=cast, words=words, active=active)
    scene = replace(scene, expects=expects, evidence=evidence, drawn=drawn)
    return _looked(replace(scene, notes=_notes(stop)), stop)


def _looked(scene: Scene, given: Mapping[str, Any]) -> Scene:
    """With another view, tool or question."""
    tool, ask = given.get("tool", scene.tool), given.get("ask", scene.ask)
    if tool not in TOOLS:
        raise Refusal(f"There is no tool {quoted(tool)}. The tools are: {', '.join(TOOLS)}.")
    if ask is not None and (len(ask) != scene.data.d or not all(is_finite(x) for x in ask)):
        raise Refusal(f"The point to ask about needs {scene.data.d} numbers.")
    flags = {name: given.get(name, getattr(scene, name)) for name in FLAGS}
    if not all(isinstance(flag, bool) for flag in flags.values()):
        raise Refusal(f"{', '.join(FLAGS)} must each be true or false.")
    split = split_from_json(given["split"]) if "split" in given else scene.split
    view = given.get("view", scene.view)
    view = checked_view(list(view) if isinstance(view, tuple) else view, scene.data.d)
    point = None if ask is None else tuple(map(float, ask))
    surfaces = _surfaces(given.get("surfaces", scene.surfaces))
    return replace(scene, view=view, tool=tool, ask=point, split=split, surfaces=surfaces, **flags)


def _surfaces(given: Any) -> bool | tuple[str, ...]:
    """Whether there are surfaces beside the planes, or the names of those that are open."""
    if isinstance(given, bool):
        return given
    if not isinstance(given, (list, tuple)) or not given or not all(isinstance(name, str) for name in given):
        raise Refusal('surfaces must be true, false, or the names of those that are open, such as ["Scores"].')
    return tuple(given)


# -- runs --------------------------------------------------------------------------------------------------------------


def _cast(content: Any) -> tuple[Cast, ...]:
    if not isinstance(content, list) or not 1 <= len(content) <= MOST_LANES:
        raise Refusal(f"A lesson needs from 1 to {MOST_LANES} runs.")
    runs = []
    for item in content:
        run = run_from_json(item)
        known(item, {"algorithm", "params", "seed", "start"}, "A run")
        runs.append(Cast(run["algorithm"], run["params"], run["seed"], run["start"]))
    return tuple(runs)


def _each(given: Any, count: int) -> Sequence[Any]:
    """One for each run: a list has them, anything else is for all."""
    if isinstance(given, list) and len(given) != count:
        raise Refusal(f"A list needs one entry for each of the {count} runs.")
    return given if isinstance(given, list) else [given] * count


def _with_params(run: Cast, params: Any) -> Cast:
    if not isinstance(params, Mapping):
        raise Refusal("Parameters are an object of names and values.")
    values = run.values | dict(params)
    legal = build(algorithm(run.key).params, values)
    return replace(run, values={name: getattr(legal, name) for name in values})


def _with_step(run: Cast, step: Any) -> Cast:
    if isinstance(step, Mapping) and set(step) == {"event"} and is_whole(step["event"]) and step["event"] >= 1:
        return replace(run, step=Event(step["event"]))
    if step != "end" and not is_whole(step):
        raise Refusal(f'A step is a whole number from 0 on, "end", or {{"event": 3}}, and not {quoted(step)}.')
    return replace(run, step=None if step == "end" else step)


def _placed(content: Mapping[str, Any]) -> tuple[str, str]:
    """The subject and the level of a lesson, by which a menu orders it; "" where it has none."""
    subject, level = content.get("subject", ""), content.get("level", "")
    if not isinstance(subject, str) or len(subject) > 80:
        raise Refusal("The subject must be text of at most 80 letters.")
    if level not in ("", *LEVELS):
        raise Refusal(f"The level must be one of {', '.join(LEVELS)}.")
    return subject, level


# -- checks ------------------------------------------------------------------------------------------------------------


def _notes(stop: Mapping[str, Any]) -> str:
    notes = stop.get("notes", "")
    if not isinstance(notes, str) or len(notes) > LONGEST_NOTES:
        raise Refusal(f"The notes must be text of at most {LONGEST_NOTES:,} letters.")
    return notes


def _text(content: Mapping[str, Any], name: str, most: int) -> str:
    text = content.get(name)
    if not isinstance(text, str) or not text.strip() or len(text) > most:
        raise Refusal(f"The {name} must be text of at most {most} letters.")
    return text
