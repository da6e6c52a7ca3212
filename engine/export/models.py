"""Fitted models as versioned JSON: exactly restored, and loading never executes anything."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import models
from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.base.files import parsed, replaced
from engine.models.soundness import sound

FORMAT, VERSION = "learnscope-model", 1


def save_model(model: Any, path: str | Path) -> None:
    """Write a fitted model to a JSON file, moved into place when it is whole."""
    if type(model) not in models.kinds().values():
        raise Refusal(f"{type(model).__name__} is no fitted model.")
    text = json.dumps({"format": FORMAT, "version": VERSION, "model": encoded(model)}, indent=1, allow_nan=False)
    with replaced(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def load_model(path: str | Path) -> Any:
    """Read a model written by `save_model`; a file that is damaged, foreign, or holds no model that could answer is
    refused with the reason.
    """
    content = parsed(path, FORMAT, VERSION)
    model = decoded(content.get("model"), models.parts())
    if type(model) not in models.kinds().values():
        raise Refusal(f"{Path(path).name} holds no fitted model.")
    return sound(model)
