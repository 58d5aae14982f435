"""Values behind their names in plain text: `gate B12`, `Gate: B12`, `登机口是B12`."""

from __future__ import annotations

import re
from typing import Final, NamedTuple

_PAIR: Final = re.compile(
    r"(?P<name>[^\W\d_][^\W\d_-]{1,30})(?:\s*[:=]\s*|\s+(?:is|number|no\.?)\s+|\s+)"
    r"(?P<value>\$?[A-Za-z]{0,4}-?\d[\w:.,/-]*)"
    r"|(?P<label>[\u3400-\u9fff]{1,6}?)\s*[:：是为]\s*(?P<said>[A-Za-z]{0,4}-?\d[A-Za-z\d:.-]*)"
)
_END: Final = ".,:;/-"


class Said(NamedTuple):
    """A value in a text.

    Attributes:
        name: The word before it.
        value: The value, which has a digit.
        start: Where it begins.
    """

    name: str
    value: str
    start: int


def pairs_in(text: str) -> dict[str, Said]:
    """The values of a text by the words before them; none of what has several.

    Args:
        text: Any text.
    """
    found: dict[str, list[Said]] = {}
    for match in _PAIR.finditer(text):
        group = "value" if match["value"] else "said"
        name = match["name"] or match["label"]
        one = Said(name, match[group].rstrip(_END), match.start(group))
        found.setdefault(name.casefold(), []).append(one)
    return {name: said[0] for name, said in found.items() if len(said) == 1}


def put_right(text: str, said: Said, value: str) -> str:
    """The text with another value in that place, and what it was."""
    end = said.start + len(said.value)
    return f"{text[: said.start]}{value} (was {said.value}){text[end:]}"
