"""What a person asks for on the command line, checked in words before there is a window. Imports no Qt."""

from __future__ import annotations

import json
from argparse import Namespace
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any

from engine.base.errors import ParameterError, Refusal
from engine.base.files import RESOURCES
from engine.base.params import Numbers, Spec, specs
from engine.base.settings import read_value
from engine.base.words import counted, listed, quoted
from engine.data.bundled import bundled, load
from engine.data.dataset import Dataset
from engine.data.plane import TARGET, Plane, View, no_response_plane
from engine.families import algorithm, suitable
from gui.session.numbers import row_of_numbers
from gui.session.opening import kind_of
from gui.session.transport import MOST_LANES

if TYPE_CHECKING:
    from gui.lessons.player import LessonPlayer
    from gui.session.session import Session

FIRST = RESOURCES / "first.json"
"""What a window shows when nothing is asked for: data, algorithm, parameters and step."""
BRINGS = {"session": "data and algorithm", "lesson": "data"}
"""What a file of some kind brings, so that it cannot be asked for beside it."""
GIVEN = ("file", "data", "target", "algorithm", "params", "seed", "step", "view", "compare", "overlaid")
"""The options that say what is shown."""


@dataclass(frozen=True)
class Request:
    """What to open: a session file as it is, a lesson at a stop, or data with a run at a step.

    step    the number of a step, or None for the last one; of a lesson it is the stop, counted from 1
    others  the algorithms that run beside the first;   overlaid  whether all are drawn in one picture
    target  the column to be predicted, if one was named;   remarks  what was doubtful in the table, changed or left out
    """

    session: Path | None = None
    lesson: Path | None = None
    data: Dataset | None = None
    key: str = ""
    values: dict[str, Any] = field(default_factory=dict)
    seed: int = 0
    step: int | None = 0
    view: View = "auto"
    path: Path | None = None
    others: tuple[str, ...] = ()
    overlaid: bool = False
    target: str = ""
    remarks: tuple[str, ...] = ()

    def fill(self, session: Session, lessons: LessonPlayer) -> None:
        """Put what is asked for into a fresh session, or let its player of lessons do it."""
        from gui.session.file import open_session

        if self.session is not None:
            open_session(session, self.session)
            return
        if self.lesson is not None:
            begun(self.lesson, self.step, lessons)
            return
        assert self.data is not None
        session.open_data(self.data, self.view)
        session.add_lane(self.key, self.values, self.seed, step=self.step)
        for key in self.others:
            session.add_lane(key, {}, self.seed, step=self.step)
        session.activate_lane(0)
        if self.overlaid:
            session.view.set_overlaid(True)
        session.document.saved(None)


def from_options(options: Namespace) -> Request:
    """The request of a command line; without data or algorithm it is what a first start shows."""
    given = {name: getattr(options, name) for name in GIVEN}
    given = {name: value for name, value in given.items() if value not in ("", [], None, False)}
    given["offers"] = getattr(options, "shot", None) is None
    shown = json.loads(FIRST.read_text(encoding="utf-8"))
    if not {"file", "data", "target", "algorithm", "params"} & given.keys():
        return requested(**shown | given)
    return requested(**({} if {"file", "data"} & given.keys() else {"data": shown["data"]}) | given)


def requested(
    file: str = "",
    data: str = "",
    target: str = "",
    algorithm: str = "",
    params: Sequence[str] = (),
    seed: int = 0,
    step: str = "0",
    view: str = "",
    features: Sequence[str] = (),
    compare: Sequence[str] = (),
    overlaid: bool = False,
    offers: bool = False,
) -> Request:
    """The request that these words make; a Refusal says which of them cannot be, and why.

    offers   there will be a window: of a run that the data cannot have, it says what would put that right
    """
    kind, path = kind_of(Path(file)) if file else "table", Path(file) if file else None
    if kind in BRINGS and (data or target or algorithm or params or compare or overlaid):
        raise Refusal(f"{Path(file).name} is a {kind}, which brings its own {BRINGS[kind]}: leave those options out.")
    if kind == "session":
        return Request(session=path, path=path)
    if kind == "lesson":
        return Request(lesson=path, step=stop(step), path=path)
    table, remarks = opened(data or file, seed, target)
    table = table.select([feature(table, name) for name in features]) if features else table
    key = algorithm or suitable(table)
    values = typed(key, params)
    # an unsuitable default is not refused here: the window says what is wrong, and what to do
    runs = not algorithm or can_run(key, table, values, offers)
    step_number = counted_step(key, table, values, seed, step) if runs else 0
    check_comparison(table, compare, overlaid)
    place = looked(table, view)
    run, path = (
        (key, values, seed, step_number, place),
        path or (Path(data) if remarks or is_image(Path(data)) else None),
    )
    return Request(None, None, table, *run, path, tuple(compare), overlaid, target, remarks)


def stop(words: str) -> int | None:
    """The stop of a lesson: its number, or "end" for the last; nothing is the first."""
    if words in ("0", "end"):
        return 1 if words == "0" else None
    if not words.isdigit():
        raise Refusal(f"--step {words}: give the number of a stop of the lesson, or 'end'.")
    return int(words)


def begun(path: Path, stop: int | None, lessons: LessonPlayer) -> None:
    """Open the lesson of a file at a stop that it has."""
    from gui.lessons.lesson import read

    lesson = read(path)
    if stop is not None and not 1 <= stop <= (count := len(lesson.scenes)):
        stops = counted(count, "stop")
        raise Refusal(f"--step {stop}: the lesson {lesson.title} has {stops}: give one of 1 to {count}, or 'end'.")
    lessons.open(lesson, stop)


# -- data --------------------------------------------------------------------------------------------------------------


