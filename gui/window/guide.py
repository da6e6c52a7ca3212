"""The words inside the program: the guide, the table of keys, and what this is."""

from __future__ import annotations

from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QFont, QTextBlock, QTextBlockFormat, QTextCursor, QTextDocument
from PySide6.QtWidgets import QDialog, QHBoxLayout, QListWidget, QTextBrowser, QWidget

from gui.look.appearance import RESOURCES, Appearance
from gui.window.actions import ACTIONS

FOLDER = RESOURCES / "guide"


class Pages(QDialog):
    """A window with pages of Markdown, and a list of them when there are several."""

    def __init__(
        self, title: str, pages: dict[str, str], appearance: Appearance, parent: QWidget | None = None
    ) -> None:
        super().__init__(parent)
        self.setWindowTitle(title)
        self.pages, self.appearance = pages, appearance
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
        self.resize(round(820 * self.appearance.scale), round(600 * self.appearance.scale))
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


def key_table() -> str:
    """All keys as a Markdown table, from the declared actions."""
    from gui.window.actions import key_words, said

    lines = ["# Keyboard shortcuts", "", "Text fields and tables keep their own keys while they have the focus.", ""]
    for menu in dict.fromkeys(action.menu for action in ACTIONS):
        lines += [f"### {menu}", "", "| key | what it does |", "|:--|:--|"]
        for action in ACTIONS:
            if action.menu == menu and (keys := key_words(action)):
                words = action.tip or said(action.text, None)
                lines.append(f"| **{keys}** | {words.replace('&', '')} |")
        if menu == "Edit":
            lines.append("| **1** … **9** | The class of new points |")
        lines.append("")
    return "\n".join(lines)


ABOUT = """# Learnscope

Classical machine learning, opened: watch it think, one step at a time.

Every step shows what moved, which sample moved it, the formula with this step's numbers in it, and the line of the
algorithm's own source that did it.

Free software under the MIT licence. It stands on Qt (PySide6), pyqtgraph, NumPy, SciPy and pandas; its letters are
Inter and JetBrains Mono (SIL Open Font License), its icons Tabler (MIT). The data sets name their sources in the panel
Data.
"""


def show_guide(parent: QWidget, appearance: Appearance) -> Pages:
    """Open the guide beside the window."""
    return _shown(Pages("Guide", guide_pages(), appearance, parent))


def show_keys(parent: QWidget, appearance: Appearance) -> Pages:
    """Open the table of keys."""
    return _shown(Pages("Keyboard shortcuts", {"Keys": key_table()}, appearance, parent))


def show_about(parent: QWidget, appearance: Appearance) -> Pages:
    """Say what this is."""
    pages = Pages("About Learnscope", {"About": ABOUT}, appearance, parent)
    pages.resize(round(560 * appearance.scale), round(340 * appearance.scale))
    return _shown(pages)


def _shown(pages: Pages) -> Pages:
    pages.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    pages.show()
    return pages
