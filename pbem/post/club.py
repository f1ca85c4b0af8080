"""A club follows its games: what it knows of each goes into its index, and from there to its site.

A game is made again when its save has changed, and then only its new turns: what was verified and
played before is taken from its checkpoint.  The pages of all games together are made of rows.
"""

import os
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Final

import msgspec

from engine import Definition
from engine.values import dataclass
from pbem.club.atom import MOST_ENTRIES, feed_of
from pbem.club.index import ClubIndex
from pbem.club.model import (
    ClubGame,
    ClubSeat,
    ClubTurn,
    DiceLuck,
    PlayerTime,
    luck_together,
    page_of_game,
)
from pbem.club.pages import (
    CALENDAR,
    FEED,
    INDEX,
    PLAYERS,
    RESULTS,
    folder_of,
    game_page,
    index_page,
    players_page,
    results_page,
    turn_file,
)
from pbem.club.places import ClubSite
from pbem.club.settings import ClubSettings
from pbem.home import Home, PartialSave
from pbem.log import LOG
from pbem.mail.calendar import Deadline, deadlines_file
from pbem.post.film import replay_of
from pbem.post.game_row import since_of
from pbem.post.had import had_since
from pbem.post.open_cache import OpenedGames
from pbem.post.outgoing import summary_of
from pbem.replay import Position, Turn, definition_of, turns_of
from pbem.replay.clock import TurnClock, clocks_of, closed_at
from pbem.replay.luck import game_ledger
from pbem.replay.result import result_of
from pbem.report.board import render_board
from pbem.report.map_page import picture_of
from pbem.report.map_still import map_png
from pbem.report.model import TurnSummary
from pbem.report.render import render_glance, render_turn
from pbem.save.errors import SaveError
from pbem.save.shelf import GameRef, ref_of
from pbem.save.trusted_save import PLAYING, TrustedSave
from pbem.usage import UsageError

_DEPENDS_ON: Final = ("current.pbem", "who-has.json", "origin")
_MAP_WIDTH: Final = 720.0
_TEXT: Final = 600
"""So much of what happened in a turn stands in the feed, in characters."""


@dataclass(frozen=True, slots=True)
class Published:
    """What a round has made anew: games, and the files and bytes that were written.

    problems: a sentence for each game that could not be shown.
    """

    games: int
    files: int
    bytes: int
    problems: tuple[str, ...] = ()


def publish(
    games: OpenedGames, index: ClubIndex, site: ClubSite, club: ClubSettings, when: int
) -> Published:
    """Bring index and site up to the saves that are here now.

    when: Unix seconds.  Raises UsageError when the index or the place of the site cannot be used;
    what is done by then is not done again.
    """
    rows = {game.ref: game for game in index.games()}
    known = index.stamps()
    refs = games.home.game_store.own_games()
    made, problems = 0, []
    for ref in refs:
        old = rows.get(ref.folder_name)
        if old is not None and known.get(old.ref) == stamp_of(games.home, ref, old, when):
            continue
        try:
            game = _publish_game(games, ref, index, site, club, when)
        except UsageError:
            raise  # the index or the place of the site: every game would meet it
        except SaveError as error:
            problems.append(_problem(ref, str(error)))
            continue
        except Exception as error:  # a bug in this program: the other games are shown all the same
            LOG.exception("the page of %s", ref.folder_name)
            name = type(error).__name__
            problems.append(_problem(ref, f"it cannot be shown because of a bug in pbem ({name})."))
            continue
        rows[game.ref] = game
        made += 1
    here = {ref.folder_name for ref in refs}
    for gone in sorted(known.keys() - here):
        site.keep_only(f"{folder_of(rows.pop(gone))}/", frozenset())
        index.drop_game(gone)
    _publish_all(index, site, club, [rows[ref] for ref in sorted(rows)], when)
    return Published(made, site.written, site.bytes, tuple(problems))


def _problem(ref: GameRef, why: str) -> str:
    text = f"The game {ref.game.hex()[:8]} is not brought up to date: {why[:1].lower()}{why[1:]}"
    LOG.warning("%s", text)
    return text


def late_games(index: ClubIndex, home: Home, when: int) -> tuple[GameRef, ...]:
    """The games of this home in which somebody is late by what the index knows."""
    late = {game.ref for game in index.games() if game.is_late(when)}
    return tuple(ref for ref in home.game_store.own_games() if ref.folder_name in late)


def stamp_of(home: Home, ref: GameRef, game: ClubGame, when: int) -> bytes:
    """By what it is seen that the page of a game is as it would be made now."""
    return _stamp(_files_of(home, ref), game, when)


