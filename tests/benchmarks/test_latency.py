"""The benchmark of a turn measures what it says."""

from __future__ import annotations

import json

import pytest

from tests.benchmarks.latency import asked, main


def test_each_question_is_new_and_about_the_same() -> None:
    """No text is asked twice, while the things that are asked about come again."""
    texts = [asked(number) for number in range(120)]
    assert len(set(texts)) == 120
    assert len({text.partition(" Request")[0] for text in texts}) <= 40


def test_a_line_for_each_checkpointer_and_kind(capsys: pytest.CaptureFixture[str]) -> None:
    """Static vectors are not asked for; other embeddings once a turn."""
    pytest.importorskip("wordllama")
    main(["--cards", "30", "--rounds", "3", "--json"])
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    told = {(row["checkpointer"], row["vectors"]): row["embeddings"] for row in rows}
    assert told == {
        ("memory", "static"): 0,
        ("sqlite", "static"): 0,
        ("memory", "other"): 1,
    }
    assert all(row["cards"] == 30 and row["ms"] > 0 for row in rows)
