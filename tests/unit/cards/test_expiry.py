from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.making import make_cards
from langgraph_memory.config import CardConfig
from langgraph_memory.facts.tools import ToolSchema
from tests.unit.cards.builders import cards, context, count, only, record

AT = "2026-05-04T10:00:00+00:00"


def of(tool: str, /, **data: Any) -> DecisionCard:
    return only(cards(data, "the thing", name=tool, at=AT))


@pytest.mark.parametrize(
    ("said", "expires"),
    [
        ("2026-05-04T10:30:00Z", "2026-05-04T10:30:00+00:00"),
        ("2026-05-05T10:30:00+08:00", "2026-05-05T02:30:00+00:00"),
        ("2026-05-05 10:30", "2026-05-05T10:30:00+00:00"),
        ("2026-05-06T00:00:00Z", "2026-05-06T00:00:00+00:00"),
        ("2026-05-06", "2026-05-07T00:00:00+00:00"),
        ("Tue, 05 May 2026 07:28:00 GMT", "2026-05-05T07:28:00+00:00"),
        (1_777_977_000, "2026-05-05T10:30:00+00:00"),
        ("1777977000000", "2026-05-05T10:30:00+00:00"),
        ("2026-05-04T09:59:00Z", AT),
        ("2026-05-03", AT),
        ("2026-05-04", "2026-05-05T00:00:00+00:00"),
        ("1970-01-01T00:00:00Z", None),
        (0, None),
        ("soon", None),
        (7, None),
        (True, None),
    ],
)
def test_time_and_zone_of_an_end_are_kept(said: Any, expires: str | None) -> None:
    """An end is told to the second in UTC; a bare day holds until it is over."""
    assert of("hold_seat", hold_id="H-1", seat="5A", expires_at=said).expires == expires


@pytest.mark.parametrize(
    ("tool", "data"),
    [
        ("get_person", {"passport_number": "P1", "expiry_date": "2027-06-01"}),
        ("get_person", {"passport_number": "P1", "expiry_date": "2026-05-05"}),
        ("get_task", {"task_id": "T-1", "title": "tax", "deadline": "2026-05-05"}),
        ("get_member", {"member_id": "M-1", "valid_until": "2026-12-31"}),
        ("get_quote", {"quote_id": "Q-1", "passport_expiry": "2026-12-31"}),
        ("get_club", {"club_id": "C-1", "name": "Chess", "max_age": 12}),
        ("get_plan", {"plan_id": "C-1", "name": "Ski", "expires_in_days": 365}),
    ],
)
def test_a_date_of_the_object_does_not_end_the_card(
    tool: str, data: dict[str, Any]
) -> None:
    """Documents, tasks and memberships stay known after their dates."""
    assert of(tool, **data).expires is None


@pytest.mark.parametrize(
    ("tool", "data"),
    [
        ("get_quote", {"quote_id": "Q-1", "price": 9, "expiry": "2026-06-01"}),
        ("find_trip", {"trip_id": "R-1", "quote_expires": "2026-06-01"}),
        ("find_trip", {"trip_id": "R-1", "price_valid_until": "2026-06-01"}),
        ("get_offer", {"offer_id": "O-1", "valid_until": "2026-06-01"}),
    ],
)
def test_holds_and_offers_end_whenever_they_say(tool: str, data: dict[str, Any]) -> None:
    """What is offered for a time ends with it, however far that is."""
    assert of(tool, **data).expires == "2026-06-02T00:00:00+00:00"


