"""REST over real sockets."""

import asyncio
import contextlib
import json
import sqlite3
from pathlib import Path

import httpx
import pytest
from tests.server.harness import PATIENCE, Player, Server, guest

from pilotta import __version__
from pilotta.bots.catalogue import BOT_NAMES, resolve
from pilotta.rules.catalogue import PRESETS, all_fields, from_data
from pilotta.server.guests import token_hash
from pilotta.server.protocol import PROTOCOL_VERSION


def client(server: Server, **more: object) -> httpx.AsyncClient:
    return httpx.AsyncClient(base_url=server.url, timeout=PATIENCE, **more)  # type: ignore[arg-type]


def code(answer: httpx.Response) -> tuple[int, str]:
    body = answer.json()
    assert set(body) == {"code", "params"}, body
    return answer.status_code, body["code"]


async def test_a_browsers_guest(server: Server) -> None:
    async with client(server) as http:
        nobody = await http.get("/api/guest")
        assert (nobody.status_code, nobody.content) == (204, b"")
        made = await http.post("/api/guests", json={"name": " Μαρία  Π. ", "language": "el-CY"})
        assert made.status_code == 201
        body = made.json()
        assert (body["name"], body["language"], body["token"]) == ("Μαρία Π.", "el-CY", None)
        cookie = made.headers["set-cookie"]
        assert {"HttpOnly", "Path=/", "SameSite=lax"} <= set(cookie.split("; "))
        assert "Secure" not in cookie
        assert made.headers["cache-control"] == "no-store"
        assert (await http.get("/api/guest")).json() == body
        changed = await http.patch("/api/guest", json={"language": "it"})
        assert (changed.json()["name"], changed.json()["language"]) == ("Μαρία Π.", "it")
        changed = await http.patch("/api/guest", json={"name": "Νίκος"})
        assert (changed.json()["name"], changed.json()["language"]) == ("Νίκος", "it")
        left = await http.delete("/api/session")
        assert left.status_code == 204
        assert not http.cookies
        gone = {"cookie": cookie.split(";")[0]}
        assert (await http.get("/api/guest", headers=gone)).status_code == 204
        assert code(await http.get("/api/tables", headers=gone)) == (401, "session.missing")


async def test_the_cookie_is_for_https_only_behind_a_proxy_that_speaks_it(
    server: Server, tmp_path: Path
) -> None:
    with Server(tmp_path, trusted_proxies="127.0.0.1") as behind:
        for each, secure in ((behind, True), (server, False)):
            async with client(each, headers={"x-forwarded-proto": "https"}) as http:
                made = await http.post("/api/guests", json={"name": "Μαρία"})
                assert ("Secure" in made.headers["set-cookie"].split("; ")) is secure


async def test_a_link_opens_the_same_guest_elsewhere(server: Server, player: Player) -> None:
    answer = await player.post("/api/guest/link")
    assert answer.status_code == 201
    address, token = answer.json()["url"].split("#guest=")
    assert address == server.url
    async with client(server) as other:
        opened = await other.post("/api/session", json={"token": token})
        assert opened.json() == player.guest | {"token": None}
        assert (await other.get("/api/guest")).json()["id"] == player.guest["id"]
    async with client(server) as third:
        opened = await third.post("/api/session", json={"token": token, "bearer": True})
        assert opened.json()["token"] not in (None, token, player.token)
        assert not third.cookies
        assert code(await third.post("/api/session", json={"token": "guess"})) == (403, "session.link")
        # A link's token is no session, nor the other way round.
        assert code(await third.get("/api/tables", headers={"authorization": f"Bearer {token}"}))[0] == 401
        assert code(await third.post("/api/session", json={"token": player.token})) == (403, "session.link")


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"name": ""}, "guest.name"),
        ({"name": "\u200b"}, "guest.name"),
        ({"name": "x" * 150}, "guest.name"),
        ({"name": "x" * 300}, "request.malformed"),
        ({"name": 5}, "request.malformed"),
        ({}, "request.malformed"),
        ({"name": "Μαρία", "language": "tlh"}, "request.malformed"),
        ({"name": "Μαρία", "admin": True}, "request.malformed"),
        ([], "request.malformed"),
        ("{", "request.malformed"),
        ("\ud800", "request.malformed"),
        ("[" * 20_000, "request.malformed"),
    ],
)
async def test_bodies_that_are_refused(server: Server, body: object, problem: str) -> None:
    async with client(server) as http:
        content = (
            body.encode("utf-8", "surrogatepass") if isinstance(body, str) else json.dumps(body).encode()
        )
        answer = await http.post("/api/guests", content=content, headers={"content-type": "application/json"})
        assert code(answer) == (400, problem)
        assert not answer.cookies


