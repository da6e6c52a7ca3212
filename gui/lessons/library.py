"""Which lessons there are: those that come with the program, and those a person made or put into their own folder."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache, lru_cache
from pathlib import Path

from PySide6.QtCore import QStandardPaths

from engine.base.errors import Refusal
from engine.base.files import parsed
from gui.lessons.lesson import FOLDER, FORMAT, LEVELS, VERSION

MOST = 100
"""Maximum number of lessons listed of a folder; a longer menu would be unreadable."""
SUBJECTS = (
    "Nearest neighbours",
    "Clustering",
    "Dimensionality reduction",
    "Regression",
    "Bayes and decisions",
    "Linear classifiers",
    "Logistic regression",
    "Support vector machines",
    "Decision trees and ensembles",
    "Neural networks",
    "Evaluation",
)
"""Of the lessons that come with the program, in the order of a course."""
LARGEST = 50 * 2**20
"""A larger file is not opened only to list it."""


@dataclass(frozen=True)
class Entry:
    """A lesson in the menu.

    problem  why it cannot be shown, or ""
    subject, level  by which those that come with the program are ordered; "" for most of a person's own
    """

    path: Path
    title: str
    summary: str
    problem: str = ""
    subject: str = ""
    level: str = ""


@cache
def bundled() -> tuple[Entry, ...]:
    """Every lesson that comes with the program: subject by subject as a course goes, the easier first."""
    contents = {path: parsed(path, FORMAT, VERSION) for path in sorted(FOLDER.glob("*.json"))}
    entries = [
        Entry(path, content["title"], content["summary"], subject=content["subject"], level=content["level"])
        for path, content in contents.items()
    ]
    return tuple(sorted(entries, key=lambda entry: (SUBJECTS.index(entry.subject), LEVELS.index(entry.level))))


def own_folder() -> Path:
    """Where a person's own lessons are, with the tables they name."""
    return Path(QStandardPaths.writableLocation(QStandardPaths.StandardLocation.AppDataLocation)) / "lessons"


def own() -> tuple[Entry, ...]:
    """The lessons in a person's own folder, by title; a file that is no lesson is there with its problem."""
    paths = sorted(own_folder().glob("*.json"))[:MOST]
    entries = [_entry(path, path.stat().st_mtime_ns, path.stat().st_size) for path in paths if path.is_file()]
    return tuple(sorted(entries, key=lambda entry: (bool(entry.problem), entry.title.lower())))


def own_tables() -> tuple[Path, ...]:
    """The tables in that folder, by name: those that lessons need, and any other."""
    from engine.data.tables.sources import SUFFIXES  # what opens a table is not needed at the start

    kinds = {*SUFFIXES} - {".json"}
    paths = (path for path in own_folder().glob("*") if path.suffix.lower() in kinds and path.is_file())
    return tuple(sorted(paths, key=lambda path: path.name.lower())[:MOST])


@lru_cache(maxsize=2 * MOST)
def _entry(path: Path, changed: int, size: int) -> Entry:
    """The entry of a file as it was at a time: a menu that opens again reads nothing twice."""
    if size > LARGEST:
        return Entry(path, path.stem, "", f"{path.name} is too large for a lesson: it has {size / 2**20:.0f} MB.")
    try:
        content = parsed(path, FORMAT, VERSION)
    except Refusal as refusal:
        return Entry(path, path.stem, "", str(refusal))
    title, summary = content.get("title"), content.get("summary")
    if not isinstance(title, str) or not isinstance(summary, str):
        return Entry(path, path.stem, "", f"{path.name} has no title or no summary.")
    return Entry(path, title[:80], summary[:300])


def free_path(title: str) -> Path:
    """A file in the own folder that is named after a title and not there yet."""
    stem = re.sub(r"[^\w]+", "-", title.lower()).strip("-")[:60] or "lesson"
    names = (stem, *(f"{stem}-{number}" for number in range(2, 10_000)))
    return next(path for name in names if not (path := own_folder() / f"{name}.json").exists())
