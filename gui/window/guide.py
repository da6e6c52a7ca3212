"""Windows with pages of words: the guide, and what this is. Which pages are shown, the actions say."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QFont, QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QTextBrowser, QWidget

from engine.base.files import RESOURCES
from gui.look.appearance import Appearance
from gui.look.within import open_within

FOLDER = RESOURCES / "guide"
USUAL, SMALL = (820, 600), (560, 340)
"""Width and height of a window in pixels, at the usual size of the letters."""


class Pages(QDialog):
    """A window with pages of Markdown, and a list of them when there are several."""

    def __init__(
        self, title: str, pages: dict[str, str], appearance: Appearance, parent: QWidget, size: tuple[int, int]
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.pages, self.appearance, self._size = pages, appearance, size
        self.list, self.text = QListWidget(self), QTextBrowser(self)
        self.list.addItems(list(pages))
        self.list.setVisible(len(pages) > 1)
        self.text.setOpenLinks(False)
        self.text.anchorClicked.connect(self._follow)
        self.text.document().setDocumentMargin(24)
        layout = QHBoxLayout(self)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setSpacing(0)
        layout.addWidget(self.list)
        layout.addWidget(self.text, 1)
        self.list.currentTextChanged.connect(self._show)
        appearance.changed.connect(self._dress)
        self._dress()
        self.list.setCurrentRow(0)

    def _dress(self) -> None:
        self.list.setFixedWidth(round(208 * self.appearance.scale))
        width, height = (round(side * self.appearance.scale) for side in self._size)
        open_within(self, width, height)
        self._show(self.list.currentItem().text() if self.list.currentItem() else next(iter(self.pages)))

    def _show(self, title: str) -> None:
        self.text.document().setDefaultFont(QFont(self.appearance.font("body")))
        self.text.setMarkdown(self.pages.get(title, ""))
        air(self.text.document(), self.appearance.pixels("body"))

    def _follow(self, link: QUrl) -> None:
        """A link to another page by its title."""
        found = [row for row, title in enumerate(self.pages) if title == link.fragment() or title == link.path()]
        if found:
            self.list.setCurrentRow(found[0])


def air(document: QTextDocument, size: int) -> None:
    """Room between lines and between paragraphs, which Markdown is shown without."""
    cursor = QTextCursor(document)
    block = document.begin()
    while block.isValid():
        layout = block.blockFormat()
        layout.setLineHeight(135, QTextBlockFormat.LineHeightTypes.ProportionalHeight.value)
        layout.setTopMargin(size if layout.headingLevel() else 0)
        layout.setBottomMargin(0.25 * size if in_table(block) else 0.6 * size)
        cursor.setPosition(block.position())
        cursor.setBlockFormat(layout)
        block = block.next()


def in_table(block: QTextBlock) -> bool:
    return QTextCursor(block).currentTable() is not None


def guide_pages() -> dict[str, str]:
    """The pages of the guide in the order of their files, by their headings."""
    pages = {}
    for path in sorted(FOLDER.glob("*.md")):
        text = path.read_text(encoding="utf-8")
        pages[text.splitlines()[0].lstrip("# ")] = text
    return pages


ABOUT = {
    "About": """# Learnscope

Classical machine learning, opened: watch it think, one step at a time.

Every step shows what moved, which sample moved it, the formula with this step's numbers in it, and the line of the
algorithm's own source that did it.

Free software under the MIT licence. It stands on Qt (PySide6), pyqtgraph, NumPy, SciPy and pandas; its letters are
Inter and JetBrains Mono (SIL Open Font License), its icons Tabler (MIT). The data sets name their sources in the panel
Data.
"""
}


def show(
    title: str, pages: dict[str, str], appearance: Appearance, parent: QWidget, size: tuple[int, int] = USUAL
) -> Pages:
    """Open pages beside the window; they go when they are closed."""
    shown = Pages(title, pages, appearance, parent, size)
    shown.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    shown.show()
    return shown
