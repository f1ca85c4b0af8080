"""Recorded games in which several players agree to something: one key each, committed dice.

A recipe names, for a round and a nation, what is agreed before that nation's turn; a note is
written by the player who is about to move.  The names are the methods of `Sitting`.  Ann founds the
game and knows Ben's key; Cy joins by an answer to her invitation.  Where a defender is asked, the
game goes to them and back in the middle of a turn.
"""

import secrets
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from engine import RULES_VERSION, change_to_plain, load_scenario, parse_change
from pbem.dice.authorities import Authorities
from pbem.dice.client import EmbeddedClient
from pbem.motions.consent import SignedProposal, make_consent, make_proposal
from pbem.motions.draw import Draw
from pbem.motions.edit import Edit
from pbem.motions.key_change import KeyChange
from pbem.motions.motion import Motion, who_must_consent
from pbem.motions.substitution import Substitution
from pbem.motions.surrender import Surrender
from pbem.motions.take_back import TakeBack
from pbem.play.session import Session
from pbem.replay import Position, packaged_name, read_position, tree_to_sign
from pbem.save.consent_records import Absence, Note
from pbem.save.invite import make_join, new_game
from pbem.save.proposal_file import agreement_of
from pbem.save.records import Orders
from pbem.save.trusted_save import TrustedSave
from pbem.wire.canonical import decode, encode
from pbem.wire.signing import SigningKey

_PLAYERS: Mapping[str, str] = {
    "Russians": "Ann",
    "British": "Ann",
    "Germans": "Ben",
    "Japanese": "Ben",
    "Chinese": "Cy",
    "Americans": "Cy",
}
"""Who plays which nation, in every scenario that has it."""
_WEEK = 7 * 86_400
_EDITS = (
    # These lead to battles in which standing orders decide something.
    "add 1 Germans battleship, 1 Germans carrier, 2 Germans fighter: SZ 11",
    "add 3 British cruiser: SZ 17",
    "add 2 Russians armour: Northern Russia",
    # And one of each kind besides.
    "add 2 British infantry, 1 British armour: England",
    "remove 1 British infantry: England",
    "shift 1 British infantry: England > Scotland",
    "owner Scotland: British",
    "money British: 45",
    "technology British: rockets",
    "technology British: no rockets",
    "hits 1 British battleship: SZ 17 > 1",
)


@dataclass(frozen=True, slots=True)
class Plan:
    """What is played at the table, and what is agreed and said there by round and nation.

    agreements: before a nation's turn, names of methods of `Sitting`; messages: with its end.
    """

    name: str
    scenario: str
    options: Mapping[str, object]
    agreements: Mapping[tuple[int, str], tuple[str, ...]]
    messages: Mapping[tuple[int, str], str]


