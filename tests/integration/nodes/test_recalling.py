"""`recall_record`: the model reads raw records back."""

from __future__ import annotations

import json
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.checkpoint.sqlite import SqliteSaver
from langgraph.graph import START, MessagesState, StateGraph
from langgraph.prebuilt import ToolNode, tools_condition
from langgraph.store.memory import InMemoryStore

from langgraph_memory import Memory, MemoryConfig, RecallConfig, Scope, add_memory
from langgraph_memory.recall.tokens import count_tokens
from langgraph_memory.testing import HashEmbeddings, ScriptedChatModel

from .trips import HOTELS, TOOLS, call, config

ANN = Scope(user="ann")


def settings(view_tokens: int = 550, record_tokens: int = 400) -> MemoryConfig:
    return MemoryConfig(
        recall=RecallConfig(view_tokens=view_tokens, record_tokens=record_tokens)
    )


def wired(
    script: list[Any],
    saver: Any,
    *,
    reads_back: bool = True,
    store: Any = None,
    view_tokens: int = 550,
    config: MemoryConfig | None = None,
) -> tuple[Any, ScriptedChatModel, Memory]:
    """A loop of model and tools, with memory in one call."""
    config = config or settings(view_tokens)
    memory = Memory(embeddings=HashEmbeddings(), config=config, tools=TOOLS)
    tools = [*TOOLS, memory.recall_record] if reads_back else TOOLS
    model = ScriptedChatModel(script=script)

    def agent(state: MessagesState) -> dict[str, Any]:
        return {"messages": [model.bind_tools(tools).invoke(state["messages"])]}

    builder = StateGraph(MessagesState)
    builder.add_node("agent", agent)
    builder.add_node("tools", ToolNode(tools))
    builder.add_edge(START, "agent").add_edge("tools", "agent")
    builder.add_conditional_edges("agent", tools_condition)
    add_memory(builder, memory, model="agent")
    store = memory.store(saver) if store is None else store
    return builder.compile(checkpointer=saver, store=store), model, memory


def digits_after(word: str, shown: list[BaseMessage]) -> str:
    text = "\n".join(str(message.content) for message in shown)
    return text.split(f"{word} ", 1)[1][:8]


def reading(query: str | None = None, number: int = 0) -> Any:
    """A reply of the model that asks for the first record, or card, that it is shown."""

    def reply(shown: list[BaseMessage]) -> AIMessage:
        word = "[record" if any("[record" in m.text for m in shown) else "[card"
        made = {"id": digits_after(word, shown)} | ({"query": query} if query else {})
        return call("recall_record", number, **made)

    return reply


def results(state: dict[str, Any], tool: str = "recall_record") -> list[str]:
    return [
        str(m.content)
        for m in state["messages"]
        if isinstance(m, ToolMessage) and m.name == tool
    ]


ASK = {"messages": [HumanMessage("Which phone number has Hotel 33 in Rome?")]}
SEARCH = call("search_hotels", city="Rome")


@pytest.mark.parametrize("store", [None, InMemoryStore()], ids=["own", "other"])
def test_the_matching_part_is_read_by_a_short_id(store: Any) -> None:
    """The digits in the view lead to the record, and the query to the row."""
    saver = InMemorySaver()
    graph, _, _ = wired(
        [SEARCH, reading("phone of Hotel 33"), "555-0133."], saver, store=store
    )
    state = graph.invoke(ASK, config())
    [text] = results(state)
    assert text.startswith("[record ")
    assert "search_hotels(city=Rome)" in text.split("\n")[0]
    assert '"phone":"555-0133"' in text


async def test_it_works_asynchronously() -> None:
    """The tool serves asynchronous graphs too."""
    graph, _, _ = wired([SEARCH, reading("Hotel 33"), "Done."], InMemorySaver())
    [text] = results(await graph.ainvoke(ASK, config()))
    assert "555-0133" in text


def test_without_a_query_it_begins_at_the_beginning() -> None:
    """A long record is shown from its beginning, within the budget, and says so."""
    graph, _, _ = wired([SEARCH, reading(), "Done."], InMemorySaver())
    [text] = results(graph.invoke(ASK, config()))
    head, body = text.split("\n", 1)
    assert "the first " in head
    assert json.dumps([{**HOTELS[0], "city": "Rome"}])[:-1] in body
    assert "Hotel 39" not in body


def test_the_same_read_twice_says_where_it_is() -> None:
    """The second identical read points to the first, another query reads on."""
    graph, _, _ = wired(
        [
            SEARCH,
            reading("Hotel 33"),
            reading("Hotel 33", 1),
            reading("Hotel 34", 2),
            "Ok.",
        ],
        InMemorySaver(),
    )
    first, second, third = results(graph.invoke(ASK, config()))
    assert "555-0133" in first
    assert "You have this already" in second
    assert "recall_record(id=" in second
    assert "555-0134" in third


