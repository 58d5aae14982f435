"""From dialogues come lessons of intent and strategy, never what was said."""

from __future__ import annotations

import json
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage

from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.crediting import credit, fired
from langgraph_memory.experiences.distilling import (
    distil,
    distil_question,
    parse_distilled,
)
from langgraph_memory.experiences.experience import Experience
from langgraph_memory.experiences.judging import admit, judge
from langgraph_memory.experiences.outcome import Outcome, judge_run
from langgraph_memory.experiences.run import Run, run_from
from langgraph_memory.experiences.strategies import moves_of, resolved
from tests.unit.experiences.runs import NOW, call, run_of

RETURN = (
    "I want to return the jacket from order #W4471, my name is Ann Lee.",
    "Sorry to hear that. What is wrong with the jacket?",
    "It is too small.",
    "You could have either of these:\n- a larger one\n- your money back",
    "A larger one.",
    "So you would like size L sent to Elm Street 5?",
    "Yes, perfect, thanks!",
    "You are welcome.",
)
"""A dialogue, user and agent in turn."""


def talk(*turns: str, thread: str = "t1") -> Run:
    """The run of a dialogue at its newest message."""
    kinds: tuple[Any, ...] = (HumanMessage, AIMessage)
    messages = [kinds[i % 2](text, id=f"m{i}") for i, text in enumerate(turns)]
    return run_from(messages, thread_id=thread)


def taught(run: Run) -> tuple[Experience, ...]:
    """What it teaches, judged by rules."""
    return distil(run, judge_run(run), created_at=NOW)


def test_a_dialogue_teaches_the_moves_for_its_intent() -> None:
    """In order; without names, ids, addresses or any sentence of it."""
    run = talk(*RETURN)
    [lesson] = taught(run)
    assert lesson.rule["change"] == "strategy"
    assert lesson.rule["moves"] == ["apologise", "ask", "offer", "confirm", "ask"]
    assert {"return", "jacket"} <= set(lesson.rule["intent"])
    assert lesson.content == (
        "For such a request, apologise, then ask for what is missing, then offer options, "
        "then confirm what was understood, then ask for what is missing."
    )
    told = f"{lesson.scenario} {lesson.content} {lesson.keywords}"
    for literal in ("W4471", "Ann", "Lee", "Elm", "larger", "money", "welcome"):
        assert literal not in told
    assert admit(judge(lesson, run, ()), 0.3)


def test_only_a_matter_that_is_settled_teaches() -> None:
    """The user's words say so, or the user's own judgement does."""
    assert taught(talk(*RETURN[:-2])) == ()
    good = Outcome(success=True, reason="")
    assert len(distil(talk(*RETURN[:-2]), good, created_at=NOW)) == 1
    bad = Outcome(success=False, reason="no")
    assert distil(talk(*RETURN), bad, created_at=NOW) == ()


@pytest.mark.parametrize(
    ("said", "settled"),
    [
        ("Thanks a lot!", True),
        ("太好了，谢谢", True),
        ("Great, but it still does not work", False),
        ("Thanks, that's not what I asked", False),
        ("谢谢，但是还没好", False),
        ("And the next one?", False),
    ],
)
def test_the_users_words_tell_whether_it_is_settled(said: str, *, settled: bool) -> None:
    """Thanks that come with a complaint settle nothing."""
    assert resolved(talk("Hi", "Hello.", said, "Yes.")) is settled


def test_small_talk_and_single_answers_teach_nothing() -> None:
    """There is no strategy in one kind of move."""
    assert taught(talk("What is the capital of Peru?", "Lima.", "Thanks!", "Sure.")) == ()
    assert taught(talk("Hi", "Hello.", "I see", "Good.", "Thanks", "Bye.")) == ()


def test_runs_with_tools_teach_by_their_calls() -> None:
    """Not by what was said beside them."""
    run = run_of("Look it up, thanks", call("search", "ok", q="x"))
    assert not any(one.rule.get("change") == "strategy" for one in taught(run))


