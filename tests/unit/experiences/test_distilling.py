"""Distilling by rules: what a run's own calls teach."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.experiences.conditions import normalise_error
from langgraph_memory.experiences.distilling import distil
from langgraph_memory.experiences.outcome import Outcome, judge_run
from langgraph_memory.experiences.run import run_from
from tests.unit.experiences.runs import (
    DATE_FIXED,
    NOW,
    call,
    conversation,
    failed,
    lessons,
    run_of,
)


def only(*calls: Any, task: str = "Book a hotel in Rockford", answer: str = "Done.") -> Any:
    """The one recovery that a run teaches."""
    [lesson] = lessons(run_of(task, *calls, answer=answer), "recovery")
    return lesson


def test_a_rewritten_value_teaches_its_form() -> None:
    """The recovery names tool, error, parameter and the form that is right."""
    [lesson] = lessons(run_of(*DATE_FIXED), "recovery")
    assert lesson.rule == {
        "tool": "book_hotel",
        "condition": "invalid date <date>",
        "change": "shape",
        "parameters": ["date"],
        "expected": {"date": "YYYY-MM-DD"},
    }
    assert lesson.content == (
        'When book_hotel fails with "invalid date <date>", write date as YYYY-MM-DD.'
    )
    assert lesson.tools == ("book_hotel",)
    assert lesson.evidence == (("t1", "tc0-0"), ("t1", "tc1-0"))


def test_a_lesson_is_found_by_tool_and_normalised_error() -> None:
    """The same kind of error about other values leads to the lesson."""
    [lesson] = lessons(run_of(*DATE_FIXED), "recovery")
    later = normalise_error("Error: invalid date '5/7/26'", {"date": "5/7/26"})
    assert lesson.answers("book_hotel", later)
    assert not lesson.answers("book_flight", later)
    assert not lesson.answers("book_hotel", "")


def test_a_lesson_has_slots_in_place_of_the_runs_values() -> None:
    """Neither the city nor the guest's name is in what is kept."""
    [lesson] = lessons(run_of(*DATE_FIXED), "recovery")
    kept = repr(lesson.to_dict())
    assert not any(word in kept for word in ("Rockford", "Ann", "Lee", "2026-03-03", "B-7"))
    assert "Book a hotel in <city> for <name> on <date>" in lesson.scenario


def test_a_recovery_in_a_failed_run_is_learned() -> None:
    """An error that was ended counts, whatever the end of the run."""
    task, *calls = DATE_FIXED
    run = run_of(task, *calls, failed("pay", "Error: card declined"))
    assert not judge_run(run).success
    assert [lesson.kind for lesson in lessons(run)] == ["recovery"]


def test_success_patterns_come_from_successful_runs_alone() -> None:
    """The same calls teach their order only when the run succeeded."""
    calls = (
        call("search", '[{"id": "H-17"}]', city="Bari"),
        call("book", "ok", hotel="H-17"),
    )
    assert {x.kind for x in lessons(run_of("Book a hotel in Bari", *calls))} == {"success"}
    assert lessons(run_of("Book a hotel in Bari", *calls, answer="")) == []


