"""The export dialogue: what it offers, what it writes, what it remembers, and how it fails."""

from __future__ import annotations

import av
import pytest
from PIL import Image
from PySide6.QtCore import QPoint, QSettings, QSize, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QDialog, QFileDialog

from engine.base.errors import Refusal
from gui.export.dialog import PREVIEW, ExportDialog
from gui.export.figures import thumbnail
from gui.export.form import KINDS
from gui.export.options import FigureOptions
from gui.export.presets import PRESETS, described
from gui.export.step_fields import StepFields
from gui.look import within
from gui.look.theme import LIGHT
from tests.gui.canvas.seeing import share


@pytest.fixture
def opened(shown, qtbot, monkeypatch):
    """Opens the dialogue on an ordinary screen; that of tests has 800 pixels each way."""
    monkeypatch.setattr(within, "available", lambda _: QSize(1440, 900))

    def open_dialog() -> ExportDialog:
        dialog = ExportDialog(shown, shown.session, shown.look)
        qtbot.addWidget(dialog)
        dialog.show()
        qtbot.waitUntil(lambda: dialog.preview.pixmap().width() > 0)
        return dialog

    return open_dialog


def click(button) -> None:
    """With the mouse."""
    QTest.mouseClick(button, Qt.MouseButton.LeftButton)


def choose(combo, text: str) -> None:
    """With the keys: the list is opened, and walked through from its head."""
    place = next(i for i in range(combo.count()) if text in combo.itemText(i))
    combo.setFocus()
    QTest.keyClick(combo, Qt.Key.Key_Home)
    for _ in range(place):
        QTest.keyClick(combo, Qt.Key.Key_Down)
    assert combo.currentIndex() == place


def test_it_shows_what_will_be_written(opened):
    dialog = opened()
    picture = dialog.preview.pixmap().toImage()
    assert picture.width() > 400 and picture.width() / picture.height() == pytest.approx(16 / 9, abs=0.01)
    assert share(picture, LIGHT.class_colour(0), 12) > 0.001
    assert dialog.words.text() == "1,920 × 1,080 pixels; 25.4 × 14.3 cm at 192 dots per inch."


def test_paper_and_screen_keep_separate_sizes(opened, tmp_path):
    first = opened()
    form = first.form
    assert (form.suffix, form.options.unit, form.options.width) == (".png", "px", 1920)
    choose(form.kind, "PDF")
    assert (form.options.unit, form.options.width, form.preset.currentText()) == ("cm", 17, "Paper, full width")
    form.width_field.setValue(12)
    choose(form.kind, "GIF")
    assert (form.options.unit, form.preset.currentText()) == ("px", "Slide, 16 : 9")
    choose(form.preset, "Screen")
    choose(form.kind, "SVG")
    assert (form.options.unit, form.options.width) == ("cm", 12)
    assert first.write(tmp_path / "a.svg")
    dialog = opened()
    again = dialog.form
    assert (again.suffix, again.options.width) == (".svg", 12)
    choose(again.kind, "WebP")
    assert (again.options.unit, again.options.width, again.preset.currentText()) == ("px", 1200, "Screen")


def test_the_preview_follows_the_choices(opened, qtbot):
    dialog = opened()
    choose(dialog.form.theme, "Dark")
    qtbot.waitUntil(lambda: dialog.preview.pixmap().toImage().pixelColor(1, 1).name() == "#16181d")
    choose(dialog.form.preset, "Screen")
    qtbot.waitUntil(lambda: "1,200 × 800" in dialog.words.text())
    size = dialog.preview.pixmap().size()
    assert size.width() / size.height() == pytest.approx(1.5, abs=0.02)


def test_preset_sets_the_size_and_a_typed_size_clears_the_preset(opened):
    dialog = opened()
    choose(dialog.form.preset, "one column")
    assert (
        dialog.form.options.width,
        dialog.form.options.height,
        dialog.form.options.unit,
        dialog.form.options.dpi,
    ) == (8.5, 6.5, "cm", 300)
    dialog.form.width_field.setValue(9)
    assert dialog.form.preset.currentText() == "As entered" and dialog.form.options.height == 6.5


def test_every_preset_can_be_drawn():
    for preset in PRESETS:
        FigureOptions(preset.width, preset.height, preset.unit, preset.dpi).check()


