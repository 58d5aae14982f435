"""What the simulated agent does not know: what to give, how to write it, what is first."""

from __future__ import annotations

import random
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.shapes import says_how, shape
from tests.benchmarks.learner.apis import Call, Task, solves

PER_TASK = 2.6
"""How many gaps a task meets in the mean. So many make an agent that knows everything, and
slips, succeed in about .85, and one that does not know half of them in about .35."""

_LEAST_TASKS = 3
_LEAST_FATAL = 0.8
_MOST_PER_TASK = 5


@dataclass(frozen=True, order=True)
class Gap:
    """One thing to know about a tool.

    Attributes:
        tool: The tool.
        kind: `omit`: the agent leaves a parameter out; `shape`: it writes it in another
            form; `first`: it skips the call that has to come before.
        name: The parameter, or the tool that has to be called first.
    """

    tool: str
    kind: Literal["omit", "shape", "first"]
    name: str


def met(turn: Sequence[Call], at: int) -> list[Gap]:
    """The gaps that a call of a turn may meet."""
    call = turn[at]
    found = [Gap(call.tool, "omit", name) for name in call.args]
    found += [
        Gap(call.tool, "shape", name)
        for name, value in call.args.items()
        if misshapen(value) is not None
    ]
    if at and turn[at - 1].tool != call.tool:
        found.append(Gap(call.tool, "first", turn[at - 1].tool))
    return found


def misshapen(value: Any) -> Any:
    """A value as one writes it who does not know its form; None: there is no such way."""
    match value:
        case bool():
            return str(value).lower()
        case int() | float():
            return str(value)
        case list() if value:
            return ", ".join(map(str, value))
        case str() if _is_written(value) and shape(value) != shape(value.lower()):
            return value.lower()
        case str() if shape(value) == "YYYY-MM-DD":
            year, month, day = value.split("-")
            return f"{day}/{month}/{year}"
    return None


def _is_written(value: str) -> bool:
    """Whether a text has a form, unlike words."""
    return says_how(shape(value)) and not shape(value).endswith("words")


def wrong(call: Call, gaps: Iterable[Gap]) -> Call:
    """The call with some mistakes in its arguments."""
    args = dict(call.args)
    for gap in gaps:
        if gap.kind == "omit":
            args.pop(gap.name, None)
        elif gap.kind == "shape" and gap.name in args:
            args[gap.name] = misshapen(args[gap.name])
    return Call(call.tool, args)


def universe(tasks: Sequence[Task], rng: random.Random) -> frozenset[Gap]:
    """What there is to know, at most one thing per parameter and per call before.

    Only gaps that some tasks share and that mostly make the official checker fail; so many
    of them, drawn at random, that a task meets `PER_TASK` in the mean.

    Args:
        tasks: All tasks.
        rng: Draws.
    """
    candidates = sorted(fatal(tasks))
    rng.shuffle(candidates)
    chosen: set[Gap] = set()
    taken: set[tuple[str, str]] = set()
    counts = occurrences(tasks)
    total, load = 0, Counter[str]()
    for most in range(1, _MOST_PER_TASK + 1):  # tasks that meet few first
        for gap in candidates:
            names = [task.name for task in counts[gap]]
            full = max(load[name] for name in names) >= most
            if full or (gap.tool, gap.name) in taken:
                continue
            if total + len(names) > PER_TASK * len(tasks):
                return frozenset(chosen)
            taken.add((gap.tool, gap.name))
            chosen.add(gap)
            total += len(names)
            load.update(names)
    return frozenset(chosen)


def occurrences(tasks: Iterable[Task]) -> Mapping[Gap, list[Task]]:
    """The tasks that meet each gap."""
    found: defaultdict[Gap, dict[str, Task]] = defaultdict(dict)
    for task in tasks:
        for turn in task.plan:
            for at in range(len(turn)):
                found |= {g: found[g] | {task.name: task} for g in met(turn, at)}
    return {gap: list(held.values()) for gap, held in found.items()}


