"""The score of a cell, term by term."""

from __future__ import annotations

import math

import pytest

from langgraph_memory.cards.selection.matching import Parameters
from langgraph_memory.cards.selection.statistics import Statistics
from langgraph_memory.errors import ConfigError
from langgraph_memory.weights import PRECISE, Weights
from tests.unit.cards.selection.builders import (
    CROSSINGS,
    cell,
    output,
    said,
    schemas,
    scorer,
    tool,
)

FACTORS = {"said", "learned", "score"}


@pytest.mark.parametrize(
    ("column", "parameter", "strength"),
    [
        ("crossing_id", "crossing_id", "equal"),
        ("crossingId", "crossing_id", "equal"),
        ("crossings", "crossing_id", "equal"),
        ("crossing_id", "crossing_ids", "equal"),
        ("home_crossing_id", "crossing_id", "partial"),
        ("crossing_fee", "crossing_id", "hint"),
        ("mast", "crossing_id", "none"),
    ],
)
def test_columns_match_parameters_by_their_words(
    column: str, parameter: str, strength: str
) -> None:
    """Equal words, noun and id, a part of the words, and a word in common."""
    parameters = Parameters(schemas(tool("get_boat", **{parameter: "string"})))
    assert parameters.match("list_things", (column,)).strength == strength


def test_a_bare_id_is_that_of_what_its_tool_is_about() -> None:
    """`id` of `get_boat` takes the id of a boat, and only hints at other ids."""
    parameters = Parameters(schemas(tool("get_boat", id="string")))
    assert parameters.match("list_boats", ("id",)).strength == "equal"
    assert parameters.match("list_things", ("boat_id",)).strength == "equal"
    assert parameters.match("list_ports", ("id",)).strength == "hint"


def test_an_id_within_an_object_is_that_of_the_object() -> None:
    """`payments.id` can be a `payment_id`."""
    parameters = Parameters(schemas(tool("refund", payment_id="string")))
    assert parameters.match("get_guest", ("payments", "id")).strength == "equal"


def test_ids_for_tools_score_above_other_columns() -> None:
    """What a tool can take is worth more than what none can."""
    scores = scorer(output("list_crossings", CROSSINGS))
    assert scores.score(cell(scores, "FX204")) > 5 * scores.score(cell(scores, "steel"))
    assert scores.why(cell(scores, "FX204"))["id_match"] == PRECISE.id_match
    assert scores.why(cell(scores, "steel"))["unmatched"] == PRECISE.unmatched


def test_terms_add_up_to_the_score() -> None:
    """The score is σ of the sum of the terms that `why` tells."""
    scores = scorer(
        output("list_crossings", CROSSINGS, 1),
        output("list_crossings", [{**CROSSINGS[0], "fare": 85}], 2),
        talk=said("I want the crossing to Rostock.", ("call", "FX204")),
    )
    for one in scores.known.form.cells:
        why = scores.why(one)
        total = sum(term for name, term in why.items() if name not in FACTORS)
        if "said" not in why:
            assert why["score"] == pytest.approx(1 / (1 + math.exp(-total)))


def test_what_the_conversation_says_is_not_said_again() -> None:
    """A value that stands in the visible conversation is worth nothing by itself."""
    scores = scorer(output("list_crossings", CROSSINGS), talk=said("Take fx204, please."))
    assert scores.score(cell(scores, "FX204")) == 0.0
    assert scores.why(cell(scores, "FX204"))["said"] == 1.0
    assert scores.score(cell(scores, "FX519")) > 0.0


def test_chinese_values_are_found_within_sentences() -> None:
    """A Chinese sentence has no blanks; a value within it counts as said."""
    scores = scorer(
        output("查航线", [{"港口": "青岛"}, {"港口": "大连"}]), talk=said("我想去青岛看看")
    )
    assert scores.says(cell(scores, "青岛"))
    assert not scores.says(cell(scores, "大连"))


def test_the_object_that_was_spoken_of_comes_first() -> None:
    """A row that the newest messages tell from the others scores above them."""
    scores = scorer(output("list_crossings", CROSSINGS), talk=said("To Gedser or Rostock?"))
    assert scores.why(cell(scores, "FX204"))["recent_cues"] == PRECISE.recent_cues
    assert scores.score(cell(scores, "FX204")) > scores.score(cell(scores, "FX519"))


def test_what_cannot_be_had_scores_less() -> None:
    """None left, or sold out, lowers the whole row."""
    scores = scorer(output("list_crossings", CROSSINGS))
    assert scores.score(cell(scores, "FX377")) < scores.score(cell(scores, "FX519"))
    assert scores.why(cell(scores, "FX377"))["unavailable"] == PRECISE.unavailable


def test_the_next_of_a_partly_used_list_scores_most() -> None:
    """After the first id of a list was used, the second is likely to be next."""
    scores = scorer(
        output("get_guest", {"name": "Ida", "crossings": ["FX204", "FX377", "FX519"]}),
        talk=said(("call", "FX204")),
    )
    assert scores.why(cell(scores, "FX377"))["next_of_list"] == PRECISE.next_of_list
    assert "next_of_list" not in scores.why(cell(scores, "FX519"))


def test_newer_outputs_score_above_older_ones() -> None:
    """The newest batch, the one before, and those long ago."""
    boats = [output("get_boat", {"boat_id": f"B{i}7", "x": i}, i) for i in range(6)]
    scores = scorer(*boats, tools=(tool("call_boat", boat_id="string"),))
    ages = [scores.why(cell(scores, f"B{i}7")).get("age", 0.0) for i in range(6)]
    assert ages == [PRECISE.old] * 2 + [0.0, 0.0, PRECISE.second, PRECISE.newest]