@pytest.mark.parametrize("view_tokens", [350, 400, 450, 550])
def test_a_reading_is_refused_only_where_it_is_still_shown(view_tokens: int) -> None:
    """However small the view, a refusal stands beside what it points to."""
    asked: list[AIMessage] = []

    def again(shown: list[BaseMessage]) -> AIMessage:
        first = asked[0] if asked else reading("Hotel 33")(shown)
        wanted = first.tool_calls[0]["args"]
        asked.append(call("recall_record", len(asked), **wanted))
        return asked[-1]

    script = [SEARCH, again, call("flight_times", flight="AF1"), *[again] * 5, "Ok."]
    graph, model, _ = wired(script, InMemorySaver(), view_tokens=view_tokens)
    refused = [m for m in results(graph.invoke(ASK, config())) if "already" in m]
    views = [one.messages for one in model.calls]
    pointing = [view for view in views if "already" in str(view[-1].content)]
    assert len(pointing) == len(refused) > 0
    for view in pointing:
        assert any('"phone":"555-0133"' in str(message.content) for message in view)


def readings(queries: list[str | None], view_tokens: int, **parts: int) -> list[str]:
    """What is answered to readings of a long record, one after the other."""
    recall = RecallConfig(view_tokens=view_tokens, **parts)

    def asking(number: int) -> Any:
        def reply(_: list[BaseMessage]) -> AIMessage:
            found = graph.store.search(ANN.namespace("records"), filter={"kind": "tool"})
            args = {"id": found[0].key, "query": queries[number]}
            return call("recall_record", number, **args)

        return reply

    script = [SEARCH, *map(asking, range(len(queries))), "Ok."]
    config_ = MemoryConfig(recall=recall)
    graph, model, _ = wired(script, InMemorySaver(), config=config_)
    told = results(graph.invoke(ASK, config()))
    assert all(count_tokens(one.messages) <= view_tokens for one in model.calls)
    return told


@pytest.mark.parametrize("query", [None, "Hotel"])
@pytest.mark.parametrize("view_tokens", [800, 1_000, 1_500])
def test_reading_in_circles_is_refused_in_small_views(
    view_tokens: int, query: str | None
) -> None:
    """A reading leaves room in the view for a refusal beside it, however long it is."""
    first, *others = readings([query] * 3, view_tokens)
    assert first.startswith("[record ")
    assert ["already" in text for text in others] == [True] * 2


def test_what_matches_nothing_is_not_answered_with_the_same_beginning_twice() -> None:
    """A query without a match says so, and where the record's beginning stands."""
    queries = [None, "gibberish", "Nonsense", "gibberish "]
    first, *others = readings(queries, 4_000, record_tokens=300)
    said = "Nothing in it matches the query. You have that part already"
    assert first.startswith("[record ")
    assert [text.startswith(said) for text in others] == [True] * 3


@pytest.mark.parametrize("record_tokens", [20, 30, 100, 250])
def test_the_budget_of_a_reading_holds_its_head(record_tokens: int) -> None:
    """What one call returns takes no more than `record_tokens` in all."""
    small = settings(record_tokens=record_tokens)
    script = [SEARCH, reading(), reading("phone of Hotel 33", 1), "Ok."]
    graph, _, _ = wired(script, InMemorySaver(), config=small)
    told = results(graph.invoke(ASK, config()))
    assert all(text.startswith("[record ") for text in told)
    sizes = [count_tokens([ToolMessage(text, tool_call_id="")]) for text in told]
    assert max(sizes) <= record_tokens


def test_without_an_archive_nothing_is_offered_to_be_read() -> None:
    """No hint names a record that is not kept, and the tool says that none is."""
    bare = MemoryConfig(archive="none", recall=RecallConfig(view_tokens=550))
    script = [SEARCH, call("recall_record", 1, id="5d0e3b1c"), "Ok."]
    graph, model, _ = wired(script, InMemorySaver(), config=bare)
    [text] = results(graph.invoke(ASK, config()))
    assert text == "No records are kept here; call the tool itself again."
    assert not any("[record" in m.text for one in model.calls for m in one.messages)


def test_what_was_cut_names_its_record_where_it_can_be_read() -> None:
    """The hint stands in the view of graphs that have the tool, and in no other."""
    for reads_back in (True, False):
        graph, model, _ = wired([SEARCH, "Done."], InMemorySaver(), reads_back=reads_back)
        graph.invoke(ASK, config())
        [text] = [m.text for m in model.calls[-1].messages if isinstance(m, ToolMessage)]
        assert "hotels(name" in text
        assert "555-0139" not in text
        assert ("[record " in text) is reads_back


def test_what_is_told_whole_names_no_record() -> None:
    """Where all is there to see, nothing needs to be read back."""
    graph, model, _ = wired([call("flight_times", flight="AF1"), "Done."], InMemorySaver())
    graph.invoke(ASK, config())
    assert not any("[record" in message.text for message in model.calls[-1].messages)


def test_each_hint_can_be_followed() -> None:
    """The digits in each message lead to the record of its own call."""
    cities = ["Rome", "Milan", "Turin"]
    looks = [call("search_hotels", n, city=city) for n, city in enumerate(cities)]
    graph, model, memory = wired([*looks, "Done."], InMemorySaver())
    graph.invoke(ASK, config())
    told = [m.text for m in model.calls[-1].messages if isinstance(m, ToolMessage)]
    read = Memory(embeddings=HashEmbeddings(), store=graph.store).recall_record
    for city, text in zip(cities, told, strict=True):
        digits = text.split("[record ", 1)[1][:8]
        assert f"search_hotels(city={city})" in read.invoke({"id": digits}, config())
    assert memory.settings.reads_back is False


