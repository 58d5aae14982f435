"""Pauses Python's collector of cycles while very many objects are made that stay."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

_MANY: Final = 20_000


@contextmanager
def uncollected(characters: int) -> Iterator[None]:
    """Make the objects that so long a text becomes without the collector.

    It would walk through all of them again each time that some more were made, and find
    nothing. What waits for it meanwhile waits for seconds at most. A collector that was off
    stays so. Of several threads that pause it the first to end lets it go on, which costs
    the others time alone.

    Args:
        characters: Of the text; a short one pauses nothing.
    """
    if characters < _MANY or not gc.isenabled():
        yield
        return
    gc.disable()
    try:
        yield
    finally:
        gc.enable()
