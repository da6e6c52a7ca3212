"""Fixtures of the export tests: a canvas with pictures, and default settings."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from PySide6.QtCore import QSettings

from tests.gui.showing import Shown


@pytest.fixture
def shown(qtbot: Any) -> Iterator[Shown]:
    """K-means on iris, some steps after its start."""
    QSettings().clear()
    made = Shown(qtbot, step=3)
    yield made
    made.close()
    QSettings().clear()
