"""What `repr` makes of Python's values, read by way of JSON."""

from __future__ import annotations

import re
from typing import Any, Final

from langgraph_memory.facts.loading import NotJsonError, is_cut, load

_PYTHON: Final = re.compile(
    r"""'(?:[^'\\]|\\.)*+'|"(?:[^"\\]|\\.)*+"|(?P<open>['"])"""
    r"""|\b(?:True|False|None|nan|inf)\b"""
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
_ESCAPE: Final = re.compile(r"\\(x[0-9a-fA-F]{2}|.)|\"", re.DOTALL)


def load_python(text: str) -> Any:
    """Read a Python literal, as `str()` of dicts and lists gives it.

    Args:
        text: Any text.

    Returns:
        Its value; tuples and the arguments of calls become lists, and objects those with
        names: `Hotel(name='A', price=3)`.

    Raises:
        NotJsonError: When the text is no such literal.
    """
    if not _PYTHON_START.match(text) or is_cut(text):
        raise NotJsonError
    closers: list[str] = []

    def as_json(match: re.Match[str]) -> str:
        found = match[0]
        if match["open"]:
            raise NotJsonError
        if found[-1] == "(":
            closers.append("]" if match["fields"] is None else "}")
            return "[" if match["fields"] is None else "{"
        if found == ")":
            return closers.pop() if closers else found
        if match["field"]:
            return f'"{match["field"]}":'
        if found[0] not in "'\"":
            return _PYTHON_WORDS[found]
        return f'"{_ESCAPE.sub(_escape, found[1:-1])}"'

    return load(_PYTHON.sub(as_json, text))


def _escape(match: re.Match[str]) -> str:
    code = match[1]
    if code is None:
        return '\\"'
    if len(code) > 1:
        return f"\\u00{code[1:]}"
    if code == "'":
        return code
    return match[0] if code in '"\\/bfnrtu' else f"\\\\{code}"
