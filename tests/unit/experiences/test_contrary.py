"""What a model says of a run must not be the contrary of what the run shows."""

from __future__ import annotations

import json

import pytest

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.distilling import parse_distilled
from langgraph_memory.experiences.reflecting import parse_hypothesis
from langgraph_memory.experiences.run import Run
from langgraph_memory.experiences.soundness import unsound
from tests.unit.experiences.runs import NOW, call, failed, run_of

RUN = run_of(
    "Book a hotel in Rome",
    call("find_hotel", '{"hotel_id": "H-71"}', city="Rome"),
    failed("book_hotel", "Error: invalid date", hotel_id="H-71", date="3 March"),
    call("book_hotel", "ok", hotel_id="H-71", date="2026-03-03", level="basic"),
    call("send_mail", "sent", to="ann@example.org"),
)


@pytest.mark.parametrize(
    "said",
    [
        "Call book_hotel before find_hotel.",
        "Book the hotel, and find it afterwards.",
        "After book_hotel, call find_hotel.",
        "Book_hotel first, then find_hotel.",
        "Only search with find_hotel once book_hotel is done.",
        "Use send_mail, then book_hotel.",
        "先 book_hotel 再 find_hotel。",
        "在 find_hotel 之前调用 book_hotel。",
        "find_hotel is not required.",
        "find_hotel can be skipped.",
        "Avoid find_hotel where possible.",
        "book_hotel 之前不用 find_hotel。",
        "Don't wait for approval before book_hotel.",
        "The customer's consent is unnecessary.",
        "无需用户同意。",
        "Reply to the user before book_hotel succeeds.",
        "After an invalid date, give up.",
        "book_hotel never fails.",
        "Call book_hotel three times.",
        "Write level in upper case.",
        "Write the date in words.",
        "Give date with the day first.",
        "Leave level blank.",
        "Any date will do.",
        "level 用大写。",
    ],
)
def test_order_need_forms_and_consent_are_held_against_the_run(said: str) -> None:
    """A lesson that turns the run round is refused."""
    assert unsound(said, RUN, "book_hotel")


@pytest.mark.parametrize(
    "said",
    [
        "First call find_hotel, then book_hotel.",
        "Before book_hotel, call find_hotel.",
        "Call find_hotel before book_hotel to get hotel_id.",
        "Call book_hotel only after find_hotel.",
        "Call book_hotel, but find_hotel first.",
        "Send the mail only once the hotel is booked.",
        "先 find_hotel 再 book_hotel。",
        "book_hotel 之前先 find_hotel。",
        "调用 find_hotel 之后再 book_hotel。",
        "Never call book_hotel without a hotel_id from find_hotel.",
        "Confirm the date with the user before booking.",
        "Write the date with dashes, year first.",
        "Do not write the date in words.",
        "Write level in lower case.",
        "If book_hotel reports an invalid date, mend the date rather than giving up.",
        "When it fails so, write the date as YYYY-MM-DD and call book_hotel again.",
    ],
)
def test_what_the_run_shows_may_be_said(said: str) -> None:
    """In whatever words the order, the need or the form is told."""
    assert unsound(said, RUN, "book_hotel") == ""


def test_the_order_that_a_lesson_claims_is_that_of_the_run() -> None:
    """Not only its words are held against the run."""
    lesson = {
        "kind": "success",
        "tool": "book_hotel",
        "order": ["send_mail", "book_hotel"],
        "scenario": "booking a hotel",
        "content": "Call book_hotel with the date.",
    }
    with pytest.raises(ModelReplyError, match="another order"):
        parse_distilled(json.dumps({"lessons": [lesson]}), RUN, created_at=NOW)


PAY = run_of(
    "Transfer 50 EUR to the savings on 3 May",
    call("balance", '{"eur": 40}', account="main"),
    failed("transfer", "Error: amount exceeds the balance", amount=50, to="savings"),
)
SLOW = run_of("Weather of Oslo", failed("weather", "503 Unavailable", city="Oslo"))


@pytest.mark.parametrize(
    "said",
    [
        "Set amount to 50 in transfer.",
        "Transfer 50 with transfer once more.",
        "Call transfer again with the same amount.",
        "再次用同样的 amount 调用 transfer。",
        "Transfer 7 EUR with transfer.",
        "Do it on 4 May with transfer.",
        "Tell the user that the transfer is done.",
        "Answer without calling transfer.",
    ],
)
def test_advice_that_leads_astray_is_dropped(said: str) -> None:
    """It asks for the call that failed, makes up facts, or has no attempt made at all."""
    with pytest.raises(ModelReplyError):
        parse_hypothesis(said, PAY)


@pytest.mark.parametrize(
    ("run", "said"),
    [
        (PAY, "Check the balance first, then set amount to at most 40 in transfer."),
        (PAY, "Do not call transfer with the same amount again."),
        (PAY, "Call transfer with an amount within the balance on 3 May."),
        (PAY, "Try transfer 2 times at most."),
        (SLOW, "Call weather again with the same city."),
    ],
)
def test_advice_that_goes_on_from_the_failure_is_kept(run: Run, said: str) -> None:
    """The same call is worth it where the error may pass by itself."""
    assert parse_hypothesis(said, run) == said
