"""The calendar file of a deadline, as RFC 5545 wants it."""

from pbem.mail.calendar import Deadline, deadlines_file

DAY = 86_400
OURS = Deadline("ab12", "Our war", 3, "Germans", 10 * DAY, 7 * DAY)


def unfolded(data: bytes) -> list[str]:
    """The lines as a calendar program puts them together (RFC 5545, 3.1)."""
    assert data.endswith(b"\r\n") and b"\n" not in data.replace(b"\r\n", b"")
    assert all(len(line) <= 75 for line in data.split(b"\r\n"))
    return data.replace(b"\r\n ", b"").decode().split("\r\n")[:-1]


def test_the_event_is_at_the_deadline_and_rings_a_day_before() -> None:
    lines = unfolded(deadlines_file([OURS]))
    assert lines[:2] == ["BEGIN:VCALENDAR", "VERSION:2.0"] and lines[-1] == "END:VCALENDAR"
    assert "UID:turn-3@ab12.pbem" in lines
    assert "DTSTAMP:19700108T000000Z" in lines and "DTSTART:19700111T000000Z" in lines
    assert "TRIGGER;VALUE=DATE-TIME:19700110T000000Z" in lines
    assert "SUMMARY:Our war: turn of Germans is due" in lines
    for part in ("VCALENDAR", "VEVENT", "VALARM"):
        assert lines.count(f"BEGIN:{part}") == lines.count(f"END:{part}") == 1


def test_signs_with_a_meaning_are_escaped_and_long_lines_are_folded_between_letters() -> None:
    name = "War, peace; and \\ " + "Löß€" * 40 + "\r\nBEGIN:VEVENT"
    data = deadlines_file([OURS._replace(name=name)])
    lines = unfolded(data)
    (summary,) = (line for line in lines if line.startswith("SUMMARY:"))
    assert summary.startswith("SUMMARY:War\\, peace\\; and \\\\ " + "Löß€" * 2)
    assert lines.count("BEGIN:VEVENT") == 1
    for line in data.split(b"\r\n"):
        line.decode()


def test_several_deadlines_are_one_calendar() -> None:
    lines = unfolded(deadlines_file([OURS, OURS._replace(game="cd34")]))
    assert lines.count("BEGIN:VCALENDAR") == 1 and lines.count("BEGIN:VEVENT") == 2
    assert [line for line in lines if line.startswith("UID:")] == [
        "UID:turn-3@ab12.pbem",
        "UID:turn-3@cd34.pbem",
    ]
