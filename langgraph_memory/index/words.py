"""Texts as the words a search looks for: stems, names, ids and numbers, CJK characters."""

from __future__ import annotations

import re
import threading
import unicodedata
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Any, Final

_CJK: Final = re.compile("([\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+)")
_CHUNK: Final = re.compile(r"[^\W_]+(?:['._/:@-][^\W_]+|(?<=\d),\d{3}(?![^\W_]))*")
_PLAIN: Final = re.compile(r"[a-z]+|[A-Z][a-z]*|[A-Z]+")
_JOINT: Final = re.compile(r"['._/:@,-]")
_RUN: Final = re.compile(r"\d+|[A-Z]+(?![a-z])|[A-Z]?[^\W\d_A-Z]+")
_CODE: Final = re.compile(r"[\d_@]")
_CONTRACTION: Final = re.compile(r"'(?:s|t|re|ve|m|ll|d)$", re.IGNORECASE)

_SHORTEST, _LONGEST = 3, 80
_MOST_RUNS: Final = 3

_FUNCTION_WORDS: Final = (
    "a about above after again against all also am an and any are aren as at be "
    "because been before being below between both but by can could couldn did didn "
    "do does doesn doing don down during each few for from further had hadn has hasn "
    "have haven having he her here hers herself him himself his how i if in into is "
    "isn it its itself just let me more most my myself no nor not now of off on once "
    "only or other our ours ourselves out over own please same shall she should "
    "shouldn so some such than that the their theirs them themselves then there "
    "these they this those through to too under until up us very was wasn we were "
    "weren what when where which while who whom whose why will with won would wouldn "
    "you your yours yourself yourselves"
)
_STOPWORDS: Final = frozenset(_FUNCTION_WORDS.split())
_FUNCTION_CHARACTERS: Final = frozenset("的了吗呢吧啊是在和与也都就我你您他她它们这那")

_stemming = threading.Lock()


def tokenize(text: str) -> list[str]:
    """Cut a text into the tokens that a search compares.

    Lower case. English words lose stopwords and are stemmed after Porter. Ids, numbers,
    dates and names of code (`ERR-4417`, `W123`, `2022-03-16`, `book_hotel`, `bookHotel`)
    stay whole and are split as well; `1,700` is also `1700`. Runs of Chinese, Japanese and
    Korean characters give each character and each pair of neighbours.

    Args:
        text: Any text.

    Returns:
        The tokens in their order, repetitions included.
    """
    if text.isascii():
        return list(_western(text))
    tokens: list[str] = []
    parts = _CJK.split(unicodedata.normalize("NFKC", text).replace("’", "'"))
    for i, part in enumerate(parts):
        tokens.extend(_characters(part) if i % 2 else _western(part))
    return tokens


def _characters(run: str) -> Iterator[str]:
    for character in run:
        if character not in _FUNCTION_CHARACTERS:
            yield character
    for at in range(len(run) - 1):
        yield run[at : at + 2]


def _western(text: str) -> Iterator[str]:
    for chunk in _CHUNK.findall(text):
        if _PLAIN.fullmatch(chunk):
            yield from _word(chunk)
        else:
            yield from _compound(_CONTRACTION.sub("", chunk))


def _compound(chunk: str) -> Iterator[str]:
    parts = _JOINT.split(chunk)
    runs = [run for part in parts for run in _runs(part)]
    if len(runs) > 1 and len(chunk) <= _LONGEST and _is_code(chunk, parts):
        yield chunk.replace(",", "").lower()
    for run in runs:
        if len(run) > 1 or run.isdigit() or len(runs) == 1:
            yield from _word(run)


def _runs(part: str) -> list[str]:
    # Many changes between letters and digits are a hash, whose bits mean nothing alone.
    runs: list[str] = _RUN.findall(part)
    return runs if len(runs) <= _MOST_RUNS else [part]


def _is_code(chunk: str, parts: list[str]) -> bool:
    return len(parts) == 1 or _CODE.search(chunk) is not None


def _word(word: str) -> Iterator[str]:
    lower = word.lower()
    if len(lower) <= _LONGEST and lower not in _STOPWORDS:
        yield _stem(lower)


@lru_cache(maxsize=65_536)
def _stem(word: str) -> str:
    if len(word) < _SHORTEST or not (word.isascii() and word.isalpha()):
        return word
    with _stemming:  # The stemmer keeps the word it works on.
        stem: str = _stemmer().stemWord(word)
    return stem


@cache
def _stemmer() -> Any:
    import snowballstemmer  # noqa: PLC0415 - brings the stemmers of all its languages

    return snowballstemmer.stemmer("porter")
