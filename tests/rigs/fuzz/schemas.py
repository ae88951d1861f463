"""Values made from a JSON Schema (those of our OpenAPI description): what fits, and what does not."""

from random import Random
from typing import Any

from tests.rigs.fuzz import garble

Schema = dict[str, Any]
LETTERS = "abcÄß 1_-éł漢"


class Maker:
    """Makes values of the schemas of one description."""

    def __init__(self, document: Schema, rng: Random) -> None:
        self._components: dict[str, Schema] = document["components"]["schemas"]
        self._rng = rng

    def good(self, schema: Schema) -> Any:
        """Return a value that fits."""
        rng = self._rng
        if "$ref" in schema:
            return self.good(self._components[schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return self.good(rng.choice(schema["anyOf"]))
        if "enum" in schema:
            return rng.choice(schema["enum"])
        if "const" in schema:
            return schema["const"]
        return self._of_type(schema)

    def any(self, schema: Schema) -> Any:
        """Return a value that mostly does not fit, in one or a few places."""
        return garble.changed(self._rng, self.good(schema))

    def _of_type(self, schema: Schema) -> Any:
        match schema.get("type"):
            case "object":
                return self._object(schema)
            case "array":
                return self._array(schema)
            case "string":
                return self._text(schema)
            case "integer":
                return self._whole(schema)
            case "number":
                low, high = schema.get("minimum", -1e6), schema.get("maximum", 1e6)
                return self._rng.choice((low, high, self._rng.uniform(low, high)))
            case "boolean":
                return self._rng.random() < 0.5
            case "null":
                return None
            case _:
                return garble.value(self._rng)

    def _object(self, schema: Schema) -> dict[str, Any]:
        needed = schema.get("required", ())
        made = {
            name: self.good(inner)
            for name, inner in schema.get("properties", {}).items()
            if name in needed or self._rng.random() < 0.5
        }
        if schema.get("additionalProperties", True) and self._rng.random() < 0.2:
            made[garble.key(self._rng)] = garble.value(self._rng)
        return made

    def _array(self, schema: Schema) -> list[Any]:
        if "prefixItems" in schema:
            return [self.good(inner) for inner in schema["prefixItems"]]
        least = schema.get("minItems", 0)
        most = min(schema.get("maxItems", 5), least + 5)
        return [self.good(schema.get("items", {})) for _ in range(self._rng.randint(least, most))]

    def _text(self, schema: Schema) -> str:
        least, most = schema.get("minLength", 0), schema.get("maxLength", 30)
        length = self._rng.choice((least, most, self._rng.randint(least, most)))
        return "".join(self._rng.choices(LETTERS, k=length))

    def _whole(self, schema: Schema) -> int:
        low, high = schema.get("minimum", -9), schema.get("maximum", 10**6)
        return int(self._rng.choice((low, low + 1, high, self._rng.randint(low, high))))
