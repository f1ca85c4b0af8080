"""A pace in words, its clock, and what a game with a pace says about its turns."""

import sys
import time
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest

from engine.values import replace
from pbem.lobby.pace import clock_lines, pace_lines, read_pace_words, report_lines
from pbem.replay import clock as clock_module
from pbem.replay.clock import TurnClock, clock_of, clocks_of
from pbem.save.trust import open_save
from pbem.save.trusted_save import TrustedSave
from pbem.text import date_text, here_text
from pbem.usage import UsageError
from pbem.wire.counting import after, counted_between, joined
from pbem.wire.fields import MAX_TIME
from pbem.wire.pace import Pace
from tests.support.by_mail import seats
from tests.support.paper_game import ANN, BOB, ended, fixed, with_records
from tests.support.table import ANYWAY, NATIONS, mail_desks
from tests.support.vector_pace import PACE, away, paced

HOUR = 3_600
DAY = 86_400
MONDAY = 1_795_392_000  # 23 November 2026, 00:00 UTC
OFFICE = Pace(hours=10, days=(0, 1, 2, 3, 4), opens=9 * 60, closes=17 * 60)


def test_words_and_pace_say_the_same() -> None:
    pace = read_pace_words("72h mon-fri 08:00-22:00 +01:00", "3 every 24h then forfeit", 14)
    assert pace == PACE
    assert read_pace_words("3d") == Pace(hours=72)
    assert read_pace_words("48h fri-mon").days == (0, 4, 5, 6)
    assert read_pace_words("48h 00:00-24:00") == Pace(hours=48)
    assert list(pace_lines(Pace(hours=1))) == ["Pace: 1 hour for a turn."]


@pytest.mark.parametrize(
    ("pace", "bumps", "absence"),
    [
        ("mon-fri", "", 0),
        ("0h", "", 0),
        ("2161h", "", 0),
        ("72h funday", "", 0),
        ("72h 25:00-26:00", "", 0),
        ("72h 08:00-08:30", "", 0),
        ("72h +15:00", "", 0),
        ("72h", "often", 0),
        ("72h", "21", 0),
        ("72h", "3 then victory", 0),
        ("72h", "", 366),
        ("72h", "", -1),
    ],
)
def test_a_pace_that_cannot_be_is_refused_with_a_way_out(
    pace: str, bumps: str, absence: int
) -> None:
    with pytest.raises(UsageError) as caught:
        read_pace_words(pace, bumps, absence)
    assert caught.value.code == "bad-pace"


def test_only_weekdays_and_hours_that_were_agreed_count() -> None:
    friday = MONDAY + 4 * DAY
    assert after(OFFICE, friday + 16 * HOUR, 2 * HOUR) == MONDAY + 7 * DAY + 10 * HOUR
    assert counted_between(OFFICE, friday, friday + 3 * DAY + 12 * HOUR) == 11 * HOUR
    assert counted_between(OFFICE, friday, friday) == 0
    assert counted_between(OFFICE, friday + DAY, friday) == 0


def test_hours_over_midnight_belong_to_the_day_on_which_they_begin() -> None:
    night = Pace(hours=8, days=(5,), opens=22 * 60, closes=6 * 60)
    saturday = MONDAY + 5 * DAY
    assert counted_between(night, saturday, saturday + 2 * DAY) == 8 * HOUR
    # Sunday, one in the morning: Saturday's night goes on, and Sunday has none of its own.
    assert after(night, saturday + 25 * HOUR, HOUR) == saturday + 26 * HOUR


def test_the_zone_shifts_days_and_hours() -> None:
    east = Pace(hours=1, days=(0,), opens=60, closes=120, offset=120)
    assert after(east, MONDAY - DAY, HOUR) == MONDAY


@pytest.mark.parametrize("start", range(0, 7 * DAY, 5 * HOUR + 1))
def test_counting_forth_and_back_agree(start: int) -> None:
    away = joined([(MONDAY + DAY, MONDAY + DAY + 13 * HOUR), (MONDAY + 3 * DAY, MONDAY + 4 * DAY)])
    for pace in (OFFICE, PACE, Pace(hours=5, offset=-90, opens=1_200, closes=300)):
        end = after(pace, MONDAY + start, 25 * HOUR, away)
        assert counted_between(pace, MONDAY + start, end, away) == 25 * HOUR
        assert counted_between(pace, MONDAY + start, end - 1, away) == 25 * HOUR - 1


def test_absences_that_overlap_are_one() -> None:
    assert joined([(5, 9), (0, 3), (2, 4), (9, 12), (20, 20)]) == ((0, 4), (5, 12))


