import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QApplication, QWidget
from gui.look import within
from gui.start.shot import settle
from gui.window.guide import USUAL, Pages, guide_pages
from tests.gui.window.test_return_presses import DIALOGUES, end
from tests.gui.window.test_sizes import opened_at
@pytest.fixture
def clothes() -> bool:
    return True
@pytest.mark.parametrize("size,text", [((1024,700),1.5),((1280,800),2.0)])
def test_x(window, tmp_path, monkeypatch, size, text):
    monkeypatch.setattr(within, "available", lambda _: QSize(*size))
    opened_at(window, size)
    window.desk.set_text_size(text)
    settle(window)
    print("WINDOW", window.size(), window.minimumSizeHint())
    dialogues = {name: make(window, tmp_path) for name, make in DIALOGUES.items()}
    dialogues["guide"] = Pages("Guide", guide_pages(), window.appearance, window, USUAL)
    for name, dialog in dialogues.items():
        dialog.show()
        for _ in range(10): QApplication.processEvents()
        import time; time.sleep(.3); QApplication.processEvents()
        print(size, text, name, dialog.size().toTuple(), dialog.minimumSizeHint().toTuple())
        for c in dialog.findChildren(QWidget):
            if c.minimumSizeHint().width() > 250 and c.isVisible(): print("    ", type(c).__name__, c.objectName(), c.minimumSizeHint().toTuple(), c.minimumWidth())
        dialog.grab().save(f"/tmp/h/h5_dlg_{name}_{size[0]}.png")
        end(dialog)
