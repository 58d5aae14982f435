"""Pauses Python's collector of cycles while very many objects are made that stay."""

from __future__ import annotations

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_MANY: Final = 100_000

_lock = threading.Lock()
_pausing = 0
_was_enabled = False


@contextmanager
def uncollected(characters: int) -> Iterator[None]:
    """Make the objects that so long a text becomes without the collector.

    It would walk through all of them again each time that some more were made, and find
    nothing. What waits for it meanwhile waits for seconds at most. A collector that was
    turned off stays so; where several threads pause it, the last one lets it go on.

    Args:
        characters: Of the text; a short one pauses nothing.
    """
    global _pausing, _was_enabled  # noqa: PLW0603  the collector is one for all threads
    if characters < _MANY:
        yield
        return
    with _lock:
        if not _pausing:
            _was_enabled = gc.isenabled()
            gc.disable()
        _pausing += 1
    try:
        yield
    finally:
        with _lock:
            _pausing -= 1
            if not _pausing and _was_enabled:
                gc.enable()
