"""Values behind their names, `k v, k v`, and what parts them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from langgraph_memory.cards.form.model import Path
from langgraph_memory.cards.form.spelling import CUT, placed, spell_name, spell_path

NEXT: Final = "; "
"""Stands between rows on one line."""

TEXT: Final = ":text"
"""Behind a column's name: what looks like a number in it is a text."""

WAS: Final = "was("
"""Begins what a row was before, at its end."""

REST: Final = "+{} more"
"""Behind the rows of a table: so many are not shown."""

CALLED: Final = " of "
"""Stands between a list and what the object around it is called by."""

CALLED_MARKS: Final = ("(", ":", CUT)
"""What may end that."""

MORE: Final = ", "
"""Begins a line with further fields of the object above it."""

PAIR_MARKS: Final = (", ", NEXT, "(", ")")
"""What may end a value that stands behind its name."""

Tree = dict[str, "Node"]


@dataclass(slots=True, eq=False)
class Node:
    """A name within paths: a value of its own, or names within it, or both.

    Attributes:
        path: The path that ends here, if one does.
        tree: Names within.
    """

    path: Path | None = None
    tree: Tree = field(default_factory=dict)


def tree_of(paths: Iterable[Path]) -> Tree:
    """Paths by their names, those that begin alike together."""
    top = Node()
    for path in paths:
        node = top
        for name in path:
            below = node.tree.get(name)
            if below is None:
                below = node.tree[name] = Node()
            node = below
        node.path = path
    return top.tree


def pairs(texts: Mapping[Path, str]) -> str:
    """Values behind their names, `k v, k v`; those of one group in brackets."""
    return _pairs(tree_of(texts), texts, "")


def _pairs(tree: Tree, texts: Mapping[Path, str], dotted: str) -> str:
    parts = []
    for name, node in tree.items():
        written = dotted + spell_name(name)
        if node.path is not None:
            parts.append(f"{written} {placed(texts[node.path], PAIR_MARKS)}")
        if len(node.tree) == 1:
            parts.append(_pairs(node.tree, texts, f"{written}."))
        elif node.tree:
            parts.append(f"{written}({_pairs(node.tree, texts, '')})")
    return ", ".join(parts)


def names(paths: Iterable[Path]) -> str:
    """Dotted names with commas between them."""
    return ", ".join(map(spell_path, paths))


def in_order(tree: Tree) -> Iterator[Path]:
    """The paths of a tree, those that begin alike together."""
    for node in tree.values():
        if node.path is not None:
            yield node.path
        yield from in_order(node.tree)
