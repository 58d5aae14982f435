"""What names things in a text beside its plain words: quotations and identifiers."""

from __future__ import annotations

import re

_MARKED = re.compile(r"[A-Za-z]\w*_\w+|[A-Za-z-]*\d[\w-]*|[a-z]+[A-Z]\w*", re.ASCII)
_QUOTED = re.compile(r"[\"“‘「『《`]([^\"”’」』》`\n]{1,80})[\"”’」』》`]")


def quoted(text: str) -> list[str]:
    """What stands in quotation marks, in order."""
    return _QUOTED.findall(text)


def marked(text: str) -> list[str]:
    """Words that are no plain words: with digits, underscores or inner capitals."""
    return _MARKED.findall(text)
