"""How far a denial reaches: to the end of its own part of a clause, and no further."""

from __future__ import annotations

import re
from typing import Final

CLAUSE: Final = re.compile(r"[,;:，；：、]+|(?<!anything )\bbut\b|但")
"""Where clauses end."""

NO_LENGTH: Final = re.compile(
    r"\b(?:no|any) longer\b|\b(?:as|so) long as\b|\bbefore long\b"
)
"""Words of length that are about time."""

_TURNING: Final = re.compile(
    r"n't\b|\b(?:not?|nor|never|neither|without|too|less|fewer|stop|quit|avoid|skip|drop"
    r"|lose|cut|hate|dislike|enough (?:of|with)|leave (?:\w+ ){0,3}out|spare me|over"
    r"|rather than|instead of|anything but|far from|(?:sick|tired|bored) (?:of|by|with)"
    r"|fed up|g[ai]ve up|refuse)\b"
    r"|太|过于|不|别|少|没|无需|停止|讨厌|反感|跳过"
)
_DOUBLED: Final = re.compile(
    r"(?<!no )\bmore than (?!enough\b|ever\b)"
    r"|\b(?:hate|dislike|annoys?|annoying|bothers?|can't stand|don't like)\b.*"
    r"(?:n't|\b(?:not|never|without))\b"
    r"|(?:讨厌|不喜欢|烦).*(?:不|没)|\b(?:n't|not|never|no need to)\b.*"
    r"\b(?:stop|quit|avoid|skip|drop|lose|cut|leave|without)\b"
    r"|n't (?:stop|quit|avoid|skip|drop|lose|cut|leave)\b|(?:别|不要|不用)(?:少|跳过|停)"
)
_LACKING: Final = re.compile(r"\bnot\b.*\benough\b|n't\b.*\benough\b|不够|不太")
_OR: Final = re.compile(r"\b(?:n?or)\b|和|或")
_AND: Final = re.compile(r"\b(?:and|plus)\b|&|并且|而且|同时|也|又|还")
_OWN: Final = (
    r"(?:(?:please|just|also|always|rather|be sure to) )*"
    # Whoever is not to use or to write one thing, may be not to write the other either.
    r"(?:be|keep|make|stay|sound|answer|reply|respond|explain|give|don't|do not|never|no"
    r"|not|too|less|fewer|more|stop|quit|avoid|skip|drop|lose|cut|leave|without|i|hate|dislike"
    r"|like|love|prefer|want)\b"
)
_OPENS: Final = re.compile(rf"(?:(?:and|or|but|so) )?{_OWN}|[\u3400-\u9fff]")
_LISTING: Final = re.compile(
    r"n't\b|\b(?:not?|never|without|stop|avoid|skip|drop|hate|dislike)\b"
)
_ADDED: Final = re.compile(
    r" *(?:(?:and|or|nor|but|plus|then|yet)\b|并且|而且|同时|也|还有)"
)
_APART: Final = re.compile(
    rf"(?=\b(?:and|or|nor|but|plus|then|yet) {_OWN})"
    r"|(?<!\band )(?<!\bor )(?<!\bnor )(?<!\bbut )(?<!\bplus )(?<!\bthen )(?<!\byet )"
    r"(?=\b(?:without|with no|rather than|instead of|do not|never|no)\b"
    r"|\bdon't\b|(?<!\bdo )\bnot\b)"
    r"|(?=(?:并且|而且|同时|也|还有)?(?:请|麻烦|不要|别|不用|不必|无需|不需要))"
    r"|(?=并且|而且|同时|也)"
)


def goes_on(text: str, after: str) -> bool:
    """Whether a clause may go on with a list of what the one before it denies."""
    return bool(_LISTING.search(after)) and not _OPENS.match(text)


def apart(clause: str) -> list[str]:
    """A clause cut before each word that opens a part of its own, or a denial."""
    return [piece for piece in _APART.split(clause) if piece]


def turning(text: str) -> bool:
    """Whether words turn down what they go with."""
    return bool(_TURNING.search(text)) and not _LACKING.search(text)


def added(text: str) -> bool:
    """Whether words come as one more thing, such as `and don't worry`."""
    return bool(_ADDED.match(text))


def joined(text: str) -> bool:
    """Whether what is turned down is a list of alternatives: `no jargon or emojis`."""
    return bool(_OR.search(text))


def surely(part: str) -> tuple[str, bool] | None:
    """As far as it is certain whether what is named is turned down.

    Args:
        part: A part of a clause, in lower case.

    Returns:
        The words of which it is certain, and whether they are turned down: in `no jargon
        and short answers` the first two; None when a denial is denied.
    """
    if _DOUBLED.search(part):  # who is not to leave out, says it in other words, too
        return None
    if _LACKING.search(part) or not (turn := _TURNING.search(part)):
        return part, False
    also = _AND.search(part, turn.end())
    return part[: also.start()] if also else part, True
