"""The store under a server, on both databases: one answer for ever, one flush for many."""

import sqlite3
import threading
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from pbem.dice.authority import Authority, make_chain
from pbem.dice.closing import Closing, open_closing
from pbem.dice.log_head import answers_in, check_told, open_log_head
from pbem.dice.rows import Kept, Last, LogExtent, RegisteredGame
from pbem.dice.schema import Execute, Value
from pbem.dice.sealing import Sealed, Unsealed, parse_storage_keys
from pbem.dice.server.admin import KnownClosing, KnownRoll, add_signing_key, reseal, thaw
from pbem.dice.server.database import SqliteDatabase
from pbem.dice.server.group import GroupStore
from pbem.dice.server.witness import Witness
from pbem.dice.sqlite import DATABASE, FolderStore
from pbem.dice.store import Work
from pbem.dice.turn_state import Here, TurnState, open_seated, open_state
from pbem.wire.errors import DiceError, KeyFileError
from pbem.wire.signing import SigningKey, Verifier, parse_envelope
from tests.support.dicegame import NATION, new_game_at
from tests.support.paper_game import GAME, HOST

OpenStores = Callable[..., GroupStore]
CLOSING = Closing(GAME, bytes(32), 1, "Germans", 1, bytes(32), bytes(32))


def kept(request: bytes, receipt: bytes) -> Kept:
    """An answer, with no request that anybody has signed."""
    return Kept(request, b"", receipt)


def last(index: int) -> Last:
    """That a roll is the last one; the hashes are none."""
    return Last(index, b"x", LogExtent(index, b"d"))


def authority(store: GroupStore) -> Authority:
    return Authority(store, lambda: 7, chain_length=300)


def test_the_state_of_a_turn_is_stated_whether_it_is_open_or_closed(store: GroupStore) -> None:
    """With the times at which its player said that they are here, for each of the last heads."""
    now = [7]
    dice = Authority(store, lambda: now[0], chain_length=300)
    game = new_game_at(dice)

    def said() -> TurnState:
        raw = dice.turn_state(game.game, NATION, 1)
        return open_state(raw, Verifier())[0]

    assert said() == TurnState(game.game, NATION, 1, 7)
    heads = [bytes([number]) * 32 for number in range(5)]
    for now[0], head in enumerate([*heads, heads[2]], 10):
        dice.note_here(Here(game.game, NATION, head).sign(game.player))
    assert [(head[0], time) for head, time in said().here] == [(2, 15), (4, 14), (3, 13), (1, 11)]
    dice.close(game.closing(1, 1))
    now[0] = 20
    assert (said().time, said().closed, said().last) == (20, 15, 1)
    dice.close(game.closing(1, 3))
    assert (said().closed, said().last) == (15, 3)


def test_an_outage_is_what_lies_between_two_signs_of_life(store: GroupStore) -> None:
    """Ten minutes are none yet; the newest eight are stated; after a restore nobody knows."""
    now = [1_000]
    dice = Authority(store, lambda: now[0], chain_length=300)
    game = new_game_at(dice)

    def awake_after(seconds: int) -> tuple[tuple[int, int], ...]:
        now[0] += seconds
        dice.note_awake()
        return open_state(dice.turn_state(game.game, NATION, 1), Verifier())[0].silent

    assert awake_after(0) == awake_after(600) == ()
    assert awake_after(601) == ((1_600, 2_201),)
    assert awake_after(-500) == ((1_600, 2_201),), "a clock that was put back"
    for _ in range(9):
        told = awake_after(1_000)
    assert [end - begin for begin, end in told] == [1_000] * 8
    assert told == tuple(sorted(told)) and told[-1][1] == now[0]
    store.run(lambda work: work.timing.forget_awake())
    assert awake_after(90_000) == told


