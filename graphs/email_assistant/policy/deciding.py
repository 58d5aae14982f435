"""The next move: goal by goal, from what is shown."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, NoReturn

from graphs.email_assistant.policy.guidance import DATE_TIME, LIST, Guidance, guidance
from graphs.email_assistant.policy.lengths import length_of, meeting_mail
from graphs.email_assistant.policy.meetings import Meeting, lacks, meeting_in
from graphs.email_assistant.policy.request import (
    UNDERSTOOD,
    USUAL,
    Goal,
    goals,
    is_about,
    is_chinese,
    usual_room,
)
from graphs.email_assistant.policy.seeing import Result, Seen

_MOST_UNREAD = 50
_NOTHING = "No "


@dataclass(frozen=True, kw_only=True)
class Move:
    """What the policy does: one call, or an answer."""

    text: str = ""
    tool: str = ""
    args: Mapping[str, Any] = field(default_factory=dict)


class _First(Exception):  # noqa: N818  it is no error, but the way to the next call
    """Something has to be asked or done first."""

    def __init__(self, move: Move) -> None:
        super().__init__(move.tool)
        self.move = move


class _Stuck(Exception):  # noqa: N818  the same, to an answer
    """The goal cannot be reached; the text says why."""


def decide(seen: Seen) -> Move:
    """The next move.

    A tool error ends the first attempt: the policy tells the user and does not guess. In
    another attempt it heeds what the error said, and what lessons say from the start.

    Args:
        seen: What is shown.

    Returns:
        A call, or the answer.
    """
    wanted = goals(seen.request)
    if not wanted:
        room = usual_room(seen.request)
        return Move(text=f"Noted: {room}." if room else UNDERSTOOD)
    attempts = 2 if seen.again else 1
    if len(seen.errors) >= attempts:
        newest = seen.errors[-1]
        return Move(text=f"I could not do it: {newest.tool} says: {newest.text}")
    mind = _Mind(seen, guidance(seen))
    try:
        return Move(text=" ".join(mind.reached(goal) for goal in wanted))
    except _First as first:
        return first.move
    except _Stuck as stuck:
        return Move(text=str(stuck))


class _Mind:
    """Works on the goals; asks for calls by raising them."""

    def __init__(self, seen: Seen, known: Guidance) -> None:
        self.seen = seen
        self.known = known

    def reached(self, goal: Goal) -> str:
        """What to say of a goal that is reached."""
        ways: dict[str, Callable[[Goal], str]] = {
            "mark": self._mark,
            "check": self._check,
            "book": self._book,
            "move": self._move,
            "tell": self._tell,
            "reply": self._reply,
        }
        return ways[goal.kind](goal)

    def _mark(self, goal: Goal) -> str:
        done = self.seen.made("mark_as_read")
        if done:
            return f"Marked {done[0].data['marked']} mails from {goal.person} as read."
        ids = [row["email_id"] for row in self._mails("", goal.person) if row["unread"]]
        if not ids:
            return f"No mail from {goal.person} is unread."
        as_list = self.known.forms.get("email_ids") == LIST
        return _do("mark_as_read", email_ids=ids if as_list else ", ".join(ids))

    def _check(self, goal: Goal) -> str:
        names = ", ".join(self._free(self._meeting(goal.topic)))
        return f"Free for {goal.topic}: {names or 'no room'}."

    def _book(self, goal: Goal) -> str:
        room = self._usual() if goal.room == USUAL else goal.room
        return self._booked(goal.topic, room)

    def _move(self, goal: Goal) -> str:
        old = self._booking(goal.topic)
        return self._booked(goal.topic, old["room"], booking_id=old["booking_id"])

    def _booked(self, topic: str, room: str, **more: str) -> str:
        done = self.seen.made("book_room")
        if done:
            made = done[0].data
            if made is None:
                raise _Stuck(done[0].text)  # declined
            return f"Booked {made['room']}, {made['start']} ({made['booking_id']})."
        meeting = self._meeting(topic)
        if self.known.checks_before("book_room", "check_room_availability"):
            free = self._free(meeting)
            if not free:
                msg = f"No room is free for {topic}."
                raise _Stuck(msg)
            room = room if room in free else free[0]
        return _do(
            "book_room",
            room=room or self._fitting(meeting),
            start=self._start(meeting),
            minutes=meeting.minutes,
            people=meeting.people,
            title=topic,
            **more,
        )

    def _tell(self, goal: Goal) -> str:
        held = self._booking(goal.topic)
        length = length_of(self.seen.request, self.seen.wishes, goal.topic)
        chinese = is_chinese(self.seen.request)
        return self._sent(goal, meeting_mail(goal.topic, held, length, zh=chinese))

    def _reply(self, goal: Goal) -> str:
        return self._sent(goal, goal.text)

    def _sent(self, goal: Goal, text: str) -> str:
        sent = self.seen.made("send_reply")
        if sent:
            if sent[0].data is None:
                raise _Stuck(sent[0].text)  # declined
            edited = sent[0].args.get("body")
            return f"Sent to {sent[0].data['to']}: {text if edited is None else edited}"
        drafts = self.seen.made("draft_reply")
        if drafts:
            _do("send_reply", draft_id=drafts[0].data["draft_id"])
        rows = self._mails(goal.topic, goal.person) or [
            row
            for row in self._mails("", goal.person)
            if is_about(str(row.get("subject", "")), goal.topic)
        ]
        if not rows:
            about = f" about {goal.topic}" if goal.topic else ""
            msg = f"I found no mail from {goal.person}{about} that I could answer."
            raise _Stuck(msg)
        return _do("draft_reply", email_id=rows[0]["email_id"], body=text)

    def _meeting(self, topic: str) -> Meeting:
        """The meeting that the newest mail which tells of one has."""
        rows, missing = self._mails(topic, ""), ""
        for row in rows:
            mail_id = row["email_id"]
            remembered = meeting_in(self._remembered_text(mail_id), self.seen.year)
            if remembered is not None:
                return remembered  # mails do not change
            read = self.seen.result("get_email_details", email_id=mail_id)
            if read is None:
                _do("get_email_details", email_id=mail_id)
            text = _whole(read)["text"]
            meeting = meeting_in(text, self.seen.year)
            if meeting is not None:
                return meeting
            missing = missing or lacks(text)
        msg = f"I found no mail about {topic}."
        if rows:
            told = missing or "when it is"
            msg = f"The mails about {topic} do not say, so that I could read it, {told}."
        raise _Stuck(msg)

    def _remembered_text(self, mail_id: str) -> str:
        cards = (c for c in self.seen.cards if c.source == "get_email_details")
        texts = (
            c.values.get("text", "") for c in cards if c.values.get("email_id") == mail_id
        )
        return next(texts, "")

    def _mails(self, query: str, sender: str) -> list[dict[str, Any]]:
        args: dict[str, Any] = {"query": query}
        if sender:
            args |= {"sender": sender, "limit": _MOST_UNREAD}
        found = self.seen.result("search_emails", **args)
        if found is None:
            _do("search_emails", **args)
        return _rows(found)

    def _free(self, meeting: Meeting) -> list[str]:
        args = {
            "start": self._start(meeting),
            "minutes": meeting.minutes,
            "people": meeting.people,
        }
        found = self.seen.result("check_room_availability", **args)
        if found is None:
            _do("check_room_availability", **args)
        return [row["room"] for row in _rows(found)]

    def _start(self, meeting: Meeting) -> str:
        if self.known.forms.get("start") == DATE_TIME:
            return f"{meeting.start:%Y-%m-%dT%H:%M}"
        return meeting.words

    def _fitting(self, meeting: Meeting) -> str:
        """The smallest room that is large enough, free or not."""
        fitting = {
            n: seats for n, seats in self.seen.rooms.items() if seats >= meeting.people
        }
        if not fitting:
            msg = f"No room holds {meeting.people} people."
            raise _Stuck(msg)
        return min(fitting, key=lambda name: fitting[name])

    def _usual(self) -> str:
        said = (usual_room(self.seen.request), *self._usual_remembered())
        room = next(filter(None, said), "")
        if not room:
            msg = "I do not know which room is your usual one."
            raise _Stuck(msg)
        return room

    def _usual_remembered(self) -> Iterator[str]:
        for card in self.seen.cards:
            if card.source == "user":
                yield from map(usual_room, card.notes)

    def _booking(self, topic: str) -> Mapping[str, Any]:
        """The booking for a topic: made in this run, or remembered."""
        made = [result.data for result in self.seen.made("book_room") if result.data]
        held: list[Mapping[str, Any]] = [*made, *(card.values for card in self.seen.cards)]
        for one in held:
            if str(one.get("title", "")).casefold() == topic.casefold() and "room" in one:
                return one
        msg = f"I know of no booking for {topic}."
        raise _Stuck(msg)


def _rows(result: Result) -> list[dict[str, Any]]:
    return [] if result.text.startswith(_NOTHING) else list(_whole(result))


def _whole(result: Result) -> Any:
    """The data of a result that must be shown as the tool gave it."""
    if result.data is None:
        msg = f"The result of {result.tool} is no longer shown in full."
        raise _Stuck(msg)
    return result.data


def _do(tool: str, **args: Any) -> NoReturn:
    raise _First(Move(tool=tool, args=args))
