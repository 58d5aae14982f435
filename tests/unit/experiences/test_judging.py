"""Judging, telling lessons apart, and merging them."""

from __future__ import annotations

import math
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.duplicates import contradict, same_lesson, unopposed
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import (
    Verdict,
    admit,
    judge,
    merge_duplicate,
)
from langgraph_memory.experiences.standing import confidence_of, confronted, weight_of
from tests.unit.experiences.runs import (
    DATE_FIXED,
    call,
    experience,
    failed,
    lessons,
    run_of,
)

RUN = run_of(*DATE_FIXED)
[LESSON] = lessons(RUN, "recovery")


def scores(**changes: float) -> Verdict:
    """A verdict of 0.5 each but for some."""
    names = ("actionability", "accuracy", "relevance", "clarity", "uniqueness")
    return Verdict(**(dict.fromkeys(names, 0.5) | changes))


def test_what_a_run_teaches_by_rules_is_admitted() -> None:
    """A lesson mined from the run itself is sound in every respect."""
    verdict = judge(LESSON, RUN, [])
    assert admit(verdict, 0.6)
    assert verdict.actionability == verdict.relevance == 1.0
    assert verdict.accuracy == LESSON.confidence == pytest.approx(1.25 / 1.75)


def test_admission_needs_the_mean_and_no_bad_score() -> None:
    """One score below 0.2 refuses, whatever the mean; so does a mean under the limit."""
    assert admit(scores(), 0.5)
    assert not admit(scores(clarity=0.1, accuracy=1.0), 0.3)
    assert not admit(scores(), 0.6)
    assert not admit(scores(accuracy=math.nan), 0.3)


def test_case_37_an_exact_repeat_is_not_admitted() -> None:
    """What is known already is not written again."""
    assert judge(LESSON, RUN, [LESSON]).uniqueness == 0.0
    assert not admit(judge(LESSON, RUN, [LESSON]), 0.0)


def test_case_36_a_reworded_repeat_is_hardly_unique() -> None:
    """The same rule in nearly the same words is a repeat, under whatever key it is kept."""
    old = replace(LESSON, key="f" * 32)
    assert judge(LESSON, RUN, [old]).uniqueness == 0.0


def test_case_38_another_lesson_of_the_same_run_stays_unique() -> None:
    """Likeness of words alone never refuses a lesson about something else."""
    other = replace(LESSON, rule=LESSON.rule | {"condition": "sold out"}, key="e" * 32)
    assert judge(LESSON, RUN, [other]).uniqueness >= 0.5


def test_claims_that_the_run_does_not_show_cost_accuracy() -> None:
    """Each wrong claim weighs alike: tool, error, parameter, form, order."""
    wrong: list[dict[str, Any]] = [
        {"tool": "cancel_all"},
        {"condition": "sold out"},
        {"parameters": ["nights"]},
        {"expected": {"date": "digits"}},
        {"order": ["book_hotel", "search"]},
    ]
    accuracies = [
        judge(replace(LESSON, rule=LESSON.rule | change), RUN, []).accuracy
        for change in wrong
    ]
    assert all(accuracy < LESSON.confidence for accuracy in accuracies)
    assert judge(experience(rule={}), RUN, []).accuracy == pytest.approx(0.3 * 0.7)


def test_a_lesson_about_other_things_is_less_relevant() -> None:
    """Tools and words that the run does not have cost relevance."""
    foreign = replace(LESSON, tools=("send_mail",), scenario="sending mail")
    assert judge(foreign, RUN, []).relevance < 0.2


@pytest.mark.parametrize(
    "content",
    [
        "Retry.",
        "Be careful and do it better next time, as appropriate.",
        "一定要认真仔细，注意不要再犯错，做事要小心一点。",
        "Traceback (most recent call last):\n" + "  File x\n" * 9,
        "call it " * 200,
    ],
)
def test_unclear_contents_are_found_unclear(content: str) -> None:
    """Too short, vague, a dump or endless: none is as clear as a plain lesson."""
    assert judge(replace(LESSON, content=content), RUN, []).clarity <= 0.5
    assert judge(LESSON, RUN, []).clarity == 1.0


def test_vague_advice_is_not_admitted() -> None:
    """A lesson that names neither tool nor change says nothing to act on."""
    vague = experience(rule={}, tools=(), content="Be careful next time, as appropriate.")
    assert not admit(judge(vague, RUN, []), 0.3)


