"""What became of a lesson that was offered, and the report of an acquisition."""

from __future__ import annotations

from dataclasses import replace

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from langgraph_memory import Acquired
from langgraph_memory.config import ExperienceConfig
from langgraph_memory.experiences.acquired import Cost, first_fates, spent
from langgraph_memory.experiences.admissions import Admission, Fate, admission
from langgraph_memory.experiences.admitting import admitted
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.run import Run
from tests.unit.experiences.runs import DATE_FIXED, lessons, run_of

CONFIG = ExperienceConfig()


def offered(
    lesson: Experience, run: Run, *known: Experience, config: ExperienceConfig = CONFIG
) -> Admission:
    """What becomes of a lesson beside those that are known."""
    kept = {one.key: one for one in known}
    twin = kept.get(lesson.key)
    changed = admitted(lesson, run, kept, twin, config)
    return admission(lesson, run, kept, twin, changed, config)


def test_a_lesson_is_added_merged_or_known() -> None:
    """New; the same from another run; the same from the same run."""
    task, *calls = DATE_FIXED
    run, other = run_of(task, *calls), run_of(task, *calls, thread="t2")
    [lesson], [again] = lessons(run), lessons(other)
    assert offered(lesson, run).fate == "added"
    assert offered(again, other, lesson).fate == "merged"
    assert offered(lesson, run, lesson).fate == "known"
    assert offered(lesson, run).key == lesson.key


def test_a_rejected_lesson_says_why() -> None:
    """A score below 0.2 is named, else the mean and the threshold."""
    task, *calls = DATE_FIXED
    run = run_of(task, *calls)
    [lesson] = lessons(run)
    baseless = replace(lesson, confidence=0.0, support={})
    told = offered(baseless, run)
    assert (told.fate, told.reason) == ("rejected", "accuracy 0.00: less than 0.2")
    strict = ExperienceConfig(threshold=1.0)
    told = offered(lesson, run, config=strict)
    assert told.fate == "rejected"
    assert told.reason.startswith("the mean of its scores is 0.")
    assert told.reason.endswith("less than 1")


@pytest.mark.parametrize(
    ("fates", "kept"),
    [
        (["merged", "added", "known"], "added"),
        (["rejected", "known"], "known"),
        (["rejected", "merged"], "merged"),
        (["rejected"], "rejected"),
    ],
)
def test_of_many_fates_of_a_lesson_the_best_is_told(fates: list[Fate], kept: Fate) -> None:
    """A lesson that each of eight runs shows stands in the report once."""
    told = first_fates(Admission(fate=one, key="k", content="c") for one in fates)
    assert [one.fate for one in told] == [kept]


def test_the_report_in_one_line_and_what_was_spent() -> None:
    """Tokens count as far as models tell them."""
    usage = {"input_tokens": 7, "output_tokens": 2, "total_tokens": 9}
    told = AIMessage("Yes.", usage_metadata=usage)
    assert spent([HumanMessage("Hi"), told, AIMessage("No."), told]) == (3, 14, 4)
    cost = Cost(seconds=1.0, calls=3, input_tokens=14, output_tokens=4, asked=0)
    report = Acquired(
        runs=3,
        resumed=1,
        scores={"a": (1.0, 0.0), "b": (1.0, None)},
        failures=(),
        left_out=(),
        lessons=(Admission(fate="added", key="k", content="c"),),
        temperature_taken=None,
        cost=cost,
    )
    assert str(report) == (
        "3 runs of 2 tasks (1 from before), 0 failed, 0 left out; "
        "lessons: 1 added, 0 merged, 0 rejected"
    )
