"""Error and recovery: what was different about the call that succeeded."""

from __future__ import annotations

import math
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from langgraph_memory.experiences.arguments import (
    Difference,
    difference,
    grouped,
    last_part,
)
from langgraph_memory.experiences.findings import Finding
from langgraph_memory.experiences.misleading import PASSING
from langgraph_memory.experiences.origins import mentions, numbers, telling
from langgraph_memory.experiences.outcome import is_unknown_tool, unrecovered
from langgraph_memory.experiences.run import Run, Step, success_after
from langgraph_memory.experiences.shapes import is_code, shape
from langgraph_memory.experiences.standing import FARTHEST

_MOST_PARAMETERS = 6
_MOST_BETWEEN = 3
_ORDINALS = ("first", "second", "third")
_WORD = re.compile(r"\w{3,}")
_WAITS = re.compile(r"sleep|wait|pause|delay|等待|暂停|休眠", re.IGNORECASE)
_FROM_RESULT = "a value from the result of"
OTHER = "another value"
"""How a rule says that any other value may do."""


def recoveries(run: Run) -> Iterator[Finding]:
    """What ended each error of a run, or of the turns before it, in this run.

    Of several calls that failed alike, the last one before the success counts. A success
    that has nothing in common with the failed call teaches nothing.

    Args:
        run: The run, however it ended.

    Yields:
        One finding per tool and condition.
    """
    steps = (*run.earlier, *run.steps)
    pairs: dict[tuple[str, str], tuple[Step, Step]] = {}
    for failed in steps:
        if failed.condition and not is_unknown_tool(failed):
            success = success_after(failed, steps)
            if success in run.steps:
                pairs[failed.tool, failed.condition] = (failed, success)
    for (tool, condition), (failed, success) in pairs.items():
        between = [s for s in steps if failed.turn < s.turn < success.turn and not s.error]
        change = _change(failed, success, between, run)
        if change is not None:
            rule, edits = change
            yield Finding(
                kind="recovery",
                rule={"tool": tool, "condition": condition, **rule},
                edits=edits,
                steps=(failed, success),
            )


def replacements(run: Run) -> Iterator[Finding]:
    """Tools that served where another could not, in a run that succeeded.

    The one that served was asked the same: it shares at least half of the failed call's
    arguments by name and value.

    Args:
        run: A run that succeeded.

    Yields:
        One finding per tool and condition.
    """
    failures = [s for s in run.steps if is_unknown_tool(s)]
    failures += [s for s in unrecovered(run.steps) if s.condition and s not in failures]
    seen: set[tuple[str, str]] = set()
    for failed in failures:
        later = [s for s in run.steps if s.turn > failed.turn and not s.error]
        other = next((s for s in later if _replaces(s, failed)), None)
        if other is not None and (failed.tool, failed.condition) not in seen:
            seen.add((failed.tool, failed.condition))
            yield Finding(
                kind="failure",
                rule={
                    "tool": failed.tool,
                    "condition": failed.condition,
                    "change": "instead",
                    "order": [other.tool],
                },
                edits=1 if is_unknown_tool(failed) else _apart(other, failed),
                steps=(failed, other),
            )


def _replaces(other: Step, failed: Step) -> bool:
    if other.tool == failed.tool:
        return False
    asked, given = grouped(failed.args), grouped(other.args)
    shared = sum(given.get(path) == values for path, values in asked.items())
    return bool(shared) and 2 * shared >= len(asked)


def _apart(other: Step, failed: Step) -> int:
    """Edits from one call to another of another tool: the tool, and what it was asked."""
    asked, given = grouped(failed.args), grouped(other.args)
    differing = sum(given.get(path) != values for path, values in asked.items())
    return min(FARTHEST, 1 + differing)


def _change(
    failed: Step, success: Step, between: Sequence[Step], run: Run
) -> tuple[dict[str, Any], int] | None:
    """The rule's further entries and the edits, or None when unrelated."""
    diff = _told(difference(failed.args, success.args), failed.condition)
    if diff.reshaped:
        fetched = _fetched(diff.reshaped, failed, success, run)
        forms = {p: form for p, form in diff.reshaped.items() if p not in fetched}
        told = ("shape", forms) if forms else ("value", fetched)
        return _rule(*told), diff.edits
    given = grouped(success.args)
    if diff.added:
        shapes = {path: shape(given[path][-1]) for path in diff.added}
        return _rule("add", shapes), diff.edits
    if diff.removed:
        return _rule("remove", dict.fromkeys(diff.removed, "")), diff.edits
    if not diff.changed:
        return _unchanged(failed, success, between)
    return _other_values(diff, failed, success, between, run)


