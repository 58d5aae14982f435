"""Indented text as the data it stands for: YAML of the plain kind, and lines like it.

Only what is surely so is read: names with values, items behind dashes, and blocks under
names or titles. Text of blocks that do not lie within others is left to other readers.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any, Final

from langgraph_memory.facts._branches import Node, NoOutlineError, nodes_of
from langgraph_memory.facts._drafts import DraftRow, free_name
from langgraph_memory.facts._grids import grid_at
from langgraph_memory.facts._headings import is_next
from langgraph_memory.facts._pairs import speaks
from langgraph_memory.facts._typing import typed
from langgraph_memory.facts.loading import NotJsonError, load

_INSET: Final = re.compile(r"\n(?:[ \t]|- |\* )")
_DOCUMENT: Final = re.compile(r"^---[ \t]*$", re.MULTILINE)
_TITLE: Final = re.compile(r"[\w#(].{0,58}[\w)\]%]|\w")
_CODE: Final = re.compile(
    r".*[{(;\\]|[})\]@<](?!<\Z).*|(?:try|else|finally)"
    r"|(?:async|case|class|def|elif|except|for|function|if|while|with)\s.*"
    r"|.*\w\(.*\)"
)
_QUOTED: Final = re.compile(r"\"(?:[^\"\\]|\\.)*\"|'(?:[^']|'')*'")
_FLOW_PAIR: Final = re.compile(r"([^\s:,{}\[\]\"'][^:,{}\[\]\"']*?):\s+([^:,{}\[\]\"']+)")
_FLOW_ITEM: Final = re.compile(r"[^:,{}\[\]\"']+")
_VALUE, _TEXT = "value", "text"
_TITLES: Final = ("title", "heading")
_MOST_LISTED: Final = 4
_MOST_AROUND: Final = 2
_DEEPEST: Final = 20
_LONGEST_CODE: Final = 200


def load_outline(text: str) -> tuple[Any, list[str]]:
    """Read a text whose blocks lie within each other.

    Args:
        text: Any text.

    Returns:
        What JSON would hold of it; and the lines that are prose: comments and lines that
        belong to nothing.

    Raises:
        NotJsonError: When the text is no such outline, or not surely one.
    """
    if not _INSET.search(text):
        raise NotJsonError
    prose: list[str] = []
    values: list[Any] = []
    is_nested = False
    try:
        for part in _DOCUMENT.split(text):
            if not part.strip():
                continue
            nodes, comments = nodes_of(part)
            _check(nodes)
            is_nested = is_nested or _nests(nodes, inside=False)
            loose = [node.text for node in nodes if _is_loose(node)]
            prose += comments + loose
            values.append(_value([node for node in nodes if not _is_loose(node)]))
    except NoOutlineError:
        raise NotJsonError from None
    if not is_nested:
        raise NotJsonError
    return (values if len(values) > 1 else values[0]), prose


def _is_loose(node: Node) -> bool:
    """Whether a line at the top belongs to nothing: prose, or a name with nothing below."""
    return node.is_plain or bool(node.name and node.value is None and not node.below)


def _check(top: Sequence[Node]) -> None:
    """Refuse what may be prose or code."""
    pairs = titles = loose = listed = 0
    for node, depth, owner in _walk(top):
        if depth > _DEEPEST:
            raise NoOutlineError
        if node.is_item:
            continue
        _check_line(node, owner)
        pairs += node.is_pair
        titles += bool(node.below and not node.name)
        if node.is_plain:
            loose += owner is None
            listed += owner is not None and not (owner.is_item or owner.is_pair)
    around = _around(top)
    if loose > around or around > max(1, _MOST_AROUND * pairs):
        raise NoOutlineError
    if titles > 2 * pairs or listed > _MOST_LISTED * pairs:
        raise NoOutlineError


def _check_line(node: Node, owner: Node | None) -> None:
    said = node.name or node.text
    if len(said) <= _LONGEST_CODE and _CODE.fullmatch(said):
        raise NoOutlineError
    if node.below and not node.name and not _TITLE.fullmatch(node.text):
        raise NoOutlineError
    if node.is_plain and node.parted and owner is not None and owner.is_pair:
        # What follows a blank line does not go on with a value.
        raise NoOutlineError
    if node.below and node.value and (speaks(node.name) or node.value[0] in "{["):
        raise NoOutlineError


def _around(top: Sequence[Node]) -> int:
    """How many lines of prose stand before and behind all that has names."""
    named = [at for at, node in enumerate(top) if not _is_loose(node)]
    if not named:
        raise NoOutlineError
    return sum(node.is_plain for node in (*top[: named[0]], *top[named[-1] + 1 :]))


def _walk(top: Sequence[Node]) -> Iterator[tuple[Node, int, Node | None]]:
    """All nodes in their order, each with its depth and what it lies below."""
    waiting: list[tuple[Node, int, Node | None]] = [(n, 1, None) for n in reversed(top)]
    while waiting:
        node, depth, owner = waiting.pop()
        yield node, depth, owner
        waiting += [(inner, depth + 1, node) for inner in reversed(node.below)]


def _nests(nodes: Sequence[Node], *, inside: bool) -> bool:
    """Whether a block lies within another or beside values, or a value has more lines."""
    for node in nodes:
        if node.is_pair and any(inner.is_plain for inner in node.below):
            return True
        if inside and (node.below or (node.name and not node.is_pair)) and not node.is_item:
            return True
        if node.verbatim or (inside and node.value and node.value[0] in "{["):
            return True
        if _nests(node.below, inside=True):
            return True
    blocks = [node for node in nodes if node.below and not node.is_pair]
    return any(not node.is_item for node in blocks) and any(
        node.is_pair and not node.below for node in nodes
    )


def _value(nodes: Sequence[Node]) -> Any:
    """What lies in a block."""
    if all(node.is_item for node in nodes):
        fields = [inner for node in nodes for inner in node.below]
        if len({inner.name for inner in fields} - {""}) == len(nodes) == len(fields) > 1:
            # Each has one field of another name: the dashes are bullets.
            return _value(fields)
        return [_item(node) for node in nodes]
    if any(node.is_item for node in nodes):
        raise NoOutlineError
    if all(node.is_plain for node in nodes):
        return _lines([node.text for node in nodes])
    if len(nodes) > 1 and _are_titles(nodes):
        inner = [_value(node.below) for node in nodes]
        if all(isinstance(value, dict) for value in inner):
            return _titled([node.text for node in nodes], inner)
    names = [node.name for node in nodes]
    if names.count(names[0]) == len(names) > 1 and all(n.is_pair for n in nodes):
        return [_led(node) for node in nodes]
    rows = _rows(nodes)
    return rows if len(rows) > 1 else rows[0]


def _are_titles(nodes: Sequence[Node]) -> bool:
    """Whether each line is the title of a block: without a name, or `Day 1: …`."""
    if not all(node.below for node in nodes):
        return False
    if not any(node.name for node in nodes):
        return True
    first, *rest = nodes
    return all(n.is_pair for n in nodes) and all(is_next(n.name, first.name) for n in rest)


def _item(node: Node) -> Any:
    below = node.below
    if not below:
        return None
    if len(below) == 1 and below[0].is_plain:
        return _scalar(below[0].text)
    if any(inner.is_plain for inner in below):
        raise NoOutlineError
    return _value(below)


def _rows(nodes: Sequence[Node]) -> list[dict[str, Any]]:
    """The fields of a block: of one object, or of several that begin with one name."""
    rows: list[dict[str, Any]] = [{}]
    loose: list[str] = []
    first = next(node.name or node.text for node in nodes if not node.is_plain)
    for node in nodes:
        name = node.name or node.text
        if node.is_plain:
            loose.append(node.text)
            continue
        if name in rows[-1]:
            if name != first:
                raise NoOutlineError
            rows.append({})
        rows[-1][name] = _field(node)
    if loose:
        if len(rows) > 1 or _TEXT in rows[0]:
            raise NoOutlineError
        rows[0][_TEXT] = loose
    return rows


def _field(node: Node) -> Any:
    if node.value is None:
        return _value(node.below) if node.below else None
    if not node.below:
        return node.value if node.verbatim else _scalar(node.value)
    if all(inner.is_plain for inner in node.below):
        return " ".join([node.value, *(inner.text for inner in node.below)])
    inner = _value(node.below)
    if not isinstance(inner, dict) or not all(item.name for item in node.below):
        raise NoOutlineError
    return {free_name(_VALUE, inner): _scalar(node.value), **inner}


def _led(node: Node) -> dict[str, Any]:
    """An object that begins with the pair above its block."""
    found = _field(node)
    if not isinstance(found, dict) or not node.below:
        return {node.name: found}
    lead, *rest = found.items()
    inner = dict(rest)
    return {free_name(node.name, inner): lead[1], **inner}


def _titled(titles: Sequence[str], inner: Sequence[dict[str, Any]]) -> list[dict[str, Any]]:
    names = {name.casefold() for value in inner for name in value}
    column = next((name for name in _TITLES if name not in names), None)
    if column is None:
        raise NoOutlineError
    return [{column: t, **value} for t, value in zip(titles, inner, strict=True)]


def _lines(texts: list[str]) -> str | list[str] | list[DraftRow]:
    """Lines without names: a table where they draw one, else a text each."""
    grid = grid_at(texts, 0)
    if grid and grid[1] == len(texts):
        return grid[0]
    return texts if len(texts) > 1 else texts[0]


def _scalar(text: str) -> Any:
    """A value as it is written in one line."""
    text = text.strip()
    if text[0] in "{[":
        return _flow(text)
    if _QUOTED.fullmatch(text):
        return _unquoted(text)
    return None if text == "~" else typed(text)


def _unquoted(text: str) -> str:
    if text[0] == "'":
        return text[1:-1].replace("''", "'")
    try:
        return str(load(text))
    except NotJsonError:
        return text[1:-1]


def _flow(text: str) -> Any:
    """An object or a list in brackets, of scalars; else the text."""
    try:
        return load(text)
    except NotJsonError:
        pass
    parts = [part.strip() for part in text[1:-1].split(",")]
    if text[0] == "{" and text[-1] == "}":
        pairs = [_FLOW_PAIR.fullmatch(part) for part in parts]
        found = {pair[1]: typed(pair[2]) for pair in pairs if pair}
        return found if len(found) == len(parts) else text
    if text[0] == "[" and text[-1] == "]" and all(map(_FLOW_ITEM.fullmatch, parts)):
        return list(map(typed, parts))
    return text
