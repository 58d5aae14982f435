"""Values and names as text: bare where nothing can be mistaken, else quoted like JSON."""

from __future__ import annotations

import json
import math
import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from json.encoder import encode_basestring
from types import NoneType
from typing import Any, Final

from langgraph_memory.cards.form.model import EACH
from langgraph_memory.errors import LangGraphMemoryError

ABSENT: Final = "-"
"""Stands in a row for a value that the object does not have."""

CUT: Final = "…"
"""Stands in a row for a value that is not told."""

ALL: Final = "*"
"""Stands for all lists of an object that go together, in the path to their positions."""

_NUMBER: Final = re.compile(r"-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?", re.ASCII)
_PLAIN: Final = re.compile(
    r"[A-Za-z#][\w#@/+:.-]*|\d{4}-\d\d-\d\d[\w:.+-]*|\d\d:\d\d[\w:.+-]*", re.ASCII
)
_DIGITS: Final = frozenset("-0123456789")
_STARTS: Final = frozenset('"{[=+')
_NAME: Final = re.compile(r"[\w$%&'/@+#-]+(?: [\w$%&'/@+#-]+)*")
_LINE_STARTS: Final = frozenset({"for", "for:", "was"})
_RESERVED: Final = frozenset({"all", "for", "group", "key", "null", "says", "shown", "was"})
_WORDS: Final[dict[str, Any]] = {
    "true": True,
    "false": False,
    "null": None,
    "NaN": math.nan,
    "Infinity": math.inf,
    "-Infinity": -math.inf,
}
_DECODER: Final = json.JSONDecoder(strict=False)
_Writer = Callable[[Any], str]


def spell(value: Any) -> str:
    """A value as text that `unspell` turns back into the same value.

    Args:
        value: Plain JSON data.

    Returns:
        One line: a string stands bare where it cannot be taken for anything else.
    """
    return _SPELLINGS.get(type(value), as_json)(value)


@lru_cache(maxsize=4096)
def spell_text(text: str) -> str:
    """A string as `spell` writes it."""
    if _PLAIN.fullmatch(text) and text not in _WORDS and text not in _LINE_STARTS:
        return text
    bare = (
        text.isprintable()
        and text.strip() == text != ""
        and text[0] not in _STARTS
        and text not in _WORDS
        and text not in (ABSENT, CUT)
        and text.partition(" ")[0] not in _LINE_STARTS
        and not _NUMBER.fullmatch(text)
    )
    return text if bare else as_json(text)


def as_json(value: Any) -> str:
    """A value as JSON on one line that encodes as UTF-8."""
    text = _PLAINLY.get(type(value), _encode)(value)
    return text if text.isprintable() else _escape(value)


def items_as_json(values: Iterable[Any]) -> list[str]:
    """Some scalars, each as `as_json` writes it."""
    texts = [_PLAINLY[type(value)](value) for value in values]
    return texts if "".join(texts).isprintable() else list(map(as_json, values))


def innermost(value: list[Any]) -> list[Any]:
    """The first list within lists of one that has not a single list in it."""
    while len(value) == 1 and type(value[0]) is list and value[0]:
        value = value[0]
    return value


def around(value: list[Any], items: str) -> str:
    """Items of the innermost list, in the brackets of all lists around them."""
    depth = 1
    while len(value) == 1 and type(value[0]) is list and value[0]:
        value = value[0]
        depth += 1
    return f"{'[' * depth}{items}{']' * depth}"


def _number_text(value: float) -> str:
    return repr(value) if math.isfinite(value) else _encode(value)


def _constant(value: object) -> str:
    return "null" if value is None else "true" if value else "false"


_encode: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_escape: Final = json.JSONEncoder(separators=(",", ":")).encode
# What the encoder writes, too, but not as fast.
_PLAINLY: Final[dict[type, _Writer]] = {
    str: encode_basestring,
    int: repr,
    float: _number_text,
    bool: _constant,
    NoneType: _constant,
}
_SPELLINGS: Final[dict[type, _Writer]] = {**_PLAINLY, str: spell_text}


@lru_cache(maxsize=8192)
def placed(text: str, marks: tuple[str, ...]) -> str:
    """A spelled value where some marks end it; quoted if it could end too early.

    Args:
        text: What `spell` gave.
        marks: What may stand behind the value.

    Returns:
        The text, quoted if it holds one of the marks or ends like the beginning of one.
    """
    if text.isalnum() or text[0] in _STARTS:
        return text
    for mark in marks:
        if mark in text or text[-1] == mark[0]:
            return as_json(text)
    return text


def unspell(text: str) -> Any:
    """The value of a text that `spell` or `placed` gave.

    Raises:
        LangGraphMemoryError: When the text is empty, or begins like JSON and is not.
    """
    if text[:1] in ('"', "{", "["):
        value, end = take_json(text, 0)
        if end == len(text):
            return value
        msg = f"text follows the value in {text[:80]!r}"
        raise LangGraphMemoryError(msg)
    if not text:
        msg = "a value is missing"
        raise LangGraphMemoryError(msg)
    if text in _WORDS:
        return _WORDS[text]
    if _NUMBER.fullmatch(text):
        return json.loads(text)
    return text


@lru_cache(maxsize=8192)
def is_number(text: str) -> bool:
    """Whether a spelled value is a number."""
    return text[0] in _DIGITS and _NUMBER.fullmatch(text) is not None


@lru_cache(maxsize=8192)
def is_quoted_number(text: str) -> bool:
    """Whether a spelled value is a text that would be a number without its quotes."""
    return text[0] == '"' and _NUMBER.fullmatch(text, 1, len(text) - 1) is not None


def take_json(text: str, start: int) -> tuple[Any, int]:
    """Decode the JSON value that begins at a place; the value and the index behind it.

    Raises:
        LangGraphMemoryError: When no whole value begins there.
    """
    try:
        return _DECODER.raw_decode(text, start)
    except ValueError as error:
        msg = f"no JSON value begins at {text[start : start + 40]!r}"
        raise LangGraphMemoryError(msg) from error


@lru_cache(maxsize=4096)
def spell_name(name: str) -> str:
    """A name as text.

    Args:
        name: Any key of an object.

    Returns:
        The name, quoted when it holds a blank or a mark of the form or is a word of it.
    """
    if name == EACH:
        return ALL
    return spell_spaced(name) if " " not in name else as_json(name)


@lru_cache(maxsize=4096)
def spell_spaced(name: str) -> str:
    """A name as text, where single blanks may stand within it."""
    return name if _NAME.fullmatch(name) and name not in _RESERVED else as_json(name)


def spell_path(path: Iterable[str], spell_one: _Writer = spell_name) -> str:
    """A path as names with dots between them, each spelled in one way."""
    return ".".join(map(spell_one, path))