def is_image(path: Path) -> bool:
    """Whether a file is an image; of one without a suffix nothing is imported to find out."""
    if not path.suffix:
        return False
    from engine.data import regions

    return regions.is_image(path)


def opened(name: str, seed: int = 0, target: str = "") -> tuple[Dataset, tuple[str, ...]]:
    """A data set by its key, a toy by the key of its generator, or a table by its path; and what to know of it."""
    if name in bundled():
        return aimed(load(name), target), ()
    from engine.data.tables.options import Options
    from engine.data.tables.reading import reading
    from engine.data.toys import TOYS, generate

    if name in TOYS:
        return aimed(generate(name, seed), target), ()
    path = Path(name)
    if path.exists():
        made = reading(path, Options(target=target or None))
        return made.data, made.warnings
    if path.suffix:
        raise Refusal(f"There is no file {name}.")
    raise Refusal(f"There is no data {quoted(name)}. Choose a file or one of: {', '.join([*bundled(), *TOYS])}.")


def aimed(data: Dataset, target: str) -> Dataset:
    """With the feature of this name as the target, unless that is the target already, or none is named."""
    if not target or (data.y is not None and target == data.target_name):
        return data
    if target not in data.feature_names:
        raise Refusal(f"--target: {data.name} has no column {quoted(target)}. It has: {listed(data.feature_names)}.")
    from engine.data.recast import with_target

    return with_target(data, data.feature_names.index(target))


def looked(data: Dataset, view: str) -> View:
    """The view that the words ask for: "pca", "fisher", two features by name or number with a comma, or nothing.

    In the place of the second, "target" (unless a feature has that name) and the name of the target mean the target.
    """
    if view in ("", "auto"):
        return "auto"
    if view == "pca":
        return "pca"
    if view == "fisher":
        Plane.fisher(data)  # refuses in words what has no such plane
        return "fisher"
    names = [name.strip() for name in view.split(",")]
    if len(names) != 2:
        raise Refusal(
            f"--view {view}: give 'pca', 'fisher', or two features with a comma between, the second maybe 'target'."
        )
    if names[1] in (TARGET, data.target_name) and names[1] not in data.feature_names:
        if words := no_response_plane(data):
            raise Refusal(f"--view {view}: {words}")
        return (feature(data, names[0]), TARGET)
    return (feature(data, names[0]), feature(data, names[1]))


def feature(data: Dataset, name: str) -> int:
    """The index of a feature by its name, by the one name that begins so, or by its number from 1."""
    if name in data.feature_names:
        return data.feature_names.index(name)
    if name.isdigit() and 1 <= int(name) <= data.d:
        return int(name) - 1
    begins = [j for j, title in enumerate(data.feature_names) if title.lower().startswith(name.lower())]
    if len(begins) == 1:
        return begins[0]
    known = listed(data.feature_names, 30)
    raise Refusal(f"--view: there is no feature {quoted(name)} in {data.name}. Its features are: {known}.")


# -- the run -----------------------------------------------------------------------------------------------------------


def typed(key: str, params: Sequence[str]) -> dict[str, Any]:
    """Each "name=value" as the kind of value its parameter has, checked against its range."""
    known = specs(algorithm(key).params)
    values = {}
    for words in params:
        name, sign, text = words.partition("=")
        if not sign:
            raise ParameterError(f"--param {words}: write it as name=value.")
        if name not in known:
            those = ", ".join(known) or "none"
            raise ParameterError(f"There is no parameter {quoted(name)}; those of {key} are: {those}.")
        values[name] = known[name].checked(name, _value(known[name], text))
    return values


def _value(spec: Spec, text: str) -> Any:
    """Text as the kind of value a parameter has; what cannot be read stays text, and is then refused by its range."""
    numbers = row_of_numbers(text) if isinstance(spec, Numbers) else None
    return read_value(spec, text.strip()) if numbers is None else numbers


def check_run(key: str, data: Dataset, values: dict[str, Any]) -> None:
    """Refuse a run that this data cannot have."""
    chosen = algorithm(key)
    chosen.trace(data, **values)


def can_run(key: str, data: Dataset, values: dict[str, Any], offers: bool) -> bool:
    """Whether this data can have the run. If not, it is refused here, unless the window can say what to do."""
    try:
        check_run(key, data, values)
    except Refusal as refusal:
        if not (offers and refusal.remedies):
            raise
        return False
    return True


def check_comparison(data: Dataset, others: Sequence[str], overlaid: bool) -> None:
    """Refuse runs to compare with that this data cannot have, and too many or too few of them."""
    if overlaid and not others:
        raise Refusal("--overlaid draws several runs in one picture: add another with --compare KEY.")
    if len(others) >= MOST_LANES:
        raise Refusal(f"--compare: there can be {MOST_LANES} runs at most, with the first.")
    for key in others:
        check_run(key, data, {})


def counted_step(key: str, data: Dataset, values: dict[str, Any], seed: int, words: str) -> int | None:
    """The step meant by a number, by one counted from the end (-1 is the last), or by "end"."""
    if words == "end":
        return None
    try:
        step = int(words)
    except ValueError as error:
        raise Refusal(f"--step {words}: give a whole number, or 'end'.") from error
    if step == 0:
        return 0
    trace = algorithm(key).trace(data, seed=seed, budget=0, **values)
    while (step < 0 or trace.known <= step) and trace.advance():
        pass
    place = step if step > 0 else trace.known + step
    if not 0 <= place < trace.known:
        raise Refusal(f"--step {step}: this run of {key} on {data.name} has {extent(trace.known)}.")
    return place


def extent(known: int) -> str:
    """How many steps a run has, and which of them can be asked for."""
    if known == 1:
        return "one step alone: give 0 or 'end'"
    return f"{known} steps: give one of 0 to {known - 1}, or 'end' for the last"
