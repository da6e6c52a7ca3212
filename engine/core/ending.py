"""How a run ended, in words a student understands."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True)
class Ending:
    """The return value of every `run`: converged, stopped at a cap, or failed, and why.

    >>> Ending.converged("a whole pass without a mistake").kind
    'converged'
    """

    kind: Literal["converged", "stopped", "failed"]
    words: str

    @classmethod
    def converged(cls, words: str) -> Ending:
        """The run reached what it was looking for."""
        return cls("converged", words)

    @classmethod
    def stopped(cls, words: str) -> Ending:
        """The run reached its cap; the last step is the best it has."""
        return cls("stopped", words)

    @classmethod
    def failed(cls, words: str) -> Ending:
        """The run could not go on; the words say what the data did and what to do about it."""
        return cls("failed", words)
