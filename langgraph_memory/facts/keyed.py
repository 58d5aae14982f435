"""Objects whose keys name rows, told apart from objects that are one record."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from string import ascii_letters
from typing import Any, Final

Search = Callable[[str], object]

_DIGIT: Final = re.compile(r"\d").search
_DIGITS: Final = re.compile(r"\d{3}").search
_CLASSES: Final = str.maketrans(
    ascii_letters, "".join("a" if letter.islower() else "A" for letter in ascii_letters)
)
_CONTAINERS: Final = frozenset({dict, list})
_NUMBER: Final = re.compile(r"[1-9][0-9]{2,17}")
_FEW, _SEVERAL, _MANY = 3, 5, 8
_LONGEST_KEY: Final = 100


def is_keyed(value: Mapping[str, Any]) -> bool:
    """Whether an object is a table whose keys name the rows, and not one record.

    Args:
        value: An object as JSON holds it, not empty.

    Returns:
        True when its values are objects or lists under id-like keys, objects that repeat
        their key, or objects all of one form; and when it maps many keys or values that
        look like ids.
    """
    key, first = next(iter(value.items()))
    kind = type(first)
    if kind is dict:
        if len(value) > 1:
            return _holds_rows(value)
        return key in first.values() or _ids((key,))
    if kind is list:
        return _ids(value) and set(map(type, value.values())) == {list}
    # Most objects are small records: they are told at a glance.
    glance = len(value) >= _SEVERAL or (len(value) >= _FEW and _DIGITS(key))
    return bool(glance) and _maps_ids(value)


def repeats_keys(value: Mapping[str, Any]) -> bool:
    """Whether every value is an object that holds its own key as a value."""
    for key, child in value.items():
        if type(child) is not dict:
            return False
        values = child.values()
        # Keys of JSON are texts, also where the ids are numbers.
        if key not in values and not (_is_number(key) and int(key) in values):
            return False
    return True


def are_ids(keys: Sequence[str], objects: Iterable[Mapping[str, Any]]) -> bool:
    """Whether keys name the rows of objects, all of which have them, by their look.

    Args:
        keys: Those of each object, not empty.
        objects: Objects of objects.

    Returns:
        False also where rows may repeat their keys.
    """
    if not _ids(keys, _DIGIT if keys[1:] else _DIGITS):
        return False
    key = keys[0]
    number = int(key) if _is_number(key) else key
    for value in objects:
        values = value[key].values()
        if key in values or number in values:
            return False
    return True


def _is_number(key: str) -> bool:
    return key.isdigit() and _NUMBER.fullmatch(key) is not None


def _ids(keys: Iterable[str], least: Search = _DIGITS) -> bool:
    for key in keys:
        if key.isalpha() or not least(key) or len(key) > _LONGEST_KEY or " " in key:
            return False
    return True


def _holds_rows(value: Mapping[str, Any]) -> bool:
    children = value.values()
    if set(map(type, children)) != {dict}:
        return False
    if repeats_keys(value) or _ids(value, _DIGIT):
        return True
    form = next(iter(children)).keys()
    return (
        len(value) >= _FEW
        and len(form) > 1
        and all(child.keys() == form for child in children)
    )


def _maps_ids(value: Mapping[str, Any]) -> bool:
    if not _CONTAINERS.isdisjoint(map(type, value.values())):
        return False
    if _ids(value):
        return True
    if len(value) >= _SEVERAL and (form := _one_form(value)):
        return "a" not in form
    texts = [item for item in value.values() if isinstance(item, str)]
    return len(value) >= _MANY and len(texts) == len(value) and "9" in _one_form(texts)


def _one_form(texts: Collection[str]) -> str:
    """The form that all the texts have, `AA99` for `HA17`; empty when they differ."""
    lengths = set(map(len, texts))
    if len(lengths) != 1 or max(lengths) > _LONGEST_KEY:
        return ""
    forms = set(re.sub(r"\d", "9", "\n".join(texts)).translate(_CLASSES).split("\n"))
    return forms.pop() if len(forms) == 1 else ""
