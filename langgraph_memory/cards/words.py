"""Words of texts and of identifiers, reduced so that like words are equal."""

from __future__ import annotations

import re
from functools import lru_cache

_RUN = re.compile(r"\d{4}-\d{2}-\d{2}|[^\W_]+")
_CAMEL = re.compile(r"(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=\D)(?=\d)")
_CJK = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff\uac00-\ud7af]+")

_IRREGULAR = {
    "children": "child",
    "ids": "id",
    "kids": "child",
    "kid": "child",
    "people": "person",
    "men": "man",
    "women": "woman",
}
_ABBREVIATIONS = {
    "addr": "address",
    "amt": "amount",
    "arr": "arrival",
    "dep": "departure",
    "desc": "description",
    "dest": "destination",
    "lat": "latitude",
    "lng": "longitude",
    "lon": "longitude",
    "max": "maximum",
    "min": "minimum",
    "num": "number",
    "qty": "quantity",
    "tel": "telephone",
}


def listed(text: str) -> frozenset[str]:
    """A vocabulary, given as words parted by blanks."""
    return frozenset(text.split())


_STOP = listed(
    "a an the and or of in on at to for from by with as is are be it its this that my our "
    "me we us you your i s"
)
_SHORT, _LONG = 3, 5


def stem(word: str) -> str:
    """Reduce one lower-case word to what its singular, plural and -ing form share.

    Args:
        word: A word in lower case.

    Returns:
        The stem; not always a word itself (`smok` for smoke and smoking).
    """
    word = _IRREGULAR.get(word, word)
    if not word.isascii() or not word.isalpha():
        return word
    return _open_end(_singular(word))


def _singular(word: str) -> str:
    if len(word) <= _SHORT or not word.endswith("s") or word.endswith(("ss", "us", "is")):
        return word
    if word.endswith("ies") and len(word) > _LONG - 1:
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "sses", "xes", "zes")):
        return word[:-2]
    return word[:-1]


def _open_end(word: str) -> str:
    if word.endswith("ing") and len(word) > _LONG:
        word = word[:-3]
        doubled = len(word) > _SHORT and word[-1] == word[-2] and word[-1] not in "lsz"
        return word[:-1] if doubled else word
    return word[:-1] if word.endswith("e") and len(word) >= _LONG else word


def words(text: str) -> list[str]:
    """The stems of a text in order, without words that carry no content.

    Args:
        text: Any text. Dates like `2026-03-01` stay whole; runs of Chinese, Japanese or
            Korean characters become pairs of neighbours.

    Returns:
        Stems in lower case, repetitions included.
    """
    found: list[str] = []
    for run in _RUN.findall(text):
        if _CJK.search(run):
            found += _pairs(run)
        elif (word := run.lower()) not in _STOP:
            found.append(stem(word))
    return found


@lru_cache(maxsize=4096)
def name_words(identifier: str) -> tuple[str, ...]:
    """The stems of an identifier: `FerryNumber`, `opening_hours`, `min stay`.

    Args:
        identifier: Name of a column, parameter or tool in any usual spelling.

    Returns:
        Stems in lower case and in order; common abbreviations are spelled out.
    """
    found: list[str] = []
    for run in _RUN.findall(identifier):
        if _CJK.search(run):
            found += _pairs(run)
            continue
        for part in _CAMEL.sub(" ", run).split():
            word = part.lower()
            found.append(stem(_ABBREVIATIONS.get(word, word)))
    return tuple(found)


def stems(text: str) -> frozenset[str]:
    """A vocabulary of stems, given as words parted by blanks."""
    return frozenset(map(stem, listed(text)))


def _pairs(run: str) -> list[str]:
    found: list[str] = []
    for piece in re.split(f"({_CJK.pattern})", run):
        if _CJK.fullmatch(piece) and len(piece) > 1:
            found += [piece[i : i + 2] for i in range(len(piece) - 1)]
        elif piece:
            found.append(piece.lower())
    return found
