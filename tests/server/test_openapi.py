"""``/openapi.json`` says what the server does."""

import json
from typing import Any

import httpx
import jsonschema
import pytest
from tests.server.harness import PATIENCE, Player, Server

from pilotta.server.openapi import openapi
from pilotta.server.routes import HANDLERS


@pytest.fixture(scope="module")
def document() -> dict[str, Any]:
    made: dict[str, Any] = json.loads(openapi(HANDLERS))
    return made


def check(document: dict[str, Any], schema: dict[str, Any], value: object) -> None:
    jsonschema.Draft202012Validator(schema | {"components": document["components"]}).validate(value)


def body_of(document: dict[str, Any], method: str, path: str) -> dict[str, Any]:
    found: dict[str, Any] = document["paths"][path][method]["requestBody"]["content"]["application/json"][
        "schema"
    ]
    return found


def answer_of(document: dict[str, Any], method: str, path: str, status: int) -> dict[str, Any]:
    answers = document["paths"][path][method]["responses"]
    found: dict[str, Any] = answers.get(str(status), answers["default"])["content"]["application/json"][
        "schema"
    ]
    return found


async def test_it_is_served_and_names_every_handler(server: Server, document: dict[str, Any]) -> None:
    async with httpx.AsyncClient(base_url=server.url, timeout=PATIENCE) as http:
        answer = await http.get("/openapi.json")
    assert answer.headers["content-type"] == "application/json"
    assert answer.json() == document
    assert document["openapi"].startswith("3.1")
    told = {(path, method) for path, each in document["paths"].items() for method in each}
    there = {
        (path.replace(":str", ""), method.lower())
        for handler in HANDLERS
        for path in handler.paths
        for method in handler.http_methods
        if path.startswith("/api/")
    }
    assert told == there
    text = json.dumps(document)
    for name in (part.split('"')[0] for part in text.split("#/components/schemas/")[1:]):
        assert name in document["components"]["schemas"], name


async def test_answers_are_as_it_says(player: Player, document: dict[str, Any]) -> None:
    wanted = {"rules": {"preset": "club"}, "bot": "random", "bots": {"N": "cafe"}, "training": True}
    check(document, body_of(document, "post", "/api/tables"), wanted)
    made = await player.post("/api/tables", wanted)
    check(document, answer_of(document, "post", "/api/tables", 201), made.json())
    with pytest.raises(jsonschema.ValidationError):
        check(document, answer_of(document, "post", "/api/tables", 201), made.json() | {"seat": "S"})
    one = f"/api/tables/{made.json()['id']}"
    for path, concrete in (
        ("/api/tables", "/api/tables"),
        ("/api/guest", "/api/guest"),
        ("/api/catalogue", "/api/catalogue"),
        ("/api/health", "/api/health"),
        ("/api/tables/{table_id}", one),
        ("/api/tables/{table_id}/meanings", f"{one}/meanings"),
        ("/api/tables/{table_id}/review", f"{one}/review"),
        ("/api/tables/{table_id}/record", f"{one}/record"),
    ):
        answer = await player.get(concrete)
        check(document, answer_of(document, "get", path, answer.status_code), answer.json())


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"rules": {}, "pace_ms": "600"},
        {"rules": {}, "pace_ms": 5001},
        {"rules": {}, "colour": "blue"},
        {"rules": {}, "bots": {"S": "cafe"}},
        {"rules": {"target": None}},
    ],
)
async def test_what_it_forbids_is_refused(player: Player, document: dict[str, Any], body: object) -> None:
    with pytest.raises(jsonschema.ValidationError):
        check(document, body_of(document, "post", "/api/tables"), body)
    refused = await player.post("/api/tables", body)
    assert refused.status_code == 400
    check(document, answer_of(document, "post", "/api/tables", 400), refused.json())
