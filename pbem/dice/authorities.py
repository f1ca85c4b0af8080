"""All the dice authorities of a game, one or two, as a turn asks them.

The first one is asked, its answer is kept durably, and then the second is asked with the same
bytes.  When one is away the turn waits, and goes on later at the same point with what the first has
answered, even if it has gone since.

Source: docs/formats/dice-v1.md, sections "Request" and "Two authorities".
"""

from collections.abc import Sequence
from pathlib import Path

from engine.values import dataclass
from pbem.dice.client import DiceClient
from pbem.dice.protocol import open_request
from pbem.dice.receipt_request import make_ask
from pbem.dice.rows import JournalEntry, read_answer
from pbem.dice.statements import open_statement, path_between
from pbem.files import write_atomic
from pbem.wire.canonical import encode
from pbem.wire.errors import DiceUnavailableError, SaveError
from pbem.wire.fields import byte_strings
from pbem.wire.signing import SigningKey, Verifier, parse_envelope

_MOST_BYTES = 65_536


@dataclass(frozen=True, slots=True)
class FirstAnswer:
    """What the first of two authorities said to a signed `request`; `ticket` is b"" at an end."""

    request: bytes
    receipt: bytes
    ticket: bytes


class AnswerFile:
    """Where the answer of the first authority is kept until the second has answered too.

    path: None keeps it in memory, for games that are gone with the program.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path
        self._kept: FirstAnswer | None = None

    def keep(self, answer: FirstAnswer) -> None:
        """Keep an answer, durably, in place of an earlier one."""
        self._kept = answer
        if self._path is not None:
            data = encode([answer.request, answer.receipt, answer.ticket])
            write_atomic(self._path, data, mode=0o600)

    def of(self, request: bytes) -> FirstAnswer | None:
        """The answer that was kept for exactly this request, if any."""
        if self._kept is None and self._path is not None and self._path.is_file():
            try:
                data = self._path.read_bytes()[:_MOST_BYTES]
                self._kept = FirstAnswer(
                    *byte_strings(data, 3, "the first dice authority's answer")
                )
            except SaveError:
                # The authority gives the same answer again.
                return None
        kept = self._kept
        return kept if kept is not None and kept.request == request else None


class Authorities:
    """The authorities of a game, in the order of its genesis record."""

    def __init__(self, clients: Sequence[DiceClient], answers: AnswerFile | None = None) -> None:
        """clients: one or two; answers: for two, where the first one's answer is kept."""
        self._clients = tuple(clients)
        self._first, *self._others = clients
        self._answers = answers or AnswerFile()

    def register_seats(
        self, registration: bytes, places: Sequence[int] | None = None
    ) -> tuple[bytes, ...]:
        """Tell all of them, or those in these places; raises as `Authority.register_seats`.

        Gives since when each of them has known who plays, signed.
        """
        chosen = range(len(self._clients)) if places is None else places
        return tuple(self._clients[place].register_seats(registration) for place in chosen)

    def roll(self, signed_request: bytes, key: SigningKey) -> tuple[bytes, ...]:
        """The receipts for a signed request, in order; raises as `Authority.roll`.

        key: of the player, who may have asked before.
        """
        if not self._others:
            return (self._first.roll(signed_request),)
        asks = _asks(signed_request, key)
        answer = self._answers.of(signed_request)
        if answer is None:
            receipt = self._first.roll(signed_request, b"", asks[0])
            answer = FirstAnswer(signed_request, receipt, self._first.ticket(signed_request))
            # Before the second is asked: if all stops here, the roll must go on with this very
            # request, which is the only one that the second will answer now.
            self._answers.keep(answer)
        rest = (client.roll(signed_request, answer.ticket, asks[1]) for client in self._others)
        return (answer.receipt, *rest)

    def answered(self, game: bytes) -> dict[int, tuple[bytes, tuple[bytes, ...]]]:
        """By number of the roll: the signed request, and what each has answered to it, b"" for
        nothing that its journal shows; raises as `Authority.journal`."""
        found: dict[int, tuple[bytes, tuple[bytes, ...]]] = {}
        for place, client in enumerate(self._clients):
            for entry in client.journal(game):
                answer = _answer_in(entry)
                if answer is None:
                    continue
                signed, receipt = answer
                known = found.get(entry.index, (signed, (b"",) * len(self._clients)))
                receipts = (*known[1][:place], receipt, *known[1][place + 1 :])
                if known[0] == signed:
                    found[entry.index] = signed, receipts
        return found

    def answers_to(
        self, signed_request: bytes, known: Sequence[bytes], key: SigningKey
    ) -> tuple[bytes, ...]:
        """What all have answered to a request, whoever made it; raises as `Authority.roll`.

        known: the receipts that a journal has shown, b"" of those who have still to answer; key: of
        somebody who plays.
        """
        asks = _asks(signed_request, key)
        first = known[0] or self._first.roll(signed_request, b"", asks[0])
        rest: list[bytes] = []
        for receipt, client in zip(known[1:], self._others, strict=True):
            ticket = b"" if receipt else self._first.ticket(signed_request)
            rest.append(receipt or client.roll(signed_request, ticket, asks[1]))
        return (first, *rest)

    def close(self, signed_request: bytes) -> tuple[bytes, ...]:
        """What closes the turn, in order, for its signed end; raises as `Authority.close`."""
        if not self._others:
            return (self._first.close(signed_request),)
        answer = self._answers.of(signed_request)
        if answer is None:
            answer = FirstAnswer(signed_request, self._first.close(signed_request), b"")
            self._answers.keep(answer)
        return (answer.receipt, *(client.close(signed_request) for client in self._others))

    def note_here(self, signed: bytes) -> None:
        """Tell all of them that a player is here; raises as `Authority.note_here`.

        What one of them knows counts, so that one which is out of reach keeps nobody from it.
        """
        away: list[DiceUnavailableError] = []
        for client in self._clients:
            try:
                client.note_here(signed)
            except DiceUnavailableError as error:
                away.append(error)
        if len(away) == len(self._clients):
            raise away[0]

    def turn_state(self, game: bytes, nation: str, turn: int) -> tuple[bytes, ...]:
        """What each knows of a turn, signed, in order; raises as `Authority.turn_state`."""
        return tuple(client.turn_state(game, nation, turn) for client in self._clients)

    def statements(self, answers: Sequence[bytes], keys: Sequence[bytes]) -> tuple[bytes, ...]:
        """What has to be attached to answers that are signed by new keys; () as a rule.

        keys: of the authorities, as the log knows them.  Raises DiceError for a statement that does
        not hold, and DiceUnavailableError.
        """
        found: list[bytes] = []
        for client, answer, key in zip(self._clients, answers, keys, strict=True):
            signer = _signer_of(answer)
            if signer is not None and signer != key:
                opened = [open_statement(raw, Verifier()) for raw in client.statements()]
                found += [one.raw for one in path_between(opened, key, signer)]
        return tuple(found)


def _asks(signed_request: bytes, key: SigningKey) -> tuple[bytes, bytes]:
    """For each of two authorities: that a player wants the answer to a request, also again."""
    request, envelope = open_request(signed_request, Verifier())
    body = envelope.body
    return make_ask(key, request.game, body, 0), make_ask(key, request.game, body, 1)


def _answer_in(entry: JournalEntry) -> tuple[bytes, bytes] | None:
    """Signed request and receipt of a line about a roll; None for any other, and for nonsense."""
    try:
        return read_answer(entry.data) if entry.event == "roll" else None
    except SaveError:
        return None


def _signer_of(answer: bytes) -> bytes | None:
    """Who says that they signed it; None for nonsense, which is refused where it is used."""
    try:
        return parse_envelope(answer, _MOST_BYTES).signatures[0][0]
    except SaveError:
        return None
