"""The turn at a terminal: what is asked, offered and said, and that nothing is lost by leaving."""

import re
from pathlib import Path

import pytest

from engine import Decision, completions
from engine.loading import load_scenario
from pbem.dice.client import DiceClient
from pbem.home import SelectedSave
from pbem.play.drafts import Draft, open_session
from pbem.play.session import Session
from pbem.save.errors import DiceUnavailableError
from pbem.save.keys import NamedKey
from pbem.save.records import Roll
from pbem.terminal.conversation import Conversation
from pbem.terminal.prompt import completed
from tests.support.table import (
    ANYWAY,
    CLOCK,
    GAME,
    Desk,
    Table,
    desks_of,
    key_of,
    pass_turn,
    table,
)
from tests.support.talk import Talk

NAME = GAME.hex()[:8]
ATTACK = (
    "done",
    "buy 4 infantry, 1 armour",
    "done",
    "move 2 inf, 1 fighter: karel > finland",
    "move 3 infantry, 2 armour: N Russia > W Russia",
)


@pytest.fixture
def game(tmp_path: Path) -> Table:
    return table(tmp_path / "authority")


@pytest.fixture
def talk(game: Table) -> Talk:
    return Talk(game.session())


def test_prompt_names_round_nation_and_phase_and_an_empty_line_says_what_to_do(talk: Talk) -> None:
    assert talk.prompt == "round 1 Russians tech> "
    assert talk.type("") == (
        "Russians, technology: buy research dice (tech rockets 1), then done; 34 PUs"
    )
    assert "undo [N]" in talk.type("help")


def test_what_the_computer_suggests_is_taken_over_by_numbers(talk: Talk) -> None:
    assert talk.type("take 1").strip() == "Nothing is suggested. Type suggest first."
    assert "nothing to suggest in this phase" in talk.type("suggest")
    talk.type("done", "done")
    said = talk.type("suggest 0.5")
    orders = re.findall(r"^ +\d+  (move .+)$", said, re.MULTILINE)
    assert len(orders) > 1
    assert "on average" in said
    assert "'99' is not suggested" in talk.type("take 1 99")
    assert "Take which?" in talk.type("take")
    assert talk.type("orders").count("move ") == 0
    talk.type("take 2 1")
    given = talk.type("orders")
    assert given.index(orders[1]) < given.index(orders[0])
    talk.type("undo", "undo", "take all")
    assert talk.type("orders").count("move ") == len(orders)
    assert "'soon' is no time" in talk.type("suggest soon")


def test_slips_are_explained_and_change_nothing(talk: Talk) -> None:
    assert "did you mean armour?" in talk.type("done", "buy 1 amour")
    assert "no order begins with 'bye'" in talk.type("bye")
    assert "116 too few (B135)" in talk.type("buy 30 armour")
    assert "not possible in the purchase phase (B98)" in talk.type("move 1 inf: karel > finland")
    assert "there is no order '7'" in talk.type("undo 7")
    assert "there is no order 'x'" in talk.type("undo x")
    assert "show what?" in talk.type("show")
    assert "no territory 'Narnia'" in talk.type("show Narnia")
    assert "no territory 'Narnia'" in talk.type("legal Narnia")
    assert "\x1b" not in talk.type("\x1b[2J")
    assert [str(type(order).__name__) for order in talk.session.pending] == ["Done"]


def test_orders_and_undo_know_what_depends_on_what(talk: Talk) -> None:
    assert talk.type("orders") == "  no orders since the last dice"
    assert talk.type("undo") == "  nothing to take back: you have ordered nothing yet"
    talk.type(*ATTACK)
    listed = talk.type("orders").splitlines()
    assert listed[3] == "   4  move 2 infantry, 1 fighter: Karelija > Finland"
    talk.type("done")
    assert talk.type("undo").splitlines()[0] == "  taken back: done"
    assert talk.type("undo 4") == "  taken back: move 2 infantry, 1 fighter: Karelija > Finland"
    # Taking back the end of a phase leads back into that phase.
    back = talk.type("undo 1").splitlines()
    assert len(back) == 5
    assert "technology" in back[-1]
    assert talk.prompt == "round 1 Russians tech> "
    assert talk.session.pending == ()


def test_done_with_open_battles_says_what_to_do(talk: Talk) -> None:
    talk.type(*ATTACK, "done")
    assert talk.lines[-3] == "  to be fought:"
    assert talk.lines[-2].startswith("    Finland: 2 infantry, 1 fighter against 2 infantry: 71 %")
    assert talk.prompt == "round 1 Russians battle [fight Finland]> "
    said = talk.type("done")
    assert "the battle in Finland has to be fought before the phase ends (B182)" in said
    assert "an empty line fights the next one: fight Finland" in said


