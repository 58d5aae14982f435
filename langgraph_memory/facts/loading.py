"""JSON, and what nearly is: Python literals, cut-off texts, JSON within prose.

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
_TOKEN: Final = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{},]|"', re.DOTALL)
_OPENING: Final = {"{": "}", "[": "]"}
_LIKELY: Final = re.compile(r"\{\s*[\"}]|\[\s*[\[{\"\]\d.tfnNI-]")
# Not every bracket in prose begins data: "[1]" may be a note.
_START: Final = re.compile(r"(?:^|(?<=[\s:：=>`(]))(?=\{\s*\"|\[\s*[\[{\"])", re.MULTILINE)


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


def opened(values: list[Any], openings: str = "{[") -> list[Any]:
    """Read the texts among JSON values that are JSON themselves.

    Args:
        values: Values of JSON.
        openings: What such texts begin with: braces, brackets or both.

    Returns:
        The values, with what such texts hold in their place.
    """
    marks = frozenset(openings)
    if not marks.isdisjoint({value[:1] for value in values if type(value) is str}):
        return [
            unpacked(value) if type(value) is str and value[:1] in marks else value
            for value in values
        ]
    return values


def unpacked(text: str) -> Any:
    """The object or list that a text holds as JSON; any other text as it is."""
    if text[:1] not in _OPENING or text[-1] not in "}]" or not _LIKELY.match(text):
        return text
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
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark in _OPENING:
            depth += 1
            if depth == DEEPEST + 1:
                parts.append(text[kept : token.start()])
                kept = len(text)
            deepest = max(deepest, depth)
        elif mark in "]}":
            if depth == DEEPEST + 1:
                parts.append(f'"<{deepest - DEEPEST} more levels>"')
                kept = token.end()
                deepest = 0
            depth -= 1
    return "".join([*parts, text[kept:]])


def load_cut(text: str) -> Any:
    """Read JSON whose end is missing: all elements that are there in full.

    Args:
        text: A text that begins with JSON.

    Returns:
        The value of what can be read.

    Raises:
        NotJsonError: When the text is not JSON that was cut, or too little is left of it.
    """
    waiting: list[str] = []
    end, closers = 0, ""
    if not text.startswith(("{", "[")):
        raise NotJsonError
    for token in _TOKEN.finditer(text):
        mark = token[0]
        if mark == '"' or len(waiting) > DEEPEST:
            break
        if mark in _OPENING:
            waiting.append(_OPENING[mark])
        elif mark in "]}":
            if waiting.pop() != mark or not waiting:
                raise NotJsonError
            end, closers = token.end(), "".join(reversed(waiting))
        elif mark == ",":
            end, closers = token.start(), "".join(reversed(waiting))
    if not end:
        raise NotJsonError
    return load(text[:end] + closers)


_PYTHON: Final = re.compile(
    r"""'(?:[^'\\\n]|\\.)*+'|"(?:[^"\\\n]|\\.)*+"|\b(?:True|False|None|nan|inf)\b"""
    r"""|(?<![\w.])(?:[A-Za-z_][\w.]*+)?\(|\)|,(?=\s{0,20}[)\]}])""",
)
_PYTHON_WORDS: Final = {
    "True": "true",
    "False": "false",
    "None": "null",
    "nan": "NaN",
    "inf": "Infinity",
    ")": "]",
    ",": "",
}
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|.)|\"", re.DOTALL)


def load_python(text: str) -> Any:
    """Read a Python literal, as `str()` of dicts and lists gives it.

    Args:
        text: Any text.

    Returns:
        Its value; tuples become lists.

    Raises:
        NotJsonError: When the text is no such literal.
    """
    if not text.startswith(("{", "[", "(", "None", "True", "False")):
        raise NotJsonError
    return load(_PYTHON.sub(_as_json, text))


def _as_json(match: re.Match[str]) -> str:
    found = match[0]
    if found[-1] == "(":
        return "["
    if found[0] not in "'\"":
        return _PYTHON_WORDS[found]
    return f'"{_ESCAPE.sub(_escape, found[1:-1])}"'


def _escape(match: re.Match[str]) -> str:
    code = match[1]
    if code is None:
        return '\\"'
    if len(code) > 1:
        return f"\\u00{code[1:]}"
    if code == "'":
        return code
    return match[0] if code in '"\\/bfnrtu' else f"\\\\{code}"


def find_json(text: str) -> Iterator[tuple[int, int, Any]]:
    """Find JSON objects and arrays within other text.

    Args:
        text: Any text.

    Yields:
        Start, end and value of each, in order. After several pieces that look like JSON and
        are not, the rest of the text is taken for prose.
    """
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
