"""Three players at three computers agree by mail: draws, edits, take-backs, seats and keys."""

import re
import shutil
from pathlib import Path

import pytest

from pbem.replay import read_position
from pbem.save.consent_records import RollAgain
from pbem.save.records import Roll
from tests.support.table import (
    ANYWAY,
    AXIS,
    NATIONS,
    Desk,
    copy_desks,
    desk,
    key_of,
    mail_desks,
    snapshot,
)

ATTACK = "move 2 infantry: Karelija > Finland\npress always\nfight Finland\n"


@pytest.fixture(scope="module")
def begun(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, str]:
    """The folder of a game that has just begun, which every test copies, and its name."""
    folder = tmp_path_factory.mktemp("begun")
    ann, ben, cy = mail_desks(folder, "Ann", "Ben", "Cy")
    return folder, founded(ann, ben, cy)


@pytest.fixture
def trio(begun: tuple[Path, str], tmp_path: Path) -> tuple[Desk, Desk, Desk, str]:
    """Ann (Russians, Chinese, Americans), Ben (the Axis) and Cy (British) in a started game."""
    template, name = begun
    ann, ben, cy = copy_desks(template, tmp_path)
    return ann, ben, cy, name


def founded(ann: Desk, ben: Desk, cy: Desk) -> str:
    """The name of a game that these three have begun by mail."""
    words: list[str] = []
    for nation in NATIONS:
        who = "me"
        if nation in AXIS:
            who = "Ben <ben@example.org>"
        elif nation == "British":
            who = "Cy <cy@example.org>"
        words += ["--seat", f"{nation}={who}"]
    ann.ok("new", "big_world_1942", *words)
    name = ann.home.game_store.games()[0].game.hex()[:8]
    for other in (ben, cy):
        other.ok("fetch")
        other.ok("join", name, "--yes")
    ann.ok("fetch")
    for other in (ben, cy):
        other.ok("fetch")
    return name


def play(desk: Desk, name: str, folder: Path, orders: str = "", *more: str) -> None:
    path = folder / "turn.orders"
    path.write_text(orders, encoding="utf-8")
    desk.ok("play", name, *ANYWAY, "--orders", path, *more)


def consent_by_mail(desk: Desk, name: str) -> str:
    """Fetch the proposal and sign it; what the command said."""
    said = desk.ok("fetch").out
    assert "Your consent is asked for: pbem consent" in said
    assert "none of your games" not in said, "the address of a substitute is one of a player"
    (row,) = desk.ok("consent", name, "--json").rows("proposals")
    return desk.ok("consent", name, row["proposal"], "--yes").out


def test_a_draw_needs_everybody_and_ends_the_game(trio: tuple[Desk, Desk, Desk, str]) -> None:
    ann, ben, cy, name = trio
    said = ann.ok("propose", name, "draw", "--words", "Peace?\x1b[31m").out
    assert "Still to consent: " in said and "Ben" in said and "Cy" in said
    assert "\x1b" not in said and "<U+001B>" in said
    assert "Ann proposes" in ben.ok("fetch").out
    refused = ann.refused(2, "enact", name)
    assert refused.error["code"] == "nothing-to-enact"
    row = ben.ok("consent", name, "--json").rows("proposals")[0]
    unsigned = ben.refused(2, "consent", name, row["proposal"])
    assert unsigned.error["code"] == "consent-unconfirmed"
    ben.ok("consent", name, row["proposal"], "--yes")
    assert ben.refused(8, "consent", name, row["proposal"], "--yes").error["code"] == (
        "consent-given"
    )
    assert "Nothing is signed" not in consent_by_mail(cy, name)
    fetched = ann.ok("fetch").out
    assert "DRAW: the game ends without a winner (agreed by Ann, " in fetched
    assert "a draw, agreed in round 1" in ann.ok("status", name).out
    for other in (ben, cy):
        assert "the game is over" in other.ok("fetch").out
        assert "DRAW: the game ends without a winner" in other.ok("history", name).out
        other.ok("verify", name)


def lose_mail(folder: Path, *names: str) -> None:
    """What these have not fetched yet never arrives."""
    for name in names:
        (mail,) = (folder / "mail" / name / "new").iterdir()
        mail.unlink()


