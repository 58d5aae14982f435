"""Texts that count in each other: what is spread is what a plain sum gives."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Sequence

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from langgraph_memory.index.hybrid import Findings, HybridIndex
from langgraph_memory.index.lexical import BACKGROUND, K1, B
from langgraph_memory.index.links import Link, turn_links
from langgraph_memory.index.static import BACKGROUND as BLANK

WORDS = ["coffee", "tea", "rome", "hotel", "oslo", "mint"]
KEYS = "abcde"
Put = tuple[str, str, list[Link], str]

words = st.lists(st.sampled_from(WORDS), max_size=5).map(" ".join)
links = st.dictionaries(st.sampled_from(KEYS), st.sampled_from([0.125, 0.25, 0.5, 1.0]))
steps = st.lists(
    st.tuples(st.sampled_from(KEYS), st.none() | words, links, words), max_size=20
)


class Toy:
    """One vector for each of the words; others are unknown."""

    def __init__(self) -> None:
        random = np.random.default_rng(3)
        self.vectors: NDArray[np.float32] = random.normal(size=(len(WORDS), 4)).astype("f4")

    def tokens(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """Places among the words, and how often each occurs."""
        found = Counter(WORDS.index(word) for word in text.split() if word in WORDS)
        ids = sorted(found)
        return np.array(ids, np.intp), np.array([found[i] for i in ids], np.intp)


def found(index: HybridIndex, query: str) -> Findings:
    (findings,) = index.search(query)
    return findings


def scores(index: HybridIndex, query: str) -> dict[str, float]:
    """The lexical score of each text by key."""
    findings = found(index, query)
    places = np.flatnonzero(findings.there).tolist()
    return {findings.keys[place]: float(findings.match.scores[place]) for place in places}


def cosines(index: HybridIndex, query: str) -> dict[str, float]:
    """The cosine of each text that has one by key."""
    findings = found(index, query)
    assert findings.cosines is not None
    places = np.flatnonzero(findings.there & np.isfinite(findings.cosines)).tolist()
    return {findings.keys[place]: float(findings.cosines[place]) for place in places}


def bm25(
    query: str, texts: dict[str, tuple[str, dict[str, float], str]]
) -> dict[str, float]:
    """The same by the formula, without any bookkeeping."""
    counts: dict[str, Counter[str]] = {}
    lengths: dict[str, float] = {}
    for key, (text, sources, header) in texts.items():
        total = Counter[str]()
        length = float(len((text + " " + header).split()))
        for word in (text + " " + header).split():
            total[word] += 1
        for source, weight in sources.items():
            if source in texts and source != key:
                for word in set(texts[source][0].split()):
                    total[word] += weight  # type: ignore[assignment]  # any number adds up
                    length += weight
        counts[key], lengths[key] = total, length
    mean = max(1.0, sum(lengths.values()) / max(1, len(texts)))
    given = dict.fromkeys(texts, 0.0)
    for word in set(query.split()):
        having = sum(word in count for count in counts.values())
        idf = math.log(1 + (len(texts) + BACKGROUND - having + 0.5) / (having + 0.5))
        for key, count in counts.items():
            drag = K1 * (1 - B + B * lengths[key] / mean)
            given[key] += idf * (K1 + 1) * count[word] / (count[word] + drag)
    return given


@given(steps, words)
def test_counts_spread_as_a_plain_sum_does(
    history: Sequence[tuple[str, str | None, dict[str, float], str]], query: str
) -> None:
    """After any puts and deletes, words count in linked texts by their weights."""
    index = HybridIndex()
    left: dict[str, tuple[str, dict[str, float], str]] = {}
    for key, text, sources, header in history:
        if text is None:
            index.delete(key)
            left.pop(key, None)
        else:
            index.put(key, text, links=sources.items(), header=header)
            left[key] = (text, sources, header)
    assert scores(index, query) == pytest.approx(bm25(query, left))
    assert len(index) == len(left)


@given(steps, words.filter(bool))
def test_vectors_spread_as_a_plain_sum_does(
    history: Sequence[tuple[str, str | None, dict[str, float], str]], query: str
) -> None:
    """After any puts and deletes, a cosine is that of summed vectors less their mean."""
    toy = Toy()
    index = HybridIndex(toy)
    left: dict[str, tuple[str, dict[str, float], NDArray[np.float64]]] = {}

    def weighed(text: str) -> NDArray[np.float64]:
        total = np.zeros(4)
        texts = [words for words, _, _ in left.values() if words]
        for word, count in Counter(text.split()).items():
            having = sum(word in words.split() for words in texts)
            rarity = math.log1p((len(texts) - having + 0.5) / (having + 0.5))
            total += count * rarity * toy.vectors[WORDS.index(word)]
        return total / max(1e-9, float(np.linalg.norm(total)))

    for key, text, sources, _ in history:
        left.pop(key, None)
        if text is None:
            index.delete(key)
        else:
            index.put(key, text, links=sources.items())
            left[key] = (text, sources, np.zeros(4))
            left[key] = (text, sources, weighed(text))
    spoken = {key: one for key, one in left.items() if one[0]}
    mean = sum((one[2] for one in spoken.values()), np.zeros(4)) / (len(spoken) + BLANK)
    asked = weighed(query) - mean
    expected = {}
    for key, (_, sources, own) in spoken.items():
        total = own - mean
        for source, weight in sources.items():
            if source in spoken and source != key:
                total = total + weight * (spoken[source][2] - mean)
        lengths = float(np.linalg.norm(total) * np.linalg.norm(asked))
        expected[key] = float(total @ asked) / lengths
    assert cosines(index, query) == pytest.approx(expected, abs=1e-4)


def test_an_answer_is_found_by_the_words_of_its_question() -> None:
    """The turn after a question comes up for the question's words, before other turns."""
    turns = ["Which hotel in Oslo did you like?", "The one by the harbour", "Tea, please"]
    keys = ["t0", "t1", "t2"]
    index = HybridIndex()
    for (key, linked), text in zip(
        turn_links(keys, [True, False, False]), turns, strict=True
    ):
        index.put(key, text, links=linked)
    given = scores(index, "hotel in Oslo")
    assert given["t0"] > given["t1"] > given["t2"] > 0