def test_since_when_the_seats_are_known_is_said_once_for_ever(store: GroupStore) -> None:
    """Another list of the same seats, a new key of the authority and a later day change nothing."""
    now = [7]
    dice = Authority(store, lambda: now[0], chain_length=300)
    game = new_game_at(dice)
    said = dice.register_seats(game.seats)
    now[0] = 1_000
    add_signing_key(store, 1_000)
    assert dice.register_seats(game.seats) == said
    assert (open_seated(said, Verifier())[0].time, open_seated(said, Verifier())[1]) == (
        7,
        game.commitment.authority,
    )


def test_a_turn_that_cannot_be_the_open_one_is_not_closed(store: GroupStore) -> None:
    dice = authority(store)
    game = new_game_at(dice)

    def code(turn: int) -> str:
        try:
            dice.close(game.closing(1, turn))
        except DiceError as error:
            return error.code
        return ""

    assert [code(turn) for turn in (5, 4, 9, 8, 100_000)] == [
        "closing-ahead",
        "",
        "closing-ahead",
        "",
        "closing-ahead",
    ]
    assert dice.journal(game.game)[-1].event == "closing", "nothing is kept of those refused"


def test_an_authority_works_as_with_the_folder(store: GroupStore) -> None:
    dice = authority(store)
    game = new_game_at(dice)
    request = game.request(1)
    game.answers[1] = dice.roll(request)
    assert dice.roll(request) == game.answers[1]
    other = game.request(1)
    with pytest.raises(DiceError) as caught:
        dice.roll(other)
    assert caught.value.code == "reroll-refused"
    closing = game.closing(2, 1)
    assert dice.close(closing) == dice.close(closing)
    with pytest.raises(DiceError):
        dice.close(game.closing(2, 1))
    journal = dice.journal(game.game)
    assert [(entry.event, entry.index) for entry in journal] == [
        ("roll", 1),
        ("attempted-re-roll", 1),
        ("closing", 2),
        ("attempted-closing", 2),
    ]
    assert game.check(journal) == 1
    assert authority(store).public_key == dice.public_key


def test_the_log_is_in_the_order_of_the_answers(store: GroupStore) -> None:
    """Whatever is closed first, and whatever was read together: each head is that of a beginning.

    Closings of one index come by turn and by nation in no order.
    """
    dice = authority(store)
    game = new_game_at(dice)
    heads = [dice.log_head(game.game)]
    for ask, request in (
        (dice.close, game.closing(1, 3)),
        (dice.close, game.closing(1, 1)),
        (dice.close, game.closing(1, 2)),
        (dice.roll, game.request(1)),
        (dice.roll, game.request(2)),
        (dice.close, game.closing(3, 5)),
        (dice.close, game.closing(3, 4)),
    ):
        ask(request)
        heads.append(dice.log_head(game.game))
    answers = answers_in(dice.journal(game.game))
    for count, raw in enumerate(heads):
        head = open_log_head(raw, [game.commitment.authority], game.game, Verifier())
        assert head.count == count
        check_told(head, game.raw_commitment, answers)


def test_a_game_that_is_thawed_has_the_log_that_it_had(store: GroupStore) -> None:
    """Restored from before its first answer: heads that were signed then still hold."""
    dice = authority(store)
    game = new_game_at(dice)
    answers: list[KnownRoll | KnownClosing] = []
    for index in range(1, 5):
        request = game.request(index)
        dice.roll(request)
        answers.append(KnownRoll(index, parse_envelope(request, 4_096).body))
        request = game.closing(index + 1, index)
        closing, envelope = open_closing(request, Verifier())
        kept_one = Kept(envelope.body, request, dice.close(request))
        answers.append(KnownClosing(closing, kept_one, game.player.public))
    head = dice.log_head(game.game)
    run_raw(store, "DELETE FROM roll")
    run_raw(store, "DELETE FROM closing")
    run_raw(store, "UPDATE game SET place = 0, digest = NULL")
    assert dice.log_head(game.game) != head
    assert thaw(store, game.game, game.raw_commitment, answers) == 8
    assert dice.log_head(game.game) == head


