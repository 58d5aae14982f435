"""Figures in one form, in whatever way a text writes them."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from langgraph_memory.cards.summaries.figures import figures, missing


@pytest.mark.parametrize(
    ("text", "number", "unit"),
    [
        ("it costs 1,234.50 USD", "1234.5", "usd"),
        ("it costs $1234.50", "1234.5", "usd"),
        ("12,50 EUR", "12.5", "eur"),
        ("€12.50", "12.5", "eur"),
        ("20k visitors", "20000", ""),
        ("1.5 million", "1500000", ""),
        ("three nights", "3", "night"),
        ("twenty-four hours", "24", "hour"),
        ("two hundred seats", "200", ""),
        ("20 percent", "20", "percent"),
        ("minus: -5 outside", "-5", ""),
        ("三晚", "3", "night"),
        ("两千五百元", "2500", "yuan or yen"),
        ("3万元", "30000", "yuan or yen"),
        ("百分之二十", "20", "percent"),
        ("全价３００元", "300", "yuan or yen"),
        ("一万二千", "12000", ""),
    ],
)
def test_a_number_is_read_with_its_unit(text: str, number: str, unit: str) -> None:
    """Separators, words, signs of currency and Chinese numerals come to one form."""
    assert figures(text).amounts == {(Fraction(number), unit)}


@pytest.mark.parametrize(
    "text", ["flight AF1", "room B12", "张三说", "统一安排", "one of us"]
)
def test_what_names_something_is_no_number(text: str) -> None:
    """Digits of identifiers and numerals within names and words do not count."""
    assert not figures(text).says_any


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("at 9:40 pm", (21, 40)),
        ("at 21:40", (21, 40)),
        ("at 9 a.m.", (9, 0)),
        ("at 12 am", (0, 0)),
        ("下午3点半", (15, 30)),
        ("早上八点", (8, 0)),
        ("晚上9点20分", (21, 20)),
    ],
)
def test_a_time_of_day_is_read(text: str, time: tuple[int, int]) -> None:
    """Both halves of the day and both languages come to one form, and are no amounts."""
    assert figures(text).times == {time}
    assert not figures(text).amounts


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("2026-03-12", "on March 12, 2026"),
        ("March 12", "on 2026-03-12"),
        ("3月12日", "12 March 2026"),
        ("150 EUR", "€150"),
        ("150", "150 EUR"),
        ("24 hours", "less than 24 h"),
        ("at 9:40", "at 9:40 pm"),
        ("两天", "2 days"),
        ("120,000", "12万"),
    ],
)
def test_the_same_in_other_words_is_found(said: str, source: str) -> None:
    """A figure is found whatever its writing."""
    assert missing(figures(said), figures(source)) == []


@pytest.mark.parametrize(
    ("said", "source"),
    [
        ("2026-03-13", "on March 12, 2026"),
        ("March 12, 2027", "on March 12"),
        ("150 USD", "€150"),
        ("24 days", "24 hours"),
        ("9:40 am", "9:40 pm"),
        ("1.5 million", "1.5"),
        ("四晚", "三晚"),
        ("8 percent", "80 percent"),
    ],
)
def test_another_figure_is_missed(said: str, source: str) -> None:
    """Another day, unit, half of the day or scale is another figure."""
    assert missing(figures(said), figures(source)) != []


@pytest.mark.parametrize("char", ["9", "9,", "九", "万", "9:", "1.", "-", "twenty-"])
def test_endless_figures_are_read_in_no_time_at_all(char: str) -> None:
    """Whatever a tool returns, reading it neither fails nor takes long."""
    text = char * 20_000
    assert missing(figures(text), figures(text)) == []


@given(st.text(max_size=200))
def test_any_text_can_be_read_and_has_its_own_figures(text: str) -> None:
    """Nothing raises, and no text lacks a figure of its own."""
    assert missing(figures(text), figures(text)) == []
