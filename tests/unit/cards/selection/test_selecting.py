"""The choice of cells under a budget."""

from __future__ import annotations

import random
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

from langgraph_memory.cards.form.placing import Told
from langgraph_memory.cards.selection.scoring import Scorer
from langgraph_memory.cards.selection.selecting import Selected, cues_of, select
from langgraph_memory.recall.tokens import count_text
from tests.unit.cards.selection.builders import CROSSINGS, output, said, scorer, tool

words = st.sampled_from(["Rostock", "Gedser", "FX204", "B7", "steel", "wood", "12"])
scalars = st.one_of(words, st.integers(0, 9_999), st.booleans(), st.none())
rows = st.dictionaries(
    st.sampled_from(["crossing_id", "port", "fare", "name", "deck"]),
    scalars,
    min_size=1,
)
values = st.one_of(
    rows,
    st.lists(rows, min_size=1, max_size=8),
    st.fixed_dictionaries(
        {"guest_id": words, "trips": st.lists(rows, min_size=1, max_size=4)}
    ),
    st.text(max_size=60),
)
conversations = st.lists(st.text(max_size=30) | words, max_size=3)


def choose(found: list[Any], talk: list[str], budget: int) -> Selected:
    outputs = [output(f"get_{i % 2}", value, i) for i, value in enumerate(found)]
    return select(scorer(*outputs, talk=said(*talk)), budget, count_text)


def text_of(told: Told) -> str:
    """All that is told: with the calls, and together."""
    return "\n".join([*told.places.values(), told.together]).strip("\n")


def chosen_text(scores: Scorer, budget: int) -> str:
    return text_of(select(scores, budget, count_text).told)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(values, min_size=1, max_size=4), conversations, st.integers(0, 200))
def test_the_choice_never_exceeds_the_budget(
    found: list[Any], talk: list[str], budget: int
) -> None:
    """Whatever tools and people said, the text fits; and it is always the same."""
    chosen = choose(found, talk, budget)
    texts = [*chosen.told.places.values(), chosen.told.together]
    assert sum(map(count_text, texts)) == chosen.told.tokens <= budget
    assert choose(found, talk, budget) == chosen


@settings(max_examples=40, deadline=None, derandomize=True)
@given(st.lists(values, min_size=1, max_size=4), st.integers(20, 120))
def test_a_larger_budget_never_loses_everything(found: list[Any], budget: int) -> None:
    """Where something fits, something is shown with twice the room too."""
    if text_of(choose(found, [], budget).told):
        assert text_of(choose(found, [], 2 * budget).told)


def many(size: int) -> list[dict[str, Any]]:
    draw = random.Random(3)  # noqa: S311 - data of a test
    return [
        {
            "crossing_id": f"FX{200 + i}",
            "port": draw.choice(["Rostock", "Gedser"]),
            "mast": draw.choice(["steel", "wood"]),
            "crew": draw.randint(10, 99),
        }
        for i in range(size)
    ]


def test_ids_are_kept_and_ballast_goes() -> None:
    """Under a budget the column that tools take stays, and the one of no use goes."""
    text = chosen_text(scorer(output("list_crossings", many(20))), 90)
    assert text.count("FX") >= 10
    assert "steel" not in text


def test_a_row_is_kept_with_what_the_user_calls_it_by() -> None:
    """The port that the user named stands beside the id, though the talk says it."""
    scores = scorer(output("list_crossings", CROSSINGS), talk=said("the one to Gedser"))
    lines = chosen_text(scores, 40).splitlines()
    assert [line for line in lines if "FX377" in line and "Gedser" in line]


def test_a_cue_that_all_rows_share_stays_in_its_rows() -> None:
    """What the conversation says is not hoisted away from the rows it tells."""
    crossings = [{**one, "port": "Rostock"} for one in CROSSINGS]
    scores = scorer(output("list_crossings", crossings), talk=said("to Rostock"))
    without, cued = (
        scores.known.whole(cues, count_text).together for cues in ((), cues_of(scores))
    )
    assert without.count("Rostock") == 1
    assert cued.count("Rostock") == len(crossings)


def test_idle_room_says_again_what_an_object_is_called_by() -> None:
    """Where more cells would be worth next to nothing, lists name their object."""
    fields = {f"mast{n}": f"wood of oak {n}" for n in range(9)}
    trip = {"port": "Gedser", **fields, "legs": many(3)}
    scores = scorer(output("get_trip", trip), talk=said("to Gedser"))
    assert " legs of Gedser(" in chosen_text(scores, 200)
    assert " legs(" in chosen_text(scores, 30)


def test_an_id_is_not_kept_twice() -> None:
    """Of two places that say one id, the second gives way to another."""
    told = [
        output("get_guest", {"guest": "Ida", "crossing_id": "FX204"}, 0),
        output("list_crossings", many(12), 1),
    ]
    assert chosen_text(scorer(*told), 60).count("FX204") == 1


def test_nothing_fits_into_nothing() -> None:
    """Without room there is no text and no cell."""
    chosen = select(scorer(output("list_crossings", CROSSINGS)), 0, count_text)
    assert (text_of(chosen.told), chosen.cells) == ("", frozenset())


def test_what_is_too_large_does_not_bar_the_way() -> None:
    """An id of many words is passed over, and what is worth less but fits is kept."""
    told = {"crossing_id": "a long name of a crossing " * 20, "port_id": "P17"}
    desk = (tool("book", crossing_id="string"), tool("call", port_id="string"))
    scores = scorer(output("get_plan", told), tools=desk)
    assert "P17" in chosen_text(scores, 60)
