from __future__ import annotations

import pytest

from langgraph_memory.cards.words import name_words, stem, words


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("price", "prices"),
        ("city", "cities"),
        ("smoke", "smoking"),
        ("child", "children"),
        ("kids", "children"),
        ("box", "boxes"),
        ("person", "people"),
        ("shop", "shopping"),
    ],
)
def test_forms_of_one_word_share_a_stem(one: str, other: str) -> None:
    """Singular, plural and -ing form of a word are equal after stemming."""
    assert stem(one) == stem(other)


@pytest.mark.parametrize("word", ["bus", "glass", "analysis", "gas", "ring", "票价"])
def test_words_that_only_look_like_plurals_stay(word: str) -> None:
    """Short words and words ending in -ss, -us, -is or in another script are left alone."""
    assert stem(word) == word


def test_identifiers_of_all_spellings_have_the_same_words() -> None:
    """Camel case, snake case and blanks part the words of a name alike."""
    assert (
        name_words("DepartureCityName")
        == name_words("departure_city name")
        == name_words("depCityName")
        == (stem("departure"), "city", "name")
    )


def test_text_words_keep_dates_and_split_chinese_into_pairs() -> None:
    """ISO dates stay whole, Chinese runs become neighbouring pairs, fillers go."""
    assert words("on 2026-05-04 at the hut") == ["2026-05-04", "hut"]
    assert words("带宠物") == ["带宠", "宠物"]
