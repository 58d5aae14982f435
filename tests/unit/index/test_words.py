"""What a search compares: stems, whole ids, numbers and CJK characters."""

from __future__ import annotations

import sys
import threading
from itertools import chain

import pytest
import snowballstemmer
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.index.lexical import tokenize


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("ERR-4417", ["err-4417", "err", "4417"]),
        ("order #W123", ["order", "w123", "123"]),
        ("2022-03-16", ["2022-03-16", "2022", "03", "16"]),
        ("$1,700", ["1700", "1", "700"]),
        ("Rome,130,W9", ["rome", "130", "w9", "9"]),
        ("book_hotel", ["book_hotel", "book", "hotel"]),
        ("bookHotel", ["bookhotel", "book", "hotel"]),
        ("HTTPServer", ["httpserver", "http", "server"]),
        ("mail ann@example.com", ["mail", "ann@example.com", "ann", "exampl", "com"]),
        ("3fa9c1d2e5ab", ["3fa9c1d2e5ab"]),
    ],
)
def test_codes_stay_whole_and_are_split(text: str, tokens: list[str]) -> None:
    """Ids, dates, numbers and names of code are found whole and by their parts."""
    assert tokenize(text) == tokens


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("hotels", "hotel"),
        ("Booking", "booked"),
        ("pet-friendly", "pet friendly"),
        ("the user's preferences", "user preference"),
        ("ann’s", "ann's"),
        ("ＥＲＲ－４４１７", "ERR-4417"),
    ],
)
def test_spellings_of_one_word_are_one(one: str, other: str) -> None:
    """Endings, hyphens, capitals, quotes and wide letters make no difference."""
    assert tokenize(one) == tokenize(other)


def test_words_without_content_are_left_out() -> None:
    """A question's function words are not looked for."""
    assert tokenize("What did you do with it, and where are the tickets?") == ["ticket"]


def test_chinese_gives_characters_and_pairs() -> None:
    """Chinese, which has no blanks, is found by characters and by neighbours."""
    assert tokenize("花生过敏") == ["花", "生", "过", "敏", "花生", "生过", "过敏"]


@pytest.mark.parametrize("text", ["我吃素", "ich bin Veganer", "素"])
def test_case_89_short_foreign_texts_are_not_dropped(text: str) -> None:
    """A text of three characters, or in another language, has words to be found by."""
    assert tokenize(text)


def test_mixed_languages_are_cut_where_they_meet() -> None:
    """A code inside Chinese is the same code."""
    tokens = tokenize("工单ERR-4417已处理")
    assert {"工单", "err-4417", "4417", "处理"} <= set(tokens)


@given(st.text(max_size=200))
def test_any_text_gives_lower_case_tokens(text: str) -> None:
    """Nothing raises, no token is empty, and the same text gives the same tokens."""
    tokens = tokenize(text)
    assert all(tokens)
    assert [token.lower() for token in tokens] == tokens
    assert tokens == tokenize(text)


def test_threads_do_not_disturb_each_others_stems() -> None:
    """The shared stemmer gives each thread the stem of its own word."""
    middles = ("en", "or", "il", "us", "an", "et")
    words = [f"{a}{b}{c}ational" for a in "bcdfghlmnprst" for b in middles for c in "dmtz"]
    found: list[list[str]] = []

    def stem(share: list[str]) -> None:
        found.append([token for word in share for token in tokenize(word)])

    threads = [threading.Thread(target=stem, args=(words[i::4],)) for i in range(4)]
    patience = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    sys.setswitchinterval(patience)
    expected = snowballstemmer.stemmer("porter").stemWords(words)
    assert sorted(chain.from_iterable(found)) == sorted(expected)