def _stamp(files: list[list[int]], game: ClubGame, when: int) -> bytes:
    return msgspec.json.encode([files, game.is_late(when)])


def _files_of(home: Home, ref: GameRef) -> list[list[int]]:
    folder = home.game_store.folder(ref)
    return [_numbers(folder / name) for name in _DEPENDS_ON]


def _numbers(path: Path) -> list[int]:
    try:
        found = os.stat(path)  # noqa: PTH116 - to make a path of each takes longer than to look
    except OSError:
        return []
    return [found.st_size, found.st_mtime_ns, found.st_ino]


def _publish_game(
    games: OpenedGames,
    ref: GameRef,
    index: ClubIndex,
    site: ClubSite,
    club: ClubSettings,
    when: int,
) -> ClubGame:
    """One game, with its page and what belongs to it; raises SaveError for one that is damaged."""
    home = games.home
    # Before the save is read: whatever comes meanwhile is seen the next time.
    before = _files_of(home, ref)
    save = games.save(ref)
    if save is None:
        raise SaveError("save-missing", "its save is missing")
    old = index.game(ref.folder_name)
    known: tuple[ClubTurn, ...] = ()
    turns: tuple[ClubTurn, ...] = ()
    files: dict[str, bytes] = {}
    if save.state != PLAYING:
        game = _before_start(save)
    else:
        position = games.position(save)
        if position.error is not None:
            raise position.error
        known = _still_there(index.turns(ref.folder_name), position)
        game, fresh, files = _played(home, position, known, old, when)
        turns = (*known, *fresh)
    files["index.html"] = game_page(club, game, turns, when)
    top = f"{folder_of(game)}/"
    site.write({top + name: data for name, data in files.items()})
    names = {"index.html", "board.html", "map.png", "replay.html", "game.pbem"}
    names |= {turn_file(turn.number) for turn in turns}
    site.keep_only(top, frozenset(top + name for name in names))
    index.keep_game(game, _stamp(before, game, when), len(known), turns[len(known) :])
    return game


def _still_there(known: tuple[ClubTurn, ...], position: Position) -> tuple[ClubTurn, ...]:
    """Those of the known turns that are still the first ones of the game.

    () where something was agreed after the last of them, as it may take turns back.
    """
    entries = position.save.entries
    kept: list[ClubTurn] = []
    for turn in known[: position.finished]:
        if turn.index >= len(entries) or entries[turn.index].head.hex() != turn.head:
            break
        kept.append(turn)
    since = kept[-1].index + 1 if kept else 0
    agreed = any(entry.agreement is not None for entry in entries[since:])
    return () if agreed else tuple(kept)


def _before_start(save: TrustedSave) -> ClubGame:
    ref = ref_of(save)
    return ClubGame(
        ref=ref.folder_name,
        page=page_of_game(ref.genesis),
        name=save.genesis.name,
        map=definition_of(save).name,
        host=save.genesis.host,
        state="inviting",
        seats=_seats(save, save.seat_keys()),
        records=len(save.entries),
        head=save.head.hex(),
        open_names=tuple(name for name in save.genesis.players if name not in save.players),
    )


def _seats(save: TrustedSave, keys: Mapping[str, bytes]) -> tuple[ClubSeat, ...]:
    """keys: of those who have joined, by nation."""
    return tuple(
        ClubSeat(nation, player or "", keys.get(nation, b"").hex())
        for nation, player in save.seats.items()
    )


def _played(
    home: Home, position: Position, known: tuple[ClubTurn, ...], old: ClubGame | None, when: int
) -> tuple[ClubGame, tuple[ClubTurn, ...], dict[str, bytes]]:
    """A game under way or over: its row, the turns behind the known ones, and its files but for the
    page itself."""
    save = position.save
    fresh = _new_turns(position, len(known))
    summaries = [summary_of(position, turn, is_past=True) for turn in fresh]
    clocks = clocks_of(save, position.mover, (), had_since(home, save, when))
    turns = tuple(
        _turn_row(position, turn, summary, clocks)
        for turn, summary in zip(fresh, summaries, strict=True)
    )
    game = _game_row(position, clocks, (*known, *turns))
    files = {
        turn_file(turn.number + 1): render_turn(summary, "html").encode()
        for turn, summary in zip(fresh, summaries, strict=True)
    }
    if fresh or old is None or old.state != game.state:
        files |= _maps(home, position, fresh, summaries)
    files["game.pbem"] = data = save.to_bytes()
    if game.turns and (old is None or old.head != game.head):
        files["replay.html"] = replay_of(home, PartialSave(save, None, data)).page
    return game, turns, files


