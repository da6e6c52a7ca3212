"""Files are written to a temporary beside the target and moved into place, so that a failure loses nothing."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from engine.base.errors import Refusal


@contextmanager
def replaced(path: str | Path) -> Iterator[Path]:
    """Give a temporary path beside `path`; when the block ends well it takes the place of `path`."""
    target = Path(path)
    try:
        handle, name = tempfile.mkstemp(dir=target.parent, prefix=f".{target.stem}-", suffix=target.suffix)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror or error}.") from error
    os.close(handle)
    temporary = Path(name)
    try:
        yield temporary
        temporary.chmod(0o644)
        os.replace(temporary, target)
    except OSError as error:
        raise Refusal(f"{target} cannot be written: {error.strerror or error}.") from error
    finally:
        temporary.unlink(missing_ok=True)
