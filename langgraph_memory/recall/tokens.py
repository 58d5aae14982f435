"""Counting tokens without a tokenizer: an estimate made for budgets.

Text is cut into the pieces that modern byte-pair tokenizers start from (words, groups of
up to three digits, runs of punctuation, runs of blanks), and each piece is priced by its
shape. Words that are spelled like English are mostly one token; each pair of letters that
English does not know breaks a word further. The prices were fitted to the public
`o200k_base` vocabulary on prose, tool outputs, tables, code, identifiers and several
languages; they lean to the high side, since counting too little overflows a window and
counting too much only wastes some of it.
"""

from __future__ import annotations

import json
import math
import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage

from langgraph_memory.facts.text import plain
from langgraph_memory.recall import han

MESSAGE_TOKENS: Final = 4
"""Tokens of a message's own framing: its role and its two marks."""

CALL_TOKENS: Final = 8
"""Tokens of the framing of one tool call besides its name and arguments."""

MEDIA_TOKENS: Final = 1_600
"""Tokens of one image, sound, video or file block, whatever its size: about the most that
providers charge for one image."""

MEDIA_TYPES: Final = (
    "image", "image_url", "input_image", "audio", "input_audio", "video", "file",
    "input_file", "document", "media",
)  # fmt: skip
"""Types of content blocks that count so; a tuple, as what stands for a type may not be
hashable."""
_CALL_TYPES: Final = ("tool_use", "tool_call", "function_call")

_PIECE: Final = re.compile(
    r"""
    (?:[^\w\r\n]|_)? (?: [A-ZÀ-ÖØ-Þ]{0,64} [a-zß-öø-ɏ]{1,64} | [A-ZÀ-ÖØ-Þ]{1,64} )
        (?: '(?:s|t|re|ve|m|ll|d)\b )?
    | \d{1,3}
    | (?:[^\w\r\n]|_)? [^\W\d_]{1,64}
    | [ ]? (?:[^\s\w]|_){1,64} [\r\n/]{0,64}
    | \s{0,64} [\r\n]{1,64}
    | \s{1,64} (?!\S)
    | \s
    | .
    """,
    re.VERBOSE | re.DOTALL,
)
_WORD: Final = re.compile(
    r"([^\w\r\n]|_)?([A-ZÀ-ÖØ-Þ]*[a-zß-öø-ɏ]*)(?:'[a-z]+)?", re.DOTALL
)
_SHORT, _LONG = 40, 20_000
_LINE: Final = re.compile(r"(?<=\n)(?=[^\s/])")
_LINES: Final = 240  # characters of a text that is counted line by line, and of a line
_TINY: Final = 1e-9  # by which sums of prices differ when they are added in another order
_NEAR: Final = 1e-6
_DIGITS: Final = str.maketrans("123456789", "0" * 9)
_HAN: Final = re.compile("[\u4e00-\u9fff]")

# For each letter those that often follow it within English words.
_FOLLOWERS: Final = {
    "a": "bcdfghiklmnprstuvwxyz", "b": "aeilorsuy", "c": "acehiklorstuy",
    "d": "adegilorsuvy", "e": "abcdefgiklmnopqrstvwxy", "f": "aefilortuy",
    "g": "aeghilnorsu", "h": "aeilnortuy", "i": "abcdefgklmnoprstvz", "j": "aeou",
    "k": "eins", "l": "adefiklmopstuvy", "m": "abeimopsuy", "n": "acdefgijklnorstuvy",
    "o": "abcdefghijklmnoprstuvwy", "p": "adeghiloprstu", "q": "u",
    "r": "abcdefgiklmnoprstuvy", "s": "acefhiklmnopstuwy", "t": "abcehilorstuwy",
    "u": "abcdegilmnprst", "v": "aeio", "w": "aehinors", "x": "acept", "y": "eimopst",
    "z": "ei",
}  # fmt: skip
_PAIRS: Final = frozenset(a + b for a, later in _FOLLOWERS.items() for b in later)

# Tokens per character outside Latin script: first code point of a block and its price.
_BLOCKS: Final = (
    (0x0000, 1.0), (0x0300, 0.7), (0x0370, 0.45), (0x0400, 0.34), (0x0530, 0.8),
    (0x0590, 0.43), (0x0700, 1.6), (0x0900, 0.42), (0x0E00, 0.52), (0x0E80, 0.9),
    (0x10A0, 0.45), (0x1100, 1.6), (0x1200, 2.6), (0x1400, 1.8), (0x1E00, 0.7),
    (0x2000, 1.2), (0x3000, 1.1), (0x3040, 0.6), (0x3100, 1.6),
    (0xA000, 1.8), (0xAC00, 0.8), (0xD7B0, 1.6), (0xFF00, 1.1), (0x10000, 2.0),
    (0x20000, 3.0),
)  # fmt: skip
_STARTS: Final = [start for start, _ in _BLOCKS]


def count_text(text: str) -> int:
    """Estimate the tokens of a text.

    Linear in the length of the text; equal texts always count alike.

    Args:
        text: Any text, lone surrogates and control characters included.

    Returns:
        Tokens, 0 for the empty text: within ten per cent of `o200k_base`, or above it, on
        texts of a paragraph and more.
    """
    if len(text) <= _SHORT:
        alike = _count_alike(text.translate(_DIGITS))
        return _count(text) if alike is None else alike
    return _count_long(text) if len(text) >= _LONG else _count(text)