def test_a_turn_runs_from_the_closing_of_the_one_before_it() -> None:
    save = paced(Pace(hours=2, bumps=2, every=1))
    clock = clock_of(save, "Germans")
    assert clock is not None
    assert (clock.number, clock.player, clock.since) == (1, "Ann", 1_020)
    assert (clock.until, clock.bumps) == (1_020 + 2 * HOUR, (1_020 + 3 * HOUR, 1_020 + 4 * HOUR))
    assert not clock.is_late(clock.until) and clock.is_late(clock.until + 1)
    assert [clock.bumped(1_020 + hours * HOUR) for hours in (2, 3, 4, 9)] == [0, 1, 2, 2]
    after_it = ended(save, "Germans", ANN, fixed("d"), time=1_500, random=fixed("end", 16))
    first, second = clocks_of(after_it, "Russians")
    assert first.closed == second.since == 1_190
    assert first.taken == first.closed - 1_020
    assert (second.player, second.closed) == ("Bob", 0)
    assert clocks_of(after_it, "")[-1].closed


def test_a_game_without_a_pace_has_no_clock() -> None:
    assert clocks_of(paced(None), "Germans") == ()


def _announced(days: int) -> TrustedSave:
    """Ann announces two days from the second day of 1970 on, and ends her turn; Bob ends his."""
    save = paced(Pace(hours=48, absence=days))
    save = open_save(with_records(save, away(save)))
    save = ended(save, "Germans", ANN, fixed("d"), time=1_500, random=fixed("end", 16))
    return ended(save, "Russians", BOB, fixed("e"), time=1_600, random=fixed("end 2", 16))


def test_a_clock_stands_still_for_as_many_days_as_were_agreed() -> None:
    untils: list[int] = []
    for days in (0, 1, 14):
        clock = clock_of(_announced(days), "Germans")
        assert clock is not None
        untils.append(clock.until - clock.since)
    assert untils == [2 * DAY, 3 * DAY, 4 * DAY]


def test_an_absence_does_not_stop_the_clock_of_the_turn_that_announces_it() -> None:
    announcing = clocks_of(_announced(14), "Germans")[0]
    assert announcing.until == announcing.since + 2 * DAY


