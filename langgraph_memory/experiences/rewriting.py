"""Rewriting: an experience as steps for one very task."""

from __future__ import annotations

import re

from langgraph_memory.experiences.experience import Experience

_SLOT = re.compile(r"<([^\W\d_][^\W\d]{0,39})>")
_STEP = re.compile(r"(?:(?<=[.!?])\s+|(?<=[。！？；])|, (?=then ))(?=\S)")
_DATE = re.compile(r"(?<!\d)\d{4}-\d{2}-\d{2}(?!\d)")
_LINK = r"(?:is|are|id|number|no\.?|=|:|：|为|是)?"
_VALUE = r"#?[\w./-]{0,40}\d[\w./-]{0,40}"
_COUNT = r"(?<![\w.])(\d[\d.,]{0,20})"
_LEAST_STEPS, _MOST_STEPS = 2, 8


def guidance(experience: Experience, task: str) -> str:
    """Rewrite an experience for a task, by rules.

    A slot takes the value that the task itself gives right after (or, for a number, before)
    the slot's name, or its only date; every other slot is spoken of by its name.

    Args:
        experience: What was learned.
        task: The task at hand.

    Returns:
        How a run succeeded, as numbered lines, at most 8; what to do about an error, or a
        single step, as it is.
    """
    content = _SLOT.sub(lambda slot: _filled(slot[1], task), experience.content)
    steps = [step.strip() for step in _STEP.split(content) if step.strip()]
    if experience.kind != "success" or len(steps) < _LEAST_STEPS:
        return content
    return "\n".join(f"{n}. {step}" for n, step in enumerate(steps[:_MOST_STEPS], start=1))


def _filled(slot: str, task: str) -> str:
    name = slot.replace("_", " ")
    words = re.escape(name).replace(r"\ ", r"[ _-]")
    for pattern in (rf"\b{words}s?\s*{_LINK}\s*({_VALUE})", rf"{_COUNT}[ -]{words}\b"):
        given = re.search(pattern, task, re.IGNORECASE)
        if given:
            return str(given[1]).rstrip(".,")
    dates: set[str] = set(_DATE.findall(task))
    if "date" in slot and len(dates) == 1:
        return dates.pop()
    return f"the {name}" if name.isascii() else name
