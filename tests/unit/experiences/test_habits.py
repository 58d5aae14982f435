"""Constants, choices, units and forms that good runs of several tasks have in common."""

from __future__ import annotations

from typing import Any

import pytest

from langgraph_memory.experiences.acquiring import habits_taught
from langgraph_memory.experiences.attempted import Attempt
from langgraph_memory.experiences.crediting import credit, fired
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.habits import Habits
from langgraph_memory.experiences.judging import admit, judge
from langgraph_memory.experiences.outcome import Outcome
from langgraph_memory.experiences.refuting import refuted
from langgraph_memory.experiences.run import Run
from tests.unit.experiences.runs import NOW, call, run_of

GOOD = Outcome(success=True, reason="it did")


def sent(n: int, *, task: str = "Send the goods", **args: Any) -> Run:
    return run_of(f"{task}, order {n}", call("send", "ok", **args), thread=f"t{n}")


def habits(*runs: Run, tasks: int | None = None, good: bool = True) -> list[Experience]:
    """What runs teach, each of a task of its own unless there are fewer."""
    counted = Habits()
    for n, run in enumerate(runs):
        attempt = Attempt(run=run, outcome=GOOD if good else BAD, score=1.0)
        counted.take(f"task {n % (tasks or len(runs))}", [attempt])
    return [one.lesson for one in habits_taught(counted, created_at=NOW)]


BAD = Outcome(success=False, reason="it did not")


def expected(lessons: list[Experience]) -> list[dict[str, str]]:
    """What the lessons expect, each once."""
    return list({str(e.rule): e.rule["expected"] for e in lessons}.values())


@pytest.mark.parametrize(
    ("values", "told"),
    [
        (["USD", "USD"], '"USD"'),
        ([True, True], "true"),
        (["5 kg", "12 kg"], 'a number with "kg"'),
        (["H-1", "X-77"], 'like "A-9"'),
        (["economy", "business"] * 2, 'one of "economy", "business"'),
    ],
)
def test_what_holds_in_all_tasks_is_told(values: list[Any], told: str) -> None:
    """A constant, a number of a unit, a form, one of a few words."""
    lessons = habits(*(sent(n, how=value) for n, value in enumerate(values)))
    assert expected(lessons) == [{"how": told}]
    assert len({thread for e in lessons for thread, _ in e.evidence}) >= 2


@pytest.mark.parametrize(
    "values",
    [
        ["USD", "green"],
        [7, 7],
        [7, 8],
        ["economy", "business"],
        ["5 kg", "12 lb"],
        ["Ann", "Bob"] * 2,
        ["sk-ant-0123456789abcdefghij0123456789"] * 2,
        ["ann@example.org"] * 2,
        [None, None],
        ["", ""],
    ],
)
def test_what_varies_or_is_somebodys_own_is_not_told(values: list[Any]) -> None:
    """Nor are names, secrets and addresses, however often they come."""
    lessons = habits(*(sent(n, how=value) for n, value in enumerate(values)))
    assert expected(lessons) in ([], [{"how": "e-mail address"}])


@pytest.mark.parametrize(
    "name",
    [
        "pin",
        "user",
        "name",
        "e_mail",
        "phone_number",
        "accountId",
        "first_name",
        "客户姓名",
    ],
)
@pytest.mark.parametrize("values", [["maria"] * 2, ["maria", "john"] * 2, [4711] * 2])
def test_what_a_personal_parameter_holds_is_never_told(
    name: str, values: list[Any]
) -> None:
    """Neither as a constant nor as a choice, for each run has a person of its own."""
    lessons = habits(*(sent(n, **{name: value}) for n, value in enumerate(values)))
    assert not any(lesson.rule["change"] == "usual" for lesson in lessons)
    other = habits(*(sent(n, file_name="log", ward="east") for n in range(2)))
    assert expected(other) == [{"file_name": '"log"'}, {"ward": '"east"'}]


def test_a_constant_must_be_seen_in_two_tasks() -> None:
    """Many runs of one task say the same, and prove nothing of others."""
    runs = [sent(n, how="USD") for n in range(6)]
    assert habits(*runs, tasks=1) == []
    assert habits(*runs, good=False) == []


