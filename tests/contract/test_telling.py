"""Whether the contract sees a formula that the window could not show."""

from __future__ import annotations

from tests.contract import telling
from tests.contract.telling import typesets


def test_a_formula_is_typeset_piece_by_piece_and_nothing_is_no_picture(monkeypatch) -> None:
    assert typesets(r"w \leftarrow w + \eta\,t\,x, \qquad t = \pm 1")
    assert not typesets("") and not typesets(r"\quad")
    monkeypatch.setattr(telling, "_typesets", lambda piece: piece != "b = 2")
    assert typesets(r"a = 1, \qquad c = 2") and not typesets(r"a = 1, \qquad b = 2")
