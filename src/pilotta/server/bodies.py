"""What comes in as JSON, bodies of REST and frames of the WebSocket alike: read strictly, by the messages' own types.

Nothing is made to fit: no text for a number, no 351.0 for 351, no name twice in one object.
"""

from typing import Any, Final

import msgspec
from litestar.dto import AbstractDTO
from litestar.typing import FieldDefinition
from typing_extensions import override

from pilotta.server.problems import Trouble
from pilotta.strict import NotJson, read_json

SHOWN: Final = 200
"""So many letters of what is wrong are told."""


class Malformed(ValueError):
    """A text that is no message of the kind that was asked for; says why."""


def read(text: str | bytes, kind: Any) -> Any:
    """The message of this kind (a struct, or a union of them) that a text is. Malformed where it is none."""
    try:
        found = msgspec.json.decode(text, type=kind)
        # Where a name stands twice the decoder takes the last; whoever else reads the text may take the first.
        read_json(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError, NotJson) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise Malformed(why[:SHOWN]) from None
    return found


class Body(AbstractDTO[Any]):
    """How the handlers get their ``data``: the framework's own way makes values fit their types."""

    @override
    @classmethod
    def create_for_field_definition(
        cls, field_definition: FieldDefinition, handler_id: str, backend_cls: Any = None
    ) -> None:
        """Nothing has to be made: the messages are what is read."""

    @override
    def decode_bytes(self, value: bytes) -> Any:
        field = self.asgi_connection.route_handler.parsed_data_field
        assert field is not None, "only asked where a handler wants data"
        try:
            return read(value, field.annotation)
        except Malformed as error:
            raise Trouble(400, "request.malformed", detail=str(error)) from error

    @override
    @classmethod
    def create_openapi_schema(
        cls,
        field_definition: FieldDefinition,
        handler_id: str,
        schema_creator: Any,
    ) -> Any:
        """The message's own."""
        return schema_creator.for_field_definition(field_definition)
