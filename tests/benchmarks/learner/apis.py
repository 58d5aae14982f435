"""The simulated APIs, tasks and checker of `bfcl-eval`: executable, with hidden state."""

from __future__ import annotations

import ast
import copy
import importlib
import inspect
import itertools
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import bfcl_eval
from bfcl_eval.constants.executable_backend_config import (
    CLASS_FILE_PATH_MAPPING,
    STATELESS_CLASSES,
)
from bfcl_eval.eval_checker.multi_turn_eval import multi_turn_utils
from bfcl_eval.eval_checker.multi_turn_eval.multi_turn_checker import multi_turn_checker

_DATA = Path(bfcl_eval.__file__).parent / "data"
_NAME = "BFCL_v4_multi_turn_base.json"
_NUMBERS = itertools.count()


@dataclass(frozen=True)
class Call:
    """One call of a plan, its arguments by name."""

    tool: str
    args: dict[str, Any]

    def __str__(self) -> str:
        return f"{self.tool}({', '.join(f'{k}={v!r}' for k, v in self.args.items())})"


@dataclass(frozen=True)
class Task:
    """One task of several turns, and the calls that solve it.

    Attributes:
        entry: The task as the package has it.
        truth: The right calls of each turn, as the checker takes them.
        plan: The same, parsed.
    """

    entry: Mapping[str, Any]
    truth: Sequence[Sequence[str]]
    plan: Sequence[Sequence[Call]]

    @property
    def name(self) -> str:
        return str(self.entry["id"])

    @property
    def classes(self) -> tuple[str, ...]:
        return tuple(sorted(self.entry["involved_classes"]))

    @cached_property
    def text(self) -> str:
        """What the user says in all turns."""
        return " ".join(m["content"] for turn in self.entry["question"] for m in turn)

    def api(self) -> Api:
        """The APIs in the state in which the task begins."""
        return Api(self)


class Api:
    """The APIs of a task."""

    def __init__(self, task: Task) -> None:
        self._instances: dict[str, Any] = {}
        for name in task.entry["involved_classes"]:
            instance = _class(name)()
            if name not in STATELESS_CLASSES:
                config = copy.deepcopy(task.entry["initial_config"].get(name, {}))
                instance._load_scenario(config, long_context=False)  # noqa: SLF001  the package's own way
            self._instances[name] = instance

    def copy(self) -> Api:
        """The same APIs in the same state."""
        other = object.__new__(Api)
        other._instances = copy.deepcopy(self._instances)
        return other

    def run(self, call: Call) -> tuple[str, bool]:
        """Make a call; what it gives, and whether it failed."""
        for instance in self._instances.values():
            method = getattr(instance, call.tool, None)
            if method is not None:
                try:
                    result = method(**copy.deepcopy(call.args))
                except Exception as error:  # noqa: BLE001  the tools raise whatever they like
                    return f"Error: {error}", True
                failed = isinstance(result, dict) and "error" in result
                text = (
                    result if isinstance(result, str) else json.dumps(result, default=str)
                )
                return text, failed
        return f"Error: no such tool {call.tool}", True


def tasks() -> list[Task]:
    """All tasks with several turns."""
    _repair()
    truths = {e["id"]: e["ground_truth"] for e in _lines(_DATA / "possible_answer" / _NAME)}
    return [
        Task(
            entry=entry,
            truth=truths[entry["id"]],
            plan=[
                [_parsed(text, entry["involved_classes"]) for text in turn]
                for turn in truths[entry["id"]]
            ],
        )
        for entry in _lines(_DATA / _NAME)
    ]


def solves(task: Task, turns: Sequence[Sequence[Call]]) -> bool:
    """Whether the calls of each turn solve a task, by the official checker."""
    name = f"run{next(_NUMBERS)}"
    said = [[[str(call) for call in turn]] for turn in turns]
    verdict = multi_turn_checker(
        said, [list(turn) for turn in task.truth], dict(task.entry), "multi_turn_base", name
    )
    held = vars(multi_turn_utils)
    for key in [key for key in held if key.startswith(f"{name}_")]:
        del held[key]
    return bool(verdict["valid"])


def progress(task: Task, turns: Sequence[Sequence[Call]]) -> float:
    """The share of turns, from the first on, that the official checker is content with."""
    for count in range(len(turns), 0, -1):
        if solves(replace(task, truth=task.truth[:count]), turns[:count]):
            return count / len(turns)
    return 0.0


def _repair() -> None:
    # `post_tweet(mentions=[])` shares one list among all instances and tasks.
    api = _class("TwitterAPI")
    shared = api.post_tweet
    if getattr(shared, "repaired", False):
        return

    def post_tweet(
        self: Any,
        content: str,
        tags: list[str] | None = None,
        mentions: list[str] | None = None,
    ) -> Any:
        return shared(self, content, list(tags or ()), list(mentions or ()))

    post_tweet.repaired = True  # type: ignore[attr-defined]
    api.post_tweet = post_tweet


@cache
def _class(name: str) -> Any:
    return getattr(importlib.import_module(CLASS_FILE_PATH_MAPPING[name]), name)


@cache
def signature(tool: str, classes: tuple[str, ...]) -> inspect.Signature:
    """The signature of a tool."""
    owner = next(_class(name) for name in classes if hasattr(_class(name), tool))
    return inspect.signature(getattr(owner, tool))


def _parsed(text: str, classes: Sequence[str]) -> Call:
    made = ast.parse(text.strip(), mode="eval").body
    if not isinstance(made, ast.Call) or not isinstance(made.func, ast.Name):
        msg = f"not a call: {text}"
        raise TypeError(msg)
    names = [n for n in signature(made.func.id, tuple(classes)).parameters if n != "self"]
    args = {name: _value(a) for name, a in zip(names, made.args, strict=False)}
    args |= {k.arg: _value(k.value) for k in made.keywords if k.arg is not None}
    return Call(made.func.id, args)


def _value(node: ast.expr) -> Any:
    return ast.literal_eval(node)


def _lines(path: Path) -> Iterator[dict[str, Any]]:
    with path.open(encoding="utf-8") as lines:
        yield from (json.loads(line) for line in lines if line.strip())
