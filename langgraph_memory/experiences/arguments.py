"""Arguments of calls: their leaves by parameter, and what differs between two calls."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from langgraph_memory.experiences.personal import is_personal
from langgraph_memory.experiences.shapes import (
    completed,
    differs,
    fits,
    label,
    says_how,
    shape,
)

_MOST_DEPTH = 12
_MOST_LEAVES = 500


def leaves(args: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    """The scalar values in a call's arguments, each with its parameter.

    Args:
        args: Plain data.

    Yields:
        Pairs of parameter and value; the parameter of a nested value is a dotted path in
        which `[]` stands for any place of a list and `*` for a key that is data. An empty
        list or object is a leaf. At most 500, and none deeper than 12 levels.
    """
    waiting = [(label(name), value, 0) for name, value in args.items()][::-1]
    count = 0
    while waiting and count < _MOST_LEAVES:
        path, value, depth = waiting.pop()
        if depth >= _MOST_DEPTH:
            continue
        if isinstance(value, Mapping) and value:
            inner = [(f"{path}.{label(k)}", v, depth + 1) for k, v in value.items()]
            waiting.extend(inner[::-1])
        elif isinstance(value, list | tuple) and value:
            waiting.extend((f"{path}[]", v, depth + 1) for v in reversed(value))
        else:
            count += 1
            yield path, value


def grouped(args: Mapping[str, Any]) -> dict[str, list[Any]]:
    """The leaves of a call's arguments by parameter, in order."""
    groups: dict[str, list[Any]] = {}
    for path, value in leaves(args):
        groups.setdefault(path, []).append(value)
    return groups


def last_part(path: str) -> str:
    """The name at the end of a parameter's path: `price` of `rows[].price`."""
    return path.replace("[]", "").rpartition(".")[2]


def has_form(args: Mapping[str, Any], path: str, form: str) -> bool:
    """Whether a parameter, a leaf or a whole list or object, is given in a form."""
    values = grouped(args).get(path) or ([args[path]] if path in args else [])
    return any(fits(value, form) for value in values)


@dataclass(frozen=True, kw_only=True)
class Difference:
    """What changed from the arguments of one call to those of another.

    Attributes:
        added: Parameters that only the second call has.
        removed: Parameters that only the first call has.
        reshaped: Parameters whose values are written differently, and how the second call
            writes them.
        changed: Parameters with other values of the same form.
        kept: Parameters with equal values.
    """

    added: tuple[str, ...]
    removed: tuple[str, ...]
    reshaped: dict[str, str]
    changed: tuple[str, ...]
    kept: tuple[str, ...]

    @property
    def edits(self) -> int:
        """How many parameters differ, in whatever way."""
        parts = (self.added, self.removed, self.reshaped, self.changed)
        return sum(map(len, parts))


def difference(first: Mapping[str, Any], second: Mapping[str, Any]) -> Difference:
    """Compare the arguments of two calls of one tool.

    Args:
        first: Arguments of the call that failed.
        second: Arguments of the call that succeeded.

    Returns:
        The difference, parameters in the order of the second call.
    """
    reshaped = {
        label(name): shape(value)
        for name, value in second.items()
        if name in first and _kind(first[name]) != _kind(value)
    }
    one, two = (_without(grouped(args), reshaped) for args in (first, second))
    both = [path for path in two if path in one]
    kept = tuple(path for path in both if one[path] == two[path])
    changed = [path for path in both if path not in kept]
    forms = {path: _form(path, one[path][-1], two[path][-1]) for path in changed}
    reshaped |= {
        path: form
        for path, form in forms.items()
        if says_how(form)
        and (differs(one[path], two[path]) or form != shape(two[path][-1]))
    }
    return Difference(
        added=tuple(path for path in two if path not in one),
        removed=tuple(path for path in one if path not in two),
        reshaped=reshaped,
        changed=tuple(path for path in changed if path not in reshaped),
        kept=kept,
    )


def _form(path: str, old: Any, new: Any) -> str:
    return shape(new) if is_personal(path) else completed(old, new)


def _kind(value: object) -> str:
    if isinstance(value, Mapping):
        return "object"
    return "list" if isinstance(value, list | tuple) else "scalar"


def _without(
    groups: dict[str, list[Any]], roots: Mapping[str, str]
) -> dict[str, list[Any]]:
    return {p: v for p, v in groups.items() if re.split(r"\.|\[\]", p)[0] not in roots}
