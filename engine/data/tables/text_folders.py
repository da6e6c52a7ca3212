"""A folder of text files as a table of texts: a row for each file, and the folder it lies in is its class."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np

from engine.base.errors import Refusal
from engine.base.words import counted, listed, short
from engine.data.dataset import TEXT, Column, Dataset
from engine.data.tables.decoding import as_utf8

SUFFIXES = (".txt", ".text", ".md", ".eml", "")
"""What the names of text files end with; others are left out."""
MOST_FILES = 100_000
MOST_BYTES = 2**27
"""So many bytes of all files are read."""
MOST_SEEN = 200_000
"""Of a folder with more files the listing stops here: it would take too long."""
Going = Callable[[int, int | None], None]
"""Is told how many files have been listed, or read, of how many (None while they are listed); it may raise to stop."""


def silent(done: int, of: int | None) -> None:
    """Ignores the progress of a reading."""


def text_folder(folder: Path, going: Going = silent) -> tuple[Dataset, tuple[str, ...]]:
    """The texts of a folder, with what was left out; the folders in it are the classes, if there are any.

    Files that lie in the folder itself have no class where there are folders too.
    """
    files, others = _listed(folder, going)
    if not files:
        raise Refusal(
            f"{folder.name} is a folder without a text file (.txt): put those of each class into one of its own."
        )
    texts, kept, damaged = _read(folder, files, going)
    if not texts:
        raise Refusal(f"No file of {folder.name} is text: {damaged[0][1]}")
    labels = [file.parent.name if file.parent != folder else "" for file in kept]
    classes = tuple(sorted({*labels} - {""}))
    levels = tuple(sorted(set(texts)))
    place = {text: float(code) for code, text in enumerate(levels)}
    code = {name: number for number, name in enumerate(classes)}
    y = np.array([code.get(label, -1) for label in labels]) if classes else None
    X = np.array([[place[text]] for text in texts])
    names = tuple(str(file.relative_to(folder)) for file in kept)
    data = Dataset(X, y, (Column("text", TEXT, levels),), names, classes, name=folder.name, rows_title="file")
    return data, tuple(_remarks(others, damaged, labels, classes))


def _listed(folder: Path, going: Going) -> tuple[list[Path], int]:
    """The text files of the folder and of the folders in it, in the order of their names, and how many others."""
    files: list[Path] = []
    others = 0
    for seen, place in enumerate(_entries(folder)):
        going(seen, None)
        if seen > MOST_SEEN or len(files) > MOST_FILES:
            words = f"{folder.name} has more than {MOST_FILES:,} files, and so many are read at most"
            raise Refusal(f"{words}: open a folder with a part of them.")
        if place.name.startswith(".") or Path(place.name).suffix.lower() not in SUFFIXES:
            others += 1
        else:
            files.append(Path(place.path))
    return sorted(files), others


def _entries(folder: Path) -> Iterator[os.DirEntry[str]]:
    """The files of a folder, then those of each folder in it; links and deeper folders are not followed."""
    try:
        with os.scandir(folder) as found:
            folders = []
            for entry in found:
                if entry.is_dir(follow_symlinks=False):
                    folders.append(entry)
                elif entry.is_file(follow_symlinks=False):
                    yield entry
        for inner in sorted(folders, key=lambda entry: entry.name):
            with os.scandir(inner.path) as found:
                yield from (entry for entry in found if entry.is_file(follow_symlinks=False))
    except OSError as error:
        raise Refusal(f"{folder.name} cannot be read: {error.strerror or error}.") from error


def _read(folder: Path, files: list[Path], going: Going) -> tuple[list[str], list[Path], list[tuple[Path, str]]]:
    """The text of each file and its file, and those that are no text, with the reason; too many bytes are refused."""
    texts, kept, damaged, size = list[str](), list[Path](), list[tuple[Path, str]](), 0
    for done, file in enumerate(files):
        going(done, len(files))
        try:
            size += file.stat().st_size
            if size > MOST_BYTES:
                words = f"The texts of {folder.name} have more than {MOST_BYTES:,} bytes"
                raise Refusal(f"{words}: open a folder with a part of them.")
            raw = file.read_bytes()
        except OSError as error:
            damaged.append((file, f"{file.name} cannot be read: {error.strerror or error}."))
            continue
        try:
            texts.append(as_utf8(raw, None, file.name)[0].decode("utf-8").strip() if raw.strip() else "")
            kept.append(file)
        except Refusal as refusal:
            damaged.append((file, str(refusal)))
    going(len(files), len(files))
    return texts, kept, damaged


def _remarks(
    others: int, damaged: list[tuple[Path, str]], labels: list[str], classes: tuple[str, ...]
) -> Iterator[str]:
    """What was left out, and what has no class."""
    if others:
        yield f"{counted(others, 'file is', 'files are')} no text by the name and left out."
    if damaged:
        names = listed((short(file.name) for file, _ in damaged), 3)
        yield f"{counted(len(damaged), 'file is', 'files are')} no text inside and left out: {names}."
    if classes and "" in labels:
        yield f"{counted(labels.count(''), 'text lies', 'texts lie')} in no folder of its own and has no class."
