"""Asking a model: checked, counted, and left alone after a failure."""

from __future__ import annotations

import json
from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.runnables import Runnable, RunnableLambda

from langgraph_memory import MemoryWarning
from langgraph_memory._asking import Fallback, ask, asked
from langgraph_memory._flow import arun, run
from langgraph_memory._outside import Outside, Role
from langgraph_memory.cards.summaries.backcheck import Blank, fill_question
from langgraph_memory.cards.summaries.summarising import Passage, summary_question
from langgraph_memory.errors import ModelReplyError
from langgraph_memory.experiences.distilling import distil_question
from langgraph_memory.experiences.outcome import judge_run
from langgraph_memory.experiences.reflecting import hypothesis_question
from langgraph_memory.facts.questions import Question, form, text_of
from langgraph_memory.facts.replies import reply_json
from langgraph_memory.testing import ScriptedChatModel
from tests.unit.experiences.runs import NOW, call, failed, run_of

ROLE: Role = "reflect"
RULES = Fallback(node="a_node", what="words", instead="rules serve")


def word(reply: object) -> str:
    data = reply_json(reply)
    if not isinstance(data, dict) or not isinstance(data.get("word"), str):
        msg = "there is no word"
        raise ModelReplyError(msg)
    return str(data["word"])


QUESTION = Question(
    instructions="Say a word.", told={}, schema=form("Word", word=text_of(9)), read=word
)


def outside_of(*script: Any) -> tuple[Outside, list[Any], ScriptedChatModel]:
    model = ScriptedChatModel(script=script)
    events: list[Any] = []
    outside = Outside(models={ROLE: model}, patience=5.0, write=events.append)
    return outside, events, model


def calls(events: list[Any]) -> list[Any]:
    return [event for event in events if event["event"] == "memory_asked"]


@pytest.mark.parametrize("use_async", [False, True])
async def test_each_call_is_counted_in_an_event(*, use_async: bool) -> None:
    """Whoever listens knows how often which model was asked, and how it went."""
    outside, events, _ = outside_of('Sure: {"word": "yes"}', "no")
    steps = [ask(QUESTION, ROLE, outside) for _ in range(2)]
    if use_async:
        assert await arun(steps[0], outside) == "yes"
    else:
        assert run(steps[0], outside) == "yes"
    with pytest.raises(ModelReplyError, match="no JSON"):
        run(steps[1], outside)
    first, second = calls(events)
    assert (first["role"], first["error"]) == (ROLE, None)
    assert "no JSON" in second["error"]
    assert first["seconds"] >= 0


def test_what_cannot_be_used_is_reported_once_and_rules_serve() -> None:
    """A warning and an event name what happened."""
    outside, events, _ = outside_of('{"word": 3}')
    with pytest.warns(MemoryWarning, match="words cannot be used, rules serve: there is"):
        assert run(asked(QUESTION, ROLE, outside, RULES), outside) is None
    errors = [event for event in events if event["event"] == "memory_error"]
    assert errors == [
        {"event": "memory_error", "node": "a_node", "error": "there is no word"}
    ]


def test_case_78_a_model_that_failed_is_left_alone_in_silence() -> None:
    """It costs one call and one report, not one of each per turn."""
    outside, events, model = outside_of(OSError("away"), '{"word": "late"}')
    with pytest.warns(MemoryWarning, match="OSError: away; it is not asked again for 60"):
        assert run(asked(QUESTION, ROLE, outside, RULES), outside) is None
    assert run(asked(QUESTION, ROLE, outside, RULES), outside) is None
    with pytest.raises(ModelReplyError, match="left alone"):
        run(ask(QUESTION, ROLE, outside), outside)
    assert len(model.calls) == len(calls(events)) == 1
    outside.rests[ROLE].close()
    assert run(asked(QUESTION, ROLE, outside, RULES), outside) == "late"


def test_an_answer_that_cannot_be_read_does_not_silence_the_model() -> None:
    """Only calls that failed do: the next answer may be better."""
    outside, _, _ = outside_of("", '{"word": "yes"}')
    with pytest.warns(MemoryWarning, match="empty"):
        run(asked(QUESTION, ROLE, outside, RULES), outside)
    assert run(asked(QUESTION, ROLE, outside, RULES), outside) == "yes"


def test_without_a_model_nothing_is_asked() -> None:
    """A role that has none is left to rules, without a word."""
    outside, events, _ = outside_of()
    assert run(asked(QUESTION, "cards", outside, RULES), outside) is None
    assert events == []


def test_case_74_a_model_that_takes_no_schema_is_asked_in_words() -> None:
    """The refused call counts too; later questions are asked in words at once."""

    class Picky(ScriptedChatModel):
        def with_structured_output(self, schema: Any, **kwargs: Any) -> Runnable[Any, Any]:
            del schema, kwargs
            msg = "this model has no structured output"
            raise NotImplementedError(msg)

    model, events = Picky(script=['{"word": "a"}', '{"word": "b"}']), list[Any]()
    outside = Outside(models={ROLE: model}, write=events.append)
    assert run(ask(QUESTION, ROLE, outside), outside) == "a"
    assert run(ask(QUESTION, ROLE, outside), outside) == "b"
    assert [event["error"] is None for event in calls(events)] == [False, True, True]
    assert outside.plain == {ROLE}


def test_what_is_no_message_is_no_answer() -> None:
    """A runnable that returns something else is reported like any other."""
    odd: Any = RunnableLambda(lambda _: 7)
    outside = Outside(models={ROLE: odd})
    with pytest.warns(MemoryWarning, match="no message but int"):
        assert run(asked(QUESTION, ROLE, outside, RULES), outside) is None


def test_case_50_a_key_that_a_server_complains_of_is_redacted() -> None:
    """Neither the warning nor the events repeat it."""
    key = "sk-TEST-abc123def456ghi789jkl012mno345"  # made up
    outside, events, _ = outside_of(ValueError(f"Incorrect API key provided: {key}"))
    with pytest.warns(MemoryWarning) as caught:
        run(asked(QUESTION, ROLE, outside, RULES), outside)
    assert key not in str(events) + str(caught[0].message)


RUN = run_of("Book a hotel", failed("book", "no date"), call("book", "ok", date="today"))
READERS = [
    summary_question(Passage(card="c", call="f()", text="t", of=1), "task").read,
    fill_question(["a 1"], [Blank("a ____", "1")]).read,
    distil_question(RUN, judge_run(RUN), created_at=NOW).read,
    hypothesis_question(RUN, judge_run(RUN), []).read,
]
NAMES = st.sampled_from(
    ["lessons", "sentences", "answers", "hypothesis", "kind", "tool", "content", "order"]
)
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
PLAIN: st.SearchStrategy[Any] = st.deferred(
    lambda: (
        LEAVES
        | NAMES
        | st.lists(PLAIN, max_size=3)
        | st.dictionaries(NAMES, PLAIN, max_size=4)
    )
)


@pytest.mark.parametrize("read", READERS)
@given(data=PLAIN)
def test_case_74_whatever_the_types_an_answer_is_read_or_refused(
    read: Callable[[object], object], data: Any
) -> None:
    """No answer makes a reader fail in another way."""
    with suppress(ModelReplyError):
        read(json.dumps(data))
