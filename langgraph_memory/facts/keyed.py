"""Objects whose keys name rows, told apart from objects that are one record."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Mapping
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
        return key in first.values() or (
            not key.isalpha() and _is_number_in(key, first) or _ids((key,))
        )
    if kind is list:
        return _ids(value) and set(map(type, value.values())) == {list}
    # Most objects are small records: they are told at a glance.
    glance = len(value) >= _SEVERAL or (len(value) >= _FEW and _DIGITS(key))
    return bool(glance) and _maps_ids(value)


def repeats_keys(value: Mapping[str, Any]) -> bool:
    """Whether every value is an object that holds its own key as a value."""
    for key, child in value.items():
        if type(child) is not dict or not _repeats(key, child):
            return False
    return True


def _repeats(key: str, child: Mapping[str, Any]) -> bool:
    return key in child.values() or (key.isdigit() and _is_number_in(key, child))


def _is_number_in(key: str, child: Mapping[str, Any]) -> bool:
    # Keys of JSON are texts, also where the ids are numbers.
    return bool(_NUMBER.fullmatch(key)) and int(key) in child.values()


def _ids(keys: Iterable[str], least: Search = _DIGITS) -> bool:
    for key in keys:
        if key.isalpha() or not least(key) or len(key) > _LONGEST_KEY or " " in key:
            return False
    return True


def _holds_rows(value: Mapping[str, Any]) -> bool:
    if repeats_keys(value):
        return True
    children = value.values()
    if set(map(type, children)) != {dict}:
        return False
    if _ids(value, _DIGIT):
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