def test_dice_make_orders_final_and_are_asked_about_once(talk: Talk) -> None:
    talk.type(*ATTACK, "done", "")
    assert talk.prompt.startswith("3 dice for ")
    assert "your orders before it become final. Roll (yes)?" in talk.prompt
    assert "yes rolls the dice" in talk.type("done")
    assert talk.type("undo").startswith("  taken back: fight Finland")
    talk.type("")
    said = talk.type("yes")
    assert "Russians, general fire, 2 at 1, and 1 at 3: " in said
    assert re.search(r"\[[1-3]\]|= 0 hits", said), "hits are marked"
    assert talk.session.pending == ()
    assert "nothing to take back: dice that were rolled are final" in talk.type("undo")
    asked = 0
    while talk.session.state.phase.phase == "battle" and "[done]" not in talk.prompt:
        asked += "Roll" in talk.prompt
        talk.type("p" if "presses on" in talk.prompt else "")
    # Pressing on and the next battle roll without a question.
    assert asked == 0
    assert isinstance(talk.session, Session)
    rolls = [record for record in talk.session.save.records if isinstance(record, Roll)]
    assert len(rolls) >= 4


def test_whole_turn_with_defaults_message_and_signature(talk: Talk) -> None:
    talk.type(*ATTACK, "done", "", "yes")
    while "[" in talk.prompt or "presses on" in talk.prompt:
        talk.type("p" if "presses on" in talk.prompt else "")
    assert talk.session.state.phase.phase == "noncombat_move"
    said = talk.type("done")
    assert talk.prompt == "round 1 Russians place> "
    assert "to place: 4 infantry, 1 armour" in said
    lost = talk.type("done")
    assert "bought and not placed: 4 infantry, 1 armour" in lost
    assert "`undo` takes that back" in lost
    talk.type("undo", "place 3 infantry, 1 armour: Moscow", "place 1 infantry: Stalingrad", "done")
    assert talk.prompt.endswith("Sign it now (yes), or undo, report, message, quit? ")
    assert "yes signs the turn" in talk.type("buy 1 infantry")
    assert talk.type("legal") == "  nothing: the turn is complete"
    assert "too long" in talk.type("message " + "x" * 20_000)
    assert talk.type("message Well\x1b[2J played") == "  with the turn: Well<U+001B>[2J played"
    assert "yes signs the turn" in talk.type("")
    assert not talk.conversation.answer("y")
    assert talk.conversation.is_confirmed
    assert talk.session.message == "Well\x1b[2J played"


def test_quit_signs_nothing(talk: Talk) -> None:
    talk.type(*ATTACK[:3])
    assert not talk.conversation.answer("quit")
    assert not talk.conversation.is_confirmed
    assert isinstance(talk.session, Session)
    assert talk.session.save.entries[-1].kind == "start"


class Away:
    """A dice authority that is out of reach until it is back."""

    def __init__(self, inner: DiceClient) -> None:
        self.inner = inner
        self.is_away = True

    def roll(self, *asked: bytes) -> bytes:
        if self.is_away:
            raise DiceUnavailableError("dice-server-unavailable", "out of reach", "Try later.")
        return self.inner.roll(*asked)


def test_dice_out_of_reach_suspend_the_turn_at_the_same_point(game: Table) -> None:
    session = game.session()
    talk = Talk(session)
    away = Away(game.dice)
    session._dice = away  # type: ignore[assignment]
    talk.type(*ATTACK, "done", "")
    assert talk.type("yes") == "  Out of reach. Try later."
    assert talk.prompt.endswith("Roll [yes]? ")
    assert "become final" not in talk.prompt
    assert game.save.entries[-1].kind == "orders"
    # Another day, another process: it rolls at once, because nothing can be taken back before it.
    away.is_away = False
    later = Talk(game.session())
    later.conversation.begin()
    assert any("general fire" in line for line in later.lines)