def test_refused_requests_are_in_the_order_in_which_they_came(store: GroupStore) -> None:
    dice = authority(store)
    game = new_game_at(dice)
    dice.roll(game.request(1))
    dice.close(game.closing(2, 1))
    refused: list[bytes] = []
    for _ in range(6):
        refused.append(game.request(1))
        with pytest.raises(DiceError):
            dice.roll(refused[-1])
    for number in range(6, 0, -1):
        refused.append(game.closing(1, number))
        with pytest.raises(DiceError):
            dice.close(refused[-1])
    found = [one.data for one in dice.journal(game.game) if one.event.startswith("attempted")]
    assert found == refused


def test_the_head_of_a_log_costs_the_same_for_any_number_of_answers(store: GroupStore) -> None:
    """It needs no signature, so a stranger could ask for it again and again."""
    dice = authority(store)
    game = new_game_at(dice)

    def rows_read() -> int:
        counted: list[int] = []
        look = store._database.look

        def counting(job: Callable[[Execute], object]) -> object:
            def run(execute: Execute) -> object:
                def count(query: str, values: Sequence[Value]) -> Sequence[tuple[object, ...]]:
                    found = execute(query, values)
                    counted.append(len(found))
                    return found

                return job(count)

            return look(run)

        store._database.look = counting  # type: ignore[method-assign, assignment]
        dice.log_head(game.game)
        store._database.look = look  # type: ignore[method-assign]
        return sum(counted)

    dice.roll(game.request(1))
    dice.close(game.closing(2, 1))
    few = rows_read()
    for index in range(2, 60):
        dice.roll(game.request(index))
        dice.close(game.closing(index + 1, index))
    assert rows_read() == few < 6


def test_the_database_itself_refuses_a_second_answer(store: GroupStore) -> None:
    store.run(lambda work: work.add_roll(GAME, kept(b"a", b"b"), last(1)))
    store.run(lambda work: work.add_closing(CLOSING, kept(b"a", b"b"), b"k", LogExtent(1, b"d")))
    for job in (
        lambda work: work.add_roll(GAME, kept(b"c", b"d"), last(1)),
        lambda work: work.add_closing(
            replace(CLOSING, head=b"\1" * 32), kept(b"c", b"d"), b"k", LogExtent(1, b"d")
        ),
    ):
        with pytest.raises(DiceError) as caught:
            store.run(job)
        assert caught.value.code == "dice-store"
    assert store.look(lambda work: work.roll(GAME, 1)) == kept(b"a", b"b")
    assert store.look(lambda work: work.closing(GAME, 1, "Germans")) == kept(b"a", b"b")


def test_a_lost_race_is_run_again_and_finds_the_other_answer(store: GroupStore) -> None:
    """Two processes without any lock: the constraint decides, and the loser reads the winner."""
    tries: list[object] = []

    def job(work: Work) -> bytes:
        found = work.roll(GAME, 1) if tries else None
        tries.append(found)
        if found is None:
            work.add_roll(GAME, kept(b"mine", b"mine"), last(1))
            return b"mine"
        return found.receipt

    store.run(lambda work: work.add_roll(GAME, kept(b"theirs", b"theirs"), last(1)))
    assert store.run(job) == b"theirs"
    assert len(tries) == 2