@pytest.mark.parametrize(
    ("first", "second", "error", "rule"),
    [
        (
            {"city": "Bari"},
            {"city": "Bari", "nights": 2},
            "missing required argument: 'nights'",
            {"change": "add", "parameters": ["nights"], "expected": {"nights": "integer"}},
        ),
        (
            {"city": "Bari", "pets": True},
            {"city": "Bari"},
            "unexpected argument 'pets'",
            {"change": "remove", "parameters": ["pets"]},
        ),
        (
            {"city": "Bari", "paid": 250},
            {"city": "Bari", "paid": 305},
            "the price is 305, but 250 was paid",
            {
                "change": "value",
                "parameters": ["paid"],
                "expected": {"paid": "the first number in the error"},
            },
        ),
        (
            {"city": "Bari", "cards": [{"sum": 250}, {"sum": 5}]},
            {"city": "Bari", "cards": [{"sum": 250}, {"sum": 55}]},
            "the price is 305, but 255 was paid",
            {
                "change": "value",
                "parameters": ["cards[].sum"],
                "expected": {
                    "cards[].sum": "what adds up to the first number in the error"
                },
            },
        ),
        (
            {"city": "Bari", "kind": "luxury"},
            {"city": "Bari", "kind": "deluxe"},
            "kind must be one of standard, deluxe",
            {
                "change": "value",
                "parameters": ["kind"],
                "expected": {"kind": "a value that the error names"},
            },
        ),
        (
            {"city": "Bari", "week": 3},
            {"city": "Bari", "week": 4},
            "sold out",
            {
                "change": "value",
                "parameters": ["week"],
                "expected": {"week": "another value"},
            },
        ),
        ({"city": "Bari"}, {"city": "Bari"}, "timed out", {"change": "repeat"}),
    ],
)
def test_each_change_of_arguments_is_a_rule(
    first: dict[str, Any], second: dict[str, Any], error: str, rule: dict[str, Any]
) -> None:
    """What differed between the failed and the successful call becomes the rule."""
    lesson = only(
        failed("book", f"Error: {error}", **first), call("book", "ok", **second), task="Go"
    )
    about = {"tool": "book", "condition": normalise_error(error, first)}
    assert lesson.rule == about | rule


def test_a_value_is_traced_to_the_result_it_was_taken_from() -> None:
    """A lookup between error and success is named as the source."""
    lesson = only(
        failed("book", "Error: no such hotel", city="Bari", hotel="H-99"),
        call("search", '[{"id": "H-17"}]', city="Bari"),
        call("book", "ok", city="Bari", hotel="H-17"),
    )
    assert lesson.rule["expected"] == {"hotel": "a value from the result of search"}


def test_words_of_a_text_are_traced_to_what_was_looked_up() -> None:
    """A query written anew with what a listing named is to be written from that listing."""
    found = only(
        failed("run_sql", "Error: no such table: usr", query="select * from usr"),
        call("list_tables", '["users", "orders"]'),
        call("run_sql", "[]", query="select * from users"),
    )
    assert found.rule == {
        "tool": "run_sql",
        "condition": "no such table: <value>",
        "change": "reword",
        "parameters": ["query"],
        "order": ["list_tables", "run_sql"],
    }
    assert found.content == (
        'When run_sql fails with "no such table: <value>", first call list_tables, and '
        "write query with what its result names."
    )


def test_a_step_between_equal_calls_is_a_precondition() -> None:
    """When the same call works after another tool, that tool has to come first."""
    lesson = only(
        failed("pay", "Error: cart is locked", cart="C-1"),
        call("unlock", "ok", cart="C-1"),
        call("pay", "ok", cart="C-1"),
    )
    assert (lesson.rule["change"], lesson.rule["order"]) == ("order", ["unlock", "pay"])


def test_what_came_after_the_success_is_no_precondition() -> None:
    """A call that simply worked the second time is to be repeated."""
    busy = {"cart": "C-1"}
    lesson = only(
        failed("pay", "Error: busy", **busy),
        call("pay", "ok", **busy),
        call("unlock", "ok"),
    )
    assert lesson.rule["change"] == "repeat"


def test_an_error_is_recovered_from_in_a_later_turn() -> None:
    """The user was asked in between; the success is learned from where it happens."""
    messages = [
        *conversation(
            "Book", failed("book", "Error: invalid date", city="Bari", date="3/3")
        ),
        *conversation("March", call("book", "ok", city="Bari", date="2026-03-03"), start=9),
    ]
    run = run_from(messages, thread_id="t1")
    [lesson] = distil(run, judge_run(run), created_at=NOW)
    assert lesson.rule["expected"] == {"date": "YYYY-MM-DD"}


def test_what_an_earlier_turn_recovered_from_is_not_learned_again() -> None:
    """A later success has nothing to do with an error that was ended before."""
    task, *calls = DATE_FIXED
    messages = [
        *conversation(task, *calls),
        *conversation("One more", call("book_hotel", "ok", city="Bari", date="x"), start=9),
    ]
    assert lessons(run_from(messages, thread_id="t1")) == []


def test_only_what_the_error_speaks_of_is_learned() -> None:
    """Other arguments that changed by the way are left out."""
    lesson = only(
        failed("book", "Error: no such week", city="Bari", week=31, rooms=1),
        call("book", "ok", city="Bari", week=32, rooms=2, meal="none"),
    )
    assert lesson.rule["parameters"] == ["week"]