def test_former_values_score_less() -> None:
    """What a newer output replaced is seldom needed."""
    scores = scorer(
        output("get_boat", {"boat_id": "B1", "captain": "Olsen"}, 0),
        output("get_boat", {"boat_id": "B1", "captain": "Lund"}, 1),
    )
    assert scores.why(cell(scores, "Olsen"))["former"] == PRECISE.former
    assert scores.score(cell(scores, "Olsen")) < scores.score(cell(scores, "Lund"))


def test_money_counts_where_a_tool_calculates() -> None:
    """A fare is money when something can be calculated, else a number."""
    scores = scorer(output("list_crossings", CROSSINGS))
    assert scores.why(cell(scores, 92))["money"] == PRECISE.money
    bare = scorer(output("list_crossings", CROSSINGS), tools=())
    assert bare.why(cell(bare, 92))["number"] == PRECISE.number


def test_fields_of_one_object_belong_together() -> None:
    """A row with a name and a birthday can be one of the travellers of a booking."""
    scores = scorer(
        output("get_guest", {"full_name": "Ida Lund", "birth_day": "1980-02-01"})
    )
    assert scores.why(cell(scores, "1980-02-01"))["together"] == PRECISE.together
    alone = scorer(output("get_guest", {"birth_day": "1980-02-01", "mast": "steel"}))
    assert "together" not in alone.why(cell(alone, "1980-02-01"))


def test_ids_that_have_a_row_of_their_own_are_told_there() -> None:
    """An id in a bare list is worth less once its object was read."""
    listed = output("get_guest", {"name": "Ida", "crossings": ["FX204", "FX999"]}, 0)
    scores = scorer(listed, output("list_crossings", CROSSINGS, 1))
    [first, second] = cell(scores, ["FX204", "FX999"]).items
    assert scores.why(first)["own_row"] == PRECISE.listed
    assert "own_row" not in scores.why(second)


def test_learned_rates_multiply_the_score() -> None:
    """A field that was used more than expected counts more, after any tool."""
    taught = Statistics(
        {"list_crossings|mast": (1.0, 9.0), "list_crossings|port": (9.0, 1.0)}
    )
    plain = scorer(output("list_crossings", CROSSINGS))
    learned = scorer(output("list_crossings", CROSSINGS), statistics=taught)
    for value, more in (("wood", True), ("Gedser", False)):
        before = plain.score(cell(plain, value))
        assert (learned.score(cell(learned, value)) > before) is more
        assert learned.why(cell(learned, value))["learned"] != 1.0


def test_what_is_taken_with_an_id_counts() -> None:
    """A text that a tool takes in one object with the id beside it; no number, no other."""
    legs = {"type": "array", "items": {"type": "object", "properties": {}}}
    legs["items"]["properties"] = {  # type: ignore[index]
        name: {"type": "string"} for name in ("crossing_id", "day", "fare")
    }
    row = {"crossing_id": "FX204", "day": "2031-05-02", "fare": 81, "mast": "steel"}
    scores = scorer(output("get_leg", row), tools=(tool("move", legs=legs),))
    assert scores.why(cell(scores, "2031-05-02"))["joined"] == PRECISE.joined
    for value in ("FX204", 81, "steel"):
        assert "joined" not in scores.why(cell(scores, value))


def test_a_parameter_is_known_by_its_description_too() -> None:
    """A name that says its part in the call is matched by what it is said to hold."""

    def matched(description: str) -> str:
        wanted = {"receiver": {"type": "string", "description": description}}
        parameters = Parameters(schemas(tool("send_letter", **wanted)))
        match = parameters.match("find_sailor", ("sailor_id",))
        return match.strength + (" id" if match.is_id else "")

    assert matched("The ID of the sailor to write to.") == "equal id"
    assert matched("Sailor's id, such as S-77") == "equal id"
    assert matched("Valid sailor id (six characters)") == "equal id"
    for nothing in (
        "",
        "The receiver",
        "True if the sailor id is known",
        "Number of sailors",
    ):
        assert matched(nothing) == "none"


def test_a_result_that_is_one_value_counts() -> None:
    """What a tool was asked for, in an object or alone; one field of several less."""
    told = [
        {"berth": "N4"},
        "17 knots",
        {"berth": "N5", "mast": "wood"},
        [{"knot": "K1"}] * 2,
    ]
    scores = scorer(*(output(f"get_{i}", one, i) for i, one in enumerate(told)))
    assert scores.why(cell(scores, "N4"))["sole"] == PRECISE.sole
    assert scores.why(cell(scores, "17 knots"))["sole"] == PRECISE.sole
    assert scores.why(cell(scores, "N5"))["sole"] == PRECISE.sole / 4
    assert "sole" not in scores.why(cell(scores, "K1"))


def test_a_plain_yes_calls_nothing() -> None:
    """The conversation calls objects by what it says of them, but not by yes or no."""
    row = {"port": "Gedser", "insured": "yes", "mast": "wood"}
    scores = scorer(output("get_boat", row), talk=said("yes, the one to Gedser"))
    assert [scores.calls(cell(scores, value)) for value in row.values()] == [
        True,
        False,
        False,
    ]


@pytest.mark.parametrize("weight", [math.nan, math.inf])
def test_weights_are_finite(weight: float) -> None:
    """A weight that is no number is an error that names it."""
    with pytest.raises(ConfigError, match=r"Weights\.start"):
        Weights(start=weight)


def test_weights_are_settings() -> None:
    """Any weight can be replaced."""
    scores = scorer(output("list_crossings", CROSSINGS), weights=Weights(start=0.0))
    assert scores.score(cell(scores, "steel")) > 0.2