def test_a_log_full_of_absences_and_turns_is_read_in_proportion_to_its_length(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Players who announce without end, with an authority of theirs whose clock runs away."""
    save = paced(Pace(hours=2_160, days=(0,), closes=60, bumps=20, every=2_160, absence=9))
    save = open_save(with_records(save, away(save)))
    save = ended(save, "Germans", ANN, fixed("d"), time=1_500, random=fixed("end", 16))
    start, absence, end = save.entries[-3:]
    steps: list[int] = []
    for turns in (300, 600):
        entries = (start, *[absence, end] * turns)
        times = iter(range(2_000, MAX_TIME, MAX_TIME // turns))
        monkeypatch.setattr(clock_module, "closed_at", lambda _, times=times: next(times))
        steps.append(_steps(replace(save, entries=entries)))
    assert steps[1] < 2.3 * steps[0] < 2_300_000


def _steps(save: TrustedSave) -> int:
    """How many functions are called to tell the clock of every turn."""
    count = 0

    def see(frame: object, event: str, argument: object) -> None:
        nonlocal count
        count += event in ("call", "c_call")

    sys.setprofile(see)
    try:
        clocks_of(save, "")
    finally:
        sys.setprofile(None)
    return count


def test_what_is_said_of_a_late_turn() -> None:
    pace = Pace(hours=1, bumps=2, every=1, afterwards="substitute")
    clock = clock_of(paced(pace), "Germans")
    assert clock is not None
    said = ["\n".join(clock_lines(clock, 1_020 + hours * HOUR)) for hours in (1, 2, 3)]
    assert said[0] == "Germans (Ann) have until Thu 01 Jan 1970 01:17 UTC."
    assert "late since Thu 01 Jan 1970 01:17 UTC" in said[1]
    assert "Reminders due: 1 of 2; the next one Thu 01 Jan 1970 03:17 UTC." in said[1]
    assert "Reminders due: 2 of 2.\nAs agreed, somebody else takes the seat" in said[2]


def test_what_the_report_of_a_turn_says_of_its_time() -> None:
    late = TurnClock(1, "Germans", "Ann", 0, 60, (90, 120), 100, 100, "nothing")
    after = TurnClock(2, "Italians", "Ben", 100, 160, (), 0, 0, "nothing")
    said = [*report_lines((late, after), 1, is_last=True)]
    assert said == [
        "Germans (Ann) ended the turn late: it was due by Thu 01 Jan 1970 00:01 UTC and ended "
        "Thu 01 Jan 1970 00:01 UTC, after 1 reminder.",
        "Italians (Ben) have until Thu 01 Jan 1970 00:02 UTC.",
    ]
    assert [*report_lines((late, after), 1, is_last=False)] == said[:1], "an old report"
    assert [*report_lines((late, after), 2, is_last=False)] == said[1:], "a turn under way"
    assert [*report_lines((replace(late, closed=60), after), 1, is_last=False)] == []


def test_a_game_with_a_pace_from_invitation_to_calendar(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    words = ["--pace", "72h", "--bumps", "2 every 24h then forfeit", "--absence", "10"]
    ann.ok("new", "big_world_1942", *seats({*NATIONS} - {"Russians"}), *words)
    ben.ok("fetch")
    name = ben.home.game_store.games()[0].game.hex()[:8]
    assert "Pace: 72 hours for a turn." in ben.ok("join", name, "--yes").out
    ann.ok("fetch")
    assert "Russians (Ann) have until" in ann.ok("status", name).out
    assert ann.refused(2, "away", name, "tomorrow", "2099-01-03").error["code"] == "bad-absence"
    ann.ok("away", name, "2099-01-01", "2099-01-03", "a wedding")
    orders = tmp_path / "turn.orders"
    orders.write_text("done\ndone\ndone\ndone\n")
    ann.ok("play", name, "--orders", orders, *ANYWAY)
    ann.ok("send", name)
    ben.ok("fetch")
    assert "AWAY: Thu 01 Jan 2099 00:00 UTC until Sat 03 Jan 2099" in ben.ok("summary", name).out
    shown = ben.ok("pace", name, "--ics", tmp_path / "turn.ics").out
    assert "Germans (Ben) have until" in shown and "As agreed" not in shown
    event = (tmp_path / "turn.ics").read_text()
    assert "BEGIN:VEVENT" in event and "turn of Germans is due" in event
    rows = ben.ok("pace", name, "--json").data["turns"]
    assert isinstance(rows, list) and [row["nation"] for row in rows] == ["Russians", "Germans"]
    mails = sorted((tmp_path / "mail" / "Ben" / "new").iterdir(), key=lambda path: path.name)
    texts = [mail.read_text() for mail in mails] or [
        mail.read_text() for mail in (tmp_path / "mail" / "Ben" / "cur").iterdir()
    ]
    assert any('filename="due.ics"' in text for text in texts)
    assert any("Now it is up to Germans (Ben), in time until" in text for text in texts)
    (start,) = [text for text in texts if "has started" in text]
    assert 'filename="due.ics"' in start, "the first turn has a deadline too"
    assert start.count('filename="address-of-') == 2, "the card of each player, once"
    told = " ".join(ben.ok("summary", name).out.split())
    assert "Germans (Ben) have until" in told and "late" not in told
    assert "Germans (Ben) have until" in ben.ok("post", name, "--print").out


def test_a_late_player_is_reminded_once_for_each_reminder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    words = ["--pace", "72h", "--bumps", "2 every 24h then substitute"]
    ann.ok("new", "big_world_1942", *seats({"Russians"}), *words)
    ben.ok("fetch")
    name = ben.home.game_store.games()[0].game.hex()[:8]
    ben.ok("join", name, "--yes")
    ann.ok("fetch")
    start = int(time.time())
    assert ann.ok("remind").out.strip() == "No reminder is due."
    for hours, told in ((73, "time is over"), (97, "reminder 1 of 2"), (200, "reminder 2 of 2")):
        monkeypatch.setattr("pbem.commands.remind.now", lambda hours=hours: start + hours * HOUR)
        assert "Russians (Ben) are late." in ann.ok("remind").out
        assert ann.ok("remind", name).out.strip() == "No reminder is due."
        assert ben.ok("remind").out.strip() == "No reminder is due."
        folder = tmp_path / "mail" / "Ben" / "new"
        mails = [message_from_bytes(path.read_bytes(), policy=default) for path in folder.iterdir()]
        texts = [str(body.get_content()) for mail in mails if (body := mail.get_body(("plain",)))]
        (text,) = [text for text in texts if f"Russians late: {told}." in text]
        assert ("As agreed, somebody else takes the seat" in text) == (hours == 200)
    assert ben.ok("fetch").code == 0


def test_times_are_told_in_the_zone_of_the_reader_and_of_the_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    moment = 1_796_140_860  # Tue 01 Dec 2026 16:01 UTC
    try:
        monkeypatch.setenv("TZ", "America/New_York")
        time.tzset()
        assert here_text(moment) == "Tue 01 Dec 2026 11:01 UTC-05:00"
        both = "Tue 01 Dec 2026 11:01 UTC-05:00 (17:01 UTC+01:00 in the game)"
        assert here_text(moment, 60) == both
        assert here_text(moment, -300) == "Tue 01 Dec 2026 11:01 UTC-05:00"
        late = "Tue 01 Dec 2026 21:01 UTC-05:00 (Wed 03:01 UTC+01:00 in the game)"
        assert here_text(moment + 36_000, 60) == late
    finally:
        monkeypatch.undo()
        time.tzset()
    assert date_text(moment, 60) == "Tue 01 Dec 2026 17:01 UTC+01:00", "the same for everybody"
    assert date_text(253_402_300_799, 60) == "Fri 31 Dec 9999 23:59 UTC"


def test_a_mail_tells_a_deadline_in_the_zone_of_the_game() -> None:
    pace = Pace(hours=72, offset=60)
    clock = TurnClock(3, "Russians", "Ann", 0, 1_796_140_860, (), 0, 0, "nothing", pace.offset)
    (line,) = clock_lines(clock, 0)
    assert line == "Russians (Ann) have until Tue 01 Dec 2026 17:01 UTC+01:00."
