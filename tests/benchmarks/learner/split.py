"""Which tasks are learned from, met in the stream, and held out."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from langgraph_memory.experiences.wording import likeness
from tests.benchmarks.learner.apis import Task

ACQUIRED, STREAMED, HELD_OUT = 40, 80, 80
_NEAR = 0.25


@dataclass(frozen=True)
class Split:
    """Three sets of tasks without near-duplicates across them."""

    acquire: Sequence[Task]
    stream: Sequence[Task]
    held_out: Sequence[Task]


def clusters(tasks: Sequence[Task]) -> list[list[Task]]:
    """Tasks that are near-duplicates of each other, by their words or by equal plans."""
    parent = list(range(len(tasks)))

    def root(at: int) -> int:
        while parent[at] != at:
            at = parent[at]
        return at

    for one, first in enumerate(tasks):
        for other in range(one):
            second = tasks[other]
            if first.truth == second.truth or likeness(first.text, second.text) >= _NEAR:
                parent[root(one)] = root(other)
    groups: defaultdict[int, list[Task]] = defaultdict(list)
    for at, task in enumerate(tasks):
        groups[root(at)].append(task)
    return list(groups.values())


def by_clusters(groups: Iterable[Sequence[Task]], rng: random.Random) -> Split:
    """40 tasks to acquire, 80 to stream, 80 held out; whole clusters, in random order."""
    shuffled = sorted(groups, key=lambda group: group[0].name)
    rng.shuffle(shuffled)
    tasks = [task for group in shuffled for task in group]
    ends = _ends(shuffled)
    return Split(tasks[: ends[0]], tasks[ends[0] : ends[1]], tasks[ends[1] :])


def by_apis(tasks: Iterable[Task], rng: random.Random) -> Split:
    """Like `by_clusters`, but what is held out is all tasks of one combination of APIs."""
    held: defaultdict[tuple[str, ...], list[Task]] = defaultdict(list)
    for task in tasks:
        held[task.classes].append(task)
    large = sorted(classes for classes, group in held.items() if len(group) >= 10)
    out = rng.choice(large)
    rest = [
        task for classes, group in sorted(held.items()) for task in group if classes != out
    ]
    rng.shuffle(rest)
    return Split(rest[:ACQUIRED], rest[ACQUIRED : ACQUIRED + STREAMED], held[out])


def _ends(groups: Sequence[Sequence[Task]]) -> tuple[int, int]:
    """Where the sets end: at the first ends of clusters that fill them."""
    ends, total = [], 0
    for group in groups:
        total += len(group)
        ends.append(total)
    first = next(end for end in ends if end >= ACQUIRED)
    return first, next(end for end in ends if end >= first + STREAMED)
