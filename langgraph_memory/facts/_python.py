"""What `repr` makes of Python's values, read by way of JSON."""

from __future__ import annotations

import re
from typing import Any, Final

from langgraph_memory.facts._calls import CALLS, number_as_json, when_as_json
from langgraph_memory.facts.loading import NotJsonError, is_cut, load

_PYTHON: Final = re.compile(
    r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|(?P<open>['"])"""
    rf"""|\b(?:True|False|None|nan|inf)\b|{CALLS}"""
    r"""|(?<![\w.])(?:[A-Za-z_][\w.]*+)?\((?P<fields>(?=[A-Za-z_]\w*=))?|\)"""
    r"""|(?<=[(,\s])(?P<field>[A-Za-z_]\w*+)=|,(?=\s{0,20}[)\]}])""",
    re.DOTALL,
)
_PYTHON_WORDS: Final = {
    "True": "true",
    "False": "false",
    "None": "null",
    "nan": "NaN",
    "inf": "Infinity",
    ",": "",
}
_PYTHON_START: Final = re.compile(r"[{\[(]|None|True|False|[A-Za-z_][\w.]*+\([A-Za-z_]\w*=")
# What `str` makes of models whose `repr` has a name and brackets around it.
_FIELDS: Final = re.compile(
    r"[A-Za-z_]\w*+=(?:['\"\[{(<\d-]|(?:None|True|False)\b|[A-Za-z_][\w.]*+\().*"
)
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|.)|\"", re.DOTALL)


def load_python(text: str) -> Any:
    """Read a Python literal, as `str()` of dicts and lists gives it.

    Args:
        text: Any text.

    Returns:
        Its value; tuples and the arguments of calls become lists, and objects those with
        names: `Hotel(name='A', price=3)`, also without their class: `name='A' price=3`.
        Calls that make a scalar become that, dates in ISO form, decimals as their text.

    Raises:
        NotJsonError: When the text is no such literal.
    """
    bare = _FIELDS.fullmatch(text) is not None
    if bare:
        text = f"_({text})"
    if not _PYTHON_START.match(text) or is_cut(text):
        raise NotJsonError
    return load(_PYTHON.sub(_Rewriting(bare=bare).as_json, text))


class _Rewriting:
    """One pass over a literal; knows which bracket is open."""

    def __init__(self, *, bare: bool) -> None:
        """Begin with a literal, or with fields that only blanks part, in brackets."""
        self._closers: list[str] = []
        self._fields: set[str] | None = set() if bare else None

    def as_json(self, match: re.Match[str]) -> str:
        """What stands in JSON for a piece."""
        found, closers = match[0], self._closers
        if match["open"]:
            raise NotJsonError
        if found[-1] == "(":
            closers.append("]" if match["fields"] is None else "}")
            return "[" if match["fields"] is None else "{"
        if found == ")":
            return closers.pop() if closers else found
        if match["field"]:
            return self._named(match["field"])
        if match["when"]:
            return when_as_json(match["when"], match["given"])
        return _scalar(match["only"] or match["member"] or found)

    def _named(self, name: str) -> str:
        fields = self._fields
        if fields is None or len(self._closers) > 1:
            return f'"{name}":'
        if name in fields:
            raise NotJsonError
        fields.add(name)
        return f'{"," if len(fields) > 1 else ""}"{name}":'


def _scalar(found: str) -> str:
    if found[0] in "'\"":
        return f'"{_ESCAPE.sub(_escape, found[1:-1])}"'
    return _PYTHON_WORDS[found] if found in _PYTHON_WORDS else number_as_json(found)


def _escape(match: re.Match[str]) -> str:
    code = match[1]
    if code is None:
        return '\\"'
    if len(code) > 1:
        return f"\\u00{code[1:]}"
    if code == "'":
        return code
    return match[0] if code in '"\\/bfnrtu' else f"\\\\{code}"
