"""Every endpoint, fuzzed from the server's own description, and the reader of receipts.

Whatever comes in, the answer is one that the description allows, never a fault (5xx), and the
server does not grow.
"""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import schemathesis
import urllib3
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from pbem.dice.closing import open_closed, open_closing
from pbem.dice.http import MSGPACK, ServerClient
from pbem.dice.protocol import open_receipt, open_request
from pbem.dice.server.endpoints import ENDPOINTS, Endpoint
from pbem.dice.server.openapi import describe
from pbem.wire.canonical import decode, encode
from pbem.wire.errors import SaveError
from pbem.wire.signing import Verifier
from tests.support.dicegame import new_game_at
from tests.support.diceserver import DiceServer, dice_server
from tests.support.paper_game import ANN, attack, receipt, started

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
SLOW = [HealthCheck.too_slow, HealthCheck.filter_too_much]
plain = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**63 - 1)
    | st.text(max_size=70)
    | st.binary(max_size=300),
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner),
    max_leaves=20,
)
_GROWTH = 60_000
"""Kilobytes that the server may have grown by after the fuzzing: pools, threads, buckets."""


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[DiceServer]:
    folder = tmp_path_factory.mktemp("fuzz")
    with dice_server(folder, "--chain", "50", "--no-limits", "--log-level", "warning") as running:
        yield running


@pytest.fixture(scope="module")
def api(server: DiceServer) -> schemathesis.BaseSchema:
    return schemathesis.openapi.from_url(f"{server.address}/v1/openapi.json")


@pytest.mark.parametrize("mode", list(GenerationMode), ids=str)
@pytest.mark.parametrize("endpoint", ENDPOINTS, ids=lambda endpoint: endpoint.name)
def test_every_endpoint(
    api: schemathesis.BaseSchema, endpoint: Endpoint, mode: GenerationMode
) -> None:
    """With what the description allows, and with what it does not."""
    operation = api[endpoint.path][endpoint.method]

    @given(case=operation.as_strategy(generation_mode=mode))
    @settings(max_examples=20, deadline=None, derandomize=True, suppress_health_check=SLOW)
    def ask(case: "schemathesis.Case[Any]") -> None:
        case.call_and_validate(checks=CHECKS)

    try:
        ask()
    except Unsatisfiable:
        assert mode == GenerationMode.NEGATIVE
        assert endpoint.name in ("keys", "statements"), "nothing can be wrong"


def allowed(endpoint: Endpoint) -> set[int]:
    """The statuses that the description allows."""
    operation = describe()["paths"][endpoint.path][endpoint.method.lower()]
    return {int(status) for status in operation["responses"]}


def post(server: DiceServer, endpoint: Endpoint, body: bytes) -> None:
    """Send a body as msgpack; what comes back is an answer or a refusal in msgpack."""
    kind = {"Content-Type": MSGPACK, "Accept": MSGPACK}
    address = server.address + endpoint.path
    response = POOL.request("POST", address, body=body, headers=kind, retries=False)
    assert response.status in allowed(endpoint) and response.status < 500, response.data
    assert response.headers["Content-Type"] == MSGPACK
    value = decode(response.data)
    assert isinstance(value, dict)
    names = set(endpoint.gives) if response.status == 200 else {"code", "text", "way_out"}
    assert set(value) == names


POSTED = [endpoint for endpoint in ENDPOINTS if endpoint.takes]
POOL = urllib3.PoolManager()
to_posted = pytest.mark.parametrize("endpoint", POSTED, ids=lambda endpoint: endpoint.name)
FUZZED = settings(
    max_examples=30,
    deadline=None,
    derandomize=True,
    suppress_health_check=[*SLOW, HealthCheck.function_scoped_fixture],
)


@to_posted
def test_msgpack_bodies_of_any_bytes(server: DiceServer, endpoint: Endpoint) -> None:
    @given(body=st.binary(max_size=400) | plain.map(encode))
    @FUZZED
    def ask(body: bytes) -> None:
        post(server, endpoint, body)

    ask()


