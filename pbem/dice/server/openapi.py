"""The OpenAPI description of a server, made from the list of endpoints.

Source: OpenAPI Specification 3.1.
"""

from collections.abc import Mapping

from pbem import VERSION
from pbem.dice.server.endpoints import ENDPOINTS, Endpoint
from pbem.dice.server.wire import JSON, MSGPACK

_MEANINGS = {
    400: "The request cannot be read.",
    403: "A signature is wrong, or the signer does not hold the seat.",
    404: "There is no such game.",
    408: "The body did not come in time.",
    409: "It does not fit what was answered before.",
    413: "The body is too large.",
    415: "The body is of another kind.",
    429: "Too many requests; Retry-After says how long to wait.",
    503: "The store cannot be used at the moment; asking again is safe.",
}
_HEX_16 = {"type": "string", "pattern": "^[0-9a-f]{32}$"}
_HEX_32 = {"type": "string", "pattern": "^[0-9a-f]{64}$"}
_BASE64 = {"type": "string", "format": "byte", "contentEncoding": "base64"}
_ENTRY: Mapping[str, object] = {
    "type": "object",
    "required": ["event", "index", "data", "time"],
    "properties": {
        "event": {"enum": ["roll", "closing", "attempted-re-roll", "attempted-closing"]},
        "index": {"type": "integer", "minimum": 1},
        "data": {**_BASE64, "description": "A receipt, or the signed request that was refused."},
        "time": {"type": "integer", "description": "When it was refused; 0 for a receipt."},
    },
}
_GIVEN: Mapping[str, object] = {
    "commitment": _BASE64,
    "receipt": _BASE64,
    "ticket": _BASE64,
    "log": _BASE64,
    "seated": _BASE64,
    "turn_state": _BASE64,
    "game": _HEX_16,
    "entries": {"type": "array", "items": _ENTRY},
    "next": {"type": ["integer", "null"], "minimum": 1},
    "statements": {"type": "array", "items": _BASE64},
    "keys": {"type": "array", "items": _HEX_32},
    "heads": {"type": "array", "items": {"type": "array", "items": _HEX_32}},
    "save": _BASE64,
    "observers": _BASE64,
}


def describe() -> dict[str, object]:
    """The whole description."""
    paths: dict[str, dict[str, object]] = {}
    for endpoint in ENDPOINTS:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(endpoint)
    return {
        "openapi": "3.1.0",
        "info": {
            "title": "pbem dice authority",
            "version": VERSION,
            "description": "Dice that nobody can choose, foresee, repeat or throw away. What is "
            "signed is specified in docs/formats/dice-v1.md.",
            "license": {"name": "MIT", "identifier": "MIT"},
        },
        "paths": paths,
        "components": {"schemas": {"Error": _error()}},
    }


def _error() -> dict[str, object]:
    names = ("code", "text", "way_out")
    return {
        "type": "object",
        "required": list(names),
        "properties": {name: {"type": "string"} for name in names},
    }


def _operation(endpoint: Endpoint) -> dict[str, object]:
    posted = (408, 413, 415) if endpoint.takes else ()
    statuses = sorted({400, 429, 503, *posted, *endpoint.errors})
    answers: dict[str, object] = {"200": _answer("Done.", _object(endpoint.gives))}
    refused = {"$ref": "#/components/schemas/Error"}
    for status in statuses:
        answers[str(status)] = _answer(_MEANINGS[status], refused)
    operation: dict[str, object] = {
        "operationId": endpoint.name,
        "summary": endpoint.title,
        "description": endpoint.text,
        "responses": answers,
    }
    if endpoint.takes:
        operation["requestBody"] = {"required": True, "content": _contents(_body(endpoint))}
    elif "{game}" in endpoint.path:
        operation["parameters"] = [
            {"name": "game", "in": "path", "required": True, "schema": _HEX_16},
            {
                "name": "from",
                "in": "query",
                "description": "The first index wanted.",
                "schema": {"type": "integer", "minimum": 0, "maximum": 1_048_577},
            },
        ]
    return operation


def _object(names: tuple[str, ...]) -> dict[str, object]:
    properties = {name: _GIVEN[name] for name in names}
    return {"type": "object", "required": list(names), "properties": properties}


def _body(endpoint: Endpoint) -> dict[str, object]:
    properties: dict[str, object] = {}
    for name, (least, most) in {**endpoint.takes, **endpoint.may_take}.items():
        if name in {"game", "host", "before"}:
            properties[name] = _HEX_16 if name == "game" else _HEX_32
        else:
            length = {"minLength": least, "maxLength": -(-most // 3) * 4}
            properties[name] = {**_BASE64, **length}
    return {
        "type": "object",
        "required": list(endpoint.takes),
        "properties": properties,
        "additionalProperties": False,
    }


def _contents(schema: Mapping[str, object]) -> dict[str, object]:
    return {JSON: {"schema": schema}, MSGPACK: {"schema": {"type": "string", "format": "binary"}}}


def _answer(text: str, schema: Mapping[str, object]) -> dict[str, object]:
    return {"description": text, "content": _contents(schema)}
