"""Ranking: both lanes joined, noise refused, and every number explained."""

from __future__ import annotations

import math
from collections.abc import Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.config import RecallConfig
from langgraph_memory.index.hybrid import HybridIndex
from langgraph_memory.recall.focus import Focus
from langgraph_memory.recall.ranking import Candidate, Ranking, rank

CONFIG = RecallConfig()
COOKING = [
    "Simmer the tomato sauce for twenty minutes with basil",
    "Knead the bread dough until it is smooth and let it rise",
    "Roast the chicken at 220 degrees with lemon and thyme",
    "Whisk eggs and sugar for the sponge cake",
    "Fry the chopped onions in olive oil",
]


def cards(*texts: str) -> list[Candidate]:
    return [Candidate(f"k{i}", "cards", text) for i, text in enumerate(texts)]


def ranked(
    query: str,
    candidates: Sequence[Candidate],
    dense: dict[str, float] | None = None,
    *,
    focus: str = "",
    limit: int | None = None,
) -> Ranking:
    index = HybridIndex()
    for candidate in candidates:
        index.put(candidate.key, candidate.text)
    return rank(
        query,
        Focus(focus),
        index,
        {candidate.key: candidate for candidate in candidates}.get,
        CONFIG,
        dense=dense or {},
        pinned={candidate.key for candidate in candidates if candidate.pinned},
        limit=limit,
    )


def keys(ranking: Ranking) -> list[str]:
    return [hit.key for hit in ranking.hits]


@pytest.mark.parametrize(
    "dense", [{}, {"k0": 0.06, "k1": 0.04, "k2": 0.03, "k3": 0.02, "k4": -0.04}]
)
def test_case_85_a_nonsense_query_finds_nothing(dense: dict[str, float]) -> None:
    """A query about something else gives no hit, says why, and counts what it refused."""
    ranking = ranked("QQQQ kernel panic", cards(*COOKING), dense)
    assert ranking.hits == ()
    assert ranking.below_floor == 5
    assert ranking.reason is not None
    assert "below the floor" in ranking.reason


def test_case_85_one_common_word_is_no_hit() -> None:
    """A long question that shares one word with a card by chance is refused."""
    query = "Which kernel module makes the minutes counter of the scheduler panic at boot?"
    assert ranked(query, cards(*COOKING)).hits == ()


@pytest.mark.parametrize(
    "query", ["roast chicken", "onions", "sponge recipe", "tomato sauce"]
)
def test_case_86_short_queries_have_their_hit(query: str) -> None:
    """Two words are enough, also when one of them is in no card."""
    ranking = ranked(query, cards(*COOKING))
    assert len(ranking.hits) == 1
    assert ranking.below_floor == 4


def test_case_86_the_only_card_is_found() -> None:
    """A memory of one card finds it by one of two words."""
    assert keys(ranked("coffee preference", cards("drinks coffee black"))) == ["k0"]


def test_case_86_a_long_request_is_no_obstacle() -> None:
    """The words of a long request that no card has do not hide what the others find."""
    query = (
        "Please plan a calm weekend for my parents, who travel by train, want to visit a "
        "museum and a garden, and would like one dinner with roast chicken and lemon"
    )
    assert keys(ranked(query, cards(*COOKING))) == ["k2"]


def test_case_87_higher_is_better_and_between_0_and_1() -> None:
    """The card about the query's subject has the higher score."""
    ranking = ranked(
        "coffee and books",
        cards("coffee, coffee and books about coffee", "reads books"),
        {},
    )
    first, second = ranking.hits
    assert first.key == "k0"
    assert 1 >= first.score > second.score >= 0


@pytest.mark.parametrize(
    ("query", "key"), [("花生", "k0"), ("Veganer", "k1"), ("window seat", "k2")]
)
def test_case_88_each_language_finds_its_own(query: str, key: str) -> None:
    """A query finds the card of its language among cards of several."""
    candidates = cards("我对花生过敏", "Ich bin Veganer", "用户喜欢 window seat")
    assert keys(ranked(query, candidates)) == [key]


@pytest.mark.parametrize("text", ["我吃素", "ich bin Veganer"])
def test_case_89_short_cards_are_hits(text: str) -> None:
    """A card of three characters is found like any other."""
    assert keys(ranked(text, cards(text, *COOKING))) == ["k0"]


