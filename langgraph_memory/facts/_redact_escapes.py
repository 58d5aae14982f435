r"""Letters written as `\uXXXX`, so that no name or secret hides behind them."""

from __future__ import annotations

import re
from typing import Final

# JSON within JSON doubles the backslashes, once more at each level.
_ESCAPE: Final = re.compile(
    r"(?<!\\)(\\{1,8})u(?:"
    r"(d[89ab][0-9a-f]{2})\\{1,8}u(d[c-f][0-9a-f]{2})|([0-9a-f]{4}))",
    re.IGNORECASE,
)


def unescaped(text: str) -> str:
    r"""Write out the letters that a text gives as `\uXXXX`.

    Takes time linear in the text and never fails; JSON keeps its meaning. Backslashes,
    blanks, control characters and lone surrogates stay escaped; quotes become `\"`.

    Args:
        text: Any text: JSON, JSON within JSON or prose, whole or cut off.

    Returns:
        The text with its letters readable.
    """
    return _ESCAPE.sub(_letter, text) if "\\u" in text.lower() else text


def _letter(match: re.Match[str]) -> str:
    slashes, high, low, single = match.groups()
    if high:
        return bytes.fromhex(high + low).decode("utf-16-be")
    letter = chr(int(single, 16))
    if letter == '"':
        return "\\" * (2 * len(slashes) - 1) + letter
    return letter if letter.isprintable() and letter not in " \\" else match[0]
