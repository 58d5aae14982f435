"""Tools of every kind as schemas."""

from __future__ import annotations

from typing import Annotated, Any, TypedDict

import pytest
from langchain_core.tools import InjectedToolArg, StructuredTool, tool
from pydantic import BaseModel, Field

from langgraph_memory.errors import ConfigError
from langgraph_memory.facts.tools import Parameter, ToolSchema, tool_schemas


class Leg(BaseModel):
    flight_number: str
    date: str = Field(description="YYYY-MM-DD")


class Unschemable:
    pass


@tool
def book_flight(
    user_id: str,
    legs: list[Leg],
    spare: Leg | None = None,
    bags: int = 0,
    hidden: Annotated[str, InjectedToolArg] = "",
) -> str:
    """Book a flight."""
    return f"{user_id}{legs}{spare}{bags}{hidden}"


def schema_of(given: Any) -> ToolSchema:
    [schema] = tool_schemas([given])
    return schema


def names(schema: ToolSchema) -> list[str]:
    return [parameter.name for parameter in schema.parameters]


def test_a_langchain_tool_tells_its_parameters() -> None:
    """Nested ones are dotted, lists marked, injected ones left out."""
    assert schema_of(book_flight) == ToolSchema(
        name="book_flight",
        description="Book a flight.",
        parameters=(
            Parameter("user_id", "string", "", required=True),
            Parameter("legs", "array", "", required=True),
            Parameter("legs[].flight_number", "string", "", required=True),
            Parameter("legs[].date", "string", "YYYY-MM-DD", required=True),
            Parameter("spare", "object", "", required=False),
            Parameter("spare.flight_number", "string", "", required=True),
            Parameter("spare.date", "string", "YYYY-MM-DD", required=True),
            Parameter("bags", "integer", "", required=False),
        ),
        changes=True,
    )


FIELDS = {
    "type": "object",
    "properties": {"city": {"type": ["string", "null"], "description": "where"}},
    "required": ["city"],
}


@pytest.mark.parametrize(
    "given",
    [
        {"type": "function", "function": {"name": "find", "parameters": FIELDS}},
        {"type": "function", "name": "find", "parameters": FIELDS},
        {"name": "find", "input_schema": FIELDS},
        {"name": "find", "inputSchema": FIELDS},
        StructuredTool.from_function(str, name="find", description="-", args_schema=FIELDS),
    ],
)
def test_every_form_of_schema_is_read(given: Any) -> None:
    """OpenAI's, Anthropic's, the Model Context Protocol's, and a tool with a dict."""
    schema = schema_of(given)
    assert schema.name == "find"
    assert schema.parameters == (Parameter("city", "string", "where", required=True),)


def find_hotels(city: str, stars: int = 3, *args: int, **more: int) -> str:
    """Find hotels."""
    return f"{city}{stars}{args}{more}"


class Callable:
    def __call__(self, city: str) -> str:
        return city


class Search(BaseModel):
    """Find something."""

    query: str


class SearchDict(TypedDict):
    """Find something."""

    query: str


def unschemable(x: Unschemable, y: int = 0) -> str:
    return f"{x}{y}"


def test_callables_and_classes_are_tools_too() -> None:
    """Functions, objects that can be called, models and typed dicts."""
    hotels = schema_of(find_hotels)
    assert (hotels.name, hotels.description) == ("find_hotels", "Find hotels.")
    assert names(hotels)[:2] == ["city", "stars"]
    assert hotels.parameters[0] == Parameter("city", "string", "", required=True)
    assert names(schema_of(Callable())) == ["city"]
    assert schema_of(Search).parameters == (
        Parameter("query", "string", "", required=True),
    )
    assert (schema_of(SearchDict).name, names(schema_of(SearchDict))) == (
        "SearchDict",
        ["query"],
    )


def test_types_without_a_schema_leave_the_names() -> None:
    """A tool whose argument cannot be described still tells what it takes."""
    for given in (unschemable, StructuredTool.from_function(unschemable, description="x")):
        schema = schema_of(given)
        assert names(schema) == ["x", "y"]
        assert [parameter.required for parameter in schema.parameters] == [True, False]


def test_schemas_that_contain_themselves_have_an_end() -> None:
    """References are followed a few levels deep."""
    inner = {"type": "object", "properties": {"next": {"$ref": "#/$defs/Node"}}}
    schema = {"properties": {"first": {"$ref": "#/$defs/Node"}}, "$defs": {"Node": inner}}
    found = names(schema_of({"name": "walk", "input_schema": schema}))
    assert found[:2] == ["first", "first.next"]
    assert len(found) < 10


