"""A computer player of ours as a bot: ``python -m pbem.play.bot_side hard``, or ``hard:2``.

It speaks docs/formats/bot-v1.md over its standard input and output, so it can stand wherever a bot
of somebody else can.
"""

import sys
from collections.abc import Iterable, Iterator

import msgspec

from engine import Definition, order_to_plain, state_from_json, waiting_for
from engine.ai import PLAYERS, computer_player
from engine.loading import parse_scenario
from pbem.lobby.computer_seats import is_computer, name_and_seconds
from pbem.output import Output
from pbem.play.bot_messages import BOT_FORMAT, BotAnswer, BotGame, BotQuestion, BotReady


def answers(kind: str, lines: Iterable[bytes]) -> Iterator[Output]:
    """What a player says to the lines of a game; kind: its name, with a bound where it has one."""
    player = computer_player(*name_and_seconds(kind))
    start: Definition | None = None
    for line in lines:
        said = msgspec.json.decode(line, type=BotGame | BotQuestion)
        if isinstance(said, BotGame):
            start = parse_scenario(said.scenario.encode())
            yield BotReady(BOT_FORMAT, ["state"])
        elif start is not None:
            state = state_from_json(msgspec.json.encode(said.state), start)
            order = player.choose(state, waiting_for(state))
            yield BotAnswer(said.number, order_to_plain(order))


def main() -> int:
    """Answer until standard input ends."""
    kind = sys.argv[1] if len(sys.argv) == 2 else ""
    if kind.partition(":")[0] not in PLAYERS or not is_computer(kind):
        sys.stderr.write(f"Name one of {', '.join(PLAYERS)}, such as hard or hard:2.\n")
        return 2
    for answer in answers(kind, sys.stdin.buffer):
        sys.stdout.buffer.write(msgspec.json.encode(answer) + b"\n")
        sys.stdout.buffer.flush()
    return 0


if __name__ == "__main__":
    sys.exit(main())