@pytest.mark.parametrize(
    ("given", "says"),
    [
        ("ffffffff", "nothing on record whose id begins with ffffffff"),
        ("f" * 32, "nothing on record"),
        ("the hotels", "'the hotels' is not an id"),
        ("", "is not an id"),
    ],
)
def test_case_79_an_unknown_id_says_what_to_do(given: str, says: str) -> None:
    """A wrong id is answered with what to do, which is neither an error nor a lesson."""
    script = [SEARCH, call("recall_record", id=given), "Done."]
    graph, model, _ = wired(script, InMemorySaver())
    state = graph.invoke(ASK, config())
    [text] = results(state)
    assert says in text
    assert len(model.calls) == 3  # no attempt was taken for failed
    assert list(graph.store.search(ANN.namespace("experiences"))) == []


def test_case_79_short_ids_are_taken_until_they_are_ambiguous() -> None:
    """As many digits as tell the record from the others will do; fewer ask for more."""
    saver = InMemorySaver()
    graph, _, _ = wired([SEARCH, "Done."], saver)
    graph.invoke(ASK, config())
    item = graph.store.search(ANN.namespace("records"), limit=10)[-1]
    twin = item.key[:6] + ("0" * 26 if item.key[6] != "0" else "1" * 26)
    graph.store.put(ANN.namespace("records"), twin, {**item.value, "key": twin})
    read = Memory(embeddings=HashEmbeddings(), store=graph.store).recall_record
    text = read.invoke({"id": item.key[:6]}, config("elsewhere"))
    assert "2 records begin with" in text
    assert item.key[:12] in text
    assert read.invoke({"id": item.key[:7]}, config("elsewhere")).startswith("[record ")


def test_case_42_the_scope_is_the_runs_and_no_argument() -> None:
    """Another user's id leads nowhere, and no argument names a user."""
    saver = InMemorySaver()
    graph, _, memory = wired([SEARCH, "Done."], saver)
    graph.invoke(ASK, config())
    key = graph.store.search(ANN.namespace("records"))[0].key
    read = Memory(embeddings=HashEmbeddings(), store=graph.store).recall_record
    assert "nothing on record" in read.invoke({"id": key}, config("1", "bob"))
    assert set(memory.recall_record.tool_call_schema.model_json_schema()["properties"]) == {
        "id",
        "query",
    }


def test_it_works_after_a_restart(tmp_path: Path) -> None:
    """Another process reads by the digits what the first one recorded."""
    path = str(tmp_path / "agent.db")
    with SqliteSaver.from_conn_string(path) as saver:
        graph, _, _ = wired([SEARCH, "Done."], saver)
        graph.invoke(ASK, config())
    connection = sqlite3.connect(path, check_same_thread=False)
    saver = SqliteSaver(connection)
    graph, _, _ = wired([reading("Hotel 33"), "555-0133."], saver)
    state = graph.invoke(
        {"messages": [HumanMessage("The phone of Hotel 33?")]}, config("2")
    )
    connection.close()
    assert "555-0133" in results(state)[0]


def test_case_27_what_is_read_back_is_no_new_observation() -> None:
    """Reading records leaves no further record, card or credit."""
    graph, _, _ = wired([SEARCH, reading("Hotel 33"), "Done."], InMemorySaver())
    graph.invoke(ASK, config())
    kept = [item.value["tool"] for item in graph.store.search(ANN.namespace("records"))]
    assert sorted(filter(None, kept)) == ["search_hotels"]
    cards = [item.value["source"] for item in graph.store.search(ANN.namespace("cards"))]
    assert set(cards) <= {"tool:search_hotels", "user", "model"}
    assert list(graph.store.search(ANN.namespace("credit"))) == []


def test_case_51_secrets_do_not_come_back_by_reading() -> None:
    """What another program put into the archive is redacted once more."""
    graph, _, _ = wired([SEARCH, "Done."], InMemorySaver())
    graph.invoke(ASK, config())
    item = graph.store.search(ANN.namespace("records"))[0]
    secret = "the key is sk-proj-AbCdEf0123456789AbCdEf0123456789"  # noqa: S105  made up
    graph.store.put(ANN.namespace("records"), item.key, {**item.value, "text": secret})
    read = Memory(embeddings=HashEmbeddings(), store=graph.store).recall_record
    text = read.invoke({"id": item.key}, config())
    assert text.startswith("[record ")
    assert "sk-proj" not in text


@pytest.mark.filterwarnings("ignore::langgraph_memory.MemoryWarning")
def test_a_store_that_is_away_does_not_break_the_turn() -> None:
    """Without a store the tool says so and the turn goes on."""
    read = Memory(embeddings=HashEmbeddings()).recall_record
    assert "out of reach" in read.invoke({"id": "5d0e3b1c"}, config())
