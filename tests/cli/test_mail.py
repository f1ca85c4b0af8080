"""`pbem send` and `pbem fetch` between Maildirs: what arrives is judged by its signatures only."""

import json
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path

import pytest

from pbem import VERSION
from pbem.save.armour import armour
from pbem.save.cards import make_card
from pbem.versions import is_newer
from tests.support.by_mail import begin, seats
from tests.support.table import (
    ANYWAY,
    GAME,
    Desk,
    assert_unchanged,
    desk,
    desks_of,
    key_of,
    mail_desks,
    pass_turn,
    snapshot,
    table,
)


@pytest.fixture
def pair(tmp_path: Path) -> tuple[Desk, Desk, str]:
    """Ann and Ben in a game that has started by mail."""
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    return ann, ben, begin(ann, ben)


def deliver(
    tmp_path: Path, name: str, message: EmailMessage | bytes, file: str = "1.extra"
) -> None:
    raw = message if isinstance(message, bytes) else message.as_bytes()
    (tmp_path / "mail" / name / "new" / file).write_bytes(raw)


def mail(body: str = "Hello.", sender: str = "ann@example.org") -> EmailMessage:
    message = EmailMessage()
    message["From"] = sender
    message["To"] = "ben@example.org"
    message["Subject"] = "Your turn"
    message.set_content(body)
    return message


def test_turn_goes_out_once_and_comes_in_once(tmp_path: Path, pair: tuple[Desk, Desk, str]) -> None:
    ann, ben, name = pair
    played = ann.ok("play", name, "--computer", "easy", "--message", "Good luck!")
    assert "Mail to ben@example.org: sent" in played.out
    assert "everything has been sent already" in ann.ok("send", name).out
    assert ann.ok("send", name, "--json").rows("mails") == []
    (path,) = (tmp_path / "mail" / "Ben" / "new").iterdir()
    told = path.read_text("utf-8")
    assert 0 < told.index("pbem board ") < told.index(f"pbem play {name}")
    fetched = ben.ok("fetch").out
    assert "Germans (Ben) to move" in fetched
    assert f"It is your turn (Germans): pbem play {name}" in fetched
    assert ben.ok("fetch").out == "Nothing new.\n"
    assert "Russians" in ben.ok("summary", name).out


