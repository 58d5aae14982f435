"""How rows are laid out: which columns, what is said once, what parts the cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import chain
from typing import Final

from langgraph_memory.cards.form.model import Cell, Path, Table
from langgraph_memory.cards.form.pairing import (
    NEXT,
    PAIR_MARKS,
    TEXT,
    WAS,
    Tree,
    in_order,
    names,
    pairs,
    tree_of,
)
from langgraph_memory.cards.form.showing import Shown
from langgraph_memory.cards.form.spelling import (
    ABSENT,
    CUT,
    as_json,
    is_number,
    is_quoted_number,
    placed,
    spell_name,
    spell_path,
    spell_spaced,
)

_LEAST_FILLED: Final = 1 / 3
_NULL: Final = "null"
_NUMBERS: Final = frozenset("0123456789+-")


class Layout:
    """One layout, for rows that share a header.

    Attributes:
        separator: What stands between the cells of a row.
        columns: Paths with a place in every row.
        constants: What all rows say.
        sectional: Paths of which all rows of a section say the same.
        cut: Whether a row has a field that it does not show and that has no place in it.
    """

    def __init__(
        self,
        table: Table,
        rows: Sequence[Shown],
        sections: Sequence[Sequence[Shown]] = (),
    ) -> None:
        """Lay out some rows, which may stand in sections."""
        said: defaultdict[Path, list[str]] = defaultdict(list)
        for row in rows:
            for path, text in row.texts.items():
                said[path].append(text)
        self._paths = tuple(said)
        self._lead = self._leading(table)
        labels = said.pop((), []) if self._lead else []
        counts = {path: len(texts) for path, texts in said.items()}
        fixed = {table.key, table.label, (), *(path for row in rows for path in row.cues)}
        size = len(rows)
        self.constants = {
            path: texts[0]
            for path, texts in said.items()
            if size > 1
            and len(texts) == size
            and path not in fixed
            and texts.count(texts[0]) == size
        }
        for path, count in counts.items():
            if count < size and path not in (table.key, table.label, ()):
                same = _same(path, rows)
                if same is not None:
                    self.constants[path] = same
        rest = [path for path in counts if path not in self.constants]
        first = table.label or table.key
        self.sectional = [
            path for path in rest if path not in fixed and _sectional(path, sections)
        ]
        placed_paths = [
            path
            for path in sorted(rest, key=lambda p: (p != first, size - counts[p]))
            if counts[path] >= _LEAST_FILLED * size and path not in self.sectional
        ]
        self._tree = tree_of(placed_paths)
        self.columns = list(in_order(self._tree))
        self._table = table
        self._texts = {path for path in self.columns if _only_texts(said[path])}
        self._placed = frozenset(self.columns)
        self._hidden = {*self.columns, *self.constants, *self.sectional, ()}
        self.cut = any(path not in self._hidden for row in rows for path in row.left)
        cells = chain(labels, *[said[path] for path in self.columns])
        wide = len(self.columns) + bool(self._lead)
        self.separator = _separator([*cells], wide * size) if wide > 1 else "|"
        self._marks = (self.separator, NEXT)

    @staticmethod
    def _leading(table: Table) -> str:
        """The name of the column that says what no field says."""
        if table.kind in ("groups", "labelled"):
            return "group"
        return "key" if table.kind == "keyed" and not table.label else ""

    def header(
        self, references: Mapping[Path, str] | None = None, *, inline: bool = False
    ) -> str:
        """The columns, then what all rows say, in brackets and with a colon.

        `…` stands for the end where rows on their own lines lack fields: no token more.

        Args:
            references: What to write in place of groups that all rows share.
            inline: Whether rows follow on the line.
        """
        instead = references or {}
        columns = [self._lead] if self._lead else []
        parts = [self.separator.join(columns + self._titles(self._tree, ()))]
        constants = {p: t for p, t in self.constants.items() if p[:1] not in instead}
        said = {path: text for path, text in constants.items() if text != _NULL}
        if said or instead:
            word = "all" if self._speaks_for_all() else "shown"
            parts.append(f"{word}: {pairs({**said, **instead})}")
        if len(said) < len(constants):
            parts.append(f"null: {names(path for path in constants if path not in said)}")
        return f"({NEXT.join(parts)}{CUT if self.cut and not inline else '):'}"

    def _speaks_for_all(self) -> bool:
        """Whether the constants hold for the rows that are not shown, too."""
        return all(
            row.gone or ((cell := row.cells.get(path)) and cell.text == text)
            for path, text in self.constants.items()
            for row in self._table.rows
        )

    def _titles(self, tree: Tree, outer: Path, dotted: str = "") -> list[str]:
        titles = []
        for name, node in tree.items():
            written = dotted + spell_name(name)
            path = (*outer, name)
            if node.path is not None:
                star = "*" if path == self._table.label else ""
                titles.append(star + written + TEXT * (path in self._texts))
            if len(node.tree) == 1:
                titles += self._titles(node.tree, path, f"{written}.")
            elif node.tree:
                inner = self.separator.join(self._titles(node.tree, path))
                titles.append(f"{written}({inner})")
        return titles

    def row(self, shown: Shown, references: Mapping[Path, str] | None = None) -> str:
        """A row under the header.

        Args:
            shown: The row.
            references: What to write in place of groups, by the name of the group.

        Returns:
            Its cells, then what has no column, as `name=value`.
        """
        texts = shown.texts
        parts = [self._label_of(shown)] if self._lead else []
        if not self._lead and not self.columns:
            parts.append(ABSENT)
        done: Path = ()
        for path in self.columns:
            if references and path[:1] in references:
                if path[:1] != done:
                    done = path[:1]
                    parts.append(references[done])
                continue
            text = texts.get(path, "")
            bare = text.isalnum()  # as most are
            parts.append(text if bare else self._cell(path, texts, shown.row.cells))
        rest = [] if texts.keys() <= self._hidden else self._trailing(texts)
        if shown.was:
            rest += [f"{WAS}{_assigned(version)})" for version in shown.versions()]
        while not rest and len(parts) > 1 and parts[-1] == ABSENT:
            parts.pop()
        return self.separator.join(parts + rest)

    def first(self, shown: Shown) -> str:
        """What stands under the first column, or `-`."""
        if not self.columns:
            return ABSENT
        return self._cell(self.columns[0], shown.texts, shown.row.cells)

    def _cell(
        self, path: Path, texts: Mapping[Path, str], cells: Mapping[Path, Cell]
    ) -> str:
        text = texts.get(path, "")
        if not text:
            return CUT if path in cells else ABSENT
        if path in self._texts and is_quoted_number(text):
            return text[1:-1]
        return placed(text, self._marks)

    def places(self, group: Path, texts: Mapping[Path, str], least: int) -> bool:
        """Whether columns hold enough of a group, and the rest is said of all rows."""
        mine = [path for path in texts if path[:1] == group and path not in self.constants]
        return len(mine) >= least and self._placed.issuperset(mine)

    def shares(self, group: Path) -> bool:
        """Whether all rows say the same of all that a group holds."""
        mine = [path for path in self._paths if path[:1] == group]
        return all(path in self.constants for path in mine)

    def _label_of(self, shown: Shown) -> str:
        if shown.row.groups:
            return _ranges(shown.row.groups)
        text = shown.texts.get((), ABSENT)
        if shown.row.table.kind == "keyed" and is_quoted_number(text):
            return text[1:-1]
        if shown.row.table.kind == "labelled" and _NUMBERS.issuperset(text):
            return as_json(text)
        return placed(text, self._marks)

    def _trailing(self, texts: Mapping[Path, str]) -> list[str]:
        groups: dict[str, list[Path]] = {}
        for path in texts:
            if path not in self._hidden:
                groups.setdefault(path[0], []).append(path)
        parts = []
        for name, paths in groups.items():
            if len(paths) == 1:
                text = placed(texts[paths[0]], self._marks)
                parts.append(f"{spell_path(paths[0], spell_spaced)}={text}")
            else:
                within = {path[1:]: texts[path] for path in paths}
                parts.append(f"{spell_spaced(name)}({_assigned(within)})")
        return parts


def _same(path: Path, rows: Sequence[Shown]) -> str | None:
    """What all rows say, whether or not each of them is to show it."""
    first = rows[0].row.cells.get(path)
    if first is None:
        return None
    for row in rows:
        cell = row.row.cells.get(path)
        if cell is None or cell.text != first.text:
            return None
    return first.text


def _assigned(texts: Mapping[Path, str]) -> str:
    """`k=v, k=v`, so that names may have blanks."""
    return ", ".join(
        f"{spell_path(path, spell_spaced)}={placed(text, PAIR_MARKS)}"
        for path, text in texts.items()
    )


def _only_texts(cells: Sequence[str]) -> bool:
    """Whether a column holds texts that look like numbers, and no numbers."""
    quoted = [cell for cell in cells if cell[0] == '"']
    if sum(map(is_quoted_number, quoted)) <= 1:
        return False
    return len(quoted) == len(cells) or not any(map(is_number, cells))


def _sectional(path: Path, sections: Sequence[Sequence[Shown]]) -> bool:
    if not sections:
        return False
    for rows in sections:
        first = rows[0].texts.get(path)
        if first is None or any(row.texts.get(path) != first for row in rows):
            return False
    return 2 * len(sections) <= sum(map(len, sections))


def _separator(cells: Sequence[str], places: int) -> str:
    """The separator that needs the fewest tokens for so many places, some of them empty.

    A blank belongs to the word behind it, but not to a number; other marks are a token of
    their own before either. Quotes around a cell are two.
    """
    loose = [cell for cell in cells if not cell.isalnum() and cell[0] not in '"[{']
    numbers = sum([cell[0].isdigit() for cell in cells])
    costs = {" ": 2 * sum([" " in cell for cell in loose]) + numbers}
    for mark in (",", "|"):
        costs[mark] = places + 2 * sum([mark in cell for cell in loose])
    return min(costs, key=costs.__getitem__)


def _ranges(numbers: Sequence[int]) -> str:
    """Ascending numbers as `1-4+7`."""
    runs: list[list[int]] = []
    for number in numbers:
        if runs and number == runs[-1][-1] + 1:
            runs[-1][1:] = [number]
        else:
            runs.append([number])
    return "+".join("-".join(map(str, run)) for run in runs)
