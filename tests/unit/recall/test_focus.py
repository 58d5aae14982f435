"""The focus: what is about to be decided, and which cards have what that needs."""

from __future__ import annotations

from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory.config import RecallConfig
from langgraph_memory.facts.tools import ToolSchema, tool_schemas
from langgraph_memory.index.hybrid import HybridIndex
from langgraph_memory.recall.feeding import Need, Needs
from langgraph_memory.recall.focus import Focus, Signs, focus_of
from langgraph_memory.recall.ranking import Candidate, Ranking, rank

FERRY = {"ferry_id": "string", "cabin": "string", "card_id": "string"}


def schema(name: str, fields: dict[str, str], *optional: str) -> dict[str, Any]:
    properties = {key: {"type": kind} for key, kind in fields.items()}
    required = [key for key in fields if key not in optional]
    inner = {"type": "object", "properties": properties, "required": required}
    return {"name": name, "description": "", "input_schema": inner}


TOOLS: tuple[ToolSchema, ...] = tool_schemas(
    [
        schema("book_ferry", {**FERRY, "note": "string"}, "note"),
        schema("cancel_ferry", {"ferry_id": "string"}),
        schema("search_hotels", {"town": "string"}),
    ]
)


def called(name: str, **args: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": args, "id": name}])


def told(*messages: BaseMessage, **signs: Any) -> Focus:
    return focus_of(Signs(messages=messages, tools=TOOLS, **signs))


def needed(focus: Focus) -> list[str]:
    return [f"{need.tool}.{need.parameter}" for need in focus.needs.parameters]


def test_a_draft_needs_what_it_leaves_open() -> None:
    """Of the call that was just drafted, the required parameters without a value count."""
    focus = told(HumanMessage("go on"), called("book_ferry", ferry_id="F7", cabin=""))
    assert needed(focus) == ["book_ferry.cabin", "book_ferry.card_id"]
    assert focus.needs.certain
    assert focus.text == "book ferry cabin card id"


def test_a_whole_draft_needs_all_it_has() -> None:
    """Where nothing is open, the arguments' own cards are what the decision is about."""
    focus = told(called("cancel_ferry", ferry_id="F7"))
    assert needed(focus) == ["cancel_ferry.ferry_id"]
    assert needed(told(called("strange", x=1))) == ["strange.x"]


def test_a_call_that_was_answered_is_no_draft() -> None:
    """Only calls without a result are about to be made."""
    asked, call = HumanMessage("book the ferry"), called("cancel_ferry", ferry_id="F7")
    focus = told(asked, call, ToolMessage("ok", tool_call_id="cancel_ferry"))
    assert not focus.needs.certain
    assert told(call, HumanMessage("wait")).needs.parameters == ()


def test_what_the_state_says_comes_first() -> None:
    """The state's own focus goes before plan and talk; a draft still says what it needs."""
    plan = ["find a hotel in town"]
    given = told(given="cancel the ferry", plans=[plan], began="hello")
    assert (given.text, needed(given)) == ("cancel the ferry", ["cancel_ferry.ferry_id"])
    both = told(called("search_hotels"), given={"next": ["pick", "a town"]})
    assert (both.text, needed(both)) == ("pick a town", ["search_hotels.town"])


@pytest.mark.parametrize("given", [None, "", "  ", 7, [], {}])
def test_a_focus_that_says_nothing_is_none(given: Any) -> None:
    """Then the plan tells it, and after that what the conversation began with."""
    assert told(given=given, plans=[None, ["search hotels"]]).text == "search hotels"
    assert told(given=given, began="I need a bed").text == "I need a bed"


def test_the_pending_step_of_a_written_plan() -> None:
    """Steps that later calls carried out are over; the next one names the tool."""
    plan = AIMessage("My plan:\n1. search hotels in town\n2. book the ferry")
    assert told(HumanMessage("go"), plan).text == "search hotels in town"
    done = [
        called("search_hotels", town="Oslo"),
        ToolMessage("ok", tool_call_id="search_hotels"),
    ]
    focus = told(HumanMessage("go"), plan, *done)
    assert focus.text == "book the ferry"
    assert needed(focus) == [f"book_ferry.{name}" for name in FERRY]
    assert not focus.needs.certain


def test_an_assent_is_about_what_was_proposed() -> None:
    """What the agent said before the user's words is what is about to be done."""
    proposal = AIMessage("Shall I book ferry F7 for you?")
    focus = told(HumanMessage("hi"), proposal, HumanMessage("yes"), asked="yes", began="hi")
    assert focus.text == "Shall I book ferry F7 for you?"
    assert needed(focus)[0] == "book_ferry.ferry_id"


def test_what_calls_have_settled_is_not_missing() -> None:
    """An argument that stayed the same in several calls is known; others are not."""
    calls = [called("a", card_id="C1", cabin="x"), called("b", card_id="C1", cabin="y")]
    focus = told(HumanMessage("book the ferry"), *calls, given="book the ferry")
    settled = told(
        HumanMessage("book the ferry"),
        *calls,
        ToolMessage("ok", tool_call_id="a"),
        ToolMessage("ok", tool_call_id="b"),
        given="book the ferry",
    )
    assert needed(focus) == ["b.card_id", "b.cabin"]
    assert needed(settled) == ["book_ferry.ferry_id", "book_ferry.cabin"]


def test_no_tool_is_guessed_from_other_words() -> None:
    """Words that name no tool need nothing, whatever tools there are."""
    assert told(asked="what a nice day for the town").needs.parameters == ()
    assert focus_of(Signs(asked="book a ferry")).needs.parameters == ()


CARDS = {
    "fares": ("find_fares", ["price", "class"], "fares of ferry F7"),
    "ferry": ("find_ferries", ["ferry_id", "leaves"], "F7 08:00"),
    "purse": ("get_purse", ["card_id", "limit"], "C1 500"),
    "booked": ("book_ferry", ["ferry_id", "card_id"], "book ferry ferry id card id F6"),
}


def ranked(query: str, focus: Focus) -> Ranking:
    index = HybridIndex()
    found = {}
    for key, (tool, columns, text) in CARDS.items():
        index.put(key, text, columns=[(tool, name) for name in columns])
        found[key] = Candidate(key, "cards", text)
    return rank(query, focus, index, found.get, RecallConfig())


def needs(*parameters: str, **more: Any) -> Focus:
    lacking = tuple(Need("book_ferry", name) for name in parameters)
    return Focus("book ferry", Needs(lacking, **more))


def keys(ranking: Ranking) -> list[str]:
    return [hit.key for hit in ranking.hits]


def test_cards_that_have_what_a_call_needs_are_found() -> None:
    """A call that is known finds them whatever the user said, and says so in the terms."""
    ranking = ranked("yes, go on", needs("ferry_id", "card_id", certain=True))
    assert set(keys(ranking)[:2]) == {"ferry", "purse"}
    assert all(hit.terms["feeds"] > 0 for hit in ranking.hits[:2])
    assert all(hit.score == pytest.approx(sum(hit.terms.values())) for hit in ranking.hits)


def test_what_a_tool_gave_does_not_feed_it() -> None:
    """An earlier result of the same tool has its words, but not what it needs next."""
    ranking = ranked("book the ferry", needs("ferry_id", "card_id", certain=True))
    feeds = {hit.key: hit.terms["feeds"] for hit in ranking.hits}
    assert feeds["booked"] == 0.0 < feeds["ferry"]


def test_a_guess_finds_nothing_by_itself() -> None:
    """A call that is only guessed moves what is found anyway, and no more."""
    assert keys(ranked("QQQQ kernel panic", Focus("", needs("card_id").needs))) == []
    assert keys(ranked("limit 500", Focus("", needs("card_id").needs))) == ["purse"]


def test_cards_at_hand_need_prove_nothing_to_a_known_call() -> None:
    """Cards of the conversation itself come after those that have what is needed."""
    known = needs("card_id", certain=True, at_hand=frozenset(CARDS))
    found = keys(ranked("QQQQ kernel panic", known))
    assert found[0] == "purse"
    assert set(found) == set(CARDS)
    guessed = needs("card_id", at_hand=frozenset(CARDS))
    assert keys(ranked("QQQQ kernel panic", Focus("", guessed.needs))) == []


def test_columns_follow_puts_and_deletes() -> None:
    """What a text has values of is what it was put with last; deleted, it feeds nothing."""
    index = HybridIndex()
    index.put("a", "C1", columns=[("get_purse", "card_id")])
    index.put("b", "C2", columns=[("get_purse", "card_id"), ("get_purse", "limit")])

    def found() -> list[str]:
        items = {key: Candidate(key, "cards", key) for key in "ab"}
        ranking = rank(
            "?", needs("card_id", certain=True), index, items.get, RecallConfig()
        )
        return sorted(keys(ranking))

    assert found() == ["a", "b"]
    index.put("a", "C1", columns=[("get_purse", "limit")])
    assert found() == ["b"]
    index.delete("b")
    assert found() == []
    index.put("c", "C3")
    assert found() == []
