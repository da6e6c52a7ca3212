"""The two commands of the README are the ones that are checked, and what it points to is there."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[1]
RUN = "python3 -m venv .venv && .venv/bin/pip install -q -e . && .venv/bin/python main.py"
TEST = 'python3 -m venv .venv && .venv/bin/pip install -q -e ".[dev]" && .venv/bin/python -m pytest'
DOCUMENTS = ("README.md", "engine/README.md", "gui/README.md", "resources/README.md")


def test_the_readme_has_the_command_that_starts_the_program() -> None:
    assert RUN in _lines("README.md")


def test_the_readme_has_the_very_command_that_the_checks_run() -> None:
    assert TEST in _lines("README.md")
    assert TEST in _lines(".ci/run")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_what_a_document_links_to_is_there(document: str) -> None:
    text = (ROOT / document).read_text(encoding="utf-8")
    for target in re.findall(r"\]\(([^)#]+)(?:#[^)]*)?\)", text):
        if "://" not in target:
            assert ((ROOT / document).parent / target).exists(), f"{document} links to {target}, which is not there"


def _lines(path: str) -> list[str]:
    return [line.strip().removeprefix("$ ") for line in (ROOT / path).read_text(encoding="utf-8").splitlines()]
