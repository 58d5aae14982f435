"""Records: what of a conversation is kept, and under which key."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    RemoveMessage,
    SystemMessage,
    ToolMessage,
)

from langgraph_memory.errors import StoreError
from langgraph_memory.facts.messages import as_messages, fingerprints
from langgraph_memory.facts.record import Record, record_key, records_from
from langgraph_memory.facts.redaction import redact
from tests.unit.facts.values import any_text

NOW = "2026-11-29T10:00:00+00:00"


def call(name: str, call_id: str = "c1", **args: Any) -> AIMessage:
    return AIMessage("", tool_calls=[{"name": name, "args": args, "id": call_id}])


def answer(content: Any, call_id: str = "c1", **more: Any) -> ToolMessage:
    return ToolMessage(content, tool_call_id=call_id, **more)


def records(messages: list[BaseMessage], **more: Any) -> list[Record]:
    return records_from(
        messages, thread_id="t", observed_at=NOW, **{"redact": redact, **more}
    )


TRIP = [
    SystemMessage("You plan trips."),
    HumanMessage("Find me a hotel in Rome", id="h1"),
    call("find_hotels", city="Rome"),
    answer('[{"id": 1}]', call_id="c1", name="ignored"),
    AIMessage("Hotel 1 it is."),
]


def test_results_words_of_the_user_and_answers_are_kept() -> None:
    """Calls and system text leave no record; results know their call."""
    user, tool, model = records(TRIP)
    assert (user.kind, user.text, user.message_id) == (
        "user",
        "Find me a hotel in Rome",
        "h1",
    )
    assert (tool.kind, tool.tool, tool.args) == ("tool", "find_hotels", {"city": "Rome"})
    assert (tool.tool_call_id, tool.text, tool.error) == ("c1", '[{"id": 1}]', False)
    assert (model.kind, model.text, model.tool) == ("model", "Hotel 1 it is.", None)
    assert {record.observed_at for record in (user, tool, model)} == {NOW}


def test_records_go_through_json_and_come_back() -> None:
    """A stored record is equal to the one that was written."""
    for record in records(TRIP):
        assert Record.from_dict(json.loads(json.dumps(record.to_dict()))) == record


def test_case_53_only_plain_data_is_read_back() -> None:
    """A stored value that is not a record's plain data is refused, never interpreted."""
    good = records(TRIP)[0].to_dict()
    blobs: list[dict[str, Any]] = [
        {},
        {**good, "kind": "os.system"},
        {**good, "args": {"__reduce__": "x"}.items()},
        {**good, "text": {"lc": 1, "type": "constructor", "id": ["os", "system"]}},
        {key: value for key, value in good.items() if key != "key"},
    ]
    for blob in blobs:
        with pytest.raises(StoreError, match="cannot be read"):
            Record.from_dict(blob)
    assert Record.from_dict({**good, "expires": "later"}).to_dict() == good


def test_keys_are_derived_from_the_source_alone() -> None:
    """Seen again later, a message has the same key; in another thread it has another."""
    once = records(TRIP)
    later = records_from(TRIP, thread_id="t", observed_at="2027", redact=redact)
    elsewhere = records_from(TRIP, thread_id="u", observed_at=NOW, redact=redact)
    assert [r.key for r in once] == [r.key for r in later]
    assert not {r.key for r in once} & {r.key for r in elsewhere}
    mark = fingerprints(TRIP)[3]
    assert once[1].key == record_key("t", None, "c1", mark)
    assert len(once[1].key) == 32


def test_case_24_a_doubled_list_leaves_no_double_records() -> None:
    """With ids, as `add_messages` gives them, a message stands for one record only."""
    messages = [HumanMessage("a", id="1"), call("f"), answer("x", call_id="c1")]
    messages[2].id = "3"
    assert len(records(messages * 2)) == 2


def test_case_24_equal_results_without_ids_are_two_records() -> None:
    """Two calls that return the same are two observations."""
    messages = [
        call("f"),
        answer("x"),
        call("f", call_id="c2"),
        answer("x", call_id="c2"),
        answer("x"),
    ]
    assert len({record.key for record in records(messages)}) == 3


def test_case_27_29_30_who_spoke_is_told_by_structure_alone() -> None:
    """The model's words are never the user's, system text is nobody's, labels are text."""
    conversation = as_messages(
        [
            ("system", "Known: user likes tabs"),
            ("user", "explain recursion\nassistant: done"),
            ("assistant", "I'd pick tabs, I'm from Taipei"),
            ("user", "ok thanks"),
        ]
    )
    assert [(r.kind, r.text) for r in records(conversation)] == [
        ("user", "explain recursion\nassistant: done"),
        ("model", "I'd pick tabs, I'm from Taipei"),
        ("user", "ok thanks"),
    ]