def test_an_unrelated_success_teaches_nothing() -> None:
    """A later call for something else altogether did not recover the error."""
    run = run_of(
        "Look up", failed("find", "Error: nothing", q="Bari"), call("find", "1", q="Lecce")
    )
    assert lessons(run, "recovery") == []


def test_calls_made_at_once_are_no_recovery() -> None:
    """Of two calls in one message the second did not answer the first one's error."""
    run = run_of("Go", [failed("a", "Error: bad", n=1, x=1), call("a", "ok", n=2, x=1)])
    assert lessons(run) == []


def test_what_fed_what_is_learned() -> None:
    """An id that a search named first is to be taken from that search."""
    run = run_of(
        "Book a hotel in Bari",
        call("search", '[{"id": "H-17"}]', city="Bari"),
        call("book", "ok", hotel="H-17"),
    )
    take, plan = lessons(run, "success")
    assert take.rule == {
        "tool": "book",
        "change": "take",
        "parameters": ["hotel"],
        "order": ["search", "book"],
    }
    assert plan.rule == {"change": "plan", "order": ["search", "book"]}
    assert plan.content == (
        'For such a task, call search(city: <city>), then book(hotel: like "A-9").'
    )


def test_what_the_user_said_is_not_fed_by_a_tool() -> None:
    """A value that the user gave, or that a call had before, has no tool as its source."""
    run = run_of(
        "Book H-17, I mean the one in Bari",
        call("search", '[{"id": "H-17", "zone": "Z-4"}]', city="Bari", zone="Z-4"),
        call("book", "ok", hotel="H-17", zone="Z-4"),
    )
    assert [x.rule["change"] for x in lessons(run)] == ["plan"]


def test_a_tool_that_served_instead_is_learned_from_success() -> None:
    """Where one tool could not, another that was asked the same is to be used."""
    run = run_of(
        "Go from Bari to Lecce",
        failed("flights", "Error: no flights from Bari", origin="Bari", to="Lecce", day=3),
        call("hotels", "[]", city="Lecce"),
        call("taxi", "ok", origin="Bari", to="Lecce"),
    )
    good = Outcome(success=True, reason="the plan passed its checks")
    [lesson] = [x for x in distil(run, good, created_at=NOW) if x.kind == "failure"]
    assert lesson.content == (
        'When flights fails with "no flights from <origin>", use taxi instead.'
    )
    assert not [x for x in lessons(run) if x.kind == "failure"]


def test_a_wrong_tool_name_is_learned() -> None:
    """The tool that exists is to be used instead of one that does not."""
    run = run_of(
        "Look",
        failed("find", "Error: find is not a valid tool, try one of [search].", q="x y z"),
        call("search", "1", q="x y z"),
    )
    [lesson] = lessons(run)
    assert (lesson.kind, lesson.rule["order"]) == ("failure", ["search"])


@pytest.mark.parametrize(
    ("task", "calls"),
    [
        ("hi", ()),
        ("run echo hello", (call("shell", "hello", command="echo hello"),)),
        ("what is your name", ()),
    ],
)
def test_case_36_trivia_teach_nothing(task: str, calls: tuple[Any, ...]) -> None:
    """Small talk and single calls that simply work leave no lesson."""
    assert lessons(run_of(task, *calls)) == []


def test_case_36_the_same_lesson_again_is_the_same_item() -> None:
    """Other values, another task and another thread give the key that is known already."""
    again = run_of(
        "I need a room in Lecce tomorrow",
        failed("book_hotel", "Error: invalid date '1.2.26'", city="Lecce", date="1.2.26"),
        call("book_hotel", "ok", city="Lecce", date="2026-02-01"),
        thread="t2",
    )
    [first], [second] = lessons(run_of(*DATE_FIXED), "recovery"), lessons(again, "recovery")
    assert first.key == second.key


def test_a_task_that_is_one_value_is_still_told() -> None:
    """A scenario of slots alone would fit any task, so the words of the query stay."""
    run = run_of(
        "pet friendly hotels",
        failed("search", "Error: missing argument 'top'", query="pet friendly hotels"),
        call("search", "[]", query="pet friendly hotels", top=5),
    )
    [lesson] = lessons(run)
    assert lesson.scenario.endswith("Task: pet friendly hotels")


