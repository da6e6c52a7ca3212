"""SVG: sound, with paths in class colours, and words that need no font."""

from __future__ import annotations

import re
import xml.etree.ElementTree as ET

import numpy as np
import pytest
from PySide6.QtGui import QImage

from gui.export.figures import export_figure
from gui.export.options import FigureOptions
from gui.look.theme import LIGHT
from tests.gui.canvas.seeing import pixels
from tests.gui.showing import Shown

SVG = "{http://www.w3.org/2000/svg}"


def test_svg_is_valid_and_has_its_size_and_text(shown, tmp_path):
    export_figure(shown, tmp_path / "a.svg", FigureOptions(title="Iris & friends"))
    root = ET.parse(tmp_path / "a.svg").getroot()
    assert root.tag == f"{SVG}svg" and (root.get("width"), root.get("height")) == ("17cm", "11cm")
    assert [float(part) for part in root.get("viewBox").split()] == pytest.approx([0, 0, 662.6, 428.7], abs=0.2)
    words = {"".join(title.itertext()) for title in root.iter(f"{SVG}title")}
    assert {"Iris & friends", "cluster 1", "petal length (cm)", "2"} <= words
    names = [element.get("id") for element in root.iter() if element.get("id")]
    assert len(names) == len(set(names)), "no name occurs twice"


def test_svg_marks_are_paths_in_class_colours_inside_the_page(shown, tmp_path):
    export_figure(shown, tmp_path / "a.svg", FigureOptions())
    text = (tmp_path / "a.svg").read_text()
    for code in range(3):
        assert text.count(f'fill="{LIGHT.class_colour(code).name()}"') >= 10
    numbers = re.findall(r'\bd="M([\d.-]+),([\d.-]+)', text)
    places = np.array(numbers, dtype=float)
    assert len(places) > 100 and places.min() > -60 and places.max() < 700


def test_the_words_of_an_svg_need_no_font(shown, qtbot, tmp_path):
    """Neither this program's nor any other: all are outlines, beside the text that they stand for."""
    shown.open_more(qtbot)
    export_figure(shown, tmp_path / "a.svg", FigureOptions(title="a < b & “c”", caption="Figure 1"))
    root = ET.parse(tmp_path / "a.svg").getroot()
    assert not list(root.iter(f"{SVG}text")) and "font-family" not in (tmp_path / "a.svg").read_text()
    groups = [g for g in root.iter(f"{SVG}g") if g.get("role") == "img"]
    assert len(groups) > 20
    for group in groups:
        words = group.find(f"{SVG}title").text
        assert group.get("aria-label") == words
        assert not words or len(group.find(f"{SVG}path").get("d")) > 8 * len(words.replace(" ", "")), words
    assert {"a < b & “c”", "Figure 1", "Error surface", "−1"} <= {group.get("aria-label") for group in groups}


def test_svg_text_is_placed_as_in_a_png(shown, tmp_path):
    """Outlines are as wide as the text that they replace."""
    options = FigureOptions(640, 480, "px", 96, text=8.25, title="WWW iii 0123456789")
    export_figure(shown, tmp_path / "a.svg", options)
    export_figure(shown, tmp_path / "a.png", options)
    title = next(g for g in ET.parse(tmp_path / "a.svg").getroot().iter(f"{SVG}g") if "WWW" in g.get("aria-label", ""))
    spots = np.array(re.findall(r"([\d.]+),([\d.]+)", title.find(f"{SVG}path").get("d")), dtype=float)
    seen = np.flatnonzero((pixels(QImage(str(tmp_path / "a.png")))[:26] < 128).all(axis=2).any(axis=0))
    assert spots[:, 0].min() == pytest.approx(seen.min(), abs=1.5)
    assert spots[:, 0].max() == pytest.approx(seen.max(), abs=2.5)


def test_probability_tints_are_svg_gradients(qtbot, tmp_path):
    shown = Shown(qtbot, "logistic_newton", 1, "gate_and")
    export_figure(shown, tmp_path / "a.svg", FigureOptions())
    shown.close()
    text = (tmp_path / "a.svg").read_text()
    defined = re.findall(r'<linearGradient [^>]*id="([^"]+)"', text)
    used = re.findall(r'fill="url\(#([^)]+)\)"', text)
    assert len(set(used)) >= 2 and set(used) <= set(defined) and len(defined) == len(set(defined))
