"""Which values of a dimension the tags show."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from langgraph_memory.preferences.estimating import Cell, alone

FUSION = (0.4, 0.6)
"""How far short and long estimates are trusted at first, as in PAMU."""

_LEAD = 0.15


def kept_shown(
    before: Mapping[str, int],
    cells: Mapping[str, Cell],
    path: Sequence[str],
    stated: int | None,
) -> Mapping[str, int]:
    """What is shown after a signal.

    A shown value stays until another one leads clearly: views change seldom.

    Args:
        before: Place of the value that was shown, by context.
        cells: Evidence of each context, the signal's among it.
        path: Keys of the contexts of its turn.
        stated: Place of the value, where the user said so: it is shown at once.

    Returns:
        Place of the value, by context.
    """
    shown = {key: place for key, place in before.items() if key in cells}
    keys = path[:-1]
    if stated is not None:  # what was seen on other days must still be clear beside it
        days = [key for key in shown if key.startswith("d:") and key not in keys]
        for key in days:
            del shown[key]
        shown |= dict.fromkeys(keys, stated)
        keys = ("", *days)
    values = len(cells[""][0])
    found = alone(cells, keys, values, FUSION)
    for key, shares in zip(keys, found, strict=True):
        first, second = sorted(shares, reverse=True)[:2]
        if first - second >= _LEAD and (stated is None or key):
            shown[key] = shares.index(first)
    return shown
