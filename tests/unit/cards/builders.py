"""Observations, tools and tasks of a made-up world, for the tests of cards."""

from __future__ import annotations

import hashlib
import json
from typing import Any

from langgraph_memory.cards.card import DecisionCard
from langgraph_memory.cards.context import CardContext
from langgraph_memory.cards.making import make_cards
from langgraph_memory.cards.selection.talk import Said, Talk
from langgraph_memory.config import CardConfig
from langgraph_memory.facts.record import Record
from langgraph_memory.facts.tools import Parameter, ToolSchema

NOW = "2026-05-04T10:00:00+00:00"


def tool(name: str, *parameters: str, changes: bool = False) -> ToolSchema:
    made = tuple(Parameter(p, "string", "", required=True) for p in parameters)
    return ToolSchema(name, "", made, changes)


TOOLS = (
    tool("find_lodges", "valley"),
    tool("find_kitchens", "valley"),
    tool("find_ferries", "harbour", "island", "date"),
    tool("reserve_lodge", "lodge_name", changes=True),
    tool("reserve_ferry", "ferry_number", changes=True),
    tool("get_parcel", "parcel_id"),
    tool("reroute_parcel", "parcel_id", "depot", changes=True),
    tool("sum_costs", "items"),
)


def count(text: str) -> int:
    """Tokens, near enough for the tests: one per four characters."""
    return (len(text) + 3) // 4


def record(
    content: Any,
    name: str | None = "find_lodges",
    *,
    args: dict[str, Any] | None = None,
    kind: str = "tool",
    error: bool = False,
    thread: str = "thread-1",
    at: str = NOW,
    nth: int = 0,
) -> Record:
    text = content if isinstance(content, str) else json.dumps(content, ensure_ascii=False)
    seed = f"{thread}/{nth}/{name}/{text}".encode("utf-8", "surrogatepass")
    key = hashlib.sha256(seed).hexdigest()
    return Record(
        key=key[:32],
        kind=kind,  # type: ignore[arg-type]
        text=text,
        thread_id=thread,
        message_id=f"message-{nth}",
        tool_call_id=f"call-{nth}" if kind == "tool" else None,
        tool=name if kind == "tool" else None,
        args=args or {},
        error=error,
        observed_at=at,
        fingerprint=key[-16:],
    )


def context(task: str = "", said: str = "", **parts: Any) -> CardContext:
    talk = Talk([Said("model", said, 0), Said("user", task, 1)])
    return CardContext(talk=talk, tools=parts.pop("tools", TOOLS), **parts)


def cards(
    content: Any, task: str = "", config: CardConfig | None = None, **parts: Any
) -> tuple[DecisionCard, ...]:
    said = parts.pop("said", "")
    return make_cards(
        record(content, **parts), context(task, said), config or CardConfig(), count
    )


def only(found: tuple[DecisionCard, ...]) -> DecisionCard:
    assert len(found) == 1, [card.summary for card in found]
    return found[0]


def shown(card: DecisionCard, column: str) -> list[Any]:
    """The cells of one column in the card's order."""
    assert card.table is not None
    at = card.table.columns.index(column)
    return [row[at] for row in card.table.rows]


LODGES = [
    {
        "Lodge": name,
        "price": price,
        "kind": kind,
        "rules": rules,
        "min nights": least,
        "sleeps": room,
        "stars": stars,
        "latitude": 46.1,
        "phone": f"+41 {price:07d}",
        "website": "https://lodges.example/" + name.replace(" ", "-"),
        "valley": "Soglio",
    }
    for name, price, kind, rules, least, room, stars in [
        ("Grey Marmot", 310, "Whole cabin", "No pets", 1, 4, 4.1),
        ("Larch House", 140, "Whole cabin", "No smoking", 2, 4, 3.9),
        ("Old Mill", 95, "Dormitory", "No smoking", 1, 8, 3.2),
        ("Upper Hut", 120, "Whole cabin", "No pets & No parties", 1, 2, 4.8),
        ("Stone Barn", 180, "Whole cabin", "No parties", 9, 6, 4.4),
        ("Swallow Nest", 175, "Whole cabin", "No parties", 1, 5, 2.9),
        ("White Fir", 260, "Whole cabin", "No smoking", 1, 3, 4.0),
    ]
]
LODGE_TASK = (
    "Find us a place in Soglio for 3 nights for 2 people: we want a whole cabin, we bring "
    "our pets, and the budget is $900."
)

KITCHENS = [
    {"title": f"Table {n}", "average cost": cost, "serves": serves, "score": score}
    for n, (cost, serves, score) in enumerate(
        [
            (70, "Soup, Grill, Georgian", 4.9),
            (15, "Grill, Bakery", 3.0),
            (64, "Peruvian, Soup", 4.0),
            (22, "Georgian, Bakery", 3.8),
            (31, "Korean, Soup", 4.2),
            (18, "Soup, Bakery", 4.6),
            (40, "Peruvian, Grill", 2.2),
            (88, "Korean, Grill", 4.8),
            (27, "Peruvian, Bakery", 3.9),
            (35, "Korean, Bakery", 3.1),
            (45, "Georgian, Soup", 4.4),
            (12, "Bakery, Tea", 2.0),
            (90, "Tea, Grill", 5.0),
            (55, "Georgian, Tea", 1.9),
            (52, "Soup, Tea", 3.3),
            (60, "Korean, Peruvian", 3.0),
        ]
    )
]