def _new_turns(position: Position, known: int) -> list[Turn]:
    """The finished turns behind the first `known`; played again only if they are not at hand."""
    if position.finished <= known:
        return []
    played = position.turns if position.earlier <= known else turns_of(position)
    return [turn for turn in played if turn.is_finished and turn.number >= known]


def _maps(
    home: Home, position: Position, turns: Sequence[Turn], summaries: Sequence[TurnSummary]
) -> dict[str, bytes]:
    """The board after the last turn, as a page and as a picture; {} where it cannot be drawn."""
    state = turns[-1].after if turns else position.state
    summary = summaries[-1] if summaries else None
    folder = home.map_folder(state.definition.name)
    try:
        page = render_board(state, picture_of(state, summary, folder=folder)).encode()
    except (ArithmeticError, LookupError, ValueError, OSError):
        return {}
    picture = map_png(state, summary, folder, _MAP_WIDTH)
    return {"board.html": page, **({"map.png": picture} if picture else {})}


def _turn_row(
    position: Position, turn: Turn, summary: TurnSummary, clocks: Sequence[TurnClock]
) -> ClubTurn:
    save, number = position.save, turn.number + 1
    entry = save.entries[turn.last]
    player = save.player_then(turn.nation, turn.last)
    clock = clocks[turn.number] if turn.number < len(clocks) else None
    closed = closed_at(entry) or turn.time
    return ClubTurn(
        number=number,
        round=turn.round,
        nation=turn.nation,
        player=player,
        key=(entry.signer or b"").hex(),
        index=turn.last,
        head=entry.head.hex(),
        closed=closed,
        is_late=clock is not None and clock.is_late(closed),
        text=render_glance(summary).strip()[:_TEXT],
        luck=_luck(turn, position.definition),
    )


def _luck(turn: Turn, definition: Definition) -> tuple[DiceLuck, ...]:
    return tuple(
        DiceLuck(
            nation=one.nation,
            dice=one.luck.account.dice,
            scored=one.luck.account.scored,
            expected=float(one.luck.account.mean),
            swing=one.swing,
        )
        for one in game_ledger([turn], definition).nations
    )


def _game_row(
    position: Position, clocks: Sequence[TurnClock], turns: tuple[ClubTurn, ...]
) -> ClubGame:
    save, ref = position.save, ref_of(position.save)
    nation = position.nation
    clock = clocks[-1] if clocks and nation and not clocks[-1].closed else None
    result = result_of(position)
    return ClubGame(
        ref=ref.folder_name,
        page=page_of_game(ref.genesis),
        name=save.genesis.name,
        map=position.definition.name,
        host=save.genesis.host,
        state="over" if result.is_over else "playing",
        # By the key with which they began, as in all that is told of how they play.
        seats=_seats(save, {name: one.key for one in result.players for name in one.holds}),
        round=position.state.round,
        turns=position.finished,
        records=len(save.entries),
        head=save.head.hex(),
        to_move=nation,
        player=(save.seats.get(nation) or "") if nation else "",
        since=result.ended or (clock.since if clock is not None else since_of(save)),
        until=clock.until if clock is not None else 0,
        zone=save.genesis.pace.offset if save.genesis.pace is not None else 0,
        winners=result.winners,
        outcome=result.words,
        luck=luck_together(turns),
        times=tuple(
            PlayerTime(one.names[-1], one.key.hex(), one.turns, one.late, sum(one.seconds))
            for one in result.players
            if one.turns
        ),
    )


def _publish_all(
    index: ClubIndex, site: ClubSite, club: ClubSettings, games: Sequence[ClubGame], when: int
) -> None:
    """The pages of all games together, the feed and the calendar, where they would be others."""
    late = [game.ref for game in games if game.is_late(when)]
    made_of = msgspec.json.encode([club.name, club.url, club.league, games, late])
    if site.is_made_of(INDEX, made_of):
        return
    by_ref = {game.ref: game for game in games}
    newest = [(by_ref[ref], turn) for ref, turn in index.newest(MOST_ENTRIES) if ref in by_ref]
    due = [
        Deadline(_id(game), game.name, game.turns + 1, game.to_move, game.until, game.since)
        for game in games
        if game.until
    ]
    files = {
        INDEX: index_page(club, games, when),
        RESULTS: results_page(club, games),
        PLAYERS: players_page(club, games),
        FEED: feed_of(club.name, club.url, newest),
        CALENDAR: deadlines_file(due),
    }
    site.write(files)
    site.note_made(INDEX, made_of)


def _id(game: ClubGame) -> str:
    """The id of a game in hex, as the deadlines in the mails of its players have it."""
    return game.ref.partition("-")[0]
