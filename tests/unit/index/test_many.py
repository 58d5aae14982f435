"""Many texts: what is left out would not be found, and estimates stand in for few."""

from __future__ import annotations

import numpy as np
import pytest
from numpy.typing import NDArray

from langgraph_memory.index.embeddings import default_embeddings
from langgraph_memory.index.hybrid import Bars, Findings, HybridIndex
from langgraph_memory.index.links import Links
from langgraph_memory.index.nearness import BEST
from langgraph_memory.index.static import MANY, StaticLane, WordVectors

THINGS = ["ferry", "hotel", "museum", "invoice", "parcel", "concert", "train", "garden"]
TOWNS = ["Oslo", "Lima", "Turin", "Kyoto", "Cairo", "Quito", "Porto", "Riga"]
STATES = ["open", "paid", "delayed", "cancelled", "confirmed", "lost"]
QUERIES = [
    "Is the ferry to Lima delayed?",
    "lodging for the night in Japan",
    "What was lost?",
    "parcel 77 in Turin",
    "kernel panic",
    "",
]


def text(number: int) -> str:
    random = np.random.default_rng(number)
    parts = (THINGS, TOWNS, STATES)
    words = [part[random.integers(len(part))] for part in parts]
    return f"state of {' '.join(words)} number {number}"


def filled(count: int) -> HybridIndex:
    words = default_embeddings()
    assert isinstance(words, WordVectors)
    index = HybridIndex(words)
    for number in range(count):
        links = [(f"k{number - 1}", 0.25)] if number % 5 == 0 else []
        index.put(f"k{number}", text(number), links=links)
    return index


@pytest.fixture(scope="module")
def index() -> HybridIndex:
    """An index of so many texts that cosines are estimated."""
    return filled(MANY + 400)


def told(findings: Findings) -> dict[str, tuple[float, ...]]:
    cosines = findings.cosines
    assert cosines is not None
    columns = (findings.match.scores, cosines, findings.named, findings.there)
    rows = zip(*(column.tolist() for column in columns), strict=True)
    return dict(zip(findings.keys, rows, strict=True))


@pytest.mark.parametrize("share", [0.15, 0.25, 0.9])
@pytest.mark.parametrize("query", QUERIES[:-1])
def test_what_is_not_looked_at_reaches_no_bar(
    index: HybridIndex, query: str, share: float
) -> None:
    """Texts below both bars may be left out; the others say what they say among all."""
    (every,) = index.search(query)
    (some,) = index.search(query, bars=Bars(share, 0.4, ["k17", "unknown"]))
    assert every.range is not None
    assert some.range == every.range
    assert some.match.unseen == every.match.unseen
    assert some.match.gains.tolist() == every.match.gains.tolist()
    scores, looked_at = told(every), told(some)
    bar = every.range.usual + 0.4 * (1 - every.range.usual)
    best = every.match.best
    high = {
        k for k, (s, c, *_) in scores.items() if (best and s >= share * best) or c >= bar
    }
    assert high | {"k17"} <= looked_at.keys()
    for key, (score, *_) in looked_at.items():
        assert score == pytest.approx(scores[key][0])
    assert len(some.keys) < len(every.keys)


def test_two_queries_look_at_the_same_texts(index: HybridIndex) -> None:
    """What one of the queries makes worth looking at is looked at for both."""
    one, other = index.search("ferry to Lima", "museum in Riga", bars=Bars(0.9, 0.9))
    assert list(one.keys) == list(other.keys)
    assert {"k17"} == set(index.search("", bars=Bars(0.9, 0.9, ["k17"]))[0].keys)


