"""The recall benchmark runs, and counts what it says it counts."""

from __future__ import annotations

import gzip
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from langgraph_memory.index.words import tokenize
from tests.benchmarks.recall import Answer, filled, main
from tests.benchmarks.recall_cards import cards
from tests.benchmarks.recall_methods import METHODS, Hybrid, convex, reciprocal
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

KEYS = {
    *("set", "method", "found_at_1", "found_at_5", "found_at_10", "all_at_10"),
    *("ms_per_query", "ms_per_item", "rejected_unrelated"),
}
TALKS = {
    "one": (
        ("Ann", "Where did you leave the blue canoe?"),
        ("Bea", "It lies behind the boathouse"),
        ("Ann", "Then I will paint it on Sunday"),
    ),
    "two": (
        ("Cem", "My sister plays the cello in an orchestra"),
        ("Dov", "I once heard her in Vienna"),
        ("Cem", "She practises every evening"),
    ),
}
ASKED = {
    "one": ("Where is the canoe?", ["D1:2"]),
    "two": ("What instrument does Cem's sister play?", ["D1:1", "D9:9"]),
}


def written(folder: Path) -> Path:
    """Two short conversations in the form of the data."""
    rows: list[dict[str, Any]] = []
    for name, talk in TALKS.items():
        turns = [
            {"speaker": speaker, "dia_id": f"D1:{at}", "text": text}
            for at, (speaker, text) in enumerate(talk, 1)
        ]
        question, evidence = ASKED[name]
        rows.append(
            {
                "sample_id": name,
                "conversation": {
                    "session_1": turns,
                    "session_1_date_time": "1:05 pm on 3 May, 2027",
                },
                "qa": [
                    {"question": question, "evidence": evidence, "category": 4},
                    {"question": "Who?", "evidence": [], "category": 1},
                ],
            }
        )
    with gzip.open(folder / "locomo10.jsonl.gz", "wt", encoding="utf-8") as file:
        file.write("\n".join(map(json.dumps, rows)))
    return folder