@pytest.mark.parametrize(
    ("body", "what"),
    [
        ('{"rules":{"target":351.0}}', "float"),
        ('{"rules":{"target":3.51e2}}', "float"),
        ('{"rules":{"failed_declarations":null}}', "null"),
        ('{"rules":{"dealing":[3.0,2,3]}}', "float"),
        ('{"rules":{},"pace_ms":"600"}', "str"),
        ('{"rules":{},"pace_ms":600.0}', "float"),
        ('{"rules":{},"pace_ms":true}', "bool"),
        ('{"rules":{},"training":1}', "int"),
        ('{"rules":{},"training":"true"}', "str"),
        ('{"rules":{},"bot":5}', "int"),
        ('{"rules":{},"pace_ms":1,"pace_ms":2}', "pace_ms"),
        ('{"rules":{"target":151,"target":251}}', "target"),
        ('{"rules":{},"bots":{"N":"cafe","N":"random"}}', "N"),
        ('{"rules":{},"bots":[null,null,null]}', "array"),
        ('{"rules":{},"pace_ms":NaN}', "JSON"),
        ('{"rules":{}} ', None),
        ("", ""),
        ("null", "null"),
    ],
)
async def test_nothing_in_a_body_is_made_to_fit(player: Player, body: str, what: str | None) -> None:
    for kind in ("application/json", "text/plain"):
        answer = await player.http.post(
            "/api/tables", content=body.encode(), headers=player.headers | {"content-type": kind}
        )
        if what is None:
            assert answer.status_code == 201
        else:
            assert code(answer) == (400, "request.malformed")
            assert what in answer.json()["params"]["detail"]


async def test_other_bodies_are_read_as_strictly(server: Server, player: Player) -> None:
    for method, path, body in (
        ("POST", "/api/guests", '{"name":"Μαρία","bearer":"yes"}'),
        ("POST", "/api/guests", '{"name":"Μαρία","name":"Νίκος"}'),
        ("PATCH", "/api/guest", '{"name":5}'),
        ("PATCH", "/api/guest", '{"language":"it","language":"en"}'),
        ("POST", "/api/session", '{"token":"x","bearer":1}'),
        ("POST", "/api/session", '{"token":"x","token":"y"}'),
    ):
        answer = await player.http.request(method, path, content=body.encode(), headers=player.headers)
        assert code(answer) == (400, "request.malformed"), (path, body)
    assert (await player.get("/api/guest")).json()["name"] == "Μαρία"


async def test_a_body_that_is_too_large(server: Server) -> None:
    async with client(server) as http:
        answer = await http.post("/api/guests", json={"name": "x" * 100_000})
        assert code(answer) == (413, "request.too_large")


async def test_another_sites_page_changes_nothing(server: Server, player: Player) -> None:
    for origin in ("http://evil.example", "null"):
        answer = await player.http.post(
            "/api/tables", json={"rules": {}}, headers=player.headers | {"origin": origin}
        )
        assert code(answer) == (403, "request.origin")
    own = server.url.rstrip("/")
    answer = await player.http.post(
        "/api/tables", json={"rules": {}}, headers=player.headers | {"origin": own}
    )
    assert answer.status_code == 201


