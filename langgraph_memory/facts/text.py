"""Any text and any Python value, made safe to store, hash and compare."""

from __future__ import annotations

import dataclasses
import datetime as dt
import hashlib
import json
import math
import re
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from enum import Enum
from typing import Any, Final

_UNSEEN: Final = re.compile("\x1b\\[[0-9;?]*[ -/]*[@-~]|\r\n?|\ufeff")
_UNSAFE: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f]")
_SUSPECT: Final = re.compile("[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff\ufeff]")
_CONTROLS: Final = dict.fromkeys([*range(9), *range(11, 32), 127])
_SURROGATE: Final = re.compile("[\ud800-\udfff]")
_MARKER: Final = re.compile(
    r"\n?\[truncated: \d+ characters in all, sha256 [0-9a-f]{16}\]\Z"
)
_LONGEST_MARKER: Final = 120

SMALLEST, LARGEST = -(2**63), 2**63 - 1
"""Between them lie the integers that every store can take."""

_DEEPEST: Final = 60
_MOST_VALUES: Final = 200_000
_DECIMAL_BITS: Final = 10_000  # Python refuses to write longer integers in decimal.


def clean(text: str) -> str:
    """Replace what stores, hashes or terminals cannot take.

    Line ends become newlines; byte order marks and terminal colours go; lone surrogates
    and control characters become U+FFFD; halves of a surrogate pair are joined. Letters
    are left as they are. Cleaning twice changes nothing more, and nothing raises.

    Args:
        text: Any string.

    Returns:
        A string that encodes as UTF-8 and has no control character but tab and newline.
    """
    if is_clean(text):
        return text
    text = _UNSEEN.sub(_line_end, text)
    text = _UNSAFE.sub("\ufffd", text)
    if _SURROGATE.search(text):
        # UTF-16 is where pairs mean something: it joins them and finds the lone ones.
        text = text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def is_clean(text: str) -> bool:
    """Whether `clean` would leave a text as it is."""
    if text.isprintable():
        return True
    if text.isascii():
        return len(text.translate(_CONTROLS)) == len(text)
    return not _SUSPECT.search(text)


def _line_end(unseen: re.Match[str]) -> str:
    return "\n" if unseen[0][0] == "\r" else ""


def truncate(text: str, max_chars: int) -> str:
    """Cut a long text and say so at its end.

    Args:
        text: Any string.
        max_chars: Most characters of the result, marker included, from 100 up.

    Returns:
        The text itself if it is short enough, else its head and a marker with the full
        length and the hash of the full text.
    """
    if len(text) <= max_chars:
        return text
    digest = hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]
    marker = f"\n[truncated: {len(text)} characters in all, sha256 {digest}]"
    return text[: max(0, max_chars - len(marker))] + marker


def split_marker(text: str) -> tuple[str, str]:
    """Part a text from the marker that `truncate` put at its end.

    Args:
        text: Any string.

    Returns:
        The text without the marker, and the marker, empty when there is none.
    """
    found = _MARKER.search(text, max(0, len(text) - _LONGEST_MARKER))
    if not found:
        return text, ""
    return text[: found.start()], found[0].strip()


def plain(value: Any) -> Any:
    """Make plain JSON data of any Python value.

    Strings are cleaned. NaN and infinities, integers beyond 64 bits, dates, decimals, paths
    and UUIDs become strings; sets become sorted lists, tuples lists, bytes `<bytes N>`,
    dataclasses and pydantic models objects; anything else is named by its type, so that
    equal values give equal data. What lies deeper than 60 levels, inside itself, or after
    200,000 values is named and not followed.

    Args:
        value: Anything.

    Returns:
        Data that `json.dumps(..., allow_nan=False)` takes and `json.loads` gives back.
    """
    return _Flattening().data(value, ())


class _Flattening:
    """One walk through a value, with a limit on what it visits."""

    def __init__(self) -> None:
        self._left = _MOST_VALUES

    def data(self, value: Any, path: tuple[int, ...]) -> Any:
        self._left -= 1
        if self._left < 0:
            return "<more>"
        if isinstance(value, Enum):
            return self.data(value.value, path)
        inner = _inside(value)
        if isinstance(inner, _UNDIVIDED) or not isinstance(inner, _CONTAINERS):
            return _scalar(inner)
        if id(value) in path or len(path) >= _DEEPEST:
            return "<cycle>" if id(value) in path else "<deeper>"
        path = (*path, id(value))
        if isinstance(inner, Mapping):
            return self._object(inner, path)
        items = [self.data(item, path) for item in inner]
        return sorted(items, key=canonical) if isinstance(inner, AbstractSet) else items

    def _object(self, value: Mapping[Any, Any], path: tuple[int, ...]) -> dict[str, Any]:
        result: dict[str, Any] = {}
        for key, item in value.items():
            name = clean(key) if type(key) is str else clean(str(self.data(key, path)))
            while name in result:
                name += "'"
            result[name] = self.data(item, path)
        return result