_FATAL: dict[tuple[str, ...], frozenset[Gap]] = {}


def fatal(tasks: Sequence[Task]) -> frozenset[Gap]:
    """The gaps that three tasks or more meet, at least .8 of which fail by it."""
    names = tuple(task.name for task in tasks)
    if names not in _FATAL:
        kept = set()
        for gap, held in occurrences(tasks).items():
            if len(held) >= _LEAST_TASKS:
                failed = sum(not solves(task, spoilt(task, gap)) for task in held)
                if failed >= _LEAST_FATAL * len(held):
                    kept.add(gap)
        _FATAL[names] = frozenset(kept)
    return _FATAL[names]


def spoilt(task: Task, gap: Gap) -> list[list[Call]]:
    """The plan of a task with one gap wherever it is met."""
    turns: list[list[Call]] = []
    for turn in task.plan:
        made = []
        for at, call in enumerate(turn):
            then = met(turn, at + 1) if at + 1 < len(turn) else []
            if gap.kind != "first" or gap not in then or gap.name != call.tool:
                made.append(wrong(call, [gap] if gap in met(turn, at) else []))
        turns.append(made)
    return turns


def cures(lesson: Experience, gap: Gap, value: Any = None) -> bool:
    """Whether a lesson's structured part names the tool and what is required.

    Args:
        lesson: The lesson.
        gap: The gap.
        value: The right value of the parameter.
    """
    rule = lesson.rule
    if rule.get("tool") != gap.tool:
        return False
    if gap.kind == "first":
        return gap.name in rule.get("order", ())[:-1]
    change, names = rule.get("change"), _roots(rule.get("parameters", ()))
    if gap.name not in names:
        return False
    if gap.kind == "omit":
        return change == "add"
    return change == "shape" and agrees(rule["expected"], gap.name, value)


def spoils(lesson: Experience, call: Call) -> Gap | None:
    """The mistake in a call that a lesson leads to, if any."""
    rule = lesson.rule
    if rule.get("tool") != call.tool:
        return None
    for name in _roots(rule.get("parameters", ())):
        value = call.args.get(name)
        if rule.get("change") == "remove" and name in call.args:
            return Gap(call.tool, "omit", name)
        misshapes = rule.get("change") == "shape" and misshapen(value) is not None
        if misshapes and not agrees(rule["expected"], name, value):
            return Gap(call.tool, "shape", name)
    return None


def agrees(expected: Mapping[str, str], name: str, value: Any) -> bool:
    """Whether a value is written in the form that a lesson wants."""
    form = next((form for path, form in expected.items() if _root(path) == name), "")
    kinds = [_family(one) for one in (form, shape(value))]
    return kinds[0] == kinds[1]


def poison(tasks: Sequence[Task], count: int, rng: random.Random) -> list[dict[str, Any]]:
    """Rules that lead to mistakes: leave out what is needed, write it in a wrong form."""
    uses: Counter[tuple[str, str]] = Counter()
    forms: dict[tuple[str, str], str] = {}
    for task in tasks:
        for call in (call for turn in task.plan for call in turn):
            for name, value in call.args.items():
                uses[call.tool, name] += 1
                bad = misshapen(value)
                if bad is not None:
                    forms[call.tool, name] = shape(bad)
    rules: list[dict[str, Any]] = []
    for (tool, name), _ in sorted(uses.items()):
        about = {"tool": tool, "parameters": [name]}
        rules.append(about | {"change": "remove"})
        if (tool, name) in forms:
            expected = {name: forms[tool, name]}
            rules.append(about | {"change": "shape", "expected": expected})
    return rng.sample(rules, min(count, len(rules)))


def _roots(paths: Iterable[str]) -> set[str]:
    return set(map(_root, paths))


def _root(path: str) -> str:
    return path.partition("[")[0].partition(".")[0]


def _family(form: str) -> str:
    if form.startswith("list"):
        return "list"
    return "number" if form in ("integer", "number") else form
