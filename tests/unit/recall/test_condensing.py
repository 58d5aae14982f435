"""Conversations made shorter in one call."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from langchain_core.messages import (
    AIMessage,
    BaseMessage,
    HumanMessage,
    SystemMessage,
    ToolMessage,
)
from langchain_core.tools import tool

from langgraph_memory import CardConfig, ConfigError, MemoryConfig, Weights, condense
from langgraph_memory.recall.telling import ELSEWHERE, FLOOR, NOTHING
from langgraph_memory.recall.tokens import count_text, count_tokens
from tests.unit.cards.selection.builders import DESK


def crossings(port: str, size: int = 12) -> list[dict[str, Any]]:
    return [
        {
            "crossing_id": f"{port[:2].upper()}{300 + 7 * i}",
            "port": port,
            "leaves": f"{6 + i:02}:30",
            "fare": 40 + 3 * i,
            "mast": "steel" if i % 2 else "wood",
        }
        for i in range(size)
    ]


def asked(number: int, port: str, size: int = 12) -> list[BaseMessage]:
    """A search and its result."""
    call = {"name": "list_crossings", "args": {"to": port}, "id": f"c{number}"}
    said = json.dumps(crossings(port, size), ensure_ascii=False)
    return [
        AIMessage("", tool_calls=[call], id=f"a{number}"),
        ToolMessage(
            said, tool_call_id=f"c{number}", id=f"t{number}", name="list_crossings"
        ),
    ]


def desk() -> list[BaseMessage]:
    """A conversation with three searches in two turns."""
    return [
        SystemMessage("You sell ferry tickets.", id="s"),
        HumanMessage("I want to go to Rostock or Gedser.", id="h1"),
        *asked(1, "Rostock"),
        *asked(2, "Gedser"),
        AIMessage("There are many. When?", id="a"),
        HumanMessage("What about Trelleborg? I would leave at 08:30.", id="h2"),
        *asked(3, "Trelleborg"),
    ]


def told(messages: Sequence[BaseMessage]) -> list[str]:
    return [str(m.content) for m in messages if isinstance(m, ToolMessage)]


def tool_tokens(messages: Sequence[BaseMessage]) -> int:
    return sum(map(count_text, told(messages)))


def pairs(messages: Sequence[BaseMessage]) -> tuple[list[str], list[str]]:
    """Ids of calls, and of the calls that results answer."""
    calls = [
        c["id"] or "" for m in messages if isinstance(m, AIMessage) for c in m.tool_calls
    ]
    return calls, [m.tool_call_id for m in messages if isinstance(m, ToolMessage)]


def test_the_whole_form_stands_where_it_fits() -> None:
    """Without a limit the newest tool message tells all, and older ones point to it."""
    short = condense(desk(), tools=DESK)
    *older, newest = told(short)
    assert older == [ELSEWHERE, ELSEWHERE]
    for port in ("Rostock", "Gedser", "Trelleborg"):
        assert all(row["crossing_id"] in newest for row in crossings(port))
    assert tool_tokens(short) < 0.6 * tool_tokens(desk())


@pytest.mark.parametrize("limit", [0.1, 0.25, 0.5, 80, 150, 400])
def test_limits_of_tool_outputs_are_kept(limit: float) -> None:
    """A share or a number of tokens bounds what stands for all tool outputs."""
    most = limit if isinstance(limit, int) else limit * tool_tokens(desk())
    short = condense(desk(), tools=DESK, max_tool_tokens=limit)
    whole = tool_tokens(condense(desk(), tools=DESK))
    assert 0.8 * min(most, whole) <= tool_tokens(short) <= most


def test_what_the_user_spoke_of_is_kept() -> None:
    """A tenth of the tokens still holds the crossing at the hour the user named."""
    short = condense(desk(), tools=DESK, max_tool_tokens=0.1)
    row = next(one for one in crossings("Trelleborg") if one["leaves"] == "08:30")
    assert row["crossing_id"] in told(short)[-1]


def test_all_else_stays_and_nothing_is_changed() -> None:
    """Other messages are the same objects, and those that were given stay as they were."""
    before = desk()
    copies = [message.model_copy(deep=True) for message in before]
    short = condense(before, tools=DESK, max_tool_tokens=0.2)
    assert before == copies
    assert [m.id for m in short] == [m.id for m in before]
    for old, new in zip(before, short, strict=True):
        assert isinstance(old, ToolMessage) or new is old
    assert condense(before, tools=DESK, max_tool_tokens=0.2) == short


def test_a_growing_conversation_keeps_its_beginning() -> None:
    """The next step changes only the message that told everything before."""
    before = condense(desk(), tools=DESK, max_tool_tokens=0.3)
    after = condense([*desk(), *asked(4, "Ystad")], tools=DESK, max_tool_tokens=0.3)
    assert after[: len(before) - 1] == before[:-1]


def test_reading_step_by_step_is_reading_at_once() -> None:
    """What was read before in a shorter conversation makes no difference."""
    longer = [*desk(), *asked(5, "Travemünde"), *asked(6, "Rostock", 3)]
    for end in range(4, len(longer)):
        condense(longer[:end], tools=DESK, max_tool_tokens=300)
    stepwise = condense(longer, tools=DESK, max_tool_tokens=300)
    # A blank behind the first output says nothing, but is another text to be read.
    unread = longer[3].model_copy(update={"content": f"{longer[3].content} "})
    anew = condense([*longer[:3], unread, *longer[4:]], tools=DESK, max_tool_tokens=300)
    assert told(anew) == told(stepwise)


@pytest.mark.parametrize("most", [260, 400, 900])
def test_the_whole_list_can_be_bounded(most: int) -> None:
    """The oldest messages go, calls with their results; what has to stay does."""
    before = desk()
    short = condense(before, tools=DESK, max_tokens=most)
    assert count_tokens(short) <= most
    calls, results = pairs(short)
    assert calls == results
    assert short[0] is before[0]
    assert isinstance(short[1], HumanMessage)
    assert before[7] in short


def test_facts_of_messages_that_went_are_still_told() -> None:
    """A search that is no longer shown is still told by the newest result."""
    messages: list[BaseMessage] = [
        HumanMessage("All ports, please."),
        *(message for i in range(9) for message in asked(i, f"{chr(65 + i) * 2} port", 2)),
        HumanMessage("And now?"),
        *asked(20, "Rostock", 2),
    ]
    short = condense(messages, tools=DESK, max_tokens=300)
    assert len(short) < len(messages)
    assert "AA300" in told(short)[-1]


def test_too_little_room_is_an_error_that_names_what_is_enough() -> None:
    """What has to stay is never cut; the limit that the error names works as it is."""
    with pytest.raises(ConfigError, match=r"at least \d+, not 60;") as refused:
        condense(desk(), tools=DESK, max_tokens=60)
    [least] = re.findall(r"at least (\d+), not", str(refused.value))
    assert count_tokens(condense(desk(), tools=DESK, max_tokens=int(least))) <= int(least)
    with pytest.raises(ConfigError, match=f"at least {least}, "):
        condense(desk(), tools=DESK, max_tokens=int(least) - 1)


def test_what_began_with_the_user_still_does() -> None:
    """The question that the newest results answer stays, also where a newer one follows."""
    messages = [
        SystemMessage("You sell ferry tickets."),
        HumanMessage("I want to go to Rostock, and soon. " * 20, id="h1"),
        *asked(1, "Rostock"),
        AIMessage("There are many."),
        HumanMessage("And to Gedser, please. " * 20, id="h2"),
        *asked(2, "Gedser"),
        AIMessage("There are many, too."),
        HumanMessage("When?", id="h3"),
    ]
    ids = set()
    for most in range(100, 800, 20):
        try:
            short = condense(messages, tools=DESK, max_tokens=most)
        except ConfigError:
            continue
        assert [m.type for m in short[:2]] == ["system", "human"]
        assert count_tokens(short) <= most
        ids.add(short[1].id)
    assert ids == {"h1", "h2"}


def dearer_the_longer(messages: Sequence[BaseMessage]) -> int:
    """A counter by which a list takes more than its messages one by one."""
    size = sum(len(message.text) for message in messages)
    return size // 4 + (size // 40) ** 2 // 4


def test_no_counter_finds_more_than_the_limit() -> None:
    """`max_tokens` holds also where a list takes more than its messages one by one."""
    told = set()
    for most in range(100, 600, 20):
        short = condense(
            desk(), tools=DESK, max_tokens=most, token_counter=dearer_the_longer
        )
        assert dearer_the_longer(short) <= most
        told.add(sum(len(m.text) for m in short if m.type == "tool"))
    assert len(told) > 5


@pytest.mark.parametrize("most", [0, 1, 2, 5, 10, 20, 40, 63, 64, 100])
@pytest.mark.parametrize("size", [0, 1, 12])
def test_an_integer_is_never_exceeded(most: int, size: int) -> None:
    """A number of tokens holds however small it is; with 0 nothing is told."""
    messages = [*desk(), *asked(4, "Ystad", size), *asked(5, "Gdynia", size)]
    short = condense(messages, tools=DESK, max_tool_tokens=most)
    assert tool_tokens(short) <= most
    assert len(short) == len(messages)
    one = [HumanMessage("Go on."), *asked(4, "Ystad", size)]
    assert tool_tokens(condense(one, tools=DESK, max_tool_tokens=most)) <= most


@pytest.mark.parametrize("most", [0, 3, 10, 40])
def test_what_says_that_pictures_were_left_out_counts(most: int) -> None:
    """Where not even that fits, nothing says it."""
    short = condense(browsing(4), max_tool_tokens=most)
    texts = [m.content for m in short if m.type == "tool" and isinstance(m.content, str)]
    assert sum(map(count_text, texts)) <= most


def test_an_artifact_goes_with_the_content_that_it_belongs_to() -> None:
    """It stays where the content did not change, and goes where it did."""
    call = {"name": "list_crossings", "args": {}, "id": "1"}
    for content in ("Sold out.", [{"type": "text", "text": "Sold out."}, PNG]):
        said = ToolMessage(content, tool_call_id="1", artifact={"rows": 1})
        talk = [HumanMessage("Go on."), AIMessage("", tool_calls=[call]), said]
        short = condense(talk)
        assert short[-1].content == content
        assert short[-1].artifact == {"rows": 1}
    long = ToolMessage(told(desk())[0], tool_call_id="1", artifact={"rows": 1})
    cut = condense([*talk[:2], long], max_tool_tokens=100)[-1]
    assert cut.content != long.content
    assert cut.artifact is None


def said_by(*contents: Any) -> list[BaseMessage]:
    """Calls of one tool after a question, with what it said to each."""
    messages: list[BaseMessage] = [HumanMessage("I want to go to Ystad.")]
    for at, content in enumerate(contents):
        call = {"name": "look_up", "args": {"page": at}, "id": str(at)}
        said = content if isinstance(content, str) else json.dumps(content)
        messages += [
            AIMessage("", tool_calls=[call]),
            ToolMessage(said, tool_call_id=call["id"]),
        ]
    return messages


def test_only_what_the_newest_message_tells_is_below() -> None:
    """An output that said nothing, or of which nothing is told, does not point to it."""
    buoy = {"buoy_id": "B7", "colour": "red " * 30}
    assert told(condense(said_by("", buoy)))[0] == NOTHING
    assert told(condense(said_by(buoy, buoy)))[0] == ELSEWHERE
    again = said_by(buoy, buoy, crossings("Ystad", 60))
    assert told(condense(again))[:2] == [ELSEWHERE, ELSEWHERE]
    short = told(condense(again, tools=DESK, max_tool_tokens=250))
    assert "B7" not in short[-1]
    assert short[:2] == [NOTHING, NOTHING]


def test_without_a_limit_no_counter_takes_messages_away() -> None:
    """A counter that adds something for every list does not shorten a conversation."""
    messages = [HumanMessage("Hi"), AIMessage("Hello"), HumanMessage("Go on.")]

    def primed(messages: Sequence[BaseMessage]) -> int:
        return 3 + sum(len(str(message.content)) for message in messages)

    assert condense(messages, token_counter=primed) == messages
    assert condense(messages, token_counter=primed, max_tokens=16) == messages


@pytest.mark.parametrize("limit", [-1, -0.5, 1.5])
def test_limits_out_of_range_are_errors(limit: float) -> None:
    """A share is between 0 and 1, a number of tokens is not negative."""
    with pytest.raises(ConfigError, match="max_tool_tokens"):
        condense(desk(), max_tool_tokens=limit)


def test_small_outputs_stay_whole() -> None:
    """What needs no more than the floor is told whole, whatever the share."""
    messages = [HumanMessage("Hi"), *asked(1, "Rostock", 1)]
    text = told(condense(messages, max_tool_tokens=0.1))[0]
    assert count_text(text) <= FLOOR
    assert all(word in text for word in ("RO300", "Rostock", "06:30", "40", "wood"))


def test_chinese_conversations() -> None:
    """What a Chinese user asked for is kept."""
    boats = [
        {"航班编号": f"船{i}号", "港口": port, "票价": 50 + i}
        for i, port in enumerate(
            ["大连", "青岛", "上海", "厦门", "宁波", "天津", "广州", "海口"] * 3
        )
    ]
    call = {"name": "查航班", "args": {}, "id": "c"}
    messages = [
        HumanMessage("我想坐船去青岛"),
        AIMessage("", tool_calls=[call]),
        ToolMessage(json.dumps(boats, ensure_ascii=False), tool_call_id="c"),
    ]
    text = told(condense(messages, max_tool_tokens=0.25))[0]
    assert "船1号" in text
    assert "青岛" in text


def test_tools_of_langchain_and_schemas_are_alike() -> None:
    """A LangChain tool and its schema lead to the same choice."""

    @tool
    def get_crossing(crossing_id: str) -> str:
        """Look a crossing up."""
        return crossing_id

    schema = {
        "type": "function",
        "function": {
            "name": "get_crossing",
            "description": "Look a crossing up.",
            "parameters": {
                "type": "object",
                "properties": {"crossing_id": {"type": "string"}},
            },
        },
    }
    by_tool = condense(desk(), tools=[get_crossing], max_tool_tokens=0.15)
    assert by_tool == condense(desk(), tools=[schema], max_tool_tokens=0.15)


def test_the_counter_can_be_replaced() -> None:
    """Limits are in tokens of the given counter."""

    def characters(messages: Sequence[BaseMessage]) -> int:
        return sum(len(str(message.content)) + 7 for message in messages)

    short = condense(desk(), tools=DESK, max_tool_tokens=500, token_counter=characters)
    assert 350 <= sum(map(len, told(short))) <= 500


def test_without_tools_or_results_nothing_happens() -> None:
    """A conversation without tool messages comes back as it is."""
    messages = [SystemMessage("Be kind."), HumanMessage("Hi"), AIMessage("Hello")]
    assert condense(messages, max_tool_tokens=10) == messages
    assert condense([]) == []
    assert condense(["Hi"]) == [HumanMessage("Hi")]


PNG = {"type": "image", "source_type": "base64", "data": "AA==", "mime_type": "image/png"}


def browsing(pages: int) -> list[BaseMessage]:
    """An agent that looks at pages, each with a list and a picture."""
    messages: list[BaseMessage] = [HumanMessage("Find a crossing to Rostock.", id="h")]
    for n in range(pages):
        call, result = asked(n, "Rostock")
        text = {"type": "text", "text": str(result.content)}
        messages += [call, result.model_copy(update={"content": [text, PNG]})]
    return messages


def test_the_text_beside_older_pictures_is_told_like_any() -> None:
    """The newest picture stays, of older ones a word says that they were left out."""
    messages = browsing(4)
    short = condense(messages, tools=DESK, max_tool_tokens=400)
    results = [m for m in short if isinstance(m, ToolMessage)]
    *older, newest = [m.content for m in results]
    assert older == ["below\n[1 image left out]"] * 3
    assert isinstance(newest, list)
    text, picture = newest
    assert picture == PNG
    assert isinstance(text, dict)
    assert "RO300" in text["text"]
    written = sum(count_text(str(said)) for said in older) + count_text(text["text"])
    assert written <= 400
    assert [m.id for m in short] == [m.id for m in messages]
    assert messages == browsing(4)


def test_pictures_stay_where_all_has_room() -> None:
    """Without a limit, or below it, each picture stands with what is told of its text."""
    for limit in (None, 100_000):
        short = condense(browsing(3), tools=DESK, max_tokens=limit)
        results = [m.content for m in short if isinstance(m, ToolMessage)]
        assert all(isinstance(said, list) and said[-1] == PNG for said in results)


def test_pictures_count_for_all_messages() -> None:
    """`max_tokens` holds with the pictures that stay."""
    messages = browsing(6)
    limit = 2_600
    short = condense(messages, tools=DESK, max_tokens=limit)
    assert count_tokens(short) <= limit < count_tokens(messages)
    assert short[0] == messages[0]
    assert PNG in short[-1].content


def test_older_pictures_alone_say_that_they_were_left_out() -> None:
    """A result without a word is not empty where its pictures had to go."""
    shots = []
    for n in range(3):
        call = {"name": "shoot", "args": {}, "id": f"s{n}"}
        shots += [
            AIMessage("", tool_calls=[call]),
            ToolMessage([PNG, PNG], tool_call_id=f"s{n}"),
        ]
    short = condense([HumanMessage("Look."), *shots], max_tokens=4_000)
    said = [m.content for m in short if isinstance(m, ToolMessage)]
    assert all(str(one).endswith("[2 images left out]") for one in said[:2])
    assert said[2] == [PNG, PNG]


def test_the_newest_pictures_are_left_alone() -> None:
    """A result of the newest batch that is a picture stays as it is."""
    picture = ToolMessage(
        [{"type": "image_url", "image_url": {"url": "https://example.org/a.png"}}],
        tool_call_id="c9",
    )
    call = {"name": "draw", "args": {}, "id": "c9"}
    messages = [*desk(), AIMessage("", tool_calls=[call]), picture]
    assert condense(messages, max_tool_tokens=0.2)[-1] is picture


def test_the_kind_of_task_can_be_given() -> None:
    """Both the settings of all and those of cards are taken."""
    note = "A quiet deck where travellers watched the seals that sleep on the sandbanks."
    found = [{**one, "story": f"{note} {i}"} for i, one in enumerate(crossings("Rostock"))]
    call = {"name": "list_crossings", "args": {}, "id": "c"}
    messages = [
        HumanMessage("Hm."),
        AIMessage("", tool_calls=[call]),
        ToolMessage(json.dumps(found), tool_call_id="c"),
    ]
    creative = CardConfig(task_mode="creative")
    texts = [
        told(condense(messages, tools=DESK, max_tool_tokens=0.15, config=config))[0]
        for config in (creative, MemoryConfig(cards=creative), None)
    ]
    assert texts[0] == texts[1]
    assert texts[0] != texts[2]


def test_the_weights_can_be_given() -> None:
    """Weights of the settings take the place of those of the kind of task."""
    weights = Weights(id_match=-4.0, unmatched=4.0)
    texts = [
        told(condense(desk(), tools=DESK, max_tool_tokens=0.2, config=config))[-1]
        for config in (CardConfig(weights=weights), CardConfig(weights=Weights()), None)
    ]
    assert texts[0] != texts[1]
    assert texts[1] == texts[2]
    assert texts[0].count("steel") > texts[1].count("steel")


def test_a_long_text_is_cut_to_what_was_asked_for() -> None:
    """Of a text within an object the sentence stays that the user lately spoke of."""
    facts = [f"Deck {n} has {n + 3} cabins that look onto the sea." for n in range(30)]
    facts[17] = "The sauna opens when the ship has left the harbour."
    call = {"name": "get_ship", "args": {}, "id": "c"}
    messages = [
        HumanMessage("When does the sauna open?"),
        AIMessage("", tool_calls=[call]),
        ToolMessage(json.dumps({"about": " ".join(facts)}), tool_call_id="c"),
    ]
    text = told(condense(messages, max_tool_tokens=0.25))[0]
    assert facts[17] in text
    assert text.count("cabins") < len(facts) / 2


contents = st.one_of(
    st.text(max_size=80),
    st.recursive(
        st.none() | st.booleans() | st.integers(-99, 9_999) | st.text(max_size=12),
        lambda inner: (
            st.lists(inner, max_size=4)
            | st.dictionaries(st.text(max_size=8), inner, max_size=4)
        ),
        max_leaves=12,
    ).map(lambda value: json.dumps(value, ensure_ascii=False)),
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(contents, min_size=1, max_size=5), st.integers(FLOOR, 300))
def test_any_output_fits(outputs: list[str], limit: int) -> None:
    """Whatever tools say, pairs stay together and the limit holds."""
    messages: list[BaseMessage] = [HumanMessage("Go on.")]
    for number, content in enumerate(outputs):
        call = {"name": f"do_{number % 2}", "args": {"n": number}, "id": f"c{number}"}
        messages.append(AIMessage("", tool_calls=[call]))
        messages.append(ToolMessage(content, tool_call_id=f"c{number}"))
    short = condense(messages, max_tool_tokens=limit)
    assert tool_tokens(short) <= limit
    assert pairs(short) == pairs(messages)


@pytest.mark.parametrize(
    "said",
    [
        "[{'id': 'RO7', 'open': True}, {'id': 'GE2', 'open': None}]",
        '{"id": "RO7", "open": true}\n{"id": "GE2", "open": null}',
    ],
)
def test_what_python_prints_and_json_lines_are_data(said: str) -> None:
    """Lists that were printed, or written line by line, become tables."""
    call = {"name": "list_quays", "args": {}, "id": "c"}
    talk = [AIMessage("", tool_calls=[call]), ToolMessage(said, tool_call_id="c")]
    assert condense(talk)[-1].content == "quays(id open):\n RO7 true\n GE2 null"


def test_short_items_of_a_list_are_not_worth_more() -> None:
    """A list that does not fit is told from its beginning on, whatever is short."""
    codes = [f"QUAY-{900 + i}-NORTH" if i < 8 else str(i) for i in range(60)]
    call = {"name": "list_quays", "args": {}, "id": "c"}
    said = ToolMessage(json.dumps(codes), tool_call_id="c")
    told = str(condense([AIMessage("", tool_calls=[call]), said], max_tool_tokens=90)[-1])
    assert all(code in told for code in codes[:6])


def test_the_error_of_a_call_that_could_not_be_read_goes_together_with_it() -> None:
    """Whatever goes away, no result stands without the message that asked for it."""
    messages: list[BaseMessage] = [HumanMessage("Book it.")]
    for i in range(4):
        bad = {"name": "book", "args": "{bad", "id": f"c{i}", "error": "not JSON"}
        error = "Error: the arguments are no JSON. " * 10
        messages += [
            AIMessage("", invalid_tool_calls=[bad]),
            ToolMessage(error, tool_call_id=f"c{i}", status="error"),
        ]
    told = condense(messages, max_tokens=120)
    assert len(told) < len(messages)
    called = {
        c["id"] for m in told if isinstance(m, AIMessage) for c in m.invalid_tool_calls
    }
    assert called == {m.tool_call_id for m in told if isinstance(m, ToolMessage)}


def test_a_matrix_that_has_no_room_is_told_in_part() -> None:
    """Lists within lists are cut like any list."""
    grid = [[i * j for j in range(30)] for i in range(60)]
    call = {"name": "get_grid", "args": {}, "id": "1"}
    told = condense(
        [
            HumanMessage("What is in the grid?"),
            AIMessage("", tool_calls=[call]),
            ToolMessage(json.dumps(grid), tool_call_id="1"),
        ],
        max_tool_tokens=500,
    )
    text = told[-1].text
    assert text.startswith("grid = [[0,0,")
    assert re.search(r"\]\]…$", text)
    assert count_text(text) <= 500


@pytest.mark.parametrize(
    "block",
    [
        {"type": "json", "json": crossings("Rostock", 90)},
        {"type": "non_standard", "value": crossings("Rostock", 90)},
        {
            "type": "search_result",
            "source": "s",
            "content": [{"type": "text", "text": json.dumps(crossings("Rostock", 90))}],
        },
    ],
    ids=lambda block: block["type"],
)
def test_blocks_of_data_are_bounded_as_text_is(block: dict[str, Any]) -> None:
    """What is neither text nor a picture is told as data within the limit."""
    call = {"name": "list_crossings", "args": {}, "id": "1"}
    messages = [
        HumanMessage("To Rostock."),
        AIMessage("", tool_calls=[call]),
        ToolMessage([block], tool_call_id="1"),
    ]
    for most in (0, 100):
        told = condense(messages, max_tool_tokens=most)
        assert count_text(told[-1].text) <= most
    assert "RO" in told[-1].text
    picture = ToolMessage([block, {"type": "image", "url": "u"}], tool_call_id="1")
    assert condense([*messages[:2], picture])[-1] is picture
