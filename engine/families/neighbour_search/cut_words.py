"""What is said of the cuts of a k-d tree."""

from __future__ import annotations

from engine.data.dataset import Dataset

CUT = r"t = \mathrm{median}\{x_{nj}\}, \quad x_{nj} \leq t \;\mathrm{goes\ left}"


def seen(name: str, data: Dataset) -> str:
    """Where the cut of a feature is to be seen: the plane has two of them."""
    return f" The plane has its line only where {name} is in view." if data.d > 2 else ""
