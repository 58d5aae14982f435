"""Rewriting: an experience as steps for one very task."""

from __future__ import annotations

import re
from collections.abc import Sequence

from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.filling import Slots
from langgraph_memory.experiences.slots import slot_of

_SLOT = re.compile(r"<([^\W\d_][^\W\d]{0,39})>")
_PARAMETER = re.compile(
    r"(?<=[( ])(?P<name>[^\W\d][\w.\[\]]{0,60}): "
    r'(?P<form>like "[^"\n]*"|[^,()"\n]+)(?=[,)])'
)
_LIKE = re.compile(r'^like (?=")')
_STEP = re.compile(r"(?:(?<=[.!?])\s+|(?<=[。！？；])|, (?=then ))(?=\S)")
_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_LINK = r"(?:is|are|id|number|no\.?|=|:|：|为|是)?"
_VALUE = r"#?[\w./-]{0,40}\d[\w./-]{0,40}"
_COUNT = r"(?<![\w.])(\d[\d.,]{0,20})"
_LEAST_STEPS, _MOST_STEPS = 2, 8


def guidance(experience: Experience, task: str, values: Slots | None = None) -> str:
    """Rewrite an experience for a task, by rules.

    A slot takes the value that the task itself gives right after (or, for a number, before)
    the slot's name, else the one it is known to stand for, or the task's only date; every
    other slot is spoken of by its name. So does a parameter of a plan, which else keeps the
    form that it had, or stands there without a value.

    Args:
        experience: What was learned.
        task: The task at hand.
        values: What slots stand for here; see `slot_values`.

    Returns:
        How a run succeeded, as numbered lines, at most 8; what to do about an error, or a
        single step, as it is.
    """
    known = values or {}
    content = experience.content
    if experience.kind == "success":
        content = _PARAMETER.sub(lambda match: _argued(match, task, known), content)
    content = _SLOT.sub(lambda slot: _spoken(slot[1], task, known), content)
    steps = [step.strip() for step in _STEP.split(content) if step.strip()]
    return content if experience.kind != "success" else numbered(steps) or content


def numbered(steps: Sequence[str]) -> str:
    """Steps as numbered lines, at most 8; empty when there are fewer than two."""
    if len(steps) < _LEAST_STEPS:
        return ""
    return "\n".join(f"{n}. {step}" for n, step in enumerate(steps[:_MOST_STEPS], start=1))


def _spoken(slot: str, task: str, known: Slots) -> str:
    name = slot.replace("_", " ")
    return _given(slot, task, known) or (f"the {name}" if name.isascii() else name)


def _argued(match: re.Match[str], task: str, known: Slots) -> str:
    name, form = match["name"], match["form"]
    slot = _SLOT.fullmatch(form)
    value = _given(slot_of(name), task, known)
    if slot is not None:
        value = value or _given(slot[1], task, known)
        return f"{name}: {value}" if value else name
    return f"{name}: {value or _LIKE.sub('in the form of ', form)}"


def _given(slot: str, task: str, known: Slots) -> str | None:
    name = slot.replace("_", " ")
    words = re.escape(name).replace(r"\ ", r"[ _-]")
    for pattern in (rf"\b{words}s?\s*{_LINK}\s*({_VALUE})", rf"{_COUNT}[ -]{words}\b"):
        given = re.search(pattern, task, re.IGNORECASE)
        if given:
            return str(given[1]).rstrip(".,")
    if slot in known:
        return known[slot]
    dates: set[str] = set(_DATE.findall(task))
    return dates.pop() if "date" in slot and len(dates) == 1 else None