def _fetched(
    forms: Mapping[str, str], failed: Step, success: Step, run: Run
) -> dict[str, str]:
    """Of parameters with ids and codes, from which result the value was taken."""
    before = _before(success, run)
    sources = {
        path: _source(path, success, failed, before, run)
        for path, form in forms.items()
        if is_code(form) and path in grouped(success.args)
    }
    return {p: told for p, told in sources.items() if told.startswith(_FROM_RESULT)}


def _before(success: Step, run: Run) -> list[Step]:
    steps = (*run.earlier, *run.steps)
    return [s for s in steps if s.turn < success.turn and not s.error]


def _other_values(
    diff: Difference, failed: Step, success: Step, between: Sequence[Step], run: Run
) -> tuple[dict[str, Any], int] | None:
    before = _before(success, run)
    sources = {path: _source(path, success, failed, before, run) for path in diff.changed}
    found = {path: source for path, source in sources.items() if source != OTHER}
    if found:
        return _rule("value", found), diff.edits
    reworded = _reworded(diff.changed, failed, success, between)
    if reworded is not None:
        return reworded, min(FARTHEST, diff.edits + 1)
    return (_rule("value", sources), FARTHEST) if diff.kept else None


def _told(diff: Difference, condition: str) -> Difference:
    """The difference in what the error speaks of, if it speaks of any of it."""
    paths = (*diff.added, *diff.removed, *diff.reshaped, *diff.changed)
    told = {path for path in paths if _names(condition, path)}
    told = told or set(paths[:_MOST_PARAMETERS])
    return Difference(
        added=tuple(path for path in diff.added if path in told),
        removed=tuple(path for path in diff.removed if path in told),
        reshaped={path: form for path, form in diff.reshaped.items() if path in told},
        changed=tuple(path for path in diff.changed if path in told),
        kept=diff.kept,
    )


def _names(condition: str, path: str) -> bool:
    name = last_part(path).lower().replace("_", " ")
    return re.search(rf"\b{re.escape(name)}", condition.replace("_", " ")) is not None


def _rule(change: str, expected: dict[str, str]) -> dict[str, Any]:
    rule: dict[str, Any] = {"change": change, "parameters": list(expected)}
    if change != "remove":
        rule["expected"] = expected
    return rule


def _unchanged(
    failed: Step, success: Step, between: Sequence[Step]
) -> tuple[dict[str, Any], int]:
    others = dict.fromkeys(step.tool for step in between if step.tool != success.tool)
    if PASSING.search(failed.condition):
        # It passed by itself, if not by waiting, whatever was called in the meantime.
        others = {tool: None for tool in others if _WAITS.search(tool)}
    if not others:
        return {"change": "repeat"}, FARTHEST
    first = list(others)[-_MOST_BETWEEN:]
    return {"change": "order", "order": [*first, success.tool]}, len(first)


def _reworded(
    changed: Sequence[str], failed: Step, success: Step, between: Sequence[Step]
) -> dict[str, Any] | None:
    """The rule where new words of a text stood in a result that was asked for between."""
    old, given = grouped(failed.args), grouped(success.args)
    for path in changed:
        before = set(_words(old[path]))
        new = [word for word in _words(given[path]) if word not in before]
        for step in reversed(between):
            if new and all(mentions(step.folded, word) for word in new):
                order = [step.tool, success.tool]
                return {"change": "reword", "parameters": [path], "order": order}
    return None


def _words(values: Sequence[Any]) -> list[str]:
    return [word for v in values if isinstance(v, str) for word in _WORD.findall(v)]


def _source(
    path: str, success: Step, failed: Step, before: Sequence[Step], run: Run
) -> str:
    """In words, where the value that succeeded was to be read."""
    old = grouped(failed.args).get(path, [])
    given = grouped(success.args)[path]
    total = _sum_in_error(given, old, failed.text)
    if total:
        return f"what adds up to {total}" if "[]" in path else total
    new = [value for value in given if value not in old] or given
    if all(len(str(v)) > 1 and mentions(failed.folded, v) for v in new):
        return "a value that the error names"
    if not any(telling(value) for value in new):
        return OTHER
    for step in reversed(before):
        if all(mentions(step.folded, v) for v in new if telling(v)):
            return f"{_FROM_RESULT} {step.tool}"
    if all(mentions(run.said.casefold(), value) for value in new):
        return "the value that the user gives"
    return OTHER


def _sum_in_error(new: Sequence[Any], old: Sequence[Any], error: str) -> str:
    """Which number in the error the new values add up to; empty when none."""
    if not all(
        isinstance(v, int | float) and not isinstance(v, bool) for v in (*new, *old)
    ):
        return ""
    named = numbers(error)
    total = round(math.fsum(new), 6)
    if total not in named or total == round(math.fsum(old), 6):
        return ""
    place = named.index(total)
    several = len(named) > 1 and place < len(_ORDINALS)
    which = f"{_ORDINALS[place]} number" if several else "number"
    return f"the {which} in the error"