@pytest.mark.parametrize("suffix", [".png", ".pdf", ".svg"])
def test_it_writes_the_format_of_the_suffix(opened, tmp_path, monkeypatch, suffix):
    dialog = opened()
    choose(dialog.form.kind, KINDS[suffix])
    asked = []
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: asked.append(a) or (str(tmp_path / "figure"), ""))
    said = []
    dialog.session.said.connect(said.append)
    click(dialog.save)
    start = (tmp_path / f"figure{suffix}").read_bytes()[:60]
    assert {".png": b"\x89PNG", ".pdf": b"%PDF", ".svg": b"<?xml"}[suffix] in start
    assert suffix in asked[0][3] and said == [f"Written to {tmp_path / f'figure{suffix}'}."]
    assert dialog.result() == QDialog.DialogCode.Accepted


def test_cancelled_file_chooser_writes_nothing(opened, monkeypatch, tmp_path):
    dialog = opened()
    monkeypatch.setattr(QFileDialog, "getSaveFileName", lambda *a: ("", ""))
    click(dialog.save)
    assert dialog.isVisible() and list(tmp_path.iterdir()) == []


def test_the_run_is_written_as_an_animation(opened, tmp_path):
    dialog = opened()
    choose(dialog.form.preset, "Screen")
    choose(dialog.form.kind, "GIF")
    assert dialog.form.seconds.isVisible()
    dialog.form.seconds.setValue(0.2)
    assert dialog.write(tmp_path / "run.gif")
    with Image.open(tmp_path / "run.gif") as gif:
        assert gif.size == (1200, 800) and gif.n_frames > 3 and gif.info["duration"] == 200


def test_selected_steps_are_written_as_a_video(shown, opened, qtbot, tmp_path):
    """Typed into the fields: the dialogue says how many pictures that makes, and the file has so many."""
    dialog, last = opened(), shown.session.lane.known - 1
    steps = dialog.form.steps
    choose(dialog.form.preset, "Screen")
    choose(dialog.form.kind, "MP4")
    assert (steps.first.value(), steps.last.value(), steps.last.maximum(), steps.end) == (0, last, last, None)
    assert last == 9, "so the steps 2, 4, 6 and 7 are there"
    for field, text in ((steps.first, "2"), (steps.last, "7"), (steps.every, "2")):
        field.setFocus()
        field.selectAll()
        QTest.keyClicks(field, text)
    qtbot.waitUntil(lambda: dialog.words.text() == "1,200 × 800 pixels; 4 pictures in 3.5 s.")
    assert steps.first.maximum() == 7 and steps.last.minimum() == 2, "no choice is empty"
    assert dialog.write(tmp_path / "run.mp4")
    with av.open(str(tmp_path / "run.mp4")) as film:
        assert film.streams.video[0].frames == 4 and film.duration == 3_500_000
        assert (film.streams.video[0].width, film.streams.video[0].height) == (1200, 800)
    assert opened().form.suffix == ".mp4"


def test_animation_preview_has_its_caption(opened, qtbot):
    dialog = opened()
    choose(dialog.form.kind, "GIF")
    assert dialog.form.seen.caption.startswith("K-means · step 3 of 9")
    pictures = []
    for _ in range(3):
        qtbot.waitUntil(lambda: not dialog._timer.isActive() and not dialog._drawing.busy)
        pictures.append(dialog.preview.pixmap().toImage())
        click_box(dialog.form.captioned)
    assert pictures[0] == pictures[2] != pictures[1]
    foot = [share(one.copy(0, one.height() - 14, 160, 14), LIGHT.ink, 120) for one in pictures[:2]]
    assert foot[0] > 0.05, "words"


