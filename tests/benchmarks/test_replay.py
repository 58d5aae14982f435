"""The decision replay: what counts as needed, its scores, and that nobody sees ahead."""

from __future__ import annotations

import gzip
import io
import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)

from tests.benchmarks.replay.__main__ import main
from tests.benchmarks.replay.decisions import Decision, coincidental, decisions_of
from tests.benchmarks.replay.ours import stands_for_outputs
from tests.benchmarks.replay.results import intervals, row_of
from tests.benchmarks.replay.running import DRAWS, ORACLE, SIMPLE, Replay
from tests.benchmarks.replay.schemas import Schemas
from tests.benchmarks.replay.scoring import Score, score, used_from
from tests.benchmarks.replay.traces import (
    Trace,
    interleave,
    trace_from,
    trace_of,
)
from tests.benchmarks.replay.words import words

KEYS = [
    *("set", "policy", "learned", "budget", "hard_recall", "binding", "all_present"),
    *("tool_token_share", "utilisation", "decisions", "ms_per_decision"),
]
GIFTS = [
    {"code": "GC-71", "colour": "red", "worth": 30},
    {"code": "GC-82", "colour": "blue", "worth": 45},
    {"code": "GC-93", "colour": "green", "worth": 60},
]


def said(text: str) -> dict[str, Any]:
    return {"role": "user", "content": text}


def calls(name: str, *, inserted: bool = False, **args: Any) -> dict[str, Any]:
    call = {"id": "same", "name": name, "args": args, "inserted": inserted}
    return {"role": "assistant", "content": "", "tool_calls": [call]}


def told(data: Any) -> dict[str, Any]:
    text = data if isinstance(data, str) else json.dumps(data)
    return {"role": "tool", "content": text, "tool_call_id": "same"}


def trace(name: str, messages: Sequence[dict[str, Any]], **fields: Any) -> Trace:
    row = {"id": name, "domain": "gifts", "task": name, "user": name, "reward": 1.0}
    return trace_of({**row, **fields, "messages": list(messages)})


def gift(name: str = "one") -> Trace:
    return trace(
        name,
        [
            said("Send the blue one to the address on file."),
            calls("list_gifts"),
            told(GIFTS),
            calls("get_address", holder="h5"),
            told({"street": "4 Hill Road", "city": "Leeds", "post": True}),
            calls("send", code="GC-82", street="4 Hill Road", note="blue", post=True),
            told("sent"),
        ],
        user="u5",
    )


def count(text: str) -> int:
    return len(text.split())


def last(one: Trace) -> Decision:
    return decisions_of(one)[-1]


def test_a_conversation_had_here_is_the_trace_that_its_recording_is() -> None:
    """Roles, names, calls and results are kept, and drawn ids become numbers."""
    recorded = gift()
    here: list[BaseMessage] = [SystemMessage("You send gifts.", id="run--0")]
    for number, message in enumerate(recorded.messages):
        update: dict[str, Any] = {"id": f"run--{number + 1}"}
        if isinstance(message, AIMessage):
            calls = [{**call, "id": f"drawn-{call['id']}"} for call in message.tool_calls]
            update["tool_calls"] = calls
        elif isinstance(message, ToolMessage):
            update["tool_call_id"] = f"drawn-{message.tool_call_id}"
        here.append(message.model_copy(update=update))
    about = {"name": "one", "domain": "gifts", "user": "u5", "reward": 1.0}
    assert trace_from(here[1:], **about) == recorded
    assert trace_from(here, **about).messages[0] == SystemMessage(here[0].text, id="m0")


def test_needed_is_what_only_tools_have_said() -> None:
    """Values that the user said, that are new, or that are booleans are not needed."""
    first, second, third = decisions_of(gift())
    assert [first.needed, second.needed] == [(), ()]
    assert [needed.value for needed in third.needed] == [
        ("gc-82",),
        ("4", "hill", "road"),
    ]


def test_an_inserted_call_is_no_decision() -> None:
    """Reads that were added in a replay of gold actions are not scored."""
    one = trace("one", [said("Hi"), calls("list_gifts", inserted=True), told(GIFTS)])
    assert decisions_of(one) == []


