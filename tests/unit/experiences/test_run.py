"""Runs: what a conversation's newest part consists of."""

from __future__ import annotations

from typing import Any

from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from langgraph_memory.experiences.run import in_order, run_from, success_after
from tests.unit.experiences.runs import call, conversation, failed, run_of


def test_a_run_is_the_part_since_the_newest_human_message() -> None:
    """Steps of earlier turns are kept apart; the user's first words stay with the task."""
    messages = [
        *conversation("Book a hotel", failed("book", "Error: sold out", city="Rome")),
        *conversation("Yes, the other one", call("book", "ok", city="Bari"), start=9),
    ]
    run = run_from(messages, thread_id="t1")
    assert run.task == "Book a hotel\nYes, the other one"
    assert run.human_id == "h9"
    assert [(s.tool, s.args, s.error) for s in run.steps] == [
        ("book", {"city": "Bari"}, False)
    ]
    assert [(s.text, s.condition) for s in run.earlier] == [("Error: sold out", "sold out")]
    assert run.answer == "Done."


def test_a_run_without_human_message_has_the_given_task() -> None:
    """A graph that starts from data tells its task."""
    messages = conversation("x", call("look", "42"))[1:]
    run = run_from(messages, task="Sum up the day")
    assert (run.task, run.human_id, len(run.steps)) == ("Sum up the day", None, 1)


def test_nothing_is_a_run_of_nothing() -> None:
    """No messages give no task, no steps and no answer."""
    run = run_from([])
    assert (run.task, run.steps, run.answer) == ("", (), "")


def test_messages_may_be_tuples_and_dicts() -> None:
    """A run is read from every form of messages that LangChain takes."""
    run = run_from([("user", "hello"), {"role": "assistant", "content": "hi"}])
    assert (run.task, run.answer) == ("hello", "hi")


def test_calls_made_at_once_share_a_turn() -> None:
    """Results of one message of the model are not before or after one another."""
    run = run_of("x", [call("a", "1"), failed("a", "Error: no")], call("a", "2"))
    assert [step.turn for step in run.steps] == [1, 1, 4]
    assert success_after(run.steps[1], run.steps) == run.steps[2]


def test_ids_that_are_used_again_are_matched_with_their_latest_call() -> None:
    """A result belongs to the newest call of its id before it."""
    messages: list[Any] = [HumanMessage("go")]
    for tool, number, result in (("a", 1, "one"), ("b", 2, "two")):
        made = {"id": "c", "name": tool, "args": {"n": number}, "type": "tool_call"}
        messages += [
            AIMessage("", tool_calls=[made]),
            ToolMessage(result, tool_call_id="c"),
        ]
    run = run_from(messages)
    expected = [("a", 1, "one"), ("b", 2, "two")]
    assert [(s.tool, s.args["n"], s.text) for s in run.steps] == expected


def test_a_result_without_its_call_is_a_step_of_its_named_tool() -> None:
    """A call that was cut from the history loses its arguments, not its result."""
    run = run_from([HumanMessage("go"), ToolMessage("7", tool_call_id="gone", name="look")])
    assert [(s.tool, s.args, s.text) for s in run.steps] == [("look", {}, "7")]


def test_a_run_that_ends_on_a_call_has_no_answer() -> None:
    """Words beside a pending call are no answer."""
    pending = AIMessage(
        "Let me see.",
        tool_calls=[{"id": "c", "name": "a", "args": {}, "type": "tool_call"}],
    )
    assert run_from([HumanMessage("go"), pending]).answer == ""


def test_case_50_secrets_are_in_no_part_of_a_run() -> None:
    """Task, arguments, results and answer are redacted when the run is read."""
    key = "sk-TEST-abc123def456ghi789jkl012"
    run = run_of(
        f"My key is {key}",
        failed("login", f"Error: bad key {key}", key=key, at={"password": "hunter2"}),
        answer=f"I used {key}",
    )
    assert key not in repr(run)
    assert "hunter2" not in repr(run)


def test_a_redactor_of_ones_own_is_used() -> None:
    """Who uses the library may say what is secret."""
    run = run_from(
        conversation("Ask Bob", call("ask", "Bob says no", who="Bob"), answer="Bob"),
        redact=lambda text: text.replace("Bob", "[who]"),
    )
    assert "Bob" not in repr(run)


def test_order_allows_for_other_steps_between() -> None:
    """An order holds when its tools come one after the other, whatever lies between."""
    run = run_of("x", call("a", "1"), call("b", "2"), call("c", "3"))
    assert in_order(["a", "c"], run.steps)
    assert not in_order(["c", "a"], run.steps)
