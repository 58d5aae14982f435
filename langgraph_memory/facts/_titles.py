"""What a line of titles above a drawn table looks like."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

_NUMBER: Final = re.compile(r"[-+$€£¥]?\d[\d.,]*%?")
_RULING: Final = frozenset("|:+=- \t")
_LONGEST: Final = 40
_NO_ENDS: Final = tuple(".:,;?!")


def are_titles(cells: Sequence[str]) -> bool:
    """Whether cells are different short words and none of them a number or a clause."""
    return (
        len(cells) > 1
        and len(set(cells)) == len(cells)
        and all(0 < len(cell) <= _LONGEST for cell in cells)
        and not any(_NUMBER.fullmatch(cell) or cell.endswith(_NO_ENDS) for cell in cells)
    )


def is_ruler(line: str) -> bool:
    """Whether a line only rules off what is above it."""
    return "-" in line and _RULING.issuperset(line)
