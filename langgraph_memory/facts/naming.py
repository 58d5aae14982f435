"""What names things in a text: quotations, identifiers, capitals within sentences."""

from __future__ import annotations

import re

_MARKED = re.compile(r"[A-Za-z]\w*_\w+|[A-Za-z-]*\d[\w-]*|[a-z]+[A-Z]\w*", re.ASCII)
_QUOTED = re.compile(r"[\"“‘「『《`]([^\"”’」』》`\n]{1,80})[\"”’」』》`]")
_INNER_WORD = re.compile(r"(?<=[^\W_] |[,)] )[^\W\d_][\w'’-]*")


def quoted(text: str) -> list[str]:
    """What stands in quotation marks, in order."""
    return _QUOTED.findall(text)


def marked(text: str) -> list[str]:
    """Words that are no plain words: with digits, underscores or inner capitals."""
    return _MARKED.findall(text)


def inner_words(text: str) -> list[str]:
    """The words that do not begin a sentence, so that a capital marks a name."""
    return _INNER_WORD.findall(text)
