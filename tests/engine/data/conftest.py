"""A table on disk for the tests of reading."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture
def table(tmp_path: Path) -> Callable[..., Path]:
    """Write a text (or bytes) to a file and give its path."""

    def write(content: str | bytes, name: str = "table.csv") -> Path:
        path = tmp_path / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return write