def test_a_value_that_the_task_or_a_tool_named_is_no_constant() -> None:
    """It may be the same by chance, for it came from somewhere."""
    assert habits(*(sent(n, task="Send to Rome", how="Rome") for n in range(2))) == []
    runs = [
        run_of(
            f"Send order {n}",
            call("look", '{"depot": "North"}', order="x"),
            call("send", "ok", depot="North"),
            thread=f"t{n}",
        )
        for n in range(2)
    ]
    told = expected(habits(*runs))
    assert {"depot": '"North"'} not in told


def test_a_form_that_tells_nothing_is_no_lesson() -> None:
    """Letters and digits in one word can be anything."""
    assert habits(*(sent(n, room=room) for n, room in enumerate(("A1", "B22")))) == []


def test_a_habit_is_admitted_followed_and_refuted_like_any_lesson() -> None:
    """Runs that give the value follow it; a success with another speaks against it."""
    run = sent(0, how="USD")
    lesson = habits(run, sent(1, how="USD"))[0]
    assert lesson.content == 'When you call send, write how as "USD".'
    assert admit(judge(lesson, run, []), 0.3)
    assert fired(lesson, run)
    assert credit(lesson, run, GOOD) == "help"
    other = sent(2, how="EUR")
    assert not fired(lesson, other)
    [changed] = refuted([lesson], other)
    assert changed.confidence < lesson.confidence
    assert list(refuted([lesson], run)) == []


def held(
    *tasks: str, good: Any, bad: Any = None, name: str = "how"
) -> list[dict[str, str]]:
    """What is expected after a good run of each task, and a bad one if it gave another."""
    counted = Habits()
    for n, task in enumerate(tasks):
        pairs = [(GOOD, good), *([] if bad is None else [(BAD, bad)])]
        counted.take(
            task,
            [
                Attempt(
                    run=run_of(task, call("send", "ok", **{name: given}), thread=f"{n}{i}"),
                    outcome=outcome,
                    score=float(outcome.success),
                )
                for i, (outcome, given) in enumerate(pairs)
            ],
        )
    return expected([one.lesson for one in habits_taught(counted, created_at=NOW)])


PLAIN = ("Send the goods to Ann", "Send the goods to Bob")


@pytest.mark.parametrize("value", ["USD", True, "5 kg", "H-17"])
def test_what_good_and_bad_runs_gave_alike_is_no_lesson(value: Any) -> None:
    """It makes no run good: neither a constant, nor a unit, nor a form."""
    assert held(*PLAIN, good=value) != []
    assert held(*PLAIN, good=value, bad=value) == []


@pytest.mark.parametrize(
    ("good", "bad", "told"),
    [("USD", "usd", '"USD"'), (True, False, "true"), (100, 10, "100"), (0.5, 5, "0.5")],
)
def test_what_bad_runs_gave_otherwise_is_told(good: Any, bad: Any, told: str) -> None:
    """Then it is what separates them, a number, too."""
    assert held(*PLAIN, good=good, bad=bad) == [{"how": told}]


@pytest.mark.parametrize(
    ("tasks", "value"),
    [
        (["Set a timer of half an hour", "Half an hour for the tea"], 30),
        (["A dozen eggs to Ann", "I need a dozen eggs"], 12),
        (["Refund half of order A1", "Refund half of order B2"], 50),
        (["Set kitchen to 70 F", "Set bath to 70 F"], 21.1),
        (["Sleep for an hour", "Wait an hour, then go on"], 3600),
        (["A table for me and my brother", "We and the Lees want to eat"], 4),
        (["A room in Rome", "Find a room in Bonn"], 1),
        (["Pay the whole bill", "All of it is to be paid"], 100),
        (["Read it twice", "Copy this twice"], 2),
        (["Stay over the weekend", "Rome at the weekend"], 2),
        (["请给安妮订一打鸡蛋", "我家里需要一打鸡蛋"], 12),
        (["请给我们俩订餐", "我和女朋友要订餐", "夫妻二人订餐"], 2),
        (["提前半小时提醒我", "半小时后叫我"], 30),
    ],
)
def test_a_number_that_the_tasks_may_tell_in_other_words_is_no_constant(
    tasks: list[str], value: float
) -> None:
    """All of them speak of a quantity, though none has the very figure."""
    assert held(*tasks, good=value, bad=-1) == []


def test_a_number_that_has_nothing_to_do_with_the_tasks_is_a_constant() -> None:
    """They speak of other figures each, or of none."""
    tasks = ["Send 3 boxes to Ann", "Send 7 boxes to Bob", "把货发给安妮"]
    assert held(*tasks, good=100, bad=10) == [{"how": "100"}]
