"""A call that is repeated is told what the view has cut."""

from __future__ import annotations

import json
from collections.abc import Sequence

import pytest
from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from langgraph_memory.cards.form.model import Output
from langgraph_memory.recall.drafts import Draft, Planned
from langgraph_memory.recall.planning import plan
from langgraph_memory.recall.reminding import Seen
from langgraph_memory.recall.repeating import earlier, page_of, page_text
from langgraph_memory.recall.view import Recipe, build

from .conversations import conversation, count, found, prints, retelling

LISTED = Output("search", found("k", 3_000), {"q": "k"})


def asking(content: str, number: int, query: str = "k") -> list[BaseMessage]:
    made = {"name": "search", "args": {"q": query}, "id": f"k{number}"}
    return [
        AIMessage("", tool_calls=[made], id=f"ka{number}"),
        ToolMessage(content, tool_call_id=f"k{number}", id=f"kr{number}"),
    ]


def planned(
    messages: Sequence[BaseMessage], tokens: int, before: Recipe
) -> tuple[Planned, list[BaseMessage]]:
    draft = Draft(
        messages=messages,
        prints=prints(messages),
        retelling=retelling(messages),
        turn=1,
        reserved=0,
        count=count,
    )
    done = plan(draft, before, tokens=tokens, refill=0.6)
    return done, build(messages, prints(messages), done.recipe, done.texts, {})


def answers(times: int, tokens: int, content: str) -> list[str]:
    """What the newest result says each time that one call is made."""
    messages = conversation(3)
    recipe, said = planned(messages, tokens, Recipe())[0].recipe, list[str]()
    for number in range(times):
        messages = [*messages, *asking(content, number)]
        done, view = planned(messages, tokens, recipe)
        assert count(view) == done.tokens <= tokens
        assert (
            Recipe.from_dict(json.loads(json.dumps(done.recipe.to_dict()))) == done.recipe
        )
        recipe = done.recipe
        said.append(str(view[-1].content))
    return said


def test_a_repeated_call_is_answered_whole_where_half_the_room_suffices() -> None:
    """The second answer has every row that the first one had cut."""
    messages = [*conversation(3), *asking(found("k", 2_000), 0)]
    _, view = planned(messages, 3_600, Recipe())
    assert "note k27" not in str(view[-1].content)
    again = [*messages, *asking(found("k", 2_000), 1)]
    second, view = planned(again, 3_600, Recipe())
    assert second.recipe.alone == {"kr1"}
    assert all(f"note k{i}" in str(view[-1].content) for i in range(28))
    assert second.tokens == count(view) <= 3_600
    # The first answer is told by the second, the others before it.
    assert second.texts["kr0"] == "below"
    assert "Hotel a0" in second.texts["r2"]


def test_a_loop_sees_every_row_in_the_end() -> None:
    """An answer that does not fit goes on where the one before it ended."""
    said = answers(12, 1_500, found("k", 4_000))
    unseen = {f"note k{i}" for i in range(50)}
    left = [len(unseen := {u for u in unseen if u not in text}) for text in said]
    assert left[-1] == 0
    assert left[1] < left[0]


def test_other_arguments_are_another_question() -> None:
    """A call with other arguments, or one that says something else, repeats nothing."""
    outputs = {
        "a": LISTED,
        "b": Output("search", LISTED.content, {"q": "other"}),
        "c": Output("search", found("z", 3_000), {"q": "k"}),
        "d": Output("search", LISTED.content, {"q": "k"}),
    }
    assert [earlier(outputs, mark, ()) for mark in outputs] == [[], [], [], ["a"]]
    assert earlier(outputs, "d", {"search"}) == []


def test_a_changed_time_is_still_the_same_answer() -> None:
    """An answer that differs in few parts says mostly the same."""
    status = [{"disk": f"D{i}", "free": i} for i in range(9)]
    first, second = (
        Output("status", json.dumps({"at": at, "disks": status})) for at in ("9:01", "9:02")
    )
    assert earlier({"a": first, "b": second}, "b", ()) == ["a"]


@pytest.mark.parametrize(
    "content",
    [
        found("k", 3_000),
        json.dumps({f"field {i}": f"value k{i}x" for i in range(90)}),
        " ".join(f"Sentence {i} tells of stone k{i}x." for i in range(200)),
        json.dumps([{"名称": f"第{i}间", "电话": f"010-{i:04}"} for i in range(90)]),
    ],
    ids=["list", "object", "text", "Chinese"],
)
def test_pages_show_what_was_not_in_view(content: str) -> None:
    """Page by page, each within the room, all of an output is shown."""
    output, after, pages = Output("read", content), -1, list[tuple[int, ...]]()
    seen = list[str]()
    for _ in range(40):
        page = page_of(output, Seen(seen), after=after, room=600, count=len)
        if not page:
            break
        text = page_text(output, page, len)
        assert len(text) <= 600
        seen.append(text)
        pages.append(page)
        after = page[-1]
    assert 2 <= len(pages) < 40
    shown = [number for page in pages for number in page]
    assert len(shown) == len(set(shown))


def test_a_fresh_process_shows_the_same() -> None:
    """The recipe alone leads to the same texts."""
    messages: list[BaseMessage] = conversation(3)
    recipe = planned(messages, 1_500, Recipe())[0].recipe
    for number in range(3):
        messages = [*messages, *asking(found("k", 4_000), number)]
        done, _ = planned(messages, 1_500, recipe)
        recipe = done.recipe
    assert recipe.pages
    assert retelling(messages).texts(Recipe.from_dict(recipe.to_dict())) == done.texts


def test_what_follows_extends_the_view() -> None:
    """After a repeated call was told, views are prefixes until the next batch."""
    messages: list[BaseMessage] = conversation(3)
    recipe = planned(messages, 2_000, Recipe())[0].recipe
    for number in range(2):
        messages = [*messages, *asking(found("k", 4_000), number)]
        done, view = planned(messages, 2_000, recipe)
        recipe = done.recipe
    messages = [*messages, AIMessage("Hm.", id="hm"), HumanMessage("Well?", id="well")]
    after, longer = planned(messages, 2_000, recipe)
    assert after.recipe == recipe
    assert [m.content for m in longer[: len(view)]] == [m.content for m in view]