def test_an_earlier_argument_counts_as_said() -> None:
    """What the agent has used before stands in the conversation and is no longer hard."""
    messages = [calls("list_gifts"), told(GIFTS), calls("a", code="GC-82")]
    one = trace("one", [*messages, told("ok"), calls("b", code="GC-82")])
    _, before, after = decisions_of(one)
    assert len(before.needed) == 1
    assert after.needed == ()


def test_the_cue_is_the_cell_that_the_user_calls_the_object_by() -> None:
    """`blue` is the cue of the second gift; the address has none."""
    code, street = last(gift()).needed
    assert code.bond is not None
    assert code.bond.cue == ("blue",)
    assert street.bond is None


def test_the_cue_of_a_list_of_ids_is_asked_of_the_object_around_it() -> None:
    """A table keyed by ids has objects of its own, whose parent may bear the cue."""
    data = {"owner": "Mia", "cards": {"card_1": {"last": "7447"}, "card_2": {"last": "19"}}}
    told_cards = [said("Mia here, use 7447"), calls("cards"), told(data)]
    used = last(trace("one", [*told_cards, calls("pay", card="card_1")]))
    other = last(trace("two", [*told_cards, calls("pay", card="card_2")]))
    bonds = [used.needed[0].bond, other.needed[0].bond]
    assert [bond.cue for bond in bonds if bond] == [("7447",), ("mia",)]


@pytest.mark.parametrize(
    ("view", "recall", "binding", "present"),
    [
        (["GC-82 blue 45", "4 Hill Road"], 1.0, 1.0, 1.0),
        (["GC-82 45", "4 Hill Road"], 1.0, 0.5, 1.0),
        (["blue " + "x " * 12 + "GC-82", "4 Hill Road"], 1.0, 1.0, 1.0),
        (["blue " + "x " * 13 + "GC-82", "4 Hill Road"], 1.0, 0.5, 1.0),
        (["GC-82 blue", "4 Hill", "Road"], 0.5, 0.5, 0.0),
        (["GC-821 blue XGC-82 GC-82.5", "14 Hill Road"], 0.0, 0.0, 0.0),
        ([], 0.0, 0.0, 0.0),
    ],
)
def test_scores_by_hand(
    view: list[str], recall: float, binding: float, present: float
) -> None:
    """Recall asks for whole values within one text, binding for the cue within reach."""
    scored = score(tuple(view), last(gift()), {}, count)
    assert (scored.hard_recall, scored.binding, scored.all_present) == (
        recall,
        binding,
        present,
    )


def test_a_cue_may_stand_as_far_as_it_stood_in_the_output() -> None:
    """Where the record itself is long, a long way is no reproach."""
    record = {"colour": "blue", **{f"k{n}": f"v{n}" for n in range(20)}, "code": "GC-82"}
    messages = [said("the blue one"), calls("get"), told(record), calls("a", code="GC-82")]
    decision = last(trace("one", messages))
    assert score((json.dumps(record),), decision, {}, count).binding == 1
    assert score(("blue " + "x " * 45 + "GC-82",), decision, {}, count).binding == 0


def test_utilisation_counts_the_values_of_this_call_and_of_later_ones() -> None:
    """Of six tokens in the view, the three of the street and the one code are used."""
    decision = last(gift())
    used = used_from(decisions_of(gift()))
    view = ("GC-82 45", "4 Hill Road Leeds")
    assert score(view, decision, used[0], count).utilisation == pytest.approx(4 / 6)
    assert ("h5",) in used[0]
    assert ("h5",) not in used[2]


def test_coincidental_slots_are_found_by_chance_alone() -> None:
    """A slot whose values everybody's outputs hold is not scored; an id's slot is."""

    def order(name: str, code: str) -> Trace:
        record = {"code": code, "cabin": "economy"}
        messages = [said("go"), calls("look"), told(record)]
        return trace(name, [*messages, calls("book", code=code, cabin="economy")])

    traces = [order("a", "AA1"), order("b", "BB2"), order("c", "CC3")]
    decisions = [decisions_of(one) for one in traces]
    assert coincidental(traces, decisions) == {("gifts", "book", "cabin")}
    assert coincidental(traces[:1], decisions[:1]) == frozenset()


