"""How the worth of a card in the view fades once its decision has been made."""

from __future__ import annotations

_OLD, _OLD_AFTER = 0.6, 4
_SPENT, _SPENT_AFTER = 0.25, 2


def fade(age: int, unused_for: int | None) -> float:
    """The factor on a card's worth.

    A card whose values went into calls, and which the calls since then left alone, has done
    its work: what was chosen stands in those calls, the rest are options not taken. A list
    that is worked off row by row is used again and again and does not fade.

    Args:
        age: Model messages since the result it was made of.
        unused_for: Model messages since the last one whose calls used its values, that one
            not counted; None when none has.

    Returns:
        1 for a fresh card, down to 0.25 for a spent one; 0.6 for one that is four messages
        old and was never used.
    """
    if unused_for is not None:
        return _SPENT if unused_for >= _SPENT_AFTER else 1.0
    return _OLD if age >= _OLD_AFTER else 1.0