_UNDIVIDED: Final = (str, bytes, bytearray, memoryview)
_CONTAINERS: Final = (Mapping, Sequence, AbstractSet)
_WHOLE: Final = (str, *_CONTAINERS, type)  # as they are; most are the first


def _inside(value: Any) -> Any:
    """What an object holds, as a mapping or a list; any other value as it is."""
    if isinstance(value, _WHOLE):
        return value
    if hasattr(value, "model_fields_set"):
        return dict(value)
    if dataclasses.is_dataclass(value):
        return {f.name: getattr(value, f.name) for f in dataclasses.fields(value)}
    if hasattr(value, "dtype") and hasattr(value, "tolist"):
        # Arrays and their scalars, of whatever library.
        return value.tolist()
    return value


def _scalar(value: Any) -> Any:
    if value is None or isinstance(value, bool):
        return value
    if isinstance(value, str):
        return clean(str(value))
    if isinstance(value, int | float):
        return plain_number(value)
    if isinstance(value, _UNDIVIDED):
        return f"<bytes {len(value)}>"
    return _named(value)


def plain_number(value: float) -> int | float | str:
    """A number as JSON and every store can take it.

    Args:
        value: Any integer or float.

    Returns:
        The number itself, or its text when it has more than 64 bits or is not finite.
    """
    if isinstance(value, int):
        if SMALLEST <= value <= LARGEST:
            return value if type(value) is int else int(value)
        return str(int(value)) if value.bit_length() < _DECIMAL_BITS else hex(value)
    number = float(value)
    if math.isfinite(number):
        return number
    if math.isnan(number):
        return "NaN"
    return "Infinity" if number > 0 else "-Infinity"


def _named(value: Any) -> str:
    if isinstance(value, dt.date | dt.time):
        return value.isoformat()
    kind = type(value)
    if isinstance(value, BaseException):
        return clean(f"{kind.__name__}: {value}")
    if kind.__module__ in {"datetime", "decimal", "fractions", "pathlib", "uuid"}:
        return clean(str(value))
    return f"<{kind.__qualname__}>"


def canonical(data: Any) -> str:
    """The one JSON text of plain data.

    Args:
        data: What `plain` returns.

    Returns:
        ASCII JSON with sorted keys and no blanks, the same for equal data.
    """
    return _CANONICAL.encode(data)


_CANONICAL: Final = json.JSONEncoder(sort_keys=True, separators=(",", ":"), allow_nan=False)


_SPOKEN: Final = frozenset({"text", "input_text", "output_text", "plain_text"})
_UNSPOKEN: Final = frozenset(
    {"tool_use", "tool_call", "thinking", "reasoning", "redacted_thinking"}
)
_MEDIUM: Final = re.compile(r"(?:input_)?(image|audio|video|file|document)(?:_url)?")
_PAYLOADS: Final = frozenset(
    {"image_url", "input_audio", "file", "file_id", "source", "source_type", "data"}
    | {"base64", "mime_type", "media_type"}
)


def content_text(content: Any) -> str:
    """The text of a message's content.

    Args:
        content: A string, a list of strings and content blocks, None, or anything a tool
            may have put there instead.

    Returns:
        Its text, cleaned: blocks on lines of their own; pictures and files as `[image]`;
        tool calls and reasoning left out; data that is no content block as JSON.
    """
    if content is None:
        return ""
    if isinstance(content, str):
        return clean(content)
    if isinstance(content, list | tuple) and all(map(_is_block, content)):
        texts = (_block_text(block) for block in content)
        return "\n".join(text for text in texts if text)
    return json.dumps(plain(content), ensure_ascii=False)


def medium_of(block: Any) -> str | None:
    """What a content block is: `image`, `audio`, `video`, `file`, `document`; else None."""
    if not isinstance(block, Mapping) or _PAYLOADS.isdisjoint(block):
        return None
    found = _MEDIUM.fullmatch(str(block.get("type")))
    return found[1] if found else None


def _is_block(block: Any) -> bool:
    return isinstance(block, str) or (
        isinstance(block, Mapping) and isinstance(block.get("type"), str)
    )


def _block_text(block: str | Mapping[str, Any]) -> str:
    if isinstance(block, str):
        return clean(block)
    kind = block["type"]
    if kind in _UNSPOKEN:
        return ""
    if kind in _SPOKEN and isinstance(block.get("text"), str):
        return clean(block["text"])
    if medium := medium_of(block):
        return f"[{medium}]"
    # Rows of data may have a `type` of their own.
    return json.dumps(plain(block), ensure_ascii=False)
