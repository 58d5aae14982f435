"""Which lessons bear on a call, and on its error."""

from __future__ import annotations

from typing import Any

from langgraph_memory.experiences.choosing import for_error, for_tools, ranked
from langgraph_memory.experiences.experience import Experience
from tests.unit.experiences.runs import experience


def about(tool: str, name: str, **changes: Any) -> Experience:
    """A lesson that a parameter of a tool has to be given."""
    rule = {"tool": tool, "change": "add", "parameters": [name], **changes.pop("rule", {})}
    return experience(rule=rule, tools=(tool,), **changes)


def test_lessons_are_chosen_by_the_tools_that_come_next() -> None:
    """However near the scenario of the others is."""
    near = about("mail", "to", scenario="book a hotel in Rome")
    far = about("book", "n", scenario="something else")
    assert for_tools([near, far], {"book"}, "book a hotel in Rome") == [far]


def test_what_fits_the_task_comes_first_then_what_is_surer() -> None:
    """At most so many, the demoted last, the forgotten not at all."""
    fits = about("book", "a", scenario="book a hotel", confidence=0.5)
    sure = about("book", "b", scenario="ride a horse", confidence=0.9)
    unsure = about("book", "c", scenario="ride a horse", confidence=0.6)
    idle = about("book", "d", scenario="book a hotel", demoted="idle")
    gone = about("book", "e", scenario="book a hotel", forgotten="harm")
    pool = [idle, unsure, gone, sure, fits]
    assert ranked(pool, "book a hotel") == [fits, sure, unsure, idle]
    assert for_tools(pool, ["book"], "book a hotel", limit=2) == [fits, sure]


def test_of_contradicting_lessons_the_one_that_fits_better_is_chosen() -> None:
    """Then the more confident one."""
    add = about("book", "n", confidence=0.6)
    leave = about("book", "n", rule={"change": "remove"}, confidence=0.7)
    assert for_tools([add, leave], ["book"], "a task") == [leave]
    fitting = about("book", "n", confidence=0.5, scenario="a long walk")
    assert for_tools([fitting, leave], ["book"], "a long walk") == [fitting]


def test_an_error_is_looked_up_by_tool_and_normal_form() -> None:
    """What answers it comes first, whatever fits better; other tools do not count."""
    answer = about("book", "n", rule={"condition": "sold out"}, confidence=0.4)
    other = about("book", "m", confidence=0.9)
    foreign = about("mail", "n", rule={"condition": "sold out"})
    found = for_error([other, foreign, answer], "book", "sold out", "a task")
    assert found == [answer, other]


def test_what_is_told_with_an_error_does_not_contradict_what_is_shown() -> None:
    """But an answer to the error comes before what is said of every call."""
    on_error = {"condition": "sold out"}
    give = about("book", "n", rule=on_error)
    leave = about("book", "n", rule=on_error | {"change": "remove"}, confidence=0.9)
    always = about("book", "n", rule={"change": "remove"}, confidence=0.9)

    def found(*lessons: Experience, shown: tuple[Experience, ...] = ()) -> list[Any]:
        return for_error(lessons, "book", "sold out", "a task", shown=shown)

    assert found(leave, shown=(give,)) == []
    assert found(give, shown=(always,)) == [give]
    assert found(always, shown=(about("book", "n"),)) == []
    assert found(always, give) == [give]
    assert found(give, shown=(about("mail", "n", rule={"change": "remove"}),)) == [give]
