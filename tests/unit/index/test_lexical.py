"""The lexical index: BM25 that follows every put and delete."""

from __future__ import annotations

import threading

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.index.hybrid import HybridIndex
from langgraph_memory.index.lexical import Match

WORDS = ["coffee", "tea", "rome", "hotel", "W123", "ERR-4417", "花生", "过敏", "2022-03-16"]
texts = st.lists(st.sampled_from(WORDS), max_size=6).map(" ".join)


def index_of(**items: str) -> HybridIndex:
    index = HybridIndex()
    for key, text in items.items():
        index.put(key, text)
    return index


def match(index: HybridIndex, query: str) -> Match:
    (found,) = index.search(query)
    return found.match


def scores(index: HybridIndex, query: str) -> dict[str, float]:
    """The scores above 0 by key."""
    (found,) = index.search(query)
    both = zip(found.keys, found.match.scores.tolist(), strict=True)
    return {key: score for key, score in both if score}


def best(index: HybridIndex, query: str) -> str | None:
    found = scores(index, query)
    return max(found, key=lambda key: found[key]) if found else None


def test_only_texts_that_share_a_word_have_a_score() -> None:
    """What has none of the words is absent, not 0."""
    index = index_of(a="a quiet hotel in Rome", b="coffee without sugar")
    assert scores(index, "hotels").keys() == {"a"}
    assert scores(index, "kernel panic") == {}
    assert scores(index, "") == {}


def test_rare_words_and_repeated_words_weigh_more() -> None:
    """A word that few texts have counts more, and so does saying it twice."""
    index = index_of(a="hotel rome", b="hotel paris", c="hotel rome rome", d="hotel oslo")
    found = scores(index, "hotel oslo rome")
    assert found["d"] > found["a"] > found["b"]
    assert scores(index, "rome")["c"] > scores(index, "rome")["a"]


def test_scores_are_bm25() -> None:
    """The score is the formula's, worked out by hand for one word in two texts."""
    index = index_of(a="coffee", b="tea tea tea")
    # idf with ten background texts: ln(1 + (11 + .5) / 1.5); length 1 of a mean of 2.
    idf = 2.15948
    assert scores(index, "coffee")["a"] == pytest.approx(
        idf * 1.9 / (1 + 0.9 * 0.8), rel=1e-4
    )


def test_a_long_text_counts_its_words_for_less() -> None:
    """Of two texts that say a word once, the shorter one is more about it."""
    index = index_of(short="coffee", long="coffee " + "rome hotel tea oslo " * 5)
    found = scores(index, "coffee")
    assert found["short"] > found["long"]


@pytest.mark.parametrize(
    "query", ["ERR-4417", "4417", "err 4417", "what was ERR-4417 about?"]
)
def test_case_90_an_exact_id_is_found(query: str) -> None:
    """A ticket is found by its number, whole or in parts."""
    index = index_of(
        a="ticket ERR-4471 login fails", b="ticket ERR-4417 disk full", c="coffee"
    )
    assert best(index, query) == "b"


def test_case_88_each_language_is_found_in_itself() -> None:
    """Chinese, German and mixed texts are found by queries in the same language."""
    index = index_of(
        zh="我对花生过敏",
        de="Ich bin Veganer und trinke Kaffee",
        mixed="用户喜欢 window seat",
    )
    assert best(index, "花生") == "zh"
    assert best(index, "Veganer") == "de"
    assert best(index, "喜欢什么 seat") == "mixed"


@pytest.mark.parametrize("text", ["我吃素", "ich bin Veganer"])
def test_case_89_short_texts_are_found(text: str) -> None:
    """A text of three characters is indexed like any other."""
    assert best(index_of(a=text, b="likes short answers"), text) == "a"


def test_putting_again_replaces_and_deleting_forgets() -> None:
    """An old text is not found any more, and deleting twice is the same as once."""
    index = index_of(a="coffee", b="tea")
    index.put("a", "rome")
    assert scores(index, "coffee") == {}
    assert best(index, "rome") == "a"
    index.delete("a")
    index.delete("a")
    assert scores(index, "rome") == {}
    assert len(index) == 1


