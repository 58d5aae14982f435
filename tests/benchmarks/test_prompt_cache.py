"""That the benchmark of prompt caches runs and counts rightly, never how fast it is."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

import pytest
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage

from tests.benchmarks.prompt_cache import longest_kept, main, measure, policies
from tests.benchmarks.prompt_cache_run import Story
from tests.benchmarks.summarising import KEPT_MESSAGES, summarise


def words(text: str) -> int:
    return len(text.split())


def rows(
    capsys: pytest.CaptureFixture[str], *given: str
) -> Mapping[str, Mapping[str, Any]]:
    main([*given, "--json"])
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    return {line["method"]: line for line in lines}


def test_each_method_has_a_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Where the history outgrows the window, all are told of; the whole is cached best."""
    found = rows(capsys, "--steps", "24", "--budget", "4000")
    assert found.keys() >= {"ours", "summary", "system prompt", "full"}
    for line in found.values():
        assert line["steps"] == 24
        assert line["turns"] > 1
        assert 0 < line["cached_share_128"] <= line["cached_share"] < 1
        assert line["ms_per_step"] > 0
    assert found["full"]["largest_prompt"] > 2 * found["ours"]["largest_prompt"]
    assert found["full"]["cached_share"] > found["system prompt"]["cached_share"]


def test_a_beginning_counts_up_to_the_first_difference() -> None:
    """Messages that are the same count whole, the next one as far as it is the same."""
    earlier = [["a b", "c d e f", "g"], ["x", "c d"]]
    assert longest_kept(["a b", "c d", "g"], earlier, words) == 4
    assert longest_kept(["a b", "c d e f", "g", "h"], earlier, words) == 7
    assert longest_kept(["z"], earlier, words) == 0
    assert longest_kept(["a b"], [], words) == 0


def test_a_story_has_as_many_steps_as_wanted() -> None:
    """Each turn begins with a question and ends in an answer; the last one is cut short."""
    for steps in (1, 9, 60):
        story = Story(steps)
        said = list(story.script())
        assert len(said) == steps
        answers = [m for m in said if isinstance(m, AIMessage) and not m.tool_calls]
        assert len(answers) == len(story.questions)
        assert said[-1] is answers[-1]


def test_a_summary_takes_the_place_of_what_is_old() -> None:
    """Beyond the budget the newest messages stay, with the call of the first result."""
    call = AIMessage("", tool_calls=[{"name": "t", "args": {}, "id": "c"}])
    pair = [call, ToolMessage("word " * 50, tool_call_id="c")]
    messages = [HumanMessage("Hello."), *pair * 20, HumanMessage("And now?")]
    assert summarise(messages, 100_000) == {}
    _, told, *kept = summarise(messages, 1_000)["messages"]
    assert told.text.startswith("Here is a summary")
    assert kept == messages[-len(kept) :]
    assert len(kept) == KEPT_MESSAGES + 1
    assert kept[0] is call


def test_the_stand_in_does_what_the_middleware_does() -> None:
    """Where LangChain's own takes part, its prompts are those of the one without it."""
    pytest.importorskip("langchain")
    both = policies(4_000)
    one, other = (
        measure("", both[name], 24, 4_000, words)
        for name in ("summary", "SummarizationMiddleware")
    )
    assert one.prompt_tokens == other.prompt_tokens
    assert one.cached_share == other.cached_share