async def test_the_catalogue(server: Server) -> None:
    async with client(server) as http:
        body = (await http.get("/api/catalogue")).json()
    assert [each["name"] for each in body["presets"]] == list(PRESETS)
    assert body["bots"] == list(BOT_NAMES)
    assert body["locales"] == ["el", "el-CY", "en", "it"]
    for each in body["presets"]:
        rules = PRESETS[each["name"]]
        assert each["rules"] == all_fields(rules)
        targets = [option["target"] for option in each["targets"]]
        assert targets == sorted(targets)
        assert rules.target in targets or rules.target == 301
        for option in each["targets"]:
            rules.change(target=option["target"])
            assert option["minutes"][0] < option["minutes"][1]
    academy = {option["name"]: option for option in body["presets"][0]["targets"]}
    assert (academy["short"]["target"], academy["short"]["minutes"]) == (151, [20, 40])
    assert (academy["long"]["target"], academy["long"]["minutes"]) == (401, [60, 90])


async def test_a_table_and_its_rules(player: Player) -> None:
    answer = await player.post(
        "/api/tables",
        {"rules": {"preset": "club", "target": 151, "fixed_trump": "D", "dealing": [4, 4]}, "pace_ms": 5000},
    )
    assert answer.status_code == 201
    info = answer.json()
    wanted = from_data({"preset": "club", "target": 151, "fixed_trump": "D", "dealing": [4, 4]})
    assert info["rules"] == all_fields(wanted)
    assert (info["seat"], info["automatic"], info["pace_ms"]) == (0, True, 5000)
    assert info["players"] == [
        {"seat": 0, "kind": "human", "name": "Μαρία", "bot": None},
        *({"seat": seat, "kind": "bot", "name": "", "bot": resolve("cafe")} for seat in (1, 2, 3)),
    ]
    assert (await player.get(f"/api/tables/{info['id']}")).json() == info


async def test_a_bot_for_each_seat(player: Player) -> None:
    body = {"rules": {}, "bot": "mathitis", "bots": {"N": "mastoras", "W": "cafe@1:bold"}, "training": True}
    info = (await player.post("/api/tables", body)).json()
    # Full names: the table keeps its bots' versions, whatever is released later.
    wanted = [None, resolve("mathitis"), resolve("mastoras"), "cafe@1:bold"]
    assert [each["bot"] for each in info["players"]] == wanted
    assert info["training"] is True
    assert (await player.get(f"/api/tables/{info['id']}")).json() == info


async def test_which_bot_cannot_sit_where(player: Player) -> None:
    answer = await player.post("/api/tables", {"rules": {}, "bots": {"W": "nobody"}})
    params = answer.json()["params"]
    assert (params["bot"], params["seat"]) == ("nobody", "W")
    assert "mastoras" in params["detail"]


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ({"rules": {"preset": "poker"}}, "rules.invalid"),
        ({"rules": {"target": 7}}, "rules.invalid"),
        ({"rules": {"lowest_bid": 85}}, "rules.invalid"),
        ({"rules": {"colour": "blue"}}, "rules.invalid"),
        ({"rules": {"target": "long"}}, "rules.invalid"),
        ({"rules": {"dealing": []}}, "rules.invalid"),
        ({"rules": {"strains": ""}}, "rules.invalid"),
        ({"rules": {}, "bot": "grandmaster"}, "bot.unknown"),
        ({"rules": {}, "bot": "cafe@999"}, "bot.unknown"),
        ({"rules": {}, "bots": {"N": "cafe:shy"}}, "bot.unknown"),
        ({"rules": {}, "bots": {"S": "cafe"}}, "request.malformed"),
        ({"rules": {}, "bots": {"E": ""}, "bot": "nobody"}, "bot.unknown"),
        ({"rules": {}, "training": "yes"}, "request.malformed"),
        ({"rules": {}, "pace_ms": -1}, "request.malformed"),
        ({"rules": {}, "pace_ms": 10**9}, "request.malformed"),
        ({"rules": {"target": 10**30}}, "rules.invalid"),
        ({"rules": {"target": None}}, "request.malformed"),
        ({}, "request.malformed"),
    ],
)
async def test_tables_that_cannot_be(player: Player, body: object, problem: str) -> None:
    answer = await player.post("/api/tables", body)
    assert code(answer) == (400, problem)
    if problem == "rules.invalid":
        assert answer.json()["params"]["fields"]
    assert (await player.get("/api/tables")).json() == {"tables": []}


