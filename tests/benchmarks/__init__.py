"""What is measured is measured as in the program: Qt is imported first, and imports stay Python's own."""

from gui.start.imports import import_lightly

import_lightly()