class Drawn:
    """Vectors drawn for as many words, which are called by their numbers."""

    def __init__(self, apart: int = 0) -> None:
        """Draw them, the last so many in directions that no others have."""
        draw = np.random.default_rng(5)
        # Some directions count more than others, as in all that was ever learned.
        scale = np.geomspace(1, 0.1, 100)
        self.vectors: NDArray[np.float32] = (draw.normal(size=(300, 100)) * scale).astype(
            "f4"
        )
        self.vectors[300 - apart :, :90] = 0
        if apart:
            self.vectors[: 300 - apart, 90:] = 0

    def tokens(self, text: str) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The numbers, each once."""
        ids = sorted({int(word) for word in text.split()})
        return np.array(ids, np.intp), np.ones(len(ids), np.intp)


def numbers(seed: int) -> str:
    return " ".join(map(str, np.random.default_rng(seed).integers(300, size=4).tolist()))


def lane(count: int) -> StaticLane:
    made = StaticLane(Drawn(), Links())
    for place in range(count):
        made.put(place, numbers(place), count)
    return made


def test_what_is_like_nothing_before_is_compared_as_it_is() -> None:
    """Texts that no sketch was made for have exact cosines, and many make a new sketch."""
    made, size = StaticLane(Drawn(apart=100), Links()), MANY
    for place in range(size):
        made.put(place, " ".join(str(int(n) % 200) for n in numbers(place).split()), size)
    assert made.nearness("7", size) is not None
    strange = range(size, size + 30)
    for place in strange:
        made.put(place, f"{200 + place % 90} {201 + place % 90}", size + 30)
    near = made.nearness("203 204", size + 30)
    assert near is not None
    assert near.exactly is not None
    assert near.cosines[strange] == pytest.approx(near.exactly(np.array(strange)))
    assert int(np.nanargmax(near.cosines)) in strange
    for place in range(size + 30, size + 700):
        made.put(place, f"{200 + place % 90} {201 + place % 90}", size + 700)
    near = made.nearness("203 204", size + 700)
    assert near is not None
    assert near.exactly is not None
    late = np.arange(size + 600, size + 700)
    assert near.cosines[late] == pytest.approx(near.exactly(late), abs=0.1)


def test_few_cosines_are_exact() -> None:
    """Below so many texts there are no estimates."""
    near = lane(MANY - 1).nearness(numbers(7), MANY - 1)
    assert near is not None
    assert near.exactly is None


def test_of_many_cosines_the_best_are_exact_and_the_others_near() -> None:
    """The best ones are as worked out one by one; few others are far from that."""
    made, size = lane(MANY), MANY + 60
    assert made.nearness("7 8 9", MANY) is not None
    for place in range(MANY, size):  # so few that the mean stays as it was
        made.put(place, numbers(place), size)
    made.remove(3)
    for seed in (5, MANY + 9, 10_000):
        near = made.nearness(numbers(seed), size)
        assert near is not None
        assert near.exactly is not None
        assert near.range is not None
        exact = near.exactly(np.arange(size))
        assert np.isnan(exact[3])
        assert np.isnan(near.cosines[3])
        there = np.isfinite(exact)
        assert there.sum() == near.range.texts == size - 1
        best = np.argsort(-np.where(there, exact, -1))[: BEST // 8]
        assert near.cosines[best] == pytest.approx(exact[best])
        assert near.range.best == pytest.approx(exact[best[0]])
        assert np.std((near.cosines - exact)[there]) < 0.05
        assert near.range.usual == pytest.approx(np.median(exact[there]), abs=0.03)
        assert near.range.least == pytest.approx(exact[there].min(), abs=0.1)
        bar = near.range.usual + 0.4 * (1 - near.range.usual)
        assert set(np.flatnonzero(exact >= bar)) <= set(near.far(0.4).tolist())
        last = near.at(np.array([size - 1, 4]), np.array([1.0, 0.0]))
        assert last == pytest.approx(exact[[size - 1, 4]])


def test_texts_that_go_leave_an_exact_lane() -> None:
    """When few are left, cosines are worked out again as for few."""
    made = lane(MANY)
    assert made.nearness("1", MANY) is not None
    for place in range(100, MANY):
        made.remove(place)
    few = made.nearness(numbers(7), 100)
    fresh = lane(100).nearness(numbers(7), 100)
    assert few is not None
    assert fresh is not None
    assert few.exactly is None
    # How rare a word was stays with the text, so that they differ by that.
    assert few.cosines == pytest.approx(fresh.cosines, abs=0.2)
