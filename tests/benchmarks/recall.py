"""How much of what answers a question is found, and what nothing answers is refused.

    python -m tests.benchmarks.recall --data DIR --json

Reads `locomo10` (conversations with questions and the turns that answer them), and Chinese
notes that lie beside this file. One line per set and method. `locomo10` is all of it,
`locomo10/NAME` one kind of question, `locomo10/development` the half on which numbers were
chosen and `locomo10/held-out` the other; `chinese/paraphrase` are questions that share no
two characters in a row with their note. `found_at_5` is the mean share of a question's
turns among the first five, `all_at_10` how often all of them are among the first ten;
`ms_per_query` is the median, `ms_per_item` the mean. `rejected_unrelated` is the share of
questions about other conversations (of `locomo10/nonsense`: of questions made of invented
words) that give no hit at all. `turns/N` tells only times, of an index of N turns.

`cards/NAME` are the decisions of recorded agents, where `traces_NAME` is there: the share
of a call's arguments that are in one of the first cards for what the user last said and, as
the focus, the names of tool and parameters; `raw` and `raw-whole` are the embedder on the
outputs alone, with one card or all cards of each.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from statistics import fmean, median

from langgraph_memory.errors import ConfigError
from tests.benchmarks.recall_cards import cards
from tests.benchmarks.recall_methods import METHODS, Dense, Hybrid, Method, multilingual
from tests.benchmarks.recall_row import Row
from tests.benchmarks.recall_sets import (
    Corpus,
    Note,
    Question,
    chinese,
    conversations,
    halves,
    many,
    nonsense,
    unrelated,
)

SIZES = (700, 25_000)

_ROUNDS = 200


@dataclass(frozen=True)
class Answer:
    """What a method gave for one question, and how long it took."""

    corpus: str
    question: Question
    keys: Sequence[str]
    seconds: float

    def share(self, most: int) -> float:
        """The share of what answers the question among the first hits."""
        answers = self.question.answers
        return len(answers & set(self.keys[:most])) / len(answers)


class Run:
    """One method over several corpora, each with an index of its own."""

    def __init__(self, method: Callable[[], Method], corpora: Sequence[Corpus]) -> None:
        self.answers: list[Answer] = []
        self.indexes: dict[str, Method] = {}
        self.item_seconds: list[float] = []
        for corpus in corpora:
            index = self.indexes[corpus.name] = method()
            self.item_seconds.append(filled(index, corpus.notes))
            for question in corpus.questions:
                start = time.perf_counter()
                keys = index.search(question.text, 10)
                seconds = time.perf_counter() - start
                self.answers.append(Answer(corpus.name, question, keys, seconds))

    def row(
        self,
        name: str,
        method: str,
        answers: Sequence[Answer],
        rejected: float | None = None,
    ) -> Row:
        """The figures over some of the answers."""
        first, five, ten = (fmean(a.share(most) for a in answers) for most in (1, 5, 10))
        return Row(
            name,
            method,
            found_at_1=round(first, 4),
            found_at_5=round(five, 4),
            found_at_10=round(ten, 4),
            all_at_10=round(fmean(a.share(10) == 1 for a in answers), 4),
            ms_per_query=round(1_000 * median(a.seconds for a in answers), 3),
            ms_per_item=round(1_000 * fmean(self.item_seconds), 4),
            rejected_unrelated=rejected,
        )


def filled(index: Method, notes: Sequence[Note]) -> float:
    """Put notes into an index, and give the mean seconds each took."""
    start = time.perf_counter()
    for note in notes:
        index.put(note)
    return (time.perf_counter() - start) / len(notes)


def rejected(indexes: Mapping[str, Method], foreign: Mapping[str, Sequence[str]]) -> float:
    """The share of questions that give no hit."""
    return round(
        fmean(
            not indexes[name].search(question, 10)
            for name, questions in foreign.items()
            for question in questions
        ),
        4,
    )


def locomo(folder: Path) -> Iterator[Row]:
    """All methods on the conversations."""
    corpora = conversations(folder)
    foreign = {corpus.name: unrelated(corpus, corpora) for corpus in corpora}
    wholes: dict[str, set[str]] = {"locomo10": set(foreign)}
    for half, held in halves(corpora).items():
        wholes[f"locomo10/{half}"] = {corpus.name for corpus in held}
    for name, method in METHODS.items():
        run = Run(method, corpora)
        for part, names in wholes.items():
            share = rejected(run.indexes, {one: foreign[one] for one in sorted(names)})
            yield run.row(part, name, [a for a in run.answers if a.corpus in names], share)
        yield from by_category(run, "locomo10", name)
        made_up = rejected(run.indexes, dict.fromkeys(run.indexes, nonsense()))
        yield Row("locomo10/nonsense", name, rejected_unrelated=made_up)


def by_category(run: Run, name: str, method: str) -> Iterator[Row]:
    """One row per kind of question."""
    for kind in sorted({answer.question.category for answer in run.answers}):
        answers = [a for a in run.answers if a.question.category == kind]
        yield run.row(f"{name}/{kind}", method, answers)


def times(folder: Path, sizes: Sequence[int]) -> Iterator[Row]:
    """How long our method takes, by the number of turns."""
    corpora = conversations(folder)
    questions = [q.text for corpus in corpora for q in corpus.questions]
    for size in sizes:
        index = Hybrid()
        per_item = filled(index, many(corpora, size))
        took = []
        for question in questions[:: max(1, len(questions) // _ROUNDS)]:
            start = time.perf_counter()
            index.search(question, 10)
            took.append(time.perf_counter() - start)
        yield Row(
            f"turns/{size}",
            "hybrid",
            ms_per_query=round(1_000 * median(took), 3),
            ms_per_item=round(1_000 * per_item, 4),
        )


def notes() -> Iterator[Row]:
    """All methods on the Chinese notes, and ours with multilingual embeddings."""
    corpus = chinese()
    methods = dict(METHODS)
    try:
        multilingual()
    except ConfigError as error:
        sys.stderr.write(f"not measured: {error}\n")
    else:
        methods["hybrid-multilingual"] = lambda: Hybrid(multilingual())
        methods["multilingual"] = lambda: Dense(multilingual())
    for name, method in methods.items():
        run = Run(method, [corpus])
        yield run.row("chinese", name, run.answers)
        yield from by_category(run, "chinese", name)


def main(argv: list[str] | None = None) -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    parser.add_argument(
        "--turns", type=int, nargs="*", default=SIZES, help="sizes of indexes to time"
    )
    given = parser.parse_args(argv)
    parts = (locomo(given.data), times(given.data, given.turns), notes(), cards(given.data))
    for part in parts:
        for row in part:
            figures = asdict(row)
            line = json.dumps(figures) if given.json else _plain(figures)
            sys.stdout.write(line + "\n")
            sys.stdout.flush()


def _plain(figures: Mapping[str, object]) -> str:
    return "  ".join(
        f"{name}={value}" for name, value in figures.items() if value is not None
    )


if __name__ == "__main__":
    main()
