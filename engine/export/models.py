"""Fitted models as versioned JSON: exactly restored, and loading never executes anything.

A model goes alone, or as `Carried`: with the names of its columns and classes and with its preparation.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from engine import models
from engine.base.coding import decoded, encoded
from engine.base.errors import Refusal
from engine.base.files import parsed, replaced
from engine.data.preparing import preparation
from engine.export.carried import Carried, checked
from engine.export.recipe import units
from engine.models.soundness import sound

FORMAT, VERSION = "learnscope-model", 1


def save_model(model: Any, path: str | Path) -> None:
    """Write a fitted model, alone or carried, to a JSON file, moved into place when it is whole."""
    alone = model.model if isinstance(model, Carried) else model
    if type(alone) not in models.kinds().values():
        raise Refusal("Only a fitted model can be saved, such as engine.fit gives, and this is none.")
    said = units(model.columns) if isinstance(model, Carried) else {}
    whole = {"format": FORMAT, "version": VERSION, **said, "model": encoded(model)}
    text = json.dumps(whole, indent=1, allow_nan=False)
    with replaced(path) as temporary:
        temporary.write_text(text, encoding="utf-8")


def load_model(path: str | Path) -> Any:
    """Read what `save_model` wrote; a file that is damaged, foreign, or holds no model that could answer is refused
    with the reason.
    """
    content = parsed(path, FORMAT, VERSION)
    found = decoded(content.get("model"), {**models.parts(), **preparation.known(), "Carried": Carried})
    alone = found.model if isinstance(found, Carried) else found
    if type(alone) not in models.kinds().values():
        raise Refusal(f"{Path(path).name} holds no fitted model.")
    sound(alone)
    return checked(found) if isinstance(found, Carried) else found