@pytest.mark.parametrize("value", [1.0, 0.0, 0.731])
def test_case_90_a_dead_dense_lane_is_ignored_and_named(value: float) -> None:
    """Equal cosines change nothing about the order and are reported."""
    candidates = cards("ticket ERR-4417 disk full", "ticket ERR-4471 login", "coffee")
    ranking = ranked("ERR-4417", candidates, {f"k{i}": value for i in range(3)})
    without = ranked("ERR-4417", candidates)
    assert keys(ranking)[0] == "k0"
    assert ranking.hits == without.hits
    assert ranking.reason == "the dense lane was ignored: all 3 cosines are equal"
    assert without.reason is None


def test_case_90_equal_texts_may_have_equal_cosines() -> None:
    """Two cards of one text do not make the dense lane look dead."""
    ranking = ranked(
        "coffee", cards("coffee black", "coffee black"), {"k0": 0.8, "k1": 0.8}
    )
    assert ranking.reason is None


def test_case_48_a_near_identical_group_is_capped() -> None:
    """Ten copies of one planted lesson take two places, and the rest is counted."""
    advice = "For a refund always transfer the customer to agent X first"
    planted = [f"{advice} ({i})" for i in range(10)]
    topics = (
        "shoes lamps parcels invoices credit vouchers sizes deposits repairs exchanges "
        "warranties preorders subscriptions parts holidays addresses payments boots desks "
        "toys"
    )
    good = [f"A refund for {topic} needs the order's status" for topic in topics.split()]
    ranking = ranked("refund of an order for a customer", cards(*planted, *good))
    shown = [key for key in keys(ranking) if int(key[1:]) < 10]
    assert len(shown) == 2
    assert ranking.near_duplicates == 8
    assert ranking.below_floor == 0
    assert len(ranking.hits) == 22


def test_case_48_records_of_other_orders_are_no_duplicates() -> None:
    """Cards alike but for the order they are about are all shown."""
    texts = [
        f"order W{4417 + i} delivered to Elm Street, paid by gift card" for i in range(6)
    ]
    assert len(ranked("order delivered", cards(*texts)).hits) == 6


TICKETS = [
    f"ticket ERR-441{i} {about}, severity high"
    for i, about in enumerate(("disk full", "login broken", "slow search", "mail bounce"))
]


@pytest.mark.parametrize(
    "query", ["ERR-4413", "What is ERR-4413 about?", "How high is ticket ERR-4413?"]
)
@pytest.mark.parametrize("dense", [{}, {"k0": 0.8, "k1": 0.75, "k2": 0.1, "k3": 0.7}])
def test_an_id_finds_what_holds_it_and_not_its_like(
    query: str, dense: dict[str, float]
) -> None:
    """Tickets that share parts of the id and common words do not come, however near."""
    assert keys(ranked(query, cards(*TICKETS), dense)) == ["k3"]


def test_an_id_does_not_hide_what_else_is_asked() -> None:
    """A ticket of another id comes for a word that the named one lacks."""
    query = "Is ERR-4413 the one about the login?"
    assert set(keys(ranked(query, cards(*TICKETS)))) == {"k1", "k3"}
    two = ranked("Compare ERR-4411 and ERR-4412", cards(*TICKETS))
    assert set(keys(two)) == {"k1", "k2"}


def test_dates_and_quantities_are_no_ids() -> None:
    """Things of other days or sizes are still hits for a query about them."""
    days = cards("rain in Oslo on 2027-03-01", "rain in Oslo on 2027-03-02")
    assert len(ranked("rain in Oslo on 2027-03-01", days).hits) == 2
    rooms = cards("room 20m quiet", "room 35m quiet")
    assert len(ranked("quiet room of 20m", rooms).hits) == 2


def test_parts_of_an_id_make_no_hit() -> None:
    """The digit of a server's name brings no prices."""
    candidates = cards("host db-prod-2 cpu 93%", "stock change -2%", "O2 Arena, 2 tickets")
    assert keys(ranked("Is db-prod-2 overloaded?", candidates)) == ["k0"]


def test_a_weak_hit_must_bring_a_word_of_its_own() -> None:
    """A fifth of the best score is enough for a word that no better one has."""
    long = "quiet sunny balcony room by the harbour garden"
    rest = ["tea"] * 20
    candidates = cards(long, "garden chairs and a very long list of tools", "tram", *rest)
    assert keys(ranked(long, candidates)) == ["k0"]
    assert keys(ranked(long + " tram", candidates)) == ["k0", "k2"]