def test_other_intents_and_other_moves_are_other_lessons() -> None:
    """The same ones are the same item."""
    [lesson], [again] = taught(talk(*RETURN)), taught(talk(*RETURN, thread="t2"))
    assert lesson.key == again.key
    other = ("How do I reset my router? It blinks red.", *RETURN[1:])
    assert taught(talk(*other))[0].key != lesson.key


def test_credit_goes_to_the_moves() -> None:
    """A dialogue that made them and was settled helped the lesson; others did nothing."""
    run = talk(*RETURN)
    [lesson] = taught(run)
    assert fired(lesson, run)
    assert credit(lesson, run, judge_run(run)) == "help"
    short = talk("I want to return it.", "Why?", "Thanks", "Bye.")
    assert not fired(lesson, short)
    assert credit(lesson, short, judge_run(short)) is None
    assert not fired(lesson, run_of("Go", call("search", "ok", q="x")))


@pytest.mark.parametrize(
    ("asked", "intent"),
    [
        (
            "my husband john smith has hiv, we want money for the broken pump in berlin",
            ["money", "broken", "pump"],
        ),
        ("我丈夫王小明得了抑郁症，我们想退掉在建设路买的水泵", ["退掉", "买"]),
        ("pay mustermann for the affair with erika", ["pay"]),
    ],
)
def test_nothing_that_is_the_users_own_stays(asked: str, intent: list[str]) -> None:
    """Words of services stay, and what the agent calls a thing; no name, illness, place."""
    replies = ("Which pump is it, John Smith? Is that right?", "I see, HIV. Because it is.")
    run = talk(asked, replies[0], "The blue one.", replies[1], "Thank you!", "Bye.")
    [lesson] = taught(run)
    assert lesson.rule["intent"] == intent
    assert lesson.scenario.split() == intent == list(lesson.keywords)


CLAIM = {
    "kind": "success",
    "tool": "",
    "scenario": "returning a piece of clothing",
    "content": "First ask what is wrong, then offer an exchange or a refund, then confirm.",
    "confidence": 0.9,
}


def claim(**changes: Any) -> str:
    """A model's reply."""
    return json.dumps({"lessons": [CLAIM | changes]})


def test_a_models_lesson_of_a_dialogue_is_kept_without_values() -> None:
    """It is asked for a strategy, and shown the dialogue."""
    run = talk(*RETURN)
    [lesson] = parse_distilled(claim(), run, created_at=NOW)
    assert lesson.content == CLAIM["content"]
    assert lesson.rule["change"] == "strategy"
    assert lesson.confidence == 0.7
    question = distil_question(run, judge_run(run), created_at=NOW)
    system, human = (str(message.content) for message in question.messages)
    assert "strategy" in system
    assert "What is wrong with the jacket?" in human


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (
            "Say: Sorry to hear that. What is wrong with the jacket?",
            "repeats what was said",
        ),
        ("Say: You are welcome.", "repeats what was said"),
        (
            "Offer the voucher SPRING25 after asking for the reason.",
            "does not have: SPRING25",
        ),
        ("Hm.", "characters"),
    ],
)
def test_a_models_literal_or_invented_lesson_is_refused(content: str, reason: str) -> None:
    """Six words in a row of the agent's, or a whole sentence, are a reply, no strategy."""
    with pytest.raises(ModelReplyError, match=reason):
        parse_distilled(claim(content=content), talk(*RETURN),
                        created_at=NOW)  # fmt: skip


def test_a_model_may_not_make_a_strategy_of_a_failure() -> None:
    """Only what went well is one."""
    bad = Outcome(success=False, reason="no")
    with pytest.raises(ModelReplyError, match="that failed"):
        parse_distilled(claim(), talk(*RETURN), bad, created_at=NOW)


def test_a_chinese_dialogue_teaches_too() -> None:
    """Its moves are told by its own words."""
    run = talk("我想退掉昨天买的外套", "抱歉，请问哪里不合适？", "太小了",
               "您可以选择换货，或者退款。", "换货，谢谢", "好的。")  # fmt: skip
    assert list(moves_of(run)) == ["apologise", "ask", "offer"]
    assert len(taught(run)) == 1