def test_completion_knows_commands_types_and_territories(talk: Talk) -> None:
    def offered(line: str) -> list[str]:
        return [text for _, text in completed(line, talk.session.step)]

    assert offered("b") == [], "what the phase does not take is not offered"
    talk.type("done")
    assert offered("bu") == ["buy "], "the space is not typed twice"
    assert "undo" in offered("") and "move " not in offered("")
    assert offered("buy 2 inf") == ["infantry"]
    assert offered("2 infantry, 1 art") == ["artillery"]
    assert offered("show sz 7 ") == ["SZ 7 Barents Sea"]
    assert offered("units Ger") == ["Germans"]
    talk.type("done")
    assert offered("move 1 infantry: kare") == offered("1 inf kare") == ["Karelija"]
    assert offered("move 1 infantry: Karelija > fin") == offered("2 inf karel > fin") == ["Finland"]
    assert "Caucasus" in offered("1 ftr karel > ") and "Caucasus" not in offered("1 inf karel > ")
    assert "infantry" not in offered("move 1 infantry: ")
    assert offered("land 2 inf arch > Norw") == ["Norway"]
    talk.type(*ATTACK[3:], "done")
    (only,) = completed("fight Western Ru", talk.session.step)
    assert only == (len("Western Ru"), "Western Russia")
    talk.type("fight finland", "yes")
    while "presses on" not in talk.prompt and "[lose" in talk.prompt:
        talk.type("")
    if "presses on" in talk.prompt:
        # When all infantry are lost, the fighter can only withdraw.
        asked = talk.session.step.waiting
        assert isinstance(asked, Decision)
        assert offered("r Ka") == [place for place in asked.territories if place == "Karelija"]
        assert offered("mo") == []


def test_completion_offers_what_the_verb_takes() -> None:
    def offered(line: str, scenario: str = "big_world_1942") -> list[str]:
        return [text for _, text in completions(line, load_scenario(scenario))]

    assert offered("tech jet") == ["jet_power"]
    assert offered("hit Brit") == ["British"]
    assert offered("hit British: Finl") == ["Finland"]
    assert offered("stay") == offered("st")[:1] == ["stay up"]
    assert offered("land air") == ["land aircraft"]
    assert offered("land aircraft 1 fight") == ["fighter"]
    assert offered("allocate 10: Eur", "axis_allies_linked") == ["Europe"]
    assert offered("declare war W", "triumph_tragedy") == ["West"]
    assert offered("fire gr", "triumph_tragedy") == ["ground"]
    assert offered("command em", "triumph_tragedy") == ["emergency"]


# Drafts: what was typed and not signed yet.


@pytest.fixture
def ann(tmp_path: Path, game: Table) -> Desk:
    return desks_of(tmp_path, game)[0]


def reopened(desk: Desk) -> tuple[Session, Draft]:
    home = desk.home
    chosen = SelectedSave(home.choose(NAME).save, None)
    return open_session(home, chosen, NamedKey("Ann", key_of("Ann")), lambda: CLOCK)


def typed(desk: Desk, *lines: str) -> Session:
    """Type lines at the terminal of a home and be cut off."""
    session, _ = reopened(desk)
    conversation = Conversation(session, lambda _: None)
    for line in lines:
        assert conversation.answer(line)
    return session


def test_interrupted_turn_goes_on_from_its_draft(ann: Desk) -> None:
    typed(ann, *ATTACK)
    session, draft = reopened(ann)
    assert draft == Draft(given=5)
    assert len(session.pending) == 5
    typed(ann, "undo")
    assert reopened(ann)[1] == Draft(given=4)
    known = ann.ok("status", NAME).out
    assert "with 4 orders of your draft, not signed" in known
    assert "combat move" in known
    shown = ann.ok("show", NAME, "Finland").out
    assert "with 4 orders of your draft, not signed" in shown
    assert "Russians       2 infantry" in shown
    typed(ann, "undo 1")
    assert "draft" not in ann.ok("status", NAME).out


def test_the_message_of_an_interrupted_turn_goes_out_with_it(ann: Desk, tmp_path: Path) -> None:
    typed(ann, "message Finland first.", *ATTACK, "done", "fight Finland", "yes")
    assert reopened(ann)[1].message == "Finland first."
    typed(ann, "message Norway next.\x1b")
    assert reopened(ann)[1].message == "Norway next.\x1b"
    path = tmp_path / "rest.orders"
    path.write_text("press always\n", encoding="utf-8")
    assert "Norway next.<U+001B>" in ann.ok("play", NAME, *ANYWAY, "--orders", path).out
    ann.ok("verify", NAME)
    assert not ann.home.draft_path(ann.game).exists()


def test_B137_a_purchase_that_is_replaced_is_gone(talk: Talk) -> None:
    """Neither `undo` nor the log of the game brings it back."""
    talk.type("done", "buy 4 infantry", "buy 1 armour")
    assert talk.type("orders").splitlines() == ["   1  done", "   2  buy 1 armour"]
    assert talk.type("undo") == "  taken back: buy 1 armour"
    assert dict(talk.session.state.purchase) == {}
    talk.type("buy 2 infantry", "done")
    assert "armour" not in talk.type("orders")