@pytest.mark.parametrize(
    ("name", "said", "seconds"),
    [
        ("ttl", 60, 60),
        ("ttl_seconds", "60", 60),
        ("ttl_ms", 5_000, 5),
        ("ttlMinutes", 2, 120),
        ("time_to_live", "1h 30m", 5_400),
        ("expires_in", 90, 90),
        ("expires_in", "30 minutes", 1_800),
        ("expires_in_days", 1, 86_400),
        ("cache.max_age", 60, 60),
        ("max_age", 3_600, 3_600),
        ("max_age", "3600", 3_600),
        ("max_age", 60, 60),
        ("maxAge", 90, 90),
        ("max_age", "5 minutes", 300),
        ("max_age", 0, 0),
        ("ttl", 0, 0),
        ("ttl", "0", 0),
        ("ttl", -1, None),
        ("expires_in", 0, 0),
        ("expires_in", -5, 0),
        ("max-age", 7, 7),
        ("s-maxage", 7, 7),
        ("meta.max_age", 7, 7),
        ("cache-control", "public, max-age=60", 60),
        ("Cache-Control", "max-age=0", 0),
        ("Cache-Control", "private, no-store", 0),
        ("Cache-Control", "no-cache, max-age=60", 0),
        ("Cache-Control", "public", None),
        ("ttl", "long", None),
    ],
)
def test_a_lifetime_counts_from_the_observation(
    name: str, said: Any, seconds: int | None
) -> None:
    """Lifetimes give an end, and do not bound the options."""
    card = of("get_item", item_id="I-1", colour="red", **{name: said})
    minutes, rest = divmod(seconds or 0, 60)
    hours, minutes = divmod(minutes, 60)
    day, hour = divmod(10 + hours, 24)
    end = f"2026-05-{4 + day:02}T{hour:02}:{minutes:02}:{rest:02}+00:00"
    assert card.expires == (None if seconds is None else end)
    assert card.constraints == ()


@pytest.mark.parametrize(
    "data",
    [
        {"max_age": 12},
        {"max_age": 75},
        {"min_age": 18, "max_age": 30},
        {"max_age": 60, "guests": 4},
        {"max_age": 30, "age": 22},
        {"max_age": "16 years"},
    ],
)
def test_the_greatest_age_of_people_is_a_limit(data: dict[str, Any]) -> None:
    """Where it is no lifetime of the answer it bounds the options, and ends nothing."""
    card = of("get_course", course_id="C-1", **data)
    assert card.expires is None
    assert f"max_age {data['max_age']}" in card.constraints


def dated(tool: ToolSchema, data: Any, **parts: Any) -> tuple[DecisionCard, ...]:
    """The cards of a result of a tool that declares something."""
    held = record(data, tool.name, at=AT, **parts)
    return make_cards(held, context("the thing", tools=(tool,)), CardConfig(), count)


FARES = ToolSchema("find_fares", "", (), changes=False, expires_seconds=900)
IN_15 = "2026-05-04T10:15:00+00:00"


@pytest.mark.parametrize(
    "data",
    [
        {"fare_id": "F-1", "colour": "red"},
        [{"fare_id": f"F-{n}", "price": n} for n in range(3)],
        {"fare_id": "F-1", "legs": [{"leg_id": "a"}, {"leg_id": "b"}]},
        "The ferry leaves at 10:40 and costs 12 EUR.",
        [],
    ],
)
def test_what_a_tool_declares_is_the_end_of_all_its_results(data: Any) -> None:
    """Objects, lists, inner lists, prose and nothing hold as long as the tool says."""
    made = dated(FARES, data)
    assert made
    assert {card.expires for card in made} == {IN_15}
    assert all(f"call find_fares again after {IN_15}" in str(c.refresh) for c in made)


@pytest.mark.parametrize(
    "says",
    [
        {"ttl": 900},
        {"headers": {"Cache-Control": "max-age=900"}},
        {"headers": {"Expires": "Mon, 04 May 2026 10:15:00 GMT"}},
        {"meta": {"expires_at": "2026-05-04T10:15:00Z"}},
    ],
)
def test_what_an_answer_says_of_its_end_holds_for_the_lists_in_it(
    says: dict[str, Any],
) -> None:
    """A list does not outlive the answer that it came in."""
    made = cards(says | {"rates": RATES}, "a rate", name="find_rates", at=AT)
    assert {card.expires for card in made} == {IN_15}
    assert any(card.table and card.table.kind == "list" for card in made)


def test_the_end_of_one_row_is_not_that_of_its_list() -> None:
    """Rows each have their own end, in their own column."""
    rows = [row | {"ttl": 60 * n} for n, row in enumerate(RATES, 1)]
    assert {c.expires for c in cards(rows, "a rate", name="find_rates", at=AT)} == {None}


RATES = [{"currency": "EUR", "rate": 1.08}, {"currency": "CHF", "rate": 0.95}]