def test_a_lost_proposal_is_mailed_once_more(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, _, name = trio
    proposal = ann.ok("propose", name, "draw", "--json").data["proposal"]
    lose_mail(tmp_path, "Ben", "Cy")
    assert "Nothing new." in ben.ok("fetch").out
    refused = ann.refused(3, "send", name, "--proposal", "ffff")
    assert refused.error["code"] == "no-such-proposal"
    assert "ben@example.org: sent" in ann.ok("send", name, "--proposal", proposal).out
    assert "Nothing is signed" not in consent_by_mail(ben, name)
    # Ben's consent got lost as well; Ann still has it once Ben sends it again.
    lose_mail(tmp_path, "Ann")
    ben.ok("send", name, "--proposal", proposal)
    ann.ok("fetch")
    (row,) = ann.ok("consent", name, "--json").rows("proposals")
    assert row["missing"] == ["Cy"]


def test_a_player_without_a_route_is_named_by_the_command_that_writes_to_him(
    trio: tuple[Desk, Desk, Desk, str],
) -> None:
    ann, _, _, name = trio
    config = ann.root / "config.toml"
    lines = config.read_text(encoding="utf-8").splitlines(keepends=True)
    config.write_text("".join(line for line in lines if "cy@example.org" not in line))
    first = ann.ok("propose", name, "draw").out
    assert first.count("Mail to cy@example.org: NOT SENT yet (No Maildir is set") == 1
    second = ann.ok("propose", name, "edit", "money Russians: 50").out
    assert second.count("Mail to cy@example.org") == 1
    assert second.count("Mail to ben@example.org: sent") == 1
    sent = ann.run("send", name)
    assert sent.code == 9
    told = sent.out
    assert told.count("Mail to cy@example.org: NOT SENT yet") == 1
    assert told.count("ben@example.org") <= 1


def test_an_edit_changes_the_board_only_with_all_consents(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, cy, name = trio
    changes = [
        "add 2 Russians armour: Moscow",
        "remove 1 Russians infantry: Moscow",
        "shift 1 Russians infantry: Moscow > Western Russia",
        "money Russians: 50",
        "technology Russians: rockets",
    ]
    bad = ann.refused(6, "propose", name, "edit", "add 1 Germans infantry: Moscow")
    assert bad.error["code"] == "edit-enemies-together"
    unknown = ann.refused(2, "propose", name, "edit", "add 1 Russians infantry: Moskow")
    assert "did you mean Moscow? docs/" in str(unknown.error["text"])
    unreadable = ann.refused(2, "propose", name, "edit", "money Russians: x")
    assert "'x' is not an amount; " in str(unreadable.error["text"])
    ann.ok("propose", name, "edit", *changes[:2], *changes[3:], "--words", "I forgot my income")
    before = ann.ok("show", name, "Moscow").out
    consent_by_mail(ben, name)
    ann.ok("fetch")
    assert ann.ok("show", name, "Moscow").out == before
    consent_by_mail(cy, name)
    assert "EDIT: add 2 Russians armour: Moscow" in ann.ok("fetch").out
    assert ann.ok("show", name, "Moscow").out != before
    nations = {row["nation"]: row for row in ann.ok("status", name, "--json").rows("nations")}
    assert nations["Russians"]["pus"] == 50
    assert nations["Russians"]["technologies"] == ["rockets"]
    play(ann, name, tmp_path)
    report = ann.ok("summary", name).out
    assert "AT THE TABLE" in report and "EDIT: add 2 Russians armour: Moscow" in report
    assert "set by an edit" in report
    ann.ok("send", name)
    ben.ok("fetch")
    ben.ok("verify", name)
    steps = ben.ok("history", name, "--json").rows("steps")
    assert [row["signed_by"] for row in steps if row["notice"] == "edit"] == [["Ann", "Cy", "Ben"]]


def test_a_turn_is_taken_back_and_its_dice_come_again(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, cy, name = trio
    play(ann, name, tmp_path, ATTACK)
    ann.ok("send", name)
    ben.ok("fetch")
    before = ben.home.choose(name).save
    rolled = [entry.record for entry in before.entries if isinstance(entry.record, Roll)]
    assert rolled
    ben.ok("propose", name, "take-back", "--words", "You wanted to buy something")
    consent_by_mail(ann, name)
    consent_by_mail(cy, name)
    said = ben.ok("fetch").out
    assert "TAKE-BACK: " in said and "Russians (Ann) to move" in said
    ann.ok("fetch")
    (tmp_path / "attack.orders").write_text("buy 1 armour\n" + ATTACK, encoding="utf-8")
    ann.ok("play", name, *ANYWAY, "--orders", tmp_path / "attack.orders")
    save = ann.home.choose(name).save
    again = [entry.record for entry in save.entries if isinstance(entry.record, RollAgain)]
    assert [one.record for one in again] == [
        entry.index for entry in before.entries if isinstance(entry.record, Roll)
    ][: len(again)]
    assert again and save.next_turn == 3
    report = ann.ok("summary", name).out
    assert "TAKE-BACK" in report and "DICE DRAWN BEFORE" in report
    ann.ok("send", name)
    assert "Germans (Ben) to move" in ben.ok("fetch").out
    position = read_position(ben.home.choose(name).save)
    assert position.error is None and position.finished == 1
    history = ben.ok("history", name).out
    assert "(taken back)" in history and "TAKE-BACK" in history
    assert ben.ok("dice", "audit", name).out.count("nothing was rolled and thrown away") == 1


def test_landing_moves_alone_are_taken_back(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    """Each order is a record, also of those that were signed at the same moment."""
    ann, ben, cy, name = trio
    way = "Moscow > Northern Russia"
    landing = f"move 1 infantry: {way}\nmove 1 armour: {way}\n"
    play(ann, name, tmp_path, f"buy 1 armour\n{ATTACK}{landing}place 1 armour: Moscow\n")
    ann.ok("send", name)
    ben.ok("fetch")
    steps = {str(row["action"]): row for row in ben.ok("history", name, "--json").rows("steps")}
    step = steps[f"move 1 infantry: {way}"]["step"]
    ben.ok("propose", name, "take-back", "--step", step, "--words", "The armour stays")
    consent_by_mail(ann, name)
    consent_by_mail(cy, name)
    assert "TAKE-BACK: " in ben.ok("fetch").out
    ann.ok("fetch")
    position = read_position(ann.home.choose(name).save)
    assert (position.nation, position.state.phase.phase) == ("Russians", "noncombat_move")
    there = [unit.type for unit in position.state.units_in("Northern Russia")]
    assert (there.count("infantry"), there.count("armour")) == (4, 2)


def test_nobody_gives_up_by_looking_what_the_command_does(
    trio: tuple[Desk, Desk, Desk, str],
) -> None:
    """Ben has all of the Axis and needs nobody's consent."""
    _ann, ben, _cy, name = trio
    refused = ben.refused(2, "propose", name, "surrender")
    assert refused.error["code"] == "proposal-unconfirmed"
    assert "The Germans, Japanese give up, and the others have won." in str(refused.error["text"])
    said = ben.ok("propose", name, "surrender", "--yes").out
    assert "All have consented. Russians (Ann) is to move and puts it into the game" in said


def test_a_draw_is_not_asked_for_in_a_game_that_is_over(
    trio: tuple[Desk, Desk, Desk, str],
) -> None:
    ann, ben, cy, name = trio
    ben.ok("propose", name, "draw")
    asked = "Your consent is asked for: "
    assert asked in cy.ok("fetch").out
    ben.ok("propose", name, "surrender", "--yes")
    assert "the game is over" in ann.ok("fetch").out
    told = cy.ok("fetch").out
    assert "the game is over" in told
    assert asked not in told


def test_what_is_said_in_a_turn_ends_the_proposals_made_before_it(
    trio: tuple[Desk, Desk, Desk, str],
) -> None:
    """An edit is agreed to on one position; a late consent is refused by the name of it."""
    ann, ben, _cy, name = trio
    ann.ok("propose", name, "edit", "money Russians: 50")
    (row,) = ann.ok("consent", name, "--json").rows("proposals")
    proposal = row["proposal"]
    said = ann.ok("note", name, "Finland", "mine").out
    assert f"1 open proposal ended with it, made on the position before: {proposal}. " in said
    assert ann.ok("note", name, "Finland", "ours").out == "Finland: ours\n"
    consent_by_mail(ben, name)
    late = ann.run("fetch")
    assert late.code == 8
    assert f", proposal {proposal}: it was made on a position that the game has left" in late.out


def test_a_note_goes_out_with_the_turn(trio: tuple[Desk, Desk, Desk, str], tmp_path: Path) -> None:
    ann, ben, _, name = trio
    ann.ok("note", name, "Finland", "mine <b>soon</b>\x1b[0m")
    refused = ben.refused(8, "note", name, "Finland", "no")
    assert refused.error["code"] == "not-your-turn"
    play(ann, name, tmp_path)
    assert "NOTE: Finland: mine" in ann.ok("summary", name).out
    page = ann.ok("summary", name, "--format", "html").out
    assert "<b>soon" not in page and "&lt;b&gt;soon" in page
    ann.ok("send", name)
    ben.ok("fetch")
    shown = ben.ok("show", name, "Finland").out
    assert "Russians: mine" in shown and "\x1b" not in shown
    assert snapshot(ben.root)


def test_a_proposal_in_the_middle_of_a_turn_brings_the_save_that_it_is_about(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, cy, name = trio
    # Signed with the dice of the battle, and nobody else has it yet.
    play(ann, name, tmp_path, f"done\ndone\n{ATTACK}", "--open-end")
    ann.ok("propose", name, "edit", "money Russians: 50")
    consent_by_mail(ben, name)
    consent_by_mail(cy, name)
    assert "EDIT" in ann.ok("fetch").out
    assert "to move" in ben.ok("fetch").out


def desk_fingerprint(one: Desk) -> str:
    return str(one.ok("keys", "show", "--json").data["fingerprint"])


def hand_over(giver: Desk, taker: Desk, name: str, folder: Path) -> None:
    """The save as a file: a newcomer has no address yet."""
    path = folder / "handed.pbem"
    giver.ok("export", name, "--out", path)
    taker.ok("fetch", path)


def test_a_substitute_plays_on_with_their_own_key(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, cy, name = trio
    dice = f'[dice]\nfolder = "{tmp_path / "authority"}"\n'
    dan = desk(tmp_path, "Dan", dice)
    hand_over(ann, dan, name, tmp_path)
    key = key_of("Dan").public.hex()
    said = ann.ok("propose", name, "substitute", "Cy", "--name", "Dan", "--key", key, "--json").data
    assert set(said["missing"]) == {"Ben", "Cy", "Dan"}
    given = dan.ok("consent", said["file"], "--yes", "--json").data
    consent_by_mail(ben, name)
    consent_by_mail(cy, name)
    assert "SUBSTITUTE" not in ann.ok("fetch").out
    done = ann.ok("enact", name, given["file"]).out
    assert "SUBSTITUTE: 'Dan' takes British from 'Cy'" in done
    play(ann, name, tmp_path)
    ann.ok("send", name)
    ben.ok("fetch")
    play(ben, name, tmp_path)
    hand_over(ben, dan, name, tmp_path)
    hand_over(ben, cy, name, tmp_path)
    (tmp_path / "turn.orders").write_text("", encoding="utf-8")
    assert cy.run("play", name, *ANYWAY, "--orders", tmp_path / "turn.orders").code == 8
    play(dan, name, tmp_path)
    assert "Dan" in dan.ok("summary", name).out
    players = dan.ok("info", name, "players").out
    assert "Cy from turn 1 on" in players and "(no longer)" in players
    assert "Dan from turn 1 on" in players
    dan.ok("verify", name)


def test_a_substitute_who_sent_their_card_is_asked_by_mail(tmp_path: Path) -> None:
    ann, ben, cy, dan = mail_desks(tmp_path, "Ann", "Ben", "Cy", "Dan")
    name = founded(ann, ben, cy)
    card = tmp_path / "Dan.card"
    assert "Dan <dan@example.org>" in dan.ok("keys", "card", "--out", card).out
    ann.ok("propose", name, "substitute", "Cy", "--card", card)
    # The save comes with the proposal, and the addresses of the others.
    consent_by_mail(dan, name)
    consent_by_mail(ben, name)
    consent_by_mail(cy, name)
    assert "SUBSTITUTE: 'Dan' takes British from 'Cy'" in ann.ok("fetch").out
    assert "to move" in cy.ok("fetch").out, "who was replaced is told"
    assert "Dan from turn 1 on" in cy.ok("info", name, "players").out
    play(ann, name, tmp_path)
    ann.ok("send", name)
    assert "Germans (Ben) to move" in dan.ok("fetch").out


def test_a_key_is_changed_by_its_owner_and_a_lost_one_by_all_others(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, cy, name = trio
    del cy
    other = desk(tmp_path, "Fresh")
    said = ben.ok("propose", name, "new-key", "--with", other.root / "key.json").out
    assert "All have consented. Russians (Ann) is to move" in said
    assert "NEW KEY: 'Ben' has the new key" in ann.ok("fetch").out
    (ben.root / "key.json").write_bytes((other.root / "key.json").read_bytes())
    dice = f'[dice]\nfolder = "{tmp_path / "authority"}"\n'
    cy_anew = desk(tmp_path, "Cynew", dice)
    ben.ok("fetch")
    hand_over(ann, cy_anew, name, tmp_path)
    key = key_of("Cynew").public.hex()
    lost = ann.ok("propose", name, "lost-key", "Cy", "--key", key, "--json").data
    given = cy_anew.ok("consent", lost["file"], "--yes", "--json").data
    assert set(given["missing"]) == {"Ben"}
    consent_by_mail(ben, name)
    ann.ok("fetch")
    assert "NEW KEY" in ann.ok("enact", name, given["file"]).out
    play(ann, name, tmp_path)
    ann.ok("send", name)
    ben.ok("fetch")
    play(ben, name, tmp_path)
    hand_over(ben, cy_anew, name, tmp_path)
    play(cy_anew, name, tmp_path)
    said = ann.ok("verify", name).out
    assert "Agreements: 2, each with the consent of everybody whom it affects" in said
    shown = ann.ok("keys", "show", "--json")
    assert shown.data["pinned"] == {}
    fingerprint = desk_fingerprint(ben)
    replaced = ann.refused(2, "keys", "pin", "Ben", fingerprint, "--save", name)
    assert replaced.error["code"] == "key-was-replaced"
    cy_anew.ok("verify", name)


def test_whoever_changes_their_own_key_in_their_turn_is_not_written_to(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, _, _, name = trio
    sealed = Desk(tmp_path / "sealed", {"PBEM_PASSPHRASE": "correct horse"})
    sealed.ok("keys", "new", "--name", "Ann")
    words = ("propose", name, "new-key", "--with", sealed.root / "key.json")
    assert ann.refused(2, *words).error["code"] == "passphrase-needed"
    said = Desk(ann.root, {"PBEM_PASSPHRASE": "correct horse"}).ok(*words).out
    assert "NEW KEY: 'Ann' has the new key" in said
    assert "Mail to ben@example.org: sent" in said and "Mail to cy@example.org: sent" in said
    assert "No address" not in said and "ann@example.org" not in said


def test_a_dice_authority_is_gone_for_good_and_the_host_proposes_another(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    ann, ben, cy, name = trio
    shutil.rmtree(tmp_path / "authority")
    path = tmp_path / "turn.orders"
    path.write_text(ATTACK, encoding="utf-8")
    refused = ann.refused(9, "play", name, *ANYWAY, "--orders", path)
    assert refused.error["code"] == "dice-out-of-reach"
    said = ann.ok("propose", name, "new-dice", "embedded", "--words", "The disk is dead.").out
    assert "the dice authority is replaced by" in said and "from roll 1 on" in said
    assert "whoever runs the new one could look ahead in this game" in said
    for one in (ben, cy):
        one.ok("fetch")
        (row,) = one.ok("consent", name, "--json").rows("proposals")
        assert "dice that the old one has given and that are not in the log" in str(row["text"])
        one.ok("consent", name, row["proposal"], "--yes")
    said = ann.ok("fetch").out
    assert "NEW DICE AUTHORITY" in said
    play(ann, name, tmp_path, ATTACK)
    verified = ann.ok("verify", name).out
    assert "took over with roll 1, by agreement of all" in verified and "All is well." in verified
    ann.ok("dice", "audit", name)
    ben.ok("fetch")
    assert "All is well." in ben.ok("verify", name).out


def test_a_computer_dies_after_a_roll_and_its_player_goes_on_from_the_last_mail(
    trio: tuple[Desk, Desk, Desk, str], tmp_path: Path
) -> None:
    """One sentence says what to do; what the dice were, nobody else ever learns."""
    ann, ben, cy, name = trio
    shutil.copytree(ann.root, tmp_path / "mailed")
    play(ann, name, tmp_path, ATTACK, "--no-send")
    shutil.rmtree(ann.root)
    shutil.copytree(tmp_path / "mailed", ann.root)
    path = tmp_path / "turn.orders"
    path.write_text(ATTACK.replace("2 infantry", "3 infantry"), encoding="utf-8")
    refused = ann.run("play", name, *ANYWAY, "--orders", path)
    assert refused.code == 7
    assert "`pbem propose GAME void-roll` asks all others to let you play on" in refused.err
    said = ann.ok("propose", name, "void-roll", "--words", "My computer died.").out
    # As many as the dice of the battle made necessary.
    assert re.search(r"rolls up to number \d+ that were made and are missing in the game are", said)
    assert "they may have disliked theirs and hidden them" in said
    for one in (ben, cy):
        consent_by_mail(one, name)
    assert "LOST ROLLS" in ann.ok("fetch").out
    path.write_text("", encoding="utf-8")
    refused = ann.run("play", name, *ANYWAY, "--orders", path)
    assert refused.code == 7 and "`pbem propose GAME void-turn` asks all others" in refused.err
    ann.ok("propose", name, "void-turn")
    for one in (ben, cy):
        consent_by_mail(one, name)
    assert "LOST TURN" in ann.ok("fetch").out
    play(ann, name, tmp_path)
    said = ann.ok("verify", name).out
    assert "LOST ROLL: Ann asked for roll 1 for Russians" in said and "All is well." in said
    assert "2 of these took a player's word that dice or the end of a turn were lost" in said
    ben.ok("fetch")
    assert "All is well." in ben.ok("verify", name).out
