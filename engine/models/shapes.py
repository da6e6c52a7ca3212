"""What shapes the arrays of a model must have."""

from __future__ import annotations

from typing import Any

from engine.base.errors import Refusal


def shaped(model: Any, **shapes: str) -> dict[str, int]:
    """What each letter stands for, where arrays have the shapes stated: `shaped(self, means="Kd", classes="K")`."""
    sizes: dict[str, int] = {}
    for name, letters in shapes.items():
        shape = getattr(model, name).shape
        fits = len(shape) == len(letters)
        if not fits or any(sizes.setdefault(*pair) != pair[1] for pair in zip(letters, shape, strict=True)):
            stated = ", ".join(f"{field} ({', '.join(axes)})" for field, axes in shapes.items())
            raise Refusal(f"The {name} of {type(model).__name__} have the shape {shape}, and it needs {stated}.")
    return sizes
