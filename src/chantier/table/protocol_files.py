"""What is made from the shapes of the protocol: its JSON Schema, the types of the client, the tables in the docs.

`python -m chantier.table.protocol_files` writes the types and, in a source tree, the tables. A test fails while either is old.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any, Literal

from pydantic import ConfigDict, TypeAdapter
from pydantic.json_schema import GenerateJsonSchema, JsonSchemaMode

from chantier.table import answers, arrivals, boxes, protocol, table_requests, wanted
from chantier.table.people import accounts
from chantier.table.protocol import Asked, Told

TYPES = Path(__file__).parent / "static" / "js" / "protocol.d.ts"
PAGE = Path(__file__).parents[3] / "docs" / "table-protocol.md"
BODIES: dict[str, Any] = {  # what the client posts
    "/api/tables": wanted.WantedTable,
    "/api/tables/{table}/copies": table_requests.Copy,
    "/api/tables/{table}/pause": table_requests.Pause,
    "/api/tables/{table}/seats/{seat}": table_requests.Name,
    "/api/tables/{table}/seats/{seat}/bot": table_requests.StandIn,
    "/api/box/{game}": boxes.Looked,
    "/api/box/{game}/sound": boxes.Sounded,
    "/api/sets": boxes.NewSet,
    "/api/sets/{known}": boxes.ChangedSet,
    "/api/records": arrivals.File,
    "/api/account": accounts.Credentials,
    "/api/account/session": accounts.Credentials,
    "/api/account/deletion": accounts.Goodbye,
    "/api/account/password": accounts.NewPassword,
    "/api/account/tokens": accounts.WantedToken,
}
MADE = "<!-- made by python -m chantier.table.protocol_files -->"


class Generator(GenerateJsonSchema):
    """What the server sends has all its fields, also those with a default."""

    def field_is_required(self, field: Any, total: bool) -> bool:
        sent = self.mode == "serialization" and field["type"] == "dataclass-field"
        return sent or super().field_is_required(field, total)


@cache
def schema(described: bool = True) -> dict[str, Any]:
    """All of it as one JSON Schema: `Told` and `Asked`, the answers to `get` and `post` and each `body`, by address.
    The server sends no key that is not in it; of a browser others are ignored. What it says about fields takes most of the
    time, and a judge of messages needs none of it."""
    sent = {"Told": Told, "Moment": protocol.Moment, "Problem": answers.Problem}
    sent |= {f"{how} {at}": of for how, found in (("get", answers.GET), ("post", answers.POST)) for at, of in found.items()}
    wanted = [_adapter(name, "serialization", of, "forbid", described) for name, of in sent.items()]
    read = {"Asked": Asked, **{f"body {at}": of for at, of in BODIES.items()}}
    wanted += [_adapter(name, "validation", of, "ignore", described) for name, of in read.items()]
    lists, shared = TypeAdapter.json_schemas(wanted, schema_generator=Generator)
    _inherit(shared["$defs"])
    return {**shared, "properties": {name: lists[name, mode]["items"] for name, mode, _ in wanted}}


def _adapter(
    name: str, mode: JsonSchemaMode, of: Any, extra: Literal["forbid", "ignore"], described: bool
) -> tuple[str, JsonSchemaMode, TypeAdapter[Any]]:
    """For a list of them: settings reach what is inside of a list, but not a shape itself."""
    return name, mode, TypeAdapter(list[of], config=ConfigDict(use_attribute_docstrings=described, extra=extra))


def _inherit(shapes: dict[str, Any]) -> None:
    """What is said about a field of a shape holds for all that are made from it, too."""
    for made in (*vars(protocol).values(), *vars(answers).values()):
        for base in getattr(made, "__orig_bases__", ()):
            for name, field in shapes.get(base.__name__, {"properties": {}})["properties"].items():
                if "description" in field and made.__name__ in shapes:
                    shapes[made.__name__]["properties"][name].setdefault("description", field["description"])


# --- the types of the client ----------------------------------------------------------------------------------------------


def types() -> str:
    """TypeScript for every shape."""
    whole = schema()
    lines = ["// Made by python -m chantier.table.protocol_files: the shapes of what table and browser say to each other."]
    for name, shape in whole["$defs"].items():
        lines += ["", *_comment(shape, ""), f"export interface {name} {{", *_fields(shape), "}"]
    for name in ("Told", "Asked"):
        shape = whole["properties"][name]
        lines += ["", *_comment(shape, ""), f"export type {name} = {_type(shape)};"]
    for name, how in (("Answers", "get "), ("Posts", "post "), ("Bodies", "body ")):
        lines += ["", f"export interface {name} {{"]
        told = {key.removeprefix(how): of for key, of in whole["properties"].items() if key.startswith(how)}
        lines += [f"  {json.dumps(at)}: {_type(of)};" for at, of in told.items()] + ["}"]
    return "\n".join(lines) + "\n"


def _fields(shape: dict[str, Any]) -> list[str]:
    lines = []
    for name, field in shape["properties"].items():
        lines += [*_comment(field, "  "), f"  {name}{'' if name in shape.get('required', ()) else '?'}: {_type(field)};"]
    return lines


def _comment(shape: dict[str, Any], indent: str) -> list[str]:
    return [f"{indent}/** {shape['description']} */"] if "description" in shape else []


def _type(shape: dict[str, Any]) -> str:
    """The type of a value in TypeScript; an error for what has none yet."""
    if "$ref" in shape:
        return str(shape["$ref"]).rsplit("/", 1)[-1]
    if "const" in shape:
        return json.dumps(shape["const"])
    if "enum" in shape:
        return " | ".join(map(json.dumps, shape["enum"]))
    for key in ("anyOf", "oneOf"):
        if key in shape:
            return " | ".join(map(_type, shape[key]))
    if shape["type"] == "array":
        if "prefixItems" in shape:
            return f"[{', '.join(map(_type, shape['prefixItems']))}]"
        of = _type(shape["items"])
        return f"({of})[]" if " | " in of else f"{of}[]"
    if shape["type"] == "object":
        return f"Record<string, {_type(shape['additionalProperties'])}>"
    return {"integer": "number"}.get(shape["type"], str(shape["type"]))


# --- the tables of the docs -----------------------------------------------------------------------------------------------


def listed() -> str:
    """Every shape with its fields, as tables of Markdown."""
    lines = []
    for name, shape in schema()["$defs"].items():
        lines += ["", f"### {name}", "", shape.get("description", ""), "", "| field | type | |", "|---|---|---|"]
        for field, its in shape["properties"].items():
            optional = "" if field in shape.get("required", ()) else ", or missing"
            kind = _type(its).replace("|", "\\|")
            lines.append(f"| `{field}` | `{kind}`{optional} | {its.get('description', '')} |")
    return "\n".join(lines).replace("\n\n\n", "\n\n")


def page(text: str) -> str:
    """The page with its tables made anew; they stand at its end."""
    before, _, _ = text.partition(MADE)
    return f"{before}{MADE}\n{listed()}\n"


def main() -> None:
    TYPES.write_text(types(), encoding="utf-8")
    if PAGE.exists():
        PAGE.write_text(page(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


if __name__ == "__main__":
    main()
