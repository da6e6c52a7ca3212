"""Fitted models as versioned JSON: exactly restored, and loading never executes anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import models
from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.base.files import replaced

FORMAT, VERSION = "learnscope-model", 1


def save_model(model: Any, path: str | Path) -> None:
    """Write a fitted model to a JSON file, moved into place when it is whole."""
    if type(model) not in models.kinds().values():
        raise Refusal(f"{type(model).__name__} is no fitted model.")
    text = json.dumps({"format": FORMAT, "version": VERSION, "model": encoded(model)}, indent=1, allow_nan=False)
    with replaced(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def load_model(path: str | Path) -> Any:
    """Read a model written by `save_model`; a damaged or foreign file is refused with the reason."""
    content = parsed(path, FORMAT, VERSION)
    model = decoded(content.get("model"), models.parts())
    if type(model) not in models.kinds().values():
        raise Refusal(f"{Path(path).name} holds no fitted model.")
    return model


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
        raise Refusal(f"{name} has version {found!r}; this program reads version {version}: update it.")
    return content


def _no_constant(word: str) -> float:
    """Our own files write NaN and the infinities as text; the bare words are not JSON."""
    raise ValueError(f"the word {word} is not JSON")
