"""How often Python looks for cycles of objects while tests run."""

from __future__ import annotations

import gc


def look_seldom() -> None:
    """What is there stays, and whoever looks for cycles need not go through it; nor so often as Python does by itself,
    which takes up to a tenth of the time of the engine's tests.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(50_000, 20, 20)