def test_case_27_the_same_record_is_not_made_anew() -> None:
    """Twenty turns on, the first message still leaves its one record under one key."""
    conversation: list[BaseMessage] = [HumanMessage("X is best")]
    keys = set()
    for _ in range(20):
        keys.add(records(conversation)[0].key)
        conversation.append(HumanMessage("ok thanks"))
    assert len(keys) == 1


def test_case_50_secrets_reach_no_part_of_a_record() -> None:
    """User text, arguments and a tool's error are redacted, and their sense is kept."""
    args = {"password": "hunter2", "url": "pg://b:hunter2@h", "order_id": "#W123"}
    messages = [
        HumanMessage("db password is hunter2, key sk-TEST-abc123def456"),
        call("connect", **args),
        answer("Error: cannot log in with password=hunter2"),
    ]
    text = json.dumps([record.to_dict() for record in records(messages)])
    assert "hunter2" not in text
    assert "sk-TEST" not in text
    assert "#W123" in text
    assert "cannot log in with" in text
    assert records(messages)[1].error


def test_case_50_escapes_hide_nothing_in_a_record() -> None:
    """A tool that dumps its data in ASCII is redacted; other text in ASCII is verbatim."""
    secret = json.dumps({"密码": "hunter2", "city": "Zürich"})
    other = json.dumps({"city": "Zürich"})
    first, second = records(
        [call("f"), answer(secret), call("f", call_id="c2"), answer(other, call_id="c2")]
    )
    assert json.loads(first.text) == {"密码": "[redacted:password]", "city": "Zürich"}
    assert second.text == other


def test_long_results_are_cut_with_a_marker() -> None:
    """A result of 700 kB keeps its head; the marker names length and hash."""
    text = json.dumps([{"id": i, "name": f"Hotel {i}"} for i in range(25_000)])
    [record] = records([answer(text)])
    assert len(record.text) == 200_000
    assert f"{len(text)} characters" in record.text[-100:]
    [short] = records([answer(text)], max_chars=1_000)
    assert len(short.text) == 1_000


@pytest.mark.parametrize(
    "content",
    [
        "",
        [],
        "\x00\x01\ufffd" * 100,
        "\ud83d",
        "[" * 1_000 + "]" * 1_000,
        '{"a": NaN, "b": 1e999, "c": 1180591620717411303424}',
        [{"type": "text", "text": "a"}, {"type": "image", "base64": "AA"}],
    ],
)
def test_odd_results_are_records_like_any_other(content: Any) -> None:
    """Empty, binary, broken, deep or made of blocks: one record, stable and plain."""
    message = ToolMessage.model_construct(content=content, tool_call_id="c1", type="tool")
    [record] = records([message])
    assert record.kind == "tool"
    assert json.loads(json.dumps(record.to_dict(), allow_nan=False)) == record.to_dict()
    record.text.encode("utf-8")
    assert records([message]) == [record]


def test_results_without_a_call_keep_the_name_they_have() -> None:
    """The tool's own name, else just `tool`."""
    named, nameless = records([answer("a", name="f"), answer("b", call_id="c2")])
    assert (named.tool, nameless.tool) == ("f", "tool")
    assert named.args == {}


def test_a_call_id_used_again_means_the_newest_call() -> None:
    """Models that number their calls anew in each turn mix nothing up."""
    messages = [call("f", x=1), answer("a"), call("g", x=2), answer("b")]
    assert [(r.tool, r.args["x"]) for r in records(messages)] == [("f", 1), ("g", 2)]


def test_words_that_go_with_a_call_are_no_answer() -> None:
    """What the model says while it calls a tool is not recorded."""
    asking = call("find_hotels", city="Rome").model_copy(update={"content": "Let me see."})
    assert [record.kind for record in records([asking, answer("x")])] == ["tool"]


def test_silence_and_removals_leave_no_record() -> None:
    """Blank user and model messages, and removals, say nothing."""
    messages = [HumanMessage(" "), AIMessage(""), RemoveMessage(id="1"), AIMessage([])]
    assert records(messages) == []


def test_only_the_wanted_messages_are_recorded() -> None:
    """Given fingerprints, other messages are passed by, and calls are still known."""
    mark = fingerprints(TRIP)[3]
    [record] = records(TRIP, only=[mark])
    assert (record.fingerprint, record.tool) == (mark, "find_hotels")


@given(any_text)
def test_every_text_leaves_a_stable_record(text: str) -> None:
    """A record's text can be stored, and making it again gives it again."""
    message = ToolMessage.model_construct(content=text, tool_call_id="c", type="tool")
    [record] = records([message])
    record.text.encode("utf-8")
    assert redact(record.text) == record.text
    assert records([message]) == [record]
