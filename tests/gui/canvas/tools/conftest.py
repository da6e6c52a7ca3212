"""A plane with six points of two classes under the mouse."""

from __future__ import annotations

import pytest


@pytest.fixture
def view(plane, two_classes):
    plane.session.open_data(two_classes)
    return plane