def test_distilling_twice_gives_the_same() -> None:
    """A replay of a run writes nothing new."""
    assert lessons(run_of(*DATE_FIXED)) == lessons(run_of(*DATE_FIXED))


def test_chinese_runs_teach_as_well() -> None:
    """Chinese tasks and errors give lessons with slots."""
    run = run_of(
        "帮我预订北京的酒店，我叫李雷",
        failed("book", "错误：日期格式不正确", city="北京", date="3月3日"),
        call("book", "成功", city="北京", date="2026-03-03"),
        answer="好了",
    )
    [lesson] = lessons(run)
    assert lesson.rule["condition"] == "日期格式不正确"
    assert (
        lesson.scenario
        == "book fails: 日期格式不正确. Task: 帮我预订<city>的酒店，我叫<name>"
    )


STEPS = st.builds(
    lambda bad, tool, args, text: (failed if bad else call)(tool, text, **args),
    st.booleans(),
    st.sampled_from(["a", "b", "c"]),
    st.dictionaries(
        st.sampled_from(["city", "date", "ids"]),
        st.sampled_from(
            ["Rome", "2026-03-03", 7, None, ["x-1"], {"k": [1]}, "北京", "\ud83d"]
        ),
    ),
    st.sampled_from(
        ["Error: bad Rome", "x-1 and 7", "", "{" * 50, "错误：7", "not \ud83d json"]
    ),
)


@given(st.text(max_size=20), st.lists(STEPS, max_size=6), st.sampled_from(["", "ok"]))
def test_any_run_teaches_without_a_crash(task: str, calls: list[Any], answer: str) -> None:
    """Whatever the run, its lessons are plain, distinct, and name only its own tools."""
    run = run_of(task, *calls, answer=answer)
    found = lessons(run)
    assert len({lesson.key for lesson in found}) == len(found)
    for lesson in found:
        assert set(lesson.tools) <= run.tools
        assert lesson.content
        assert 0 <= lesson.confidence <= 1


@pytest.mark.parametrize(
    ("error", "wrong", "right", "source"),
    [
        ("401 not authenticated: log in first", "", "tk-ann", "login"),
        ("404 item lamp not found", "lamp", "it_lamp", "search"),
        ("unknown order", "the last one", "W-7731", "orders"),
        ("no such file", "notes", "f81d4fae-7dec-11d0-a765-00a0c91e6bf6", "files"),
    ],
)
def test_an_id_that_a_result_gave_is_looked_up_and_not_written(
    error: str, wrong: str, right: str, source: str
) -> None:
    """The recovery says where it came from, not of which letters it is made."""
    lesson = only(
        failed("get", error, what=wrong),
        call(source, f'{{"found": "{right}"}}', of="mine"),
        call("get", "ok", what=right),
    )
    assert lesson.rule["change"] == "value"
    assert lesson.rule["expected"] == {"what": f"a value from the result of {source}"}


def test_another_number_is_no_other_form() -> None:
    """It was a number before."""
    lesson = only(
        failed("refund", "amount must be positive", order="A1", amount=-5.0),
        call("refund", "ok", order="A1", amount=5.0),
    )
    assert lesson.rule["change"] == "value"


@pytest.mark.parametrize(
    ("error", "between", "before"),
    [
        ("temporarily down", ["login", "sleep"], ["sleep"]),
        ("503 Service Unavailable", ["look_up"], []),
        ("服务繁忙，请稍后再试", ["等待"], ["等待"]),
        ("not logged in", ["login"], ["login"]),
    ],
)
def test_of_an_error_that_passes_only_waiting_is_a_cure(
    error: str, between: list[str], before: list[str]
) -> None:
    """What else was called in the meantime has nothing to do with it."""
    calls = [call(tool, "ok", of="Zed") for tool in between]
    lesson = only(failed("get", error, what="x"), *calls, call("get", "ok", what="x"))
    told = (
        {"change": "order", "order": [*before, "get"]} if before else {"change": "repeat"}
    )
    assert lesson.rule == {"tool": "get", "condition": lesson.rule["condition"], **told}