def _count(text: str) -> int:
    if not _LINES < len(text) < _LONG:
        return math.ceil(_total(text) - _TINY)
    # No piece goes beyond a new line that a word or a mark begins, and what is told of a
    # thing is told line by line, so that most lines were counted before.
    lines = _LINE.split(text)
    return math.ceil(sum(map(_line_total, lines)) - _TINY)


def _line_total(line: str) -> float:
    return _kept_total(line) if len(line) <= _LINES else _total(line)


def _total(text: str) -> float:
    pieces = _PIECE.findall(text)
    if len(pieces) == len(set(pieces)):
        return sum(map(_price, pieces))
    counts = Counter(pieces).items()
    return sum([times * _price(piece) for piece, times in counts])


_kept_total = lru_cache(maxsize=8_192)(_total)


@lru_cache(maxsize=32_768)
def _count_alike(text: str) -> int | None:
    """The tokens of all texts that differ in their digits alone: none costs more.

    None where the order of the pieces' prices, which may differ, could tell in the sum.
    """
    prices = list(map(_price, _PIECE.findall(text)))
    total = math.fsum(prices)
    if abs(total - round(total)) < _NEAR and not all(map(float.is_integer, prices)):
        return None
    return math.ceil(total)


@lru_cache(maxsize=8)
def _count_long(text: str) -> int:
    """The same, kept: of one output several parts of a turn ask how long it is."""
    return _count(text)


def count_tokens(messages: Sequence[BaseMessage]) -> int:
    """Estimate the tokens of messages as a chat model is charged for them.

    Counted are the contents, the names and arguments of tool calls, and the framing of
    each; artifacts, ids and response metadata, which models are not shown, are not.

    Args:
        messages: Messages of any kind, with any content: text, blocks or None.

    Returns:
        Tokens; 0 when there are no messages. A block that is an image, sound, video or
        file counts `MEDIA_TOKENS`.
    """
    return sum(map(_message_tokens, messages))


def _message_tokens(message: BaseMessage) -> int:
    calls: list[Mapping[str, Any]] = []
    if isinstance(message, AIMessage):
        calls = [*message.tool_calls, *message.invalid_tool_calls]
    called = [call.get("id") for call in calls]
    content: Any = message.content
    blocks = content if isinstance(content, list | tuple) else [content]
    return (
        MESSAGE_TOKENS
        + count_text(message.name or "")
        + sum(_block_tokens(block, called) for block in blocks)
        + sum(_call_tokens(call) for call in calls)
    )


def _block_tokens(block: Any, called: Collection[str | None]) -> int:
    if block is None or isinstance(block, str):
        return count_text(block or "")
    if isinstance(block, Mapping):
        if block.get("type") in MEDIA_TYPES:
            return MEDIA_TOKENS
        if block.get("type") == "text" and isinstance(block.get("text"), str):
            return count_text(block["text"])
        if block.get("type") in _CALL_TYPES and block.get("id") in called:
            return 0  # Counted with the message's tool calls.
    return count_text(_as_json(block))


def _call_tokens(call: Mapping[str, Any]) -> int:
    arguments = call.get("args")
    text = arguments if isinstance(arguments, str) else _as_json(arguments)
    return CALL_TOKENS + count_text(str(call.get("name") or "")) + count_text(text)


def _as_json(value: Any) -> str:
    return json.dumps(plain(value), ensure_ascii=False)


@lru_cache(maxsize=32_768)
def _price(piece: str) -> float:
    if piece.isspace() or (piece.isascii() and piece.isdigit()):
        return 1.0
    word = _WORD.fullmatch(piece)
    if word and word[2]:
        return _word_price(word[1] or "", word[2])
    if piece.isascii():
        return _punctuation_price(piece.strip())
    start = han.START if _HAN.search(piece) else 0.0
    return start + sum(map(_character_price, piece.strip()))


def _word_price(before: str, word: str) -> float:
    # Vocabularies know most words as they stand after a blank; the same word after a
    # quote, an underscore or nothing is more often in parts.
    size, lower = len(word), word.lower()
    breaks = sum(a + b not in _PAIRS for a, b in pairwise(lower))
    capitals = size - 2 if word[:2].isupper() else 0
    name = size if size > 1 and word.istitle() else 0
    if before in (" ", "\t"):
        price = 1.0 + 0.06 * max(0, size - 6) + 0.04 * max(0, name - 4)
        price += 0.75 * breaks + 0.06 * capitals
    elif not before:
        price = 1.0 + 0.1 * max(0, size - 4) + 0.05 * max(0, name - 3)
        price += 0.75 * breaks + 0.1 * capitals
    elif before.isascii():
        price = 1.0 + 0.05 * max(0, size - 3) + 0.45 * (size > 1) + 0.35 * (name > 0)
        price += 0.5 * breaks + 0.2 * capitals
    else:
        return 1.0 + _word_price("", word)
    return min(price, 1.0 + 0.62 * size)


def _punctuation_price(marks: str) -> float:
    changes = sum(a != b for a, b in pairwise(marks))
    return 1.0 + 0.3 * max(0, changes - 2) + 0.5 * max(0, changes - 4) + len(marks) // 48


@lru_cache(maxsize=16_384)
def _character_price(character: str) -> float:
    if _HAN.match(character):
        return han.price(character)
    return _BLOCKS[bisect_right(_STARTS, ord(character)) - 1][1]
