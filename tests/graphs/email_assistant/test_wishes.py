"""The user's wishes about the mails that the assistant writes for him."""

from __future__ import annotations

from dataclasses import replace

import pytest
from langgraph.checkpoint.memory import InMemorySaver

from graphs.email_assistant.policy.lengths import length_of, meeting_mail
from graphs.email_assistant.series import Row, run_series
from graphs.email_assistant.tasks import TASKS
from langgraph_memory import Scope
from tests.graphs.email_assistant.desks import memory

SHORT, EXCEPT = "mails: short", "mails: short, except money: detailed"
HELD = {"room": "Cedar", "start": "2027-03-17T13:30", "minutes": 60, "people": 4}


@pytest.fixture(scope="module")
def rows() -> dict[int, Row]:
    """One series with memory, by the numbers of the tasks."""
    return {row.task: row for row in run_series("on", memory=memory())}


def test_wishes_hold_in_later_conversations(rows: dict[int, Row]) -> None:
    """Mails are long while the user wants them so, and short from the change on."""
    lengths = {number: row.mail for number, row in rows.items() if row.mail}
    assert list(lengths) == [6, 8, 9, 10]
    assert rows[5].wishes == ("mails: detailed",)
    assert rows[6].mail == len(
        "Pacific Cable call：2027-03-17 13:30，会议室 Cedar。"
        "时长 60 分钟，4 人参加。如有不便，请告诉我。"
    )
    assert rows[8].mail == len("2027-03-18, 10:00, Juniper.")


def test_the_exception_for_one_topic_is_kept(rows: dict[int, Row]) -> None:
    """What was said about budgets holds for them alone, beside the short mails."""
    assert rows[9].wishes == rows[10].wishes == (EXCEPT,)
    assert rows[10].mail == len(
        "二季度预算会议：2027-03-19 14:00，会议室 Heron。"
        "时长 60 分钟，10 人参加。如有不便，请告诉我。"
    )


def test_the_change_is_noticed_once_with_its_time(rows: dict[int, Row]) -> None:
    """The row of the task in which the user changed his mind tells it, and no other."""
    noticed = {number: row.noticed for number, row in rows.items() if row.noticed}
    assert list(noticed) == [7]
    (change,) = noticed[7]
    assert (change["dimension"], change["old"], change["new"]) == (
        "mail_length",
        "detailed",
        "short",
    )
    assert change["at"]


def test_the_results_of_the_tasks_stay(rows: dict[int, Row]) -> None:
    """Nine of ten are done whatever the length of the mails."""
    assert sum(row.success for row in rows.values()) >= 9


def test_without_memory_nothing_is_known_of_it() -> None:
    """What was said in another conversation is nowhere: mails are as usual."""
    rows = list(run_series("off"))
    assert not any(row.wishes or row.noticed for row in rows)


def test_the_wish_can_be_read_with_its_reason() -> None:
    """The user sees why: since when, and by which message."""
    held, saver = memory(), InMemorySaver()
    said = replace(TASKS[0], request=f"{TASKS[0].request} Keep mails short.")
    list(run_series("on", memory=held, checkpointer=saver, tasks=(said,)))
    known = held.preferences(held.store(saver), Scope(user="noa"))
    assert known.tags() == (SHORT,)
    wish = known.predict()["mail_length"]
    assert wish.ground == "stated"
    assert wish.since


@pytest.mark.parametrize(
    ("request_", "wishes", "topic", "length"),
    [
        ("Tell Ada where and when.", (), "Launch", "usual"),
        ("Tell Ada where and when.", ("mails: short",), "Launch", "short"),
        ("Tell Ada where and when.", (EXCEPT,), "Launch", "short"),
        ("Tell Ada where and when.", (EXCEPT,), "Budget talk", "detailed"),
        ("Tell Ada where and when.", (EXCEPT,), "二季度预算会议", "detailed"),
        ("Tell Ada. Keep mails short.", ("mails: detailed",), "Launch", "short"),
        ("About budgets, write detailed mails. Tell Ada.", (), "Launch", "usual"),
        ("Tell Ada.", ("mails, money: detailed",), "Budget", "detailed"),
        ("Tell Ada.", ("mails, money: detailed",), "Launch", "usual"),
        ("Tell Ada.", ("replies: short",), "Launch", "usual"),
    ],
)
def test_the_policy_goes_by_what_it_is_shown(
    request_: str, wishes: tuple[str, ...], topic: str, length: str
) -> None:
    """The user's words of now come first, then the exception, then what holds else."""
    assert length_of(request_, wishes, topic) == length


@pytest.mark.parametrize("zh", [False, True])
def test_longer_mails_say_more(*, zh: bool) -> None:
    """All tell day, hour and room; only what is known of the booking is added."""
    mails = [
        meeting_mail("Launch", HELD, length, zh=zh)
        for length in ("short", "usual", "detailed")
    ]
    assert sorted(mails, key=len) == mails
    for mail in mails:
        assert all(word in mail for word in ("2027-03-17", "13:30", "Cedar"))
    bare = {name: HELD[name] for name in ("room", "start")}
    assert "60" not in meeting_mail("Launch", bare, "detailed", zh=zh)