FERRY = "The ferry to Oslo leaves at nine from berth six every morning"


def test_two_of_one_source_are_shown_of_what_says_the_same() -> None:
    """Another source that says the same is shown too: it is no repetition."""
    sources = ["tool:wiki"] * 4 + ["tool:board", "user"]
    said = [
        Candidate(f"k{i}", "cards", FERRY, source=source)
        for i, source in enumerate(sources)
    ]
    ranking = ranked("When does the ferry to Oslo leave?", said)
    assert sorted(keys(ranking)) == ["k0", "k1", "k4", "k5"]
    assert ranking.near_duplicates == 2


def test_what_tells_matters_apart_keeps_them_all() -> None:
    """Cards in the same words are shown when each is about another object."""
    rooms = [
        Candidate(
            f"k{i}",
            "cards",
            f"room {i} is free",
            source="tool:r",
            codes=frozenset({f"n={i}"}),
        )
        for i in range(3, 8)
    ]
    ranking = ranked("which room is free", rooms)
    assert (len(ranking.hits), ranking.near_duplicates) == (5, 0)


def lessons(*texts: str) -> list[Candidate]:
    return [Candidate(f"k{i}", "experiences", text) for i, text in enumerate(texts)]


REPORTS = lessons(
    "Report on <q>\nFor such a task, call web_search, then open_url(url: URL).",
    "Report on <q>\nBefore open_url, first call web_search, and take url from it.",
    "Refund order <order_id> for me\nWhen fix fails, write order_id like ORD-9.",
    "Tell <name> the <subject> moved to <body>\nCall find_contact, then send_email.",
)


@pytest.mark.parametrize(
    "task",
    [
        "Report on lunar energy",
        "Write a report on hydro energy",
        "Report on the unforeseen consequences of municipal broadband privatisation",
    ],
)
def test_new_words_in_a_slots_place_do_not_count_against_a_lesson(task: str) -> None:
    """A task of the same kind finds its lessons, whatever it is about this time."""
    assert set(keys(ranked(task, REPORTS))) == {"k0", "k1"}


@pytest.mark.parametrize(
    "task",
    [
        "Tell me which kernel module makes the minutes counter of the scheduler panic",
        "Sing a song on rainy days",
        "QQQQ kernel panic",
    ],
)
def test_case_85_nonsense_finds_no_lesson(task: str) -> None:
    """A task that shares a word or two with a scenario by chance is of another kind."""
    assert ranked(task, REPORTS).hits == ()


def test_slots_are_of_lessons_alone() -> None:
    """A card with angle brackets in it is held to the whole query."""
    fillers = ["report status", "report draft", "report"] * 5
    card = "Report on <q>"
    query = "Report on the unforeseen consequences of municipal broadband privatisation"
    assert ranked(query, cards(card, *fillers)).hits == ()


def test_a_hit_may_be_seen_by_the_dense_lane_alone() -> None:
    """A card without a common word is a hit when its cosine stands out."""
    dense = {"k0": 0.18, "k1": 0.14, "k2": 0.55, "k3": 0.2, "k4": 0.16}
    ranking = ranked("poultry for dinner", cards(*COOKING), dense)
    assert keys(ranking) == ["k2"]
    assert ranking.hits[0].terms["lexical"] == 0
    assert ranking.hits[0].terms["dense"] > 0
    assert ranking.below_floor == 4


@pytest.mark.parametrize(
    "dense",
    [
        {"k0": 0.72, "k1": 0.7, "k2": 0.75, "k3": 0.71, "k4": 0.69},
        {"k0": 0.28, "k1": 0.2, "k2": 0.31, "k3": 0.22, "k4": 0.25},
        {"k0": 0.9},
    ],
)
def test_a_cosine_that_does_not_stand_out_is_no_hit(dense: dict[str, float]) -> None:
    """Being the first of many alike, or having nothing to be compared with, is no proof."""
    assert ranked("poultry for dinner", cards(*COOKING), dense).hits == ()


def test_a_high_base_of_cosines_does_not_hide_a_clear_hit() -> None:
    """With a model whose unrelated texts are at 0.7, 0.85 is as clear as elsewhere 0.5."""
    dense = {"k0": 0.71, "k1": 0.7, "k2": 0.85, "k3": 0.72, "k4": 0.69}
    assert keys(ranked("poultry for dinner", cards(*COOKING), dense)) == ["k2"]


