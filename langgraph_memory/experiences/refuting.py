"""Refuting: runs that succeeded with what a lesson forbids."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from langgraph_memory.experiences.arguments import grouped
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.run import Run, Step
from langgraph_memory.experiences.shapes import family, fits, shape
from langgraph_memory.experiences.standing import against
from langgraph_memory.experiences.usual import USUAL, as_usual


def refuted(lessons: Iterable[Experience], run: Run) -> Iterator[Experience]:
    """The lessons that a run which succeeded speaks against, with their new confidence.

    A lesson that something must be left out or written otherwise is wrong where a call was
    right that did not. That something must be added, or called first, is not refuted so: it
    may be needed at other times. Nor is what answers an error, where none occurred.

    Args:
        lessons: The lessons.
        run: A run that succeeded.
    """
    for lesson in lessons:
        if not lesson.rule.get("condition") and not lesson.forgotten:
            own = (s for s in run.steps if s.tool == lesson.tool and not s.error)
            if any(_goes_against(lesson, step) for step in own):
                changed = against(lesson, [run.thread_id])
                if changed != lesson:
                    yield changed


def _goes_against(lesson: Experience, step: Step) -> bool:
    given, rule = grouped(step.args), lesson.rule
    if rule.get("change") == "remove":
        return any(path in given or path in step.args for path in rule["parameters"])
    if rule.get("change") == USUAL:
        wanted = rule["expected"].items()
        return any(p in given and not as_usual(step.args, p, how) for p, how in wanted)
    if rule.get("change") != "shape":
        return False
    return any(
        _is_other(step.args.get(path, given.get(path, [None])[-1]), form)
        for path, form in rule["expected"].items()
        if path in given or path in step.args
    )


def _is_other(value: object, form: str) -> bool:
    return not fits(value, form) and family(shape(value)) != family(form)
