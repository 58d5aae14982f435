from __future__ import annotations

import pytest

from langgraph_memory.cards.columns import columns_of
from langgraph_memory.cards.parameters import EQUAL, NOUN_ID, PART, feeds
from langgraph_memory.facts.tables import Table
from langgraph_memory.facts.tools import ToolSchema
from tests.unit.cards.builders import tool


def strength(column: str, schema: ToolSchema, source: str = "find_things") -> float:
    table = Table("", (column,), (("x",),), None, "record")
    found = feeds(columns_of(table, source)[0], [schema])
    return found[0].strength if found else 0.0


@pytest.mark.parametrize(
    ("column", "parameter", "expected"),
    [
        ("Ferry Number", "ferry_number", EQUAL),
        ("harbours", "harbour", EQUAL),
        ("departureDate", "date", PART),
        ("OriginHarbourName", "origin", PART),
    ],
)
def test_columns_match_parameters_by_singular_words(
    column: str, parameter: str, expected: float
) -> None:
    """Equal words match fully, a subset or suffix of them nearly."""
    assert strength(column, tool("reserve", parameter)) == expected


def test_a_bare_id_matches_with_the_noun_of_its_source() -> None:
    """The id of a parcel feeds a parcel id, whatever tool gave it."""
    assert strength("id", tool("reroute", "parcel_id"), "get_parcel") == NOUN_ID
    assert strength("id", tool("reroute", "parcel_id"), "get_invoice") < NOUN_ID


def test_a_bare_id_parameter_looks_at_its_tools_name() -> None:
    """A parameter that is only called id belongs to the thing its tool is about."""
    assert strength("parcel_id", tool("cancel_parcel", "id")) == NOUN_ID
    assert strength("invoice_id", tool("cancel_parcel", "id")) == 0.0


def test_unrelated_columns_feed_nothing() -> None:
    """A column without a word in common with a parameter does not match it."""
    assert strength("latitude", tool("reserve", "ferry_number")) == 0.0