def test_both_lanes_decide_together() -> None:
    """Of two cards with the same words, the one that means it comes first."""
    candidates = cards("the bank of the river", "the bank in the city", "a quiet garden")
    ranking = ranked("bank", candidates, {"k0": 0.2, "k1": 0.6, "k2": 0.1})
    assert keys(ranking) == ["k1", "k0"]


def test_the_lanes_weights_come_from_the_config() -> None:
    """The best of both lanes has 0.6 and 0.4 of what relevance gives."""
    candidates = cards("roast chicken", "boiled rice", "green tea")
    hit = ranked("roast chicken", candidates, {"k0": 0.9, "k1": 0.1, "k2": 0.0}).hits[0]
    assert hit.terms["lexical"] == pytest.approx(0.8 * CONFIG.lexical_weight)
    assert hit.terms["dense"] == pytest.approx(0.8 * (1 - CONFIG.lexical_weight))


def test_words_that_hardly_fit_leave_their_weight_to_meaning() -> None:
    """Where the best text has little of a query, what stands out in meaning leads."""
    query = "Which poultry dish goes with lemonade at my garden party in April, minutes?"
    dense = {"k0": 0.05, "k1": 0.02, "k2": 0.7, "k3": 0.03, "k4": 0.04}
    ranking = ranked(query, cards(*COOKING), dense)
    assert keys(ranking) == ["k2"]
    assert ranking.hits[0].terms["dense"] > 0.8 * (1 - CONFIG.lexical_weight) + 0.1


def test_value_credit_and_recency_order_what_is_equally_relevant() -> None:
    """Among equal texts the more valuable, more used and newer one comes first."""
    text = "hotel in Porto"
    base = Candidate("a", "cards", text, as_of="2027-01-01")
    for better in (
        Candidate("b", "cards", text, value=0.9, as_of="2027-01-01"),
        Candidate("b", "cards", text, credit=3, as_of="2027-01-01"),
        Candidate("b", "cards", text, as_of="2027-03-01T10:00:00Z"),
    ):
        assert keys(ranked("hotel Porto", [base, better])) == ["b", "a"]


def test_relevance_outweighs_value() -> None:
    """A valuable card that hardly bears on the query does not pass one that does."""
    candidates = [
        Candidate("a", "cards", "quiet hotel in Porto near the station"),
        Candidate("b", "cards", "Porto wine", value=1.0, credit=50),
        *cards(*COOKING),
    ]
    assert keys(ranked("quiet hotel Porto station", candidates))[0] == "a"


def test_case_103_times_of_all_forms_are_compared() -> None:
    """Stamps with and without zone, in other zones, or unreadable, raise nothing."""
    stamps = ["2027-03-01", "2027-03-01T12:00:00", "2027-03-01T12:00:00Z",
              "2027-03-01T21:30:00+09:00", "yesterday", "", None]  # fmt: skip
    candidates = [
        Candidate(f"k{i}", "cards", "green tea", as_of=stamp)
        for i, stamp in enumerate(stamps)
    ]
    distinct = [
        Candidate(c.key, c.kind, c.text + f" W{c.key}000", as_of=c.as_of)
        for c in candidates
    ]
    hits = ranked("green tea", distinct).hits
    recency = {hit.key: hit.terms["recency"] for hit in hits}
    assert recency["k3"] == max(recency.values())
    assert recency["k1"] == recency["k2"]
    assert recency["k4"] == recency["k5"] == recency["k6"] == 0


def test_a_pinned_card_is_always_the_first_hit() -> None:
    """A pinned card is a hit for every query and stands before what was found."""
    pinned = Candidate("p", "cards", "answers in German", pinned=True)
    ranking = ranked("roast chicken", [*cards(*COOKING), pinned])
    assert keys(ranking) == ["p", "k2"]
    assert ranking.hits[0].score == 1.0
    assert keys(ranked("QQQQ", [*cards(*COOKING), pinned])) == ["p"]


def test_a_pinned_card_is_found_among_many_better_ones() -> None:
    """However many cards bear on the query, a pinned one takes one of the few places."""
    many = [Candidate(f"k{i:03}", "cards", f"tea leaf{i} cup{i}") for i in range(120)]
    pinned = Candidate("z", "cards", "answers in German", pinned=True)
    ranking = ranked("tea leaf7", [*many, pinned], limit=3)
    assert keys(ranking)[0] == "z"
    assert keys(ranking)[1] == "k007"


