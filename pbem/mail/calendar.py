"""A deadline as a calendar file (RFC 5545), for a mail or a calendar program."""

from datetime import UTC, datetime

from icalendar import Alarm, Calendar, Event

from pbem.text import plain


def deadline_event(game: str, name: str, turn: int, nation: str, until: int, made: int) -> bytes:
    """One event at the moment when a turn runs out of time, with an alarm a day before.

    game: its id in hexadecimal; name: for people; until, made: Unix seconds.  The same turn has
    the same event, so that a calendar replaces it.
    """
    event = Event()
    event.add("uid", f"turn-{turn}@{game}.pbem")
    event.add("dtstamp", datetime.fromtimestamp(made, UTC))
    event.add("dtstart", datetime.fromtimestamp(until, UTC))
    event.add("summary", f"{plain(name)}: turn of {plain(nation)} is due")
    alarm = Alarm()
    alarm.add("action", "DISPLAY")
    alarm.add("description", f"{plain(name)}: the turn is due in a day")
    alarm.add("trigger", datetime.fromtimestamp(max(0, until - 86_400), UTC))
    event.add_component(alarm)
    calendar = Calendar()
    calendar.add("prodid", "-//pbem//deadlines//EN")
    calendar.add("version", "2.0")
    calendar.add_component(event)
    data: bytes = calendar.to_ical()
    return data