def test_an_empty_text_is_held_and_never_found() -> None:
    """A text without words takes its place and is no hit."""
    index = index_of(a="", b="the of and")
    assert len(index) == 2
    assert scores(index, "the coffee") == {}


@given(st.lists(st.tuples(st.sampled_from("abcd"), st.none() | texts), max_size=25), texts)
def test_history_leaves_no_trace(steps: list[tuple[str, str | None]], query: str) -> None:
    """After any puts and deletes the index scores as one built of what is left."""
    index, left = HybridIndex(), dict[str, str]()
    for key, text in steps:
        if text is None:
            index.delete(key)
            left.pop(key, None)
        else:
            index.put(key, text)
            left[key] = text
    fresh = index_of(**left)
    assert len(index) == len(left)
    assert scores(index, query) == pytest.approx(scores(fresh, query))
    assert match(index, query).ceiling == pytest.approx(match(fresh, query).ceiling)


@given(st.lists(texts, max_size=8), texts)
def test_no_score_exceeds_the_ceiling(stored: list[str], query: str) -> None:
    """The ceiling is what no text can exceed, and 0 only without a word to look for."""
    index = index_of(**{f"k{i}": text for i, text in enumerate(stored)})
    ceiling = match(index, query).ceiling
    assert all(0 < score <= ceiling for score in scores(index, query).values())
    assert (ceiling > 0) == (query != "")


def test_unseen_words_raise_the_ceiling() -> None:
    """A word that no text has makes the query harder to satisfy, not easier."""
    index = index_of(a="coffee in rome", b="tea in oslo")
    assert (
        match(index, "coffee QQQQ").ceiling
        > match(index, "coffee tea").ceiling
        > match(index, "coffee").ceiling
    )


def test_the_only_topic_of_a_small_index_still_counts() -> None:
    """Where every text has a word, the word is not taken for a common one."""
    index = index_of(a="drinks coffee black")
    assert scores(index, "coffee")["a"] > 0.3 * match(index, "coffee").ceiling


def test_threads_may_write_and_search_at_once() -> None:
    """Puts, deletes and searches of several threads do not disturb each other."""
    index = HybridIndex()
    errors: list[Exception] = []

    def work(name: int) -> None:
        try:
            for i in range(150):
                index.put(f"{name}-{i}", f"coffee number {i}")
                scores(index, "coffee number")
                if i % 2:
                    index.delete(f"{name}-{i}")
        except Exception as error:  # noqa: BLE001  collected and compared below
            errors.append(error)

    threads = [threading.Thread(target=work, args=(name,)) for name in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert errors == []
    assert len(index) == len(scores(index, "coffee")) == 300


def test_words_may_be_left_out_of_a_query() -> None:
    """Left-out words count neither for a text nor in the attainable maximum."""
    index = HybridIndex()
    index.put("a", "lunar report")
    rest = match(index, "lunar report").without({"lunar"})
    assert rest.scores.tolist() == match(index, "report").scores.tolist()
    assert rest.ceiling == match(index, "report").ceiling


def test_the_words_of_a_text_are_known_until_it_goes() -> None:
    """They are those that a search compares; an unknown key has none."""
    index = HybridIndex()
    index.put("a", "Tickets for the fair")
    assert index.words("a") == {"ticket", "fair"}
    index.delete("a")
    assert index.words("a") == frozenset()


def test_a_word_of_a_linked_text_is_told_from_one_of_the_text_itself() -> None:
    """What only a link brings is shared, but is no word of its own."""
    index = HybridIndex()
    index.put("a", "lunar report")
    index.put("b", "annual budget", links=[("a", 0.5)])
    found = match(index, "lunar budget storm")
    assert found.own([0, 1]) == [{"lunar"}, {"budget"}]
    assert found.shared([1, 0]) == [{"lunar", "budget"}, {"lunar"}]
    assert found.without({"budget"}).own([1]) == [frozenset()]
