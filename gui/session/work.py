"""What of a session counts as work, beside its points and notes: leaving it unsaved asks first.

Compared by what it is, not by how it came about: a parameter that is set back is as it was saved.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from engine.base.snapshot import same
from engine.data.plane import View
from engine.data.split import Split


@dataclass(frozen=True, eq=False)
class Work:
    """The runs with their parameters, seeds and starts, and what is looked at.

    comparing   together, overlaid, how the rows are split, and how often the test rows were looked at, by seed
    """

    runs: tuple[tuple[str, Any, int], ...]
    starts: tuple[Any, ...]
    comparing: tuple[bool, bool, Split, dict[int, int]]
    view: View

    def differing(self, saved: Work | None) -> tuple[str, ...]:
        """In what it differs from what was saved, in words; all of it when nothing was."""
        if saved is None:
            return ("the runs", "the view")
        runs = (self.runs, self.comparing) == (saved.runs, saved.comparing) and _alike(self.starts, saved.starts)
        found = {"the runs": runs, "the view": self.view == saved.view}
        return tuple(words for words, alike in found.items() if not alike)


def _alike(starts: tuple[Any, ...], others: tuple[Any, ...]) -> bool:
    pairs = zip(starts, others, strict=False)
    return len(starts) == len(others) and all(one is other or same(one, other) for one, other in pairs)
