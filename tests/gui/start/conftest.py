"""The programs that these tests start are compiled once, not by each of them: that was a third of what each takes."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def compiled_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not want compiled files beside the sources has none read either, and compiles 400 of them anew."""
    monkeypatch.delenv("PYTHONDONTWRITEBYTECODE", raising=False)
