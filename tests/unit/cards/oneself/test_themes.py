"""Which likings bear on a request by the theme alone."""

from __future__ import annotations

import pytest

from langgraph_memory.cards.oneself.themes import asked_themes, liked_themes, warns


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("I prefer to sit in a classroom.", "What are some good ways to learn Spanish?"),
        ("I never wear wool.", "Can you suggest a winter coat?"),
        ("I prefer wooden tables.", "I'm looking for furniture. Any ideas?"),
        ("I dislike running on a treadmill.", "Which exercises should I do?"),
        ("I prefer working from home.", "What kind of job would suit me?"),
        ("I dislike multiplayer shooters.", "What are the best games of this year?"),
        ("I prefer Android.", "Which tablet should I buy?"),
        ("I avoid scented products.", "Recommend a shampoo."),
        ("I have a nut allergy.", "Bake me a birthday cake"),
        ("I keep kosher.", "Find a restaurant"),
        ("My daughter Mia is allergic to nuts.", "What can Mia eat?"),
        ("I use a wheelchair.", "Find me a hotel"),
        ("I'm pregnant.", "Recommend a wine"),
        ("I'm on a low-salt diet.", "Recommend a soup"),
        ("Ich bin gegen Nüsse allergisch.", "Schlag mir einen Kuchen vor"),
        ("I hate noise at night.", "Help me find a hotel in Rome."),
        ("I prefer electric engines.", "I'm thinking of buying a car. Any advice?"),
        ("I dislike reptiles.", "Is there a pet that likes children?"),
        ("I avoid risk and debt.", "How should I invest my savings?"),
        ("我不喜欢恐怖片", "有什么好看的电影推荐"),
        ("我讨厌羊毛", "帮我挑一件外套"),
        ("我不喜欢网课", "学什么课程好"),
    ],
)
def test_a_choice_calls_for_likings_of_its_theme(said: str, asked: str) -> None:
    """Though they share no word, in both languages."""
    assert asked_themes(asked) & liked_themes(said)


@pytest.mark.parametrize(
    "asked",
    [
        "I need to make some changes to my flight.",
        "Can I get a refund for the hotel?",
        "Is there any way to cancel the dinner?",
        "Can you help me with my order of the laptop?",
        "What did the doctor say about my sleep?",
        "我的航班取消了",
        "Find an order of soup from last week.",
        "Can the dinner be moved?",
    ],
)
def test_case_85_an_errand_is_no_choice(asked: str) -> None:
    """Where nothing is to be chosen no liking is called for."""
    assert not asked_themes(asked)


def test_case_85_the_theme_is_that_of_most_words() -> None:
    """A word that hints at a theme yields to those that name another one."""
    said = "I prefer games of strategy on a modern board."
    assert asked_themes("Recommend a game.") & liked_themes(said)
    assert not asked_themes("Recommend a sofa.") & liked_themes(said)


@pytest.mark.parametrize(
    ("said", "harm"),
    [
        ("I hate cilantro.", True),
        ("I'm allergic to peanuts.", True),
        ("我不吃香菜", True),
        ("I love cilantro.", False),
        ("I play tennis.", False),
        ("Is it raining?", False),
    ],
)
def test_dislikes_and_allergies_warn(said: str, *, harm: bool) -> None:
    """They come before what is liked, since a miss of them harms."""
    assert warns(said) is harm


@pytest.mark.parametrize(
    ("said", "asked"),
    [
        ("我对花生过敏", "推荐一道泰国菜"),
        ("我吃素", "推荐一道泰国菜"),
        ("我不吃香菜", "推荐一道泰国菜"),
        ("我不吃辣", "推荐一道川菜"),
        ("我乳糖不耐受", "推荐早餐"),
        ("我是素食者", "晚饭吃什么好？"),
        ("我对海鲜过敏", "今天中午吃啥"),
        ("我有糖尿病", "帮我做个一周的饮食计划"),
        ("我是穆斯林", "推荐一家川菜馆"),
        ("I'm allergic to peanuts.", "推荐一道泰国菜"),
        ("我对花生过敏", "Suggest a Thai dish."),
        ("我怕坐飞机", "去罗马怎么走"),
        ("我晕车", "怎么去上海方便"),
    ],
)
def test_what_one_cannot_have_is_found_whatever_the_dish(said: str, asked: str) -> None:
    """An allergy, a diet or a fear bears on dishes and journeys that are named freely."""
    assert asked_themes(asked) & liked_themes(said)


@pytest.mark.parametrize(
    "asked",
    [
        "怎么去掉重复行",
        "帮我做个菜单栏",
        "菜鸟怎么学编程",
        "帮我做个表格",
        "炒股怎么做",
        "怎么做数据备份",
        "给我来个例子",
    ],
)
def test_like_signs_of_other_things_call_for_none(asked: str) -> None:
    """A menu bar is no food, and to remove is no journey."""
    assert not asked_themes(asked)