def test_merging_joins_the_evidence_under_the_old_key() -> None:
    """The item is updated in place, and its age is that of the old one."""
    new = experience(evidence=(("t2", "m9"),), created_at="2026-04-01T00:00:00+00:00")
    old = experience(key="a" * 32)
    merged = merge_duplicate(new, old)
    assert merged.evidence == (("t1", "m1"), ("t2", "m9"))
    assert (merged.key, merged.created_at) == ("a" * 32, old.created_at)


def test_the_more_confident_wording_stays() -> None:
    """Of two wordings the better founded one is kept."""
    sure, unsure = experience(content="sure", confidence=0.9), experience(confidence=0.4)
    assert merge_duplicate(sure, unsure).content == "sure"
    assert merge_duplicate(unsure, sure).content == "sure"


def test_case_34_being_seen_again_does_not_raise_confidence_of_what_was_recalled() -> None:
    """What was recalled may itself have caused what is seen; so it proves nothing."""
    one = supported_by("t")
    for thread in "abcde":
        one = merge_duplicate(supported_by(thread), one, recalled=True)
    assert one.confidence == supported_by("t").confidence
    assert len(one.evidence) == 6


def test_each_further_run_that_supports_a_lesson_makes_it_surer() -> None:
    """Runs that were not shown the lesson count, each once, by 1/edits."""
    one = supported_by("t")
    for thread, sure in (("a", 2.25 / 2.75), ("a", 2.25 / 2.75), ("b", 3.25 / 3.75)):
        one = merge_duplicate(supported_by(thread), one)
        assert one.confidence == pytest.approx(sure)


def test_case_37_merging_a_repeat_changes_nothing() -> None:
    """Three equal lessons are one, the same as before."""
    one = experience()
    assert merge_duplicate(experience(), merge_duplicate(experience(), one)) == one


@pytest.mark.parametrize(
    "changes",
    [
        {"kind": "failure"},
        {"rule": experience().rule | {"tool": "book_flight"}},
        {"rule": experience().rule | {"condition": "sold out"}},
        {"rule": experience().rule | {"expected": {"date": "digits"}}},
        {"rule": {"change": "plan", "order": ["a", "b"]}},
    ],
)
def test_case_38_and_40_different_lessons_are_never_merged(changes: dict[str, Any]) -> None:
    """However near their words are, both stay; the old one is not touched."""
    old, new = experience(), experience(**changes)
    assert not same_lesson(new, old)
    assert merge_duplicate(new, old) == new
    assert new.key != old.key


def test_case_40_only_what_cannot_both_be_followed_contradicts() -> None:
    """Other parameters, errors and tools do not contradict; other forms and orders do."""
    rule = experience().rule
    one = experience()
    assert contradict(one, experience(rule=rule | {"expected": {"date": "digits"}}))
    for harmless in (
        rule,
        rule | {"condition": "sold out"},
        rule | {"tool": "book_flight"},
        rule | {"parameters": ["city"], "expected": {"city": "upper-case code"}},
    ):
        assert not contradict(one, experience(rule=harmless))
    plan = experience(rule={"change": "plan", "order": ["a", "b"]})
    assert contradict(plan, experience(rule={"change": "plan", "order": ["b", "a"]}))
    assert not contradict(plan, experience(rule={"change": "plan", "order": ["b", "c"]}))
    about = {"tool": "a", "condition": "x", "parameters": ["n"]}
    assert contradict(
        experience(rule=about | {"change": "remove"}),
        experience(rule=about | {"change": "add"}),
    )


def about_date(change: str, expected: str = "", **rule: Any) -> Experience:
    """A lesson about the date of a booking."""
    held = {"tool": "book", "change": change, "parameters": ["date"], **rule}
    return experience(rule=held | ({"expected": {"date": expected}} if expected else {}))


EUR, USD = about_date("usual", '"EUR"'), about_date("usual", '"USD"')
ISO, SLASHED = about_date("shape", "YYYY-MM-DD"), about_date("shape", 'like "9/9/9"')
GIVE, LEAVE = about_date("add"), about_date("remove")
KG, LB = (about_date("usual", f'a number with "{name}"') for name in ("kg", "lb"))
SAY_EUR = about_date("usual", 'one of "EUR", "CHF"')
ON_ERROR = about_date("shape", "YYYY-MM-DD", condition="invalid date")