@dataclass(slots=True)
class Sitting:
    """A game of three players at one table, each with a key of their own.

    keys: every key that was ever made, by its public half.
    """

    save: TrustedSave
    dice: EmbeddedClient
    keys: dict[bytes, SigningKey]
    starts: list[int] = field(default_factory=list)

    def position(self) -> Position:
        return read_position(self.save)

    def key_of(self, nation: str) -> SigningKey:
        return self.keys[self.save.players[self.save.player_of(nation)]]

    def keep(self, save: TrustedSave) -> None:
        self.save = save

    def session(self, position: Position) -> Session:
        key = self.key_of(position.nation)
        if position.open_turn is None:
            self.starts.append(len(self.save.entries) - 1)
        return Session(position, key, Authorities((self.dice,)), self.keep, _now)

    def new_key(self) -> SigningKey:
        key = SigningKey.generate()
        self.keys[key.public] = key
        return key

    def agree(self, what: Motion, words: str = "", *, put_in_by: SigningKey | None = None) -> None:
        """Everybody whom it affects consents, and the player to move enacts it."""
        holders = self.save.holders
        wanted = who_must_consent(what, holders.keys(), holders.host)
        first, *others = [self.keys[key] for key in wanted]
        proposal = make_proposal(
            what,
            first,
            game=self.save.genesis.game,
            head=self.save.head,
            identity=secrets.token_bytes(16),
            until=self.save.next_turn + 10,
            words=words,
            time=_now(),
        )
        consents = tuple(make_consent(proposal, key, time=_now()) for key in others)
        record = agreement_of(SignedProposal(proposal, consents), self.save.head, _now())
        signer = put_in_by or self.key_of(self.position().nation)
        self.save = self.save.append_consent_record(record, signer)
        error = self.position().error
        if error is not None:
            raise error

    def take_back(self) -> None:
        """The last turn is taken back; its player plays it again, and its dice come again."""
        record = self.starts[-1]
        self.agree(TakeBack(record, self.save.entries[record].head), "Forgot to buy something.")

    def take_back_battle(self) -> None:
        """Back into the middle of the last turn, after its first orders: the dice come again."""
        start = self.starts[-1]
        record = next(
            entry.index for entry in self.save.entries[start:] if isinstance(entry.record, Orders)
        )
        self.agree(TakeBack(record, self.save.entries[record].head), "The wrong casualties.")

    def edit(self) -> None:
        """Everything that can be changed by hand."""
        definition = self.position().definition
        changes = tuple(
            decode(encode(change_to_plain(parse_change(line, definition)))) for line in _EDITS
        )
        self.agree(Edit(changes), "As we said on the phone.")

    def note(self) -> None:
        """A note and an absence by the player who is about to move."""
        nation = self.position().nation
        note = Note(self.save.head, nation, "Moscow", "Hold on!", _now())
        self.save = self.save.append_consent_record(note, self.key_of(nation))
        since = _now()
        away = Absence(self.save.head, nation, since, since + _WEEK, "a wedding", since)
        self.save = self.save.append_consent_record(away, self.key_of(nation))

    def substitute(self) -> None:
        """Dan takes the seats of Cy, who agrees."""
        seats = tuple(sorted(n for n, player in self.save.seats.items() if player == "Cy"))
        old = self.save.players["Cy"]
        self.agree(Substitution(seats, old, "Dan", self.new_key().public, absent=False))

    def substitute_absent(self) -> None:
        """Eve takes the seats of Ben, who has vanished on turn; Ann enacts it."""
        seats = tuple(sorted(n for n, player in self.save.seats.items() if player == "Ben"))
        old = self.save.players["Ben"]
        what = Substitution(seats, old, "Eve", self.new_key().public, absent=True)
        self.agree(what, put_in_by=self.keys[self.save.players["Ann"]])

    def change_key(self) -> None:
        """The player to move has a new key."""
        old = self.key_of(self.position().nation).public
        self.agree(KeyChange(old, self.new_key().public, lost=False))

    def lose_key(self) -> None:
        """The player to move has lost their key; the others vouch for the new one."""
        nation = self.position().nation
        old = self.key_of(nation).public
        others = [key for key in self.save.holders.keys().values() if key != old]
        self.agree(KeyChange(old, self.new_key().public, lost=True), put_in_by=self.keys[others[0]])

    def draw(self) -> None:
        """The game ends without a winner."""
        self.agree(Draw(), "Good game.")

    def surrender(self) -> None:
        """The Axis gives up, whoever is on turn."""
        self.agree(Surrender(("Germans", "Japanese")))


def play_agreed(plan: Plan, rounds: int, play_turn: Callable[[Session], None]) -> TrustedSave:
    """One game: what is agreed before each turn, then the turn.

    play_turn: plays until the turn is over or another player has to go on.
    """
    with tempfile.TemporaryDirectory() as folder:
        sitting = _sit_down(plan, Path(folder))
        left = dict(plan.agreements)
        while True:
            position = sitting.position()
            now = position.state.round, position.nation
            if not position.nation or position.state.round > rounds:
                return sitting.save
            wanted = left.pop(now, ()) if position.mover == position.nation else ()
            if wanted:
                getattr(sitting, wanted[0])()
                left[now] = wanted[1:]
                continue
            session = sitting.session(position)
            play_turn(session)
            if session.is_over:
                session.finish(plan.messages.get(now, ""))
            else:
                session.hand_over()


def _sit_down(plan: Plan, folder: Path) -> Sitting:
    dice = EmbeddedClient(folder, _now)
    definition = load_scenario(plan.scenario)
    keys = {player: SigningKey.generate() for player in ("Ann", "Ben", "Cy")}
    host, game = keys["Ann"], secrets.token_bytes(16)
    save = new_game(
        host="Ann",
        key=host,
        game=game,
        name=plan.name,
        mode="mail",
        rules=RULES_VERSION,
        scenario=tree_to_sign(definition),
        scenario_name=packaged_name(definition),
        is_packaged=True,
        options=dict(plan.options),
        seats={nation: _PLAYERS[nation] for nation in definition.politics.nation_names},
        players={"Ann": host.public, "Ben": keys["Ben"].public, "Cy": None},
        dice=(("embedded", dice.register(game, host.public)),),
        time=_now(),
    )
    save = save.append_join(make_join(save, "Cy", keys["Cy"], time=_now()))
    save = save.append_start(host, time=_now())
    dice.register_seats(save.seat_registration(host))
    return Sitting(save, dice, {key.public: key for key in keys.values()})


def _now() -> int:
    return int(time.time())
