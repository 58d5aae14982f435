"""What a source bears out, and what a model made of it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.summaries.checking import Checked, nearest, objection, repeats

ENGLISH = Checked(
    "Changes made less than 24 hours before departure cost 150 EUR per passenger. Refunds "
    "are not possible after check-in. Breakfast is included, but parking is not. Guests "
    "must stay at least 3 nights. Mrs Maria Rossi manages the Hotel Roma in Via Appia. The "
    "pool opens at 9:40 pm on March 12, 2026. Only cash is accepted. Tickets bought online "
    "are non-refundable. The office is closed on Sundays."
)
VISA = Checked(
    "Applicants must submit the form at least 15 working days before travel. The fee of "
    "$160 is non-refundable, even if the application is refused. Children under 14 do not "
    "need an interview. Applications by post are not accepted unless the applicant lives "
    "far away. Express processing costs an additional $75. Dr. Meyer in Basel helps.\n"
    "Deposit:\n30 EUR"
)
CHINESE = Checked(
    "退票须在起飞前24小时办理，手续费为票价的百分之二十。儿童票不可退款。早餐包含在房价内，"
    "但不含停车。王芳女士负责前台。至少入住三晚。"
)


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (ENGLISH, "Changes less than 24 hours before departure cost 150 EUR."),
        (ENGLISH, "No refunds after check-in."),
        (ENGLISH, "Refunds are impossible after check-in."),
        (ENGLISH, "Breakfast is included but parking is not."),
        (ENGLISH, "Breakfast is included."),
        (ENGLISH, "The minimum stay is three nights."),
        (ENGLISH, "The Hotel Roma is managed by Maria Rossi."),
        (ENGLISH, "The pool opens on 2026-03-12 at 21:40."),
        (ENGLISH, "Online tickets are not refundable."),
        (ENGLISH, "The office is closed on Sundays."),
        (CHINESE, "起飞前24小时办理退票，手续费20%。"),
        (CHINESE, "儿童票不能退款。"),
        (CHINESE, "房价包含早餐，不含停车。"),
        (CHINESE, "至少入住3晚。"),
        (CHINESE, "前台由王芳女士负责。"),
    ],
)
def test_what_the_source_says_is_kept(source: Checked, sentence: str) -> None:
    """Other words, forms of numbers and orders of clauses do no harm."""
    assert objection(sentence, source) is None


@pytest.mark.parametrize(
    ("source", "sentence", "reason"),
    [
        (ENGLISH, "Changes cost 250 EUR.", "250 eur"),
        (ENGLISH, "Changes cost 150 USD.", "150 usd"),
        (ENGLISH, "Changes less than 24 days before departure cost 150 EUR.", "24 day"),
        (ENGLISH, "The pool opens on March 13, 2026.", "2026-03-13"),
        (ENGLISH, "The pool opens at 9:40 am.", "9:40"),
        (CHINESE, "手续费为票价的30%。", "30 percent"),
        (CHINESE, "起飞前48小时办理退票。", "48 hour"),
    ],
)
def test_a_wrong_figure_is_found(source: Checked, sentence: str, reason: str) -> None:
    """Numbers, units, currencies, days and times must be those of the source."""
    assert reason in (objection(sentence, source) or "")


@pytest.mark.parametrize(
    ("source", "sentence", "name"),
    [
        (ENGLISH, "The Hotel Roma is managed by Maria Bianchi.", "Bianchi"),
        (VISA, "Ask Dr. Mayer in Basel.", "Mayer"),
        (ENGLISH, "Nono manages the Hotel Roma.", "Nono"),
        (ENGLISH, 'The manager of the Hotel Roma is called "boss".', "boss"),
        (ENGLISH, "Refunds need the form RF_9.", "RF_9"),
        (CHINESE, "前台由李娜女士负责。", "李, 娜"),
    ],
)
def test_case_34_an_invented_name_is_found(
    source: Checked, sentence: str, name: str
) -> None:
    """A name, a nickname, a quotation or a code that the source lacks is not believed."""
    assert name in (objection(sentence, source) or "")


@pytest.mark.parametrize(
    "sentence", ["Express processing costs $160.", "Children under 15 need no interview."]
)
def test_a_number_beside_another_thing_is_found(sentence: str) -> None:
    """The sentence of the source that has a number has a word of the claim, too."""
    assert "belongs to something else" in (objection(sentence, VISA) or "")


@pytest.mark.parametrize(
    "sentence",
    [
        "Submit the form at least 15 working days before travel.",
        "The $160 fee is not refundable.",
        "Children under 14 need no interview.",
        "The deposit is 30 EUR.",
    ],
)
def test_a_number_beside_its_own_thing_is_kept(sentence: str) -> None:
    """It may stand alone in the line below."""
    assert objection(sentence, VISA) is None


@pytest.mark.parametrize(
    ("source", "sentence"),
    [
        (ENGLISH, "Refunds are possible after check-in."),
        (ENGLISH, "Parking is included."),
        (ENGLISH, "Tickets bought online are refundable."),
        (ENGLISH, "Breakfast is not included."),
        (VISA, "The fee is refundable if the application is refused."),
        (VISA, "Applications by post are accepted."),
        (CHINESE, "儿童票可退款。"),
        (CHINESE, "房价包含停车。"),
    ],
)
def test_a_denial_lost_or_added_is_found(source: Checked, sentence: str) -> None:
    """What the source denies is not affirmed, and the other way round."""
    assert (objection(sentence, source) or "").startswith("the source ")


@pytest.mark.parametrize(
    ("source", "sentence", "bound"),
    [
        (ENGLISH, "Guests must stay 3 nights.", "at least"),
        (ENGLISH, "Cash is accepted.", "only"),
        (CHINESE, "入住三晚。", "at least"),
    ],
)
def test_a_bound_lost_is_found(source: Checked, sentence: str, bound: str) -> None:
    """`Only` and `at least` change what a sentence says."""
    assert bound in (objection(sentence, source) or "")


def test_case_33_a_speculation_is_not_in_the_source() -> None:
    """A question about an app bears out neither its use nor a path to its notes."""
    source = Checked("Would Obsidian be useful for this app?")
    assert objection("The user keeps notes in Obsidian at ~/vault/notes.", source)
    assert objection("Markdown vaults synchronise between computers.", source)


def test_a_sentence_repeats_only_what_is_said_in_all_words() -> None:
    """A sentence that says one thing more than the source does not repeat it."""
    source = Checked("Late changes cost 150 EUR.")
    assert repeats("Changes cost 150 EUR.", source)
    assert not repeats("Late changes cost 150 EUR per passenger.", source)


def test_the_nearest_sentence_shares_most_words() -> None:
    """It is none where no word is shared."""
    assert nearest("No refund after check-in.", ENGLISH) == (
        "Refunds are not possible after check-in."
    )
    assert nearest("Xylophones.", ENGLISH) is None


@given(st.text(max_size=120), st.text(max_size=120))
def test_any_sentence_can_be_checked_against_any_text(sentence: str, text: str) -> None:
    """Nothing raises."""
    objection(sentence, Checked(text))


@pytest.mark.parametrize("source", [ENGLISH, CHINESE])
def test_each_sentence_of_a_source_is_borne_out_by_it(source: Checked) -> None:
    """What is quoted stands."""
    assert [line for line in source.lines if objection(line, source)] == []
