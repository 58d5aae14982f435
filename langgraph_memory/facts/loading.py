"""JSON, also where it is deep, cut off, within JSON or within prose.

Every function takes time linear in its text.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any, Final

DEEPEST: Final = 60
"""Levels of nesting that are read; what lies deeper is named, not read."""

_MOST_FAILURES: Final = 8
_MOST_DIGITS: Final = 4_000
# A string; one whose end is missing goes on to the end of the text.
_STRING: Final = r'"(?:[^"\\]|\\.)*+(?:"|\\?\Z)'
_STRINGS: Final = re.compile(f"({_STRING})", re.DOTALL)
_BRACKETS: Final = re.compile(
    rf'(?:[^"\[\]{{}}]++|{_STRING})*+([\[{{]++|[\]}}]++|\Z)', re.DOTALL
)
_ELLIPSIS: Final = re.compile(r"(?:\.\.\.|…)[\s\]}]*\Z")
_NO_BRACKETS: Final = re.compile(r"[^\[\]{}]++")
_OPENING: Final = {"{": "}", "[": "]"}
BEGINNINGS: Final = frozenset(
    [*map("{".__add__, '"} \t\r\n'), *map("[".__add__, '"{[]-0123456789tfnNI \t\r\n')]
)
"""The two characters with which a JSON object or array may begin."""

# Not every bracket in prose begins data: "[1]" may be a note.
_START: Final = re.compile(
    r"[{\[](?<![^\s:：=>`(\[\]{},].)(?=(?<=\{)\s*\"|(?<=\[)\s*[\[{\"])"
)


class NotJsonError(ValueError):
    """The text is not JSON, not even nearly."""


def load(text: str) -> Any:
    """Read a text that is JSON as a whole.

    Args:
        text: Any text.

    Returns:
        Its value. Integers of thousands of digits become strings; what is nested deeper
        than `DEEPEST` levels becomes a string that says so.

    Raises:
        NotJsonError: When the text is not JSON.
    """
    try:
        return _DECODER.decode(text)
    except RecursionError:
        shallow = _flattened(text)
        if shallow == text:
            raise NotJsonError from None
        return load(shallow)
    except json.JSONDecodeError:
        raise NotJsonError from None
    except ValueError:
        # An integer of more digits than Python converts.
        return _load_with(_LONG_INTEGERS, text)


def unpacked(text: str) -> Any:
    """The object or list that a text holds as JSON; any other text as it is."""
    # Empty ones are cells, and cells are texts.
    if text[:2] not in BEGINNINGS or len(text) <= len("{}") or text[-1] not in "}]":
        return text
    try:
        value, end = _DECODER.raw_decode(text)
    except (ValueError, RecursionError):
        end = 0
    if end == len(text):
        return value
    try:
        return load(text)
    except NotJsonError:
        return text


def _load_with(decoder: json.JSONDecoder, text: str) -> Any:
    try:
        return decoder.decode(text)
    except (ValueError, RecursionError):
        raise NotJsonError from None


def _integer(digits: str) -> int | str:
    return int(digits) if len(digits) < _MOST_DIGITS else digits


_DECODER: Final = json.JSONDecoder(strict=False)
_LONG_INTEGERS: Final = json.JSONDecoder(strict=False, parse_int=_integer)


def _flattened(text: str) -> str:
    """The same JSON with whatever is nested too deep replaced by a string."""
    parts: list[str] = []
    depth = deepest = kept = 0
    for brackets in _BRACKETS.finditer(text):
        start, end = brackets.span(1)
        if text[start:end][:1] in _OPENING:
            if depth <= DEEPEST < depth + end - start:
                parts.append(text[kept : start + DEEPEST - depth])
                kept = len(text)
            depth += end - start
            deepest = max(deepest, depth)
        else:
            if depth > DEEPEST >= depth - (end - start):
                parts.append(f'"<{deepest - DEEPEST} more levels>"')
                kept = start + depth - DEEPEST
                deepest = 0
            depth -= end - start
    return "".join([*parts, text[kept:]])


def is_cut(text: str) -> bool:
    """Whether a text is JSON up to its end, or to a string that has none."""
    try:
        _DECODER.decode(text)
    except json.JSONDecodeError as error:
        return text[error.pos : error.pos + 1] in {"", '"'}
    except (ValueError, RecursionError):
        return False
    return False


def load_cut(text: str) -> Any:
    """Read JSON whose end is missing: all elements that are there in full.

    Args:
        text: A text that begins with JSON.

    Returns:
        The value of what can be read.

    Raises:
        NotJsonError: When the text is not JSON that was cut, or too little is left of it.
    """
    if not text.startswith(("{", "[")):
        raise NotJsonError
    text = _ELLIPSIS.sub("", text)
    # What stands outside of strings, and the strings in between.
    parts = _STRINGS.split(text)
    last = len(parts) - 1
    while (end := max(map(parts[last].rfind, ",]}"))) < 0:
        last -= 2
        if last < 0:
            raise NotJsonError
    rest = parts[last][: end + 1]
    closers = _closers("".join([*parts[:last:2], rest]))
    return load("".join([*parts[:last], rest.removesuffix(","), closers]))


def _closers(text: str) -> str:
    """The brackets that would close those which a text without strings leaves open."""
    waiting: list[str] = []
    for bracket in _NO_BRACKETS.sub("", text):
        if bracket in _OPENING:
            waiting.append(_OPENING[bracket])
        elif not waiting or waiting.pop() != bracket:
            raise NotJsonError
    if not waiting:
        raise NotJsonError
    return "".join(reversed(waiting))


def find_json(text: str) -> Iterator[tuple[int, int, Any]]:
    """Find JSON objects and arrays within other text.

    Args:
        text: Any text.

    Yields:
        Start, end and value of each, in order. After several pieces that look like JSON and
        are not, the rest of the text is taken for prose.
    """
    if "{" not in text and "[" not in text:
        return
    failures = position = 0
    while failures < _MOST_FAILURES and (found := _START.search(text, position)):
        start = found.start()
        try:
            value, end = _DECODER.raw_decode(text, start)
        except (ValueError, RecursionError):
            failures += 1
            position = start + 1
        else:
            position = end
            yield start, end, value
