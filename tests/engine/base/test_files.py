"""A file of ours is written whole or not at all, and what the person made of it stays: its mode, a link, its folder."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from engine.base import files
from engine.base.errors import Refusal
from engine.base.file_lock import PREFIX
from engine.base.files import replaced


def write(path: Path, text: str = "new") -> None:
    with replaced(path) as temporary:
        temporary.write_text(text)


@pytest.mark.parametrize("mode", [0o600, 0o640, 0o664, 0o755])
def test_the_mode_of_a_file_is_kept(tmp_path: Path, mode: int) -> None:
    path = tmp_path / "talk.learnscope"
    path.write_text("old")
    path.chmod(mode)
    write(path)
    assert path.read_text() == "new" and path.stat().st_mode & 0o7777 == mode


def test_a_new_file_can_be_read_by_others(tmp_path: Path) -> None:
    write(tmp_path / "new.json")
    assert (tmp_path / "new.json").stat().st_mode & 0o7777 == 0o644


def test_symbolic_link_is_kept_and_its_target_written(tmp_path: Path) -> None:
    (tmp_path / "there").mkdir()
    target, link, chain = tmp_path / "there" / "a.json", tmp_path / "link.json", tmp_path / "chain.json"
    target.write_text("old")
    link.symlink_to(Path("there") / "a.json")
    chain.symlink_to(link)
    write(chain)
    assert chain.is_symlink() and link.is_symlink() and target.read_text() == "new"
    assert not list(tmp_path.rglob(f"{PREFIX}*"))


def test_a_link_to_nothing_makes_the_file(tmp_path: Path) -> None:
    link = tmp_path / "link.json"
    link.symlink_to(tmp_path / "later.json")
    write(link)
    assert link.is_symlink() and (tmp_path / "later.json").read_text() == "new"


def test_data_are_synced_before_the_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    done: list[str] = []
    sync, move = os.fsync, os.replace
    monkeypatch.setattr(files.os, "fsync", lambda handle: (done.append("sync"), sync(handle)))
    monkeypatch.setattr(files.os, "replace", lambda *paths: (done.append("move"), move(*paths)))
    write(tmp_path / "a.json")
    assert done == ["sync", "move", "sync"]


def test_full_disk_keeps_the_old_file_and_leaves_no_temporary(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "a.json"
    path.write_text("old")

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(files.os, "fsync", full)
    with pytest.raises(Refusal, match="No space left"):
        write(path)
    assert path.read_text() == "old" and os.listdir(tmp_path) == ["a.json"]
