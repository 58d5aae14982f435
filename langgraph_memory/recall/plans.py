"""The step of an agent's plan that is next, in the forms in which agents write plans."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final

from langchain_core.messages import AIMessage, BaseMessage

from langgraph_memory.facts.messages import content_text

_ITEM: Final = re.compile(
    r"(?:(?P<number>\d{1,2})[.)、．]|[-*+•]|(?=[☐☑✅✓✔⬜]))[ \t]*"
    r"(?P<box>\[[ xX✓✔~/>-]\]|[☐☑✅✓✔⬜])?[ \t]*(?P<step>\S.*)"
)
_HEADING: Final = re.compile(
    r"\b(?:plan|steps?|to-?dos?|checklist|tasks?)\b|计划|步骤|待办|清单", re.IGNORECASE
)
_TICKED: Final = frozenset("xX✓✔☑✅")
_STRUCK: Final = re.compile(
    r"~~.*~~\s*$|.*(?:[✓✔✅☑]|[(（](?:done|completed|finished|完成|已完成)[)）])\s*$",
    re.IGNORECASE,
)
_TEXTS: Final = ("content", "step", "task", "title", "description", "text", "name")
_STATES: Final = ("status", "state", "done", "completed")
_OVER: Final = frozenset(
    ("done", "completed", "complete", "finished", "cancelled", "canceled", "skipped")
)
_RUNNING: Final = frozenset({"in_progress", "in progress", "active", "doing", "current"})
_LISTS: Final = ("steps", "todos", "plan", "tasks", "items")
_REACH: Final = 200  # messages that are looked through for a plan
_PLANNING: Final = re.compile(r"todos?|plan", re.IGNORECASE)


@dataclass(frozen=True)
class Step:
    """A step of a plan.

    Attributes:
        text: What is to be done.
        done: Whether the plan says that it is.
        running: Whether the plan says that it has begun.
    """

    text: str
    done: bool = False
    running: bool = False


def steps_of(plan: Any) -> tuple[Step, ...]:
    """Read a plan as state keys hold it.

    Args:
        plan: A list of texts or of mappings or objects with a text and perhaps a state, as
            `write_todos` makes it; something with such a list as its `steps`; or a text
            with a list in it. A text without one is a plan of one step, a word is none.

    Returns:
        Its steps in order; none when it is no plan.
    """
    if plan is None:
        return ()
    if isinstance(plan, str):
        text = plan.strip()
        says = not text.isascii() or len(text.split()) > 1
        return tuple(_listed(text)) or ((Step(text),) if text and says else ())
    if isinstance(plan, Iterable) and not isinstance(plan, Mapping | bytes):
        return tuple(step for one in plan if (step := _step(one)) is not None)
    inner = next((held for name in _LISTS if (held := _held(plan, name))), None)
    return () if inner is None else steps_of(inner)


def written_plan(messages: Sequence[BaseMessage]) -> tuple[tuple[Step, ...], int]:
    """Find the newest plan that the agent wrote.

    That is what a tool for plans was given (`write_todos`, `update_plan`), or a list with
    boxes to tick, or a numbered list under a heading that calls it a plan.

    Args:
        messages: The conversation.

    Returns:
        Its steps, none where there is no plan, and the position of its message.
    """
    for at in range(len(messages) - 1, max(-1, len(messages) - 1 - _REACH), -1):
        message = messages[at]
        if not isinstance(message, AIMessage):
            continue
        for call in message.tool_calls:
            if _PLANNING.search(call["name"]) and (found := steps_of(call["args"])):
                return found, at
        text = content_text(message.content)
        if found := tuple(_listed(text)):
            boxes = any(match["box"] for match in _items(text))
            if boxes or _HEADING.search(_before_list(text)):
                return found, at
    return (), len(messages)


def pending(steps: Sequence[Step]) -> str:
    """The step that is next: one that has begun, else the first that is not done.

    Args:
        steps: A plan.

    Returns:
        Its text; empty when all are done.
    """
    left = [step for step in steps if not step.done]
    first = next((step for step in left if step.running), left[0] if left else None)
    return "" if first is None else first.text


def _step(one: Any) -> Step | None:
    if isinstance(one, str):
        return next(_listed(one), Step(one.strip())) if one.strip() else None
    text = next((t for name in _TEXTS if isinstance(t := _held(one, name), str)), "")
    if not text.strip():
        return None
    held = [_held(one, name) for name in _STATES]
    states = {str(state).lower() for state in held}
    return Step(text.strip(), True in held or bool(states & _OVER), bool(states & _RUNNING))


def _held(owner: Any, name: str) -> Any:
    return owner.get(name) if isinstance(owner, Mapping) else getattr(owner, name, None)


def _items(text: str) -> Iterator[re.Match[str]]:
    lines = map(str.strip, text.splitlines())
    return (match for line in lines if (match := _ITEM.fullmatch(line)))


def _listed(text: str) -> Iterator[Step]:
    for match in _items(text):
        box, step = match["box"] or "", match["step"].strip()
        if match["number"] or box:
            ticked = not _TICKED.isdisjoint(box)
            done = ticked or _STRUCK.match(step) is not None
            yield Step(step, done, not ticked and box in {"[~]", "[/]", "[>]"})


def _before_list(text: str) -> str:
    """What stands directly before the first item of a list."""
    before: list[str] = []
    for line in map(str.strip, text.splitlines()):
        if _ITEM.fullmatch(line):
            break
        if line:
            before.append(line)
    return before[-1] if before else ""