@to_posted
def test_msgpack_bodies_with_the_right_fields(server: DiceServer, endpoint: Endpoint) -> None:
    """Each field holds bytes, an envelope that somebody signed over anything, or another type."""
    signed = st.builds(
        lambda kind, value: ANN.seal(kind, encode(value)),
        st.sampled_from(["request", "closing", "seats", "agreement"]),
        plain,
    )
    value = st.sampled_from([16, 32]).flatmap(lambda size: st.binary(min_size=size, max_size=size))
    fields = dict.fromkeys(endpoint.takes, value | signed | plain)
    more = dict.fromkeys(endpoint.may_take, value | signed | plain)

    @given(body=st.fixed_dictionaries(fields, optional=more).map(encode))
    @FUZZED
    def ask(body: bytes) -> None:
        post(server, endpoint, body)

    ask()


@to_posted
def test_msgpack_bodies_that_were_damaged(server: DiceServer, endpoint: Endpoint) -> None:
    """Each body would be answered or refused by rule; then bytes are changed, left out or added."""
    sound = encode(dict.fromkeys(endpoint.takes, attack(started()).sign(ANN)))

    @given(
        place=st.integers(0, len(sound) - 1),
        length=st.integers(0, 6),
        instead=st.binary(max_size=6),
    )
    @FUZZED
    def ask(place: int, length: int, instead: bytes) -> None:
        post(server, endpoint, sound[:place] + instead + sound[place + length :])

    ask()


@to_posted
@pytest.mark.parametrize(
    "body",
    [
        b"\xdf\xff\xff\xff\xff",
        b"\xdd\xff\xff\xff\xff",
        b"\xc6\xff\xff\xff\xff",
        b"\x91" * 90_000,
        b"\x81\xa1a" * 30_000,
        b"\x81\xa7request\xc6\x7f\xff\xff\xff",
        b"\x81\xa7request\xc7\x01\x05\x00",
    ],
    ids=["map", "array", "bytes", "nested-arrays", "nested-maps", "field", "extension"],
)
def test_msgpack_bodies_that_promise_more_than_they_hold(
    server: DiceServer, endpoint: Endpoint, body: bytes
) -> None:
    post(server, endpoint, body)


def test_the_server_is_well_and_has_not_grown(server: DiceServer) -> None:
    client = ServerClient(server.address)
    assert server.process is not None
    status = Path(f"/proc/{server.process.pid}/status")
    client.register(bytes(range(16)), ANN.public)
    before = _kilobytes(status)
    for number in range(300):
        with pytest.raises(SaveError):
            client.roll(bytes(6_000 + number))
    assert _kilobytes(status) - before < _GROWTH
    game = new_game_at(client)
    game.answers[1] = client.roll(game.request(1))
    assert game.check(client.journal(game.game)) == 1
    assert "internal-error" not in server.log and "fault" not in server.log


def _kilobytes(status: Path) -> int:
    (line,) = [one for one in status.read_text().splitlines() if one.startswith("VmRSS")]
    return int(line.split()[1])


RAW = receipt(attack(started()).sign(ANN))
READERS = (
    lambda raw: open_receipt(raw, Verifier()),
    lambda raw: open_request(raw, Verifier()),
    lambda raw: open_closed(raw, Verifier()),
    lambda raw: open_closing(raw, Verifier()),
)


@given(raw=st.binary(max_size=2_000) | plain.map(encode))
@settings(max_examples=100, suppress_health_check=[HealthCheck.too_slow])
def test_no_bytes_are_too_strange_for_the_readers(raw: bytes) -> None:
    for reader in READERS:
        with pytest.raises(SaveError):
            reader(raw)


@given(place=st.integers(0, len(RAW) - 1), bits=st.integers(1, 255))
@settings(max_examples=100)
def test_no_receipt_survives_an_altered_byte(place: int, bits: int) -> None:
    altered = bytearray(RAW)
    altered[place] ^= bits
    with pytest.raises(SaveError):
        open_receipt(bytes(altered), Verifier())


@given(fields=st.dictionaries(st.sampled_from(["kind", "request", "seed", "time"]), plain))
@settings(max_examples=100)
def test_no_signed_nonsense_is_a_receipt(fields: dict[str, object]) -> None:
    """An authority can sign what it likes: the reader still checks every field."""
    with pytest.raises(SaveError):
        open_receipt(ANN.seal("roll", encode(fields)), Verifier())
