from __future__ import annotations

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphs.travel_planner.request.task import TaskError, read_task


def test_a_full_request_is_read() -> None:
    """Every wish of a long request is found, each in its place."""
    task = read_task(
        "Can you help with a 7-day trip for a party of 5? We're setting off from St. Cloud "
        "and planning to explore 3 cities in New Mexico from May 11th to May 17th, 2031. "
        "We have a budget of $15,100. We'll be bringing our pets, so pet-friendly lodging "
        "is a must. We hope for Mexican, Italian and Indian cuisines. Entire rooms would "
        "be ideal, and we will not be taking any flights."
    )
    assert (task.origin, task.place, task.cities) == ("St. Cloud", "New Mexico", 3)
    assert (task.people, task.start, task.days) == (5, date(2031, 5, 11), 7)
    assert (task.budget, task.room, task.rules) == (15_100, "entire room", ("pets",))
    assert task.cuisines == ("mexican", "italian", "indian")
    assert task.unwanted == ("flight",)


@pytest.mark.parametrize(
    ("words", "route"),
    [
        ("a trip from Alder to Birch Falls spanning", ("Alder", "Birch Falls")),
        ("a trip departing from Alder and heading to Birch,", ("Alder", "Birch")),
        (
            "an itinerary beginning in Port Alder and ending in Birch",
            ("Port Alder", "Birch"),
        ),
        ("a journey that starts in Alder and includes visiting Birch", ("Alder", "Birch")),
        ("me to depart from Alder and head to Birch for", ("Alder", "Birch")),
        ("a trip leaving Alder, going to Birch", ("Alder", "Birch")),
        ("three days in Birch, coming from Alder", ("Alder", "Birch")),
        ("a trip. From Alder to Birch", ("Alder", "Birch")),
    ],
)
def test_origin_and_destination_are_found(words: str, route: tuple[str, str]) -> None:
    """Many ways to say where from and where to are understood."""
    task = read_task(f"Please plan {words} from May 1st to May 3rd, 2031.")
    assert (task.origin, task.place) == route


@pytest.mark.parametrize(
    ("words", "days"),
    [
        ("from March 16th to March 18th, 2031", (16, 3)),
        ("from the 16th to the 18th of March, 2031", (16, 3)),
        ("between March 16th and March 20th, 2031", (16, 5)),
        ("March 16-18, 2031", (16, 3)),
        ("16 to 22 March 2031", (16, 7)),
        ("2031-03-16 to 2031-03-18", (16, 3)),
        ("5 days starting March 16, 2031", (16, 5)),
    ],
)
def test_dates_are_found(words: str, days: tuple[int, int]) -> None:
    """The first day and the number of days are read from many ways to write dates."""
    task = read_task(f"A trip from Alder to Birch, {words}.")
    assert (task.start, task.days) == (date(2031, 3, days[0]), days[1])


def test_a_trip_over_new_year_is_as_long_as_it_is() -> None:
    """The year that is written belongs to the last day."""
    task = read_task("A trip from Alder to Birch from December 30th to January 2nd, 2031.")
    assert (task.start, task.days) == (date(2030, 12, 30), 4)


@pytest.mark.parametrize(
    ("words", "people"),
    [
        ("for 2 people", 2),
        ("for two", 2),
        ("for a single person", 1),
        ("as a solo traveler", 1),
        ("for a group of 8", 8),
        ("for two individuals", 2),
        ("for a family of four", 4),
        ("for a couple", 2),
        ("for me", 1),
    ],
)
def test_travellers_are_counted(words: str, people: int) -> None:
    """The number of travellers is read from digits and words; one when nothing is said."""
    request = f"A trip {words} from Alder to Birch from May 1st to May 3rd, 2031."
    assert read_task(request).people == people


@pytest.mark.parametrize(
    ("words", "wishes"),
    [
        ("We want private rooms.", ("private room", (), ())),
        ("We would rather not share a room.", ("not shared room", (), ())),
        ("We need a non-smoking place.", (None, (), ())),
        ("Smoking must be allowed.", (None, ("smoking",), ())),
        (
            "We travel with kids and host a party.",
            (None, ("parties", "children under 10"), ()),
        ),
        ("We don't plan to drive ourselves.", (None, (), ("self-driving",))),
        (
            "Non-self-driving transport, and avoid flying.",
            (None, (), ("self-driving", "flight")),
        ),
        ("We have no wishes about house rules. We may fly.", (None, (), ())),
    ],
)
def test_wishes_are_found_and_not_turned_round(
    words: str, wishes: tuple[object, ...]
) -> None:
    """What is wished for and what is refused are told apart."""
    task = read_task(f"A trip from Alder to Birch from May 1st to May 3rd, 2031. {words}")
    assert (task.room, task.rules, task.unwanted) == wishes


def test_only_food_makes_a_cuisine() -> None:
    """An adjective of a nation is a cuisine only where the sentence speaks of food."""
    request = "A trip from Alder to Birch from May 1st to May 3rd, 2031. My {} is American."
    assert read_task(request.format("passport")).cuisines == ()
    assert read_task(request.format("favourite food")).cuisines == ("american",)


@pytest.mark.parametrize(
    "request_text",
    [
        "Plan something nice.",
        "A trip from Alder to Birch.",
        "A trip to Birch from May 1st to May 3rd, 2031.",
        "From Alder to 3 cities in Woods from May 1st to May 2nd, 2031.",
        "A trip from Alder to Birch from February 30th to March 2nd, 2031.",
    ],
)
def test_what_cannot_be_planned_is_refused(request_text: str) -> None:
    """A request without origin, destination or possible dates is refused."""
    with pytest.raises(TaskError):
        read_task(request_text)


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused(text: str) -> None:
    """No text makes the reader fail in another way than with its own error."""
    try:
        read_task(text)
    except TaskError:
        return
