"""Policies that choose what seems to matter: by words, by schemas, by knowing it all."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from langchain_core.messages import AIMessage, HumanMessage

from tests.benchmarks.replay.decisions import Decision
from tests.benchmarks.replay.lines import Line, distinct_lines, fit, fit_newest, lines_of
from tests.benchmarks.replay.moment import Moment, View
from tests.benchmarks.replay.words import Words, words

_CHUNK: Final = 8  # lines
_SPOKEN: Final = 2  # newest messages that ask
_K1: Final = 1.2
_B: Final = 0.75
_PART: Final = re.compile(r"[^\W_]+")


def bm25_chunks(moment: Moment) -> View:
    """Chunks of eight lines that are most like the two newest messages, by Okapi BM25."""
    chunks = [chunk for output in moment.outputs for chunk in _chunks(output)]
    said = [
        str(message.content)
        for message in moment.messages
        if isinstance(message, HumanMessage | AIMessage) and message.content
    ]
    scores = _bm25(words(" ".join(said[-_SPOKEN:])), [words(x.text) for x in chunks])
    # Of equal ones the newer first.
    order = sorted(range(len(chunks)), key=lambda n: (-scores[n], -n))
    return (fit(chunks, order, moment.budget, moment.count),)


def schema_lines(moment: Moment) -> View:
    """The newest lines whose key is like the name of a parameter.

    Alike are names with the same parts, or when one has all parts of the other: `id` and
    `payment_id`, `reservations` and `reservation_id`.
    """
    names = {_parts(name) for tool in moment.tools for name in _parameters(tool)}
    lines = [x for x in distinct_lines(moment.outputs) if _alike(x.key, names)]
    return (fit_newest(lines, moment.budget, moment.count),)


def oracle(decision: Decision) -> View:
    """What the decision needs, each value beside its cue: the least that scores fully."""
    return tuple(
        " ".join([*(needed.bond.cue if needed.bond else ()), *needed.value])
        for needed in decision.needed
    )


@lru_cache(maxsize=8_192)
def _chunks(output: str) -> tuple[Line, ...]:
    texts = [line.text for line in lines_of(output)]
    starts = range(0, len(texts), _CHUNK)
    return tuple(Line("\n".join(texts[start : start + _CHUNK]), "") for start in starts)


def _bm25(query: Words, chunks: Sequence[Words]) -> list[float]:
    counts = [Counter(chunk) for chunk in chunks]
    held = Counter(word for count in counts for word in count)
    mean = sum(map(len, chunks)) / max(1, len(chunks))

    def score(count: Counter[str], size: int) -> float:
        total = 0.0
        for word in set(query) & count.keys():
            rarity = math.log(1 + (len(chunks) - held[word] + 0.5) / (held[word] + 0.5))
            often = count[word]
            length = 1 - _B + _B * size / mean
            total += rarity * often * (_K1 + 1) / (often + _K1 * length)
        return total

    return [score(c, len(x)) for c, x in zip(counts, chunks, strict=True)]


def _parameters(schema: Mapping[str, Any]) -> Iterator[str]:
    for name, child in schema.get("properties", {}).items():
        yield name
        yield from _parameters(child)
    for key in ("function", "parameters", "items"):
        if key in schema:
            yield from _parameters(schema[key])


@lru_cache(maxsize=65_536)
def _parts(name: str) -> frozenset[str]:
    return frozenset(part.removesuffix("s") for part in _PART.findall(name.casefold()))


def _alike(key: str, names: set[frozenset[str]]) -> bool:
    parts = _parts(key)
    return bool(parts) and any(parts <= name or name <= parts for name in names)