def click_box(box) -> None:
    """On the square of a check box."""
    QTest.mouseClick(box, Qt.MouseButton.LeftButton, pos=QPoint(8, box.height() // 2))


def test_steps_follow_the_run_and_the_end_stays_the_end(qtbot):
    fields = StepFields()
    qtbot.addWidget(fields)
    fields.fit(10)
    assert (fields.last.value(), fields.end) == (9, None)
    fields.fit(25)
    assert (fields.last.value(), fields.end) == (24, None)
    fields.last.setValue(12)
    fields.fit(40)
    assert (fields.last.value(), fields.end) == (12, 12)


def test_failure_is_one_sentence_and_nothing_is_lost(opened, tmp_path):
    dialog = opened()
    assert not dialog.write(tmp_path / "nowhere" / "a.png")
    assert "cannot be written" in dialog.words.text() and dialog.isVisible()
    assert not dialog.write(tmp_path / "a.bmp")
    assert "'a.bmp' ends in none of these" in dialog.words.text()
    assert dialog.words.property("look") == "wrong"
    assert dialog.write(tmp_path / "a.png")


def test_an_impossible_size_is_said_at_once(opened, qtbot):
    dialog = opened()
    dialog.form.width_field.setValue(19_000)
    qtbot.waitUntil(lambda: "too large" in dialog.words.text())
    assert not dialog.save.isEnabled()
    dialog.form.width_field.setValue(1000)
    qtbot.waitUntil(dialog.save.isEnabled)


def test_the_last_choices_are_remembered(opened, tmp_path):
    first = opened()
    choose(first.form.kind, "SVG")
    choose(first.form.theme, "Dark")
    first.form.width_field.setValue(12.3)
    assert first.write(tmp_path / "a.svg")
    second = opened()
    assert second.form.kind.currentData() == ".svg" and second.form.options.theme == "dark"
    assert second.form.options.width == 12.3 and second.form.preset.currentText() == "As entered"


def test_damaged_settings_are_no_obstacle(opened):
    for ground in ("paper", "screen"):
        QSettings().setValue(f"figure/{ground}/preset", "As entered")
        QSettings().setValue(f"figure/{ground}/size", ["x", "y"])
    QSettings().setValue("figure/theme", "purple")
    dialog = opened()
    form = dialog.form
    assert form.options == FigureOptions(1920, 1080, "px", 192, text=9.5)
    choose(form.kind, "PDF")
    assert form.options == FigureOptions()


def test_one_surface_or_all_of_them(shown, opened, qtbot):
    shown.open_more(qtbot)
    dialog = opened()
    names = [dialog.form.what.itemText(i) for i in range(dialog.form.what.count())]
    assert names == ["Everything that is open", "The plane of the data", "Error surface", "Tree"]
    assert dialog.form.what.currentData() is shown
    choose(dialog.form.what, "Tree")
    assert dialog.form.what.currentData() is shown.views[2]


def test_the_size_is_told_as_it_matters():
    assert described(FigureOptions(8.5, 6.5), ".pdf") == "8.5 × 6.5 cm. Lines and text stay sharp at every size."


def test_another_unit_is_the_same_size(opened):
    dialog = opened()
    form = dialog.form
    choose(form.preset, "full width")
    choose(form.unit, "millimetres")
    assert (form.options.width, form.options.height) == (170, 110)
    choose(form.unit, "pixels")
    assert (form.options.width, form.options.height) == (2008, 1299)
    assert form.options.pixels == FigureOptions().pixels


def test_only_relevant_fields_are_visible(opened):
    dialog = opened()
    form = dialog.form
    seen = {}
    for suffix, words in KINDS.items():
        choose(form.kind, words)
        seen[suffix] = form.dpi.isVisible(), form.seconds.isVisible()
        assert form.steps.isVisible() == form.captioned.isVisible() == form.seconds.isVisible()
    assert seen[".png"] == (True, False) and seen[".pdf"] == seen[".svg"] == (False, False)
    assert seen[".gif"] == seen[".webp"] == seen[".mp4"] == (True, True)


def test_smaller_text_makes_smaller_points(shown):
    large, small = (thumbnail(shown, FigureOptions(text=text), PREVIEW) for text in (16.0, 8.0))
    blue = LIGHT.class_colour(0)
    assert share(large, blue, 12) > 1.5 * share(small, blue, 12) > 0


def test_caption_wraps_to_the_lines_it_needs(shown):
    bare, said = (
        thumbnail(shown, FigureOptions(legend="none", caption=words), PREVIEW) for words in ("", "What is seen. " * 20)
    )
    foot = [image.copy(0, image.height() - 40, image.width(), 40) for image in (bare, said)]
    assert share(foot[1], LIGHT.ink, 120) > 5 * share(foot[0], LIGHT.ink, 120)


def test_content_without_room_is_refused_in_words(shown, qtbot):
    shown.open_more(qtbot)
    with pytest.raises(Refusal, match="There is no room for 3 surfaces: make the figure larger"):
        thumbnail(shown, FigureOptions(6, 5), PREVIEW)
