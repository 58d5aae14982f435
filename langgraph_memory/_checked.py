"""Checking settings by the types that they declare."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, is_dataclass
from functools import cache
from numbers import Integral, Real
from types import UnionType
from typing import Any, Final, Literal, Union, get_args, get_origin, get_type_hints

from langgraph_memory.errors import ConfigError

_NUMBERS: Final = {int: (Integral, "an integer"), float: (Real, "a number")}


def check_types(settings: Any) -> None:
    """Check that every field of some settings holds what its annotation says.

    An integer may stand for a float; True and False are no numbers.

    Args:
        settings: A dataclass whose fields are numbers, literals, dataclasses, tuples,
            mappings, functions, or optional.

    Raises:
        ConfigError: When one does not; it names the field and says what to write.
    """
    kind: type = type(settings)
    hints = _hints(kind)
    for field in fields(settings):
        value = getattr(settings, field.name)
        if not _fits(value, hints[field.name]):
            raise wrong_value(settings, field.name, _words(hints[field.name]))


def check_kind(value: Any, kind: type, name: str) -> None:
    """Check that an argument is settings of one kind.

    Args:
        value: The argument.
        kind: A dataclass of settings.
        name: What the argument is called.

    Raises:
        ConfigError: When it is none; it says how settings of a part are given.
    """
    if isinstance(value, kind):
        return
    part = next((n for n, hint in _hints(kind).items() if type(value) is hint), None)
    given = type(value).__name__
    inner = f"{part}={given}(...)" if part else "..."
    wanted, write = kind.__name__, f"{name}={kind.__name__}({inner})"
    msg = f"{name} must be a {wanted}, not {_brief(value)}; write {write}"
    raise ConfigError(msg)


def check_that(fits: bool, name: str, value: Any, wanted: str) -> None:  # noqa: FBT001  what is checked
    """Check an argument.

    Args:
        fits: Whether it is what is wanted.
        name: What the argument is called.
        value: What was given.
        wanted: What it must be, with what to write.

    Raises:
        ConfigError: When it does not fit.
    """
    if not fits:
        msg = f"{name} must be {wanted}, not {_brief(value)}"
        raise ConfigError(msg)


def check_shares(settings: Any, *names: str) -> None:
    """Check that fields are shares.

    Args:
        settings: A dataclass.
        names: Its fields.

    Raises:
        ConfigError: When one is below 0 or above 1.
    """
    for name in names:
        if not 0.0 <= getattr(settings, name) <= 1.0:
            raise wrong_value(settings, name, "between 0 and 1")


def check_counts(settings: Any, *names: str, least: int = 1) -> None:
    """Check that fields are not below what they must at least be; otherwise like shares."""
    for name in names:
        if not getattr(settings, name) >= least:
            raise wrong_value(settings, name, f"at least {least}")


def check_span(settings: Any, name: str, most: float) -> None:
    """Check that a field is above 0, and at most this; otherwise like shares."""
    if not 0 < getattr(settings, name) <= most:
        raise wrong_value(settings, name, f"more than 0 and at most {most:,}")


def wrong_value(settings: Any, name: str, wanted: str) -> ConfigError:
    """The error for a field.

    Args:
        settings: The settings.
        name: The field.
        wanted: What it must be.
    """
    default = getattr(type(settings), name, None)
    example = f", such as {default!r}" if isinstance(default, int | float) else ""
    given = _brief(getattr(settings, name))
    where = f"{type(settings).__name__}.{name}"
    return ConfigError(f"{where} must be {wanted}{example}, not {given}")


@cache
def _hints(kind: type) -> dict[str, Any]:
    return get_type_hints(kind)


def _fits(value: Any, hint: Any) -> bool:
    origin = get_origin(hint)
    if origin is None:
        return _is(value, hint)
    if origin in (Union, UnionType):
        return any(_fits(value, one) for one in get_args(hint))
    if origin is Literal:
        return value in get_args(hint)
    if origin is Callable:
        return callable(value)
    if origin is tuple:
        kind = get_args(hint)[0]
        return isinstance(value, tuple) and all(_fits(one, kind) for one in value)
    key, held = get_args(hint)
    return isinstance(value, Mapping) and all(
        _fits(k, key) and _fits(v, held) for k, v in value.items()
    )


def _is(value: Any, kind: Any) -> bool:
    if kind in _NUMBERS:
        return isinstance(value, _NUMBERS[kind][0]) and not isinstance(value, bool)
    return isinstance(value, kind)


def _words(hint: Any) -> str:
    origin = get_origin(hint)
    if origin is None:
        return _name(hint)
    if origin in (Union, UnionType):
        return " or ".join(map(_words, get_args(hint)))
    if origin is Literal:
        return f"one of {get_args(hint)}"
    if origin is Callable:
        return "a function"
    if origin is tuple:
        kind = get_args(hint)[0]
        example = ", such as ('one', 'two')" if kind is str else ""
        return f"a tuple of {kind.__name__}{example}"
    key, held = map(_words, get_args(hint))
    return f"a mapping of {key} to {held}"


def _name(kind: Any) -> str:
    if kind in _NUMBERS:
        return _NUMBERS[kind][1]
    return "None" if kind is type(None) else f"a {kind.__name__}"


def _brief(value: Any) -> str:
    return f"a {type(value).__name__}" if is_dataclass(value) else repr(value)
