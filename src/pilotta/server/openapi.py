"""``/openapi.json``: REST described for programs, from the handlers and the messages themselves."""

from collections.abc import Sequence
from typing import Any, Final

import msgspec
from litestar import Litestar
from litestar.handlers import HTTPRouteHandler
from litestar.openapi.config import OpenAPIConfig

from pilotta import __version__
from pilotta.server import rest
from pilotta.server.bodies import Body
from pilotta.server.teachers import messages as lessons

SCHEMAS: Final = "#/components/schemas/{name}"
METHODS: Final = ("get", "post", "patch", "delete")


def openapi(handlers: Sequence[HTTPRouteHandler]) -> bytes:
    """The document of these handlers, as JSON. Which address takes and answers what the framework finds out; what the messages look
    like their own types say, as they are read; and every refusal is a ``Said``."""
    wanted: list[Any] = list(handlers)
    described = Litestar(
        wanted,
        dto=Body,
        return_dto=None,
        openapi_config=OpenAPIConfig(title="Pilotta", version=__version__, description=__doc__),
        logging_config=None,
    )
    document: dict[str, Any] = described.openapi_schema.to_schema()
    _, schemas = msgspec.json.schema_components([*rest.REST_MESSAGES, *lessons.LESSONS], ref_template=SCHEMAS)
    document["components"]["schemas"] |= schemas
    document["components"]["securitySchemes"] = {
        "bearer": {"type": "http", "scheme": "bearer"},
        "cookie": {"type": "apiKey", "in": "cookie", "name": "pilotta"},
    }
    document["security"] = [{"bearer": []}, {"cookie": []}, {}]
    refused = {
        "description": "Refused: the code says why.",
        "content": {"application/json": {"schema": {"$ref": SCHEMAS.format(name="Said")}}},
    }
    for path in document["paths"].values():
        for method in METHODS:
            if method in path:
                answers = path[method]["responses"]
                path[method]["responses"] = {
                    status: answer for status, answer in answers.items() if int(status) < 400
                } | {"default": refused}
    # A server has one address, and this is beside it.
    document.pop("servers", None)
    return msgspec.json.encode(document)