@pytest.mark.parametrize(
    ("one", "other", "expected"),
    [
        (EUR, USD, True),
        (EUR, SAY_EUR, False),
        (USD, SAY_EUR, True),
        (KG, LB, True),
        (KG, EUR, True),
        (KG, about_date("usual", '"5 kg"'), False),
        (EUR, ISO, True),
        (about_date("usual", '"2026-12-24"'), ISO, False),
        (EUR, LEAVE, True),
        (ISO, LEAVE, False),
        (GIVE, LEAVE, True),
        (GIVE, EUR, False),
        (SLASHED, ON_ERROR, True),
        (LEAVE, ON_ERROR, False),
        (LEAVE, about_date("add", condition="invalid date"), True),
        (ISO, ON_ERROR, False),
        (about_date("remove", condition="sold out"), ON_ERROR, False),
        (about_date("remove", condition="invalid date"), ON_ERROR, True),
    ],
)
def test_what_one_call_cannot_do_at_once_contradicts(
    one: Experience, other: Experience, *, expected: bool
) -> None:
    """Constants, units, forms, and giving or leaving out; with an error or without."""
    assert contradict(one, other) is contradict(other, one) is expected
    assert unopposed([one, other]) == ([one] if expected else [one, other])


def test_a_plan_that_the_run_did_not_follow_is_inaccurate() -> None:
    """The order has to be that of the run's own successes."""
    run = run_of("Go", call("a", "1"), failed("b", "Error: no"), call("c", "1"))
    [plan] = lessons(run_of("Go", call("a", "1"), call("b", "1")), "success")
    assert judge(plan, run, []).accuracy == 0.0


def plan_of(*order: str, scenario: str = "Report on <q>", threads: str = "a") -> Any:
    """A plan that runs in these threads showed."""
    return experience(
        kind="success",
        scenario=scenario,
        rule={"change": "plan", "order": list(order)},
        evidence=tuple((thread, f"m{thread}") for thread in threads),
    )


def test_plans_for_like_tasks_contradict_where_shared_tools_change_places() -> None:
    """A longer plan agrees with a shorter one unless it turns the order round."""
    plan = plan_of("search", "open", "sum")
    assert contradict(plan, plan_of("sum", "search", "open"))
    assert contradict(plan, plan_of("open", "search"))
    assert not contradict(plan, plan_of("search", "open"))
    assert not contradict(plan, plan_of("open", "search", scenario="Tidy my inbox"))


def test_each_of_two_that_contradict_counts_the_runs_of_the_other() -> None:
    """Both stay, less sure; what was forgotten contradicts nothing any more."""
    old = supported_by("a", rule={"change": "plan", "order": ["search", "sum"]})
    new = supported_by("b", rule={"change": "plan", "order": ["sum", "search"]})
    mine, others = confronted(new, {old.key: old})
    assert (mine.against, others[old.key].against) == (("a",), ("b",))
    assert mine.confidence == others[old.key].confidence == pytest.approx(1.25 / 2.75)
    assert confronted(new, {old.key: replace(old, forgotten="harm")}) == (new, {})


def test_what_is_contradicted_by_many_runs_is_refused() -> None:
    """The more runs show the opposite, the less a new lesson is believed."""
    opposite = replace(
        LESSON,
        rule=LESSON.rule | {"expected": {"date": 'like "9/9/9"'}},
        evidence=tuple((f"t{i}", "m") for i in range(2, 9)),
        key="d" * 32,
    )
    mine, _ = confronted(LESSON, {opposite.key: opposite})
    assert not admit(judge(mine, RUN, []), 0.3)


def test_only_the_first_of_those_that_contradict_is_shown() -> None:
    """What fits the task better comes first, and nothing that contradicts it follows."""
    one, other = plan_of("search", "sum"), plan_of("sum", "search")
    harmless = plan_of("search", "mail")
    assert unopposed([one, other, harmless]) == [one, harmless]
    assert unopposed([other, one]) == [other]


@given(st.floats(0, 20), st.integers(0, 20))
def test_confidence_is_a_share_that_support_raises(weight: float, against: int) -> None:
    """It lies in 0..1, grows with support, falls with contradictions; none is nothing."""
    sure = confidence_of(weight, against)
    assert 0 <= sure < 1
    assert confidence_of(weight + 1, against) > sure
    assert confidence_of(weight, against + 1) <= sure
    assert confidence_of(0, against) == 0


@pytest.mark.parametrize(("edits", "weight"), [(1, 1), (2, 1 / 2), (3, 1 / 3), (4, 0)])
def test_a_comparison_weighs_less_the_more_differs(edits: int, weight: float) -> None:
    """What is more than three edits apart proves nothing, and is not admitted."""
    assert weight_of(edits) == weight
    unfounded = replace(LESSON, confidence=confidence_of(weight, 0))
    assert admit(judge(unfounded, RUN, []), 0.3) is (weight > 0)


def supported_by(thread: str, **changes: Any) -> Experience:
    """A lesson that one run supports, one edit apart."""
    support = {"evidence": ((thread, "m"),), "support": {thread: 1.0}}
    return experience(confidence=confidence_of(1.0, 0), **support, **changes)