def test_a_piece_that_fails_takes_no_other_with_it(store: GroupStore) -> None:
    barrier = threading.Barrier(20)
    outcomes: dict[int, str] = {}

    def job(number: int) -> Callable[[Work], str]:
        def run(work: Work) -> str:
            work.add_roll(GAME, kept(b"r", b"a"), last(number))
            if number % 3 == 0:
                raise DiceError("chosen", "this one fails")
            return "kept"

        return run

    def ask(number: int) -> None:
        barrier.wait()
        try:
            outcomes[number] = store.run(job(number), number.to_bytes(2, "big"))
        except DiceError as error:
            outcomes[number] = error.code

    threads = [threading.Thread(target=ask, args=(number,)) for number in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcomes == {n: "kept" if n % 3 else "chosen" for n in range(20)}
    found = store.look(lambda work: [work.roll(GAME, n) is not None for n in range(20)])
    assert found == [n % 3 != 0 for n in range(20)]


def test_games_that_are_read_together_are_as_each_alone(store: GroupStore) -> None:
    games = [bytes([number]) * 16 for number in range(4)]
    rolls = {games[1]: 0, games[2]: 2, games[3]: 3}

    def fill(work: Work) -> None:
        for game, newest in rolls.items():
            work.add_game(game, HOST.public, (bytes(32),) * 2, b"commitment of " + game)
            for index in range(1, newest + 1):
                work.add_roll(game, kept(b"r", b"a"), last(index))

    def read(work: Work) -> list[tuple[RegisteredGame | None, Last]]:
        return [(work.game(game), work.last(game)) for game in games]

    def read_together(work: Work) -> list[tuple[RegisteredGame | None, Last]]:
        work.read_together(games)
        return read(work)

    store.run(fill)
    found = store.run(read_together)
    assert found == store.run(read)
    assert [newest.index for _, newest in found] == [0, 0, 2, 3]
    assert [row is None for row, _ in found] == [True, False, False, False]


class CountingDatabase(SqliteDatabase):
    commits = 0

    def commit(self) -> None:
        self.commits += 1
        super().commit()


def test_many_answers_share_a_commit(tmp_path: Path) -> None:
    database = CountingDatabase(tmp_path)
    store = GroupStore(database, Unsealed(), Witness(None))
    begun, others = threading.Event(), threading.Barrier(9)

    def slow(work: Work) -> None:
        begun.set()
        others.wait(10)
        # All the others wait for this one by now, or will before it has ended.
        deadline = threading.Event()
        while len(store._waiting) < 8:
            deadline.wait(0.001)

    def ask(number: int) -> None:
        begun.wait(10)
        others.wait(10)
        store.run(lambda work: work.add_roll(GAME, kept(b"r", b"a"), last(number)))

    before = database.commits
    threads = [threading.Thread(target=store.run, args=(slow,))]
    threads += [threading.Thread(target=ask, args=(number,)) for number in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(20)
    assert database.commits - before == 2
    store.close()


def test_secrets_are_sealed_and_bound_to_their_place(
    store_name: str, open_stores: OpenStores, tmp_path: Path
) -> None:
    store = open_stores(store_name)
    chain = make_chain(b"\7" * 32, 300)
    store.run(lambda work: work.add_game(GAME, HOST.public, chain, b"c"))
    store.run(lambda work: work.vault.add_signing_secret(b"\5" * 32))
    opened = store.look(lambda work: [work.vault.seed(GAME, index) for index in range(301)])
    assert opened == list(chain)
    with pytest.raises(DiceError) as beyond:
        store.look(lambda work: work.vault.seed(GAME, 301))
    assert beyond.value.code == "chain-exhausted"
    kept = [
        bytes(row[0])
        for query in ("SELECT seed FROM seed", "SELECT secret FROM signing_key")
        for row in rows(store, query)
    ]
    assert len(kept) == 4
    assert all(b"\5" * 8 not in one and chain[300][:8] not in one for one in kept)
    with pytest.raises(DiceError) as caught:
        Sealed([b"x" * 32]).open(kept[0], b"")
    assert caught.value.code == "seal-key-missing"
    swap = "UPDATE seed SET seed = (SELECT seed FROM seed WHERE idx = 0) WHERE idx = 256"
    run_raw(store, swap)
    with pytest.raises(DiceError) as caught:
        store.look(lambda work: work.vault.seed(GAME, 256))
    assert caught.value.code == "seal-broken"


def rows(store: GroupStore, query: str) -> list[tuple[bytes, ...]]:
    found = store._database.look(lambda execute: execute(query, ()))
    return [tuple(bytes(value) for value in row) for row in found]


def run_raw(store: GroupStore, statement: str) -> None:
    execute = store._database.begin()
    execute(statement, ())
    store._database.commit()


def test_sealing_anew_needs_the_old_key_no_more(store_name: str, open_stores: OpenStores) -> None:
    old, new = b"k" * 32, b"n" * 32
    store = open_stores(store_name)
    game = new_game_at(authority(store))
    game.answers[1] = authority(store).roll(game.request(1))
    store.close()
    store = open_stores(store_name, keys=(new, old))
    assert reseal(store, 2) == 2
    store.close()
    store = open_stores(store_name, keys=(new,))
    game.answers[2] = authority(store).roll(game.request(2))
    assert game.check(authority(store).journal(game.game)) == 2
    store.close()
    with pytest.raises(DiceError) as caught:
        authority(open_stores(store_name, keys=(old,)))
    assert caught.value.code == "seal-key-missing"


def test_a_new_signing_key_leaves_older_games_as_they_are(
    store_name: str, open_stores: OpenStores
) -> None:
    store = open_stores(store_name)
    dice = authority(store)
    old_game = new_game_at(dice)
    old_key = dice.public_key
    store.run(lambda work: work.vault.add_signing_secret(SigningKey.generate().secret()))
    new_game = new_game_at(dice)
    assert old_game.commitment.authority == old_key != new_game.commitment.authority
    assert dice.keys() == (old_key, new_game.commitment.authority)
    for game in (old_game, new_game):
        game.answers[1] = dice.roll(game.request(1))
        assert game.check(dice.journal(game.game)) == 1


def test_another_process_may_have_made_the_signing_key(
    store_name: str, open_stores: OpenStores
) -> None:
    """The key of a game's commitment is looked for again when it is not known yet."""
    store = open_stores(store_name)
    first, second = authority(store), authority(store)
    store.run(lambda work: work.vault.add_signing_secret(SigningKey.generate().secret()))
    game = new_game_at(first)
    game.answers[1] = second.roll(game.request(1))
    assert game.check(second.journal(game.game)) == 1


def test_a_store_that_is_older_than_an_answer_is_refused(
    store_name: str, open_stores: OpenStores, tmp_path: Path
) -> None:
    witness = tmp_path / "witness"
    store = open_stores(store_name, witness)
    game = new_game_at(authority(store))
    authority(store).roll(game.request(1))
    authority(store).roll(game.request(2))
    authority(store).close(game.closing(3, 1))
    store.close()
    assert witness.read_text().split() == ["2", "1"]
    open_stores(store_name, witness).close()
    # As an older backup would be.
    store = open_stores(store_name)
    run_raw(store, "DELETE FROM roll WHERE idx = 2")
    store.close()
    with pytest.raises(DiceError) as caught:
        open_stores(store_name, witness)
    assert caught.value.code == "store-older"


@pytest.mark.parametrize("text", ["x", "1", "1 2 3", "\xff"])
def test_a_damaged_witness_is_not_taken_for_none(tmp_path: Path, text: str) -> None:
    (tmp_path / "witness").write_text(text, encoding="latin-1")
    with pytest.raises(DiceError) as caught:
        Witness(tmp_path / "witness")
    assert caught.value.code == "witness-unusable"


def test_a_frozen_game_repeats_answers_and_gives_no_new_ones(store: GroupStore) -> None:
    dice = authority(store)
    game, other = new_game_at(dice), new_game_at(dice)
    first = game.request(1)
    receipt = dice.roll(first)
    store.run(Work.freeze)
    assert dice.roll(first) == receipt
    for ask, request in (
        (dice.roll, game.request(2)),
        (dice.close, game.closing(2, 1)),
        (dice.roll, other.request(1)),
    ):
        with pytest.raises(DiceError) as caught:
            ask(request)
        assert caught.value.code == "game-frozen"
    store.run(lambda work: work.thaw(game.game))
    dice.roll(game.request(2))
    with pytest.raises(DiceError):
        dice.roll(other.request(1))
    dice.roll(new_game_at(dice).request(1))


def test_a_full_disk_loses_nothing(tmp_path: Path) -> None:
    """SQLite's own limit of pages plays the disk; it fails with the same SQLITE_FULL."""

    class Small(SqliteDatabase):
        pages = 0

        def begin(self) -> Execute:
            execute = super().begin()
            if self.pages:
                execute(f"PRAGMA max_page_count={self.pages}", ())
            return execute

    database = Small(tmp_path)
    store = GroupStore(database, Unsealed(), Witness(tmp_path / "witness"))
    dice = authority(store)
    game = new_game_at(dice)
    ((size,),) = database.look(lambda execute: execute("PRAGMA page_count", ()))
    assert isinstance(size, int)
    database.pages = size + 10
    for index in range(1, 500):
        try:
            game.answers[index] = dice.roll(game.request(index, count=200))
        except DiceError as error:
            assert error.code == "dice-store"
            break
    else:
        raise AssertionError("the disk was never full")
    assert len(game.answers) >= 3
    assert game.check(dice.journal(game.game)) == len(game.answers)
    database.pages = 0
    database.drop()
    game.answers[index] = dice.roll(game.request(index))
    assert game.check(dice.journal(game.game)) == len(game.answers)
    store.close()


def test_two_servers_cannot_share_a_file(tmp_path: Path) -> None:
    first = SqliteDatabase(tmp_path)
    with pytest.raises(DiceError) as caught:
        SqliteDatabase(tmp_path)
    assert caught.value.code == "store-busy"
    first.close()
    SqliteDatabase(tmp_path).close()


def test_a_server_does_not_take_the_store_of_an_embedded_authority(tmp_path: Path) -> None:
    Authority(FolderStore(tmp_path), lambda: 1, chain_length=3)
    store = GroupStore(SqliteDatabase(tmp_path), Sealed([b"k" * 32]), Witness(None))
    with pytest.raises(DiceError) as caught:
        authority(store)
    assert caught.value.code == "seal-broken"
    store.close()


def test_a_folder_does_not_take_the_store_of_a_server(tmp_path: Path) -> None:
    store = GroupStore(SqliteDatabase(tmp_path), Sealed([b"k" * 32]), Witness(None))
    authority(store)
    store.close()
    with pytest.raises(DiceError) as caught:
        Authority(FolderStore(tmp_path), lambda: 1)
    assert caught.value.code == "seal-key-missing"


def test_a_store_of_a_later_version_is_refused(store_name: str, open_stores: OpenStores) -> None:
    store = open_stores(store_name)
    run_raw(store, "INSERT INTO schema_version VALUES (999)")
    store.close()
    with pytest.raises(DiceError) as caught:
        open_stores(store_name)
    assert caught.value.code == "store-newer"


@pytest.mark.parametrize("text", ["", "# only words\n", "AAAA\n", "!" * 44, "A" * 43 + "=\n" * 2])
def test_storage_keys_that_are_malformed(text: str) -> None:
    with pytest.raises(KeyFileError) as caught:
        parse_storage_keys(text)
    assert caught.value.code == "storage-key-malformed"


def test_the_files_of_a_server_are_private(tmp_path: Path) -> None:
    SqliteDatabase(tmp_path / "store").close()
    assert (tmp_path / "store").stat().st_mode & 0o777 == 0o700
    assert (tmp_path / "store" / DATABASE).stat().st_mode & 0o777 == 0o600


def test_a_file_that_is_not_a_database(tmp_path: Path) -> None:
    (tmp_path / DATABASE).write_bytes(b"not a database" * 100)
    with pytest.raises(DiceError) as caught:
        SqliteDatabase(tmp_path)
    assert caught.value.code == "dice-store"
    assert isinstance(caught.value.__cause__, sqlite3.Error)
