"""One index for both lanes: subjects, questions, and one state for several queries."""

from __future__ import annotations

import threading

import numpy as np
import pytest

from langgraph_memory.index.embeddings import default_embeddings
from langgraph_memory.index.hybrid import Findings, HybridIndex, asks
from langgraph_memory.index.static import WordVectors


def static() -> HybridIndex:
    embeddings = default_embeddings()
    assert isinstance(embeddings, WordVectors)
    return HybridIndex(embeddings)


def found(index: HybridIndex, query: str) -> Findings:
    (findings,) = index.search(query)
    return findings


def named(index: HybridIndex, query: str) -> set[str]:
    findings = found(index, query)
    return {findings.keys[place] for place in np.flatnonzero(findings.named).tolist()}


def test_texts_of_the_one_subject_that_is_named_are_told() -> None:
    """A query that names one person points to what that one said; of two, to nobody."""
    index = HybridIndex()
    index.put("a", "I like tea", subject="Ann")
    index.put("b", "I like tea", subject="Bea Smith")
    index.put("c", "I like tea", subject="Bea")
    assert named(index, "What does Ann's sister like?") == {"a"}
    assert named(index, "What does Bea Smith like?") == {"b"}
    assert named(index, "What does Bea like?") == {"c"}
    assert named(index, "Do Ann and Bea like tea?") == set()
    assert named(index, "Who likes tea?") == set()
    index.put("a", "I like tea", subject="Cem")
    assert named(index, "Ann") == set()
    index.delete("c")
    assert named(index, "Bea") == set()


@pytest.mark.parametrize(
    ("text", "asking"),
    [
        ("Where to?", True),
        ("Why? I do not know.", True),
        ("去哪里？", True),
        ("see https://a.example/x?y=1", False),
        ("I do not know.", False),
    ],
)
def test_questions_are_told_from_addresses(text: str, asking: bool) -> None:  # noqa: FBT001
    """A question mark at the end of a word asks; one inside does not."""
    assert asks(text) is asking


def test_what_is_deleted_is_in_no_lane() -> None:
    """After deleting, neither words nor vectors nor marks are left at the place."""
    index = static()
    index.put("a", "Which hotel in Oslo?", subject="Ann")
    index.put("b", "the hotel by the harbour", links=[("a", 0.5)])
    index.delete("a")
    findings = found(index, "Ann's hotel in Oslo")
    place = findings.keys.index("a")
    assert not findings.there[place]
    assert not findings.named[place]
    assert findings.match.scores[place] == 0
    assert findings.cosines is not None
    assert np.isnan(findings.cosines[place])
    assert findings.there.sum() == len(index) == 1


def test_meaning_finds_what_words_do_not() -> None:
    """With static vectors a paraphrase is nearer than what is about something else."""
    index = static()
    for key, text in {
        "a": "reserve lodging for two nights",
        "b": "bake a chocolate cake with cream",
        "c": "repair the bicycle's rear wheel",
        "d": "play a song on the piano",
    }.items():
        index.put(key, text)
    findings = found(index, "book a hotel room")
    assert findings.cosines is not None
    cosines = dict(zip(findings.keys, findings.cosines.tolist(), strict=True))
    assert max(cosines, key=lambda key: cosines[key]) == "a"
    assert found(index, "").cosines is None
    assert found(HybridIndex(), "book").cosines is None


def test_an_index_may_lack_texts_or_meaning() -> None:
    """Nothing is found in nothing, and a text without tokens has no cosine."""
    assert not len(found(static(), "tea").keys)
    index = static()
    index.put("a", "")
    findings = found(index, "tea")
    assert findings.cosines is not None
    assert np.isnan(findings.cosines).all()


def test_several_queries_are_answered_of_one_state() -> None:
    """While others write, all arrays of one search have one length."""
    index = static()
    stop = threading.Event()

    def write() -> None:
        for i in range(400):
            index.put(f"k{i % 150}", f"tea number {i}", links=[(f"k{(i + 1) % 150}", 0.5)])
            if i % 3 == 0:
                index.delete(f"k{i % 100}")
        stop.set()

    writer = threading.Thread(target=write)
    writer.start()
    lengths = set()
    while not stop.is_set():
        for findings in index.search("tea", "number 7"):
            assert findings.cosines is not None
            sizes = (findings.keys, findings.there, findings.match.scores, findings.cosines)
            lengths.add(len({len(column) for column in sizes}))
    writer.join()
    assert lengths <= {1}


def test_what_was_found_keeps_its_keys() -> None:
    """Another text may take the place of one that goes, but not what was found there."""
    index = static()
    index.put("a", "tea")
    before = found(index, "tea")
    index.delete("a")
    index.put("b", "tea")
    assert list(before.keys) == ["a"]
    assert list(found(index, "tea").keys) == ["b"]
