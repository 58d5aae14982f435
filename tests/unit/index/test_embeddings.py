from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.index.embeddings import default_embeddings
from tests.unit.index.offline import run


def cosine(first: str, second: str) -> float:
    left, right = default_embeddings().embed_documents([first, second])
    return float(np.dot(left, right))


def test_weights_come_from_the_wheel_alone(tmp_path: Path) -> None:
    """Loading and embedding open no connection and leave no file in the home folder."""
    code = (
        "from langgraph_memory.index.embeddings import default_embeddings as embeddings\n"
    )
    done = run(f"{code}print(len(embeddings().embed_query('Rome')))", tmp_path)
    assert (done.returncode, done.stdout) == (0, "256\n"), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_error_names_both_ways_out(tmp_path: Path) -> None:
    """Where wordllama cannot be imported, the error says what to install or to pass."""
    code = (
        "import sys; sys.modules['wordllama'] = None\n"
        "from langgraph_memory.errors import ConfigError\n"
        "from langgraph_memory.index.embeddings import default_embeddings\n"
        "try: default_embeddings()\n"
        "except ConfigError as error: print(error)\n"
    )
    said = run(code, tmp_path).stdout
    assert "pip install 'langgraph-memory-nodes[local]'" in said
    assert "pass embeddings=" in said


def test_loading_leaves_the_root_logger_alone(tmp_path: Path) -> None:
    """The application's logging is as it was: no handler, no level."""
    code = (
        "import logging\n"
        "from langgraph_memory.index.embeddings import default_embeddings\n"
        "before = logging.root.level\n"
        "default_embeddings()\n"
        "print(logging.root.handlers, logging.root.level == before)\n"
    )
    assert run(code, tmp_path).stdout == "[] True\n"


def test_the_package_is_not_imported_before_it_is_needed(tmp_path: Path) -> None:
    """Importing the module does not import wordllama."""
    code = (
        "import sys, langgraph_memory.index.embeddings; print('wordllama' in sys.modules)"
    )
    assert run(code, tmp_path).stdout == "False\n"


def test_meaning_counts_and_not_only_words() -> None:
    """A paraphrase without a common word is nearer than another subject."""
    query = "book a hotel room"
    assert cosine(query, "reserve lodging for a night") > cosine(
        query, "bake chocolate cake"
    )
    assert cosine("预订酒店", "宾馆房间") > cosine("预订酒店", "今天天气")


def test_weights_are_loaded_once() -> None:
    """Each call gives the same embeddings."""
    assert default_embeddings() is default_embeddings()


@given(st.text(alphabet=st.characters(exclude_categories=())))
def test_every_text_has_a_vector(text: str) -> None:
    """Any text, lone surrogates included, has 256 numbers of length 1, or zeros."""
    vector = default_embeddings().embed_query(text)
    assert len(vector) == 256
    assert np.linalg.norm(vector) == pytest.approx(1) or not any(vector)


def test_an_empty_text_is_like_nothing() -> None:
    """An empty text has zeros, never NaN."""
    assert default_embeddings().embed_query("") == [0.0] * 256


def test_many_texts_are_embedded_as_each_alone() -> None:
    """A text's vector does not depend on the texts beside it."""
    texts = ["Rome", "", "a much longer text about flights to Rome", "\ud800"]
    embeddings = default_embeddings()
    assert embeddings.embed_documents(texts) == [
        embeddings.embed_query(text) for text in texts
    ]


def test_a_huge_text_is_embedded_whole() -> None:
    """The end of 700 kB of text counts as much as its beginning."""
    long = "flight " * 50_000 + "hotel " * 58_000
    assert cosine(long, "flight hotel") == pytest.approx(1, abs=0.05)