def test_words_hold_together_what_is_one_value() -> None:
    """Dates, times, addresses and ids are one word; case, signs and zeros do not count."""
    text = 'Mia.Li@example.com, #W12 $5.50 2024-05-20 "16:00:00": credit_card_4.\\nEnd'
    assert words(text) == (
        *("mia.li@example.com", "w12", "5.5", "2024-05-20", "16:00:00"),
        *("credit_card_4", "end"),
    )


def test_schemas_come_from_other_traces() -> None:
    """A tool that only this trace called is unknown; types of others are joined."""
    own = trace("own", [calls("secret", x=1), told(""), calls("send", code=1), told("")])
    other = trace("other", [calls("send", code="a", lines=[{"n": 2.5}]), told("")])
    third = trace("third", [calls("send", code=None), told("")])
    (send,) = Schemas([own, other, third]).for_trace(own)
    assert send["function"]["name"] == "send"
    assert send["function"]["parameters"]["properties"] == {
        "code": {"type": ["null", "string"]},
        "lines": {
            "type": "array",
            "items": {"type": "object", "properties": {"n": {"type": "number"}}},
        },
    }


def test_interleaved_traces_take_turns_and_keep_their_calls() -> None:
    """Every message is there once, by turns, and each result still names its call."""
    (woven,) = interleave([gift("a"), gift("b"), gift("c")], 3)
    assert [m.id for m in woven.messages[:1]] == ["0.m0"]
    assert len(woven.messages) == 3 * len(gift().messages)
    asked = [
        c["id"] for m in woven.messages if isinstance(m, AIMessage) for c in m.tool_calls
    ]
    answered = [m.tool_call_id for m in woven.messages if isinstance(m, ToolMessage)]
    assert asked == answered
    assert len(set(asked)) == len(asked)


@given(later=st.lists(st.text(max_size=40), max_size=3))
@pytest.mark.parametrize("policy", [*SIMPLE, ORACLE])
def test_no_policy_sees_what_comes_after(policy: str, later: list[str]) -> None:
    """Whatever follows a decision, the context before it stays the same."""
    one = gift()
    future = [ToolMessage(text, tool_call_id="c9", name="late") for text in later]
    future_trace = replace(one, messages=(*one.messages[:6], *future))
    seen = [
        Replay([changed, gift("two")], count).run(policy, 0.5)[0]
        for changed in (one, replace(one, messages=one.messages[:6]), future_trace)
    ]
    assert len({(x.score, x.shown, x.raw) for x in seen}) == 1


@pytest.mark.parametrize("policy", ["random", "recency", "masking", "offload", "bm25"])
@pytest.mark.parametrize("share", [0.1, 0.5])
def test_budgets_hold(policy: str, share: float) -> None:
    """No policy with a budget spends more, and none less than the floor needs."""
    many = [{"code": f"GC-{n}", "colour": f"c{n}", "worth": n} for n in range(100)]
    messages = [said("c7 please"), calls("a"), told(many), calls("b"), told(many[:9])]
    one = trace("one", [*messages, calls("send", code="GC-77")])
    (replayed,) = Replay([one], count).run(policy, share)
    assert replayed.shown <= max(64, share * replayed.raw)


def test_full_and_oracle_miss_nothing() -> None:
    """The two ends of the scale score 1 everywhere, the oracle with few tokens."""
    replay = Replay([gift("a"), gift("b")], count)
    for policy in ("full", ORACLE):
        scores = [one.score for one in replay.run(policy, 0.1)]
        rates = {(s.hard_recall, s.binding, s.all_present) for s in scores}
        assert rates == {(1.0, 1.0, 1.0)}