async def test_a_server_without_the_core_seats_whom_it_can(
    tmp_path: Path, client_files: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hidden = "import sys\n\nsys.modules['pilotta.engine._native'] = None\n"
    (tmp_path / "sitecustomize.py").write_text(hidden, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    with Server(tmp_path / "data", static_dir=client_files, bots="mastoras:bold,cafe:bold") as server:
        async with guest(server) as player:
            offered = (await player.get("/api/catalogue")).json()["bots"]
            assert offered == ["random", "mathitis", "cafe", "cafe:bold"]
            answer = await player.post("/api/tables", {"rules": {}, "bots": {"N": "daskalos:bold"}})
            assert code(answer) == (400, "bot.needs_core")
            assert answer.json()["params"] == {"bot": "daskalos", "seat": "N"}
            wanted = {"rules": {}, "bot": "cafe", "pace_ms": 0, "training": True}
            table_id = (await player.post("/api/tables", wanted)).json()["id"]
            hint, tries = (409, "hint.not_your_turn"), 0
            while hint == (409, "hint.not_your_turn") and tries < 600:
                await asyncio.sleep(0.05)
                hint, tries = code(await player.get(f"/api/tables/{table_id}/hint")), tries + 1
            assert hint == (409, "bot.needs_core")


async def test_own_tables_newest_first_until_they_are_over(player: Player) -> None:
    ids = [await player.table(pace_ms=5000) for _ in range(3)]
    listed = (await player.get("/api/tables")).json()["tables"]
    assert [each["id"] for each in listed] == ids[::-1] or {each["id"] for each in listed} == set(ids)
    assert all(not each["over"] and each["totals"] == [0, 0] for each in listed)
    assert (await player.http.delete(f"/api/tables/{ids[1]}", headers=player.headers)).status_code == 204
    assert (await player.http.delete(f"/api/tables/{ids[1]}", headers=player.headers)).status_code == 204
    listed = (await player.get("/api/tables")).json()["tables"]
    assert {each["id"] for each in listed} == {ids[0], ids[2]}


async def test_somebody_elses_table(server: Server, player: Player) -> None:
    table_id = await player.table(pace_ms=5000)
    async with guest(server, "Νίκος") as stranger:
        for path in (f"/api/tables/{table_id}", f"/api/tables/{table_id}/record"):
            assert code(await stranger.get(path)) == (403, "table.not_yours")
            assert code(await player.http.get(path)) == (401, "session.missing")
        away = await stranger.http.delete(f"/api/tables/{table_id}", headers=stranger.headers)
        assert code(away) == (403, "table.not_yours")
        assert code(await stranger.get("/api/tables/0000")) == (404, "table.unknown")
        assert code(await stranger.get(f"/api/tables/{'a' * 500}")) == (404, "table.unknown")
        assert code(await stranger.get(f"/api/tables/{'a' * 5000}")) == (414, "request.too_large")
    assert code(await player.get(f"/api/tables/{table_id}/record")) == (409, "record.match_running")


async def test_limits(tmp_path: Path) -> None:
    with Server(tmp_path, guests_per_hour=4, tables_per_hour=6, running_tables=2) as server:
        async with guest(server) as one, guest(server) as two:
            async with client(server) as http:
                answer = await http.post("/api/guests", json={"name": "Μαρία"})
                assert code(answer) == (429, "request.rate")
            first = await one.table(pace_ms=5000)
            await one.table(pace_ms=5000)
            assert code(await one.post("/api/tables", {"rules": {}})) == (409, "table.limit")
            assert (await one.http.delete(f"/api/tables/{first}", headers=one.headers)).status_code == 204
            assert code(await one.post("/api/tables", {"rules": {}})) == (429, "request.rate")
            await two.table(pace_ms=5000)


async def test_what_is_not_there(server: Server, player: Player) -> None:
    assert code(await player.get("/api/nothing")) == (404, "request.not_found")
    assert code(await player.get("/ws/tables/00")) == (404, "request.not_found")
    assert code(await player.post("/api/catalogue", {})) == (405, "request.method")
    assert code(await player.http.put("/api/guest", json={})) == (405, "request.method")
    assert code(await player.get("/missing.js")) == (404, "request.not_found")
    assert code(await player.get("/api/../../etc/passwd.txt")) == (404, "request.not_found")


async def test_health_and_metrics(server: Server) -> None:
    async with client(server) as http:
        assert (await http.get("/api/health")).json() == {
            "status": "ok",
            "version": __version__,
            "protocol": PROTOCOL_VERSION,
        }
        metrics = await http.get("/metrics")
        assert metrics.status_code == 200
        assert "pilotta_commits_total" in metrics.text


async def test_the_clients_files(server: Server) -> None:
    async with client(server) as http:
        page = await http.get("/")
        assert page.status_code == 200
        assert page.headers["content-type"] == "text/html; charset=utf-8"
        assert page.headers["cache-control"] == "no-cache"
        assert page.headers["content-encoding"] == "gzip"
        assert "Πιλόττα" in page.text
        again = await http.get("/", headers={"if-none-match": page.headers["etag"]})
        assert (again.status_code, again.content) == (304, b"")
        assert (await http.get("/t/0123abcd")).text == page.text
        # A person gets the client's page, which says so; a program gets a problem. Neither is told that all is well.
        for path in ("/healthz", "/docs", "/t/0123abcd/more"):
            browser = await http.get(path, headers={"accept": "text/html,*/*;q=0.8"})
            assert (browser.status_code, browser.text) == (404, page.text)
            assert code(await http.get(path)) == (404, "request.not_found")
        plain = await http.get("/", headers={"accept-encoding": "identity"})
        assert "content-encoding" not in plain.headers
        assert plain.text == page.text
        script = await http.get("/assets/index-Dq3x_9aB.js")
        assert script.headers["content-type"].startswith("text/javascript")
        assert script.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert (await http.head("/")).status_code == 200


async def test_security_headers_are_on_every_answer(server: Server) -> None:
    async with client(server) as http:
        for path in ("/", "/api/health", "/api/nothing", "/assets/index-Dq3x_9aB.js"):
            headers = (await http.get(path)).headers
            assert "default-src 'self'" in headers["content-security-policy"]
            assert "unsafe-inline" not in headers["content-security-policy"].replace(
                "style-src-attr 'unsafe-inline'", ""
            )
            assert headers["x-content-type-options"] == "nosniff"
            assert headers["x-frame-options"] == "DENY"
            assert headers["referrer-policy"] == "no-referrer"
            assert "server" not in headers


def write(data: Path, table_id: str, seq: int, payload: str) -> None:
    """What another process writes to a log, a newer one perhaps."""
    with contextlib.closing(sqlite3.connect(data / "pilotta.sqlite3", timeout=30)) as connection, connection:
        connection.execute(
            "INSERT OR REPLACE INTO table_events (table_id, seq, payload, at) VALUES (?, ?, ?, 0)",
            (table_id, seq, payload),
        )


async def test_a_log_that_a_newer_server_wrote_freezes_its_table_and_no_other(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        async with guest(server) as player:
            frozen, sound = await player.table(pace_ms=5000), await player.table(pace_ms=5000)
            async with player.sit(frozen) as socket:
                await socket.until_my_turn()
                view = socket.view
                write(tmp_path, frozen, 3, '{"kind":"from a newer server"}')
                # It is shown as it last stood, and nothing is written to it.
                for _ in range(2):
                    listed = (await player.get("/api/tables")).json()["tables"]
                    assert {each["id"]: each["rev"] for each in listed} == {frozen: 2, sound: 2}
                    assert (await player.get(f"/api/tables/{frozen}")).status_code == 200
                    answer = await socket.act({"kind": "call", "call": "P"})
                    assert (answer["type"], answer["code"], answer["rev"]) == ("refused", "table.newer", 2)
                gone = await player.http.delete(f"/api/tables/{frozen}", headers=player.headers)
                assert code(gone) == (409, "table.newer")
                assert (await socket.hello())["view"] == view
                # Another entry, and this one understood: the table is looked at again and goes on.
                write(tmp_path, frozen, 3, '{"kind":"call","seat":"S","call":"P"}')
                write(tmp_path, frozen, 4, '{"kind":"call","seat":"E","call":"P"}')
                await socket.until(lambda m: m["type"] == "update" and m["rev"] >= 4)
                assert [each["call"] for each in socket.view["calls"][:2]] == ["P", "P"]
            async with player.sit(sound) as socket:
                await socket.until_my_turn()
                assert (await socket.act({"kind": "call", "call": "P"}))["type"] == "ack"
            await asyncio.sleep(1)
        assert server.log().count('"table frozen"') == 1


async def test_a_table_that_a_newer_server_made_is_refused(tmp_path: Path) -> None:
    with Server(tmp_path) as server:
        async with guest(server) as player:
            unknown, sound = await player.table(pace_ms=5000), await player.table(pace_ms=5000)
    write(tmp_path, unknown, 1, '{"kind":"created","clock":"fast"}')
    with Server(tmp_path) as again:
        player = Player(again, httpx.AsyncClient(base_url=again.url), player.token, player.guest)
        listed = (await player.get("/api/tables")).json()["tables"]
        assert [each["id"] for each in listed] == [sound]
        assert code(await player.get(f"/api/tables/{unknown}")) == (409, "table.newer")
        async with player.raw(unknown) as socket:
            assert await socket.closed() == 4409
            assert socket.frames[-1]["code"] == "table.newer"
        await asyncio.sleep(1)
        await player.http.aclose()
        assert again.log().count('"table cannot be read"') < 10


async def test_a_server_without_the_built_client_says_so(tmp_path: Path) -> None:
    with Server(tmp_path / "data", static_dir=tmp_path / "none") as server:
        async with client(server) as http:
            page = await http.get("/")
            assert page.status_code == 503
            assert "make setup" in page.text
            assert (await http.get("/api/health")).status_code == 200


@pytest.mark.parametrize("log_format", ["text", "json"])
async def test_what_fails_is_logged_without_cards_and_tokens(tmp_path: Path, log_format: str) -> None:
    with Server(tmp_path, log_format=log_format) as server:
        async with guest(server) as player:
            with contextlib.closing(sqlite3.connect(tmp_path / "pilotta.sqlite3")) as connection:
                connection.execute("ALTER TABLE table_events RENAME TO no_events")
                answer = await player.post("/api/tables", {"rules": {"preset": "academy"}})
                assert code(answer) == (500, "server.failed")
                connection.execute("ALTER TABLE tokens RENAME TO no_tokens")
                assert code(await player.get("/api/tables")) == (500, "server.failed")
        server.stop()
        log = server.log()
    assert "no such table: main.table_events" in log or "no such table: table_events" in log
    assert "no such table: tokens" in log
    # A table's log begins with its secret, from which the bots' chance comes.
    for secret in (player.token, token_hash(player.token), player.guest["id"], '"secret"'):
        assert secret not in log