def test_a_pinned_card_that_is_gone_is_no_hit() -> None:
    """What is no longer indexed does not come, though it is pinned."""
    index = HybridIndex()
    index.put("a", "answers in German")
    index.put("b", "roast chicken", links=[("a", 0.5)])
    index.delete("a")
    candidate = Candidate("a", "cards", "answers in German", pinned=True)
    ranking = rank("chicken", Focus(), index, {"a": candidate}.get, CONFIG, pinned={"a"})
    assert ranking.hits == ()


def test_pinned_cards_are_never_left_out_as_repetitions() -> None:
    """Three pinned cards of one text are all shown, also at the highest score."""
    pinned = [
        Candidate(f"k{i}", "cards", "green tea", value=1.0, as_of="2027-01-01", pinned=True)
        for i in range(3)
    ]
    assert len(ranked("green tea", pinned).hits) == 3


def test_the_focus_orders_and_finds_but_counts_less() -> None:
    """What is about to be decided breaks ties and speaks where the query says nothing."""
    candidates = cards("hotel in Porto", "hotel in Oslo", "bread dough")
    assert keys(ranked("hotel", candidates, focus="book Oslo"))[0] == "k1"
    assert keys(ranked("yes, do it", candidates, focus="book Oslo hotel"))[0] == "k1"
    assert keys(ranked("Porto", candidates, focus="Oslo"))[0] == "k0"


def test_the_limit_is_filled_with_different_hits() -> None:
    """Repetitions do not use up the places of a limited ranking."""
    texts = ["green tea from Japan"] * 5 + ["black tea from India", "mint tea at night"]
    ranking = ranked("tea", cards(*texts), limit=4)
    assert len(ranking.hits) == 4
    assert {"k5", "k6"} <= set(keys(ranking))
    assert ranked("tea", cards(*texts), limit=0).hits == ()


def test_items_that_are_no_candidates_are_not_hits() -> None:
    """What the lanes know but the caller did not offer is left out."""
    index = HybridIndex()
    index.put("offered", "green tea")
    index.put("withdrawn", "green tea")
    find = {"offered": Candidate("offered", "cards", "green tea")}.get
    ranking = rank("tea", Focus(), index, find, CONFIG, dense={"withdrawn": 0.9})
    assert keys(ranking) == ["offered"]


def test_nothing_to_rank_is_no_problem() -> None:
    """Without candidates there are no hits and nothing to explain."""
    assert ranked("tea", []) == Ranking((), 0, None)


def test_cosines_that_are_no_numbers_are_ignored() -> None:
    """A vector lane that gives NaN or infinity does not decide anything."""
    dense = {"k0": math.nan, "k1": math.inf, "k2": 0.7, "k3": 0.1, "k4": 0.2}
    assert keys(ranked("poultry for dinner", cards(*COOKING), dense)) == ["k2"]


def test_case_85_a_name_nobody_has_mentioned_is_no_small_matter() -> None:
    """A question about a stranger is refused, though it shares words with a note."""
    talk = cards("We went hiking last summer", "The bread came out well", *COOKING)
    assert keys(ranked("When did we go hiking at the lake in summer?", talk)) == ["k0"]
    stranger = "When did Radhika go hiking at the lake with Oluwaseun in summer?"
    assert ranked(stranger, talk).hits == ()


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Hiking was fun", "WHO ENJOYED HIKING IN GENEVA?"),
        ("Das Boot liegt hier", "Wo liegt nach dem Sturm das Boot von Onkel Albert?"),
    ],
)
def test_capitals_everywhere_are_no_names(text: str, query: str) -> None:
    """Shouting, and a language that writes its nouns with capitals, hide nothing."""
    assert keys(ranked(query, cards(text, *COOKING)))[:1] == ["k0"]


def test_case_85_a_common_word_and_a_usual_cosine_are_no_hit() -> None:
    """What is near by chance in both lanes is refused by both together."""
    query = "Which kernel module makes the minutes counter of the scheduler panic at boot?"
    dense = {"k0": 0.3, "k1": 0.15, "k2": 0.1, "k3": 0.12, "k4": 0.11}
    assert ranked(query, cards(*COOKING), dense).hits == ()


def spoken(*turns: tuple[str, str]) -> tuple[HybridIndex, dict[str, Candidate]]:
    index = HybridIndex()
    said = {}
    for at, (speaker, text) in enumerate(turns):
        key = f"t{at}"
        index.put(key, text, header=speaker, subject=speaker)
        said[key] = Candidate(key, "records", text)
    return index, said