def test_a_result_knows_better_than_its_tool() -> None:
    """What the answer itself says of its end comes before what is declared."""
    [card] = dated(FARES, {"fare_id": "F-1", "colour": "red", "ttl": 60})
    assert card.expires == "2026-05-04T10:01:00+00:00"


@pytest.mark.parametrize(
    "says", [{"ttl": 0}, {"expires_in": -5}, {"headers": {"Cache-Control": "no-store"}}]
)
def test_a_lifetime_that_is_over_comes_before_what_is_declared(
    says: dict[str, Any],
) -> None:
    """An answer that says it must not be kept is not kept for its tool's sake."""
    made = dated(FARES, {"fare_id": "F-1", "colour": "red"} | says)
    assert {card.expires for card in made} == {AT}


def test_a_declared_lifetime_counts_from_when_the_result_was_told() -> None:
    """An imported result that held for a quarter of an hour ended on its own day."""
    held = record({"fare_id": "F-1", "colour": "red"}, FARES.name, at=AT)
    told = replace(held, said_at="2026-02-01T08:00:00.000+00:00")
    [card] = make_cards(told, context("the thing", tools=(FARES,)), CardConfig(), count)
    assert card.expires == "2026-02-01T08:15:00+00:00"


def test_a_failure_and_results_of_other_tools_have_no_declared_end() -> None:
    """Only what a tool tells ends as it declares."""
    [failed] = dated(FARES, "timeout", error=True)
    assert (failed.expires, failed.refresh) == (None, None)
    other = of("get_item", item_id="I-1", colour="red")
    assert (other.expires, other.refresh) == (None, None)


def test_what_was_done_is_not_to_be_done_again() -> None:
    """What a changing tool did may end, but no card tells to repeat it."""
    book = ToolSchema("hold_seat", "", (), changes=True, expires_seconds=900)
    [card] = dated(book, {"hold_id": "H-1", "seat": "5A"})
    assert (card.expires, card.refresh) == (IN_15, None)


def test_what_had_expired_is_a_constraint() -> None:
    """An expired document and a passed deadline bound what can be done."""
    card = of("get_person", passport_number="P1", expiry_date="2025-06-01")
    assert card.constraints == ("expiry_date 2025-06-01 has passed",)
    coupons = [{"coupon": "C-1", "expires": "2025-12-01"}]
    coupons.append({"coupon": "C-2", "expires": "2026-12-01"})
    card = only(cards(coupons, "a coupon", name="find_coupons", at=AT))
    assert card.constraints == ("C-1: expires 2025-12-01 has passed",)
    assert card.expires is None


@pytest.mark.parametrize(
    ("tool", "data", "over"),
    [
        ("get_quote", {"quote_id": "Q-1", "price": 20, "valid_until": "2026-04-01"}, True),
        ("get_offer", {"offer_id": "O-1", "price": 20, "expiration": "2026-05-01"}, True),
        ("get_lamp", {"lamp_id": "L-1", "price": 20, "valid_to": "2026-05-03"}, True),
        ("get_rate", {"rate_id": "R-1", "rate": 1.2, "expires": "2026-05-04 08:00"}, True),
        ("get_pass", {"pass_id": "P-1", "level": 20, "valid_until": "2026-04-01"}, False),
        ("get_site", {"site_id": "S-1", "issuer": "X", "expires_at": "2026-05-03"}, False),
        ("get_person", {"passport_number": "P1", "expiry_date": "2026-05-03"}, False),
        ("get_task", {"task_id": "T-1", "title": "tax", "deadline": "2026-05-03"}, False),
    ],
)
def test_what_was_over_when_it_was_read_is_not_current(
    tool: str, data: dict[str, Any], *, over: bool
) -> None:
    """An offer of yesterday has ended; that of a document is one of its properties."""
    assert of(tool, **data).expires == (AT if over else None)


@given(st.one_of(st.integers(), st.floats(), st.text(max_size=30), st.dates().map(str)))
def test_no_end_lies_in_the_past(said: Any) -> None:
    """Whatever a source says, an end does not come before the observation."""
    card = of("get_hold", hold_id="H-1", expires_at=said, ttl=said)
    assert card.expires is None or card.expires >= AT
