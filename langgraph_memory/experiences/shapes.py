"""The form of a value in words, without the value."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Any

_LONGEST_WORDS = 60
_MOST_WORDS = 4
_MOST_RUNS = 8
_MOST_NAMES = 8

_KNOWN = (
    ("YYYY-MM-DD", re.compile(r"\d{4}-\d{2}-\d{2}")),
    ("ISO 8601 date and time", re.compile(r"\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}\S{0,20}")),
    ("DD.MM.YYYY", re.compile(r"\d{1,2}\.\d{1,2}\.\d{4}")),
    ("DD/MM/YYYY", re.compile(r"(?:1[3-9]|2\d|3[01])/(?:0?[1-9]|1[0-2])/\d{4}")),
    ("MM/DD/YYYY", re.compile(r"(?:0?[1-9]|1[0-2])/(?:1[3-9]|2\d|3[01])/\d{4}")),
    ("day, month and year with slashes", re.compile(r"\d{1,2}/\d{1,2}/\d{4}")),
    ("+ and digits", re.compile(r"\+\d{7,15}")),
    ("language-REGION code", re.compile(r"[a-z]{2,3}-[A-Z]{2}")),
    ("HH:MM", re.compile(r"\d{1,2}:\d{2}")),
    ("e-mail address", re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")),
    ("URL", re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://\S+")),
    ("UUID", re.compile(r"[0-9A-Fa-f]{8}(?:-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}")),
    ("digits", re.compile(r"\d+")),
    ("number in quotes", re.compile(r"[-+]?\d+[.,]\d+")),
    ("upper-case code", re.compile(r"[A-Z]{2,5}")),
)
_SILENT = frozenset(
    {"text", "empty text", "null", "empty list", "empty object", 'like "X"'}
)
_WORDS = {"a": "lower-case words", "A": "upper-case words", "Aa": "capitalised words"}
_NUMBERS = frozenset({"integer", "number"})
_EITHER = "day, month and year with slashes"
_SLASHED = frozenset({"DD/MM/YYYY", "MM/DD/YYYY", _EITHER})
_CLASSES = frozenset({"a", "A", "Aa", "9", "X"})
_LONGEST_LITERAL = 12

_NAME = re.compile(r"(?!.*\d{3})[^\W\d][\w-]{0,39}")
_RUN = re.compile(r"[^\W_]+")
_COMPOUND = re.compile(r"(?:a_)+(?=[9X])")


def label(name: object) -> str:
    """The name of a parameter, or `*` for a key that is data and would not transfer."""
    text = str(name)
    return text if _NAME.fullmatch(text) else "*"


def shape(value: object) -> str:
    """The form of a value.

    A text of no known form is described by its runs: `a` lower case, `A` upper case, `Aa`
    capitalised, `9` digits, `X` letters and digits mixed; what stands between runs is kept.
    So `#W123` is `like "#X"`.

    Args:
        value: Any plain data.

    Returns:
        Such as `integer`, `YYYY-MM-DD`, `lower-case words` or `like "#X"`.
    """
    if isinstance(value, str):
        return _text_shape(value.strip())
    if isinstance(value, list | tuple):
        inner = shape(value[0]) if value else ""
        told = f"list of {inner}" if says_how(inner) else "list"
        return told if value else "empty list"
    if isinstance(value, Mapping):
        names = ", ".join(dict.fromkeys(label(name) for name in list(value)[:_MOST_NAMES]))
        return f"object with {names}" if value else "empty object"
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true or false"
    return "integer" if isinstance(value, int) else "number"


def says_how(form: str) -> bool:
    """Whether a form says how a value is written; free text and mere codes have none."""
    return form not in _SILENT


def telling(form: str) -> str:
    """What a form tells of how to write a value.

    Args:
        form: As `shape` gives it.

    Returns:
        The form; `list` for a list of free text; empty for free text or nothing.
    """
    if form.startswith("list of ") and not telling(form.removeprefix("list of ")):
        return "list"
    return "" if form in _SILENT or form.endswith("words") or is_mere(form) else form


def is_mere(form: str) -> bool:
    """Whether a form tells no more than where letters stand, as that of a name or a key."""
    runs = _RUN.findall(form.removeprefix("like "))
    return form.startswith("like ") and all(run in ("a", "A", "Aa") for run in runs)


def is_code(form: str) -> bool:
    """Whether a form is that of ids and codes, which are looked up and not written."""
    return form.startswith("like ") or form in ("digits", "UUID", "upper-case code")


def completed(old: object, new: object) -> str:
    """The form of a value, with what was added to an old one as it stands.

    Args:
        old: The value before.
        new: The value.

    Returns:
        `like "SKU-9"` for `SKU-12` after `12`; else as `shape` gives it.
    """
    form = shape(new)
    if not (form.startswith("like ") and isinstance(old, str) and isinstance(new, str)):
        return form
    before, found, after = new.strip().partition(old.strip() or new)
    rest = before + after
    plain = 1 <= len(rest) <= _LONGEST_LITERAL and not any(c.isdigit() for c in rest)
    if not (found and plain and any(c.isalpha() for c in rest)):
        return form
    return f'like "{before}{_RUN.sub(lambda run: _run_shape(run[0]), found)}{after}"'


def fits(value: object, form: str) -> bool:
    """Whether a value has a form, as `shape` or `completed` gives it."""
    own = shape(value)
    if own == form or (own == _EITHER and form in _SLASHED):
        return True
    if not isinstance(value, str) or _general(form) != own:
        return False
    literal = _RUN.split(form.removeprefix('like "').removesuffix('"'))
    names = _RUN.findall(form.removeprefix('like "').removesuffix('"'))
    runs = [r"[^\W_]+" if name in _CLASSES else re.escape(name) for name in names]
    parts = [re.escape(one) + run for one, run in zip(literal, [*runs, ""], strict=True)]
    return re.fullmatch("".join(parts), value.strip()) is not None


def _general(form: str) -> str:
    """A form with classes in place of what it has literally."""
    if not form.startswith('like "'):
        return form

    def general(run: re.Match[str]) -> str:
        return run[0] if run[0] in _CLASSES else _run_shape(run[0])

    inner = _RUN.sub(general, form.removeprefix('like "').removesuffix('"'))
    return f'like "{_COMPOUND.sub("a_", inner)}"'


def differs(one: Iterable[Any], other: Iterable[Any]) -> bool:
    """Whether values are of another form than others, not just other words or numbers.

    Args:
        one: Values of one parameter.
        other: Values of the same parameter in another call.

    Returns:
        True when no form is common to both, other than one of mere letters; or when each is
        one value, and they say the same in different writing.
    """
    first, second = list(one), list(other)
    bare = ["".join(_RUN.findall(str(v))).casefold() for v in (*first, *second)]
    if len(first) == len(second) == 1 and bare[0] == bare[1] != "":
        return shape(first[0]) != shape(second[0])
    if is_mere(shape(second[-1])):
        return False
    return not {family(shape(v)) for v in first} & {family(shape(v)) for v in second}


def family(form: str) -> str:
    """The kind of a form, in which values of one kind agree however they are worded.

    Args:
        form: As `shape` gives it.

    Returns:
        `words` for free text, `number`, `list` for any list, else the form, in general.
    """
    if form.startswith("list of ") or form in ("list", "empty list"):
        return "list"
    if form == "text" or form.endswith("words"):
        return "words"
    return "number" if form in _NUMBERS else _general(form)


def _text_shape(text: str) -> str:
    for name, pattern in _KNOWN:
        if pattern.fullmatch(text):
            return name
    runs = _RUN.findall(text[: _LONGEST_WORDS + 1])
    if not runs or len(text) > _LONGEST_WORDS or len(runs) > _MOST_RUNS:
        return "text" if text else "empty text"
    if all(run.isalpha() for run in runs) and not _RUN.sub("", text).strip():
        cases = {_run_shape(run[0]) for run in _RUN.finditer(text)}
        form = _WORDS.get(cases.pop(), "words") if len(cases) == 1 else "words"
        return form if len(runs) <= _MOST_WORDS else "text"
    if any(char.isspace() for char in text):
        return "text"
    pattern_text = _RUN.sub(lambda run: _run_shape(run[0]), text)
    return f'like "{_COMPOUND.sub("a_", pattern_text)}"'


def _run_shape(run: str) -> str:
    if not run.isalpha():
        return "9" if run.isdigit() else "X"
    if run.islower() or run.isupper():
        return "a" if run.islower() else "A"
    return "Aa"
