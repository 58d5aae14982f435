"""Tokens of texts: those of `o200k_base` where `bpe-openai` is installed.

That package brings the vocabulary in its wheel, so that nothing is downloaded. Without it
the library's own estimate counts, which leans a few per cent to the high side.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from functools import lru_cache
from importlib import import_module
from importlib.util import find_spec

from langgraph_memory.recall.tokens import count_text

Count = Callable[[str], int]


def counter() -> tuple[str, Count]:
    """What tokens are counted, and the function that counts those of a text."""
    name, count = "estimate", count_text
    if find_spec("bpe_openai"):
        with warnings.catch_warnings():
            # It reads its own files in a way that Python has deprecated.
            warnings.simplefilter("ignore", DeprecationWarning)
            encoding = import_module("bpe_openai").get_encoding("o200k_base")
        name, count = "o200k_base", lambda text: len(encoding.encode_ordinary(text))
    return name, lru_cache(maxsize=262_144)(count)
