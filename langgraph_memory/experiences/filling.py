"""What the slots of a lesson stand for in one very task."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from itertools import chain, islice

from langgraph_memory.experiences.slots import slot_of

Slots = Mapping[str, str]
"""The value of each slot that has one."""

_MOST_VALUES = 2_000
_LEAST, _LONGEST = 2, 80
_ID = re.compile(r"(?=.*\d)(?=.*[^\W\d])[\w#./-]+|\d{6,}")
_DATE = re.compile(r"\d{4}-\d{2}-\d{2}")


def slot_values(
    task: str, named: Iterable[tuple[str, object]], own: Iterable[tuple[str, object]] = ()
) -> dict[str, str]:
    """What the slots stand for.

    What is known says what a value is called, and the task says which of them it is about:
    the one value of a slot that the task mentions. An id that the user need not mention is
    taken when this conversation has but one of its kind.

    Args:
        task: The task at hand.
        named: What state, calls and cards name: pairs of parameter or column, and value.
        own: Those of this conversation alone, likewise.

    Returns:
        By slot, the value; a slot that might stand for several things has none.
    """
    said = task.casefold()
    own = tuple(islice(own, _MOST_VALUES))
    mentioned: dict[str, dict[str, str]] = {}
    for slot, text in _written(chain(islice(named, _MOST_VALUES), own)):
        if _mentions(said, text.casefold()):
            mentioned.setdefault(slot, {}).setdefault(text.casefold(), text)
    ids: dict[str, dict[str, str]] = {}
    for slot, text in _written(own):
        if slot not in mentioned and _ID.fullmatch(text) and not _DATE.match(text):
            ids.setdefault(slot, {}).setdefault(text, text)
    return {
        slot: next(iter(texts.values()))
        for slot, texts in {**ids, **mentioned}.items()
        if len(texts) == 1
    }


def _written(named: Iterable[tuple[str, object]]) -> Iterable[tuple[str, str]]:
    for path, value in named:
        text = value.strip() if isinstance(value, str) else ""
        if _LEAST <= len(text) <= _LONGEST and "\n" not in text:
            yield slot_of(path), text


def _mentions(said: str, text: str) -> bool:
    """Whether a text stands in another as words of its own, where words have ends."""
    at = said.find(text)
    while at >= 0 and text.isascii():
        end = at + len(text)
        before, after = said[at - 1 : at], said[end : end + 1]
        if not (_in_word(before) or _in_word(after)):
            return True
        at = said.find(text, at + 1)
    return at >= 0


def _in_word(character: str) -> bool:
    return character.isascii() and character.isalnum()
