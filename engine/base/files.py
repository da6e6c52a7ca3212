"""How every file of ours is written, so that a failure loses nothing, and how it is recognised and read."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from engine.base.errors import Refusal
from engine.base.words import quoted


@contextmanager
def replaced(path: str | Path) -> Iterator[Path]:
    """Give a temporary path beside `path`; when the block ends well it takes the place of `path`."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror or error}.") from error
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o644)
        os.replace(temporary, target)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        temporary.unlink(missing_ok=True)


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
    if (found := content.get("version")) != version:
        raise Refusal(f"{name} has version {quoted(found)}; this program reads version {version}: update it.")
    return content


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
