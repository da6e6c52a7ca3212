"""Which entries of the catalogue a test shows: `@shows("PE3", "W32")` above it; test_catalogue.py collects them."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

Test = TypeVar("Test", bound=Callable[..., object])


def shows(*entries: str) -> Callable[[Test], Test]:
    """Say that a test shows these entries of the catalogue whole; the mark is read from the file, not from here."""
    return lambda test: test