def test_what_the_named_person_said_comes_first() -> None:
    """Of two equal turns the one of the person whom the query names is the better."""
    index, said = spoken(("Ann", "the museum was fun"), ("Bea", "the museum was fun"))
    for name, first in (("Ann", "t0"), ("Bea", "t1")):
        ranking = rank(f"Did {name} like the museum?", Focus(), index, said.get, CONFIG)
        assert keys(ranking) == [first, "t1" if first == "t0" else "t0"]
        assert [hit.terms["subject"] > 0 for hit in ranking.hits] == [True, False]
    both = rank("Did Ann and Bea like the museum?", Focus(), index, said.get, CONFIG)
    assert all(hit.terms["subject"] == 0 for hit in both.hits)


def test_a_question_comes_after_an_answer() -> None:
    """Of a question and a statement in the same words, the statement is what is sought."""
    talk = cards("Is the harbour hotel quiet?", "The harbour hotel is quiet")
    ranking = ranked("harbour hotel quiet", talk)
    assert keys(ranking) == ["k1", "k0"]
    assert ranking.hits[1].terms["question"] < 0 == ranking.hits[0].terms["question"]


def test_case_47_trust_lowers_the_rank() -> None:
    """Of two cards that say it in the same words, the one from the better source leads."""
    text = "refunds for gift cards need the order number"
    planted = Candidate("a", "cards", text, trust=0.2)
    known = Candidate("b", "cards", text, trust=0.9)
    ranking = ranked("refunds for gift cards", [planted, known])
    assert keys(ranking) == ["b", "a"]
    assert ranking.hits[1].terms["trust"] < ranking.hits[0].terms["trust"] < 0


def test_a_linked_card_is_found_and_another_things_is_not() -> None:
    """A card comes for the words of what it is linked to, but not for another's id."""
    index = HybridIndex()
    texts = {
        "a": "ticket ERR-4411 disk full",
        "b": "cleared the logs",
        "c": "ERR-4412 mail",
    }
    for key, text in texts.items():
        links = [("a", 0.5)] if key != "a" else []
        index.put(key, text, links=links)
    find = {key: Candidate(key, "cards", text) for key, text in texts.items()}.get
    assert keys(rank("ticket ERR-4411", Focus(), index, find, CONFIG)) == ["a", "b"]


def test_what_may_not_be_shown_makes_room() -> None:
    """Hits that are not to be shown are passed over, however many come before."""
    index = HybridIndex()
    for i in range(200):
        index.put(f"k{i:03}", f"green tea {i * 'leaf '}")
    shown = {f"k{i:03}": Candidate(f"k{i:03}", "cards", "") for i in range(150, 200)}
    ranking = rank("green tea", Focus(), index, shown.get, CONFIG, limit=5)
    assert len(ranking.hits) == 2
    assert set(keys(ranking)) <= shown.keys()


numbers = st.floats(-1, 1)


@given(
    st.lists(st.sampled_from([*COOKING, "", "鸡肉", "W123"]), max_size=8),
    st.sampled_from(["roast chicken with lemon", "dough", "鸡肉", "QQQQ", "", "W123 eggs"]),
    st.lists(numbers, max_size=8),
    st.lists(
        st.tuples(st.floats(), st.integers(-2, 9), st.booleans()), min_size=8, max_size=8
    ),
)
def test_scores_are_the_sum_of_their_terms(
    texts: list[str],
    query: str,
    cosines: list[float],
    others: list[tuple[float, int, bool]],
) -> None:
    """Whatever comes in, scores are 0–1, ordered, explained, and nothing is lost."""
    candidates = [
        Candidate(f"k{i}", "cards", text, value=value, credit=credit, pinned=pinned)
        for i, (text, (value, credit, pinned)) in enumerate(
            zip(texts, others, strict=False)
        )
    ]
    dense = {f"k{i}": cosine for i, cosine in enumerate(cosines)}
    ranking = ranked(query, candidates, dense)
    scores = [hit.score for hit in ranking.hits]
    assert scores == sorted(scores, reverse=True)
    for hit in ranking.hits:
        assert 0 <= hit.score <= 1
        assert all(term >= 0 for term in hit.terms.values())
        assert sum(hit.terms.values()) == pytest.approx(hit.score)
    counted = len(ranking.hits) + ranking.below_floor + ranking.near_duplicates
    assert counted == len(candidates)
    assert ranking == ranked(query, candidates, dense)