def lines(capsys: pytest.CaptureFixture[str]) -> Sequence[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def test_one_line_per_set_and_method(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """All sets and methods are there, with the agreed keys and shares from 0 to 1."""
    main(["--data", str(written(tmp_path)), "--json", "--turns", "20"])
    rows = lines(capsys)
    assert all(row.keys() == KEYS for row in rows)
    for name in ("locomo10", "locomo10/development", "locomo10/held-out", "chinese"):
        methods = {row["method"] for row in rows if row["set"] == name}
        assert methods >= METHODS.keys()
    (ours,) = [r for r in rows if (r["set"], r["method"]) == ("locomo10", "hybrid")]
    assert ours["found_at_5"] == ours["all_at_10"] == 1
    assert ours["rejected_unrelated"] == 1
    assert {"turns/20", "locomo10/single-hop", "locomo10/nonsense"} <= {
        row["set"] for row in rows
    }


def test_missing_data_is_named(tmp_path: Path) -> None:
    """Without the file the benchmark ends and says which one it wants."""
    with pytest.raises(SystemExit, match=r"missing: .*locomo10\.jsonl\.gz"):
        main(["--data", str(tmp_path)])


def test_evidence_that_is_not_there_does_not_count(tmp_path: Path) -> None:
    """A turn that the conversation lacks is no answer, nor is a question without any."""
    one, two = conversations(written(tmp_path))
    assert [q.answers for q in one.questions] == [frozenset({"D1:2"})]
    assert [q.answers for q in two.questions] == [frozenset({"D1:1"})]
    assert {h: [c.name for c in cs] for h, cs in halves([one, two]).items()} == {
        "development": ["one"],
        "held-out": ["two"],
    }
    assert unrelated(one, [one, two]) == [two.questions[0].text]
    assert one.notes[1].as_of == "2027-05-03T13:05:00+00:00"
    assert dict(one.notes[1].links) == {"D1:1": 1.0, "D1:3": 0.25}


def test_shares_are_of_what_answers_the_question() -> None:
    """Two of three turns among the first hits are two thirds."""
    question = Question("?", frozenset("abc"))
    answer = Answer("one", question, ["x", "a", "b", "y", "z", "c"], 0.0)
    assert [answer.share(most) for most in (1, 5, 10)] == [0, pytest.approx(2 / 3), 1]


def test_a_third_of_the_chinese_questions_are_paraphrases() -> None:
    """They share no pair of characters with their note; there are sixty or more."""
    corpus = chinese()
    texts = {note.key: note.text for note in corpus.notes}
    assert min(len(corpus.notes), len(corpus.questions)) >= 60
    paraphrases = [q for q in corpus.questions if q.category == "paraphrase"]
    assert len(paraphrases) >= len(corpus.questions) / 3
    for question in paraphrases:
        (key,) = question.answers
        shared = set(tokenize(question.text)) & set(tokenize(texts[key]))
        assert [word for word in shared if len(word) > 1] == []


def test_ours_finds_chinese_notes_and_refuses_nonsense() -> None:
    """A question in the words of its note has it first; invented words find nothing."""
    corpus, index = chinese(), Hybrid()
    filled(index, corpus.notes)
    asked = [q for q in corpus.questions if q.category == "words"]
    assert all(index.search(q.text, 1) == list(q.answers) for q in asked)
    assert [question for question in nonsense() if index.search(question, 10)] == []


GIFTS = ("kite", "lamp", "drum", "vase", "sled", "harp", "fan")


def traced(folder: Path) -> Path:
    """An agent that looks gifts up one by one, and sends one of them."""
    messages: list[dict[str, Any]] = [{"role": "user", "content": "Which gifts are there?"}]
    for number, gift in enumerate(GIFTS):
        call = {"name": "look_up", "args": {"gift": gift}, "id": f"c{number}"}
        told = {"gift": gift, "code": f"GC-{800 + 7 * number}", "stock": number + 1}
        result = {"role": "tool", "content": json.dumps(told), "tool_call_id": f"c{number}"}
        messages += [{"role": "assistant", "content": "", "tool_calls": [call]}, result]
    sent = {"name": "send_gift", "args": {"code": "GC-821"}, "id": "c9"}
    messages += [
        {"role": "user", "content": "Please send the vase"},
        {"role": "assistant", "content": "", "tool_calls": [sent]},
    ]
    row = json.dumps({"id": "one", "messages": messages})
    with gzip.open(folder / "traces_bfcl_long_context.jsonl.gz", "wt") as file:
        file.write(row)
    return folder


def test_the_card_that_feeds_a_call_is_looked_for(tmp_path: Path) -> None:
    """Of seven cards, the one whose code the call uses is the first for the request."""
    rows = list(cards(traced(tmp_path)))
    assert {row.set for row in rows} == {"cards/bfcl_long_context"}
    assert [row.method for row in rows] == ["hybrid", "raw", "raw-whole"]
    ours, raw, _ = rows
    assert ours.found_at_1 == ours.found_at_5 == ours.all_at_10 == 1
    assert raw.found_at_10 == 1


def test_joining_rules_by_hand() -> None:
    """Convex: shares of the range; reciprocal: ranks from 1 behind sixty."""
    words, meaning = np.array([4.0, 0.0, 2.0]), np.array([0.1, 0.5, 0.3])
    assert convex(words, meaning).tolist() == pytest.approx([0.6, 0.4, 0.5])
    ranks = [1 / 61 + 1 / 63, 1 / 63 + 1 / 61, 1 / 62 + 1 / 62]
    assert reciprocal(words, meaning).tolist() == pytest.approx(ranks)


def test_turns_are_repeated_to_any_number() -> None:
    """Each has a key of its own and links to its neighbours."""
    one = [Note("a", "tea"), Note("b", "rum")]
    repeated = many([Corpus("one", one, [])], 5)
    assert [note.text for note in repeated] == ["tea", "rum", "tea", "rum", "tea"]
    assert len({note.key for note in repeated}) == 5
    assert ("t1", 1 / 4) in repeated[0].links