def test_a_turn_carries_its_map_and_a_file_whose_name_explains_itself(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, _, name = pair
    config = ann.home.root / "config.toml"
    config.write_text(config.read_text("utf-8").replace('picture = "none"\n', ""), "utf-8")
    ann.ok("play", name, "--computer", "easy", "--no-send")
    before = set((tmp_path / "mail" / "Ben" / "new").iterdir())
    ann.ok("send", name)
    (path,) = set((tmp_path / "mail" / "Ben" / "new").iterdir()) - before
    message = message_from_bytes(path.read_bytes(), policy=policy.default)
    parts = {part.get_content_type(): part for part in message.walk()}
    assert parts["image/png"]["Content-ID"] == "<map>"
    assert parts["image/png"].get_content_disposition() == "inline"
    assert 'src="cid:map"' in parts["text/html"].get_content()
    names = [part.get_filename() for part in message.iter_attachments()]
    assert names[0] == "Big-World-1942-turn-1-Russians.pbem"


def test_a_newer_program_of_somebody_else_is_told_at_once_with_what_to_do(
    pair: tuple[Desk, Desk, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben, name = pair
    monkeypatch.setattr("pbem.mail.compose.VERSION", "9.12.0")
    ann.ok("play", name, "--computer", "easy")
    ann.ok("propose", name, "draw")
    monkeypatch.undo()
    told = [line for line in ben.ok("fetch").out.splitlines() if "newer" in line]
    assert len(told) == 1, "two mails came"
    assert "Ann <ann@example.org> plays with pbem 9.12.0, which is newer than yours" in told[0]
    assert told[0].endswith("--upgrade pbem")


def test_only_a_newer_version_is_news() -> None:
    assert is_newer("9.12.0")
    for version in (VERSION, "0.0.9", "", "newest", "9.9", "99.0.0.1"):
        assert not is_newer(version), version


def test_unfinished_turn_is_not_sent(pair: tuple[Desk, Desk, str], tmp_path: Path) -> None:
    ann, _, name = pair
    orders = tmp_path / "part.orders"
    orders.write_text("move 2 infantry: Karelija > Finland\nfight Finland\n", encoding="utf-8")
    ann.ok("play", name, *ANYWAY, "--orders", orders, "--open-end")
    refused = ann.refused(8, "send", name)
    assert refused.error["code"] == "turn-not-over"


def test_second_copy_forged_sender_and_pasted_text_are_all_the_same_to_it(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    ann.ok("play", name, "--computer", "easy")
    save = (
        ann.home.game_store.folder(ann.home.game_store.games()[0]) / "current.pbem"
    ).read_bytes()
    deliver(tmp_path, "Ben", mail("See:\n\n" + armour(save), "ben@example.org"), "1.forged")
    assert "Germans (Ben) to move" in ben.ok("fetch").out
    attached = mail(sender="stranger@example.net")
    attached.add_attachment(save, maintype="image", subtype="png", filename="cat.png")
    deliver(tmp_path, "Ben", attached, "2.again")
    again = ben.ok("fetch", "--json").rows("news")
    assert [row["kind"] for row in again] == ["seen"]


def test_forged_turn_from_the_right_address_is_refused(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    """The From line says Ann; the orders are signed by somebody else."""
    ann, ben, _ = pair
    (game,) = ann.home.game_store.games()
    honest = ann.home.choose(game.game.hex()).save
    from tests.support.paper_game import with_records  # noqa: PLC0415

    eve = key_of("Eve")
    plain = {"actions": [["done"]], "kind": "orders", "nation": "Russians", "prev": honest.head}
    from pbem.wire.canonical import encode  # noqa: PLC0415

    forged = mail()
    data = with_records(honest, eve.seal("orders", encode(plain)))
    forged.add_attachment(data, maintype="application", subtype="x-pbem", filename="turn.pbem")
    deliver(tmp_path, "Ben", forged)
    before = snapshot(ben.root)
    fetched = ben.run("fetch", "--json")
    assert fetched.code == 5
    assert fetched.rows("news")[0]["code"] == "unknown-key"
    text = str(fetched.rows("news")[0]["text"])
    assert text.endswith("(the mail 'Your turn' from ann@example.org)")
    assert_unchanged(before, ben.root)


def test_garbage_is_named_and_the_mail_behind_it_still_arrives(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    garbage = mail()
    garbage.replace_header("Subject", "a \x1b[2J \u202egnp.exe")
    garbage["Date"] = "Sun, 06 Nov 1994 08:49:37 +0000"
    garbage.add_attachment(
        b"\x00" * 500, maintype="application", subtype="x-pbem", filename="../../turn.pbem"
    )
    deliver(tmp_path, "Ben", garbage, "0.garbage")
    broken = mail("-----BEGIN PBEM FILE-----\nAAAA!!\n-----END PBEM FILE-----\n")
    deliver(tmp_path, "Ben", broken, "0.text")
    deliver(tmp_path, "Ben", mail("nothing in here"), "0.chat")
    deliver(tmp_path, "Ben", b"\xff\x00 not even a mail", "0.noise")
    ann.ok("play", name, "--computer", "easy")
    ann.ok("send", name)
    fetched = ben.run("fetch", "--json")
    assert fetched.code == 3
    kinds = [(row["kind"], row["code"]) for row in fetched.rows("news") if row["kind"] != "card"]
    assert ("turn", "") in kinds
    assert ("refused", "not-a-save") in kinds
    told = [str(row["text"]) for row in fetched.rows("news") if row["code"] == "not-a-save"]
    assert "the mail 'a [2J gnp.exe' from ann@example.org of Sun, 06 Nov 1994" in told[0]
    assert ("refused", "armour-damaged") in kinds
    assert len(kinds) == 3
    assert ben.ok("fetch").out == "Nothing new.\n"


def test_a_mail_that_was_cut_off_anywhere_is_told(
    tmp_path: Path, pair: tuple[Desk, Desk, str]
) -> None:
    ann, ben, name = pair
    ann.ok("play", name, "--computer", "easy")
    ann.ok("send", name)
    (file,) = (tmp_path / "mail" / "Ben" / "new").iterdir()
    raw = file.read_bytes()
    file.unlink()
    save = raw.index(b'filename="Big-World')
    headers = raw.index(b"\r\n\r\n") if b"\r\n\r\n" in raw else raw.index(b"\n\n")
    before = snapshot(ben.root / "games")
    for cut in (headers + 10, save // 2, save - 5, save + 100, save + 3_000):
        deliver(tmp_path, "Ben", raw[:cut])
        fetched = ben.run("fetch")
        assert fetched.code != 0, cut
        said = " ".join((fetched.out + fetched.err).split())
        assert "Ann" in said and "again" in said, (cut, said)
    assert_unchanged(before, ben.root / "games")
    answer = mail("Thank you for [pbem 1f2e3d4c].")
    answer.replace_header("Subject", f"Re: [pbem {name}] Big World")
    deliver(tmp_path, "Ben", answer)
    assert ben.ok("fetch").out == "Nothing new.\n"


def test_fetch_of_files_takes_saves_text_and_whole_mails(tmp_path: Path) -> None:
    game = table(tmp_path / "authority")
    _, ben = desks_of(tmp_path, game)
    first = pass_turn(game.session())
    (tmp_path / "turn.txt").write_text("Post:\n" + armour(first.to_bytes()), encoding="utf-8")
    assert "Germans (Ben) to move" in ben.ok("fetch", tmp_path / "turn.txt").out
    second = pass_turn(game.session())
    message = mail()
    message.add_attachment(
        second.to_bytes(), maintype="application", subtype="octet-stream", filename="x.bin"
    )
    (tmp_path / "mail.eml").write_bytes(message.as_bytes())
    assert "British (Ann) to move" in ben.ok("fetch", tmp_path / "mail.eml").out
    (tmp_path / "note.txt").write_text("just words")
    refused = ben.run("fetch", tmp_path / "note.txt", "--json")
    assert (refused.code, refused.rows("news")[0]["code"]) == (3, "not-a-save")
    assert ben.refused(2, "fetch", tmp_path / "missing.pbem").error["code"] == "file-unreadable"


def test_answer_to_an_unknown_game_and_card_of_a_stranger(tmp_path: Path) -> None:
    ann, ben = mail_desks(tmp_path, "Ann", "Ben")
    ann.ok("new", "big_world_1942", *seats())
    ben.ok("fetch")
    name = ben.home.game_store.games()[0].game.hex()[:8]
    ben.ok("join", name, "--out", tmp_path / "answer.pbem", "--yes")
    eve = desk(tmp_path, "Eve")
    before = snapshot(eve.root)
    refused = eve.run("fetch", tmp_path / "answer.pbem", "--json")
    assert (refused.code, refused.rows("news")[0]["code"]) == (3, "unknown-game")
    card = tmp_path / "eve.card"
    card.write_bytes(make_card("Ben", "eve@example.org", key_of("Eve"), time=5))
    assert "none of your games" in eve.ok("fetch", card).out
    assert_unchanged(before, eve.root)


def test_old_card_that_comes_late_does_not_replace_a_new_address(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    ben = key_of("Ben")
    for time, address in ((20, "new@example.org"), (10, "old@example.org")):
        path = tmp_path / f"{time}.card"
        path.write_bytes(make_card("Ben", address, ben, time=time))
        ann.ok("fetch", path)
    (card,) = ann.home.cards(ann.home.choose(GAME.hex()).save).values()
    assert card.address == "new@example.org"


def test_card_of_another_key_under_a_players_name_is_not_believed(tmp_path: Path) -> None:
    ann, _ = desks_of(tmp_path, table(tmp_path / "authority"))
    path = tmp_path / "forged.card"
    path.write_bytes(make_card("Ben", "eve@example.org", key_of("Eve"), time=99))
    ann.ok("fetch", path)
    assert ann.home.cards(ann.home.choose(GAME.hex()).save) == {}


def test_cards_of_strangers_beside_a_turn_are_not_kept(tmp_path: Path) -> None:
    """Anybody can put cards by the thousand beside a save that they have seen."""
    game = table(tmp_path / "authority")
    ann, _ = desks_of(tmp_path, game)
    save = game.save.to_bytes()
    message = mail()
    for number in range(20):
        key = key_of(f"Stranger {number}")
        card = make_card("Ben", f"s{number}@example.org", key, time=number)
        message.add_attachment(card, maintype="application", subtype="x-pbem", filename="a.card")
    own = make_card("Ben", "ben@example.org", key_of("Ben"), time=3)
    message.add_attachment(own, maintype="application", subtype="x-pbem", filename="b.card")
    message.add_attachment(save, maintype="application", subtype="x-pbem", filename="t.pbem")
    (tmp_path / "mail.eml").write_bytes(message.as_bytes())
    ann.ok("fetch", tmp_path / "mail.eml")
    kept = list((ann.home.game_store.folder(ann.game) / "cards").iterdir())
    assert [path.name for path in kept] == [f"{key_of('Ben').public.hex()[:32]}.card"]


def cut_off(ann: Desk, tmp_path: Path) -> str:
    """The first turn is in the outbox, and its sending was cut off in the middle; the mail's key.

    The way it was sent by is another one than now, so nobody can be asked what became of it.
    """
    ann.home.keep_addresses(ann.game, {"Ben": "ben@example.org"})
    (tmp_path / "box" / "new").mkdir(parents=True)
    for part in ("tmp", "cur"):
        (tmp_path / "box" / part).mkdir()
    config = ann.root / "config.toml"
    config.write_text('[mail]\naddress = "ann@example.org"\npicture = "none"\n')
    ann.ok("send", GAME.hex()[:8])
    (state,) = ann.home.outbox_path.glob("*.json")
    entry = json.loads(state.read_bytes())
    entry["recipients"] = [[name, "sending", "", ""] for name, *_ in entry["recipients"]]
    state.write_text(json.dumps({**entry, "via": "smtp:elsewhere", "tries": 1}))
    config.write_text(
        '[mail]\naddress = "ann@example.org"\npicture = "none"\n[mail.outgoing]\nkind = "maildir"\n'
        f'[mail.outgoing.maildirs]\n"ben@example.org" = "{tmp_path / "box"}"\n'
    )
    return state.stem


@pytest.mark.parametrize(("decision", "arrived"), [("--sent", 0), ("--again", 1)])
def test_unsure_mail_waits_until_the_player_says_what_became_of_it(
    tmp_path: Path, decision: str, arrived: int
) -> None:
    game = table(tmp_path / "authority")
    pass_turn(game.session())
    ann, _ = desks_of(tmp_path, game)
    key, name = cut_off(ann, tmp_path), GAME.hex()[:8]
    for _ in range(2):
        told = ann.ok("send", name).out
        assert f"`pbem send {name} --sent {key[:8]}`" in told
        assert f"`--again {key[:8]}`" in told
    assert list((tmp_path / "box" / "new").iterdir()) == []
    refused = ann.refused(2, "send", name, decision, "ffffffff")
    assert refused.error["code"] == "outbox-no-such-mail"
    assert key[:8] in str(refused.error["text"])
    ann.ok("send", name, decision, key[:8])
    assert len(list((tmp_path / "box" / "new").iterdir())) == arrived
    assert "everything has been sent already" in ann.ok("send", name).out


def test_link_for_a_mail_program_needs_no_mail_settings(tmp_path: Path) -> None:
    game = table(tmp_path / "authority")
    pass_turn(game.session())
    ann, _ = desks_of(tmp_path, game)
    name = GAME.hex()[:8]
    assert ann.refused(2, "send", name, "--print-link").error["code"] == "no-address"
    ann.home.keep_addresses(ann.game, {"Ben": "ben@example.org"})
    told = ann.ok("send", name, "--print-link", "--json").data
    assert str(told["link"]).startswith("mailto:ben@example.org?subject=")
    assert "Germans" in str(told["link"])
    assert told["attach"] == str(ann.home.game_store.folder(ann.game) / "current.pbem")
    assert not list(ann.home.outbox_path.glob("*"))


def test_sending_without_mail_or_address_says_where_the_file_is(tmp_path: Path) -> None:
    game = table(tmp_path / "authority")
    pass_turn(game.session())
    ann, _ = desks_of(tmp_path, game)
    refused = ann.refused(2, "send", GAME.hex()[:8])
    assert refused.error["code"] == "mail-not-configured"
    assert ann.refused(2, "fetch").error["code"] == "mail-not-configured"
    (ann.root / "config.toml").write_text('[mail]\naddress = "ann@example.org"\npicture = "none"\n')
    sent = ann.ok("send", GAME.hex()[:8]).out
    assert "No address is known for Ben" in sent
    assert str(ann.home.game_store.folder(ann.game) / "current.pbem") in sent
    ann.home.keep_addresses(ann.game, {"Ben": "ben@example.org"})
    waiting = ann.ok("send", GAME.hex()[:8]).out
    assert "Mail to ben@example.org: NOT SENT yet" in waiting
    assert "waits in the outbox" in waiting


def test_hotseat_has_nobody_to_send_to(tmp_path: Path) -> None:
    ann = desk(tmp_path, "Ann", '[mail]\naddress = "ann@example.org"\n')
    ann.ok("new", "big_world_1942", "--hotseat")
    name = ann.home.game_store.games()[0].game.hex()[:8]
    played = ann.ok("play", name, "--computer", "easy").out
    assert f"Go on with: pbem play {name}" in played
    assert "all seats are yours" in ann.ok("send", name).out


def test_missing_maildir_is_said_and_the_mail_waits(tmp_path: Path) -> None:
    game = table(tmp_path / "authority")
    pass_turn(game.session())
    ann, _ = desks_of(tmp_path, game)
    (ann.root / "config.toml").write_text(
        '[mail]\naddress = "ann@example.org"\npicture = "none"\n[mail.outgoing]\nkind = "maildir"\n'
        f'[mail.outgoing.maildirs]\n"ben@example.org" = "{tmp_path / "nowhere"}"\n'
        f'[mail.incoming]\nkind = "maildir"\nfolder = "{tmp_path / "nowhere"}"\n'
    )
    ann.home.keep_addresses(ann.game, {"Ben": "ben@example.org"})
    assert "NOT SENT yet" in ann.run("send", GAME.hex()[:8]).out
    refused = ann.refused(1, "fetch")
    assert refused.error["code"] == "maildir-missing"
    for part in ("tmp", "new", "cur"):
        (tmp_path / "nowhere" / part).mkdir(parents=True)
    assert "ben@example.org: sent" in ann.ok("send", GAME.hex()[:8]).out
    assert len(list((tmp_path / "nowhere" / "new").iterdir())) == 1
