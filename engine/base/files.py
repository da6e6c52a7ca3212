"""How every file of ours is written, so that a failure loses nothing, and how it is recognised and read."""

from __future__ import annotations

import json
import os
import re
import stat
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from engine.base.errors import Refusal
from engine.base.file_lock import PREFIX, held
from engine.base.words import quoted

RESOURCES = Path(str(files("resources")))
"""What comes with the program, in its checkout or where it is installed: data sets, fonts, icons, guide, lessons."""


@contextmanager
def replaced(path: str | Path) -> Iterator[Path]:
    """Give a temporary path beside `path`; when the block ends well it takes the place of `path`.

    What was there before stays whole whatever happens: the temporary is on the disk before it is moved. It is held
    while it is written, so that one a killed process left can be told from one in use (`file_lock.swept`). Who may
    read and write the file stays as it was, and a link stays one: what it leads to is written.
    """
    target = Path(os.path.realpath(path))
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f"{PREFIX}{target.stem}-", suffix=target.suffix)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror or error}.") from error
    temporary = Path(name)
    held(handle)
    try:
        try:
            yield temporary
            temporary.chmod(_mode_of(target))
            _on_disk(temporary)
        finally:
            os.close(handle)
        os.replace(temporary, target)
        _on_disk(target.parent)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        temporary.unlink(missing_ok=True)


def _mode_of(path: Path) -> int:
    """The permissions of a file; a new one is readable by all and writable by its owner."""
    return stat.S_IMODE(path.stat().st_mode) if path.exists() else 0o644


def _on_disk(path: Path) -> None:
    """Wait until a file, or what a folder holds, would survive a loss of power."""
    if path.is_dir() and os.name == "nt":
        return  # Windows opens no folders
    handle = os.open(path, os.O_RDONLY if path.is_dir() else os.O_RDWR)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def parsed(path: str | Path, format: str, version: int) -> dict[str, Any]:
    """The content of one of our JSON files, with its format and version checked."""
    name = Path(path).name
    try:
        content = json.loads(Path(path).read_text(encoding="utf-8"), parse_constant=_no_constant)
    except OSError as error:
        raise Refusal(f"{name} cannot be read: {error.strerror or error}.") from error
    except (ValueError, RecursionError) as error:
        raise Refusal(f"{name} is damaged or no JSON file: {error}.") from error
    if not isinstance(content, dict) or content.get("format") != format:
        raise Refusal(f"{name} is no {format} file.")
    found = content.get("version")
    if type(found) is not int or found != version:
        newer = ": update it" if type(found) is int and found > version else ""
        raise Refusal(f"{name} has {version_of(found)}; this program reads version {version}{newer}.")
    return content


def version_of(found: Any) -> str:
    """The version that a file says it has."""
    return f"version {quoted(found)}" if type(found) in (int, float) else "no number as its version"


def _no_constant(word: str) -> float:
    """Our own files write NaN and the infinities as text; the bare words are not JSON."""
    raise ValueError(f"the word {word} is not JSON")


def format_of(path: Path) -> str:
    """The format that one of our JSON files says it has, or ""; read only as far as needed."""
    if path.suffix != ".json":
        return ""
    try:
        with open(path, encoding="utf-8", errors="replace") as file:
            found = _FORMAT.search(file.read(4096))
    except OSError:
        return ""
    return found[1] if found else ""


_FORMAT = re.compile(r'"format"\s*:\s*"([\w-]+)"')
