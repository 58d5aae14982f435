"""A model behind a real server, and everything that real ones do wrong."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from langchain_openai import ChatOpenAI

from tests.integration.nodes.prose import GOOD, POLICY

from .house import PLAN, Outcome, conversations
from .server import (
    Answer,
    Request,
    Server,
    breaks_off,
    fails,
    is_silent,
    says,
    serving,
    takes_no_schema,
)

LIE = "Zanzibar"
"""A word that only lies have; it must be nowhere afterwards."""


def model_of(server: Server, **settings: Any) -> ChatOpenAI:
    """A client of the server, as a user would make it."""
    return ChatOpenAI(
        base_url=server.url,
        api_key="none",  # type: ignore[arg-type]  # a text serves too
        model="wrong-1",
        **{"max_retries": 0, **settings},
    )


def form_of(request: Request) -> str:
    """Name of the form that is asked for, also where it is asked in words."""
    if "response_format" in request:
        return str(request["response_format"]["json_schema"]["name"])
    asked = request["messages"][0]["content"].rpartition("JSON alone: ")[2]
    names = {"sentences": "Summary", "answers": "Blanks", "lessons": "Lessons"}
    names |= {"hypothesis": "Hypothesis", "order": "Rewritten", "wishes": "Wishes"}
    return names[re.findall(r'"(\w+)"', asked)[0]]


def right(request: Request) -> Any:
    """What a good model answers."""
    match form_of(request):
        case "Summary":
            return {"sentences": GOOD}
        case "Blanks":
            told = json.loads(request["messages"][-1]["content"])
            return {"answers": [_gap(blank) for blank in told["blanks"]]}
        case "Lessons":
            return {"lessons": []}
        case "Hypothesis":
            return {"hypothesis": "The change was not priced. Call house_rules first."}
        case "Wishes":
            quote = "One paragraph is the limit"
            return {"wishes": [wish(quote, "response_length: short")]}
        case _:
            steps = ["Call house_rules for the Lake.", "Answer with the price of a change."]
            return {"order": ["c2", "c1"], "steps": [{"id": "e1", "steps": steps}]}


def _gap(blank: str) -> str:
    before, after = blank.split("____", 1)
    start = POLICY.index(before) + len(before)
    return POLICY[start : POLICY.index(after, start)]


def wish(quote: str, named: str) -> dict[str, str]:
    """One wish, as the form has it."""
    return {"quote": quote, "wish": named, "when": "always"}


def lies(request: Request) -> Any:
    """What a model answers that keeps to every form and makes everything up."""
    said = f"Changes cost 4711 EUR in {LIE}."
    match form_of(request):
        case "Summary":
            return {"sentences": [said, f"Ask Mr {LIE}."]}
        case "Blanks":
            return {"answers": [LIE] * 3}
        case "Lessons":
            lesson = {"kind": "success", "tool": "house_rules", "content": said}
            more = {"order": [], "parameters": [], "scenario": LIE, "condition": ""}
            return {"lessons": [lesson | more | {"confidence": 11}]}
        case "Hypothesis":
            return {"hypothesis": f"Please look at the old rules of {LIE} instead."}
        case "Wishes":
            made_up = wish(f"No emojis, please, {LIE}", "emojis: none")
            turned = wish("One paragraph is the limit", "response_length: detailed")
            unknown = wish("One paragraph is the limit", f"{LIE}: yes")
            return {"wishes": [made_up, turned, unknown, LIE]}
        case _:
            steps = ["Call house_rules for the Lake.", said]
            return {"order": ["c9", LIE], "steps": [{"id": "e1", "steps": steps}]}


def text(answer: Callable[[Request], Any], form: str = "%s") -> Callable[[Request], str]:
    return lambda request: form % json.dumps(answer(request))


def said_in_parts(request: Request) -> list[dict[str, str]]:
    whole = json.dumps(right(request))
    half = len(whole) // 2
    return [{"type": "text", "text": part} for part in (whole[:half], whole[half:])]


def unharmed(outcome: Outcome) -> None:
    """No turn broke, and nothing that a model made up is anywhere."""
    assert outcome.answers == ["150 EUR.", "150 EUR."]
    assert LIE not in outcome.stored
    assert LIE not in outcome.shown
    assert "4711 EUR" not in outcome.stored + outcome.shown


READ: dict[str, Answer] = {
    "plain": says(text(right)),
    "fenced": says(text(right, "```json\n%s\n```")),
    "prose": says(text(right, "Here is what you asked for:\n%s\nI hope it helps!")),
    "thinking": says(text(right, '<think>{"sentences": ["Zanzibar"]}?</think>\n%s')),
    "parts": says(said_in_parts),
    "unasked call beside it": says(
        text(right),
        tool_calls=[
            {
                "id": "1",
                "type": "function",
                "function": {"name": "delete_all", "arguments": "{}"},
            }
        ],
    ),
    "takes no schema": takes_no_schema(says(text(right))),
}


@pytest.mark.parametrize("name", READ)
async def test_case_73_right_answers_are_read_however_they_come(name: str) -> None:
    """Fences, prose, thoughts, parts and unasked calls beside them do no harm."""
    with serving(READ[name]) as server:
        outcome = await conversations(model_of(server))
    unharmed(outcome)
    assert outcome.warned == []
    assert outcome.cards[0].told[:2] == tuple(GOOD)
    assert "Call house_rules first." in outcome.shown
    steps = "1. Call house_rules for the Lake.\n2. Answer with the price of a change."
    assert steps in outcome.shown
    block = outcome.shown.rpartition("<memory ")[2]
    assert block.index("house=Hill") < block.index("house=Lake")


CALL = {"id": "1", "type": "function", "function": {"name": "rm", "arguments": "{}"}}
WRONG: dict[str, tuple[Answer, str]] = {
    "lies": (says(text(lies)), ""),
    "truncated": (says(lambda r: json.dumps(lies(r))[:-20]), ""),
    "truncated at the limit": (says(text(lies), "length"), ""),
    "empty": (says(lambda _: ""), "empty answer"),
    "None": (says(lambda _: None), "empty answer"),
    "no JSON": (says(lambda _: f"I like {LIE}."), "no JSON"),
    "only thoughts": (says(lambda _: f"<think>{LIE}"), "empty answer"),
    "wrong types": (
        says(lambda _: '{"sentences": 3, "lessons": {"a": 1}, "order": "x", "steps": 7}'),
        "no lessons",
    ),
    "scores in words": (says(lambda _: '{"order": [{"id": "high", "score": 11}]}'), ""),
    "an error as text": (says(lambda _: f"Error: 429 {LIE}"), "is an error"),
    "unasked call": (says(lambda _: None, "tool_calls", tool_calls=[CALL]), "rm"),
    "refusal": (says(lambda _: None, refusal="I cannot help."), "I cannot help"),
    "filtered": (says(lambda _: "", "content_filter"), "filter"),
    "429": (fails(429, '{"error": {"message": "slow down"}}'), "429"),
    "500": (fails(500, "<html>oops</html>"), "memory's model failed"),
    "no completion": (fails(200, "<html>welcome</html>"), "model"),
    "no choices": (fails(200, '{"id": "1", "choices": []}'), "model"),
    "null choices": (fails(200, '{"id": "1", "choices": null}'), "model"),
}


@pytest.mark.parametrize("name", WRONG)
async def test_case_74_wrong_answers_cost_nothing(name: str) -> None:
    """The turns go on, nothing unchecked is kept or shown, a warning says what it was."""
    answer, named = WRONG[name]
    with serving(answer) as server:
        outcome = await conversations(model_of(server))
    unharmed(outcome)
    assert any(named in warned for warned in outcome.warned), outcome.warned
    errors = [
        e for events in outcome.events for e in events if e["event"] == "memory_error"
    ]
    assert errors
    assert all(not card.told for card in outcome.cards)
    assert outcome.lessons == [PLAN.text]


async def test_case_100_a_server_that_asks_for_time_is_not_waited_for() -> None:
    """A client that would wait a minute, as the server says, is left alone in time."""
    answer = fails(429, '{"error": {"message": "slow down"}}')
    with serving(answer, Retry_After="60") as server:
        outcome = await conversations(model_of(server, max_retries=2), 0.3)
    unharmed(outcome)
    assert any("no answer within" in warned for warned in outcome.warned)


@pytest.mark.parametrize("use_async", [False, True])
async def test_case_98_a_silent_server_costs_its_time_once(*, use_async: bool) -> None:
    """Each role is left alone after its first silence, and the answers come."""
    with serving(is_silent) as server:
        outcome = await conversations(model_of(server), 0.3, use_async=use_async)
    unharmed(outcome)
    assert any("no answer within" in warned for warned in outcome.warned)
    asked = outcome.asked(0) + outcome.asked(1)
    assert sorted(asked) == ["cards", "distil", "reflect", "rewrite"]


@pytest.mark.parametrize("use_async", [False, True])
async def test_a_stream_that_breaks_off_is_no_answer(*, use_async: bool) -> None:
    """What had come of it is not taken for a whole answer."""
    with serving(breaks_off) as server:
        outcome = await conversations(model_of(server, streaming=True), use_async=use_async)
    unharmed(outcome)
    assert any("failed" in warned for warned in outcome.warned)


async def test_recall_asks_no_model_and_order_and_steps_one() -> None:
    """The second conversation asks once for what it recalls; then its run is distilled."""
    with serving(says(text(right))) as server:
        outcome = await conversations(model_of(server))
    assert outcome.asked(1) == ["rewrite", "distil"]
    assert outcome.asked(0).count("rewrite") == 0
    for request in server.requests:
        assert request["max_completion_tokens"] == 2_000
        assert request["response_format"]["type"] == "json_schema"
    assert len(server.requests) == len(outcome.asked(0)) + len(outcome.asked(1))


async def test_what_is_found_is_the_same_with_a_model_that_lies() -> None:
    """A model neither finds nor hides what rules find."""
    with serving(says(text(lies))) as server:
        lied = await conversations(model_of(server))
    alone = await conversations(None)
    assert lied.found(1) == alone.found(1)
    assert [card.notes for card in lied.cards] == [card.notes for card in alone.cards]