@pytest.mark.parametrize(
    "parameters",
    [
        None,
        [],
        {},
        {"properties": None},
        {"properties": {"a": 1}},
        {"properties": {"a": {"$ref": "#/no"}}},
    ],
)
def test_broken_schemas_are_no_trouble(parameters: Any) -> None:
    """What cannot be understood has no type, or is not there."""
    assert schema_of({"name": "f", "parameters": parameters}).name == "f"


def test_tools_that_a_provider_runs_are_known_by_their_type() -> None:
    """They have no schema and often no name."""
    assert schema_of({"type": "web_search_preview"}).name == "web_search_preview"


@pytest.mark.parametrize("given", [{}, {"name": ""}, 5, None])
def test_what_has_no_name_is_no_tool(given: Any) -> None:
    """The error says so at once, not when the tool is first looked for."""
    with pytest.raises(ConfigError, match="name"):
        tool_schemas([given])


def test_schemas_are_taken_as_they_are() -> None:
    """A schema given by the user is not read again."""
    schema = ToolSchema("get_x", "", (), changes=True)
    assert tool_schemas([schema]) == (schema,)


@pytest.mark.parametrize(
    ("hints", "changes"),
    [
        ({}, True),
        ({"metadata": {"changes_state": False}}, False),
        ({"metadata": {"readOnlyHint": True}}, False),
        ({"annotations": {"readOnlyHint": False}}, True),
        ({"annotations": {"destructiveHint": True}}, True),
        ({"metadata": {"other": 1}}, True),
    ],
)
def test_a_declaration_counts_more_than_the_name(
    hints: dict[str, Any],
    changes: object,
) -> None:
    """What a tool says of itself is believed; else `book` is a verb that changes."""
    assert schema_of({"name": "book_hotel", **hints}).changes is changes
    declared = schema_of({"name": "get_hotel", "metadata": {"changes_state": True}})
    assert declared.changes


def test_a_tools_own_metadata_is_a_declaration() -> None:
    """LangChain tools and their adapters keep hints there."""
    given = book_flight.model_copy(update={"metadata": {"readOnlyHint": True}})
    assert not schema_of(given).changes


CHANGING = [
    *("book_reservation", "cancel_pending_order", "updateUser"),
    *("transfer_to_human_agents", "send_mail", "return_delivered_order_items"),
    *("flight_booking", "writeFile", "post_tweet", "search_and_book", "mv"),
    *("create_ticket", "预订酒店", "取消预订", "支付订单", "place_order", "lockDoors"),
]
LOOKING = [
    *("get_booking", "search_flights", "list_all_product_types", "find_user_id"),
    *("calculate", "think", "estimate_distance", "order_status", "WebSearch", "查询订单"),
    *("搜索航班", "get_order_details", "news", "recall_record", "address_lookup"),
]


@pytest.mark.parametrize("name", CHANGING)
def test_verbs_that_change_the_world(name: str) -> None:
    """Snake case, camel case, nouns of verbs and Chinese."""
    assert schema_of({"name": name}).changes


@pytest.mark.parametrize("name", LOOKING)
def test_verbs_that_only_look(name: str) -> None:
    """Nor does a name without any verb change anything."""
    assert not schema_of({"name": name}).changes


def test_the_description_decides_where_the_name_is_silent() -> None:
    """Its first word is usually the verb."""
    assert schema_of({"name": "pizza", "description": "Orders a pizza."}).changes
    assert not schema_of({"name": "pizza", "description": "Finds a pizza."}).changes
    assert schema_of({"name": "hotel", "description": "预订酒店房间"}).changes


@tool
def fares(port: str) -> str:
    """Find fares."""
    return port


def test_a_tool_declares_for_how_long_its_results_hold() -> None:
    """Its metadata says so, in whatever form the tool comes; most say nothing."""
    assert schema_of(fares).expires_seconds is None
    declared = StructuredTool.from_function(fares.func, metadata={"expires_seconds": 900})
    told = {"name": "fares", "metadata": {"expires_seconds": 0.5, "changes_state": False}}
    assert schema_of(declared).expires_seconds == 900
    assert schema_of(told).expires_seconds == 0.5


@pytest.mark.parametrize(
    "seconds", [0, -1, "900", True, float("nan"), float("inf"), 1e12, [900]]
)
def test_a_lifetime_that_is_none_is_refused(seconds: Any) -> None:
    """The error names the tool and says what to write."""
    with pytest.raises(ConfigError, match=r"'fares' declares expires_seconds=.*give the"):
        tool_schemas([{"name": "fares", "metadata": {"expires_seconds": seconds}}])