def test_clearing_keeps_the_three_newest_outputs() -> None:
    """What four outputs ago said is gone, whatever the budget."""
    more = [m for n in range(3) for m in (calls("look", n=n), told(f"nothing {n}"))]
    messages = [said("blue"), calls("list"), told(GIFTS), *more]
    one = trace("one", [*messages, calls("send", code="GC-82")])
    (cleared,) = Replay([one], count).run("clear-except-3", 1.0)
    (full,) = Replay([one], count).run("full", 1.0)
    assert (cleared.score.hard_recall, full.score.hard_recall) == (0, 1)
    assert cleared.shown == 7


def test_only_won_traces_are_replayed_when_asked() -> None:
    """A trace without reward 1 is left out of the decisions."""
    lost = replace(gift("b"), reward=0.0)
    assert len(Replay([gift("a"), lost], count).run("full", 1)) == 2
    assert len(Replay([gift("a"), lost], count, won=True).run("full", 1)) == 1


def test_what_stands_for_outputs_is_what_the_conversation_did_not_say() -> None:
    """Tool messages and added or changed messages count; the conversation does not."""
    before = [HumanMessage("hi"), AIMessage("hello"), ToolMessage("x", tool_call_id="1")]
    after = [*before[:2], HumanMessage("memory"), ToolMessage("card", tool_call_id="1")]
    assert stands_for_outputs(before, after) == ("memory", "card")


def test_intervals_hold_the_mean_and_vary_by_task() -> None:
    """Tries of one task are drawn together: a single task has no interval."""
    full = Replay([gift("a"), gift("b")], count).run("full", 1)
    none = Score(hard_recall=0, binding=0, all_present=0, utilisation=0)
    mixed = [full[0], replace(full[1], score=none)]
    assert intervals(mixed)["hard_recall"] == (0.0, 1.0)
    together = [replace(one, task="same") for one in mixed]
    assert intervals(together)["hard_recall"] == (0.5, 0.5)
    row = row_of("s", "full", 1.0, mixed, learned=False)
    assert (row.hard_recall, row.tool_token_share, row.decisions) == (0.5, 1.0, 2)


def written(folder: Path) -> Path:
    rows = []
    for name in "abc":
        row = {"id": name, "domain": "gifts", "task": name, "user": "u5", "reward": 1.0}
        messages = [
            said("the blue one"),
            calls("list_gifts"),
            told(GIFTS),
            calls("send", code="GC-82"),
        ]
        rows.append(json.dumps({**row, "messages": messages}))
    with gzip.open(folder / "gifts.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(rows))
    return folder


def test_rows_have_the_agreed_keys(tmp_path: Path) -> None:
    """One JSON object a line: per set, interleaving, policy and budget."""
    out = io.StringIO()
    options = ["--set", "gifts", "--budget", "0.1", "0.5", "--interleave", "1", "3"]
    policies = ["--policy", "full", "random", "--json"]
    assert main(["--data", str(written(tmp_path)), *options, *policies], out) == 0
    rows = [json.loads(line) for line in out.getvalue().splitlines()]
    assert [list(row) for row in rows] == [KEYS] * 8
    assert {row["set"] for row in rows} == {"gifts", "gifts_x3"}
    assert all(0 <= row["hard_recall"] <= 1 for row in rows)


def test_a_missing_set_is_named(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The message says which file is not there and which sets are."""
    assert main(["--data", str(written(tmp_path)), "--set", "other"]) == 2
    error = capsys.readouterr().err
    assert "other.jsonl.gz is missing" in error
    assert "gifts" in error


def test_random_is_a_mean_of_draws() -> None:
    """A rate of the control by lot is a multiple of one over the number of draws."""
    many = [{"code": f"GC-{n}", "colour": f"c{n}", "worth": n} for n in range(100)]
    messages = [said("c7 please"), calls("a"), told(many), calls("send", code="GC-7")]
    (one,) = Replay([trace("one", messages)], count).run("random", 0.5)
    assert 0 < one.score.hard_recall < 1
    assert one.score.hard_recall * DRAWS == pytest.approx(
        round(one.score.hard_recall * DRAWS)
    )
