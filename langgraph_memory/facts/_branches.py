"""Lines of a text as a tree: what is indented deeper belongs to the line above it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

_KEY: Final = (
    r"<<|\"[^\"]{1,60}\"|'[^']{1,60}'"
    r"|[^\s?:,\[\]{}#&*!|>'\"%@`-][^:：#\[\]{}|\"=;]{0,60}?"
)
_LINE: Final = re.compile(
    rf"(?P<name>{_KEY})\s{{0,4}}(?::(?:\s+(?P<value>\S.*))?|：\s*(?P<wide>\S.*)?)"
)
_ITEM: Final = re.compile(r"-\s+(?=\S)|-\Z")
_DASHES: Final = re.compile(r"(?:-\s+){8}")
_BULLET: Final = re.compile(r"(?:[-*•·–]|\d{1,3}[.)])\s+(?=\S)")
_MARKDOWN: Final = re.compile(r"(?:[*•·–]|\d{1,3}[.)])\s+\S")
_HEADING: Final = re.compile(r"#{1,6}\s")
_VERBATIM: Final = re.compile(r"[|>][+-]?")
_EMPHASIS: Final = re.compile(r"\*\*|__")
_MOST_WORDS: Final = 5


class NoOutlineError(ValueError):
    """Lines are no outline, or not surely one."""


@dataclass(slots=True, eq=False)
class Node:
    """A line, or the dash before an item.

    Attributes:
        text: What it says, without dashes, bullets and emphasis; empty for a dash.
        name: What stands before its colon; empty where it has none.
        value: What stands behind its colon, or None.
        verbatim: Whether the value is the lines below as they are.
        parted: Whether a blank line stands above it.
        below: What is indented deeper.
    """

    text: str
    name: str = ""
    value: str | None = None
    verbatim: bool = False
    parted: bool = False
    below: list[Node] = field(default_factory=list)

    @property
    def is_item(self) -> bool:
        """Whether it is the dash before an item."""
        return not self.text

    @property
    def is_plain(self) -> bool:
        """Whether it is a line without a name and with nothing below it."""
        return bool(self.text) and not self.name and not self.below

    @property
    def is_pair(self) -> bool:
        """Whether it has a name and a value."""
        return self.value is not None


def nodes_of(text: str) -> tuple[list[Node], list[str]]:
    """Read the lines of a text as a tree.

    Dashes make items, as in YAML, unless they only adorn lines, as in Markdown.

    Args:
        text: Any text.

    Returns:
        The nodes that are in no other, and the comments.

    Raises:
        NoOutlineError: Where headings stand among lines with bullets, or dashes in a row.
    """
    lines = [line.expandtabs() for line in text.split("\n")]
    adorned = _is_adorned([line for line in lines if line.strip()])
    comments: list[str] = []
    top: list[Node] = []
    stack: list[tuple[int, Node]] = []
    for depth, node in _tokens(lines, comments, adorned=adorned):
        while stack and not _lies_below(node, depth, *stack[-1], adorned=adorned):
            stack.pop()
        (stack[-1][1].below if stack else top).append(node)
        stack.append((depth, node))
    return top, comments


def _lies_below(
    node: Node, depth: int, above_depth: int, above: Node, *, adorned: bool
) -> bool:
    """Whether a node belongs to one above: items may stand right below a name only."""
    beside = node.is_item and depth == above_depth + 1
    return depth > above_depth and (adorned or not beside or bool(above.name))


def _is_adorned(lines: Sequence[str]) -> bool:
    """Whether dashes are bullets: some line with one has no name, and lines below it."""
    for line, after in zip(lines, [*lines[1:], ""], strict=True):
        bare = line.lstrip()
        if _MARKDOWN.match(bare):
            return True
        item = _ITEM.match(bare)
        if item and _indent(after) > _indent(line):
            said = bare[item.end() :]
            if said and not _ITEM.match(said) and not _node(said).name:
                return True
    return False


def _tokens(
    lines: Sequence[str], comments: list[str], *, adorned: bool
) -> Iterator[tuple[int, Node]]:
    """The nodes of lines with their depths: a dash lies half a column below its place."""
    at, is_begun = 0, False
    while at < len(lines):
        line = lines[at].strip()
        indent = _indent(lines[at])
        at += 1
        if _HEADING.match(line):
            if adorned and is_begun:
                raise NoOutlineError
            comments.append(line)
            continue
        if not line:
            continue
        parted = is_begun and not lines[at - 2].strip()
        is_begun = True
        half = 0
        if adorned:
            bullet = _BULLET.match(line)
            half = int(bullet is not None)
            line = _EMPHASIS.sub("", line[bullet.end() if bullet else 0 :])
        else:
            if _DASHES.match(line):
                raise NoOutlineError
            while item := _ITEM.match(line):
                yield 2 * indent + 1, Node("")
                indent += item.end()
                line = line[item.end() :]
        if not line:
            continue
        node = _node(line)
        node.parted = parted
        if _VERBATIM.fullmatch(node.value or ""):
            at = _take_verbatim(node, lines, at, indent)
        yield 2 * indent + half, node


def _take_verbatim(node: Node, lines: Sequence[str], at: int, indent: int) -> int:
    """Make the lines below a node its value; gives the position after them."""
    start = at
    while at < len(lines) and (_indent(lines[at]) > indent or not lines[at].strip()):
        at += 1
    glue = "\n" if (node.value or "")[0] == "|" else " "
    node.value = glue.join(map(str.strip, lines[start:at])).strip()
    node.verbatim = True
    return at


def _node(line: str) -> Node:
    found = _LINE.fullmatch(line)
    if not found or len(found["name"].split()) > _MOST_WORDS:
        return Node(line)
    return Node(line, found["name"].strip("\"' "), found["value"] or found["wide"])


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())
