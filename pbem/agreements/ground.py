"""The game in which something is proposed, as the forms of `pbem.motions` ask for it."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

from engine import NationName, NotationError, change_to_plain, parse_change
from engine.values import dataclass
from pbem.agreements.open_proposals import waiting, waiting_named
from pbem.agreements.propose import check_is_player
from pbem.dice.authorities import Authorities
from pbem.home import Home
from pbem.lobby.authority import authorities_of, dice_of, require_encrypted
from pbem.lobby.new_dice import new_authority
from pbem.motions.form import AUTHORITIES, Pairs
from pbem.motions.motion import NewAuthority
from pbem.named_files import read_save_file
from pbem.replay import History, SaveTeller, definition_of, read_history, read_position
from pbem.replay.history import text_of
from pbem.save.errors import DiceUnavailableError, OutOfTurnError
from pbem.save.keys import NamedKey
from pbem.save.shelf import ref_of
from pbem.save.trusted_save import TrustedSave
from pbem.text import plain, quoted
from pbem.usage import UsageError
from pbem.wire.canonical import Plain, decode, encode

_MOST_STEPS: Final = 200


@dataclass(frozen=True, slots=True)
class GameGround:
    """A game and who proposes something in it; when: Unix seconds.

    See `pbem.motions.form.Ground` for what each of these is.
    """

    home: Home
    save: TrustedSave
    key: NamedKey
    when: int

    @property
    def players(self) -> Mapping[str, bytes]:
        """The key of each player."""
        return self.save.players

    @property
    def next_turn(self) -> int:
        """The number of the next end of a turn."""
        return self.save.next_turn

    @property
    def nations(self) -> tuple[str, ...]:
        """The seats of whoever proposes; NotYourTurnError for somebody without one."""
        return self.seats_of(check_is_player(self.save, self.key))

    @property
    def mover(self) -> str:
        """The nation whose turn it is; UsageError `game-over` after the end."""
        mover = read_position(self.save).mover
        if not mover:
            raise UsageError("game-over", "The game is over.")
        return mover

    def side_of(self, nations: Sequence[str]) -> tuple[str, ...]:
        """All nations that are allied with one of these, sorted."""
        politics = definition_of(self.save).politics
        mine = tuple(map(NationName, nations))
        return tuple(
            sorted(
                nation
                for nation in politics.nation_names
                if any(politics.is_allied(nation, own) for own in mine)
            )
        )

    def seats_of(self, player: str) -> tuple[str, ...]:
        """What a player holds, sorted; UsageError `unknown-player`."""
        held = tuple(sorted(nation for nation, who in self.save.seats.items() if who == player))
        if not held:
            names = ", ".join(map(quoted, self.save.players))
            raise UsageError(
                "unknown-player",
                f"{quoted(player)} holds no seat in this game.",
                f"These do: {names}.",
            )
        return held

    def holder(self, nation: str) -> bytes:
        """The key that holds a seat."""
        return self.save.players[self.save.player_of(nation)]

    def changes(self, lines: Sequence[str]) -> tuple[Plain, ...]:
        """Changes of the board by hand, one each, such as ``money Russians: 50``.

        Raises UsageError `bad-change` with the number of the line, and `no-changes`.
        """
        definition = definition_of(self.save)
        found: list[Plain] = []
        for number, line in enumerate(lines, start=1):
            try:
                found.append(decode(encode(change_to_plain(parse_change(line, definition)))))
            except NotationError as error:
                stop = "" if str(error).endswith("?") else "."
                raise UsageError(
                    "bad-change",
                    f"Change {number}: {error}{stop}",
                    "docs/formats/orders-v1.md says what can be changed.",
                ) from None
        if not found:
            raise UsageError(
                "no-changes", "There is nothing to change.", "Name at least one change."
            )
        return tuple(found)

    def point(self, step: int | None) -> tuple[int, bytes]:
        """The record after a step of the history and the head there.

        None: before the last turn played.  Raises UsageError `no-such-step`, `step-inside`.
        """
        history = read_history(self.save)
        record = _before_last_turn(history) if step is None else _record_of(history, step)
        return record, self.save.entries[record].head

    def taker(self, name: str, key: str, card: Path | None) -> tuple[str, bytes]:
        """Who takes a seat: a player of the game by their name alone, or as `newcomer`."""
        if card is None and not key and name in self.save.players:
            return name, self.save.players[name]
        return self.newcomer(name, key, card)

    def newcomer(self, name: str, key: str, card: Path | None) -> tuple[str, bytes]:
        """Name and key, from an address card or typed.

        key: 64 hex digits.  The card is kept, so that the newcomer gets the game's mails from now
        on.  Raises UsageError `newcomer-missing`, and as `read_card` does.
        """
        if card is not None:
            found = self.home.keep_card(ref_of(self.save), read_save_file(card))
            return name or found.name, found.key
        try:
            typed = bytes.fromhex(key)
        except ValueError:
            typed = b""
        if len(typed) != 32 or not name:
            raise UsageError(
                "newcomer-missing",
                "The player's name and new key are missing.",
                "Write --name NAME --key HEX with 64 hex digits, or --card FILE.",
            )
        return name, typed

    def authority(self, address: str, replaces: str, *, plain_http: bool) -> NewAuthority:
        """A dice authority that commits now.

        replaces: of two the one that is gone, "first" or "second"; "" when there is one.
        """
        require_encrypted(address, plain_http=plain_http)
        which = self._place(replaces)
        return new_authority(self.home, self.save, self.key, address, which, self.when)

    def last_answered(self) -> int:
        """The last roll that the authorities have answered for a position that is lost."""
        answered = authorities_of(self.home, self.save, self.when).answered(self.save.genesis.game)
        last = max(answered, default=0)
        if last < self.save.next_roll:
            raise UsageError(
                "nothing-lost",
                "The dice authorities have answered no roll that this game does not have.",
                "Play on with `pbem play`.",
            )
        return last

    def half_answered(self, which: int) -> int:
        """The last roll that authorities other than this one have answered and the game lacks.

        0 for none, and where they cannot be asked from here: `void-roll` can follow.
        """
        try:
            clients = dice_of(self.home, self.save, self.when)
            others = [client for place, client in enumerate(clients) if place != which]
            rolls = Authorities(others).answered(self.save.genesis.game) if others else {}
        except DiceUnavailableError:
            return 0
        last = max(rolls, default=0)
        return last if last >= self.save.next_roll else 0

    def own_proposal(self, name: str) -> tuple[bytes, bytes]:
        """The digest of an open proposal of the player's, and their key.

        Raises NotASaveError `no-such-proposal`, OutOfTurnError `not-your-proposal` and
        `all-have-consented`.
        """
        one = waiting_named(self.home, self.save, name)
        proposal = one.signed.proposal
        if proposal.proposer != self.key.key.public:
            raise OutOfTurnError(
                "not-your-proposal",
                f"{self.save.name_of(proposal.proposer)} made that proposal",
                "Only they can withdraw it; whoever does not want it does not consent.",
            )
        if not one.missing:
            raise OutOfTurnError(
                "all-have-consented",
                "all have consented to it, so it holds",
                "Propose to undo it, if the others want that.",
            )
        return proposal.digest, proposal.proposer

    def own_proposals(self) -> Pairs:
        """The open proposals of the player's, the oldest first."""
        teller = SaveTeller(self.save, definition_of(self.save))
        return tuple(
            (one.name, plain(one.signed.proposal.motion.clause(teller)))
            for one in waiting(self.home, self.save)
            if one.missing and one.signed.proposal.proposer == self.key.key.public
        )

    def player_choices(self) -> Pairs:
        """The players."""
        return tuple((name, plain(name)) for name in self.save.players)

    def seat_choices(self) -> Pairs:
        """The seats, with who holds them."""
        return tuple(
            (nation, f"{nation} ({plain(who or '')})") for nation, who in self.save.seats.items()
        )

    def step_choices(self) -> Pairs:
        """The steps that the game can go back to: the last of what was signed together.

        The newest first, since who wants to go back wants to go back a little; without the present
        one.
        """
        history = read_history(self.save)
        last = {moment.record: moment.number for moment in history.line()}
        told = (
            (
                str(number),
                plain(f"{number}: round {at.round}, {at.nation}, {text_of(at)}"),
            )
            for number in reversed([*last.values()][:-1][-_MOST_STEPS:])
            if (at := history.moments[number])
        )
        return (("", "before the last turn that was played"), *told)

    def authority_choices(self) -> Pairs:
        """The dice authorities."""
        if len(self.save.sources) == 1:
            return (("", plain(self.save.sources[0].address)),)
        return tuple((word, plain(address)) for word, address in self._authorities())

    def _authorities(self) -> list[tuple[str, str]]:
        addresses = [source.address for source in self.save.sources]
        return list(zip(AUTHORITIES, addresses, strict=False))

    def _place(self, replaces: str) -> int:
        if not replaces and len(self.save.sources) == 1:
            return 0
        words = [word for word, _ in self._authorities()]
        if replaces not in words:
            named = " and ".join(f"{address} ({word})" for word, address in self._authorities())
            raise UsageError(
                "which-dice",
                f"The dice come from {named}.",
                "Say with --replaces which one is gone.",
            )
        return words.index(replaces)


def _before_last_turn(history: History) -> int:
    """The record after which the last turn with any play in it began, finished or not."""
    played = [moment for moment in history.line() if moment.action is not None]
    if not played:
        raise UsageError("no-turn-yet", "Nobody has played a turn yet.")
    first = next(moment for moment in played if moment.turn == played[-1].turn)
    return first.record - 1


def _record_of(history: History, step: int) -> int:
    line = history.line()
    if step not in [moment.number for moment in line]:
        raise UsageError(
            "no-such-step", f"There is no step {step} to go back to.", "`pbem history` lists them."
        )
    chosen = next(moment for moment in line if moment.number == step)
    last = [moment.number for moment in line if moment.record == chosen.record][-1]
    if last != step:
        raise UsageError(
            "step-inside",
            f"Steps {step} to {last} were signed together.",
            f"Go back to step {last}, or to an earlier step.",
        )
    return chosen.record