def test_a_header_is_found_with_its_text_alone() -> None:
    """Who spoke is a word of that turn, and not of its neighbours."""
    index = HybridIndex()
    index.put("a", "hotel", header="Ann")
    index.put("b", "tea", header="Bea", links=[("a", 0.5)])
    assert scores(index, "Ann")["b"] == 0
    assert scores(index, "hotel")["b"] > 0


def test_turns_are_linked_both_ways_and_more_to_a_question() -> None:
    """Four turns back, two ahead, halved with each step; a question counts twice."""
    keys = [f"t{i}" for i in range(7)]
    asks = [True, False, False, True, False, False, False]
    linked = dict(turn_links(keys, asks))
    assert linked["t0"] == [("t1", 1 / 4), ("t2", 1 / 8)]
    assert dict(linked["t4"]) == {
        "t3": 1.0,
        "t2": 1 / 4,
        "t1": 1 / 8,
        "t0": 1 / 16,
        "t5": 1 / 4,
        "t6": 1 / 8,
    }
    assert dict(linked["t6"])["t5"] == 1 / 2


def test_a_text_may_be_linked_to_one_that_comes_later() -> None:
    """It counts from when it is there until it goes, and the link waits meanwhile."""
    index = HybridIndex()
    index.put("a", "tea", links=[("b", 0.5), ("a", 1.0)])
    alone = scores(index, "tea")
    for _ in range(2):
        assert scores(index, "rome") == {"a": 0}
        assert scores(index, "tea") == alone
        index.put("b", "rome")
        assert scores(index, "rome")["b"] > scores(index, "rome")["a"] > 0
        index.delete("b")


def test_many_texts_may_count_in_one_and_one_in_many() -> None:
    """A hub of a hundred links is found like any other, and freed with them."""
    index = HybridIndex()
    spokes = [f"s{i}" for i in range(100)]
    index.put("hub", "rome", links=[(key, 0.01) for key in spokes])
    for key in spokes:
        index.put(key, "tea", links=[("hub", 0.5)])
    assert sum(score > 0 for score in scores(index, "rome").values()) == 101
    assert scores(index, "tea")["hub"] > 0
    for key in spokes:
        index.delete(key)
    assert scores(index, "tea") == {"hub": 0}
    index.put("hub", "rome")
    assert len(found(index, "rome").keys) <= 101
    index.put("new", "rome")
    assert len(found(index, "rome").keys) <= 101


def test_a_list_does_not_drown_what_it_is_linked_to() -> None:
    """A word counts once in a linked text, however often the list repeats it."""
    index = HybridIndex()
    index.put("list", "rome " * 50)
    index.put("once", "rome")
    index.put("a", "tea", links=[("list", 0.25)])
    index.put("b", "mint", links=[("once", 0.25)])
    given = scores(index, "rome")
    assert given["a"] == given["b"] > 0