def test_loading_and_unloading_are_told(talk: Talk) -> None:
    said = talk.type("done; done", "move 2 infantry: Archangelsk > SZ 7")
    assert "2 infantry go aboard in SZ 7 Barents Sea" in said
    assert "2 infantry go ashore in Finland" in talk.type("move 2 infantry: SZ 7 > Finland")


def test_standing_alone_shows_what_is_filed(talk: Talk) -> None:
    assert talk.type("standing").startswith("  none, so the defaults apply")
    talk.type("standing keep: 1 land units", "standing submerge: no")
    assert talk.type("standing") == "  keep: 1 land units\n  submerge: no"


def test_draft_is_gone_once_its_orders_are_signed(ann: Desk) -> None:
    typed(ann, *ATTACK, "done", "fight Finland", "yes")
    session, draft = reopened(ann)
    assert draft == Draft(given=len(session.pending))
    assert session.save.entries[-1].kind == "roll"


def test_draft_that_outlived_its_signing_by_a_crash_is_no_loss(ann: Desk) -> None:
    typed(ann, *ATTACK, "done", "fight Finland")
    path = ann.home.draft_path(ann.game)
    old = path.read_bytes()
    typed(ann, "yes")
    path.write_bytes(old)
    _, draft = reopened(ann)
    assert draft == Draft()


def test_draft_of_another_position_is_reported_and_kept(
    tmp_path: Path, ann: Desk, game: Table
) -> None:
    typed(ann, *ATTACK)
    old = ann.home.draft_path(ann.game).read_bytes()
    for _ in range(2):
        pass_turn(game.session())
    newer = tmp_path / "newer.pbem"
    newer.write_bytes(game.save.to_bytes())
    ann.ok("fetch", newer)
    played = ann.ok("play", NAME, "--computer", "easy", "--json")
    lost = played.data["lost_orders"]
    assert isinstance(lost, list)
    assert len(lost) == 5
    assert "the game has gone on since then" in str(lost[0])
    assert (ann.home.draft_path(ann.game).parent / "draft-lost.orders").read_bytes() == old
    assert not ann.home.draft_path(ann.game).exists()


def test_draft_that_fits_in_part_says_what_was_lost(ann: Desk, tmp_path: Path) -> None:
    typed(ann, *ATTACK)
    path = ann.home.draft_path(ann.game)
    path.write_text(path.read_text().replace("move 2 infantry", "move 20 infantry") + "gibberish\n")
    orders = tmp_path / "none.orders"
    orders.write_text("# nothing more\n")
    said = ann.ok("play", NAME, *ANYWAY, "--orders", orders)
    assert "4 orders of your draft restored." in said.err
    assert "Your draft no longer fits: line 7: no order begins with 'gibberish'" in said.err
    assert "move 20 infantry" in said.err.lower()
    assert "draft-lost.orders" in said.err
    kept = ann.home.draft_path(ann.game).parent / "draft-lost.orders"
    assert "move 20 infantry" in kept.read_text()


@pytest.mark.parametrize("junk", [b"", b"\xff\xfe", b"# draft of the turn after nowhere\ndone\n"])
def test_junk_in_place_of_a_draft_does_not_stop_the_turn(ann: Desk, junk: bytes) -> None:
    ann.home.draft_path(ann.game).write_bytes(junk)
    ann.ok("play", NAME, "--computer", "easy")
    assert not ann.home.draft_path(ann.game).exists()


def test_refused_file_of_orders_leaves_the_draft_as_it_is(ann: Desk, tmp_path: Path) -> None:
    typed(ann, *ATTACK)
    orders = tmp_path / "bad.orders"
    orders.write_text("buy 1 infantry\n")
    ann.refused(6, "play", NAME, "--orders", orders)
    assert reopened(ann)[1] == Draft(given=5)


def test_standing_orders_are_filed_like_any_order(game: Table) -> None:
    talk = Talk(game.session())
    said = talk.type("standing losses Finland: infantry, armour")
    assert "standing orders of Russians: 1 instruction" in said
    assert "standing losses Finland: infantry, armour" in talk.type("orders")
    assert "never-there" not in talk.type("standing losses Finland: destroyer")
    assert "destroyer never fight in Finland" in talk.lines[-1]
    talk.type("undo")
    assert talk.session.state.standing_orders == {}
